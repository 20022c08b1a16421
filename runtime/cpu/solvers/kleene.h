/* The Kleene star of a square matrix, in four algebras. */
#ifndef STAR_KLEENE_H
#define STAR_KLEENE_H

#include "backend.h"
#include "cpu/simd/simd.h"

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
 * sums are made in the order of Floyd's and Warshall's rounds.
 *
 * STAR_DECLINED: a is as it was, and has a number that is illegal or not
 * defined, or a sum that overflows or comes near that, or a vertex whose arc to
 * itself is better than the unit. STAR_DIVERGENCE, which is not raised: so, and
 * it has a circuit that is better than the unit. STAR_MEMORY leaves it too;
 * what star_stopped says does not. */
StarStatus star_kleene(StarBackend *be, void *a, int64_t n, StarNumber number,
                       StarRing ring);

#endif
