/* SPDX-License-Identifier: MIT */
/* Lines that a user types, or that come through a pipe. Standard input is read
 * here only, so that a program that runs meanwhile gets the lines behind those
 * that were taken.
 *
 * If input and output are terminals, and no dumb ones, lines are edited, by GNU
 * readline, which line_edit.c alone knows. Otherwise they come as they are: a
 * terminal gets the prompt, a pipe gets nothing. */
#ifndef STAR_CLI_LINE_H
#define STAR_CLI_LINE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum LineEnd { LINE_READ, LINE_OVER, LINE_INTERRUPTED } LineEnd;

/* A word that can be completed: where it begins, and its line. Its
 * completions are offered by line_offer. */
typedef void LineComplete(void *context, const char *line, size_t begin,
                          const char *word);

/* Begins to read; `complete` may be NULL. */
void line_open(LineComplete *complete, void *context);
void line_close(void);

/* True if lines are edited; if they are typed at a prompt. */
bool line_edited(void);
bool line_prompts(void);

/* Reads a line, which stays until the next one is read; its end is taken off,
 * with a NUL in its place. A line that was edited may have line ends within,
 * any may have NULs. The prompt of a line that is edited may have colour.
 * LINE_INTERRUPTED: by Ctrl-C, the line is forgotten;
 * LINE_OVER: there are no more, or no memory for one. */
LineEnd line_read(const char *prompt, bool colour, const char **text,
                  size_t *length);

/* The errno of what could not be read, which has ended the input; or 0. */
int line_fault(void);

/* Reads for a program: up to `most` bytes, of one line at most; 0 at the end,
 * or if the run shall end. */
size_t line_take(char *text, size_t most);

/* Puts an entry, which may have several lines, among those that can be
 * recalled, as the newest; false if it is that already. */
bool line_remember(const char *entry);

/* To be called by a LineComplete: a name that begins with the word, whatever
 * its case, may be meant; `kind` says what it is. Or a file. */
void line_offer(const char *name, const char *kind);
void line_offer_files(void);

/* The line above several that are offered. */
void line_offer_above(const char *text);

#endif
