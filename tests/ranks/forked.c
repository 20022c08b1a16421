/* SPDX-License-Identifier: MIT */
/* The command as FORKED processes that this one forks: a transport by memory
 * that they share. `run` is `run --ranks --ranks-from 1`, so that all slices
 * and tables are divided. With FORKED_WRONG=N rank 1 gets a wrong bit by the
 * N-th broadcast of more than a number: a fault. With FORKED_DIES=N rank 1
 * kills itself before its N-th message. With FORKED_FOLDER the others than rank
 * 0 work in another folder, with FORKED_FILES=N they have N files at most. With
 * FORKED_COUNT rank 0 says how many reductions, broadcasts, gatherings and
 * exchanges there were, and how many words they had, those of an exchange being
 * what rank 0 sends to others and gets; with FORKED_PEAK, how many KiB of
 * memory each rank had. With FORKED_APART blocks have parts, as with a device;
 * with FORKED_HOSTS each rank is the only one on its host. With FORKED_PREAD=N
 * the N-th pread of rank 1 fails, with FORKED_FSTAT=N its N-th fstat; with
 * FORKED_FTRUNCATE=N the first N calls of ftruncate of rank 0. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "options.h"
#include "tools/peers/peers.h"

enum { ROOM = 1 << 20, LATE = 3 };

static const double STOPPED = 0.25;

typedef struct Barrier {
    _Atomic int arrived, meeting;
} Barrier;

typedef struct Shared {
    Barrier data, end;
    _Atomic int ended;
    int status;        /* of rank 0, and 1; 0: it has not ended */
    long peak[FORKED]; /* KiB */
    int64_t slot[FORKED][ROOM / 8];
    char bytes[ROOM];
} Shared;

static Shared *shared;
static int reductions, broadcasts, gatherings, exchanges;
static long words;
static int rank;
static const int *stop; /* see StarTransport.heed */
static bool died;       /* some other rank, as rank 0 knows */
static bool lost;       /* some rank, for a message */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* False if some do not come in time. */
static bool meet_at(Barrier *b, double seconds) {
    const int meeting = b->meeting;
    double until = seconds > 0 ? now() + seconds : 0;
    if (++b->arrived == FORKED) {
        b->arrived = 0;
        b->meeting++;
        syscall(SYS_futex, &b->meeting, FUTEX_WAKE, FORKED, NULL, NULL, 0);
        return true;
    }
    while (b->meeting == meeting) {
        const struct timespec most = {.tv_nsec = 10000000};
        syscall(SYS_futex, &b->meeting, FUTEX_WAIT, meeting, &most, NULL, 0);
        died |= rank == 0 && waitpid(-1, NULL, WNOHANG) > 0;
        if (((until > 0 && now() > until) || died) && b->meeting == meeting)
            return false;
        if (until == 0 && shared->ended > 0)
            until = now() + LATE;
        if (until == 0 && stop != NULL && *(const volatile int *)stop != 0)
            until = now() + STOPPED;
    }
    return true;
}

static void heed(void *state, const int *at) {
    (void)state;
    stop = at;
}

static bool meet(void) {
    lost = lost || !meet_at(&shared->data, 0);
    return !lost;
}

static int64_t join(StarReduction how, int64_t a, int64_t b) {
    return how == STAR_REDUCE_SUM   ? a + b
           : how == STAR_REDUCE_OR  ? a | b
           : how == STAR_REDUCE_MIN ? (a < b ? a : b)
                                    : (a > b ? a : b);
}

/* Before a message. */
static void may_die(void) {
    const char *at = getenv("FORKED_DIES");
    if (rank == 1 && at != NULL &&
        reductions + broadcasts + gatherings + exchanges == atoi(at))
        raise(SIGKILL);
}

static bool reduce(void *state, StarReduction how, int64_t *value,
                   size_t count) {
    (void)state;
    reductions++;
    words += (long)count;
    may_die();
    for (size_t at = 0; at < count; at += ROOM / 8) {
        const size_t n = count - at < ROOM / 8 ? count - at : ROOM / 8;
        memcpy(shared->slot[rank], value + at, 8 * n);
        if (!meet())
            return false;
        for (int r = 0; r < FORKED; r++)
            for (size_t k = 0; r != rank && k < n; k++)
                value[at + k] = join(how, value[at + k], shared->slot[r][k]);
        if (!meet())
            return false;
    }
    return true;
}

/* True of the broadcast whose last byte shall be wrong. */
static bool is_wrong(size_t count) {
    static int number;
    const char *wrong = getenv("FORKED_WRONG");
    return count > sizeof(int64_t) && rank == 1 && wrong != NULL &&
           ++number == atoi(wrong);
}

static bool broadcast(void *state, void *bytes, size_t count, int root) {
    (void)state;
    broadcasts++;
    words += (long)(count / 8);
    may_die();
    for (size_t at = 0; at < count; at += ROOM) {
        const size_t n = count - at < ROOM ? count - at : ROOM;
        if (rank == root)
            memcpy(shared->bytes, (char *)bytes + at, n);
        if (!meet())
            return false;
        if (rank != root)
            memcpy((char *)bytes + at, shared->bytes, n);
        if (!meet())
            return false;
    }
    if (is_wrong(count))
        ((char *)bytes)[count - 2] ^= 1;
    return true;
}

static bool gather(void *state, uint64_t *all, const size_t *first) {
    gatherings++;
    broadcasts -= FORKED;
    for (int r = 0; r < FORKED; r++)
        if (!broadcast(state, all + first[r], 8 * (first[r + 1] - first[r]), r))
            return false;
    return true;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* The first word of a slot says how many words its rank has left. */
static bool exchange(void *state, const uint64_t *out, const size_t *sent,
                     uint64_t *in, const size_t *got) {
    enum { PIECE = ROOM / 8 - 1 };
    (void)state;
    exchanges++;
    words += (long)(sent[FORKED] - (sent[rank + 1] - sent[rank]) + got[FORKED] -
                    (got[rank + 1] - got[rank]));
    may_die();
    for (int step = 0; step < FORKED; step++) {
        const int to = (rank + step) % FORKED;
        const int from = (rank + FORKED - step) % FORKED;
        size_t a = sent[to], b = got[from];
        for (bool more = true; more;) {
            int64_t *own = shared->slot[rank], *theirs = shared->slot[from];
            const size_t n = least(sent[to + 1] - a, PIECE);
            const size_t m = least(got[from + 1] - b, PIECE);
            own[0] = (int64_t)(sent[to + 1] - a);
            memcpy(own + 1, out + a, 8 * n);
            if (!meet())
                return false;
            memcpy(in + b, theirs + 1, 8 * m);
            more = false;
            for (int r = 0; r < FORKED; r++)
                more |= shared->slot[r][0] > PIECE;
            a += n;
            b += m;
            if (!meet())
                return false;
        }
    }
    return true;
}

static bool finish(void *state, double seconds, int *status) {
    struct rusage used;
    (void)state;
    getrusage(RUSAGE_SELF, &used);
    shared->peak[rank] = used.ru_maxrss;
    if (rank == 0)
        shared->status = *status + 1;
    shared->ended++;
    const bool met = meet_at(&shared->end, seconds);
    *status = shared->status > 0 ? shared->status - 1 : STAR_STATUS_UNKNOWN;
    return met;
}

static void leave(void *state) {
    (void)state;
    if (rank == 0 && getenv("FORKED_COUNT") != NULL)
        fprintf(stderr, "%d %d %d %ld %d\n", reductions, broadcasts, gatherings,
                words, exchanges);
    for (int r = 0; r < FORKED && rank == 0 && getenv("FORKED_PEAK") != NULL;
         r++)
        fprintf(stderr, "%ld\n", shared->peak[r]);
    while (rank == 0 && wait(NULL) > 0)
        ;
}

/* Only in a build that counts conditions, where exit calls it. */
int __llvm_profile_write_file(void) __attribute__((weak));

static void abandon(void *state, int status) {
    (void)state;
    if (__llvm_profile_write_file != NULL)
        __llvm_profile_write_file();
    if (rank > 0) /* and so the others */
        kill(getppid(), SIGTERM);
    _exit(status);
}

const char *__wrap_peers_open(Peers *p, const char *library);
const char *__wrap_peers_open(Peers *p, const char *library) {
    (void)library;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return "no memory";
    for (int r = 1; r < FORKED && rank == 0; r++)
        if (fork() == 0) {
            rank = r;
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            const char *files = getenv("FORKED_FILES");
            const rlim_t most = files != NULL ? (rlim_t)atoi(files) : 0;
            const char *folder = getenv("FORKED_FOLDER");
            if (files != NULL &&
                setrlimit(RLIMIT_NOFILE, &(struct rlimit){most, most}) != 0)
                return "no limit";
            if (folder != NULL && chdir(folder) != 0)
                return "no folder";
        }
    const bool alone = getenv("FORKED_HOSTS") != NULL;
    p->transport = (StarTransport){.version = STAR_TRANSPORT_VERSION,
                                   .rank = rank,
                                   .ranks = FORKED,
                                   .neighbours = alone ? 1 : FORKED,
                                   .neighbour = alone ? 0 : rank,
                                   .heed = heed,
                                   .reduce = reduce,
                                   .broadcast = broadcast,
                                   .gather = gather,
                                   .exchange = exchange,
                                   .finish = finish,
                                   .abandon = abandon,
                                   .close = leave};
    return NULL;
}

/* The number of an environment variable of this rank; 0: there is none. */
static int wanted(const char *name, int of) {
    const char *number = getenv(name);
    return rank == of && number != NULL ? atoi(number) : 0;
}

ssize_t __real_pread(int fd, void *to, size_t size, off_t at);
ssize_t __wrap_pread(int fd, void *to, size_t size, off_t at);
ssize_t __wrap_pread(int fd, void *to, size_t size, off_t at) {
    static int calls;
    if (++calls != wanted("FORKED_PREAD", 1))
        return __real_pread(fd, to, size, at);
    errno = EIO;
    return -1;
}

int __real_fstat(int fd, struct stat *s);
int __wrap_fstat(int fd, struct stat *s);
int __wrap_fstat(int fd, struct stat *s) {
    static int calls;
    if (++calls != wanted("FORKED_FSTAT", 1))
        return __real_fstat(fd, s);
    errno = EIO;
    return -1;
}

int __real_ftruncate(int fd, off_t size);
int __wrap_ftruncate(int fd, off_t size);
int __wrap_ftruncate(int fd, off_t size) {
    static int calls;
    if (++calls > wanted("FORKED_FTRUNCATE", 0))
        return __real_ftruncate(fd, size);
    errno = EIO;
    return -1;
}

int __real_options_parse(Options *o, int argc, char **argv);
StarStatus __real_peers_attach(const Peers *p, StarBackend *be, int64_t from);
StarStatus __wrap_peers_attach(const Peers *p, StarBackend *be, int64_t from);
StarStatus __wrap_peers_attach(const Peers *p, StarBackend *be, int64_t from) {
    void *device = be->device;
    if (getenv("FORKED_APART") != NULL)
        be->device = be;
    const StarStatus status = __real_peers_attach(p, be, from);
    be->device = device;
    return status;
}

int __wrap_options_parse(Options *o, int argc, char **argv);
int __wrap_options_parse(Options *o, int argc, char **argv) {
    const int status = __real_options_parse(o, argc, argv);
    o->given |= OPTION(RANKS) | OPTION(RANKS_FROM);
    o->ranks_from = o->ranks_from > 0 ? o->ranks_from : 1;
    return status;
}
