/* SPDX-License-Identifier: MIT */
/* enter [steps|depth|output|memory N]... FILE...: enters the files with
 * libstar, one after another, until one fails; its status, and the message.
 * Units are NAME.star in the current folder. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "star.h"

enum { UNITS = 200, NAME = 100 };

typedef struct Files {
    char *text[UNITS]; /* that are in use */
    int count;
} Files;

/* The contents of a file, in memory of its own, or NULL. */
static char *contents(const char *path, size_t *length) {
    FILE *f = fopen(path, "rb");
    char *text;
    if (f == NULL || fseek(f, 0, SEEK_END) != 0)
        return NULL;
    *length = (size_t)ftell(f);
    rewind(f);
    text = malloc(*length + 1);
    if (text != NULL && fread(text, 1, *length, f) != *length)
        *length = 0;
    fclose(f);
    return text;
}

static bool unit(void *context, const char *name, const char **text,
                 size_t *length) {
    Files *files = context;
    char path[NAME];
    if (files->count == UNITS)
        return false;
    snprintf(path, sizeof path, "%s.star", name);
    files->text[files->count] = contents(path, length);
    *text = files->text[files->count];
    return *text != NULL && ++files->count;
}

static bool show(void *context, const char *text, size_t length) {
    (void)context;
    return fwrite(text, 1, length, stdout) == length;
}

static bool bound(StarConfig *config, const char *what, const char *number) {
    const long long n = atoll(number);
    if (strcmp(what, "steps") == 0)
        config->max_steps = n;
    else if (strcmp(what, "depth") == 0)
        config->max_depth = (uint32_t)n;
    else if (strcmp(what, "output") == 0)
        config->max_output = (size_t)n;
    else if (strcmp(what, "memory") == 0)
        config->max_memory = (size_t)n;
    else
        return false;
    return true;
}

int main(int argc, char **argv) {
    Files files = {.count = 0};
    StarConfig config = {.context = &files, .unit = unit, .write = show};
    StarCode code = STAR_CODE_OK;
    int k = 1;
    while (k + 1 < argc && bound(&config, argv[k], argv[k + 1]))
        k += 2;
    Star *star = star_open(&config);
    for (; k < argc && code == STAR_CODE_OK; k++) {
        size_t length;
        char *text = contents(argv[k], &length);
        code = text != NULL ? star_enter(star, argv[k], text, length)
                            : STAR_CODE_MISUSED;
        free(text);
    }
    if (code != STAR_CODE_OK)
        fprintf(stderr, "%s\n", star_message(star));
    star_close(star);
    while (files.count > 0)
        free(files.text[--files.count]);
    return (int)code;
}
