/* SPDX-License-Identifier: MIT */
/* A thread takes 64 rows through all columns. */
#include "kernels/basic.h"

#include <algorithm>

#include "kernels/columns.cuh"
#include "kernels/scalar_result.cuh"

enum { BLOCK = 256, BLOCKS = 8, CHUNK = 64 };

/* The compiler knows whether a second operand is one row for all. */
template <bool SAME> static __device__ Columns known(Columns f) {
    f.same = SAME;
    return f;
}

/* ---- Comparison ---- */

template <bool SAME>
static __global__ void __launch_bounds__(BLOCK)
    compare(Columns t, Columns f, int64_t cols, int64_t words, uint64_t last, const uint64_t *x,
            uint64_t *equal, uint64_t *less, uint64_t *greater) {
    const int64_t at = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (at >= words)
        return;
    const uint64_t all = x != NULL ? x[at] : at == words - 1 ? last : ~UINT64_C(0);
    uint64_t below;
    const uint64_t same = columns_compare(known<false>(t), known<SAME>(f), cols, at, all, &below);
    if (equal != NULL)
        equal[at] = same;
    if (less != NULL)
        less[at] = below;
    if (greater != NULL)
        greater[at] = all & ~same & ~below;
}

/* ---- The minimum ---- */

/* The first `cols` columns, at most 64, of the minimum of the rows x, column 1 the highest bit:
 * of 64 rows in a thread, then of all. `flip` is ~0 for the maximum. A thread stops when its
 * value exceeds the minimum known so far. */
static __global__ void __launch_bounds__(BLOCK, GPU_BLOCKS(BLOCK, BLOCKS))
    min_row(ScalarResult *result, int64_t *host, unsigned all, Columns t, int cols, int64_t words,
            uint64_t flip, const uint64_t *x) {
    __shared__ unsigned long long best; /* of this block */
    if (threadIdx.x == 0)
        best = ~0ull;
    __syncthreads();
    for (int64_t first = (int64_t)blockIdx.x * BLOCK; first < words;
         first += (int64_t)gridDim.x * BLOCK) {
        const int64_t at = first + threadIdx.x;
        const unsigned long long least = ~*(volatile unsigned long long *)&result->parts;
        unsigned long long value =
            columns_least(known<false>(t), cols, at, at < words ? x[at] : 0, flip, least);
        if (!__any_sync(~0u, value < least))
            continue;
        for (int other = 16; other > 0; other /= 2)
            value = min(value, __shfl_xor_sync(~0u, value, other));
        if (threadIdx.x % 32 == 0 && value < atomicMin(&best, value))
            scalar_result_max(result, ~value, all);
    }
    __syncthreads();
    unsigned long long parts;
    if (threadIdx.x == 0 && scalar_result_is_last(result, &parts, all))
        scalar_result_set(result, host, (int64_t)(__brevll(~parts) ^ flip));
}

/* ---- Copying ---- */

template <bool SAME>
static __global__ void __launch_bounds__(BLOCK)
    merge(uint64_t *s, int64_t stride, Columns f, int64_t cols, int64_t words, const uint64_t *x,
          bool keeps) {
    const int64_t at = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (at < words)
        columns_merge(s, stride, known<SAME>(f), cols, at, x[at], keeps);
}

/* ---- Arithmetic ---- */

template <bool SAME>
static __global__ void __launch_bounds__(BLOCK)
    add(ScalarResult *result, int64_t *host, unsigned all, uint64_t *s, int64_t stride, Columns t,
        Columns f, int64_t cols, int64_t first, int64_t words, const uint64_t *x, uint64_t minus) {
    const int64_t at = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    const uint64_t carry =
        at < words ? columns_add(s, stride, known<false>(t), known<SAME>(f), cols, at, x[at], minus)
                   : 0;
    const unsigned over = __ballot_sync(~0u, carry != 0);
    if (over != 0 && (int)(threadIdx.x % 32) == __ffs((int)over) - 1)
        scalar_result_max(
            result, ~(unsigned long long)(64 * (first + at) + __ffsll((long long)carry) - 1), all);
    __syncthreads();
    unsigned long long parts;
    if (threadIdx.x == 0 && scalar_result_is_last(result, &parts, all))
        scalar_result_set(result, host, parts == 0 ? 0 : (int64_t)~parts + 1);
}

/* ---- Sums ---- */

/* The sum of t * f over the rows x. Of f, `FACTORS` columns are held at a time, behind columns of
 * zeros in the first batch. */
template <int FACTORS>
static __global__ void __launch_bounds__(BLOCK, GPU_BLOCKS(BLOCK, BLOCKS))
    add_products(ScalarResult *result, int64_t *host, unsigned all, Columns t, int64_t cols,
                 Columns f, int64_t factors, int64_t words, const uint64_t *x) {
    const int64_t first = factors - (factors + FACTORS - 1) / FACTORS * FACTORS;
    t = known<false>(t);
    f = known<false>(f);
    unsigned long long mine = 0;
    for (int64_t at = (int64_t)blockIdx.x * BLOCK + threadIdx.x; at < words;
         at += (int64_t)gridDim.x * BLOCK) {
        const uint64_t in = x[at];
        unsigned long long product = 0;
        for (int64_t k = in != 0 ? first : factors; k < factors; k += FACTORS) {
            uint64_t y[FACTORS];
            unsigned long long part = 0;
#pragma unroll
            for (int b = 0; b < FACTORS; b++)
                y[b] = k + b < 0 ? 0 : in & column_word(f, k + b, at);
            for (int64_t j = 0; j < cols; j += COLUMNS) {
                uint64_t v[COLUMNS];
#pragma unroll
                for (int b = 0; b < COLUMNS; b++)
                    v[b] = column_word(t, min(j + b, cols - 1), at);
#pragma unroll
                for (int b = 0; b < COLUMNS; b++) {
                    unsigned ones = 0;
#pragma unroll
                    for (int c = 0; c < FACTORS; c++)
                        ones = 2 * ones + __popcll(v[b] & y[c]);
                    if (j + b < cols)
                        part = 2 * part + ones;
                }
            }
            product = (product << FACTORS) + part;
        }
        mine += product;
    }
    scalar_result_sum(result, host, mine, all);
}

/* ---- Launchers ---- */

/* The second operand, a table or a word, from word `from` on. */
static Columns operand(const GpuTable *f, const uint64_t *w, int64_t from) {
    return f != NULL ? Columns{f->word + from, f->stride, false} : Columns{w, 0, true};
}

static unsigned blocks_for(int64_t words) {
    return (unsigned)(words < 1 ? 1 : (words + BLOCK - 1) / BLOCK);
}

/* A bit vector from a part of its words on; none if there is none. */
template <typename Word> static Word *from(Word *word, const GpuPart &p) {
    return word != NULL ? word + p.from : NULL;
}

cudaError_t gpu_compare(Gpu *gpu, const GpuTable *t, const GpuTable *f, const uint64_t *w,
                        const uint64_t *x, uint64_t *equal, uint64_t *less, uint64_t *greater) {
    const int64_t words = star_words(t->rows);
    return gpu_spread(gpu, words, [=](const GpuPart &p) {
        const uint64_t last = p.from + p.words == words ? star_last_mask(t->rows) : ~UINT64_C(0);
        const auto kernel = f != NULL ? compare<false> : compare<true>;
        GPU_LAUNCH(gpu, kernel<<<blocks_for(p.words), BLOCK, 0, p.stream>>>(
                            operand(t, NULL, p.from), operand(f, w, p.from), t->cols, p.words, last,
                            from(x, p), from(equal, p), from(less, p), from(greater, p)));
        return cudaSuccess;
    });
}

static cudaError_t run_min_row(Gpu *gpu, GpuBlock result, const GpuTable *t, const uint64_t *x,
                               bool greatest) {
    const int64_t words = star_words(t->rows);
    const auto blocks = [=](const GpuPart &p) {
        return std::min(blocks_for(p.words), (unsigned)gpu->multiprocessors * BLOCKS);
    };
    const unsigned all = scalar_result_blocks(gpu, words, blocks);
    return gpu_spread(gpu, words, [=](const GpuPart &p) {
        GPU_LAUNCH(gpu, min_row<<<blocks(p), BLOCK, 0, p.stream>>>(
                            scalar_result_of(result), scalar_result_host(gpu), all,
                            operand(t, NULL, p.from), (int)t->cols, p.words,
                            greatest ? ~UINT64_C(0) : 0, from(x, p)));
        return cudaSuccess;
    });
}

cudaError_t gpu_extreme(Gpu *gpu, GpuBlock result, const GpuTable *t, const uint64_t *x,
                        bool greatest, uint64_t *z) {
    const uint64_t *w = (const uint64_t *)result.at;
    GpuTable part = *t;
    cudaError_t error = cudaSuccess;
    for (int64_t j = 0; error == cudaSuccess && (j < t->cols || j == 0); j += CHUNK) {
        part.word = t->word + j * t->stride;
        part.cols = t->cols - j;
        if (part.cols > CHUNK)
            part.cols = CHUNK;
        if (part.cols > 0)
            error = run_min_row(gpu, result, &part, x, greatest);
        if (error == cudaSuccess)
            error = gpu_compare(gpu, &part, NULL, w, x, z, NULL, NULL);
        x = z;
    }
    return error;
}

cudaError_t gpu_merge(Gpu *gpu, const GpuTable *s, const GpuTable *f, const uint64_t *w,
                      const uint64_t *x, bool keeps) {
    return gpu_spread(gpu, star_words(s->rows), [=](const GpuPart &p) {
        const auto kernel = f != NULL ? merge<false> : merge<true>;
        GPU_LAUNCH(gpu, kernel<<<blocks_for(p.words), BLOCK, 0, p.stream>>>(
                            from(s->word, p), s->stride, operand(f, w, p.from), s->cols, p.words,
                            from(x, p), keeps));
        return cudaSuccess;
    });
}

cudaError_t gpu_add(Gpu *gpu, GpuBlock result, const GpuTable *s, const GpuTable *t,
                    const GpuTable *f, const uint64_t *w, const uint64_t *x, bool minus) {
    const int64_t words = star_words(s->rows);
    const auto blocks = [](const GpuPart &p) { return blocks_for(p.words); };
    const unsigned all = scalar_result_blocks(gpu, words, blocks);
    return gpu_spread(gpu, words, [=](const GpuPart &p) {
        const auto kernel = f != NULL ? add<false> : add<true>;
        GPU_LAUNCH(gpu,
                   kernel<<<blocks_for(p.words), BLOCK, 0, p.stream>>>(
                       scalar_result_of(result), scalar_result_host(gpu), all, from(s->word, p),
                       s->stride, operand(t, NULL, p.from), operand(f, w, p.from), s->cols, p.from,
                       p.words, from(x, p), minus ? ~UINT64_C(0) : 0));
        return cudaSuccess;
    });
}

template <int FACTORS>
static cudaError_t run_sum(Gpu *gpu, GpuBlock result, const GpuTable *t, const GpuTable *f,
                           const uint64_t *x) {
    const int64_t words = star_words(t->rows);
    const auto blocks = [=](const GpuPart &p) {
        return std::min(blocks_for(p.words), (unsigned)gpu->multiprocessors * BLOCKS);
    };
    const unsigned all = scalar_result_blocks(gpu, words, blocks);
    return gpu_spread(gpu, words, [=](const GpuPart &p) {
        GPU_LAUNCH(gpu, add_products<FACTORS><<<blocks(p), BLOCK, 0, p.stream>>>(
                            scalar_result_of(result), scalar_result_host(gpu), all,
                            operand(t, NULL, p.from), t->cols, operand(f, NULL, p.from), f->cols,
                            p.words, from(x, p)));
        return cudaSuccess;
    });
}

cudaError_t gpu_sum(Gpu *gpu, GpuBlock result, const GpuTable *t, const GpuTable *f,
                    const uint64_t *x) {
    const GpuTable rows = {(uint64_t *)x, 0, t->rows, 1};
    if (f == NULL)
        return run_sum<1>(gpu, result, t, &rows, x);
    if (f->cols <= t->cols)
        return run_sum<4>(gpu, result, t, f, x);
    return run_sum<4>(gpu, result, f, t, x);
}
