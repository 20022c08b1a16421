/* SPDX-License-Identifier: MIT */
/* The unit dynamic_trees: after each of thousands of random changes the forest
 * beside one made by sorted edges in C, its paths beside a search of it, and
 * the operations that were counted beside those that are said. */
#include "dynamic_test.h"

enum { MOST = 64, ROWS = 3 * MOST, BITS = 6 };

/* What the procedures keep. */
typedef struct Kept {
    StarBits *s, *t;
    StarTable *m, *l;
} Kept;

/* A graph in numbers and as an arc list; edges change vertices one by one in
 * kept[1], and as a vertex in kept[0]. */
typedef struct Trees {
    StarTestRun f;
    Bounds bounds;
    bool bodies; /* whose operations are others */
    int64_t n, rows, end[2][ROWS + 1], weight[ROWS + 1];
    bool in[ROWS + 1], tree[ROWS + 1];
    StarTable *list[3], *code;
    Kept kept[2];
    int64_t moved, part; /* k and s of the last edge that changed */
} Trees;

/* ---- The forest in C ---- */

static int64_t find(const int64_t *name, int64_t i) {
    while (name[i] != i)
        i = name[i];
    return i;
}

/* The least forest of the edges that there are: its weight and its edges. */
static int64_t least(const Trees *g, int64_t *edges) {
    int64_t name[MOST + 1], sum = 0;
    *edges = 0;
    for (int64_t i = 1; i <= g->n; i++)
        name[i] = i;
    for (int64_t w = 0; w < 1 << BITS; w++)
        for (int64_t e = 1; e <= g->rows; e++) {
            const int64_t a = find(name, g->end[0][e]),
                          b = find(name, g->end[1][e]);
            if (!g->in[e] || g->weight[e] != w || a == b)
                continue;
            name[a] = b;
            sum += w;
            ++*edges;
        }
    return sum;
}

/* Asserts the paths to i and to what hangs on it; `path` marks that to i. */
static void assert_paths(Trees *g, const Kept *k, int64_t root, int64_t i,
                         bool *path, bool *seen) {
    assert_false(seen[i]);
    seen[i] = true;
    assert_int_equal(table_row(&g->f, k->l, i), root);
    for (int64_t e = 1; e <= g->rows; e++)
        assert_int_equal(table_bit(&g->f, k->m, e, i), path[e]);
    for (int64_t e = 1; e <= g->rows; e++)
        for (int side = 0; side < 2; side++)
            if (g->tree[e] && !path[e] && g->end[side][e] == i) {
                path[e] = true;
                assert_paths(g, k, root, g->end[1 - side][e], path, seen);
                path[e] = false;
            }
}

static void assert_kept(Trees *g, const Kept *k) {
    bool path[ROWS + 1] = {false}, seen[MOST + 1] = {false};
    int64_t wanted, edges = 0, sum = 0;
    const int64_t weight = least(g, &wanted);
    for (int64_t e = 1; e <= g->rows; e++) {
        g->tree[e] = star_bits_get(k->t, e);
        assert_int_equal(star_bits_get(k->s, e), g->in[e]);
        assert_true(g->in[e] || !g->tree[e]);
        edges += g->tree[e];
        sum += g->tree[e] ? g->weight[e] : 0;
    }
    assert_int_equal(edges, wanted);
    assert_int_equal(sum, weight);
    for (int64_t i = 1; i <= g->n; i++)
        if (!seen[i])
            assert_paths(g, k, i, i, path, seen);
}

/* The vertices on each side of edge e of the tree: the fewer. */
static int64_t part_of(const Trees *g, int64_t e) {
    int64_t name[MOST + 1], size[MOST + 1] = {0};
    for (int64_t i = 1; i <= g->n; i++)
        name[i] = i;
    for (int64_t k = 1; k <= g->rows; k++)
        if (k != e && g->tree[k])
            name[find(name, g->end[0][k])] = find(name, g->end[1][k]);
    for (int64_t i = 1; i <= g->n; i++)
        size[find(name, i)]++;
    const int64_t a = size[find(name, g->end[0][e])],
                  b = size[find(name, g->end[1][e])];
    return a < b ? a : b;
}

/* ---- Calls ---- */

static void names(const Trees *g, Values v) {
    v['n'] = g->n;
    v['c'] = graph_bits(g->n);
    v['h'] = BITS;
    v['k'] = g->moved;
    v['s'] = g->part;
}

static void hold(Trees *g, const char *name, int64_t counted, const Values v) {
    if (!g->bodies)
        bounds_hold(&g->bounds, g->n == MOST, name, counted, v);
}

/* The tree of all edges anew, in both. */
static void make(Trees *g) {
    Values v = {0};
    names(g, v);
    for (int k = 0; k < 2; k++) {
        Kept *kept = &g->kept[k];
        *kept = (Kept){bits_zero(&g->f, g->rows), line_new(&g->f),
                       table_new(&g->f), table_new(&g->f)};
        for (int64_t e = 1; e <= g->rows; e++)
            bits_put(kept->s, e, g->in[e]);
        const int64_t counted = bounds_count(&g->f, "MSTPATHS",
                                             (StarCell[]){{.table = g->list[0]},
                                                          {.table = g->list[1]},
                                                          {.table = g->list[2]},
                                                          {.table = g->code},
                                                          {.bits = kept->s},
                                                          {.bits = kept->t},
                                                          {.table = kept->m},
                                                          {.table = kept->l}});
        assert_kept(g, kept);
        v['r'] = 0;
        for (int64_t i = 1; i <= g->n; i++)
            v['r'] += table_row(&g->f, kept->l, i) == i;
        hold(g, "MSTPATHS", counted, v);
    }
}

static void drop(Trees *g) {
    for (int k = 0; k < 2; k++) {
        line_free(&g->f, g->kept[k].s);
        line_free(&g->f, g->kept[k].t);
        table_free(&g->f, g->kept[k].m);
        table_free(&g->f, g->kept[k].l);
    }
}

/* MST_..._EDGE for number e, or ..._VERTEX, with the edges x to be inserted. */
static int64_t change(Trees *g, const char *name, Kept *kept, int64_t number,
                      StarBits *x) {
    StarCell arg[10] = {{.i = g->n},
                        {.i = number},
                        {.table = g->list[0]},
                        {.table = g->list[1]},
                        {.table = g->list[2]}};
    int args = 5;
    if (x != NULL)
        arg[args++].bits = x;
    arg[args++].bits = kept->s;
    arg[args++].bits = kept->t;
    arg[args++].table = kept->m;
    arg[args++].table = kept->l;
    return bounds_count(&g->f, name, arg);
}

/* Rows of kept[1].m that are not those of `before`. */
static int64_t rows_moved(Trees *g, bool (*before)[MOST + 1]) {
    int64_t moved = 0;
    for (int64_t e = 1; e <= g->rows; e++) {
        bool same = true;
        for (int64_t i = 1; i <= g->n; i++)
            same &= before[e][i] == table_bit(&g->f, g->kept[1].m, e, i);
        moved += !same;
    }
    return moved;
}

/* Edge e comes or goes in kept[1], and its operations are looked at. */
static void edge(Trees *g, int64_t e, bool in) {
    static bool before[ROWS + 1][MOST + 1];
    Values v = {0};
    for (int64_t k = 1; k <= g->rows; k++) {
        g->tree[k] = star_bits_get(g->kept[1].t, k);
        for (int64_t i = 1; i <= g->n; i++)
            before[k][i] = table_bit(&g->f, g->kept[1].m, k, i);
    }
    const char *name = in ? "MST_INSERT_EDGE" : "MST_DELETE_EDGE";
    g->part = g->tree[e] ? part_of(g, e) : 0;
    const int64_t counted = change(g, name, &g->kept[1], e, NULL);
    g->moved = rows_moved(g, before);
    names(g, v);
    hold(g, name, counted, v);
    g->in[e] = in;
}

/* Edge e gets another weight: at once in kept[0], by going and coming in
 * kept[1]. */
static void weigh(Trees *g, int64_t e) {
    Values v = {0};
    StarBits *weight = bits_zero(&g->f, BITS);
    g->weight[e] = star_random(&g->f.t, 1 << BITS);
    for (int j = 0; j < BITS; j++)
        bits_put(weight, j + 1, g->weight[e] >> (BITS - 1 - j) & 1);
    edge(g, e, false);
    const int64_t moved = g->moved, part = g->part;
    const int64_t counted = bounds_count(&g->f, "MST_CHANGE_WEIGHT",
                                         (StarCell[]){{.i = g->n},
                                                      {.i = e},
                                                      {.bits = weight},
                                                      {.table = g->list[0]},
                                                      {.table = g->list[1]},
                                                      {.table = g->list[2]},
                                                      {.bits = g->kept[0].s},
                                                      {.bits = g->kept[0].t},
                                                      {.table = g->kept[0].m},
                                                      {.table = g->kept[0].l}});
    edge(g, e, true);
    g->moved = moved > g->moved ? moved : g->moved;
    g->part = part;
    names(g, v);
    hold(g, "MST_CHANGE_WEIGHT", counted, v);
    line_free(&g->f, weight);
}

/* The path between two vertices has the edges that lie on one of theirs from
 * the root. */
static void between(Trees *g) {
    const int64_t i = 1 + star_random(&g->f.t, g->n),
                  j = 1 + star_random(&g->f.t, g->n);
    const Kept *k = &g->kept[0];
    Values v = {0};
    StarBits *x = line_new(&g->f);
    const int64_t counted = bounds_count(
        &g->f, "MST_PATH",
        (StarCell[]){
            {.i = i}, {.i = j}, {.table = k->m}, {.table = k->l}, {.bits = x}});
    const bool one_tree =
        table_row(&g->f, k->l, i) == table_row(&g->f, k->l, j);
    for (int64_t e = 1; e <= g->rows; e++)
        assert_int_equal(star_bits_get(x, e),
                         one_tree && table_bit(&g->f, k->m, e, i) !=
                                         table_bit(&g->f, k->m, e, j));
    names(g, v);
    hold(g, "MST_PATH", counted, v);
    line_free(&g->f, x);
}

/* A row that has no edge gets one, from i to a random vertex if i > 0. */
static void write_row(Trees *g, int64_t e, int64_t i) {
    const int c = graph_bits(g->n);
    g->end[0][e] = i > 0 ? i : 1 + star_random(&g->f.t, g->n);
    g->end[1][e] = 1 + star_random(&g->f.t, g->n);
    if (star_random(&g->f.t, 2) == 0) {
        const int64_t a = g->end[0][e];
        g->end[0][e] = g->end[1][e];
        g->end[1][e] = a;
    }
    g->weight[e] = star_random(&g->f.t, 1 << BITS);
    table_set(&g->f, g->list[0], e, 0, c, g->end[0][e]);
    table_set(&g->f, g->list[1], e, 0, c, g->end[1][e]);
    table_set(&g->f, g->list[2], e, 0, BITS, g->weight[e]);
}

static bool ends_in(const Trees *g, int64_t e, int64_t i) {
    return g->end[0][e] == i || g->end[1][e] == i;
}

/* Vertex i gets edges in some of the rows that have none, or loses all: the
 * procedure of vertices in kept[0], that of edges in kept[1]. */
static void vertex(Trees *g, int64_t i, bool in) {
    const char *name = in ? "MST_INSERT_VERTEX" : "MST_DELETE_VERTEX";
    StarBits *x = in ? bits_zero(&g->f, g->rows) : NULL;
    bool now[ROWS + 1] = {false};
    Values v = {0};
    int64_t moved = 0, part = 0;
    for (int64_t e = 1; e <= g->rows; e++)
        if (in && !g->in[e] && star_random(&g->f.t, 4) == 0) {
            now[e] = star_random(&g->f.t, 8) > 0;
            write_row(g, e, now[e] ? i : 1 + i % g->n);
            now[e] = ends_in(g, e, i);
            bits_put(x, e, true);
        }
    for (int64_t e = 1; e <= g->rows; e++)
        now[e] |= !in && g->in[e] && ends_in(g, e, i);
    const int64_t counted = change(g, name, &g->kept[0], i, x);
    for (int tree = 0; tree < 2; tree++) /* its edges go last */
        for (int64_t e = 1; e <= g->rows; e++)
            if (now[e] &&
                (in ? tree : star_bits_get(g->kept[1].t, e) == tree)) {
                edge(g, e, in);
                now[e] = false;
                v['d'] += in || tree;
                moved = g->moved > moved ? g->moved : moved;
                part = g->part > part ? g->part : part;
            }
    g->moved = moved;
    g->part = part;
    names(g, v);
    hold(g, name, counted, v);
    if (x != NULL)
        line_free(&g->f, x);
}

/* ---- Random changes ---- */

static void changes(Trees *g, int times) {
    for (int k = 0; k < times; k++) {
        const int64_t e = 1 + star_random(&g->f.t, g->rows);
        if (star_random(&g->f.t, 8) == 0) {
            vertex(g, 1 + star_random(&g->f.t, g->n),
                   star_random(&g->f.t, 2) == 0);
        } else if (g->in[e] && star_random(&g->f.t, 4) == 0) {
            weigh(g, e);
        } else {
            if (!g->in[e])
                write_row(g, e, 0);
            edge(g, e, !g->in[e]);
            change(g, g->in[e] ? "MST_INSERT_EDGE" : "MST_DELETE_EDGE",
                   &g->kept[0], e, NULL);
        }
        for (int s = 0; s < 2; s++)
            assert_kept(g, &g->kept[s]);
        between(g);
    }
}

/* A graph of a path, whose changes move most, or of random edges. */
static void start(Trees *g, int64_t n, int64_t rows, bool path) {
    const int c = graph_bits(n);
    g->n = n;
    g->rows = rows;
    g->code = table_zero(&g->f, n, c);
    for (int64_t i = 1; i <= n; i++)
        table_put(&g->f, g->code, i, 0, c, i);
    for (int t = 0; t < 3; t++)
        g->list[t] = table_zero(&g->f, rows, t < 2 ? c : BITS);
    for (int64_t e = 1; e <= rows; e++) {
        write_row(g, e, 0);
        g->in[e] = path ? e < n : star_random(&g->f.t, 2) == 0;
        if (path && e < n) {
            g->end[0][e] = e;
            g->end[1][e] = e + 1;
            table_set(&g->f, g->list[0], e, 0, c, e);
            table_set(&g->f, g->list[1], e, 0, c, e + 1);
        }
    }
    make(g);
}

static void end(Trees *g) {
    drop(g);
    make(g);
    drop(g);
    for (int t = 0; t < 3; t++)
        table_free(&g->f, g->list[t]);
    table_free(&g->f, g->code);
}

TEST(trees_change) {
    static const int16_t size[] = {1, 2, 3, 9, 33, MOST};
    static Trees g;
    for (int bodies = 0; bodies < 2; bodies++) {
        g = (Trees){.bodies = bodies};
        dynamic_start(&g.f, 11,
                      &(StarCompileOptions){.plain = true, .bodies = bodies});
        for (size_t k = 0; k < sizeof size / sizeof *size; k++)
            for (int dense = 0; dense < 3; dense++) {
                start(&g, size[k], dense < 2 ? size[k] : 3 * size[k],
                      dense == 1);
                changes(&g, bodies ? 20 : 250);
                end(&g);
            }
        if (!bodies)
            bounds_close(&g.bounds);
        star_test_end(&g.f);
    }
}

TEST_MAIN
