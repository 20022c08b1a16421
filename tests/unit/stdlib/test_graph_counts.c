/* SPDX-License-Identifier: MIT */
/* The operations of the units on graphs. */
#include "counts_test.h"
#include "list_test.h"

static int64_t most_row(StarTestRun *f, StarTable *t) {
    int64_t most = 0;
    for (int64_t i = 1; i <= t->rows; i++) {
        const int64_t row = table_row(f, t, i);
        if (row > most && row < (INT64_C(1) << t->cols) - 1)
            most = row;
    }
    return most;
}

/* Different numbers in the rows of t, but all ones. */
static int64_t different_rows(StarTestRun *f, StarTable *t) {
    int64_t different = 0;
    for (int64_t i = 1; i <= t->rows; i++) {
        const int64_t row = table_row(f, t, i);
        int64_t j = 1;
        while (table_row(f, t, j) != row)
            j++;
        different += j == i && row < (INT64_C(1) << t->cols) - 1;
    }
    return different;
}

/* Pairs of different vertices with an edge. */
static int64_t edges_of(const Graph *g) {
    int64_t m = 0;
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j < i; j++)
            m += g->arc[i][j] || g->arc[j][i];
    return m;
}

static void count_graph(Counts *t, const Graph *g) {
    StarTestRun *f = &t->f;
    const int64_t n = g->n;
    Values v = {['n'] = n, ['c'] = graph_bits(n)};
    StarTable *p = graph_adjacency(f, g), *r[3];
    StarBits *z = line_new(f);
    StarCell k = {.i = 0};
    for (int i = 0; i < 3; i++)
        r[i] = table_new(f);
    const StarCell N = {.i = n}, P = {.table = p}, A = {.table = r[0]},
                   B = {.table = r[1]}, C = {.table = r[2]}, Z = {.bits = z},
                   K = {.ref = &k};
    int64_t ops = count(t, "LEVELS", (StarCell[]){N, {.i = n}, P, A});
    v['l'] = most_row(f, r[0]) + 1;
    hold(t, "LEVELS", ops, v);
    ops = count(t, "DFS", (StarCell[]){N, P, A, B, C});
    hold(t, "DFS", ops, v);
    ops = count(t, "TOPOLOGICAL", (StarCell[]){N, P, A, Z});
    hold(t, "TOPOLOGICAL", ops, v);
    ops = count(t, "COMPONENTS", (StarCell[]){N, P, A, K});
    v['k'] = k.i;
    hold(t, "COMPONENTS", ops, v);
    ops = count(t, "STRONG", (StarCell[]){N, P, A, K});
    v['k'] = k.i;
    hold(t, "STRONG", ops, v);
    ops = count(t, "TRIANGLES", (StarCell[]){N, P, K});
    v['m'] = edges_of(g);
    hold(t, "TRIANGLES", ops, v);
    for (int i = 0; i < 3; i++)
        table_free(f, r[i]);
    table_free(f, p);
    line_free(f, z);
}

/* Tries of BELLMAN_FORD without negative weights, and pairs of vertices with a
 * way between. */
static int64_t tries(const Graph *g, int64_t s) {
    int64_t d[MAX_VERTICES + 1], tried = 0;
    bool now[MAX_VERTICES + 1] = {false}, next[MAX_VERTICES + 1] = {false},
                            any = true;
    for (int64_t i = 1; i <= g->n; i++)
        d[i] = INT32_MAX;
    d[s] = 0;
    next[s] = true;
    while (any) {
        any = false;
        memcpy(now, next, sizeof now);
        for (int64_t i = 1; i <= g->n; i++) {
            if (!now[i])
                continue;
            next[i] = false;
            tried++;
            for (int64_t j = 1; j <= g->n; j++)
                if (g->arc[i][j] && d[i] + g->weight[i][j] < d[j]) {
                    d[j] = d[i] + g->weight[i][j];
                    next[j] = true;
                }
        }
        for (int64_t i = 1; i <= g->n; i++)
            any |= next[i];
    }
    return tried;
}

static void count_paths(Counts *t, const Graph *g, int h) {
    StarTestRun *f = &t->f;
    const int64_t n = g->n, s = n;
    Values v = {['n'] = n, ['c'] = graph_bits(n), ['h'] = h};
    StarTable *w = graph_weights(f, g, h, 0), *d = table_new(f),
              *before = table_new(f);
    StarBits *z = line_new(f);
    const StarCell N = {.i = n}, H = {.i = h}, S = {.i = s}, W = {.table = w},
                   D = {.table = d}, F = {.table = before};
    int64_t ops = count(t, "DIJKSTRA", (StarCell[]){N, H, S, W, D, F});
    for (int64_t i = 1; i <= n; i++)
        v['r'] += table_row(f, d, i) < (1 << h) - 1;
    hold(t, "DIJKSTRA", ops, v);
    v['q'] = different_rows(f, d);
    ops = count(t, "DIJKSTRA2", (StarCell[]){N, H, S, W, D, F});
    hold(t, "DIJKSTRA2", ops, v);
    ops = count(t, "BELLMAN_FORD",
                (StarCell[]){N, H, S, {.i = 0}, W, D, F, {.bits = z}});
    v['t'] = tries(g, s);
    hold(t, "BELLMAN_FORD", ops, v);
    ops = count(t, "FLOYD", (StarCell[]){N, H, W});
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = 1; j <= n; j++)
            v['p'] +=
                i != j && table_get(f, w, i, (j - 1) * h, h) < (1 << h) - 1;
    hold(t, "FLOYD", ops, v);
    table_free(f, w);
    table_free(f, d);
    table_free(f, before);
    line_free(f, z);
}

static void count_trees(Counts *t, const Graph *g, int h) {
    StarTestRun *f = &t->f;
    const int64_t n = g->n, m = edges_of(g), c = graph_bits(n);
    StarTable *w = graph_weights(f, g, h, 0), *r[2],
              *list[] = {table_zero(f, m, c), table_zero(f, m, c),
                         table_zero(f, m, h)};
    StarBits *z = line_new(f), *y = line_new(f);
    Values v = {['n'] = n, ['c'] = c, ['h'] = h};
    int64_t row = 0;
    for (int i = 0; i < 2; i++)
        r[i] = table_new(f);
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = 1; j < i; j++)
            if (g->arc[i][j]) {
                table_put(f, list[0], ++row, 0, (int)c, i);
                table_put(f, list[1], row, 0, (int)c, j);
                table_put(f, list[2], row, 0, h, g->weight[i][j]);
            }
    const StarCell N = {.i = n}, H = {.i = h}, W = {.table = w},
                   A = {.table = r[0]}, B = {.table = r[1]},
                   Left = {.table = list[0]}, Right = {.table = list[1]},
                   Weight = {.table = list[2]}, Z = {.bits = z},
                   Y = {.bits = y};
    StarCell e = {.i = 0};
    int64_t ops = count(t, "PRIM", (StarCell[]){N, H, W, A, B});
    for (int64_t i = 1; i <= n; i++)
        v['r'] += table_row(f, r[0], i) == NONE;
    hold(t, "PRIM", ops, v);
    ops = count(t, "KRUSKAL", (StarCell[]){Left, Right, Weight, Z});
    for (int64_t i = 1; i <= m; i++)
        v['e'] += star_bits_get(z, i);
    hold(t, "KRUSKAL", ops, v);
    for (int i = 0; i < 2; i++) {
        table_free(f, r[i]);
        r[i] = table_new(f);
    }
    ops = count(
        t, "TREEPATHS",
        (StarCell[]){N, Left, Right, Z, {.table = r[0]}, {.table = r[1]}, Y});
    hold(t, "TREEPATHS", ops, v);
    line_free(f, y);
    y = line_new(f);
    ops = count(
        t, "OPTIMAL",
        (StarCell[]){N, Left, Right, Weight, Z, {.ref = &e}, {.bits = y}});
    v['d'] = m - v['e'];
    hold(t, "OPTIMAL", ops, v);
    for (int64_t i = 2; i <= n; i++)
        v['q'] += g->arc[1][i] || g->arc[i][1];
    v['d'] = v['q'];
    line_free(f, z);
    z = line_new(f);
    ops = count(
        t, "GABOW",
        (StarCell[]){
            N, {.i = 1}, {.i = v['d']}, Left, Right, Weight, {.bits = z}});
    hold(t, "GABOW", ops, v);
    for (int i = 0; i < 3; i++)
        table_free(f, list[i]);
    for (int i = 0; i < 2; i++)
        table_free(f, r[i]);
    table_free(f, w);
    line_free(f, z);
    line_free(f, y);
}

/* ---- Arc lists: phases, as numbers of vertices alone tell them ---- */

/* Each name becomes the last one that names lead to; how often all names are
 * replaced by the next ones, until none changes. */
static int64_t shortenings(Names name, int64_t n) {
    int64_t times = 0;
    for (bool changes = true; changes; times++) {
        Names next = {0};
        changes = false;
        for (int64_t i = 1; i <= n; i++) {
            next[i] = name[name[i]];
            changes |= next[i] != name[i];
        }
        memcpy(name, next, sizeof next);
    }
    return times;
}

/* The phases r of ARC_COMPONENTS, and the shortenings t. */
static void component_phases(const List *l, Values v) {
    Names name, least = {0};
    bool joined = true;
    singles(name, l->n);
    for (v['r'] = v['t'] = 0; joined; v['r'] += joined) {
        joined = false;
        memcpy(least, name, sizeof least);
        for (int64_t k = 1; k <= l->m; k++) {
            const int64_t a = name[l->left[k]], b = name[l->right[k]];
            const int64_t low = a < b ? a : b, high = a < b ? b : a;
            joined |= a != b;
            least[high] = least[high] < low ? least[high] : low;
        }
        if (joined) {
            memcpy(name, least, sizeof name);
            v['t'] += shortenings(name, l->n);
        }
    }
}

/* The same of BORUVKA: of equally light edges the first one. */
static void boruvka_phases(const List *l, Values v) {
    Names name, best, next = {0};
    singles(name, l->n);
    for (v['r'] = v['t'] = 0;; v['r']++) {
        bool joined = false;
        memset(best, 0, sizeof best);
        for (int64_t k = 1; k <= l->m; k++)
            for (int end = 0; end < 2; end++) {
                const int64_t a = name[end ? l->left[k] : l->right[k]];
                const int64_t b = name[end ? l->right[k] : l->left[k]];
                if (a == b)
                    continue;
                joined = true;
                if (best[a] == 0 || l->weight[k] < l->weight[best[a]])
                    best[a] = k;
            }
        if (!joined)
            return;
        for (int64_t i = 1; i <= l->n; i++) {
            const int64_t k = best[i];
            next[i] = k == 0                  ? i
                      : name[l->left[k]] == i ? name[l->right[k]]
                                              : name[l->left[k]];
        }
        for (int64_t i = 1; i <= l->n; i++)
            if (next[next[i]] == i && i < next[i])
                next[i] = i;
        v['t'] += shortenings(next, l->n);
        for (int64_t i = 1; i <= l->n; i++)
            name[i] = next[name[i]];
    }
}

/* The phases of ARC_BELLMAN_FORD. */
static void path_phases(const List *l, int64_t s, Values v) {
    Names d, next = {0};
    bool nearer = true;
    for (int64_t i = 1; i <= l->n; i++)
        d[i] = i == s ? 0 : INT32_MAX;
    for (v['r'] = 0; nearer; v['r']++) {
        nearer = false;
        memcpy(next, d, sizeof next);
        for (int64_t k = 1; k <= l->m; k++)
            if (d[l->left[k]] + l->weight[k] < next[l->right[k]]) {
                next[l->right[k]] = d[l->left[k]] + l->weight[k];
                nearer = true;
            }
        memcpy(d, next, sizeof d);
    }
}

/* Left and Right have `more` columns than the digits of n. */
static void count_sparse(Counts *t, const Graph *g, int h, int more) {
    static List l;
    l.more = more;
    StarTestRun *f = &t->f;
    const int64_t n = g->n, s = n, c = graph_bits(n);
    list_random(f, &l, g, h > 8 ? 4 : 2);
    StarTable *r[4];
    StarBits *z = line_new(f);
    StarCell k = {.i = 0};
    for (int i = 0; i < 4; i++)
        r[i] = table_new(f);
    const StarCell N = {.i = n}, S = {.i = s}, Left = {.table = l.tables[0]},
                   Right = {.table = l.tables[1]},
                   Weight = {.table = l.tables[2]};
    Values v = {['n'] = n,
                ['c'] = c,
                ['m'] = l.m,
                ['b'] = c + more,
                ['h'] = l.tables[2]->cols,
                ['d'] = graph_bits(l.m)};
    int64_t ops = count(t, "ARC_LEVELS",
                        (StarCell[]){N, S, Left, Right, {.table = r[0]}});
    v['l'] = most_row(f, r[0]) + 1;
    hold(t, "ARC_LEVELS", ops, v);
    ops = count(t, "ARC_COMPONENTS",
                (StarCell[]){N, Left, Right, {.table = r[1]}, {.ref = &k}});
    component_phases(&l, v);
    hold(t, "ARC_COMPONENTS", ops, v);
    ops =
        count(t, "BORUVKA", (StarCell[]){N, Left, Right, Weight, {.bits = z}});
    boruvka_phases(&l, v);
    hold(t, "BORUVKA", ops, v);
    ops = count(t, "ARC_BELLMAN_FORD",
                (StarCell[]){N,
                             {.i = h},
                             S,
                             Left,
                             Right,
                             Weight,
                             {.table = r[2]},
                             {.table = r[3]}});
    path_phases(&l, s, v);
    v['g'] = v['h'];
    v['h'] = h;
    hold(t, "ARC_BELLMAN_FORD", ops, v);
    for (int i = 0; i < 4; i++)
        table_free(f, r[i]);
    line_free(f, z);
    list_free(f, &l);
}

static void count_all(Counts *t, Graph *g, Kind kind, int h) {
    graph_random(&t->f, g, t->n, kind, 5, false);
    count_graph(t, g);
    graph_random(&t->f, g, t->n, kind, 4, true);
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            g->weight[i][j]++;
    if (h > 4) /* there is room for all paths */
        count_paths(t, g, h);
    count_trees(t, g, h);
    if (h > 4)
        for (int more = 0; more < 12; more += 5)
            count_sparse(t, g, h, more);
}

TEST(counts) {
    counts_all(count_all);
}

TEST_MAIN
