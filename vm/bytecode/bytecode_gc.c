/* SPDX-License-Identifier: MIT */
#include "bytecode/bytecode_gc.h"

#include <stdlib.h>
#include <string.h>

/* A reachable procedure, and the place of its code before. */
typedef struct Reachable {
    uint32_t number, entry, end;
} Reachable;

typedef struct Gc {
    StarProgram *p;
    StarRemap *remap;
    uint32_t *constant, *plan;        /* as StarRemap has them */
    uint32_t *pending, pending_count; /* procedures still to be visited */
    Reachable *reachable;             /* in the order of their code */
    uint32_t procs;
} Gc;

/* ---- Marking ---- */

static void reach_proc(Gc *c, uint32_t number) {
    if (number == 0 || c->remap->proc[number] == 1)
        return;
    c->remap->proc[number] = 1;
    c->pending[c->pending_count++] = number;
}

/* Returns the entry of the item that an operand refers to; NULL if the operand
 * is no number in a list. */
static uint32_t *slot(const Gc *c, StarOperandKind kind, const StarInstr *in) {
    switch (kind) {
    case STAR_OPERAND_GLOBAL: return &c->remap->cell[in->b];
    case STAR_OPERAND_PLAN: return &c->plan[in->b];
    case STAR_OPERAND_CONSTANT:
    case STAR_OPERAND_BOUNDS: return &c->constant[star_instr_bc(*in)];
    case STAR_OPERAND_PROC: return &c->remap->proc[star_instr_bc(*in)];
    default: return NULL;
    }
}

/* The kind of the operand of an instruction that is a number in a list. */
static StarOperandKind kind_of(const StarInstr *in) {
    return star_op_form(in->op).operand[1].kind;
}

static void reach(Gc *c, const StarProc *proc) {
    for (uint32_t k = proc->entry; k < proc->end; k++) {
        const StarInstr *in = &c->p->code[k];
        const StarOperandKind kind = kind_of(in);
        uint32_t *number = slot(c, kind, in);
        if (kind == STAR_OPERAND_PROC)
            reach_proc(c, star_instr_bc(*in));
        else if (number != NULL)
            *number = 1;
        if (kind == STAR_OPERAND_BOUNDS)
            number[1] = 1;
    }
}

static void reach_all(Gc *c) {
    for (uint32_t k = 1; k < c->p->procs; k++)
        if (c->remap->proc[k] != 0)
            c->pending[c->pending_count++] = k;
    while (c->pending_count > 0)
        reach(c, &c->p->proc[c->pending[--c->pending_count]]);
}

static int by_entry(const void *a, const void *b) {
    const Reachable *x = a, *y = b;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

static void find_reachable(Gc *c) {
    for (uint32_t k = 1; k < c->p->procs; k++)
        if (c->remap->proc[k] != 0)
            c->reachable[c->procs++] =
                (Reachable){k, c->p->proc[k].entry, c->p->proc[k].end};
    if (c->procs > 0)
        qsort(c->reachable, c->procs, sizeof *c->reachable, by_entry);
}

/* ---- Moving ---- */

/* Renumbers the marked items of a list; returns how many there are. */
static uint32_t number(uint32_t *list, uint32_t count) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < count; k++)
        list[k] = list[k] != 0 ? n++ : STAR_UNREACHABLE;
    return n;
}

/* Moves the items that have a new number. */
static void move(void *list, size_t size, const uint32_t *to, uint32_t count) {
    char *item = list;
    for (uint32_t k = 0; k < count; k++)
        if (to[k] != STAR_UNREACHABLE)
            memmove(item + to[k] * size, item + k * size, size);
}

static void free_constants(const Gc *c) {
    for (uint32_t k = 0; k < c->p->constants; k++)
        if (c->constant[k] == 0)
            star_constant_free(c->p->arena.mem, &c->p->constant[k]);
}

/* Returns the new place of an instruction; that of an unreachable label stays
 * as it is, outside any procedure. */
static uint32_t moved(const Gc *c, uint32_t to) {
    for (uint32_t k = 0; k < c->procs; k++)
        if (to >= c->reachable[k].entry && to < c->reachable[k].end)
            return to - c->reachable[k].entry +
                   c->p->proc[c->reachable[k].number].entry;
    return to;
}

static void set_wide(StarInstr *in, uint32_t number) {
    in->b = (uint16_t)(number >> 16);
    in->c = (uint16_t)number;
}

static void rewrite(const Gc *c, StarInstr *in) {
    const StarOperandKind kind = kind_of(in);
    const uint32_t *number = slot(c, kind, in);
    if (kind == STAR_OPERAND_GOTO)
        set_wide(in, moved(c, star_instr_bc(*in)));
    else if (kind == STAR_OPERAND_GLOBAL || kind == STAR_OPERAND_PLAN)
        in->b = (uint16_t)*number;
    else if (number != NULL)
        set_wide(in, *number);
}

static void move_code(const Gc *c) {
    StarProgram *p = c->p;
    p->length = 0;
    for (uint32_t k = 0; k < c->procs; k++) {
        const uint32_t from = c->reachable[k].entry, to = p->length;
        StarProc *proc = &p->proc[c->reachable[k].number];
        p->length += c->reachable[k].end - from;
        memmove(&p->code[to], &p->code[from],
                (p->length - to) * sizeof *p->code);
        memmove(&p->span[to], &p->span[from],
                (p->length - to) * sizeof *p->span);
        proc->entry = to;
        proc->end = p->length;
    }
    for (uint32_t k = 0; k < p->length; k++)
        rewrite(c, &p->code[k]);
}

static void measure_frames(StarProgram *p) {
    p->frame_most = 0;
    for (uint32_t k = 1; k < p->procs; k++) {
        const uint32_t cells =
            (uint32_t)p->proc[k].cells + p->proc[k].arguments;
        if (cells > p->frame_most)
            p->frame_most = cells;
    }
}

static uint32_t *numbers(Arena *a, uint32_t count) {
    return arena_alloc(a, (size_t)count + 1, sizeof(uint32_t));
}

void star_program_gc(StarProgram *p, StarRemap *remap, Arena *scratch) {
    const StarProgram old = *p;
    Gc c = {.p = p,
            .remap = remap,
            .constant = numbers(scratch, p->constants),
            .plan = numbers(scratch, p->plans),
            .pending = numbers(scratch, p->procs)};
    c.reachable = arena_alloc(scratch, p->procs, sizeof *c.reachable);
    reach_all(&c);
    find_reachable(&c);
    free_constants(&c);
    remap->proc[0] = 1;
    remap->cells = number(remap->cell, remap->cells);
    p->procs = number(remap->proc, old.procs);
    p->constants = number(c.constant, old.constants);
    p->plans = number(c.plan, old.plans);
    p->notes = 0;
    move_code(&c);
    move(p->proc, sizeof *p->proc, remap->proc, old.procs);
    move(p->constant, sizeof *p->constant, c.constant, old.constants);
    move(p->plan, sizeof *p->plan, c.plan, old.plans);
    measure_frames(p);
}
