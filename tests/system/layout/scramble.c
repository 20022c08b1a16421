/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "layout.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner.h"
#include "tools/tokens.h"

/* ---- Tokens without what layout may change ---- */

typedef struct Strict {
    const char *text;
    FILE *out;
} Strict;

static void take_strict(void *context, const TokenSpan *t) {
    const Strict *s = context;
    bool first = false; /* a comment's line has begun, but for its blanks */
    if (t->kind == TOKEN_OTHER)
        return;
    for (uint32_t k = t->start; k < t->end; k++) {
        const char c = s->text[k];
        if (t->kind == TOKEN_WORD)
            fputc(tolower((unsigned char)c), s->out);
        else if (t->kind != TOKEN_COMMENT || !isspace((unsigned char)c))
            fputc(c, s->out);
        else if (first)
            fputc(' ', s->out);
        first = t->kind == TOKEN_COMMENT && !isspace((unsigned char)c);
    }
    fputc('\n', s->out);
}

static char *strict(StarMem *mem, const char *text) {
    char *all = NULL;
    size_t size = 0;
    Strict s = {text, runner_check(open_memstream(&all, &size))};
    tokens_scan(mem, text, strlen(text), take_strict, &s);
    fclose(s.out);
    return all;
}

bool layout_same_tokens(StarMem *mem, const char *a, const char *b) {
    char *x = strict(mem, a), *y = strict(mem, b);
    const bool same = strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

/* ---- Other blanks ---- */

typedef struct Scramble {
    const char *text;
    FILE *out;
    uint64_t seed;
    bool comments;
    char last;  /* what was written at last */
    bool ended; /* behind a comment that ends with its line */
} Scramble;

static uint32_t below(Scramble *s, uint32_t n) {
    s->seed = s->seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(s->seed >> 33) % n;
}

/* True if no blank is needed beside this sign. */
static bool is_apart(char c) {
    return c != '\0' && strchr(";,()[]", c) != NULL;
}

static void write_gap(Scramble *s, char next) {
    static const char *const gaps[] = {" ",      "  ",       "\n",
                                       "\n\n\n", "\t",       "\r\n",
                                       "   \n ", "\n      ", "\n\t\t"};
    static const char *const comments[] = {" { a comment } ",
                                           " // the rest of the line\n",
                                           "\n{ above }\n",
                                           " {}",
                                           "\n  (* two\n     lines *) ",
                                           " { behind }\n",
                                           " { three\n\tlines of\nit   }\n"};
    if (s->ended)
        fputs("\n", s->out);
    s->ended = false;
    if (s->comments && below(s, 12) == 0)
        fputs(comments[below(s, sizeof comments / sizeof *comments)], s->out);
    else if (below(s, 3) > 0 && (is_apart(s->last) || is_apart(next)))
        return;
    fputs(below(s, 3) > 0 ? " " : gaps[below(s, sizeof gaps / sizeof *gaps)],
          s->out);
}

static void take(void *context, const TokenSpan *t) {
    Scramble *s = context;
    const char *text = s->text + t->start;
    const bool comment = t->kind == TOKEN_COMMENT;
    const bool capitals = t->kind == TOKEN_WORD && below(s, 10) == 0;
    if (t->kind == TOKEN_OTHER)
        return;
    write_gap(s, comment ? '\0' : *text);
    for (uint32_t k = 0; k < t->end - t->start; k++)
        fputc(capitals ? toupper((unsigned char)text[k]) : text[k], s->out);
    s->last = comment ? '\0' : s->text[t->end - 1];
    s->ended = comment && strncmp(text, "//", 2) == 0;
}

char *layout_scramble(StarMem *mem, const char *text, uint64_t seed,
                      bool comments) {
    char *all = NULL;
    size_t size = 0;
    Scramble s = {.text = text, .seed = seed, .comments = comments};
    s.out = runner_check(open_memstream(&all, &size));
    tokens_scan(mem, text, strlen(text), take, &s);
    write_gap(&s, ';');
    fclose(s.out);
    return all;
}
