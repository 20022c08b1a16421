/* SPDX-License-Identifier: MIT */
/* From characters to the parser's tokens. star.l finds the words; here they
 * get their values, and STAR's own keywords, which are not reserved, are
 * told from names by the tokens around them. */
#ifndef STAR_LEXER_H
#define STAR_LEXER_H

#include "syntax/ast.h"
#include "extension.h"
#include "syntax/intern.h"

#include "star.tab.h"

typedef struct Token {
    int kind;
    PARSE_STYPE value;
    StarSpan span;
} Token;

/* The state of one file's lexer; also what the parser is given. */
struct Lexer {
    Arena *arena;
    Diag *diag;
    Names *names;
    void *scanner;    /* flex's */
    const char *text; /* the whole file */
    uint32_t offset;  /* of the next character */
    StarSpan comment; /* where the open comment began */
    int brackets;     /* that are open */
    uint32_t number;  /* where the last number ended */
    int *open;        /* begin, case, record and repeat without their end */
    uint32_t opened, open_room;
    Token lookahead; /* the token after the current one */
    int previous;    /* kind of the token before the current one */
    StarSpan last;   /* place of the token returned last */
    int piece;       /* an entry of a session, or an expression: its first
                        token */
    Module *module;  /* the parser's result, or */
    Expr *expr;
    int more; /* tokens behind the text: the last ones of forward; */
    const Token *corrected; /* read in place of the text unless NULL */
};

/* Begins to read a part of a text. */
void lexer_begin(Lexer *lexer, const char *text, StarSpan part);
void lexer_end(Lexer *lexer);

/* The next token for the parser. */
int parse_lex(PARSE_STYPE *value, StarSpan *span, Lexer *lexer);

/* True for letters, digits and the underscore. */
bool lexer_in_name(char c);

/* Called by star.l: values of tokens, and errors. */
int lexer_name(Lexer *lexer, PARSE_STYPE *value, StarSpan span,
               const char *text, size_t length);
int lexer_integer(Lexer *lexer, PARSE_STYPE *value, const StarSpan *span,
                  const char *text);
int lexer_real(Lexer *lexer, PARSE_STYPE *value, const StarSpan *span,
               const char *text);
int lexer_text(Lexer *lexer, PARSE_STYPE *value, StarSpan span,
               const char *text, size_t length);
int lexer_two_lines(Lexer *lexer, StarSpan *span, const char *text);
void lexer_open_quote(Lexer *lexer, StarSpan span);
int lexer_bracket(Lexer *lexer, StarSpan span); /* .) */
int lexer_sign(Lexer *lexer, StarSpan span);    /* of another language */
int lexer_letter(Lexer *lexer, StarSpan span);  /* beyond ASCII */
int lexer_remark(Lexer *lexer, StarSpan *span); /* behind % or # */
void lexer_extension(Lexer *lexer, Extension extension, StarSpan span);
void lexer_character(Lexer *lexer, StarSpan span, unsigned char c);

#endif
