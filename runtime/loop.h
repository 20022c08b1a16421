/* Responder loops as one operation: what the compiler found a loop's rounds
 * to do, when they are independent. All rounds but the last are run at once
 * by the steps below; the last one runs as it is written, so that every
 * variable ends with its own value. grammar/analysis/loop_dependence.c says
 * when this is legal, exec_loop.c checks what only the run knows, and the
 * run_loop of a backend runs the steps. */
#ifndef STAR_LOOP_H
#define STAR_LOOP_H

#include "values/table.h"

/* Where an instruction or a step has no cell. */
enum { STAR_NO_CELL = 65535 };

/* One step of all rounds. "Line i" is the row or column of the round. */
typedef enum StarLoopOp {
    STAR_LOOP_SET,    /* line i of table target := expression */
    STAR_LOOP_PUT,    /* component i of line target := expression */
    STAR_LOOP_SUM,    /* ordinal target += term */
    STAR_LOOP_LAST,   /* ordinal target := term of the last round */
    STAR_LOOP_LEAST,  /* if term < target, target := term, also := i; with */
    STAR_LOOP_MOST,   /* `equal` <=. MOST: >, >= */
    STAR_LOOP_FOLD,   /* line target := target op expression */
    STAR_LOOP_INNER,  /* the next `value` steps for all ones of the
                         expression, once for each round; ordinal target :=
                         the last of them; no SET, PUT, CHECK or INNER */
    STAR_LOOP_CHECK,  /* line target, if any, could take the expression: no
                         effect */
    STAR_LOOP_IF,     /* from here on only rounds with bit i of expression */
    STAR_LOOP_IFSOME, /* ... where the expression, a line, has a 1 */
    STAR_LOOP_IFZERO, /* ... where it has none */
    STAR_LOOP_ELSE,   /* from here on the other rounds */
    STAR_LOOP_END,    /* all rounds of before the matching IF */
    STAR_LOOP_STEPS   /* each round takes `value` steps */
} StarLoopOp;

/* A scalar of a round. */
typedef enum StarLoopTerm {
    STAR_LOOP_CONSTANT, /* value */
    STAR_LOOP_ONES,     /* value * ones of the expression */
    STAR_LOOP_NUMBER    /* value * i */
} StarLoopTerm;

/* What an operand of an expression is. */
typedef enum StarLoopUse {
    STAR_LOOP_WHOLE,     /* a line that no round changes; in IF and PUT a line
                            whose component i is meant */
    STAR_LOOP_ROW,       /* row i of a table */
    STAR_LOOP_COLUMN,    /* column i of a table */
    STAR_LOOP_OUTER_ROW, /* in an inner step: of the round around it */
    STAR_LOOP_OUTER_COLUMN
} StarLoopUse;

enum { STAR_LOOP_MAX_OPERANDS = 32, STAR_LOOP_MAX_DEPTH = 96 };

typedef struct StarLoopOperand {
    uint8_t use; /* StarLoopUse */
    uint16_t cell;
} StarLoopOperand;

typedef struct StarLoopStep {
    uint8_t op;      /* StarLoopOp */
    uint8_t use;     /* of a SET's target: STAR_LOOP_ROW or _COLUMN */
    uint8_t fold;    /* of a FOLD: a STAR_FUSE operator of two lines, or
                        _OPERAND: the last round's expression */
    uint8_t term;    /* StarLoopTerm */
    uint8_t equal;   /* of LEAST, MOST */
    uint16_t target; /* cell */
    uint16_t also;   /* of LEAST, MOST: cell, or STAR_NO_CELL; */
    uint32_t charge; /* steps for each time that the target changes */
    int64_t value;
    StarFuse fuse; /* the expression; without code the constant `value` */
    const StarLoopOperand *operand;
} StarLoopStep;

/* Whether the operation keeps the least or the greatest value. */
static inline bool star_loop_is_extreme(const StarLoopStep *s) {
    return s->op == STAR_LOOP_LEAST || s->op == STAR_LOOP_MOST;
}

/* Whether a step changes the line or table that is its target. */
static inline bool star_loop_writes_object(const StarLoopStep *s) {
    return s->op == STAR_LOOP_SET || s->op == STAR_LOOP_PUT ||
           s->op == STAR_LOOP_FOLD;
}

/* Whether a use means another line in each round of its own loop. */
static inline bool star_loop_is_private(uint8_t use) {
    return use == STAR_LOOP_ROW || use == STAR_LOOP_COLUMN;
}

/* The image that a use of a table is about. */
static inline int star_loop_direction(uint8_t use) {
    return use == STAR_LOOP_ROW || use == STAR_LOOP_OUTER_ROW ? STAR_ROWS
                                                              : STAR_COLUMNS;
}

/* The length of the line that an operand means in each round. */
static inline int64_t star_loop_length(const StarLoopOperand *o,
                                       const StarCell *R) {
    return o->use == STAR_LOOP_WHOLE
               ? R[o->cell].line->length
               : star_table_length(R[o->cell].table,
                                   star_loop_direction(o->use));
}

/* The number, from 1, of the last round of a mask, or 0. */
static inline int64_t star_loop_last(const uint64_t *mask, int64_t words) {
    while (words-- > 0)
        if (mask[words] != 0)
            return 64 * words + 64 - __builtin_clzll(mask[words]);
    return 0;
}

/* How a loop goes through its rounds. */
typedef enum StarLoopForm {
    STAR_LOOP_WHILE, /* while SOME(X) do begin i := STEP(X); ... end */
    STAR_LOOP_STEP,  /* while i > 0 do begin ...; i := STEP(X) end */
    STAR_LOOP_FOR    /* for i := i to (or downto) limit do ... */
} StarLoopForm;

typedef struct StarLoop {
    uint8_t form; /* StarLoopForm */
    uint16_t steps;
    const StarLoopStep *step;
} StarLoop;

#endif
