/* SPDX-License-Identifier: MIT */
/* The cells that an instruction names, for functions with `at`, the
 * instruction, and R, the frame's cells. */
#ifndef STAR_CELLS_H
#define STAR_CELLS_H

#include "interp/exec.h"

#define A (R[at->a])
#define B (R[at->b])
#define C (R[at->c])

#endif
