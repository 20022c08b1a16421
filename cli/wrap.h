/* SPDX-License-Identifier: MIT */
/* Text for people on standard output, within its lines: 80 columns, or those
 * of a narrower terminal. */
#ifndef STAR_CLI_WRAP_H
#define STAR_CLI_WRAP_H

#include "tools/values/values.h"

enum { WRAP_COLUMNS = 80 };

/* The columns of a line. */
int wrap_width(void);

/* Where values are shown: the terminal with all its columns, or 80 where there
 * is none. A terminal of UTF-8 shows that, but not with --safe. */
ValuePage wrap_page(bool safe);

/* Writes a text, of one line or several, as lines that begin with so many
 * blanks and end between its words, the last newline too. */
void wrap_text(int indent, const char *text);

/* Writes one more name of a list whose lines begin with four blanks; *column,
 * 0 at first, counts along. */
void wrap_name(int *column, const char *name);

#endif
