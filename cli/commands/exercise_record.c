/* SPDX-License-Identifier: MIT */
/* For getline and asprintf. */
#define _GNU_SOURCE
/* The file of what was done has lines `solved NAME` and `hint NAME`, one for
 * each hint that was seen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/exercise.h"
#include "state.h"

/* An exercise of one's own goes by its path. */
static const char *key(const Lesson *l) {
    return l->number > 0 ? l->name : l->path;
}

static char *line_of(const char *what, const Lesson *l) {
    char *line = NULL;
    return asprintf(&line, "%s %s\n", what, key(l)) < 0 ? NULL : line;
}

/* How often it was recorded. */
static int times(const char *what, const Lesson *l) {
    char *path = state_path("exercises"), *wanted = line_of(what, l);
    FILE *from = path != NULL ? fopen(path, "r") : NULL;
    char *line = NULL;
    size_t room = 0;
    int n = 0;
    while (from != NULL && wanted != NULL && getline(&line, &room, from) > 0)
        n += strcmp(line, wanted) == 0;
    if (from != NULL)
        fclose(from);
    free(line);
    free(wanted);
    free(path);
    return n;
}

static void add(const char *what, const Lesson *l) {
    char *path = state_path("exercises"), *line = line_of(what, l);
    if (path != NULL && line != NULL)
        state_append(path, line, strlen(line));
    free(line);
    free(path);
}

bool record_solved(const Lesson *l) {
    return times("solved", l) > 0;
}

int record_hints(const Lesson *l) {
    return times("hint", l);
}

void record_solve(const Lesson *l) {
    if (!record_solved(l))
        add("solved", l);
}

void record_hint(const Lesson *l) {
    add("hint", l);
}
