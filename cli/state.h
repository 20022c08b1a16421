/* SPDX-License-Identifier: MIT */
/* What the command knows from one call to the next: files of lines in
 * $XDG_STATE_HOME/star, or in ~/.local/state/star. */
#ifndef STAR_CLI_STATE_H
#define STAR_CLI_STATE_H

#include <stdbool.h>
#include <stddef.h>

/* The path of a file there, to be freed; NULL: there is nowhere to put it. */
char *state_path(const char *name);

/* Appends a text that ends with a newline, and makes the file and its folders
 * if need be. What a killed command left of a line is dropped first. A failure
 * is ignored: the state is only a convenience. */
void state_append(char *path, const char *text, size_t length);

/* Makes a file with a text, and its folders, unless it is there already; false
 * if it cannot. */
bool state_write(char *path, const char *text, size_t length);

#endif
