/* SPDX-License-Identifier: MIT */
#ifndef STAR_REFERENCE_H
#define STAR_REFERENCE_H

#include "backend.h"

/* The reference kernels: one for every primitive, obvious and slow. They
 * run on any backend whose memory the host can address. */
extern StarKernel *const star_reference[STAR_PRIM_COUNT];

#endif
