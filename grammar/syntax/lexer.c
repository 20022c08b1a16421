/* SPDX-License-Identifier: MIT */
#include "syntax/lexer.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "syntax/recovery/foreign.h"
#include "syntax/parser.h"

/* flex's functions, which have no header of their own. */
typedef void *yyscan_t;
int lex_lex_init_extra(Lexer *lexer, yyscan_t *scanner);
int lex_lex(PARSE_STYPE *value, StarSpan *span, yyscan_t scanner);
int lex_lex_destroy(yyscan_t scanner);
struct yy_buffer_state *lex__scan_bytes(const char *text, int length,
                                        yyscan_t scanner);

void lexer_character(Lexer *lexer, StarSpan span, unsigned char c) {
    if (c == '"') {
        StarReport *r = diag_error(lexer->diag, span, MSG_DOUBLE_QUOTE());
        diag_hint(lexer->diag, r, "text stands in single quotes: 'text'");
    } else if (c == '}') {
        diag_error(lexer->diag, span, MSG_NO_COMMENT_TO_CLOSE());
    } else if (c > ' ' && c < 127) {
        diag_error(lexer->diag, span, MSG_CHARACTER_UNKNOWN(c));
    } else if ((c & 0xc0) != 0x80 || span.start == 0 ||
               (unsigned char)lexer->text[span.start - 1] < 0x80) {
        /* the bytes behind the first one of UTF-8 belong to it */
        diag_error(lexer->diag, span, MSG_BYTE_UNKNOWN(c));
    }
}

static bool ends_operand(int kind) {
    return kind == T_IDENT || kind == T_INTEGER || kind == T_REAL ||
           kind == T_TEXT || kind == ')' || kind == ']' || kind == '^' ||
           kind == T_NIL;
}

bool lexer_in_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The name before a sign, or else behind it, or else x. */
static const char *beside(const Lexer *lexer, StarSpan span) {
    const char *text = lexer->text;
    uint32_t end = span.start, start = span.end;
    while (end > 0 && text[end - 1] == ' ')
        end--;
    if (end > 0 && lexer_in_name(text[end - 1])) {
        start = end;
        while (start > 0 && lexer_in_name(text[start - 1]))
            start--;
    } else {
        for (end = start; lexer_in_name(text[end]);)
            end++;
    }
    return end == start || isdigit((unsigned char)text[start])
               ? "x"
               : arena_text(lexer->arena, text + start, end - start);
}

/* The hint with the name in each $. */
static const char *with_name(const Lexer *lexer, const char *hint,
                             StarSpan span) {
    const char *name = beside(lexer, span), *text = "";
    for (const char *at; (at = strchr(hint, '$')) != NULL; hint = at + 1)
        text = arena_printf(lexer->arena, "%s%.*s%s", text, (int)(at - hint),
                            hint, name);
    return arena_printf(lexer->arena, "%s%s", text, hint);
}

/* A character of UTF-8 that is no letter of STAR's: 0 if it is no sign. */
int lexer_letter(Lexer *lexer, StarSpan span) {
    const char *text = lexer->text + span.start;
    const uint32_t length = span.end - span.start;
    if (foreign_sign(text, length) != NULL)
        return lexer_sign(lexer, span);
    diag_error(lexer->diag, span, MSG_LETTER_UNKNOWN(length, text));
    return 0;
}

/* The token that is meant is the correction if the hint says to write it. */
static void fix_sign(const Lexer *lexer, StarReport *r, const ForeignSign *sign,
                     StarSpan span) {
    const char *meant =
        sign->token != 0 ? parser_spelling(lexer, sign->token, span) : NULL;
    if (meant == NULL)
        return;
    const int blank = (int)strspn(meant, " ");
    const int length = (int)strcspn(meant + blank, " ");
    if (strstr(sign->hint, arena_printf(lexer->arena, "'%.*s'", length,
                                        meant + blank)) != NULL)
        diag_fix(r, span, meant);
}

int lexer_sign(Lexer *lexer, StarSpan span) {
    const char *text = lexer->text + span.start;
    uint32_t length = span.end - span.start;
    const bool remark = *text == '#' || (*text == '%' && length > 1);
    if (remark)
        length = 1;
    const ForeignSign *sign = foreign_sign(remark ? "#" : text, length);
    span.end = span.start + length;
    StarReport *r =
        diag_error(lexer->diag, span,
                   MSG_NOT_IN_STAR(arena_text(lexer->arena, text, length)));
    diag_hint(lexer->diag, r, "%s", with_name(lexer, sign->hint, span));
    fix_sign(lexer, r, sign, span);
    return sign->token;
}

/* The length of a remark from % or # to the end of the line; behind an operand,
 * 1 for % as a sign. */
int lexer_remark(Lexer *lexer, StarSpan *span) {
    if (lexer->text[span->start] == '%' && ends_operand(lexer->lookahead.kind))
        lexer->offset = span->end = span->start + 1;
    return (int)(span->end - span->start);
}

void lexer_extension(Lexer *lexer, Extension extension, StarSpan span) {
    extension_used(lexer->diag, extension, span, NULL);
}

int lexer_name(Lexer *lexer, PARSE_STYPE *value, StarSpan span,
               const char *text, size_t length) {
    if (memchr(text, '_', length) != NULL)
        lexer_extension(lexer, EXTENSION_UNDERSCORE, span);
    value->name.id = names_intern(lexer->names, text, length);
    value->name.spelled = arena_text(lexer->arena, text, length);
    return T_IDENT;
}

/* A quote that nothing closes on its line. */
void lexer_open_quote(Lexer *lexer, StarSpan span) {
    const char *text = lexer->text + span.start;
    const bool joins =
        span.start > 0 && (lexer_in_name(text[-1]) || text[-1] == ')');
    StarReport *r = diag_error(lexer->diag, span, MSG_QUOTE_MISSING());
    uint32_t name = span.start;
    while (name > 0 && lexer_in_name(lexer->text[name - 1]))
        name--;
    if (name < span.start && name > 0 && lexer->text[name - 1] == '\'')
        diag_hint(lexer->diag, r, "a quote within text is doubled: 'it''s'");
    else if (joins)
        diag_hint(lexer->diag, r,
                  "STAR has no sign for transposition: CONVERT(Y) makes a "
                  "word of a slice");
}

/* The length of a literal that ends in the line after its own: a quote there,
 * before a token that follows an operand, hardly begins another literal. */
int lexer_two_lines(Lexer *lexer, StarSpan *span, const char *text) {
    const int length = (int)(strrchr(text, '\'') + 1 - text);
    StarSpan first = *span;
    first.end = first.start + (uint32_t)strcspn(text, "\r\n");
    StarReport *r = diag_error(lexer->diag, first, MSG_LITERAL_ON_TWO_LINES());
    diag_hint(lexer->diag, r, "write two literals, with + between them");
    lexer->offset = span->end = span->start + (uint32_t)length;
    return length;
}

/* A number that ends with a point looks like the bracket .) */
int lexer_bracket(Lexer *lexer, StarSpan span) {
    StarReport *r;
    if (lexer->brackets > 0)
        lexer->brackets--;
    else if (lexer->number == span.start) {
        r = diag_error(lexer->diag, span, MSG_POINT_PARENTHESIS());
        diag_hint(lexer->diag, r, "a real has digits behind its point: 1.0");
        return ')';
    }
    return ']';
}

int lexer_integer(Lexer *lexer, PARSE_STYPE *value, const StarSpan *span,
                  const char *text) {
    lexer->number = span->end;
    errno = 0;
    value->integer = strtoll(text, NULL, 10);
    if (errno == ERANGE) {
        StarReport *r = diag_error(lexer->diag, *span, MSG_INTEGER_TOO_LARGE());
        diag_hint(lexer->diag, r, "maxint is 9223372036854775807");
    }
    return T_INTEGER;
}

int lexer_real(Lexer *lexer, PARSE_STYPE *value, const StarSpan *span,
               const char *text) {
    lexer->number = span->end;
    value->real = strtod(text, NULL);
    if (value->real > 1.7976931348623157e308)
        diag_error(lexer->diag, *span, MSG_REAL_TOO_LARGE());
    return T_REAL;
}

/* The text between the quotes, a doubled quote standing for one. */
int lexer_text(Lexer *lexer, PARSE_STYPE *value, StarSpan span,
               const char *text, size_t length) {
    char *copy = arena_alloc(lexer->arena, length + 1, 1);
    uint32_t n = 0;
    for (size_t i = 1; i < length; i++) {
        if (text[i] == '\'' && (i + 1 == length || text[++i] != '\''))
            break;
        copy[n++] = text[i];
    }
    if (n == 0)
        lexer_extension(lexer, EXTENSION_EMPTYTEXT, span);
    value->text.bytes = copy;
    value->text.length = n;
    return T_TEXT;
}

/* True if a name begins where a number ends: one mistake with the number, and
 * no second one about the name. */
static bool joined(Lexer *lexer, const Token *t) {
    const char *word = lexer->text + t->span.start;
    int length = (int)(t->span.end - t->span.start);
    StarReport *r;
    if (t->kind == 0 || t->span.start != lexer->number ||
        !(isalpha((unsigned char)*word) || *word == '_'))
        return false;
    if (t->kind != T_IDENT) {
        r = diag_error(lexer->diag, t->span,
                       MSG_NUMBER_BEFORE_WORD(length, word));
        diag_hint(lexer->diag, r, "leave a blank before '%.*s'", length, word);
        return false;
    }
    r = diag_error(lexer->diag, t->span, MSG_NUMBER_WITH_LETTERS(length, word));
    if (length == 1 && (*word == 'e' || *word == 'E'))
        diag_hint(lexer->diag, r, "a real has digits behind its e: 1e0");
    else if (*word == '_')
        diag_hint(lexer->diag, r, "digits stand together: 1000000");
    else if (*word == 'x' || *word == 'X')
        diag_hint(lexer->diag, r, "numbers are decimal: 31 for 0x1F");
    else if ((*word == 'b' || *word == 'B') && length > 1)
        diag_hint(lexer->diag, r, "a bit constant stands in quotes: '%.*s'",
                  length - 1, word + 1);
    return true;
}

static void read_ahead(Lexer *lexer) {
    Token *t = &lexer->lookahead;
    const int last = t->kind;
    t->span.file = lexer->last.file;
    do
        t->kind = lex_lex(&t->value, &t->span, lexer->scanner);
    while (joined(lexer, t));
    if (t->kind == 0 && lexer->more > 0) {
        t->kind = lexer->more-- == 2 ? T_IDENT : ';';
        if (t->kind == T_IDENT)
            lexer_name(lexer, &t->value, t->span, "forward", 7);
    }
    if (t->kind == 0)
        t->span.start = t->span.end = lexer->offset;
    if (t->kind == 0 && lexer->piece == T_ENTRY && last != T_ENTRY &&
        last != ';' && last != '.')
        t->kind = ';'; /* the last one may be missing */
}

/* Some editors begin a file with a mark that it is UTF-8: its length. */
static uint32_t mark(const char *text, StarSpan part) {
    static const char utf8[] = "\xef\xbb\xbf";
    const uint32_t length = sizeof utf8 - 1;
    return part.start == 0 && part.end >= length &&
                   memcmp(text, utf8, length) == 0
               ? length
               : 0;
}

void lexer_begin(Lexer *lexer, const char *text, StarSpan part) {
    const uint32_t skipped = mark(text, part);
    part.start += skipped;
    lexer->text = text;
    lexer->offset = part.start;
    lexer->brackets = 0;
    lexer->opened = 0;
    lexer->number = UINT32_MAX;
    lexer->previous = ';';
    lexer->last = (StarSpan){part.file, skipped, skipped};
    lexer->comment = lexer->last;
    if (lex_lex_init_extra(lexer, &lexer->scanner) != 0)
        longjmp(*lexer->arena->exhausted, 1);
    lex__scan_bytes(text + part.start, (int)(part.end - part.start),
                    lexer->scanner);
    lexer->lookahead = (Token){.kind = lexer->piece, .span = lexer->last};
    if (lexer->piece == 0)
        read_ahead(lexer);
}

void lexer_end(Lexer *lexer) {
    lex_lex_destroy(lexer->scanner);
}

static bool begins_statement(int kind) {
    return kind == T_IDENT || kind == T_BEGIN || kind == T_IF ||
           kind == T_CASE || kind == T_FOR || kind == T_WHILE ||
           kind == T_REPEAT || kind == T_WITH || kind == T_END ||
           kind == T_SET || kind == T_GOTO || kind == T_INTEGER;
}

/* True if a statement, or an empty one, may end with this token. */
static bool ends_statement(int kind) {
    return ends_operand(kind) || kind == ';' || kind == ':' || kind == T_END ||
           kind == T_THEN || kind == T_ELSE || kind == T_DO || kind == T_OF;
}

/* Notes what a token opens or closes, of that which 'end' or 'until' closes. A
 * record's variants have no end of their own. */
static void nest(Lexer *lexer, int kind) {
    uint32_t n = lexer->opened;
    if (n > 0 && (kind == T_END || kind == T_UNTIL)) {
        lexer->opened--;
    } else if (kind == T_BEGIN || kind == T_REPEAT || kind == T_RECORD ||
               (kind == T_CASE && (n == 0 || lexer->open[n - 1] != T_RECORD))) {
        lexer->open = arena_grow(lexer->arena, lexer->open, n,
                                 &lexer->open_room, sizeof *lexer->open);
        lexer->open[lexer->opened++] = kind;
    }
}

/* Otherwise, before a statement of a case statement: only before 'end' it
 * could be the name of a procedure too. */
static bool is_otherwise(const Lexer *lexer) {
    const int next = lexer->lookahead.kind;
    return begins_statement(next) && ends_statement(lexer->previous) &&
           (next != T_END ||
            (lexer->opened > 0 && lexer->open[lexer->opened - 1] == T_CASE));
}

/* Most names differ in their first letter. */
static bool is(Name name, const char *word) {
    return *name == *word && strcmp(name, word) == 0;
}

/* 'set' is Pascal's only before 'of'; elsewhere it is STAR's SET(Y).
 * STAR's words are names unless what stands beside them shows otherwise:
 * proc and uses before another name, xor after an operand. */
static int keyword(Lexer *lexer, const Token *token) {
    Name name = token->value.name.id;
    const bool behind = lexer->lookahead.kind == T_IDENT;
    Extension x;
    int kind;
    if (is(name, "otherwise") && is_otherwise(lexer)) {
        x = EXTENSION_OTHERWISE;
        kind = T_OTHERWISE;
    } else if (is(name, "xor") && ends_operand(lexer->previous)) {
        x = EXTENSION_XOR;
        kind = T_XOR;
    } else if (is(name, "proc") && behind) {
        x = EXTENSION_PROC;
        kind = T_PROCEDURE;
    } else if (is(name, "uses") && behind) {
        x = EXTENSION_USES;
        kind = T_USES;
    } else {
        return T_IDENT;
    }
    lexer_extension(lexer, x, token->span);
    return kind;
}

/* True for a name behind ';' that continues no declaration: in an entry it ends
 * the declarations, where a program has 'begin'. */
static bool starts(const Lexer *lexer) {
    const int next = lexer->lookahead.kind;
    return lexer->piece == T_ENTRY &&
           (lexer->previous == ';' || lexer->previous == T_ENTRY) &&
           next != ':' && next != ',' && next != '=';
}

static int take(PARSE_STYPE *value, StarSpan *span, const Token *token) {
    *value = token->value;
    *span = token->span;
    return token->kind;
}

int parse_lex(PARSE_STYPE *value, StarSpan *span, Lexer *lexer) {
    if (lexer->corrected != NULL)
        return take(value, span, lexer->corrected++);
    Token token = lexer->lookahead;
    if (token.kind != 0)
        read_ahead(lexer);
    if (token.kind == T_SET && lexer->lookahead.kind != T_OF)
        token.kind = T_IDENT;
    else if (token.kind == T_IDENT)
        token.kind = keyword(lexer, &token);
    if (token.kind == T_IDENT && starts(lexer))
        token.kind = T_START;
    nest(lexer, token.kind);
    lexer->previous = token.kind;
    lexer->last = token.span;
    return take(value, span, &token);
}
