/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef STAR_TOOLS_VALUES_PARTS_H
#define STAR_TOOLS_VALUES_PARTS_H

#include "tools/values/values.h"

/* STAR_OK, and the value is the host's from now on, if it has one; else
 * STAR_UNDEFINED or STAR_NOSIZE. */
StarStatus value_check(const Argument *argument, StarBackend *be);

/* Writes a value in bits, or as a text, the last newline too. STAR_UNDEFINED or
 * STAR_NOSIZE if it has none. */
StarStatus value_write(const Argument *argument, StarBackend *be,
                       StarConsole *console);

/* ---- Values as rows of fields, for those who show them ---- */

typedef enum FieldKind { FIELD_NAME, FIELD_NUMBER, FIELD_NONE } FieldKind;

enum { FIELD_ROOM = 32 };

/* A text, which is in the room if it is NULL here; of none, the word for it. */
typedef struct Field {
    FieldKind kind;
    const char *text;
    size_t length;
    int64_t vertex; /* from 1; 0: it is none */
    char room[FIELD_ROOM];
} Field;

/* The text of a field, which may have more behind it. */
static inline const char *field_text(const Field *f) {
    return f->text != NULL ? f->text : f->room;
}

/* The characters of UTF-8 of a text. */
int64_t field_width(const Field *field);

/* Writes a field, or the character that begins at a byte of it, which becomes
 * that of the next one. A blank stands for one that controls a terminal, a new
 * line too: boxes and lines stay as they are. */
StarStatus field_write(const Field *field, StarConsole *console);
StarStatus field_put(const Field *field, size_t *at, StarConsole *console);

/* Takes the fields of one row. */
typedef StarStatus ValueRow(void *context, const Field *field);

/* What the rows of a value are made of. */
typedef struct Rows {
    const Argument *argument;
    StarBackend *be;
    bool counted;            /* the first field is the number of the row */
    bool vertices;           /* its role says that it tells of these: */
    const StarNames *names;  /* theirs, or NULL, */
    bool numbered;           /* which are numbers; */
    int64_t bias;            /* what numbers have too much, */
    int decimals;            /* and how many of their digits are these; */
    StarTable *left, *right; /* where the arcs of a set have their ends */
    bool joins;              /* a row has two vertices, */
    bool valued;             /* and a number or a vertex of its value behind */
    int64_t columns;
} Rows;

/* values_vertices.c, of values that have vertices: looks at the other arguments
 * of the call; gives the rows to `take` until it fails. */
StarStatus value_vertices_open(Rows *rows, const Argument *all, unsigned count,
                               StarBackend *be);
StarStatus value_vertices_rows(const Rows *rows, ValueRow *take, void *context);

/* How long the names are that a value with vertices may have. */
int64_t value_longest_name(const Rows *rows);

/* values_rows.c, of any value: the same, and the heading of a column, from 0.
 */
StarStatus value_rows_open(Rows *rows, const Argument *argument,
                           const Argument *all, unsigned count,
                           StarBackend *be);
StarStatus value_rows(const Rows *rows, ValueRow *take, void *context);
Field value_rows_head(const Rows *rows, int64_t column);

/* values_box.c: writes a value as a table in a box. */
StarStatus value_write_box(const Rows *rows, const ValuePage *page,
                           StarConsole *console);

#endif
