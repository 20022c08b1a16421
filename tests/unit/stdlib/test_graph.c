/* SPDX-License-Identifier: MIT */
/* The unit graph against plain loops on bytes. */
#include "graph_test.h"

/* way[i][j]: whether a path of arcs leads from i to j, none if i = j. */
typedef bool Ways[MAX_VERTICES + 1][MAX_VERTICES + 1];

static void close_ways(const Graph *g, bool edges, Ways way) {
    const int64_t n = g->n;
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = 1; j <= n; j++)
            way[i][j] = i == j || g->arc[i][j] || (edges && g->arc[j][i]);
    for (int64_t k = 1; k <= n; k++)
        for (int64_t i = 1; i <= n; i++)
            for (int64_t j = 1; way[i][k] && j <= n; j++)
                way[i][j] |= way[k][j];
}

/* ---- Levels ---- */

static void check_levels(StarTestRun *f, int64_t n, Kind kind) {
    static Graph g;
    int64_t level[MAX_VERTICES + 1], queue[MAX_VERTICES + 1], first = 0,
                                                              last = 0;
    graph_random(f, &g, n, kind, 1, false);
    if (n == 0)
        return;
    const int64_t s = 1 + star_random(&f->t, n);
    for (int64_t i = 1; i <= n; i++)
        level[i] = (INT64_C(1) << graph_bits(n)) - 1;
    level[s] = 0;
    queue[last++] = s;
    while (first < last) {
        const int64_t i = queue[first++];
        for (int64_t j = 1; j <= n; j++)
            if (g.arc[i][j] && level[j] > level[i] + 1) {
                level[j] = level[i] + 1;
                queue[last++] = j;
            }
    }
    StarTable *p = graph_adjacency(f, &g), *d = table_new(f);
    assert_calls(f, "LEVELS",
                 (StarCell[]){{.i = n}, {.i = s}, {.table = p}, {.table = d}});
    for (int64_t i = 1; i <= n; i++)
        assert_int_equal(table_row(f, d, i), level[i]);
    table_free(f, p);
    table_free(f, d);
}

TEST(levels) {
    graph_all(check_levels, 3);
}

/* ---- Depth-first search ---- */

typedef struct Search {
    const Graph *g;
    int64_t pre[MAX_VERTICES + 1], post[MAX_VERTICES + 1],
        father[MAX_VERTICES + 1], found, left;
} Search;

static void search(Search *s, int64_t i, int64_t from) {
    s->pre[i] = ++s->found;
    s->father[i] = from;
    for (int64_t j = 1; j <= s->g->n; j++)
        if (s->g->arc[i][j] && s->pre[j] == 0)
            search(s, j, i);
    s->post[i] = ++s->left;
}

static void check_search(StarTestRun *f, int64_t n, Kind kind) {
    static Graph g;
    Search s = {.g = &g};
    graph_random(f, &g, n, kind, 1, false);
    for (int64_t i = 1; i <= n; i++)
        if (s.pre[i] == 0)
            search(&s, i, NONE);
    StarTable *p = graph_adjacency(f, &g), *pre = table_new(f),
              *post = table_new(f), *father = table_new(f);
    assert_calls(f, "DFS",
                 (StarCell[]){{.i = n},
                              {.table = p},
                              {.table = pre},
                              {.table = post},
                              {.table = father}});
    assert_int_equal(father->rows, n);
    for (int64_t i = 1; i <= n; i++) {
        assert_int_equal(table_row(f, pre, i), s.pre[i]);
        assert_int_equal(table_row(f, post, i), s.post[i]);
        assert_int_equal(table_row(f, father, i), s.father[i]);
    }
    table_free(f, p);
    table_free(f, pre);
    table_free(f, post);
    table_free(f, father);
}

TEST(depth_first) {
    graph_all(check_search, 3);
}

/* ---- Topological order ---- */

static bool has_circuit(const Graph *g, Ways way) {
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            if (g->arc[i][j] && way[j][i])
                return true;
    return false;
}

/* An order: a permutation in which no arc leads to an earlier vertex. */
static void assert_order(StarTestRun *f, const Graph *g, StarTable *order) {
    bool seen[MAX_VERTICES + 1] = {false};
    for (int64_t k = 1; k <= g->n; k++) {
        const int64_t i = table_row(f, order, k);
        assert_in_range(i, 1, g->n);
        assert_false(seen[i]);
        seen[i] = true;
        for (int64_t j = 1; j <= g->n; j++)
            assert_false(g->arc[i][j] && seen[j]);
    }
}

/* Among the vertices z all have a way to all, of one arc at least. */
static void assert_circuit(const Graph *g, const StarBits *z) {
    static Graph inside;
    static Ways way;
    graph_clear(&inside, g->n);
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            inside.arc[i][j] =
                g->arc[i][j] && star_bits_get(z, i) && star_bits_get(z, j);
    close_ways(&inside, false, way);
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            if (star_bits_get(z, i) && star_bits_get(z, j))
                assert_true(way[i][j] && (i != j || has_circuit(&inside, way)));
}

static void check_order(StarTestRun *f, int64_t n, Kind kind) {
    static Graph g;
    static Ways way;
    graph_random(f, &g, n, kind, 1, false);
    close_ways(&g, false, way);
    StarTable *p = graph_adjacency(f, &g), *order = table_new(f);
    StarBits *z = line_new(f);
    assert_calls(
        f, "TOPOLOGICAL",
        (StarCell[]){{.i = n}, {.table = p}, {.table = order}, {.bits = z}});
    int64_t marked = 0;
    for (int64_t i = 1; i <= n; i++)
        marked += star_bits_get(z, i);
    assert_int_equal(marked > 0, has_circuit(&g, way));
    if (marked > 0) {
        assert_circuit(&g, z);
        for (int64_t k = 1; k <= n; k++)
            assert_int_equal(table_row(f, order, k), NONE);
    } else {
        assert_order(f, &g, order);
    }
    table_free(f, p);
    table_free(f, order);
    line_free(f, z);
}

TEST(topological) {
    graph_all(check_order, 3);
}

/* ---- Components ---- */

/* Checks that the procedure finds the classes of vertices with ways both ways.
 */
static void check_parts(StarTestRun *f, const Graph *g, const char *name,
                        bool edges) {
    static Ways way;
    StarTable *p = graph_adjacency(f, g), *l = table_new(f);
    StarCell count = {.i = -1};
    int64_t parts = 0;
    close_ways(g, edges, way);
    assert_calls(
        f, name,
        (StarCell[]){{.i = g->n}, {.table = p}, {.table = l}, {.ref = &count}});
    for (int64_t i = 1; i <= g->n; i++) {
        int64_t least = 1;
        while (!way[i][least] || !way[least][i])
            least++;
        assert_int_equal(table_row(f, l, i), least);
        parts += least == i;
    }
    assert_int_equal(count.i, parts);
    table_free(f, p);
    table_free(f, l);
}

static void check_components(StarTestRun *f, int64_t n, Kind kind) {
    static Graph g;
    graph_random(f, &g, n, kind, 1, false);
    check_parts(f, &g, "COMPONENTS", true);
    check_parts(f, &g, "STRONG", false);
}

TEST(components) {
    graph_all(check_components, 3);
}

/* ---- Triangles ---- */

static void check_triangles(StarTestRun *f, int64_t n, Kind kind) {
    static Graph g;
    StarCell count = {.i = -1};
    int64_t triangles = 0;
    graph_random(f, &g, n, kind, 1, false);
    StarTable *p = graph_adjacency(f, &g);
    assert_calls(f, "TRIANGLES",
                 (StarCell[]){{.i = n}, {.table = p}, {.ref = &count}});
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = 1; j < i; j++)
            for (int64_t k = 1; k < j; k++)
                triangles += (g.arc[i][j] || g.arc[j][i]) &&
                             (g.arc[i][k] || g.arc[k][i]) &&
                             (g.arc[j][k] || g.arc[k][j]);
    assert_int_equal(count.i, triangles);
    table_free(f, p);
}

TEST(triangles) {
    graph_all(check_triangles, 3);
}

/* ---- Numbers ---- */

TEST(numbers) {
    StarTestRun f;
    graph_start(&f, &(StarCompileOptions){0});
    StarTable *t = table_zero(&f, 3, 5);
    StarBits *x = line_new(&f), *w = line_new(&f);
    assert_int_equal(star_bits_size(f.be, x, 3), STAR_OK);
    assert_int_equal(star_bits_size(f.be, w, 2), STAR_OK);
    for (int64_t i = 1; i <= 3; i++)
        table_put(&f, t, i, 0, 5, 10 * i);
    x->word[0] = 5;
    static const char text[] =
        "uses graph; proc TEST(T: table; X: slice; var a, b, c: integer); "
        "begin a := SUMV(T, X); b := BITS(64) + BITS(63) + BITS(0); "
        "c := VALUE(BINARY(77, 7)) + VALUE(BINARY(0, 0)) end; "
        "proc BITS_OF(k: integer; var w: word); begin w := BINARY(k, 2) end;";
    StarProgram *program =
        star_test_compile(f.be->mem, &(StarCompileOptions){0}, text);
    StarCell a, b, c;
    const StarCell arg[] = {
        {.table = t}, {.bits = x}, {.ref = &a}, {.ref = &b}, {.ref = &c}};
    assert_int_equal(star_machine_call(f.machine, program,
                                       star_program_find(program, "TEST"), arg),
                     STAR_OK);
    assert_int_equal(a.i, 10 + 30);
    assert_int_equal(b.i, 7 + 6 + 0);
    assert_int_equal(c.i, 77);
    for (int64_t k = -1; k <= 4; k++) {
        const StarCell number[] = {{.i = k}, {.bits = w}};
        assert_int_equal(
            star_machine_call(f.machine, program,
                              star_program_find(program, "BITS_OF"), number),
            k >= 0 && k < 4 ? STAR_OK : STAR_OVERFLOW);
    }
    table_free(&f, t);
    line_free(&f, x);
    line_free(&f, w);
    star_program_free(program);
    star_test_end(&f);
}

/* With an argument, on the graph of that file. */
int main(int argc, char **argv) {
    graph_file = argc > 1 ? argv[1] : NULL;
    return tests_run(NULL, NULL);
}
