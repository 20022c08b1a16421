/* SPDX-License-Identifier: MIT */
/* Programs compiled and run within a test, and what they say. */
#ifndef STAR_EXAMPLE_H
#define STAR_EXAMPLE_H

#include "machine.h"

enum { EXAMPLE_TEXT = 1 << 15 };

typedef struct Example {
    const char *text;     /* with lines of input as { input: text } */
    const char *at;       /* where the next of them is looked for */
    int errors, warnings; /* messages, at compile time or run time */
    StarStatus status;    /* of the first */
    StarPlace place;
    char suggestion[100]; /* of the first, or "" */
    char said[EXAMPLE_TEXT];
    size_t length;
} Example;

/* Compiles a program as the file p.star, and runs it if that is asked for
 * and gave no error. Fails only without memory. */
void example_try(Example *example, const char *text, bool run);

/* The same under --strict. */
void example_strict(Example *example, const char *text, bool run);

#endif
