/* SPDX-License-Identifier: MIT */
/* Tokens of a whole text at once. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

typedef struct Lexer {
    const char *at;
    int line, column;
} Lexer;

static char step(Lexer *l) {
    char c = *l->at++;
    l->column++;
    if (c == '\n') {
        l->line++;
        l->column = 1;
    }
    return c;
}

static void skip(Lexer *l) {
    while (isspace((unsigned char)*l->at) || *l->at == '{')
        if (step(l) == '{')
            while (*l->at != '\0' && step(l) != '}')
                ;
}

static const char *piece(const char *from, const char *to) {
    char *text = oracle_alloc((size_t)(to - from) + 1, 1);
    for (char *c = text; from < to; from++)
        *c++ = (char)tolower((unsigned char)*from);
    return text;
}

static bool in_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static int64_t number(const Token *t) {
    int64_t n = 0;
    for (const char *c = t->text; *c != '\0'; c++)
        if (__builtin_mul_overflow(n, 10, &n) ||
            __builtin_add_overflow(n, *c - '0', &n))
            oracle_reject(t->line, t->column, "a number is too large");
    return n;
}

/* A real, which is a probability: in units of 2^-62. */
static int64_t probability(Lexer *l, const char *from) {
    while (*l->at == '.' || isdigit((unsigned char)*l->at))
        step(l);
    return (int64_t)(strtod(from, NULL) * 0x1p62);
}

/* Two quotes within a text stand for one. */
static const char *quoted(Lexer *l) {
    char *text = oracle_alloc(strlen(l->at) + 1, 1), *end = text;
    int line = l->line, column = l->column;
    for (step(l); *l->at != '\0'; *end++ = step(l))
        if (*l->at == '\'') {
            step(l);
            if (*l->at != '\'')
                return text;
        }
    oracle_reject(line, column, "a quote is missing");
}

static bool is_pair(const char *at) {
    return strncmp(at, ":=", 2) == 0 || strncmp(at, "<>", 2) == 0 ||
           strncmp(at, "<=", 2) == 0 || strncmp(at, ">=", 2) == 0 ||
           strncmp(at, "..", 2) == 0;
}

static Token next(Lexer *l) {
    skip(l);
    Token t = {TOKEN_SIGN, l->line, l->column, "", 0};
    const char *from = l->at;
    if (*from == '\0') {
        t.kind = TOKEN_END;
    } else if (*from == '\'') {
        t.kind = TOKEN_TEXT;
        t.text = quoted(l);
    } else if (isdigit((unsigned char)*from)) {
        while (isdigit((unsigned char)*l->at))
            step(l);
        t.kind = TOKEN_NUMBER;
        t.text = piece(from, l->at);
        t.number = *l->at == '.' && isdigit((unsigned char)l->at[1])
                       ? probability(l, from)
                       : number(&t);
    } else if (in_name(*from)) {
        while (in_name(*l->at))
            step(l);
        t.kind = TOKEN_NAME;
        t.text = piece(from, l->at);
    } else {
        if (is_pair(from))
            step(l);
        step(l);
        t.text = piece(from, l->at);
    }
    return t;
}

Token *lex(const char *text) {
    /* Every token but the last has a character of its own. */
    Token *tokens = oracle_alloc(strlen(text) + 1, sizeof *tokens);
    Lexer l = {text, 1, 1};
    Token *t = tokens;
    while ((*t = next(&l)).kind != TOKEN_END)
        t++;
    return tokens;
}
