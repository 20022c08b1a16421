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
 * changes as the instructions that it ran would have. All of them are of the
 * newest frame. */
typedef struct StarRegion {
    const StarProgram *program;
    const StarInstr *at;    /* the next instruction */
    StarCell *stack;        /* the frames' cells, one frame behind the other */
    const StarFrame *frame; /* the calls, the program's block first: */
    uint32_t depth;         /* so many */
    bool calls;             /* the machine has memory for another one */
    int64_t fuel;           /* steps that are left */
    int64_t statements;     /* that were begun: STEPS instructions */
    int64_t run;            /* counts the machine's runs: a program is the same
                               in a run */
} StarRegion;

#endif
