/* The analysis of a loop's rounds: what loops.c and loops_body.c share. */
#ifndef STAR_LOOPS_BODY_H
#define STAR_LOOPS_BODY_H

#include "emit.h"

enum { LOOPS_MOST = 24, LOOPS_CODE = 96 };

/* The expression that a line stands for within a round. */
typedef struct Value {
    uint8_t code[LOOPS_CODE];
    uint8_t length, operands;
    StarLoopOperand operand[LOOPS_MOST]; /* cell: number of a thing */
} Value;

/* A variable or literal that the steps name; its cell comes last. */
typedef struct Thing {
    const Decl *decl;
    Expr *literal;
} Thing;

/* A variable that the body writes. */
typedef struct Written {
    const Decl *decl;
    uint8_t how;    /* Meaning of the target: variable, component, prim */
    uint8_t use;    /* of a table: StarLoopUse */
    uint8_t writes; /* how many statements */
    bool known;     /* private: value stands for it now */
    bool private;
    Value value;
} Written;

typedef struct Loops {
    Emit *e;
    const Decl *index; /* i; within an inner loop its own */
    const Decl *outer; /* within an inner loop the i around it */
    const Decl *set;   /* X, or NULL */
    bool down;         /* for i := a downto b */
    Written written[LOOPS_MOST];
    int count;
    Thing thing[2 * LOOPS_MOST];
    int things;
    const Decl *far; /* a scalar that is no local variable */
    StarLoopStep step[LOOPS_MOST];
    int steps, effects;
    int lines; /* steps that touch a line or a table */
    int depth; /* of conditions */
    int nesting; /* of the expression being walked */
    StarSpan at; /* what forbids the loop */
    const char *why;
} Loops;

/* Notes the first reason against the loop; false, to be returned. */
bool loops_no(Loops *loops, StarSpan at, const char *why);

/* Objects may be anywhere, the number of the round must have a cell in this
 * frame. Of the sums one may be elsewhere: two could be the same variable. */
bool loops_here(Loops *loops, const Expr *variable);
bool loops_local(const Loops *loops, const Decl *variable);

/* Whether a statement is i := STEP(X). */
bool loops_is_step(const Stmt *statement);

/* The statements of a loop. */
Stmt *loops_statements(const Stmt *loop);

/* Turns the statements of a round into steps, if the rules allow it. */
bool loops_rounds(Loops *loops, const Stmt *rounds);

#endif
