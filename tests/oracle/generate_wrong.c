/* SPDX-License-Identifier: MIT */
/* Mistakes, one for nearly every code of an error in a running program. In
 * a loop many of them happen in one of its later iterations. */
#include "generate.h"

#include <stddef.h>

/* A number that is 0 in some iteration, perhaps; no constant. */
static const char *crossing(Gen *g, const Place *p) {
    int n = p->index != NULL && p->index->range > 0 ? p->index->range : 1;
    if (p->index == NULL) {
        const Var *y = gen_find(g, SLICE, -1, -1, READ);
        return gen_format(g, "LENGTH(%s) - %d", y->name,
                          y->columns + gen_below(g, 2));
    }
    return gen_format(g, "%s - %d", p->index->name, 1 + gen_below(g, n));
}

static bool wrong_index(Gen *g, const Place *p) {
    int n = gen_dimension(g);
    const Var *y = gen_find(g, SLICE, -1, n, READ);
    const Var *t = gen_find(g, TABLE, n, -1, READ);
    const Var *a = gen_find(g, INTS, n, -1, READ);
    Var *w = gen_find(g, SLICE, -1, n, WRITE);
    Var *c = gen_find(g, INT, -1, -1, WRITE);
    const char *i =
        p->index != NULL
            ? gen_format(g, "%s + %d", p->index->name, 1 + gen_below(g, n))
            : gen_format(g, "%d", gen_chance(g, 50) ? n + 1 : -n);
    int way = gen_below(g, 6);
    if (way == 0 && w != NULL && w->defined)
        gen_line(g, "%s(%s) := 1;", w->name, i);
    else if (way == 1 && t != NULL)
        gen_line(g, "writeln(NUMB(ROW(%s, %s)));", i, t->name);
    else if (way == 2 && a != NULL)
        gen_line(g, "writeln(%s[%s]);", a->name, i);
    else if (way == 3 && y != NULL && c != NULL)
        gen_line(g, "%s := %s(%s);", c->name, y->name, i);
    else if (way == 4 && y != NULL)
        gen_line(g, "writeln(MASK(%s, 2, %s));", y->name, i);
    else if (way == 5 && y != NULL)
        gen_line(g, "writeln(TRIM(%s, %d, %s));", crossing(g, p), n, y->name);
    else
        return false;
    return true;
}

static bool wrong_size(Gen *g, const Place *p) {
    int m = gen_dimension(g), n = g->dim[gen_below(g, g->dims)];
    const Var *y = gen_find(g, SLICE, -1, m, READ);
    const Var *z = gen_find(g, SLICE, -1, n, READ);
    const Var *w = gen_find(g, SLICE, -1, m, WRITE);
    const Var *t = gen_find(g, TABLE, -1, m, WRITE);
    if (m == n || y == NULL || z == NULL)
        return false;
    int way = gen_below(g, 6);
    if (way == 0 && w != NULL && w->defined)
        gen_line(g, "%s := %s;", w->name, z->name);
    else if (way == 1 && w != NULL && w->defined)
        gen_line(g, "%s := %s;", w->name, gen_bits(g, p, SLICE, n, 2).s);
    else if (way == 2)
        gen_line(g, "writeln(%s or not %s and (%s xor %s));", y->name, y->name,
                 z->name, y->name);
    else if (way == 3)
        gen_line(g, "if %s = %s then writeln(1);", y->name, z->name);
    else if (way == 4 && t != NULL && t->defined && t->rows > 0)
        gen_line(g, "ROW(%d, %s) := CONVERT(%s);", t->rows, t->name, z->name);
    else if (way == 5)
        gen_line(g, "writeln(REP(1, %d, %s, %s));", m, z->name, y->name);
    else
        return false;
    return true;
}

Var *gen_undefined(Gen *g, Kind kind) {
    Block *b = g->block;
    for (int k = b->vars; k-- > 0;)
        if (b->var[k].kind == kind && !b->var[k].defined && !b->var[k].var &&
            b->var[k].locked == 0)
            return &b->var[k];
    return NULL;
}

static bool no_value(Gen *g) {
    const Var *v = gen_undefined(g, gen_chance(g, 60) ? INT : INTS);
    if (v == NULL)
        return false;
    if (v->counts && gen_chance(g, 50))
        gen_line(g, "%s := 0; for %s := 1 to 3 do;", v->name, v->name);
    gen_line(g, "writeln(%s%s + 1);", v->name, v->kind == INTS ? "[1]" : "");
    return true;
}

static bool no_size(Gen *g) {
    static const char *const before[] = {"SET(",     "CLR(",
                                         "writeln(", "writeln(not ",
                                         "if SOME(", "writeln(MIRROR("};
    static const char *const after[] = {
        ");", ");", ");", ");", ") then writeln(1);", "));"};
    const Var *v = gen_undefined(g, gen_chance(g, 60) ? SLICE : WORD);
    if (v == NULL)
        return false;
    int way = gen_below(g, 6);
    gen_line(g, "%s%s%s", before[way], v->name, after[way]);
    return true;
}

static bool wrong_number(Gen *g, const Place *p) {
    const char *zero = crossing(g, p);
    Var *d = gen_find(g, DIGIT, -1, -1, WRITE);
    int way = gen_below(g, 9);
    const Var *y = gen_find(g, SLICE, -1, -1, READ);
    const Var *c = gen_find(g, COLOUR, -1, -1, READ);
    if (way == 0)
        gen_line(g, "writeln(7 div (%s));", zero);
    else if (way == 1)
        gen_line(g, "writeln(7 mod (%s));", zero);
    else if (way == 2)
        gen_line(g, "writeln(maxint - (%s) + 1);", zero);
    else if (way == 3)
        gen_line(g, "writeln(sqr(maxint div 2 + (%s)));", zero);
    else if (way == 4 && d != NULL)
        gen_line(g, "%s := %s + 10;", d->name, zero);
    else if (way == 5 && y != NULL)
        gen_line(g, "writeln(SHIFT(%s, up, %s));", y->name, zero);
    else if (way == 6)
        gen_line(g, "writeln('x': %s);", zero);
    else if (way == 7)
        gen_line(g, "case abs(%s) of 1: writeln(1); 2, 3: end;", zero);
    else if (way == 8 && c != NULL)
        gen_line(g, "writeln(ord(succ(%s)) + ord(pred(%s)));", c->name,
                 c->name);
    else
        return false;
    return true;
}

static bool wrong_length(Gen *g) {
    int n = g->dim[gen_below(g, g->dims)];
    const Var *y = gen_find(g, SLICE, -1, n, READ);
    if (n % 2 == 0 || y == NULL)
        return false;
    gen_line(g, "writeln(SHUFFLE(%s));", y->name);
    return true;
}

static bool wrong_once(Gen *g, const Place *p) {
    switch (gen_below(g, 8)) {
    case 0:
    case 1: return wrong_index(g, p);
    case 2:
    case 3: return wrong_size(g, p);
    case 4: return no_value(g);
    case 5: return no_size(g);
    case 6: return wrong_length(g);
    default: return wrong_number(g, p);
    }
}

void gen_wrong(Gen *g, const Place *p) {
    int tries = 20;
    while (tries > 0 && !wrong_once(g, p))
        tries--;
}
