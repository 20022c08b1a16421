/* SPDX-License-Identifier: MIT */
/* The primitives on bit vectors of the resident interpreter. Each is given the
 * numbers of its operands; false: it was not run, nothing was changed, and the
 * host shall run it. */
#ifndef STAR_RESIDENT_BITS_CUH
#define STAR_RESIDENT_BITS_CUH

#include "kernels/strips.cuh"
#include "resident/unit.cuh"

/* ---- Bit vectors ---- */

/* All ones if bit k of a table is 1, else 0. */
DEVICE uint32_t all_of(int table, int k) {
    return (uint32_t)((int32_t)((uint32_t)table << (31 - k)) >> 31);
}

/* A function of two components: bit k of each mask is the result where the left
 * one is bit 1 of k and the right one bit 0. Both halves of the words have the
 * same masks. */
DEVICE uint64_t function_of(int table, uint64_t a, uint64_t b) {
    const uint32_t both = all_of(table, 3), left = all_of(table, 2), right = all_of(table, 1),
                   none = all_of(table, 0);
    uint32_t half[2];
    for (int k = 0; k < 2; k++) {
        const uint32_t x = (uint32_t)(a >> 32 * k), y = (uint32_t)(b >> 32 * k);
        half[k] = (x & ((y & both) | (~y & left))) | (~x & ((y & right) | (~y & none)));
    }
    return (uint64_t)half[1] << 32 | half[0];
}

enum {
    AND_TABLE = 8,
    OR_TABLE = 14,
    XOR_TABLE = 6,
    ANDN_TABLE = 4,
    NOT_TABLE = 3,
    LEFT_TABLE = 12
};

/* z := a function of x and y, own word by own word; z may be either. */
DEVICE bool logic(Unit *u, int table, int64_t to, int64_t left, int64_t right) {
    const ResidentObject *p = bits_of(u, left), *q = bits_of(u, right);
    ResidentObject *o = object_of(u, to);
    const bool copies = table == LEFT_TABLE;
    if (p == NULL || q == NULL || p->size[0] != q->size[0] || !fits(o, p->size[0]))
        return false;
    const int64_t words = words_of(p->length);
    const uint64_t *x = p->word[0], *y = q->word[0];
    if (is_long(u, words))
        return false;
    before_write(u, o);
    uint64_t *z = o->word[0];
    WORDWISE(function_of(table, a, b));
    if (table == NOT_TABLE)
        pad(o);
    wrote_bits(u, o, copies ? p->first : 0, copies ? p->found : -1);
    return true;
}

/* The word of an expression of up to four operands by its truth table. */
DEVICE uint64_t choose(const uint64_t *table, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    uint64_t e[8];
    for (int k = 0; k < 8; k++)
        e[k] = (a & table[2 * k + 1]) | (~a & table[2 * k]);
    for (int k = 0; k < 4; k++)
        e[k] = (b & e[2 * k + 1]) | (~b & e[2 * k]);
    e[0] = (c & e[1]) | (~c & e[0]);
    e[1] = (c & e[3]) | (~c & e[2]);
    return (d & e[1]) | (~d & e[0]);
}

/* Word w of a longer expression. */
DEVICE uint64_t evaluate(const Unit *u, const ResidentPlan *f, const int64_t *R, int64_t w) {
    uint64_t stack[RESIDENT_DEPTH] = {0};
    int top = 0;
    ROLLED for (uint32_t k = 0; k < f->length; k++) {
        const int byte = u->job->plan_code[f->code + k];
        if (byte >= STAR_FUSE_OPERAND) {
            const int64_t cell = u->job->plan_cell[f->cell + byte - STAR_FUSE_OPERAND];
            stack[top++] = object_of(u, R[cell])->word[0][w];
            continue;
        }
        if (byte == STAR_FUSE_NOT) {
            stack[top - 1] = ~stack[top - 1];
            continue;
        }
        const uint64_t right = stack[--top], left = stack[top - 1];
        stack[top - 1] = byte == STAR_FUSE_AND   ? left & right
                         : byte == STAR_FUSE_OR  ? left | right
                         : byte == STAR_FUSE_XOR ? left ^ right
                                                 : left & ~right;
    }
    return stack[0];
}

/* A fused expression. */
DEVICE bool fuse(Unit *u, int64_t to, const ResidentPlan *f, const int64_t *R) {
    ResidentObject *o = object_of(u, to);
    const uint64_t *x[4] = {NULL, NULL, NULL, NULL};
    int64_t length = 0;
    if (f->operands == 0 || f->depth > RESIDENT_DEPTH)
        return false;
    ROLLED for (int k = 0; k < f->operands; k++) {
        const int64_t cell = u->job->plan_cell[f->cell + k];
        const ResidentObject *p = bits_of(u, R[cell]);
        if (p == NULL || (k > 0 && p->size[0] != length))
            return false;
        length = p->size[0];
        if (k == 0)
            x[0] = x[1] = x[2] = x[3] = p->word[0];
        else if (k == 1)
            x[1] = p->word[0];
        else if (k == 2)
            x[2] = p->word[0];
        else if (k == 3)
            x[3] = p->word[0];
    }
    if (!fits(o, length) || is_long(u, words_of(length) * f->operands / 2))
        return false;
    before_write(u, o);
    uint64_t *z = o->word[0];
    if (f->operands > 4) {
        OWN_WORDS(w, words_of(length))
        z[w] = evaluate(u, f, R, w);
    } else {
        uint64_t table[16];
        for (int k = 0; k < 16; k++)
            table[k] = -(uint64_t)(f->table >> k & 1);
        OWN_WORDS(w, words_of(length))
        z[w] = choose(table, x[0][w], x[1][w], x[2][w], x[3][w]);
    }
    pad(o);
    wrote_bits(u, o, 0, -1);
    return true;
}

/* ---- Moved components ---- */

/* Word w of a bit vector with zeros around it, from component `offset`, from 0,
 * on. */
DEVICE uint64_t view(const uint64_t *word, int64_t words, int64_t offset, int64_t w) {
    const int64_t at = w + (offset >> 6);
    const int bit = (int)(offset & 63);
    const uint64_t low = (uint64_t)at < (uint64_t)words ? word[at] : 0;
    const uint64_t high = (uint64_t)at + 1 < (uint64_t)words ? word[at + 1] : 0;
    return low >> bit | high << (63 - bit) << 1;
}

/* Word w of ones in components first..last, from 0. */
DEVICE uint64_t range(int64_t first, int64_t last, int64_t w) {
    uint64_t ones = w >= first >> 6 && w <= last >> 6 && first <= last ? ~(uint64_t)0 : 0;
    if (w == first >> 6)
        ones &= ~(uint64_t)0 << (first & 63);
    if (w == last >> 6)
        ones &= last_mask(last + 1);
    return ones;
}

/* z := a function of each word's number, which reads words of y across; z may
 * be y if every thread owns a word of it at most. */
#define MOVE_WORDS(z, y, EXPRESSION)                                \
    do {                                                            \
        const int64_t words_ = words_of((z)->size[0]);              \
        const int64_t words = words_of((y)->size[0]);               \
        const uint64_t *x = (y)->word[0];                           \
        (void)words;                                                \
        if (((z) == (y) && words_ > THREADS) || is_long(u, words_)) \
            return false;                                           \
        before_across(u, y);                                        \
        if ((z) == (y)) {                                           \
            const int64_t w = FIRST + THREAD;                       \
            const bool own_ = w < BEHIND(words_);                   \
            const uint64_t value = own_ ? EXPRESSION : 0;           \
            before_write(u, z);                                     \
            if (own_)                                               \
                (z)->word[0][w] = value;                            \
        } else {                                                    \
            before_write(u, z);                                     \
            OWN_WORDS(w, words_)                                    \
            (z)->word[0][w] = EXPRESSION;                           \
        }                                                           \
        pad(z);                                                     \
        wrote_bits(u, z, 0, -1);                                    \
    } while (0)

/* SHIFT and ROTATE. */
DEVICE bool shift(Unit *u, int64_t to, int64_t from, int64_t down, int64_t by, bool rotates) {
    ResidentObject *y = bits_of(u, from), *z = object_of(u, to);
    if (y == NULL || (uint64_t)down > 1 || by < 0 || !fits(z, y->size[0]))
        return false;
    const int64_t n = y->size[0];
    if (!rotates) {
        const int64_t offset = (down ? -1 : 1) * (by < n ? by : n);
        MOVE_WORDS(z, y, view(x, words, offset, w));
    } else {
        const int64_t up = down ? (n - by % n) % n : by % n;
        MOVE_WORDS(z, y, view(x, words, up, w) | view(x, words, up - n, w));
    }
    return true;
}

/* MIRROR. */
DEVICE bool mirror(Unit *u, int64_t to, int64_t from) {
    ResidentObject *y = bits_of(u, from), *z = object_of(u, to);
    if (y == NULL || !fits(z, y->size[0]))
        return false;
    MOVE_WORDS(z, y, __brevll(view(x, words, y->size[0] - 64, -w)));
    return true;
}

/* TRIM: components first..last. */
DEVICE bool trim(Unit *u, int64_t to, int64_t first, int64_t last, int64_t from) {
    ResidentObject *y = bits_of(u, from), *z = object_of(u, to);
    if (y == NULL || z == y || first < 1 || last > y->size[0] || last < first ||
        !fits(z, last - first + 1))
        return false;
    MOVE_WORDS(z, y, view(x, words, first - 1, w));
    return true;
}

/* REP: components first..last := v. */
DEVICE bool replace(Unit *u, int64_t to, int64_t first, int64_t last, int64_t part, int64_t from) {
    const ResidentObject *y = bits_of(u, from);
    ResidentObject *v = bits_of(u, part), *z = object_of(u, to);
    if (y == NULL || v == NULL || z == v || first < 1 || last > y->size[0] || last < first ||
        v->size[0] != last - first + 1 || !fits(z, y->size[0]))
        return false;
    const uint64_t *all = y->word[0];
    MOVE_WORDS(z, v,
               (view(x, words, 1 - first, w) & range(first - 1, last - 1, w)) |
                   (all[w] & ~range(first - 1, last - 1, w)));
    return true;
}

/* MASK. */
DEVICE bool mask(Unit *u, int64_t to, int64_t like, int64_t first, int64_t last) {
    const ResidentObject *y = bits_of(u, like);
    ResidentObject *z = object_of(u, to);
    if (y == NULL || first < 1 || last > y->size[0] || last < first - 1 || !fits(z, y->size[0]))
        return false;
    before_write(u, z);
    OWN_WORDS(w, words_of(z->size[0]))
    z->word[0][w] = range(first - 1, last - 1, w);
    wrote_bits(u, z, 0, first <= last ? first : 0);
    return true;
}

/* FRST. */
DEVICE bool only_first(Unit *u, int64_t to, int64_t from) {
    ResidentObject *y = bits_of(u, from), *z = object_of(u, to);
    if (y == NULL || !fits(z, y->size[0]))
        return false;
    const int64_t i = find(u, y);
    before_write(u, z);
    OWN_WORDS(w, words_of(z->size[0]))
    z->word[0][w] = i > 0 && (i - 1) >> 6 == w ? (uint64_t)1 << ((i - 1) & 63) : 0;
    wrote_bits(u, z, 0, i);
    return true;
}

#endif
