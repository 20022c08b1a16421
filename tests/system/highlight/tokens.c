/* SPDX-License-Identifier: MIT */
/* star_tokens --words
 * star_tokens --names
 * star_tokens FOUND FILE...
 *
 * The words of the grammar, one a line; the other names that every program
 * knows; or: compares what an editor makes of
 * texts with the tokens of the scanner. FOUND has a line with the name of each
 * file, and the text with a letter in the place of each byte that is no
 * blank: w of a word, n of a name, 1 of a number, t of a quoted literal, c of a
 * comment, s of all else. What the scanner gives no meaning may be anything,
 * and so may signs of other languages that it takes for words. */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner.h"
#include "tools/docs/docs.h"
#include "tools/tokens.h"

typedef struct Painting {
    char *text; /* which becomes letters */
} Painting;

static void paint(void *context, const TokenSpan *t) {
    const Painting *p = context;
    const bool sign =
        t->kind == TOKEN_WORD && !isalpha((unsigned char)p->text[t->start]);
    for (uint32_t k = t->start; k < t->end; k++)
        if (!isspace((unsigned char)p->text[k]))
            p->text[k] = sign ? '?' : "wn1tsc?"[t->kind];
}

/* The letters of a file; to be freed. */
static char *painted(const char *path) {
    StarError error;
    StarMem mem;
    FILE *file = runner_check(fopen(path, "r"));
    char *text = runner_contents(file), *source = runner_check(strdup(text));
    Painting p = {text};
    fclose(file);
    star_mem_init(&mem, &error, SIZE_MAX);
    tokens_scan(&mem, source, strlen(source), paint, &p);
    free(source);
    return text;
}

/* True if two lines differ, up to their ends; blanks are all the same. */
static bool differs(const char *a, const char *b) {
    for (;; a++, b++) {
        const bool end = *a == '\0' || *a == '\n';
        if (end || *b == '\0' || *b == '\n')
            return !end || (*b != '\0' && *b != '\n');
        if (*a != *b && *a != '?' &&
            !(isspace((unsigned char)*a) && isspace((unsigned char)*b)))
            return true;
    }
}

/* The next line; the end of the text is one that is empty. */
static const char *next(const char *at) {
    at += strcspn(at, "\n");
    return at + (*at == '\n');
}

/* Compares the letters of a file with those found from there on; behind them,
 * at the name of the next file. */
static const char *compare(const char *path, const char *found, bool *same) {
    char *wanted = painted(path);
    int row = 1;
    if (strncmp(found, path, strlen(path)) != 0) {
        printf("expected %s, found %.*s\n", path, (int)strcspn(found, "\n"),
               found);
        exit(2);
    }
    found = next(found);
    *same = true;
    for (const char *at = wanted; *at != '\0';
         at = next(at), found = next(found), row++)
        if (differs(at, found)) {
            printf("%s:%d:\n    expected %.*s\n    found    %.*s\n", path, row,
                   (int)strcspn(at, "\n"), at, (int)strcspn(found, "\n"),
                   found);
            *same = false;
        }
    free(wanted);
    return found;
}

static int words(void) {
    for (int k = 0; tokens_word(k) != NULL; k++)
        puts(tokens_word(k));
    return 0;
}

static int names(void) {
    for (DocsKind kind = DOCS_PROCEDURE; kind <= DOCS_WORD; kind++)
        for (int k = 0; docs_name(kind, k) != NULL; k++)
            puts(docs_name(kind, k));
    return 0;
}

int main(int argc, char **argv) {
    int wrong = 0;
    if (argc == 2 && strcmp(argv[1], "--words") == 0)
        return words();
    if (argc == 2 && strcmp(argv[1], "--names") == 0)
        return names();
    FILE *file = runner_check(fopen(argc > 1 ? argv[1] : "", "r"));
    char *all = runner_contents(file);
    const char *found = all;
    fclose(file);
    for (int k = 2; k < argc; k++) {
        bool same;
        found = compare(argv[k], found, &same);
        wrong += !same;
    }
    printf("%d files, %d wrong\n", argc - 2, wrong);
    free(all);
    return wrong > 0;
}
