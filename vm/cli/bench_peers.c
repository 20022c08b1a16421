#include "bench_peers.h"

#include <string.h>

#include "backend.h"

#define TARGET
#define NAME(name) name##_portable
#include "bench_peers_of.h"
#undef TARGET
#undef NAME

#ifdef __x86_64__
#define TARGET __attribute__((target("avx2,popcnt,bmi,bmi2")))
#define NAME(name) name##_avx2
#include "bench_peers_of.h"
#undef TARGET
#undef NAME

#define TARGET                                                     \
    __attribute__((target("avx2,popcnt,bmi,bmi2,avx512f,avx512bw," \
                          "avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq")))
#define NAME(name) name##_avx512
#include "bench_peers_of.h"
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
