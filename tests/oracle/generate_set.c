/* SPDX-License-Identifier: MIT */
/* Sets of integers, small ones that are one cell and wider ones. */
#include "generate.h"

static const char *element(Gen *g, const Place *p, Kind kind) {
    if (gen_chance(g, 40))
        return gen_format(g, "%d", gen_below(g, kind == FEW ? 10 : 200));
    return gen_format(g, "abs(%s)",
                      gen_limited(g, p, kind == FEW ? 9 : 200, 1));
}

/* [a, b..c]; the elements of one bound may pass the other. */
static Text constructor(Gen *g, const Place *p, Kind kind) {
    const char *s = "";
    for (int n = gen_below(g, 4); n > 0; n--) {
        const char *a = element(g, p, kind);
        if (gen_chance(g, 30))
            a = gen_format(g, "%s..%s", a, element(g, p, kind));
        s = gen_format(g, "%s%s%s", s, *s != '\0' ? ", " : "", a);
    }
    return (Text){gen_format(g, "[%s]", s), 0, 0};
}

/* There may be smaller sets in wider ones. */
Text gen_set(Gen *g, const Place *p, Kind kind, int depth) {
    static const char *const ops[] = {"+", "-", "*"};
    Kind of = kind == MANY && gen_chance(g, 20) ? FEW : kind;
    const Var *v = gen_find(g, of, -1, -1, READ);
    if (depth == 0 || gen_chance(g, 25))
        return v == NULL || gen_chance(g, 30) ? constructor(g, p, kind)
                                              : (Text){v->name, 0, 0};
    Text a = gen_set(g, p, kind, depth - 1), b = gen_set(g, p, kind, depth - 1);
    int way = gen_below(g, 3), binds = way == 2 ? 1 : 2;
    return (Text){gen_format(g, "%s %s %s", gen_within(g, a, binds), ops[way],
                             gen_within(g, b, binds - 1)),
                  binds, 0};
}

Text gen_set_condition(Gen *g, const Place *p, int depth) {
    static const char *const ops[] = {"=", "<>", "<=", ">="};
    Kind kind = gen_chance(g, 50) ? FEW : MANY;
    const Var *v = gen_find(g, kind, -1, -1, READ);
    const char *s = gen_within(g, gen_set(g, p, kind, depth), 2);
    if (v == NULL || gen_chance(g, 60))
        return (Text){gen_format(g, "%s in %s",
                                 gen_within(g, gen_integer(g, p, 1), 2), s),
                      3, 0};
    return (Text){gen_format(g, "%s %s %s", v->name, ops[gen_below(g, 4)], s),
                  3, 0};
}

bool gen_assign_set(Gen *g, const Place *p) {
    Kind kind = gen_chance(g, 50) ? FEW : MANY;
    Var *v = gen_find(g, kind, -1, -1, WRITE);
    if (v == NULL)
        return false;
    if (v->defined && gen_chance(g, 50))
        gen_line(g, "%s := %s %s [%s];", v->name, v->name,
                 gen_chance(g, 60) ? "+" : "-", element(g, p, kind));
    else
        gen_line(g, "%s := %s;", v->name, gen_set(g, p, kind, 2).s);
    v->defined = true;
    return true;
}
