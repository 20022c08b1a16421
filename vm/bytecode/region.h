/* SPDX-License-Identifier: MIT */
/* A region of a program: the instructions that a backend runs itself, from one
 * of them on to the first that it leaves to the dispatch loop. */
#ifndef STAR_REGION_H
#define STAR_REGION_H

#include "bytecode/program.h"

/* A call: where it returns to, its cells, its procedure. */
typedef struct StarFrame {
    const StarInstr *back;
    StarCell *cell;
    const StarProc *proc;
    uint32_t holds, pins; /* of the heap, when it was called */
} StarFrame;

/* The state of a machine between two instructions, which run_region reads, and
 * changes as the instructions that it ran would have. It calls procedures only
 * while the machine's account of memory knows cells and frames for them. */
typedef struct StarRegion {
    const StarProgram *program;
    const StarInstr *at;  /* the next instruction */
    StarCell *stack;      /* the frames' cells, one frame behind the other, */
    StarCell *stack_end;  /* up to here */
    int64_t frame_most;   /* cells that must be left where a frame begins */
    StarFrame *frame;     /* the calls, the program's block first: */
    uint32_t depth;       /* so many, */
    uint32_t depth_end;   /* and at most */
    int64_t fuel;         /* steps that are left */
    int64_t statements;   /* that were begun: STEPS instructions */
    uint32_t holds, pins; /* of the heap now */
    int64_t run;          /* counts the machine's runs: a program is the same
                             in a run */
} StarRegion;

#endif
