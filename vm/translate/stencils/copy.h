/* SPDX-License-Identifier: MIT */
/* Code that is made of stencils: what stencil_copy.c, which copies them, and
 * copy_row.c, which has operands in registers, share. */
#ifndef STAR_COPY_H
#define STAR_COPY_H

#include "translate/facts.h"
#include "translate/stencils/held.h"
#include "translate/stencils/stencils.h"

/* What a hole is filled with: operands, addresses, places in the code. */
typedef enum HoleValue {
    HOLE_A,
    HOLE_B,
    HOLE_C,
    HOLE_D,
    HOLE_KB,
    HOLE_KC,
    HOLE_UB,
    HOLE_UC,
    HOLE_LONG,
    HOLE_CONSTANT,
    HOLE_HIGH,
    HOLE_BACK,
    HOLE_PROC,
    HOLE_STEP,
    HOLE_OWN,
    HOLE_DISOWN,
    HOLE_AT,
    HOLE_BEHIND,
    HOLE_TARGET,
    HOLE_NEXT, /* behind the stencil */
    HOLE_TO,   /* where the instruction jumps */
    HOLE_LEAVE,
    HOLE_SLOW, /* where the interpreter's function is called */
    HOLE_OUT,
    HOLE_DATA,
    HOLE_OUTSIDE
} HoleValue;

typedef enum HoleKind { HOLE_32, HOLE_64, HOLE_NEAR } HoleKind;

typedef struct StencilHole {
    uint16_t at;
    uint8_t kind, value;
    int32_t addend;
} StencilHole;

/* Where its code, its holes and those for registers begin, in those of all, and
 * how many they are; a size of 0: there is none. Whether its operands are in
 * registers: then each of those holes is 8 times where the byte is, twice the
 * operand, and whether the register's number stands in bits 3 to 5. */
typedef struct Stencil {
    uint16_t code, hole, reg, size, holes, regs;
    bool holds;
} Stencil;

typedef struct Copy {
    StencilCode *code;
    const StarProgram *p;
    const StarProc *proc;
    size_t end;     /* of what was copied */
    uint32_t out;   /* where the code is that ends it all, */
    uint32_t left;  /* pieces of code that are needed rarely; */
    uint32_t rare;  /* what comes next of them; */
    uint32_t leave; /* those of this instruction */
    uint32_t slow;
    uint32_t next; /* what follows the stencil */
    bool sizes;    /* only the places are found */
    bool leaves;   /* behind each instruction */
    Cells cells;
    Facts facts; /* of the procedure */
    Held held;
    HeldJumps *jumps;  /* to each instruction, of held_jumps */
    uint32_t from, to; /* a loop that keeps cells; */
    uint32_t again;    /* where its code is, behind what loads them */
    unsigned reg[4];   /* those of the instruction's operands, as in code */
} Copy;

/* Appends bytes; the stencil of an instruction. */
void copy_put(Copy *c, const void *bytes, size_t size);
void copy_stencil(Copy *c, uint32_t number, unsigned which);

/* The stencil of an instruction for which copy_holds, the shorter one where
 * enough is known of its operands. */
void copy_held(Copy *c, uint32_t number);

/* True for an instruction with a stencil whose operands are in registers. */
bool copy_holds(const StarInstr *at);

/* True for one of the loop that keeps cells. */
static inline bool copy_in_loop(const Copy *c, uint32_t number) {
    return number >= c->from && number < c->to;
}

/* An instruction for which copy_holds; MOVE, of any kind. */
void copy_row(Copy *c, uint32_t number);
void copy_row_move(Copy *c, uint32_t number);

/* Before an instruction: where jumps meet, only what a loop keeps is in
 * registers; then, what a loop keeps that begins here is loaded. */
void copy_row_meet(Copy *c, uint32_t number);
void copy_row_loop(Copy *c, uint32_t number);

#endif
