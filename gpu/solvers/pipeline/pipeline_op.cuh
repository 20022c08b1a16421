/* SPDX-License-Identifier: MIT */
/* The operations of the simplified problem, and a barrier of all blocks. */
#ifndef STAR_GPU_PIPELINE_OP_CUH
#define STAR_GPU_PIPELINE_OP_CUH

#include "solvers/pipeline/pipeline.h"

namespace {

/* The greatest number of 32 or 64 bits. */
template <class T> __host__ __device__ constexpr T most() {
    return sizeof(T) == sizeof(int32_t) ? (T)INT32_MAX : (T)INT64_MAX;
}

/* Changes nothing: of the least number it is not asked. */
template <class T, int OP> __device__ T neutral() {
    switch (OP) {
    case GPU_SDP_MIN: return most<T>();
    case GPU_SDP_MAX: return -most<T>();
    case GPU_SDP_MUL: return 1;
    case GPU_SDP_AND: return most<T>();
    default: return 0;
    }
}

/* True if x y does not fit, or is the pattern of an undefined value. */
inline __device__ bool is_large(int32_t x, int32_t y) {
    const int64_t z = (int64_t)x * y;
    return z != (int32_t)z || z == INT32_MIN;
}
inline __device__ bool is_large(int64_t x, int64_t y) {
    const int64_t low = (int64_t)((uint64_t)x * (uint64_t)y);
    return __mul64hi(x, y) != low >> 63 || low == INT64_MIN;
}

/* x y, modulo 2^32 or 2^64; is_large says whether that is the product. */
template <class T> __device__ T multiplied(T x, T y) {
    return (T)((uint64_t)x * (uint64_t)y);
}

/* The greatest common divisor, not negative; that of 0 and 0 is 0. */
template <class T> __device__ T gcd(T x, T y) {
    while (y != 0) {
        const T rest = x % y;
        x = y;
        y = rest;
    }
    return x < 0 ? -x : x;
}

/* x op y; *bad becomes true if a product does not fit. */
template <int OP, class T> __device__ T combined(T x, T y, bool &bad) {
    switch (OP) {
    case GPU_SDP_MIN: return x < y ? x : y;
    case GPU_SDP_MAX: return x > y ? x : y;
    case GPU_SDP_ADD: return (T)((uint64_t)x + (uint64_t)y);
    case GPU_SDP_MUL: bad |= is_large(x, y); return multiplied(x, y);
    case GPU_SDP_AND: return x & y;
    case GPU_SDP_OR: return x | y;
    case GPU_SDP_XOR: return x ^ y;
    default: return gcd(x, y);
    }
}

/* A barrier of all blocks: behind it each sees what all have written. `count` is at least
 * `target` then, modulo 2^32, because long tables have more batches. */
inline __device__ void barrier(unsigned *count, unsigned target) {
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned there;
        asm volatile("red.release.gpu.global.add.u32 [%0], 1;" : : "l"(count) : "memory");
        do
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                         : "=r"(there)
                         : "l"(count)
                         : "memory");
        while ((int)(there - target) < 0);
    }
    __syncthreads();
}

} // namespace

#endif
