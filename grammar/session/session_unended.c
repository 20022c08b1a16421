/* SPDX-License-Identifier: MIT */
/* Where a text with a mistake ends. The automaton stops at the mistake, so the
 * words that open and close blocks are counted. */
#include <string.h>

#include "session/session_inside.h"
#include "syntax/lexer.h"

/* What a text has begun, beside the blocks that its lexer knows to be open. */
typedef struct Begun {
    int routines;    /* headings without their body */
    int parentheses; /* within them, headings are those of parameters */
    int last;        /* kind of the last token */
    int block;       /* kind of the word that has begun the innermost block */
} Begun;

/* A block that is open at a heading lacks its end, and will not get it. */
static void begin_routine(Begun *b, Lexer *lexer) {
    if (lexer->opened > 0)
        b->routines = 0;
    lexer->opened = 0;
    b->routines++;
}

/* True if a token ends a procedure. The word `begin` may be misspelled. */
static bool ends_routine(const Begun *b, const Lexer *lexer, int kind,
                         Name name) {
    if (b->routines == 0 || lexer->opened > 0)
        return false;
    return kind == T_END ? b->block == T_BEGIN || b->block == 0
                         : kind == T_IDENT && b->last == ';' && b->block == 0 &&
                               strcmp(name, "forward") == 0;
}

static void note_token(Begun *b, Lexer *lexer, int kind, Name name) {
    if (kind == T_BEGIN)
        b->parentheses = 0; /* one was not closed */
    else if (kind == '(')
        b->parentheses++;
    else if (kind == ')')
        b->parentheses -= b->parentheses > 0;
    else if (ends_routine(b, lexer, kind, name))
        b->routines--;
    else if ((kind == T_PROCEDURE || kind == T_FUNCTION) && b->parentheses == 0)
        begin_routine(b, lexer);
    b->last = kind;
    b->block = lexer->opened > 0 ? lexer->open[lexer->opened - 1] : 0;
}

bool session_unended(Arena *arena, const char *text, StarSpan part) {
    Diag diag = {.arena = arena};
    Names names = {.arena = arena};
    Lexer lexer = {.arena = arena, .diag = &diag, .names = &names};
    Begun begun = {0};
    PARSE_STYPE value;
    StarSpan span;
    int kind;
    bool stopped = false;
    lexer_begin(&lexer, text, part);
    const bool program = lexer.lookahead.kind == T_PROGRAM;
    while ((kind = parse_lex(&value, &span, &lexer)) != 0) {
        stopped |= begun.last == T_END && kind == '.';
        note_token(&begun, &lexer, kind, value.name.id);
    }
    lexer_end(&lexer);
    return program ? !stopped : begun.routines > 0 || lexer.opened > 0;
}
