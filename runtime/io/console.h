/* SPDX-License-Identifier: MIT */
/* Input and output of a running program: buffered text over the embedder's
 * two functions. */
#ifndef STAR_CONSOLE_H
#define STAR_CONSOLE_H

#include <pthread.h>

#include "backend.h"
#include "values/object.h"

enum { STAR_CONSOLE_BUFFER = 16384 };

/* Instead of how much was read: it cannot be. */
#define STAR_CONSOLE_FAULT SIZE_MAX

typedef struct StarConsole {
    size_t in, in_end; /* next byte and end in in_text */
    bool ended;        /* input is at its end */
    bool line_open;    /* the last character read was no end of a line */
    char in_text[STAR_CONSOLE_BUFFER];
    StarError *error;
    const char *name; /* of a file, whose calls set errno; NULL: the input or
                         output of the program */
    bool (*write)(void *context, const char *text, size_t length);
    size_t (*read)(void *context, char *text, size_t most); /* 0: the end, or
                                                    STAR_CONSOLE_FAULT */
    void *context;
    pthread_mutex_t *lock; /* of who sends; NULL: one thread only */
    size_t out;            /* bytes in out_text, */
    size_t sent;           /* of which so many do not wait any more */
    const StarMem *mem;    /* says when to stop; NULL: never */
    StarQuota *quota;      /* of bytes to write; NULL: no limit */
    bool after_table;      /* a table's last newline was the last output */
    bool in_line;          /* something was written behind the last newline */
    char out_text[STAR_CONSOLE_BUFFER];
} StarConsole;

/* The width of a value that was given none. */
#define STAR_NO_WIDTH INT64_MIN

/* Sends all that waits. */
StarStatus star_console_flush(StarConsole *console);

/* The same, of a console with a lock, by another thread than the one that
 * writes, which goes on meanwhile. Output that cannot be sent waits for that
 * one. */
void star_console_show(StarConsole *console);

/* Writes a value in `width` columns, to the right; booleans and strings are
 * cut to it, numbers are not. Reals have `decimals` digits after the point,
 * or floating form; STAR_WIDTH is raised for widths below 1. */
StarStatus star_write_integer(StarConsole *console, int64_t value,
                              int64_t width);
StarStatus star_write_real(StarConsole *console, double value, int64_t width,
                           int64_t decimals);
StarStatus star_write_text(StarConsole *console, const char *text,
                           int64_t length, int64_t width);
StarStatus star_write_char(StarConsole *console, char text, int64_t width);
StarStatus star_write_line(StarConsole *console, const StarBits *line,
                           int64_t width);

/* Writes the rows of a table, each ended by a newline. */
StarStatus star_write_table(StarConsole *console, StarBackend *be,
                            StarTable *table, int64_t width);

/* Ends the page by a form feed, and the line before if it is begun. */
StarStatus star_write_page(StarConsole *console);

/* Ends the line; after a table it is ended already. */
StarStatus star_write_newline(StarConsole *console);

/* Read a value as Pascal's read does: numbers and bits after blanks and line
 * ends, a string to the end of the line, which is left there. Unsized lines
 * and tables take the size of what they find; a table ends at an empty
 * line. */
/* The input ends with the end of a line, also where none stands. */
StarStatus star_read_integer(StarConsole *console, int64_t *value);
StarStatus star_read_real(StarConsole *console, double *value);
StarStatus star_read_char(StarConsole *console, int64_t *value);
StarStatus star_read_string(StarConsole *console, StarBackend *be,
                            StarString *string);
StarStatus star_read_line(StarConsole *console, StarBackend *be,
                          StarBits *line);
StarStatus star_read_table(StarConsole *console, StarBackend *be,
                           StarTable *table);
StarStatus star_read_newline(StarConsole *console);

/* The next character, which is not taken; there is one. */
StarStatus star_read_peek(StarConsole *console, int64_t *value);
StarStatus star_read_eoln(StarConsole *console, int64_t *value);
StarStatus star_read_eof(StarConsole *console, int64_t *value);

#endif
