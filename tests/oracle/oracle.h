/* SPDX-License-Identifier: MIT */
/* A second, deliberately naive STAR, to compare the first with. It shares
 * nothing with the project but the description of the language: the text is
 * parsed by hand, the tree is walked, every bit is a char, names are looked
 * up each time they are met, and memory is given back at the end.
 *
 * It knows the programs that star_generate writes: integers, booleans,
 * characters, enumerations, subranges, arrays, sets, slices, words, tables,
 * records without variants, pointers and procedures; no reals, strings, files
 * or input. A goto stays in its block. Nothing is checked that the compiler
 * would refuse.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Node Node;
typedef struct Type Type;
typedef struct Field Field;
typedef struct Cell Cell;
typedef struct Env Env;
typedef struct Later Later;

/* ---- The tree ---- */

typedef enum NodeKind {
    /* Expressions. */
    NODE_NUMBER, /* number */
    NODE_TEXT,   /* name: what stands between the quotes */
    NODE_NAME,   /* name */
    NODE_CALL,   /* a(list): call, primitive, component */
    NODE_INDEX,  /* a[list] */
    NODE_FIELD,  /* a.name */
    NODE_DEREF,  /* a^ */
    NODE_UNARY,  /* name, the operator, before a */
    NODE_BINARY, /* a name b */
    NODE_FORMAT, /* a:b */
    NODE_SET,    /* [list], some of them ranges */
    /* Statements. */
    NODE_ASSIGN, /* a := b */
    NODE_DO,     /* a, a call */
    NODE_BLOCK,  /* list */
    NODE_IF,     /* a then b else c; c may be NULL */
    NODE_WHILE,  /* a do b */
    NODE_REPEAT, /* list until a */
    NODE_FOR,    /* name := a to b do c; flag: downto */
    NODE_CASE,   /* a of list of arms, otherwise b, a block or NULL */
    NODE_ARM,    /* list of labels: a */
    NODE_LABEL,  /* a..b; b is NULL for a single value */
    NODE_WITH,   /* a do b */
    NODE_GOTO,   /* number */
    NODE_MARKED, /* number: a */
    /* Types. */
    NODE_NAMED, /* a: a name or a call of one, slice(T) */
    NODE_RANGE, /* a..b */
    NODE_ENUM,  /* list of names */
    /* array [list of types] of a; flag: conformant, the list is a range of
     * names */
    NODE_ARRAY,
    NODE_RECORD,  /* list of fields */
    NODE_POINTER, /* ^a, a type */
    NODE_SETTYPE, /* set of a */
    /* Declarations. */
    NODE_CONST,  /* name = a */
    NODE_TYPE,   /* name = a */
    NODE_VAR,    /* name: a; flag: a var parameter; also a field */
    NODE_ROUTINE /* name(list of parameters): a; b: its body */
    /* The body of a routine is a NODE_BLOCK: its place is that of its
     * `end`, its a a list of declarations. */
} NodeKind;

struct Node {
    NodeKind kind;
    int line, column; /* where it begins */
    const char *name; /* in small letters */
    int64_t number;
    bool flag;
    Node *a, *b, *c;
    Node *list, *next;
};

/* Memory that is given back at the end of the program only, zeroed. */
void *oracle_alloc(size_t count, size_t size);

/* Ends the program with a run-time error: LINE:COLUMN code. Exit status 4 at
 * the limit of steps, else 1. */
_Noreturn void oracle_fail(const Node *at, const char *code);

/* Ends it because the text is not what this program understands. */
_Noreturn void oracle_reject(int line, int column, const char *text);

/* ---- Tokens ---- */

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_NAME, /* text: in small letters; keywords too */
    TOKEN_NUMBER,
    TOKEN_TEXT,
    TOKEN_SIGN /* text: one or two characters */
} TokenKind;

typedef struct Token {
    TokenKind kind;
    int line, column;
    const char *text;
    int64_t number;
} Token;

/* All tokens of the text, the last a TOKEN_END. */
Token *lex(const char *text);

/* A program: a NODE_ROUTINE without parameters. */
Node *parse(const Token *tokens);

/* ---- Values ---- */

typedef enum Kind {
    UNDEFINED,
    INTEGER,
    BOOLEAN,
    CHARACTER,
    ENUMERATION,
    TEXT, /* a literal before its place says what it is */
    LINE, /* slice or word */
    TABLE,
    ARRAY,
    RECORD,
    POINTER,
    SET,  /* bits: one for each value from SET_LOW on */
    LATER /* an operation on lines whose operands are known */
} Kind;

enum { SET_LOW = -64, SET_COUNT = 512 };

/* A line has one row. bit[(i - 1) * columns + j - 1] is 0 or 1. */
typedef struct Bits {
    bool sized, grows; /* the latter: by ROW(i, T) := w */
    int64_t rows, columns;
    char *bit;
} Bits;

typedef struct Value {
    Kind kind;
    int64_t i;    /* of the ordinal kinds; ARRAY, RECORD: number of elements */
    int64_t most; /* ENUMERATION: the greatest value of the type */
    const char *text;
    Bits bits;     /* LINE, TABLE, SET */
    Cell *element; /* ARRAY: one for each index of its type; RECORD: one for
                      each field; POINTER: what it points to */
    Later *later;
} Value;

struct Later {
    const char *op;
    Value left, right; /* right is UNDEFINED after not */
};

/* A type as it stands after its block was entered. */
struct Type {
    Kind kind;
    int64_t low, high; /* of an ordinal; of an array's index */
    bool sized;        /* slice(n), word(n), table(r, c) */
    int64_t rows, columns;
    const Type *element; /* of an array; what a pointer points to */
    const Field *field;  /* of a record, the first */
};

struct Field {
    const char *name;
    const Type *type;
    const Field *next;
};

/* A variable. */
struct Cell {
    const Type *type;
    Value value;
};

Value value_ordinal(Kind kind, int64_t i);

/* A new variable, undefined or zero as its type says. */
Cell *value_cell(const Type *type);

/* A line or table of zeros. */
Bits value_bits(int64_t rows, int64_t columns);

/* A copy that shares no memory. */
Value value_copy(const Value *value);

/* A literal of 0 and 1 as a line; a line as it is. */
Bits value_line(const Value *value);

/* Carries out what was put off. `root` is the whole expression. */
Value value_settle(Value value, const Node *root);

/* Gives a variable a value. Sizes that differ are an error at `sizes`,
 * values out of range at `range`. */
void value_assign(Cell *cell, const Value *value, const Node *sizes,
                  const Node *range);

/* ---- Names ---- */

typedef struct Binding {
    const char *name;
    NodeKind kind; /* NODE_CONST, NODE_TYPE, NODE_VAR, NODE_ROUTINE */
    Value value;
    const Type *type;
    Cell *cell;
    const Node *routine;
    struct Binding *next;
} Binding;

/* An activation of a block. */
struct Env {
    Env *outer; /* that of the block around it */
    const Node *routine;
    Cell *result;
    Binding *first;
};

Binding *env_bind(Env *env, NodeKind kind, const char *name);

/* The meaning of a name. Sets *declared_in, unless NULL, to the activation that
 * declares it, NULL if the name is predeclared. */
Binding *env_find(Env *env, const char *name, Env **declared_in);

/* Evaluates a type; its enumeration constants are bound in env. */
const Type *env_type(Env *env, const Node *type);

/* Declares constants, types, variables and routines in their order. */
void env_declare(Env *env, const Node *declarations);

/* ---- Steps ---- */

/* How many steps the program may take. */
void steps_limit(int64_t most);

/* Takes n of them, or fails there. */
void steps_take(int64_t n, const Node *at);

/* Takes one, and one for each primitive in the expressions; b may be
 * NULL. */
void steps_take_for(Env *env, const Node *at, const Node *a, const Node *b);

/* ---- Evaluation ---- */

Value eval(Env *env, const Node *x);
/* The same, but for a variable that is a large set and has no value yet: that
 * is the mistake of the operation. */
Value eval_operand(Env *env, const Node *x);
int64_t eval_integer(Env *env, const Node *x);

/* The variable that x is. */
Cell *eval_place(Env *env, const Node *x);

/* The type of a variable or a part of one, without its indices. */
const Type *eval_type(Env *env, const Node *x);

/* A predeclared function or procedure; false if it is none. */
bool prim_call(Env *env, const Node *call, const char *name, const Node *args,
               Value *result);

/* write and writeln. */
void print(Env *env, const Node *args, bool line);

void run(Env *env, const Node *statement);

/* Statements one after another. */
void run_all(Env *env, const Node *list);

#endif
