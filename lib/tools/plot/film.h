/* SPDX-License-Identifier: MIT */
/* The values of a variable in a run, as an animated GIF: a format that
 * documents, slides and messages take, where an animated SVG stands still.
 *
 *     Film *film = film_open(history, program, "T", &error);
 *     status = film_run(film, INT64_MAX);
 *     film_write(film, sink, context);
 *     film_close(film);
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_FILM_H
#define STAR_TOOLS_FILM_H

#include "debug/history.h"

/* Values that are shown at most; of more every other one, and so on. Rows and
 * columns of a value, which is not shown if it has more. */
enum { FILM_VALUES = 512, FILM_SIDE = 1024 };

typedef struct Film Film;

/* True if the program's block has a slice, a word or a table of this name. */
bool film_knows(const StarProgram *program, const char *name);

/* A film of that variable of a program that the history runs, or is to run;
 * NULL with the reason in *error, which stays the film's. */
Film *film_open(StarHistory *history, const StarProgram *program,
                const char *name, StarError *error);
void film_close(Film *film);

/* Goes to the end of a run that has begun, or until so many statements were
 * begun; returns as star_history_go does. */
StarStatus film_run(Film *film, int64_t statements);

/* The number of values that were kept. */
int film_values(const Film *film);

/* Writes them, of which there must be some; STAR_MEMORY: nothing was written.
 */
StarStatus film_write(Film *film, StarSink *sink, void *context);

#endif
