/* SPDX-License-Identifier: MIT */
/* Arc lists of random graphs, and union and find, for the tests of the units
 * trees and sparse. */
#ifndef STAR_LIST_TEST_H
#define STAR_LIST_TEST_H

#include "graph_test.h"

enum { EDGES = 30000 };

/* An arc list, edges from 1. Left and Right have `more` columns than the digits
 * of n. */
typedef struct List {
    int more;
    int64_t n, m, left[EDGES + 1], right[EDGES + 1], weight[EDGES + 1];
    StarTable *tables[3]; /* Left, Right, Weight */
} List;

/* ---- Union and find ---- */

typedef int64_t Names[MAX_VERTICES + 1];

static inline int64_t find(Names name, int64_t i) {
    while (name[i] != i)
        i = name[i] = name[name[i]];
    return i;
}

/* Joins the sets of i and j. True if they were two. */
static inline bool unite(Names name, int64_t i, int64_t j) {
    const int64_t a = find(name, i), b = find(name, j);
    name[a] = b;
    return a != b;
}

static inline void singles(Names name, int64_t n) {
    for (int64_t i = 1; i <= n; i++)
        name[i] = i;
}

/* ---- Arc lists ---- */

/* Makes the tables of a list, of weights below `most`. */
static inline void list_tables(StarTestRun *f, List *l, int64_t most) {
    const int64_t *numbers[] = {l->left, l->right, l->weight};
    for (int t = 0; t < 3; t++) {
        const int cols = t < 2 ? graph_bits(l->n) + l->more : graph_bits(most);
        l->tables[t] = table_zero(f, l->m, cols);
        for (int64_t k = 1; k <= l->m; k++)
            table_put(f, l->tables[t], k, 0, cols, numbers[t][k]);
    }
}

/* Random numbers and edges of a graph, some of them twice, in any order. */
static inline void list_random(StarTestRun *f, List *l, const Graph *g,
                               int64_t most) {
    l->n = g->n;
    l->m = 0;
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            if (g->arc[i][j] && l->m < EDGES) {
                const int64_t k = 1 + star_random(&f->t, ++l->m);
                l->left[l->m] = l->left[k];
                l->right[l->m] = l->right[k];
                l->weight[l->m] = l->weight[k];
                l->left[k] = i;
                l->right[k] = j;
                l->weight[k] = star_random(&f->t, most);
            }
    list_tables(f, l, most);
}

static inline void list_free(StarTestRun *f, List *l) {
    for (int t = 0; t < 3; t++)
        table_free(f, l->tables[t]);
}

/* A forest that spans a list: the lightest edges, or any, of those left. */
static inline void span(const List *l, bool lightest, bool *in) {
    Names name;
    singles(name, l->n);
    for (int64_t k = 1; k <= l->m; k++)
        in[k] = false;
    for (;;) {
        int64_t best = 0;
        for (int64_t k = 1; k <= l->m; k++)
            if (find(name, l->left[k]) != find(name, l->right[k]) &&
                (best == 0 || (lightest && l->weight[k] < l->weight[best])))
                best = k;
        if (best == 0)
            break;
        unite(name, l->left[best], l->right[best]);
        in[best] = true;
    }
}

static inline int64_t weight_of(const List *l, const bool *in) {
    int64_t sum = 0;
    for (int64_t k = 1; k <= l->m; k++)
        sum += in[k] ? l->weight[k] : 0;
    return sum;
}

/* True if the edges have no circuit; sets *edges to their number. */
static inline bool forest(const List *l, const bool *in, int64_t *edges) {
    Names name;
    singles(name, l->n);
    *edges = 0;
    for (int64_t k = 1; k <= l->m; k++)
        if (in[k]) {
            ++*edges;
            if (!unite(name, l->left[k], l->right[k]))
                return false;
        }
    return true;
}

#endif
