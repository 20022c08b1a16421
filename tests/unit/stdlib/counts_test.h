/* SPDX-License-Identifier: MIT */
/* The operations that procedures say they take, in the words of their comments,
 * beside those that the machine counts: never more, and on a great graph of
 * some kind at least four fifths. */
#ifndef STAR_COUNTS_TEST_H
#define STAR_COUNTS_TEST_H

#include "graph_test.h"

#include "bounds_test.h"

enum { GREAT = 64 };

typedef struct Counts {
    StarTestRun f;
    int64_t n;
    Bounds bounds;
} Counts;

static inline int64_t count(Counts *t, const char *name, const StarCell *arg) {
    return bounds_count(&t->f, name, arg);
}

/* Asserts that the count is at most the documented one. */
static inline void hold(Counts *t, const char *name, int64_t counted,
                        const Values v) {
    bounds_hold(&t->bounds, t->n == GREAT, name, counted, v);
}

/* A machine that counts. */
static inline void counts_start(Counts *t) {
    graph_start(&t->f, &(StarCompileOptions){.plain = true});
    assert_int_equal(star_machine_profile(t->f.machine, true), STAR_OK);
}

/* Asserts that all bounds that were held are close. */
static inline void counts_end(Counts *t) {
    bounds_close(&t->bounds);
    star_test_end(&t->f);
}

/* Graphs of all kinds and several sizes for `check`, with weights of h columns;
 * all bounds that it holds are close then. */
static inline void counts_all(void (*check)(Counts *t, Graph *g, Kind kind,
                                            int h)) {
    static Graph g;
    static const int8_t sizes[] = {1, 2, 5, 9, 33, GREAT};
    Counts t = {.n = 0};
    graph_file = NULL;
    counts_start(&t);
    for (size_t s = 0; s < sizeof sizes; s++)
        for (Kind kind = EMPTY; kind < KINDS; kind++)
            for (int h = 4; h <= 12; h += 4) {
                t.n = sizes[s];
                check(&t, &g, kind, h);
            }
    counts_end(&t);
}

#endif
