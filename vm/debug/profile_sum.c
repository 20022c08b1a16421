/* SPDX-License-Identifier: MIT */
#include "debug/profile_sum.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct Sum {
    const StarProfile *profile;
    const StarProgram *program;
    Arena *arena;
    StarCount *each; /* instruction, over all callers */
    int *line_of;
    uint32_t *row_of;
    ProfileSum out;
} Sum;

const Chain *profile_next(const Chain *c) {
    if (c->called != NULL)
        return c->called;
    while (c != NULL && c->next == NULL)
        c = c->caller;
    return c != NULL ? c->next : NULL;
}

static int64_t nanoseconds(const StarProfile *p, int64_t ticks) {
    return (int64_t)((double)ticks * p->tick);
}

/* ---- Instructions ---- */

static void sum_instructions(Sum *s) {
    const Chain *c = s->profile->chain[0];
    s->each = arena_alloc(s->arena, s->program->length, sizeof *s->each);
    for (; c != NULL; c = profile_next(c))
        for (uint32_t k = c->proc->entry; k < c->proc->end; k++)
            exec_profile_add(&s->each[k], &c->count[k - c->proc->entry]);
    for (uint32_t k = 0; k < s->program->length; k++) {
        s->each[k].ticks = nanoseconds(s->profile, s->each[k].ticks);
        exec_profile_add(&s->out.all, &s->each[k]);
    }
}

/* ---- Lines ---- */

/* Searches on from the place of the last instruction, if this one stands behind
 * it. */
static void find_lines(Sum *s) {
    StarSpan last = {.file = UINT32_MAX};
    int line = 0;
    s->line_of = arena_alloc(s->arena, s->program->length, sizeof *s->line_of);
    for (uint32_t k = 0; k < s->program->length; k++) {
        const StarSpan span = s->program->span[k];
        if (s->each[k].runs == 0)
            continue;
        if (span.file != last.file || span.start < last.start) {
            last = (StarSpan){.file = span.file};
            line = 1;
        }
        const char *text = s->program->sources.file[span.file].text;
        for (uint32_t i = last.start; i < span.start; i++)
            line += text[i] == '\n';
        last = span;
        s->line_of[k] = line;
    }
    s->out.line_of = s->line_of;
}

static void sum_file(Sum *s, uint32_t file) {
    const StarProgram *p = s->program;
    int last = 0;
    for (uint32_t k = 0; k < p->length; k++)
        if (p->span[k].file == file && s->line_of[k] > last)
            last = s->line_of[k];
    ProfileRow *row = arena_alloc(s->arena, (size_t)last + 1, sizeof *row);
    for (uint32_t k = 0; k < p->length; k++) {
        const int line = s->line_of[k];
        if (line == 0 || p->span[k].file != file)
            continue;
        if (row[line].calls == 0)
            row[line].place = star_source_place(&p->sources, p->span[k]);
        if (row[line].calls < s->each[k].runs)
            row[line].calls = s->each[k].runs;
        exec_profile_add(&row[line].self, &s->each[k]);
    }
    uint32_t *number = arena_alloc(s->arena, (size_t)last + 1, sizeof *number);
    for (int line = 1; line <= last; line++) {
        number[line] = s->out.lines;
        if (row[line].calls > 0)
            s->out.line[s->out.lines++] = row[line];
    }
    for (uint32_t k = 0; k < p->length; k++)
        if (s->line_of[k] > 0 && p->span[k].file == file)
            s->row_of[k] = number[s->line_of[k]];
}

static void sum_lines(Sum *s) {
    uint32_t most = 0;
    find_lines(s);
    s->row_of = arena_alloc(s->arena, s->program->length, sizeof *s->row_of);
    for (uint32_t k = 0; k < s->program->length; k++)
        most += s->line_of[k] > 0;
    s->out.line = arena_alloc(s->arena, most, sizeof *s->out.line);
    for (uint32_t f = 0; f < s->program->sources.count; f++)
        sum_file(s, f);
}

/* ---- Primitives ---- */

/* The row of a name; behind the primitives stands what is none. */
static ProfileRow *row_of(Sum *s, const char *name) {
    ProfileRow *row = s->out.primitive;
    while (row->name != NULL && strcmp(row->name, name) != 0)
        row++;
    row->name = name;
    return row;
}

static void give(Sum *s, const char *name, uint32_t k, int64_t calls) {
    ProfileRow *row = row_of(s, name);
    row->calls += calls;
    exec_profile_add(&row->self, &s->each[k]);
}

/* Shares the counts of an instruction equally among `parts` primitives. */
static void share(Sum *s, StarPrim prim, uint32_t k, int parts, int part) {
    const StarCount *x = &s->each[k];
    const int64_t rest = part == 0;
    ProfileRow *row = row_of(s, star_prims[prim].name);
    row->calls += x->runs;
    exec_profile_add(
        &row->self,
        &(StarCount){x->runs / parts + rest * (x->runs % parts),
                     x->operations / parts + rest * (x->operations % parts),
                     x->bits / parts + rest * (x->bits % parts),
                     x->ticks / parts + rest * (x->ticks % parts)});
}

static void share_expression(Sum *s, const StarFuse *fuse, uint32_t k) {
    int parts = 0, part = 0;
    for (int i = 0; i < fuse->length; i++)
        parts += (fuse->code[i] < STAR_FUSE_OPERAND) +
                 (fuse->code[i] == STAR_FUSE_ANDN);
    for (int i = 0; i < fuse->length; i++) {
        const uint8_t op = fuse->code[i];
        if (op < STAR_FUSE_OPERAND)
            share(s, exec_fused[op], k, parts, part++);
        if (op == STAR_FUSE_ANDN)
            share(s, STAR_PRIM_NOT, k, parts, part++);
    }
}

/* The text tells ZERO from SOME. */
static StarPrim predicate(const Sum *s, uint32_t k) {
    const char *text;
    star_source_text(&s->program->sources, s->program->span[k], 4, &text);
    return strncasecmp(text, "ZERO", 4) == 0 ? STAR_PRIM_ZERO : STAR_PRIM_SOME;
}

static void sum_instruction(Sum *s, uint32_t k) {
    const StarInstr *at = &s->program->code[k];
    const StarPrim prim = star_op_runs(at->op);
    const StarFuse *fuse = exec_expression(s->program, at);
    if (fuse != NULL)
        share_expression(s, fuse, k);
    else if (at->op == STAR_OP_JSOME || at->op == STAR_OP_JZERO)
        give(s, star_prims[predicate(s, k)].name, k, s->each[k].runs);
    else if (prim < STAR_PRIM_COUNT)
        give(s, star_prims[prim].name, k, s->each[k].runs);
    else if (at->op == STAR_OP_NATIVE && !s->profile->bodies)
        give(s, star_prims[at[1].op - STAR_OP_PRIM].name, k, s->each[k].runs);
    else
        give(s, "(other)", k, s->each[k].runs);
}

static int by_time(const void *a, const void *b) {
    const StarCount *x = &((const ProfileRow *)a)->self;
    const StarCount *y = &((const ProfileRow *)b)->self;
    return (x->ticks < y->ticks) - (x->ticks > y->ticks);
}

static void sum_primitives(Sum *s) {
    s->out.primitive =
        arena_alloc(s->arena, STAR_PRIM_COUNT + 1, sizeof *s->out.primitive);
    for (uint32_t k = 0; k < s->program->length; k++)
        if (s->each[k].runs > 0)
            sum_instruction(s, k);
    while (s->out.primitive[s->out.primitives].name != NULL)
        s->out.primitives++;
    qsort(s->out.primitive, s->out.primitives, sizeof *s->out.primitive,
          by_time);
}

/* ---- Procedures ---- */

static void sum_procedures(Sum *s) {
    const StarProgram *p = s->program;
    s->out.procedure =
        arena_alloc(s->arena, p->procs, sizeof *s->out.procedure);
    for (uint32_t k = 0; k < p->procs; k++) {
        const StarProc *proc = &p->proc[k];
        const ProcCount *count = &s->profile->proc[k];
        ProfileRow *row = &s->out.procedure[s->out.procedures];
        if (count->calls == 0)
            continue;
        *row = (ProfileRow){.name = proc->name,
                            .place = star_source_place(&p->sources, proc->span),
                            .file = p->sources.file[proc->span.file].text,
                            .calls = count->calls,
                            .total = count->total};
        row->total.ticks = nanoseconds(s->profile, count->total.ticks);
        if (row->total.ticks > s->out.all.ticks) /* which was rounded */
            row->total.ticks = s->out.all.ticks;
        for (uint32_t i = proc->entry; i < proc->end; i++)
            exec_profile_add(&row->self, &s->each[i]);
        s->out.procedures++;
    }
    qsort(s->out.procedure, s->out.procedures, sizeof *s->out.procedure,
          by_time);
}

ProfileSum profile_sum(const StarProfile *profile, Arena *arena) {
    Sum s = {.profile = profile, .program = profile->program, .arena = arena};
    sum_instructions(&s);
    sum_lines(&s);
    sum_primitives(&s);
    sum_procedures(&s);
    s.out.row_of = s.row_of;
    s.out.each = s.each;
    return s.out;
}
