/* SPDX-License-Identifier: MIT */
/* A warp of the resident interpreter, and its objects. In the subset that C and CUDA have in
 * common; the includer defines
 *
 *     DEVICE, DEVICE_CALL      how a function is declared that is inlined, or is not: the
 *                              instructions that run often must fit their cache
 *     THREAD, THREADS          the number of this thread on its device, from 0, and of all there
 *     LOG_THREADS              the logarithm, rounded down, of THREADS
 *     FIRST, BEHIND(n)         of n words those that the threads of this device own
 *     MOST(n)                  how many of n words a device has, at most
 *     DEVICES                  their number
 *     LANE, LANES              as THREAD and THREADS, within the warp
 *     COUNT_ONES, COUNT_ZEROS  of a word; trailing zeros
 *     FETCH                    reads a word of the program
 *     ASSUME                   what the compiler may assume
 *     ROLLED                   before a loop: mostly of one iteration, so that copies of its body
 * only take room from other instructions
 *
 * and the functions declared here. Tests run the interpreter on the host, with a thread a device.
 */
#ifndef STAR_RESIDENT_UNIT_CUH
#define STAR_RESIDENT_UNIT_CUH

#include "resident/resident.h"

#ifdef __cplusplus
extern "C" {
#endif
#include "bytecode/opcodes.h"
#ifdef __cplusplus
}
#endif

/* A warp; each thread has it in its registers. */
typedef struct Unit {
    const ResidentJob *job;
    int64_t *cell;               /* of this warp: of all frames, */
    ResidentObject *object;      /* and objects, */
    int objects;                 /* so many */
    int32_t barriers, exchanges; /* that came before */
    int64_t budget;              /* work until the host is asked whether to end */
    ResidentEnd end;
    int64_t wanted[2];
} Unit;

/* Lanes of a warp wait for each other, and see what each wrote. */
DEVICE void sync_warp(void);

/* The `or` of a value of each lane, in all of them. */
DEVICE uint64_t warp_or(uint64_t x);

/* A truth that is the same in all lanes, which the compiler cannot see: a branch by the result
 * needs no instructions that bring lanes together again. */
DEVICE bool agreed(bool x);

/* The minimum or the sum of a value of each thread, in all of them; with a fence they see what each
 * wrote before. `number` counts them. */
DEVICE_CALL uint64_t exchange(ResidentSlot *slot, uint64_t x, bool sum, bool fences,
                              uint32_t number);

/* The minimum or the sum of a value of each thread, in all of them. */
DEVICE uint64_t reduce(Unit *u, uint64_t x, bool sum) {
    return exchange(u->job->slot, x, sum, false, (uint32_t)++u->exchanges);
}

/* Threads wait for each other, and see what each wrote. */
DEVICE void barrier(Unit *u) {
    exchange(u->job->slot, 0, true, true, (uint32_t)++u->exchanges);
    u->barriers++;
}

/* The host's flag. A volatile read in a loop, the interpreter's, would make each iteration give way
 * to other warps. */
DEVICE_CALL int64_t read_flag(const volatile int64_t *flag) {
    return *flag;
}

/* True if the host asks to end; the same in all threads. */
DEVICE bool host_asks(Unit *u) {
    return reduce(u, THREAD == 0 ? (uint64_t)read_flag(&u->job->flags[1]) : 0, true) != 0;
}

/* Words that hold so many components. */
DEVICE int64_t words_of(int64_t length) {
    return (int64_t)(((uint64_t)length + 63) >> 6);
}

/* The bits in use of the last word of a length above 0. */
DEVICE uint64_t last_mask(int64_t length) {
    return ~(uint64_t)0 >> (-(uint64_t)length & 63);
}

/* ---- Hazards ----
 *
 * Words of other threads are read `across`. */

/* Comes before words of x are read that other threads own. */
DEVICE void before_across(Unit *u, ResidentObject *x) {
    if (x->written == u->barriers)
        barrier(u);
    x->read = u->barriers;
}

/* Comes before own words of z are written. */
DEVICE void before_write(Unit *u, ResidentObject *z) {
    if (z->read == u->barriers)
        barrier(u);
}

/* Notes a write to a bit vector: the cursor and the first 1, or -1, that it has then. */
DEVICE void wrote_bits(Unit *u, ResidentObject *z, int64_t first, int64_t found) {
    sync_warp();
    z->written = u->barriers;
    z->first = first;
    z->found = found;
    z->changed = 1;
}

/* The same of image d of a table, which becomes the only one. */
DEVICE void wrote_image(Unit *u, ResidentObject *t, int d) {
    sync_warp();
    t->written = u->barriers;
    t->word[!d] = NULL;
    t->changed |= (uint8_t)(1 << d);
    t->crossed[0] = t->crossed[1] = 0;
}

/* ---- Objects ---- */

/* The object with a number, or NULL. */
DEVICE ResidentObject *object_of(const Unit *u, int64_t number) {
    const uint32_t k = (uint32_t)number - 1;
    ResidentObject *x = &u->object[k];
    ASSUME(x != NULL);
    return ((uint64_t)number >> 32 == 0) & (k < (uint32_t)u->objects) ? x : NULL;
}

/* A bit vector that the device has, of a length above 0; else NULL. */
DEVICE ResidentObject *bits_of(const Unit *u, int64_t number) {
    ResidentObject *x = object_of(u, number);
    return x != NULL && x->length > 0 ? x : NULL;
}

/* Gives a bit vector another length, if it can have that; its words are undefined then. */
DEVICE_CALL bool resize(ResidentObject *z, int64_t length) {
    if (!z->elastic || length <= 0 || z->word[0] == NULL || z->stride[0] < words_of(length))
        return false;
    sync_warp();
    z->size[0] = z->length = length;
    sync_warp();
    return true;
}

/* The same where it mostly has that length. */
DEVICE bool fits(ResidentObject *z, int64_t length) {
    return z != NULL && ((length > 0 && z->length == length) || resize(z, length));
}

/* ---- Own words ---- */

/* The first word from `from` on that a thread owns, of the words of its device.
 */
DEVICE int64_t own_from(int64_t from) {
    const int64_t own = FIRST + THREAD;
    if (from <= own)
        return own;
    const int64_t behind = from - own + THREADS - 1;
    if (behind < 2 * THREADS)
        return own + THREADS;
    return own + (behind <= 0xffffffff ? (int64_t)((uint32_t)behind / (uint32_t)THREADS)
                                       : behind / THREADS) *
                     THREADS;
}

#define OWN_WORDS(w, n) \
    ROLLED for (int64_t w = FIRST + THREAD, behind_ = BEHIND(n); w < behind_; w += THREADS)

/* True if this thread owns word w. */
DEVICE bool owns(int64_t w) {
    return (w - FIRST < THREADS ? w - FIRST == THREAD : own_from(w) == w) && w < BEHIND(w + 1);
}

/* True if this warp has the thread that owns word w; all its lanes say so. */
DEVICE bool warp_owns(int64_t w) {
    const int64_t first = THREAD - LANE, own = w - FIRST;
    const int64_t at = own < THREADS ? own : own % THREADS;
    return at >= first && at < first + LANES && w < BEHIND(w + 1);
}

/* True if a pass over so many words is too long for these threads; the host has more. */
DEVICE bool is_long(Unit *u, int64_t words) {
    const int64_t most = MOST(words);
    if (most <= THREADS)
        return false;
    u->budget -= most >> LOG_THREADS;
    return most > THREADS * RESIDENT_WORDS;
}

/* Bit i of some words. */
DEVICE uint64_t bit_at(const uint64_t *word, int64_t i) {
    return word[i >> 6] >> (i & 63) & 1;
}

/* ---- Scalar results ---- */

/* The number of the first 1, or 0. */
DEVICE int64_t find(Unit *u, ResidentObject *x) {
    enum { UNROLL = 4 };
    const int64_t words = words_of(x->size[0]), behind = BEHIND(words);
    if (x->found >= 0)
        return x->found;
    uint64_t first = ~(uint64_t)0;
    int64_t w = own_from(x->first);
    const uint64_t *word = x->word[0];
    ROLLED for (; w + (UNROLL - 1) * THREADS < behind; w += UNROLL * THREADS) {
        uint64_t v[UNROLL], any = 0;
        for (int k = 0; k < UNROLL; k++)
            any |= v[k] = word[w + k * THREADS];
        for (int k = UNROLL - 1; k >= 0; k--)
            if (v[k] != 0)
                first = (uint64_t)(64 * (w + k * THREADS) + COUNT_ZEROS(v[k]) + 1);
        if (any != 0)
            break;
    }
    ROLLED for (; w < behind && first == ~(uint64_t)0; w += THREADS) if (word[w] != 0) first =
        (uint64_t)(64 * w + COUNT_ZEROS(word[w]) + 1);
    first = reduce(u, first, false);
    sync_warp();
    x->found = first == ~(uint64_t)0 ? 0 : (int64_t)first;
    x->first = x->found > 0 ? (x->found - 1) >> 6 : words;
    sync_warp();
    return x->found;
}

/* The number of ones. */
DEVICE int64_t count(Unit *u, const ResidentObject *x) {
    enum { UNROLL = 4 };
    const int64_t behind = BEHIND(words_of(x->size[0]));
    const uint64_t *word = x->word[0];
    uint64_t ones = 0;
    int64_t w = own_from(x->first);
    ROLLED for (; w + (UNROLL - 1) * THREADS < behind; w += UNROLL * THREADS) {
        uint64_t v[UNROLL];
        for (int k = 0; k < UNROLL; k++)
            v[k] = word[w + k * THREADS];
        for (int k = 0; k < UNROLL; k++)
            ones += (uint64_t)COUNT_ONES(v[k]);
    }
    ROLLED for (; w < behind; w += THREADS) ones += (uint64_t)COUNT_ONES(word[w]);
    return (int64_t)reduce(u, ones, true);
}

/* True if a component of x is another one in y. */
DEVICE bool differ(Unit *u, const ResidentObject *x, const ResidentObject *y) {
    const uint64_t *a = x->word[0], *b = y->word[0];
    uint64_t differs = 0;
    OWN_WORDS(w, words_of(x->size[0]))
    differs |= a[w] ^ b[w];
    return reduce(u, differs != 0, true) != 0;
}

/* x(i) := bit, i from 1 within the length. */
DEVICE void put_bit(Unit *u, ResidentObject *x, int64_t i, int64_t bit) {
    const int64_t w = (i - 1) >> 6;
    before_write(u, x);
    if (owns(w)) {
        const uint64_t one = (uint64_t)1 << ((i - 1) & 63);
        x->word[0][w] = bit != 0 ? x->word[0][w] | one : x->word[0][w] & ~one;
    }
    const int64_t first = bit != 0 && w < x->first ? w : x->first;
    const int64_t found = x->found < 0 || (bit == 0 && x->found == i)   ? -1
                          : bit != 0 && (x->found == 0 || i < x->found) ? i
                                                                        : x->found;
    wrote_bits(u, x, first, found);
}

/* x(i), i from 1 within the length. */
DEVICE int64_t get_bit(Unit *u, ResidentObject *x, int64_t i) {
    before_across(u, x);
    return (int64_t)bit_at(x->word[0], i - 1);
}

/* ---- Bit vectors ---- */

/* z := op of x and y, own word by own word; z may be either. */
#define WORDWISE(EXPRESSION)                                                      \
    do {                                                                          \
        enum { UNROLL = 4 };                                                      \
        const int64_t own_ = BEHIND(words);                                       \
        int64_t w = FIRST + THREAD;                                               \
        ROLLED for (; w + (UNROLL - 1) * THREADS < own_; w += UNROLL * THREADS) { \
            uint64_t a_[UNROLL], b_[UNROLL];                                      \
            for (int k = 0; k < UNROLL; k++) {                                    \
                a_[k] = x[w + k * THREADS];                                       \
                b_[k] = y[w + k * THREADS];                                       \
            }                                                                     \
            for (int k = 0; k < UNROLL; k++) {                                    \
                const uint64_t a = a_[k], b = b_[k];                              \
                (void)b;                                                          \
                z[w + k * THREADS] = EXPRESSION;                                  \
            }                                                                     \
        }                                                                         \
        ROLLED for (; w < own_; w += THREADS) {                                   \
            const uint64_t a = x[w], b = y[w];                                    \
            (void)b;                                                              \
            z[w] = EXPRESSION;                                                    \
        }                                                                         \
    } while (0)

/* The last word of a bit vector gets its padding of 0. */
DEVICE void pad(ResidentObject *x) {
    const int64_t w = words_of(x->size[0]) - 1;
    if (owns(w))
        x->word[0][w] &= last_mask(x->size[0]);
}

/* Sets all components to a value. */
DEVICE void fill(Unit *u, ResidentObject *x, bool ones) {
    before_write(u, x);
    OWN_WORDS(w, words_of(x->size[0]))
    x->word[0][w] = ones ? ~(uint64_t)0 : 0;
    if (ones)
        pad(x);
    wrote_bits(u, x, ones ? 0 : words_of(x->size[0]), ones);
}

#endif
