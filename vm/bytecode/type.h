/* SPDX-License-Identifier: MIT */
/* The types of a program's variables, for those who read or show values when
 * it runs. The compiler makes one for each type that it knows. */
#ifndef STAR_TYPE_H
#define STAR_TYPE_H

#include "values/object.h"
#include "report/report.h"

typedef enum StarTypeKind {
    STAR_TYPE_INTEGER,
    STAR_TYPE_REAL,
    STAR_TYPE_BOOLEAN,
    STAR_TYPE_CHAR,
    STAR_TYPE_ENUM,
    STAR_TYPE_STRING,
    STAR_TYPE_SLICE,
    STAR_TYPE_WORD,
    STAR_TYPE_TABLE,
    STAR_TYPE_ARRAY,
    STAR_TYPE_ROUTINE, /* a procedure or function */
    STAR_TYPE_RECORD,
    STAR_TYPE_SET,
    STAR_TYPE_POINTER,
    STAR_TYPE_FILE
} StarTypeKind;

/* The kind of value in a cell of a frame, for the verifier, for messages and
 * for the end of the frame. */
typedef enum StarCellKind {
    STAR_CELL_INT,
    STAR_CELL_REAL,
    STAR_CELL_REF,
    STAR_CELL_BITS,
    STAR_CELL_TABLE,
    STAR_CELL_ARRAY,
    STAR_CELL_STRING,
    STAR_CELL_RECORD,
    STAR_CELL_SET,
    STAR_CELL_FILE
} StarCellKind;

/* The kind of the cell of a variable of a type; a `small` set is in one cell as
 * it is. */
StarCellKind star_type_cell(StarTypeKind kind, bool small);

typedef struct StarType StarType;

struct StarType {
    uint8_t kind; /* StarTypeKind */
    bool single;  /* of a real: rounded to 32 bits */
    bool small;   /* of a set: it is one cell */
    bool packed;
    uint8_t stored; /* of an array: StarElement, of all its dimensions */
    bool dynamic;   /* of an ordinal: the bounds are known in its block only, */
    int64_t low, high;            /* else these, of an ordinal */
    const char *name;             /* as declared, or NULL */
    const char *const *names;     /* of booleans and enumerations: values 0.. */
    int64_t last;                 /* ..last, also of a subrange */
    const StarType *index;        /* of an array, for one dimension */
    const StarType *element;      /* of an array, a set, a file; what a pointer
                                     points to, NULL of nil */
    const StarLayout *layout;     /* of a record, */
    const StarType *const *field; /* and the type of each field; NULL for a
                                     cell of a variant part */
};

/* How a program text has a value of an ordinal type or a real; what is no
 * value is a number. Some need `room`. */
enum { STAR_VALUE_ROOM = 32 };
const char *star_value_text(const StarType *type, StarCell value,
                            char room[STAR_VALUE_ROOM]);

/* Writes a type as a program would: its name, if it has one. */
void star_type_write(const StarType *type, StarSink *sink, void *context);

#endif
