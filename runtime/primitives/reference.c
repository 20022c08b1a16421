/* SPDX-License-Identifier: MIT */
/* The reference kernels define the meaning of each primitive, a component at a
 * time. They are the oracle of all other kernels, and run where a backend has
 * none. */
#include "primitives/reference.h"
#include "cpu/simd/philox.h"
#include "values/postfix.h"
#include "values/table.h"

#include <string.h>

/* Every row of primitives.def has its kernel here, but for the NATIVE and
 * BODY ones, whose definition is a body in stdlib/. */
#define NATIVE(id, name, ranks, signature, sentence)
#define BODY(id, name, signature, sentence)
#define PRIM(id, name, class, cost, ranks, signature, sentence) \
    static StarKernel prim_##id;
#include "primitives.def"
#undef PRIM

StarKernel *const star_reference[STAR_PRIM_COUNT] = {
#define NATIVE(id, name, ranks, signature, sentence) NULL,
#define BODY(id, name, signature, sentence) NULL,
#define PRIM(id, name, class, cost, ranks, signature, sentence) prim_##id,
#include "primitives.def"
#undef PRIM
};

/* ---- Bit vectors ---- */

/* The value of component i of a result. They are computed in order: *state, 0
 * at first, is what one leaves to the next. */
typedef int Component(const StarCell *arg, int64_t i, int64_t *state);

/* Computes bit vector arg[0] in other memory, since it may be an operand too.
 */
static StarStatus compute(StarBackend *be, StarCell *arg,
                          Component *component) {
    StarBits *z = arg[0].bits;
    const size_t words = (size_t)star_words(z->length);
    uint64_t *block = star_mem_alloc(be->mem, words, sizeof *block);
    int64_t state = 0;
    if (block == NULL)
        return STAR_MEMORY;
    for (int64_t i = 1; i <= z->length; i++)
        block[(i - 1) / 64] |= (uint64_t)component(arg, i, &state)
                               << (i - 1) % 64;
    if (words > 0)
        memcpy(z->word, block, words * sizeof *block);
    star_mem_free(be->mem, block, words, sizeof *block);
    z->first = 0;
    return STAR_OK;
}

/* A primitive whose result is a bit vector, by its component i. Y(k, i) is
 * component i of operand k. */
#define Y(k, i) star_bits_get(arg[k].bits, i)
#define BITS(id, value)                                           \
    static int component_##id(const StarCell *arg, int64_t i,     \
                              int64_t *state) {                   \
        (void)arg, (void)i, (void)state;                          \
        return (int)(value);                                      \
    }                                                             \
    static StarStatus prim_##id(StarBackend *be, StarCell *arg) { \
        return compute(be, arg, component_##id);                  \
    }

/* The number of the first 1, or 0; the number of ones. */
static int64_t first(const StarBits *y) {
    for (int64_t i = 1; i <= y->length; i++)
        if (star_bits_get(y, i))
            return i;
    return 0;
}

static int64_t ones(const StarBits *y) {
    int64_t n = 0;
    for (int64_t i = 1; i <= y->length; i++)
        n += star_bits_get(y, i);
    return n;
}

/* Component i of y if there is one, else 0. */
static int moved(const StarBits *y, int64_t i) {
    return i >= 1 && i <= y->length && star_bits_get(y, i);
}

/* The component that becomes component i when n components are shifted by k up
 * (0) or down (1); out of range if it comes from outside. */
static int64_t source(int64_t i, int64_t n, int64_t down, int64_t k) {
    if (k > n)
        return 0;
    return down ? i - k : i + k;
}

/* The same for a rotation: components that leave at one end enter at the
 * other. */
static int64_t rotated(int64_t i, int64_t n, int64_t down, int64_t k) {
    return (i - 1 + (down ? n - k % n : k % n)) % n + 1;
}

/* The number of the first 1 behind component i, or one behind all. */
static int64_t next(const StarBits *y, int64_t i) {
    do
        i++;
    while (i <= y->length && !star_bits_get(y, i));
    return i;
}

BITS(SET, 1)
BITS(CLR, 0)
BITS(AND, Y(1, i) & Y(2, i))
BITS(OR, Y(1, i) | Y(2, i))
BITS(XOR, Y(1, i) ^ Y(2, i))
BITS(NOT, !Y(1, i))
BITS(MASK, i >= arg[2].i && i <= arg[3].i)
BITS(CONVERT, Y(1, i))
BITS(COPY, Y(1, i))
BITS(SHIFT,
     moved(arg[1].bits, source(i, arg[1].bits->length, arg[2].i, arg[3].i)))
BITS(ROTATE, Y(1, rotated(i, arg[1].bits->length, arg[2].i, arg[3].i)))
BITS(MIRROR, Y(1, arg[1].bits->length + 1 - i))
BITS(SHUFFLE, Y(1, i % 2 ? (i + 1) / 2 : arg[1].bits->length / 2 + i / 2))
BITS(TRIM, Y(3, arg[1].i + i - 1))
BITS(REP, i >= arg[1].i && i <= arg[2].i ? Y(3, i - arg[1].i + 1) : Y(4, i))
BITS(PREFIX_OR, *state |= Y(1, i))
BITS(PREFIX_XOR, *state ^= Y(1, i))
BITS(COMPRESS, moved(arg[2].bits, *state = next(arg[1].bits, *state)))
BITS(EXPAND, Y(1, i) ? Y(2, ++*state) : 0)

/* ---- Scalars ---- */

/* A primitive whose result is a number or a boolean. */
#define SCALAR(id, value)                                         \
    static StarStatus prim_##id(StarBackend *be, StarCell *arg) { \
        (void)be;                                                 \
        arg[0].i = value;                                         \
        return STAR_OK;                                           \
    }

static bool equal(const StarBits *x, const StarBits *y) {
    for (int64_t i = 1; i <= x->length; i++)
        if (star_bits_get(x, i) != star_bits_get(y, i))
            return false;
    return true;
}

SCALAR(GET, Y(1, arg[2].i))
SCALAR(FND, first(arg[1].bits))
SCALAR(NUMB, ones(arg[1].bits))
SCALAR(ZERO, ones(arg[1].bits) == 0)
SCALAR(SOME, ones(arg[1].bits) != 0)
SCALAR(ONE, ones(arg[1].bits) == 1)
SCALAR(EQ, equal(arg[1].bits, arg[2].bits))
SCALAR(NE, !equal(arg[1].bits, arg[2].bits))
SCALAR(LENGTH, arg[1].bits->length)
SCALAR(ROWS, arg[1].table->rows)
SCALAR(SIZE, arg[1].table->cols)

/* ---- Components ---- */

/* Component i := bit. */
static void put(StarBits *y, int64_t i, int bit) {
    const int64_t w = (i - 1) / 64;
    const uint64_t mask = UINT64_C(1) << (i - 1) % 64;
    y->word[w] = bit ? y->word[w] | mask : y->word[w] & ~mask;
    if (bit && w < y->first)
        y->first = w;
}

static StarStatus prim_PUT(StarBackend *be, StarCell *arg) {
    (void)be;
    put(arg[0].bits, arg[1].i, (int)arg[2].i);
    return STAR_OK;
}

static StarStatus prim_STEP(StarBackend *be, StarCell *arg) {
    (void)be;
    arg[0].i = first(arg[1].bits);
    if (arg[0].i > 0)
        put(arg[1].bits, arg[0].i, 0);
    return STAR_OK;
}

static StarStatus prim_FRST(StarBackend *be, StarCell *arg) {
    const int64_t i = first(arg[1].bits);
    STAR_TRY(prim_CLR(be, arg));
    if (i > 0)
        put(arg[0].bits, i, 1);
    return STAR_OK;
}

/* ---- Expressions ---- */

static StarStatus prim_FUSE(StarBackend *be, StarCell *arg) {
    StarBits *z = arg[0].bits;
    const StarFuse *fuse = arg[1].fuse;
    const int64_t words = star_words(z->length);
    uint64_t *stack = star_mem_alloc_raw(be->mem, fuse->depth, sizeof *stack);
    if (stack == NULL)
        return STAR_MEMORY;
    for (int64_t w = 0; w < words; w++)
        z->word[w] = star_fuse_word(fuse, arg + 2, w, stack);
    if (words > 0)
        z->word[words - 1] &= star_last_mask(z->length);
    z->first = 0;
    star_mem_free(be->mem, stack, fuse->depth, sizeof *stack);
    return STAR_OK;
}

/* ---- Random numbers ---- */

/* Component k, from 0, of a column, from 0. */
static int random_bit(const StarCell *arg, int64_t k, int64_t column) {
    uint32_t x[4];
    star_philox_bits(star_philox_of(arg[1].i, arg[2].r), k / STAR_PHILOX_ROWS,
                     column, x);
    return (int)(x[k % STAR_PHILOX_ROWS / 32] >> k % 32 & 1);
}

BITS(RANDOM, random_bit(arg, i - 1, 0))

/* ---- Tables ---- */

/* The word of an image that holds component (i, j), and its bit. */
static uint64_t *place(const StarTable *t, int dir, int64_t i, int64_t j,
                       int *bit) {
    const int64_t vector = dir == STAR_COLUMNS ? j - 1 : i - 1;
    const int64_t component = dir == STAR_COLUMNS ? i - 1 : j - 1;
    *bit = (int)(component % 64);
    return t->image[dir].word + vector * t->image[dir].stride + component / 64;
}

static int table_get(const StarTable *t, int64_t i, int64_t j) {
    const int dir = t->image[STAR_COLUMNS].valid ? STAR_COLUMNS : STAR_ROWS;
    int bit;
    const uint64_t *word = place(t, dir, i, j, &bit);
    return (int)(*word >> bit & 1);
}

/* Component (i, j) := value, in every image. */
static void table_put(StarTable *t, int64_t i, int64_t j, int value) {
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++) {
        int bit;
        uint64_t *word;
        if (!t->image[dir].valid)
            continue;
        word = place(t, dir, i, j, &bit);
        *word = (*word & ~(UINT64_C(1) << bit)) | (uint64_t)value << bit;
    }
}

BITS(ROW, table_get(arg[2].table, arg[1].i, i))
BITS(COL, table_get(arg[2].table, i, arg[1].i))

static StarStatus prim_SETROW(StarBackend *be, StarCell *arg) {
    (void)be;
    for (int64_t j = 1; j <= arg[0].table->cols; j++)
        table_put(arg[0].table, arg[1].i, j, Y(2, j));
    return STAR_OK;
}

static StarStatus prim_SETCOL(StarBackend *be, StarCell *arg) {
    (void)be;
    for (int64_t i = 1; i <= arg[0].table->rows; i++)
        table_put(arg[0].table, i, arg[1].i, Y(2, i));
    return STAR_OK;
}

static StarStatus prim_TRANDOM(StarBackend *be, StarCell *arg) {
    StarTable *t = arg[0].table;
    STAR_TRY(
        star_table_fresh_only(be, t, arg[3].i != 0 ? STAR_ROWS : STAR_COLUMNS));
    for (int64_t i = 1; i <= t->rows; i++)
        for (int64_t j = 1; j <= t->cols; j++)
            table_put(t, i, j, random_bit(arg, i - 1, j - 1));
    return STAR_OK;
}

static StarStatus prim_ADJ(StarBackend *be, StarCell *arg) {
    const StarTable *t = arg[2].table;
    (void)be;
    for (int64_t i = 1; i <= t->rows; i++) {
        table_put(arg[0].table, i, 1, Y(1, i));
        for (int64_t j = 1; j <= t->cols; j++)
            table_put(arg[0].table, i, j + 1, table_get(t, i, j));
    }
    return STAR_OK;
}

static StarStatus prim_TCOPY(StarBackend *be, StarCell *arg) {
    const StarTable *t = arg[1].table;
    (void)be;
    for (int64_t i = 1; i <= t->rows; i++)
        for (int64_t j = 1; j <= t->cols; j++)
            table_put(arg[0].table, i, j, table_get(t, i, j));
    star_table_mark_as(arg[0].table, t);
    return STAR_OK;
}

/* Row `to` of z := row `from` of t, or 0 if there is none. */
static void move_row(StarTable *z, int64_t to, const StarTable *t,
                     int64_t from) {
    for (int64_t j = 1; j <= t->cols; j++)
        table_put(z, to, j,
                  from >= 1 && from <= t->rows && table_get(t, from, j));
}

/* In this order a row that is read was not yet written: z may be T. */
static StarStatus prim_TCOMPRESS(StarBackend *be, StarCell *arg) {
    (void)be;
    for (int64_t k = 1, i = 0; k <= arg[0].table->rows; k++) {
        i = next(arg[1].bits, i);
        move_row(arg[0].table, k, arg[2].table, i);
    }
    return STAR_OK;
}

static StarStatus prim_TEXPAND(StarBackend *be, StarCell *arg) {
    int64_t k = ones(arg[1].bits);
    (void)be;
    for (int64_t i = arg[0].table->rows; i >= 1; i--)
        move_row(arg[0].table, i, arg[2].table, Y(1, i) ? k-- : 0);
    return STAR_OK;
}
