/* SPDX-License-Identifier: MIT */
/* Finds the loops that are data-parallel over the responders, or over the
 * rows, columns or components of an index range. */
#ifndef STAR_LOOP_DEPENDENCE_H
#define STAR_LOOP_DEPENDENCE_H

#include "plan/plan.h"
#include "syntax/ast.h"

/* The most variables and literals that a loop's operations name. */
enum { LOOPS_MAX_THINGS = 48 };

/* A variable or a literal that the operations of a loop name. */
typedef struct LoopThing {
    const Decl *decl;
    Expr *literal; /* instead */
} LoopThing;

/* Why a loop stays a loop. */
typedef enum LoopReason {
    LOOP_NO_REASON,
#define LOOP_REASON(name, text, rewrite) LOOP_NO_##name,
#include "analysis/loop_reasons.def"
#undef LOOP_REASON
} LoopReason;

/* The result of the analysis of a loop. The plan names things by their numbers
 * in `thing`, where the bytecode has cells. It lives in the arena. */
typedef struct LoopPlan {
    LoopReason why; /* it stays a loop; LOOP_NO_REASON: it does not */
    StarSpan at;    /* the place of that */
    StarPlan plan;
    const Decl *index, *set; /* i; X, or NULL */
    const Decl *far;         /* a scalar of another frame, or NULL */
    const LoopThing *thing;
    int things;
    int effects; /* operations that change something */
} LoopPlan;

/* The text of a reason, static. */
const char *loops_reason(LoopReason reason);

/* Analyses a checked while or for statement that runs in a frame of this
 * level. `fuel`: each iteration takes the fuel that it takes unfused. */
LoopPlan loops_plan(Arena *arena, Stmt *loop, uint16_t level, bool fuel);

#endif
