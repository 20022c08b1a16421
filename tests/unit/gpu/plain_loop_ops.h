/* SPDX-License-Identifier: MIT */
/* A reference for the kernels of loop_ops.h in plain C: one iteration after
 * the other, one word after the other. */
#ifndef STAR_GPU_PLAIN_LOOP_OPS_H
#define STAR_GPU_PLAIN_LOOP_OPS_H

#include "values/postfix.h"
#include "kernels/loops/loop_ops.h"

/* x op y, on one word. */
static inline uint64_t plain_apply(int op, uint64_t x, uint64_t y) {
    uint64_t stack[] = {x, y};
    star_fuse_apply(op, stack + 1);
    return stack[0];
}

/* The value of postfix code on one word of each operand. */
static inline uint64_t plain_fuse(const StarFuse *f, const uint64_t *value) {
    uint64_t stack[STAR_PLAN_MAX_DEPTH] = {0}, *top = stack;
#define VALUE(k) value[k]
#define APPLY(op) star_fuse_apply(op, top)
    STAR_FUSE_RUN(f->code, f->length, top, VALUE, APPLY)
#undef VALUE
#undef APPLY
    return stack[0];
}

/* Word w of an expression, padding 0. */
static inline uint64_t plain_word(const GpuExpression *e, int64_t group,
                                  int64_t iteration, int64_t w) {
    uint64_t value[STAR_PLAN_MAX_OPERANDS];
    for (int k = 0; k < e->fuse.operands; k++)
        value[k] = e->operand[k].word[group * e->operand[k].group +
                                      iteration * e->operand[k].iteration + w];
    return plain_fuse(&e->fuse, value) &
           (w == star_words(e->length) - 1 ? star_last_mask(e->length)
                                           : ~UINT64_C(0));
}

static inline int64_t plain_ones(const GpuExpression *e, int64_t group,
                                 int64_t iteration) {
    int64_t ones = 0;
    for (int64_t w = 0; w < star_words(e->length); w++)
        ones += __builtin_popcountll(plain_word(e, group, iteration, w));
    return ones;
}

static inline int64_t plain_scalar(const GpuScalar *s, int64_t group,
                                   int64_t iteration) {
    const int64_t x = s->term == STAR_PLAN_ONES
                          ? plain_ones(&s->of, group, iteration)
                      : s->term == STAR_PLAN_NUMBER ? iteration + 1
                                                    : 1;
    return s->factor * x;
}

/* For each active iteration i of each group g. */
#define PLAIN_EACH(r, g, i)                           \
    for (int64_t g = 0; g < (r)->groups; g++)         \
        for (int64_t i = 0; i < 64 * (r)->words; i++) \
            if ((r)->mask[g * (r)->words + i / 64] >> i % 64 & 1)

static inline void plain_store(const GpuLoop *r, const GpuExpression *e,
                               uint64_t *z, int64_t stride, int64_t vectors,
                               const uint64_t *x) {
    const int64_t words = star_words(e->length);
    for (int64_t i = 0; i < vectors; i++) {
        const bool is_active =
            i / 64 < r->words && (r->mask[i / 64] >> i % 64 & 1);
        for (int64_t w = 0; w < stride && (is_active || x != NULL); w++)
            z[i * stride + w] = w >= words  ? 0
                                : is_active ? plain_word(e, 0, i, w)
                                            : x[i * stride + w];
    }
}

static inline void plain_reduce(const GpuLoop *r, const GpuExpression *e,
                                uint64_t *z, int op) {
    for (int64_t w = 0; w < star_words(e->length); w++)
        PLAIN_EACH(r, g, i)
    z[w] = plain_apply(op, z[w], plain_word(e, g, i, w));
}

static inline void plain_some(const GpuLoop *r, const GpuExpression *e,
                              uint64_t *mask) {
    PLAIN_EACH(r, g, i)
    if (plain_ones(e, g, i) > 0)
        mask[g * r->words + i / 64] |= UINT64_C(1) << i % 64;
}

static inline void plain_sum(const GpuLoop *r, const GpuScalar *s,
                             GpuFound *found) {
    PLAIN_EACH(r, g, i)
    found->value += plain_scalar(s, g, i);
}

static inline void plain_best(const GpuLoop *r, const GpuScalar *s, bool max,
                              bool last, GpuFound *found) {
    *found = (GpuFound){.iteration = -1};
    PLAIN_EACH(r, g, i) {
        const int64_t x = plain_scalar(s, g, i);
        if (found->iteration < 0 ||
            (max ? x > found->value : x < found->value) ||
            (last && x == found->value))
            *found = (GpuFound){.value = x, .group = g, .iteration = i};
    }
}

static inline void plain_count(const GpuExpression *e, GpuFound *found) {
    if (found->iteration >= 0)
        found->value += plain_ones(e, found->group, found->iteration);
}

static inline void plain_bits(const GpuExpression *e, const GpuFound *found,
                              uint64_t *z) {
    for (int64_t w = 0; w < star_words(e->length) && found->iteration >= 0; w++)
        z[w] = plain_word(e, found->group, found->iteration, w);
}

#endif
