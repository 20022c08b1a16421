/* SPDX-License-Identifier: MIT */
/* Types as the compiler knows them. Two types are the same if they are the
 * same pointer; slices, words and tables of all sizes are compatible. */
#ifndef STAR_TYPES_H
#define STAR_TYPES_H

#include "syntax/ast.h"
#include "bytecode/program.h"

/* Kinds beyond those of StarTypeKind, which programs at run time know. */
enum {
    TYPE_TEXT = STAR_TYPE_FILE + 1, /* a quoted literal */
    TYPE_NONE,                      /* a procedure's call */
    TYPE_ERROR                      /* of a mistake already reported */
};

struct Type {
    uint8_t kind;
    bool dynamic; /* sizes or bounds are known at run time only */
    bool packed;  /* of an array, record or set */
    bool either;  /* a set that may become packed or not: of a constructor */
    bool conformant;
    bool small;     /* a set that is one cell */
    bool wide;      /* innermost array whose elements' addresses are taken */
    Type *alike;    /* innermost array: one that is stored in the same way */
    bool hidden;    /* emit: the hidden cells below are given out, */
    bool ready;     /* and the code that sets them stands */
    uint16_t depth; /* of the arrays and records that it is made of */
    uint16_t level, cell; /* of its hidden cells: sizes or bounds */
    const char *name;     /* as declared, or NULL */
    StarSpan span;        /* where it is written out, unless predeclared */
    Type *host;         /* of a subrange: the type it is part of; else itself */
    int64_t low, high;  /* of an ordinal, unless dynamic */
    Decl *names;        /* of an enumeration */
    const char **texts; /* emit: the same, NULL at the end */
    Expr *size[2];      /* slice, word: length; table: rows and columns; bounds
                           of a dynamic subrange; NULL: none */
    Type *index, *element; /* of an array; element of a set, a file; of a
                              pointer */
    Expr *domain;          /* of a pointer: the name of its variables' type, */
    Type *variable;        /* the record that a variable is, */
    Type *next;            /* and a pointer whose types are still to be found */
    Decl *bounds;          /* of a conformant array's index: low and high */
    FieldList *fields;     /* of a record; */
    uint16_t cells, parts; /* its fields, and variant parts */
    const StarLayout *layout; /* emit: and its number in the program */
    uint32_t number;
    StarType *described; /* emit: for the display of values */
    uint32_t reached;    /* the last garbage collection that reached it */
};

/* The number of types that the library's generic procedures know. */
enum { TYPE_NUMBERS = 4 };

/* The predeclared types. */
typedef struct Types {
    Type integer, real, single, boolean, character, string, slice, word, table;
    Type component; /* 0..1, of Y(i) */
    Type direction; /* (up, down) */
    Type empty;     /* of the set [] */
    Type nil;
    Type textfile; /* its name is text */
    Type text, none, error;
    Type integer32;             /* integers of 32 bits */
    Type *number[TYPE_NUMBERS]; /* the types that number stands for */
} Types;

/* Sets the predeclared types. */
void types_init(Types *types);

/* True if a type, or the host of a subrange, is ordinal; an integer or a real;
 * a slice or a word. */
bool type_ordinal(const Type *type);
bool type_numeric(const Type *type);
bool type_bits(const Type *type);

/* True if values are objects rather than cells. */
bool type_object(const Type *type);

/* True if the type, or a part of it, is of a kind. */
bool type_has(const Type *type, int kind);

/* True if values of the type cannot be copied: they are or have files. */
bool type_has_file(const Type *type);

/* True if the type is ISO's string: packed array [1..n] of char. */
bool type_chars(const Type *type);

/* The type without its subrange. */
Type *type_host(Type *type);

/* True if sets of elements of an ordinal type, all between low and high, are
 * one cell. */
bool type_small_set(const Type *element, int64_t low, int64_t high);

/* Visits the fields of a record, in the order of their cells, until a visit
 * returns one. */
Decl *type_each(const FieldList *fields, Decl *(*visit)(void *, Decl *),
                void *context);

/* The name of the type in messages. */
const char *type_name(Arena *arena, const Type *type);

/* The text of a value of an ordinal type in messages. */
const char *type_value(Arena *arena, Type *type, int64_t value);

/* The kind of a cell with a value of the type. */
StarCellKind type_cell(const Type *type);

/* The storage of elements of the type in an array. */
StarElement type_element(const Type *array);

/* The elements of two arrays, of the same range, are stored alike. */
void type_join(Type *a, Type *b);

/* The elements of an array get addresses. */
void type_widen(Type *array);

/* Number of dimensions of an array and its element type after all of
 * them: array [1..2] of array [1..3] of integer has 2. */
int type_dims(const Type *array, Type **element);

#endif
