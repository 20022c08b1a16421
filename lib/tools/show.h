/* The parameters of a procedure: from values to text. */
#ifndef STAR_TOOLS_SHOW_H
#define STAR_TOOLS_SHOW_H

#include <stdio.h>

#include "tools/args.h"
#include "io/console.h"

/* Writes a parameter's value as --print shows it, the last newline too.
 * STAR_UNDEFINED or STAR_NOSIZE if it has none. */
StarStatus show_value(const Argument *argument, StarBackend *be,
                      StarConsole *console);

/* Whether its file may have this name: STAR_WRITE if the ending is that of no
 * format, or of one that the value does not have. */
StarStatus show_ending(const Argument *argument, StarBackend *be,
                       const char *path);

/* Saves it to a file: a table, slice or word in the format of the ending,
 * anything else as text. */
StarStatus show_save(const Argument *argument, StarBackend *be,
                     const char *path);

/* Writes a heading: proc NAME(n: integer; var T: table). */
void show_heading(FILE *to, const StarProc *proc);

#endif
