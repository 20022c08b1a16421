/* SPDX-License-Identifier: MIT */
/* Bounds of operations that stand in the comments of the library's procedures,
 * "Operations at most: SUM", beside what the machine counts. */
#ifndef STAR_BOUNDS_TEST_H
#define STAR_BOUNDS_TEST_H

#include "machine_test.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "debug/profile.h"
#include "library.h"

typedef struct Bound {
    const char *name;
    bool close; /* once counted four fifths of what is said */
} Bound;

typedef struct Bounds {
    Bound bound[24];
    int count;
} Bounds;

/* Values of the names in a formula, by their letters. */
typedef int64_t Values[128];

static inline int64_t said(const char *name, const Values v);

static inline void skip_blanks(const char **at) {
    while (isspace((unsigned char)**at))
        ++*at;
}

static inline int64_t sum(const char **at, const Values v);

/* A number, a letter, the name of a procedure, a sum in parentheses; factors
 * stand side by side. */
static inline int64_t product(const char **at, const Values v) {
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

static inline int64_t sum(const char **at, const Values v) {
    int64_t all = product(at, v);
    while (**at == '+') {
        ++*at;
        all += product(at, v);
    }
    return all;
}

/* The bound in the comment before a procedure's heading. */
static inline int64_t said(const char *name, const Values v) {
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

/* Calls; the operations that were counted. */
static inline int64_t bounds_count(StarTestRun *f, const char *name,
                                   const StarCell *arg) {
    assert_calls(f, name, arg);
    return star_machine_count(f->machine).operations;
}

/* Asserts that the count is at most what is said of a procedure; remembers
 * whether it is near it, which counts for great sizes only. */
static inline void bounds_hold(Bounds *t, bool great, const char *name,
                               int64_t counted, const Values v) {
    const int64_t most = said(name, v);
    int b = 0;
    while (b < t->count && strcmp(t->bound[b].name, name) != 0)
        b++;
    if (b == t->count)
        t->bound[t->count++] = (Bound){name, false};
    if (counted > most)
        fail_msg("%s: %lld operations, not %lld", name, (long long)counted,
                 (long long)most);
    t->bound[b].close |= great && 5 * counted >= 4 * most;
}

/* Asserts that each bound was near once. */
static inline void bounds_close(const Bounds *t) {
    for (int b = 0; b < t->count; b++)
        if (!t->bound[b].close)
            fail_msg("%s takes far less than it says", t->bound[b].name);
}

#endif
