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

/* A short phrase for a set of tokens: a category where one fits, else the
 * tokens. */
static const char *wanted(Lexer *lexer, const char *const *expected,
                          int n) {
    const char *text = "";
    if (expects(expected, n, "begin") && expects(expected, n, "const"))
        return "a declaration or 'begin'";
    if (expects(expected, n, "const"))
        return "a declaration";
    if (expects(expected, n, "begin") && !expects(expected, n, "a number"))
        return "a statement";
    if (expects(expected, n, "array"))
        return "a type";
    if (expects(expected, n, "not") || expects(expected, n, "a number"))
        return "an expression";
    if (expects(expected, n, "';'"))
        return "';'";
    if (expects(expected, n, "')'"))
        return "')'";
    if (expects(expected, n, "']'"))
        return "']'";
    for (int i = 0; i < n && i < 4; i++) {
        bool word = strncmp(expected[i], "a ", 2) != 0 &&
                    strncmp(expected[i], "the ", 4) != 0 &&
                    expected[i][0] != '\'';
        text = arena_printf(lexer->arena, "%s%s%s%s%s", text,
                            i == 0       ? ""
                            : i == n - 1 ? " or "
                                         : ", ",
                            word ? "'" : "", expected[i], word ? "'" : "");
    }
    return text;
}

void parser_syntax(Lexer *lexer, StarSpan span, const char *found,
                   const char *const *expected, int n) {
    StarReport *r = diag_error(lexer->diag, STAR_SYNTAX, span,
                               "expected %s, found %s",
                               wanted(lexer, expected, n),
                               quoted(lexer, span, found));
    if (strcmp(found, "else") == 0)
        diag_hint(lexer->diag, r, "no ';' may stand before 'else'");
    else if (strcmp(found, ":=") == 0 && expects(expected, n, "="))
        diag_hint(lexer->diag, r, "a comparison is written with '='");
    else if (span.start == span.end)
        diag_hint(lexer->diag, r, "an 'end' may be missing");
}

void parser_exhausted(Lexer *lexer, StarSpan span) {
    diag_error(lexer->diag, STAR_NESTING, span,
               "constructs are nested more than %d deep", PARSER_NESTING);
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

void parser_otherwise(Lexer *lexer, StarSpan span, Name word) {
    if (strcmp(word, "otherwise") != 0)
        diag_error(lexer->diag, STAR_SYNTAX, span,
                   "expected a case label or 'otherwise', found '%s'",
                   word);
}

Ident parser_hyphen(Lexer *lexer, StarSpan span) {
    const char *text = lexer->text + span.start;
    size_t length = span.end - span.start;
    return (Ident){names_intern(lexer->names, text, length),
                   arena_text(lexer->arena, text, length)};
}
