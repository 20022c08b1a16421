/* SPDX-License-Identifier: MIT */
/* A tile of the matrix chain's costs, of one kind of number. simd_chain.h,
 * which includes this file, defines CHAIN(name), the names here; NUMBER;
 * CHAIN_MAX, which no cost exceeds; and RELAX(c, a, b, w, q, over), which makes
 * c the minimum of c and a + b + w * q and may note in a vector that a sum
 * overflows.
 *
 * A register tile is CHAIN_ROWS x WIDTH entries:
 *
 *                k          j
 *        i   a a a a    c c c c      c: of blocks I and J
 *            a a a a    c c c c      a: of blocks I and K
 *                       b b b b      b: of blocks K and J
 *                       b b b b
 *
 * A number in `from` says where the least cost of c came from: k, or ~K if it
 * is some k of block K, to be found later: comparing costs once a block
 * instead of at every k is what makes the splits cheap. */

typedef NUMBER CHAIN(Vector)
    __attribute__((vector_size(CHAIN_BYTES), may_alias));
typedef int64_t CHAIN(Mask)
    __attribute__((vector_size(CHAIN_BYTES), may_alias));
typedef uint64_t CHAIN(Bits) __attribute__((vector_size(CHAIN_BYTES)));

#define VECTOR CHAIN(Vector)
#define MASK CHAIN(Mask)

enum {
    CHAIN(LANES) = CHAIN_BYTES / 8,
    CHAIN(WIDTH) = 2 * CHAIN(LANES),
};

#define LANES CHAIN(LANES)
#define WIDTH CHAIN(WIDTH)

typedef struct CHAIN(Tile) {
    const StarChain *chain;
    int64_t I, J;
    NUMBER *c;
    int64_t *from;
    const NUMBER *p_i, *p_j; /* dimensions of the blocks */
    VECTOR over;             /* a lane below 0: a sum overflows */
} CHAIN(Tile);

/* Loads and stores of LANES numbers, and of as many codes; all lanes x. */
static inline VECTOR CHAIN(load)(const NUMBER *x) {
    return *(const VECTOR *)x;
}
static inline void CHAIN(store)(NUMBER *x, VECTOR v) {
    *(VECTOR *)x = v;
}
static inline MASK CHAIN(codes)(const int64_t *x) {
    return *(const MASK *)x;
}
static inline void CHAIN(put)(int64_t *x, MASK v) {
    *(MASK *)x = v;
}
static inline VECTOR CHAIN(all)(NUMBER x) {
    return x - (VECTOR){0};
}

/* x where the mask is set, y elsewhere. */
static inline MASK CHAIN(pick)(MASK mask, MASK x, MASK y) {
    return (mask & x) | (~mask & y);
}

/* The costs of tile (I, J), and the dimensions of block K. */
static inline const NUMBER *CHAIN(at)(const CHAIN(Tile) *t, int64_t I,
                                      int64_t J) {
    return (const NUMBER *)t->chain->cost + star_chain_tile(t->chain, I, J);
}
static inline const NUMBER *CHAIN(p)(const CHAIN(Tile) *t, int64_t K) {
    return (const NUMBER *)t->chain->p + K * STAR_CHAIN;
}

/* The first k of row i: a cost of CHAIN_MAX comes from there, since then all k
 * give it, and none is less than the initial value of the rows. */
static inline int64_t CHAIN(first_k)(const CHAIN(Tile) *t, int i) {
    return t->I * STAR_CHAIN + i + 1;
}

/* Entry (i, j) is one matrix. */
static inline void CHAIN(start)(CHAIN(Tile) *t, int i, int j) {
    t->c[i * STAR_CHAIN + j] = 0;
    t->from[i * STAR_CHAIN + j] = 0;
}

/* The register tile c against a and b, from k = first to before last. Two parts
 * of the next tiles, next_a and next_b, are prefetched meanwhile. */
static inline __attribute__((always_inline)) void CHAIN(block)(
    VECTOR c[CHAIN_ROWS][2], VECTOR *over, const NUMBER *a, const NUMBER *b,
    const NUMBER *p_i, const NUMBER *p_k, const NUMBER *p_j, int first,
    int last, const NUMBER *next_a, const NUMBER *next_b) {
    VECTOR w[CHAIN_ROWS], note = *over;
    CHAIN_UNROLL
    for (int r = 0; r < CHAIN_ROWS; r++)
        w[r] = CHAIN(all)(p_i[r]);
    for (int k = first; k < last; k++) {
        __builtin_prefetch(next_a + k * CHAIN_ROWS * WIDTH / 64, 0, 2);
        __builtin_prefetch(next_b + k * CHAIN_ROWS * WIDTH / 64, 0, 2);
        for (int h = 0; h < 2; h++) {
            const VECTOR q = CHAIN(load)(p_j + h * LANES) * p_k[k];
            const VECTOR y = CHAIN(load)(b + k * STAR_CHAIN + h * LANES);
            CHAIN_UNROLL
            for (int r = 0; r < CHAIN_ROWS; r++) {
                RELAX(c[r][h], CHAIN(all)(a[r * STAR_CHAIN + k]), y, w[r], q,
                      &note);
                IN_REGISTER(c[r][h]);
            }
        }
    }
    *over = note;
}

/* All of block K, which lies between I and J. */
static void CHAIN(product)(CHAIN(Tile) *t, int64_t K) {
    const NUMBER *a = CHAIN(at)(t, t->I, K), *b = CHAIN(at)(t, K, t->J);
    const NUMBER *p_k = CHAIN(p)(t, K);
    const NUMBER *next[] = {a + STAR_CHAIN_TILE, CHAIN(at)(t, K + 1, t->J)};
    for (int j = 0; j < STAR_CHAIN; j += WIDTH)
        for (int i = 0; i < STAR_CHAIN; i += CHAIN_ROWS) {
            const int part = j * STAR_CHAIN + i * WIDTH;
            NUMBER *to = t->c + i * STAR_CHAIN + j;
            int64_t *from = t->from + i * STAR_CHAIN + j;
            VECTOR c[CHAIN_ROWS][2];
            for (int r = 0; r < CHAIN_ROWS; r++)
                for (int h = 0; h < 2; h++)
                    c[r][h] = CHAIN(load)(to + r * STAR_CHAIN + h * LANES);
            CHAIN(block)(c, &t->over, a + i * STAR_CHAIN, b + j, t->p_i + i,
                         p_k, t->p_j + j, 0, STAR_CHAIN, next[0] + part,
                         next[1] + part);
            for (int r = 0; r < CHAIN_ROWS; r++)
                for (int h = 0; h < 2; h++) {
                    const int at = r * STAR_CHAIN + h * LANES;
                    const MASK less = c[r][h] < CHAIN(load)(to + at);
                    CHAIN(put)(from + at, CHAIN(pick)(less, ~K - (MASK){0},
                                                      CHAIN(codes)(from + at)));
                    CHAIN(store)(to + at, c[r][h]);
                }
        }
}

/* ---- The blocks I and J themselves ---- */

/* c := x where it is less, which came from g. */
static inline void CHAIN(merge)(VECTOR *c, MASK *from, VECTOR x, MASK g) {
    const MASK less = x < *c;
    *c = (VECTOR)CHAIN(pick)(less, (MASK)x, (MASK)*c);
    *from = CHAIN(pick)(less, g, *from);
}

/* c at k on some lanes: a is the last to be known. */
static inline void CHAIN(row)(VECTOR *over, VECTOR *c, MASK *from, VECTOR a,
                              VECTOR b, NUMBER w, VECTOR p_j, MASK lanes,
                              int64_t k, bool equal) {
    VECTOR q = CHAIN(all)(CHAIN_MAX), note = {0};
    RELAX(q, b, a, CHAIN(all)(w), p_j, &note);
    const MASK better = (equal ? q <= *c : q < *c) & lanes;
    *over = (VECTOR)((MASK)*over | ((MASK)note & lanes));
    *c = (VECTOR)CHAIN(pick)(better, (MASK)q, (MASK)*c);
    *from = CHAIN(pick)(better, k - (MASK){0}, *from);
}

/* The lanes of vertices j.. of a block that come after vertex k. */
static inline MASK CHAIN(after)(int j, int k) {
    MASK lane = {0};
    for (int l = 0; l < LANES; l++)
        lane[l] = l;
    return lane > k - j;
}

/* A tile (I, I): upward, and in a row to the right. */
static void CHAIN(triangle)(CHAIN(Tile) *t) {
    for (int i = STAR_CHAIN - 2; i >= 0; i--) {
        NUMBER *c = t->c + i * STAR_CHAIN;
        CHAIN(start)(t, i, i + 1);
        for (int k = i + 1; k < STAR_CHAIN; k++)
            for (int j = (k + 1) / LANES * LANES; j < STAR_CHAIN; j += LANES) {
                VECTOR x = CHAIN(load)(c + j);
                int64_t *from = t->from + i * STAR_CHAIN + j;
                MASK f = CHAIN(codes)(from);
                CHAIN(row)(&t->over, &x, &f, CHAIN(all)(c[k]),
                           CHAIN(load)(t->c + k * STAR_CHAIN + j),
                           t->p_i[i] * t->p_i[k], CHAIN(load)(t->p_j + j),
                           CHAIN(after)(j, k), t->I * STAR_CHAIN + k, false);
                CHAIN(store)(c + j, x);
                CHAIN(put)(from, f);
            }
    }
}

/* The least over k = first.. of the register tile (i, j), in `to`. */
static void CHAIN(part)(CHAIN(Tile) *t, NUMBER to[CHAIN_ROWS][WIDTH],
                        const NUMBER *a, const NUMBER *b, const NUMBER *p_k,
                        int i, int j, int first, int last) {
    VECTOR c[CHAIN_ROWS][2];
    for (int r = 0; r < CHAIN_ROWS; r++)
        c[r][0] = c[r][1] = CHAIN(all)(CHAIN_MAX);
    CHAIN(block)(c, &t->over, a + i * STAR_CHAIN, b + j, t->p_i + i, p_k,
                 t->p_j + j, first, last, a, b);
    for (int r = 0; r < CHAIN_ROWS; r++)
        for (int h = 0; h < 2; h++)
            CHAIN(store)(to[r] + h * LANES, c[r][h]);
}

/* Row i of a register tile at column j, below and left being its costs at
 * the rows of block I below it and at the columns of block J to its left. The
 * least k has its own rows, then the rows below, the blocks between, the
 * columns to the left, its own columns. */
static void CHAIN(close_row)(CHAIN(Tile) *t, int i, int j, const NUMBER *below,
                             const NUMBER *left) {
    const NUMBER *a = CHAIN(at)(t, t->I, t->I) + i * STAR_CHAIN;
    const NUMBER *b = CHAIN(at)(t, t->J, t->J) + j * STAR_CHAIN + j;
    const VECTOR p_j[] = {CHAIN(load)(t->p_j + j),
                          CHAIN(load)(t->p_j + j + LANES)};
    const MASK zero = {0};
    NUMBER *to = t->c + i * STAR_CHAIN + j;
    int64_t *from = t->from + i * STAR_CHAIN + j;
    VECTOR c[2];
    MASK f[2] = {~t->I - zero, ~t->I - zero};
    for (int h = 0; h < 2; h++)
        c[h] = CHAIN(load)(below + h * LANES);
    for (int k = i / CHAIN_ROWS * CHAIN_ROWS + CHAIN_ROWS - 1; k > i; k--)
        for (int h = 0; h < 2; h++)
            CHAIN(row)(&t->over, &c[h], &f[h],
                       CHAIN(load)(t->c + k * STAR_CHAIN + j + h * LANES),
                       CHAIN(all)(a[k]), t->p_i[i] * t->p_i[k], p_j[h], ~zero,
                       t->I * STAR_CHAIN + k, true);
    for (int h = 0; h < 2; h++) {
        CHAIN(merge)(&c[h], &f[h], CHAIN(load)(to + h * LANES),
                     CHAIN(codes)(from + h * LANES));
        CHAIN(merge)(&c[h], &f[h], CHAIN(load)(left + h * LANES), ~t->J - zero);
    }
    if (t->J == t->I + 1 && i == STAR_CHAIN - 1 && j == 0)
        c[0][0] = 0, f[0][0] = 0;
    CHAIN_UNROLL
    for (int k = 0; k < WIDTH; k++) {
        const VECTOR x = LANE(c[k / LANES], k % LANES);
        for (int h = k / LANES; h < 2; h++)
            CHAIN(row)(&t->over, &c[h], &f[h], x,
                       CHAIN(load)(b + k * STAR_CHAIN + h * LANES),
                       t->p_i[i] * t->p_j[j + k], p_j[h],
                       CHAIN(after)(h * LANES, k), t->J * STAR_CHAIN + j + k,
                       false);
    }
    for (int h = 0; h < 2; h++) {
        CHAIN(store)(to + h * LANES, c[h]);
        CHAIN(put)(from + h * LANES, f[h]);
    }
}

/* A register tile whose blocks between I and J are done, and so are those to
 * its left and below it. */
static void CHAIN(close)(CHAIN(Tile) *t, int i, int j) {
    _Alignas(64) NUMBER below[CHAIN_ROWS][WIDTH], left[CHAIN_ROWS][WIDTH];
    CHAIN(part)(t, below, CHAIN(at)(t, t->I, t->I), t->c, t->p_i, i, j,
                i + CHAIN_ROWS, STAR_CHAIN);
    CHAIN(part)(t, left, t->c, CHAIN(at)(t, t->J, t->J), t->p_j, i, j, 0, j);
    for (int r = CHAIN_ROWS - 1; r >= 0; r--)
        CHAIN(close_row)(t, i + r, j, below[r], left[r]);
}

/* ---- Splits ---- */

/* The least k of block K, from first to before last, that gives the costs c
 * of row i, columns j.., on the lanes that came from there. */
static MASK CHAIN(find)(const CHAIN(Tile) *t, int64_t K, MASK from, int i,
                        int j, int first, int last) {
    const NUMBER *a = CHAIN(at)(t, t->I, K) + i * STAR_CHAIN;
    const NUMBER *b = CHAIN(at)(t, K, t->J) + j, *p_k = CHAIN(p)(t, K);
    const VECTOR c = CHAIN(load)(t->c + i * STAR_CHAIN + j);
    const VECTOR w = CHAIN(load)(t->p_j + j) * t->p_i[i];
    MASK missing = from == ~K;
    for (int k = first; k < last && SOME(missing); k += 4) {
        CHAIN_UNROLL
        for (int l = k; l < k + 4; l++) {
            VECTOR q = CHAIN(all)(CHAIN_MAX), note = {0};
            RELAX(q, CHAIN(all)(a[l]), CHAIN(load)(b + l * STAR_CHAIN), w,
                  CHAIN(all)(p_k[l]), &note);
            const MASK hit = (q == c) & missing;
            from = CHAIN(pick)(hit, K * STAR_CHAIN + l - (MASK){0}, from);
            missing &= ~hit;
        }
    }
    return CHAIN(pick)(missing, CHAIN(first_k)(t, i) - (MASK){0}, from);
}

/* Finds k for the entries of row i from j on that know only its block. */
static void CHAIN(splits)(const CHAIN(Tile) *t, int i, int j) {
    int64_t *from = t->from + i * STAR_CHAIN + j;
    for (int l = 0; l < LANES; l++) {
        const int64_t K = ~from[l];
        if (K < 0)
            continue;
        const int first =
            K == t->I ? i / CHAIN_ROWS * CHAIN_ROWS + CHAIN_ROWS : 0;
        const int last = K == t->J ? j / WIDTH * WIDTH : STAR_CHAIN;
        CHAIN(put)(from,
                   CHAIN(find)(t, K, CHAIN(codes)(from), i, j, first, last));
    }
}

/* Copies the tile, as far as the chain goes, to the tables of the program. */
static void CHAIN(write)(const CHAIN(Tile) *t) {
    const StarChain *c = t->chain;
    const int64_t i0 = t->I * STAR_CHAIN, j0 = t->J * STAR_CHAIN;
    for (int i = 0; i < STAR_CHAIN && i0 + i < c->vertices; i++) {
        const int64_t at = (i0 + i) * (c->vertices - 1) + j0 - 1;
        const int first = t->I == t->J ? i + 1 : 0;
        const int last = c->vertices - j0 < STAR_CHAIN ? (int)(c->vertices - j0)
                                                       : STAR_CHAIN;
        for (int j = first; j < last; j++) {
            c->m[at + j] = (int64_t)t->c[i * STAR_CHAIN + j];
            c->s[at + j] = t->from[i * STAR_CHAIN + j];
        }
    }
}

/* Makes tile (I, J) of costs from those to its left and below. Fails with what
 * star_stopped says. */
static StarStatus CHAIN(tile)(const StarChain *chain, int64_t I, int64_t J) {
    _Alignas(64) int64_t from[STAR_CHAIN_TILE];
    CHAIN(Tile) t = {.chain = chain, .I = I, .J = J, .from = from};
    t.c = (NUMBER *)chain->cost + star_chain_tile(chain, I, J);
    t.p_i = CHAIN(p)(&t, I);
    t.p_j = CHAIN(p)(&t, J);
    for (int k = 0; k < STAR_CHAIN_TILE; k++) {
        t.c[k] = CHAIN_MAX;
        from[k] = CHAIN(first_k)(&t, k / STAR_CHAIN);
    }
    for (int64_t K = I + 1; K < J; K++) {
        STAR_TRY(star_stopped(chain->mem));
        CHAIN(product)(&t, K);
    }
    if (I == J)
        CHAIN(triangle)(&t);
    else
        for (int i = STAR_CHAIN - CHAIN_ROWS; i >= 0; i -= CHAIN_ROWS)
            for (int j = 0; j < STAR_CHAIN; j += WIDTH)
                CHAIN(close)(&t, i, j);
    for (int l = 0; l < LANES; l++)
        if (t.over[l] < 0)
            return STAR_OVERFLOW;
    for (int i = 0; i < STAR_CHAIN; i++)
        for (int j = 0; j < STAR_CHAIN && I != J; j += LANES)
            CHAIN(splits)(&t, i, j);
    CHAIN(write)(&t);
    return STAR_OK;
}

#undef VECTOR
#undef MASK
#undef LANES
#undef WIDTH
