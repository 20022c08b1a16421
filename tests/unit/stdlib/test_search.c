/* SPDX-License-Identifier: MIT */
/* Searches for sets of comparands: all rows beside all comparands, one by one,
 * and the operations. */
#include "counts_test.h"

enum { MOST_ROWS = 130, MOST_COMPARANDS = 9, BETWEEN = 6, TYPES = 8 };

/* Numbers of w bits; a comparand is low[k], or low[k]..high[k]. */
typedef struct Search {
    int64_t rows, q, w, row[MOST_ROWS], low[MOST_COMPARANDS],
        high[MOST_COMPARANDS];
    bool in[MOST_ROWS];
    StarTable *t, *single, *pairs;
    StarBits *x;
} Search;

static void search_tables(StarTestRun *f, Search *s) {
    const int w = (int)s->w;
    s->t = table_zero(f, s->rows, w);
    s->single = table_zero(f, s->q, w);
    s->pairs = table_zero(f, s->q, 2 * w);
    s->x = line_new(f);
    assert_int_equal(star_bits_size(f->be, s->x, s->rows), STAR_OK);
    for (int64_t i = 0; i < s->rows; i++) {
        table_put(f, s->t, i + 1, 0, w, s->row[i]);
        s->x->word[i / 64] |= (uint64_t)s->in[i] << i % 64;
    }
    for (int64_t k = 0; k < s->q; k++) {
        table_put(f, s->single, k + 1, 0, w, s->low[k]);
        table_put(f, s->pairs, k + 1, 0, w, s->low[k]);
        table_put(f, s->pairs, k + 1, w, w, s->high[k]);
    }
}

static void search_free(StarTestRun *f, Search *s) {
    table_free(f, s->t);
    table_free(f, s->single);
    table_free(f, s->pairs);
    line_free(f, s->x);
}

static void search_random(StarTestRun *f, Search *s) {
    static const int8_t widths[] = {1, 2, 3, 8, 20};
    s->w = widths[star_random(&f->t, 5)];
    s->rows = star_random(&f->t, star_random(&f->t, 2) ? 6 : MOST_ROWS + 1);
    s->q = star_random(&f->t, MOST_COMPARANDS + 1);
    for (int64_t k = 0; k < s->q; k++) {
        s->low[k] = star_random(&f->t, INT64_C(1) << s->w);
        s->high[k] = star_random(&f->t, INT64_C(1) << s->w);
    }
    for (int64_t i = 0; i < s->rows; i++) {
        s->row[i] = star_random(&f->t, INT64_C(1) << s->w);
        if (s->q > 0 && star_random(&f->t, 2))
            s->row[i] = s->low[star_random(&f->t, s->q)];
        s->in[i] = star_random(&f->t, 4) > 0;
    }
    search_tables(f, s);
}

static bool finds(int type, int64_t row, int64_t low, int64_t high) {
    const bool of_type[TYPES] = {row == low,
                                 row != low,
                                 row<low, row>
                                     low,
                                 row <= low,
                                 row >= low,
                                 low <= row && row <= high,
                                 row < low || row > high};
    return of_type[type];
}

static void call_search(StarTestRun *f, const char *name, const Search *s,
                        int type, StarTable *m, StarBits *z) {
    assert_calls(f, name,
                 (StarCell[]){{.table = s->t},
                              {.bits = s->x},
                              {.table = type < BETWEEN ? s->single : s->pairs},
                              {.i = type},
                              {.table = m},
                              {.bits = z}});
}

static void check_search(StarTestRun *f, const char *name, const Search *s,
                         int type) {
    StarTable *m = table_new(f);
    StarBits *z = line_new(f);
    call_search(f, name, s, type, m, z);
    assert_int_equal(m->rows, s->rows);
    assert_int_equal(m->cols, s->q);
    for (int64_t i = 0; i < s->rows; i++) {
        bool any = false;
        for (int64_t k = 0; k < s->q; k++) {
            const bool found =
                s->in[i] && finds(type, s->row[i], s->low[k], s->high[k]);
            assert_int_equal(table_get(f, m, i + 1, k, 1), found);
            any |= found;
        }
        assert_int_equal(star_bits_get(z, i + 1), any);
    }
    table_free(f, m);
    line_free(f, z);
}

TEST(search) {
    for (int bodies = 0; bodies < 2; bodies++) {
        StarTestRun f;
        graph_start(&f, &(StarCompileOptions){.bodies = bodies});
        for (int r = 0; r < 300; r++) {
            static Search s;
            search_random(&f, &s);
            for (int type = 0; type < TYPES; type++) {
                check_search(&f, "SEARCH", &s, type);
                check_search(&f, "SEARCH_WORDS", &s, type);
            }
            search_free(&f, &s);
        }
        star_test_end(&f);
    }
}

/* ---- Operations ---- */

static void count_search(Counts *t, Search *s) {
    StarTestRun *f = &t->f;
    for (int type = 0; type < TYPES; type++) {
        Values v = {['q'] = s->q, ['s'] = type < BETWEEN ? s->w : 2 * s->w};
        StarTable *m = table_new(f);
        StarBits *z = line_new(f);
        for (int64_t i = 0; i < s->rows; i++)
            v['r'] += s->in[i];
        call_search(f, "SEARCH", s, type, m, z);
        hold(t, "SEARCH", star_machine_count(f->machine).operations, v);
        call_search(f, "SEARCH_WORDS", s, type, m, z);
        hold(t, "SEARCH_WORDS", star_machine_count(f->machine).operations, v);
        table_free(f, m);
        line_free(f, z);
    }
}

TEST(counts) {
    static Search s;
    Counts t = {.n = GREAT};
    counts_start(&t);
    for (int r = 0; r < 100; r++) {
        search_random(&t.f, &s);
        count_search(&t, &s);
        search_free(&t.f, &s);
    }
    /* Comparands that part late, and rows that equal each to its end. */
    s = (Search){.rows = 4, .q = 4, .w = 20};
    for (int64_t k = 0; k < s.q; k++) {
        s.row[k] = s.low[k] = s.high[k] = k << 18;
        s.in[k] = true;
    }
    search_tables(&t.f, &s);
    count_search(&t, &s);
    search_free(&t.f, &s);
    counts_end(&t);
}

TEST_MAIN
