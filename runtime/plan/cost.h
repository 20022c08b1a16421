/* SPDX-License-Identifier: MIT */
/* From which size on another executor takes a plan or a primitive. Each is what
 * the rates of one core and of a launch make of it; docs/architecture/gpu.md
 * has them beside one another, with the rates. */
#ifndef STAR_COST_H
#define STAR_COST_H

enum {
    /* A loop of fewer iterations takes less time as instructions than the
     * checks of its plan. */
    STAR_COST_TRIPS = 4,
    /* The longest bit vector that the dispatch loop takes itself; a longer one
     * is worth the call of a kernel, and threads. */
    STAR_COST_INLINE_BITS = 1 << 18,
    /* Operands of fewer bytes a core has passed before a launch begins. */
    STAR_COST_DEVICE_BYTES = 1 << 15,
    /* Bit vectors of fewer bits a core passes as soon as a region does. */
    STAR_COST_REGION_BITS = 1 << 18,
    /* A loop of so many iterations a region leaves to launches, which run all
     * of them at once. */
    STAR_COST_LAUNCHED_TRIPS = 64
};

#endif
