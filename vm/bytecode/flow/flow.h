/* SPDX-License-Identifier: MIT */
/* The verifier's second part follows values: what each cell of a frame holds
 * before each instruction, in one pass over the procedure, again from the top
 * while a jump back brings something else.
 *
 *     cell 3   holds an array of bytes that cell 9 owns
 *     cell 4   holds the address of a real
 *     cell 5   holds nothing yet
 *
 * Where ways meet, a cell holds what it holds on both. A variable's cell holds
 * what its type says, from the beginning of the frame; all others are followed,
 * the arguments of calls among them.
 *
 * What pointers, files and procedures that are parameters lead to is not in the
 * bytecode: it is believed (FLOW_ANY, a record without layout). */
#ifndef STAR_FLOW_H
#define STAR_FLOW_H

#include "bytecode/verify.h"

/* Whether a cell holds something; GIVEN: an object that TAKE must take. */
enum { FLOW_NOTHING, FLOW_GIVEN, FLOW_VALUE };

/* What is at an address, beside a StarCellKind of a scalar; elements of which
 * the kind is not known. */
enum { FLOW_FRAME = 100, FLOW_PAIR, FLOW_ANY };

/* The origin of what no instruction of the frame frees. */
enum { FLOW_LASTS = STAR_NO_CELL };

typedef struct FlowValue {
    uint8_t is;
    uint8_t kind;    /* StarCellKind */
    uint8_t part;    /* of an array StarElement, of an address what is there */
    uint8_t object;  /* StarCellKind of the elements that are objects */
    bool fixed;      /* a constant or a value parameter: not to be changed */
    uint16_t origin; /* the cell whose object it is or lies within */
    const void *of;  /* the layout of a record, or of such elements; at the
                        address of a frame: its StarProc */
} FlowValue;

typedef struct Flow {
    Verify *v;
    StarMem *mem;
    uint32_t cells;     /* with arguments */
    FlowValue *now;     /* each cell, before the instruction */
    uint16_t *followed; /* the cells that are followed, */
    uint32_t count;     /* so many */
    uint32_t *place;    /* of each instruction: 1 + its number as a target */
    uint32_t targets;
    FlowValue *saved;    /* of each target the followed cells, */
    bool *reached;       /* once a way leads there */
    const bool *goes_to; /* instructions that a GOTO leads to, or NULL */
    bool live;           /* a way leads to the instruction */
    bool again;          /* a jump back brought something else */
} Flow;

/* True for the copy of a record that is a value parameter: it does not exist
 * before it is made. */
bool flow_is_copy(const StarProc *proc, uint32_t cell);

/* True for a cell that is followed: not a variable, but such a copy is, and an
 * object as the result of a function. */
bool flow_is_followed(const StarProc *proc, uint32_t cell);

/* What a cell holds at the beginning of its frame. */
FlowValue flow_at_entry(const StarProgram *program, const StarProc *proc,
                        uint32_t cell);

/* What a field of a record holds, the elements of an array of objects do. */
FlowValue flow_field(const StarField *field, FlowValue record);
FlowValue flow_element(FlowValue array);

/* A scalar. */
FlowValue flow_scalar(StarCellKind kind);

/* True if a value can stand where `wanted` is expected: the same kind with the
 * same parts. */
bool flow_fits(FlowValue value, FlowValue wanted);

/* The procedure around another one: the next in the code one level out. */
const StarProc *flow_around(const StarProgram *program, const StarProc *proc,
                            unsigned levels);

/* Applies the instruction at v->at to f->now, or refuses it. */
StarStatus flow_apply(Flow *f);

/* Checks the procedure of v. STAR_BYTECODE, STAR_MEMORY. */
StarStatus flow_verify(Verify *v, StarMem *mem, const bool *goes_to);

/* True if a cell, which an operation of a plan names, holds a value. */
bool flow_holds(const Flow *f, uint32_t cell);

#endif
