/* SPDX-License-Identifier: MIT */
/* Random programs in STAR that end, and nearly always without an error. The
 * generator knows of every variable its type, its size and whether it
 * surely has a value, and of every loop how often it runs. */
#ifndef GENERATE_H
#define GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Writes the program of a seed; of about so many statements, if that is not
 * 0. */
void gen_program(FILE *out, unsigned long long seed, int statements);

typedef enum Kind {
    INT,
    BOOL,
    CHAR,
    COLOUR, /* (red, green, blue) */
    DIGIT,  /* 0..9 */
    SLICE,
    WORD,
    TABLE,
    INTS, /* array [1..rows] of integer */
    BOOLS,
    LINES, /* array [1..rows] of slice, each of `columns` components */
    GRID,  /* array [1..rows, 1..columns] of integer */
    FEW,   /* set of 0..9 */
    MANY,  /* set of -9..200 */
    KINDS,
    NONE = KINDS
} Kind;

typedef struct Var {
    char name[48];
    Kind kind;
    int rows, columns; /* a line has columns only */
    bool sized;        /* declared with its size */
    bool early;        /* defined from the beginning, known to inner blocks */
    bool own;          /* a variable or value parameter: no other name */
    bool counts;       /* for indices only */
    bool param, var;
    bool open;    /* a conformant array parameter */
    bool in_type; /* a type names it: the block cannot declare it anew */
    bool defined; /* surely has a value, or a size */
    int range;    /* INT: now within 1..range; 0: anything */
    int locked;   /* must not be changed */
    int clearing; /* how many loops step through it: may only lose
                     ones, and get some behind that one's index */
    const struct Var *index;
    int record;        /* of a field: the number of its type, from 1; else 0 */
    const char *base;  /* its record, a[1], p^ or r.s, */
    const char *field; /* and its name there */
    bool brief;        /* a with statement knows it by that */
} Var;

/* The limits of a program: its cost in statements, and its longest literal. */
enum { MAX_COST = 20000, MAX_LITERAL = 130 };

enum { MAX_PARAMS = 5, MAX_VARS = 120, MAX_ROUTINES = 6, MAX_DIMS = 4 };
enum { MAX_RECORDS = 2, MAX_FIELDS = 5, MAX_BASES = 12 };

typedef struct Routine {
    char name[16];
    Var param[MAX_PARAMS];
    int params;
    Kind result;    /* NONE: a procedure */
    int record;     /* the type of one more parameter; 0: none */
    bool alters;    /* which is a var parameter */
    int rows, size; /* of a table or line as result */
    bool verbatim;  /* written as a whole; takes a size and a variable */
    bool pure;      /* changes nothing and writes nothing */
    bool recursive;
    bool shared; /* made to be given a variable twice: its parameters are
                    in pairs, and its body is loops */
    double cost;
} Routine;

/* A record type, rec1 and so on. */
typedef struct Record {
    Var field[MAX_FIELDS];
    int fields;
    char inner[16]; /* the name of a field of type rec1, or empty */
} Record;

typedef struct Block {
    struct Block *outer;
    Routine *routine; /* NULL: the program */
    Var var[MAX_VARS];
    int vars;
    Routine inner[MAX_ROUTINES];
    int routines;
    char base[MAX_BASES][32]; /* records, with their fields */
    int bases;
    int label[2]; /* that stand before no statement yet */
    int labels;
} Block;

typedef struct Gen {
    FILE *out;
    uint64_t seed;
    int dim[MAX_DIMS]; /* the sizes of this program */
    int dims;
    int names;      /* given so far */
    int statements; /* still to be written */
    int indent;
    int fault;  /* statements until the deliberate error; 0: none */
    bool loops; /* this program is loops above all */
    bool loud;  /* and in capital letters */
    int low;    /* least index of its arrays of integers */
    const char *bits[MAX_DIMS]; /* a constant of so many bits, or NULL */
    Record record[MAX_RECORDS];
    int records;
    bool calm;    /* nothing may be called */
    int frozen;   /* nothing may be called that changes variables */
    double cost;  /* of what was written so far */
    bool jumps;   /* this program has goto statements */
    int exit;     /* a label behind the statements here, or 0 */
    Block *block; /* the innermost */
    char *room;   /* for expressions under construction */
    size_t used;
} Gen;

/* The place of a statement. */
typedef struct Place {
    int depth;
    double iterations; /* how often it will be run, at most */
    Var *index;        /* of the innermost loop, or NULL */
} Place;

/* An expression: its text, how strongly it binds (0 a factor, 1 a term, 2 a
 * sum, 3 a comparison), and how large an integer may be. */
typedef struct Text {
    const char *s;
    int binds;
    double most;
} Text;

/* ---- Choices ---- */

int gen_below(Gen *g, int n);
bool gen_chance(Gen *g, int percent);
int gen_dimension(Gen *g); /* one of the sizes that is not 0 */

/* ---- Text ---- */

const char *gen_format(Gen *g, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* One line of the program. */
void gen_line(Gen *g, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- Variables ---- */

typedef enum Use { READ, WRITE, CLEAR } Use;

/* True if a name of an outer block stands for something else here. */
bool gen_hidden(const Gen *g, const Block *outer, const Var *v);

/* A random visible variable of a kind for a use, with these sizes unless
 * they are negative; NULL if there is none. */
Var *gen_find(Gen *g, Kind kind, int rows, int columns, Use use);

/* True if a variable belongs to the innermost block. */
bool gen_local(const Gen *g, const Var *v);

/* A kind, and for a variable of one its sizes and its type as text. */
Kind gen_kind(Gen *g);
void gen_shape(Gen *g, Var *v);
const char *gen_type(Gen *g, const Var *v);

/* True if it has a value without an assignment. */
bool gen_starts_defined(const Var *v);

/* ---- Records: variables whose names are paths ---- */

void gen_record_types(Gen *g);

/* Declares a variable of one, an array of them or a pointer; false: not now,
 * a variable of another kind. */
bool gen_record(Gen *g, bool early);

/* The parameter of a routine that is a record: its name, its fields in the
 * block, and an argument for it or NULL. */
const char *gen_record_parameter(Gen *g, Routine *r);
const char *gen_record_argument(Gen *g, const Routine *r);

/* The type that the block's pointers point to. */
void gen_new(Gen *g);

/* A with statement; an assignment of a whole record. */
bool gen_with(Gen *g, const Place *p);
bool gen_copy_record(Gen *g);

/* ---- Expressions ---- */

Text gen_integer(Gen *g, const Place *p, int depth);
Text gen_condition(Gen *g, const Place *p, int depth);
Text gen_bits(Gen *g, const Place *p, Kind kind, int size, int depth);
Text gen_scalar(Gen *g, const Place *p, Kind kind, int depth);

Text gen_set(Gen *g, const Place *p, Kind kind, int depth);
Text gen_set_condition(Gen *g, const Place *p, int depth);

/* The same as what may stand in a place that binds at most so weakly. */
const char *gen_within(Gen *g, Text text, int binds);

/* An integer expression of at most that size. */
const char *gen_limited(Gen *g, const Place *p, double most, int depth);

/* An index surely within 1..n; n is not 0. */
const char *gen_index_of(Gen *g, const Place *p, int n);

/* A literal of that many bits. */
const char *gen_literal(Gen *g, int size);

/* A call of a routine with random arguments, or NULL: too expensive, or no
 * variables fit. */
const char *gen_call(Gen *g, const Place *p, const Routine *r);

/* A visible routine with such a result; NULL if there is none. */
Routine *gen_find_routine(Gen *g, Kind result, int size, bool pure);

/* ---- Statements ---- */

void gen_statements(Gen *g, const Place *p, int count);

/* A statement on one line. */
void gen_simple(Gen *g, const Place *p);

/* Statements with a label behind them, and goto statements that lead there. */
bool gen_labelled(Gen *g, const Place *p);

/* At times, a goto to a label behind. */
void gen_goto(Gen *g, const Place *p);

/* A loop of any kind; false if none fits here. */
bool gen_loop(Gen *g, const Place *p);

/* An index that is free, or NULL. */
Var *gen_free_index(Gen *g);

/* A loop over pairs of rows or columns; false if none fits here. */
bool gen_pairs(Gen *g, const Place *p);

/* A random value for a variable. */
void gen_assign(Gen *g, const Place *p, Var *v);

/* An assignment to a set; false if there is none. */
bool gen_assign_set(Gen *g, const Place *p);

/* Statements that may not be run, up to so many. */
void gen_part(Gen *g, const Place *p, int most);

/* Statements for a loop's body that may run for all lines at once. */
void gen_parallel(Gen *g, const Place *p);

/* The variables that are surely defined. An assignment in a part that may not
 * be run does not count, so that the set is saved before the part and restored
 * behind it. */
typedef struct Defined {
    bool at[MAX_VARS];
} Defined;

Defined gen_defined_now(const Gen *g);
void gen_defined_then(Gen *g, const Defined *d);

/* A place within a loop of so many iterations at most, or within a condition,
 * which counts as one. */
Place gen_inside(const Place *p, double iterations);

/* A statement that fails, or may in a later iteration. */
void gen_wrong(Gen *g, const Place *p);

/* A variable of this block that surely, or perhaps, has no value; NULL if
 * there is none. */
Var *gen_undefined(Gen *g, Kind kind);

/* Everything from the variables of a block on to its end; level 0 is the
 * program's. */
void gen_block(Gen *g, int level);

/* Gives a variable its first value. */
void gen_initialize(Gen *g, const Place *p, Var *v);

#endif
