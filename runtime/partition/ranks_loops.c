/* SPDX-License-Identifier: MIT */
/* Responder loops on divided tables. Where iteration i works on row i of tables
 * and component i of slices alone, all with the same rows, each rank runs the
 * iterations of its rows, and one reduction adds sums and fuel:
 *
 *     mask   | 1 . 1 | . . 1 | 1 1 . |
 *     T      | rows  | rows  | rows  |     STORE, SUM, IF, ...
 *     ranks  |   0   |   1   |   2   |
 *
 * Other loops run on whole operands. */
#include "partition/ranks_internal.h"

enum { CELLS = 24, SUMS = 16 };

/* The meaning of an object in all of a loop. */
typedef enum Meaning {
    COMPONENTS, /* component i of a slice */
    ROWS,       /* row i of a table */
    WHOLE       /* a bit vector that is the same in all iterations */
} Meaning;

typedef struct Used {
    uint16_t cell;
    Meaning meaning;
    bool written;
    StarObject *object;
} Used;

/* A loop that shall run by rows. */
typedef struct Loop {
    Used used[CELLS];
    int count;
    int64_t rows; /* -1: not known yet */
    bool divided; /* a table with these rows is */
    uint16_t target[SUMS];
    int sums;
} Loop;

/* ---- Which loops ---- */

/* Notes an object; false if it has another meaning or other rows. */
static bool use(const Ranks *r, Loop *l, const StarCell *R, uint16_t cell,
                Meaning meaning, bool written) {
    StarObject *object = R[cell].object;
    int k = 0;
    if (meaning != WHOLE) {
        if (l->rows < 0)
            l->rows = ranks_rows(object);
        if (ranks_rows(object) != l->rows)
            return false;
        l->divided |= meaning == ROWS && ranks_is_divided(r, object);
    }
    while (k < l->count && l->used[k].cell != cell)
        k++;
    if (k == CELLS)
        return false;
    if (k == l->count)
        l->used[l->count++] = (Used){cell, meaning, written, object};
    l->used[k].written |= written;
    return l->used[k].meaning == meaning;
}

static bool use_operands(const Ranks *r, Loop *l, const StarPlanOp *s,
                         const StarCell *R) {
    const bool components =
        s->op == STAR_PLAN_STORE_BIT || s->op == STAR_PLAN_IF;
    for (int k = 0; k < s->fuse.operands; k++) {
        const StarPlanOperand *o = &s->operand[k];
        if (o->use != STAR_PLAN_WHOLE && o->use != STAR_PLAN_ROW)
            return false;
        if (!use(r, l, R, o->cell,
                 o->use == STAR_PLAN_ROW ? ROWS
                 : components            ? COMPONENTS
                                         : WHOLE,
                 false))
            return false;
    }
    return true;
}

static bool use_sum(Loop *l, uint16_t cell) {
    for (int k = 0; k < l->sums; k++)
        if (l->target[k] == cell)
            return true;
    if (l->sums == SUMS)
        return false;
    l->target[l->sums++] = cell;
    return true;
}

/* True if an operation can run by rows; notes what it uses. */
static bool takes(const Ranks *r, Loop *l, const StarPlanOp *s,
                  const StarCell *R) {
    switch ((StarPlanOpcode)s->op) {
    case STAR_PLAN_STORE:
    case STAR_PLAN_UPDATE:
        return s->use == STAR_PLAN_ROW && use_operands(r, l, s, R) &&
               use(r, l, R, s->target, ROWS, true);
    case STAR_PLAN_STORE_BIT:
    case STAR_PLAN_SET_BIT:
        return use_operands(r, l, s, R) &&
               use(r, l, R, s->target, COMPONENTS, true);
    case STAR_PLAN_SUM:
        return s->term != STAR_PLAN_NUMBER && use_operands(r, l, s, R) &&
               use_sum(l, s->target);
    case STAR_PLAN_IF:
    case STAR_PLAN_IFSOME:
    case STAR_PLAN_IFZERO: return use_operands(r, l, s, R);
    case STAR_PLAN_CHECK:
    case STAR_PLAN_CHECK_BITS:
    case STAR_PLAN_ELSE:
    case STAR_PLAN_END:
    case STAR_PLAN_FUEL: return true;
    default: return false;
    }
}

static bool is_by_rows(const Ranks *r, Loop *l, const StarPlan *loop,
                       const StarCell *R) {
    *l = (Loop){.rows = -1};
    for (int k = 0; k < loop->ops; k++)
        if (!takes(r, l, &loop->op[k], R))
            return false;
    return l->divided;
}

/* ---- The run ---- */

/* Makes the rows valid. A device needs them: it would build them in the view.
 */
static StarStatus prepare_rows(Ranks *r, StarTable *t, bool written) {
    return !r->apart ? star_table_choose(r->be, t, STAR_ROWS, written)
           : written ? star_table_own(r->be, t, STAR_ROWS)
                     : star_table_need(r->be, t, STAR_ROWS);
}

/* Makes the operands ready: whole, or with the image that is used. */
static StarStatus prepare(Ranks *r, const Loop *l) {
    for (int k = 0; k < l->count; k++) {
        const Used *u = &l->used[k];
        if (u->meaning == WHOLE)
            STAR_TRY(ranks_whole(r, u->object, STAR_READ));
        if (u->meaning == ROWS)
            STAR_TRY(prepare_rows(r, (StarTable *)u->object, u->written));
    }
    return STAR_OK;
}

/* Runs the iterations of this rank; R has views meanwhile. */
static StarStatus run_part(Ranks *r, const Loop *l, const StarPlan *loop,
                           StarCell *R, const uint64_t *mask, int64_t words,
                           int64_t *fuel) {
    RanksView view[CELLS];
    StarStatus status = STAR_OK;
    for (int k = 0; k < l->count; k++) {
        const Used *u = &l->used[k];
        const StarTable *t = (const StarTable *)u->object;
        const int dir = u->meaning == ROWS && t->image[STAR_ROWS].valid
                            ? STAR_ROWS
                            : STAR_COLUMNS;
        view[k].of = NULL;
        if (u->meaning != WHOLE && status == STAR_OK)
            status = ranks_view(r, view, k, dir, STAR_CHANGE, &R[u->cell]);
    }
    r->phase = RANKS_LOCAL;
    if (status == STAR_OK)
        status = r->overlay.ops.run_loop(r->be, loop, R, mask, words, fuel);
    r->phase = RANKS_HOST;
    for (int k = 0; k < l->count; k++)
        R[l->used[k].cell].object = l->used[k].object;
    return status == STAR_DECLINED
               ? star_raise(r->be->mem->error, MSG_NO_MEMORY())
               : status;
}

/* Runs the part of the mask that this rank has; the sums of all ranks are in R
 * afterwards. */
static StarStatus run(Ranks *r, const Loop *l, const StarPlan *loop,
                      StarCell *R, const uint64_t *mask, int64_t words,
                      int64_t *fuel) {
    const StarRowRange part = star_partition_part(&r->partition, l->rows);
    const int64_t first = part.low / 64, end = star_words(part.high);
    const int64_t own = (words < end ? words : end) - first;
    int64_t sum[SUMS + 1], before[SUMS], left = *fuel;
    for (int k = 0; k < l->sums; k++)
        before[k] = R[l->target[k]].i;
    if (part.low < part.high && own > 0)
        STAR_TRY(run_part(r, l, loop, R, mask + first, own, &left));
    for (int k = 0; k < l->sums; k++)
        sum[k] = R[l->target[k]].i - before[k];
    sum[l->sums] = *fuel - left;
    STAR_TRY(ranks_reduce(r, STAR_REDUCE_SUM, sum, (size_t)l->sums + 1));
    for (int k = 0; k < l->sums; k++)
        R[l->target[k]].i = before[k] + sum[k];
    *fuel -= sum[l->sums];
    for (int k = 0; k < l->count; k++)
        if (l->used[k].written)
            STAR_TRY(ranks_written(r, l->used[k].object));
    return STAR_OK;
}

static StarStatus sync_whole(Ranks *r, const StarPlan *loop,
                             const StarCell *R) {
    r->phase = RANKS_WHOLE;
    const StarStatus status = star_overlay_sync_loop(r->be, loop, R);
    r->phase = RANKS_HOST;
    return status;
}

StarStatus ranks_run_loop(StarBackend *be, const StarPlan *loop, StarCell *R,
                          const uint64_t *mask, int64_t words, int64_t *fuel) {
    Ranks *r = be->ranks;
    Loop l;
    if (r->blocks > 0 && is_by_rows(r, &l, loop, R)) {
        STAR_TRY(prepare(r, &l));
        return run(r, &l, loop, R, mask, words, fuel);
    }
    STAR_TRY(sync_whole(r, loop, R));
    return r->overlay.ops.run_loop(be, loop, R, mask, words, fuel);
}

StarStatus ranks_run_pairs(StarBackend *be, const StarPlan *loop,
                           const StarCell *R, const StarPairArea *area) {
    Ranks *r = be->ranks;
    STAR_TRY(sync_whole(r, loop, R));
    return r->overlay.ops.run_pairs(be, loop, R, area);
}
