/* SPDX-License-Identifier: MIT */
/* line_edit.h without readline: lines come as the terminal gives them. */
#include "repl/line_edit.h"

bool line_edit_open(LineComplete *complete, void *context) {
    (void)complete, (void)context;
    return false;
}

LineEnd line_edit_read(const char *prompt, bool colour, char **line) {
    (void)prompt, (void)colour;
    *line = NULL;
    return LINE_OVER;
}

bool line_remember(const char *entry) {
    (void)entry;
    return false;
}

void line_offer(const char *name, const char *kind) {
    (void)name, (void)kind;
}

void line_offer_above(const char *text) {
    (void)text;
}

void line_offer_files(void) {
}
