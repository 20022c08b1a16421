/* SPDX-License-Identifier: MIT */
/* Pairs of loop iterations as products of bit matrices. */
#include "backend/cuda_internal.h"
#include "solvers/pairs/gpu_pairs.h"

/* A pair of bit vectors in a product of matrices takes this part of the time of
 * a pair that is read for itself: 4.7 ps of 660, with 16,384 bits. */
enum { DENSE = 128 };

bool cuda_sums_pairs(const StarLoopOp *inner) {
    const StarLoopOp *s = inner + 1;
    const StarLoopOperand *o = s->operand;
    return inner->value == 1 && s->op == STAR_LOOP_SUM &&
           s->term == STAR_LOOP_ONES && s->fuse.operands == 2 &&
           s->fuse.length == 3 && s->fuse.code[2] == STAR_FUSE_AND &&
           o[0].use != STAR_LOOP_WHOLE && o[1].use != STAR_LOOP_WHOLE &&
           star_loop_is_private(o[0].use) != star_loop_is_private(o[1].use);
}

/* True also if gpu_pairs takes rows of this length. */
static cudaError_t is_dense(Cuda *cuda, const GpuLoop *r, int64_t length,
                            bool *dense) {
    const int64_t words = r->groups * r->words;
    int64_t ones;
    CUDA_TRY(gpu_count(&cuda->gpu, cuda->scalar_result, r->mask, words));
    CUDA_TRY(gpu_scalar_result(&cuda->gpu, &ones));
    *dense = ones > words * 64 / DENSE && length <= INT32_MAX;
    return cudaSuccess;
}

/* The iterations are the mask of the product. */
static StarPairs product_of(const GpuLoop *r, const GpuExpression *e,
                            int64_t vectors, int64_t factor) {
    const bool swapped = e->operand[0].iteration != 0;
    const GpuOperand *x = &e->operand[swapped], *y = &e->operand[!swapped];
    return (StarPairs){
        .rows = {0, r->groups},
        .columns = {0, vectors < 64 * r->words ? vectors : 64 * r->words},
        .low = INT64_MIN,
        .high = INT64_MAX,
        .products = 1,
        .product = {{x->word, y->word, x->group, y->iteration,
                     star_words(e->length), factor}},
        .relation = STAR_PAIR_ANY,
        .mask = r->mask,
        .mask_stride = r->words};
}

cudaError_t cuda_sum_pairs(Cuda *cuda, const GpuLoop *iterations,
                           const GpuExpression *e, int64_t vectors,
                           int64_t factor, GpuFound *found, void *room,
                           bool *done) {
    const StarPairs pairs = product_of(iterations, e, vectors, factor);
    const cudaStream_t stream = cuda->gpu.stream;
    StarPairsFound *sum = room;
    *done = false;
    CUDA_TRY(is_dense(cuda, iterations, e->length, done));
    if (!*done)
        return cudaSuccess;
    GPU_TRY(&cuda->gpu, cudaMemsetAsync(sum, 0, sizeof *sum, stream));
    CUDA_TRY(gpu_pairs(&cuda->gpu, &pairs, sum));
    GPU_TRY(&cuda->gpu, cudaMemcpyAsync(&found->value, &sum->sum, 8,
                                        cudaMemcpyDeviceToDevice, stream));
    return cudaSuccess;
}
