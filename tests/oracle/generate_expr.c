/* SPDX-License-Identifier: MIT */
/* Expressions. */
#include "generate.h"

static Text text(const char *s, int binds) {
    return (Text){s, binds, 0};
}

const char *gen_within(Gen *g, Text x, int binds) {
    return x.binds <= binds ? x.s : gen_format(g, "(%s)", x.s);
}

/* a op b, where op makes something that binds so. */
static Text join(Gen *g, Text a, const char *op, Text b, int binds) {
    return text(gen_format(g, "%s %s %s", gen_within(g, a, binds), op,
                           gen_within(g, b, binds - 1)),
                binds);
}

/* ---- Indices ---- */

const char *gen_index_of(Gen *g, const Place *p, int n) {
    const Var *v = p->index;
    if (v == NULL || v->range > n || gen_chance(g, 25))
        v = gen_find(g, INT, -1, -1, READ);
    if (v != NULL && v->range > 0 && v->range <= n && gen_chance(g, 85))
        return v->range < n && gen_chance(g, 30)
                   ? gen_format(g, "%s + 1", v->name)
                   : v->name;
    if (gen_chance(g, 25) && p->depth < 4)
        return gen_format(g, "%s mod %d + 1",
                          gen_within(g, text(gen_limited(g, p, 1e15, 1), 3), 0),
                          n);
    return gen_format(g, "%d", 1 + gen_below(g, n));
}

/* ---- Calls ---- */

/* An element of an array, which needs no value to be passed. */
static const char *element_argument(Gen *g, const Place *p, const Var *param) {
    static const Kind arrays[] = {
        [INT] = INTS, [BOOL] = BOOLS, [SLICE] = LINES};
    if (param->kind != INT && param->kind != BOOL && param->kind != SLICE)
        return NULL;
    const Var *a = gen_find(g, arrays[param->kind], -1,
                            param->kind == SLICE ? param->columns : -1, CLEAR);
    return a == NULL || gen_chance(g, 70)
               ? NULL
               : gen_format(g, "%s[%s]", a->name, gen_index_of(g, p, a->rows));
}

/* A variable for a var parameter; at times one that was given already. */
static const char *var_argument(Gen *g, const Var *param, Var *const *given,
                                int n) {
    for (int k = 0; k < n; k++)
        if (given[k] != NULL && given[k]->kind == param->kind &&
            (!given[k]->open || param->open) && given[k]->rows == param->rows &&
            given[k]->columns == param->columns && gen_chance(g, 60) &&
            (given[k]->defined || !param->defined))
            return given[k]->name;
    return NULL;
}

static bool has_rows(Kind kind) {
    return kind >= TABLE;
}

const char *gen_call(Gen *g, const Place *p, const Routine *r) {
    Var *given[MAX_PARAMS] = {NULL};
    const char *s = gen_format(g, "%s(", r->name);
    if (r->verbatim) {
        const Var *c = gen_find(g, INT, -1, -1, CLEAR);
        int m = g->fault > 0 && gen_chance(g, 10) ? -gen_below(g, 9)
                                                  : gen_below(g, 70);
        return c != NULL ? gen_format(g, "%s%d, %s)", s, m, c->name) : NULL;
    }
    if (r->cost * p->iterations + g->cost > MAX_COST)
        return NULL;
    for (int k = 0; k < r->params; k++) {
        const Var *a = &r->param[k];
        int rows = has_rows(a->kind) ? a->rows : -1;
        int columns = a->kind >= SLICE && a->kind != INTS && a->kind != BOOLS
                          ? a->columns
                          : -1;
        const char *arg;
        if (k == 0 && r->recursive) {
            arg = r == g->block->routine ? "depth - 1"
                                         : gen_format(g, "%d", gen_below(g, 4));
        } else if (a->var) {
            arg = var_argument(g, a, given, k);
            if (arg == NULL)
                arg = element_argument(g, p, a);
            if (arg == NULL) {
                given[k] = gen_find(g, a->kind, rows, columns,
                                    a->defined ? CLEAR : WRITE);
                if (given[k] == NULL || given[k]->clearing > 0 ||
                    (given[k]->open && !a->open))
                    return NULL;
                arg = given[k]->name;
            }
        } else if (a->kind == SLICE || a->kind == WORD) {
            arg = gen_bits(g, p, a->kind, a->columns, 1).s;
        } else if (a->kind >= FEW) {
            arg = gen_set(g, p, a->kind, 1).s;
        } else if (a->kind < SLICE) {
            arg = gen_scalar(g, p, a->kind, 1).s;
        } else {
            const Var *v = gen_find(g, a->kind, rows, columns, READ);
            if (v == NULL || v->open)
                return NULL;
            arg = v->name;
        }
        s = gen_format(g, "%s%s%s", s, k > 0 ? ", " : "", arg);
    }
    const char *record = r->record > 0 ? gen_record_argument(g, r) : "";
    if (record == NULL)
        return NULL;
    for (int k = 0; k < r->params; k++)
        if (given[k] != NULL)
            given[k]->defined = true;
    g->cost += r->cost * p->iterations;
    return gen_format(g, "%s%s)", s, record);
}

static const char *function(Gen *g, const Place *p, Kind result, int size) {
    const Routine *r = gen_find_routine(g, result, size, true);
    return r != NULL && p->depth < 5 ? gen_call(g, p, r) : NULL;
}

/* ---- Slices and words ---- */

const char *gen_literal(Gen *g, int size) {
    char digits[MAX_LITERAL + 1];
    for (int k = 0; k < g->dims; k++)
        if (g->dim[k] == size && g->bits[k] != NULL && gen_chance(g, 30))
            return g->bits[k];
    int density = 5 + gen_below(g, 90);
    for (int k = 0; k < size; k++)
        digits[k] = gen_chance(g, density) ? '1' : '0';
    digits[size] = '\0';
    return gen_format(g, "'%s'", digits);
}

/* A row of a table with so many columns, a column of one with so many
 * rows. */
static const char *part_of_table(Gen *g, const Place *p, Kind kind, int size) {
    bool row = kind == WORD;
    const Var *t = gen_find(g, TABLE, row ? -1 : size, row ? size : -1, READ);
    int n = t == NULL ? 0 : row ? t->rows : t->columns;
    if (n == 0)
        return NULL;
    if (gen_chance(g, 5) && !row) {
        const char *y = gen_bits(g, p, SLICE, size, 0).s;
        return gen_format(g, "COL(%d, ADJ(%s, %s))", 1 + gen_below(g, n + 1), y,
                          t->name);
    }
    const char *i = gen_index_of(g, p, n);
    const Routine *r =
        gen_chance(g, 5) ? gen_find_routine(g, TABLE, t->columns, true) : NULL;
    const char *f = r != NULL && r->rows == t->rows ? gen_call(g, p, r) : NULL;
    return gen_format(g, "%s(%s, %s)", row ? "ROW" : "COL", i,
                      f != NULL ? f : t->name);
}

/* There is always a variable: see basis(). */
static Text leaf(Gen *g, const Place *p, Kind kind, int size) {
    const char *s = NULL;
    const Var *v = NULL;
    int way = gen_below(g, 100);
    if (way < 30)
        s = part_of_table(g, p, kind, size);
    else if (way < 37)
        s = function(g, p, kind, size);
    else if (way < 42 && kind == SLICE)
        v = gen_find(g, LINES, -1, size, READ);
    else if (way < 47)
        s = gen_format(
            g, "CONVERT(%s)",
            gen_find(g, kind == SLICE ? WORD : SLICE, -1, size, READ)->name);
    if (v != NULL)
        s = gen_format(g, "%s[%s]", v->name, gen_index_of(g, p, 3));
    if (s == NULL)
        s = gen_find(g, kind, -1, size, READ)->name;
    return text(s, 0);
}

/* Part of a longer line, or one with a part replaced. */
static Text cut(Gen *g, const Place *p, Kind kind, int size, int depth) {
    int longer = g->dim[gen_below(g, g->dims)];
    const char *v, *w;
    int i, j;
    if (longer >= size) {
        i = 1 + gen_below(g, longer - size + 1);
        return text(gen_format(g, "TRIM(%d, %d, %s)", i, i + size - 1,
                               gen_bits(g, p, kind, longer, depth).s),
                    0);
    }
    i = 1 + gen_below(g, size);
    j = i + longer - 1;
    if (j > size)
        return gen_bits(g, p, kind, size, depth);
    v = gen_bits(g, p, kind, longer, depth).s;
    w = gen_bits(g, p, kind, size, depth).s;
    return text(gen_format(g, "REP(%d, %d, %s, %s)", i, j, v, w), 0);
}

static Text changed(Gen *g, const Place *p, Kind kind, int size, int depth) {
    const char *x = gen_bits(g, p, kind, size, depth - 1).s;
    const char *way = gen_chance(g, 50) ? "up" : "down";
    int i = size > 0 ? 1 + gen_below(g, size) : 1;
    const char *s;
    switch (gen_below(g, 13)) {
    case 0:
        s = gen_format(g, "SHIFT(%s, %s, %s)", x, way, gen_limited(g, p, 1, 0));
        break;
    case 1:
        s = gen_format(g, "SHIFT(%s, %s, %d)", x, way, gen_below(g, size + 3));
        break;
    case 2:
        s = gen_format(g, "ROTATE(%s, %s, %d)", x, way,
                       gen_below(g, 2 * size + 3));
        break;
    case 3: s = gen_format(g, "MIRROR(%s)", x); break;
    case 4: s = gen_format(g, size % 2 ? "FRST(%s)" : "SHUFFLE(%s)", x); break;
    case 5: s = gen_format(g, "FRST(%s)", x); break;
    case 6:
        s = size == 0
                ? gen_format(g, "MASK(%s, 1)", x)
                : gen_format(g, "MASK(%s, %s)", x, gen_index_of(g, p, size));
        break;
    case 7:
        s = gen_format(g, "MASK(%s, %d, %d)", x, i,
                       i - 1 + gen_below(g, size - i + 2));
        break;
    case 8: s = gen_format(g, "PREFIX_OR(%s)", x); break;
    case 9: s = gen_format(g, "PREFIX_XOR(%s)", x); break;
    case 10:
    case 11:
        s = gen_format(g, "%s(%s, %s)",
                       gen_chance(g, 50) ? "COMPRESS" : "EXPAND", x,
                       gen_bits(g, p, kind, size, depth - 1).s);
        break;
    default: return cut(g, p, kind, size, depth - 1);
    }
    return text(s, 0);
}

Text gen_bits(Gen *g, const Place *p, Kind kind, int size, int depth) {
    int way = depth <= 0 ? 0 : gen_below(g, 100);
    if (way < 20)
        return leaf(g, p, kind, size);
    if (way < 35)
        return changed(g, p, kind, size, depth);
    if (way < 45)
        return text(
            gen_format(g, "not %s",
                       gen_within(g, gen_bits(g, p, kind, size, depth - 1), 0)),
            0);
    Text a = gen_bits(g, p, kind, size, depth - 1);
    Text b = size <= MAX_LITERAL && gen_chance(g, 12)
                 ? text(gen_literal(g, size), 0)
                 : gen_bits(g, p, kind, size, depth - 1);
    return way < 65   ? join(g, a, "and", b, 1)
           : way < 85 ? join(g, a, "or", b, 2)
                      : join(g, a, "xor", b, 2);
}

/* ---- Integers ---- */

enum { GREAT = 1000000000 }; /* of any variable */

static Text sized_integer(Gen *g, const Place *p) {
    int n = gen_dimension(g);
    Kind kind = gen_chance(g, 50) ? SLICE : WORD;
    static const char *const names[] = {"NUMB", "NUMB", "FND", "LENGTH"};
    if (gen_chance(g, 10)) {
        const Var *t = gen_find(g, TABLE, -1, -1, READ);
        return gen_chance(g, 50)
                   ? (Text){gen_format(g, "SIZE(%s)", t->name), 0, t->columns}
                   : (Text){gen_format(g, "LENGTH(%s)", t->name), 0, t->rows};
    }
    if (gen_chance(g, 30)) {
        const Var *y = gen_find(g, kind, -1, n, READ);
        return (Text){gen_format(g, "%s(%s)", y->name, gen_index_of(g, p, n)),
                      0, 1};
    }
    const char *name = names[gen_below(g, 4)];
    int depth = gen_below(g, 2);
    const char *y = gen_bits(g, p, kind, n, depth).s;
    return (Text){gen_format(g, "%s(%s)", name, y), 0, n};
}

static Text element(Gen *g, const Place *p) {
    const Var *a = gen_find(g, gen_chance(g, 60) ? INTS : GRID, -1, -1, READ);
    if (a == NULL)
        return (Text){gen_format(g, "%d", gen_below(g, 10)), 0, 10};
    if (a->kind == INTS)
        return (Text){
            gen_format(g, "%s[%s]", a->name, gen_index_of(g, p, a->rows)), 0,
            GREAT};
    const char *i = gen_index_of(g, p, a->rows), *j = gen_index_of(g, p, 3);
    return (Text){gen_format(g, gen_chance(g, 70) ? "%s[%s, %s]" : "%s[%s][%s]",
                             a->name, i, j),
                  0, GREAT};
}

static Text ordinal(Gen *g) {
    static const Kind kinds[] = {BOOL, CHAR, COLOUR};
    const Var *v = gen_find(g, kinds[gen_below(g, 3)], -1, -1, READ);
    return v == NULL ? (Text){"7", 0, 7}
                     : (Text){gen_format(g, "ord(%s)", v->name), 0, 255};
}

static Text integer_leaf(Gen *g, const Place *p) {
    const Var *v;
    const char *s = NULL;
    int way = gen_below(g, 100);
    if (way < 20)
        return sized_integer(g, p);
    if (way < 30)
        return element(g, p);
    if (way < 35)
        return ordinal(g);
    if (way < 42)
        s = function(g, p, INT, -1);
    if (s != NULL)
        return (Text){s, 0, GREAT};
    if (way < 75) {
        v = gen_find(g, gen_chance(g, 85) ? INT : DIGIT, -1, -1, READ);
        if (v != NULL)
            return (Text){v->name, 0,
                          v->kind == DIGIT ? 9
                          : v->range       ? v->range
                                           : GREAT};
    }
    int n = gen_below(g, 20);
    return (Text){gen_format(g, "%d", n), 0, n};
}

static Text product(Gen *g, Text a, Text b) {
    Text x = join(g, a, "*", b, 1);
    x.most = a.most * b.most;
    return x;
}

Text gen_integer(Gen *g, const Place *p, int depth) {
    int way = depth <= 0 ? 0 : gen_below(g, 100);
    if (way < 30)
        return integer_leaf(g, p);
    Text a = gen_integer(g, p, depth - 1), x;
    if (way < 40) {
        int k = 2 + gen_below(g, 30);
        const char *op = way < 36 ? "mod" : "div";
        x = gen_chance(g, 60)
                ? text(gen_format(g, "%s %s %d", gen_within(g, a, 1), op, k), 1)
                : text(gen_format(g, "%s %s (abs(%s) + 1)", gen_within(g, a, 1),
                                  op, gen_limited(g, p, 50, depth - 1)),
                       1);
        x.most = way < 36 && a.most > 100 ? 100 : a.most;
        return x;
    }
    if (way < 44)
        return (Text){gen_format(g, way < 42 ? "abs(%s)" : "(-%s)",
                                 gen_within(g, a, way < 42 ? 3 : 0)),
                      0, a.most};
    if (way < 46)
        return (Text){
            gen_format(g, gen_chance(g, 50) ? "succ(%s)" : "pred(%s)", a.s), 0,
            a.most + 1};
    if (way < 48 && a.most < 1e8)
        return (Text){gen_format(g, "sqr(%s)", a.s), 0, a.most * a.most};
    Text b = gen_integer(g, p, depth - 1);
    if (way < 60 && a.most * b.most < 1e17)
        return product(g, a, b);
    x = join(g, a, way < 85 ? "+" : "-", b, 2);
    x.most = a.most + b.most;
    return x;
}

const char *gen_limited(Gen *g, const Place *p, double most, int depth) {
    Text x = gen_integer(g, p, depth);
    if (most <= 1)
        return gen_format(g, "%s mod 2", gen_within(g, x, 0));
    return x.most <= most ? x.s
                          : gen_format(g, "%s mod %d", gen_within(g, x, 0),
                                       most > 9973 ? 9973 : (int)most);
}

/* ---- Conditions ---- */

static Text compare_scalars(Gen *g, const Place *p) {
    static const char *const ops[] = {"=", "<>", "<", "<=", ">", ">="};
    static const Kind kinds[] = {INT, INT, INT, INT, CHAR, COLOUR, BOOL};
    Kind kind = kinds[gen_below(g, 7)];
    const char *op = ops[gen_below(g, 6)];
    Text a = kind == INT ? gen_integer(g, p, 1) : gen_scalar(g, p, kind, 0);
    Text b = kind == INT ? gen_integer(g, p, 1) : gen_scalar(g, p, kind, 0);
    return text(
        gen_format(g, "%s %s %s", gen_within(g, a, 2), op, gen_within(g, b, 2)),
        3);
}

static Text compare_component(Gen *g, const Place *p) {
    static const char *const bit[] = {"= 1",   "= 0",  "= '1'",
                                      "= '0'", "<> 1", "> 0"};
    int n = p->index != NULL && p->index->range > 0 ? p->index->range
                                                    : gen_dimension(g);
    const Var *y = gen_find(g, gen_chance(g, 60) ? SLICE : WORD, -1, n, READ);
    if (y == NULL)
        return compare_scalars(g, p);
    const char *i = gen_index_of(g, p, n);
    return text(gen_format(g, "%s(%s) %s", y->name, i, bit[gen_below(g, 6)]),
                3);
}

static Text compare_lines(Gen *g, const Place *p) {
    Kind kind = gen_chance(g, 50) ? SLICE : WORD;
    int n = g->dim[gen_below(g, g->dims)];
    const char *op = gen_chance(g, 70) ? "=" : "<>";
    Text a = gen_bits(g, p, kind, n, 1);
    Text b = n > MAX_LITERAL || gen_chance(g, 60)
                 ? gen_bits(g, p, kind, n, 1)
                 : (Text){gen_literal(g, n), 0, 0};
    return text(
        gen_format(g, "%s %s %s", gen_within(g, a, 2), op, gen_within(g, b, 2)),
        3);
}

static Text comparison(Gen *g, const Place *p) {
    int way = gen_below(g, 100);
    return way < 8    ? gen_set_condition(g, p, 1)
           : way < 50 ? compare_scalars(g, p)
           : way < 80 ? compare_component(g, p)
                      : compare_lines(g, p);
}

static Text predicate(Gen *g, const Place *p) {
    static const char *const names[] = {"SOME", "SOME", "ZERO", "ONE"};
    Kind kind = gen_chance(g, 50) ? SLICE : WORD;
    int n = g->dim[gen_below(g, g->dims)], depth = gen_below(g, 3);
    const char *x = gen_bits(g, p, kind, n, depth).s;
    return text(gen_format(g, "%s(%s)", names[gen_below(g, 4)], x), 0);
}

static Text boolean_leaf(Gen *g, const Place *p) {
    const Var *v;
    const char *s;
    switch (gen_below(g, 5)) {
    case 0:
        v = gen_find(g, BOOL, -1, -1, READ);
        if (v != NULL)
            return text(v->name, 0);
        break;
    case 1:
        v = gen_find(g, BOOLS, -1, -1, READ);
        if (v != NULL)
            return text(
                gen_format(g, "%s[%s]", v->name, gen_index_of(g, p, v->rows)),
                0);
        break;
    case 2:
        s = function(g, p, BOOL, -1);
        if (s != NULL)
            return text(s, 0);
        break;
    case 3: return text(gen_format(g, "odd(%s)", gen_integer(g, p, 1).s), 0);
    default: break;
    }
    return predicate(g, p);
}

Text gen_condition(Gen *g, const Place *p, int depth) {
    int way = gen_below(g, 100);
    if (depth > 0 && way < 10)
        return text(
            gen_format(g, "not %s",
                       gen_within(g, gen_condition(g, p, depth - 1), 0)),
            0);
    if (depth > 0 && way < 40) {
        Text a = gen_condition(g, p, depth - 1),
             b = gen_condition(g, p, depth - 1);
        return way < 22   ? join(g, a, "and", b, 1)
               : way < 36 ? join(g, a, "or", b, 2)
                          : join(g, a, "xor", b, 2);
    }
    return way < 75 ? comparison(g, p) : boolean_leaf(g, p);
}

/* ---- All scalars ---- */

static Text character(Gen *g, const Place *p) {
    const Var *v = gen_find(g, CHAR, -1, -1, READ);
    int letter = gen_below(g, 26);
    if (v == NULL || gen_chance(g, 50))
        return text(gen_format(g, "'%c'", 'a' + letter), 0);
    if (gen_chance(g, 30))
        return text(gen_format(g, "chr(abs(%s) + %d)", gen_limited(g, p, 20, 1),
                               'A' + letter),
                    0);
    return text(v->name, 0);
}

static Text colour(Gen *g) {
    static const char *const names[] = {"red", "green", "blue"};
    const Var *v = gen_find(g, COLOUR, -1, -1, READ);
    if (v == NULL || gen_chance(g, 50))
        return text(names[gen_below(g, 3)], 0);
    return text(v->name, 0);
}

Text gen_scalar(Gen *g, const Place *p, Kind kind, int depth) {
    switch (kind) {
    case INT: return text(gen_limited(g, p, GREAT, depth), 3);
    case DIGIT:
        return text(gen_format(g, "%s mod 10",
                               gen_within(g, gen_integer(g, p, depth), 0)),
                    1);
    case BOOL:
        return gen_chance(g, 20) ? text(gen_chance(g, 50) ? "true" : "false", 0)
                                 : gen_condition(g, p, depth);
    case CHAR: return character(g, p);
    default: return colour(g);
    }
}
