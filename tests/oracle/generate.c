/* star_generate SEED [SIZE] prints a program of about SIZE statements. */
#include "generate.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 20 };

/* ---- Choices and text ---- */

static uint64_t random_bits(Gen *g) {
    g->seed += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = g->seed;
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

int below(Gen *g, int n) {
    return (int)(random_bits(g) % (uint64_t)n);
}

bool chance(Gen *g, int percent) {
    return below(g, 100) < percent;
}

int dimension(Gen *g) {
    int n;
    do
        n = g->dim[below(g, g->dims)];
    while (n == 0);
    return n;
}

const char *format(Gen *g, const char *form, ...) {
    char *text = g->room + g->used;
    va_list args;
    va_start(args, form);
    int n = vsnprintf(text, ROOM - g->used, form, args);
    va_end(args);
    g->used += (size_t)n + 1;
    if (g->used >= ROOM) {
        fputs("star_generate: an expression is too long\n", stderr);
        exit(1);
    }
    return text;
}

/* Outside of quotes, capital letters are the same. */
static void capitals(char *text) {
    bool quoted = false;
    for (; *text != '\0'; text++) {
        quoted ^= *text == '\'';
        if (!quoted)
            *text = (char)toupper((unsigned char)*text);
    }
}

void line(Gen *g, const char *form, ...) {
    static char text[ROOM];
    va_list args;
    va_start(args, form);
    vsnprintf(text, sizeof text, form, args);
    va_end(args);
    if (g->loud)
        capitals(text);
    printf("%*s%s\n", 2 * g->indent, "", text);
}

/* ---- Variables ---- */

bool local(const Gen *g, const Var *v) {
    return v >= g->block->var && v < g->block->var + g->block->vars;
}

bool hidden(const Gen *g, const Block *outer, const Var *v) {
    for (const Block *b = g->block; b != outer; b = b->outer)
        for (const Var *w = b->var; w < b->var + b->vars; w++)
            if (strcmp(v->name, w->name) == 0)
                return true;
    return false;
}

static bool usable(const Gen *g, const Block *b, const Var *v, Use use) {
    bool inner = b == g->block;
    if (!inner && (!v->early || hidden(g, b, v)))
        return false;
    if (use == READ)
        return !inner || v->defined;
    if (v->counts || v->locked > 0 || (v->clearing > 0 && use == WRITE))
        return false;
    if (!inner && g->block->routine != NULL && g->block->routine->pure)
        return false;
    return use == WRITE || !inner || v->defined;
}

Var *find(Gen *g, Kind kind, int rows, int columns, Use use) {
    Var *found = NULL;
    int seen = 0;
    for (Block *b = g->block; b != NULL; b = b->outer)
        for (Var *v = b->var; v < b->var + b->vars; v++) {
            int weight = v->var && b == g->block && b->routine->shared ? 5 : 1;
            if (v->kind == kind && (rows < 0 || v->rows == rows) &&
                (columns < 0 || v->columns == columns) &&
                usable(g, b, v, use) && below(g, seen += weight) < weight)
                found = v;
        }
    return found;
}

/* A function that changes something outside its block is not pure, nor is
 * what calls it. */
Routine *find_routine(Gen *g, Kind result, int size, bool pure) {
    Routine *found = NULL;
    int seen = 0;
    if (g->calm)
        return NULL;
    pure |= g->frozen > 0 ||
            (g->block->routine != NULL && g->block->routine->pure);
    for (Block *b = g->block; b != NULL; b = b->outer)
        for (Routine *r = b->inner; r < b->inner + b->routines; r++)
            if (r->result == result && (!pure || r->pure) &&
                (size < 0 || r->size == size) && below(g, ++seen) == 0)
                found = r;
    return found;
}

/* ---- Declarations ---- */

/* Takes the name of a variable outside, unless this block has it already or
 * it is one that must be there. */
static void hide(Gen *g, Var *v) {
    const Block *b = g->block;
    int first = b->outer->outer == NULL ? 3 * g->dims : 0;
    if (b->outer->vars <= first)
        return;
    const Var *outer =
        &b->outer->var[first + below(g, b->outer->vars - first)];
    for (const Var *w = b->var; w < v; w++)
        if (strcmp(w->name, outer->name) == 0)
            return;
    if (!outer->counts)
        memcpy(v->name, outer->name, sizeof v->name);
}

/* Some dimension for a table with so many columns, or for an array; neither
 * becomes very large. */
static int rows_for(Gen *g, Kind kind, int columns) {
    int n = dimension(g);
    bool fits = kind == TABLE ? n * columns <= 300000 : n <= 1000;
    return fits ? n : g->dim[0];
}

static Var *declare(Gen *g, Kind kind, bool early) {
    static const char letters[] = "nbckdXwTafLg";
    Block *b = g->block;
    Var *v = &b->var[b->vars++];
    *v = (Var){.kind = kind, .early = early, .own = true};
    snprintf(v->name, sizeof v->name, "%c%d", letters[kind], ++g->names);
    if (b->outer != NULL && chance(g, 8))
        hide(g, v);
    if (kind >= SLICE)
        v->columns = g->dim[below(g, g->dims)];
    if (kind >= TABLE)
        v->rows = kind == LINES ? 3 : rows_for(g, kind, v->columns);
    if (kind == TABLE && v->rows <= 520 && chance(g, 40))
        v->columns = v->rows;
    if (kind == GRID)
        v->columns = 3;
    return v;
}

/* A table that a type may refer to. */
static const Var *table_before(const Gen *g, const Var *v) {
    for (const Block *b = g->block; b != NULL; b = b->outer)
        for (const Var *t = b->var; t < b->var + b->vars; t++)
            if (t == v)
                break;
            else if (t->kind == TABLE &&
                     (t->sized || (t->param && t->defined)) &&
                     (b == g->block || (t->early && !hidden(g, b, t))) &&
                     (v->kind == SLICE ? t->rows : t->columns) == v->columns)
                return t;
    return NULL;
}

static const char *number(Gen *g, int n) {
    if (chance(g, 5))
        return format(g, "%d - %d", n + 3, 3);
    for (int k = 0; k < g->dims; k++)
        if (g->dim[k] == n && chance(g, 60))
            return format(g, "s%d", k + 1);
    return format(g, "%d", n);
}

static const char *type_of(Gen *g, const Var *v) {
    static const char *const names[] = {"integer", "boolean", "char",
                                        "colour", "digit"};
    const char *line_type = v->kind == SLICE ? "slice" : "word";
    const char *rows;
    const Var *t;
    switch (v->kind) {
    case SLICE:
    case WORD:
        t = chance(g, 40) ? table_before(g, v) : NULL;
        return !v->sized ? line_type
               : t != NULL
                   ? format(g, "%s(%s)", line_type, t->name)
                   : format(g, "%s(%s)", line_type, number(g, v->columns));
    case TABLE:
        rows = number(g, v->rows);
        return v->sized ? format(g, "table(%s, %s)", rows,
                                 number(g, v->columns))
                        : "table";
    case INTS:
        return format(g, "ints%d", v->rows);
    case BOOLS:
        return format(g, "bools%d", v->rows);
    case LINES:
        return format(g, "lines%d", v->columns);
    case GRID:
        return format(g, "grid%d", v->rows);
    default:
        return names[v->kind];
    }
}

/* Whether a variable has a value without an assignment. */
static bool starts_defined(const Var *v) {
    return v->kind == LINES ||
           (v->sized && v->kind >= SLICE && v->kind <= TABLE);
}

static void declare_line(Gen *g, Var *v) {
    line(g, "  %s: %s;", v->name, type_of(g, v));
    v->defined = starts_defined(v);
}

static Kind any_kind(Gen *g) {
    static const Kind kinds[] = {INT,   INT,   INT,   BOOL,  CHAR, COLOUR,
                                 DIGIT, SLICE, SLICE, SLICE, SLICE, WORD,
                                 WORD,  WORD,  TABLE, TABLE, TABLE, INTS,
                                 BOOLS, LINES, GRID};
    return kinds[below(g, (int)(sizeof kinds / sizeof *kinds))];
}

static void variables(Gen *g, int count, bool early) {
    line(g, "var");
    for (int k = 0; k < count; k++) {
        Var *v = declare(g, any_kind(g), early);
        v->sized = chance(g, 70);
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
    line(g, "  i, j, k: integer;");
}

/* Lines of all sizes that always have a value, and so a table. */
static void basis(Gen *g) {
    line(g, "var");
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

static void block(Gen *g, int level);

/* A pair of tables of a shape that others have, and one of lines that go
 * with their lines. */
static void pairs(Gen *g, Routine *r) {
    const Var *like = find(g, TABLE, -1, -1, READ);
    Kind kind = chance(g, 70) ? SLICE : WORD;
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
    int count = 1 + below(g, MAX_PARAMS - 1);
    if (r->recursive)
        r->param[r->params++] =
            (Var){.name = "depth", .kind = INT, .own = true, .param = true,
                  .counts = true, .defined = true};
    for (; count > 0; count--) {
        /* Two of a shape may be given the same variable. */
        const Var *twin = r->params > 0 ? &r->param[r->params - 1] : NULL;
        bool again = twin != NULL && twin->kind >= SLICE &&
                     twin->kind <= TABLE && chance(g, 50);
        Var *v = declare(g, again ? twin->kind : any_kind(g), false);
        v->param = true;
        v->var = !r->pure && chance(g, again ? 90 : 55);
        if (again) {
            v->rows = twin->rows;
            v->columns = twin->columns;
        }
        v->own = !v->var;
        v->sized = v->kind >= SLICE && v->kind <= TABLE && chance(g, 30);
        /* What comes in has a value; what goes out may not. */
        v->defined = !v->var || chance(g, 60);
        r->param[r->params++] = *v;
    }
}

/* The heading; a sized parameter may refer to tables before it. */
static void heading(Gen *g, const Routine *r) {
    const char *text = "";
    for (int k = 0; k < r->params; k++)
        text = format(g, "%s%s%s%s: %s", text, k > 0 ? "; " : "",
                      r->param[k].var ? "var " : "", r->param[k].name,
                      type_of(g, &g->block->var[k]));
    if (r->result == NONE)
        line(g, "%s %s(%s);", chance(g, 70) ? "proc" : "procedure", r->name,
             text);
    else
        line(g, "function %s(%s): %s;", r->name, text,
             type_of(g, &(Var){.kind = r->result,
                               .rows = r->rows,
                               .columns = r->size,
                               .sized = chance(g, 40)}));
}

/* Sizes that only the run knows. */
static void verbatim(Gen *g, Routine *r) {
    int k = 2 + below(g, 5);
    *r = (Routine){.result = NONE, .verbatim = true, .cost = 300};
    snprintf(r->name, sizeof r->name, "P%d", ++g->names);
    line(g, "proc %s(m: integer; var c: integer);", r->name);
    line(g, "var");
    line(g, "  L: slice(m); w: word(m + %d); T: table(m, %d);", k, k);
    line(g, "  a: array[0..m] of integer; i: integer;");
    line(g, "begin");
    line(g, "  a[0] := %d;", k);
    line(g, "  for i := 1 to m do begin");
    line(g, "    a[i] := a[i - 1] * %d mod 31;", k);
    line(g, "    L(i) := a[i] mod 2;");
    line(g, "    w(i + %d) := L(i);", k);
    line(g, "    ROW(i, T) := TRIM(i, i + %d, w)", k - 1);
    line(g, "  end;");
    line(g, "  for i := 1 to m do");
    line(g, "    c := c + NUMB(ROW(i, T));");
    line(g, "  c := (c + NUMB(L) * 3 + FND(MIRROR(COL(%d, T)))) mod 9973;", k);
    line(g, "end;");
    g->block->routines++;
}

static void routine(Gen *g, int level) {
    static const Kind results[] = {INT, INT, BOOL, SLICE, WORD, TABLE};
    Routine *r = &g->block->inner[g->block->routines];
    Block *inner = calloc(1, sizeof *inner);
    double before = g->cost;
    if (inner == NULL)
        exit(1);
    *r = (Routine){.result = chance(g, 40) ? results[below(g, 6)] : NONE};
    r->pure = r->result != NONE && chance(g, 80);
    r->shared = r->result == NONE && chance(g, 40);
    r->recursive = !r->shared && chance(g, 15);
    /* Of the size of a table that is known everywhere. */
    const Block *outermost = g->block;
    while (outermost->outer != NULL)
        outermost = outermost->outer;
    const Var *like = &outermost->var[3 * below(g, g->dims) + 2];
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
    block(g, level);
    g->block = inner->outer;
    g->block->routines++;
    r->cost = (g->cost - before) * (r->recursive ? 4 : 1) + 5;
    g->cost = before;
    free(inner);
}

/* ---- Blocks ---- */

static void recursion(Gen *g, const Place *p) {
    const Routine *r = g->block->routine;
    const char *text = call(g, p, r);
    if (text == NULL)
        return;
    line(g, "if depth > 0 then");
    g->indent++;
    if (r->result == NONE)
        line(g, "%s;", text);
    else
        line(g, "%s := %s;", r->name, text);
    g->indent--;
}

/* Calls a routine, so that it is surely run. */
static void use(Gen *g, const Place *p, const Routine *r) {
    Var *v;
    const char *s;
    if (!r->pure && g->block->routine != NULL && g->block->routine->pure)
        return;
    s = call(g, p, r);
    v = r->result == NONE     ? NULL
        : r->result < SLICE   ? find(g, r->result, -1, -1, WRITE)
        : r->result == TABLE  ? find(g, TABLE, r->rows, r->size, WRITE)
                              : find(g, r->result, -1, r->size, WRITE);
    if (s == NULL || (r->result != NONE && v == NULL))
        return;
    if (v == NULL) {
        line(g, "%s;", s);
    } else {
        line(g, "%s := %s;", v->name, s);
        v->defined = true;
    }
}

static void result(Gen *g, const Place *p) {
    const Routine *r = g->block->routine;
    if (r->result == TABLE) {
        line(g, "%s := %s;", r->name,
             find(g, TABLE, r->rows, r->size, READ)->name);
        return;
    }
    Text value = r->result == SLICE || r->result == WORD
                     ? bits(g, p, r->result, r->size, 2)
                 : r->result == INT
                     ? (Text){limited(g, p, 1e9, 2), 3, 0}
                     : condition(g, p, 2);
    if (g->fault > 0 && chance(g, 10))
        line(g, "if %s then %s := %s;", condition(g, p, 1).s, r->name,
             value.s);
    else
        line(g, "%s := %s;", r->name, value.s);
}

static void write_all(Gen *g) {
    Block *b = g->block;
    for (Var *v = b->var; v < b->var + b->vars; v++) {
        g->used = 0;
        if (!v->defined || v->counts)
            continue;
        if (v->kind == TABLE)
            line(g, "write(%s);", v->name);
        else if (v->kind == INTS || v->kind == BOOLS || v->kind == LINES)
            line(g, "for i := 1 to %d do write(%s[i], ' ');", v->rows,
                 v->name);
        else if (v->kind == GRID)
            line(g, "for i := 1 to %d do for j := 1 to 3 do "
                 "write(%s[i, j], ' ');", v->rows, v->name);
        else if (v->kind == COLOUR)
            line(g, "writeln('%s ', ord(%s));", v->name, v->name);
        else
            line(g, "writeln('%s ', %s);", v->name, v->name);
    }
}

static void block(Gen *g, int level) {
    Block *b = g->block;
    Place p = {0, 1, NULL};
    int first = b->vars, share = g->statements;
    if (level == 0)
        basis(g);
    variables(g, 1 + below(g, level == 0 ? 5 : 2), true);
    int late = b->vars;
    for (int n = below(g, level == 0 ? 3 : 2); n > 0 && level < 3; n--) {
        g->statements = share / 2;
        g->indent++;
        if (chance(g, 8))
            verbatim(g, &b->inner[b->routines]);
        else
            routine(g, level + 1);
        g->indent--;
    }
    variables(g, 1 + below(g, level == 0 ? 5 : 2), false);
    indices(g);
    line(g, "begin");
    g->indent++;
    g->statements = share;
    /* What is called may use all of the early variables. What routines
     * assigned, they have not yet. */
    g->calm = true;
    for (int k = 0; k < late; k++)
        if (!b->var[k].param)
            b->var[k].defined = starts_defined(&b->var[k]);
    for (int k = first; k < late; k++)
        initialize(g, &p, &b->var[k]);
    g->calm = false;
    for (int k = 0; k < b->vars; k++)
        if (!b->var[k].defined && !b->var[k].counts && chance(g, 60))
            initialize(g, &p, &b->var[k]);
    if (b->routine != NULL && b->routine->recursive)
        recursion(g, &p);
    for (int k = 0; k < b->routines; k++)
        if (chance(g, b->inner[k].shared ? 95 : 60))
            use(g, &p, &b->inner[k]);
    for (int k = 0; b->routine != NULL && b->routine->shared && k < 2; k++)
        loop(g, &p);
    while (g->statements > 0)
        statements(g, &p, 1);
    if (b->routine != NULL && b->routine->result != NONE)
        result(g, &p);
    for (int k = 0; k < b->vars; k++)
        if (b->var[k].var && !b->var[k].defined)
            initialize(g, &p, &b->var[k]);
    if (level == 0)
        write_all(g);
    g->indent--;
    line(g, level == 0 ? "end." : "end;");
}

/* ---- Programs ---- */

/* One size of a few components at least, for loops within loops. */
static void dimensions(Gen *g) {
    static const int sizes[] = {0,   1,   2,   3,   5,   7,   8,   13,
                                16,  31,  33,  63,  64,  65,  100, 127,
                                128, 129, 130, 192, 255, 257, 300, 520};
    g->dims = 2 + (below(g, 100) + 10) / 70 + chance(g, 10);
    g->dim[0] = 2 + below(g, 9);
    for (int k = 1; k < g->dims; k++)
        g->dim[k] = sizes[below(g, (int)(sizeof sizes / sizeof *sizes))];
    if (chance(g, 2))
        g->dim[1] = 8191 + below(g, 10000);
}

static void constants(Gen *g) {
    for (int k = 0; k < g->dims; k++) {
        line(g, "  s%d = %d;", k + 1, g->dim[k]);
        if (g->dim[k] < 2 || g->dim[k] > MAX_LITERAL || chance(g, 60))
            continue;
        line(g, "  q%d = %s;", k + 1, literal(g, g->dim[k]));
        g->bits[k] = format(g, "q%d", k + 1);
    }
}

static void types(Gen *g) {
    line(g, "type");
    line(g, "  colour = (red, green, blue);");
    line(g, "  digit = 0..9;");
    for (int k = 0; k < g->dims; k++) {
        bool again = false;
        for (int l = 0; l < k; l++)
            again |= g->dim[l] == g->dim[k];
        if (again)
            continue;
        line(g, "  lines%d = array[1..3] of slice(s%d);", g->dim[k], k + 1);
        if (g->dim[k] == 0)
            continue;
        line(g, "  ints%d = array[%d..s%d] of integer;", g->dim[k], g->low,
             k + 1);
        line(g, "  bools%d = array[1..s%d] of boolean;", g->dim[k], k + 1);
        line(g, "  grid%d = array[1..s%d, %d..3] of integer;", g->dim[k],
             k + 1, g->low);
    }
}

int main(int argc, char **argv) {
    static char room[ROOM];
    Block main_block = {0};
    Gen g = {.block = &main_block, .room = room};
    if (argc < 2) {
        fputs("star_generate SEED [SIZE]\n", stderr);
        return 2;
    }
    g.seed = strtoull(argv[1], NULL, 10) * UINT64_C(0x2545f4914f6cdd1d);
    g.loops = chance(&g, 40);
    g.loud = chance(&g, 5);
    g.low = chance(&g, 70) ? 1 : below(&g, 4) - 2;
    g.statements = 3 + below(&g, g.loops ? 8 : 14);
    if (argc > 2)
        g.statements = atoi(argv[2]);
    g.fault = chance(&g, 22) ? 1 + below(&g, g.statements) : 0;
    dimensions(&g);
    line(&g, "program p%s;", argv[1]);
    line(&g, "const");
    constants(&g);
    types(&g);
    block(&g, 0);
    return 0;
}
