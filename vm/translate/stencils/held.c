/* SPDX-License-Identifier: MIT */
#include "translate/stencils/held.h"

#include <string.h>

#include "translate/stencils/stencils.h"
#include "translate/translate_cells.h"

unsigned held_registers(HeldKind kind) {
    return kind == HELD_REAL ? 8 : 6;
}

void held_forget(Held *s) {
    memset(s->cell, 0xff, sizeof s->cell);
    memset(s->pinned, 0, sizeof s->pinned);
}

void held_unpinned(Held *s) {
    for (unsigned kind = 0; kind < HELD_KINDS; kind++)
        for (unsigned k = 0; k < HELD_REGISTERS; k++)
            if ((s->pinned[kind] >> k & 1) == 0)
                s->cell[kind][k] = STAR_NO_CELL;
}

bool held_any(const Held *s) {
    for (unsigned kind = 0; kind < HELD_KINDS; kind++)
        for (unsigned k = 0; k < HELD_REGISTERS; k++)
            if (s->cell[kind][k] != STAR_NO_CELL)
                return true;
    return false;
}

int held_register(Held *s, HeldKind kind, uint16_t cell) {
    for (unsigned k = 0; k < held_registers(kind); k++)
        if (s->cell[kind][k] == cell) {
            s->used[kind][k] = ++s->clock;
            return (int)k;
        }
    return -1;
}

int held_room(Held *s, HeldKind kind, unsigned busy) {
    const unsigned not = busy | s->pinned[kind];
    int best = -1;
    for (unsigned k = 0; k < held_registers(kind); k++) {
        if (not >> k & 1)
            continue;
        if (s->cell[kind][k] == STAR_NO_CELL)
            return (int)k;
        if (best < 0 || s->used[kind][k] < s->used[kind][best])
            best = (int)k;
    }
    return best;
}

void held_put(Held *s, HeldKind kind, int reg, uint16_t cell) {
    for (unsigned k = 0; k < HELD_REGISTERS; k++)
        if (s->cell[kind][k] == cell)
            s->cell[kind][k] = STAR_NO_CELL;
    s->cell[kind][reg] = cell;
    s->used[kind][reg] = ++s->clock;
}

char held_letter(const StarInstr *at, int k) {
    const char *letters = star_ops[at->op].operands;
    const char letter = (int)strlen(letters) > k ? letters[k] : '-';
    return strchr("iIrRpPcCaAdDoOlLtTsSeE", letter) != NULL ? letter : 0;
}

bool held_may_change(const StarInstr *at) {
    const uint8_t flow = star_ops[at->op].flow;
    return flow == STAR_FLOW_STORE || flow == STAR_FLOW_PUT;
}

void held_jumps(const StarProgram *p, HeldJumps *jumps) {
    uint32_t to;
    for (uint32_t at = 0; at < p->length; at++)
        if (star_instr_jumps(p->code, at, &to)) {
            jumps[to].last = at + 1;
            if (jumps[to].first == 0)
                jumps[to].first = at + 1;
        }
}

/* ---- Loops ---- */

enum { COUNTED = 32 };

/* A loop from..last, and the cells in it. */
typedef struct Loop {
    const StarProgram *p;
    uint32_t from, last;
    struct {
        uint16_t cell;
        uint8_t kind;
        bool unfit; /* both an ordinal and a real, or written first */
        unsigned uses;
    } count[COUNTED];
    unsigned counts;
} Loop;

/* True if nothing jumps back within the loop, nor into it behind its beginning:
 * who does so from below jumps back too. */
static bool is_simple(const Loop *loop, const HeldJumps *jumps,
                      bool (*holds)(const StarInstr *)) {
    const StarInstr *code = loop->p->code;
    for (uint32_t at = loop->from; at <= loop->last;
         at = cells_next(loop->p, at))
        if (!holds(&code[at]) || held_may_change(&code[at]) ||
            (at > loop->from && jumps[at].first > 0 &&
             (jumps[at].first <= loop->from || jumps[at].last > at)))
            return false;
    return true;
}

/* The count of a cell, COUNTED where there are too many. */
static unsigned counted(Loop *loop, uint16_t cell, bool written) {
    unsigned k = 0;
    while (k < loop->counts && loop->count[k].cell != cell)
        k++;
    if (k == loop->counts && k < COUNTED) {
        loop->counts++;
        loop->count[k].cell = cell;
        loop->count[k].kind = HELD_KINDS;
        loop->count[k].unfit = written;
        loop->count[k].uses = 0;
    }
    return k;
}

static bool is_any(char letter) {
    return letter == 'c' || letter == 'C';
}

static void count(Loop *loop, const StarInstr *in, int k, bool written) {
    const char letter = held_letter(in, k);
    const HeldKind kind = held_kind(letter);
    const unsigned n = counted(loop, cells_operand(in, k), written);
    if (n == COUNTED)
        return;
    loop->count[n].uses++;
    if (is_any(letter))
        return;
    loop->count[n].unfit |=
        loop->count[n].kind != HELD_KINDS && loop->count[n].kind != kind;
    loop->count[n].kind = kind;
}

static bool reads(const StarInstr *in, int k) {
    const char letter = held_letter(in, k);
    return letter != 0 && (k > 0 || stencil_reads(in->op, letter));
}

static bool writes(const StarInstr *in) {
    const char letter = held_letter(in, 0);
    return letter != 0 && stencil_writes(in->op, letter);
}

static void count_all(Loop *loop) {
    for (uint32_t at = loop->from; at <= loop->last;
         at = cells_next(loop->p, at)) {
        const StarInstr *in = &loop->p->code[at];
        for (int k = 0; k < 4; k++)
            if (reads(in, k))
                count(loop, in, k, false);
        if (writes(in))
            count(loop, in, 0, true);
    }
}

/* True if an operand needs a register of that kind. */
static bool needs(const Held *s, HeldKind kind, const StarInstr *in, int k) {
    const char letter = held_letter(in, k);
    for (unsigned r = 0; r < HELD_REGISTERS; r++)
        if ((s->pinned[kind] >> r & 1) != 0 &&
            s->cell[kind][r] == cells_operand(in, k))
            return false;
    return held_kind(letter) == kind || is_any(letter);
}

/* True if each instruction finds room for the operands that are not pinned. The
 * result may have the register of one that is read. */
static bool has_room(const Loop *loop, const Held *s, HeldKind kind) {
    const int room =
        (int)held_registers(kind) - __builtin_popcount(s->pinned[kind]);
    for (uint32_t at = loop->from; at <= loop->last;
         at = cells_next(loop->p, at)) {
        const StarInstr *in = &loop->p->code[at];
        int others = 0;
        for (int k = 0; k < 4; k++)
            others += reads(in, k) && needs(s, kind, in, k);
        if (others > room || (room == 0 && writes(in) && needs(s, kind, in, 0)))
            return false;
    }
    return true;
}

static void pin(Held *s, const Loop *loop, unsigned k) {
    const HeldKind kind = loop->count[k].kind;
    const unsigned r = (unsigned)__builtin_popcount(s->pinned[kind]);
    if (r == held_registers(kind))
        return;
    s->cell[kind][r] = loop->count[k].cell;
    s->pinned[kind] |= (uint8_t)(1u << r);
    if (!has_room(loop, s, kind)) {
        s->cell[kind][r] = STAR_NO_CELL;
        s->pinned[kind] &= (uint8_t) ~(1u << r);
    }
}

bool held_pin(Held *s, const StarProgram *p, const HeldJumps *jumps,
              uint32_t from, bool (*holds)(const StarInstr *)) {
    Loop loop = {.p = p, .from = from, .last = jumps[from].last - 1};
    if (jumps[from].last <= from || !is_simple(&loop, jumps, holds))
        return false;
    count_all(&loop);
    for (;;) {
        unsigned best = COUNTED;
        for (unsigned k = 0; k < loop.counts; k++)
            if (!loop.count[k].unfit && loop.count[k].kind != HELD_KINDS &&
                loop.count[k].uses > 0 &&
                (best == COUNTED || loop.count[k].uses > loop.count[best].uses))
                best = k;
        if (best == COUNTED)
            return true;
        pin(s, &loop, best);
        loop.count[best].uses = 0;
    }
}
