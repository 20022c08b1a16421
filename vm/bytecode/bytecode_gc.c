#include "bytecode/bytecode_gc.h"

#include <stdlib.h>
#include <string.h>

/* A procedure that stays, and where its code was. */
typedef struct Kept {
    uint32_t number, entry, end;
} Kept;

typedef struct Compaction {
    StarProgram *p;
    StarRemap *c;
    uint32_t *constant, *fuse, *loop; /* as StarRemap has them */
    uint32_t *waiting, waits;         /* procedures to be looked at */
    Kept *kept;                       /* in the order of their code */
    uint32_t procs;
} Compaction;

/* ---- What is reached ---- */

static void reach_proc(Compaction *c, uint32_t number) {
    if (number == 0 || c->c->proc[number] == 1)
        return;
    c->c->proc[number] = 1;
    c->waiting[c->waits++] = number;
}

/* Where the number stands that an operand means; NULL: what it means is no
 * part of a list. */
static uint32_t *slot(const Compaction *c, StarOperandKind kind,
                      const StarInstr *in) {
    switch (kind) {
    case STAR_OPERAND_GLOBAL: return &c->c->cell[in->b];
    case STAR_OPERAND_FUSE: return &c->fuse[in->b];
    case STAR_OPERAND_LOOP: return &c->loop[in->a];
    case STAR_OPERAND_CONSTANT:
    case STAR_OPERAND_BOUNDS: return &c->constant[star_instr_bc(*in)];
    case STAR_OPERAND_PROC: return &c->c->proc[star_instr_bc(*in)];
    default: return NULL;
    }
}

/* The kind of the operand of an instruction that is a number in a list. */
static StarOperandKind kind_of(const StarInstr *in) {
    const StarOpForm form = star_op_form(in->op);
    const uint8_t first = form.operand[0].kind;
    return first == STAR_OPERAND_LOOP ? first : form.operand[1].kind;
}

static void reach(Compaction *c, const StarProc *proc) {
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

static void reach_all(Compaction *c) {
    for (uint32_t k = 1; k < c->p->procs; k++)
        if (c->c->proc[k] != 0)
            c->waiting[c->waits++] = k;
    while (c->waits > 0)
        reach(c, &c->p->proc[c->waiting[--c->waits]]);
}

static int by_entry(const void *a, const void *b) {
    const Kept *x = a, *y = b;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

static void find_kept(Compaction *c) {
    for (uint32_t k = 1; k < c->p->procs; k++)
        if (c->c->proc[k] != 0)
            c->kept[c->procs++] =
                (Kept){k, c->p->proc[k].entry, c->p->proc[k].end};
    if (c->procs > 0)
        qsort(c->kept, c->procs, sizeof *c->kept, by_entry);
}

/* ---- Moving ---- */

/* New numbers for what is reached; how many. */
static uint32_t number(uint32_t *list, uint32_t count) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < count; k++)
        list[k] = list[k] != 0 ? n++ : STAR_UNREACHABLE;
    return n;
}

/* Moves what has a number there. */
static void move(void *list, size_t size, const uint32_t *to, uint32_t count) {
    char *item = list;
    for (uint32_t k = 0; k < count; k++)
        if (to[k] != STAR_UNREACHABLE)
            memmove(item + to[k] * size, item + k * size, size);
}

static void free_constants(const Compaction *c) {
    for (uint32_t k = 0; k < c->p->constants; k++)
        if (c->constant[k] == 0)
            star_constant_free(c->p->arena.mem, &c->p->constant[k]);
}

/* Where an instruction is that was there; a label that is gone leads nowhere,
 * as before. */
static uint32_t moved(const Compaction *c, uint32_t to) {
    for (uint32_t k = 0; k < c->procs; k++)
        if (to >= c->kept[k].entry && to < c->kept[k].end)
            return to - c->kept[k].entry + c->p->proc[c->kept[k].number].entry;
    return to;
}

static void set_wide(StarInstr *in, uint32_t number) {
    in->b = (uint16_t)(number >> 16);
    in->c = (uint16_t)number;
}

static void rewrite(const Compaction *c, StarInstr *in) {
    const StarOperandKind kind = kind_of(in);
    const uint32_t *number = slot(c, kind, in);
    if (kind == STAR_OPERAND_GOTO)
        set_wide(in, moved(c, star_instr_bc(*in)));
    else if (kind == STAR_OPERAND_LOOP)
        in->a = (uint16_t)*number;
    else if (kind == STAR_OPERAND_GLOBAL || kind == STAR_OPERAND_FUSE)
        in->b = (uint16_t)*number;
    else if (number != NULL)
        set_wide(in, *number);
}

static void move_code(const Compaction *c) {
    StarProgram *p = c->p;
    p->length = 0;
    for (uint32_t k = 0; k < c->procs; k++) {
        const uint32_t from = c->kept[k].entry, to = p->length;
        StarProc *proc = &p->proc[c->kept[k].number];
        p->length += c->kept[k].end - from;
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

void star_program_gc(StarProgram *p, StarRemap *compact, Arena *scratch) {
    const StarProgram old = *p;
    Compaction c = {.p = p,
                    .c = compact,
                    .constant = numbers(scratch, p->constants),
                    .fuse = numbers(scratch, p->fuses),
                    .loop = numbers(scratch, p->loops),
                    .waiting = numbers(scratch, p->procs)};
    c.kept = arena_alloc(scratch, p->procs, sizeof *c.kept);
    reach_all(&c);
    find_kept(&c);
    free_constants(&c);
    compact->proc[0] = 1;
    compact->cells = number(compact->cell, compact->cells);
    p->procs = number(compact->proc, old.procs);
    p->constants = number(c.constant, old.constants);
    p->fuses = number(c.fuse, old.fuses);
    p->loops = number(c.loop, old.loops);
    p->notes = 0;
    move_code(&c);
    move(p->proc, sizeof *p->proc, compact->proc, old.procs);
    move(p->constant, sizeof *p->constant, c.constant, old.constants);
    move(p->fuse, sizeof *p->fuse, c.fuse, old.fuses);
    move(p->loop, sizeof *p->loop, c.loop, old.loops);
    measure_frames(p);
}
