/* SPDX-License-Identifier: MIT */
/* "Did you mean": the name most like a misspelled one.
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_SIMILAR_H
#define STAR_TOOLS_SIMILAR_H

#include <stddef.h>

enum { SIMILAR_NAME = 40 };

typedef struct Similar {
    char name[SIMILAR_NAME + 1]; /* in lower case */
    const char *best;            /* a candidate, or NULL */
    int distance;
    char text[SIMILAR_NAME + 40];
} Similar;

/* Begins a search for names like this one, which is in any case and may be
 * longer than SIMILAR_NAME: then nothing is like it. Candidates come one by
 * one; a later one is taken if it is nearer than all before, and stays the
 * caller's. */
Similar similar_to(const char *name, size_t length);
void similar_consider(Similar *similar, const char *candidate);

/* ": did you mean 'BEST'?" with `prefix` before the name, or "". */
const char *similar_text(Similar *similar, const char *prefix);

#endif
