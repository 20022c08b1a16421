/* SPDX-License-Identifier: MIT */
/* Programs: choices, text, the variables that may stand somewhere. */
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

int gen_below(Gen *g, int n) {
    return (int)(random_bits(g) % (uint64_t)n);
}

bool gen_chance(Gen *g, int percent) {
    return gen_below(g, 100) < percent;
}

int gen_dimension(Gen *g) {
    int n;
    do
        n = g->dim[gen_below(g, g->dims)];
    while (n == 0);
    return n;
}

const char *gen_format(Gen *g, const char *form, ...) {
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

void gen_line(Gen *g, const char *form, ...) {
    static char text[ROOM];
    va_list args;
    va_start(args, form);
    vsnprintf(text, sizeof text, form, args);
    va_end(args);
    if (g->loud)
        capitals(text);
    fprintf(g->out, "%*s%s\n", 2 * g->indent, "", text);
}

/* ---- Variables ---- */

bool gen_local(const Gen *g, const Var *v) {
    return v >= g->block->var && v < g->block->var + g->block->vars;
}

bool gen_hidden(const Gen *g, const Block *outer, const Var *v) {
    for (const Block *b = g->block; b != outer; b = b->outer)
        for (const Var *w = b->var; w < b->var + b->vars; w++)
            if (strcmp(v->name, w->name) == 0)
                return true;
    return false;
}

static bool usable(const Gen *g, const Block *b, const Var *v, Use use) {
    bool inner = b == g->block;
    if (!inner && (!v->early || gen_hidden(g, b, v)))
        return false;
    if (use == READ)
        return !inner || v->defined;
    if (v->counts || v->locked > 0 || (v->clearing > 0 && use == WRITE))
        return false;
    if (!inner && g->block->routine != NULL && g->block->routine->pure)
        return false;
    return use == WRITE || !inner || v->defined;
}

Var *gen_find(Gen *g, Kind kind, int rows, int columns, Use use) {
    Var *found = NULL;
    int seen = 0;
    for (Block *b = g->block; b != NULL; b = b->outer)
        for (Var *v = b->var; v < b->var + b->vars; v++) {
            int weight = v->var && b == g->block && b->routine->shared ? 5 : 1;
            if (v->kind == kind && (rows < 0 || v->rows == rows) &&
                (columns < 0 || v->columns == columns) &&
                usable(g, b, v, use) && gen_below(g, seen += weight) < weight)
                found = v;
        }
    return found;
}

/* A function that changes something outside its block is not pure, nor is
 * what calls it. */
Routine *gen_find_routine(Gen *g, Kind result, int size, bool pure) {
    Routine *found = NULL;
    int seen = 0;
    if (g->calm)
        return NULL;
    pure |=
        g->frozen > 0 || (g->block->routine != NULL && g->block->routine->pure);
    for (Block *b = g->block; b != NULL; b = b->outer)
        for (Routine *r = b->inner; r < b->inner + b->routines; r++)
            if (r->result == result && (!pure || r->pure) &&
                (size < 0 || r->size == size) && gen_below(g, ++seen) == 0)
                found = r;
    return found;
}

/* ---- Programs ---- */

/* One size of a few components at least, for loops within loops. */
static void dimensions(Gen *g) {
    static const int sizes[] = {0,   1,   2,   3,   5,   7,   8,   13,
                                16,  31,  33,  63,  64,  65,  100, 127,
                                128, 129, 130, 192, 255, 257, 300, 520};
    g->dims = 2;
    if (!g->loops)
        g->dims += gen_chance(g, 40) + gen_chance(g, 15);
    g->dim[0] = 2 + gen_below(g, 9);
    for (int k = 1; k < g->dims; k++)
        g->dim[k] = sizes[gen_below(g, (int)(sizeof sizes / sizeof *sizes))];
    if (gen_chance(g, 2))
        g->dim[1] = 8191 + gen_below(g, 10000);
}

static void constants(Gen *g) {
    for (int k = 0; k < g->dims; k++) {
        gen_line(g, "  s%d = %d;", k + 1, g->dim[k]);
        if (g->dim[k] < 2 || g->dim[k] > MAX_LITERAL || gen_chance(g, 60))
            continue;
        gen_line(g, "  q%d = %s;", k + 1, gen_literal(g, g->dim[k]));
        g->bits[k] = gen_format(g, "q%d", k + 1);
    }
}

static void types(Gen *g) {
    gen_line(g, "type");
    gen_line(g, "  colour = (red, green, blue);");
    gen_line(g, "  digit = 0..9;");
    gen_line(g, "  few = set of digit;");
    gen_line(g, "  many = set of -9..200;");
    for (int k = 0; k < g->dims; k++) {
        bool again = false;
        for (int l = 0; l < k; l++)
            again |= g->dim[l] == g->dim[k];
        if (again)
            continue;
        gen_line(g, "  lines%d = array[1..3] of slice(s%d);", g->dim[k], k + 1);
        if (g->dim[k] == 0)
            continue;
        gen_line(g, "  ints%d = array[%d..s%d] of integer;", g->dim[k], g->low,
                 k + 1);
        gen_line(g, "  bools%d = array[1..s%d] of boolean;", g->dim[k], k + 1);
        gen_line(g, "  grid%d = array[1..s%d, %d..3] of integer;", g->dim[k],
                 k + 1, g->low);
    }
    gen_record_types(g);
}

void gen_program(FILE *out, unsigned long long seed, int statements) {
    static char room[ROOM];
    Block main_block = {0};
    Gen g = {.block = &main_block, .room = room, .out = out};
    g.seed = seed * UINT64_C(0x2545f4914f6cdd1d);
    g.loops = gen_chance(&g, 40);
    g.loud = gen_chance(&g, 5);
    g.jumps = gen_chance(&g, 30);
    g.low = gen_chance(&g, 70) ? 1 : gen_below(&g, 4) - 2;
    g.statements = 3 + gen_below(&g, g.loops ? 8 : 14);
    if (statements > 0)
        g.statements = statements;
    g.fault = gen_chance(&g, 22) ? 1 + gen_below(&g, g.statements) : 0;
    dimensions(&g);
    gen_line(&g, "program p%llu;", seed);
    gen_line(&g, "const");
    constants(&g);
    types(&g);
    gen_block(&g, 0);
}
