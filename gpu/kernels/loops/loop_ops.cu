/* SPDX-License-Identifier: MIT */
/* A warp takes an iteration, or a piece of one if there are few, and passes along its bit
 * vectors. For a reduction a thread owns words of the result and goes from iteration to
 * iteration. Each bit vector is read once, in coalesced pieces: memory is the limit for data
 * larger than the caches. */
#include "kernels/loops/loop_ops.h"

#include <algorithm>

#include "kernels/fuse.cuh"

namespace {

enum { THREADS = 256, WARP = 32, WARPS = THREADS / WARP, BLOCKS = 8 };

/* ---- Expressions ---- */

__device__ const uint64_t *bits_of(const GpuOperand &x, int64_t group, int64_t iteration) {
    return x.word + group * x.group + iteration * x.iteration;
}

template <int N> struct Truth {
    GpuOperand x[N + 1];
    uint32_t table;

    explicit Truth(const GpuExpression &e) : table(N > 0 ? star_fuse_table(&e.fuse) : 0) {
        std::copy_n(e.operand, N, x);
    }

    __device__ FuseTruth<N> bits(int64_t group, int64_t iteration) const {
        FuseTruth<N> l;
#pragma unroll
        for (int k = 0; k < N; k++)
            l.x[k] = bits_of(x[k], group, iteration);
        l.table = table;
        return l;
    }
};

/* Evaluates postfix code operator by operator. */
struct Program {
    GpuOperand x[STAR_PLAN_MAX_OPERANDS];
    uint8_t code[GPU_LOOP_CODE];
    int length;

    explicit Program(const GpuExpression &e) : length(e.fuse.length) {
        std::copy_n(e.operand, e.fuse.operands, x);
        std::copy_n(e.fuse.code, e.fuse.length, code);
    }

    struct Bits {
        const Program *p;
        int64_t group, iteration;

        __device__ uint64_t operator()(int64_t w) const {
            uint64_t stack[STAR_PLAN_MAX_DEPTH], *top = stack; /* one past the top */
            for (int k = 0; k < p->length; k++) {
                const int code = p->code[k];
                if (code >= STAR_FUSE_OPERAND) {
                    *top++ = bits_of(p->x[code - STAR_FUSE_OPERAND], group, iteration)[w];
                } else if (code == STAR_FUSE_NOT) {
                    top[-1] = ~top[-1];
                } else {
                    top--;
                    top[-1] = fuse_apply(code, top[-1], *top);
                }
            }
            return stack[0];
        }
    };

    __device__ Bits bits(int64_t group, int64_t iteration) const {
        return {this, group, iteration};
    }
};

/* The words of a bit vector, and the bits in use of the last one. */
struct Extent {
    int64_t words;
    uint64_t last;

    explicit Extent(const GpuExpression &e)
        : words(star_words(e.length)), last(e.length > 0 ? star_last_mask(e.length) : 0) {
    }
};

__device__ int lane_of() {
    return threadIdx.x % WARP;
}

/* Words that a lane takes at a time: enough reads in flight to keep memory busy. */
template <class Bits> struct Unroll {
    enum { WORDS = 4 };
};
template <> struct Unroll<FuseTruth<1>> {
    enum { WORDS = 8 };
};

/* Loads a lane's words of a bit vector, from word `at` on; 0 from `to` on. Indices are clamped
 * rather than tested, so that the reads are in flight at once. */
template <class Bits>
__device__ void load(uint64_t *v, const Bits &bits, int64_t at, int64_t to, const Extent &extent) {
#pragma unroll
    for (int u = 0; u < Unroll<Bits>::WORDS; u++) {
        const int64_t w = at + u * WARP + lane_of();
        v[u] = bits(min(w, to - 1));
        if (w >= to)
            v[u] = 0;
        if (w == extent.words - 1)
            v[u] &= extent.last;
    }
}

/* Ones in a lane's words from `from` to `to`. */
template <class Bits>
__device__ int64_t ones(const Bits &bits, int64_t from, int64_t to, const Extent &extent) {
    enum { WORDS = Unroll<Bits>::WORDS };
    int64_t count = 0;
    for (int64_t at = from; at < to; at += WARP * WORDS) {
        uint64_t v[WORDS];
        load(v, bits, at, to, extent);
#pragma unroll
        for (int u = 0; u < WORDS; u++)
            count += __popcll(v[u]);
    }
    return count;
}

__device__ int64_t sum_of_warp(int64_t x) {
    for (int other = WARP / 2; other > 0; other /= 2)
        x += __shfl_xor_sync(~0u, x, other);
    return x;
}

/* ---- Distribution of the iterations ---- */

/* Distributes the iterations among warps. A unit is a part of a word of the mask, and a piece of
 * the bit vectors:
 *
 *     mask word   |  part  |  part  |  part  |  part  |   `part` iterations each
 *     bit vector  |    piece    |    piece    | piece |   `piece` words each */
struct Walk {
    GpuLoop iterations;
    int64_t units, pieces, piece;
    int part; /* iterations, a power of two */

    /* Makes as many units as keep `busy` warps busy, or as there are. `cut`: vectors may be cut
     * into pieces. */
    Walk(const GpuLoop &r, int64_t words, int64_t busy, bool cut)
        : iterations(r), pieces(1), piece(words), part(64) {
        const int64_t min_words = 512; /* words of a piece at least */
        while (part > 1 && r.groups * r.words * (64 / part) < busy)
            part /= 2;
        units = r.groups * r.words * (64 / part);
        if (cut && units < busy && words > min_words) {
            pieces = std::min((busy + units - 1) / units, (words + min_words - 1) / min_words);
            piece = (words + pieces - 1) / pieces;
        }
        units *= pieces;
    }

    __device__ uint64_t bits(int64_t unit) const {
        const int64_t at = unit / (64 / part);
        return iterations.mask[at] >> unit % (64 / part) * part & ~UINT64_C(0) >> (64 - part);
    }

    __device__ int64_t group(int64_t unit) const {
        return unit / (64 / part) / iterations.words;
    }

    __device__ int64_t first(int64_t unit) const {
        return unit % (iterations.words * (64 / part)) * part;
    }
};

/* Calls f(group, iteration, first word) for each active iteration, or piece of one, of this
 * warp. */
template <class F> __device__ void each_iteration(const Walk &walk, const F &f) {
    const int64_t warps = (int64_t)gridDim.x * WARPS;
    for (int64_t u = (int64_t)blockIdx.x * WARPS + threadIdx.x / WARP; u < walk.units; u += warps) {
        const int64_t unit = u / walk.pieces;
        for (uint64_t bits = walk.bits(unit); bits != 0; bits &= bits - 1)
            f(walk.group(unit), walk.first(unit) + __ffsll((long long)bits) - 1,
              u % walk.pieces * walk.piece);
    }
}

/* ---- Kernels ---- */

/* Words from..to of z := the bits. */
template <class Bits>
__device__ void write(uint64_t *z, const Bits &bits, int64_t from, int64_t to,
                      const Extent &extent) {
    enum { WORDS = Unroll<Bits>::WORDS };
    for (int64_t at = from; at < to; at += WARP * WORDS) {
        uint64_t v[WORDS];
        load(v, bits, at, to, extent);
#pragma unroll
        for (int u = 0; u < WORDS; u++)
            if (at + u * WARP + lane_of() < to)
                z[at + u * WARP + lane_of()] = v[u];
    }
}

template <class E>
__global__ void __launch_bounds__(THREADS)
    store(const __grid_constant__ E e, const __grid_constant__ Walk walk, Extent extent,
          uint64_t *z, int64_t stride, int64_t vectors, const uint64_t *x) {
    const int64_t warps = (int64_t)gridDim.x * WARPS;
    for (int64_t u = (int64_t)blockIdx.x * WARPS + threadIdx.x / WARP; u < vectors * walk.pieces;
         u += warps) {
        const int64_t i = u / walk.pieces, from = u % walk.pieces * walk.piece;
        const int64_t to = min(from + walk.piece, extent.words);
        const bool is_active =
            i / 64 < walk.iterations.words && (walk.iterations.mask[i / 64] >> i % 64 & 1);
        uint64_t *own = z + i * stride;
        if (!is_active && x == NULL)
            continue;
        if (is_active)
            write(own, e.bits(0, i), from, to, extent);
        else
            write(own, FuseTruth<1>{{x + i * stride}, 2}, from, to, extent);
        for (int64_t w = extent.words + lane_of(); w < stride && to == extent.words; w += WARP)
            own[w] = 0;
    }
}

__device__ uint64_t reduced(int op, uint64_t x, uint64_t y) {
    return op == STAR_FUSE_AND ? x & y : op == STAR_FUSE_XOR ? x ^ y : x | y;
}

/* `width` threads take neighbouring words of the result; THREADS / width groups of them share
 * the iterations. */
template <class E>
__global__ void __launch_bounds__(THREADS)
    reduce(const __grid_constant__ E e, const __grid_constant__ Walk walk, Extent extent, int width,
           uint64_t *z, int op) {
    const int64_t w = (int64_t)blockIdx.x * width + threadIdx.x % width;
    const int64_t at = min(w, extent.words - 1);
    const int64_t shares = (int64_t)gridDim.y * (THREADS / width);
    const uint64_t neutral = op == STAR_FUSE_AND ? ~UINT64_C(0) : 0;
    enum { IN_FLIGHT = 4 }; /* iterations whose reads are in flight at once */
    uint64_t all = neutral;
    for (int64_t unit = (int64_t)blockIdx.y * (THREADS / width) + threadIdx.x / width;
         unit < walk.units; unit += shares) {
        const int64_t group = walk.group(unit), first = walk.first(unit);
        for (uint64_t bits = walk.bits(unit); bits != 0;) {
            uint64_t v[IN_FLIGHT];
            int bit = 0;
#pragma unroll
            for (int k = 0; k < IN_FLIGHT; k++, bits &= bits - 1) {
                const bool has = bits != 0;
                bit = has ? __ffsll((long long)bits) - 1 : bit;
                v[k] = e.bits(group, first + bit)(at);
                v[k] = has ? v[k] : neutral;
            }
#pragma unroll
            for (int k = 0; k < IN_FLIGHT; k++)
                all = reduced(op, all, v[k]);
        }
    }
    if (w >= extent.words || all == neutral)
        return;
    if (w == extent.words - 1)
        all &= extent.last;
    unsigned long long *to = (unsigned long long *)&z[w];
    switch (op) {
    case STAR_FUSE_AND: atomicAnd(to, all); break;
    case STAR_FUSE_XOR: atomicXor(to, all); break;
    case STAR_FUSE_ANDN: atomicAnd(to, ~all); break;
    default: atomicOr(to, all);
    }
}

template <class E>
__global__ void __launch_bounds__(THREADS)
    some(const __grid_constant__ E e, const __grid_constant__ Walk walk, Extent extent,
         uint64_t *mask) {
    each_iteration(walk, [&](int64_t group, int64_t iteration, int64_t from) {
        const int64_t to = min(from + walk.piece, extent.words);
        const auto bits = e.bits(group, iteration);
        enum { WORDS = Unroll<decltype(e.bits(0, 0))>::WORDS };
        for (int64_t at = from; at < to; at += WARP * WORDS) {
            uint64_t v[WORDS], any = 0;
            load(v, bits, at, to, extent);
#pragma unroll
            for (int u = 0; u < WORDS; u++)
                any |= v[u];
            if (!__any_sync(~0u, any != 0))
                continue;
            if (lane_of() == 0)
                atomicOr(
                    (unsigned long long *)&mask[group * walk.iterations.words + iteration / 64],
                    1ULL << iteration % 64);
            break;
        }
    });
}

/* A lane's share of the scalar of an iteration. */
template <class E>
__device__ int64_t share_of(const E &e, const Walk &walk, const Extent &extent, int term,
                            int64_t group, int64_t iteration, int64_t from) {
    if (term == STAR_PLAN_ONES)
        return ones(e.bits(group, iteration), from, min(from + walk.piece, extent.words), extent);
    if (lane_of() != 0)
        return 0;
    return term == STAR_PLAN_NUMBER ? iteration + 1 : 1;
}

template <class E>
__global__ void __launch_bounds__(THREADS)
    sum(const __grid_constant__ E e, const __grid_constant__ Walk walk, Extent extent, int term,
        int64_t factor, GpuFound *found) {
    __shared__ unsigned long long total;
    int64_t mine = 0;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    each_iteration(walk, [&](int64_t group, int64_t iteration, int64_t from) {
        mine += share_of(e, walk, extent, term, group, iteration, from);
    });
    mine = sum_of_warp(mine);
    if (lane_of() == 0)
        atomicAdd(&total, (unsigned long long)mine);
    __syncthreads();
    if (threadIdx.x == 0 && total != 0)
        atomicAdd((unsigned long long *)&found->value, total * (unsigned long long)factor);
}

/* ---- Extremes ---- */

struct Best {
    int64_t value, group, iteration;
};

struct Order {
    bool max, last;

    __device__ bool operator()(const Best &a, const Best &b) const {
        if (a.iteration < 0 || b.iteration < 0)
            return b.iteration < 0;
        if (a.value != b.value)
            return (a.value > b.value) == max;
        const bool later = a.group != b.group ? a.group > b.group : a.iteration > b.iteration;
        return later == last;
    }
};

/* The best of a block, in its first thread. */
__device__ Best best_of_block(const Best &mine, const Order &is_better) {
    __shared__ Best all[THREADS];
    __syncthreads();
    all[threadIdx.x] = mine;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half && is_better(all[threadIdx.x + half], all[threadIdx.x]))
            all[threadIdx.x] = all[threadIdx.x + half];
    }
    return threadIdx.x == 0 ? all[0] : mine;
}

/* The last block to finish reduces the results of all blocks. */
template <class E>
__global__ void __launch_bounds__(THREADS)
    best(const __grid_constant__ E e, const __grid_constant__ Walk walk, Extent extent, int term,
         int64_t factor, Order is_better, GpuFound *found, Best *room) {
    __shared__ bool is_last;
    Best mine = {0, 0, -1};
    each_iteration(walk, [&](int64_t group, int64_t iteration, int64_t from) {
        const int64_t x = sum_of_warp(share_of(e, walk, extent, term, group, iteration, from));
        const Best now = {(int64_t)((uint64_t)x * (uint64_t)factor), group, iteration};
        if (is_better(now, mine))
            mine = now;
    });
    mine = best_of_block(mine, is_better);
    if (threadIdx.x == 0) {
        room[blockIdx.x] = mine;
        __threadfence();
        is_last = atomicAdd((unsigned long long *)&found->done, 1ULL) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!is_last)
        return;
    mine = {0, 0, -1};
    for (unsigned k = threadIdx.x; k < gridDim.x; k += THREADS) {
        const Best other = {__ldcg(&room[k].value), __ldcg(&room[k].group),
                            __ldcg(&room[k].iteration)};
        if (is_better(other, mine))
            mine = other;
    }
    mine = best_of_block(mine, is_better);
    if (threadIdx.x == 0) {
        found->value = mine.value;
        found->group = mine.group;
        found->iteration = mine.iteration;
    }
}

/* ---- One iteration ---- */

template <class E>
__global__ void __launch_bounds__(THREADS)
    count(const __grid_constant__ E e, Extent extent, GpuFound *found) {
    const int64_t group = found->group, iteration = found->iteration;
    int64_t mine = 0;
    if (iteration < 0)
        return;
    const auto bits = e.bits(group, iteration);
    for (int64_t w = (int64_t)blockIdx.x * THREADS + threadIdx.x; w < extent.words;
         w += (int64_t)gridDim.x * THREADS)
        mine += __popcll(bits(w) & (w == extent.words - 1 ? extent.last : ~UINT64_C(0)));
    mine = sum_of_warp(mine);
    if (lane_of() == 0 && mine != 0)
        atomicAdd((unsigned long long *)&found->value, (unsigned long long)mine);
}

template <class E>
__global__ void __launch_bounds__(THREADS)
    copy(const __grid_constant__ E e, Extent extent, const GpuFound *found, uint64_t *z) {
    if (found->iteration < 0)
        return;
    const auto bits = e.bits(found->group, found->iteration);
    for (int64_t w = (int64_t)blockIdx.x * THREADS + threadIdx.x; w < extent.words;
         w += (int64_t)gridDim.x * THREADS)
        z[w] = bits(w) & (w == extent.words - 1 ? extent.last : ~UINT64_C(0));
}

/* ---- Launchers ---- */

/* Calls f with the expression in the form that its kernels take. */
template <class F> cudaError_t with(const GpuExpression &e, const F &f) {
    switch (e.fuse.operands) {
    case 1: return f(Truth<1>(e));
    case 2: return f(Truth<2>(e));
    case 3: return f(Truth<3>(e));
    case 4: return f(Truth<4>(e));
    default: return f(Program(e));
    }
}

/* The expression of a scalar may have no code. */
template <class F> cudaError_t with_scalar(const GpuScalar &s, const F &f) {
    return s.of.fuse.length == 0 ? f(Truth<0>(s.of)) : with(s.of, f);
}

int64_t busy(const Gpu *gpu) {
    return (int64_t)gpu->multiprocessors * BLOCKS * WARPS;
}

/* Blocks for `units` units, `each` to a block. */
unsigned blocks_for(const Gpu *gpu, int64_t units, int each) {
    const int64_t max_blocks = (int64_t)gpu->multiprocessors * BLOCKS;
    return (unsigned)std::max(INT64_C(1), std::min(max_blocks, (units + each - 1) / each));
}

} // namespace

cudaError_t gpu_loop_store(Gpu *gpu, const GpuLoop *iterations, const GpuExpression *e, uint64_t *z,
                           int64_t stride, int64_t vectors, const uint64_t *x) {
    const Extent extent(*e);
    const Walk walk({iterations->mask, 1, iterations->words}, extent.words, busy(gpu), true);
    return with(*e, [&](const auto &form) {
        GPU_LAUNCH(
            gpu, store<<<blocks_for(gpu, vectors * walk.pieces, WARPS), THREADS, 0, gpu->stream>>>(
                     form, walk, extent, z, stride, vectors, x));
        return cudaSuccess;
    });
}

cudaError_t gpu_loop_reduce(Gpu *gpu, const GpuLoop *iterations, const GpuExpression *e,
                            uint64_t *z, int op) {
    const Extent extent(*e);
    int width = WARP; /* divides THREADS */
    while (width < THREADS && width < extent.words)
        width *= 2;
    const int64_t tiles = (extent.words + width - 1) / width, high = THREADS / width;
    const int64_t shares = std::max(INT64_C(1), gpu->multiprocessors * BLOCKS / tiles);
    /* a unit of a few iterations keeps their reads in flight */
    const Walk walk(*iterations, extent.words, shares * high, false);
    const int64_t rows = std::min((walk.units + high - 1) / high, shares);
    return with(*e, [&](const auto &form) {
        GPU_LAUNCH(gpu, reduce<<<dim3((unsigned)tiles, (unsigned)rows), THREADS, 0, gpu->stream>>>(
                            form, walk, extent, width, z, op));
        return cudaSuccess;
    });
}

cudaError_t gpu_loop_some(Gpu *gpu, const GpuLoop *iterations, const GpuExpression *e,
                          uint64_t *mask) {
    const Extent extent(*e);
    const Walk walk(*iterations, extent.words, busy(gpu), true);
    return with(*e, [&](const auto &form) {
        GPU_LAUNCH(gpu, some<<<blocks_for(gpu, walk.units, WARPS), THREADS, 0, gpu->stream>>>(
                            form, walk, extent, mask));
        return cudaSuccess;
    });
}

cudaError_t gpu_loop_sum(Gpu *gpu, const GpuLoop *iterations, const GpuScalar *s, GpuFound *found) {
    const Extent extent(s->of);
    const Walk walk(*iterations, extent.words, busy(gpu), s->term == STAR_PLAN_ONES);
    return with_scalar(*s, [&](const auto &form) {
        GPU_LAUNCH(gpu, sum<<<blocks_for(gpu, walk.units, WARPS), THREADS, 0, gpu->stream>>>(
                            form, walk, extent, s->term, s->factor, found));
        return cudaSuccess;
    });
}

cudaError_t gpu_loop_best(Gpu *gpu, const GpuLoop *iterations, const GpuScalar *s, bool max,
                          bool last, GpuFound *found, void *room) {
    const Extent extent(s->of);
    const Walk walk(*iterations, extent.words, busy(gpu), false);
    const unsigned blocks =
        std::min(blocks_for(gpu, walk.units, WARPS), GPU_LOOP_ROOM / (unsigned)sizeof(Best));
    return with_scalar(*s, [&](const auto &form) {
        GPU_LAUNCH(gpu, best<<<blocks, THREADS, 0, gpu->stream>>>(form, walk, extent, s->term,
                                                                  s->factor, Order{max, last},
                                                                  found, (Best *)room));
        return cudaSuccess;
    });
}

cudaError_t gpu_loop_count(Gpu *gpu, const GpuExpression *e, GpuFound *found) {
    const Extent extent(*e);
    return with(*e, [&](const auto &form) {
        GPU_LAUNCH(gpu, count<<<blocks_for(gpu, extent.words, THREADS), THREADS, 0, gpu->stream>>>(
                            form, extent, found));
        return cudaSuccess;
    });
}

cudaError_t gpu_loop_bits(Gpu *gpu, const GpuExpression *e, const GpuFound *found, uint64_t *z) {
    const Extent extent(*e);
    return with(*e, [&](const auto &form) {
        GPU_LAUNCH(gpu, copy<<<blocks_for(gpu, extent.words, THREADS), THREADS, 0, gpu->stream>>>(
                            form, extent, found, z));
        return cudaSuccess;
    });
}
