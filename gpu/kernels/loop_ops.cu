/* A warp takes a round, or a piece of one if there are few, and goes along its
 * lines; for a fold a thread has words of the result and goes from round to
 * round. Lines are read once, in whole pieces of memory: its speed is the limit
 * where they do not fit the caches. */
#include "kernels/loop_ops.h"

#include <algorithm>

#include "kernels/fuse.cuh"

namespace {

enum { THREADS = 256, WARP = 32, WARPS = THREADS / WARP, BLOCKS = 8 };

/* ---- Expressions ---- */

__device__ const uint64_t *line_of(const GpuOperand &x, int64_t group, int64_t round) {
    return x.word + group * x.group + round * x.round;
}

template <int N> struct Truth {
    GpuOperand x[N + 1];
    uint32_t table;

    explicit Truth(const GpuExpression &e) : table(N > 0 ? fuse_table(&e.fuse) : 0) {
        std::copy_n(e.operand, N, x);
    }

    __device__ FuseTruth<N> line(int64_t group, int64_t round) const {
        FuseTruth<N> l;
#pragma unroll
        for (int k = 0; k < N; k++)
            l.x[k] = line_of(x[k], group, round);
        l.table = table;
        return l;
    }
};

/* Operator by operator, as plain C does it. */
struct Program {
    GpuOperand x[STAR_LOOP_MAX_OPERANDS];
    uint8_t code[GPU_ROUNDS_CODE];
    int length;

    explicit Program(const GpuExpression &e) : length(e.fuse.length) {
        std::copy_n(e.operand, e.fuse.operands, x);
        std::copy_n(e.fuse.code, e.fuse.length, code);
    }

    struct Line {
        const Program *p;
        int64_t group, round;

        __device__ uint64_t operator()(int64_t w) const {
            uint64_t stack[STAR_LOOP_MAX_DEPTH], *top = stack; /* beyond the newest */
            for (int k = 0; k < p->length; k++) {
                const int code = p->code[k];
                if (code >= STAR_FUSE_OPERAND) {
                    *top++ = line_of(p->x[code - STAR_FUSE_OPERAND], group, round)[w];
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

    __device__ Line line(int64_t group, int64_t round) const {
        return {this, group, round};
    }
};

/* Words of a line, and the bits in use of the last one. */
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

/* Words that a lane takes at a time: so many that what
 * it reads keeps memory busy. */
template <class Line> struct Unroll {
    enum { WORDS = 4 };
};
template <> struct Unroll<FuseTruth<1>> {
    enum { WORDS = 8 };
};

/* A lane's words of a line, from word `at` on; 0 from `to` on. Indices are
 * clamped rather than tested, so that its reads are in flight at once. */
template <class Line>
__device__ void load(uint64_t *v, const Line &line, int64_t at, int64_t to, const Extent &extent) {
#pragma unroll
    for (int u = 0; u < Unroll<Line>::WORDS; u++) {
        const int64_t w = at + u * WARP + lane_of();
        v[u] = line(min(w, to - 1));
        if (w >= to)
            v[u] = 0;
        if (w == extent.words - 1)
            v[u] &= extent.last;
    }
}

/* The ones that a lane sees. */
template <class Line>
__device__ int64_t ones(const Line &line, int64_t from, int64_t to, const Extent &extent) {
    enum { WORDS = Unroll<Line>::WORDS };
    int64_t count = 0;
    for (int64_t at = from; at < to; at += WARP * WORDS) {
        uint64_t v[WORDS];
        load(v, line, at, to, extent);
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

/* ---- The way through the rounds ---- */

/* Rounds are shared out in parts of a word of the mask, lines in pieces. */
struct Walk {
    GpuRounds rounds;
    int64_t units, pieces, piece;
    int part; /* rounds, a power of two */

    /* As many units as keep `busy` warps busy, or as there are; lines of one
     * piece are not cut. */
    Walk(const GpuRounds &r, int64_t words, int64_t busy, bool cut)
        : rounds(r), pieces(1), piece(words), part(64) {
        const int64_t least = 512; /* words of a piece */
        while (part > 1 && r.groups * r.words * (64 / part) < busy)
            part /= 2;
        units = r.groups * r.words * (64 / part);
        if (cut && units < busy && words > least) {
            pieces = std::min((busy + units - 1) / units, (words + least - 1) / least);
            piece = (words + pieces - 1) / pieces;
        }
        units *= pieces;
    }

    __device__ uint64_t bits(int64_t unit) const {
        const int64_t at = unit / (64 / part);
        return rounds.mask[at] >> unit % (64 / part) * part & ~UINT64_C(0) >> (64 - part);
    }

    __device__ int64_t group(int64_t unit) const {
        return unit / (64 / part) / rounds.words;
    }

    __device__ int64_t first(int64_t unit) const {
        return unit % (rounds.words * (64 / part)) * part;
    }
};

/* Calls f for each round, or piece of a round, that a warp has: group, round,
 * first word. */
template <class F> __device__ void each_round(const Walk &walk, const F &f) {
    const int64_t warps = (int64_t)gridDim.x * WARPS;
    for (int64_t u = (int64_t)blockIdx.x * WARPS + threadIdx.x / WARP; u < walk.units; u += warps) {
        const int64_t unit = u / walk.pieces;
        for (uint64_t bits = walk.bits(unit); bits != 0; bits &= bits - 1)
            f(walk.group(unit), walk.first(unit) + __ffsll((long long)bits) - 1,
              u % walk.pieces * walk.piece);
    }
}

/* ---- Kernels ---- */

/* Words from..to of z := a line. */
template <class Line>
__device__ void write(uint64_t *z, const Line &line, int64_t from, int64_t to,
                      const Extent &extent) {
    enum { WORDS = Unroll<Line>::WORDS };
    for (int64_t at = from; at < to; at += WARP * WORDS) {
        uint64_t v[WORDS];
        load(v, line, at, to, extent);
#pragma unroll
        for (int u = 0; u < WORDS; u++)
            if (at + u * WARP + lane_of() < to)
                z[at + u * WARP + lane_of()] = v[u];
    }
}

template <class E>
__global__ void __launch_bounds__(THREADS)
    set(const __grid_constant__ E e, const __grid_constant__ Walk walk, Extent extent, uint64_t *z,
        int64_t stride, int64_t lines, const uint64_t *x) {
    const int64_t warps = (int64_t)gridDim.x * WARPS;
    for (int64_t u = (int64_t)blockIdx.x * WARPS + threadIdx.x / WARP; u < lines * walk.pieces;
         u += warps) {
        const int64_t line = u / walk.pieces, from = u % walk.pieces * walk.piece;
        const int64_t to = min(from + walk.piece, extent.words);
        const bool is_round =
            line / 64 < walk.rounds.words && (walk.rounds.mask[line / 64] >> line % 64 & 1);
        uint64_t *own = z + line * stride;
        if (!is_round && x == NULL)
            continue;
        if (is_round)
            write(own, e.line(0, line), from, to, extent);
        else
            write(own, FuseTruth<1>{{x + line * stride}, 2}, from, to, extent);
        for (int64_t w = extent.words + lane_of(); w < stride && to == extent.words; w += WARP)
            own[w] = 0;
    }
}

__device__ uint64_t folded(int op, uint64_t x, uint64_t y) {
    return op == STAR_FUSE_AND ? x & y : op == STAR_FUSE_XOR ? x ^ y : x | y;
}

/* `width` threads side by side, some of these one after the other. */
template <class E>
__global__ void __launch_bounds__(THREADS)
    fold(const __grid_constant__ E e, const __grid_constant__ Walk walk, Extent extent, int width,
         uint64_t *z, int op) {
    const int64_t w = (int64_t)blockIdx.x * width + threadIdx.x % width;
    const int64_t at = min(w, extent.words - 1);
    const int64_t shares = (int64_t)gridDim.y * (THREADS / width);
    const uint64_t neutral = op == STAR_FUSE_AND ? ~UINT64_C(0) : 0;
    enum { ROUNDS = 4 }; /* whose reads are in flight at once */
    uint64_t all = neutral;
    for (int64_t unit = (int64_t)blockIdx.y * (THREADS / width) + threadIdx.x / width;
         unit < walk.units; unit += shares) {
        const int64_t group = walk.group(unit), first = walk.first(unit);
        for (uint64_t bits = walk.bits(unit); bits != 0;) {
            uint64_t v[ROUNDS];
            int bit = 0;
#pragma unroll
            for (int k = 0; k < ROUNDS; k++, bits &= bits - 1) {
                const bool has = bits != 0;
                bit = has ? __ffsll((long long)bits) - 1 : bit;
                v[k] = e.line(group, first + bit)(at);
                v[k] = has ? v[k] : neutral;
            }
#pragma unroll
            for (int k = 0; k < ROUNDS; k++)
                all = folded(op, all, v[k]);
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
    each_round(walk, [&](int64_t group, int64_t round, int64_t from) {
        const int64_t to = min(from + walk.piece, extent.words);
        const auto line = e.line(group, round);
        enum { WORDS = Unroll<decltype(e.line(0, 0))>::WORDS };
        for (int64_t at = from; at < to; at += WARP * WORDS) {
            uint64_t v[WORDS], any = 0;
            load(v, line, at, to, extent);
#pragma unroll
            for (int u = 0; u < WORDS; u++)
                any |= v[u];
            if (!__any_sync(~0u, any != 0))
                continue;
            if (lane_of() == 0)
                atomicOr((unsigned long long *)&mask[group * walk.rounds.words + round / 64],
                         1ULL << round % 64);
            break;
        }
    });
}

/* What a lane adds to the scalar of a round. */
template <class E>
__device__ int64_t share_of(const E &e, const Walk &walk, const Extent &extent, int term,
                            int64_t group, int64_t round, int64_t from) {
    if (term == STAR_LOOP_ONES)
        return ones(e.line(group, round), from, min(from + walk.piece, extent.words), extent);
    if (lane_of() != 0)
        return 0;
    return term == STAR_LOOP_NUMBER ? round + 1 : 1;
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
    each_round(walk, [&](int64_t group, int64_t round, int64_t from) {
        mine += share_of(e, walk, extent, term, group, round, from);
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
    int64_t value, group, round;
};

struct Order {
    bool most, last;

    __device__ bool operator()(const Best &a, const Best &b) const {
        if (a.round < 0 || b.round < 0)
            return b.round < 0;
        if (a.value != b.value)
            return (a.value > b.value) == most;
        const bool later = a.group != b.group ? a.group > b.group : a.round > b.round;
        return later == last;
    }
};

/* The best one of a block, in its first thread. */
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

/* The last block to be done takes the best one of all blocks. */
template <class E>
__global__ void __launch_bounds__(THREADS)
    best(const __grid_constant__ E e, const __grid_constant__ Walk walk, Extent extent, int term,
         int64_t factor, Order is_better, GpuFound *found, Best *room) {
    __shared__ bool is_last;
    Best mine = {0, 0, -1};
    each_round(walk, [&](int64_t group, int64_t round, int64_t from) {
        const int64_t x = sum_of_warp(share_of(e, walk, extent, term, group, round, from));
        const Best now = {(int64_t)((uint64_t)x * (uint64_t)factor), group, round};
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
        const Best other = {__ldcg(&room[k].value), __ldcg(&room[k].group), __ldcg(&room[k].round)};
        if (is_better(other, mine))
            mine = other;
    }
    mine = best_of_block(mine, is_better);
    if (threadIdx.x == 0) {
        found->value = mine.value;
        found->group = mine.group;
        found->round = mine.round;
    }
}

/* ---- One round ---- */

template <class E>
__global__ void __launch_bounds__(THREADS)
    count(const __grid_constant__ E e, Extent extent, GpuFound *found) {
    const int64_t group = found->group, round = found->round;
    int64_t mine = 0;
    if (round < 0)
        return;
    const auto line = e.line(group, round);
    for (int64_t w = (int64_t)blockIdx.x * THREADS + threadIdx.x; w < extent.words;
         w += (int64_t)gridDim.x * THREADS)
        mine += __popcll(line(w) & (w == extent.words - 1 ? extent.last : ~UINT64_C(0)));
    mine = sum_of_warp(mine);
    if (lane_of() == 0 && mine != 0)
        atomicAdd((unsigned long long *)&found->value, (unsigned long long)mine);
}

template <class E>
__global__ void __launch_bounds__(THREADS)
    copy(const __grid_constant__ E e, Extent extent, const GpuFound *found, uint64_t *z) {
    if (found->round < 0)
        return;
    const auto line = e.line(found->group, found->round);
    for (int64_t w = (int64_t)blockIdx.x * THREADS + threadIdx.x; w < extent.words;
         w += (int64_t)gridDim.x * THREADS)
        z[w] = line(w) & (w == extent.words - 1 ? extent.last : ~UINT64_C(0));
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

/* A scalar's may have no code. */
template <class F> cudaError_t with_scalar(const GpuScalar &s, const F &f) {
    return s.of.fuse.length == 0 ? f(Truth<0>(s.of)) : with(s.of, f);
}

int64_t busy(const Gpu *gpu) {
    return (int64_t)gpu->multiprocessors * BLOCKS * WARPS;
}

/* Blocks for so many warps, or threads. */
unsigned blocks_for(const Gpu *gpu, int64_t units, int each) {
    const int64_t most = (int64_t)gpu->multiprocessors * BLOCKS;
    return (unsigned)std::max(INT64_C(1), std::min(most, (units + each - 1) / each));
}

} // namespace

cudaError_t gpu_rounds_set(Gpu *gpu, const GpuRounds *rounds, const GpuExpression *e, uint64_t *z,
                           int64_t stride, int64_t lines, const uint64_t *x) {
    const Extent extent(*e);
    const Walk walk({rounds->mask, 1, rounds->words}, extent.words, busy(gpu), true);
    return with(*e, [&](const auto &form) {
        GPU_LAUNCH(gpu,
                   set<<<blocks_for(gpu, lines * walk.pieces, WARPS), THREADS, 0, gpu->stream>>>(
                       form, walk, extent, z, stride, lines, x));
        return cudaSuccess;
    });
}

cudaError_t gpu_rounds_fold(Gpu *gpu, const GpuRounds *rounds, const GpuExpression *e, uint64_t *z,
                            int op) {
    const Extent extent(*e);
    int width = WARP; /* THREADS are some of these */
    while (width < THREADS && width < extent.words)
        width *= 2;
    const int64_t tiles = (extent.words + width - 1) / width, high = THREADS / width;
    const int64_t shares = std::max(INT64_C(1), gpu->multiprocessors * BLOCKS / tiles);
    /* a unit of a few rounds keeps their reads in flight */
    const Walk walk(*rounds, extent.words, shares * high, false);
    const int64_t rows = std::min((walk.units + high - 1) / high, shares);
    return with(*e, [&](const auto &form) {
        GPU_LAUNCH(gpu, fold<<<dim3((unsigned)tiles, (unsigned)rows), THREADS, 0, gpu->stream>>>(
                            form, walk, extent, width, z, op));
        return cudaSuccess;
    });
}

cudaError_t gpu_rounds_some(Gpu *gpu, const GpuRounds *rounds, const GpuExpression *e,
                            uint64_t *mask) {
    const Extent extent(*e);
    const Walk walk(*rounds, extent.words, busy(gpu), true);
    return with(*e, [&](const auto &form) {
        GPU_LAUNCH(gpu, some<<<blocks_for(gpu, walk.units, WARPS), THREADS, 0, gpu->stream>>>(
                            form, walk, extent, mask));
        return cudaSuccess;
    });
}

cudaError_t gpu_rounds_sum(Gpu *gpu, const GpuRounds *rounds, const GpuScalar *s, GpuFound *found) {
    const Extent extent(s->of);
    const Walk walk(*rounds, extent.words, busy(gpu), s->term == STAR_LOOP_ONES);
    return with_scalar(*s, [&](const auto &form) {
        GPU_LAUNCH(gpu, sum<<<blocks_for(gpu, walk.units, WARPS), THREADS, 0, gpu->stream>>>(
                            form, walk, extent, s->term, s->factor, found));
        return cudaSuccess;
    });
}

cudaError_t gpu_rounds_best(Gpu *gpu, const GpuRounds *rounds, const GpuScalar *s, bool most,
                            bool last, GpuFound *found, void *room) {
    const Extent extent(s->of);
    const Walk walk(*rounds, extent.words, busy(gpu), false);
    const unsigned blocks =
        std::min(blocks_for(gpu, walk.units, WARPS), GPU_ROUNDS_ROOM / (unsigned)sizeof(Best));
    return with_scalar(*s, [&](const auto &form) {
        GPU_LAUNCH(gpu, best<<<blocks, THREADS, 0, gpu->stream>>>(form, walk, extent, s->term,
                                                                  s->factor, Order{most, last},
                                                                  found, (Best *)room));
        return cudaSuccess;
    });
}

cudaError_t gpu_rounds_count(Gpu *gpu, const GpuExpression *e, GpuFound *found) {
    const Extent extent(*e);
    return with(*e, [&](const auto &form) {
        GPU_LAUNCH(gpu, count<<<blocks_for(gpu, extent.words, THREADS), THREADS, 0, gpu->stream>>>(
                            form, extent, found));
        return cudaSuccess;
    });
}

cudaError_t gpu_rounds_line(Gpu *gpu, const GpuExpression *e, const GpuFound *found, uint64_t *z) {
    const Extent extent(*e);
    return with(*e, [&](const auto &form) {
        GPU_LAUNCH(gpu, copy<<<blocks_for(gpu, extent.words, THREADS), THREADS, 0, gpu->stream>>>(
                            form, extent, found, z));
        return cudaSuccess;
    });
}
