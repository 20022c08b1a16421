/* Which loops are data-parallel over the rows, columns or components that
 * answer. */
#ifndef STAR_LOOP_DEPENDENCE_H
#define STAR_LOOP_DEPENDENCE_H

#include "loop.h"
#include "syntax/ast.h"

/* Things that a loop's operations may name. */
enum { LOOPS_MOST_THINGS = 48 };

/* A variable or a literal that the operations of a loop name. */
typedef struct LoopThing {
    const Decl *decl;
    Expr *literal; /* instead */
} LoopThing;

/* What the analysis finds of a loop. Where the operations have cells, these
 * are numbers in `thing`. It lives in the arena. */
typedef struct LoopPlan {
    const char *why; /* the rounds are not independent; NULL: they are */
    StarSpan at;     /* the place of that */
    StarLoopForm form;
    const Decl *index, *set; /* i; X, or NULL */
    const Decl *far;         /* a scalar of another frame, or NULL */
    const LoopThing *thing;
    const StarLoopOp *step;
    int things, steps;
    int effects; /* operations that change something */
} LoopPlan;

/* Analyses a checked while or for statement that runs in a frame of this
 * level. `fuel`: each round takes the steps that it takes as written. */
LoopPlan loops_plan(Arena *arena, Stmt *loop, uint16_t level, bool fuel);

#endif
