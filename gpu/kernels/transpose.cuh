/* SPDX-License-Identifier: MIT */
/* Blocks of 32 x 32 components in the registers of a thread. In the subset that C and CUDA have in
 * common. */
#ifndef STAR_GPU_TRANSPOSE_CUH
#define STAR_GPU_TRANSPOSE_CUH

#include <stdint.h>

/* Loops over arrays in registers. */
#ifdef __CUDACC__
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED
#endif

/* Transposes a block: word k is vector k of it, and becomes component k of each vector. Stage s
 * exchanges the components with bit s of the vectors without bit s for the components without it
 * of the vectors with it. */
static __device__ inline void transpose_block(uint32_t word[32]) {
    UNROLLED
    for (int k = 0; k < 16; k++) {
        const uint32_t low = word[k], high = word[k + 16];
        word[k] = __byte_perm(low, high, 0x5410);
        word[k + 16] = __byte_perm(low, high, 0x7632);
    }
    UNROLLED
    for (int k = 0; k < 32; k++)
        if ((k & 8) == 0) {
            const uint32_t low = word[k], high = word[k + 8];
            word[k] = __byte_perm(low, high, 0x6240);
            word[k + 8] = __byte_perm(low, high, 0x7351);
        }
    UNROLLED
    for (int s = 4; s > 0; s /= 2) {
        const uint32_t without = 0xffffffffu / ((1u << s) + 1);
        UNROLLED
        for (int k = 0; k < 32; k++)
            if ((k & s) == 0) {
                const uint32_t differ = (word[k] >> s ^ word[k + s]) & without;
                word[k] ^= differ << s;
                word[k + s] ^= differ;
            }
    }
}

#endif
