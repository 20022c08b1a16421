/* SPDX-License-Identifier: MIT */
/* Loops. */
#include "generate.h"

Var *gen_free_index(Gen *g) {
    Block *b = g->block;
    for (int k = 0; k < b->vars; k++)
        if (b->var[k].counts && b->var[k].locked == 0 && !b->var[k].param)
            return &b->var[k];
    return NULL;
}

/* The body of a loop is any statements or, where the iterations go from line to
 * line, often one whose iterations may run all at once. */
static void body(Gen *g, const Place *p, Var *index, int range,
                 double iterations) {
    Place inner = gen_inside(p, iterations);
    bool defined = index->defined;
    inner.index = index;
    index->locked++;
    index->defined = true;
    index->range = range;
    if (range > 0 && gen_chance(g, g->loops ? 90 : 60)) {
        g->indent++;
        gen_parallel(g, &inner);
        g->indent--;
    } else {
        gen_part(g, &inner, 5);
    }
    index->range = 0;
    index->defined = defined;
    index->locked--;
}

static bool too_many(const Gen *g, const Place *p, double iterations) {
    return p->iterations * iterations > 3000 || g->cost > MAX_COST / 2;
}

/* ---- for, while, repeat ---- */

static bool for_statement(Gen *g, const Place *p) {
    Var *i = gen_free_index(g);
    int n = g->dim[gen_below(g, g->dims)];
    int from = n > 1 && gen_chance(g, 30) ? 1 + gen_below(g, n) : 1;
    /* At times the first iteration, or the last, goes too far. */
    if (g->fault > 0 && gen_chance(g, 10))
        from = 0;
    int to = g->fault > 0 && gen_chance(g, 10) ? n + 1 : n;
    if (i == NULL || too_many(g, p, n))
        return false;
    if (gen_chance(g, 20))
        gen_line(g, "for %s := %d downto %d do begin", i->name, to, from);
    else
        gen_line(g, "for %s := %d to %d do begin", i->name, from, to);
    body(g, p, i, n, n);
    gen_line(g, "end;");
    i->defined = false;
    return true;
}

/* for over values that are no indices. */
static bool for_values(Gen *g, const Place *p) {
    static const struct {
        Kind kind;
        const char *range;
    } loops[] = {{COLOUR, "red to blue"},
                 {COLOUR, "blue downto green"},
                 {BOOL, "false to true"},
                 {CHAR, "'a' to 'e'"},
                 {DIGIT, "2 to 6"}};
    int way = gen_below(g, 5);
    Var *v = gen_find(g, loops[way].kind, -1, -1, WRITE);
    if (v == NULL || !gen_local(g, v) || v->early || v->param ||
        v->record > 0 || too_many(g, p, 5))
        return false;
    Place inner = gen_inside(p, 5);
    gen_line(g, "for %s := %s do begin", v->name, loops[way].range);
    v->locked++;
    v->defined = true;
    gen_part(g, &inner, 3);
    v->locked--;
    v->defined = false;
    gen_line(g, "end;");
    return true;
}

static bool counting_loop(Gen *g, const Place *p) {
    Var *i = gen_free_index(g);
    int n = 1 + gen_below(g, 8);
    bool until = gen_chance(g, 50);
    if (i == NULL || too_many(g, p, n))
        return false;
    gen_line(g, "%s := 0;", i->name);
    if (until)
        gen_line(g, "repeat");
    else
        gen_line(g, "while (%s < %d) and %s do begin", i->name, n,
                 gen_within(g, gen_condition(g, p, 1), 0));
    gen_line(g, "  %s := %s + 1;", i->name, i->name);
    i->defined = true;
    body(g, p, i, n, n);
    if (until)
        gen_line(g, "until %s >= %d;", i->name, n);
    else
        gen_line(g, "end;");
    return true;
}

/* i := 0; 1: i := i + 1; ...; if i < n then goto 1 */
static bool jumping_loop(Gen *g, const Place *p) {
    Var *i = gen_free_index(g);
    Block *b = g->block;
    int n = 1 + gen_below(g, 8);
    if (i == NULL || b->labels == 0 || too_many(g, p, n))
        return false;
    int label = b->label[--b->labels];
    gen_line(g, "%s := 0;", i->name);
    gen_line(g, "%d:", label);
    gen_line(g, "%s := %s + 1;", i->name, i->name);
    i->defined = true;
    body(g, p, i, n, n);
    gen_line(g, "if (%s < %d) and %s then goto %d;", i->name, n,
             gen_within(g, gen_condition(g, p, 1), 0), label);
    return true;
}

/* ---- Responders ---- */

static void clearing(Var *v, const Var *index, int change) {
    if (v->clearing == 0)
        v->index = index;
    v->clearing += change;
}

/* Nothing in the body may put ones where X was stepped through already,
 * under whatever name: other parameters and variables of outer blocks. */
static void stepped(Gen *g, Var *x, const Var *index, int change) {
    clearing(x, index, change);
    if (gen_local(g, x) && x->own && !x->early)
        return;
    g->frozen += change;
    for (Block *b = g->block; b != NULL; b = b->outer)
        for (Var *v = b->var; v < b->var + b->vars; v++)
            if (v->kind == x->kind && v != x &&
                (v->var || v->early || b != g->block))
                clearing(v, index, change);
}

/* Ones for more than a few iterations. */
static void responders(Gen *g, const Place *p, Var *x) {
    if (gen_chance(g, 40) || (x->columns > MAX_LITERAL && !x->defined)) {
        gen_assign(g, p, x);
    } else if (gen_chance(g, 30) && x->defined) {
        gen_line(g, "SET(%s);", x->name);
    } else if (x->columns <= MAX_LITERAL) {
        gen_line(g, "%s := %s;", x->name, gen_literal(g, x->columns));
        x->defined = true;
    }
}

/* while SOME(X) do begin i := STEP(X); ... end
 * i := STEP(X); while i > 0 do begin ...; i := STEP(X) end */
static bool responder_loop(Gen *g, const Place *p) {
    Kind kind = gen_chance(g, 65) ? SLICE : WORD;
    int n = g->dim[gen_below(g, g->dims)];
    const Routine *r = g->block->routine;
    if (r != NULL && r->shared && gen_chance(g, 60)) {
        kind = r->param[2].kind;
        n = r->param[2].columns;
    }
    Var *x = gen_find(g, kind, -1, n, WRITE), *i = gen_free_index(g);
    bool first = gen_chance(g, 35);
    if (x == NULL || i == NULL || too_many(g, p, n + 1) ||
        (r == NULL && x->early && g->block->routines > 0 && gen_chance(g, 50)))
        return false;
    responders(g, p, x);
    stepped(g, x, i, 1);
    if (first) {
        gen_line(g, "%s := STEP(%s);", i->name, x->name);
        gen_line(g, "while %s %s 0 do begin", i->name,
                 gen_chance(g, 70) ? ">" : "<>");
    } else {
        gen_line(g, "while SOME(%s) do begin", x->name);
        gen_line(g, "  %s := STEP(%s);", i->name, x->name);
    }
    body(g, p, i, n, n);
    if (first)
        gen_line(g, "  %s := STEP(%s);", i->name, x->name);
    gen_line(g, "end;");
    stepped(g, x, i, -1);
    i->defined |= first;
    return true;
}

/* X := COL(k, T); w := ROW(k, T); and ROW(i, T) := ROW(i, T) or w for the
 * responders, as in WARSHALL; or with rows and columns exchanged. */
static bool sweep(Gen *g, const Place *p) {
    static const char *const ops[] = {"or", "or", "and", "xor", "and not"};
    bool rows = gen_chance(g, 65);
    const char *along = rows ? "ROW" : "COL", *across = rows ? "COL" : "ROW";
    const char *op = ops[gen_below(g, 5)];
    int m = gen_dimension(g), n = gen_chance(g, 70) ? m : gen_dimension(g);
    Var *t = gen_find(g, TABLE, m, n, WRITE);
    Var *x = gen_find(g, rows ? SLICE : WORD, -1, rows ? m : n, WRITE);
    Var *w = gen_find(g, rows ? WORD : SLICE, -1, rows ? n : m, WRITE);
    Var *v = gen_find(g, rows ? WORD : SLICE, -1, rows ? n : m, WRITE);
    Var *k = gen_free_index(g), *i;
    double iterations = m < n ? m : n;
    if (t == NULL || x == NULL || w == NULL || k == NULL || !t->defined ||
        !gen_local(g, x) || x->early || !x->own ||
        too_many(g, p, iterations * (m > n ? m : n)))
        return false;
    k->locked++;
    i = gen_free_index(g);
    k->locked--;
    if (i == NULL)
        return false;
    gen_line(g, "for %s := 1 to %d do begin", k->name, (int)iterations);
    gen_line(g, "  %s := %s(%s, %s);", x->name, across, k->name, t->name);
    gen_line(g, "  %s := %s(%s, %s);", w->name, along, k->name, t->name);
    gen_line(g, "  while SOME(%s) do begin", x->name);
    gen_line(g, "    %s := STEP(%s);", i->name, x->name);
    if (gen_chance(g, 50)) {
        gen_line(g, "    %s := %s(%s, %s);", v->name, along, i->name, t->name);
        gen_line(g, "    %s := %s %s %s;", v->name, v->name, op, w->name);
        gen_line(g, "    %s(%s, %s) := %s;", along, i->name, t->name, v->name);
    } else {
        gen_line(g, "    %s(%s, %s) := %s(%s, %s) %s %s;", along, i->name,
                 t->name, along, i->name, t->name, op, w->name);
    }
    gen_line(g, "  end;");
    gen_line(g, "end;");
    x->defined = w->defined = true;
    k->defined = false;
    g->cost += p->iterations * iterations * (m > n ? m : n);
    return true;
}

bool gen_loop(Gen *g, const Place *p) {
    switch (gen_below(g, 12)) {
    case 0:
    case 1: return for_statement(g, p);
    case 10:
    case 11: return gen_pairs(g, p);
    case 2: return for_values(g, p);
    case 3: return gen_chance(g, 60) ? counting_loop(g, p) : jumping_loop(g, p);
    case 4: return sweep(g, p);
    default: return responder_loop(g, p);
    }
}
