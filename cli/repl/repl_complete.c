/* SPDX-License-Identifier: MIT */
/* Completion at the prompt: of commands behind ':', of files behind those that
 * take one, else of names. */
#include <string.h>
#include <strings.h>

#include "repl/line.h"
#include "repl/repl.h"
#include "tools/docs.h"
#include "tools/tokens.h"

static void keywords(void) {
    const char *name;
    for (int k = 0; (name = tokens_word(k)) != NULL; k++)
        line_offer(name, "keyword");
}

static void declared(Repl *r) {
    static const char *const kind[] = {[STAR_SYMBOL_CONSTANT] = "constant",
                                       [STAR_SYMBOL_TYPE] = "type",
                                       [STAR_SYMBOL_VARIABLE] = "variable",
                                       [STAR_SYMBOL_PROCEDURE] = "procedure",
                                       [STAR_SYMBOL_PRIMITIVE] = "primitive",
                                       [STAR_SYMBOL_REQUIRED] = "predeclared"};
    uint32_t at = 0;
    StarSymbol s;
    while (star_session_next(r->session, &at, &s))
        line_offer(s.name, kind[s.kind]);
}

static void library(void) {
    const char *name;
    for (int k = 0; (name = docs_name(DOCS_PROCEDURE, k)) != NULL; k++)
        line_offer(name, "library");
}

/* A line up to the word that is completed. */
typedef struct Before {
    const char *line;
    int tokens;
    bool uses, semicolon; /* it begins with the one, has the other */
} Before;

static void note(void *context, const TokenSpan *t) {
    Before *b = context;
    const char *text = b->line + t->start;
    if (t->kind == TOKEN_COMMENT)
        return;
    if (b->tokens++ == 0)
        b->uses = t->end - t->start == 4 && strncasecmp(text, "uses", 4) == 0;
    b->semicolon |= t->kind == TOKEN_SIGN && *text == ';';
}

/* Behind `uses` and before the ';'. */
static bool is_unit(Repl *r, const char *line, size_t begin) {
    Before b = {.line = line};
    StarMem *mem = star_machine_backend(r->loaded.machine)->mem;
    return tokens_scan(mem, line, begin, note, &b) == STAR_OK && b.uses &&
           !b.semicolon;
}

static void units(void) {
    const char *name;
    for (int k = 0; (name = docs_unit(k)) != NULL; k++)
        line_offer(name, "unit");
}

static void commands(void) {
    for (int k = 0; repl_command_name(k) != NULL; k++)
        line_offer(repl_command_name(k), "command");
}

static void limits(void) {
    for (int k = 0; repl_limit_name(k) != NULL; k++)
        line_offer(repl_limit_name(k), "limit");
}

static void names(Repl *r) {
    declared(r);
    keywords();
    library();
}

void repl_complete(void *context, const char *line, size_t begin,
                   const char *word) {
    (void)word;
    if (*line == ':' && begin == 1) {
        commands();
    } else if (*line == ':' && repl_argument(line, "FILE") != NULL) {
        line_offer_files();
    } else if (*line == ':' && repl_argument(line, REPL_LIMITS) != NULL) {
        limits();
    } else if (is_unit(context, line, begin)) {
        units();
    } else {
        if (*line == ':' && repl_argument(line, "[NAME]") != NULL)
            commands();
        names(context);
    }
}
