/* SPDX-License-Identifier: MIT */
/* Loops on divided tables. Where iteration i works on row i of tables and
 * component i of slices, all with the same rows, each rank runs the iterations
 * of its rows, and messages join what it found with the results of the others:
 *
 *     mask   | 1 . 1 | . . 1 | 1 1 . |
 *     T      | rows  | rows  | rows  |
 *     ranks  |   0   |   1   |   2   |    one reduction for all numbers,
 *                                         one for each bit vector
 *
 * Other loops run on whole operands. */
#include "cpu/cpu.h"
#include "cpu/simd/simd.h"
#include "partition/ranks_plan.h"
#include "plan/pairs.h"

#include <string.h>

/* ---- Operands ---- */

/* Reads vectors of a table: as often as one process would, so that it is as
 * soon worth while to make the other image. A device needs rows: it would build
 * them in the view. */
static StarStatus prepare_table(Ranks *r, const RanksUse *u, int64_t times) {
    StarTable *t = (StarTable *)u->object;
    const int dir = u->meaning == RANKS_ROWS ? STAR_ROWS : u->dir;
    if (r->apart)
        return u->written ? star_table_own(r->be, t, dir)
                          : star_table_need(r->be, t, dir);
    do
        STAR_TRY(star_table_choose(r->be, t, dir, u->written));
    while (!t->image[dir].valid && --times > 0);
    return STAR_OK;
}

/* Makes the operands ready: whole, or with the image that is used. */
static StarStatus prepare(Ranks *r, const RanksPlan *p, int64_t times) {
    for (int k = 0; k < p->cells; k++) {
        const RanksUse *u = &p->use[k];
        if (u->meaning == RANKS_SAME)
            STAR_TRY(ranks_whole(r, u->object, STAR_READ));
        if (u->object != NULL && u->object->kind == STAR_TABLE)
            STAR_TRY(prepare_table(r, u, times));
    }
    return STAR_OK;
}

/* Before the host changes a bit vector that all ranks have. */
static StarStatus own_bits(Ranks *r, StarBits *bits) {
    STAR_TRY(ranks_whole(r, &bits->head, STAR_CHANGE));
    return ranks_on_host(r, &bits->head, STAR_CHANGE);
}

/* Each rank begins with what a bit vector is, which does no harm if it is
 * joined again; for an exclusive or the first one alone. */
static StarStatus begin_results(Ranks *r, const RanksPlan *p) {
    for (int k = 0; k < p->results; k++) {
        StarBits *bits = p->cell[p->result[k].cell].bits;
        if (!ranks_joins(&p->result[k]))
            continue;
        STAR_TRY(own_bits(r, bits));
        if (ranks_joins_by_xor(&p->result[k]) && r->partition.rank > 0)
            memset(bits->word, 0,
                   (size_t)star_words(bits->length) * sizeof *bits->word);
    }
    return STAR_OK;
}

/* Puts the rank's part of an operand, or one from which no image is made, into
 * its cell. */
static StarStatus set_view(Ranks *r, RanksPlan *p, RanksView *view, int k) {
    const RanksUse *u = &p->use[k];
    const StarTable *t = (const StarTable *)u->object;
    view[k].of = NULL;
    if (u->meaning <= RANKS_ROWS)
        return ranks_view(r, view, k,
                          u->meaning == RANKS_ROWS && t->image[STAR_ROWS].valid
                              ? STAR_ROWS
                              : STAR_COLUMNS,
                          STAR_CHANGE, &p->cell[k]);
    if (u->object != NULL && u->object->kind == STAR_TABLE) {
        view[k].table = *t;
        view[k].table.transpose_threshold = INT64_MAX;
        p->cell[k].table = &view[k].table;
    }
    return STAR_OK;
}

/* Runs the iterations of this rank. */
static StarStatus run_part(Ranks *r, RanksPlan *p, const uint64_t *mask,
                           int64_t words, int64_t *fuel) {
    RanksView view[RANKS_CELLS];
    for (int k = 0; k < p->cells; k++)
        STAR_TRY(set_view(r, p, view, k));
    r->phase = RANKS_LOCAL;
    const StarStatus status =
        r->overlay.ops.run_loop(r->be, &p->loop, p->cell, mask, words, fuel);
    r->phase = RANKS_HOST;
    return status == STAR_DECLINED
               ? star_raise(r->be->mem->error, MSG_NO_MEMORY())
               : status;
}

/* ---- Results ---- */

/* Numbers of a result in the message: a sum, or for each rank the iteration
 * that has a value, or 0, and the value. */
static size_t numbers(const Ranks *r, const RanksResult *result) {
    return result->part == STAR_PART_SUM ? 1 : 2 * (size_t)r->partition.ranks;
}

static void put_numbers(const Ranks *r, const RanksPlan *p,
                        const RanksResult *result, int64_t *to) {
    const int64_t value = p->cell[result->cell].i;
    if (result->part == STAR_PART_SUM) {
        *to = value;
        return;
    }
    to += 2 * r->partition.rank;
    if (result->at == STAR_NO_CELL)
        to[0] = result->part == STAR_PART_LAST && value != STAR_UNDEFINED_INT;
    else
        to[0] = p->cell[result->at].i;
    if (to[0] != 0 && result->at != STAR_NO_CELL)
        to[0] += result->at_shift;
    if (to[0] != 0 && !ranks_joins(result))
        to[1] = value + result->shift;
}

/* True if a value takes the place of that of ranks before. */
static bool passes(const StarPlanOp *s, int64_t value, int64_t best) {
    return s->op == STAR_PLAN_MIN ? value < best || (s->last && value == best)
                                  : value > best || (s->last && value == best);
}

/* Gives the variables of a result their values; *last := the last rank that has
 * one. */
static void get_numbers(const Ranks *r, const RanksResult *result,
                        const int64_t *from, StarCell *R, int *last) {
    const StarPlanOp *s = result->op;
    if (result->part == STAR_PART_SUM)
        R[s->target].i += *from;
    for (int k = 0; k < r->partition.ranks && result->part != STAR_PART_SUM;
         k++, from += 2) {
        if (from[0] == 0)
            continue;
        *last = k;
        if (result->part == STAR_PART_LAST)
            R[s->target].i = from[1];
        if (result->part == STAR_PART_EXTREME &&
            passes(s, from[1], R[s->target].i)) {
            R[s->target].i = from[1];
            if (s->beside != STAR_NO_CELL)
                R[s->beside].i = from[0];
        }
    }
}

/* word := the union of all ranks' words, as they are or negated. */
static StarStatus join(Ranks *r, uint64_t *word, int64_t words, bool negated) {
    for (int64_t w = 0; w < words && negated; w++)
        word[w] = ~word[w];
    STAR_TRY(ranks_reduce(r, STAR_REDUCE_OR, (int64_t *)word, (size_t)words));
    for (int64_t w = 0; w < words && negated; w++)
        word[w] = ~word[w];
    return STAR_OK;
}

static StarStatus join_by_xor(Ranks *r, uint64_t *word, int64_t words) {
    const size_t count = (size_t)words, ranks = (size_t)r->partition.ranks;
    uint64_t *all = star_mem_alloc_raw(r->be->mem, ranks * count, sizeof *all);
    if (all == NULL)
        return STAR_MEMORY;
    memcpy(all + (size_t)r->partition.rank * count, word, count * sizeof *all);
    const StarStatus status = ranks_gather_each(r, all, words);
    for (size_t k = 0; k < ranks * count && status == STAR_OK; k++)
        word[k % count] = k < count ? all[k] : word[k % count] ^ all[k];
    star_mem_free(r->be->mem, all, ranks * count, sizeof *all);
    return status;
}

/* `last`: the last rank that has a value for the vector; -1: none has. */
static StarStatus join_bits(Ranks *r, const RanksResult *result, StarBits *bits,
                            int last) {
    const int64_t words = star_words(bits->length);
    bits->first = 0;
    STAR_TRY(ranks_on_host(r, &bits->head, STAR_CHANGE));
    if (result->op->op == STAR_PLAN_LAST_BITS)
        return last < 0 ? STAR_OK : ranks_broadcast(r, bits->word, words, last);
    return ranks_joins_by_xor(result)
               ? join_by_xor(r, bits->word, words)
               : join(r, bits->word, words, result->op->apply != STAR_FUSE_OR);
}

/* The results become those of all ranks, which took *taken steps. `number` has
 * room for all numbers, and is 0. */
static StarStatus collect(Ranks *r, const RanksPlan *p, StarCell *R,
                          int64_t *number, size_t count, int64_t *taken) {
    int64_t *at = number;
    number[count - 1] = *taken;
    for (int k = 0; k < p->results; at += numbers(r, &p->result[k++]))
        put_numbers(r, p, &p->result[k], at);
    STAR_TRY(ranks_reduce(r, STAR_REDUCE_SUM, number, count));
    *taken = number[count - 1];
    at = number;
    for (int k = 0; k < p->results; at += numbers(r, &p->result[k++])) {
        const RanksResult *result = &p->result[k];
        int last = -1;
        get_numbers(r, result, at, R, &last);
        if (ranks_joins(result))
            STAR_TRY(join_bits(r, result, p->cell[result->cell].bits, last));
    }
    for (int k = 0; k < p->cells; k++)
        if (p->use[k].written)
            STAR_TRY(ranks_written(r, p->use[k].object));
    return STAR_OK;
}

/* ---- The run ---- */

/* Runs the part of the mask that this rank has. */
static StarStatus run(Ranks *r, RanksPlan *p, StarCell *R, const uint64_t *mask,
                      int64_t words, int64_t *fuel) {
    const StarRowRange part = star_partition_part(&r->partition, p->rows);
    const int64_t first = part.low / 64, end = star_words(part.high);
    const int64_t own = (words < end ? words : end) - first;
    int64_t left = *fuel, taken;
    size_t count = 1;
    STAR_TRY(prepare(r, p, r->be->isa->count(mask, words)));
    STAR_TRY(begin_results(r, p));
    if (part.low < part.high && own > 0)
        STAR_TRY(run_part(r, p, mask + first, own, &left));
    taken = *fuel - left;
    for (int k = 0; k < p->results; k++)
        count += numbers(r, &p->result[k]);
    int64_t *number = star_mem_alloc(r->be->mem, count, sizeof *number);
    if (number == NULL)
        return STAR_MEMORY;
    const StarStatus status = collect(r, p, R, number, count, &taken);
    star_mem_free(r->be->mem, number, count, sizeof *number);
    *fuel -= taken;
    return status;
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
    Ranks *r = be->mem->ranks;
    RanksPlan plan;
    if (r->blocks.count > 0 && ranks_plan(r, &plan, loop, R))
        return run(r, &plan, R, mask, words, fuel);
    STAR_TRY(sync_whole(r, loop, R));
    return r->overlay.ops.run_loop(be, loop, R, mask, words, fuel);
}

/* ---- Pair loops ---- */

/* Columns of row i that have pairs. */
static int64_t width(const StarPairArea *a, int64_t i) {
    int64_t from = a->columns.from, to = a->columns.to;
    if (a->low != INT64_MIN && i + a->low > from)
        from = i + a->low;
    if (a->high != INT64_MAX && i + a->high + 1 < to)
        to = i + a->high + 1;
    return to > from ? to - from : 0;
}

/* r->first[k] := the first row of rank k, behind those of the area before, so
 * that all have as many pairs. */
static void divide_rows(Ranks *r, const StarPairArea *a) {
    const int64_t rows = a->rows.to - a->rows.from, ranks = r->partition.ranks;
    double all = 0, before = 0;
    int64_t i = 0;
    for (int64_t k = 0; k < rows; k++)
        all += (double)width(a, a->rows.from + k);
    for (int64_t k = 0; k < ranks; k++) {
        r->first[k] = (size_t)i;
        for (; i < rows && before * (double)ranks < all * (double)(k + 1); i++)
            before += (double)width(a, a->rows.from + i);
    }
    r->first[ranks] = (size_t)rows;
}

/* Makes the images of the tables that a pair loop reads: on all ranks, as a
 * table has the same valid images on all, but some may have no rows to find
 * pairs of. */
static StarStatus make_images(Ranks *r, const StarPlan *loop,
                              const StarCell *R) {
    for (int k = 0; k < loop->ops; k++)
        for (int o = 0; o < loop->op[k].fuse.operands; o++) {
            const StarPlanOperand *x = &loop->op[k].operand[o];
            if (x->use != STAR_PLAN_WHOLE)
                STAR_TRY(star_table_need(r->be, R[x->cell].table,
                                         star_plan_direction(x->use)));
        }
    return STAR_OK;
}

/* Each rank finds the pairs of some rows; all get the bits, or the totals. */
static StarStatus run_area(Ranks *r, const StarPlan *loop, const StarCell *R,
                           const StarPairArea *area) {
    const int64_t words = star_words(area->columns.to - area->columns.from);
    StarPairArea own = *area;
    StarStatus status = star_native_done(r->be, make_images(r, loop, R));
    divide_rows(r, area);
    const size_t *first = &r->first[r->partition.rank];
    own.rows.from = area->rows.from + (int64_t)first[0];
    own.rows.to = area->rows.from + (int64_t)first[1];
    if (area->bits != NULL)
        own.bits = area->bits + (int64_t)first[0] * words;
    if (area->total != NULL)
        memset(area->total, 0, STAR_PAIR_TOTALS * sizeof *area->total);
    if (status == STAR_OK && own.rows.from < own.rows.to)
        status = r->overlay.ops.run_pairs(r->be, loop, R, &own);
    for (int k = 0; k <= r->partition.ranks; k++)
        r->first[k] *= (size_t)words;
    STAR_TRY(ranks_agree(r, status));
    if (area->total != NULL)
        STAR_TRY(
            ranks_reduce(r, STAR_REDUCE_SUM, area->total, STAR_PAIR_TOTALS));
    return area->bits != NULL ? ranks_gather_words(r, area->bits, r->first)
                              : STAR_OK;
}

/* Areas of as many pairs as divided slices have components, at least. Sums are
 * of pairs of rows from any two ranks: all have the operands. */
StarStatus ranks_run_pairs(StarBackend *be, const StarPlan *loop,
                           const StarCell *R, const StarPairArea *area) {
    Ranks *r = be->mem->ranks;
    const int64_t columns = area->columns.to - area->columns.from;
    STAR_TRY(sync_whole(r, loop, R));
    return area->rows.to - area->rows.from >= r->from / columns
               ? run_area(r, loop, R, area)
               : r->overlay.ops.run_pairs(be, loop, R, area);
}
