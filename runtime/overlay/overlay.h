/* SPDX-License-Identifier: MIT */
/* A backend above another one, that of the processor or of a device: every
 * primitive enters there, and it has the functions of the one below for what it
 * leaves to them.
 *
 *     be->ops.kernel[p] --> run --> kernels of its own
 *                        |
 *                        +----> star_overlay_sync, overlay.ops.kernel[p]
 *
 * The functions below are for backends with one: gpu/, and partition/, which
 * may stand above gpu/. */
#ifndef STAR_OVERLAY_H
#define STAR_OVERLAY_H

#include "backend.h"
#include "plan/plan.h"
#include "primitives/primitives.h"

typedef struct StarOverlay {
    StarOperand operand[STAR_PRIM_COUNT][STAR_MAX_OPERANDS]; /* signatures */
    StarBackendOps ops; /* of the backend below */
} StarOverlay;

/* Fills the overlay, and puts the entries of overlay_entries.h in the place of
 * the kernels. The caller then puts its other functions, and its state, into
 * the backend. */
void star_overlay_attach(StarBackend *be, StarOverlay *overlay,
                         StarKernel *const entry[STAR_PRIM_COUNT]);

/* Makes the backend the one below again; there are no regions. The overlay and
 * the state are the caller's to free. */
void star_overlay_detach(StarBackend *be, const StarOverlay *overlay);

/* Makes the host copies of what the kernel of the one below uses valid, by
 * star_object_sync: operands that it reads or changes, then the results that it
 * overwrites. */
StarStatus star_overlay_sync(StarBackend *be, const StarOverlay *overlay,
                             StarPrim prim, const StarCell *arg);

/* The same for its run_loop and run_pairs. */
StarStatus star_overlay_sync_loop(StarBackend *be, const StarPlan *loop,
                                  const StarCell *R);

#endif
