/* SPDX-License-Identifier: MIT */
/* Overflow checks for the Kleene star of integers so great that their sums may
 * overflow.
 *
 * Iteration k adds each number of column k, a path to vertex k, and each number
 * of row k, a path from it, as they are before it. So the extremes of both tell
 * if a sum overflows:
 *
 *     -max < lowest + lowest,  highest + highest <= max
 *     epsilon + highest < STAR_KLEENE_LEAST
 *
 * Epsilons are sums too, of the first epsilon and numbers above 0. If no sum of
 * earlier iterations overflowed, the numbers of this one are right, so the
 * first overflow is always detected. The body raises the error. */
#include "cpu/solvers/kleene_job.h"

static const Range empty = {INT64_MAX, INT64_MIN, INT64_MIN};

static void note(Range *r, int64_t v) {
    if (v < STAR_KLEENE_LEAST) {
        r->none = v > r->none ? v : r->none;
    } else {
        r->low = v < r->low ? v : r->low;
        r->high = v > r->high ? v : r->high;
    }
}

/* True if the sum of an epsilon and any number is epsilon. */
static bool stays(int64_t none, int64_t high) {
    int64_t sum;
    return high <= 0 || none == INT64_MIN ||
           (!__builtin_add_overflow(none, high, &sum) &&
            sum < STAR_KLEENE_LEAST);
}

static bool fit(const Job *job, Range column, Range row) {
    int64_t low, high;
    if (!stays(column.none, row.high) || !stays(row.none, column.high))
        return false;
    if (column.low > column.high || row.low > row.high) /* no sums */
        return true;
    return !__builtin_add_overflow(column.low, row.low, &low) &&
           !__builtin_add_overflow(column.high, row.high, &high) &&
           low > -job->max_sum && high <= job->max_sum;
}

/* ---- Graphs with circuits ---- */

void star_kleene_note_rows(Job *job, int64_t s, const void *rows) {
    const int64_t *v = rows;
    const int64_t size = star_kleene_block(job), width = job->width;
    for (int64_t k = 0; k < size; k++) {
        Range r = empty;
        for (int64_t j = 0; j < width; j++)
            note(&r, v[k * width + j]);
        job->ranges[s * width + k] = r;
    }
}

bool star_kleene_fits(const Job *job) {
    enum { ROWS = STAR_TILE_ROWS };
    const int64_t size = star_kleene_block(job), width = job->width;
    for (int64_t k = 0; k < size; k++) {
        Range column = empty, row = empty;
        for (int64_t s = 0; s < job->strips; s++) {
            const Range *r = &job->ranges[s * width + k];
            row.low = r->low < row.low ? r->low : row.low;
            row.high = r->high > row.high ? r->high : row.high;
            row.none = r->none > row.none ? r->none : row.none;
        }
        for (int64_t g = 0; g < job->groups; g++) {
            const int64_t *x = (const int64_t *)job->x + ROWS * (g * width + k);
            for (int r = 0; r < ROWS; r++)
                note(&column, x[r]);
        }
        if (!fit(job, column, row))
            return false;
    }
    return true;
}

/* ---- Acyclic graphs ---- */

void star_kleene_check(Job *job, int64_t k, int part) {
    enum { ROWS = STAR_TILE_ROWS };
    const int64_t *w = job->w, *x = job->x;
    Range column = empty, row = empty;
    (void)part;
    for (int64_t s = 0; s <= k / job->width; s++)
        for (int64_t j = 0; j < job->width; j++)
            note(&row, w[(s * job->rows + k) * job->width + j]);
    for (int64_t i = k + 1; i < job->n; i++)
        note(&column, x[i / ROWS * ROWS * job->rows + ROWS * k + i % ROWS]);
    if (!fit(job, column, row))
        star_kleene_decline(job);
}
