/* SPDX-License-Identifier: MIT */
/* Bodies of loops whose iterations touch line i of tables and component i of
 * lines only, so that all iterations may run at once; and, now and then, bodies
 * that nearly do. */
#include "generate.h"

#include <stddef.h>

/* The variables that a body works on. A table is used by rows or by columns. */
typedef struct Plan {
    Var *table[3];
    bool row[3];
    int tables;
    Var *private[2]; /* lines set in every iteration before they are read */
    int privates;
    Var *number;       /* a scalar likewise, or NULL */
    bool around[3];    /* in an inner loop: line i of that around fits too */
    const char *outer; /* that i, or NULL */
    bool loose;        /* leave the rules at times */
} Plan;

static Kind kind_of(const Plan *plan, int k) {
    return plan->row[k] ? WORD : SLICE;
}

static int size_of(const Plan *plan, int k) {
    return plan->row[k] ? plan->table[k]->columns : plan->table[k]->rows;
}

static const char *own_line(Gen *g, const Plan *plan, int k, const char *i) {
    return gen_format(g, "%s(%s, %s)", plan->row[k] ? "ROW" : "COL", i,
                      plan->table[k]->name);
}

/* A line across a square table: a column where the body uses rows. */
static const char *across(Gen *g, const Plan *plan, Kind kind, int size,
                          const char *i) {
    for (int k = 0; k < plan->tables; k++)
        if (plan->table[k]->rows == size && plan->table[k]->columns == size &&
            kind_of(plan, k) == kind)
            return gen_format(g, "CONVERT(%s(%s, %s))",
                              plan->row[k] ? "COL" : "ROW", i,
                              plan->table[k]->name);
    return NULL;
}

static void choose(Gen *g, const Place *p, Plan *plan) {
    int n = p->index->range;
    *plan = (Plan){.loose = gen_chance(g, 15)};
    for (int k = 0; k < 3; k++) {
        bool row = gen_chance(g, 60), any = g->fault > 0 && gen_chance(g, 10);
        Var *t = gen_find(g, TABLE, row && !any ? n : -1, row || any ? -1 : n,
                          WRITE);
        bool known = t == NULL || !t->defined;
        for (int l = 0; l < plan->tables && !plan->loose; l++)
            known |= plan->table[l] == t;
        if (known)
            continue;
        plan->table[plan->tables] = t;
        plan->row[plan->tables++] = row;
    }
}

/* ---- Expressions ---- */

static Text leaf(Gen *g, const Plan *plan, Kind kind, int size, const char *i) {
    const Var *v;
    if (g->fault > 0 && gen_chance(g, 12))
        size = gen_dimension(g);
    int first = plan->tables > 0 ? gen_below(g, plan->tables) : 0;
    const char *turned =
        gen_chance(g, 10) ? across(g, plan, kind, size, i) : NULL;
    if (turned != NULL)
        return (Text){turned, 0, 0};
    for (int n = 0; n < plan->tables && gen_chance(g, 60); n++) {
        int k = (first + n) % plan->tables;
        bool around = plan->outer != NULL && plan->around[k];
        if (kind_of(plan, k) == kind && size_of(plan, k) == size)
            return (Text){
                own_line(g, plan, k,
                         around && gen_chance(g, 50) ? plan->outer : i),
                0, 0};
    }
    for (int k = 0; k < plan->privates; k++)
        if (plan->private[k] -> kind == kind &&
                                    plan -> private[k] -> columns == size &&
                                                              gen_chance(g, 60))
            return (Text){plan->private[k] -> name, 0, 0};
    if (size <= MAX_LITERAL && gen_chance(g, 10))
        return (Text){gen_literal(g, size), 0, 0};
    v = gen_find(g, kind, -1, size, READ);
    return (Text){v->name, 0, 0};
}

static Text expression(Gen *g, const Plan *plan, Kind kind, int size,
                       const char *i, int depth) {
    static const char *const ops[] = {"and", "or", "xor", "and not"};
    Text a = leaf(g, plan, kind, size, i), b;
    int way = gen_below(g, 10);
    if (depth == 0 || way < 3)
        return a;
    a = expression(g, plan, kind, size, i, depth - 1);
    bool literal_a = a.s[0] == '\'' || a.s[0] == 'q';
    if (way == 3 && !literal_a)
        return (Text){gen_format(g, "not %s", gen_within(g, a, 0)), 0, 0};
    /* A literal beside a literal would be a text. */
    b = (Text){gen_find(g, kind, -1, size, READ)->name, 0, 0};
    if (!literal_a)
        b = expression(g, plan, kind, size, i, depth - 1);
    const char *left = gen_within(g, a, 0), *right = gen_within(g, b, 0);
    bool literal_b = right[0] == '\'' || right[0] == 'q';
    const char *op = ops[gen_below(g, literal_b ? 3 : 4)];
    return (Text){gen_format(g, "%s %s %s", left, op, right), 2, 0};
}

/* ---- Steps ---- */

static bool set_line(Gen *g, const Place *p, const Plan *plan) {
    if (plan->tables == 0)
        return false;
    int k = gen_below(g, plan->tables);
    const char *i = p->index->name;
    Text x = expression(g, plan, kind_of(plan, k), size_of(plan, k), i, 2);
    const char *to = own_line(g, plan, k, i);
    if (gen_chance(g, 40))
        gen_line(
            g, "%s := %s %s %s;", to, to, gen_chance(g, 50) ? "or" : "xor",
            gen_find(g, kind_of(plan, k), -1, size_of(plan, k), READ)->name);
    else
        gen_line(g, "%s := %s;", to, x.s);
    return true;
}

/* A line to be written, of a kind and size that mostly fit a table. */
static Var *line_to_write(Gen *g, const Plan *plan, Kind *kind, int *size) {
    *kind = gen_chance(g, 65) ? WORD : SLICE;
    *size = gen_dimension(g);
    if (plan->tables > 0 && gen_chance(g, 80)) {
        int k = gen_below(g, plan->tables);
        *kind = kind_of(plan, k);
        *size = size_of(plan, k);
    }
    return gen_find(g, *kind, -1, *size, WRITE);
}

static bool set_private(Gen *g, const Place *p, Plan *plan) {
    Kind kind;
    int size;
    Var *v = line_to_write(g, plan, &kind, &size);
    if (v == NULL || plan->privates == 2)
        return false;
    gen_line(g, "%s := %s;", v->name,
             expression(g, plan, kind, size, p->index->name, 1).s);
    v->defined = true;
    plan->private[plan->privates++] = v;
    return true;
}

static bool fold(Gen *g, const Place *p, const Plan *plan) {
    static const char *const ops[] = {"or", "and", "xor"};
    Kind kind;
    int size;
    Var *v = line_to_write(g, plan, &kind, &size);
    if (v == NULL || !v->defined)
        return false;
    const char *x =
        gen_within(g, expression(g, plan, kind, size, p->index->name, 1), 0);
    const char *op = ops[gen_below(g, 3)];
    if (gen_chance(g, 25))
        gen_line(g, "%s := %s %s %s %s %s;", v->name, v->name, op, x, op,
                 gen_within(
                     g, expression(g, plan, kind, size, p->index->name, 1), 0));
    else if (gen_chance(g, 75))
        gen_line(g, "%s := %s %s %s;", v->name, v->name, op, x);
    else
        gen_line(g, "%s := %s %s %s;", v->name, x, op, v->name);
    return true;
}

/* A scalar of the iteration. */
static const char *term(Gen *g, const Plan *plan, const char *i) {
    int way = gen_below(g, 5);
    int k = plan->tables > 0 ? gen_below(g, plan->tables) : 0;
    if (way == 0)
        return i;
    if (way == 1 && plan->number != NULL)
        return plan->number->name;
    if (way > 1 && plan->tables > 0)
        return gen_format(
            g, "NUMB(%s)",
            expression(g, plan, kind_of(plan, k), size_of(plan, k), i, 1).s);
    return gen_format(g, "%d", gen_below(g, 6));
}

/* A scalar that has a value, or at times has none. */
static const Var *counter(Gen *g) {
    const Var *c = g->fault > 0 && gen_chance(g, 15)
                       ? gen_undefined(g, INT)
                       : gen_find(g, INT, -1, -1, WRITE);
    return c == NULL || (!c->defined && g->fault == 0) ? NULL : c;
}

static bool sum(Gen *g, const Plan *plan, const char *i) {
    const Var *c = counter(g);
    if (c == NULL)
        return false;
    const char *x = term(g, plan, i);
    if (gen_chance(g, 15))
        gen_line(g, "%s := %s + %s;", c->name, x, c->name);
    else
        gen_line(g, "%s := %s %s %s;", c->name, c->name,
                 gen_chance(g, 80) ? "+" : "-", x);
    return true;
}

static bool set_number(Gen *g, const Place *p, Plan *plan) {
    Var *c = gen_find(g, INT, -1, -1, WRITE);
    if (c == NULL)
        return false;
    gen_line(g, "%s := %s;", c->name, term(g, plan, p->index->name));
    c->defined = true;
    plan->number = c;
    return true;
}

/* The least or greatest, and perhaps where it is. */
static bool extreme(Gen *g, const Place *p, const Plan *plan) {
    static const char *const relation[] = {"<", ">", "<=", ">="};
    const Var *m = counter(g), *at = gen_find(g, INT, -1, -1, WRITE);
    const char *i = p->index->name, *is = relation[gen_below(g, 4)];
    if (m == NULL)
        return false;
    const char *x = term(g, plan, i);
    const char *left = x, *right = m->name;
    if (gen_chance(g, 40)) {
        left = m->name;
        right = x;
    }
    if (at == NULL || at == m || !at->defined || gen_chance(g, 50))
        gen_line(g, "if %s %s %s then %s := %s;", left, is, right, m->name, x);
    else
        gen_line(g, "if %s %s %s then begin %s := %s; %s := %s end;", left, is,
                 right, m->name, x, at->name, i);
    return true;
}

static const Var *component_of(Gen *g, const Place *p, Use use) {
    const Var *y =
        gen_find(g, gen_chance(g, 70) ? SLICE : WORD, -1, p->index->range, use);
    return y != NULL && y->defined ? y : NULL;
}

static bool set_component(Gen *g, const Place *p) {
    static const char *const bits_[] = {"0", "1", "'0'", "'1'"};
    const Var *y = component_of(g, p, WRITE);
    const Var *z = component_of(g, p, READ);
    const char *i = p->index->name;
    if (y == NULL)
        return false;
    if (z == NULL || gen_chance(g, 50))
        gen_line(g, "%s(%s) := %s;", y->name, i, bits_[gen_below(g, 4)]);
    else
        gen_line(g, "%s(%s) := %s(%s);", y->name, i, z->name, i);
    return true;
}

/* The tables whose line j an inner iteration may read, j being within 1..n, and
 * others for all lines to be as long. */
static Plan inner_plan(Gen *g, const Place *p, const Plan *plan, int n) {
    Plan inner = {.outer = p->index->name};
    for (int k = 0; k < 3; k++) {
        bool row = gen_chance(g, 50);
        Var *t = gen_find(g, TABLE, row ? n : -1, row ? -1 : n, READ);
        if (t == NULL)
            continue;
        inner.around[inner.tables] =
            (row ? t->rows : t->columns) >= p->index->range;
        for (int l = 0; l < plan->tables; l++)
            inner.around[inner.tables] &=
                plan->table[l] != t || plan->row[l] == row;
        inner.table[inner.tables] = t;
        inner.row[inner.tables++] = row;
    }
    return inner;
}

static void inner_step(Gen *g, const Place *p, Plan *plan);

/* The ones of a line in each iteration, in a loop within the loop. */
static bool inner_loop(Gen *g, const Place *p, const Plan *plan) {
    if (plan->tables == 0 || p->iterations > 500)
        return false;
    int k = gen_below(g, plan->tables);
    Var *y = gen_find(g, kind_of(plan, k), -1, size_of(plan, k), WRITE);
    Var *j = NULL;
    for (int v = 0; v < g->block->vars; v++)
        if (g->block->var[v].counts && g->block->var[v].locked == 0 &&
            !g->block->var[v].param)
            j = &g->block->var[v];
    if (y == NULL || j == NULL || !gen_local(g, y) || y->early || !y->own)
        return false;
    Text x = expression(g, plan, y->kind, y->columns, p->index->name, 1);
    gen_line(g, "%s := %s;", y->name, x.s);
    gen_line(g, "while SOME(%s) do begin", y->name);
    gen_line(g, "  %s := STEP(%s);", j->name, y->name);
    g->indent++;
    y->index = j;
    y->clearing++;
    Plan across = inner_plan(g, p, plan, y->columns);
    Place within = *p;
    int range = j->range;
    j->range = y->columns;
    within.index = j;
    within.iterations *= y->columns;
    across.number = plan->number;
    for (int n = 1 + gen_below(g, 2); n > 0; n--)
        if (gen_chance(g, 40))
            inner_step(g, &within, &across);
        else if (gen_chance(g, 70))
            sum(g, &across, j->name);
        else
            sum(g, plan, p->index->name);
    j->range = range;
    y->clearing--;
    g->indent--;
    gen_line(g, "end;");
    y->defined = true;
    g->cost += p->iterations * y->columns;
    return true;
}

static void steps(Gen *g, const Place *p, Plan *plan, int count, int depth);

static const char *test(Gen *g, const Place *p, const Plan *plan) {
    static const char *const bit[] = {"= 1", "= 0", "<> 1", "= '1'", "<> '0'"};
    const Var *y = component_of(g, p, READ), *z = component_of(g, p, READ);
    const char *i = p->index->name;
    int way = gen_below(g, 6);
    int k = plan->tables > 0 ? gen_below(g, plan->tables) : -1;
    if (way < 2 && k >= 0) {
        const char *x =
            expression(g, plan, kind_of(plan, k), size_of(plan, k), i, 1).s;
        return gen_format(g, "%s(%s)", gen_chance(g, 60) ? "SOME" : "ZERO", x);
    }
    if (way == 2 && k >= 0) {
        const char *v =
            gen_find(g, kind_of(plan, k), -1, size_of(plan, k), READ)->name;
        return gen_format(g, "%s %s %s", own_line(g, plan, k, i),
                          gen_chance(g, 60) ? "=" : "<>", v);
    }
    if (y == NULL || z == NULL)
        return "true";
    if (way == 3)
        return gen_format(g, "%s(%s) %s %s(%s)", y->name, i,
                          gen_chance(g, 50) ? "=" : "<>", z->name, i);
    if (way == 4) {
        const char *a = bit[gen_below(g, 5)], *b = bit[gen_below(g, 5)];
        return gen_format(g, "(%s(%s) %s) %s not (%s(%s) %s)", y->name, i, a,
                          gen_chance(g, 50) ? "and" : "or", z->name, i, b);
    }
    return gen_format(g, "%s(%s) %s", y->name, i, bit[gen_below(g, 5)]);
}

static bool conditional(Gen *g, const Place *p, Plan *plan, int depth) {
    if (depth > 1)
        return false;
    int privates = plan->privates;
    Var *number = plan->number;
    gen_line(g, "if %s then begin", test(g, p, plan));
    g->indent++;
    steps(g, p, plan, 1 + gen_below(g, 2), depth + 1);
    g->indent--;
    plan->privates = privates;
    plan->number = number;
    if (gen_chance(g, 35)) {
        gen_line(g, "end else begin");
        g->indent++;
        steps(g, p, plan, 1 + gen_below(g, 2), depth + 1);
        g->indent--;
        plan->privates = privates;
        plan->number = number;
    }
    gen_line(g, "end;");
    return true;
}

/* A step that an inner iteration may have too. */
static bool small_step(Gen *g, const Place *p, Plan *plan, int depth) {
    switch (gen_below(g, 5)) {
    case 0: return fold(g, p, plan);
    case 1: return extreme(g, p, plan);
    case 2: return set_number(g, p, plan);
    case 3: return set_private(g, p, plan);
    default: return conditional(g, p, plan, depth);
    }
}

static void inner_step(Gen *g, const Place *p, Plan *plan) {
    if (gen_chance(g, 90))
        small_step(g, p, plan, 1);
    else
        steps(g, p, plan, 1, 1);
}

static bool step(Gen *g, const Place *p, Plan *plan, int depth) {
    switch (gen_below(g, 10)) {
    case 0:
    case 1: return set_line(g, p, plan);
    case 2: return set_private(g, p, plan);
    case 3: return sum(g, plan, p->index->name);
    case 4: return set_component(g, p);
    case 5:
    case 6:
    case 7: return small_step(g, p, plan, depth);
    default: return depth == 0 && inner_loop(g, p, plan);
    }
}

static void steps(Gen *g, const Place *p, Plan *plan, int count, int depth) {
    for (int tries = 0; count > 0 && tries < 20; tries++) {
        g->cost += p->iterations;
        if (plan->loose && gen_chance(g, 20)) {
            gen_simple(g, p);
            count--;
        } else if (step(g, p, plan, depth)) {
            count--;
        }
    }
    g->statements -= depth == 0;
}

void gen_parallel(Gen *g, const Place *p) {
    Plan plan;
    size_t used = g->used;
    Defined before = gen_defined_now(g);
    choose(g, p, &plan);
    if (g->fault > 0 && --g->fault == 0)
        gen_wrong(g, p);
    steps(g, p, &plan, 1 + gen_below(g, 4), 0);
    gen_goto(g, p);
    gen_defined_then(g, &before);
    g->used = used;
}
