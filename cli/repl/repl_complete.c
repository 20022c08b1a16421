/* SPDX-License-Identifier: MIT */
/* Completion at the prompt: of commands behind ':', of files behind those that
 * take one, else of names. */
#include <stdio.h>

#include "repl/line.h"
#include "repl/repl.h"
#include "tools/symbols/complete.h"

/* A procedure with its parameters, in short. */
static void offer(void *context, const char *name, const char *kind) {
    const Repl *r = context;
    char heading[DOCS_HEADING], text[DOCS_HEADING + 16];
    const bool known = complete_heading(r->session, name, heading);
    snprintf(text, sizeof text, known ? "%-9s  %s" : "%s", kind, heading);
    line_offer(name, text);
}

static void commands(void) {
    for (int k = 0; repl_command_name(k) != NULL; k++)
        line_offer(repl_command_name(k), "command");
}

static void modes(void) {
    for (int k = 0; k < VALUE_MODES; k++)
        line_offer(value_mode_name((ValueMode)k), "mode");
}

static void limits(void) {
    for (int k = 0; repl_limit_name(k) != NULL; k++)
        line_offer(repl_limit_name(k), "limit");
}

void repl_complete(void *context, const char *line, size_t begin,
                   const char *word) {
    const Repl *r = context;
    (void)word;
    if (*line == ':' && begin == 1) {
        commands();
    } else if (*line == ':' && (repl_argument(line, "FILE") != NULL ||
                                repl_argument(line, "[FILE]") != NULL)) {
        line_offer_files();
    } else if (*line == ':' && repl_argument(line, REPL_LIMITS) != NULL) {
        limits();
    } else if (*line == ':' && repl_argument(line, "[MODE]") != NULL) {
        modes();
    } else if (*line == ':' && (repl_argument(line, "[NAME]") != NULL ||
                                repl_argument(line, "NAME") != NULL)) {
        commands();
        complete_names(r->session, offer, context);
    } else {
        const char *entry = *line == ':' ? repl_argument(line, "ENTRY") : line;
        entry = entry != NULL ? entry : line;
        const size_t before = begin - (size_t)(entry - line);
        char heading[DOCS_HEADING];
        if (complete_call(r->session, entry, before, heading))
            line_offer_above(heading);
        complete_entry(r->session, entry, before, offer, context);
    }
}
