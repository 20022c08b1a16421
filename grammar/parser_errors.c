/* Messages about mistakes in the grammar. */
#include <string.h>

#include "parser.h"

/* What stands in the source, quoted; the end of the file has no text. */
static const char *quoted(Lexer *lexer, StarSpan span, const char *name) {
    const char *text = lexer->text + span.start;
    uint32_t length = span.end - span.start;
    if (length == 0)
        return name;
    return arena_printf(lexer->arena, "'%.*s'%s",
                        (int)(length < 40 ? length : 40), text,
                        length < 40 ? "" : "...");
}

static bool expects(const char *const *expected, int n, const char *name) {
    for (int i = 0; i < n; i++)
        if (strcmp(expected[i], name) == 0)
            return true;
    return false;
}

/* Where an operator may stand, what would end the expression says more. */
static bool is_operator(const char *token) {
    static const char *const names[] = {
        "'+'", "'-'", "'*'", "'/'", "'='", "'<'", "'>'", "<>",  "<=", ">=",
        "div", "mod", "and", "or",  "xor", "in", "'('", "'['", "'^'", "'.'",
        ".."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(token, names[i]) == 0)
            return true;
    return false;
}

/* A short phrase for a set of tokens: a category where one fits, else the
 * tokens. */
static const char *wanted(Lexer *lexer, const char *const *expected,
                          int n) {
    const char *text = "", *choice[40];
    int choices = 0;
    if (expects(expected, n, "begin") && expects(expected, n, "const"))
        return "a declaration or 'begin'";
    if (expects(expected, n, "const"))
        return "a declaration";
    if (expects(expected, n, "begin"))
        return "a statement";
    if (expects(expected, n, "array"))
        return expects(expected, n, "a name") ? "a type"
                                              : "a structured type";
    if (expects(expected, n, "not") ||
        (n > 1 && expects(expected, n, "a number")))
        return "an expression";
    if (expects(expected, n, "'.'") && !expects(expected, n, "'['"))
        return "'.'";
    for (int i = 0; i < n; i++)
        if (!is_operator(expected[i]))
            choice[choices++] = expected[i];
    for (int i = 0; i < choices && i < 4; i++) {
        bool word = strncmp(choice[i], "a ", 2) != 0 &&
                    strncmp(choice[i], "the ", 4) != 0 &&
                    choice[i][0] != '\'';
        text = arena_printf(lexer->arena, "%s%s%s%s%s", text,
                            i == 0             ? ""
                            : i == choices - 1 ? " or "
                                               : ", ",
                            word ? "'" : "", choice[i], word ? "'" : "");
    }
    return text;
}

void parser_syntax(Lexer *lexer, StarSpan span, const char *found,
                   const char *const *expected, int n) {
    const char *want = wanted(lexer, expected, n);
    const char *there = quoted(lexer, span, found);
    StarReport *r = diag_error(lexer->diag, STAR_SYNTAX, span,
                               "expected %s, found %s", want, there);
    diag_expected(r, want, there);
    if (strcmp(found, "else") == 0)
        diag_hint(lexer->diag, r, "no ';' may stand before 'else'");
    else if (strcmp(found, ":=") == 0)
        diag_hint(lexer->diag, r, "a comparison is written with '='");
    else if (span.start == span.end)
        diag_hint(lexer->diag, r, "an 'end' may be missing");
}

void parser_exhausted(Lexer *lexer, StarSpan span) {
    span.end = span.start + 1;
    diag_error(lexer->diag, STAR_NESTING, span,
               "constructs are nested more than %d deep, or more than %d "
               "'else if' follow one another",
               PARSER_NESTING, PARSER_CHAIN);
}

void parser_surplus_end(Lexer *lexer, StarSpan span) {
    StarReport *r = diag_error(
        lexer->diag, STAR_SURPLUSEND, span,
        "surplus 'end': everything before it is closed already");
    diag_hint(lexer->diag, r, "remove this 'end'");
}

/* The place is right behind the statement that should have ended. */
void parser_missing_semicolon(Lexer *lexer, StarSpan before,
                              const Stmt *after) {
    StarSpan at = {before.file, before.end, before.end + 1};
    if (before.end == lexer->skipped)
        return;
    StarReport *r = diag_error(
        lexer->diag, STAR_SYNTAX, at,
        "expected ';' between statements, found %s",
        quoted(lexer, (StarSpan){after->span.file, after->span.start,
                                 after->span.start +
                                     (uint32_t)strcspn(
                                         lexer->text + after->span.start,
                                         " \t\r\n;()[],:=")},
               "a statement"));
    diag_hint(lexer->diag, r, "add ';' here");
}

void parser_equals(Lexer *lexer, StarSpan span) {
    StarReport *r = diag_error(lexer->diag, STAR_SYNTAX, span,
                               "expected ':=', found '='");
    diag_hint(lexer->diag, r, "a value is assigned with ':='");
}

Ident parser_hyphen(Lexer *lexer, StarSpan span) {
    const char *text = lexer->text + span.start;
    size_t length = span.end - span.start, n = 0;
    char *name = arena_alloc(lexer->arena, length + 1, 1);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] > ' ')
            name[n++] = text[i];
    return (Ident){names_intern(lexer->names, name, n), name};
}
