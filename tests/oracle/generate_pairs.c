/* SPDX-License-Identifier: MIT */
/* Loops over pairs of rows or columns, with sums of the ones that they share,
 * linear forms of them, and bodies for the pairs that pass. */
#include "generate.h"

typedef struct Pairs {
    const char *along; /* ROW or COL */
    Kind kind;         /* of these */
    Var *a, *b;        /* tables; vectors of one length */
    Var *i, *j;        /* i NULL: it is a loop of j alone */
    Var *v;            /* a private vector of i, or NULL */
    Var *s, *t;        /* private integers, of j and of i, or NULL */
    int length;
} Pairs;

static const char *vector(Gen *g, const Pairs *q, bool of_i) {
    const Var *t = gen_chance(g, 50) ? q->a : q->b;
    if (of_i && q->i == NULL)
        return gen_find(g, q->kind, -1, q->length, READ)->name;
    if (of_i && q->v != NULL && gen_chance(g, 50))
        return q->v->name;
    return gen_format(g, "%s(%s, %s)", q->along, of_i ? q->i->name : q->j->name,
                      t->name);
}

static const char *sum(Gen *g, const Pairs *q) {
    static const char *const ops[] = {"and", "and", "and",
                                      "xor", "or",  "and not"};
    const char *x = vector(g, q, gen_chance(g, 85));
    const char *y = vector(g, q, gen_chance(g, 15));
    switch (gen_below(g, 8)) {
    case 0: return gen_format(g, "NUMB(%s)", gen_chance(g, 50) ? x : y);
    case 1:
        return gen_format(g, "NUMB(%s and %s and %s)", x, y,
                          gen_find(g, q->kind, -1, q->length, READ)->name);
    default: return gen_format(g, "NUMB(%s %s %s)", x, ops[gen_below(g, 6)], y);
    }
}

static const char *form(Gen *g, const Pairs *q) {
    const char *text =
        q->t != NULL && gen_chance(g, 30) ? q->t->name : sum(g, q);
    for (int n = gen_below(g, 3); n > 0; n--)
        text = gen_format(g, "%s %s %d * %s", text,
                          gen_chance(g, 50) ? "+" : "-", gen_below(g, 5),
                          gen_chance(g, 70) || q->s == NULL ? sum(g, q)
                                                            : q->s->name);
    return text;
}

static const char *condition(Gen *g, const Place *p, const Pairs *q) {
    static const char *const relations[] = {">", ">=", "<", "<=", "=", "<>"};
    const char *limit = gen_format(g, "%d", gen_below(g, q->length + 1));
    if (gen_chance(g, 30))
        limit = gen_limited(g, p, 1000, 1);
    if (gen_chance(g, 20)) /* a threshold of a ratio */
        limit = gen_format(g, "%s * %s", limit, sum(g, q));
    const char *text =
        gen_format(g, "%s %s %s",
                   q->s != NULL && gen_chance(g, 50) ? q->s->name : form(g, q),
                   relations[gen_below(g, 6)], limit);
    if (gen_chance(g, 25))
        text = gen_format(g, "(%s) and (%s %s %s)", text, form(g, q),
                          relations[gen_below(g, 4)], sum(g, q));
    return text;
}

/* A variable of this block to be written, not a parameter, or NULL. */
static Var *own(Gen *g, Kind kind, int size) {
    for (int n = 0; n < 4; n++) {
        Var *v = gen_find(g, kind, -1, size, WRITE);
        if (v != NULL && gen_local(g, v) && !v->param && v->record == 0)
            return v;
    }
    return NULL;
}

/* c := c + form */
static bool add(Gen *g, const Pairs *q) {
    Var *c = own(g, INT, -1);
    if (c == NULL || c == q->s || !c->defined || c->range > 0)
        return false;
    gen_line(g, "%s := %s %s %s;", c->name, c->name,
             gen_chance(g, 70) ? "+" : "-",
             gen_chance(g, 40) ? "1" : form(g, q));
    return true;
}

static void bounds(Gen *g, const Pairs *q, int n, const char **from,
                   const char **to) {
    *from = g->fault > 0 && gen_chance(g, 5) ? "0" : "1";
    *to = gen_format(g, "%d", g->fault > 0 && gen_chance(g, 5) ? n + 1 : n);
    if (q->i != NULL && gen_chance(g, 50)) {
        const char *i = q->i->name;
        if (gen_chance(g, 50))
            *from = gen_chance(g, 70) ? gen_format(g, "%s + 1", i) : i;
        else
            *to = gen_chance(g, 70) ? gen_format(g, "%s - 1", i) : i;
    }
}

/* Sums that are only added, or a condition with a body: one that adds, one that
 * takes a better value, or any statements. */
static void inner(Gen *g, const Place *p, Pairs *q) {
    q->s = gen_chance(g, 50) ? own(g, INT, -1) : NULL;
    if (q->s != NULL) {
        Var *s = q->s;
        q->s = NULL;
        gen_line(g, "%s := %s;", s->name, form(g, q));
        q->s = s;
        s->defined = true;
    }
    if (gen_chance(g, 15) && add(g, q))
        return;
    gen_line(g, "if %s then begin", condition(g, p, q));
    Var *best = own(g, INT, -1);
    if (gen_chance(g, 40) && add(g, q)) {
        if (gen_chance(g, 50))
            add(g, q);
    } else if (gen_chance(g, 40) && best != NULL && best != q->s) {
        gen_line(g, "%s := %s;", best->name,
                 q->s != NULL ? q->s->name : sum(g, q));
    } else {
        const Place part = gen_inside(p, 1);
        gen_part(g, &part, 3);
    }
    gen_line(g, "end;");
}

static void loop_of_j(Gen *g, const Place *p, Pairs *q, int n) {
    const Place place = gen_inside(p, n);
    const char *from, *to;
    bounds(g, q, n, &from, &to);
    gen_line(g, "for %s := %s to %s do begin", q->j->name, from, to);
    q->j->locked++;
    q->j->defined = true;
    const Defined before = gen_defined_now(g);
    inner(g, &place, q);
    gen_defined_then(g, (Defined *)&before);
    q->j->locked--;
    q->j->defined = false;
    gen_line(g, "end;");
}

static void loop_of_i(Gen *g, const Place *p, Pairs *q, int n, int m) {
    const Place place = gen_inside(p, m);
    gen_line(g, "for %s := 1 to %d do begin", q->i->name, m);
    q->i->locked++;
    q->i->defined = true;
    const Defined before = gen_defined_now(g);
    Var *v = gen_chance(g, 50) ? own(g, q->kind, q->length) : NULL;
    if (v != NULL && !v->early) {
        gen_line(g, "%s := %s(%s, %s);", v->name, q->along, q->i->name,
                 q->a->name);
        v->defined = true;
        v->locked++;
        q->v = v;
    }
    q->t = gen_chance(g, 40) ? own(g, INT, -1) : NULL;
    if (q->t != NULL) {
        gen_line(g, "%s := NUMB(%s(%s, %s)) - %d;", q->t->name, q->along,
                 q->i->name, q->b->name, gen_below(g, 9));
        q->t->defined = true;
        q->t->locked++;
    }
    loop_of_j(g, &place, q, n);
    if (q->t != NULL)
        q->t->locked--;
    if (q->v != NULL)
        q->v->locked--;
    gen_defined_then(g, (Defined *)&before);
    q->i->locked--;
    q->i->defined = false;
    gen_line(g, "end;");
}

bool gen_pairs(Gen *g, const Place *p) {
    Pairs q = {.along = gen_chance(g, 65) ? "ROW" : "COL"};
    const bool rows = q.along[0] == 'R';
    const int n = gen_dimension(g);
    q.kind = rows ? WORD : SLICE;
    q.length = gen_dimension(g);
    q.a = gen_find(g, TABLE, rows ? n : q.length, rows ? q.length : n, READ);
    q.b = gen_find(g, TABLE, rows ? n : q.length, rows ? q.length : n, READ);
    q.j = gen_free_index(g);
    if (q.a == NULL || q.b == NULL || q.j == NULL || !q.a->defined ||
        !q.b->defined || gen_find(g, q.kind, -1, q.length, READ) == NULL ||
        p->iterations * n * n > 3000)
        return false;
    q.j->locked++;
    q.i = gen_chance(g, 75) ? gen_free_index(g) : NULL;
    q.j->locked--;
    if (q.i != NULL)
        loop_of_i(g, p, &q, n, n);
    else
        loop_of_j(g, p, &q, n);
    g->cost += p->iterations * n * n;
    return true;
}
