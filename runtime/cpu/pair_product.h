/* SPDX-License-Identifier: MIT */
/* Products of bit matrices by the CPU. */
#ifndef STAR_PAIR_PRODUCT_H
#define STAR_PAIR_PRODUCT_H

#include "backend.h"
#include "plan/pairs.h"

/* As runtime/plan/pairs.h says, by all threads. Adds to *found unless it is
 * NULL. If star_stopped says to stop, the pairs are done in part. */
void star_pairs(StarBackend *be, const StarPairs *pairs, StarPairsFound *found);

#endif
