/* SPDX-License-Identifier: MIT */
/* Pairs of vectors that share a 1 at all, which need no counts. */
#ifndef STAR_BOOLEAN_PRODUCT_H
#define STAR_BOOLEAN_PRODUCT_H

#include "backend.h"
#include "plan/pairs.h"

/* Makes the bits of pairs if they ask for that of all pairs, and these are so
 * many that it pays: then they are made in part if star_stopped says to stop.
 * False: nothing was done, as without memory. */
bool star_boolean_product(StarBackend *be, const StarPairs *pairs);

#endif
