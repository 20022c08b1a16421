/* SPDX-License-Identifier: MIT */
/* Values of a procedure's parameters as text: what `star call` and others that
 * call one from outside a program read, show and save.
 *
 *     Argument a = {.param = &proc->param[0]};
 *     status = value_read(&a, "@karate.mtx", be);      or "34", "0101", ...
 *     if (status == STAR_OK)
 *         status = value_settle(&a, a.param, be);      then a.value is it
 *     ...
 *     value_free(&a, be);
 *
 * Statuses are also raised in be->mem->error. Objects lie in the backend's
 * memory, where a machine of that backend can use them.
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_VALUES_H
#define STAR_TOOLS_VALUES_H

#include "io/console.h"
#include "report/report.h"
#include "values/names.h"
#include "values/roles.h"
#include "tools/values/elements.h"

typedef struct Argument {
    const StarParam *param;
    StarCell value; /* a scalar, or an object, which is owned */
    Elements elements;
    bool given;
    const StarNames *names; /* of the vertices it tells of; NULL: numbers */
    bool weights;           /* it was read as weights, */
    int decimals;           /* of which one is so many decimals of a number */
    StarError warning;      /* STAR_OK, or what to know about what was read */
} Argument;

/* True if the cell holds an object of the type rather than a scalar. */
bool value_is_object(const StarParam *param);

/* ---- From text ---- */

/* Takes the value that a text stands for: 34, true, a name of an enumeration,
 * 0101, 2,9,3 and what else elements.h says, @FILE or, for tables, 5x3,
 * zeros, or what table_file.h says behind the @, as the parameter's type says.
 * STAR_INPUT if the text is no value of the type, STAR_FORMAT if a file's is
 * none, else what reading the file raises. */
StarStatus value_read(Argument *argument, const char *text, StarBackend *be);

/* The names of the vertices of the tables among some arguments; NULL: they have
 * none. STAR_INPUT if two tables have different ones. */
StarStatus value_names(const Argument *argument, unsigned count,
                       StarBackend *be, const StarNames **names);

/* The decimals of all weights among some arguments; 0 if there are none.
 * STAR_INPUT if two have different ones. */
StarStatus value_decimals(const Argument *argument, unsigned count,
                          StarBackend *be, int *decimals);

/* True if it is a number, or has numbers, that are no integers. */
bool value_is_real(const Argument *argument);

/* Makes the value of an argument that was read, for this parameter: that of a
 * generic procedure may differ from the one it was read for. An argument that
 * was not given gets no value yet: an undefined scalar, an object without a
 * size, an array of undefined elements. STAR_INPUT if only a program can make
 * objects of its type. */
StarStatus value_settle(Argument *argument, const StarParam *param,
                        StarBackend *be);

/* Frees the value and the elements that were read; an argument of zeros has
 * none. */
void value_free(Argument *argument, StarBackend *be);

/* ---- To text ---- */

/* True if the role of the parameter says that a value tells of vertices, and
 * its numbers have at most STAR_WEIGHT_BITS. */
bool value_has_vertices(const Argument *argument);

/* Writes such a value with the names, or numbers, of the vertices: a line for
 * each, or a list of a set of them; or as CSV, with a line of names of columns.
 * `all` are the arguments of the call, which have the ends of arcs.
 * STAR_UNDEFINED or STAR_NOSIZE if it has none. */
StarStatus value_write_vertices(const Argument *argument, const Argument *all,
                                unsigned count, StarBackend *be, bool csv,
                                StarConsole *console);

/* True if a file of this name is CSV. */
bool value_is_csv(StarBackend *be, const char *path);

/* Saves such a value as CSV. */
StarStatus value_save_vertices(const Argument *argument, const Argument *all,
                               unsigned count, StarBackend *be,
                               const char *path);

/* Writes a value in bits, the last newline too. STAR_UNDEFINED or STAR_NOSIZE
 * if it has none. */
StarStatus value_write(const Argument *argument, StarBackend *be,
                       StarConsole *console);

/* STAR_OK if its file may have this name; STAR_WRITE if the ending is that of
 * no format, or of one that the value does not have. */
StarStatus value_ending(const Argument *argument, StarBackend *be,
                        const char *path);

/* Saves it to a file: a table, slice or word in the format of the ending,
 * anything else as text. */
StarStatus value_save(const Argument *argument, StarBackend *be,
                      const char *path);

/* Writes a heading, and a newline: proc NAME(n: integer; var T: table). */
void value_heading(const StarProc *proc, StarSink *sink, void *context);

#endif
