/* SPDX-License-Identifier: MIT */
#include "tools/tokens.h"

#include <ctype.h>
#include <string.h>

#include "report/source.h"
#include "syntax/lexer.h"
#include "syntax/token_names.h"

/* ---- Words ---- */

static const char *word_of(int token) {
    const char *name = parser_token_name(token);
    return name != NULL && isalpha((unsigned char)*name) &&
                   strchr(name, ' ') == NULL
               ? name
               : NULL;
}

const char *tokens_word(int k) {
    for (int token = 0; token < parser_tokens(); token++)
        if (word_of(token) != NULL && k-- == 0)
            return word_of(token);
    return NULL;
}

/* ---- Scanning ---- */

typedef struct Scan {
    Lexer lexer;
    Arena arena;
    Diag diag;
    Names names;
    const char *text;
    uint32_t at, length; /* what is told of ends there */
    TokensTake *take;
    void *context;
} Scan;

static void tell_token(Scan *s, const TokenSpan *token) {
    s->at = token->end;
    s->take(s->context, token);
}

static void tell(Scan *s, TokenKind kind, uint32_t start, uint32_t end) {
    tell_token(s, &(TokenSpan){kind, start, end, 0});
}

/* Behind a mark from `from` on, or `limit` where there is none. */
static uint32_t behind(const Scan *s, const char *mark, uint32_t from,
                       uint32_t limit) {
    const uint32_t length = (uint32_t)strlen(mark);
    for (uint32_t k = from; k + length <= limit; k++)
        if (memcmp(s->text + k, mark, length) == 0)
            return k + length;
    return limit;
}

static uint32_t line_end(const Scan *s, uint32_t from, uint32_t limit) {
    while (from < limit && s->text[from] != '\n' && s->text[from] != '\r')
        from++;
    return from;
}

/* { } and the like: the first of both ends closes it. */
static uint32_t comment_end(const Scan *s, uint32_t from, uint32_t limit) {
    for (uint32_t k = from; k < limit; k++)
        if (s->text[k] == '}')
            return k + 1;
        else if (s->text[k] == '*' && k + 1 < limit && s->text[k + 1] == ')')
            return k + 2;
    return limit;
}

/* Scans the text before the next token: comments, and mistakes. */
static void between(Scan *s, uint32_t limit) {
    while (s->at < limit) {
        const char *text = s->text + s->at;
        const uint32_t from = s->at;
        if (isspace((unsigned char)*text))
            s->at++;
        else if (*text == '{')
            tell(s, TOKEN_COMMENT, from, comment_end(s, from + 1, limit));
        else if (strncmp(text, "(*", 2) == 0)
            tell(s, TOKEN_COMMENT, from, comment_end(s, from + 2, limit));
        else if (strncmp(text, "/*", 2) == 0)
            tell(s, TOKEN_COMMENT, from, behind(s, "*/", from + 2, limit));
        else if (strncmp(text, "//", 2) == 0 ||
                 (from == 0 && strncmp(text, "#!", 2) == 0))
            tell(s, TOKEN_COMMENT, from, line_end(s, from, limit));
        else if (*text == '\'')
            tell(s, TOKEN_TEXT, from, line_end(s, from, limit));
        else
            tell(s, TOKEN_OTHER, from, from + 1);
    }
}

static TokenKind kind_of(int token) {
    switch (token) {
    case T_INTEGER:
    case T_REAL: return TOKEN_NUMBER;
    case T_TEXT: return TOKEN_TEXT;
    case T_IDENT: return TOKEN_NAME;
    default: return word_of(token) != NULL ? TOKEN_WORD : TOKEN_SIGN;
    }
}

static void scan(Scan *s) {
    const StarSpan all = {0, 0, s->length};
    PARSE_STYPE value;
    StarSpan span;
    int token;
    lexer_begin(&s->lexer, s->text, all);
    while ((token = parse_lex(&value, &span, &s->lexer)) != 0) {
        between(s, span.start);
        tell_token(s,
                   &(TokenSpan){kind_of(token), span.start, span.end, token});
    }
    between(s, s->length);
}

/* False without memory: then what flex has is gone with the arena. */
static bool scan_all(Scan *s) {
    jmp_buf exhausted;
    s->arena.exhausted = &exhausted;
    if (setjmp(exhausted) != 0)
        return false;
    scan(s);
    lexer_end(&s->lexer);
    return true;
}

StarStatus tokens_scan(StarMem *mem, const char *text, size_t length,
                       TokensTake *take, void *context) {
    Scan s = {.arena = {.mem = mem},
              .text = text,
              .length = (uint32_t)length,
              .take = take,
              .context = context};
    if (length > STAR_MAX_SOURCE)
        return star_raise(mem->error, MSG_TEXT_BYTES(length));
    s.diag.arena = s.names.arena = s.lexer.arena = &s.arena;
    s.lexer.diag = &s.diag;
    s.lexer.names = &s.names;
    const bool enough = scan_all(&s);
    arena_free(&s.arena);
    return enough ? STAR_OK : STAR_MEMORY;
}
