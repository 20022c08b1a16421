/* SPDX-License-Identifier: MIT */
/* The operations of procedures on lists of arcs. */
#include "counts_test.h"

/* A list of arcs in three tables, of weights of h columns. */
typedef struct Arcs {
    int64_t m;
    StarTable *left, *right, *weight;
} Arcs;

static void arcs_make(StarTestRun *f, Arcs *a, const Graph *g, int h) {
    const int c = graph_bits(g->n);
    a->m = 0;
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            a->m += g->arc[i][j];
    a->left = table_zero(f, a->m, c);
    a->right = table_zero(f, a->m, c);
    a->weight = table_zero(f, a->m, h);
    int64_t row = 0;
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            if (g->arc[i][j]) {
                table_put(f, a->left, ++row, 0, c, i);
                table_put(f, a->right, row, 0, c, j);
                table_put(f, a->weight, row, 0, h, g->weight[i][j]);
            }
}

static void arcs_free(StarTestRun *f, const Arcs *a) {
    table_free(f, a->left);
    table_free(f, a->right);
    table_free(f, a->weight);
}

/* A slice of ones, or a word that is the number 1. */
static StarBits *bits_of(StarTestRun *f, int64_t length, bool number) {
    StarBits *x = line_new(f);
    assert_int_equal(star_bits_size(f->be, x, length), STAR_OK);
    for (int64_t i = 0; i < length; i++)
        if (!number || i == length - 1)
            x->word[i / 64] |= UINT64_C(1) << i % 64;
    return x;
}

static void count_search(Counts *t, const Graph *g) {
    StarTestRun *f = &t->f;
    const int64_t n = g->n;
    const int c = graph_bits(n);
    Values v = {['n'] = n, ['c'] = c};
    Arcs a;
    arcs_make(f, &a, g, 1);
    StarTable *code = table_zero(f, n, c), *number = table_new(f),
              *dominator = table_new(f);
    StarBits *x = bits_of(f, a.m, false), *tree = line_new(f),
             *root = bits_of(f, c, true);
    for (int64_t i = 1; i <= n; i++)
        table_put(f, code, i, 0, c, i);
    const StarCell Left = {.table = a.left}, Right = {.table = a.right},
                   Code = {.table = code}, Root = {.bits = root};
    int64_t ops = count(t, "DFS_ARCS",
                        (StarCell[]){Left,
                                     Right,
                                     Code,
                                     Root,
                                     {.table = number},
                                     {.bits = tree},
                                     {.bits = x}});
    for (int64_t i = 1; i <= n; i++)
        v['r'] += table_row(f, number, i) > 0;
    hold(t, "DFS_ARCS", ops, v);
    ops = count(t, "DOMINATORS",
                (StarCell[]){Left, Right, Code, Root, {.table = dominator}});
    hold(t, "DOMINATORS", ops, v);
    table_free(f, code);
    table_free(f, number);
    table_free(f, dominator);
    line_free(f, x);
    line_free(f, tree);
    line_free(f, root);
    arcs_free(f, &a);
}

/* Two arcs between each vertex and the next, heavy ones first: the first two
 * vertices are a circuit, and each circuit is one with the next vertex. */
static void nested(Graph *g, int64_t n) {
    graph_clear(g, n);
    for (int64_t i = 1; i < n; i++) {
        g->arc[i][i + 1] = g->arc[i + 1][i] = true;
        g->weight[i][i + 1] = 2 * (n - i) + 9;
        g->weight[i + 1][i] = 2 * (n - i) + 8;
    }
}

static void count_branching(Counts *t, const Graph *g, int h) {
    StarTestRun *f = &t->f;
    const Values v = {['n'] = g->n, ['c'] = graph_bits(g->n), ['h'] = h};
    Arcs a;
    arcs_make(f, &a, g, h);
    StarBits *z = line_new(f);
    const int64_t ops = count(t, "EDMONDS",
                              (StarCell[]){{.i = g->n},
                                           {.table = a.left},
                                           {.table = a.right},
                                           {.table = a.weight},
                                           {.bits = z}});
    hold(t, "EDMONDS", ops, v);
    line_free(f, z);
    arcs_free(f, &a);
}

static void count_all(Counts *t, Graph *g, Kind kind, int h) {
    graph_random(&t->f, g, t->n, kind, 16, false);
    if (h == 4)
        count_search(t, g);
    count_branching(t, g, h);
    if (kind == CIRCUIT && h > 4) {
        nested(g, t->n);
        count_branching(t, g, h);
    }
}

TEST(counts) {
    counts_all(count_all);
}

TEST_MAIN
