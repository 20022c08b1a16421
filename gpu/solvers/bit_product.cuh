/* SPDX-License-Identifier: MIT */
/* The parts that products of bit matrices share on all devices: the tiles of the result, the chunks
 * of the operands' rows, and copies of these to shared memory.
 *
 *             TILE_COLUMNS rows of y
 *           +------------------------+     a block of threads makes a tile at a time, from
 *      rows |  a tile of the result  |     chunks of CHUNK bits of the rows of x and y
 *      of x |                        |
 *           +------------------------+ */
#ifndef STAR_GPU_BIT_PRODUCT_CUH
#define STAR_GPU_BIT_PRODUCT_CUH

#include "device/gpu.h"

namespace bit_product {

enum {
    CHUNK = 512,         /* bits of a row that are multiplied at a time */
    UNITS = CHUNK / 128, /* of 16 bytes, which are copied */
    WORDS = CHUNK / 64,
    TILE_ROWS = 128, /* of the result that a block of threads makes at a time */
    TILE_COLUMNS = 256,
    WARPS = 8,                                        /* that have parts of 4096 bits of a tile */
    STAGE_UNITS = (TILE_ROWS + TILE_COLUMNS) * UNITS, /* a chunk of x and one of y */
    BAND = 16, /* tiles down that are neighbours in time, for the second cache */
};

/* The row and column of a tile in the grid of tiles. */
struct Tile {
    int down, across;
};

/* Tile t of all, in bands. */
inline __device__ Tile tile_of(int t, int down, int across) {
    const int band = t / (BAND * across), rest = t % (BAND * across);
    const int height = min(int(BAND), down - band * BAND);
    return {band * BAND + rest % height, rest / height};
}

/* The bits of columns from..to-1 in word w. */
inline __device__ uint64_t within(int64_t w, int64_t from, int64_t to) {
    const int64_t low = max(from - 64 * w, int64_t(0)), high = min(to - 64 * w, int64_t(64));
    return low < high ? ~UINT64_C(0) >> (64 - high + low) << low : 0;
}

#if __CUDA_ARCH__ >= 800
/* The address of shared memory as instructions take it. */
inline __device__ uint32_t shared_address(const void *at) {
    return uint32_t(__cvta_generic_to_shared(at));
}

/* Begins to copy 16 bytes to shared memory; before capability 8.0, copies them. */
inline __device__ void copy_unit(uint4 *to, const uint64_t *from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)
                 : "memory");
}

/* The same for the first `bytes` of the 16, 0, 8 or 16; the others become 0. */
inline __device__ void copy_part(uint4 *to, const uint64_t *from, int bytes) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(to)),
                 "l"(from), "r"(bytes)
                 : "memory");
}

/* Begins to copy a word, or 0 if it is not there. */
inline __device__ void copy_word(uint64_t *to, const uint64_t *from, bool there) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(shared_address(to)),
                 "l"(from), "r"(there ? 8 : 0)
                 : "memory");
}
#else
/* As above. */
inline __device__ void copy_unit(uint4 *to, const uint64_t *from) {
    *to = *reinterpret_cast<const uint4 *>(from);
}

/* As above. */
inline __device__ void copy_part(uint4 *to, const uint64_t *from, int bytes) {
    ulonglong2 unit = {0, 0};
    if (bytes > 0)
        unit.x = from[0];
    if (bytes > 8)
        unit.y = from[1];
    *reinterpret_cast<ulonglong2 *>(to) = unit;
}

/* As above. */
inline __device__ void copy_word(uint64_t *to, const uint64_t *from, bool there) {
    *to = there ? *from : 0;
}
#endif

} // namespace bit_product

#endif
