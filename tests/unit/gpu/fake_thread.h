/* SPDX-License-Identifier: MIT */
/* What functions of a device's thread need, for those in gpu/ that
 * C and CUDA have in common, on the host. */
#ifndef STAR_FAKE_THREAD_H
#define STAR_FAKE_THREAD_H

#include "cpu/bit_copy.h"

#undef __device__
#define __device__ __attribute__((unused))
#define __brevll star_bit_copy_reverse
#define __byte_perm fake_byte_perm
#define atomicOr fake_or

/* Byte k is that of `low`, 0 to 3, or `high`, 4 to 7, which digit k names. */
__attribute__((unused)) static uint32_t
fake_byte_perm(uint32_t low, uint32_t high, uint32_t digits) {
    const uint64_t both = (uint64_t)high << 32 | low;
    uint32_t bytes = 0;
    for (int k = 0; k < 4; k++)
        bytes |= (uint32_t)(both >> 8 * (digits >> 4 * k & 7) & 0xff) << 8 * k;
    return bytes;
}

__attribute__((unused)) static void fake_or(void *at, uint64_t bits) {
    *(uint64_t *)at |= bits;
}

#endif
