/* SPDX-License-Identifier: MIT */
/* Garbage collection of a program that grows (grammar/session/session.h). It
 * frees procedures that no name and no reachable procedure refers to, with
 * their instructions, constants, fused expressions and loops, and variables
 * without a name and a use. The rest moves together and is renumbered:
 *
 *     before   0 1 2 3 4 5      reachable: 0 2 5
 *     remap    0 - 1 - - 2      -: STAR_UNREACHABLE
 *     after    0 2 5 */
#ifndef STAR_BYTECODE_GC_H
#define STAR_BYTECODE_GC_H

#include "bytecode/program.h"

/* The new number of an item that was freed. */
#define STAR_UNREACHABLE UINT32_MAX

/* An entry for each procedure but 0, and for each cell of the program's frame.
 * Before the collection: 1 for a root, which is needed even if no code refers
 * to it, else 0. After it: the new number, or STAR_UNREACHABLE. */
typedef struct StarRemap {
    uint32_t *proc, *cell;
    uint32_t cells; /* of the frame, before and after */
} StarRemap;

/* Collects the garbage of a program, whose procedure 0 has no statements any
 * more, and fills in the new numbers. Jumps to where `scratch` says without
 * memory, before anything has changed. The caller moves the variables and
 * describes the frame. */
void star_program_gc(StarProgram *program, StarRemap *remap, Arena *scratch);

#endif
