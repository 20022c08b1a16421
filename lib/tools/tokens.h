/* SPDX-License-Identifier: MIT */
/* The words of the language, and a text as the compiler's scanner reads it:
 * for completion and highlighting.
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_TOKENS_H
#define STAR_TOOLS_TOKENS_H

#include "memory/mem.h"

/* Word k, from 0, of the grammar, in lower case; NULL behind the last one. Some
 * of them are names too, where no word can stand: proc, uses, xor, set. */
const char *tokens_word(int k);

typedef enum TokenKind {
    TOKEN_WORD,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_TEXT, /* in quotes; one without its end has its line */
    TOKEN_SIGN,
    TOKEN_COMMENT, /* one without its end goes on to that of the text */
    TOKEN_OTHER    /* what means nothing */
} TokenKind;

/* Bytes start..end-1 of the text. */
typedef struct TokenSpan {
    TokenKind kind;
    uint32_t start, end;
    int token; /* the parser's number of it; 0 of what is none */
} TokenSpan;

/* Tells of all tokens and comments of a text, in their order; they do not
 * overlap, and between them are blanks and ends of lines alone. The text has a
 * 0 behind its `length` bytes; mistakes in it do no harm. STAR_MEMORY, raised
 * in the account, if there is not enough; STAR_SOURCE if the text is longer
 * than a source may be. */
typedef void TokensTake(void *context, const TokenSpan *token);
StarStatus tokens_scan(StarMem *mem, const char *text, size_t length,
                       TokensTake *take, void *context);

#endif
