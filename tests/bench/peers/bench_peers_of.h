/* SPDX-License-Identifier: MIT */
/* The peers for one instruction set: bench_peers.c includes this once for
 * each, with its TARGET, its NAME for each function and its vectors, which
 * are forgotten at the end. */

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

#define FAR(name, op)                                                      \
    TARGET static int64_t NAME(name)(uint64_t * z, const uint64_t *x,      \
                                     const uint64_t *y, int64_t n) {       \
        for (int64_t i = 0; i < n; i += sizeof(VECTOR) / sizeof *z)        \
            STREAM(z + i,                                                  \
                   *(const VECTOR *)(x + i) op * (const VECTOR *)(y + i)); \
        return 0;                                                          \
    }

FAR(far_and, &)
FAR(far_or, |)
FAR(far_xor, ^)
#undef FAR

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

TARGET static int64_t NAME(prefix_or)(uint64_t *z, const uint64_t *x,
                                      const uint64_t *y, int64_t n) {
    int64_t i = 0;
    (void)y;
    for (; i < n && x[i] == 0; i++)
        z[i] = 0;
    if (i < n)
        z[i] = -(x[i] & -x[i]);
    for (i++; i < n; i++)
        z[i] = ~UINT64_C(0);
    return 0;
}

TARGET static int64_t NAME(prefix_xor)(uint64_t *z, const uint64_t *x,
                                       const uint64_t *y, int64_t n) {
    uint64_t odd = 0;
    (void)y;
    for (int64_t i = 0; i < n; i++) {
        uint64_t w = x[i];
        for (int k = 1; k < 64; k *= 2)
            w ^= w << k;
        z[i] = w ^ odd;
        odd = -(z[i] >> 63);
    }
    return 0;
}

TARGET static int64_t NAME(compress)(uint64_t *z, const uint64_t *x,
                                     const uint64_t *y, int64_t n) {
    int64_t at = 0;
    for (int64_t i = 0; i < n; i++)
        z[i] = 0;
    for (int64_t i = 0; i < n; i++)
        for (uint64_t m = x[i]; m != 0; m &= m - 1, at++)
            z[at / 64] |= (y[i] >> __builtin_ctzll(m) & 1) << at % 64;
    return at;
}

TARGET static int64_t NAME(expand)(uint64_t *z, const uint64_t *x,
                                   const uint64_t *y, int64_t n) {
    int64_t at = 0;
    for (int64_t i = 0; i < n; i++) {
        z[i] = 0;
        for (uint64_t m = x[i]; m != 0; m &= m - 1, at++)
            z[i] |= (y[at / 64] >> at % 64 & 1) << __builtin_ctzll(m);
    }
    return at;
}

TARGET static void NAME(warshall)(uint64_t *p, int64_t n, int64_t words,
                                  BenchTeam *team, int part) {
    const int64_t begin = bench_begin(team, n, part);
    const int64_t end = bench_begin(team, n, part + 1);
    for (int64_t k = 0; k < n; k++) {
        const uint64_t *restrict from = p + k * words;
        for (int64_t i = begin; i < end; i++) {
            uint64_t *restrict to = p + i * words;
            if (i == k || (to[k / 64] >> k % 64 & 1) == 0)
                continue;
            for (int64_t w = 0; w < words; w++)
                to[w] |= from[w];
        }
        bench_meet(team, k + 1);
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

/* ---- Loops ---- */

TARGET static int64_t NAME(pairs)(const BenchLines *a) {
    int64_t pairs = 0;
    for (int64_t i = 0; i < a->lines; i++)
        for (int64_t j = i + 1; j < a->lines; j++) {
            const uint64_t *x = a->table + i * a->stride;
            const uint64_t *y = a->table + j * a->stride;
            int64_t ones = 0;
            for (int64_t w = 0; w < a->words; w++)
                ones += __builtin_popcountll(x[w] & y[w]);
            pairs += ones > a->least;
        }
    return pairs;
}

TARGET static int64_t NAME(triangles)(const BenchLines *a) {
    const int64_t n = a->words;
    int64_t triangles = 0;
    for (int64_t i = 0; i < a->lines; i++) {
        const uint64_t *row = a->table + i * a->stride;
        for (int64_t k = 0; k < n; k++)
            for (uint64_t left = row[k]; left != 0; left &= left - 1) {
                const int64_t j = 64 * k + __builtin_ctzll(left);
                const uint64_t *other = a->table + j * a->stride;
                for (int64_t w = 0; w < n; w++)
                    triangles += __builtin_popcountll(row[w] & other[w]);
            }
    }
    return triangles;
}

TARGET static inline void NAME(join)(uint64_t *restrict z,
                                     const uint64_t *restrict x, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        z[i] |= x[i];
}

TARGET static int64_t NAME(search)(const BenchLines *a) {
    const int64_t n = a->words, stride = a->stride;
    const uint64_t *table = a->table;
    uint64_t *restrict now = a->room[0], *restrict next = a->room[1];
    uint64_t *restrict seen = a->z;
    int64_t steps = 0;
    for (int64_t w = 0; w < n; w++)
        now[w] = seen[w] = a->x[w];
    for (; !NAME(zero)(now, (int)n); steps++) {
        memset(next, 0, (size_t)n * sizeof *next);
        for (int64_t k = 0; k < n; k++)
            for (uint64_t left = now[k]; left != 0; left &= left - 1) {
                const int64_t i = 64 * k + __builtin_ctzll(left);
                NAME(join)(next, table + i * stride, n);
            }
        for (int64_t w = 0; w < n; w++) {
            now[w] = next[w] & ~seen[w];
            seen[w] |= now[w];
        }
    }
    return steps;
}

TARGET static int64_t NAME(sum)(const BenchLines *a) {
    int64_t sum = 0;
    for (int64_t k = 0; k < a->words; k++)
        for (uint64_t left = a->x[k]; left != 0; left &= left - 1)
            sum += 64 * k + __builtin_ctzll(left) + 1;
    return sum;
}

TARGET static int64_t NAME(match)(const BenchLines *a) {
    const int64_t n = a->words;
    uint64_t *restrict z = a->z;
    memcpy(z, a->x, (size_t)n * sizeof *z);
    for (int64_t j = 0; j < a->lines; j++) {
        const uint64_t *restrict column = a->table + j * a->stride;
        if (a->key[j / 64] >> j % 64 & 1)
            for (int64_t w = 0; w < n; w++)
                z[w] &= column[w];
        else
            for (int64_t w = 0; w < n; w++)
                z[w] &= ~column[w];
    }
    return 0;
}

TARGET static int64_t NAME(min)(const BenchLines *a) {
    const int64_t n = a->words;
    uint64_t *restrict z = a->z, *restrict y = a->room[0];
    memcpy(z, a->x, (size_t)n * sizeof *z);
    for (int64_t j = 0; j < a->lines; j++) {
        const uint64_t *restrict column = a->table + j * a->stride;
        uint64_t any = 0;
        for (int64_t w = 0; w < n; w++) {
            y[w] = z[w] & ~column[w];
            any |= y[w];
        }
        if (any != 0)
            memcpy(z, y, (size_t)n * sizeof *z);
    }
    return 0;
}

TARGET static int64_t NAME(addv)(const BenchLines *a) {
    uint64_t *restrict c = a->room[0];
    memset(c, 0, (size_t)a->words * sizeof *c);
    for (int64_t j = a->lines; j-- > 0;) {
        const uint64_t *restrict t = a->table + j * a->stride;
        const uint64_t *restrict r = a->other + j * a->stride;
        uint64_t *restrict s = a->sum + j * a->stride;
        for (int64_t i = 0; i < a->words; i++) {
            const uint64_t v = t[i] & a->x[i], w = r[i] & a->x[i];
            s[i] = v ^ w ^ c[i];
            c[i] = (v & w) | (c[i] & (v ^ w));
        }
    }
    return 0;
}

/* Eight vectors, so that one result need not wait for the other; a sum with
 * what changes nothing is the greater one in turn. */
#define SUMS(name, type, vector, all, add, most)                     \
    TARGET static int64_t NAME(name)(int64_t times) {                \
        enum { VECTORS = 8, LANES = sizeof(vector) / sizeof(type) }; \
        const vector one = all((type)1);                             \
        vector r[VECTORS];                                           \
        type lane[LANES];                                            \
        for (int k = 0; k < VECTORS; k++)                            \
            r[k] = all((type)k);                                     \
        for (int64_t t = 0; t < times; t++)                          \
            for (int k = 0; k < VECTORS; k++)                        \
                r[k] = most(r[k], add(r[k], one));                   \
        for (int k = 1; k < VECTORS; k++)                            \
            r[0] = most(r[0], r[k]);                                 \
        memcpy(lane, &r[0], sizeof lane);                            \
        return lane[0] > 0 ? VECTORS * LANES * times : 0;            \
    }

SUMS(float_sums, float, FLOATS, FLOATS_ALL, FLOATS_ADD, FLOATS_MAX)
SUMS(double_sums, double, DOUBLES, DOUBLES_ALL, DOUBLES_ADD, DOUBLES_MAX)
#undef SUMS

static const BenchPeers NAME(peers) = {
    NAME(band),       NAME(bor),       NAME(bxor),       NAME(bnot),
    NAME(far_and),    NAME(far_or),    NAME(far_xor),    NAME(count),
    NAME(find),       NAME(prefix_or), NAME(prefix_xor), NAME(compress),
    NAME(expand),     NAME(warshall),  NAME(gather),     NAME(transpose),
    NAME(triangles),  NAME(search),    NAME(pairs),      NAME(sum),
    NAME(match),      NAME(min),       NAME(addv),       NAME(float_sums),
    NAME(double_sums)};

#undef TARGET
#undef NAME
#undef VECTOR
#undef STREAM
#undef FLOATS
#undef FLOATS_ALL
#undef FLOATS_ADD
#undef FLOATS_MAX
#undef DOUBLES
#undef DOUBLES_ALL
#undef DOUBLES_ADD
#undef DOUBLES_MAX
