/* SPDX-License-Identifier: MIT */
/* Responder loops: each operation of one runs for all iterations at once. */
#include <string.h>

#include "cpu/cpu.h"
#include "cpu/fuse.h"
#include "values/table.h"

/* A loop that is running. Bit i of a mask is 1 if iteration i takes part; a
 * condition pushes a narrower mask, its END pops it:
 *
 *     room:  | mask | IF mask | ... | stack and gathered operands |
 *              words            ^mask  ^scratch, `longest` words each
 */
typedef struct Run {
    StarBackend *be;
    StarCell *R;
    int64_t *fuel;
    uint64_t *mask;    /* the top of the stack of masks */
    int64_t words;     /* of a mask */
    int64_t outer;     /* in an inner loop: the outer iteration, from 0 */
    uint64_t *scratch; /* for the stack of an expression */
    int64_t longest;   /* words of the longest bit vector or mask */
} Run;

/* ---- Expressions ---- */

/* The value of an expression on n words of its operands, value[k]. It is one
 * of the operands or stands in scratch; its padding is unspecified. */
static const uint64_t *evaluate(const Run *r, const StarFuse *f,
                                const uint64_t *const *value, uint64_t *scratch,
                                int64_t n) {
    const uint64_t *stack[STAR_PLAN_MAX_DEPTH];
    star_fuse_words(r->be->isa, f, f->length, value, 0, n, stack, scratch);
    return stack[0];
}

/* Sets value[k] to operand k in iteration i. A row or column of a table that
 * has no such image is gathered into scratch. */
static StarStatus operands(const Run *r, const StarPlanOp *s, int64_t i,
                           const uint64_t **value) {
    uint64_t *gathered = r->scratch + s->fuse.depth * r->longest;
    for (int k = 0; k < s->fuse.operands; k++) {
        const StarPlanOperand *o = &s->operand[k];
        StarTable *t = r->R[o->cell].table;
        int dir = star_plan_direction(o->use);
        int64_t number = o->use > STAR_PLAN_COLUMN ? r->outer : i;
        if (o->use == STAR_PLAN_WHOLE) {
            value[k] = r->R[o->cell].bits->word;
            continue;
        }
        value[k] = star_table_vector(r->be, t, dir, number);
        if (value[k] == NULL) {
            STAR_TRY(star_table_read(r->be, t, dir, number,
                                     gathered + k * r->longest));
            value[k] = gathered + k * r->longest;
        }
    }
    return STAR_OK;
}

/* Sets *out to the value of the expression of s in iteration i, `length` bits.
 * It stands in an operand or in scratch, with clear padding. */
static StarStatus iteration_bits(const Run *r, const StarPlanOp *s, int64_t i,
                                 int64_t length, const uint64_t **out) {
    const uint64_t *value[STAR_PLAN_MAX_OPERANDS];
    int64_t n = star_words(length);
    STAR_TRY(star_stopped(r->be->mem));
    STAR_TRY(operands(r, s, i, value));
    *out = evaluate(r, &s->fuse, value, r->scratch, n);
    if (star_plan_operand(s) == NULL && length % 64 != 0)
        ((uint64_t *)*out)[n - 1] &= (UINT64_C(1) << length % 64) - 1;
    return STAR_OK;
}

/* Calls body for each iteration of the mask: k is its number from 0. */
#define EACH_ITERATION(r, body)                                    \
    for (int64_t w_ = 0; w_ < (r)->words; w_++)                    \
        for (uint64_t m_ = (r)->mask[w_]; m_ != 0; m_ &= m_ - 1) { \
            int64_t k = 64 * w_ + __builtin_ctzll(m_);             \
            body                                                   \
        }

/* ---- Operations ---- */

/* An operand that is the same in all iterations, or NULL if its table has no
 * such image. */
static const uint64_t *common_bits(const Run *r, const StarPlanOperand *o) {
    if (o->use == STAR_PLAN_WHOLE)
        return r->R[o->cell].bits->word;
    return star_table_vector(r->be, r->R[o->cell].table,
                             star_plan_direction(o->use), r->outer);
}

/* The valid image whose vectors an operand, if there is one, names, or NULL. */
static const StarImage *image_of(const Run *r, const StarPlanOperand *o) {
    const StarImage *image;
    if (o == NULL || o->use == STAR_PLAN_WHOLE)
        return NULL;
    image = &r->R[o->cell].table->image[star_plan_direction(o->use)];
    return image->valid ? image : NULL;
}

/* An update in the image of the other direction. Its vector j
 * holds bit j of all vectors that the loop updates:
 *
 *     or   if w(j) = 1: vector j or mask
 *     xor  if w(j) = 1: vector j xor mask
 *     and  if w(j) = 0: vector j and not mask
 *
 * `changed` is scratch for the vectors j that change. */
static void update_across(const Run *r, StarImage *image, int64_t vectors,
                          int op, const uint64_t *w, uint64_t *changed) {
    static const uint8_t across[] = {[STAR_FUSE_AND] = STAR_FUSE_ANDN,
                                     [STAR_FUSE_OR] = STAR_FUSE_OR,
                                     [STAR_FUSE_XOR] = STAR_FUSE_XOR};
    int64_t n = star_words(vectors);
    for (int64_t k = 0; k < n; k++)
        changed[k] = op == STAR_FUSE_AND ? ~w[k] : w[k];
    if (vectors % 64 != 0)
        changed[n - 1] &= (UINT64_C(1) << vectors % 64) - 1;
    star_parallel_vectors(r->be, image->word, image->stride, changed, n,
                          r->mask, r->words, across[op]);
}

static StarStatus store_vectors(const Run *r, const StarPlanOp *s) {
    StarBackend *be = r->be;
    StarTable *t = r->R[s->target].table;
    int dir = star_plan_direction(s->use);
    int64_t length = star_plan_length(s->operand, r->R);
    EACH_ITERATION(r, {
        const uint64_t *z;
        STAR_TRY(iteration_bits(r, s, k, length, &z));
        STAR_TRY(star_table_write(be, t, dir, k, z));
    })
    return STAR_OK;
}

static StarStatus update_vectors(const Run *r, const StarPlanOp *s) {
    StarTable *t = r->R[s->target].table;
    const int dir = star_plan_direction(s->use);
    const StarBits *w = r->R[s->operand[1].cell].bits;
    StarImage *image = &t->image[dir];
    if (!image->valid) {
        update_across(r, &t->image[!dir], w->length, s->apply, w->word,
                      r->scratch);
        return STAR_OK;
    }
    STAR_TRY(star_table_own(r->be, t, dir));
    star_parallel_vectors(r->be, image->word, image->stride, r->mask, r->words,
                          w->word, star_words(w->length), s->apply);
    return STAR_OK;
}

/* Set the components of the target that the mask selects: to a bit, to those of
 * the expression. */
static void set_bits(const Run *r, const StarPlanOp *s) {
    StarBits *to = r->R[s->target].bits;
    to->first = 0;
    star_isa_bits(r->be->isa, s->bit ? STAR_FUSE_OR : STAR_FUSE_ANDN, to->word,
                  to->word, r->mask, r->words);
}

static void store_bits(const Run *r, const StarPlanOp *s) {
    StarBits *to = r->R[s->target].bits;
    const uint64_t *value[STAR_PLAN_MAX_OPERANDS];
    to->first = 0;
    for (int k = 0; k < s->fuse.operands; k++)
        value[k] = r->R[s->operand[k].cell].bits->word;
    const uint64_t *z = evaluate(r, &s->fuse, value, r->scratch, r->words);
    for (int64_t w = 0; w < r->words; w++)
        to->word[w] = (to->word[w] & ~r->mask[w]) | (z[w] & r->mask[w]);
}

/* The sum of the positions, from 1, of the ones in a mask: for each bit of a
 * position, the ones at positions that have it are counted. */
static int64_t sum_of_positions(const uint64_t *mask, int64_t words) {
    static const uint64_t place[6] = {
        UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc),
        UINT64_C(0xf0f0f0f0f0f0f0f0), UINT64_C(0xff00ff00ff00ff00),
        UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000)};
    int64_t total = 0;
    for (int64_t w = 0; w < words; w++) {
        total += (64 * w + 1) * __builtin_popcountll(mask[w]);
        for (int b = 0; b < 6; b++)
            total += (int64_t)__builtin_popcountll(mask[w] & place[b]) << b;
    }
    return total;
}

static StarStatus sum(const Run *r, const StarPlanOp *s) {
    int64_t total = 0;
    if (s->term == STAR_PLAN_CONSTANT) {
        total = r->be->isa->count(r->mask, r->words);
    } else if (s->term == STAR_PLAN_NUMBER) {
        total = sum_of_positions(r->mask, r->words);
    } else {
        int64_t length = star_plan_length(s->operand, r->R);
        EACH_ITERATION(r, {
            const uint64_t *z;
            STAR_TRY(iteration_bits(r, s, k, length, &z));
            total += r->be->isa->count(z, star_words(length));
        })
    }
    r->R[s->target].i += s->factor * total;
    return STAR_OK;
}

static StarStatus count(const Run *r, const StarPlanOp *s) {
    const StarImage *image = image_of(r, s->operand);
    const bool masked = s->fuse.operands == 2;
    const uint64_t *w = masked ? common_bits(r, &s->operand[1]) : NULL;
    if (image == NULL || (masked && w == NULL))
        return sum(r, s);
    r->R[s->target].i +=
        s->factor * star_parallel_count_vectors(
                        r->be, image->word, image->stride, r->mask, r->words, w,
                        star_words(star_plan_length(s->operand, r->R)));
    return STAR_OK;
}

/* Sets *value to the scalar term of s in iteration k. */
static inline StarStatus term(const Run *r, const StarPlanOp *s, int64_t k,
                              int64_t *value) {
    const uint64_t *z;
    *value = s->factor;
    if (s->term == STAR_PLAN_NUMBER)
        *value *= k + 1;
    if (s->term != STAR_PLAN_ONES)
        return STAR_OK;
    int64_t length = star_plan_length(s->operand, r->R);
    STAR_TRY(iteration_bits(r, s, k, length, &z));
    *value *= r->be->isa->count(z, star_words(length));
    return STAR_OK;
}

static StarStatus last_value(const Run *r, const StarPlanOp *s) {
    int64_t k = star_plan_last(r->mask, r->words) - 1;
    return k < 0 ? STAR_OK : term(r, s, k, &r->R[s->target].i);
}

static StarStatus extreme(const Run *r, const StarPlanOp *s) {
    int64_t best = r->R[s->target].i, at = -1;
    EACH_ITERATION(r, {
        int64_t t;
        STAR_TRY(term(r, s, k, &t));
        bool better = s->op == STAR_PLAN_MIN ? t < best : t > best;
        if (better || (s->last && t == best)) {
            best = t;
            at = k;
            *r->fuel -= s->fuel;
        }
    })
    r->R[s->target].i = best;
    if (at >= 0 && s->beside != STAR_NO_CELL)
        r->R[s->beside].i = at + 1;
    return STAR_OK;
}

static StarStatus last_bits(const Run *r, const StarPlanOp *s) {
    StarBits *to = r->R[s->target].bits;
    const int64_t k = star_plan_last(r->mask, r->words) - 1;
    const uint64_t *z;
    to->first = 0;
    if (k < 0)
        return STAR_OK;
    STAR_TRY(iteration_bits(r, s, k, to->length, &z));
    r->be->isa->copy(to->word, z, star_words(to->length));
    return STAR_OK;
}

static StarStatus reduce(const Run *r, const StarPlanOp *s) {
    StarBits *to = r->R[s->target].bits;
    const uint64_t *z;
    const StarPlanOperand *o = star_plan_operand(s);
    const StarImage *image = image_of(r, o);
    const int64_t n = star_words(to->length);
    to->first = 0;
    if (image != NULL && star_plan_is_private(o->use)) {
        star_parallel_reduce(r->be, to->word, image->word, image->stride,
                             r->mask, r->words, n, s->apply);
    } else {
        EACH_ITERATION(r, {
            STAR_TRY(iteration_bits(r, s, k, to->length, &z));
            star_isa_bits(r->be->isa, s->apply, to->word, to->word, z, n);
        })
    }
    return STAR_OK;
}

/* Pushes a mask: the iterations of the top mask where the condition holds. */
static StarStatus push_mask(Run *r, const StarPlanOp *s) {
    uint64_t *top = r->mask + r->words;
    const uint64_t *value[STAR_PLAN_MAX_OPERANDS], *z;
    if (s->op == STAR_PLAN_IF) {
        for (int k = 0; k < s->fuse.operands; k++)
            value[k] = r->R[s->operand[k].cell].bits->word;
        z = evaluate(r, &s->fuse, value, r->scratch, r->words);
        r->be->isa->and (top, r->mask, z, r->words);
    } else {
        int64_t length = star_plan_length(s->operand, r->R),
                n = star_words(length);
        memset(top, 0, (size_t)r->words * sizeof *top);
        EACH_ITERATION(r, {
            STAR_TRY(iteration_bits(r, s, k, length, &z));
            bool some = r->be->isa->find(z, 0, n) < n;
            if (some == (s->op == STAR_PLAN_IFSOME))
                top[k / 64] |= UINT64_C(1) << k % 64;
        })
    }
    r->mask = top;
    return STAR_OK;
}

/* Sets the index of the inner loop to that of its last iteration: the last one
 * of the last bit vector that has ones. */
static StarStatus set_inner_index(const Run *r, const StarPlanOp *s) {
    int64_t length = star_plan_length(s->operand, r->R);
    const uint64_t *z;
    for (int64_t w = r->words; w-- > 0;)
        for (uint64_t m = r->mask[w]; m != 0;) {
            int bit = 63 - __builtin_clzll(m);
            m ^= UINT64_C(1) << bit;
            STAR_TRY(iteration_bits(r, s, 64 * w + bit, length, &z));
            int64_t number = star_plan_last(z, star_words(length));
            if (number == 0)
                continue;
            r->R[s->target].i = number;
            return STAR_OK;
        }
    return STAR_OK;
}

/* Does all of an INNER_COUNT, with its operands found before the first
 * iteration. False, and nothing is done, if one is no valid image. */
static bool count_inner(const Run *r, const Run *in, const StarPlanOp *s) {
    const StarPlanOp *t = s + 1;
    const StarIsa *isa = r->be->isa;
    int64_t total = 0;
    const StarImage *ones = image_of(r, star_plan_operand(s));
    const StarImage *vectors = image_of(r, &t->operand[0]);
    const StarImage *with = image_of(r, &t->operand[1]);
    if (ones == NULL || vectors == NULL || with == NULL)
        return false;
    int64_t n = star_words(star_plan_length(t->operand, r->R));
    for (int64_t w = 0; w < r->words && star_stopped(r->be->mem) == STAR_OK;
         w++)
        for (uint64_t m = r->mask[w]; m != 0; m &= m - 1) {
            const int64_t k = 64 * w + __builtin_ctzll(m);
            total += isa->count_vectors(
                vectors->word, vectors->stride, ones->word + k * ones->stride,
                in->words, with->word + k * with->stride, n);
        }
    r->R[t->target].i += t->factor * total;
    return true;
}

static StarStatus run_ops(Run *r, const StarPlanOp *s, int64_t ops);

/* Runs an inner loop in each iteration of the outer one. The ones of its bit
 * vector are its mask. */
static StarStatus run_inner(const Run *r, const StarPlanOp *s) {
    int64_t length = star_plan_length(s->operand, r->R);
    Run in = *r;
    in.words = star_words(length);
    in.mask += r->words;
    if (s->op == STAR_PLAN_INNER_COUNT && count_inner(r, &in, s))
        return set_inner_index(r, s);
    EACH_ITERATION(r, {
        const uint64_t *z;
        STAR_TRY(iteration_bits(r, s, k, length, &z));
        memcpy(in.mask, z, (size_t)in.words * sizeof *z);
        in.outer = k;
        STAR_TRY(run_ops(&in, s + 1, s->body));
    })
    return set_inner_index(r, s);
}

static StarStatus run_ops(Run *r, const StarPlanOp *s, int64_t ops) {
    for (const StarPlanOp *end = s + ops; s < end; s++) {
        switch ((StarPlanOpcode)s->op) {
        case STAR_PLAN_STORE: STAR_TRY(store_vectors(r, s)); break;
        case STAR_PLAN_UPDATE:
        case STAR_PLAN_UPDATE_ONLY: STAR_TRY(update_vectors(r, s)); break;
        case STAR_PLAN_STORE_BIT: store_bits(r, s); break;
        case STAR_PLAN_SET_BIT: set_bits(r, s); break;
        case STAR_PLAN_SUM: STAR_TRY(sum(r, s)); break;
        case STAR_PLAN_COUNT: STAR_TRY(count(r, s)); break;
        case STAR_PLAN_LAST_VALUE: STAR_TRY(last_value(r, s)); break;
        case STAR_PLAN_MIN:
        case STAR_PLAN_MAX: STAR_TRY(extreme(r, s)); break;
        case STAR_PLAN_REDUCE: STAR_TRY(reduce(r, s)); break;
        case STAR_PLAN_LAST_BITS: STAR_TRY(last_bits(r, s)); break;
        case STAR_PLAN_INNER:
        case STAR_PLAN_INNER_COUNT:
            STAR_TRY(run_inner(r, s));
            s += s->body;
            break;
        case STAR_PLAN_IF:
        case STAR_PLAN_IFSOME:
        case STAR_PLAN_IFZERO: STAR_TRY(push_mask(r, s)); break;
        case STAR_PLAN_ELSE:
            for (int64_t w = 0; w < r->words; w++)
                r->mask[w] = r->mask[w - r->words] & ~r->mask[w];
            break;
        case STAR_PLAN_END: r->mask -= r->words; break;
        case STAR_PLAN_FUEL:
            *r->fuel -= s->fuel * r->be->isa->count(r->mask, r->words);
            break;
        default: break; /* checks */
        }
    }
    return STAR_OK;
}

/* ---- The loop ---- */

/* Makes room for the stack of masks and the scratch of expressions, which the
 * backend keeps for the next loop. False without memory. */
static bool room(Run *r, const StarPlan *plan) {
    StarCpu *cpu = r->be->state;
    int depth = 1, inner = 0, max_depth = 1, vectors = 1;
    for (int k = 0; k < plan->ops; k++) {
        const StarPlanOp *s = &plan->op[k];
        depth += (s->op >= STAR_PLAN_IF && s->op <= STAR_PLAN_IFZERO) -
                 (s->op == STAR_PLAN_END);
        inner |= star_plan_is_inner(s);
        max_depth = depth + inner > max_depth ? depth + inner : max_depth;
        if (s->fuse.depth + s->fuse.operands > vectors)
            vectors = s->fuse.depth + s->fuse.operands;
        if (s->fuse.operands > 0) {
            const int64_t n = star_words(star_plan_length(s->operand, r->R));
            r->longest = n > r->longest ? n : r->longest;
        }
    }
    const size_t words = (size_t)(max_depth + vectors) * (size_t)r->longest;
    cpu->loop_room = star_mem_room(r->be->mem, cpu->loop_room, &cpu->loop_words,
                                   words, sizeof *cpu->loop_room);
    if (cpu->loop_words < words)
        return false;
    r->mask = cpu->loop_room;
    r->scratch = r->mask + (size_t)max_depth * (size_t)r->longest;
    return true;
}

StarStatus star_cpu_run_loop(StarBackend *be, const StarPlan *plan, StarCell *R,
                             const uint64_t *mask, int64_t words,
                             int64_t *fuel) {
    Run r = {.be = be, .R = R, .fuel = fuel, .words = words, .longest = words};
    if (!room(&r, plan)) {
        *be->mem->error = (StarError){.status = STAR_OK};
        return STAR_DECLINED;
    }
    memcpy(r.mask, mask, (size_t)words * sizeof *mask);
    return run_ops(&r, plan->op, plan->ops);
}
