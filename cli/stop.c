/* SPDX-License-Identifier: MIT */
/* For ppoll. */
#define _GNU_SOURCE
#include "stop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "message.h"
#include "progress.h"

/* The only state of the command that is not on a stack, for the handlers. */
static struct {
    StarMachine *machine;
    bool catches;              /* Ctrl-C */
    volatile bool resumed;     /* behind Ctrl-Z */
    bool interrupted;          /* by Ctrl-C, */
    struct timespec since;     /* at that time */
    int wake[2];               /* a pipe that ends a wait for input */
    const StarMachine *mapped; /* the machine with maps, */
    StarStyle style;           /* and its messages; */
    bool lost;                 /* one of its files */
} stop = {.wake = {-1, -1}};

/* Nothing is being written but messages: there is nothing to be made whole. */
static void too_late(void) {
    static const char text[] =
        "star: error: the time is up before the program could run "
        "[time-limit]\n";
    progress_abandon();
    ssize_t put = write(STDERR_FILENO, text, sizeof text - 1);
    (void)put;
    _exit(star_status_exit(STAR_TIME));
}

/* It comes again and again, for the first might be before the run. */
static void set_timer(double seconds) {
    long whole = (long)seconds;
    long rest = (long)((seconds - (double)whole) * 1e6);
    const struct itimerval timer = {.it_value = {whole, rest},
                                    .it_interval = {0, 10000}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

/* A launcher and a terminal may both pass one Ctrl-C on: what comes within
 * half a second is no second one. */
static void interrupt(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!stop.interrupted) {
        stop.interrupted = true;
        stop.since = now;
        set_timer(0.01);
    } else if ((now.tv_sec - stop.since.tv_sec) * 1000 +
                   (now.tv_nsec - stop.since.tv_nsec) / 1000000 >
               500) {
        signal(SIGINT, SIG_DFL);
        raise(SIGINT);
    }
}

static void handle(int number) {
    int before = errno;
    if (stop.machine == NULL)
        too_late();
    if (number == SIGINT)
        interrupt();
    star_machine_stop(stop.machine,
                      stop.interrupted ? STAR_INTERRUPTED : STAR_TIME);
    ssize_t put = write(stop.wake[1], "", 1);
    (void)put; /* a full pipe will do */
    errno = before;
}

/* It comes where a thread looks at a table, as if it had called this: it has no
 * lock that a message needs, and nothing is being allocated. The first thread
 * ends the others. */
static void handle_fault(int number, siginfo_t *fault, void *context) {
    (void)context;
    const char *path = stop.mapped != NULL && fault->si_code == BUS_ADRERR
                           ? star_machine_mapped(stop.mapped, fault->si_addr)
                           : NULL;
    if (path != NULL) {
        StarError error;
        while (__atomic_test_and_set(&stop.lost, __ATOMIC_SEQ_CST))
            pause();
        star_raise(&error, MSG_MAPPED_CUT(path));
        _exit(message_error(stop.style, &error));
    }
    signal(number, SIG_DFL);
    raise(number);
}

void stop_mapped(const StarMachine *machine, StarStyle style) {
    struct sigaction action = {.sa_sigaction = handle_fault,
                               .sa_flags = SA_SIGINFO};
    stop.mapped = machine;
    stop.style = style;
    sigemptyset(&action.sa_mask);
    if (machine != NULL)
        sigaction(SIGBUS, &action, NULL);
    else
        signal(SIGBUS, SIG_DFL);
}

static void resume(int number) {
    (void)number;
    stop.resumed = true;
}

/* Not in the place of a standard stream that is closed. */
static void make_pipe(void) {
    enum { FIRST = 3 };
    int end[2];
    if (pipe(end) != 0)
        return;
    for (int k = 0; k < 2; k++) {
        stop.wake[k] = fcntl(end[k], F_DUPFD_CLOEXEC, FIRST);
        fcntl(stop.wake[k], F_SETFL, O_NONBLOCK);
        close(end[k]);
    }
}

void stop_after(double seconds) {
    struct sigaction action = {.sa_handler = handle};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    set_timer(seconds);
}

void stop_begin(StarMachine *machine) {
    struct sigaction action = {.sa_handler = handle}, before;
    make_pipe();
    stop.machine = machine;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, NULL, &before);
    stop.catches = before.sa_handler != SIG_IGN; /* not in the background */
    if (stop.catches)
        sigaction(SIGINT, &action, NULL);
    signal(SIGCONT, resume);
}

void stop_end(void) {
    set_timer(0);
    stop.machine = NULL;
    if (stop.catches)
        signal(SIGINT, SIG_DFL);
    for (int k = 0; k < 2; k++) {
        close(stop.wake[k]);
        stop.wake[k] = -1;
    }
}

bool stop_again(void) {
    const bool interrupted = stop.interrupted;
    char byte;
    set_timer(0);
    stop.interrupted = stop.resumed = false;
    while (read(stop.wake[0], &byte, 1) > 0)
        ;
    return interrupted;
}

/* SIGCONT comes only while it waits, so that none is missed. */
bool stop_wait(int fd, void (*resumed)(void)) {
    struct pollfd wait[] = {{.fd = fd, .events = POLLIN},
                            {.fd = stop.wake[0], .events = POLLIN}};
    sigset_t resuming, before;
    int ready;
    sigemptyset(&resuming);
    sigaddset(&resuming, SIGCONT);
    pthread_sigmask(SIG_BLOCK, &resuming, &before);
    do {
        if (stop.resumed && resumed != NULL)
            resumed();
        stop.resumed = false;
        ready = ppoll(wait, 2, NULL, &before);
    } while (ready < 0 && errno == EINTR);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return wait[1].revents == 0;
}
