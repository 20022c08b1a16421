/* SPDX-License-Identifier: MIT */
/* Plans: what runs as one unit. A plan has an iteration space and operations,
 * which run one after the other, each for all iterations at once:
 *
 *     iterations   1 . 1 1 . 1      of a mask, a bit each
 *     backend      i   i i          each operation for all i
 *     bytecode               i      the last iteration
 *
 * A fused expression is a plan of one operation, without iterations. Of a loop
 * a plan runs all iterations but the last; the interpreter runs that one, so
 * that every variable ends with its own value. grammar/analysis says when this
 * is legal, plan/plan_check.h checks the sizes and values that are known only
 * at run time, and a backend runs the operations. */
#ifndef STAR_PLAN_H
#define STAR_PLAN_H

#include "values/table.h"

/* The cell number of an instruction or an operation that has no cell. */
enum { STAR_NO_CELL = 65535 };

/* The operations, of which plan.def says what each does, once or for each
 * iteration; i is the value of the loop's variable, and "vector i" row i or
 * column i of a table. */
typedef enum StarPlanOpcode {
#define PLAN_OP(name, ...) STAR_PLAN_##name,
#include "plan/plan.def"
#undef PLAN_OP
    STAR_PLAN_OPS
} StarPlanOpcode;

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

/* The operand letters of an operation in plan.def. */
extern const char *const star_plan_letters[STAR_PLAN_OPS];

/* A scalar of an iteration: factor times 1, the ones of the expression, or i.
 */
typedef enum StarPlanTerm {
    STAR_PLAN_CONSTANT,
    STAR_PLAN_ONES,
    STAR_PLAN_NUMBER
} StarPlanTerm;

/* The meaning of an operand of an expression. */
typedef enum StarPlanUse {
    STAR_PLAN_WHOLE,       /* a loop-invariant bit vector; in IF and STORE_BIT
                              component i of it */
    STAR_PLAN_ROW,         /* row i of a table */
    STAR_PLAN_COLUMN,      /* column i of a table */
    STAR_PLAN_OUTER_ROW,   /* in an inner loop: row i of the outer loop's i */
    STAR_PLAN_OUTER_COLUMN /* column i of the outer loop's i */
} StarPlanUse;

/* How the scalar of a PAIR_TERM may change. */
enum { STAR_PAIR_DOWN = 1, STAR_PAIR_UP = 2 };

/* The sum of a PAIR_TERM without one. */
enum { STAR_NO_SUM = 255 };

/* Of an expression in iterations. */
enum { STAR_PLAN_MAX_OPERANDS = 32, STAR_PLAN_MAX_DEPTH = 96 };

typedef struct StarPlanOperand {
    uint8_t use; /* StarPlanUse */
    uint16_t cell;
} StarPlanOperand;

/* The fields beside `op` that its letters do not name are 0. */
typedef struct StarPlanOp {
    uint8_t op;       /* StarPlanOpcode */
    uint8_t use;      /* STAR_PLAN_ROW or _COLUMN */
    uint8_t apply;    /* a STAR_FUSE operator of two bit vectors */
    uint8_t term;     /* StarPlanTerm */
    uint8_t relation; /* StarPairRelation */
    uint8_t sum, stricter;
    bool last, bit;
    uint16_t target, beside, scalar; /* cells */
    uint16_t body;
    uint32_t fuel;
    int64_t factor;
    StarFuse fuse; /* the expression */
    const StarPlanOperand *operand;
} StarPlanOp;

/* True if an operation has the field of this letter. */
static inline bool star_plan_has(const StarPlanOp *s, char letter) {
    const char *l = star_plan_letters[s->op];
    while (*l != '\0' && *l != letter)
        l++;
    return *l == letter;
}

/* True for loops within the loop of a plan. */
static inline bool star_plan_is_inner(const StarPlanOp *s) {
    return s->op == STAR_PLAN_INNER || s->op == STAR_PLAN_INNER_COUNT;
}

/* True for row updates. */
static inline bool star_plan_is_update(const StarPlanOp *s) {
    return s->op == STAR_PLAN_UPDATE || s->op == STAR_PLAN_UPDATE_ONLY;
}

/* True for the conditions of pairs. */
static inline bool star_plan_is_condition(const StarPlanOp *s) {
    return s->op == STAR_PLAN_PAIR_IF || s->op == STAR_PLAN_PAIR_SHARE;
}

/* True for MIN and MAX. */
static inline bool star_plan_is_extreme(const StarPlanOp *s) {
    return s->op == STAR_PLAN_MIN || s->op == STAR_PLAN_MAX;
}

/* True if an operation changes its target, a bit vector or a table. */
static inline bool star_plan_writes_object(const StarPlanOp *s) {
    const char first = star_plan_letters[s->op][0];
    return first == 'L' || first == 'T';
}

/* True if a use means another vector in each iteration of its own loop. */
static inline bool star_plan_is_private(uint8_t use) {
    return use == STAR_PLAN_ROW || use == STAR_PLAN_COLUMN;
}

/* The image whose vectors a use of a table means. */
static inline int star_plan_direction(uint8_t use) {
    return use == STAR_PLAN_ROW || use == STAR_PLAN_OUTER_ROW ? STAR_ROWS
                                                              : STAR_COLUMNS;
}

/* The operand that an expression is, or NULL if it is more than one. */
static inline const StarPlanOperand *star_plan_operand(const StarPlanOp *s) {
    return s->fuse.length == 1 ? s->operand : NULL;
}

/* The length, in bits, of the vector that an operand means in each iteration;
 * R are the cells of the frame. */
static inline int64_t star_plan_length(const StarPlanOperand *o,
                                       const StarCell *R) {
    return o->use == STAR_PLAN_WHOLE
               ? R[o->cell].bits->length
               : star_table_length(R[o->cell].table,
                                   star_plan_direction(o->use));
}

/* The number, from 1, of the last iteration of a mask, or 0. */
static inline int64_t star_plan_last(const uint64_t *mask, int64_t words) {
    while (words-- > 0)
        if (mask[words] != 0)
            return 64 * words + 64 - __builtin_clzll(mask[words]);
    return 0;
}

/* The iteration space of a plan, and the loop that it is made of. */
typedef enum StarPlanSpace {
    STAR_SPACE_NONE,       /* one MAP */
    STAR_SPACE_ONES,       /* while SOME(X) do begin i := STEP(X); ... end */
    STAR_SPACE_INDEX_ONES, /* while i > 0 do begin ...; i := STEP(X) end */
    STAR_SPACE_RANGE,      /* for i := i to (or downto) limit do ... */
    STAR_SPACE_ORDER,      /* the same with iterations that depend on those
                              before: all but the last one that does anything */
    STAR_SPACE_PAIRS,      /* for i ... for j ... if form > 0 then add; or for j
                              alone. All rows but the last; of j alone, all
                              pairs but the last */
    STAR_SPACE_FIND,       /* the same with any body for pairs that pass: here
                              the loop begins, */
    STAR_SPACE_FIND_ROW,   /* i goes up to the next row with a pair, */
    STAR_SPACE_FIND_COLUMN /* and j to the next pair of its row */
} StarPlanSpace;

/* True for the spaces of pairs. */
static inline bool star_plan_is_pairs(int space) {
    return space >= STAR_SPACE_PAIRS;
}

/* An ordinal cell, if any, + offset. */
typedef struct StarPlanBound {
    uint16_t cell;
    int64_t offset;
} StarPlanBound;

typedef struct StarPlan {
    uint8_t space; /* StarPlanSpace */
    uint16_t ops;
    const StarPlanOp *op;
    /* Of pairs: so many sums; i, or none, and j; with i the first j and the
     * last one. */
    uint16_t sums, row, column;
    StarPlanBound from, to;
} StarPlan;

/* Where the forms of pairs begin: behind an X and a Y for each sum. */
static inline int star_plan_forms(const StarPlan *plan) {
    return 2 * plan->sums;
}

#endif
