/* Runs the rounds of a responder loop, all but the last, one step after the
 * other. Nothing is done, and the loop runs as written, unless all of it is
 * sure to succeed and no two names that the compiler told apart are the same
 * object: then errors, partial results and final values are those of the
 * loop as written. */
#include <string.h>

#include "exec.h"
#include "isa.h"
#include "table.h"

typedef struct Rounds {
    StarMachine *m;
    const StarLoop *loop;
    const StarCell *R;
    uint64_t *mask;  /* the rounds of now: a stack of masks, newest last */
    int64_t words;   /* of a mask */
    int64_t last;    /* the greatest number of a round */
    int64_t inner;   /* the greatest of an inner round, or 0 */
    int64_t outer;   /* in an inner step: the round around it, from 0 */
    uint64_t *line;  /* scratch for the stack of an expression */
    int64_t longest; /* words of the longest line */
} Rounds;

/* ---- What only the run knows ---- */

static const StarObject *object(const Rounds *r, uint16_t cell) {
    return r->R[cell].object;
}

static int direction(uint8_t use) {
    return use == STAR_LOOP_ROW || use == STAR_LOOP_OUTER_ROW ? STAR_ROWS
                                                              : STAR_COLUMNS;
}

/* Length of an operand: of a line of a table, of a slice. -1 if it is too
 * short for the rounds. */
static int64_t length_of(const Rounds *r, uint8_t use, uint16_t cell) {
    const StarTable *t = r->R[cell].table;
    int dir = direction(use);
    bool within = r->inner > 0 && use <= STAR_LOOP_COLUMN;
    if (use == STAR_LOOP_WHOLE)
        return r->R[cell].line->length;
    return (within ? r->inner : r->last) <= star_table_lines(t, dir)
               ? star_table_length(t, dir)
               : -1;
}

/* Whether the step works on components i of lines, not on lines i. */
static bool by_component(const StarLoopStep *s) {
    return s->op == STAR_LOOP_PUT || s->op == STAR_LOOP_IF;
}

/* All lines of an expression must have one length, all slices whose
 * components are meant must have the components. */
static bool fits(const Rounds *r, const StarLoopStep *s, int64_t *length) {
    *length = -1;
    for (int k = 0; k < s->fuse.operands; k++) {
        const StarLoopOperand *o = &s->operand[k];
        if (object(r, o->cell)->sizing == STAR_UNSIZED)
            return false;
        int64_t n = length_of(r, o->use, o->cell);
        if (by_component(s) ? n < r->last
                            : n <= 0 || (*length >= 0 && n != *length))
            return false;
        *length = n;
    }
    return true;
}

/* No sum may leave the integers, not even on the way. */
static bool sum_fits(const Rounds *r, const StarLoopStep *s,
                     int64_t length) {
    int64_t rounds = r->inner > 0 ? r->inner : 1;
    int64_t most = s->op == STAR_LOOP_COUNT   ? 1
                   : s->op != STAR_LOOP_INDEX ? length
                   : r->inner > 0             ? r->inner
                                              : r->last;
    int64_t value = r->R[s->target].i, step = s->value;
    if (value == STAR_UNDEFINED_INT)
        return false;
    return !__builtin_mul_overflow(step < 0 ? -step : step, most, &most) &&
           !__builtin_mul_overflow(most, r->last, &most) &&
           !__builtin_mul_overflow(most, rounds, &most) &&
           !__builtin_add_overflow(value < 0 ? -value : value, most,
                                   &most);
}

static bool target_fits(const Rounds *r, const StarLoopStep *s,
                        int64_t length) {
    const StarObject *to;
    if (s->op > STAR_LOOP_CHECK || s->op == STAR_LOOP_INNER)
        return true;
    if (s->op >= STAR_LOOP_COUNT && s->op <= STAR_LOOP_INDEX)
        return sum_fits(r, s, length);
    to = object(r, s->target);
    if (to->sizing == STAR_UNSIZED)
        return s->op == STAR_LOOP_CHECK;
    if (s->op == STAR_LOOP_PUT)
        return r->R[s->target].line->length >= r->last;
    if (s->op == STAR_LOOP_SET)
        return length_of(r, s->use, s->target) == length;
    return r->R[s->target].line->length == length;
}

static bool writes_object(const StarLoopStep *s) {
    return s->op == STAR_LOOP_SET || s->op == STAR_LOOP_PUT ||
           s->op == STAR_LOOP_FOLD || s->op == STAR_LOOP_CHECK;
}

/* Whether another cell of the loop holds the same object. */
static bool has_alias(const Rounds *r, uint16_t cell, uint16_t set) {
    const StarObject *o = object(r, cell);
    if (set != cell && set != STAR_NO_CELL && object(r, set) == o)
        return true;
    for (int k = 0; k < r->loop->steps; k++) {
        const StarLoopStep *s = &r->loop->step[k];
        if (writes_object(s) && s->target != cell &&
            object(r, s->target) == o)
            return true;
        for (int i = 0; i < s->fuse.operands; i++)
            if (s->operand[i].cell != cell &&
                object(r, s->operand[i].cell) == o)
                return true;
    }
    return false;
}

static bool may_run(Rounds *r, uint16_t set) {
    if (set != STAR_NO_CELL && has_alias(r, set, set))
        return false;
    int64_t left = 0; /* of the steps of an inner loop */
    for (int k = 0; k < r->loop->steps; k++, left--) {
        const StarLoopStep *s = &r->loop->step[k];
        int64_t length;
        if (left == 0)
            r->inner = 0;
        if (!fits(r, s, &length) || !target_fits(r, s, length) ||
            (writes_object(s) && has_alias(r, s->target, set)))
            return false;
        if (!by_component(s) && star_words(length) > r->longest)
            r->longest = star_words(length);
        if (s->op == STAR_LOOP_INNER) {
            left = s->value + 1;
            r->inner = length;
        }
    }
    r->inner = 0;
    return true;
}

/* ---- Expressions ---- */

static void apply(const StarIsa *isa, int op, uint64_t *z,
                  const uint64_t *x, const uint64_t *y, int64_t n) {
    switch (op) {
    case STAR_FUSE_AND:
        isa->and(z, x, y, n);
        break;
    case STAR_FUSE_OR:
        isa->or(z, x, y, n);
        break;
    case STAR_FUSE_XOR:
        isa->xor(z, x, y, n);
        break;
    case STAR_FUSE_ANDN:
        isa->andn(z, x, y, n);
        break;
    default:
        isa->not(z, x, n);
    }
}

/* Postfix code on words; `value[k]` are the operands. The result is an
 * operand or stands in scratch, its padding unspecified. */
static const uint64_t *evaluate(const Rounds *r, const StarFuse *f,
                                const uint64_t *const *value,
                                uint64_t *scratch, int64_t n) {
    const uint64_t *stack[256];
    int top = -1;
    for (int k = 0; k < f->length; k++) {
        uint8_t byte = f->code[k];
        uint64_t *z;
        if (byte >= STAR_FUSE_OPERAND) {
            stack[++top] = value[byte - STAR_FUSE_OPERAND];
            continue;
        }
        top -= byte != STAR_FUSE_NOT;
        z = scratch + top * n;
        apply(r->m->be.isa, byte, z, stack[top],
              byte != STAR_FUSE_NOT ? stack[top + 1] : NULL, n);
        stack[top] = z;
    }
    return stack[0];
}

/* The operands for round i; a line of a table that is not stored that way
 * is gathered into scratch. */
static StarStatus operands(const Rounds *r, const StarLoopStep *s,
                           int64_t i, const uint64_t **value) {
    uint64_t *own = r->line + s->fuse.depth * r->longest;
    for (int k = 0; k < s->fuse.operands; k++) {
        const StarLoopOperand *o = &s->operand[k];
        StarTable *t = r->R[o->cell].table;
        int dir = direction(o->use);
        int64_t number = o->use > STAR_LOOP_COLUMN ? r->outer : i;
        if (o->use == STAR_LOOP_WHOLE) {
            value[k] = r->R[o->cell].line->word;
            continue;
        }
        value[k] = star_table_line(&r->m->be, t, dir, number);
        if (value[k] == NULL) {
            STAR_TRY(star_table_read(&r->m->be, t, dir, number,
                                     own + k * r->longest));
            value[k] = own + k * r->longest;
        }
    }
    return STAR_OK;
}

/* The expression of a step on lines, for round i. */
static StarStatus line(const Rounds *r, const StarLoopStep *s, int64_t i,
                       int64_t length, const uint64_t **out) {
    const uint64_t *value[32];
    int64_t n = star_words(length);
    STAR_TRY(operands(r, s, i, value));
    *out = evaluate(r, &s->fuse, value, r->line, n);
    if (s->fuse.length > 1 && length % 64 != 0)
        ((uint64_t *)*out)[n - 1] &= (UINT64_C(1) << length % 64) - 1;
    return STAR_OK;
}

static int64_t step_length(const Rounds *r, const StarLoopStep *s) {
    return length_of(r, s->operand[0].use, s->operand[0].cell);
}

/* Calls body for each round of the mask: k is its number from 0. */
#define EACH_ROUND(r, body)                                       \
    for (int64_t w_ = 0; w_ < (r)->words; w_++)                   \
        for (uint64_t m_ = (r)->mask[w_]; m_ != 0; m_ &= m_ - 1) { \
            int64_t k = 64 * w_ + __builtin_ctzll(m_);            \
            body                                                  \
        }

/* ---- Steps ---- */

/* A line that is the same for all rounds, or NULL if it is not stored. */
static const uint64_t *same_line(const Rounds *r, const StarLoopOperand *o) {
    if (o->use == STAR_LOOP_WHOLE)
        return r->R[o->cell].line->word;
    return star_table_line(&r->m->be, r->R[o->cell].table,
                           direction(o->use), r->outer);
}

static bool is_own(const StarLoopOperand *o) {
    return o->use == STAR_LOOP_ROW || o->use == STAR_LOOP_COLUMN;
}

/* The stored lines that an expression reads, if it is just line i, or line
 * i and w with one w for all: their image, and w or NULL. */
static const StarImage *plain_lines(const Rounds *r, const StarLoopStep *s,
                                    const uint64_t **w) {
    const StarFuse *f = &s->fuse;
    const StarLoopOperand *o = s->operand;
    int own = !is_own(&o[0]);
    const StarImage *image;
    bool line = f->operands == 1 && f->length == 1;
    bool masked = f->operands == 2 && f->length == 3 &&
                  f->code[2] == STAR_FUSE_AND && !is_own(&o[!own]);
    if ((!line && !masked) || (line && own) || !is_own(&o[own]))
        return NULL;
    image = &r->R[o[own].cell].table->image[direction(o[own].use)];
    *w = masked ? same_line(r, &o[!own]) : NULL;
    return image->valid && (line || *w != NULL) ? image : NULL;
}

/* Line i := line i op w, with one w for all: the operator, and w. */
static bool is_update(const Rounds *r, const StarLoopStep *s, int *op,
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
    *w = r->R[s->operand[!own].cell].line->word;
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
    r->m->be.isa->lines(image->word, image->stride, some, n, r->mask,
                        r->words, across[op]);
}

static StarStatus set_lines(const Rounds *r, const StarLoopStep *s) {
    StarBackend *be = &r->m->be;
    StarTable *t = r->R[s->target].table;
    int dir = s->use == STAR_LOOP_ROW ? STAR_ROWS : STAR_COLUMNS;
    int64_t length = step_length(r, s);
    const uint64_t *w;
    int op;
    if (is_update(r, s, &op, &w)) {
        if (!t->image[dir].valid) {
            update_across(r, &t->image[!dir], length, op, w, r->line);
            return STAR_OK;
        }
        STAR_TRY(star_table_own(be, t, dir));
        be->isa->lines(t->image[dir].word, t->image[dir].stride, r->mask,
                       r->words, w, star_words(length), op);
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
static void put_components(const Rounds *r, const StarLoopStep *s) {
    const StarIsa *isa = r->m->be.isa;
    StarLine *to = r->R[s->target].line;
    const uint64_t *value[32];
    to->first = 0;
    if (s->fuse.length == 0) {
        apply(isa, s->value ? STAR_FUSE_OR : STAR_FUSE_ANDN, to->word,
              to->word, r->mask, r->words);
        return;
    }
    for (int k = 0; k < s->fuse.operands; k++)
        value[k] = r->R[s->operand[k].cell].line->word;
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

static StarStatus sum(const Rounds *r, const StarLoopStep *s,
                      StarCell *R) {
    const StarImage *image;
    const uint64_t *w;
    int64_t total = 0;
    if (s->op == STAR_LOOP_COUNT) {
        total = r->m->be.isa->count(r->mask, r->words);
    } else if (s->op == STAR_LOOP_INDEX) {
        total = sum_of_numbers(r->mask, r->words);
    } else if ((image = plain_lines(r, s, &w)) != NULL) {
        total = r->m->be.isa->count_lines(image->word, image->stride,
                                          r->mask, r->words, w,
                                          star_words(step_length(r, s)));
    } else {
        int64_t length = step_length(r, s);
        EACH_ROUND(r, {
            const uint64_t *z;
            STAR_TRY(line(r, s, k, length, &z));
            total += r->m->be.isa->count(z, star_words(length));
        })
    }
    R[s->target].i += s->value * total;
    return STAR_OK;
}

static StarStatus fold(const Rounds *r, const StarLoopStep *s) {
    StarLine *to = r->R[s->target].line;
    const uint64_t *w;
    const StarImage *image = plain_lines(r, s, &w);
    to->first = 0;
    if (image != NULL && w == NULL) {
        r->m->be.isa->fold(to->word, image->word, image->stride, r->mask,
                           r->words, star_words(to->length), s->fold);
        return STAR_OK;
    }
    EACH_ROUND(r, {
        const uint64_t *z;
        STAR_TRY(line(r, s, k, to->length, &z));
        apply(r->m->be.isa, s->fold, to->word, to->word, z,
              star_words(to->length));
    })
    return STAR_OK;
}

/* Pushes a mask: the rounds of now where the condition holds. */
static StarStatus narrow(Rounds *r, const StarLoopStep *s) {
    uint64_t *now = r->mask + r->words;
    const uint64_t *value[32], *z;
    if (s->op == STAR_LOOP_IF) {
        for (int k = 0; k < s->fuse.operands; k++)
            value[k] = r->R[s->operand[k].cell].line->word;
        z = evaluate(r, &s->fuse, value, r->line, r->words);
        r->m->be.isa->and(now, r->mask, z, r->words);
    } else {
        int64_t length = step_length(r, s), n = star_words(length);
        memset(now, 0, (size_t)r->words * sizeof *now);
        EACH_ROUND(r, {
            STAR_TRY(line(r, s, k, length, &z));
            bool some = r->m->be.isa->find(z, 0, n) < n;
            if (some == (s->op == STAR_LOOP_IFSOME))
                now[k / 64] |= UINT64_C(1) << k % 64;
        })
    }
    r->mask = now;
    return STAR_OK;
}

/* The sums of an inner loop, for each round. Its ones are a mask where they
 * stand; what its expressions need of scratch lies behind that of its own. */
static StarStatus inner_sums(const Rounds *r, const StarLoopStep *s,
                             StarCell *R) {
    int64_t length = step_length(r, s);
    Rounds in = *r;
    in.words = star_words(length);
    in.line += (s->fuse.depth + s->fuse.operands) * r->longest;
    EACH_ROUND(r, {
        const uint64_t *z;
        STAR_TRY(line(r, s, k, length, &z));
        in.mask = (uint64_t *)z;
        in.outer = k;
        for (int64_t i = 1; i <= s->value; i++)
            STAR_TRY(sum(&in, s + i, R));
    })
    return STAR_OK;
}

static StarStatus run_steps(Rounds *r, StarCell *R) {
    for (int k = 0; k < r->loop->steps; k++) {
        const StarLoopStep *s = &r->loop->step[k];
        switch ((StarLoopOp)s->op) {
        case STAR_LOOP_SET:
            STAR_TRY(set_lines(r, s));
            break;
        case STAR_LOOP_PUT:
            put_components(r, s);
            break;
        case STAR_LOOP_COUNT:
        case STAR_LOOP_NUMB:
        case STAR_LOOP_INDEX:
            STAR_TRY(sum(r, s, R));
            break;
        case STAR_LOOP_FOLD:
            STAR_TRY(fold(r, s));
            break;
        case STAR_LOOP_INNER:
            STAR_TRY(inner_sums(r, s, R));
            k += (int)s->value;
            break;
        case STAR_LOOP_CHECK:
            break;
        case STAR_LOOP_IF:
        case STAR_LOOP_IFSOME:
        case STAR_LOOP_IFZERO:
            STAR_TRY(narrow(r, s));
            break;
        case STAR_LOOP_ELSE:
            for (int64_t w = 0; w < r->words; w++)
                r->mask[w] = r->mask[w - r->words] & ~r->mask[w];
            break;
        case STAR_LOOP_END:
            r->mask -= r->words;
            break;
        }
    }
    return STAR_OK;
}

/* ---- The rounds ---- */

static int64_t last_one(const StarLine *x) {
    for (int64_t w = star_words(x->length); w-- > x->first;)
        if (x->word[w] != 0)
            return 64 * w + 64 - __builtin_clzll(x->word[w]);
    return 0;
}

/* Room for masks and for the expressions' lines, kept by the machine. */
static bool room(Rounds *r) {
    StarMachine *m = r->m;
    int depth = 1, deepest = 1, lines = 1;
    for (int k = 0; k < r->loop->steps; k++) {
        const StarLoopStep *s = &r->loop->step[k];
        depth += (s->op >= STAR_LOOP_IF && s->op <= STAR_LOOP_IFZERO) -
                 (s->op == STAR_LOOP_END);
        deepest = depth > deepest ? depth : deepest;
        if (s->fuse.depth + s->fuse.operands > lines)
            lines = s->fuse.depth + s->fuse.operands;
    }
    lines *= 2; /* those of an inner loop beside its own */
    int64_t line = r->longest > r->words ? r->longest : r->words;
    size_t words = (size_t)deepest * (size_t)r->words +
                   (size_t)lines * (size_t)line;
    if (words > m->loop_words) {
        uint64_t *more = star_mem_alloc_raw(&m->mem, words, sizeof *more);
        if (more == NULL)
            return false;
        star_mem_free(&m->mem, m->loop_room, m->loop_words, sizeof *more);
        m->loop_room = more;
        m->loop_words = words;
    }
    r->mask = m->loop_room;
    r->line = r->mask + deepest * r->words;
    return true;
}

/* Numbers a..b, from 1, as a mask. */
static void set_range(Rounds *r, int64_t a, int64_t b) {
    memset(r->mask, 0, (size_t)r->words * sizeof *r->mask);
    for (int64_t w = (a - 1) / 64; w <= (b - 1) / 64; w++)
        r->mask[w] = ~UINT64_C(0);
    r->mask[(a - 1) / 64] &= ~UINT64_C(0) << (a - 1) % 64;
    r->mask[(b - 1) / 64] &= ~UINT64_C(0) >> (63 - (b - 1) % 64);
}

static StarStatus run_range(Rounds *r, StarCell *index, int64_t limit,
                            StarCell *R) {
    int64_t i = index->i;
    int64_t a = i < limit ? i : limit + 1, b = i < limit ? limit - 1 : i;
    r->last = i < limit ? limit : i;
    if (a < 1 || a > b || (limit < i ? limit < 1 : 0))
        return STAR_OK;
    r->words = star_words(r->last);
    if (!may_run(r, STAR_NO_CELL) || !room(r))
        return STAR_OK;
    set_range(r, a, b);
    STAR_TRY(run_steps(r, R));
    index->i = limit;
    return STAR_OK;
}

/* Leaves the last round to the loop as written: in X, or for the form that
 * steps at the end of a round, in i. */
static StarStatus run_set(Rounds *r, StarCell *index, uint16_t set,
                          StarCell *R) {
    /* Fewer rounds are done before the checks would be. */
    enum { FEW = 4 };
    StarLine *x = R[set].line;
    int64_t i = r->loop->form == STAR_LOOP_STEP ? index->i : 0;
    if (x->head.sizing == STAR_UNSIZED ||
        r->m->be.isa->count(x->word + x->first,
                            star_words(x->length) - x->first) < FEW)
        return STAR_OK;
    r->last = last_one(x);
    if (r->last == 0 || i < 0 || i > x->length ||
        (i > 0 && star_line_get(x, i)))
        return STAR_OK;
    int64_t final = r->last;
    if (i > r->last)
        r->last = i;
    r->words = star_words(r->last);
    if (!may_run(r, set) || !room(r))
        return STAR_OK;
    memset(r->mask, 0, (size_t)r->words * sizeof *r->mask);
    memcpy(r->mask, x->word,
           (size_t)star_words(final) * sizeof *r->mask);
    r->mask[(final - 1) / 64] ^= UINT64_C(1) << (final - 1) % 64;
    if (i > 0)
        r->mask[(i - 1) / 64] |= UINT64_C(1) << (i - 1) % 64;
    STAR_TRY(run_steps(r, R));
    memset(x->word, 0, (size_t)star_words(x->length) * sizeof *x->word);
    x->first = 0;
    if (r->loop->form == STAR_LOOP_STEP)
        index->i = final;
    else
        x->word[(final - 1) / 64] = UINT64_C(1) << (final - 1) % 64;
    return STAR_OK;
}

StarStatus exec_loop(StarMachine *m, const StarInstr *at, StarCell *R) {
    Rounds r = {.m = m, .loop = &m->program->loop[at->a], .R = R};
    StarCell *index = &R[at->b];
    return r.loop->form == STAR_LOOP_FOR
               ? run_range(&r, index, R[at->c].i, R)
               : run_set(&r, index, at->c, R);
}

/* ---- Sweeps ---- */

/* Nothing is done, and the statements run as written, unless X, w and T are
 * as X := COL(k, T), w := ROW(k, T) need them, the rows are the image to
 * work on, and there is a round. */
bool exec_sweep(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarInstr *args = at + 1;
    const StarLoop *loop = &m->program->loop[at->a];
    const StarLoopStep *set = loop->step;
    StarLine *x = R[args->a].line, *w = R[args->b].line;
    StarTable *t = R[args->c].table;
    int64_t k = R[at->b].i - 1;
    Rounds r = {.m = m, .loop = loop, .R = R};
    while (set->op != STAR_LOOP_SET)
        set++;
    int dir = set->use == STAR_LOOP_ROW ? STAR_ROWS : STAR_COLUMNS;
    const StarImage *image = &t->image[dir];
    r.last = star_table_lines(t, dir);
    if (!image->valid || t->image[!dir].valid || x->length != r.last ||
        x->length == 0 || w->length != star_table_length(t, dir) ||
        w->length == 0 || k < 0 || k >= r.last || k >= w->length ||
        !may_run(&r, args->a))
        return false;
    const StarIsa *isa = m->be.isa;
    int64_t n = star_words(w->length);
    w->first = 0;
    isa->copy(w->word, image->word + k * image->stride, n);
    int64_t last = isa->sweep(image->word, image->stride, r.last, k / 64,
                              (int)(k % 64), w->word, n, set->fuse.code[2]);
    if (last < 0)
        return false;
    memset(x->word, 0, (size_t)star_words(x->length) * sizeof *x->word);
    x->word[last / 64] = UINT64_C(1) << last % 64;
    x->first = 0;
    return true;
}
