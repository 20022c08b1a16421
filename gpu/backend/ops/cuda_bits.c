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

cudaError_t cuda_prim_set(Cuda *cuda, StarCell *arg, StarStatus *status) {
    (void)status;
    return fill(cuda, arg[0].bits, 1);
}

cudaError_t cuda_prim_clr(Cuda *cuda, StarCell *arg, StarStatus *status) {
    (void)status;
    return fill(cuda, arg[0].bits, 0);
}

static cudaError_t bitwise(Cuda *cuda, StarCell *arg, int op, int operands) {
    uint64_t *z, *x, *y;
    CUDA_TRY(cuda_bits_sync(cuda, arg[1].bits, STAR_READ, &x));
    CUDA_TRY(cuda_bits_sync(cuda, arg[operands].bits, STAR_READ, &y));
    CUDA_TRY(cuda_bits_sync(cuda, arg[0].bits, STAR_OVERWRITE, &z));
    arg[0].bits->first = 0;
    return gpu_bits(&cuda->gpu, op, z, x, y, arg[0].bits->length);
}

#define BITS(name, op, operands)                            \
    cudaError_t cuda_prim_##name(Cuda *cuda, StarCell *arg, \
                                 StarStatus *status) {      \
        (void)status;                                       \
        return bitwise(cuda, arg, op, operands);            \
    }
BITS(and, STAR_FUSE_AND, 2)
BITS(or, STAR_FUSE_OR, 2)
BITS(xor, STAR_FUSE_XOR, 2)
BITS(not, STAR_FUSE_NOT, 1)
BITS(copy, STAR_FUSE_OPERAND, 1)

cudaError_t cuda_prim_fuse(Cuda *cuda, StarCell *arg, StarStatus *status) {
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

cudaError_t cuda_prim_mask(Cuda *cuda, StarCell *arg, StarStatus *status) {
    StarBits *bits = arg[0].bits;
    uint64_t *z;
    (void)status;
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

cudaError_t cuda_prim_shift(Cuda *cuda, StarCell *arg, StarStatus *status) {
    uint64_t *z, *y;
    (void)status;
    CUDA_TRY(moves(cuda, arg, 1, &z, &y));
    return gpu_shift(&cuda->gpu, z, y, (int)arg[2].i, arg[3].i,
                     arg[0].bits->length);
}

cudaError_t cuda_prim_rotate(Cuda *cuda, StarCell *arg, StarStatus *status) {
    uint64_t *z, *y;
    (void)status;
    CUDA_TRY(moves(cuda, arg, 1, &z, &y));
    return gpu_rotate(&cuda->gpu, z, y, (int)arg[2].i, arg[3].i,
                      arg[0].bits->length);
}

cudaError_t cuda_prim_mirror(Cuda *cuda, StarCell *arg, StarStatus *status) {
    uint64_t *z, *y;
    (void)status;
    CUDA_TRY(moves(cuda, arg, 1, &z, &y));
    return gpu_mirror(&cuda->gpu, z, y, arg[0].bits->length);
}

cudaError_t cuda_prim_shuffle(Cuda *cuda, StarCell *arg, StarStatus *status) {
    uint64_t *z, *y;
    (void)status;
    CUDA_TRY(moves(cuda, arg, 1, &z, &y));
    return gpu_shuffle(&cuda->gpu, z, y, arg[0].bits->length);
}

cudaError_t cuda_prim_trim(Cuda *cuda, StarCell *arg, StarStatus *status) {
    uint64_t *z, *y;
    (void)status;
    CUDA_TRY(moves(cuda, arg, 3, &z, &y));
    return gpu_cut(&cuda->gpu, z, arg[1].i, arg[2].i, y, arg[3].bits->length);
}

cudaError_t cuda_prim_rep(Cuda *cuda, StarCell *arg, StarStatus *status) {
    uint64_t *z, *y, *v;
    (void)status;
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

cudaError_t cuda_prim_fnd(Cuda *cuda, StarCell *arg, StarStatus *status) {
    (void)status;
    return find(cuda, arg[1].bits, false, &arg[0].i);
}

cudaError_t cuda_prim_step(Cuda *cuda, StarCell *arg, StarStatus *status) {
    (void)status;
    return find(cuda, arg[1].bits, true, &arg[0].i);
}

cudaError_t cuda_prim_some(Cuda *cuda, StarCell *arg, StarStatus *status) {
    int64_t i;
    (void)status;
    CUDA_TRY(find(cuda, arg[1].bits, false, &i));
    arg[0].i = i > 0;
    return cudaSuccess;
}

cudaError_t cuda_prim_zero(Cuda *cuda, StarCell *arg, StarStatus *status) {
    CUDA_TRY(cuda_prim_some(cuda, arg, status));
    arg[0].i = !arg[0].i;
    return cudaSuccess;
}

cudaError_t cuda_prim_numb(Cuda *cuda, StarCell *arg, StarStatus *status) {
    const StarBits *y = arg[1].bits;
    uint64_t *at;
    (void)status;
    CUDA_TRY(cuda_bits_sync(cuda, y, STAR_READ, &at));
    CUDA_TRY(
        gpu_count(&cuda->gpu, cuda->scalar_result, at, star_words(y->length)));
    return read_result(cuda, &arg[0].i);
}

cudaError_t cuda_prim_one(Cuda *cuda, StarCell *arg, StarStatus *status) {
    CUDA_TRY(cuda_prim_numb(cuda, arg, status));
    arg[0].i = arg[0].i == 1;
    return cudaSuccess;
}

cudaError_t cuda_prim_ne(Cuda *cuda, StarCell *arg, StarStatus *status) {
    uint64_t *x, *y;
    (void)status;
    CUDA_TRY(cuda_bits_sync(cuda, arg[1].bits, STAR_READ, &x));
    CUDA_TRY(cuda_bits_sync(cuda, arg[2].bits, STAR_READ, &y));
    CUDA_TRY(gpu_differ(&cuda->gpu, cuda->scalar_result, x, y,
                        star_words(arg[1].bits->length)));
    CUDA_TRY(read_result(cuda, &arg[0].i));
    arg[0].i = arg[0].i != 0;
    return cudaSuccess;
}

cudaError_t cuda_prim_eq(Cuda *cuda, StarCell *arg, StarStatus *status) {
    CUDA_TRY(cuda_prim_ne(cuda, arg, status));
    arg[0].i = !arg[0].i;
    return cudaSuccess;
}

cudaError_t cuda_prim_frst(Cuda *cuda, StarCell *arg, StarStatus *status) {
    StarBits *z = arg[0].bits, *y = arg[1].bits;
    uint64_t *to, *from;
    (void)status;
    CUDA_TRY(cuda_bits_sync(cuda, y, STAR_READ, &from));
    CUDA_TRY(gpu_find(&cuda->gpu, cuda->scalar_result, from, y->first,
                      star_words(y->length), false));
    CUDA_TRY(cuda_bits_sync(cuda, z, STAR_OVERWRITE, &to));
    z->first = 0;
    return gpu_only(&cuda->gpu, to, cuda->scalar_result.at, z->length);
}

/* ---- Components ---- */

cudaError_t cuda_prim_get(Cuda *cuda, StarCell *arg, StarStatus *status) {
    const int64_t i = arg[2].i - 1;
    uint64_t *at, word;
    (void)status;
    CUDA_TRY(cuda_bits_sync(cuda, arg[1].bits, STAR_READ, &at));
    CUDA_TRY(gpu_read(&cuda->gpu, &word, at + i / 64, sizeof word));
    arg[0].i = (int64_t)(word >> i % 64 & 1);
    return cudaSuccess;
}

cudaError_t cuda_prim_put(Cuda *cuda, StarCell *arg, StarStatus *status) {
    StarBits *y = arg[0].bits;
    const int64_t i = arg[1].i;
    uint64_t *at;
    (void)status;
    CUDA_TRY(cuda_bits_sync(cuda, y, STAR_CHANGE, &at));
    if ((i - 1) / 64 < y->first)
        y->first = (i - 1) / 64;
    return gpu_put(&cuda->gpu, at, i, (int)arg[2].i);
}
