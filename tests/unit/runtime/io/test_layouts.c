/* SPDX-License-Identifier: MIT */
/* Every layout of every format, beside a reader by fscanf and a table with a
 * byte for each component. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/formats/graph.h"
#include "io_test.h"

enum { SIZE = 70, MAX_ARCS = 600 };

typedef struct Arc {
    long long from, to, weight; /* vertices from 0 */
} Arc;

/* A file's arcs in their order, as fscanf reads them. */
typedef struct Graph {
    Arc arc[MAX_ARCS];
    int arcs, n;
} Graph;

static uint64_t seed = 1;

static int below(int limit) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (int)((seed >> 33) % (unsigned)limit);
}

/* ---- Files ---- */

/* Random arcs of a format: of a matrix each comes once, row by row. */
static Graph random_graph(bool matrix, int n) {
    Graph g = {.n = n};
    const int arcs = n == 0 ? 0 : below(MAX_ARCS / 2);
    for (int i = 0; i < n && matrix; i++)
        for (int j = 0; j < n; j++)
            if (below(n) < 3 && g.arcs < MAX_ARCS)
                g.arc[g.arcs++] = (Arc){i, j, 1 + below(1 << below(20))};
    for (int k = 0; k < arcs && !matrix; k++)
        g.arc[g.arcs++] = (Arc){below(n), below(n), below(1 << below(20))};
    return g;
}

static void write_gr(FILE *f, const Graph *g) {
    fprintf(f, "c arcs\np sp %d %d\n", g->n, g->arcs);
    for (int k = 0; k < g->arcs; k++)
        fprintf(f, "a %lld %lld %lld\n", g->arc[k].from + 1, g->arc[k].to + 1,
                g->arc[k].weight);
}

static void write_edges(FILE *f, const Graph *g) {
    for (int k = 0; k < g->arcs; k++)
        fprintf(f, "%lld\t%lld %lld\r\n", g->arc[k].from, g->arc[k].to,
                g->arc[k].weight);
}

static void write_mtx(FILE *f, const Graph *g) {
    fprintf(f,
            "%%%%MatrixMarket matrix coordinate integer general\n"
            "%d %d %d\n",
            g->n, g->n, g->arcs);
    for (int k = 0; k < g->arcs; k++)
        fprintf(f, "%lld %lld %lld\n", g->arc[k].from + 1, g->arc[k].to + 1,
                g->arc[k].weight);
}

/* The matrix with a separator; `bits` writes 1 for every weight. */
static void write_matrix(FILE *f, const Graph *g, const char *separator,
                         bool bits) {
    int k = 0;
    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->n; j++) {
            const bool arc =
                k < g->arcs && g->arc[k].from == i && g->arc[k].to == j;
            const long long weight = arc ? g->arc[k].weight : 0;
            fprintf(f, "%lld%s", bits ? arc : weight,
                    j + 1 < g->n ? separator : "\n");
            k += arc;
        }
}

static void write_csv(FILE *f, const Graph *g) {
    write_matrix(f, g, ",", false);
}

static void write_text(FILE *f, const Graph *g) {
    write_matrix(f, g, "", true);
}

/* ---- The reader beside ours ---- */

static void add(Graph *g, Arc arc) {
    assert_true(g->arcs < MAX_ARCS);
    g->arc[g->arcs++] = arc;
}

static void scan_gr(FILE *f, Graph *g) {
    Arc a;
    assert_int_equal(fscanf(f, "c arcs p sp %d %*d", &g->n), 1);
    while (fscanf(f, " a %lld %lld %lld", &a.from, &a.to, &a.weight) == 3)
        add(g, (Arc){a.from - 1, a.to - 1, a.weight});
}

static void scan_edges(FILE *f, Graph *g) {
    Arc a;
    while (fscanf(f, "%lld %lld %lld", &a.from, &a.to, &a.weight) == 3) {
        add(g, a);
        if (a.from >= g->n)
            g->n = (int)a.from + 1;
        if (a.to >= g->n)
            g->n = (int)a.to + 1;
    }
}

static void scan_mtx(FILE *f, Graph *g) {
    char banner[100];
    Arc a;
    assert_non_null(fgets(banner, sizeof banner, f));
    assert_int_equal(fscanf(f, "%d %*d %*d", &g->n), 1);
    while (fscanf(f, "%lld %lld %lld", &a.from, &a.to, &a.weight) == 3)
        add(g, (Arc){a.from - 1, a.to - 1, a.weight});
}

static void scan_matrix(FILE *f, Graph *g, const char *number) {
    long long weight;
    int at = 0;
    char after[2];
    for (; fscanf(f, number, &weight) == 1; at++) {
        if (fscanf(f, "%1[,\n]", after) == 1 && g->n == 0 && after[0] == '\n')
            g->n = at + 1;
        if (weight != 0)
            add(g, (Arc){0, at, weight});
    }
    for (int k = 0; k < g->arcs; k++) {
        g->arc[k].from = g->arc[k].to / g->n;
        g->arc[k].to %= g->n;
    }
}

static void scan_csv(FILE *f, Graph *g) {
    scan_matrix(f, g, "%lld");
}

static void scan_text(FILE *f, Graph *g) {
    scan_matrix(f, g, "%1lld");
}

static const struct {
    const char *name;
    bool matrix; /* every arc comes once */
    void (*write)(FILE *f, const Graph *g);
    void (*scan)(FILE *f, Graph *g);
} formats[] = {
    {"a.gr", false, write_gr, scan_gr},
    {"a.edges", false, write_edges, scan_edges},
    {"a.mtx", true, write_mtx, scan_mtx},
    {"a.csv", true, write_csv, scan_csv},
    {"a.txt", true, write_text, scan_text},
};

/* ---- What is expected ---- */

static int width(long long number) {
    int bits = 0;
    for (; number > 0; number /= 2)
        bits++;
    return bits;
}

static long long largest(const Graph *g) {
    long long most = 0;
    for (int k = 0; k < g->arcs; k++)
        most = g->arc[k].weight > most ? g->arc[k].weight : most;
    return most;
}

/* Bits j .. j + bits - 1, from 1, of row i are a number. */
static void assert_number(const IoTest *t, int i, int j, int bits,
                          long long number) {
    for (int k = 0; k < bits; k++)
        assert_int_equal(io_get(t->table, i, j + k),
                         number >> (bits - 1 - k) & 1);
}

static void assert_size(const IoTest *t, int rows, int cols) {
    assert_int_equal(t->table->rows, rows);
    assert_int_equal(t->table->cols, cols);
}

/* The weight of the arc i -> j, least if there are several, or -1. */
static long long weight_of(const Graph *g, int i, int j) {
    long long weight = -1;
    for (int k = 0; k < g->arcs; k++)
        if (g->arc[k].from == i && g->arc[k].to == j &&
            (weight < 0 || g->arc[k].weight < weight))
            weight = g->arc[k].weight;
    return weight;
}

static void assert_adjacency(const IoTest *t, const Graph *g) {
    assert_size(t, g->n, g->n);
    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->n; j++)
            assert_int_equal(io_get(t->table, i + 1, j + 1),
                             weight_of(g, i, j) >= 0);
}

static void assert_weights(const IoTest *t, const Graph *g) {
    const int bits = t->bits > 0 ? (int)t->bits : width(largest(g) + 1);
    const long long none = (1LL << bits) - 1;
    assert_size(t, g->n, g->n * bits);
    for (int i = 0; i < g->n; i++)
        for (int j = 0; j < g->n; j++) {
            const long long weight = weight_of(g, i, j);
            assert_number(t, j + 1, i * bits + 1, bits,
                          weight < 0 ? none : weight);
        }
}

static void assert_list(const IoTest *t, const Graph *g) {
    const StarGraphLayout layout = t->layout;
    const int rows = layout == STAR_LAYOUT_CODE ? g->n : g->arcs;
    const int bits =
        layout == STAR_LAYOUT_WEIGHT ? width(largest(g) + 1) : width(g->n);
    assert_size(t, rows, bits);
    for (int k = 0; k < rows; k++)
        assert_number(t, k + 1, 1, bits,
                      layout == STAR_LAYOUT_LEFT     ? g->arc[k].from + 1
                      : layout == STAR_LAYOUT_RIGHT  ? g->arc[k].to + 1
                      : layout == STAR_LAYOUT_WEIGHT ? g->arc[k].weight
                                                     : k + 1);
}

/* A table has one image, the named one if one is. */
static void assert_image(const IoTest *t) {
    const StarImage *image = t->table->image;
    assert_true((image[0].word == NULL) != (image[1].word == NULL));
    assert_true(t->image == 0 || image[t->image - 1].valid);
}

static void check_layouts(IoTest *t, const Graph *g) {
    for (int k = 0; k < STAR_LAYOUT_COUNT; k++) {
        t->layout = (StarGraphLayout)k;
        if (t->layout == STAR_LAYOUT_NAMES)
            continue; /* test_compact.c */
        for (t->image = 0; t->image <= STAR_ROWS + 1; t->image++) {
            if (io_load_again(t) != STAR_OK)
                fail_msg("%s", t->error.text);
            assert_image(t);
            if (t->layout == STAR_LAYOUT_ADJACENCY)
                assert_adjacency(t, g);
            else if (t->layout == STAR_LAYOUT_WEIGHTS)
                assert_weights(t, g);
            else
                assert_list(t, g);
        }
    }
    t->image = 0;
    t->layout = STAR_LAYOUT_WEIGHTS;
    for (t->bits = width(largest(g) + 1); t->bits <= STAR_WEIGHT_BITS;
         t->bits += 7) {
        assert_int_equal(io_load_again(t), STAR_OK);
        assert_weights(t, g);
    }
    t->bits = 0;
}

IO_TEST(test_layouts) {
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (int trial = 0; trial < 12; trial++) {
            const int n = trial < 4 ? trial : below(SIZE);
            const Graph written = random_graph(formats[f].matrix, n);
            Graph g = {.n = 0};
            t->kind =
                formats[f].write == write_csv || formats[f].write == write_text
                    ? STAR_TABLE_MATRIX
                    : STAR_TABLE_ANY;
            io_write(t, formats[f].name, "", 0);
            FILE *file = fopen(t->path, "wb");
            assert_non_null(file);
            formats[f].write(file, &written);
            assert_int_equal(fclose(file), 0);
            file = fopen(t->path, "rb");
            assert_non_null(file);
            formats[f].scan(file, &g);
            fclose(file);
            assert_int_equal(g.arcs, written.arcs);
            check_layouts(t, &g);
            io_remove(t, formats[f].name);
        }
}

/* A saved table is read in all layouts: every weight is 1. */
IO_TEST(test_saved) {
    static const char *const names[] = {"a.mtx",   "a.txt",    "a.csv",  "a.gr",
                                        "a.edges", "a.mtx.gz", "a.gr.gz"};
    StarTable *table = io_random(t, SIZE, SIZE);
    Graph g = {.n = SIZE};
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            if (io_get(table, i + 1, j + 1) || (i == SIZE - 1 && j == i))
                add(&g, (Arc){i, j, 1});
    table->image[STAR_COLUMNS]
        .word[table->image[STAR_COLUMNS].stride * (SIZE - 1) +
              (SIZE - 1) / 64] |= UINT64_C(1) << (SIZE - 1) % 64;
    for (size_t f = 0; f < sizeof names / sizeof *names; f++) {
        io_write(t, names[f], "", 0);
        assert_int_equal(
            star_table_save(&t->be, table, t->path, STAR_FORMAT_AUTO), STAR_OK);
        check_layouts(t, &g);
        io_remove(t, names[f]);
    }
    star_object_free(&t->be, &table->head);
}

/* Weights leave all ones free, and must fit. */
IO_TEST(test_widths) {
    t->layout = STAR_LAYOUT_WEIGHTS;
    io_good(t, "a.gr", "p sp 1 1\na 1 1 6\n", "110");
    io_good(t, "a.gr", "p sp 1 1\na 1 1 7\n", "0111");
    io_good(t, "a.gr", "p sp 1 0\n", "1");
    t->bits = 3;
    io_good(t, "a.gr", "p sp 1 2\na 1 1 6\na 1 1 2\n", "010");
    io_bad(t, "a.gr", "p sp 1 2\na 1 1 6\na 1 1 7\n",
           "3:7: expected a whole weight in 0..6, found '7'");
    t->bits = 1;
    io_good(t, "a.gr", "p sp 1 1\na 1 1 0\n", "0");
}

IO_TEST(test_mtx) {
    static const char banner[] = "%%MatrixMarket matrix ";
    static const struct {
        StarGraphLayout layout;
        const char *text, *rows;
    } good[] = {
        {STAR_LAYOUT_LEFT, "coordinate real symmetric\n3 3 2\n2 1 5.0\n3 3 0\n",
         "10 01 11"},
        {STAR_LAYOUT_RIGHT,
         "coordinate real symmetric\n3 3 2\n2 1 5.0\n3 3 0\n", "01 10 11"},
        {STAR_LAYOUT_WEIGHT,
         "coordinate real symmetric\n3 3 2\n2 1 5.0\n3 3 0\n", "101 101 000"},
        {STAR_LAYOUT_WEIGHTS, "coordinate pattern general\n1 2 1\n1 2\n",
         "1111 0111"},
        {STAR_LAYOUT_CODE, "coordinate pattern general\n1 2 1\n1 2\n", "01 10"},
        {STAR_LAYOUT_LEFT, "array integer general\n2 2\n0\n3\n1\n0\n", "10 01"},
        {STAR_LAYOUT_WEIGHT, "array integer general\n2 2\n0\n3\n1\n0\n",
         "011 001"},
        {STAR_LAYOUT_LEFT, "coordinate complex general\n1 1 1\n1 1 0 -1\n",
         "1"},
    };
    static const struct {
        StarGraphLayout layout;
        const char *text, *message;
    } bad[] = {
        {STAR_LAYOUT_WEIGHTS, "coordinate complex general\n",
         "1:1: a complex matrix has no weights"},
        {STAR_LAYOUT_WEIGHT, "array real skew-symmetric\n",
         "1:1: a skew-symmetric matrix has no weights"},
        {STAR_LAYOUT_WEIGHT, "coordinate real general\n1 1 1\n1 1 .5\n",
         "3:5: expected a whole weight in 0..999999999999999999, found '.5'"},
        {STAR_LAYOUT_LEFT,
         "coordinate pattern symmetric\n3 3 3\n2 1\n1 1\n1 2\n",
         "5:1: expected every entry once, found (1, 2) again"},
    };
    char text[200];
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        t->layout = good[k].layout;
        snprintf(text, sizeof text, "%s%s", banner, good[k].text);
        io_good(t, "a.mtx", text, good[k].rows);
    }
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        t->layout = bad[k].layout;
        snprintf(text, sizeof text, "%s%s", banner, bad[k].text);
        io_bad(t, "a.mtx", text, bad[k].message);
    }
}

/* Many entries, row by row, column by column and in neither order: that each
 * comes once is known until the last. */
static void check_many(IoTest *t, int order, const char *form) {
    enum { SIDE = 120, ROOM = 20 * SIDE * SIDE };
    char *text = malloc(ROOM), *at = text, message[100];
    assert_non_null(text);
    const int count = SIDE * (SIDE + 1) / 2;
    at += sprintf(at,
                  "%%%%MatrixMarket matrix coordinate pattern %s\n"
                  "%d %d %d\n",
                  form, SIDE, SIDE, count);
    char *again = at;
    for (int k = 0; k < count; k++) {
        /* Entry m of the lower triangle, row by row. */
        const int m = order < 2 ? k : k * 7919 % count;
        int i = 1, j = m + 1;
        for (; j > i; i++)
            j -= i;
        /* Turned around they are the upper one, column by column. */
        at += order == 1 ? sprintf(at, "%d %d\n", j, i)
                         : sprintf(at, "%d %d\n", i, j);
    }
    t->layout = STAR_LAYOUT_RIGHT;
    assert_int_equal(io_load(t, "a.mtx", text, strlen(text)), STAR_OK);
    const bool mirrored = strcmp(form, "general") != 0;
    assert_size(t, mirrored ? SIDE * SIDE : count, 7);
    /* The last entry once more, first. */
    char *last = at - 2;
    while (last[-1] != '\n')
        last--;
    int i, j, first_i, first_j;
    assert_int_equal(sscanf(again, "%d %d", &first_i, &first_j), 2);
    assert_int_equal(sscanf(last, "%d %d", &i, &j), 2);
    sprintf(last, "%d %d\n", mirrored ? first_j : first_i,
            mirrored ? first_i : first_j);
    snprintf(message, sizeof message,
             "%d:1: expected every entry once, found (%d, %d) again", count + 2,
             mirrored ? first_j : first_i, mirrored ? first_i : first_j);
    io_bad(t, "a.mtx", text, message);
    free(text);
}

IO_TEST(test_many) {
    for (int order = 0; order < 3; order++) {
        check_many(t, order, "general");
        check_many(t, order, "symmetric");
    }
}

/* Entry 5 comes again as entry 30, and `distance` lines behind is another
 * mistake: the first one is reported, wherever it is found. */
static void check_first_mistake(IoTest *t, int distance, const char *form) {
    enum { AGAIN = 30, FIRST = 5, ENTRIES = 100 };
    char text[2000], message[100], *at = text;
    at += sprintf(at,
                  "%%%%MatrixMarket matrix coordinate pattern %s\n"
                  "500 500 %d\n",
                  form, ENTRIES);
    for (int k = 1; k < AGAIN + distance; k++) {
        const int i = k == AGAIN ? FIRST : k;
        at += sprintf(at, "%d %d\n", 500 - i * 7 % ENTRIES, i);
    }
    sprintf(at, "one\n");
    snprintf(message, sizeof message,
             distance == 0
                 ? "%d:1: expected a row in 1..500, found 'one'"
                 : "%d:1: expected every entry once, found (%d, %d) again",
             AGAIN + 2, 500 - FIRST * 7, FIRST);
    io_bad(t, "a.mtx", text, message);
}

IO_TEST(test_first_mistake) {
    for (int distance = 0; distance < 3 * STAR_GRAPH_PENDING; distance++)
        for (int list = 0; list < 2; list++) {
            t->layout = list ? STAR_LAYOUT_LEFT : STAR_LAYOUT_ADJACENCY;
            check_first_mistake(t, distance, "general");
            check_first_mistake(t, distance, "symmetric");
        }
}

/* Vertices are numbered by 32 bits; no file in these tests has as many. */
IO_TEST(test_most_vertices) {
    StarGraph g;
    StarTable *table = star_table_new(&t->be, STAR_UNSIZED);
    assert_non_null(table);
    star_graph_open(&g, &t->be, table, STAR_LAYOUT_LEFT, 0);
    assert_int_equal(star_graph_add(&g, INT32_MAX, INT32_MAX, 0), STAR_OK);
    assert_int_equal(star_graph_add(&g, INT32_MAX + INT64_C(1), 0, 0),
                     STAR_FORMAT);
    assert_int_equal(star_graph_add(&g, 0, INT32_MAX + INT64_C(1), 0),
                     STAR_FORMAT);
    assert_string_equal(t->error.text, "the matrix has more than 2147483648 "
                                       "rows or columns");
    assert_int_equal(star_graph_close(&g, STAR_FORMAT), STAR_FORMAT);
    star_object_free(&t->be, &table->head);
}

TEST_MAIN
