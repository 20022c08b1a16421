/* SPDX-License-Identifier: MIT */
/* Text for people on standard output, within its lines: 80 columns, or those
 * of a narrower terminal. */
#ifndef STAR_CLI_WRAP_H
#define STAR_CLI_WRAP_H

enum { WRAP_COLUMNS = 80 };

/* The columns of a line. */
int wrap_width(void);

/* Writes a text, of one line or several, as lines that begin with so many
 * blanks and end between its words, the last newline too. */
void wrap_text(int indent, const char *text);

/* Writes one more name of a list whose lines begin with four blanks; *column,
 * 0 at first, counts along. */
void wrap_name(int *column, const char *name);

#endif
