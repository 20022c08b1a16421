/* SPDX-License-Identifier: MIT */
/* Each word of a result is a function of its number: one kernel evaluates them
 * all, on each device the words that it has. Every word is read once, so
 * nothing is tiled. */
#include <string.h>

#include "device/spread.h"

#include "kernels/fuse.cuh"

enum { BLOCK = 256, UNROLL = 4 };

/* ---- Functions of a word's number ---- */

/* A bit vector with zeros around it, shifted to start at component `offset`, from 0. */
struct View {
    const uint64_t *word;
    int64_t words, skip;
    int bit;

    View(const uint64_t *y, int64_t length, int64_t offset)
        : word(y), words(star_words(length)), skip(offset >> 6), bit((int)(offset & 63)) {
    }

    __device__ uint64_t at(int64_t w) const {
        return (uint64_t)w < (uint64_t)words ? word[w] : 0;
    }

    __device__ uint64_t operator()(int64_t w) const {
        return at(w + skip) >> bit | at(w + skip + 1) << (63 - bit) << 1;
    }
};

/* The last 64 components are the first ones. */
struct Mirror {
    View end;
    __device__ uint64_t operator()(int64_t w) const {
        return __brevll(end(-w));
    }
};

/* Bits 0..15 at the even places. */
static __device__ uint32_t spread(uint32_t x) {
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

/* Word w of a perfect shuffle: 32 components of either half of the bit vector, 16 for each half
 * of the word. */
struct Shuffle {
    const uint32_t *half, *other;
    int64_t others; /* words of 32 components from `other` on */
    int bit;

    Shuffle(const uint64_t *y, int64_t length)
        : half((const uint32_t *)y), other(half + length / 64),
          others(2 * star_words(length) - length / 64), bit((int)(length / 2 % 32)) {
    }

    __device__ uint64_t operator()(int64_t w) const {
        const uint32_t odd = half[w], next = w + 1 < others ? other[w + 1] : 0;
        const uint32_t even = __funnelshift_r(other[w], next, bit);
        const uint32_t low = spread(odd & 0xffff) | spread(even & 0xffff) << 1;
        return low | (uint64_t)(spread(odd >> 16) | spread(even >> 16) << 1) << 32;
    }
};

/* Ones in components first..last, from 0. */
struct Range {
    int64_t first_word, last_word;
    uint64_t first_mask, last_mask;

    Range(int64_t first, int64_t last)
        : first_word(first / 64), last_word(last / 64), first_mask(~UINT64_C(0) << first % 64),
          last_mask(star_last_mask(last + 1)) {
    }

    __device__ uint64_t operator()(int64_t w) const {
        uint64_t ones = w >= first_word && w <= last_word ? ~UINT64_C(0) : 0;
        if (w == first_word)
            ones &= first_mask;
        if (w == last_word)
            ones &= last_mask;
        return ones;
    }
};

/* One view within a range of components, another outside it. Either is read only there, both
 * only at the ends of the range. */
struct Join {
    View inside, outside;
    Range range;

    /* True if words from..to are all within the range, or all outside. */
    __device__ bool is_inside(int64_t from, int64_t to) const {
        return from > range.first_word && to < range.last_word;
    }

    __device__ bool is_outside(int64_t from, int64_t to) const {
        return to < range.first_word || from > range.last_word;
    }

    __device__ uint64_t operator()(int64_t w) const {
        const uint64_t ones = range(w);
        const View seen = ones != 0 ? inside : outside;
        const uint64_t value = seen(w);
        if (ones == 0 || ~ones == 0)
            return value;
        return (value & ones) | (outside(w) & ~ones);
    }
};

struct Only {
    const int64_t *at;
    __device__ uint64_t operator()(int64_t w) const {
        const int64_t i = *at - 1;
        return i >= 0 && i / 64 == w ? UINT64_C(1) << i % 64 : 0;
    }
};

/* ---- Kernels ---- */

/* z[w] := word(w), from word `from` on. All reads come before the writes, and
 * indices are clamped rather than tested, so that a thread's reads are in
 * flight at once. */
template <typename Word>
static __device__ void write_tile(uint64_t *z, int64_t from, int64_t words, uint64_t last,
                                  const Word &word) {
    const int64_t first = from + (int64_t)blockIdx.x * (BLOCK * UNROLL) + threadIdx.x;
    uint64_t value[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; u++)
        value[u] = word(min(first + u * BLOCK, words - 1));
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        const int64_t w = first + u * BLOCK;
        if (w < words)
            z[w] = w == words - 1 ? value[u] & last : value[u];
    }
}

template <typename Word>
static __global__ void __launch_bounds__(BLOCK)
    write(uint64_t *z, int64_t from, int64_t words, uint64_t last, const Word word) {
    write_tile(z, from, words, last, word);
}

/* Nearly all tiles read one view, and need no choice between two. */
static __global__ void __launch_bounds__(BLOCK)
    write(uint64_t *z, int64_t from, int64_t words, uint64_t last,
          const __grid_constant__ Join word) {
    const int64_t first = from + (int64_t)blockIdx.x * (BLOCK * UNROLL);
    const int64_t behind = first + BLOCK * UNROLL - 1;
    if (word.is_inside(first, behind))
        write_tile(z, from, words, last, word.inside);
    else if (word.is_outside(first, behind))
        write_tile(z, from, words, last, word.outside);
    else
        write_tile(z, from, words, last, word);
}

struct Program {
    const uint64_t *operand[STAR_FUSE_MAX_OPERANDS];
    uint8_t code[GPU_FUSE_CODE];
    int length;
};

/* Two words a thread: the top of the stack in registers, the rest in shared memory. All threads
 * take the same branches. */
static __global__ void __launch_bounds__(BLOCK)
    interpret(uint64_t *z, int64_t from, int64_t words, uint64_t last,
              const __grid_constant__ Program program) {
    extern __shared__ uint64_t stack[];
    const int threads = (int)blockDim.x;
    const int64_t w0 = from + (int64_t)blockIdx.x * 2 * threads + threadIdx.x, w1 = w0 + threads;
    const int64_t r0 = min(w0, words - 1), r1 = min(w1, words - 1);
    uint64_t top0 = 0, top1 = 0, *below = stack + threadIdx.x;
    for (int k = 0; k < program.length; k++) {
        const int code = program.code[k];
        if (code >= STAR_FUSE_OPERAND) {
            const uint64_t *x = program.operand[code - STAR_FUSE_OPERAND];
            below[0] = top0;
            below[threads] = top1;
            below += 2 * threads;
            top0 = x[r0];
            top1 = x[r1];
        } else if (code == STAR_FUSE_NOT) {
            top0 = ~top0;
            top1 = ~top1;
        } else {
            below -= 2 * threads;
            top0 = fuse_apply(code, below[0], top0);
            top1 = fuse_apply(code, below[threads], top1);
        }
    }
    if (w0 < words)
        z[w0] = w0 == words - 1 ? top0 & last : top0;
    if (w1 < words)
        z[w1] = w1 == words - 1 ? top1 & last : top1;
}

/* ---- Launchers ---- */

/* The bits in use of the last word of a part of a vector. */
static uint64_t last_of(const GpuPart &part, int64_t length) {
    return part.from + part.words == star_words(length) ? star_last_mask(length) : ~UINT64_C(0);
}

template <typename Word>
static cudaError_t run(Gpu *gpu, uint64_t *z, int64_t length, const Word &word) {
    if (length == 0)
        return cudaSuccess;
    return gpu_spread(gpu, star_words(length), [=](const GpuPart &p) {
        const unsigned blocks = (unsigned)((p.words - 1) / (BLOCK * UNROLL) + 1);
        GPU_LAUNCH(gpu, write<<<blocks, BLOCK, 0, p.stream>>>(z, p.from, p.from + p.words,
                                                              last_of(p, length), word));
        return cudaSuccess;
    });
}

cudaError_t gpu_fill(Gpu *gpu, uint64_t *z, int value, int64_t length) {
    return run(gpu, z, length, FuseTruth<0>{{NULL}, (uint32_t)value});
}

cudaError_t gpu_bits(Gpu *gpu, int op, uint64_t *z, const uint64_t *x, const uint64_t *y,
                     int64_t length) {
    switch (op) {
    case STAR_FUSE_AND: return run(gpu, z, length, FuseTruth<2>{{x, y}, 0x8});
    case STAR_FUSE_OR: return run(gpu, z, length, FuseTruth<2>{{x, y}, 0xe});
    case STAR_FUSE_XOR: return run(gpu, z, length, FuseTruth<2>{{x, y}, 0x6});
    case STAR_FUSE_ANDN: return run(gpu, z, length, FuseTruth<2>{{x, y}, 0x2});
    case STAR_FUSE_NOT: return run(gpu, z, length, FuseTruth<1>{{x}, 0x1});
    default: return run(gpu, z, length, FuseTruth<1>{{x}, 0x2});
    }
}

/* As many threads as have room for their stacks in shared memory. */
static cudaError_t run_program(Gpu *gpu, uint64_t *z, const uint64_t *const *operand,
                               const StarFuse *fuse, int64_t length) {
    enum { ROOM = 48 << 10 };
    const int each = fuse->depth * 2 * (int)sizeof *z;
    int threads = BLOCK;
    Program program;
    program.length = fuse->length;
    memcpy(program.operand, operand, fuse->operands * sizeof *operand);
    memcpy(program.code, fuse->code, fuse->length);
    while (threads * each > ROOM)
        threads /= 2;
    return gpu_spread(gpu, star_words(length), [&](const GpuPart &p) {
        const unsigned blocks = (unsigned)((p.words - 1) / (2 * threads) + 1);
        GPU_LAUNCH(gpu, interpret<<<blocks, threads, threads * each, p.stream>>>(
                            z, p.from, p.from + p.words, last_of(p, length), program));
        return cudaSuccess;
    });
}

cudaError_t gpu_fuse(Gpu *gpu, uint64_t *z, const uint64_t *const *x, const StarFuse *fuse,
                     int64_t length) {
    if (fuse->length > GPU_FUSE_CODE || fuse->depth > GPU_FUSE_DEPTH)
        return gpu_failed(gpu, cudaErrorInvalidValue, "gpu_fuse", __FILE__, __LINE__);
    if (length == 0)
        return cudaSuccess;
    switch (fuse->operands) {
    case 1: return run(gpu, z, length, FuseTruth<1>{{x[0]}, star_fuse_table(fuse)});
    case 2: return run(gpu, z, length, FuseTruth<2>{{x[0], x[1]}, star_fuse_table(fuse)});
    case 3: return run(gpu, z, length, FuseTruth<3>{{x[0], x[1], x[2]}, star_fuse_table(fuse)});
    case 4:
        return run(gpu, z, length, FuseTruth<4>{{x[0], x[1], x[2], x[3]}, star_fuse_table(fuse)});
    default: return run_program(gpu, z, x, fuse, length);
    }
}

cudaError_t gpu_mask(Gpu *gpu, uint64_t *z, int64_t first, int64_t last, int64_t length) {
    if (last < first)
        return gpu_fill(gpu, z, 0, length);
    return run(gpu, z, length, Range(first - 1, last - 1));
}

cudaError_t gpu_only(Gpu *gpu, uint64_t *z, const int64_t *at, int64_t length) {
    return run(gpu, z, length, Only{at});
}

cudaError_t gpu_shift(Gpu *gpu, uint64_t *z, const uint64_t *y, int down, int64_t by,
                      int64_t length) {
    by = by < length ? by : length;
    return run(gpu, z, length, View(y, length, down ? -by : by));
}

cudaError_t gpu_rotate(Gpu *gpu, uint64_t *z, const uint64_t *y, int down, int64_t by,
                       int64_t length) {
    if (length == 0 || by % length == 0)
        return gpu_bits(gpu, STAR_FUSE_OPERAND, z, y, NULL, length);
    const int64_t up = down ? length - by % length : by % length;
    return run(
        gpu, z, length,
        Join{View(y, length, up - length), View(y, length, up), Range(length - up, length - 1)});
}

cudaError_t gpu_mirror(Gpu *gpu, uint64_t *z, const uint64_t *y, int64_t length) {
    return run(gpu, z, length, Mirror{View(y, length, length - 64)});
}

cudaError_t gpu_shuffle(Gpu *gpu, uint64_t *z, const uint64_t *y, int64_t length) {
    return run(gpu, z, length, Shuffle(y, length));
}

cudaError_t gpu_cut(Gpu *gpu, uint64_t *z, int64_t first, int64_t last, const uint64_t *y,
                    int64_t length) {
    return run(gpu, z, last - first + 1, View(y, length, first - 1));
}

cudaError_t gpu_replace(Gpu *gpu, uint64_t *z, int64_t first, int64_t last, const uint64_t *v,
                        const uint64_t *y, int64_t length) {
    if (last < first)
        return gpu_bits(gpu, STAR_FUSE_OPERAND, z, y, NULL, length);
    return run(
        gpu, z, length,
        Join{View(v, last - first + 1, 1 - first), View(y, length, 0), Range(first - 1, last - 1)});
}
