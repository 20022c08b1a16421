/* Responder loops: the steps of one, each for all rounds. */
#include <string.h>

#include "cpu/cpu.h"
#include "cpu/parallel.h"
#include "values/table.h"

typedef struct Rounds {
    StarBackend *be;
    StarCell *R;
    int64_t *fuel;
    uint64_t *mask;  /* the rounds of now: a stack of masks, newest last */
    int64_t words;   /* of a mask */
    int64_t outer;   /* in an inner step: the round around it, from 0 */
    uint64_t *line;  /* scratch for the stack of an expression */
    int64_t longest; /* words of the longest line or mask */
} Rounds;

/* ---- Expressions ---- */

/* An expression on n words of `value[k]`, its operands. The result is an
 * operand or stands in scratch, its padding unspecified. */
static const uint64_t *evaluate(const Rounds *r, const StarFuse *f,
                                const uint64_t *const *value, uint64_t *scratch,
                                int64_t n) {
    const uint64_t *stack[STAR_LOOP_MAX_DEPTH];
    star_fuse_lines(r->be->isa, f, f->length, value, 0, n, stack, scratch);
    return stack[0];
}

/* The operands for round i; a line of a table that is not stored that way
 * is gathered into scratch. */
static StarStatus operands(const Rounds *r, const StarLoopOp *s, int64_t i,
                           const uint64_t **value) {
    uint64_t *gathered = r->line + s->fuse.depth * r->longest;
    for (int k = 0; k < s->fuse.operands; k++) {
        const StarLoopOperand *o = &s->operand[k];
        StarTable *t = r->R[o->cell].table;
        int dir = star_loop_direction(o->use);
        int64_t number = o->use > STAR_LOOP_COLUMN ? r->outer : i;
        if (o->use == STAR_LOOP_WHOLE) {
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

/* The expression of a step on lines, for round i. */
static StarStatus line(const Rounds *r, const StarLoopOp *s, int64_t i,
                       int64_t length, const uint64_t **out) {
    const uint64_t *value[STAR_LOOP_MAX_OPERANDS];
    int64_t n = star_words(length);
    STAR_TRY(star_stopped(r->be->mem));
    STAR_TRY(operands(r, s, i, value));
    *out = evaluate(r, &s->fuse, value, r->line, n);
    if (s->fuse.length > 1 && length % 64 != 0)
        ((uint64_t *)*out)[n - 1] &= (UINT64_C(1) << length % 64) - 1;
    return STAR_OK;
}

/* Calls body for each round of the mask: k is its number from 0. */
#define EACH_ROUND(r, body)                                        \
    for (int64_t w_ = 0; w_ < (r)->words; w_++)                    \
        for (uint64_t m_ = (r)->mask[w_]; m_ != 0; m_ &= m_ - 1) { \
            int64_t k = 64 * w_ + __builtin_ctzll(m_);             \
            body                                                   \
        }

/* ---- Steps ---- */

/* A line that is the same for all rounds, or NULL if it is not stored. */
static const uint64_t *same_line(const Rounds *r, const StarLoopOperand *o) {
    if (o->use == STAR_LOOP_WHOLE)
        return r->R[o->cell].bits->word;
    return star_table_vector(r->be, r->R[o->cell].table,
                             star_loop_direction(o->use), r->outer);
}

/* The stored lines that an expression reads, if it is just line i, or line
 * i and w with one w for all: their image, and w or NULL. */
static const StarImage *plain_lines(const Rounds *r, const StarLoopOp *s,
                                    const uint64_t **w) {
    const StarFuse *f = &s->fuse;
    const StarLoopOperand *o = s->operand;
    int own = !star_loop_is_private(o[0].use);
    const StarImage *image;
    bool line = f->operands == 1 && f->length == 1;
    bool masked = f->operands == 2 && f->length == 3 &&
                  f->code[2] == STAR_FUSE_AND &&
                  !star_loop_is_private(o[!own].use);
    if ((!line && !masked) || (line && own) ||
        !star_loop_is_private(o[own].use))
        return NULL;
    image = &r->R[o[own].cell].table->image[star_loop_direction(o[own].use)];
    *w = masked ? same_line(r, &o[!own]) : NULL;
    return image->valid && (line || *w != NULL) ? image : NULL;
}

/* Line i := line i op w, with one w for all: the operator, and w. */
static bool is_update(const Rounds *r, const StarLoopOp *s, int *op,
                      const uint64_t **w) {
    const StarFuse *f = &s->fuse;
    int own = -1;
    if (f->length != 3 || f->operands != 2 || f->code[2] > STAR_FUSE_XOR)
        return false;
    for (int k = 0; k < 2; k++)
        if (s->operand[k].use == s->use && s->operand[k].cell == s->target)
            own = k;
    if (own < 0 || s->operand[!own].use != STAR_LOOP_WHOLE)
        return false;
    *op = f->code[2];
    *w = r->R[s->operand[!own].cell].bits->word;
    return true;
}

/* The same from the other side: line j of the other image, one bit of every
 * round's line, changes where w(j) says, in the components that are rounds.
 *
 *     or  w(j) = 1: line j or mask     xor  w(j) = 1: line j xor mask
 *     and w(j) = 0: line j and not mask
 */
static void update_across(const Rounds *r, StarImage *image, int64_t lines,
                          int op, const uint64_t *w, uint64_t *some) {
    static const uint8_t across[] = {[STAR_FUSE_AND] = STAR_FUSE_ANDN,
                                     [STAR_FUSE_OR] = STAR_FUSE_OR,
                                     [STAR_FUSE_XOR] = STAR_FUSE_XOR};
    int64_t n = star_words(lines);
    for (int64_t k = 0; k < n; k++)
        some[k] = op == STAR_FUSE_AND ? ~w[k] : w[k];
    if (lines % 64 != 0)
        some[n - 1] &= (UINT64_C(1) << lines % 64) - 1;
    star_parallel_vectors(r->be, image->word, image->stride, some, n, r->mask,
                          r->words, across[op]);
}

static StarStatus set_lines(const Rounds *r, const StarLoopOp *s) {
    StarBackend *be = r->be;
    StarTable *t = r->R[s->target].table;
    int dir = star_loop_direction(s->use);
    int64_t length = star_loop_length(s->operand, r->R);
    const uint64_t *w;
    int op;
    if (is_update(r, s, &op, &w)) {
        if (!t->image[dir].valid) {
            update_across(r, &t->image[!dir], length, op, w, r->line);
            return STAR_OK;
        }
        STAR_TRY(star_table_own(be, t, dir));
        star_parallel_vectors(be, t->image[dir].word, t->image[dir].stride,
                              r->mask, r->words, w, star_words(length), op);
        return STAR_OK;
    }
    EACH_ROUND(r, {
        const uint64_t *z;
        STAR_TRY(line(r, s, k, length, &z));
        STAR_TRY(star_table_write(be, t, dir, k, z));
    })
    return STAR_OK;
}

/* Target := target outside the rounds, the expression within. */
static void put_components(const Rounds *r, const StarLoopOp *s) {
    const StarIsa *isa = r->be->isa;
    StarBits *to = r->R[s->target].bits;
    const uint64_t *value[STAR_LOOP_MAX_OPERANDS];
    to->first = 0;
    if (s->fuse.length == 0) {
        star_isa_bits(isa, s->value ? STAR_FUSE_OR : STAR_FUSE_ANDN, to->word,
                      to->word, r->mask, r->words);
        return;
    }
    for (int k = 0; k < s->fuse.operands; k++)
        value[k] = r->R[s->operand[k].cell].bits->word;
    const uint64_t *z = evaluate(r, &s->fuse, value, r->line, r->words);
    for (int64_t w = 0; w < r->words; w++)
        to->word[w] = (to->word[w] & ~r->mask[w]) | (z[w] & r->mask[w]);
}

/* The sum of the numbers, from 1, of the ones: place values are counted, a
 * bit of the place at a time. */
static int64_t sum_of_numbers(const uint64_t *mask, int64_t words) {
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

static StarStatus sum(const Rounds *r, const StarLoopOp *s) {
    const StarImage *image;
    const uint64_t *w;
    int64_t total = 0;
    if (s->term == STAR_LOOP_CONSTANT) {
        total = r->be->isa->count(r->mask, r->words);
    } else if (s->term == STAR_LOOP_NUMBER) {
        total = sum_of_numbers(r->mask, r->words);
    } else if ((image = plain_lines(r, s, &w)) != NULL) {
        total = star_parallel_count_vectors(
            r->be, image->word, image->stride, r->mask, r->words, w,
            star_words(star_loop_length(s->operand, r->R)));
    } else {
        int64_t length = star_loop_length(s->operand, r->R);
        EACH_ROUND(r, {
            const uint64_t *z;
            STAR_TRY(line(r, s, k, length, &z));
            total += r->be->isa->count(z, star_words(length));
        })
    }
    r->R[s->target].i += s->value * total;
    return STAR_OK;
}

/* The scalar of round k. */
static StarStatus term(const Rounds *r, const StarLoopOp *s, int64_t k,
                       int64_t *value) {
    const uint64_t *z;
    *value = s->value;
    if (s->term == STAR_LOOP_NUMBER)
        *value *= k + 1;
    if (s->term != STAR_LOOP_ONES)
        return STAR_OK;
    int64_t length = star_loop_length(s->operand, r->R);
    STAR_TRY(line(r, s, k, length, &z));
    *value *= r->be->isa->count(z, star_words(length));
    return STAR_OK;
}

static StarStatus last(const Rounds *r, const StarLoopOp *s) {
    int64_t k = star_loop_last(r->mask, r->words) - 1;
    return k < 0 ? STAR_OK : term(r, s, k, &r->R[s->target].i);
}

static StarStatus extreme(const Rounds *r, const StarLoopOp *s) {
    int64_t best = r->R[s->target].i, at = -1;
    EACH_ROUND(r, {
        int64_t t;
        STAR_TRY(term(r, s, k, &t));
        bool better = s->op == STAR_LOOP_MIN ? t < best : t > best;
        if (better || (s->equal && t == best)) {
            best = t;
            at = k;
            *r->fuel -= s->charge;
        }
    })
    r->R[s->target].i = best;
    if (at >= 0 && s->also != STAR_NO_CELL)
        r->R[s->also].i = at + 1;
    return STAR_OK;
}

static StarStatus fold(const Rounds *r, const StarLoopOp *s) {
    StarBits *to = r->R[s->target].bits;
    const StarIsa *isa = r->be->isa;
    const uint64_t *w, *z;
    const StarImage *image = plain_lines(r, s, &w);
    const int64_t n = star_words(to->length);
    to->first = 0;
    if (s->reduce == STAR_FUSE_OPERAND) {
        int64_t k = star_loop_last(r->mask, r->words) - 1;
        if (k < 0)
            return STAR_OK;
        STAR_TRY(line(r, s, k, to->length, &z));
        isa->copy(to->word, z, n);
    } else if (image != NULL && w == NULL) {
        star_parallel_reduce(r->be, to->word, image->word, image->stride,
                             r->mask, r->words, n, s->reduce);
    } else {
        EACH_ROUND(r, {
            STAR_TRY(line(r, s, k, to->length, &z));
            star_isa_bits(isa, s->reduce, to->word, to->word, z, n);
        })
    }
    return STAR_OK;
}

/* Pushes a mask: the rounds of now where the condition holds. */
static StarStatus narrow(Rounds *r, const StarLoopOp *s) {
    uint64_t *now = r->mask + r->words;
    const uint64_t *value[STAR_LOOP_MAX_OPERANDS], *z;
    if (s->op == STAR_LOOP_IF) {
        for (int k = 0; k < s->fuse.operands; k++)
            value[k] = r->R[s->operand[k].cell].bits->word;
        z = evaluate(r, &s->fuse, value, r->line, r->words);
        r->be->isa->and (now, r->mask, z, r->words);
    } else {
        int64_t length = star_loop_length(s->operand, r->R),
                n = star_words(length);
        memset(now, 0, (size_t)r->words * sizeof *now);
        EACH_ROUND(r, {
            STAR_TRY(line(r, s, k, length, &z));
            bool some = r->be->isa->find(z, 0, n) < n;
            if (some == (s->op == STAR_LOOP_IFSOME))
                now[k / 64] |= UINT64_C(1) << k % 64;
        })
    }
    r->mask = now;
    return STAR_OK;
}

/* The number of the inner round that was run last: the last one of the last
 * line that has one. */
static StarStatus last_inner(const Rounds *r, const StarLoopOp *s) {
    int64_t length = star_loop_length(s->operand, r->R);
    const uint64_t *z;
    for (int64_t w = r->words; w-- > 0;)
        for (uint64_t m = r->mask[w]; m != 0;) {
            int bit = 63 - __builtin_clzll(m);
            m ^= UINT64_C(1) << bit;
            STAR_TRY(line(r, s, 64 * w + bit, length, &z));
            int64_t number = star_loop_last(z, star_words(length));
            if (number == 0)
                continue;
            r->R[s->target].i = number;
            return STAR_OK;
        }
    return STAR_OK;
}

/* The stored lines that an operand of the rounds names, or NULL. */
static const StarImage *lines_of(const Rounds *r, const StarLoopOperand *o) {
    const StarImage *image;
    if (o->use == STAR_LOOP_WHOLE)
        return NULL;
    image = &r->R[o->cell].table->image[star_loop_direction(o->use)];
    return image->valid ? image : NULL;
}

/* The commonest inner loop, c := c + NUMB(v and ROW(j, T)) over the ones j of
 * a stored line, without looking anything up in a round. False if it is
 * another one. */
static bool count_inner(const Rounds *r, const Rounds *in,
                        const StarLoopOp *s) {
    const StarLoopOp *t = s + 1;
    const StarFuse *f = &t->fuse;
    const StarIsa *isa = r->be->isa;
    int64_t total = 0;
    if (s->value != 1 || t->op != STAR_LOOP_SUM || t->term != STAR_LOOP_ONES ||
        s->fuse.length != 1 || f->operands != 2 || f->length != 3 ||
        f->code[2] != STAR_FUSE_AND)
        return false;
    int own = star_loop_is_private(t->operand[1].use);
    if (!star_loop_is_private(t->operand[own].use) ||
        star_loop_is_private(t->operand[!own].use))
        return false;
    const StarImage *ones = lines_of(r, s->operand);
    const StarImage *lines = lines_of(r, &t->operand[own]);
    const StarImage *with = lines_of(r, &t->operand[!own]);
    if (ones == NULL || lines == NULL || with == NULL)
        return false;
    int64_t n = star_words(star_loop_length(t->operand, r->R));
    for (int64_t w = 0; w < r->words && star_stopped(r->be->mem) == STAR_OK;
         w++)
        for (uint64_t m = r->mask[w]; m != 0; m &= m - 1) {
            const int64_t k = 64 * w + __builtin_ctzll(m);
            total += isa->count_vectors(
                lines->word, lines->stride, ones->word + k * ones->stride,
                in->words, with->word + k * with->stride, n);
        }
    r->R[t->target].i += t->value * total;
    return true;
}

static StarStatus run_steps(Rounds *r, const StarLoopOp *s, int64_t steps);

/* The steps of an inner loop, for each round: its ones are a mask of their
 * own. */
static StarStatus inner_steps(const Rounds *r, const StarLoopOp *s) {
    int64_t length = star_loop_length(s->operand, r->R);
    Rounds in = *r;
    in.words = star_words(length);
    in.mask += r->words;
    if (count_inner(r, &in, s))
        return last_inner(r, s);
    EACH_ROUND(r, {
        const uint64_t *z;
        STAR_TRY(line(r, s, k, length, &z));
        memcpy(in.mask, z, (size_t)in.words * sizeof *z);
        in.outer = k;
        STAR_TRY(run_steps(&in, s + 1, s->value));
    })
    return last_inner(r, s);
}

static StarStatus run_steps(Rounds *r, const StarLoopOp *s, int64_t steps) {
    for (const StarLoopOp *end = s + steps; s < end; s++) {
        switch ((StarLoopOpcode)s->op) {
        case STAR_LOOP_STORE: STAR_TRY(set_lines(r, s)); break;
        case STAR_LOOP_STORE_BIT: put_components(r, s); break;
        case STAR_LOOP_SUM: STAR_TRY(sum(r, s)); break;
        case STAR_LOOP_LAST_VALUE: STAR_TRY(last(r, s)); break;
        case STAR_LOOP_MIN:
        case STAR_LOOP_MAX: STAR_TRY(extreme(r, s)); break;
        case STAR_LOOP_REDUCE: STAR_TRY(fold(r, s)); break;
        case STAR_LOOP_INNER:
            STAR_TRY(inner_steps(r, s));
            s += s->value;
            break;
        case STAR_LOOP_CHECK: break;
        case STAR_LOOP_IF:
        case STAR_LOOP_IFSOME:
        case STAR_LOOP_IFZERO: STAR_TRY(narrow(r, s)); break;
        case STAR_LOOP_ELSE:
            for (int64_t w = 0; w < r->words; w++)
                r->mask[w] = r->mask[w - r->words] & ~r->mask[w];
            break;
        case STAR_LOOP_END: r->mask -= r->words; break;
        case STAR_LOOP_FUEL:
            *r->fuel -= s->value * r->be->isa->count(r->mask, r->words);
            break;
        }
    }
    return STAR_OK;
}

/* ---- The loop ---- */

/* Room for the masks within each other and for the stack of an expression,
 * which the backend keeps for the next loop. False without memory. */
static bool room(Rounds *r, const StarLoop *loop) {
    StarCpu *cpu = r->be->state;
    int depth = 1, inner = 0, deepest = 1, lines = 1;
    for (int k = 0; k < loop->ops; k++) {
        const StarLoopOp *s = &loop->op[k];
        depth += (s->op >= STAR_LOOP_IF && s->op <= STAR_LOOP_IFZERO) -
                 (s->op == STAR_LOOP_END);
        inner |= s->op == STAR_LOOP_INNER;
        deepest = depth + inner > deepest ? depth + inner : deepest;
        if (s->fuse.depth + s->fuse.operands > lines)
            lines = s->fuse.depth + s->fuse.operands;
        if (s->fuse.operands > 0) {
            const int64_t n = star_words(star_loop_length(s->operand, r->R));
            r->longest = n > r->longest ? n : r->longest;
        }
    }
    const size_t words = (size_t)(deepest + lines) * (size_t)r->longest;
    if (words > cpu->loop_words) {
        star_mem_free(r->be->mem, cpu->loop_room, cpu->loop_words,
                      sizeof *cpu->loop_room);
        cpu->loop_words = 0;
        cpu->loop_room =
            star_mem_alloc_raw(r->be->mem, words, sizeof *cpu->loop_room);
        if (cpu->loop_room == NULL)
            return false;
        cpu->loop_words = words;
    }
    r->mask = cpu->loop_room;
    r->line = r->mask + (size_t)deepest * (size_t)r->longest;
    return true;
}

StarStatus star_cpu_run_loop(StarBackend *be, const StarLoop *loop, StarCell *R,
                             const uint64_t *mask, int64_t words,
                             int64_t *fuel) {
    Rounds r = {
        .be = be, .R = R, .fuel = fuel, .words = words, .longest = words};
    if (!room(&r, loop)) {
        *be->mem->error = (StarError){.status = STAR_OK};
        return STAR_DECLINED;
    }
    memcpy(r.mask, mask, (size_t)words * sizeof *mask);
    return run_steps(&r, loop->op, loop->ops);
}
