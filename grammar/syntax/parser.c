/* SPDX-License-Identifier: MIT */
/* Runs the parser; what its actions share. */
#include "syntax/parser.h"

#include <ctype.h>
#include <string.h>

/* True if a report is there already, or one as deep: the tree is of no use. */
static bool has(const Diag *d, const StarReport *r) {
    for (int i = 0; i < d->count; i++)
        if (d->report[i].status == r->status &&
            d->report[i].span.file == r->span.file &&
            d->report[i].span.start == r->span.start)
            return true;
    return false;
}

static bool too_deep(const Diag *d) {
    for (int i = 0; i < d->count; i++)
        if (d->report[i].status == STAR_NESTING)
            return true;
    return false;
}

/* Parses the corrected text; its actions may report more. */
static Module *correct(Lexer *told, const char *text, StarSpan part,
                       const Token *corrected) {
    Diag diag = {.arena = told->arena};
    Lexer lexer = {.arena = told->arena, .diag = &diag, .names = told->names};
    lexer_begin(&lexer, text, part);
    lexer.corrected = corrected;
    diag = (Diag){.arena = told->arena};
    const bool read = parse_parse(&lexer) == 0 && !too_deep(&diag);
    lexer_end(&lexer);
    for (int i = 0; i < diag.count; i++)
        if (diag.report[i].severity == STAR_ERROR &&
            !has(told->diag, &diag.report[i]))
            diag_add(told->diag, &diag.report[i]);
    return read ? lexer.module : NULL;
}

/* True if the text was parsed without errors. Else, `doubt` unless NULL gets
 * what they leave in doubt, and the lexer's module is that of the corrected
 * text. */
static bool run(Lexer *lexer, const char *text, StarSpan part, Doubt *doubt) {
    const Diag *d = lexer->diag;
    const int before = d->errors - d->extensions;
    const Token *corrected = NULL;
    lexer_begin(lexer, text, part);
    const int failed = parse_parse(lexer);
    const bool wrong = d->errors - d->extensions > before;
    const bool read = doubt != NULL && failed != 2 && !too_deep(d);
    if (failed == 1 || (wrong && read))
        corrected = parser_diagnose(lexer, part, read ? doubt : NULL);
    lexer_end(lexer);
    if (doubt != NULL && wrong && !read)
        lexer->module = NULL;
    if (corrected != NULL && read)
        lexer->module = correct(lexer, text, part, corrected);
    return d->errors - d->extensions == before;
}

Module *parser_run(Arena *arena, Diag *diag, Names *names, const char *text,
                   StarSpan part, Doubt *doubt) {
    Lexer lexer = {.arena = arena, .diag = diag, .names = names};
    if (doubt != NULL)
        *doubt = (Doubt){0};
    const bool right = run(&lexer, text, part, doubt);
    return right || doubt != NULL ? lexer.module : NULL;
}

/* The length of the word that begins a procedure or function of the library, if
 * this line does; else 0. */
static uint32_t routine_word(const char *line) {
    static const char proc[] = "proc ", function[] = "function ";
    if (strncmp(line, proc, sizeof proc - 1) == 0)
        return sizeof proc - 1;
    return strncmp(line, function, sizeof function - 1) == 0
               ? sizeof function - 1
               : 0;
}

/* The next line that begins one, or the end of the text. In the library only
 * they begin a line with these words, and only they end with `end;` at the
 * beginning of one (tests/tree.sh). */
static uint32_t next_routine(const char *text, StarSpan part) {
    const char *line = text + part.start;
    while (line != NULL && routine_word(line) == 0) {
        line = strchr(line, '\n');
        if (line != NULL)
            line++;
    }
    return line != NULL ? (uint32_t)(line - text) : part.end;
}

static Decl *routine_named(Lexer *lexer, const char *text, StarSpan part) {
    static const char end[] = "\nend;";
    const uint32_t word = routine_word(text + part.start);
    StarSpan name = {part.file, part.start + word, part.start + word};
    while (lexer_in_name(text[name.end]))
        name.end++;
    const char *spelled =
        arena_text(lexer->arena, text + name.start, name.end - name.start);
    Decl *d = ast_decl(
        lexer->arena, DECL_PROC,
        names_intern(lexer->names, spelled, name.end - name.start), name);
    const char *last = strstr(text + name.end, end);
    d->spelled = spelled;
    d->routine.function = text[part.start] == 'f';
    d->routine.text = part;
    if (last != NULL)
        d->routine.text.end = (uint32_t)(last - text + (sizeof end - 1));
    d->routine.named = true;
    return d;
}

Module *parser_names_run(Arena *arena, Diag *diag, Names *names,
                         const char *text, StarSpan part) {
    Lexer lexer = {.arena = arena, .diag = diag, .names = names};
    StarSpan rest = part;
    List routines = {0};
    part.end = rest.start = next_routine(text, part);
    if (!run(&lexer, text, part, NULL))
        return NULL;
    while (rest.start < rest.end) {
        Decl *d = routine_named(&lexer, text, rest);
        routines = parser_append_decl(routines, d);
        rest.start = d->routine.text.end;
        rest.start = next_routine(text, rest);
    }
    Decl **next = &lexer.module->block->decls;
    while (*next != NULL)
        next = &(*next)->next;
    *next = routines.first;
    return lexer.module;
}

Module *parser_entry_run(Arena *arena, Diag *diag, Names *names,
                         const char *text, StarSpan part) {
    Lexer lexer = {
        .arena = arena, .diag = diag, .names = names, .piece = T_ENTRY};
    return run(&lexer, text, part, NULL) ? lexer.module : NULL;
}

Expr *parser_expression_run(Arena *arena, Diag *diag, Names *names,
                            const char *text, StarSpan part) {
    Lexer lexer = {
        .arena = arena, .diag = diag, .names = names, .piece = T_EXPRESSION};
    return run(&lexer, text, part, NULL) ? lexer.expr : NULL;
}

/* A statement should stand behind these, though none need. */
static bool wants_more(int kind) {
    return kind == T_THEN || kind == T_ELSE || kind == T_DO;
}

/* Every entry of a session comes here, some several times: a stack from the
 * arena would be made 0 each time. */
static ParserFit fit(Lexer *lexer) {
    int state[PARSER_STACK], first[PARSER_STACK];
    ParserStack stack = {.depth = 1, .state = state, .first = first};
    PARSE_STYPE value;
    StarSpan span;
    int kind, last = 0;
    state[0] = 0;
    do {
        kind = parse_lex(&value, &span, lexer);
        const bool read = span.start < span.end;
        if (!parser_shift(&stack, kind))
            return read ? PARSER_WRONG : PARSER_BEGUN;
        if (read)
            last = kind;
    } while (kind != 0);
    return wants_more(last) ? PARSER_BEGUN : PARSER_WHOLE;
}

ParserFit parser_fit(Arena *arena, int piece, const char *text, StarSpan part) {
    Diag diag = {.arena = arena};
    Names names = {.arena = arena};
    Lexer lexer = {
        .arena = arena, .diag = &diag, .names = &names, .piece = piece};
    ParserFit found;
    lexer_begin(&lexer, text, part);
    found = fit(&lexer);
    lexer_end(&lexer);
    for (int i = 0; i < diag.count; i++)
        if (diag.report[i].status == STAR_COMMENT)
            return PARSER_BEGUN;
    return diag.errors > 0 && found == PARSER_BEGUN ? PARSER_WRONG : found;
}

uint32_t parser_tail(Arena *arena, const char *text, StarSpan part) {
    Diag diag = {.arena = arena};
    Names names = {.arena = arena};
    Lexer lexer = {
        .arena = arena, .diag = &diag, .names = &names, .piece = T_ENTRY};
    PARSE_STYPE value;
    StarSpan span;
    uint32_t tail = part.start, next = tail;
    int kind;
    lexer_begin(&lexer, text, part);
    while ((kind = parse_lex(&value, &span, &lexer)) != 0)
        if (span.start == span.end)
            continue; /* no token of the text */
        else if (kind == ';')
            next = span.end;
        else
            tail = next;
    lexer_end(&lexer);
    return tail;
}

bool parser_is_program(Arena *arena, Names *names, const char *text,
                       size_t length) {
    Diag diag = {.arena = arena}; /* what the parser would say anyway */
    Lexer lexer = {.arena = arena, .diag = &diag, .names = names};
    lexer_begin(&lexer, text, (StarSpan){0, 0, (uint32_t)length});
    lexer_end(&lexer);
    return lexer.lookahead.kind == T_PROGRAM;
}

Decl *parser_again(Arena *arena, Diag *diag, Names *names, const char *text,
                   const Decl *routine, bool heading) {
    Lexer lexer = {
        .arena = arena, .diag = diag, .names = names, .more = heading ? 2 : 0};
    StarSpan part = routine->routine.text;
    if (heading)
        part.end = routine->routine.body;
    lexer_begin(&lexer, text, part);
    parse_parse(&lexer);
    lexer_end(&lexer);
    return lexer.module->block->decls;
}

const char *parser_spelling(const Lexer *lexer, int kind, StarSpan span) {
    const char *name = parser_token_name(kind), *text = lexer->text;
    if (name == NULL || strchr(name, ' ') != NULL)
        return NULL;
    if (*name == '\'') /* a character in quotes */
        return arena_text(lexer->arena, name + 1, 1);
    const bool word = isalpha((unsigned char)*name);
    return arena_printf(
        lexer->arena, "%s%s%s",
        word && span.start > 0 && lexer_in_name(text[span.start - 1]) ? " "
                                                                      : "",
        name, word && lexer_in_name(text[span.end]) ? " " : "");
}

void parser_exhausted(Lexer *lexer, StarSpan span) {
    span.end = span.start + 1;
    diag_error(lexer->diag, span,
               MSG_CONSTRUCTS_CHAINED(PARSER_NESTING, PARSER_CHAIN));
}

uint16_t parser_nested(Lexer *lexer, uint16_t depth, StarSpan span) {
    if (depth + 1 == PARSER_NESTING + 1) {
        span.end = span.start + 1;
        diag_error(lexer->diag, span, MSG_CONSTRUCTS_NESTED(PARSER_NESTING));
    }
    return depth < UINT16_MAX ? depth + 1 : depth;
}

/* What stands around the hyphen is no part of the name. */
Ident parser_hyphen(Lexer *lexer, StarSpan span) {
    lexer_extension(lexer, EXTENSION_HYPHEN, span);
    const char *text = lexer->text;
    uint32_t first = span.start, last = span.end;
    while (lexer_in_name(text[first]))
        first++;
    while (lexer_in_name(text[last - 1]))
        last--;
    const char *name =
        arena_printf(lexer->arena, "%.*s-%.*s", (int)(first - span.start),
                     text + span.start, (int)(span.end - last), text + last);
    return (Ident){names_intern(lexer->names, name, strlen(name)), name};
}

/* Lists. */

#define APPEND(function, Node)                \
    List function(List list, Node *node) {    \
        if (list.last != NULL)                \
            ((Node *)list.last)->next = node; \
        else                                  \
            list.first = node;                \
        list.last = node;                     \
        return list;                          \
    }

APPEND(parser_append_decl, Decl)
APPEND(parser_append_expr, Expr)
APPEND(parser_append_stmt, Stmt)
APPEND(parser_append_type, TypeExpr)
APPEND(parser_append_arm, CaseArm)
APPEND(parser_append_label, CaseLabel)
APPEND(parser_append_variant, Variant)

List parser_concat_decls(List list, List more) {
    if (more.first == NULL)
        return list;
    list = parser_append_decl(list, more.first);
    list.last = more.last;
    return list;
}
