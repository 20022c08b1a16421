/* The parameters of a called procedure: from text to values. */
#ifndef STAR_CLI_ARGS_H
#define STAR_CLI_ARGS_H

#include "program.h"

typedef struct Argument {
    const StarParam *param;
    StarCell value; /* a scalar, or an object, which is owned */
    bool given;
} Argument;

/* Whether the cell holds an object of the type rather than a scalar. */
bool args_object(const StarParam *param);

/* Gives a parameter no value yet: an undefined scalar, an object without a
 * size, an array of undefined elements. STAR_INPUT if only a program can
 * make objects of its type. */
StarStatus args_clear(Argument *argument, StarBackend *be);

/* Gives a parameter the value that a text stands for: 34, true, a name of
 * an enumeration, 0101, 2,9,3, @FILE or, for tables, what table_file.h says
 * behind the @, as its type says. STAR_INPUT if the
 * text is no value of the type, STAR_FORMAT if a file's is none, else what
 * reading the file raises. */
StarStatus args_set(Argument *argument, const char *text, StarBackend *be);

void args_free(Argument *argument, StarBackend *be);

#endif
