/* SPDX-License-Identifier: MIT */
/* Products of bit matrices by the tensor cores' mma.sync, from 8.0 on, or else by words: eight
 * warps make 64 x 64 bits of a tile each. */
#ifndef STAR_GPU_BIT_PRODUCT_80_CUH
#define STAR_GPU_BIT_PRODUCT_80_CUH

#include "solvers/bit_product.cuh"

namespace bit_product_80 {

using namespace bit_product;

enum {
    SIDE = 64, /* rows and columns of a warp's part */
    ACROSS = TILE_COLUMNS / SIDE,
    THREADS = 32 * WARPS,
    STAGES = 4,     /* chunks in shared memory or on the way there */
    OLD_STAGES = 2, /* before 8.0 */
};

/* Units of 16 bytes are moved within 64 bytes so that those that ldmatrix reads together lie in
 * different banks: rows r..r+7 of x; of y rows 16 a + b, a = 0..3 and b = 0, 1, see `count_chunk`.
 */
inline __device__ int x_unit(int row, int unit) {
    return row * UNITS + (unit ^ (row >> 1 & 3));
}

/* As above. */
inline __device__ int y_unit(int row, int unit) {
    return row * UNITS + (unit ^ (row >> 4 & 3));
}

#if __CUDA_ARCH__ >= 800

enum { HERE_STAGES = STAGES };

/* Ends the copies of a chunk. */
inline __device__ void end_copies() {
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits until the oldest chunk on the way is there. */
inline __device__ void await_copies() {
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
}

/* Four matrices of 8 rows of 16 bytes, at the addresses of the lanes. */
inline __device__ void load_four(uint32_t to[4], const uint4 *at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(shared_address(at))
                 : "memory");
}

/* d := d + what 16 rows of a and 8 of b share in 256 columns. */
inline __device__ void count_shared(int d[4], const uint32_t a[4], const uint32_t b[2]) {
    asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/* acc[r][c] of lane 4 g + t counts the ones that row 16 r + 8 h + g of x, h = 0, 1, and row
 * 16 t + 2 c + e of y, e = 0, 1, share, in acc[r][c][2 h + e]. Thus a lane has 16 neighbouring
 * bits of each of its rows. `Some`: before 8.0 a count that was -1 becomes 0 if there is any. */
template <bool Some>
inline __device__ void count_chunk(int acc[4][8][4], const uint4 *x, const uint4 *y) {
    const int lane = threadIdx.x % 32;
    const int y_row = lane % 8 / 2 * 16 + lane % 2 + lane / 16 * 2, y_half = lane / 8 % 2;
#pragma unroll
    for (int s = 0; s < CHUNK / 256; s++) {
        uint32_t a[4][4];
#pragma unroll
        for (int r = 0; r < 4; r++)
            load_four(a[r], x + x_unit(16 * r + lane % 16, 2 * s + lane / 16));
#pragma unroll
        for (int pair = 0; pair < 4; pair++) {
            uint32_t b[4];
            load_four(b, y + y_unit(y_row + 4 * pair, 2 * s + y_half));
#pragma unroll
            for (int c = 0; c < 2; c++)
#pragma unroll
                for (int r = 0; r < 4; r++)
                    count_shared(acc[r][2 * pair + c], a[r], b + 2 * c);
        }
    }
}

#else

enum { HERE_STAGES = OLD_STAGES };

/* As above. */
inline __device__ void end_copies() {
}

/* As above. */
inline __device__ void await_copies() {
}

/* As above. */
template <bool Some>
inline __device__ void count_chunk(int acc[4][8][4], const uint4 *x, const uint4 *y) {
    const uint32_t *x_word = reinterpret_cast<const uint32_t *>(x);
    const uint32_t *y_word = reinterpret_cast<const uint32_t *>(y);
    const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    for (int k = 0; k < CHUNK / 32; k++) {
        uint32_t a[8];
#pragma unroll
        for (int r = 0; r < 8; r++)
            a[r] = x_word[4 * x_unit(8 * r + g, k / 4) + k % 4];
#pragma unroll
        for (int c = 0; c < 16; c++) {
            const uint32_t b = y_word[4 * y_unit(16 * t + c, k / 4) + k % 4];
#pragma unroll
            for (int r = 0; r < 8; r++) {
                int &count = acc[r / 2][c / 2][r % 2 * 2 + c % 2];
                count = !Some ? count + __popc(a[r] & b) : (a[r] & b) != 0 ? 0 : count;
            }
        }
    }
}

#endif

} // namespace bit_product_80

#endif
