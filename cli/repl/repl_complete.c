/* SPDX-License-Identifier: MIT */
/* Completion at the prompt: of commands behind ':', of files behind those that
 * take one, else of names. */
#include "repl/line.h"
#include "repl/repl.h"
#include "tools/symbols/complete.h"

static void offer(void *unused, const char *name, const char *kind) {
    (void)unused;
    line_offer(name, kind);
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
        complete_names(r->session, offer, NULL);
    } else {
        const char *entry = *line == ':' ? repl_argument(line, "ENTRY") : line;
        entry = entry != NULL ? entry : line;
        complete_entry(r->session, entry, begin - (size_t)(entry - line), offer,
                       NULL);
    }
}
