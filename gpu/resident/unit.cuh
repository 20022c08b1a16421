/* SPDX-License-Identifier: MIT */
/* A warp of the resident interpreter, and its objects. In the subset that C and CUDA have in common;
 * the includer defines
 *
 *     DEVICE, DEVICE_CALL      how a function is declared that is inlined, or is not: the
 *                              instructions that run often must fit their cache
 *     THREAD, THREADS          the number of this thread, from 0, and of all
 *     LANE, LANES              the same within the warp
 *     COUNT_ONES, COUNT_ZEROS  of a word; trailing zeros
 *     FETCH                    reads a word of the program
 *
 * and the functions declared here. Tests run the interpreter with one thread on the host. */
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

typedef struct Unit {
    const ResidentJob *job;
    int64_t *cell;          /* of this warp: of all frames, */
    ResidentObject *object; /* objects, */
    ResidentCall *call;     /* calls, */
    int16_t *freed;         /* and lists of freed objects: by the class of their memory, then of
                               those without any */
    int objects;
    int32_t barriers, rounds; /* that came before */
    int64_t arena;            /* words of the arena in use */
    int64_t budget;           /* work until the host is asked whether to end */
    ResidentEnd end;
    int64_t wanted[2];
} Unit;

/* Lanes of a warp wait for each other, and see what each wrote. */
DEVICE void sync_warp(void);

/* The `or` of a value of each lane, in all of them. */
DEVICE uint64_t warp_or(uint64_t x);

/* The minimum or the sum of a value of each thread, in all of them. */
DEVICE_CALL uint64_t reduce(Unit *u, uint64_t x, bool sum);

/* Threads wait for each other, and see what each wrote. */
DEVICE_CALL void barrier(Unit *u);

/* True if the host asks to end; the same in all threads. */
DEVICE_CALL bool host_asks(Unit *u);

DEVICE int64_t words_of(int64_t length) {
    return (int64_t)(((uint64_t)length + 63) >> 6);
}

DEVICE uint64_t last_mask(int64_t length) {
    return ~(uint64_t)0 >> (-(uint64_t)length & 63);
}

/* ---- Hazards ----
 *
 * Words of other threads are read `across`. */

DEVICE void before_across(Unit *u, ResidentObject *x) {
    if (x->written == u->barriers)
        barrier(u);
    x->read = u->barriers;
}

DEVICE void before_write(Unit *u, ResidentObject *z) {
    if (z->read == u->barriers)
        barrier(u);
}

/* Notes a write to a bit vector, or to image d of a table, which becomes the only one. */
DEVICE void wrote_bits(Unit *u, ResidentObject *z, int64_t first, int64_t found) {
    sync_warp();
    z->written = u->barriers;
    z->first = first;
    z->found = found;
    z->changed = 1;
}

DEVICE void wrote_image(Unit *u, ResidentObject *t, int d) {
    sync_warp();
    t->written = u->barriers;
    t->word[!d] = NULL;
    t->changed |= (uint8_t)(1 << d);
    t->crossed[0] = t->crossed[1] = 0;
}

/* ---- Objects ---- */

DEVICE ResidentObject *object_of(const Unit *u, int64_t number) {
    return (uint64_t)number - 1 < (uint64_t)u->objects ? &u->object[number - 1] : NULL;
}

/* A bit vector that the device has, of a length above 0; else NULL. */
DEVICE ResidentObject *bits_of(const Unit *u, int64_t number) {
    ResidentObject *x = object_of(u, number);
    return x != NULL && x->words > 0 ? x : NULL;
}

DEVICE bool has_size(const ResidentObject *x) {
    return x != NULL && x->sizing != STAR_UNSIZED;
}

/* Takes a freed object from a list; 0 if there is none. */
DEVICE int take(Unit *u, int list) {
    const int number = u->freed[list];
    if (number != 0)
        u->freed[list] = u->object[number - 1].next;
    sync_warp();
    return number;
}

DEVICE void put(Unit *u, int list, int number) {
    u->object[number - 1].next = u->freed[list];
    sync_warp();
    u->freed[list] = (int16_t)number;
    sync_warp();
}

/* The list of the memory of so many words. */
DEVICE int class_of(int64_t words) {
    int k = 0;
    while (k < RESIDENT_CLASSES && (int64_t)1 << k < words)
        k++;
    return k;
}

/* A new object without a size; 0 without room. */
DEVICE_CALL int make_object(Unit *u, uint8_t kind, uint8_t sizing) {
    int number = take(u, RESIDENT_CLASSES);
    if (number == 0 && u->objects < u->job->object_room)
        number = ++u->objects;
    for (int k = 0; number == 0 && k < RESIDENT_CLASSES; k++)
        number = take(u, k); /* and forgets its memory */
    if (number == 0)
        return 0;
    ResidentObject *o = &u->object[number - 1];
    o->word[0] = o->word[1] = NULL;
    o->size[0] = o->size[1] = o->stride[0] = o->stride[1] = o->first = 0;
    o->words = 0;
    o->found = -1;
    o->written = o->read = -1;
    o->kind = kind;
    o->sizing = sizing;
    o->element = o->layout = o->changed = o->freed = 0;
    sync_warp();
    return number;
}

/* Frees an object: one of the host's is only marked. */
DEVICE_CALL void free_object(Unit *u, int64_t number) {
    ResidentObject *o = object_of(u, number);
    if (o == NULL)
        return;
    o->freed = 1;
    sync_warp();
    if (number > u->job->given)
        put(u, o->word[0] != NULL && o->kind == STAR_BIT_VECTOR ? class_of(o->stride[0])
                                                                : RESIDENT_CLASSES,
            (int)number);
}

/* Gives a bit vector that was made here memory for so many words. */
DEVICE_CALL bool get_memory(Unit *u, ResidentObject *o, int64_t words) {
    const int k = class_of(words);
    if (k >= RESIDENT_CLASSES || o - u->object < u->job->given)
        return false;
    const int other = take(u, k);
    uint64_t *at = other != 0 ? u->object[other - 1].word[0] : NULL;
    if (other != 0) {
        o->written = u->object[other - 1].written;
        o->read = u->object[other - 1].read;
        put(u, RESIDENT_CLASSES, other);
    } else {
        if (((int64_t)1 << k) > u->job->arena_words - u->arena)
            return false;
        at = u->job->arena + u->arena;
        u->arena += (int64_t)1 << k;
    }
    sync_warp();
    o->word[0] = at;
    o->stride[0] = (int64_t)1 << k;
    sync_warp();
    return true;
}

/* Gives a bit vector its length, above 0, if it can have that; its words are undefined if it is
 * another one. */
DEVICE_CALL bool fits(Unit *u, ResidentObject *z, int64_t length) {
    if (z == NULL || length <= 0 || z->kind != STAR_BIT_VECTOR)
        return false;
    if (z->size[0] == length && z->sizing != STAR_UNSIZED && z->word[0] != NULL)
        return true;
    if (z->sizing == STAR_FIXED)
        return false;
    if ((z->word[0] == NULL || z->stride[0] < words_of(length)) &&
        !get_memory(u, z, words_of(length)))
        return false;
    z->size[0] = length;
    z->words = words_of(length);
    z->sizing = z->sizing == STAR_UNSIZED ? STAR_FIXED : z->sizing;
    sync_warp();
    return true;
}

/* ---- Own words ---- */

/* The first word from `from` on that a thread owns. */
DEVICE int64_t own_from(int64_t from) {
    if (from <= THREAD)
        return THREAD;
    const int64_t behind = from - THREAD + THREADS - 1;
    if (behind < 2 * THREADS)
        return THREAD + THREADS;
    return THREAD + (behind <= 0xffffffff
                            ? (int64_t)((uint32_t)behind / (uint32_t)THREADS)
                            : behind / THREADS) *
                           THREADS;
}

#define OWN_WORDS(w, n) for (int64_t w = THREAD; w < (n); w += THREADS)

DEVICE bool owns(int64_t w) {
    return w < THREADS ? w == THREAD : own_from(w) == w;
}

/* True if this warp has the thread that owns word w; all its lanes say so. */
DEVICE bool warp_owns(int64_t w) {
    const int64_t first = THREAD - LANE;
    const int64_t at = w < THREADS ? w : w % THREADS;
    return at >= first && at < first + LANES;
}

/* True if a pass over so many words is too long for these threads; the host has more. */
DEVICE bool is_long(Unit *u, int64_t words) {
    if (words <= THREADS)
        return false;
    u->budget -= words / (int64_t)THREADS;
    return words > THREADS * RESIDENT_WORDS;
}

DEVICE uint64_t bit_at(const uint64_t *word, int64_t i) {
    return word[i >> 6] >> (i & 63) & 1;
}

/* ---- Scalar results ---- */

/* The number of the first 1, or 0. */
DEVICE_CALL int64_t find(Unit *u, ResidentObject *x) {
    enum { UNROLL = 4 };
    const int64_t words = words_of(x->size[0]);
    if (x->found >= 0)
        return x->found;
    uint64_t first = ~(uint64_t)0;
    int64_t w = own_from(x->first);
    const uint64_t *word = x->word[0];
    for (; w + (UNROLL - 1) * THREADS < words; w += UNROLL * THREADS) {
        uint64_t v[UNROLL], any = 0;
        for (int k = 0; k < UNROLL; k++)
            any |= v[k] = word[w + k * THREADS];
        for (int k = UNROLL - 1; k >= 0; k--)
            if (v[k] != 0)
                first = (uint64_t)(64 * (w + k * THREADS) + COUNT_ZEROS(v[k]) + 1);
        if (any != 0)
            break;
    }
    for (; w < words && first == ~(uint64_t)0; w += THREADS)
        if (word[w] != 0)
            first = (uint64_t)(64 * w + COUNT_ZEROS(word[w]) + 1);
    first = reduce(u, first, false);
    sync_warp();
    x->found = first == ~(uint64_t)0 ? 0 : (int64_t)first;
    x->first = x->found > 0 ? (x->found - 1) >> 6 : words;
    sync_warp();
    return x->found;
}

DEVICE_CALL int64_t count(Unit *u, const ResidentObject *x) {
    enum { UNROLL = 4 };
    const int64_t words = words_of(x->size[0]);
    const uint64_t *word = x->word[0];
    uint64_t ones = 0;
    int64_t w = own_from(x->first);
    for (; w + (UNROLL - 1) * THREADS < words; w += UNROLL * THREADS) {
        uint64_t v[UNROLL];
        for (int k = 0; k < UNROLL; k++)
            v[k] = word[w + k * THREADS];
        for (int k = 0; k < UNROLL; k++)
            ones += (uint64_t)COUNT_ONES(v[k]);
    }
    for (; w < words; w += THREADS)
        ones += (uint64_t)COUNT_ONES(word[w]);
    return (int64_t)reduce(u, ones, true);
}

/* The number, from 1, of a component in which x and y differ, or 0. */
DEVICE_CALL bool differ(Unit *u, const ResidentObject *x, const ResidentObject *y) {
    const uint64_t *a = x->word[0], *b = y->word[0];
    uint64_t differs = 0;
    OWN_WORDS(w, words_of(x->size[0]))
    differs |= a[w] ^ b[w];
    return reduce(u, differs != 0, true) != 0;
}

/* x(i) := bit, i from 1 within the length. */
DEVICE_CALL void put_bit(Unit *u, ResidentObject *x, int64_t i, int64_t bit) {
    const int64_t w = (i - 1) >> 6;
    before_write(u, x);
    if (owns(w)) {
        const uint64_t one = (uint64_t)1 << ((i - 1) & 63);
        x->word[0][w] = bit != 0 ? x->word[0][w] | one : x->word[0][w] & ~one;
    }
    const int64_t first = bit != 0 && w < x->first ? w : x->first;
    const int64_t found = x->found < 0 || (bit == 0 && x->found == i) ? -1
                          : bit != 0 && (x->found == 0 || i < x->found) ? i
                                                                        : x->found;
    wrote_bits(u, x, first, found);
}

DEVICE_CALL int64_t get_bit(Unit *u, ResidentObject *x, int64_t i) {
    before_across(u, x);
    return (int64_t)bit_at(x->word[0], i - 1);
}

/* FND, which clears that 1. */
DEVICE_CALL int64_t step(Unit *u, ResidentObject *x) {
    const int64_t i = find(u, x);
    if (i > 0)
        put_bit(u, x, i, 0);
    return i;
}

/* ---- Bit vectors ---- */

/* z := op of x and y, own word by own word; z may be either. */
#define WORDWISE(EXPRESSION)                                                               \
    do {                                                                                   \
        enum { UNROLL = 4 };                                                               \
        int64_t w = THREAD;                                                             \
        for (; w + (UNROLL - 1) * THREADS < words; w += UNROLL * THREADS) {          \
            uint64_t a_[UNROLL], b_[UNROLL];                                               \
            for (int k = 0; k < UNROLL; k++) {                                             \
                a_[k] = x[w + k * THREADS];                                             \
                b_[k] = y[w + k * THREADS];                                             \
            }                                                                              \
            for (int k = 0; k < UNROLL; k++) {                                             \
                const uint64_t a = a_[k], b = b_[k];                                       \
                (void)b;                                                                   \
                z[w + k * THREADS] = EXPRESSION;                                        \
            }                                                                              \
        }                                                                                  \
        for (; w < words; w += THREADS) {                                               \
            const uint64_t a = x[w], b = y[w];                                             \
            (void)b;                                                                       \
            z[w] = EXPRESSION;                                                             \
        }                                                                                  \
    } while (0)

/* The last word of a bit vector gets its padding of 0. */
DEVICE void pad(ResidentObject *x) {
    const int64_t w = words_of(x->size[0]) - 1;
    if (owns(w))
        x->word[0][w] &= last_mask(x->size[0]);
}

/* Sets all components to a value. */
DEVICE_CALL void fill(Unit *u, ResidentObject *x, bool ones) {
    before_write(u, x);
    OWN_WORDS(w, words_of(x->size[0]))
    x->word[0][w] = ones ? ~(uint64_t)0 : 0;
    if (ones)
        pad(x);
    wrote_bits(u, x, ones ? 0 : words_of(x->size[0]), ones);
}

#endif
