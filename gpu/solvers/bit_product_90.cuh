/* SPDX-License-Identifier: MIT */
/* Products of bit matrices by wgmma, which multiplies from shared memory: for sm_90a alone.
 *
 * Warp specialization: four warps copy chunks of x and y and prefetch across tiles. Two groups
 * of four multiply independently, 64 rows of a tile each: while one is done with its counts,
 * the other has the tensor cores. */
#ifndef STAR_GPU_BIT_PRODUCT_90_CUH
#define STAR_GPU_BIT_PRODUCT_90_CUH

#include "solvers/bit_product.cuh"

namespace bit_product_90 {

using namespace bit_product;

enum {
    STAGES = 8, /* chunks in shared memory or on the way there */
    CONSUMERS = 32 * WARPS,
    PRODUCERS = 128,
    GROUP_ROWS = 64, /* of a tile, that four warps have */
};

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

/* ---- Barriers in shared memory ---- */

/* A barrier of so many arrivals. */
inline __device__ void barrier_init(uint64_t *barrier, int count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(count)
                 : "memory");
}

/* Arrives, with all that this thread has done. */
inline __device__ void barrier_arrive(uint64_t *barrier) {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

/* Arrives when this thread's copies have. */
inline __device__ void barrier_arrive_copied(uint64_t *barrier) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(barrier))
                 : "memory");
}

/* Waits until the phase, 0 or 1 in turn, has ended. */
inline __device__ void barrier_wait(uint64_t *barrier, int phase) {
    asm volatile("{\n"
                 ".reg .pred there;\n"
                 "again: mbarrier.try_wait.parity.shared.b64 there, [%0], %1;\n"
                 "@!there bra again;\n"
                 "}" ::"r"(shared_address(barrier)),
                 "r"(phase)
                 : "memory");
}

/* ---- Chunks ---- */

/* Rows have 64 bytes in shared memory, their units placed by wgmma's swizzle of 64 bytes. Row
 * 64 t + 2 c + e of y, e = 0, 1, comes as the one numbered 8 c + 2 t + e: so lane 4 g + t has 64
 * neighbouring bits of each of its rows, see `count_chunk`. */
inline __device__ int x_unit(int row, int unit) {
    return row * UNITS + (unit ^ (row >> 1 & 3));
}

/* As above. */
inline __device__ int y_unit(int row, int unit) {
    return x_unit(row % 64 / 2 * 8 + row / 64 * 2 + row % 2, unit);
}

/* Rows of chunks for wgmma: 512 bytes from 8 rows to the next 8, swizzle of 64 bytes. */
inline __device__ uint64_t descriptor(const uint4 *at) {
    return (shared_address(at) >> 4 & 0x3fff) | UINT64_C(1) << 16 | UINT64_C(32) << 32 |
           UINT64_C(2) << 62;
}

/* d := what 64 rows of a and 256 of b share in 256 columns, + d if `more`. */
inline __device__ void count_shared(int d[128], uint64_t a, uint64_t b, int more) {
#define FOUR(k) "+r"(d[k]), "+r"(d[k + 1]), "+r"(d[k + 2]), "+r"(d[k + 3])
#define SIXTEEN(k) FOUR(k), FOUR(k + 4), FOUR(k + 8), FOUR(k + 12)
    asm volatile("{\n"
                 ".reg .pred more;\n"
                 "setp.ne.b32 more, %130, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n256k256.s32.b1.b1.and.popc {"
                 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
                 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
                 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
                 "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
                 "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
                 "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, "
                 "%110, %111, "
                 "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, "
                 "%125, %126, %127"
                 "}, %128, %129, more;\n"
                 "}"
                 : SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48), SIXTEEN(64), SIXTEEN(80),
                   SIXTEEN(96), SIXTEEN(112)
                 : "l"(a), "l"(b), "r"(more));
#undef SIXTEEN
#undef FOUR
}

/* acc[4 c + 2 h + e] of lane 4 g + t of warp w counts what row 16 w + 8 h + g of x and row
 * 64 t + 2 c + e of y share. The work goes on behind; at most that of one chunk is left. */
inline __device__ void count_chunk(int acc[128], const uint4 *x, const uint4 *y, bool first) {
    const uint64_t a = descriptor(x), b = descriptor(y);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    count_shared(acc, a, b, !first);
    count_shared(acc, a + 2, b + 2, 1);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
}

/* Waits for all of the work. */
inline __device__ void await_counts() {
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

/* ---- Both sides ---- */

/* The stages in turn, as copying and multiplying warps walk through them. */
struct Pipe {
    uint4 *stage;
    uint64_t *full, *empty; /* barriers of each stage */
    int at, phase;

    __device__ void advance() {
        if (++at == STAGES) {
            at = 0;
            phase ^= 1;
        }
    }
};

#endif

} // namespace bit_product_90

#endif
