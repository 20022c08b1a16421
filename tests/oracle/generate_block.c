/* SPDX-License-Identifier: MIT */
/* Declarations, routines, blocks. */
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Declarations ---- */

/* Takes the name of a variable outside, unless this block has it already, a
 * routine or a type before may have used it, or it is one that must be
 * there. */
static void hide(Gen *g, Var *v) {
    const Block *b = g->block;
    int first = b->outer->outer == NULL ? 3 * g->dims : 0;
    if (b->outer->vars <= first || b->routines > 0)
        return;
    const Var *outer =
        &b->outer->var[first + gen_below(g, b->outer->vars - first)];
    for (const Var *w = b->var; w < v; w++)
        if (strcmp(w->name, outer->name) == 0)
            return;
    if (!outer->counts && !outer->in_type && outer->record == 0)
        memcpy(v->name, outer->name, sizeof v->name);
}

/* Some dimension for a table with so many columns, or for an array; neither
 * becomes very large. */
static int rows_for(Gen *g, Kind kind, int columns) {
    int n = gen_dimension(g);
    bool fits = kind == TABLE ? n * columns <= 300000 : n <= 1000;
    return fits ? n : g->dim[0];
}

void gen_shape(Gen *g, Var *v) {
    const Kind kind = v->kind;
    if (kind >= FEW)
        return;
    if (kind >= SLICE)
        v->columns = g->dim[gen_below(g, g->dims)];
    if (kind >= TABLE)
        v->rows = kind == LINES ? 3 : rows_for(g, kind, v->columns);
    if (kind == TABLE && v->rows <= 520 && gen_chance(g, 40))
        v->columns = v->rows;
    if (kind == GRID)
        v->columns = 3;
}

static Var *declare(Gen *g, Kind kind, bool early) {
    static const char letters[] = "nbckdXwTafLguv";
    Block *b = g->block;
    Var *v = &b->var[b->vars++];
    *v = (Var){.kind = kind, .early = early, .own = true};
    snprintf(v->name, sizeof v->name, "%c%d", letters[kind], ++g->names);
    if (b->outer != NULL && gen_chance(g, 8))
        hide(g, v);
    gen_shape(g, v);
    return v;
}

/* A table that a type may refer to. */
static Var *table_before(const Gen *g, const Var *v) {
    for (Block *b = g->block; b != NULL; b = b->outer)
        for (Var *t = b->var; t < b->var + b->vars; t++)
            if (t == v)
                break;
            else if (t->kind == TABLE &&
                     (t->record == 0 || strpbrk(t->base, "^[") == NULL) &&
                     (t->sized || (t->param && t->defined)) &&
                     (b == g->block || (t->early && !gen_hidden(g, b, t))) &&
                     (v->kind == SLICE ? t->rows : t->columns) == v->columns)
                return t;
    return NULL;
}

static const char *number(Gen *g, int n) {
    if (gen_chance(g, 5))
        return gen_format(g, "%d - %d", n + 3, 3);
    for (int k = 0; k < g->dims; k++)
        if (g->dim[k] == n && gen_chance(g, 60))
            return gen_format(g, "s%d", k + 1);
    return gen_format(g, "%d", n);
}

const char *gen_type(Gen *g, const Var *v) {
    static const char *const names[] = {"integer", "boolean", "char", "colour",
                                        "digit"};
    const char *line_type = v->kind == SLICE ? "slice" : "word";
    const char *rows;
    Var *t;
    switch (v->kind) {
    case SLICE:
    case WORD:
        t = gen_chance(g, 40) ? table_before(g, v) : NULL;
        if (t != NULL)
            t->in_type = true;
        return !v->sized ? line_type
               : t != NULL
                   ? gen_format(g, "%s(%s)", line_type, t->name)
                   : gen_format(g, "%s(%s)", line_type, number(g, v->columns));
    case TABLE:
        rows = number(g, v->rows);
        return v->sized
                   ? gen_format(g, "table(%s, %s)", rows, number(g, v->columns))
                   : "table";
    case INTS:
    case BOOLS:
        line_type = v->kind == INTS ? "integer" : "boolean";
        return v->open
                   ? gen_format(g, "array[lo%s..hi%s: integer] of %s", v->name,
                                v->name, line_type)
                   : gen_format(g, "%s%d", v->kind == INTS ? "ints" : "bools",
                                v->rows);
    case LINES: return gen_format(g, "lines%d", v->columns);
    case GRID: return gen_format(g, "grid%d", v->rows);
    case FEW: return "few";
    case MANY: return "many";
    default: return names[v->kind];
    }
}

bool gen_starts_defined(const Var *v) {
    return v->kind == LINES ||
           (v->sized && v->kind >= SLICE && v->kind <= TABLE);
}

static void declare_line(Gen *g, Var *v) {
    gen_line(g, "  %s: %s;", v->name, gen_type(g, v));
    v->defined = gen_starts_defined(v);
}

Kind gen_kind(Gen *g) {
    static const Kind kinds[] = {INT,   INT,   INT,   BOOL,  CHAR,  COLOUR,
                                 DIGIT, SLICE, SLICE, SLICE, SLICE, WORD,
                                 WORD,  WORD,  TABLE, TABLE, TABLE, INTS,
                                 BOOLS, LINES, GRID,  FEW,   MANY};
    return kinds[gen_below(g, (int)(sizeof kinds / sizeof *kinds))];
}

static void variables(Gen *g, int count, bool early) {
    gen_line(g, "var");
    for (int k = 0; k < count; k++) {
        if (gen_record(g, early))
            continue;
        Var *v = declare(g, gen_kind(g), early);
        v->sized = gen_chance(g, 70);
        declare_line(g, v);
    }
}

/* The indices of loops, of every block. */
static void indices(Gen *g) {
    static const char *const names[] = {"i", "j", "k"};
    for (int k = 0; k < 3; k++) {
        Var *v = declare(g, INT, false);
        snprintf(v->name, sizeof v->name, "%s", names[k]);
        v->counts = true;
    }
    gen_line(g, "  i, j, k: integer;");
}

/* Lines of all sizes that always have a value, and so a table. */
static void basis(Gen *g) {
    gen_line(g, "var");
    for (int k = 0; k < g->dims; k++)
        for (Kind kind = SLICE; kind <= TABLE; kind++) {
            Var *v = declare(g, kind, true);
            v->columns = g->dim[k];
            v->rows = kind == TABLE ? rows_for(g, kind, v->columns) : 0;
            v->sized = true;
            declare_line(g, v);
        }
}

/* ---- Routines ---- */

/* A pair of tables of a shape that others have, and one of lines that go
 * with their lines. */
static void pairs(Gen *g, Routine *r) {
    const Var *like = gen_find(g, TABLE, -1, -1, READ);
    Kind kind = gen_chance(g, 70) ? SLICE : WORD;
    for (int n = 0; n < 4; n++) {
        Var *v = declare(g, n < 2 ? TABLE : kind, false);
        v->rows = n < 2 ? like->rows : 0;
        v->columns = n >= 2 && kind == SLICE ? like->rows : like->columns;
        v->param = v->var = v->defined = true;
        v->own = false;
        r->param[r->params++] = *v;
    }
}

static void parameters(Gen *g, Routine *r) {
    int count = 1 + gen_below(g, MAX_PARAMS - 1);
    if (r->recursive)
        r->param[r->params++] = (Var){.name = "depth",
                                      .kind = INT,
                                      .own = true,
                                      .param = true,
                                      .counts = true,
                                      .defined = true};
    for (; count > 0; count--) {
        /* Two of a shape may be given the same variable. */
        const Var *twin = r->params > 0 ? &r->param[r->params - 1] : NULL;
        bool again = twin != NULL && twin->kind >= SLICE &&
                     twin->kind <= TABLE && gen_chance(g, 50);
        Var *v = declare(g, again ? twin->kind : gen_kind(g), false);
        v->param = true;
        v->var = !r->pure && gen_chance(g, again ? 90 : 55);
        if (again) {
            v->rows = twin->rows;
            v->columns = twin->columns;
        }
        v->own = !v->var;
        v->sized = v->kind >= SLICE && v->kind <= TABLE && gen_chance(g, 30);
        v->open = (v->kind == INTS || v->kind == BOOLS) && gen_chance(g, 50);
        /* A value parameter has a value; a variable parameter may not. */
        v->defined = !v->var || gen_chance(g, 60);
        r->param[r->params++] = *v;
    }
}

/* The bounds of conformant arrays are integers that nothing changes. */
static void bounds(Gen *g, const Routine *r) {
    static const char *const ends[] = {"lo", "hi"};
    for (int k = 0; k < 2 * r->params; k++) {
        const Var *a = &r->param[k / 2];
        if (!a->open)
            continue;
        Var *v = declare(g, INT, false);
        snprintf(v->name, sizeof v->name, "%s%.8s", ends[k % 2], a->name);
        v->param = v->counts = v->defined = true;
    }
}

/* The heading; a sized parameter may refer to tables before it. */
static void heading(Gen *g, Routine *r) {
    const char *text = "";
    for (int k = 0; k < r->params; k++)
        text = gen_format(g, "%s%s%s%s: %s", text, k > 0 ? "; " : "",
                          r->param[k].var ? "var " : "", r->param[k].name,
                          gen_type(g, &g->block->var[k]));
    if (g->records > 0 && gen_chance(g, 40))
        text = gen_format(g, "%s; %s", text, gen_record_parameter(g, r));
    if (r->result == NONE)
        gen_line(g, "%s %s(%s);", gen_chance(g, 70) ? "proc" : "procedure",
                 r->name, text);
    else
        gen_line(g, "function %s(%s): %s;", r->name, text,
                 gen_type(g, &(Var){.kind = r->result,
                                    .rows = r->rows,
                                    .columns = r->size,
                                    .sized = gen_chance(g, 40)}));
}

/* Sizes that only the run knows. */
static void verbatim(Gen *g, Routine *r) {
    int k = 2 + gen_below(g, 5);
    *r = (Routine){.result = NONE, .verbatim = true, .cost = 300};
    snprintf(r->name, sizeof r->name, "P%d", ++g->names);
    gen_line(g, "proc %s(m: integer; var c: integer);", r->name);
    gen_line(g, "var");
    gen_line(g, "  L: slice(m); w: word(m + %d); T: table(m, %d);", k, k);
    gen_line(g, "  a: array[0..m] of integer; i: integer;");
    gen_line(g, "begin");
    gen_line(g, "  a[0] := %d;", k);
    gen_line(g, "  for i := 1 to m do begin");
    gen_line(g, "    a[i] := a[i - 1] * %d mod 31;", k);
    gen_line(g, "    L(i) := a[i] mod 2;");
    gen_line(g, "    w(i + %d) := L(i);", k);
    gen_line(g, "    ROW(i, T) := TRIM(i, i + %d, w)", k - 1);
    gen_line(g, "  end;");
    gen_line(g, "  for i := 1 to m do");
    gen_line(g, "    c := c + NUMB(ROW(i, T));");
    gen_line(g, "  c := (c + NUMB(L) * 3 + FND(MIRROR(COL(%d, T)))) mod 9973;",
             k);
    gen_line(g, "end;");
    g->block->routines++;
}

/* Rows of k random bits, and mostly a 1 before them, are numbers of components:
 * without it some are 0. */
static void numbers(Gen *g, Routine *r) {
    const int k = 1 + gen_below(g, 6), n = 2 << k;
    const bool right = gen_chance(g, 90);
    *r = (Routine){.result = NONE, .verbatim = true, .cost = 300};
    snprintf(r->name, sizeof r->name, "P%d", ++g->names);
    gen_line(g, "proc %s(m: integer; var c: integer);", r->name);
    gen_line(g, "var");
    gen_line(g, "  Y, all: slice(m); w: word(m + %d); T: table(m, %d);", k, k);
    gen_line(g, "  N: table(m, %d); X: slice(%d); Z: slice;", k + right,
             n - gen_chance(g, 50));
    gen_line(g, "  i, a: integer;");
    gen_line(g, "begin");
    gen_line(g, "  SET(all);");
    gen_line(g, "  a := %d;", 2 + gen_below(g, 30));
    gen_line(g, "  for i := 1 to m do begin");
    gen_line(g, "    a := a * 13 mod 31;");
    gen_line(g, "    w(i + %d) := a mod 2;", k);
    gen_line(g, "    Y(i) := a div %d mod 2;", 2 + gen_below(g, 9));
    gen_line(g, "    ROW(i, T) := TRIM(i + 1, i + %d, w)", k);
    gen_line(g, "  end;");
    gen_line(g, right ? "  N := ADJ(all, T);" : "  N := T;");
    for (int left = 2 + gen_below(g, 4); left > 0; left--)
        switch (gen_below(g, 4)) {
        case 0: gen_line(g, "  X := SHIFT(X, down, 1); X(1) := 1;"); break;
        case 1: gen_line(g, "  GATHER(X, N, Y);"); break;
        case 2: gen_line(g, "  GATHER(not X, N, Z); Y := Y xor Z;"); break;
        default: gen_line(g, "  SCATTER(Y, N, X);");
        }
    gen_line(g, "  c := (c + NUMB(Y) * 3 + FND(MIRROR(X))) mod 9973");
    gen_line(g, "end;");
    g->block->routines++;
}

static void routine(Gen *g, int level) {
    static const Kind results[] = {INT, INT, BOOL, SLICE, WORD, TABLE};
    Routine *r = &g->block->inner[g->block->routines];
    Block *inner = calloc(1, sizeof *inner);
    double before = g->cost;
    if (inner == NULL)
        exit(1);
    *r = (Routine){.result =
                       gen_chance(g, 40) ? results[gen_below(g, 6)] : NONE};
    r->pure = r->result != NONE && gen_chance(g, 80);
    r->shared = r->result == NONE && gen_chance(g, 40);
    r->recursive = !r->shared && gen_chance(g, 15);
    /* Of the size of a table that is known everywhere. */
    const Block *outermost = g->block;
    while (outermost->outer != NULL)
        outermost = outermost->outer;
    const Var *like = &outermost->var[3 * gen_below(g, g->dims) + 2];
    r->rows = like->rows;
    r->size = like->columns;
    snprintf(r->name, sizeof r->name, "%c%d", r->result == NONE ? 'P' : 'F',
             ++g->names);
    inner->outer = g->block;
    inner->routine = r;
    g->block = inner;
    if (r->shared)
        pairs(g, r);
    else
        parameters(g, r);
    /* The block's variables begin with the parameters. */
    if (r->recursive) {
        memmove(inner->var + 1, inner->var,
                (size_t)inner->vars++ * sizeof *inner->var);
        inner->var[0] = r->param[0];
    }
    heading(g, r);
    bounds(g, r);
    gen_block(g, level);
    g->block = inner->outer;
    g->block->routines++;
    r->cost = (g->cost - before) * (r->recursive ? 4 : 1) + 5;
    g->cost = before;
    free(inner);
}

/* ---- Blocks ---- */

static void recursion(Gen *g, const Place *p) {
    const Routine *r = g->block->routine;
    const char *text = gen_call(g, p, r);
    if (text == NULL)
        return;
    gen_line(g, "if depth > 0 then");
    g->indent++;
    if (r->result == NONE)
        gen_line(g, "%s;", text);
    else
        gen_line(g, "%s := %s;", r->name, text);
    g->indent--;
}

/* Calls a routine, so that it is surely run. */
static void use(Gen *g, const Place *p, const Routine *r) {
    Var *v;
    const char *s;
    if (!r->pure && g->block->routine != NULL && g->block->routine->pure)
        return;
    s = gen_call(g, p, r);
    v = r->result == NONE    ? NULL
        : r->result < SLICE  ? gen_find(g, r->result, -1, -1, WRITE)
        : r->result == TABLE ? gen_find(g, TABLE, r->rows, r->size, WRITE)
                             : gen_find(g, r->result, -1, r->size, WRITE);
    if (s == NULL || (r->result != NONE && v == NULL))
        return;
    if (v == NULL) {
        gen_line(g, "%s;", s);
    } else {
        gen_line(g, "%s := %s;", v->name, s);
        v->defined = true;
    }
}

static void result(Gen *g, const Place *p) {
    const Routine *r = g->block->routine;
    if (r->result == TABLE) {
        gen_line(g, "%s := %s;", r->name,
                 gen_find(g, TABLE, r->rows, r->size, READ)->name);
        return;
    }
    Text value = r->result == SLICE || r->result == WORD
                     ? gen_bits(g, p, r->result, r->size, 2)
                 : r->result == INT ? (Text){gen_limited(g, p, 1e9, 2), 3, 0}
                                    : gen_condition(g, p, 2);
    if (g->fault > 0 && gen_chance(g, 10))
        gen_line(g, "if %s then %s := %s;", gen_condition(g, p, 1).s, r->name,
                 value.s);
    else
        gen_line(g, "%s := %s;", r->name, value.s);
}

static void write_all(Gen *g) {
    Block *b = g->block;
    for (Var *v = b->var; v < b->var + b->vars; v++) {
        g->used = 0;
        if (!v->defined || v->counts)
            continue;
        if (v->kind == TABLE)
            gen_line(g, "write(%s);", v->name);
        else if (v->kind == INTS || v->kind == BOOLS || v->kind == LINES)
            gen_line(g, "for i := 1 to %d do write(%s[i], ' ');", v->rows,
                     v->name);
        else if (v->kind == GRID)
            gen_line(g,
                     "for i := 1 to %d do for j := 1 to 3 do "
                     "write(%s[i, j], ' ');",
                     v->rows, v->name);
        else if (v->kind >= FEW)
            gen_line(g,
                     "for i := -9 to 200 do if i in %s then write(i, ' '); "
                     "writeln('.');",
                     v->name);
        else if (v->kind == COLOUR)
            gen_line(g, "writeln('%s ', ord(%s));", v->name, v->name);
        else
            gen_line(g, "writeln('%s ', %s);", v->name, v->name);
    }
}

static void labels(Gen *g) {
    Block *b = g->block;
    for (b->labels = 0; b->labels < 2; b->labels++)
        b->label[b->labels] = ++g->names;
    gen_line(g, "label %d, %d;", b->label[0], b->label[1]);
}

void gen_block(Gen *g, int level) {
    Block *b = g->block;
    Place p = {0, 1, NULL};
    int first = b->vars, share = g->statements;
    if (level == 0)
        basis(g);
    if (g->jumps)
        labels(g);
    variables(g, 1 + gen_below(g, level == 0 ? 5 : 2), true);
    int late = b->vars;
    for (int n = gen_below(g, level == 0 ? 3 : 2); n > 0 && level < 3; n--) {
        g->statements = share / 2;
        g->indent++;
        if (gen_chance(g, 12))
            (gen_chance(g, 50) ? numbers : verbatim)(g, &b->inner[b->routines]);
        else
            routine(g, level + 1);
        g->indent--;
    }
    variables(g, 1 + gen_below(g, level == 0 ? 5 : 2), false);
    indices(g);
    gen_line(g, "begin");
    g->indent++;
    g->statements = share;
    /* A routine may use all of the early variables when it is called; the
     * assignments in routines have not been run yet. */
    gen_new(g);
    g->calm = true;
    for (int k = 0; k < late; k++)
        if (!b->var[k].param)
            b->var[k].defined = gen_starts_defined(&b->var[k]);
    for (int k = first; k < late; k++)
        gen_initialize(g, &p, &b->var[k]);
    g->calm = false;
    for (int k = 0; k < b->vars; k++)
        if (!b->var[k].defined && !b->var[k].counts && gen_chance(g, 60))
            gen_initialize(g, &p, &b->var[k]);
    if (b->routine != NULL && b->routine->recursive)
        recursion(g, &p);
    for (int k = 0; k < b->routines; k++)
        if (gen_chance(g, b->inner[k].shared ? 95 : 60))
            use(g, &p, &b->inner[k]);
    for (int k = 0; b->routine != NULL && b->routine->shared && k < 2; k++)
        gen_loop(g, &p);
    while (g->statements > 0)
        gen_statements(g, &p, 1);
    if (b->routine != NULL && b->routine->result != NONE)
        result(g, &p);
    for (int k = 0; k < b->vars; k++)
        if (b->var[k].var && !b->var[k].defined)
            gen_initialize(g, &p, &b->var[k]);
    while (b->labels > 0)
        gen_line(g, "%d:;", b->label[--b->labels]);
    if (level == 0)
        write_all(g);
    g->indent--;
    gen_line(g, level == 0 ? "end." : "end;");
}
