/* SPDX-License-Identifier: MIT */
#include "peers/bench_peers.h"

#include <string.h>

#include "backend.h"
#include "bench.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

/* A vector that may lie over words, and how one goes past the caches. */
typedef uint64_t Vector32 __attribute__((vector_size(32), may_alias));
typedef uint64_t Vector64 __attribute__((vector_size(64), may_alias));

#define TARGET
#define NAME(name) name##_portable
#define VECTOR uint64_t
#define STREAM(z, v) (*(z) = (v))
#define FLOATS float
#define FLOATS_ALL(x) (x)
#define FLOATS_ADD(x, y) ((x) + (y))
#define FLOATS_MAX(x, y) ((x) > (y) ? (x) : (y))
#define DOUBLES double
#define DOUBLES_ALL FLOATS_ALL
#define DOUBLES_ADD FLOATS_ADD
#define DOUBLES_MAX FLOATS_MAX
#include "peers/bench_peers_of.h"

#ifdef __x86_64__
#define TARGET __attribute__((target("avx2,popcnt,bmi,bmi2")))
#define NAME(name) name##_avx2
#define VECTOR Vector32
#define STREAM(z, v) _mm256_stream_si256((__m256i *)(z), (__m256i)(v))
#define FLOATS __m256
#define FLOATS_ALL _mm256_set1_ps
#define FLOATS_ADD _mm256_add_ps
#define FLOATS_MAX _mm256_max_ps
#define DOUBLES __m256d
#define DOUBLES_ALL _mm256_set1_pd
#define DOUBLES_ADD _mm256_add_pd
#define DOUBLES_MAX _mm256_max_pd
#include "peers/bench_peers_of.h"

#define TARGET                                                     \
    __attribute__((target("avx2,popcnt,bmi,bmi2,avx512f,avx512bw," \
                          "avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq")))
#define NAME(name) name##_avx512
#define VECTOR Vector64
#define STREAM(z, v) _mm512_stream_si512((__m512i *)(z), (__m512i)(v))
#define FLOATS __m512
#define FLOATS_ALL _mm512_set1_ps
#define FLOATS_ADD _mm512_add_ps
#define FLOATS_MAX _mm512_max_ps
#define DOUBLES __m512d
#define DOUBLES_ALL _mm512_set1_pd
#define DOUBLES_ADD _mm512_add_pd
#define DOUBLES_MAX _mm512_max_pd
#include "peers/bench_peers_of.h"
#endif

const BenchPeers *bench_peers(void) {
#ifdef __x86_64__
    if (star_isa_available(STAR_ISA_AVX512))
        return &peers_avx512;
    if (star_isa_available(STAR_ISA_AVX2))
        return &peers_avx2;
#endif
    return &peers_portable;
}

double bench_rate(BenchSums *sums) {
    int64_t times = 1 << 10, count = 0;
    double time = 0;
    while (time < 1e-2) {
        const double start = bench_now();
        times *= 2;
        count = sums(times);
        time = bench_now() - start;
    }
    return (double)count / time;
}

void bench_warshall_words(uint64_t *p, int64_t n, int64_t words) {
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++) {
            uint64_t *to = p + i * words;
            const uint64_t *from = p + k * words;
            if ((to[k / 64] >> k % 64 & 1) == 0)
                continue;
            for (int64_t w = 0; w < words; w++) {
                to[w] |= from[w];
                /* Keeps compilers from making vectors. */
                __asm__("" : "+r"(w));
            }
        }
}
