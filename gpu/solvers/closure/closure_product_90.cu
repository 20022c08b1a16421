/* SPDX-License-Identifier: MIT */
/* The product by wgmma, which multiplies from shared memory. Compiled for sm_90a alone.
 *
 * Warp specialization: four warps copy chunks of x and y and prefetch across tiles. Two groups
 * of four multiply independently, 64 rows of a tile each: while one packs and joins its bits,
 * the other has the tensor cores. */
#include "solvers/closure/closure_product.cuh"

using namespace closure;

namespace {

enum {
    STAGES = 8, /* chunks in shared memory or on the way there */
    CONSUMERS = 32 * WARPS,
    PRODUCERS = 128,
    GROUP_ROWS = 64,                        /* of a tile, that four warps have */
    PACKED = TILE_ROWS * TILE_COLUMNS / 64, /* words of a tile */
    SHARED = STAGES * STAGE_UNITS * 16 + 2 * PACKED * 8,
};

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

/* ---- Barriers in shared memory ---- */

__device__ void barrier_init(uint64_t *barrier, int count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(count)
                 : "memory");
}

__device__ void barrier_arrive(uint64_t *barrier) {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

/* Arrives when this thread's copies have. */
__device__ void barrier_arrive_copied(uint64_t *barrier) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(barrier))
                 : "memory");
}

__device__ void barrier_wait(uint64_t *barrier, int phase) {
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
__device__ int x_unit(int row, int unit) {
    return row * UNITS + (unit ^ (row >> 1 & 3));
}

__device__ int y_unit(int row, int unit) {
    return x_unit(row % 64 / 2 * 8 + row / 64 * 2 + row % 2, unit);
}

/* Rows of chunks for wgmma: 512 bytes from 8 rows to the next 8, swizzle of 64 bytes. */
__device__ uint64_t descriptor(const uint4 *at) {
    return (shared_address(at) >> 4 & 0x3fff) | UINT64_C(1) << 16 | UINT64_C(32) << 32 |
           UINT64_C(2) << 62;
}

/* d := what 64 rows of a and 256 of b share in 256 columns, + d if `more`. */
__device__ void count_shared(int d[128], uint64_t a, uint64_t b, int more) {
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
__device__ void count_chunk(int acc[128], const uint4 *x, const uint4 *y, bool first) {
    const uint64_t a = descriptor(x), b = descriptor(y);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    count_shared(acc, a, b, !first);
    count_shared(acc, a + 2, b + 2, 1);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
}

__device__ void await_counts() {
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

/* The bits of rows g and 8 + g. Counts less 1 are negative where there is none. */
__device__ void pack(uint64_t row[2], const int acc[128]) {
    uint32_t none[2][2] = {};
#pragma unroll
    for (int c = 31; c >= 0; c--)
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int count = acc[(c + k / 2 * 32) / 2 * 4 + k % 2 * 2 + c % 2];
            none[k % 2][k / 2] = __funnelshift_l(count - 1, none[k % 2][k / 2], 1);
        }
    for (int h = 0; h < 2; h++)
        row[h] = ~(uint64_t(none[h][1]) << 32 | none[h][0]);
}

__device__ void await_consumers() {
    asm volatile("bar.sync 1, %0;" ::"n"(int(CONSUMERS)) : "memory");
}

/* ---- Both sides ---- */

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

__device__ void copy(const Product &p, int tiles, Pipe pipe) {
    const int thread = threadIdx.x - CONSUMERS, row = thread / UNITS, unit = thread % UNITS;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const Place at = tile_to_do(p, tile);
        const int64_t x_row = int64_t(at.down) * TILE_ROWS + row;
        const int64_t y_row = int64_t(at.across) * TILE_COLUMNS + row;
        const uint64_t *x = p.x.word + x_row * p.x.stride + 2 * unit;
        const uint64_t *y = p.y.word + y_row * p.y.stride + 2 * unit;
        for (int chunk = 0; chunk < p.chunks; chunk++, x += WORDS, y += WORDS, pipe.advance()) {
            uint4 *to = pipe.stage + pipe.at * STAGE_UNITS;
            barrier_wait(&pipe.empty[pipe.at], pipe.phase ^ 1);
#pragma unroll
            for (int r = 0; r < TILE_ROWS; r += PRODUCERS / UNITS)
                copy_unit(to + x_unit(r + row, unit), x + r * p.x.stride);
            to += TILE_ROWS * UNITS;
#pragma unroll
            for (int r = 0; r < TILE_COLUMNS; r += PRODUCERS / UNITS)
                copy_unit(to + y_unit(r + row, unit), y + r * p.y.stride);
            barrier_arrive_copied(&pipe.full[pipe.at]);
        }
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
}

__device__ void consume(const Product &p, int tiles, Pipe pipe, uint64_t *packed) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, t = lane % 4;
    const int row = 16 * warp + lane / 4, group = warp / 4;
    for (int tile = blockIdx.x, buffer = 0; tile < tiles; tile += gridDim.x, buffer ^= 1) {
        const Place at = tile_to_do(p, tile);
        const int64_t c_row = int64_t(at.down) * TILE_ROWS;
        const int64_t c_column = int64_t(at.across) * TILE_COLUMNS;
        uint64_t old[2], add[2];
        int acc[128], before = 0;
        read_rows(old, p.c.bits, c_row + row, c_column / 64 + t, 8);
        for (int chunk = 0; chunk < p.chunks; chunk++, pipe.advance()) {
            const uint4 *from = pipe.stage + pipe.at * STAGE_UNITS;
            barrier_wait(&pipe.full[pipe.at], pipe.phase);
            count_chunk(acc, from + group * GROUP_ROWS * UNITS, from + TILE_ROWS * UNITS,
                        chunk == 0);
            if (chunk > 0 && lane == 0)
                barrier_arrive(&pipe.empty[before]);
            before = pipe.at;
        }
        await_counts();
        if (lane == 0)
            barrier_arrive(&pipe.empty[before]);
        pack(add, acc);
        if (p.transposed.bits.word) {
            uint64_t *part = packed + buffer * PACKED;
            part[row * 4 + t] = add[0];
            part[(row + 8) * 4 + t] = add[1];
            await_consumers();
            uint64_t square[2];
            square[0] = part[(GROUP_ROWS * group + lane) * 4 + warp % 4];
            square[1] = part[(GROUP_ROWS * group + lane + 32) * 4 + warp % 4];
            join_transposed(p, c_row + GROUP_ROWS * group, c_column + warp % 4 * 64, square);
        }
        join_part(p, at, c_row + row, c_column / 64 + t, 8, old, add);
    }
}

__global__ void __launch_bounds__(CONSUMERS + PRODUCERS, 1) product_kernel(const Product p) {
    extern __shared__ __align__(1024) uint4 stage[];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    const int tiles = p.tile ? *p.tiles : p.down * p.across;
    if (p.go && *p.go == 0)
        return;
    if (threadIdx.x == 0)
        for (int k = 0; k < STAGES; k++) {
            barrier_init(&full[k], PRODUCERS);
            barrier_init(&empty[k], WARPS);
        }
    __syncthreads();
    const Pipe pipe = {stage, full, empty, 0, 0};
    if (threadIdx.x < CONSUMERS)
        consume(p, tiles, pipe, reinterpret_cast<uint64_t *>(stage + STAGES * STAGE_UNITS));
    else
        copy(p, tiles, pipe);
}

#else
__global__ void product_kernel(const Product) {
}
#endif

} // namespace

cudaError_t closure::join_product_90(Gpu *gpu, const Product *p, cudaStream_t stream) {
    const int tiles = p->down * p->across;
    const int blocks = tiles < gpu->multiprocessors ? tiles : gpu->multiprocessors;
    GPU_TRY(gpu, cudaFuncSetAttribute(product_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      SHARED));
    GPU_LAUNCH(gpu, product_kernel<<<blocks, CONSUMERS + PRODUCERS, SHARED, stream>>>(*p));
    return cudaSuccess;
}
