/* SPDX-License-Identifier: MIT */
/* The common part of the programs that run others. */
#ifndef STAR_TESTS_RUNNER_H
#define STAR_TESTS_RUNNER_H

#include <stdio.h>
#include <stdlib.h>

/* Memory or a file, which there must be. */
static inline void *runner_check(void *pointer) {
    if (pointer == NULL) {
        fprintf(stderr, "no memory or temporary file\n");
        exit(2);
    }
    return pointer;
}

/* All of a file from its beginning, with a NUL behind it; to be freed. */
static inline char *runner_contents(FILE *file) {
    size_t size = 0, room = 1 << 16;
    char *text = runner_check(malloc(room));
    rewind(file);
    while (size += fread(text + size, 1, room - size - 1, file),
           size == room - 1)
        text = runner_check(realloc(text, room *= 2));
    text[size] = '\0';
    return text;
}

#endif
