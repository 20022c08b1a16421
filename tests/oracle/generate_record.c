/* SPDX-License-Identifier: MIT */
/* Records. Their fields are variables whose names are paths: r.x, a[1].x, p^.x
 * or r.s.x; within a with statement x alone. */
#include "generate.h"

#include <stdio.h>
#include <string.h>

static void path(Gen *g, Var *v) {
    const char *long_name = gen_format(g, "%s.%s", v->base, v->field);
    snprintf(v->name, sizeof v->name, "%s", v->brief ? v->field : long_name);
}

/* ---- Declarations ---- */

/* The second may have a field of the first. */
void gen_record_types(Gen *g) {
    g->records = gen_chance(g, 45) ? 1 + gen_below(g, MAX_RECORDS) : 0;
    for (int r = 0; r < g->records; r++) {
        Record *t = &g->record[r];
        t->fields = 2 + gen_below(g, MAX_FIELDS - 1);
        gen_line(g, "  rec%d = record", r + 1);
        for (int k = 0; k < t->fields; k++) {
            Var *f = &t->field[k];
            *f = (Var){.kind = gen_kind(g), .own = true, .record = r + 1};
            f->sized = gen_chance(g, 70);
            gen_shape(g, f);
            if (f->kind == TABLE && f->rows * f->columns > 5000)
                f->kind = SLICE;
            snprintf(f->name, sizeof f->name, "m%d", ++g->names);
            gen_line(g, "    %s: %s;", f->name, gen_type(g, f));
        }
        if (r > 0 && gen_chance(g, 50)) {
            snprintf(t->inner, sizeof t->inner, "m%d", ++g->names);
            gen_line(g, "    %s: rec1", t->inner);
        }
        gen_line(g, "  end;");
        gen_line(g, "  ptr%d = ^rec%d;", r + 1, r + 1);
    }
}

static void fields(Gen *g, const Record *t, bool early, const char *base) {
    Block *b = g->block;
    char *kept = b->base[b->bases++];
    snprintf(kept, sizeof *b->base, "%s", base);
    for (int k = 0; k < t->fields; k++) {
        Var *v = &b->var[b->vars++];
        *v = t->field[k];
        v->early = early;
        v->defined = gen_starts_defined(v);
        v->base = kept;
        v->field = t->field[k].name;
        path(g, v);
    }
    if (t->inner[0] != '\0')
        fields(g, &g->record[0], early, gen_format(g, "%s.%s", base, t->inner));
}

bool gen_record(Gen *g, bool early) {
    Block *b = g->block;
    int way = gen_below(g, 8);
    if (g->records == 0 || way > 3 || b->bases > MAX_BASES - 4)
        return false;
    int n = ++g->names, r = 1 + gen_below(g, g->records);
    const Record *t = &g->record[r - 1];
    if (way < 2) {
        gen_line(g, "  r%d: rec%d;", n, r);
        fields(g, t, early, gen_format(g, "r%d", n));
    } else if (way == 2) {
        gen_line(g, "  a%d: array[1..3] of rec%d;", n, r);
        fields(g, t, early, gen_format(g, "a%d[1]", n));
        fields(g, t, early, gen_format(g, "a%d[3]", n));
    } else {
        gen_line(g, "  p%d: ptr%d;", n, r);
        fields(g, t, early, gen_format(g, "p%d^", n));
    }
    return true;
}

void gen_new(Gen *g) {
    for (int k = 0; k < g->block->bases; k++) {
        const char *base = g->block->base[k];
        size_t n = strlen(base) - 1;
        if (base[n] == '^')
            gen_line(g, "new(%.*s);", (int)n, base);
    }
}

/* ---- Statements ---- */

/* A field that is known here, of a type of record unless that is 0; NULL if
 * there is none. */
static Var *any_field(Gen *g, int record) {
    Var *found = NULL;
    int seen = 0;
    for (Block *b = g->block; b != NULL; b = b->outer)
        for (Var *v = b->var; v < b->var + b->vars; v++)
            if (v->record > 0 && (record == 0 || v->record == record) &&
                (b == g->block || v->early) && gen_below(g, ++seen) == 0)
                found = v;
    return found;
}

/* Within the statement the fields of the record have short names, and those
 * of others of its type must have long ones. */
bool gen_with(Gen *g, const Place *p) {
    enum { DEEP = 6 };
    bool brief[DEEP][MAX_VARS];
    const Var *v = any_field(g, 0);
    if (v == NULL)
        return false;
    Place inner = gen_inside(p, 1);
    const char *base = v->base;
    const int record = v->record;
    gen_line(g, "with %s do begin", base);
    int depth = 0;
    for (Block *b = g->block; b != NULL; b = b->outer, depth++)
        for (int k = 0; k < b->vars; k++) {
            brief[depth][k] = b->var[k].brief;
            if (b->var[k].record != record)
                continue;
            b->var[k].brief = strcmp(b->var[k].base, base) == 0;
            path(g, &b->var[k]);
        }
    gen_part(g, &inner, 4);
    depth = 0;
    for (Block *b = g->block; b != NULL; b = b->outer, depth++)
        for (int k = 0; k < b->vars; k++) {
            b->var[k].brief = brief[depth][k];
            if (b->var[k].record > 0)
                path(g, &b->var[k]);
        }
    gen_line(g, "end;");
    return true;
}

/* True if a field belongs to a record or to one in it. */
static bool within(const Var *v, const char *base) {
    size_t n = strlen(base);
    return v->record > 0 && strncmp(v->base, base, n) == 0 &&
           (v->base[n] == '\0' || v->base[n] == '.');
}

const char *gen_record_parameter(Gen *g, Routine *r) {
    Block *b = g->block;
    int first = b->vars;
    r->record = 1 + gen_below(g, g->records);
    r->alters = !r->pure && gen_chance(g, 60);
    const char *name = gen_format(g, "q%d", ++g->names);
    fields(g, &g->record[r->record - 1], false, name);
    for (Var *v = b->var + first; v < b->var + b->vars; v++) {
        v->param = v->defined = true;
        v->var = r->alters;
        v->own = !r->alters;
    }
    return gen_format(g, "%s%s: rec%d", r->alters ? "var " : "", name,
                      r->record);
}

/* All of its fields have values, and may be changed if they would be. */
const char *gen_record_argument(Gen *g, const Routine *r) {
    const Var *x = any_field(g, r->record);
    const Routine *here = g->block->routine;
    if (x == NULL ||
        (r->alters && here != NULL && here->pure && !gen_local(g, x)))
        return NULL;
    for (Block *b = g->block; b != NULL; b = b->outer)
        for (const Var *v = b->var; v < b->var + b->vars; v++)
            if (within(v, x->base) &&
                (!v->defined ||
                 (r->alters && (v->locked > 0 || v->clearing > 0))))
                return NULL;
    return gen_format(g, ", %s", x->base);
}

/* Fields that have values give them to fields that may be changed. */
bool gen_copy_record(Gen *g) {
    const Var *to = any_field(g, 0);
    const Var *from = to != NULL ? any_field(g, to->record) : NULL;
    const Routine *r = g->block->routine;
    if (from == NULL || (r != NULL && r->pure && !gen_local(g, to)))
        return false;
    for (Block *b = g->block; b != NULL; b = b->outer)
        for (const Var *v = b->var; v < b->var + b->vars; v++)
            if ((within(v, to->base) && (v->locked > 0 || v->clearing > 0)) ||
                (within(v, from->base) && !v->defined))
                return false;
    gen_line(g, "%s := %s;", to->base, from->base);
    for (Block *b = g->block; b != NULL; b = b->outer)
        for (Var *v = b->var; v < b->var + b->vars; v++)
            if (within(v, to->base))
                v->defined = true;
    return true;
}
