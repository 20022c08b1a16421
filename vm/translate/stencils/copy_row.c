/* SPDX-License-Identifier: MIT */
/* Operands in registers. */
#include "translate/stencils/copy.h"

#include <string.h>

#ifdef STENCILS_CURRENT

/* Three bits of a register's number, of which the fourth is set for ordinals.
 */
static unsigned coded(HeldKind kind, int reg) {
    static const uint8_t ordinal[] = {4, 5, 6, 7, 0, 1};
    return kind == HELD_REAL ? (unsigned)reg : ordinal[reg];
}

/* An instruction of the processor and its byte of registers: from memory, or
 * from the other register. */
typedef struct Move {
    uint8_t size, code[5];
} Move;

static void move(Copy *c, const Move *m, unsigned reg, unsigned other) {
    const uint8_t registers = (uint8_t)(0xc0 | reg << 3 | other);
    copy_put(c, m->code, m->size);
    copy_put(c, &registers, sizeof registers);
}

static void move_cell(Copy *c, const Move *m, unsigned reg, uint16_t cell) {
    const uint8_t registers = (uint8_t)(0x80 | reg << 3 | 7); /* of rdi */
    const int32_t distance = cell * (int32_t)sizeof(StarCell);
    copy_put(c, m->code, m->size);
    copy_put(c, &registers, sizeof registers);
    copy_put(c, &distance, sizeof distance);
}

static const Move load[] = {{2, {0x4c, 0x8b}}, {3, {0xf2, 0x0f, 0x10}}},
                  store[] = {{2, {0x4c, 0x89}}, {3, {0xf2, 0x0f, 0x11}}},
                  copy_ordinal = {2, {0x4d, 0x8b}},
                  copy_real = {3, {0x66, 0x0f, 0x28}},
                  to_real = {4, {0x66, 0x49, 0x0f, 0x6e}},
                  to_ordinal = {4, {0x66, 0x49, 0x0f, 0x7e}};

/* A cell comes into a register from one of the other kind, or from memory. */
static void bring(Copy *c, HeldKind kind, int reg, uint16_t cell) {
    const HeldKind other = kind == HELD_REAL ? HELD_ORDINAL : HELD_REAL;
    const int from = held_register(&c->held, other, cell);
    if (from < 0)
        move_cell(c, &load[kind], coded(kind, reg), cell);
    else if (kind == HELD_REAL)
        move(c, &to_real, (unsigned)reg, coded(other, from));
    else
        move(c, &to_ordinal, (unsigned)from, coded(kind, reg));
    held_put(&c->held, kind, reg, cell);
}

/* A cell was written in a register: one of the other kind is stale. */
static void wrote(Copy *c, HeldKind kind, int reg, uint16_t cell) {
    const HeldKind other = kind == HELD_REAL ? HELD_ORDINAL : HELD_REAL;
    const int stale = held_register(&c->held, other, cell);
    held_put(&c->held, kind, reg, cell);
    if (stale < 0)
        return;
    c->held.cell[other][stale] = STAR_NO_CELL;
    if ((c->held.pinned[other] >> stale & 1) != 0)
        bring(c, other, stale, cell);
}

/* The register in which a row leaves its result: that of an operand where there
 * is no other. */
static int result(Copy *c, HeldKind kind, uint16_t cell, unsigned busy) {
    int reg = held_register(&c->held, kind, cell);
    if (reg < 0)
        reg = held_room(&c->held, kind, busy);
    return reg >= 0 ? reg : held_room(&c->held, kind, 0);
}

/* Brings the operands that are read, then notes the one that is written. */
void copy_row(Copy *c, uint32_t number) {
    const StarInstr *at = &c->p->code[number];
    unsigned busy[HELD_KINDS] = {0, 0};
    int reg[4];
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < 4; k++) {
            const char letter = held_letter(at, k);
            if (letter == 0 || (k == 0 && !stencil_reads(at->op, letter)))
                continue;
            const HeldKind kind = held_kind(letter);
            const uint16_t cell = cells_operand(at, k);
            reg[k] = held_register(&c->held, kind, cell);
            if (reg[k] < 0 && pass == 1) {
                reg[k] = held_room(&c->held, kind, busy[kind]);
                bring(c, kind, reg[k], cell);
            }
            if (reg[k] >= 0) {
                busy[kind] |= 1u << reg[k];
                c->reg[k] = coded(kind, reg[k]);
            }
        }
    const char letter = held_letter(at, 0);
    const bool writes = letter != 0 && stencil_writes(at->op, letter);
    const HeldKind kind = held_kind(letter);
    if (writes) {
        reg[0] = result(c, kind, at->a, busy[kind]);
        c->reg[0] = coded(kind, reg[0]);
    }
    copy_held(c, number);
    if (writes)
        wrote(c, kind, reg[0], at->a);
    if (held_may_change(at))
        held_forget(&c->held);
}

void copy_row_move(Copy *c, uint32_t number) {
    const StarInstr *at = &c->p->code[number];
    HeldKind kind = HELD_REAL;
    int from = held_register(&c->held, kind, at->b);
    if (from < 0) {
        kind = HELD_ORDINAL;
        from = held_register(&c->held, kind, at->b);
    }
    const bool loaded = from < 0;
    if (loaded) {
        from = held_room(&c->held, kind, 0);
        bring(c, kind, from, at->b);
    }
    move_cell(c, &store[kind], coded(kind, from), at->a);
    if (at->a == at->b)
        return;
    int to = held_register(&c->held, kind, at->a);
    if (to < 0) /* what was loaded is this cell from now on */
        to = loaded ? from : result(c, kind, at->a, 1u << from);
    if (to != from)
        move(c, kind == HELD_REAL ? &copy_real : &copy_ordinal, coded(kind, to),
             coded(kind, from));
    wrote(c, kind, to, at->a);
}

void copy_row_meet(Copy *c, uint32_t number) {
    if (number >= c->to) {
        c->from = c->to = 0;
        memset(c->held.pinned, 0, sizeof c->held.pinned);
    }
    if (c->leaves || (c->jumps[number].last > 0 && !copy_in_loop(c, number)))
        held_forget(&c->held);
    else if (c->jumps[number].last > 0)
        held_unpinned(&c->held);
}

void copy_row_loop(Copy *c, uint32_t number) {
    if (c->leaves || copy_in_loop(c, number) ||
        !held_pin(&c->held, c->p, c->jumps, number, copy_holds))
        return;
    for (unsigned kind = 0; kind < HELD_KINDS; kind++)
        for (unsigned k = 0; k < HELD_REGISTERS; k++)
            if ((c->held.pinned[kind] >> k & 1) != 0)
                move_cell(c, &load[kind], coded(kind, (int)k),
                          c->held.cell[kind][k]);
    c->from = number;
    c->to = c->jumps[number].last;
    c->again = (uint32_t)c->end;
}

#endif
