/* SPDX-License-Identifier: MIT */
/* star_soak SEED SECONDS LINES: random programs in one process for so long, as
 * entries of two sessions: one with all that makes programs fast, in turn, on
 * one machine with the plainest kernels and nothing else. Sessions are used on,
 * begun anew, or get other machines. Both must write the same, messages and
 * their places too, and count the same steps; who does not is shown. Prints so
 * many lines, each the programs that have run, those with an error and those
 * that were stopped, since some would take hours, and waits behind each for a
 * line of input. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "generate.h"
#include "report/report.h"
#include "session/session.h"

enum { RESET = 10, CLOSE = 100, MOST_SECONDS = 1, MOST_STEPS = 100000 };
enum { OUTPUT = 1 << 20, ROOM = OUTPUT + (1 << 16) };

typedef struct Side {
    StarCompileOptions compile;
    StarMachine *machine;
    StarSession *session;
    char said[ROOM];
    size_t length;
    int64_t steps;
} Side;

static Side fast, plain;
static StarMachine *running; /* for the handler */

static void stop(int signal) {
    (void)signal;
    star_machine_stop(running, STAR_TIME);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void say(void *context, const char *text, size_t length) {
    Side *s = context;
    if (length > ROOM - s->length)
        length = ROOM - s->length;
    memcpy(s->said + s->length, text, length);
    s->length += length;
}

static bool write_out(void *context, const char *text, size_t length) {
    say(context, text, length);
    return true;
}

static void fail(const char *what) {
    fprintf(stderr, "star_soak: %s\n", what);
    exit(1);
}

static void start(Side *s) {
    s->session = star_session_new(s->machine, &s->compile, false);
    if (s->session == NULL)
        fail("no session");
}

static void set_up(Side *s, StarOptions options) {
    StarError error;
    options.max_output = OUTPUT;
    options.write = write_out;
    options.context = s;
    s->compile.count = options.max_steps > 0;
    s->machine = star_machine_new(&options, &error);
    if (s->machine == NULL)
        fail(error.text);
    start(s);
}

static void open_both(long seed) {
    static const StarJit jit[] = {STAR_JIT_ALWAYS, STAR_JIT_LEAVES,
                                  STAR_JIT_AUTO, STAR_JIT_OFF};
    const int64_t steps = seed % 3 == 0 ? MOST_STEPS : 0;
    set_up(&fast, (StarOptions){.max_steps = steps,
                                .threads = 1 + (uint32_t)(seed % 2),
                                .jit = jit[seed % 4]});
    plain.compile.plain = true;
    plain.compile.bodies = steps == 0; /* which count what they do */
    set_up(&plain, (StarOptions){.max_steps = steps,
                                 .isa = STAR_ISA_PORTABLE,
                                 .jit = STAR_JIT_OFF});
}

static void shut(Side *s) {
    star_session_free(s->session);
    star_machine_free(s->machine);
}

/* Runs a program; what it says is then in the side. */
static StarStatus run(Side *s, const char *text, size_t length) {
    const StarStyle style = {.form = STAR_JSON};
    int count;
    s->length = 0;
    running = s->machine;
    alarm(MOST_SECONDS);
    const StarStatus status =
        star_session_enter(s->session, "p.star", text, length);
    alarm(0);
    const StarReport *r = star_session_reports(s->session, &count);
    for (int k = 0; k < count; k++)
        star_report_write(&r[k], &star_session_program(s->session)->sources,
                          style, say, s);
    s->steps = s->compile.count ? star_machine_steps(s->machine) : 0;
    return status;
}

static void compare(unsigned long long seed) {
    if (fast.steps == plain.steps && fast.length == plain.length &&
        memcmp(fast.said, plain.said, fast.length) == 0)
        return;
    fprintf(stderr, "seed %llu: %lld steps\n%.*s\nand plainly %lld\n%.*s\n",
            seed, (long long)fast.steps, (int)fast.length, fast.said,
            (long long)plain.steps, (int)plain.length, plain.said);
    exit(1);
}

int main(int argc, char **argv) {
    if (argc != 4)
        return 2;
    const long from = atol(argv[1]);
    const double seconds = atof(argv[2]), until = now() + seconds;
    const double step = seconds / atof(argv[3]);
    double next = now() + step;
    long errors = 0, stopped = 0;
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = stop}, NULL);
    open_both(from);
    for (long n = 1; now() < until; n++) {
        char *text;
        size_t length;
        FILE *out = open_memstream(&text, &length);
        gen_program(out, (unsigned long long)(from + n), 0);
        fclose(out);
        const StarStatus status = run(&fast, text, length);
        if (run(&plain, text, length) == STAR_TIME || status == STAR_TIME)
            stopped++;
        else
            compare((unsigned long long)(from + n));
        errors += status != STAR_OK;
        free(text);
        if (n % CLOSE == 0) {
            shut(&fast);
            shut(&plain);
            open_both(from + n / CLOSE);
        } else if (n % RESET == 0) {
            star_session_free(fast.session);
            star_session_free(plain.session);
            start(&fast);
            start(&plain);
        }
        if (now() >= next) {
            printf("%ld %ld %ld\n", n, errors, stopped);
            fflush(stdout);
            getchar();
            next += step;
        }
    }
    shut(&fast);
    shut(&plain);
    return 0;
}
