/* Warshall's method by blocks of pivots. With A the matrix, K a block of pivots and T the
 * transposed rows of the block, so that T(j, k) = A(k, j):
 *
 *     D = A(K, K)      D := D or D x D, until it does not change: log2 of the block's size times
 *     T                T(j, m) := T(j, m) or some k with T(j, k) and D(m, k); A(K, j) likewise
 *     A                A(i, j) := A(i, j) or some k in K with A(i, k) and T(j, k)
 *
 * All three are one kernel, a product that joins C(i, j) with: rows i of X and j of Y share a 1.
 * Products read what they write. A bit that is read early or late makes no difference: what is
 * set is a path, and what was set when the product began is enough for the result. So A(K, K) in
 * the third line stands for the update of columns K, too. */
#include "closure.h"

namespace {

enum {
    SIDE = 64, /* a warp's part of the product, rows and columns */
    DOWN = 2,  /* warps of a block, down and across */
    ACROSS = 4,
    THREADS = 32 * DOWN * ACROSS,
    TILE_ROWS = SIDE * DOWN,
    TILE_COLUMNS = SIDE * ACROSS,
    CHUNK = 512, /* bits of a row that are multiplied at a time */
    UNITS = CHUNK / 128,
    WORDS = CHUNK / 64,
    BAND = 16,      /* tiles down that are neighbours in time, for the second cache */
    STAGES = 4,     /* chunks in shared memory or on the way there */
    OLD_STAGES = 2, /* before 8.0 */
    STAGE_UNITS = (TILE_ROWS + TILE_COLUMNS) * UNITS,
};

struct Bits {
    uint64_t *word;
    int64_t stride;
};

/* Columns from..to-1 take new ones. */
struct Output {
    Bits bits;
    int64_t from, to;
};

struct Product {
    Bits x, y;
    Output c;
    Output transposed; /* of c; or no word */
    int chunks;        /* of rows of x and y */
    int down, across;  /* tiles of c */
    const int *tile;   /* those to do, or NULL: all */
    const int *tiles;  /* their number, if there is a list */
    const int *go;     /* do nothing if this is 0; or NULL */
    int *changed;      /* set to 1 if a bit of c changes; or NULL */
    uint8_t *full;     /* for each warp of each tile: set to 1 if only ones; or NULL */
    int64_t rows;      /* from this row on ones are not looked for */
};

/* ---- Kernels ---- */

struct Place {
    int down, across;
};

/* Tile t, in bands. */
__device__ Place place(const Product &p, int t) {
    const int band = t / (BAND * p.across), rest = t % (BAND * p.across);
    const int height = min(int(BAND), p.down - band * BAND);
    return {band * BAND + rest % height, rest / height};
}

/* Units of 16 bytes are moved within 64 bytes so that those that ldmatrix reads together lie in
 * different banks: rows r..r+7 of x; of y rows 16 a + b, a = 0..3 and b = 0, 1, see `multiply`. */
__device__ int x_unit(int row, int unit) {
    return row * UNITS + (unit ^ (row >> 1 & 3));
}

__device__ int y_unit(int row, int unit) {
    return row * UNITS + (unit ^ (row >> 4 & 3));
}

/* acc[r][c] of lane 4 g + t counts the ones that row 16 r + 8 h + g of x, h = 0, 1, and row
 * 16 t + 2 c + e of y, e = 0, 1, share: acc[r][c][2 h + e]; less 1. Thus a lane has 16 neighbouring
 * bits of each of its rows. */
#if __CUDA_ARCH__ >= 800

enum { HERE_STAGES = STAGES };

__device__ uint32_t shared_address(const void *at) {
    return uint32_t(__cvta_generic_to_shared(at));
}

__device__ void copy_unit(uint4 *to, const uint64_t *from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from)
                 : "memory");
}

__device__ void end_copies() {
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits until the oldest chunk on the way is there. */
__device__ void await_copies() {
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
}

__device__ void load_four(uint32_t to[4], const uint4 *at) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(shared_address(at))
                 : "memory");
}

__device__ void count_shared(int d[4], const uint32_t a[4], const uint32_t b[2]) {
    asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ void multiply(int acc[4][8][4], const uint4 *x, const uint4 *y) {
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

__device__ void copy_unit(uint4 *to, const uint64_t *from) {
    *to = *reinterpret_cast<const uint4 *>(from);
}

__device__ void end_copies() {
}

__device__ void await_copies() {
}

__device__ void multiply(int acc[4][8][4], const uint4 *x, const uint4 *y) {
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
            for (int r = 0; r < 8; r++)
                if ((a[r] & b) != 0)
                    acc[r / 2][c / 2][r % 2 * 2 + c % 2] = 0;
        }
    }
}

#endif

/* Signs are bits, complemented, of 64 rows of 64. Four lanes exchange theirs so that a lane has
 * two rows: rows `own_row` and, 32 below, the next. */
__device__ void pack(uint64_t row[2], const int acc[4][8][4]) {
    const bool odd = threadIdx.x & 1, high = threadIdx.x & 2;
    uint32_t v[4]; /* 16 bits of row 8 q + g below 16 of row 32 + 8 q + g */
#pragma unroll
    for (int q = 0; q < 4; q++) {
        uint32_t bits = 0;
#pragma unroll
        for (int c = 31; c >= 0; c--)
            bits = __funnelshift_l(acc[c / 16 * 2 + q / 2][c % 16 / 2][q % 2 * 2 + c % 2], bits, 1);
        v[q] = ~bits;
    }
    const uint32_t a[2] = {high ? v[2] : v[0], high ? v[3] : v[1]};
    const uint32_t b[2] = {__shfl_xor_sync(~0u, high ? v[0] : v[2], 2),
                           __shfl_xor_sync(~0u, high ? v[1] : v[3], 2)};
    const uint32_t c = __shfl_xor_sync(~0u, odd ? a[0] : a[1], 1);
    const uint32_t d = __shfl_xor_sync(~0u, odd ? b[0] : b[1], 1);
    const uint32_t near[2] = {odd ? c : a[0], odd ? a[1] : c};
    const uint32_t far[2] = {odd ? d : b[0], odd ? b[1] : d};
#pragma unroll
    for (int h = 0; h < 2; h++) {
        const uint32_t here = __byte_perm(near[0], near[1], h ? 0x7632 : 0x5410);
        const uint32_t there = __byte_perm(far[0], far[1], h ? 0x7632 : 0x5410);
        row[h] = high ? uint64_t(here) << 32 | there : uint64_t(there) << 32 | here;
    }
}

__device__ int own_row() {
    return threadIdx.x % 4 * 8 + threadIdx.x % 32 / 4;
}

/* Of 32 x 32 bits, lane i with row i, column i. */
__device__ uint32_t transpose(uint32_t row) {
    const int lane = threadIdx.x % 32;
    uint32_t mask = 0xffff;
#pragma unroll
    for (int k = 16; k > 0; k /= 2, mask ^= mask << k) {
        const uint32_t other = __shfl_xor_sync(~0u, row, k);
        row = lane & k ? (row & ~mask) | (other >> k & mask) : (row & mask) | (other << k & ~mask);
    }
    return row;
}

/* Of 64 x 64 bits: lane i has rows i and i + 32. */
__device__ void transpose(uint64_t row[2]) {
    const uint32_t a = transpose(uint32_t(row[0])), b = transpose(uint32_t(row[0] >> 32));
    const uint32_t c = transpose(uint32_t(row[1])), d = transpose(uint32_t(row[1] >> 32));
    row[0] = uint64_t(c) << 32 | a;
    row[1] = uint64_t(d) << 32 | b;
}

/* The bits of columns from..to-1 in word w. */
__device__ uint64_t within(int64_t w, int64_t from, int64_t to) {
    const int64_t low = max(from - 64 * w, int64_t(0)), high = min(to - 64 * w, int64_t(64));
    return low < high ? ~UINT64_C(0) >> (64 - high + low) << low : 0;
}

/* Word w of this row and of the one 32 below. */
__device__ void read_rows(uint64_t word[2], const Bits &bits, int64_t row, int64_t w) {
    word[0] = bits.word[row * bits.stride + w];
    word[1] = bits.word[(row + 32) * bits.stride + w];
}

/* Joins them with `add`; `word` becomes what is there then. */
__device__ void join(const Output &c, int64_t row, int64_t w, uint64_t word[2],
                     const uint64_t add[2]) {
    const uint64_t mask = within(w, c.from, c.to);
#pragma unroll
    for (int h = 0; h < 2; h++) {
        const uint64_t now = word[h] | (add[h] & mask);
        if (now != word[h])
            c.bits.word[(row + 32 * h) * c.bits.stride + w] = now;
        word[h] = now;
    }
}

__global__ void __launch_bounds__(THREADS) product_kernel(const Product p) {
    extern __shared__ uint4 stage[];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int row = warp / ACROSS * SIDE, column = warp % ACROSS * SIDE;
    const int tiles = p.tile ? *p.tiles : p.down * p.across;
    if (p.go && *p.go == 0)
        return;

    /* Copies run ahead of the product, into the next tile, too. */
    int next = blockIdx.x, next_chunk = 0, filled = 0;
    const uint64_t *x = nullptr, *y = nullptr;
    auto copy_next = [&]() {
        if (next < tiles) {
            const int copy_row = threadIdx.x / UNITS, unit = threadIdx.x % UNITS;
            if (next_chunk == 0) {
                const Place at = place(p, p.tile ? p.tile[next] : next);
                x = p.x.word + (int64_t(at.down) * TILE_ROWS + copy_row) * p.x.stride + 2 * unit;
                y = p.y.word + (int64_t(at.across) * TILE_COLUMNS + copy_row) * p.y.stride +
                    2 * unit;
            }
            uint4 *to = stage + filled * STAGE_UNITS;
#pragma unroll
            for (int r = 0; r < TILE_ROWS; r += THREADS / UNITS)
                copy_unit(to + x_unit(r + copy_row, unit), x + r * p.x.stride);
            to += TILE_ROWS * UNITS;
#pragma unroll
            for (int r = 0; r < TILE_COLUMNS; r += THREADS / UNITS)
                copy_unit(to + y_unit(r + copy_row, unit), y + r * p.y.stride);
            x += WORDS;
            y += WORDS;
            filled = filled + 1 == HERE_STAGES ? 0 : filled + 1;
            if (++next_chunk == p.chunks) {
                next_chunk = 0;
                next += gridDim.x;
            }
        }
        end_copies();
    };
    for (int k = 0; k < HERE_STAGES - 1; k++)
        copy_next();

    int used = 0;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const int t = p.tile ? p.tile[tile] : tile;
        const Place at = place(p, t);
        const int64_t c_row = int64_t(at.down) * TILE_ROWS + row + own_row();
        const int64_t c_column = int64_t(at.across) * TILE_COLUMNS + column;
        uint64_t old[2], add[2];
        int acc[4][8][4];
#pragma unroll
        for (int k = 0; k < 4 * 8 * 4; k++)
            acc[k / 32][k / 4 % 8][k % 4] = -1;
        for (int chunk = 0; chunk < p.chunks; chunk++) {
            await_copies();
            __syncthreads();
            copy_next();
            if (chunk == p.chunks - 1)
                read_rows(old, p.c.bits, c_row, c_column / 64);
            const uint4 *from = stage + used * STAGE_UNITS;
            multiply(acc, from + row * UNITS, from + (TILE_ROWS + column) * UNITS);
            used = used + 1 == HERE_STAGES ? 0 : used + 1;
        }
        pack(add, acc);
        const uint64_t news = (add[0] & ~old[0]) | (add[1] & ~old[1]);
        join(p.c, c_row, c_column / 64, old, add);
        if (p.full) {
            const bool ones =
                (c_row >= p.rows || ~old[0] == 0) && (c_row + 32 >= p.rows || ~old[1] == 0);
            if (__all_sync(~0u, ones) && lane == 0)
                p.full[t * (DOWN * ACROSS) + warp] = 1;
        }
        if (__any_sync(~0u, news != 0)) {
            if (p.changed && lane == 0)
                *p.changed = 1;
            if (p.transposed.bits.word) {
                const int64_t ct_row = c_column + lane, ct_column = c_row - own_row();
                for (int h = 0; h < 2; h++)
                    add[h] = __shfl_sync(~0u, add[h], lane % 8 * 4 + lane / 8);
                transpose(add);
                read_rows(old, p.transposed.bits, ct_row, ct_column / 64);
                join(p.transposed, ct_row, ct_column / 64, old, add);
            }
        }
    }
}

/* Lists the tiles that are not full, without those of rows from..to-1. */
__global__ void list_kernel(const Product p, int from, int to, int *tile, int *tiles) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    bool open = false;
    if (t < p.down * p.across) {
        const int row = place(p, t).down * TILE_ROWS;
        bool full = true;
        for (int k = 0; k < DOWN * ACROSS; k++)
            full = full && p.full[t * (DOWN * ACROSS) + k];
        open = !full && (row < from || row >= to);
    }
    const uint32_t mask = __ballot_sync(~0u, open);
    const int lane = threadIdx.x % 32;
    int at = 0;
    if (lane == 0 && mask != 0)
        at = atomicAdd(tiles, __popc(mask));
    at = __shfl_sync(~0u, at, 0);
    if (open)
        tile[at + __popc(mask & ((1u << lane) - 1))] = t;
}

/* A warp transposes 64 rows of a into 64 columns of z; those of z from..to-1 are set, others 0. */
__global__ void transpose_kernel(Output z, Bits a) {
    const int64_t w = int64_t(blockIdx.x) * blockDim.y + threadIdx.y;
    uint64_t row[2];
    read_rows(row, a, 64 * int64_t(blockIdx.y) + threadIdx.x, w);
    transpose(row);
    const uint64_t mask = within(blockIdx.y, z.from, z.to);
    for (int h = 0; h < 2; h++)
        z.bits.word[(64 * w + threadIdx.x + 32 * h) * z.bits.stride + blockIdx.y] = row[h] & mask;
}

/* Columns from n on are vertices that lead nowhere; they count as reached, so that tiles get full.
 * Rows from n on are 0. */
__global__ void enter_kernel(Bits to, Bits from, int64_t n) {
    const int64_t i = blockIdx.x;
    for (int64_t w = threadIdx.x; w < to.stride; w += blockDim.x)
        to.word[i * to.stride + w] =
            i < n ? (64 * w < n ? from.word[i * from.stride + w] : 0) | ~within(w, 0, n) : 0;
}

__global__ void leave_kernel(Bits to, Bits from, int64_t n) {
    const int64_t i = blockIdx.x;
    for (int64_t w = threadIdx.x; 64 * w < n; w += blockDim.x) {
        const uint64_t old = to.word[i * to.stride + w];
        const uint64_t now = old | (from.word[i * from.stride + w] & within(w, 0, n));
        if (now != old)
            to.word[i * to.stride + w] = now;
    }
}

/* ---- Launchers ---- */

/* Squarings of a block, at most; and its counters: whether each changes something, how many tiles
 * are to be done. */
enum { ROUNDS = 12, TILES = ROUNDS, COUNTERS = ROUNDS + 1 };

int64_t up(int64_t a, int64_t unit) {
    return (a + unit - 1) / unit * unit;
}

/* A matrix that is being closed, padded to CHUNK, and its scratch. */
struct Closure {
    Gpu *gpu;
    int64_t n, padded, block; /* pivots of a block */
    Bits a, strip;            /* strip: T */
    int *counters;            /* COUNTERS for each block, 0 */
    int *tile;
    uint8_t *full;
    GpuBlock memory;
};

cudaError_t multiply(const Closure *c, const Product *p) {
    Gpu *gpu = c->gpu;
    const int stages = gpu->capability >= 80 ? STAGES : OLD_STAGES;
    const int shared = stages * STAGE_UNITS * int(sizeof(uint4));
    const int tiles = p->down * p->across;
    const int blocks = tiles < gpu->multiprocessors ? tiles : gpu->multiprocessors;
    product_kernel<<<blocks, THREADS, shared, gpu->stream>>>(*p);
    GPU_TRY(gpu, cudaGetLastError());
    return cudaSuccess;
}

/* The pivots first..last-1 of the block that begins at `at`. */
cudaError_t pass(const Closure *c, int64_t at, int64_t size, int64_t first, int64_t last,
                 int *counter) {
    Gpu *gpu = c->gpu;
    const int64_t from = first > at ? first - at : 0;
    const int64_t to = last - at < size ? last - at : size;
    const Bits rows = {c->a.word + at * c->a.stride, c->a.stride};
    const Bits columns = {c->a.word + at / 64, c->a.stride};
    const Bits corner = {rows.word + at / 64, c->a.stride};
    const Bits strip_corner = {c->strip.word + at * c->strip.stride, c->strip.stride};
    cudaError_t error;

    const dim3 warps(32, 4), grid(unsigned(c->padded / 256), unsigned(size / 64));
    transpose_kernel<<<grid, warps, 0, gpu->stream>>>({c->strip, from, to}, rows);
    GPU_TRY(gpu, cudaGetLastError());

    Product p = {};
    p.chunks = int(size / CHUNK);
    p.across = int(size / TILE_COLUMNS);

    p.x = corner;
    p.y = strip_corner;
    p.c = {corner, 0, size};
    p.transposed = {strip_corner, from, to};
    p.down = int(size / TILE_ROWS);
    const int64_t longest = to - from + 1 < size ? to - from + 1 : size;
    for (int k = 0; INT64_C(1) << k < longest; k++) {
        p.go = k > 0 ? counter + k - 1 : nullptr;
        p.changed = counter + k;
        if ((error = multiply(c, &p)) != cudaSuccess)
            return error;
    }
    if (size == c->padded)
        return cudaSuccess;
    p.go = nullptr;
    p.changed = nullptr;

    p.x = c->strip;
    p.y = corner;
    p.c = {c->strip, from, to};
    p.transposed = {rows, 0, c->padded};
    p.down = int(c->padded / TILE_ROWS);
    if ((error = multiply(c, &p)) != cudaSuccess)
        return error;

    p.x = columns;
    p.y = c->strip;
    p.c = {c->a, 0, c->padded};
    p.transposed = {};
    p.across = int(c->padded / TILE_COLUMNS);
    p.full = c->full;
    p.rows = c->n;
    p.tile = c->tile;
    p.tiles = counter + TILES;
    list_kernel<<<unsigned(up(int64_t(p.down) * p.across, 256) / 256), 256, 0, gpu->stream>>>(
        p, int(at), int(at + size), c->tile, counter + TILES);
    GPU_TRY(gpu, cudaGetLastError());
    return multiply(c, &p);
}

cudaError_t passes(const Closure *c, Bits matrix, int64_t first, int64_t last, int64_t tiles) {
    Gpu *gpu = c->gpu;
    const int64_t blocks = c->padded / c->block + 2;
    int *counter = c->counters;
    GPU_TRY(gpu,
            cudaMemsetAsync(c->counters, 0, size_t(blocks) * COUNTERS * sizeof(int), gpu->stream));
    GPU_TRY(gpu, cudaMemsetAsync(c->full, 0, size_t(tiles) * DOWN * ACROSS, gpu->stream));
    enter_kernel<<<unsigned(c->padded), 128, 0, gpu->stream>>>(c->a, matrix, c->n);
    GPU_TRY(gpu, cudaGetLastError());
    const int stages = gpu->capability >= 80 ? STAGES : OLD_STAGES;
    GPU_TRY(gpu, cudaFuncSetAttribute(product_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      stages * STAGE_UNITS * int(sizeof(uint4))));
    for (int64_t at = first / CHUNK * CHUNK; at < last; at += c->block, counter += COUNTERS) {
        const int64_t rest = up(last - at, CHUNK);
        const cudaError_t error =
            pass(c, at, rest < c->block ? rest : c->block, first, last, counter);
        if (error != cudaSuccess)
            return error;
    }
    leave_kernel<<<unsigned(c->n), 128, 0, gpu->stream>>>(matrix, c->a, c->n);
    GPU_TRY(gpu, cudaGetLastError());
    return cudaSuccess;
}

} // namespace

cudaError_t gpu_warshall(Gpu *gpu, uint64_t *rows, int64_t stride, int64_t n, int64_t first,
                         int64_t last) {
    if (first >= last)
        return cudaSuccess;
    Closure c = {};
    c.gpu = gpu;
    c.n = n;
    c.padded = up(n, CHUNK);
    c.block = c.padded <= 32768 ? 2048 : 4096;
    const int64_t tiles = c.padded / TILE_ROWS * (c.padded / TILE_COLUMNS);
    const int64_t a_bytes = c.padded * (c.padded / 8), strip_bytes = c.padded * (c.block / 8);
    const int64_t full_bytes = up(tiles * DOWN * ACROSS, 256);
    const int64_t counter_bytes = (c.padded / c.block + 2) * COUNTERS * int64_t(sizeof(int));
    cudaError_t error = gpu_alloc(gpu, &c.memory,
                                  a_bytes + strip_bytes + full_bytes + up(counter_bytes, 256) +
                                      tiles * int64_t(sizeof(int)));
    if (error != cudaSuccess)
        return error;
    char *at = static_cast<char *>(c.memory.at);
    c.a = {reinterpret_cast<uint64_t *>(at), c.padded / 64};
    at += a_bytes;
    c.strip = {reinterpret_cast<uint64_t *>(at), c.block / 64};
    at += strip_bytes;
    c.full = reinterpret_cast<uint8_t *>(at);
    at += full_bytes;
    c.counters = reinterpret_cast<int *>(at);
    at += up(counter_bytes, 256);
    c.tile = reinterpret_cast<int *>(at);
    error = passes(&c, {rows, stride}, first, last, tiles);
    gpu_free(gpu, &c.memory);
    return error;
}

cudaError_t gpu_closure(Gpu *gpu, uint64_t *rows, int64_t stride, int64_t n) {
    return gpu_warshall(gpu, rows, stride, n, 0, n);
}
