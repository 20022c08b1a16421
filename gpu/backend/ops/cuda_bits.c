/* SPDX-License-Identifier: MIT */
/* Primitives on slices and words: finds the device copies of the operands
 * and calls the kernels of bitwise.cu and search.cu. */
#include "backend/cuda_internal.h"

#include "solvers/closure/components.h"
#include "kernels/bitwise.h"
#include "kernels/search.h"

/* ---- Whole bit vectors ---- */

static cudaError_t fill(Cuda *cuda, StarBits *bits, int value) {
    uint64_t *z;
    CUDA_TRY(cuda_bits_sync(cuda, bits, STAR_OVERWRITE, &z));
    bits->first = 0;
    return gpu_fill(&cuda->gpu, z, value, bits->length);
}

CUDA_CALL(set, fill(cuda, arg[0].bits, 1))
CUDA_CALL(clr, fill(cuda, arg[0].bits, 0))

static cudaError_t bitwise(Cuda *cuda, StarCell *arg, int op, int operands) {
    uint64_t *z, *x, *y;
    CUDA_TRY(cuda_bits_sync(cuda, arg[1].bits, STAR_READ, &x));
    CUDA_TRY(cuda_bits_sync(cuda, arg[operands].bits, STAR_READ, &y));
    CUDA_TRY(cuda_bits_sync(cuda, arg[0].bits, STAR_OVERWRITE, &z));
    arg[0].bits->first = 0;
    return gpu_bits(&cuda->gpu, op, z, x, y, arg[0].bits->length);
}

CUDA_CALL(and, bitwise(cuda, arg, STAR_FUSE_AND, 2))
CUDA_CALL(or, bitwise(cuda, arg, STAR_FUSE_OR, 2))
CUDA_CALL(xor, bitwise(cuda, arg, STAR_FUSE_XOR, 2))
CUDA_CALL(not, bitwise(cuda, arg, STAR_FUSE_NOT, 1))
CUDA_CALL(copy, bitwise(cuda, arg, STAR_FUSE_OPERAND, 1))

CUDA_PRIM(fuse) {
    uint64_t *z, *x[STAR_FUSE_MAX_OPERANDS];
    StarBits *bits = arg[0].bits;
    if (arg[1].fuse->length > GPU_FUSE_CODE ||
        arg[1].fuse->depth > GPU_FUSE_DEPTH)
        return cuda_decline(status);
    for (int k = 0; k < arg[1].fuse->operands; k++)
        CUDA_TRY(cuda_bits_sync(cuda, arg[2 + k].bits, STAR_READ, &x[k]));
    CUDA_TRY(cuda_bits_sync(cuda, bits, STAR_OVERWRITE, &z));
    bits->first = 0;
    return gpu_fuse(&cuda->gpu, z, (const uint64_t *const *)x, arg[1].fuse,
                    bits->length);
}

CUDA_PRIM(mask) {
    StarBits *bits = arg[0].bits;
    uint64_t *z;
    CUDA_TRY(cuda_bits_sync(cuda, bits, STAR_OVERWRITE, &z));
    bits->first = 0;
    return gpu_mask(&cuda->gpu, z, arg[2].i, arg[3].i, bits->length);
}

/* ---- Moved components ---- */

/* The copy of operand k, and memory for the result apart from it. */
static cudaError_t moves(Cuda *cuda, StarCell *arg, int k, uint64_t **z,
                         uint64_t **y) {
    StarBits *to = arg[0].bits;
    CUDA_TRY(cuda_bits_sync(cuda, arg[k].bits, STAR_READ, y));
    to->first = 0;
    return cuda_apart(cuda, to->word, (int64_t)to->capacity,
                      (int64_t)to->capacity, z);
}

#define MOVED(name, k, call)                   \
    CUDA_PRIM(name) {                          \
        uint64_t *z, *y;                       \
        CUDA_TRY(moves(cuda, arg, k, &z, &y)); \
        return call;                           \
    }
MOVED(shift, 1,
      gpu_shift(&cuda->gpu, z, y, (int)arg[2].i, arg[3].i, arg[0].bits->length))
MOVED(rotate, 1,
      gpu_rotate(&cuda->gpu, z, y, (int)arg[2].i, arg[3].i,
                 arg[0].bits->length))
MOVED(mirror, 1, gpu_mirror(&cuda->gpu, z, y, arg[0].bits->length))
MOVED(shuffle, 1, gpu_shuffle(&cuda->gpu, z, y, arg[0].bits->length))
MOVED(trim, 3,
      gpu_cut(&cuda->gpu, z, arg[1].i, arg[2].i, y, arg[3].bits->length))

CUDA_PRIM(rep) {
    uint64_t *z, *y, *v;
    CUDA_TRY(cuda_bits_sync(cuda, arg[3].bits, STAR_READ, &v));
    CUDA_TRY(moves(cuda, arg, 4, &z, &y));
    return gpu_replace(&cuda->gpu, z, arg[1].i, arg[2].i, v, y,
                       arg[0].bits->length);
}

/* ---- Scalar results ---- */

/* A failed read is repeated: the kernel of STEP has cleared its component
 * already, so the launch cannot be. */
static cudaError_t read_result(Cuda *cuda, int64_t *value) {
    const cudaError_t error = gpu_scalar_result(&cuda->gpu, value);
    return error == cudaSuccess ? error : gpu_scalar_result(&cuda->gpu, value);
}

/* *i := the number of the first 1 of y, or 0; the cursor of y moves there. */
static cudaError_t find(Cuda *cuda, StarBits *y, bool clears, int64_t *i) {
    const int64_t words = star_words(y->length);
    uint64_t *at;
    CUDA_TRY(cuda_bits_sync(cuda, y, clears ? STAR_CHANGE : STAR_READ, &at));
    CUDA_TRY(
        gpu_find(&cuda->gpu, cuda->scalar_result, at, y->first, words, clears));
    CUDA_TRY(read_result(cuda, i));
    y->first = *i > 0 ? (*i - 1) / 64 : words;
    return cudaSuccess;
}

CUDA_CALL(fnd, find(cuda, arg[1].bits, false, &arg[0].i))
CUDA_CALL(step, find(cuda, arg[1].bits, true, &arg[0].i))

CUDA_PRIM(some) {
    int64_t i;
    CUDA_TRY(find(cuda, arg[1].bits, false, &i));
    arg[0].i = i > 0;
    return cudaSuccess;
}

CUDA_PRIM(zero) {
    CUDA_TRY(cuda_prim_some(cuda, arg, status));
    arg[0].i = !arg[0].i;
    return cudaSuccess;
}

CUDA_PRIM(numb) {
    const StarBits *y = arg[1].bits;
    uint64_t *at;
    CUDA_TRY(cuda_bits_sync(cuda, y, STAR_READ, &at));
    CUDA_TRY(
        gpu_count(&cuda->gpu, cuda->scalar_result, at, star_words(y->length)));
    return read_result(cuda, &arg[0].i);
}

CUDA_PRIM(one) {
    CUDA_TRY(cuda_prim_numb(cuda, arg, status));
    arg[0].i = arg[0].i == 1;
    return cudaSuccess;
}

CUDA_PRIM(ne) {
    uint64_t *x, *y;
    CUDA_TRY(cuda_bits_sync(cuda, arg[1].bits, STAR_READ, &x));
    CUDA_TRY(cuda_bits_sync(cuda, arg[2].bits, STAR_READ, &y));
    CUDA_TRY(gpu_differ(&cuda->gpu, cuda->scalar_result, x, y,
                        star_words(arg[1].bits->length)));
    CUDA_TRY(read_result(cuda, &arg[0].i));
    arg[0].i = arg[0].i != 0;
    return cudaSuccess;
}

CUDA_PRIM(eq) {
    CUDA_TRY(cuda_prim_ne(cuda, arg, status));
    arg[0].i = !arg[0].i;
    return cudaSuccess;
}

CUDA_PRIM(frst) {
    StarBits *z = arg[0].bits, *y = arg[1].bits;
    uint64_t *to, *from;
    CUDA_TRY(cuda_bits_sync(cuda, y, STAR_READ, &from));
    CUDA_TRY(gpu_find(&cuda->gpu, cuda->scalar_result, from, y->first,
                      star_words(y->length), false));
    CUDA_TRY(cuda_bits_sync(cuda, z, STAR_OVERWRITE, &to));
    z->first = 0;
    return gpu_only(&cuda->gpu, to, cuda->scalar_result.at, z->length);
}

/* ---- Components ---- */

CUDA_PRIM(get) {
    const int64_t i = arg[2].i - 1;
    uint64_t *at, word;
    CUDA_TRY(cuda_bits_sync(cuda, arg[1].bits, STAR_READ, &at));
    CUDA_TRY(gpu_read(&cuda->gpu, &word, at + i / 64, sizeof word));
    arg[0].i = (int64_t)(word >> i % 64 & 1);
    return cudaSuccess;
}

CUDA_PRIM(put) {
    StarBits *y = arg[0].bits;
    const int64_t i = arg[1].i;
    uint64_t *at;
    CUDA_TRY(cuda_bits_sync(cuda, y, STAR_CHANGE, &at));
    if ((i - 1) / 64 < y->first)
        y->first = (i - 1) / 64;
    return gpu_put(&cuda->gpu, at, i, (int)arg[2].i);
}
