/* SPDX-License-Identifier: MIT */
/* Messages between the processes of one run, its ranks. A library with nothing
 * of STAR in it fills the table, such as tools/mpi: the binary interfaces of
 * MPI's implementations differ.
 *
 * All ranks make the same calls in the same order. Each call returns true, or
 * false if a rank cannot take part any more, or this one does not wait for it;
 * then only `finish` and `abandon` are left, and other calls return false. */
#ifndef STAR_TRANSPORT_H
#define STAR_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum StarReduction {
    STAR_REDUCE_SUM,
    STAR_REDUCE_MIN,
    STAR_REDUCE_MAX,
    STAR_REDUCE_OR
} StarReduction;

enum { STAR_TRANSPORT_VERSION = 4, STAR_STATUS_UNKNOWN = -1 };

typedef struct StarTransport {
    int version;
    int rank, ranks;
    int neighbours; /* ranks on this host, this one too, */
    int neighbour;  /* whose number among them is this, from 0 */
    void *state;
    /* From now on a call waits a quarter of a second at most for other ranks
     * where *stop is not 0, which a signal handler may set; NULL: as long as
     * it takes. */
    void (*heed)(void *state, const int *stop);
    /* value[k] := the sum, minimum, maximum or union of all ranks' value[k]. */
    bool (*reduce)(void *state, StarReduction how, int64_t *value,
                   size_t count);
    /* The bytes become those of rank `root`. */
    bool (*broadcast)(void *state, void *bytes, size_t count, int root);
    /* Rank r gives words first[r]..first[r + 1] - 1 of `all`, which afterwards
     * holds the words of all. */
    bool (*gather)(void *state, uint64_t *all, const size_t *first);
    /* Rank r gets words sent[r]..sent[r + 1] - 1 of `out`, and gives words
     * got[r]..got[r + 1] - 1 of `in`: each rank to each, itself too. */
    bool (*exchange)(void *state, const uint64_t *out, const size_t *sent,
                     uint64_t *in, const size_t *got);
    /* The run ends here, with a status: waits for all ranks, at most so many
     * seconds. The status becomes that of rank 0, or STAR_STATUS_UNKNOWN.
     * False: some rank does not come. */
    bool (*finish)(void *state, double seconds, int *status);
    /* Ends all ranks at once, this one too, with an exit status. */
    void (*abandon)(void *state, int status);
    void (*close)(void *state);
} StarTransport;

/* The one function of such a library, by the name star_transport. False: these
 * processes cannot speak to each other. */
typedef bool StarTransportOpen(StarTransport *transport);

#endif
