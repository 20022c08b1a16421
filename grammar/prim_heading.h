/* SPDX-License-Identifier: MIT */
/* What a call of a primitive looks like, by its row of primitives.def. */
#ifndef STAR_PRIM_HEADING_H
#define STAR_PRIM_HEADING_H

#include <stddef.h>

#include "primitives/primitives.h"

/* Writes STEP(Y: slice or word): integer, or X and Y: slice or word. */
void prim_heading(const StarPrimInfo *prim, char *text, size_t room);

#endif
