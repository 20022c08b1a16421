/* SPDX-License-Identifier: MIT */
/* The analysis of a loop's iterations, shared by loop_dependence.c,
 * loop_operations.c and symbolic_value.c.
 *
 *     i := STEP(X);
 *     v := ROW(i, T);      v is private: its value is the code  T[i]
 *     if SOME(v and w)     loop operation IFSOME  of the code   T[i] w and
 *     then Y(i) := 1       loop operation STORE_BIT on Y
 */
#ifndef STAR_LOOP_OPERATIONS_H
#define STAR_LOOP_OPERATIONS_H

#include "analysis/loop_dependence.h"

/* The most loop operations of a loop, operands of one operation and variables
 * that the body writes; the most bytes of an operation's code. */
enum { LOOPS_MAX_OPS = LOOPS_MAX_THINGS / 2, LOOPS_MAX_CODE = 96 };

/* The symbolic value of an expression within an iteration: bits, or a scalar
 * that is a constant, the number of ones of bits or the iteration's number. */
typedef struct Value {
    uint8_t term; /* of a scalar: StarPlanTerm */
    int64_t factor;
    uint8_t code[LOOPS_MAX_CODE];
    uint8_t length, operands;
    StarPlanOperand operand[LOOPS_MAX_OPS]; /* cell: number of a thing */
} Value;

/* How the body uses a variable that it writes. */
typedef enum Role {
    ROLE_NONE,
    ROLE_PRIVATE, /* written in each iteration before it is read */
    ROLE_SUM,
    ROLE_LAST,    /* the value of the last iteration of one branch */
    ROLE_EXTREME, /* min or max of one statement, or the number beside it */
    ROLE_FOLD     /* a reduction; the operator is added to this */
} Role;

/* A variable that the body writes. */
typedef struct Written {
    const Decl *decl;
    uint8_t how;    /* Meaning of the lvalue: variable, component, prim */
    uint8_t use;    /* of a table: StarPlanUse */
    uint8_t role;   /* of a variable: Role */
    uint8_t writes; /* the number of statements that assign it */
    bool known;     /* `value` stands for the variable now, */
    int depth;      /* at this depth of conditions and deeper; */
    int branch;     /* the branch that assigned it */
    Value value;
} Written;

/* The state of the analysis of one loop. */
typedef struct Loops {
    Arena *arena;
    StarSpan span;     /* of the loop */
    uint16_t level;    /* of the frame that it runs in */
    bool counts_fuel;  /* its iterations take fuel */
    const Decl *index; /* i; within an inner loop its own */
    const Decl *outer; /* within an inner loop the i around it */
    const Decl *set;   /* X, or NULL */
    bool down;         /* for i := a downto b */
    int count;
    int things;
    const Decl *far; /* a scalar that is no local variable */
    int ops, effects;
    int vector_ops;       /* operations on bits that differ by iteration */
    int depth;            /* of conditions and the inner loop, */
    int inner;            /* which has this one */
    int branch, branches; /* number of this one, and of all */
    int nesting;          /* of the expression being walked */
    uint32_t fuel_per_iteration; /* that the loop itself takes */
    StarSpan at;                 /* the place that forbids the loop */
    LoopReason why;
    /* Of any contents beyond their counts: most loops use few. */
    Written written[LOOPS_MAX_OPS];
    LoopThing thing[LOOPS_MAX_THINGS];
    StarPlanOp op[LOOPS_MAX_OPS];
} Loops;

/* ---- symbolic_value.c ---- */

/* Notes the first reason against the loop; false, to be returned. */
bool loops_no(Loops *loops, StarSpan at, LoopReason why);

/* True if loop operations can name a variable: an object of any frame, or a
 * scalar of this frame. One scalar of another frame is allowed: two could be
 * the same variable. */
bool loops_here(Loops *loops, const Expr *variable);

/* The use of T in ROW(i, T) or COL(i, T): StarPlanUse. */
uint8_t loops_use(const Expr *vector);

/* True if an expression is the variable that numbers the iterations. */
bool loops_is_index(const Loops *loops, const Expr *expr);

/* The number of a variable or literal in `thing`, which gets it if it is
 * new. */
uint16_t loops_thing(Loops *loops, const Decl *variable, Expr *literal);

/* The entry of a variable that the body writes, else NULL. */
Written *loops_find(Loops *loops, const Decl *variable);

/* Append the symbolic value of an expression to a value: of a slice or word,
 * of a component i, of a condition on components i, of a scalar. False, with
 * the reason noted, if it has none. */
bool loops_bits(Loops *loops, const Expr *expr, Value *value);
bool loops_bit(Loops *loops, const Expr *expr, Value *value);
bool loops_condition(Loops *loops, const Expr *expr, Value *value);
bool loops_term(Loops *loops, const Expr *expr, Value *value);

/* Appends an operand, which the value gets if it is new. */
bool loops_operand(Loops *loops, Value *value, StarPlanOperand operand,
                   StarSpan at);

/* Appends an operator; false if the code is too long. */
bool loops_code(Loops *loops, Value *value, uint8_t byte, StarSpan at);

/* ---- loop_operations.c ---- */

/* True if two symbolic values are the same. */
bool loops_same(const Value *a, const Value *b);

/* Gives an operation the expression of a value, in the arena. */
void loops_expression(Arena *arena, StarPlanOp *op, const Value *value);

/* e of d := d op e or, unless op is minus, of d := e op d; else NULL. */
const Expr *loops_other_term(const Stmt *assignment);

/* True if an assignment is to an integer that is no subrange. */
bool loops_sets_integer(const Stmt *assignment);

/* True if a statement is i := STEP(X). */
bool loops_is_primitive_step(const Stmt *statement);

/* The list of statements of a loop's body. */
Stmt *loops_statements(const Stmt *loop);

/* Translates the statements of an iteration into loop operations; false, with
 * the reason noted, if the iterations may depend on one another. */
bool loops_body(Loops *loops, const Stmt *iteration);

#endif
