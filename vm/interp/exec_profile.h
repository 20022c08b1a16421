/* SPDX-License-Identifier: MIT */
/* The inside of a profile, shared by exec_profile.c, which counts, and
 * profile_sum.c, which adds up. */
#ifndef STAR_EXEC_PROFILE_H
#define STAR_EXEC_PROFILE_H

#include "interp/exec.h"
#include "debug/profile.h"
#include "debug/profile_shapes.h"

/* A procedure in a chain of calls. One that is in the chain already, as a
 * recursive one is, goes on counting where it stands. */
typedef struct Chain {
    const StarProc *proc;
    struct Chain *caller;
    struct Chain *called, *next; /* the last one it called first; the one
                                    called before this one */
    StarCount *count;            /* of each instruction of the procedure */
} Chain;

/* A procedure, over all its callers. */
typedef struct ProcCount {
    int64_t calls;
    int64_t active;   /* calls that have not returned, */
    StarCount before; /* all that was counted when the first of them began */
    StarCount total;  /* of it and of what it calls */
} ProcCount;

/* The counts of an instruction: operations, and for each operand the part of it
 * that is moved. */
typedef struct Weight {
    uint8_t operations;
    uint8_t moves[STAR_MAX_OPERANDS];
} Weight;

struct StarProfile {
    Weight weight[STAR_OP_COUNT];
    bool bodies; /* the last run was by the bodies of procedures */
    const StarProgram *program; /* of the last run, NULL before the first */
    StarMem mem;   /* not the program's: limits mean the same without it */
    Arena arena;   /* what follows is in it */
    Chain **chain; /* of each frame */
    uint32_t depth, room;
    ProcCount *proc;
    Shapes shapes;
    StarCount total;
    const StarInstr *at; /* what runs, NULL before the first instruction, */
    const StarCell *R;   /* its frame, */
    bool inside;         /* whether its operations are charged already, */
    uint64_t since;      /* and when it began */
    uint64_t empty;      /* ticks between two readings of the clock */
    uint64_t began;      /* the run, on the clock and in nanoseconds; then */
    int64_t began_ns;    /* the nanoseconds of a tick */
    double tick;
    int64_t waited_ns; /* of the run, not on a processor */
};

/* Adds counts to others. */
static inline void exec_profile_add(StarCount *to, const StarCount *x) {
    to->runs += x->runs;
    to->operations += x->operations;
    to->bits += x->bits;
    to->ticks += x->ticks;
}

/* The primitive that an operator of an expression stands for; "and not" is NOT
 * too. */
extern const StarPrim exec_fused[STAR_FUSE_OPERAND];

#endif
