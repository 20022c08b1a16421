/* SPDX-License-Identifier: MIT */
/* star_tanimoto N K THREADS [read]: the search of examples/tanimoto.star in C,
 * with VPOPCNTQ where there is one. It makes the same fingerprints, says so,
 * and searches as often as each line of its input says. With `read` it only
 * reads them: that is how fast memory is. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __AVX512VPOPCNTDQ__
#include <immintrin.h>
#endif

enum { M = 1024, WORDS = M / 64, MOST = 1000, ONE = 1 << 20 };

typedef struct Found {
    int64_t best, row;
} Found;

/* A thread's rows, from..to-1, and the best of them. */
typedef struct Part {
    int64_t from, to;
    Found found[MOST];
    uint64_t sum;
} Part;

static uint64_t *F, x[WORDS];
static int64_t n, k;

/* ---- RANDOM, as docs/reference/language.md defines it ---- */

static void philox(uint32_t c[4], uint32_t k0, uint32_t k1) {
    for (int turn = 0; turn < 10; turn++) {
        const uint64_t a = UINT64_C(0xD2511F53) * c[0];
        const uint64_t b = UINT64_C(0xCD9E8D57) * c[2];
        const uint32_t next[4] = {(uint32_t)(b >> 32) ^ c[1] ^ k0, (uint32_t)b,
                                  (uint32_t)(a >> 32) ^ c[3] ^ k1, (uint32_t)a};
        memcpy(c, next, sizeof next);
        k0 += UINT32_C(0x9E3779B9);
        k1 += UINT32_C(0xBB67AE85);
    }
}

/* The digits d of rows 128 block .. of column j. */
static void digits(uint32_t to[4], uint32_t seed, int64_t block, int64_t j,
                   int d) {
    to[0] = (uint32_t)block;
    to[1] = (uint32_t)j;
    to[2] = (uint32_t)d;
    to[3] = 0;
    philox(to, seed, 0);
}

static void random_word(uint64_t *word, uint32_t seed, double p) {
    const uint64_t below = (uint64_t)(p * 0x1p62);
    memset(word, 0, WORDS * sizeof *word);
    for (int i = 0; i < M; i++) {
        uint64_t u = 0;
        for (int d = 0; d < 62; d++) {
            uint32_t c[4];
            digits(c, seed, i / 128, 0, d);
            u = 2 * u + (c[i % 128 / 32] >> i % 32 & 1);
        }
        word[i / 64] |= (uint64_t)(u < below) << i % 64;
    }
}

/* p = 1/8: ones where three digits are 0. */
static void random_rows(int64_t block) {
    for (int j = 0; j < M; j++) {
        uint32_t none[4] = {0};
        for (int d = 0; d < 3; d++) {
            uint32_t c[4];
            digits(c, 1, block, j, d);
            for (int w = 0; w < 4; w++)
                none[w] |= c[w];
        }
        for (int w = 0; w < 4; w++)
            for (uint32_t ones = ~none[w]; ones != 0; ones &= ones - 1) {
                const int64_t i = 128 * block + 32 * w + __builtin_ctz(ones);
                if (i < n)
                    F[i * WORDS + j / 64] |= UINT64_C(1) << j % 64;
            }
    }
}

static void make(void) {
    const size_t bytes = (size_t)n * WORDS * sizeof *F;
    F = aligned_alloc(1 << 21, (bytes + (1 << 21) - 1) >> 21 << 21);
    if (F == NULL)
        exit(1);
    madvise(F, bytes, MADV_HUGEPAGE);
    memset(F, 0, bytes);
    for (int64_t block = 0; 128 * block < n; block++)
        random_rows(block);
    random_word(x, 2, 0.125);
    for (int64_t i = 1; i <= k; i++) {
        uint64_t w[WORDS];
        random_word(w, (uint32_t)(2 + i), 1 - (double)i / (double)(k + 2));
        for (int at = 0; at < WORDS; at++)
            F[(n / k * i - 1) * WORDS + at] = x[at] & w[at];
    }
}

/* ---- The search ---- */

/* The ones that x and y share, + 2^32 times those of y. */
static inline uint64_t ones(const uint64_t *y) {
#ifdef __AVX512VPOPCNTDQ__
    const __m512i a = _mm512_loadu_si512(y), b = _mm512_loadu_si512(y + 8);
    const __m512i s = _mm512_loadu_si512(x), t = _mm512_loadu_si512(x + 8);
    const __m512i of_y =
        _mm512_add_epi64(_mm512_popcnt_epi64(a), _mm512_popcnt_epi64(b));
    const __m512i both =
        _mm512_add_epi64(_mm512_popcnt_epi64(_mm512_and_si512(a, s)),
                         _mm512_popcnt_epi64(_mm512_and_si512(b, t)));
    return (uint64_t)_mm512_reduce_add_epi64(
        _mm512_add_epi64(both, _mm512_slli_epi64(of_y, 32)));
#else
    uint64_t sum = 0;
    for (int w = 0; w < WORDS; w++)
        sum += (uint64_t)__builtin_popcountll(x[w] & y[w]) +
               ((uint64_t)__builtin_popcountll(y[w]) << 32);
    return sum;
#endif
}

/* Puts a row behind those that are as good, if the last one is worse. */
static void put(Found *found, Found one) {
    int64_t i = k - 1;
    if (one.best <= found[i].best)
        return;
    for (; i > 0 && found[i - 1].best < one.best; i--)
        found[i] = found[i - 1];
    found[i] = one;
}

static void *search(void *context) {
    Part *p = context;
    int64_t of_x = 0;
    for (int w = 0; w < WORDS; w++)
        of_x += __builtin_popcountll(x[w]);
    for (int64_t i = 0; i < k; i++)
        p->found[i] = (Found){-1, 0};
    for (int64_t i = p->from; i < p->to; i++) {
        const uint64_t both = ones(F + i * WORDS);
        const int64_t c = (uint32_t)both, u = of_x + (int64_t)(both >> 32) - c;
        if (ONE * c > p->found[k - 1].best * u)
            put(p->found, (Found){ONE * c / u, i + 1});
    }
    return NULL;
}

static void *read_all(void *context) {
    Part *p = context;
    p->sum = 0;
    for (int64_t w = p->from * WORDS; w < p->to * WORDS; w++)
        p->sum += F[w];
    return NULL;
}

/* By all threads; the best of all are those of part 0. */
static void run(void *(*work)(void *), Part *part, int threads) {
    pthread_t other[64];
    for (int t = 1; t < threads; t++)
        if (pthread_create(&other[t], NULL, work, &part[t]) != 0)
            exit(1);
    work(&part[0]);
    for (int t = 1; t < threads; t++) {
        pthread_join(other[t], NULL);
        part[0].sum += part[t].sum;
        for (int64_t i = 0; i < k; i++)
            put(part[0].found, part[t].found[i]);
    }
}

int main(int count, char **arg) {
    static Part part[64];
    int times = 1;
    if (count < 4 || (k = atoll(arg[2])) < 1 || k > MOST ||
        (n = atoll(arg[1])) < k || atoi(arg[3]) < 1 || atoi(arg[3]) > 64)
        return 2;
    const int threads = atoi(arg[3]);
    for (int t = 0; t < threads; t++) {
        part[t].from = n * t / threads;
        part[t].to = n * (t + 1) / threads;
    }
    make();
    do {
        int64_t found = 0;
        for (int time = 0; time < times; time++)
            run(count > 4 ? read_all : search, part, threads);
        for (int64_t i = 0; i < k; i++)
            found += (i + 1) * part[0].found[i].row + part[0].found[i].best;
        if (count > 4)
            printf("sum %llu, read\n", (unsigned long long)part[0].sum);
        else
            printf("%lld fingerprints, %d times: %lld\n", (long long)n, times,
                   (long long)found);
        fflush(stdout);
    } while (scanf("%d", &times) == 1);
    for (int64_t i = 0; i < k && count == 4; i++)
        printf("%9lld%7.3f\n", (long long)part[0].found[i].row,
               (double)part[0].found[i].best / ONE);
    return 0;
}
