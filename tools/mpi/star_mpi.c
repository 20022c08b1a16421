/* SPDX-License-Identifier: MIT */
/* The transport of several ranks by MPI, and nothing else: see
 * runtime/partition/transport.h.
 *
 * Each message is an operation, mostly a collective one, that is tested again
 * and again, so that a rank that waits notices when another one has ended. That
 * one says so on a communicator of its own: it cannot come to the operation any
 * more. */
#include <mpi.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "partition/transport.h"

/* What MPI counts in an int: the numbers or bytes of a message, and the words
 * in front of those that it puts. Tests have less. */
#ifndef STAR_MPI_MOST
#define STAR_MPI_MOST (1 << 24)
#define STAR_MPI_REACH INT32_MAX
#endif

enum {
    LOOKS = 1 << 16, /* tests from one look at other ranks to the next */
    YIELDS = 1 << 7, /* tests until other processes may run */
    ENDED = 1,       /* tags */
    WAITS = 2,
    VALUES = 3,
    SMALL = 16 /* values of a reduction that go from rank to rank */
};

/* Seconds that a message may take once a rank has ended, and once this rank is
 * to stop; and until a rank says that it waits. */
static const double LATE = 3, STOPPED = 0.25, LONG = 1;

typedef enum MessageKind { REDUCE, BROADCAST, GATHER, EXCHANGE } MessageKind;

/* What all ranks should be doing. */
typedef struct Message {
    int64_t number, kind;
    uint64_t size;
} Message;

typedef struct Mpi {
    MPI_Comm data, control;
    int rank, ranks;
    int *count, *from; /* of gather */
    Message own, told; /* the message now; the one that the others know of */
    double ended;      /* when a rank was seen to have ended; 0: none was */
    const int *stop;   /* see StarTransport.heed */
    double stopped;    /* when it was seen to be set; 0: it was not */
    bool lost;         /* a message was not completed: there are no others */
    int status;        /* of finish */
} Mpi;

/* A rank that waits long tells the others for which message. */
static void tell(Mpi *m) {
    m->told = m->own;
    for (int r = 0; r < m->ranks; r++) {
        MPI_Request request;
        if (r == m->rank)
            continue;
        MPI_Isend(&m->told, (int)sizeof m->told, MPI_BYTE, r, WAITS, m->control,
                  &request);
        MPI_Request_free(&request);
    }
}

/* True if another rank waits for another message with the number of this one's:
 * neither will come. */
static bool is_other(Mpi *m) {
    Message theirs;
    int there = 1;
    bool other = false;
    MPI_Iprobe(MPI_ANY_SOURCE, WAITS, m->control, &there, MPI_STATUS_IGNORE);
    while (there) {
        MPI_Recv(&theirs, (int)sizeof theirs, MPI_BYTE, MPI_ANY_SOURCE, WAITS,
                 m->control, MPI_STATUS_IGNORE);
        other |= theirs.number == m->own.number &&
                 (theirs.kind != m->own.kind || theirs.size != m->own.size);
        MPI_Iprobe(MPI_ANY_SOURCE, WAITS, m->control, &there,
                   MPI_STATUS_IGNORE);
    }
    return other;
}

/* True if this rank was to stop, and not just now. */
static bool is_stopped(Mpi *m, double now) {
    if (m->stop == NULL || __atomic_load_n(m->stop, __ATOMIC_SEQ_CST) == 0)
        m->stopped = 0;
    else if (m->stopped == 0)
        m->stopped = now;
    return m->stopped != 0 && now - m->stopped > STOPPED;
}

/* True if a message that was begun at a time cannot be completed: some rank
 * ended, and not just now, or this one is to. */
static bool is_lost(Mpi *m, double begun) {
    const double now = MPI_Wtime();
    int ended = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, ENDED, m->control, &ended, MPI_STATUS_IGNORE);
    if (!ended)
        m->ended = 0;
    else if (m->ended == 0)
        m->ended = now;
    if (now - begun > LONG && m->told.number < m->own.number)
        tell(m);
    return is_other(m) || is_stopped(m, now) ||
           (ended && now - m->ended > LATE);
}

/* Waits for an operation; false if it cannot be completed. */
static bool wait_for(Mpi *m, MPI_Request *request) {
    const double since = MPI_Wtime();
    int done = 0;
    for (long tests = 1; !done; tests++) {
        if (MPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return false;
        if (!done && tests % YIELDS == 0)
            sched_yield();
        if (!done && tests % LOOKS == 0 && is_lost(m, since))
            return false;
    }
    return true;
}

/* Completes an operation that was begun, if it was. */
static bool complete(Mpi *m, int begun, MPI_Request *request) {
    m->lost = m->lost || begun != MPI_SUCCESS || !wait_for(m, request);
    return !m->lost;
}

static void heed(void *state, const int *stop) {
    Mpi *m = state;
    m->stop = stop;
}

/* Notes which message comes next; false if there will be none. */
static bool next(Mpi *m, MessageKind kind, size_t size) {
    m->own = (Message){m->own.number + 1, kind, size};
    return !m->lost;
}

static int64_t join(StarReduction how, int64_t a, int64_t b) {
    return how == STAR_REDUCE_SUM   ? (int64_t)((uint64_t)a + (uint64_t)b)
           : how == STAR_REDUCE_MIN ? (a < b ? a : b)
           : how == STAR_REDUCE_MAX ? (a > b ? a : b)
                                    : a | b;
}

static bool send(Mpi *m, const int64_t *value, size_t count, int to) {
    MPI_Request request;
    return complete(m,
                    MPI_Isend(value, (int)count, MPI_INT64_T, to, VALUES,
                              m->data, &request),
                    &request);
}

/* Joins the values with those of another rank, which gets these if `both`. */
static bool join_with(Mpi *m, StarReduction how, int64_t *value, size_t count,
                      int other, bool both) {
    int64_t theirs[SMALL];
    MPI_Request request;
    const int begun = MPI_Irecv(theirs, (int)count, MPI_INT64_T, other, VALUES,
                                m->data, &request);
    if ((both && !send(m, value, count, other)) ||
        !complete(m, begun, &request))
        return false;
    for (size_t k = 0; k < count; k++)
        value[k] = join(how, value[k], theirs[k]);
    return true;
}

/* A few values: in each step every rank has those of twice as many. What is
 * more than a power of two ranks gives its values to others first. MPI's own
 * takes longer to begin. */
static bool reduce_small(Mpi *m, StarReduction how, int64_t *value,
                         size_t count) {
    int half = 1;
    while (2 * half <= m->ranks)
        half *= 2;
    const int other = m->rank ^ half;
    if (m->rank >= half) {
        if (!send(m, value, count, other))
            return false;
        memset(value, 0, count * sizeof *value);
        return join_with(m, STAR_REDUCE_OR, value, count, other, false);
    }
    if (other < m->ranks && !join_with(m, how, value, count, other, false))
        return false;
    for (int step = 1; step < half; step *= 2)
        if (!join_with(m, how, value, count, m->rank ^ step, true))
            return false;
    return other >= m->ranks || send(m, value, count, other);
}

static bool reduce(void *state, StarReduction how, int64_t *value,
                   size_t count) {
    static const size_t MOST = STAR_MPI_MOST;
    Mpi *m = state;
    const MPI_Op op = how == STAR_REDUCE_SUM   ? MPI_SUM
                      : how == STAR_REDUCE_MIN ? MPI_MIN
                      : how == STAR_REDUCE_MAX ? MPI_MAX
                                               : MPI_BOR;
    bool good = next(m, REDUCE, count);
    if (count <= SMALL)
        return good && reduce_small(m, how, value, count);
    for (size_t k = 0; k < count && good; k += MOST) {
        MPI_Request request;
        const size_t n = count - k < MOST ? count - k : MOST;
        good = complete(m,
                        MPI_Iallreduce(MPI_IN_PLACE, value + k, (int)n,
                                       MPI_INT64_T, op, m->data, &request),
                        &request);
    }
    return good;
}

/* In pieces. */
static bool send_to_all(Mpi *m, void *bytes, size_t count, int root) {
    static const size_t MOST = STAR_MPI_MOST;
    bool good = true;
    for (size_t k = 0; k < count && good; k += MOST) {
        MPI_Request request;
        const size_t n = count - k < MOST ? count - k : MOST;
        good = complete(m,
                        MPI_Ibcast((char *)bytes + k, (int)n, MPI_BYTE, root,
                                   m->data, &request),
                        &request);
    }
    return good;
}

static bool broadcast(void *state, void *bytes, size_t count, int root) {
    Mpi *m = state;
    return next(m, BROADCAST, count) && send_to_all(m, bytes, count, root);
}

/* Each rank to all, one after the other. */
static bool send_parts(Mpi *m, uint64_t *all, const size_t *first) {
    bool good = true;
    for (int r = 0; r < m->ranks && good; r++)
        good = send_to_all(m, all + first[r],
                           (first[r + 1] - first[r]) * sizeof *all, r);
    return good;
}

static bool gather(void *state, uint64_t *all, const size_t *first) {
    static const size_t MOST = STAR_MPI_MOST;
    Mpi *m = state;
    size_t longest = 0;
    bool good = next(m, GATHER, first[m->ranks]);
    if (first[m->ranks] > STAR_MPI_REACH)
        return good && send_parts(m, all, first);
    for (int r = 0; r < m->ranks; r++)
        if (first[r + 1] - first[r] > longest)
            longest = first[r + 1] - first[r];
    for (size_t k = 0; k < longest && good; k += MOST) {
        MPI_Request request;
        uint64_t *base = all + k;
        for (int r = 0; r < m->ranks; r++) {
            const size_t n = first[r + 1] - first[r];
            const size_t left = n > k ? n - k : 0;
            m->count[r] = (int)(left < MOST ? left : MOST);
            m->from[r] = (int)first[r];
        }
        good = complete(m,
                        MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL,
                                        base, m->count, m->from, MPI_UINT64_T,
                                        m->data, &request),
                        &request);
    }
    return good;
}

/* Words to a rank and from one. */
static bool send_and_get(Mpi *m, const uint64_t *out, size_t sent, int to,
                         uint64_t *in, size_t got, int from) {
    MPI_Request request = MPI_REQUEST_NULL;
    const int begun = got == 0 ? MPI_SUCCESS
                               : MPI_Irecv(in, (int)got, MPI_INT64_T, from,
                                           VALUES, m->data, &request);
    return (sent == 0 || send(m, (const int64_t *)out, sent, to)) &&
           complete(m, begun, &request);
}

/* In each step the ranks are a ring. */
static bool exchange(void *state, const uint64_t *out, const size_t *sent,
                     uint64_t *in, const size_t *got) {
    static const size_t MOST = STAR_MPI_MOST;
    Mpi *m = state;
    bool good = next(m, EXCHANGE, 0);
    for (int step = 0; step < m->ranks && good; step++) {
        const int to = (m->rank + step) % m->ranks;
        const int from = (m->rank + m->ranks - step) % m->ranks;
        const size_t s = sent[to + 1], g = got[from + 1];
        size_t a = sent[to], b = got[from];
        while ((a < s || b < g) && good) {
            const size_t most = s - a < MOST ? s - a : MOST;
            const size_t n = g - b < MOST ? g - b : MOST;
            good = send_and_get(m, out + a, most, to, in + b, n, from);
            a += most;
            b += n;
        }
    }
    return good;
}

/* The status of a rank that has ended, as is known or to be found out; false if
 * it has not. */
static bool has_ended(const Mpi *m, int rank, int known, int *status) {
    int ended = known;
    if (!known)
        MPI_Iprobe(rank, ENDED, m->control, &ended, MPI_STATUS_IGNORE);
    if (ended)
        MPI_Recv(status, 1, MPI_INT, rank, ENDED, m->control,
                 MPI_STATUS_IGNORE);
    return ended != 0;
}

/* Tells the others, and waits for them. */
static bool finish(void *state, double seconds, int *status) {
    Mpi *m = state;
    MPI_Request request;
    int done = 0;
    m->status = *status;
    for (int r = 0; r < m->ranks; r++) {
        MPI_Isend(&m->status, 1, MPI_INT, r, ENDED, m->control, &request);
        MPI_Request_free(&request);
    }
    const double until = MPI_Wtime() + seconds;
    MPI_Ibarrier(m->control, &request);
    while (!done && MPI_Wtime() < until) {
        if (MPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            break;
        sched_yield();
    }
    for (int r = m->ranks; r-- > 1;)
        has_ended(m, r, done, status);
    if (!has_ended(m, 0, done, status))
        *status = STAR_STATUS_UNKNOWN;
    return done != 0;
}

static void abandon(void *state, int status) {
    const Mpi *m = state;
    MPI_Abort(m->data, status);
    abort();
}

static void release(void *state) {
    Mpi *m = state;
    MPI_Comm_free(&m->data);
    MPI_Comm_free(&m->control);
    free(m->count);
    free(m->from);
    free(m);
    MPI_Finalize();
}

static void find_neighbours(StarTransport *t) {
    MPI_Comm host;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &host);
    MPI_Comm_size(host, &t->neighbours);
    MPI_Comm_rank(host, &t->neighbour);
    MPI_Comm_free(&host);
}

__attribute__((visibility("default"))) StarTransportOpen star_transport;

bool star_transport(StarTransport *t) {
    Mpi *m = calloc(1, sizeof *m);
    int level; /* threads compute; only this one calls MPI */
    if (m == NULL || MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) !=
                         MPI_SUCCESS) {
        free(m);
        return false;
    }
    /* the copies inherit it; Open MPI reports what a test finds at the world */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &m->data);
    MPI_Comm_dup(MPI_COMM_WORLD, &m->control);
    MPI_Comm_rank(m->data, &m->rank);
    MPI_Comm_size(m->data, &m->ranks);
    m->count = calloc((size_t)m->ranks, sizeof *m->count);
    m->from = calloc((size_t)m->ranks, sizeof *m->from);
    if (m->count == NULL || m->from == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    *t = (StarTransport){.version = STAR_TRANSPORT_VERSION,
                         .rank = m->rank,
                         .ranks = m->ranks,
                         .state = m,
                         .heed = heed,
                         .reduce = reduce,
                         .broadcast = broadcast,
                         .gather = gather,
                         .exchange = exchange,
                         .finish = finish,
                         .abandon = abandon,
                         .close = release};
    find_neighbours(t);
    return true;
}
