/* The parameters of a procedure: from values to text. */
#ifndef STAR_CLI_SHOW_H
#define STAR_CLI_SHOW_H

#include <stdio.h>

#include "args.h"
#include "io/console.h"

/* Writes a parameter's value as --print shows it, the last newline too.
 * STAR_UNDEFINED or STAR_NOSIZE if it has none. */
StarStatus show_value(const Argument *argument, StarBackend *be,
                      StarConsole *console);

/* Saves it to a file: a table in the format of the extension, anything else
 * as text. */
StarStatus show_save(const Argument *argument, StarBackend *be,
                     const char *path);

/* Writes a heading: proc NAME(n: integer; var T: table). */
void show_heading(FILE *to, const StarProc *proc);

#endif
