/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Columns of the line; work that takes less time has none. */
enum { WIDTH = 60, MIN_SECONDS = 2 };

#define BLANKS "                                                            "

static const char erase[] = "\r" BLANKS "\r";

_Static_assert(sizeof BLANKS - 1 == WIDTH, "a line is erased whole");

/* A thread inspects the machine at intervals. The lock is for all but `begun`.
 */
static struct {
    StarMachine *machine;
    bool begun, resting, ended, open;
    bool line;   /* may be shown */
    bool output; /* goes to a terminal */
    _Atomic bool shown;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
} progress = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void put(const char *text, size_t length) {
    ssize_t done = write(STDERR_FILENO, text, length);
    (void)done; /* a terminal that is gone will not be missed */
}

static void hide(void) {
    if (progress.shown)
        put(erase, sizeof erase - 1);
    progress.shown = false;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct Span {
    char text[32];
} Span;

static Span span(double seconds) {
    const int s = seconds < 1e9 ? (int)seconds : 1000000000;
    Span out;
    if (s < 60)
        snprintf(out.text, sizeof out.text, "%d s", s);
    else if (s < 3600)
        snprintf(out.text, sizeof out.text, "%d min %d s", s / 60, s % 60);
    else
        snprintf(out.text, sizeof out.text, "%d h %d min", s / 3600,
                 s / 60 % 60);
    return out;
}

/* In the background, another process has the terminal. */
static void show(StarWork work, double seconds) {
    char text[128], line[WIDTH + 2];
    if (tcgetpgrp(STDERR_FILENO) != getpgrp())
        return;
    const double part =
        work.done < work.total ? (double)work.done / (double)work.total : 1;
    const int used = snprintf(text, sizeof text, "star: %d %%, %s",
                              (int)(100 * part), span(seconds).text);
    if (part > 0)
        snprintf(text + used, sizeof text - (size_t)used, ", about %s left",
                 span(seconds / part - seconds).text);
    snprintf(line, sizeof line, "\r%-*.*s", WIDTH, WIDTH, text);
    put(line, WIDTH + 1);
    progress.shown = true;
}

/* The machine may be sending just now, and want the lock for that. */
static void show_output(void) {
    pthread_mutex_unlock(&progress.lock);
    star_machine_show(progress.machine);
    pthread_mutex_lock(&progress.lock);
}

/* Until the next look, less than a tenth of a second, or the next run. */
static void wait_a_little(void) {
    struct timespec until;
    while (progress.resting && !progress.ended)
        pthread_cond_wait(&progress.wake, &progress.lock);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 80000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    if (!progress.ended)
        pthread_cond_timedwait(&progress.wake, &progress.lock, &until);
}

static void *run_thread(void *context) {
    int64_t number = 0;
    double since = 0;
    pthread_mutex_lock(&progress.lock);
    while (!progress.ended) {
        const StarWork work = star_machine_work(progress.machine);
        if (work.number != number)
            since = now();
        number = work.number;
        if (work.total == 0)
            hide();
        else if (progress.line && !progress.open &&
                 now() - since >= MIN_SECONDS)
            show(work, now() - since);
        wait_a_little();
        if (progress.output)
            show_output();
    }
    hide();
    pthread_mutex_unlock(&progress.lock);
    return context;
}

/* Signals are for the thread that runs the program. */
static bool start(void) {
    pthread_condattr_t clock;
    sigset_t all, before;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&progress.wake, &clock);
    pthread_condattr_destroy(&clock);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool ok =
        pthread_create(&progress.thread, NULL, run_thread, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

void progress_begin(StarMachine *machine, const Options *o) {
    progress.machine = machine;
    progress.ended = progress.open = false;
    progress.line =
        !o->safe && o->style.form != STAR_JSON && isatty(STDERR_FILENO);
    progress.output = isatty(STDOUT_FILENO);
    progress.begun = (progress.line || progress.output) && start();
}

void progress_hide(bool open) {
    if (!progress.begun)
        return;
    pthread_mutex_lock(&progress.lock);
    hide();
    progress.open = open && progress.output;
    pthread_mutex_unlock(&progress.lock);
}

void progress_rest(bool rest) {
    if (!progress.begun)
        return;
    pthread_mutex_lock(&progress.lock);
    progress.resting = rest;
    if (!rest)
        pthread_cond_signal(&progress.wake);
    pthread_mutex_unlock(&progress.lock);
}

void progress_abandon(void) {
    if (progress.shown)
        put(erase, sizeof erase - 1);
}

void progress_end(void) {
    if (!progress.begun)
        return;
    pthread_mutex_lock(&progress.lock);
    progress.ended = true;
    pthread_cond_signal(&progress.wake);
    pthread_mutex_unlock(&progress.lock);
    pthread_join(progress.thread, NULL);
    progress.begun = false;
}
