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

/* Makes a parameter of this name for values of a type; false if no argument has
 * such a value. */
bool value_param(StarParam *param, const char *name, const StarType *type);

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

/* The names of the rows of a table that is as it was loaded, if these are
 * vertices and some have other names than their numbers; else NULL. That it is
 * asked changes nothing. */
const StarNames *value_row_names(StarBackend *be, StarTable *table);

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

/* How a value is written: see modes.def. */
typedef enum ValueMode {
#define MODE(id, name, sentence) VALUE_##id,
#include "tools/values/modes.def"
#undef MODE
    VALUE_MODES
} ValueMode;

/* All names, each behind a '|'. */
#define MODE(id, name, sentence) "|" #name
static const char VALUE_MODE_NAMES[] =
#include "tools/values/modes.def"
    ;
#undef MODE

/* The name of a mode; the mode with a name, or VALUE_MODES. */
const char *value_mode_name(ValueMode mode);
ValueMode value_mode_find(const char *name);

/* Where a value is shown: VALUE_TABLE and VALUE_LINES elide what is more. */
typedef struct ValuePage {
    ValueMode mode;
    int width;      /* columns */
    int64_t height; /* rows; 0: all */
    bool utf8;      /* lines of a box may be more than ASCII */
} ValuePage;

/* True if the role of the parameter says that a value tells of vertices, its
 * numbers have at most STAR_WEIGHT_BITS, and, of arcs, the arguments of the
 * call have the ends. */
bool value_has_vertices(const Argument *argument, const Argument *all,
                        unsigned count);

/* Shows a value, the last newline too; what tells of vertices by their names,
 * or numbers. `all` are the arguments of the call. STAR_UNDEFINED or
 * STAR_NOSIZE if it has none. */
StarStatus value_show(const Argument *argument, const Argument *all,
                      unsigned count, StarBackend *be, const ValuePage *page,
                      StarConsole *console);

/* STAR_OK if its file may have this name; STAR_WRITE if the ending is that of
 * no format, or of one that the value does not have. */
StarStatus value_ending(const Argument *argument, StarBackend *be,
                        const char *path);

/* Saves it to a file: what tells of vertices as it is shown in a file of CSV,
 * else a table, slice or word in the format of the ending, anything else as
 * text. */
StarStatus value_save(const Argument *argument, const Argument *all,
                      unsigned count, StarBackend *be, const char *path);

/* Writes a heading, and a newline: proc NAME(n: integer; var T: table),
 * function NAME: integer. */
void value_heading(const StarProc *proc, StarSink *sink, void *context);

#endif
