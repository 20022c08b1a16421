/* The parameters of a called procedure: their values from the command line,
 * and from the values text again. */
#ifndef STAR_CLI_ARGS_H
#define STAR_CLI_ARGS_H

#include <stdio.h>

#include "console.h"
#include "files.h"

typedef struct Argument {
    const StarParam *param;
    StarCell value; /* a scalar, or an object, which is owned */
    bool given;
} Argument;

/* How a text could not become a value. */
typedef enum ArgsFault {
    ARGS_OK,
    ARGS_TEXT,  /* the text is no value of the type */
    ARGS_ERROR  /* a file, or memory: files->error says what */
} ArgsFault;

/* Gives a parameter the value that a text stands for: 34, true, a name of
 * an enumeration, 0101, 2,9,3 or @FILE, as its type says. */
ArgsFault args_set(Argument *argument, const char *text, StarBackend *be,
                   Files *files);

/* Gives a parameter nothing: a scalar without a value, an object without a
 * size, an array without values. ARGS_TEXT if its type has dimensions that
 * only a program knows. */
ArgsFault args_clear(Argument *argument, StarBackend *be, Files *files);

void args_free(Argument *argument, StarBackend *be);

/* Writes a parameter's value as --print shows it, the last newline and all;
 * STAR_UNDEFINED or STAR_NOSIZE, which name it, if it has none. */
StarStatus args_write(const Argument *argument, StarBackend *be,
                      StarConsole *console);

/* Saves a parameter's value in the format of the file's extension. */
StarStatus args_save(const Argument *argument, StarBackend *be,
                     const char *path);

/* Writes a heading: proc NAME(n: integer; var T: table). */
void args_heading(FILE *to, const StarProc *proc);

#endif
