/* SPDX-License-Identifier: MIT */
/* Statements. */
#include "generate.h"

/* ---- Assignments ---- */

void gen_assign(Gen *g, const Place *p, Var *v) {
    const char *s;
    if (v->kind == SLICE || v->kind == WORD)
        s = gen_bits(g, p, v->kind, v->columns, 1 + gen_below(g, 3)).s;
    else
        s = gen_scalar(g, p, v->kind, 2).s;
    gen_line(g, "%s := %s;", v->name, s);
    v->defined = true;
}

static bool assign_scalar(Gen *g, const Place *p) {
    static const Kind kinds[] = {INT, INT, INT, BOOL, CHAR, COLOUR, DIGIT};
    Var *v = gen_find(g, kinds[gen_below(g, 7)], -1, -1, WRITE);
    if (v != NULL)
        gen_assign(g, p, v);
    return v != NULL;
}

static bool assign_line(Gen *g, const Place *p) {
    Var *v = gen_find(g, gen_chance(g, 60) ? SLICE : WORD, -1, -1, WRITE);
    if (v != NULL)
        gen_assign(g, p, v);
    return v != NULL;
}

/* A line that a loop steps through may lose components, and get others
 * behind the one that the loop is at. */
static bool assign_stepped(Gen *g, const Place *p) {
    Var *v = gen_find(g, gen_chance(g, 70) ? SLICE : WORD, -1, -1, CLEAR);
    if (v == NULL || v->columns == 0)
        return false;
    const char *x = gen_bits(g, p, v->kind, v->columns, 1).s;
    const char *i = gen_index_of(g, p, v->columns);
    bool behind = v->clearing == 1 && v->index->range == v->columns;
    switch (gen_below(g, 5)) {
    case 0: gen_line(g, "%s(%s) := 0;", v->name, i); break;
    case 1: gen_line(g, "CLR(%s);", v->name); break;
    case 2:
    case 3:
        if (behind) {
            gen_line(g, "%s := (%s) and MASK(%s, %s + 1);", v->name, x, v->name,
                     v->index->name);
            break;
        }
        /* fall through */
    default: gen_line(g, "%s := %s and (%s);", v->name, v->name, x);
    }
    return true;
}

static const char *component_value(Gen *g, const Place *p) {
    int n = gen_dimension(g);
    const Var *y = gen_find(g, SLICE, -1, n, READ);
    switch (gen_below(g, 6)) {
    case 0: return "1";
    case 1: return "0";
    case 2: return gen_chance(g, 50) ? "'1'" : "'0'";
    case 3:
        if (y != NULL)
            return gen_format(g, "1 - %s(%s)", y->name, gen_index_of(g, p, n));
        /* fall through */
    case 4:
        if (y != NULL)
            return gen_format(g, "%s(%s)", y->name, gen_index_of(g, p, n));
        /* fall through */
    default: return gen_limited(g, p, 1, 1);
    }
}

static bool assign_component(Gen *g, const Place *p) {
    int n = p->index != NULL && p->index->range > 0 ? p->index->range
                                                    : gen_dimension(g);
    Var *y = gen_find(g, gen_chance(g, 65) ? SLICE : WORD, -1, n, WRITE);
    if (y == NULL || !y->defined)
        return false;
    const char *i = gen_index_of(g, p, n);
    gen_line(g, "%s(%s) := %s;", y->name, i, component_value(g, p));
    return true;
}

/* Of a table perhaps as an image. */
static void random_bits(Gen *g, const Var *v) {
    static const char *const image[] = {"", ", rows", ", columns"};
    gen_line(g, "RANDOM(%s, %d, %s%s);", v->name, gen_below(g, 1000),
             gen_chance(g, 50) ? "0.5" : "0.375",
             v->kind == TABLE ? image[gen_below(g, 3)] : "");
}

static bool set_or_clear(Gen *g) {
    static const Kind kinds[] = {SLICE, SLICE, SLICE, WORD, WORD, TABLE};
    Var *v = gen_find(g, kinds[gen_below(g, 6)], -1, -1, WRITE);
    if (v == NULL || !v->defined)
        return false;
    if (v->kind == TABLE || gen_chance(g, 25)) {
        random_bits(g, v);
        return true;
    }
    gen_line(g, "%s(%s);", gen_chance(g, 60) ? "SET" : "CLR", v->name);
    return true;
}

static bool assign_row(Gen *g, const Place *p) {
    bool row = gen_chance(g, 55);
    int n = p->index != NULL && p->index->range > 0 && gen_chance(g, 70)
                ? p->index->range
                : -1;
    Var *t = gen_find(g, TABLE, row ? n : -1, row ? -1 : n, WRITE);
    int lines = t == NULL ? 0 : row ? t->rows : t->columns;
    if (lines == 0 || !t->defined)
        return false;
    const char *i = gen_index_of(g, p, lines);
    const char *x = gen_bits(g, p, row ? WORD : SLICE,
                             row ? t->columns : t->rows, 1 + gen_below(g, 2))
                        .s;
    gen_line(g, "%s(%s, %s) := %s;", row ? "ROW" : "COL", i, t->name, x);
    return true;
}

static bool assign_table(Gen *g, const Place *p) {
    Var *t = gen_find(g, TABLE, -1, -1, WRITE);
    const Var *u =
        t != NULL ? gen_find(g, TABLE, t->rows, t->columns, READ) : NULL;
    const Var *w =
        t != NULL ? gen_find(g, TABLE, t->rows, t->columns - 1, READ) : NULL;
    const Var *y = t != NULL ? gen_find(g, SLICE, -1, t->rows, READ) : NULL;
    const Routine *r =
        t != NULL ? gen_find_routine(g, TABLE, t->columns, true) : NULL;
    const char *f = r != NULL && r->rows == t->rows ? gen_call(g, p, r) : NULL;
    if (f != NULL)
        gen_line(g, "%s := %s;", t->name, f);
    else if (w != NULL && y != NULL)
        gen_line(g, "%s := ADJ(%s, %s);", t->name, y->name, w->name);
    else if (u != NULL)
        gen_line(g, "%s := %s;", t->name, u->name);
    else
        return false;
    t->defined = true;
    return true;
}

static bool assign_element(Gen *g, const Place *p) {
    static const Kind kinds[] = {INTS, INTS, BOOLS, LINES, GRID};
    Var *a = gen_find(g, kinds[gen_below(g, 5)], -1, -1, WRITE);
    if (a == NULL)
        return false;
    const char *i = gen_index_of(g, p, a->rows), *x;
    if (a->kind == GRID)
        i = gen_format(g, "%s, %s", i, gen_index_of(g, p, 3));
    if (a->kind == LINES)
        x = gen_bits(g, p, SLICE, a->columns, 2).s;
    else
        x = gen_scalar(g, p, a->kind == BOOLS ? BOOL : INT, 2).s;
    gen_line(g, "%s[%s] := %s;", a->name, i, x);
    return true;
}

/* Whole arrays, and rows of two-dimensional ones. */
static bool assign_array(Gen *g, const Place *p) {
    static const Kind kinds[] = {INTS, BOOLS, LINES, GRID};
    Var *a = gen_find(g, kinds[gen_below(g, 4)], -1, -1, WRITE);
    const Var *b = a != NULL
                       ? gen_find(g, a->kind, a->rows,
                                  a->kind == LINES ? a->columns : -1, READ)
                       : NULL;
    if (b == NULL || a->open || b->open)
        return false;
    if (a->kind == GRID && gen_chance(g, 50)) {
        const char *i = gen_index_of(g, p, a->rows);
        gen_line(g, "%s[%s] := %s[%s];", a->name, i, b->name,
                 gen_index_of(g, p, b->rows));
        return true;
    }
    gen_line(g, "%s := %s;", a->name, b->name);
    a->defined = true;
    return true;
}

/* A very long expression on lines. */
static bool assign_long(Gen *g, const Place *p) {
    static const char *const ops[] = {"and", "or", "xor"};
    Kind kind = gen_chance(g, 50) ? SLICE : WORD;
    Var *v = gen_find(g, kind, -1, g->dim[0], WRITE);
    if (v == NULL)
        return false;
    const char *s = gen_bits(g, p, kind, v->columns, 0).s;
    for (int n = 5 + gen_below(g, gen_chance(g, 20) ? 120 : 20); n > 0; n--) {
        const char *op = ops[gen_below(g, 3)],
                   *not = gen_chance(g, 20) ? "not " : "";
        s = gen_format(g, "%s %s %s%s", s, op, not,
                       gen_bits(g, p, kind, v->columns, 0).s);
    }
    gen_line(g, "%s := %s;", v->name, s);
    v->defined = true;
    return true;
}

static bool step(Gen *g) {
    Var *y = gen_find(g, gen_chance(g, 70) ? SLICE : WORD, -1, -1, CLEAR);
    Var *n = gen_find(g, INT, -1, -1, WRITE);
    if (y == NULL || n == NULL || !y->defined)
        return false;
    gen_line(g, "%s := STEP(%s);", n->name, y->name);
    n->defined = true;
    return true;
}

/* ---- Reductions ---- */

static bool reduce_integer(Gen *g, const Place *p) {
    Var *c = gen_find(g, INT, -1, -1, WRITE);
    if (c == NULL || !c->defined)
        return false;
    const char *x = gen_limited(g, p, 100, 1);
    switch (gen_below(g, 5)) {
    case 0: gen_line(g, "%s := %s + 1;", c->name, c->name); break;
    case 1: gen_line(g, "%s := %s + %s;", c->name, c->name, x); break;
    case 2:
        gen_line(g, "if %s < %s then %s := %s;", x, c->name, c->name, x);
        break;
    case 3:
        gen_line(g, "if %s > %s then %s := %s;", x, c->name, c->name, x);
        break;
    default: gen_line(g, "%s := (%s * 3 + %s) mod 9973;", c->name, c->name, x);
    }
    return true;
}

static bool reduce_line(Gen *g, const Place *p) {
    static const char *const ops[] = {"or", "and", "xor", "and not"};
    Kind kind = gen_chance(g, 50) ? SLICE : WORD;
    Var *v = gen_find(g, kind, -1, -1, WRITE);
    if (v == NULL || !v->defined)
        return false;
    const char *op = ops[gen_below(g, 4)];
    gen_line(g, "%s := %s %s %s;", v->name, v->name, op,
             gen_within(g, gen_bits(g, p, kind, v->columns, 1), 0));
    return true;
}

/* v := ROW(i, P); v := v or w; ROW(i, P) := v */
static bool private_temporary(Gen *g, const Place *p) {
    bool row = gen_chance(g, 60);
    Kind kind = row ? WORD : SLICE;
    int n = p->index != NULL && p->index->range > 0 ? p->index->range : -1;
    Var *t = gen_find(g, TABLE, row ? n : -1, row ? -1 : n, WRITE);
    int lines = t == NULL ? 0 : row ? t->rows : t->columns;
    int size = t == NULL ? 0 : row ? t->columns : t->rows;
    Var *v = gen_find(g, kind, -1, size, WRITE);
    const char *name = row ? "ROW" : "COL";
    if (lines == 0 || !t->defined || v == NULL)
        return false;
    const char *i = gen_index_of(g, p, lines);
    gen_line(g, "%s := %s(%s, %s);", v->name, name, i, t->name);
    v->defined = true;
    reduce_line(g, p);
    const char *op = gen_chance(g, 50) ? "or" : "xor";
    gen_line(g, "%s := %s %s %s;", v->name, v->name, op,
             gen_within(g, gen_bits(g, p, kind, size, 1), 0));
    gen_line(g, "%s(%s, %s) := %s;", name, i, t->name, v->name);
    return true;
}

/* A sum of numbers in the rows of a table, or of products; all fit an integer.
 */
static bool assign_sum(Gen *g, const Place *p) {
    enum { DIGITS = 40, TRIES = 4 };
    Var *v = gen_find(g, INT, -1, -1, WRITE);
    const Var *t = NULL;
    for (int k = 0; k < TRIES && (t == NULL || t->columns > DIGITS); k++)
        t = gen_find(g, TABLE, -1, -1, READ);
    if (v == NULL || t == NULL || t->columns > DIGITS)
        return false;
    const Var *r = gen_find(g, TABLE, t->rows, -1, READ);
    const char *x = gen_bits(g, p, SLICE, t->rows, 1).s;
    if (r != NULL && t->columns + r->columns <= DIGITS && gen_chance(g, 60))
        gen_line(g, "%s := DOTV(%s, %s, %s) mod 9973;", v->name, t->name,
                 r->name, x);
    else
        gen_line(g, "%s := SUMV(%s, %s) mod 9973;", v->name, t->name, x);
    v->defined = true;
    return true;
}

/* ---- Output ---- */

static bool writes(Gen *g, const Place *p) {
    const char *x;
    const Var *t;
    int width = gen_below(g, 12);
    if (p->iterations > 12 || (g->block->routine && g->block->routine->pure))
        return false;
    switch (gen_below(g, 7)) {
    case 0: x = gen_condition(g, p, 1).s; break;
    case 6:
        t = gen_find(g, TABLE, -1, -1, READ);
        if (t->rows > 20)
            return false;
        gen_line(g,
                 gen_chance(g, 50) ? "writeln(%s: %d, %s);"
                                   : "write(%s: %d, %s);",
                 t->name, 1 + width, t->name);
        return true;
    case 1:
        x = gen_bits(g, p, SLICE, g->dim[gen_below(g, g->dims)], 1).s;
        break;
    case 2: x = gen_bits(g, p, WORD, g->dim[gen_below(g, g->dims)], 1).s; break;
    case 3: x = gen_scalar(g, p, CHAR, 0).s; break;
    default: x = gen_integer(g, p, 2).s;
    }
    if (width > 0 && gen_chance(g, 30))
        gen_line(g, "writeln(%s: %d, ' ', 'x': %d);", x, width, width);
    else if (gen_chance(g, 80))
        gen_line(g, "writeln(%s);", x);
    else
        gen_line(g, "write(%s, ' ');", x);
    return true;
}

/* ---- Calls ---- */

static bool calls(Gen *g, const Place *p) {
    const Routine *r = gen_find_routine(g, NONE, -1, false);
    const char *s = r != NULL ? gen_call(g, p, r) : NULL;
    if (s != NULL)
        gen_line(g, "%s;", s);
    return s != NULL;
}

/* The value of a function that may change variables. */
static bool assign_call(Gen *g, const Place *p) {
    static const Kind kinds[] = {INT, BOOL, SLICE, WORD};
    Kind kind = kinds[gen_below(g, 4)];
    Var *v = gen_find(g, kind, -1, -1, WRITE);
    const Routine *r =
        v != NULL
            ? gen_find_routine(g, kind, kind >= SLICE ? v->columns : -1, false)
            : NULL;
    const char *s = r != NULL ? gen_call(g, p, r) : NULL;
    if (s == NULL)
        return false;
    gen_line(g, "%s := %s;", v->name, s);
    v->defined = true;
    return true;
}

/* ---- Conditional statements ---- */

Defined gen_defined_now(const Gen *g) {
    Defined d;
    for (int k = 0; k < g->block->vars; k++)
        d.at[k] = g->block->var[k].defined;
    return d;
}

void gen_defined_then(Gen *g, const Defined *d) {
    for (int k = 0; k < g->block->vars; k++)
        g->block->var[k].defined &= d->at[k];
}

Place gen_inside(const Place *p, double iterations) {
    Place inner = *p;
    inner.depth++;
    inner.iterations *= iterations < 1 ? 1 : iterations;
    return inner;
}

void gen_part(Gen *g, const Place *p, int most) {
    Defined before = gen_defined_now(g);
    g->indent++;
    if (p->index != NULL && gen_chance(g, 20))
        calls(g, p);
    gen_statements(g, p, 1 + gen_below(g, most));
    g->indent--;
    gen_defined_then(g, &before);
}

static bool if_statement(Gen *g, const Place *p) {
    Place inner = gen_inside(p, 1);
    const char *c = gen_condition(g, p, 2).s;
    Defined before = gen_defined_now(g);
    if (gen_chance(g, 25)) {
        gen_line(g, "if %s then", c);
        g->indent++;
        gen_simple(g, &inner);
        g->indent--;
        gen_defined_then(g, &before);
        return true;
    }
    gen_line(g, "if %s then begin", c);
    gen_part(g, &inner, 3);
    if (gen_chance(g, 40)) {
        gen_line(g, "end else begin");
        gen_part(g, &inner, 3);
    }
    gen_line(g, "end;");
    return true;
}

/* Labels are small numbers, great ones, and colours. */
static bool case_statement(Gen *g, const Place *p) {
    static const char *const labels[3][4] = {
        {"0, 1", "2..3", "-1, 5", "4"},
        {"0", "1..40000, -3", "40001..3000000000, -40000", "-2..-1"},
        {"green", "blue", "red", ""}};
    Place inner = gen_inside(p, 1);
    int way = gen_below(g, 3), arms = 1 + gen_below(g, 3);
    gen_line(g, "case %s of",
             way == 0   ? gen_limited(g, p, 8, 1)
             : way == 1 ? gen_integer(g, p, 2).s
                        : gen_scalar(g, p, COLOUR, 0).s);
    for (int k = 0; k < arms; k++) {
        gen_line(g, "%s: begin", labels[way][k]);
        gen_part(g, &inner, 2);
        gen_line(g, "end;");
    }
    gen_line(g, "otherwise");
    gen_part(g, &inner, 2);
    gen_line(g, "end;");
    return true;
}

/* ---- Choice ---- */

static bool simple_once(Gen *g, const Place *p) {
    switch (gen_below(g, 15)) {
    case 14: return assign_sum(g, p);
    case 13: return gen_assign_set(g, p);
    case 0:
    case 1: return assign_scalar(g, p);
    case 2:
    case 3: return assign_line(g, p);
    case 4: return assign_component(g, p);
    case 5: return set_or_clear(g);
    case 6: return assign_row(g, p);
    case 7: return assign_table(g, p);
    case 8: return assign_element(g, p);
    case 9: return reduce_integer(g, p);
    case 10: return reduce_line(g, p);
    case 11: return step(g);
    default: return assign_stepped(g, p);
    }
}

void gen_simple(Gen *g, const Place *p) {
    while (!simple_once(g, p))
        ;
}

void gen_goto(Gen *g, const Place *p) {
    if (g->exit > 0 && gen_chance(g, 10))
        gen_line(g, "if %s then goto %d;", gen_condition(g, p, 1).s, g->exit);
}

bool gen_labelled(Gen *g, const Place *p) {
    Block *b = g->block;
    Place inner = gen_inside(p, 1);
    if (b->labels == 0 || g->exit > 0)
        return false;
    g->exit = b->label[--b->labels];
    gen_line(g, "begin");
    gen_part(g, &inner, 4);
    gen_line(g, "  if %s then goto %d;", gen_condition(g, p, 2).s, g->exit);
    gen_part(g, &inner, 3);
    gen_line(g, "%d:", g->exit);
    g->exit = 0;
    gen_simple(g, p);
    gen_line(g, "end;");
    return true;
}

static bool compound(Gen *g, const Place *p) {
    if (p->depth > 3 || g->statements <= 0)
        return false;
    switch (gen_below(g, 16)) {
    case 0:
    case 1: return if_statement(g, p);
    case 2: return case_statement(g, p);
    case 3:
    case 4: return gen_with(g, p);
    case 5:
    case 6: return gen_labelled(g, p);
    default: return gen_loop(g, p);
    }
}

/* Variables that the loop may leave alone, or that only a call changes. */
static bool same_each_round(Gen *g, const Place *p) {
    static const char *const ops[] = {"and", "or", "xor", "and not"};
    Kind kind = gen_chance(g, 50) ? SLICE : WORD;
    int n = g->dim[gen_below(g, g->dims)];
    Var *v = gen_find(g, kind, -1, n, WRITE);
    const Var *a = gen_find(g, kind, -1, n, READ),
              *b = gen_find(g, kind, -1, n, READ);
    if (v == NULL)
        return false;
    if (gen_chance(g, 50))
        calls(g, p);
    gen_line(g, "%s := %s %s %s;", v->name, a->name, ops[gen_below(g, 4)],
             b->name);
    v->defined = true;
    return true;
}

/* Within loops, more of what loops are for. */
static bool in_loop(Gen *g, const Place *p) {
    switch (gen_below(g, 7)) {
    case 0: return private_temporary(g, p);
    case 6: return same_each_round(g, p);
    case 1: return assign_row(g, p);
    case 2: return assign_component(g, p);
    case 3: return reduce_line(g, p);
    case 4: return reduce_integer(g, p);
    default: return assign_stepped(g, p);
    }
}

static bool statement(Gen *g, const Place *p) {
    int way = gen_below(g, 100);
    if (p->depth == 0 && way < (g->loops ? 80 : 30))
        return gen_loop(g, p);
    if (p->index != NULL && way < 30)
        return in_loop(g, p);
    if (way < 55)
        return compound(g, p);
    if (way < 62)
        return writes(g, p);
    if (way < 70)
        return gen_chance(g, 50) ? calls(g, p) : assign_call(g, p);
    if (way < 73)
        return gen_chance(g, 70) ? assign_array(g, p) : gen_copy_record(g);
    if (way < 75)
        return assign_long(g, p);
    return simple_once(g, p);
}

void gen_statements(Gen *g, const Place *p, int count) {
    if (g->statements <= 0)
        count = 1;
    while (count > 0) {
        size_t used = g->used;
        g->cost += p->iterations;
        g->statements--;
        if (g->fault > 0 && --g->fault == 0)
            gen_wrong(g, p);
        while (!statement(g, p))
            ;
        gen_goto(g, p);
        g->used = used;
        count--;
    }
}

/* ---- First values ---- */

static void fill_lines(Gen *g, const Place *p, Var *v) {
    const char *s =
        gen_bits(g, p, v->kind == TABLE ? WORD : v->kind, v->columns, 2).s;
    const char *way = gen_chance(g, 50) ? "up" : "down";
    int k = 1 + gen_below(g, 5);
    if (v->kind == TABLE && v->sized)
        gen_line(g, "for i := 1 to %d do ROW(i, %s) := ROTATE(%s, %s, i * %d);",
                 v->rows, v->name,
                 v->columns <= MAX_LITERAL ? gen_literal(g, v->columns) : s,
                 way, k);
    else if (v->columns <= MAX_LITERAL && gen_chance(g, 60))
        gen_line(g, "%s := %s;", v->name, gen_literal(g, v->columns));
    else
        gen_line(g, "%s := %s;", v->name, s);
}

void gen_initialize(Gen *g, const Place *p, Var *v) {
    const Var *t;
    int k = 1 + gen_below(g, 9);
    size_t used = g->used;
    switch (v->kind) {
    case SLICE:
    case WORD: fill_lines(g, p, v); break;
    case TABLE:
        t = v->defined ? NULL : gen_find(g, TABLE, v->rows, v->columns, READ);
        if (t != NULL)
            gen_line(g, "%s := %s;", v->name, t->name);
        else if (v->sized)
            fill_lines(g, p, v);
        else
            return;
        break;
    case INTS:
        gen_line(g, "for i := 1 to %d do %s[i] := (i * %d) mod %d;", v->rows,
                 v->name, k, k + 3);
        break;
    case BOOLS:
        gen_line(g, "for i := 1 to %d do %s[i] := odd(i div %d);", v->rows,
                 v->name, k);
        break;
    case LINES:
        gen_line(g, "for i := 1 to 3 do %s[i] := %s;", v->name,
                 gen_bits(g, p, SLICE, v->columns, 1).s);
        break;
    case GRID:
        gen_line(g,
                 "for i := 1 to %d do for j := 1 to 3 do "
                 "%s[i, j] := i * j - %d;",
                 v->rows, v->name, k);
        break;
    case FEW:
    case MANY:
        gen_line(g, "%s := %s;", v->name, gen_set(g, p, v->kind, 1).s);
        break;
    default: gen_line(g, "%s := %s;", v->name, gen_scalar(g, p, v->kind, 1).s);
    }
    v->defined = true;
    g->used = used;
    g->cost += v->rows;
}
