/* SPDX-License-Identifier: MIT */
/* Which cells of a frame stand in registers, too, while code is made. Each of
 * them is in memory as well: at each border of two instructions the frame is
 * the interpreter's. */
#ifndef STAR_HELD_H
#define STAR_HELD_H

#include "bytecode/program.h"

/* Registers of the processor for ordinals and addresses, and for reals. */
typedef enum HeldKind { HELD_ORDINAL, HELD_REAL, HELD_KINDS } HeldKind;
enum { HELD_REGISTERS = 8 };

typedef struct Held {
    uint16_t cell[HELD_KINDS][HELD_REGISTERS];        /* or STAR_NO_CELL */
    uint32_t used[HELD_KINDS][HELD_REGISTERS], clock; /* when, the last time */
    uint8_t pinned[HELD_KINDS]; /* a bit for each that a loop keeps */
} Held;

/* So many registers are there. */
unsigned held_registers(HeldKind kind);

/* Drops all cells, and all but those that a loop keeps. */
void held_forget(Held *s);
void held_unpinned(Held *s);
bool held_any(const Held *s);

/* The register with a cell, or -1; one to be used, which is none of `busy`, or
 * -1. */
int held_register(Held *s, HeldKind kind, uint16_t cell);
int held_room(Held *s, HeldKind kind, unsigned busy);

/* A register has the value of a cell; then no other one of its kind has. */
void held_put(Held *s, HeldKind kind, int reg, uint16_t cell);

/* Operand k of a row: its letter, 0 where there is none in a cell of the frame;
 * its kind. */
char held_letter(const StarInstr *at, int k);
static inline HeldKind held_kind(char letter) {
    return letter == 'r' || letter == 'R' ? HELD_REAL : HELD_ORDINAL;
}

/* True for an instruction that may change cells that it does not name. */
bool held_may_change(const StarInstr *at);

/* The first and the last instruction that jump to one: 1 + their numbers, or
 * 0. */
typedef struct HeldJumps {
    uint32_t first, last;
} HeldJumps;

/* Those to each instruction of a program. */
void held_jumps(const StarProgram *p, HeldJumps *jumps);

/* Pins the cells that are used most in the loop that begins at an instruction,
 * of those that are read before they are written. False unless it is an
 * innermost one, all of whose instructions have operands in registers, as
 * `holds` says, and which is entered at its beginning. */
bool held_pin(Held *s, const StarProgram *p, const HeldJumps *jumps,
              uint32_t from, bool (*holds)(const StarInstr *));

#endif
