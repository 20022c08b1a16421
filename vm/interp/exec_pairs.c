/* SPDX-License-Identifier: MIT */
/* Pair loops. The loops of i and j run their statements for pairs that pass
 * alone: FIND_ROW and FIND_COLUMN find them in the bits of an area of pairs
 * that the backend has made beforehand, and have the next area found where it
 * ends.
 *
 *                     columns j
 *          +----------------------------+
 *   rows   |  . . . 1 . . . . 1 . . . . |   an area: bit (i, j) is 1 if the
 *   i      |  . . . . . . . . . . . . . |   pair passes, for the scalars that
 *          |  . 1 . . . . . . . . . . . |   the conditions read
 *          +----------------------------+
 *
 * An area is small at first and grows, as a body may change these scalars: then
 * it is found anew, unless the condition has become stricter, as it does for
 * the best pairs: the bits may tell of pairs that no longer pass. The last row,
 * and the last pair of a row, run their statements in any case, so that all
 * variables end with their values. Nothing is skipped, and all pairs run,
 * unless it is certain that no statement could fail. */
#include <string.h>

#include "interp/exec.h"
#include "plan/plan_check.h"
#include "values/table.h"

/* Pairs of the first area, and of the largest. */
enum { FIRST_AREA = 1 << 8 };
#define LARGEST_AREA (INT64_C(1) << 28)

/* Numbers of rows and columns are from 1 here, and last ones inclusive. */
typedef struct Run {
    StarMachine *m;
    const StarPlan *plan;
    const StarCell *R;
    int64_t limit; /* of j, in a loop of j alone */
} Run;

static bool has_rows(const Run *r) {
    return r->plan->row != STAR_NO_CELL;
}

/* True if a bound of j moves with i. */
static bool moves(const Run *r, const StarPlanBound *b) {
    return has_rows(r) && b->cell == r->plan->row;
}

/* The first or the last j of row i. */
static int64_t bound(const Run *r, const StarPlanBound *b, int64_t i) {
    return b->offset + (b->cell == STAR_NO_CELL ? 0
                        : moves(r, b)           ? i
                                                : r->R[b->cell].i);
}

static int64_t first_column(const Run *r, int64_t i) {
    return has_rows(r) ? bound(r, &r->plan->from, i) : 1;
}

static int64_t last_column(const Run *r, int64_t i) {
    return has_rows(r) ? bound(r, &r->plan->to, i) : r->limit;
}

/* The rows of i..limit that have pairs, if there are any: the first bound is
 * not beyond the last one. */
static bool rows_of(const Run *r, int64_t i, int64_t limit, int64_t *first,
                    int64_t *last) {
    const StarPlanBound *a = &r->plan->from, *b = &r->plan->to;
    const int64_t room = bound(r, b, 0) - bound(r, a, 0);
    *first = !moves(r, a) && moves(r, b) && -room > i ? -room : i;
    *last = moves(r, a) && !moves(r, b) && room < limit ? room : limit;
    return (moves(r, a) != moves(r, b) || room >= 0) && *first <= *last;
}

/* ---- Checks that need the values ---- */

/* Numbers of rows and columns of which sums cannot leave the integers. */
static bool is_number(int64_t i) {
    return i > -(INT64_C(1) << 40) && i < INT64_C(1) << 40;
}

static bool bound_fits(const Run *r, const StarPlanBound *b) {
    return is_number(b->offset) &&
           (b->cell == STAR_NO_CELL || is_number(r->R[b->cell].i));
}

static bool bounds_fit(const Run *r) {
    return is_number(r->limit) &&
           (!has_rows(r) ||
            (bound_fits(r, &r->plan->from) && bound_fits(r, &r->plan->to)));
}

static bool may_run(const Run *r, const StarPairArea *area) {
    const StarPlanTrips trips = {.set = STAR_NO_CELL, .area = area};
    return star_plan_may_run(r->plan, r->R, &trips);
}

/* ---- Areas ---- */

/* Of rows i..last, and of the columns of them all. */
static StarPairArea area_of(const Run *r, int64_t i, int64_t last) {
    StarPairArea area = {.low = INT64_MIN, .high = INT64_MAX};
    area.rows = (StarPairRange){i - 1, last};
    area.columns =
        (StarPairRange){first_column(r, i) - 1, last_column(r, last)};
    if (moves(r, &r->plan->from))
        area.low = r->plan->from.offset;
    if (moves(r, &r->plan->to))
        area.high = r->plan->to.offset;
    return area;
}

/* How the scalars that forms read have changed: not; so that no other pairs
 * pass; or otherwise. */
typedef enum Change { NONE, STRICTER, OTHER } Change;

/* Notes their values. Too many are OTHER ones each time. */
static Change note_scalars(const Run *r) {
    int64_t *was = r->m->pairs.scalar, *const end = was + PAIR_SCALARS;
    Change change = NONE;
    for (int k = 0; k < r->plan->ops; k++) {
        const StarPlanOp *s = &r->plan->op[k];
        if (s->op != STAR_PLAN_PAIR_TERM || s->scalar == STAR_NO_CELL)
            continue;
        if (was == end)
            return OTHER;
        const int64_t is = r->R[s->scalar].i;
        if (is != *was && change != OTHER)
            change = s->stricter & (is < *was ? STAR_PAIR_DOWN : STAR_PAIR_UP)
                         ? STRICTER
                         : OTHER;
        *was++ = is;
    }
    return change;
}

/* Has the machine's cache room for the bits of an area. */
static bool room(StarMachine *m, int64_t rows, int64_t columns) {
    PairCache *c = &m->pairs;
    const size_t words = (size_t)(rows * star_words(columns));
    c->bits = star_mem_room(&m->mem, c->bits, &c->room, words, sizeof *c->bits);
    if (c->room >= words)
        return true;
    m->error = (StarError){.status = STAR_OK};
    return false;
}

/* Forgets the area; the next ones begin small unless they were of this loop. */
static void forget(const Run *r) {
    PairCache *c = &r->m->pairs;
    c->rows = c->columns = (StarPairRange){0, 0};
    c->size = c->op == r->plan->op && c->size / 16 > FIRST_AREA ? c->size / 16
                                                                : FIRST_AREA;
    c->op = r->plan->op;
    c->declined = note_scalars(r) == OTHER || !bounds_fit(r);
}

/* Finds the pairs from (i, j) on: some rows, at most up to `last`, or a part
 * of one. */
static StarStatus make_area(const Run *r, int64_t i, int64_t j, int64_t last) {
    PairCache *c = &r->m->pairs;
    const int64_t width = last_column(r, i) - first_column(r, i) + 1;
    StarPairArea area;
    if (j == first_column(r, i) && c->size / 2 >= width && last > i) {
        int64_t to =
            last - i < c->size / width ? last : i + c->size / width - 1;
        while ((to - i + 1) * (last_column(r, to) - j + 1) > c->size && to > i)
            to = i + (to - i) / 2;
        area = area_of(r, i, to);
    } else {
        area = area_of(r, i, i);
        area.columns.from = j - 1;
    }
    const int64_t rows = area.rows.to - area.rows.from;
    if (rows == 1 && area.columns.to - area.columns.from > c->size)
        area.columns.to = area.columns.from + c->size;
    const int64_t columns = area.columns.to - area.columns.from;
    if (!may_run(r, &area) || !room(r->m, rows, columns)) {
        c->declined = true;
        return STAR_OK;
    }
    area.bits = c->bits;
    const StarStatus status =
        r->m->be.ops.run_pairs(&r->m->be, r->plan, r->R, &area);
    exec_device_check(r->m);
    c->declined = status != STAR_OK;
    if (status != STAR_OK)
        return status == STAR_DECLINED ? STAR_OK : status;
    c->rows = area.rows;
    c->columns = area.columns;
    if (c->size < LARGEST_AREA)
        c->size *= 4;
    return STAR_OK;
}

/* The first pair of row i in columns j..end of the area, or 0. */
static int64_t find(const PairCache *c, int64_t i, int64_t j, int64_t end) {
    const int64_t words = star_words(c->columns.to - c->columns.from);
    const uint64_t *row = c->bits + (i - 1 - c->rows.from) * words;
    int64_t at = j - 1 - c->columns.from;
    const int64_t to = end - c->columns.from;
    for (uint64_t skip = ~UINT64_C(0) << at % 64; at < to;
         at = at / 64 * 64 + 64, skip = ~UINT64_C(0)) {
        const uint64_t word = row[at / 64] & skip;
        if (word != 0) {
            const int64_t found =
                at / 64 * 64 + __builtin_ctzll(word) + c->columns.from + 1;
            return found <= end ? found : 0;
        }
    }
    return 0;
}

/* Sets *found to the first pair that passes of row i, from column j on, or 0.
 * Areas go on up to row `last`. */
static StarStatus find_in_row(const Run *r, int64_t i, int64_t j, int64_t last,
                              int64_t *found) {
    const PairCache *c = &r->m->pairs;
    const int64_t end = last_column(r, i);
    *found = 0;
    while (j <= end && *found == 0) {
        if (i - 1 < c->rows.from || i > c->rows.to || j - 1 < c->columns.from ||
            j > c->columns.to)
            STAR_TRY(make_area(r, i, j, last));
        if (c->declined)
            return STAR_OK;
        const int64_t to = end < c->columns.to ? end : c->columns.to;
        *found = find(c, i, j, to);
        j = to + 1;
    }
    return STAR_OK;
}

/* True if no form can leave the integers in the area that is there. */
static bool area_fits(const Run *r) {
    const PairCache *c = &r->m->pairs;
    const StarPairArea area = {.rows = c->rows, .columns = c->columns};
    return !c->declined && may_run(r, &area);
}

/* ---- Instructions ---- */

static bool begins(const Run *r) {
    PairCache *c = &r->m->pairs;
    if (r->m->debug.unoptimised)
        return false;
    const Change change = note_scalars(r);
    if (c->op != r->plan->op || change == OTHER ||
        (change == STRICTER && !area_fits(r)))
        forget(r);
    return !c->declined;
}

static StarStatus next_row(const Run *r, StarCell *row) {
    int64_t first, last;
    if (!begins(r) || row->i < 1 ||
        !rows_of(r, row->i, r->limit, &first, &last))
        return STAR_OK;
    row->i = first;
    for (int64_t found; row->i < last; row->i++) {
        STAR_TRY(
            find_in_row(r, row->i, first_column(r, row->i), last - 1, &found));
        if (found > 0 || r->m->pairs.declined)
            return STAR_OK;
    }
    return STAR_OK;
}

static StarStatus next_column(const Run *r, StarCell *column) {
    const int64_t i = has_rows(r) ? r->R[r->plan->row].i : 1;
    int64_t found;
    if (column->i >= r->limit || column->i < 1 || i < 1 || !begins(r))
        return STAR_OK;
    STAR_TRY(find_in_row(r, i, column->i, i, &found));
    if (!r->m->pairs.declined)
        column->i = found > 0 ? found : r->limit;
    return STAR_OK;
}

/* Adds all pairs of the rows but the last, or all but the last of one row. */
static StarStatus count(const Run *r, StarCell *index, int64_t last,
                        StarPairArea area, StarCell *R) {
    int64_t total[STAR_PAIR_TOTALS] = {0};
    int n = 0;
    area.total = total;
    if (area.columns.from >= area.columns.to || !may_run(r, &area))
        return STAR_OK;
    const StarStatus status =
        r->m->be.ops.run_pairs(&r->m->be, r->plan, r->R, &area);
    exec_device_check(r->m);
    STAR_TRY(status);
    for (int k = 0; k < r->plan->ops; k++)
        if (r->plan->op[k].op == STAR_PLAN_PAIR_ADD)
            R[r->plan->op[k].target].i += total[n++];
    index->i = last;
    return STAR_OK;
}

static StarStatus count_all(const Run *r, StarCell *index, StarCell *R) {
    StarPairArea area;
    if (!has_rows(r)) {
        if (!bounds_fit(r) || index->i < 1)
            return STAR_OK;
        area = area_of(r, 1, 1);
        area.columns = (StarPairRange){index->i - 1, r->limit - 1};
        return count(r, index, r->limit, area, R);
    }
    int64_t first, last;
    if (index->i < 1 || !bounds_fit(r) ||
        !rows_of(r, index->i, r->limit, &first, &last) || last <= first)
        return STAR_OK;
    area = area_of(r, first, last - 1);
    return count(r, index, last, area, R);
}

StarStatus exec_pairs(StarMachine *m, const StarPlan *plan, const StarInstr *at,
                      StarCell *R) {
    const Run r = {m, plan, R, R[at->c].i};
    switch ((StarPlanSpace)plan->space) {
    case STAR_SPACE_PAIRS: return count_all(&r, &R[at->a], R);
    case STAR_SPACE_FIND_ROW: return next_row(&r, &R[at->a]);
    case STAR_SPACE_FIND_COLUMN: return next_column(&r, &R[at->a]);
    default: m->pairs.op = NULL; return STAR_OK;
    }
}
