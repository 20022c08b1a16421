/* SPDX-License-Identifier: MIT */
/* Pairs of loop iterations as products of bit matrices: of inner responder
 * loops, and of pair loops. */
#include "backend/cuda_internal.h"
#include "kernels/bitwise.h"
#include "kernels/loops/loop_ops.h"
#include "plan/pair_forms.h"
#include "solvers/pairs/gpu_pairs.h"

/* ---- An inner responder loop that sums ---- */

/* A pair of bit vectors in a product of matrices takes this part of the time of
 * a pair that is read for itself: 4.7 ps of 660, with 16,384 bits. */
enum { DENSE = 128 };

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
    const GpuOperand *x = &e->operand[1], *y = &e->operand[0];
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

/* ---- Pair loops ---- */

enum { MAX_BLOCKS = 4 * STAR_PAIR_PRODUCTS + 8 };

typedef struct Job {
    Cuda *cuda;
    Gpu *gpu;
    const StarCell *R;
    cudaError_t error; /* of the hook that declined */
    GpuBlock block[MAX_BLOCKS];
    int blocks;
} Job;

/* Hooks report the error of a call as STAR_DECLINED. */
#define HOOK_TRY(job, call)              \
    do {                                 \
        (job)->error = (call);           \
        if ((job)->error != cudaSuccess) \
            return STAR_DECLINED;        \
    } while (0)

static cudaError_t room(Job *j, int64_t words, void *out) {
    int64_t bytes;
    if (j->blocks == MAX_BLOCKS || __builtin_mul_overflow(words, 8, &bytes))
        return cudaErrorMemoryAllocation;
    GpuBlock *block = &j->block[j->blocks];
    CUDA_TRY(gpu_alloc(j->gpu, block, bytes));
    j->blocks++;
    *(void **)out = block->at;
    return cudaSuccess;
}

static cudaError_t fill(Job *j, void *at, int byte, int64_t words) {
    GPU_TRY(j->gpu,
            cudaMemsetAsync(at, byte, 8 * (size_t)words, j->gpu->stream));
    return cudaSuccess;
}

static void release(void *context) {
    Job *j = context;
    while (j->blocks > 0)
        gpu_free(j->gpu, &j->block[--j->blocks]);
}

/* The vectors of one operand; of a whole bit vector, itself for all i. */
static cudaError_t vectors_of(Job *j, const StarPlanOperand *o,
                              StarPairSide *side) {
    if (o->use == STAR_PLAN_WHOLE) {
        const StarBits *bits = j->R[o->cell].bits;
        uint64_t *at;
        CUDA_TRY(cuda_bits_sync(j->cuda, bits, STAR_READ, &at));
        *side = (StarPairSide){at, 0, star_words(bits->length)};
        return cudaSuccess;
    }
    StarTable *t = j->R[o->cell].table;
    const int dir = star_plan_direction(o->use);
    GpuTable image;
    CUDA_TRY(cuda_image(j->cuda, t, dir, STAR_READ, &image));
    *side = (StarPairSide){image.word, image.stride,
                           star_words(star_table_length(t, dir))};
    return cudaSuccess;
}

/* Vectors of an expression, one after the other: one operation of a loop of
 * so many iterations. */
static cudaError_t evaluate(Job *j, const StarPlanOp *s, StarPairRange range,
                            const StarPairSide *operand, StarPairSide *side) {
    const int64_t length = star_pair_length(s, j->R), n = star_words(length);
    const int64_t vectors = range.to - range.from;
    GpuExpression e = {.fuse = s->fuse, .length = length};
    uint64_t *to, *mask;
    CUDA_TRY(room(j, vectors * n, &to));
    CUDA_TRY(room(j, star_words(vectors), &mask));
    CUDA_TRY(gpu_mask(j->gpu, mask, 1, vectors, vectors));
    for (int k = 0; k < s->fuse.operands; k++)
        e.operand[k] =
            (GpuOperand){operand[k].word + range.from * operand[k].stride, 0,
                         operand[k].stride};
    const GpuLoop all = {mask, 1, star_words(vectors)};
    CUDA_TRY(gpu_loop_store(j->gpu, &all, &e, to, n, vectors, NULL));
    *side = (StarPairSide){to - range.from * n, n, n};
    return cudaSuccess;
}

static StarStatus side(void *context, const StarPlanOp *s, StarPairRange range,
                       StarPairSide *out) {
    Job *j = context;
    StarPairSide operand[STAR_PLAN_MAX_OPERANDS];
    for (int k = 0; k < s->fuse.operands; k++)
        HOOK_TRY(j, vectors_of(j, &s->operand[k], &operand[k]));
    if (star_plan_operand(s) == NULL)
        HOOK_TRY(j, evaluate(j, s, range, operand, out));
    else
        *out = operand[0];
    return STAR_OK;
}

static StarStatus all(void *context, int64_t length, StarPairSide *out) {
    Job *j = context;
    const int64_t n = star_words(length);
    uint64_t *to;
    HOOK_TRY(j, room(j, n, &to));
    HOOK_TRY(j, fill(j, to, 0xff, n));
    *out = (StarPairSide){to, 0, n};
    return STAR_OK;
}

static StarStatus zeros(void *context, int64_t n, int64_t **out) {
    Job *j = context;
    HOOK_TRY(j, room(j, n, out));
    HOOK_TRY(j, fill(j, *out, 0, n));
    return STAR_OK;
}

static StarStatus ones(void *context, const StarPairSide *x,
                       StarPairRange range, int64_t factor, int64_t *sum) {
    Job *j = context;
    HOOK_TRY(j, gpu_pair_ones(j->gpu, x->word, x->stride, x->words, range,
                              factor, sum));
    return STAR_OK;
}

static StarStatus product(void *context, const StarPairs *p,
                          StarPairsFound *found) {
    Job *j = context;
    StarPairsFound *at = NULL;
    if (found != NULL) {
        HOOK_TRY(j, room(j, sizeof *at / 8, &at));
        HOOK_TRY(j, fill(j, at, 0, sizeof *at / 8));
    }
    HOOK_TRY(j, gpu_pairs(j->gpu, p, at));
    if (found != NULL)
        HOOK_TRY(j, gpu_read(j->gpu, found, at, sizeof *found));
    return star_stopped(j->cuda->be->mem);
}

static StarStatus fetch(void *context, uint64_t *to, const uint64_t *from,
                        int64_t words) {
    Job *j = context;
    HOOK_TRY(j, cuda_download(j->cuda, to, from, 8 * words));
    return STAR_OK;
}

bool cuda_pairs_can(const StarPlan *loop, const StarCell *R) {
    for (int k = 0; k < loop->ops; k++) {
        const StarPlanOp *s = &loop->op[k];
        if (s->op != STAR_PLAN_PAIR_X && s->op != STAR_PLAN_PAIR_Y)
            continue;
        if (star_pair_length(s, R) > INT32_MAX || !cuda_expression_can(s, R))
            return false;
    }
    return true;
}

cudaError_t cuda_pairs(Cuda *cuda, const StarPlan *loop, const StarCell *R,
                       const StarPairArea *area, StarStatus *status) {
    Job j = {.cuda = cuda, .gpu = &cuda->gpu, .R = R};
    const StarPairHooks hooks = {&j,   side,    all,   zeros,
                                 ones, product, fetch, release};
    *status = star_pair_forms(&hooks, loop, R, area);
    return j.error;
}
