/* SPDX-License-Identifier: MIT */
/* Pair loops on the CPU: vectors that a table has are used in place, others
 * are made in a matrix first. */
#include <string.h>

#include "cpu/cpu.h"
#include "cpu/pair_product.h"
#include "cpu/fuse.h"
#include "plan/pair_forms.h"
#include "values/table.h"

enum { MAX_BLOCKS = 4 * STAR_PAIR_PRODUCTS + 4 };

typedef struct Job {
    StarBackend *be;
    const StarCell *R;
    struct {
        void *at;
        size_t words;
    } block[MAX_BLOCKS];
    int blocks;
} Job;

static StarStatus room(Job *j, int64_t n, int64_t each, bool zero, void *out) {
    size_t words;
    if (__builtin_mul_overflow(n, each, &words) || j->blocks == MAX_BLOCKS)
        return STAR_DECLINED;
    void *at = zero ? star_mem_alloc(j->be->mem, words, sizeof(uint64_t))
                    : star_mem_alloc_raw(j->be->mem, words, sizeof(uint64_t));
    if (at == NULL)
        return star_native_done(j->be, STAR_MEMORY);
    j->block[j->blocks].at = at;
    j->block[j->blocks++].words = words;
    *(void **)out = at;
    return STAR_OK;
}

static void release(void *context) {
    Job *j = context;
    while (j->blocks > 0) {
        j->blocks--;
        star_mem_free(j->be->mem, j->block[j->blocks].at,
                      j->block[j->blocks].words, sizeof(uint64_t));
    }
}

/* ---- The vectors of a side ---- */

/* The vectors of one operand; of a whole bit vector, itself for all i. */
static StarStatus vectors_of(Job *j, const StarPlanOperand *o,
                             StarPairSide *side) {
    if (o->use == STAR_PLAN_WHOLE) {
        const StarBits *bits = j->R[o->cell].bits;
        *side = (StarPairSide){bits->word, 0, star_words(bits->length)};
        return STAR_OK;
    }
    StarTable *t = j->R[o->cell].table;
    const int dir = star_plan_direction(o->use);
    const StarStatus status = star_table_need(j->be, t, dir);
    if (status != STAR_OK)
        return star_native_done(j->be, status);
    *side = (StarPairSide){t->image[dir].word, t->image[dir].stride,
                           star_words(star_table_length(t, dir))};
    return STAR_OK;
}

/* Vectors of an expression, one after the other. */
static StarStatus evaluate(Job *j, const StarPlanOp *s, StarPairRange range,
                           const StarPairSide *operand, StarPairSide *side) {
    const int64_t length = star_pair_length(s, j->R), n = star_words(length);
    const uint64_t *value[STAR_PLAN_MAX_OPERANDS];
    const uint64_t *stack[STAR_PLAN_MAX_DEPTH];
    uint64_t *to, *tile;
    STAR_TRY(room(j, range.to - range.from, n, false, &to));
    STAR_TRY(room(j, s->fuse.depth, n, false, &tile));
    *side = (StarPairSide){to - range.from * n, n, n};
    for (int64_t i = range.from; i < range.to; i++, to += n) {
        STAR_TRY(star_stopped(j->be->mem));
        for (int k = 0; k < s->fuse.operands; k++)
            value[k] = operand[k].word + i * operand[k].stride;
        star_fuse_words(j->be->isa, &s->fuse, s->fuse.length, value, 0, n,
                        stack, tile);
        memcpy(to, stack[0], (size_t)n * sizeof *to);
        if (length % 64 != 0)
            to[n - 1] &= (UINT64_C(1) << length % 64) - 1;
    }
    return STAR_OK;
}

static StarStatus side(void *context, const StarPlanOp *s, StarPairRange range,
                       StarPairSide *out) {
    Job *j = context;
    StarPairSide operand[STAR_PLAN_MAX_OPERANDS];
    for (int k = 0; k < s->fuse.operands; k++)
        STAR_TRY(vectors_of(j, &s->operand[k], &operand[k]));
    if (star_plan_operand(s) == NULL)
        return evaluate(j, s, range, operand, out);
    *out = operand[0];
    return STAR_OK;
}

static StarStatus all(void *context, int64_t length, StarPairSide *out) {
    const int64_t n = star_words(length);
    uint64_t *to;
    STAR_TRY(room(context, n, 1, false, &to));
    memset(to, 0xff, (size_t)n * sizeof *to);
    *out = (StarPairSide){to, 0, n};
    return STAR_OK;
}

/* ---- Numbers and products ---- */

static StarStatus zeros(void *context, int64_t n, int64_t **out) {
    return room(context, n, 1, true, out);
}

static StarStatus ones(void *context, const StarPairSide *x,
                       StarPairRange range, int64_t factor, int64_t *sum) {
    const Job *j = context;
    for (int64_t i = range.from; i < range.to; i++)
        sum[i] += factor * j->be->isa->count(x->word + i * x->stride, x->words);
    return star_stopped(j->be->mem);
}

static StarStatus product(void *context, const StarPairs *p,
                          StarPairsFound *found) {
    const Job *j = context;
    star_pairs(j->be, p, found);
    return star_stopped(j->be->mem);
}

static StarStatus fetch(void *context, uint64_t *to, const uint64_t *from,
                        int64_t words) {
    (void)context;
    memcpy(to, from, (size_t)words * sizeof *to);
    return STAR_OK;
}

StarStatus star_cpu_run_pairs(StarBackend *be, const StarPlan *plan,
                              const StarCell *R, const StarPairArea *area) {
    Job j = {.be = be, .R = R};
    const StarPairHooks hooks = {&j,   side,    all,   zeros,
                                 ones, product, fetch, release};
    return star_pair_forms(&hooks, plan, R, area);
}
