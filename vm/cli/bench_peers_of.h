/* The peers for one instruction set: bench_peers.c includes this once for
 * each, with its TARGET and its NAME for each function. */

#define BITWISE(name, expression)                                             \
    TARGET static int64_t NAME(name)(uint64_t *restrict z,                    \
                                     const uint64_t *restrict x,              \
                                     const uint64_t *restrict y, int64_t n) { \
        (void)y;                                                              \
        for (int64_t i = 0; i < n; i++)                                       \
            z[i] = expression;                                                \
        return 0;                                                             \
    }

BITWISE(band, x[i] & y[i])
BITWISE(bor, x[i] | y[i])
BITWISE(bxor, x[i] ^ y[i])
BITWISE(bnot, ~x[i])
#undef BITWISE

TARGET static int64_t NAME(count)(uint64_t *z, const uint64_t *x,
                                  const uint64_t *y, int64_t n) {
    int64_t ones = 0;
    (void)z, (void)y;
    for (int64_t i = 0; i < n; i++)
        ones += __builtin_popcountll(x[i]);
    return ones;
}

TARGET static inline int NAME(zero)(const uint64_t *x, int words) {
    uint64_t any = 0;
    for (int k = 0; k < words; k++)
        any |= x[k];
    return any == 0;
}

/* In long lines blocks of 0 are passed over, which compilers do with
 * vectors. */
TARGET static int64_t NAME(find)(uint64_t *z, const uint64_t *x,
                                 const uint64_t *y, int64_t n) {
    int64_t i = 0;
    (void)z, (void)y;
    while (i + 32 <= n && NAME(zero)(x + i, 32))
        i += 32;
    while (n > 32 && i + 8 <= n && NAME(zero)(x + i, 8))
        i += 8;
    for (; i < n; i++)
        if (x[i] != 0)
            return 64 * i + __builtin_ctzll(x[i]) + 1;
    return 0;
}

TARGET static void NAME(warshall)(uint64_t *p, int64_t n, int64_t words) {
    for (int64_t k = 0; k < n; k++) {
        const uint64_t *restrict from = p + k * words;
        for (int64_t i = 0; i < n; i++) {
            uint64_t *restrict to = p + i * words;
            if (i == k || (to[k / 64] >> k % 64 & 1) == 0)
                continue;
            for (int64_t w = 0; w < words; w++)
                to[w] |= from[w];
        }
    }
}

TARGET static void NAME(gather)(uint64_t *z, const uint64_t *x, int64_t rows,
                                int64_t stride, int64_t column) {
    x += column / 64;
    for (int64_t i = 0; i < rows; i += 64) {
        const int64_t last = rows - i < 64 ? rows - i : 64;
        uint64_t bits = 0;
        for (int64_t k = 0; k < last; k++)
            bits |= (x[(i + k) * stride] >> column % 64 & 1) << k;
        z[i / 64] = bits;
    }
}

/* Exchanges the squares of 32, 16 ... 1 bits beside the diagonal. */
TARGET static inline void NAME(square)(uint64_t a[64]) {
    uint64_t mask = UINT32_MAX;
    for (int step = 32; step > 0; step /= 2, mask ^= mask << step)
        for (int block = 0; block < 64; block += 2 * step)
            for (int i = block; i < block + step; i++) {
                const uint64_t t = (a[i] >> step ^ a[i + step]) & mask;
                a[i] ^= t << step;
                a[i + step] ^= t;
            }
}

/* Squares of 64 x 64 bits. */
TARGET static void NAME(transpose)(uint64_t *z, int64_t zs, const uint64_t *x,
                                   int64_t xs, int64_t rows, int64_t cols) {
    uint64_t a[64];
    for (int64_t i = 0; i < rows; i += 64)
        for (int64_t j = 0; j < cols; j += 64) {
            for (int64_t k = 0; k < 64; k++)
                a[k] = i + k < rows ? x[(i + k) * xs + j / 64] : 0;
            NAME(square)(a);
            for (int64_t k = 0; k < 64 && j + k < cols; k++)
                z[(j + k) * zs + i / 64] = a[k];
        }
}

static const BenchPeers NAME(peers) = {
    NAME(band), NAME(bor),      NAME(bxor),   NAME(bnot),     NAME(count),
    NAME(find), NAME(warshall), NAME(gather), NAME(transpose)};
