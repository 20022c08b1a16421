/* SPDX-License-Identifier: MIT */
/* The vector kernels of the CPU backend on plain words: one table for each
 * instruction set, chosen once when a backend is opened. Lengths are in
 * 64-bit words unless said; pointers are aligned to 8 bytes at least; z may
 * be the same as x or y but may not overlap them otherwise. */
#ifndef STAR_SIMD_H
#define STAR_SIMD_H

#include <stdint.h>

#include "status/status.h"

enum {
    STAR_TILE = 512,
    STAR_TERMS = 4,               /* columns that an adder takes */
    STAR_WEIGHTS = 4,             /* see StarIsa.weigh */
    STAR_CLOSE_ROOM = 8 * 256 * 8 /* words: see StarIsa.close */
};

/* A column of a sum or difference, s := t with f; f NULL is 0. */
typedef struct StarTerms {
    uint64_t *s;
    const uint64_t *t, *f;
} StarTerms;

/* See StarIsa.plus. */
typedef void StarAdder(const StarTerms *sum, int count, uint64_t *c,
                       const uint64_t *x, int64_t n, int streaming);

/* A tile of a matrix chain: see cpu/simd/chain.h. */
typedef struct StarChain StarChain;
typedef StarStatus StarChainTile(const StarChain *chain, int64_t I, int64_t J);
/* A tile of a product of matrices in an algebra where plus is max:
 * STAR_TILE_ROWS rows of STAR_TILE_WIDTH bytes, one after the other,
 *
 *     c[r][j] := the maximum of c[r][j] and a[k][r] times b[k][j], k < count
 *
 * with a[k] of STAR_TILE_ROWS numbers and b[k] of STAR_TILE_WIDTH bytes. b may
 * be a row of c if the other factors of that row change nothing. All are
 * aligned to 64 bytes but a, which is to a number. */
typedef void StarTile(void *c, const void *a, const void *b, int64_t count);

enum { STAR_TILE_ROWS = 6, STAR_TILE_WIDTH = 256 };

/* The type of the numbers, and their multiplication. */
typedef enum StarNumber {
    STAR_NUMBER_SINGLE,
    STAR_NUMBER_REAL,
    STAR_NUMBER_LONG, /* int32_t */
    STAR_NUMBER_INT,  /* int64_t */
    STAR_NUMBERS
} StarNumber;

enum { STAR_TIMES_PLUS, STAR_TIMES_MIN };
/* The operations of dynamic programming, as SDPOP of stdlib/pipeline.star
 * numbers them. */
enum {
    STAR_SDP_MIN,
    STAR_SDP_MAX,
    STAR_SDP_ADD,
    STAR_SDP_MUL,
    STAR_SDP_AND,
    STAR_SDP_OR,
    STAR_SDP_XOR,
    STAR_SDP_GCD
};

typedef struct StarPhilox StarPhilox; /* cpu/simd/philox.h */

typedef struct StarIsa {
    const char *name;
    /* Some of these names are operators to the formatter. */
    /* clang-format off */
    void (*and)(uint64_t *z, const uint64_t *x, const uint64_t *y, int64_t n);
    void (*or)(uint64_t *z, const uint64_t *x, const uint64_t *y, int64_t n);
    void (*xor)(uint64_t *z, const uint64_t *x, const uint64_t *y, int64_t n);
    /* z := x and not y */
    void (*andn)(uint64_t *z, const uint64_t *x, const uint64_t *y, int64_t n);
    /* z := not x, padding included: the caller clears it. */
    void (*not)(uint64_t *z, const uint64_t *x, int64_t n);
    /* clang-format on */
    void (*copy)(uint64_t *z, const uint64_t *x, int64_t n);
    /* z := x op y, op a STAR_FUSE operator, NOT and OPERAND (a copy) of x
     * alone, by streaming stores: z is apart from x and y, aligned to 64 bytes
     * and larger than the caches. Other threads need a store fence. */
    void (*stream)(uint64_t *z, const uint64_t *x, const uint64_t *y, int64_t n,
                   int op);
    /* The first i in from..n-1 with x[i] != 0, or n. */
    int64_t (*find)(const uint64_t *x, int64_t from, int64_t n);
    /* The first i in from..n-1 with x[i] and y[i] != 0, or n. */
    int64_t (*common)(const uint64_t *x, const uint64_t *y, int64_t from,
                      int64_t n);
    /* Number of ones. */
    int64_t (*count)(const uint64_t *x, int64_t n);
    /* 1 if x and y are equal, else 0. */
    int (*equal)(const uint64_t *x, const uint64_t *y, int64_t n);
    /* Gathers bit `bit` of word `word` of `vectors` vectors, `stride` words
     * apart, into the bits of z: a column of a row image, a row of a column
     * image. Writes star_words(vectors) words, padding 0. */
    void (*gather)(uint64_t *z, const uint64_t *x, int64_t vectors,
                   int64_t stride, int64_t word, int bit);
    /* The inverse: writes `vectors` bits of z into the vectors. */
    void (*scatter)(uint64_t *x, const uint64_t *z, int64_t vectors,
                    int64_t stride, int64_t word, int bit);
    /* Transposes a tile of `vectors` vectors of `length` bits, both at most
     * STAR_TILE, xs words apart, padding 0, into `length` vectors zs words
     * apart. */
    void (*transpose)(uint64_t *z, int64_t zs, const uint64_t *x, int64_t xs,
                      int64_t vectors, int64_t length);
    /* The numbers in the rows of a tile of at most 32 columns, of so many
     * words, at most 8, and xs words apart, the first the one of weight 1. They
     * stand as vectors of lanes of 32 bits have them:
     *
     *     rows         0..31   32..63  ..  480..511
     *     lanes           0       1    ..       15     of a column
     *     number[16 k] +  0       1    ..       15     of row k of each */
    void (*numbers)(uint32_t number[STAR_TILE], const uint64_t *x, int64_t xs,
                    int64_t columns, int64_t words);
    /* Bit i of z := the bit of the n > 0 at x with the number of row i, from 1,
     * for so many rows of a tile, padding 0. Returns 1 if all numbers are in
     * 1..n, else 0, z then being unspecified. */
    int (*pick)(uint64_t *z, const uint64_t *x, uint64_t n,
                const uint32_t number[STAR_TILE], int64_t rows);
    /* x := x op w for the vectors of x whose bit in mask is 1: `op` is a
     * STAR_FUSE operator, ANDN being x and not w; a vector has n words. */
    void (*vectors)(uint64_t *x, int64_t stride, const uint64_t *mask,
                    int64_t mask_words, const uint64_t *w, int64_t n, int op);
    /* x := x or w for the vectors of x with a 1 in bit `bit` of word `word`. */
    void (*row_update)(uint64_t *x, int64_t stride, int64_t vectors,
                       int64_t word, int bit, const uint64_t *w, int64_t n);
    /* z := z op x for the vectors x that the mask selects: `op` as for
     * `vectors`. */
    void (*reduce)(uint64_t *z, const uint64_t *x, int64_t stride,
                   const uint64_t *mask, int64_t mask_words, int64_t n, int op);
    /* The number of ones of x and w in the vectors x that the mask selects; w
     * NULL: of x. */
    int64_t (*count_vectors)(const uint64_t *x, int64_t stride,
                             const uint64_t *mask, int64_t mask_words,
                             const uint64_t *w, int64_t n);
    /* ones[64 r + c] += the ones that vectors x[r] and y[c] share, r, c < 4. */
    void (*pair_ones)(int32_t *ones, const uint64_t *const *x,
                      const uint64_t *const *y, int64_t n);
    /* ones[c] += the ones that x and vector c of y share, c < columns; up to
     * 3 more are undefined. */
    void (*row_ones)(int32_t *ones, const uint64_t *x, const uint64_t *y,
                     int64_t stride, int64_t columns, int64_t n);
    /* form[c] += factor * ones[c], c < 64. */
    void (*pair_add)(int64_t *form, const int32_t *ones, int64_t factor);
    /* Bit c of sign[0] := form[c] > 0, of sign[1] := form[c] < 0, c < 64. */
    void (*pair_signs)(uint64_t sign[2], const int64_t *form);
    /* The number of ones of x and each of `count` vectors y, at most
     * STAR_WEIGHTS, the last once, the one before twice, and so on. */
    uint64_t (*weigh)(const uint64_t *x, const uint64_t *y, int64_t stride,
                      int count, int64_t n);
    /* z := the rows of x whose bits in the columns v are those of w. In random
     * tables half of the rows differ in each column: of later columns only the
     * blocks with an active row are read. */
    void (*match)(uint64_t *z, const uint64_t *x, const uint64_t *v,
                  int64_t stride, int64_t cols, const uint64_t *w, int64_t n);
    /* A comparison with w of the rows of `equal` by the columns v: those that
     * differ leave `equal`, and of these those that are greater, or less, enter
     * `side`. */
    void (*order)(uint64_t *side, uint64_t *equal, const uint64_t *v,
                  int64_t stride, int64_t cols, const uint64_t *w, int64_t n,
                  int greater);
    /* A column of a comparison of t with f, row by row: of the rows that are
     * equal so streaming, those that differ now leave `equal`, and those of f
     * with a 1 enter `less`. Returns 1 if some are still equal. No overlaps. */
    int (*below)(uint64_t *less, uint64_t *equal, const uint64_t *t,
                 const uint64_t *f, int64_t n);
    /* The rows x of f := those of t. */
    void (*merge)(uint64_t *f, const uint64_t *t, const uint64_t *x, int64_t n);
    /* At most STAR_TERMS columns of a sum or difference on the rows of x, the
     * last ones first, with the carry or borrow c. `streaming` asks for
     * streaming stores: the results are larger than the caches and aligned to
     * 64 bytes; other threads need a store fence. */
    StarAdder *plus, *minus;
    /* Closes one block of a triangular matrix of n bit vectors of 8 words,
     * those before `first` being closed. Bit b of arcs[i] is 1 if vector i has
     * an arc to vector first + b < i. Closes the 64 vectors from `first` on
     * and joins each to the vectors behind them that have an arc to it. `bits`
     * and `room`, STAR_CLOSE_ROOM words, are aligned to 64 bytes. */
    void (*close)(uint64_t *bits, const uint64_t *arcs, int64_t first,
                  int64_t n, uint64_t *room);
    /* In double, where all sums are at most 2^53, and in int64_t. */
    StarChainTile *chain_real, *chain_whole;
    StarTile *tile[STAR_NUMBERS][2]; /* by StarNumber and STAR_TIMES_ */
    /* z[i] := z[i - a[0]] op ... op z[i - a[k - 1]] for i = 0..n-1, with
     * falling offsets, of which the least is positive; the `done` cells before
     * z were made so too. Returns 1 if all results fit, else 0. */
    int (*sdp32)(int32_t *z, int64_t done, int64_t n, const int64_t *a,
                 int64_t k, int op);
    int (*sdp64)(int64_t *z, int64_t done, int64_t n, const int64_t *a,
                 int64_t k, int op);
    /* Two items of a knapsack, of weights w and values v: z[j] := the maximum
     * of x[j], x[j - w[0]] + v[0], and the same with the second item. n is a
     * multiple of 16. Unless took is NULL, a bit of took[0], took[1] is 1 if
     * cell j is greater with the item than without. */
    void (*pack32)(int32_t *z, const int32_t *x, int64_t n, const int64_t w[2],
                   const int32_t v[2], uint16_t *const took[2]);
    void (*pack64)(int64_t *z, const int64_t *x, int64_t n, const int64_t w[2],
                   const int64_t v[2], uint16_t *const took[2]);
    /* z := n words of a column of numbers, both from 0, from word 2 block on;
     * see cpu/simd/philox.h. */
    void (*random)(uint64_t *z, int64_t n, const StarPhilox *philox,
                   int64_t block, int64_t column);
    /* Words from..n-1 of x := those or x moved up by so many bits, where
     * from > by / 64. */
    void (*spread)(uint64_t *x, int64_t from, int64_t n, int64_t by);
    /* Components of z := whether an odd number of ones of x stand up to there;
     * `odd` is all ones if so many stand before x, else 0. Returns the same for
     * what comes behind. */
    uint64_t (*parity)(uint64_t *z, const uint64_t *x, int64_t n, uint64_t odd);
    /* Bits of z from `at` on := those of y where x has ones. The last word of z
     * that is written has zeros behind them. Returns the bit behind them. z may
     * be x or y, or begin before it. */
    int64_t (*compress)(uint64_t *z, int64_t at, const uint64_t *x,
                        const uint64_t *y, int64_t n);
    /* Where x has ones, z := the bits of y, of so many words, from `at` on;
     * elsewhere 0. Returns the bit of y behind them. z is apart from y. */
    int64_t (*expand)(uint64_t *z, const uint64_t *x, const uint64_t *y,
                      int64_t words, int64_t at, int64_t n);
} StarIsa;

extern const StarIsa star_isa_portable;
extern const StarIsa star_isa_neon;
extern const StarIsa star_isa_avx2;
extern const StarIsa star_isa_avx512;

#endif
