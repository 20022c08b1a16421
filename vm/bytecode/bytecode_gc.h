/* A program that grows (grammar/session/session.h), rid of what nothing reaches
 * any more: procedures that no name stands for and no such one calls, with
 * their instructions, constants, fused expressions and loops; variables that
 * nobody can name or uses. What stays moves together and gets new numbers. */
#ifndef STAR_BYTECODE_GC_H
#define STAR_BYTECODE_GC_H

#include "bytecode/program.h"

#define STAR_UNREACHABLE UINT32_MAX

/* Of each procedure but 0, and of each cell of the program's frame: whether
 * something else than code needs it, then whether anything does; at last its
 * new number, or STAR_UNREACHABLE. */
typedef struct StarRemap {
    uint32_t *proc, *cell;
    uint32_t cells; /* of the frame; then how many of them stay */
} StarRemap;

/* Makes the program compact; no statements of procedure 0 are there any more.
 * `scratch` is all that may lack, before anything has changed. The caller moves
 * the variables, and describes the frame. */
void star_program_gc(StarProgram *program, StarRemap *compact, Arena *scratch);

#endif
