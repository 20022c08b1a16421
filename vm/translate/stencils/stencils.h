/* SPDX-License-Identifier: MIT */
/* Stencils: the machine code of an opcode, with holes for its operands. The
 * code of a procedure is that of its instructions, one behind the other. */
#ifndef STAR_STENCILS_H
#define STAR_STENCILS_H

#include "translate/run.h"

/* A run by stencils. */
typedef struct StencilRun {
    Run run;            /* the first member: its address is the run's */
    void *stack;        /* of the processor, where the code was entered */
    StarCell *cell_end; /* as far a frame may begin */
    int64_t next;       /* the instruction that follows, or ~ of one that
                           left, which was not done */
} StencilRun;

/* What stencils of opcodes end with, and others that go with them. */
enum {
    STENCIL_STEP = STAR_OP_PRIM, /* the interpreter's row, as a function */
    STENCIL_LEFT,                /* where an instruction leaves */
    STENCIL_BORDER,              /* leaves behind one */
    STENCIL_POLL,                /* before a jump back */
    STENCIL_OWN,                 /* before the call of one that owns objects */
    STENCIL_DISOWN,              /* before its return */
    STENCIL_BEGIN,               /* a function of C that runs code, */
    STENCIL_EXIT,                /* and what ends it */
    STENCIL_COUNT
};

/* Whether a row writes its operand a, of that letter, a cell of the frame, and
 * whether it reads it. */
static inline bool stencil_writes(unsigned op, char letter) {
    return letter == 'I' || letter == 'R' || letter == 'P' || letter == 'C' ||
           op == STAR_OP_DEREF || op == STAR_OP_FORUP || op == STAR_OP_FORDOWN;
}
static inline bool stencil_reads(unsigned op, char letter) {
    return !stencil_writes(op, letter) || op == STAR_OP_BITS ||
           op == STAR_OP_FORUP || op == STAR_OP_FORDOWN;
}

/* In StencilCode.at: the code goes on with cells in registers, so that it is
 * not entered there. */
#define STENCIL_HOLDS (UINT32_C(1) << 31)

/* Where a struct of the machine has what stencils read and write: they fit the
 * machine that they were made with. */
#define STENCIL_LAYOUT                                                       \
    offsetof(StarMachine, stack), offsetof(StarMachine, frame),              \
        offsetof(StarMachine, depth), offsetof(StarMachine, heap.holds),     \
        offsetof(StarMachine, heap.pins), offsetof(StarMachine, fuel.left),  \
        offsetof(StarMachine, debug.statements), sizeof(Frame),              \
        offsetof(Frame, back), offsetof(Frame, cell), offsetof(Frame, proc), \
        offsetof(Frame, holds), offsetof(Frame, pins),                       \
        offsetof(StarMachine, be.isa), offsetof(StarMachine, be.resident),   \
        offsetof(StarMachine, be.threads), sizeof(StarBits),                 \
        sizeof(StarTable), sizeof(StarIsa), sizeof(StarHeapSlot),            \
        offsetof(StarMachine, jit.depth_end), offsetof(StencilRun, stack),   \
        offsetof(StencilRun, cell_end), offsetof(StencilRun, next),          \
        offsetof(StarArray, data), offsetof(StarArray, dim),                 \
        offsetof(StarRecord, cell)

/* Code for what the program's statements reach, and `wanted`, which is called
 * in their place, or NULL. False without memory, or where there are no
 * stencils. With `leaves` each instruction leaves, and the next one is entered
 * anew: for tests. */
bool stencil_copy(StencilCode *code, const StarProgram *program,
                  const StarProc *wanted, StarMem *mem, bool leaves);
void stencil_free(StencilCode *code, StarMem *mem);

/* True where this build has stencils that fit it. */
bool stencil_fit(void);

#endif
