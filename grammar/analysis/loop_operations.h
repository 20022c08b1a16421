/* The analysis of a loop's rounds: what loop_dependence.c, loop_operations.c
 * and symbolic_value.c share. */
#ifndef STAR_LOOP_OPERATIONS_H
#define STAR_LOOP_OPERATIONS_H

#include "analysis/loop_dependence.h"

enum { LOOPS_MOST = LOOPS_MOST_THINGS / 2, LOOPS_CODE = 96 };

/* What an expression stands for within a round: a line, or a scalar that is a
 * constant, the ones of a line or the number of the round. */
typedef struct Value {
    uint8_t term; /* of a scalar: StarLoopTerm */
    int64_t factor;
    uint8_t code[LOOPS_CODE];
    uint8_t length, operands;
    StarLoopOperand operand[LOOPS_MOST]; /* cell: number of a thing */
} Value;

/* What the body makes of a variable. */
typedef enum Role {
    ROLE_NONE,
    ROLE_PRIVATE, /* written in each round before it is read */
    ROLE_SUM,
    ROLE_LAST,    /* the value of the last of some rounds: one branch's */
    ROLE_EXTREME, /* one statement's, and so is the number beside it */
    ROLE_FOLD     /* and the operator */
} Role;

/* A variable that the body writes. */
typedef struct Written {
    const Decl *decl;
    uint8_t how;    /* Meaning of the target: variable, component, prim */
    uint8_t use;    /* of a table: StarLoopUse */
    uint8_t role;   /* of a variable: Role */
    uint8_t writes; /* how many statements */
    bool known;     /* value stands for it now, */
    int depth;      /* from here on inward */
    int branch;     /* that assigned it */
    Value value;
} Written;

typedef struct Loops {
    Arena *arena;
    StarSpan span;     /* of the loop */
    uint16_t level;    /* of the frame that it runs in */
    bool fuel;         /* whether its rounds take steps */
    const Decl *index; /* i; within an inner loop its own */
    const Decl *outer; /* within an inner loop the i around it */
    const Decl *set;   /* X, or NULL */
    bool down;         /* for i := a downto b */
    Written written[LOOPS_MOST];
    int count;
    LoopThing thing[LOOPS_MOST_THINGS];
    int things;
    const Decl *far; /* a scalar that is no local variable */
    StarLoopOp step[LOOPS_MOST];
    int steps, effects;
    int lines;            /* steps on lines that iterations differ in */
    int depth;            /* of conditions and the inner loop, */
    int inner;            /* which has this one */
    int branch, branches; /* number of this one, and of all */
    int nesting;          /* of the expression being walked */
    uint32_t charge;      /* the steps that the loop itself takes in a round */
    StarSpan at;          /* what forbids the loop */
    const char *why;
} Loops;

/* ---- symbolic_value.c ---- */

/* Notes the first reason against the loop; false, to be returned. */
bool loops_no(Loops *loops, StarSpan at, const char *why);

/* Objects may be anywhere, the number of the round must have a cell in this
 * frame. Of the scalars one may be elsewhere: two could be the same. */
bool loops_here(Loops *loops, const Expr *variable);

/* What ROW(i, T) or COL(i, T) is of T. */
uint8_t loops_use(const Expr *line);

/* Whether an expression is the variable that numbers the iterations. */
bool loops_is_index(const Loops *loops, const Expr *expr);

/* The number of a variable or literal in `thing`. */
uint16_t loops_thing(Loops *loops, const Decl *variable, Expr *literal);

/* NULL: the body does not write it. */
Written *loops_find(Loops *loops, const Decl *variable);

/* Appends what an expression stands for to a value: a slice or word, a
 * condition on components i, a scalar. */
bool loops_bits(Loops *loops, const Expr *expr, Value *value);
bool loops_bit(Loops *loops, const Expr *expr, Value *value);
bool loops_condition(Loops *loops, const Expr *expr, Value *value);
bool loops_term(Loops *loops, const Expr *expr, Value *value);

/* Appends an operator. */
bool loops_code(Loops *loops, Value *value, uint8_t byte, StarSpan at);

/* ---- loop_operations.c ---- */

/* Whether a statement is i := STEP(X). */
bool loops_is_step(const Stmt *statement);

/* The statements of a loop. */
Stmt *loops_statements(const Stmt *loop);

/* Turns the statements of a round into steps, if the rules allow it. */
bool loops_rounds(Loops *loops, const Stmt *rounds);

#endif
