/* SPDX-License-Identifier: MIT */
/* Responder loops as one operation. The compiler turns the body of a loop with
 * independent iterations into the loop operations below. They run all
 * iterations but the last at once; the interpreter runs the last one, so that
 * every variable ends with its own value:
 *
 *     iterations   1 . 1 1 . 1      of the mask, a bit each
 *     run_loop     i   i i          each operation for all i
 *     bytecode               i      the last iteration
 *
 * grammar/analysis/loop_dependence.c says when this is legal, exec_loop.c
 * checks the sizes and indices that are known only at run time, and the
 * run_loop of a backend runs the operations. */
#ifndef STAR_LOOP_H
#define STAR_LOOP_H

#include "values/table.h"

/* The cell number of an instruction or a loop operation that has no cell. */
enum { STAR_NO_CELL = 65535 };

/* One operation of all iterations; i is the value of the loop's variable, and
 * "vector i" row i or column i of a table. plan.def says what each does. */
typedef enum StarLoopOpcode {
#define PLAN_OP(name, part, text, sentence) STAR_LOOP_##name,
#include "plan/plan.def"
#undef PLAN_OP
} StarLoopOpcode;

/* How an operation runs where ranks have parts of the rows: see plan.def. */
typedef enum StarPlanPart {
    STAR_PART_ROW,
    STAR_PART_BIT,
    STAR_PART_SUM,
    STAR_PART_LAST,
    STAR_PART_EXTREME,
    STAR_PART_JOIN,
    STAR_PART_INNER,
    STAR_PART_SKIP,
    STAR_PART_WHOLE
} StarPlanPart;

/* A scalar of an iteration. */
typedef enum StarLoopTerm {
    STAR_LOOP_CONSTANT, /* value */
    STAR_LOOP_ONES,     /* value * ones of the expression */
    STAR_LOOP_NUMBER    /* value * i */
} StarLoopTerm;

/* The meaning of an operand of an expression. */
typedef enum StarLoopUse {
    STAR_LOOP_WHOLE,       /* a loop-invariant bit vector; in IF and STORE_BIT
                              component i of it */
    STAR_LOOP_ROW,         /* row i of a table */
    STAR_LOOP_COLUMN,      /* column i of a table */
    STAR_LOOP_OUTER_ROW,   /* in an inner loop: row i of the outer loop's i */
    STAR_LOOP_OUTER_COLUMN /* column i of the outer loop's i */
} StarLoopUse;

enum { STAR_PAIR_DOWN = 1, STAR_PAIR_UP = 2 };

enum { STAR_LOOP_MAX_OPERANDS = 32, STAR_LOOP_MAX_DEPTH = 96 };

typedef struct StarLoopOperand {
    uint8_t use; /* StarLoopUse */
    uint16_t cell;
} StarLoopOperand;

typedef struct StarLoopOp {
    uint8_t op;      /* StarLoopOpcode */
    uint8_t use;     /* of a STORE's target: STAR_LOOP_ROW or _COLUMN; of a
                        PAIR_TERM */
    uint8_t reduce;  /* of a REDUCE: a STAR_FUSE operator of two bit vectors,
                        or _OPERAND: the last iteration's expression */
    uint8_t term;    /* StarLoopTerm */
    uint8_t equal;   /* of MIN and MAX */
    uint16_t target; /* cell */
    uint16_t also;   /* of MIN, MAX, PAIR_FROM: cell, or STAR_NO_CELL; of a
                        PAIR_TERM */
    uint32_t charge; /* fuel for each time that the target changes */
    int64_t value;
    StarFuse fuse; /* the expression; without code the constant `value` */
    const StarLoopOperand *operand;
} StarLoopOp;

/* True for MIN and MAX. */
static inline bool star_loop_is_extreme(const StarLoopOp *s) {
    return s->op == STAR_LOOP_MIN || s->op == STAR_LOOP_MAX;
}

/* True for those whose `also` is a cell. */
static inline bool star_loop_has_also(const StarLoopOp *s) {
    return s->also != STAR_NO_CELL &&
           (star_loop_is_extreme(s) || s->op == STAR_LOOP_PAIR_FROM);
}

/* True if an operation changes its target, a bit vector or a table. */
static inline bool star_loop_writes_object(const StarLoopOp *s) {
    return s->op == STAR_LOOP_STORE || s->op == STAR_LOOP_STORE_BIT ||
           s->op == STAR_LOOP_REDUCE;
}

/* True if a use means another vector in each iteration of its own loop. */
static inline bool star_loop_is_private(uint8_t use) {
    return use == STAR_LOOP_ROW || use == STAR_LOOP_COLUMN;
}

/* The image whose vectors a use of a table means. */
static inline int star_loop_direction(uint8_t use) {
    return use == STAR_LOOP_ROW || use == STAR_LOOP_OUTER_ROW ? STAR_ROWS
                                                              : STAR_COLUMNS;
}

/* The length, in bits, of the vector that an operand means in each iteration;
 * R are the cells of the frame. */
static inline int64_t star_loop_length(const StarLoopOperand *o,
                                       const StarCell *R) {
    return o->use == STAR_LOOP_WHOLE
               ? R[o->cell].bits->length
               : star_table_length(R[o->cell].table,
                                   star_loop_direction(o->use));
}

/* The number, from 1, of the last iteration of a mask, or 0. */
static inline int64_t star_loop_last(const uint64_t *mask, int64_t words) {
    while (words-- > 0)
        if (mask[words] != 0)
            return 64 * words + 64 - __builtin_clzll(mask[words]);
    return 0;
}

/* The source form of a loop. */
typedef enum StarLoopForm {
    STAR_LOOP_WHILE,       /* while SOME(X) do begin i := STEP(X); ... end */
    STAR_LOOP_WHILE_INDEX, /* while i > 0 do begin ...; i := STEP(X) end */
    STAR_LOOP_FOR,         /* for i := i to (or downto) limit do ... */
    STAR_LOOP_COUNT_PAIRS, /* for i ... for j ... if form > 0 then add; or for
                              j alone. All rows but the last; of j alone, all
                              pairs but the last */
    STAR_LOOP_FIND_PAIRS   /* the same with any body for pairs that pass, which
                              PAIRROW and PAIRCOL go to */
} StarLoopForm;

/* True for the forms of pair loops. */
static inline bool star_loop_is_pairs(int form) {
    return form >= STAR_LOOP_COUNT_PAIRS;
}

typedef struct StarLoop {
    uint8_t form; /* StarLoopForm */
    uint16_t ops;
    const StarLoopOp *op;
} StarLoop;

#endif
