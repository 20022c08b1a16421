/* SPDX-License-Identifier: MIT */
/* The Kleene star of a square matrix, in four algebras. */
#ifndef STAR_KLEENE_H
#define STAR_KLEENE_H

#include "backend.h"
#include "cpu/simd/simd.h"
#include "values/object.h"

/* Processes that close the same matrix and divide the work. All make the same
 * calls in the same order. */
typedef struct StarTeam {
    void *state;
    int rank, ranks;
    /* STAR_OK if all have it; else STAR_DECLINED, or what this one has. */
    StarStatus (*agree)(void *state, StarStatus status);
    /* The words become those of process `root`; and see
     * StarTransport.gather. */
    StarStatus (*broadcast)(void *state, uint64_t *word, int64_t words,
                            int root);
    StarStatus (*gather)(void *state, uint64_t *all, const size_t *first);
} StarTeam;

/*              plus  times  epsilon                       unit
 *   maxplus    max   +      -infinity, -max of integers   0
 *   minplus    min   +      +infinity, max                0
 *   maxmin     max   min    as maxplus                    as epsilon of minplus
 *   boolean    max   min    0                             1
 */
typedef enum StarRing {
    STAR_MAXPLUS,
    STAR_MINPLUS,
    STAR_MAXMIN,
    STAR_BOOLEAN
} StarRing;

/* a, n rows of n numbers, becomes e + a + a^2 + ...: [a]ij, in row i, is the
 * arc j -> i, and then the best path from j to i. Without circuits each number
 * is the best of the sums of an arc and a number of the star; with circuits
 * sums are made in the order of the iterations of Floyd and Warshall.
 *
 * STAR_DECLINED: a is unchanged, and has an illegal or undefined number, a sum
 * that overflows or nearly does, or a vertex whose arc to itself is better than
 * the unit. STAR_DIVERGENCE, which is not raised: a is unchanged, and has a
 * circuit that is better than the unit. STAR_MEMORY leaves a unchanged too; a
 * status of star_stopped does not. */
StarStatus star_kleene(StarBackend *be, void *a, int64_t n, StarNumber number,
                       StarRing ring);

/* The kernel of KLEENE, by a team. */
StarStatus star_kleene_share(StarBackend *be, StarCell *arg,
                             const StarTeam *team);

/* After star_kleene has returned STAR_DIVERGENCE: raises it with the circuit
 * that the iterations find first, vertices being numbered from `low`. Without
 * memory STAR_MEMORY, or the status of star_stopped. */
StarStatus star_kleene_diverges(StarBackend *be, void *a, int64_t n,
                                StarNumber number, StarRing ring, int64_t low);

/* Raises STAR_DIVERGENCE with the path from vertex i of n to k and back, where
 * that from j to i goes to first[i * n + j] first. */
StarStatus star_kleene_circuit(StarError *error, const uint32_t *first,
                               int64_t n, int64_t i, int64_t k, int64_t low);

#endif
