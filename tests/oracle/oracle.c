/* SPDX-License-Identifier: MIT */
/* star_oracle FILE [STEPS]: runs a program, for so many steps at most; see
 * oracle.h. Exit status 0, 1 after a run-time error and 4 after the last
 * step, which are printed to standard error as LINE:COLUMN code, 2 if the
 * text is not understood, 3 if the program needs more memory than there is. */
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Everything allocated, for the end. */
typedef struct Block {
    struct Block *next;
    max_align_t data[];
} Block;

static Block *blocks;
static size_t used;

/* A program that does not end is given up. */
enum { MOST = 1 << 29 };

static void release(void) {
    while (blocks != NULL) {
        Block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

void *oracle_alloc(size_t count, size_t size) {
    Block *b = calloc(1, sizeof *b + count * size);
    used += sizeof *b + count * size;
    if (b == NULL || used > MOST) {
        fputs("star_oracle: no memory\n", stderr);
        exit(3);
    }
    b->next = blocks;
    blocks = b;
    return b->data;
}

void oracle_fail(const Node *at, const char *code) {
    fflush(stdout);
    fprintf(stderr, "%d:%d %s\n", at->line, at->column, code);
    exit(strcmp(code, "step-limit") == 0 ? 4 : 1);
}

void oracle_reject(int line, int column, const char *text) {
    fprintf(stderr, "%d:%d: expected %s\n", line, column, text);
    exit(2);
}

static char *contents(FILE *file) {
    size_t size = 0, room = 1 << 16;
    char *text = oracle_alloc(room, 1);
    size = fread(text, 1, room - 1, file);
    return size < room - 1 ? text : NULL;
}

int main(int argc, char **argv) {
    FILE *file = argc == 2 || argc == 3 ? fopen(argv[1], "rb") : NULL;
    atexit(release);
    char *text = file != NULL ? contents(file) : NULL;
    if (text == NULL) {
        fputs("star_oracle FILE [STEPS], of less than 64 KiB\n", stderr);
        return 2;
    }
    fclose(file);
    if (argc == 3)
        steps_limit(atoll(argv[2]));
    const Node *program = parse(lex(text));
    Env env = {.routine = program};
    env_declare(&env, program->b->a);
    run_all(&env, program->b->list);
    return 0;
}
