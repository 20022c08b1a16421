/* SPDX-License-Identifier: MIT */
/* Ways through the run, forward and back. While the run goes on a timer looks
 * for messages; one interrupts it, is handled, and the way goes on:
 *
 *     way ── cut ── settle ── messages ── way ── ... ── stop
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>

#include "dap/dap_parts.h"
#include "message.h"

/* ---- Stops ---- */

static void stopped(Dap *d, const char *reason) {
    const int hit = d->debug.hit;
    json_t *body = json_pack("{s:s, s:i, s:b}", "reason", reason, "threadId", 1,
                             "allThreadsStopped", 1);
    if (hit != 0)
        json_set(body, "hitBreakpointIds",
                 json_pack("[i]",
                           hit > 0 ? d->at[hit - 1].id : d->data[-hit - 1].id));
    if (hit < 0) {
        const char *text = d->data[-hit - 1].text;
        json_set(body, "text", wire_text(text, strlen(text)));
    }
    d->way.wanted = false;
    dap_event(d, "stopped", body);
}

static void failed(Dap *d) {
    const StarReport *report = star_machine_report(d->loaded.machine);
    dap_report(d, report);
    if (d->no_debug) {
        dap_finish(d);
        return;
    }
    d->way.wanted = false;
    dap_event(d, "stopped",
              json_pack("{s:s, s:s, s:o, s:i, s:b}", "reason", "exception",
                        "description", star_status_name(report->status), "text",
                        wire_text(report->text, strlen(report->text)),
                        "threadId", 1, "allThreadsStopped", 1));
}

json_t *dap_exception(Dap *d, const json_t *arguments, const char **wrong) {
    const StarReport *report = star_machine_report(d->loaded.machine);
    (void)arguments;
    if (star_history_now(d->loaded.history)->when == STAR_FAILED)
        return json_pack("{s:s, s:o, s:s}", "exceptionId",
                         star_status_name(report->status), "description",
                         wire_text(report->text, strlen(report->text)),
                         "breakMode", "always");
    *wrong = MSG_NO_FAULT();
    return NULL;
}

/* What is to be told of a way. */
static void tell(Dap *d, unsigned told) {
    static const char memory[] = "There is no memory to go back any further.\n";
    static const char wall[] = "What is before cannot be undone: a file was "
                               "used.\n";
    static const char blocked[] = "Here it ended or failed, having used a "
                                  "file: it cannot go on from here.\n";
    const int64_t first = star_history_first(d->loaded.history);
    if (told & DEBUG_MEMORY)
        dap_say(d, "console", memory, sizeof memory - 1);
    if (told & DEBUG_WALL || (told & DEBUG_NOTHING && first > 0))
        dap_say(d, "console", wall, sizeof wall - 1);
    if (star_history_blocked(d->loaded.history))
        dap_say(d, "console", blocked, sizeof blocked - 1);
}

/* At a pause: false, if the way goes on from there. */
static bool stops(Dap *d, unsigned told) {
    const int hit = d->debug.hit;
    const bool there = star_history_depth(d->loaded.history) <= d->way.depth;
    if (hit < 0) {
        stopped(d, "data breakpoint");
    } else if (hit > 0 && dap_breaks(d, d->way.back)) {
        stopped(d, d->at[hit - 1].procedure ? "function breakpoint"
                                            : "breakpoint");
    } else if (hit > 0 && !there) {
        return false;
    } else {
        d->debug.hit = 0;
        if (told & DEBUG_NOTHING && d->way.depth == 0)
            debug_go(&d->debug, 0);
        stopped(d, d->way.reason);
    }
    return true;
}

/* The run has come to somewhere; false, if the way goes on from there. */
static bool arrives(Dap *d, unsigned told) {
    tell(d, told);
    switch (star_history_now(d->loaded.history)->when) {
    case STAR_FAILED: failed(d); return true;
    case STAR_PAUSED: return stops(d, told);
    default: break;
    }
    if (d->at_end)
        stopped(d, "end");
    else
        dap_finish(d);
    return true;
}

/* ---- Messages while it runs ---- */

enum { FIRST_PERIOD = 20000 }; /* microseconds */

static const Dap *watched; /* by the timer */

static void look(int number) {
    const int before = errno;
    (void)number;
    if (wire_waits(&watched->wire))
        star_machine_stop(watched->loaded.machine, STAR_INTERRUPTED);
    errno = before;
}

/* Begins to look after so many microseconds, and then as often; 0: ends. */
static void watch(const Dap *d, long period) {
    const struct timeval time = {period / 1000000, period % 1000000};
    const struct itimerval often = {time, time};
    struct sigaction action = {.sa_handler = look, .sa_flags = SA_RESTART};
    watched = d;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
}

/* True: the way goes on. */
static bool attend(Dap *d) {
    d->debug.hit = 0;
    while (!d->over && wire_waits(&d->wire))
        dap_serve_one(d);
    if (d->pausing && !d->over && !d->finished)
        stopped(d, "pause");
    return !d->pausing;
}

/* Goes to the next stop, or until a message comes. A way back that one
 * interrupts begins again where it came to a stop last; it has more time then,
 * so that an editor that asks again and again does not hold it up. True: the
 * way goes on. Where the ways between breakpoints that do not hold are short,
 * no timer ends one: then messages are looked for between them. */
static bool go_on(Dap *d, int64_t *start, long *period) {
    const bool back = d->way.back;
    watch(d, *period);
    const unsigned told = back ? debug_back_out(&d->debug, d->way.depth)
                               : debug_out(&d->debug, d->way.depth);
    watch(d, 0);
    if (debug_settle(&d->debug)) {
        if (back) {
            *period *= 2;
            debug_go(&d->debug, *start);
        }
        return attend(d);
    }
    if (arrives(d, told))
        return false;
    *period = FIRST_PERIOD;
    *start = star_history_now(d->loaded.history)->steps;
    return attend(d);
}

void dap_go(Dap *d) {
    const StarMoment *now = star_history_now(d->loaded.history);
    int64_t start = now->steps;
    long period = FIRST_PERIOD;
    dap_parts_free(d);
    d->pausing = false;
    if (d->way.stays && now->when == STAR_PAUSED) {
        stopped(d, d->way.reason);
        return;
    }
    if (d->way.ends) {
        dap_finish(d);
        return;
    }
    d->running = true;
    while (go_on(d, &start, &period))
        ;
    d->running = d->way.wanted = false;
}

/* ---- Requests ---- */

static json_t *go(Dap *d, bool back, unsigned depth, const char *reason,
                  const char **wrong) {
    if (d->finished || d->running) {
        *wrong = d->finished ? MSG_RUN_IS_OVER() : MSG_RUN_IS_ON();
        return NULL;
    }
    d->way =
        (DapWay){.wanted = true,
                 .ends = !back && star_history_now(d->loaded.history)->when !=
                                      STAR_PAUSED,
                 .back = back,
                 .depth = depth,
                 .reason = reason};
    return NULL;
}

static unsigned depth_of(const Dap *d) {
    return star_history_depth(d->loaded.history);
}

json_t *dap_continue(Dap *d, const json_t *arguments, const char **wrong) {
    (void)arguments;
    go(d, false, 0, "pause", wrong);
    return json_pack("{s:b}", "allThreadsContinued", 1);
}

/* A request for a way. */
#define WAY(name, back, depth, reason)                                        \
    json_t *dap_##name(Dap *d, const json_t *arguments, const char **wrong) { \
        (void)arguments;                                                      \
        return go(d, back, depth, reason, wrong);                             \
    }

WAY(next, false, depth_of(d), "step")
WAY(step_in, false, UINT32_MAX, "step")
WAY(step_out, false, depth_of(d) - 1, "step")
WAY(step_back, true, depth_of(d), "step")
WAY(reverse, true, 0, "entry")

json_t *dap_pause(Dap *d, const json_t *arguments, const char **wrong) {
    (void)arguments, (void)wrong;
    d->pausing = true;
    return NULL;
}
