/* SPDX-License-Identifier: MIT */
/* The kernels that work on words and vectors. Scalars and the smallest
 * primitives are as fast in reference.c. */
#include <string.h>

#include "cpu/bit_copy.h"
#include "cpu/cpu.h"
#include "values/table.h"
#include "cpu/simd/parallel.h"

static int64_t words_of(const StarBits *y) {
    return star_words(y->length);
}

/* Sets n words to one byte's pattern. */
static void fill_words(StarBackend *be, uint64_t *z, int byte, int64_t n) {
    if (star_is_parallel(be, n))
        star_parallel_fill(be, z, byte, n);
    else if (n > 0)
        memset(z, byte, (size_t)n * sizeof *z);
}

static void fill(StarBackend *be, StarBits *z, int byte) {
    fill_words(be, z->word, byte, words_of(z));
    z->first = 0;
}

/* Makes padding 0, and forgets the cursor of what was there before. */
static StarStatus written(StarBits *z) {
    if (z->length % 64 != 0)
        z->word[words_of(z) - 1] &= star_last_mask(z->length);
    z->first = 0;
    return STAR_OK;
}

static void move(StarBackend *be, uint64_t *z, const uint64_t *y, int64_t n) {
    if (star_is_parallel(be, n))
        star_parallel_bits(be, STAR_FUSE_OPERAND, z, y, y, n);
    else
        be->isa->copy(z, y, n);
}

/* z := y, of the same size. */
static void assign(StarBackend *be, StarBits *z, const StarBits *y) {
    if (z->word != y->word)
        move(be, z->word, y->word, words_of(z));
    z->first = 0;
}

/* The words of y where writing z does not change them, or NULL. */
static const uint64_t *apart(StarBackend *be, const StarBits *z,
                             const StarBits *y) {
    const int64_t words = words_of(y);
    uint64_t *copy;
    if (z->word != y->word || words == 0)
        return y->word;
    copy = star_cpu_scratch(be, (size_t)words);
    if (copy != NULL)
        move(be, copy, y->word, words);
    return copy;
}

/* ---- Component-wise ---- */

/* Up to this many words a loop is faster than the call of a vector kernel. */
enum { LOOP_MAX_WORDS = 4 };

#define BITWISE(id, name, operator)                                   \
    CPU_KERNEL(id) {                                                  \
        StarBits *z = arg[0].bits;                                    \
        const uint64_t *x = arg[1].bits->word;                        \
        const uint64_t *y = arg[2].bits->word;                        \
        const int64_t n = words_of(z);                                \
        z->first = 0;                                                 \
        if (star_is_parallel(be, n))                                  \
            star_parallel_bits(be, STAR_FUSE_##id, z->word, x, y, n); \
        else if (n > LOOP_MAX_WORDS)                                  \
            be->isa->name(z->word, x, y, n);                          \
        else                                                          \
            for (int64_t i = 0; i < n; i++)                           \
                z->word[i] = x[i] operator y[i];                      \
        return STAR_OK;                                               \
    }

BITWISE(AND, and, &)
BITWISE(OR, or, |)
BITWISE(XOR, xor, ^)

CPU_KERNEL(NOT) {
    StarBits *z = arg[0].bits;
    const uint64_t *y = arg[1].bits->word;
    const int64_t last = words_of(z) - 1;
    z->first = 0;
    if (star_is_parallel(be, last))
        star_parallel_bits(be, STAR_FUSE_NOT, z->word, y, y, last);
    else if (last > LOOP_MAX_WORDS)
        be->isa->not(z->word, y, last);
    else
        for (int64_t i = 0; i < last; i++)
            z->word[i] = ~y[i];
    if (last >= 0)
        z->word[last] = ~y[last] & star_last_mask(z->length);
    return STAR_OK;
}

CPU_KERNEL(COPY) {
    const int64_t first = arg[1].bits->first;
    assign(be, arg[0].bits, arg[1].bits);
    arg[0].bits->first = first;
    return STAR_OK;
}

CPU_CALL(CONVERT, star_cpu_COPY(be, arg))

CPU_KERNEL(SET) {
    fill(be, arg[0].bits, 0xff);
    return written(arg[0].bits);
}

CPU_KERNEL(CLR) {
    fill(be, arg[0].bits, 0);
    return STAR_OK;
}

CPU_KERNEL(MASK) {
    StarBits *z = arg[0].bits;
    const int64_t a = arg[2].i - 1, b = arg[3].i; /* bits a..b-1 */
    fill(be, z, 0);
    if (a == b)
        return STAR_OK;
    memset(z->word + a / 64, 0xff,
           (size_t)(star_words(b) - a / 64) * sizeof *z->word);
    z->word[star_words(b) - 1] = star_last_mask(b);
    z->word[a / 64] &= ~UINT64_C(0) << a % 64;
    return STAR_OK;
}

/* ---- Searches for ones ---- */

/* The first word of y that is not 0, or the number of words. The cursor
 * remembers it, so that a loop of STEP primitives reads each word once. */
static int64_t find(StarBackend *be, StarBits *y) {
    const int64_t n = words_of(y);
    int64_t w = y->first;
    if (n > LOOP_MAX_WORDS) {
        if (w < n && y->word[w] == 0)
            w = star_find(be, y->word, w + 1, n);
    } else
        while (w < n && y->word[w] == 0)
            w++;
    y->first = w;
    return w;
}

/* The component of the first 1 in word w. */
static int64_t component(const StarBits *y, int64_t w) {
    return 64 * w + __builtin_ctzll(y->word[w]) + 1;
}

CPU_KERNEL(FND) {
    StarBits *y = arg[1].bits;
    const int64_t w = find(be, y);
    arg[0].i = w < words_of(y) ? component(y, w) : 0;
    return STAR_OK;
}

CPU_KERNEL(STEP) {
    StarBits *y = arg[1].bits;
    const int64_t w = find(be, y);
    arg[0].i = 0;
    if (w < words_of(y)) {
        arg[0].i = component(y, w);
        y->word[w] &= y->word[w] - 1;
    }
    return STAR_OK;
}

CPU_KERNEL(ZERO) {
    arg[0].i = find(be, arg[1].bits) == words_of(arg[1].bits);
    return STAR_OK;
}

CPU_KERNEL(SOME) {
    arg[0].i = find(be, arg[1].bits) < words_of(arg[1].bits);
    return STAR_OK;
}

CPU_KERNEL(ONE) {
    StarBits *y = arg[1].bits;
    const int64_t w = find(be, y), n = words_of(y);
    arg[0].i = w < n && (y->word[w] & (y->word[w] - 1)) == 0 &&
               star_find(be, y->word, w + 1, n) == n;
    return STAR_OK;
}

CPU_KERNEL(NUMB) {
    const StarBits *y = arg[1].bits;
    const int64_t n = words_of(y);
    arg[0].i = star_is_parallel(be, n) ? star_parallel_count(be, y->word, n)
                                       : be->isa->count(y->word, n);
    return STAR_OK;
}

CPU_KERNEL(EQ) {
    const StarBits *x = arg[1].bits;
    arg[0].i = be->isa->equal(x->word, arg[2].bits->word, words_of(x));
    return STAR_OK;
}

CPU_KERNEL(NE) {
    (void)star_cpu_EQ(be, arg);
    arg[0].i = !arg[0].i;
    return STAR_OK;
}

CPU_KERNEL(FRST) {
    StarBits *z = arg[0].bits, *y = arg[1].bits;
    const int64_t w = find(be, y);
    const uint64_t word = w < words_of(y) ? y->word[w] : 0;
    fill(be, z, 0);
    if (word != 0)
        z->word[w] = word & (~word + 1);
    return STAR_OK;
}

/* ---- Moving components ---- */

/* The end of the next piece of the words from `at` to n, after which the
 * program may stop; `at` if it shall stop now. */
static int64_t next_stop(const StarBackend *be, int64_t at, int64_t n) {
    enum { PIECE = 1 << 17 };
    if (star_stopped(be->mem) != STAR_OK)
        return at;
    return n - at < PIECE ? n : at + PIECE;
}

CPU_KERNEL(SHIFT) {
    StarBits *z = arg[0].bits;
    const int64_t n = words_of(z), k = arg[3].i;
    const bool down = arg[2].i != 0;
    const uint64_t *y;
    if (k >= z->length) {
        fill(be, z, 0);
        return STAR_OK;
    }
    y = down ? apart(be, z, arg[1].bits) : arg[1].bits->word;
    if (y == NULL)
        return STAR_MEMORY;
    star_shift(be, z->word, n, y, n, down ? -k : k);
    return written(z);
}

CPU_KERNEL(ROTATE) {
    StarBits *z = arg[0].bits;
    const int64_t n = z->length, words = words_of(z);
    const uint64_t *y;
    int64_t up;
    if (n == 0)
        return STAR_OK;
    up = arg[3].i % n;
    if (arg[2].i != 0 && up > 0)
        up = n - up;
    y = apart(be, z, arg[1].bits);
    if (y == NULL)
        return STAR_MEMORY;
    star_shift(be, z->word, words, y, words, up);
    star_bit_copy_replace(z->word, n - up, y, up);
    z->first = 0;
    return STAR_OK;
}

CPU_KERNEL(MIRROR) {
    StarBits *z = arg[0].bits;
    const int64_t n = words_of(z);
    const uint64_t *y = apart(be, z, arg[1].bits);
    if (n > 0 && y == NULL)
        return STAR_MEMORY;
    for (int64_t i = 0, end; i < (end = next_stop(be, i, n));)
        for (; i < end; i++)
            z->word[i] = star_bit_copy_reverse(y[n - 1 - i]);
    star_shift(be, z->word, n, z->word, n, 64 * n - z->length);
    z->first = 0;
    return STAR_OK;
}

CPU_KERNEL(SHUFFLE) {
    StarBits *z = arg[0].bits;
    const int64_t n = words_of(z), half = z->length / 2;
    const uint64_t *y = apart(be, z, arg[1].bits);
    if (n > 0 && y == NULL)
        return STAR_MEMORY;
    for (int64_t i = 0, end; i < (end = next_stop(be, i, n));)
        for (; i < end; i++) {
            const uint64_t odd = star_bit_copy_at(y, n, 32 * i);
            const uint64_t even = star_bit_copy_at(y, n, half + 32 * i);
            z->word[i] = star_bit_copy_spread(odd & UINT32_MAX) |
                         star_bit_copy_spread(even & UINT32_MAX) << 1;
        }
    return written(z);
}

CPU_KERNEL(TRIM) {
    StarBits *z = arg[0].bits;
    const StarBits *y = arg[3].bits;
    star_shift(be, z->word, words_of(z), y->word, words_of(y), arg[1].i - 1);
    return written(z);
}

CPU_KERNEL(REP) {
    StarBits *z = arg[0].bits;
    const StarBits *v = arg[3].bits;
    if (v->length == z->length)
        assign(be, z, v);
    else {
        assign(be, z, arg[4].bits);
        star_bit_copy_replace(z->word, arg[1].i - 1, v->word, v->length);
    }
    return STAR_OK;
}

/* ---- Components before ---- */

CPU_KERNEL(PREFIX_OR) {
    StarBits *z = arg[0].bits, *y = arg[1].bits;
    const int64_t n = words_of(y), w = find(be, y);
    if (w == n) {
        fill(be, z, 0);
        return STAR_OK;
    }
    const uint64_t first = -(y->word[w] & -y->word[w]);
    fill_words(be, z->word, 0, w);
    fill_words(be, z->word + w + 1, 0xff, n - w - 1);
    z->word[w] = first;
    return written(z);
}

CPU_KERNEL(PREFIX_XOR) {
    StarBits *z = arg[0].bits;
    const uint64_t *y = arg[1].bits->word;
    const int64_t n = words_of(z);
    uint64_t odd = 0;
    for (int64_t i = 0, end; i < (end = next_stop(be, i, n)); i = end)
        odd = be->isa->parity(z->word + i, y + i, end - i, odd);
    return written(z);
}

static void compress_words(StarBackend *be, uint64_t *z, const uint64_t *x,
                           const uint64_t *y, int64_t n) {
    int64_t at = 0;
    for (int64_t i = 0, end; i < (end = next_stop(be, i, n)); i = end)
        at = be->isa->compress(z, at, x + i, y + i, end - i);
    const int64_t filled = star_words(at);
    if (filled < n)
        fill_words(be, z + filled, 0, n - filled);
}

static void expand_words(StarBackend *be, uint64_t *z, const uint64_t *x,
                         const uint64_t *y, int64_t n) {
    int64_t at = 0;
    for (int64_t i = 0, end; i < (end = next_stop(be, i, n)); i = end)
        at = be->isa->expand(z + i, x + i, y, n, at, end - i);
}

CPU_KERNEL(COMPRESS) {
    StarBits *z = arg[0].bits;
    compress_words(be, z->word, arg[1].bits->word, arg[2].bits->word,
                   words_of(z));
    z->first = 0;
    return STAR_OK;
}

CPU_KERNEL(EXPAND) {
    StarBits *z = arg[0].bits;
    const uint64_t *y = apart(be, z, arg[2].bits);
    if (z->length > 0 && y == NULL)
        return STAR_MEMORY;
    expand_words(be, z->word, arg[1].bits->word, y, words_of(z));
    z->first = 0;
    return STAR_OK;
}

/* ---- Tables ---- */

CPU_KERNEL(ROW) {
    arg[0].bits->first = 0;
    return star_table_read(be, arg[2].table, STAR_ROWS, arg[1].i - 1,
                           arg[0].bits->word);
}

CPU_KERNEL(COL) {
    arg[0].bits->first = 0;
    return star_table_read(be, arg[2].table, STAR_COLUMNS, arg[1].i - 1,
                           arg[0].bits->word);
}

CPU_CALL(SETROW, star_table_write(be, arg[0].table, STAR_ROWS, arg[1].i - 1,
                                  arg[2].bits->word))
CPU_CALL(SETCOL, star_table_write(be, arg[0].table, STAR_COLUMNS, arg[1].i - 1,
                                  arg[2].bits->word))

/* The image to copy a table by. */
static int valid_image(const StarTable *t) {
    return t->image[STAR_COLUMNS].valid ? STAR_COLUMNS : STAR_ROWS;
}

CPU_KERNEL(TCOPY) {
    StarTable *to = arg[0].table;
    const StarTable *from = arg[1].table;
    const int dir = valid_image(from);
    const StarImage *image = &from->image[dir];
    if (to == from)
        return STAR_OK;
    STAR_TRY(star_table_fresh(be, to, dir));
    if (image->valid)
        move(be, to->image[dir].word, image->word,
             star_table_vectors(from, dir) * image->stride);
    star_table_mark_as(to, from);
    return STAR_OK;
}

CPU_KERNEL(ADJ) {
    StarTable *z = arg[0].table;
    const StarTable *t = arg[2].table;
    const StarBits *y = arg[1].bits;
    const int dir = valid_image(t);
    const int64_t n = star_words(t->cols), m = star_words(z->cols);
    STAR_TRY(star_table_fresh(be, z, dir));
    if (dir == STAR_COLUMNS) {
        be->isa->copy(z->image[dir].word, y->word, words_of(y));
        for (int64_t j = 0; j < t->cols; j++)
            be->isa->copy(star_table_vector(be, z, dir, j + 1),
                          star_table_vector(be, t, dir, j), words_of(y));
    } else
        for (int64_t i = 0; i < t->rows; i++) {
            uint64_t *vector = star_table_vector(be, z, dir, i);
            star_bit_copy_move(vector, m, star_table_vector(be, t, dir, i), n,
                               -1);
            vector[0] |= (uint64_t)star_bits_get(y, i + 1);
        }
    return STAR_OK;
}

/* The image to pack rows in; it is the only one of the result. */
static StarStatus open_packed(StarBackend *be, StarTable *z, const StarTable *t,
                              int dir) {
    return z == t ? star_table_own(be, z, dir) : star_table_fresh(be, z, dir);
}

/* Row k of the image of rows of z := row i of t; 0 if i < 0. */
static void move_row(StarBackend *be, StarTable *z, int64_t k,
                     const StarTable *t, int64_t i) {
    const int64_t n = star_words(z->cols);
    uint64_t *to = star_table_vector(be, z, STAR_ROWS, k);
    if (i < 0)
        fill_words(be, to, 0, n);
    else if (z != t || i != k)
        be->isa->copy(to, star_table_vector(be, t, STAR_ROWS, i), n);
}

/* Rows by their numbers from 0, so that none is written before it is read. */
static void compress_rows(StarBackend *be, StarTable *z, const StarBits *x,
                          const StarTable *t) {
    int64_t k = 0;
    for (int64_t w = 0; w < words_of(x); w++)
        for (uint64_t m = x->word[w]; m != 0; m &= m - 1)
            move_row(be, z, k++, t, 64 * w + __builtin_ctzll(m));
    for (; k < z->rows; k++)
        move_row(be, z, k, t, -1);
}

static void expand_rows(StarBackend *be, StarTable *z, const StarBits *x,
                        const StarTable *t) {
    int64_t k = be->isa->count(x->word, words_of(x));
    for (int64_t i = z->rows - 1; i >= 0; i--)
        move_row(be, z, i, t, star_bits_get(x, i + 1) ? --k : -1);
}

CPU_KERNEL(TCOMPRESS) {
    StarTable *z = arg[0].table;
    const StarBits *x = arg[1].bits;
    const StarTable *t = arg[2].table;
    const int dir = valid_image(t);
    STAR_TRY(open_packed(be, z, t, dir));
    if (dir == STAR_ROWS)
        compress_rows(be, z, x, t);
    else
        for (int64_t j = 0; j < z->cols; j++)
            compress_words(be, star_table_vector(be, z, dir, j), x->word,
                           star_table_vector(be, t, dir, j), words_of(x));
    return STAR_OK;
}

CPU_KERNEL(TEXPAND) {
    StarTable *z = arg[0].table;
    const StarBits *x = arg[1].bits;
    const StarTable *t = arg[2].table;
    const int dir = valid_image(t);
    const int64_t n = words_of(x);
    STAR_TRY(open_packed(be, z, t, dir));
    if (dir == STAR_ROWS)
        expand_rows(be, z, x, t);
    else
        for (int64_t j = 0; j < z->cols; j++) {
            StarBits to = {.length = x->length};
            StarBits from = to;
            to.word = star_table_vector(be, z, dir, j);
            from.word = star_table_vector(be, t, dir, j);
            const uint64_t *y = apart(be, &to, &from);
            if (n > 0 && y == NULL)
                return STAR_MEMORY;
            expand_words(be, to.word, x->word, y, n);
        }
    return STAR_OK;
}
