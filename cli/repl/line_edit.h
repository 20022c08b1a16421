/* SPDX-License-Identifier: MIT */
/* Editing lines on a terminal. */
#ifndef STAR_CLI_LINE_EDIT_H
#define STAR_CLI_LINE_EDIT_H

#include "repl/line.h"

/* Prepares readline once, before the first line. `complete` gives the
 * candidates for a tab; NULL: a tab is a character. False: lines cannot be
 * edited here. */
bool line_edit_open(LineComplete *complete, void *context);

/* The line is the caller's, to be freed. */
LineEnd line_edit_read(const char *prompt, bool colour, char **line);

#endif
