/* A tile of the matrix chain's costs, of one kind of number. The file that
 * includes this one defines CHAIN(name), the names here; NUMBER; CHAIN_BYTES,
 * of a vector; CHAIN_ROWS, of a register tile; MIN(x, y) of vectors; and
 * STEP(c, a, b, w, q, over), c := MIN(c, a + b + w * q), which may note in a
 * vector that a sum has no place.
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
    VECTOR over;             /* a lane below 0: a sum has no place */
} CHAIN(Tile);

#define TILE CHAIN(Tile)

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

static inline const NUMBER *CHAIN(at)(const TILE *t, int64_t I, int64_t J) {
    return (const NUMBER *)t->chain->cost + star_chain_tile(t->chain, I, J);
}

static inline const NUMBER *CHAIN(p)(const TILE *t, int64_t K) {
    return (const NUMBER *)t->chain->p + K * STAR_CHAIN;
}

/* The first k of row i: it is where a cost of CHAIN_MOST comes from, since
 * then all k give it, and none is less than what the rows begin with. */
static inline int64_t CHAIN(near)(const TILE *t, int i) {
    return t->I * STAR_CHAIN + i + 1;
}

/* Entry (i, j) is one matrix. */
static inline void CHAIN(start)(TILE *t, int i, int j) {
    t->c[i * STAR_CHAIN + j] = 0;
    t->from[i * STAR_CHAIN + j] = 0;
}

/* The register tile c against a and b, from k = first to before last. */
static inline __attribute__((always_inline)) void
CHAIN(block)(VECTOR c[CHAIN_ROWS][2], VECTOR *over, const NUMBER *a,
             const NUMBER *b, const NUMBER *p_i, const NUMBER *p_k,
             const NUMBER *p_j, int first, int last) {
    VECTOR w[CHAIN_ROWS];
    CHAIN_UNROLL
    for (int r = 0; r < CHAIN_ROWS; r++)
        w[r] = CHAIN(all)(p_i[r]);
    for (int k = first; k < last; k++)
        for (int h = 0; h < 2; h++) {
            const VECTOR q = CHAIN(load)(p_j + h * LANES) * p_k[k];
            const VECTOR y = CHAIN(load)(b + k * STAR_CHAIN + h * LANES);
            CHAIN_UNROLL
            for (int r = 0; r < CHAIN_ROWS; r++) {
                STEP(c[r][h], CHAIN(all)(a[r * STAR_CHAIN + k]), y, w[r], q,
                     over);
                __asm__("" : "+v"(c[r][h]));
            }
        }
}

/* All of block K, which lies between I and J. */
static void CHAIN(product)(TILE *t, int64_t K) {
    const NUMBER *a = CHAIN(at)(t, t->I, K), *b = CHAIN(at)(t, K, t->J);
    const NUMBER *p_k = CHAIN(p)(t, K);
    const char *ahead[] = {(const char *)(a + STAR_CHAIN_TILE),
                           (const char *)CHAIN(at)(t, K + 1, t->J)};
    for (int j = 0; j < STAR_CHAIN; j += WIDTH)
        for (int i = 0; i < STAR_CHAIN; i += CHAIN_ROWS) {
            const int part = (j * STAR_CHAIN + i * WIDTH) * 8;
            for (int l = 0; l < CHAIN_ROWS * WIDTH * 8; l += 64) {
                __builtin_prefetch(ahead[0] + part + l, 0, 2);
                __builtin_prefetch(ahead[1] + part + l, 0, 2);
            }
            NUMBER *to = t->c + i * STAR_CHAIN + j;
            int64_t *from = t->from + i * STAR_CHAIN + j;
            VECTOR c[CHAIN_ROWS][2];
            for (int r = 0; r < CHAIN_ROWS; r++)
                for (int h = 0; h < 2; h++)
                    c[r][h] = CHAIN(load)(to + r * STAR_CHAIN + h * LANES);
            CHAIN(block)(c, &t->over, a + i * STAR_CHAIN, b + j, t->p_i + i,
                         p_k, t->p_j + j, 0, STAR_CHAIN);
            for (int r = 0; r < CHAIN_ROWS; r++)
                for (int h = 0; h < 2; h++) {
                    const int at = r * STAR_CHAIN + h * LANES;
                    const MASK less = c[r][h] < CHAIN(load)(to + at);
                    CHAIN(put)(from + at,
                               CHAIN(pick)(less, ~K - (MASK){0},
                                           CHAIN(codes)(from + at)));
                    CHAIN(store)(to + at, c[r][h]);
                }
        }
}

/* ---- The blocks I and J themselves ---- */

/* The costs of c at k, of number `code`, on the lanes of `lanes`; equal ones
 * take the new code if `equal` is set. */
static inline void CHAIN(row)(VECTOR *over, NUMBER *c, int64_t *from,
                              NUMBER a, const NUMBER *b, NUMBER w,
                              const NUMBER *p_j, MASK lanes, int64_t code,
                              bool equal) {
    const VECTOR old = CHAIN(load)(c);
    VECTOR q = CHAIN(all)(CHAIN_MOST), note = {0};
    STEP(q, CHAIN(all)(a), CHAIN(load)(b), CHAIN(all)(w), CHAIN(load)(p_j),
         &note);
    const MASK better = (equal ? q <= old : q < old) & lanes;
    *over = (VECTOR)((MASK)*over | ((MASK)note & lanes));
    CHAIN(store)(c, (VECTOR)CHAIN(pick)(better, (MASK)q, (MASK)old));
    CHAIN(put)(from, CHAIN(pick)(better, code - (MASK){0},
                                 CHAIN(codes)(from)));
}

/* The lanes of vertices j.. of a block that come after vertex k. */
static inline MASK CHAIN(after)(int j, int k) {
    MASK lane;
    for (int l = 0; l < LANES; l++)
        lane[l] = j + l > k ? -1 : 0;
    return lane;
}

/* Row i from k on, to the right of k in block J, in columns first..last. */
static void CHAIN(rightward)(TILE *t, const NUMBER *b, int i, int k,
                             int first, int last) {
    NUMBER *c = t->c + i * STAR_CHAIN;
    int64_t *from = t->from + i * STAR_CHAIN;
    if (first <= k)
        first += (k + 1 - first) / LANES * LANES;
    for (int j = first; j < last; j += LANES)
        CHAIN(row)(&t->over, c + j, from + j, c[k], b + k * STAR_CHAIN + j,
                   t->p_i[i] * t->p_j[k], t->p_j + j, CHAIN(after)(j, k),
                   t->J * STAR_CHAIN + k, false);
}

/* A tile (I, I): upward, and in a row to the right. */
static void CHAIN(triangle)(TILE *t) {
    for (int i = STAR_CHAIN - 1; i >= 0; i--) {
        if (i + 1 < STAR_CHAIN)
            CHAIN(start)(t, i, i + 1);
        for (int k = i + 1; k < STAR_CHAIN; k++)
            CHAIN(rightward)(t, t->c, i, k, 0, STAR_CHAIN);
    }
}

/* c := other where it is less, or equal if `equal` is set. */
static inline void CHAIN(merge)(NUMBER *c, int64_t *from, const NUMBER *other,
                                const int64_t *other_from, bool equal) {
    for (int j = 0; j < WIDTH; j += LANES) {
        const VECTOR x = CHAIN(load)(c + j), y = CHAIN(load)(other + j);
        const MASK take = equal ? y <= x : y < x;
        CHAIN(store)(c + j, (VECTOR)CHAIN(pick)(take, (MASK)y, (MASK)x));
        CHAIN(put)(from + j,
                   CHAIN(pick)(take, CHAIN(codes)(other_from + j),
                               CHAIN(codes)(from + j)));
    }
}

/* The least over k = first.. of the register tile (i, j), in `to`. */
static void CHAIN(part)(TILE *t, NUMBER to[CHAIN_ROWS][WIDTH], const NUMBER *a,
                        const NUMBER *b, const NUMBER *p_k, int i, int j,
                        int first, int last) {
    VECTOR c[CHAIN_ROWS][2];
    for (int r = 0; r < CHAIN_ROWS; r++)
        c[r][0] = c[r][1] = CHAIN(all)(CHAIN_MOST);
    CHAIN(block)(c, &t->over, a + i * STAR_CHAIN, b + j, t->p_i + i, p_k,
                 t->p_j + j, first, last);
    for (int r = 0; r < CHAIN_ROWS; r++)
        for (int h = 0; h < 2; h++)
            CHAIN(store)(to[r] + h * LANES, c[r][h]);
}

/* Row i of a register tile at column j, below and left being its costs at
 * the rows of block I below it and at the columns of block J to its left. The
 * least k has its own rows, then the rows below, the blocks between, the
 * columns to the left, its own columns. */
static void CHAIN(close_row)(TILE *t, int i, int j, NUMBER *below,
                             const NUMBER *left) {
    const NUMBER *a = CHAIN(at)(t, t->I, t->I) + i * STAR_CHAIN;
    NUMBER *c = t->c + i * STAR_CHAIN + j;
    int64_t *from = t->from + i * STAR_CHAIN + j;
    _Alignas(64) int64_t near[WIDTH], far[WIDTH];
    for (int h = 0; h < WIDTH; h++) {
        near[h] = ~t->I;
        far[h] = ~t->J;
    }
    for (int k = i / CHAIN_ROWS * CHAIN_ROWS + CHAIN_ROWS - 1; k > i; k--)
        for (int h = 0; h < WIDTH; h += LANES)
            CHAIN(row)(&t->over, below + h, near + h, a[k],
                       t->c + k * STAR_CHAIN + j + h,
                       t->p_i[i] * t->p_i[k], t->p_j + j + h, ~(MASK){0},
                       t->I * STAR_CHAIN + k, true);
    CHAIN(merge)(c, from, below, near, true);
    CHAIN(merge)(c, from, left, far, false);
    if (t->J == t->I + 1 && i == STAR_CHAIN - 1 && j == 0)
        CHAIN(start)(t, i, 0);
    for (int k = j; k < j + WIDTH; k++)
        CHAIN(rightward)(t, CHAIN(at)(t, t->J, t->J), i, k, j, j + WIDTH);
}

/* A register tile whose blocks between I and J are done, and so are those to
 * its left and below it. */
static void CHAIN(close)(TILE *t, int i, int j) {
    _Alignas(64) NUMBER below[CHAIN_ROWS][WIDTH], left[CHAIN_ROWS][WIDTH];
    CHAIN(part)(t, below, CHAIN(at)(t, t->I, t->I), t->c, t->p_i, i, j,
                i + CHAIN_ROWS, STAR_CHAIN);
    CHAIN(part)(t, left, t->c, CHAIN(at)(t, t->J, t->J), t->p_j, i, j, 0, j);
    for (int r = CHAIN_ROWS - 1; r >= 0; r--)
        CHAIN(close_row)(t, i + r, j, below[r], left[r]);
}

/* ---- Splits ---- */

static inline bool CHAIN(some)(MASK mask) {
    int64_t any = 0;
    for (int l = 0; l < LANES; l++)
        any |= mask[l];
    return any != 0;
}

/* The least k of block K, from first to before last, that gives the costs c
 * of row i, columns j.., on the lanes that came from there. */
static MASK CHAIN(find)(const TILE *t, int64_t K, MASK from, int i, int j,
                        int first, int last) {
    const NUMBER *a = CHAIN(at)(t, t->I, K) + i * STAR_CHAIN;
    const NUMBER *b = CHAIN(at)(t, K, t->J) + j, *p_k = CHAIN(p)(t, K);
    const VECTOR c = CHAIN(load)(t->c + i * STAR_CHAIN + j);
    const VECTOR w = CHAIN(load)(t->p_j + j) * t->p_i[i];
    MASK missing = from == ~K;
    for (int k = first; k < last && CHAIN(some)(missing); k += 4) {
        CHAIN_UNROLL
        for (int l = k; l < k + 4; l++) {
            VECTOR q = CHAIN(all)(CHAIN_MOST), note = {0};
            STEP(q, CHAIN(all)(a[l]), CHAIN(load)(b + l * STAR_CHAIN), w,
                 CHAIN(all)(p_k[l]), &note);
            const MASK hit = (q == c) & missing;
            from = CHAIN(pick)(hit, K * STAR_CHAIN + l - (MASK){0}, from);
            missing &= ~hit;
        }
    }
    return CHAIN(pick)(missing, CHAIN(near)(t, i) - (MASK){0}, from);
}

static void CHAIN(splits)(const TILE *t, int i, int j) {
    int64_t *from = t->from + i * STAR_CHAIN + j;
    for (int l = 0; l < LANES; l++) {
        const int64_t K = ~from[l];
        if (K < 0)
            continue;
        const int first =
            K == t->I ? i / CHAIN_ROWS * CHAIN_ROWS + CHAIN_ROWS : 0;
        const int last = K == t->J ? j / WIDTH * WIDTH : STAR_CHAIN;
        CHAIN(put)(from, CHAIN(find)(t, K, CHAIN(codes)(from), i, j, first,
                                     last));
    }
}

static void CHAIN(write)(const TILE *t) {
    const StarChain *c = t->chain;
    const int64_t i0 = t->I * STAR_CHAIN, j0 = t->J * STAR_CHAIN;
    for (int i = 0; i < STAR_CHAIN && i0 + i < c->vertices; i++) {
        int64_t *m = c->m + (i0 + i) * c->m_stride + j0;
        int64_t *s = c->s + (i0 + i) * c->s_stride + j0;
        const int first = t->I == t->J ? i + 1 : 0;
        const int last = c->vertices - j0 < STAR_CHAIN
                             ? (int)(c->vertices - j0)
                             : STAR_CHAIN;
        for (int j = first; j < last; j++) {
            m[j] = (int64_t)t->c[i * STAR_CHAIN + j];
            s[j] = t->from[i * STAR_CHAIN + j];
        }
    }
}

static StarStatus CHAIN(tile)(const StarChain *chain, int64_t I, int64_t J) {
    _Alignas(64) int64_t from[STAR_CHAIN_TILE];
    TILE t = {.chain = chain, .I = I, .J = J, .from = from};
    t.c = (NUMBER *)chain->cost + star_chain_tile(chain, I, J);
    t.p_i = CHAIN(p)(&t, I);
    t.p_j = CHAIN(p)(&t, J);
    for (int k = 0; k < STAR_CHAIN_TILE; k++) {
        t.c[k] = CHAIN_MOST;
        from[k] = CHAIN(near)(&t, k / STAR_CHAIN);
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
#undef TILE
