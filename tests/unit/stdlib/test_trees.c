/* SPDX-License-Identifier: MIT */
/* The unit trees against union and find: trees are checked as what they claim
 * to be, their weight against that of a tree made edge by edge. */
#include "list_test.h"

static StarBits *line_of(StarTestRun *f, const List *l, const bool *in) {
    StarBits *z = line_new(f);
    assert_int_equal(star_bits_size(f->be, z, l->m), STAR_OK);
    for (int64_t k = 1; k <= l->m; k++)
        z->word[(k - 1) / 64] |= (uint64_t)in[k] << (k - 1) % 64;
    return z;
}

/* ---- Kruskal ---- */

static int64_t most_weight(StarTestRun *f) {
    static const int16_t most[] = {2, 5, 1000};
    return most[star_random(&f->t, 3)];
}

static void check_kruskal(StarTestRun *f, int64_t n, Kind kind) {
    static Graph g;
    static List l;
    static bool least[EDGES + 1], in[EDGES + 1];
    int64_t edges, wanted;
    graph_random(f, &g, n, kind, 1, false);
    list_random(f, &l, &g, most_weight(f));
    StarBits *z = line_new(f);
    assert_calls(f, "KRUSKAL",
                 (StarCell[]){{.table = l.tables[0]},
                              {.table = l.tables[1]},
                              {.table = l.tables[2]},
                              {.bits = z}});
    for (int64_t k = 1; k <= l.m; k++)
        in[k] = star_bits_get(z, k);
    span(&l, true, least);
    assert_true(forest(&l, least, &wanted));
    assert_true(forest(&l, in, &edges));
    assert_int_equal(edges, wanted);
    assert_int_equal(weight_of(&l, in), weight_of(&l, least));
    line_free(f, z);
    list_free(f, &l);
}

TEST(kruskal) {
    graph_all(check_kruskal, 3);
}

/* ---- Prim ---- */

static void check_prim(StarTestRun *f, int64_t n, Kind kind) {
    static Graph g;
    static bool in[MAX_VERTICES + 1];
    Names name;
    const int64_t most = most_weight(f);
    const int h = graph_bits(most);
    int64_t weight = 0, least = 0;
    graph_random(f, &g, n, kind, most, true);
    StarTable *w = graph_weights(f, &g, h, 0), *father = table_new(f),
              *d = table_new(f);
    assert_calls(
        f, "PRIM",
        (StarCell[]){
            {.i = n}, {.i = h}, {.table = w}, {.table = father}, {.table = d}});
    singles(name, n);
    for (int64_t i = 1; i <= n; i++) {
        const int64_t j = table_row(f, father, i);
        weight += table_row(f, d, i);
        if (j == NONE) {
            assert_int_equal(table_row(f, d, i), 0);
            continue;
        }
        assert_true(g.arc[j][i]);
        assert_int_equal(table_row(f, d, i), g.weight[j][i]);
        assert_true(unite(name, i, j));
    }
    /* Roots are the least vertices of components, and no edge joins trees. */
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = 1; j <= n; j++)
            if (g.arc[i][j])
                assert_int_equal(find(name, i), find(name, j));
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = 1; j < i && table_row(f, father, i) == NONE; j++)
            assert_true(find(name, j) != find(name, i));
    /* The weight, by the nearest vertex one after the other. */
    int64_t near[MAX_VERTICES + 1];
    for (int64_t i = 1; i <= n; i++) {
        in[i] = false;
        near[i] = most;
    }
    for (int64_t step = 0; step < n; step++) {
        int64_t best = 0;
        for (int64_t i = 1; i <= n; i++)
            if (!in[i] && (best == 0 || near[i] < near[best]))
                best = i;
        in[best] = true;
        least += near[best] < most ? near[best] : 0;
        for (int64_t j = 1; j <= n; j++)
            if (g.arc[best][j] && g.weight[best][j] < near[j])
                near[j] = g.weight[best][j];
    }
    assert_int_equal(weight, least);
    table_free(f, w);
    table_free(f, father);
    table_free(f, d);
}

TEST(prim) {
    graph_all(check_prim, 3);
}

/* ---- Paths in a tree ---- */

/* Column k of the path matrix is a path of edges of the forest from the root
 * of k, which is the least vertex of its tree. */
static void assert_tree_paths(StarTestRun *f, const List *l, const bool *in,
                              StarTable *m, StarTable *roots) {
    Names name;
    singles(name, l->n);
    for (int64_t k = 1; k <= l->m; k++)
        if (in[k])
            unite(name, l->left[k], l->right[k]);
    for (int64_t i = 1; i <= l->n; i++) {
        int64_t root = 1, ends[MAX_VERTICES + 1] = {0}, odd = 0;
        while (find(name, root) != find(name, i))
            root++;
        assert_int_equal(table_row(f, roots, i), root);
        for (int64_t k = 1; k <= l->m; k++)
            if (table_get(f, m, k, i - 1, 1)) {
                assert_true(in[k]);
                ends[l->left[k]]++;
                ends[l->right[k]]++;
            }
        /* In a forest, edges that meet at all vertices but two are a path. */
        for (int64_t j = 1; j <= l->n; j++) {
            assert_in_range(ends[j], 0, 2);
            odd += ends[j] % 2;
        }
        assert_int_equal(odd, i == root ? 0 : 2);
        assert_int_equal(ends[i], i != root);
        assert_int_equal(ends[root], i != root);
    }
}

static void check_tree_paths(StarTestRun *f, int64_t n, Kind kind) {
    static Graph g;
    static List l;
    static bool in[EDGES + 1];
    int64_t edges, closing = 0;
    graph_random(f, &g, n, kind, 1, false);
    list_random(f, &l, &g, 2);
    span(&l, false, in);
    assert_true(forest(&l, in, &edges));
    const int64_t more = l.m > 0 ? star_random(&f->t, 3) : 0;
    for (int64_t k = 0; k < more; k++)
        in[1 + star_random(&f->t, l.m)] = true;
    for (int64_t k = 1; k <= l.m; k++)
        edges -= in[k];
    StarBits *z = line_of(f, &l, in), *y = line_new(f);
    StarTable *m = table_new(f), *roots = table_new(f);
    assert_calls(f, "TREEPATHS",
                 (StarCell[]){{.i = n},
                              {.table = l.tables[0]},
                              {.table = l.tables[1]},
                              {.bits = z},
                              {.table = m},
                              {.table = roots},
                              {.bits = y}});
    for (int64_t k = 1; k <= l.m; k++)
        if (star_bits_get(y, k)) {
            assert_true(in[k]);
            in[k] = false;
            closing++;
        }
    assert_int_equal(closing, -edges);
    assert_true(forest(&l, in, &edges));
    if (n < LARGE_GRAPH)
        assert_tree_paths(f, &l, in, m, roots);
    line_free(f, z);
    line_free(f, y);
    table_free(f, m);
    table_free(f, roots);
    list_free(f, &l);
}

TEST(tree_paths) {
    graph_all(check_tree_paths, 2);
}

/* ---- Optimality ---- */

/* The edges y and e are a circuit. */
static void assert_round(const List *l, const StarBits *y, int64_t e) {
    int64_t ends[MAX_VERTICES + 1] = {0};
    for (int64_t k = 1; k <= l->m; k++)
        if (k == e || star_bits_get(y, k)) {
            ends[l->left[k]]++;
            ends[l->right[k]]++;
        }
    for (int64_t j = 1; j <= l->n; j++)
        assert_int_equal(ends[j] % 2, 0);
}

/* Asserts that e and y are right for the edges `in`. */
static void assert_verdict(const List *l, bool *in, int64_t e,
                           const StarBits *y) {
    static bool least[EDGES + 1];
    int64_t edges, wanted, marked = 0;
    const bool acyclic = forest(l, in, &edges);
    span(l, true, least);
    assert_true(forest(l, least, &wanted));
    assert_int_equal(e == 0, acyclic && edges == wanted &&
                                 weight_of(l, in) == weight_of(l, least));
    for (int64_t k = 1; k <= l->m; k++)
        marked += star_bits_get(y, k);
    if (e == 0) {
        assert_int_equal(marked, 0);
        return;
    }
    assert_int_equal(in[e], !acyclic);
    if (!acyclic) {
        for (int64_t k = 1; k <= l->m; k++)
            assert_true(in[k] || !star_bits_get(y, k));
        assert_false(star_bits_get(y, e));
        assert_round(l, y, e);
        return;
    }
    /* Y: of the edges of Z on the circuit of e those that are heavier; none,
     * where e joins two trees. */
    in[e] = true;
    const bool joins = forest(l, in, &edges);
    for (int64_t k = 1; k <= l->m; k++) {
        bool wanted_in_y = false;
        if (!joins && k != e && in[k] && l->weight[k] > l->weight[e]) {
            in[k] = false;
            wanted_in_y = forest(l, in, &edges);
            in[k] = true;
        }
        assert_int_equal(star_bits_get(y, k), wanted_in_y);
    }
    assert_true(joins || marked > 0);
    in[e] = false;
}

static void call_optimal(StarTestRun *f, const List *l, bool *in) {
    StarCell e = {.i = -1};
    StarBits *z = line_of(f, l, in), *y = line_new(f);
    assert_calls(f, "OPTIMAL",
                 (StarCell[]){{.i = l->n},
                              {.table = l->tables[0]},
                              {.table = l->tables[1]},
                              {.table = l->tables[2]},
                              {.bits = z},
                              {.ref = &e},
                              {.bits = y}});
    assert_verdict(l, in, e.i, y);
    line_free(f, z);
    line_free(f, y);
}

static void check_optimal(StarTestRun *f, int64_t n, Kind kind) {
    static Graph g;
    static List l;
    static bool in[EDGES + 1];
    graph_random(f, &g, n, kind, 1, false);
    list_random(f, &l, &g, most_weight(f));
    for (int change = 0; change < 4; change++) {
        span(&l, change != 1, in);
        if (change > 1 && l.m > 0)
            in[1 + star_random(&f->t, l.m)] = change == 2;
        call_optimal(f, &l, in);
    }
    list_free(f, &l);
}

TEST(optimal) {
    graph_all(check_optimal, 2);
}

enum { FEW = 9 };

/* At most FEW edges between at most six vertices: none, loops, and several
 * between the same two are among them. */
static void few_edges(StarTestRun *f, List *l) {
    const int64_t most = most_weight(f);
    l->n = 1 + star_random(&f->t, 6);
    l->m = star_random(&f->t, FEW + 1);
    for (int64_t k = 1; k <= l->m; k++) {
        l->left[k] = 1 + star_random(&f->t, l->n);
        l->right[k] = 1 + star_random(&f->t, l->n);
        l->weight[k] = star_random(&f->t, most);
    }
    list_tables(f, l, most);
}

/* Any edges at all; those of a least tree, and but one of them. */
static void check_witness(StarTestRun *f) {
    static List l;
    static bool in[EDGES + 1];
    few_edges(f, &l);
    for (int64_t k = 1; k <= l.m; k++)
        in[k] = star_random(&f->t, 2);
    call_optimal(f, &l, in);
    span(&l, true, in);
    call_optimal(f, &l, in);
    if (l.m > 0)
        in[1 + star_random(&f->t, l.m)] = false;
    call_optimal(f, &l, in);
    list_free(f, &l);
}

TEST(witness) {
    if (graph_file != NULL)
        skip();
    for (int bodies = 0; bodies < 2; bodies++) {
        StarTestRun f;
        graph_start(&f, &(StarCompileOptions){.bodies = bodies});
        for (int k = 0; k < 500; k++)
            check_witness(&f);
        star_test_end(&f);
    }
}

/* ---- A degree that is given ---- */

static int64_t degree_of(const List *l, const bool *in, int64_t s) {
    int64_t degree = 0;
    for (int64_t k = 1; k <= l->m; k++)
        degree += in[k] && (l->left[k] == s || l->right[k] == s);
    return degree;
}

/* best[d]: the weight of a smallest spanning forest with d edges at s, of all
 * sets of edges; -1 if there is none. */
static void all_forests(const List *l, int64_t s, int64_t *best) {
    static bool in[EDGES + 1];
    int64_t edges, wanted;
    span(l, false, in);
    assert_true(forest(l, in, &wanted));
    for (int64_t d = 0; d <= FEW; d++)
        best[d] = -1;
    for (int64_t set = 0; set < INT64_C(1) << l->m; set++) {
        for (int64_t k = 1; k <= l->m; k++)
            in[k] = set >> (k - 1) & 1;
        if (!forest(l, in, &edges) || edges != wanted)
            continue;
        int64_t *b = &best[degree_of(l, in, s)];
        const int64_t weight = weight_of(l, in);
        *b = *b < 0 || weight < *b ? weight : *b;
    }
}

static void check_degree(StarTestRun *f) {
    static List l;
    static bool in[EDGES + 1];
    int64_t best[FEW + 1], edges;
    few_edges(f, &l);
    const int64_t s = 1 + star_random(&f->t, l.n);
    all_forests(&l, s, best);
    for (int64_t d = 0; d <= FEW; d++) {
        StarBits *z = line_new(f);
        const StarStatus status =
            star_test_call(f, "GABOW",
                           (StarCell[]){{.i = l.n},
                                        {.i = s},
                                        {.i = d},
                                        {.table = l.tables[0]},
                                        {.table = l.tables[1]},
                                        {.table = l.tables[2]},
                                        {.bits = z}});
        assert_int_equal(status, best[d] < 0 ? STAR_RANGE : STAR_OK);
        if (status == STAR_OK) {
            for (int64_t k = 1; k <= l.m; k++)
                in[k] = star_bits_get(z, k);
            assert_true(forest(&l, in, &edges));
            assert_int_equal(degree_of(&l, in, s), d);
            assert_int_equal(weight_of(&l, in), best[d]);
        }
        line_free(f, z);
    }
    list_free(f, &l);
}

TEST(degree) {
    if (graph_file != NULL)
        skip();
    for (int bodies = 0; bodies < 2; bodies++) {
        StarTestRun f;
        graph_start(&f, &(StarCompileOptions){.bodies = bodies});
        for (int k = 0; k < 1500; k++)
            check_degree(&f);
        star_test_end(&f);
    }
}

/* With an argument, on the graph of that file. */
int main(int argc, char **argv) {
    graph_file = argc > 1 ? argv[1] : NULL;
    return tests_run(NULL, NULL);
}
