/* SPDX-License-Identifier: MIT */
/* The operations that procedures say they take, in the words of their comments,
 * beside those that the machine counts: never more, and on a great graph of
 * some kind at least four fifths. */
#ifndef STAR_COUNTS_TEST_H
#define STAR_COUNTS_TEST_H

#include "graph_test.h"

#include <ctype.h>
#include <stdlib.h>

#include "library.h"
#include "debug/profile.h"

enum { GREAT = 64 };

typedef struct Bound {
    const char *name;
    bool close; /* once counted four fifths of what is said */
} Bound;

typedef struct Counts {
    StarTestRun f;
    int64_t n;
    Bound bound[16];
    int bounds;
} Counts;

/* ---- What is said ---- */

/* Values of the names in a formula, by their letters. */
typedef int64_t Names[128];

static inline int64_t said(const char *name, const Names v);

static inline void skip_blanks(const char **at) {
    while (isspace((unsigned char)**at))
        ++*at;
}

static inline int64_t sum(const char **at, const Names v);

/* A number, a letter, the name of a procedure, a sum in parentheses; factors
 * stand side by side. */
static inline int64_t product(const char **at, const Names v) {
    int64_t all = 1;
    for (skip_blanks(at); strchr("+,.)", **at) == NULL; skip_blanks(at)) {
        char word[20] = "";
        if (isdigit((unsigned char)**at)) {
            all *= strtol(*at, (char **)at, 10);
        } else if (**at == '(') {
            ++*at;
            all *= sum(at, v);
            assert_int_equal(*(*at)++, ')');
        } else {
            assert_int_equal(sscanf(*at, "%19[A-Za-z_]", word), 1);
            *at += strlen(word);
            all *= word[1] != '\0' ? said(word, v) : v[(int)word[0]];
        }
    }
    return all;
}

static inline int64_t sum(const char **at, const Names v) {
    int64_t all = product(at, v);
    while (**at == '+') {
        ++*at;
        all += product(at, v);
    }
    return all;
}

/* The bound in the comment before a procedure's heading. */
static inline int64_t said(const char *name, const Names v) {
    static const char words[] = "Operations at most:";
    char heading[30];
    snprintf(heading, sizeof heading, "\nproc %s(", name);
    for (const StarUnit *u = star_units; u->name != NULL; u++) {
        const char *at = strstr(u->text, heading);
        if (at == NULL)
            continue;
        while (*at != '{')
            at--;
        at = strstr(at, words);
        assert_non_null(at);
        at += strlen(words);
        return sum(&at, v);
    }
    fail_msg("%s says nothing", name);
    return 0;
}

/* ---- What is counted ---- */

static inline int64_t count(Counts *t, const char *name, const StarCell *arg) {
    assert_calls(&t->f, name, arg);
    return star_machine_count(t->f.machine).operations;
}

/* Asserts that the count is at most the documented one. */
static inline void hold(Counts *t, const char *name, int64_t counted,
                        const Names v) {
    const int64_t most = said(name, v);
    int b = 0;
    while (b < t->bounds && strcmp(t->bound[b].name, name) != 0)
        b++;
    if (b == t->bounds)
        t->bound[t->bounds++] = (Bound){name, false};
    if (counted > most)
        fail_msg("%s: %lld operations, not %lld", name, (long long)counted,
                 (long long)most);
    t->bound[b].close |= t->n == GREAT && 5 * counted >= 4 * most;
}

/* A machine that counts. */
static inline void counts_start(Counts *t) {
    graph_start(&t->f, &(StarCompileOptions){.plain = true});
    assert_int_equal(star_machine_profile(t->f.machine, true), STAR_OK);
}

/* Asserts that all bounds that were held are close. */
static inline void counts_end(Counts *t) {
    for (int b = 0; b < t->bounds; b++)
        if (!t->bound[b].close)
            fail_msg("%s takes far less than it says", t->bound[b].name);
    star_test_end(&t->f);
}

/* Graphs of all kinds and several sizes for `check`, with weights of h columns;
 * all bounds that it holds are close then. */
static inline void counts_all(void (*check)(Counts *t, Graph *g, Kind kind,
                                            int h)) {
    static Graph g;
    static const int8_t sizes[] = {1, 2, 5, 9, 33, GREAT};
    Counts t = {.bounds = 0};
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
