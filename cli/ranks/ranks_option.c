/* SPDX-License-Identifier: MIT */
/* For memfd_create. */
#define _GNU_SOURCE
#include "ranks/ranks_option.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "device.h"
#include "load.h"
#include "message.h"
#include "tools/peers/peers.h"

/* Seconds that a rank waits for the others after an error: when the time was
 * up; one that only this rank may have; and any other one. */
static const double LATE = 0.25, ALONE = 3, TOGETHER = 60, EVER = 1e9;

/* Seconds beyond --timeout that the others leave to rank 0, which may itself be
 * what hangs, to end all of them. */
static const double GRACE = 0.25;

static struct {
    Peers peers;
    bool on;
    int64_t from;
    double end;   /* of the time for this rank; 0: there is no limit */
    int messages; /* of ranks but the first: what they print, */
    int terminal; /* and where it would go */
} ranks;

/* The library beside the command, or where it is installed; where the system
 * has libraries, if it does not tell where the command is. */
static const char *library(void) {
    static const char *const place[] = {"", "../lib/star/"};
    static char path[PATH_MAX];
    char own[PATH_MAX] = "";
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    char *slash = length > 0 ? strrchr(own, '/') : NULL;
    if (slash == NULL)
        return "libstar-mpi.so";
    slash[1] = '\0';
    for (int k = 0; k < 2; k++) {
        const int put =
            snprintf(path, sizeof path, "%s%slibstar-mpi.so", own, place[k]);
        if (put < (int)sizeof path && access(path, R_OK) == 0)
            break;
    }
    return path;
}

/* What a rank but the first prints is kept, for it may be what the others do
 * not know. */
static void be_quiet(void) {
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    ranks.terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    ranks.messages = memfd_create("messages", MFD_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(ranks.messages, STDERR_FILENO);
    close(nothing);
}

/* Threads for each of the ranks of a host: at most its share of the processors,
 * of which it may be given some. */
static uint32_t threads(uint32_t given, int neighbours) {
    const long share = sysconf(_SC_NPROCESSORS_ONLN) / neighbours;
    return share >= (long)given ? given : share > 1 ? (uint32_t)share : 1;
}

/* The share of each rank in what a host's may use together: the least one, so
 * that all have the same errors. 0 if that is not known. */
static size_t memory(const Options *o, const StarTransport *t) {
    const size_t most = load_memory(o) / (size_t)t->neighbours;
    int64_t share = most == 0          ? 1
                    : most < INT64_MAX ? (int64_t)most
                                       : INT64_MAX;
    return t->reduce(t->state, STAR_REDUCE_MIN, &share, 1) ? (size_t)share : 0;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int ranks_option_open(Options *o) {
    if ((o->given & OPTION(RANKS)) == 0)
        return 0;
    if (o->device == DEVICE_CUDA && o->device_number != 0)
        return message_usage("run", MSG_RANKS_DEVICE());
    const char *why = peers_open(&ranks.peers, library());
    if (why != NULL)
        return STAR_HAVE_MPI ? message_usage("run", MSG_NO_RANKS(why))
                             : message_usage("run", MSG_NO_MPI(why));
    const StarTransport *t = &ranks.peers.transport;
    ranks.on = true;
    ranks.from = (int64_t)o->ranks_from;
    if (o->threads == 0)
        o->threads = threads(load_threads(o), t->neighbours);
    o->max_memory = memory(o, t);
    if (t->rank > 0) {
        be_quiet();
        o->timeout += o->timeout > 0 ? GRACE : 0;
    }
    ranks.end = o->timeout > 0 ? now() + o->timeout : 0;
    return 0;
}

bool ranks_option_on(void) {
    return ranks.on;
}

int ranks_option_device(void) {
    const int devices = device_count();
    return devices > 0 ? ranks.peers.transport.neighbour % devices : 0;
}

StarStatus ranks_option_attach(StarBackend *be) {
    return peers_attach(&ranks.peers, be, ranks.from);
}

size_t ranks_option_read(size_t (*read_first)(void *, char *, size_t),
                         void *context, char *text, size_t most) {
    const StarTransport *t = &ranks.peers.transport;
    uint64_t got = t->rank == 0 ? read_first(context, text, most) : 0;
    if (!t->broadcast(t->state, &got, sizeof got, 0) || got > most)
        return 0;
    return t->broadcast(t->state, text, got, 0) ? (size_t)got : 0;
}

int ranks_option_compare(const Options *o, StarBackend *be, int status) {
    if (!ranks.on || status != 0 || peers_compare(be) == STAR_OK)
        return status;
    return message_error(o->style, be->mem->error);
}

/* Shows the messages of a rank but the first. */
static void show_messages(void) {
    char text[4096];
    ssize_t got;
    lseek(ranks.messages, 0, SEEK_SET);
    while ((got = read(ranks.messages, text, sizeof text)) > 0) {
        const ssize_t put = write(ranks.terminal, text, (size_t)got);
        (void)put;
    }
}

/* True of an error that a rank may have alone. */
static bool may_be_alone(int status) {
    return status == star_status_exit(STAR_RANKS) ||
           status == star_status_exit(STAR_MEMORY) ||
           status == star_status_exit(STAR_DEVICE) ||
           status == star_status_exit(STAR_OPEN);
}

int ranks_option_close(int status) {
    const StarTransport *t = &ranks.peers.transport;
    int first = status;
    if (!ranks.on)
        return status;
    fflush(stdout);
    const double seconds = status == 0                            ? EVER
                           : ranks.end > 0 && now() >= ranks.end  ? LATE
                           : t->rank == 0 || may_be_alone(status) ? ALONE
                                                                  : TOGETHER;
    const bool met = peers_close(&ranks.peers, seconds, &first);
    if (t->rank > 0 && status != 0 && status != first)
        show_messages();
    if (!met)
        t->abandon(t->state,
                   status != 0 ? status : star_status_exit(STAR_RANKS));
    return first;
}
