/* SPDX-License-Identifier: MIT */
/* The operations of a responder loop on the device, each one for all
 * iterations at once; runtime/plan/plan.h says what they mean. Iterations of an
 * inner loop come in groups: a group belongs to one iteration of the loop
 * around it.
 *
 *     iterations  a mask: a bit vector for each group. A loop that is not
 *                 within another is one group
 *     expression  words of each iteration, from bit vectors that are selected
 *                 by the iteration, by its group, or are the same for all
 *     operation   combines or stores these words
 *
 *                    words of the mask
 *                   +-----------------+
 *          group 0  | 1 0 0 1 1 0 ... |  iteration r of group g is active
 *          group 1  | 0 1 0 0 0 0 ... |  if its bit is 1
 *                   +-----------------+
 *
 * All numbers are from 0. Sums are exact, and an extreme is chosen among
 * equals by its number, so results do not depend on the order in which
 * iterations run. */
#ifndef STAR_GPU_LOOP_OPS_H
#define STAR_GPU_LOOP_OPS_H

#include "device/gpu.h"

GPU_C_BEGIN

#include "plan/plan.h"

/* The greatest length of an expression's code. */
enum { GPU_LOOP_CODE = 256 };

typedef struct GpuLoop {
    const uint64_t *mask; /* `words` words for each group */
    int64_t groups, words;
} GpuLoop;

/* An operand. Iteration r of group g reads the words from word[group * g +
 * iteration * r] on. */
typedef struct GpuOperand {
    const uint64_t *word;
    int64_t group, iteration;
} GpuOperand;

/* An expression on bit vectors of `length` components. Its code has at most
 * GPU_LOOP_CODE bytes and a depth of STAR_PLAN_MAX_DEPTH. The expression of
 * a scalar may have no code and no operands. */
typedef struct GpuExpression {
    StarFuse fuse;
    GpuOperand operand[STAR_PLAN_MAX_OPERANDS];
    int64_t length;
} GpuExpression;

/* A scalar of each iteration: factor times 1, times the expression's ones,
 * or times the iteration's number from 1. */
typedef struct GpuScalar {
    StarPlanTerm term;
    int64_t factor;
    GpuExpression of;
} GpuScalar;

/* The result of a scalar operation. It is all 0 before; `done` belongs to
 * the kernels. */
typedef struct GpuFound {
    int64_t value;
    int64_t group, iteration; /* iteration -1: none */
    int64_t done;
} GpuFound;

/* Vector r of z := the expression in each active iteration r; its vectors
 * are `stride` words apart, and their padding becomes 0. The others of
 * `vectors` vectors := those of x, or stay if x is NULL. For one group. An
 * operand may be z or x if iteration r reads only vector r of it. */
cudaError_t gpu_loop_store(Gpu *gpu, const GpuLoop *iterations,
                           const GpuExpression *e, uint64_t *z, int64_t stride,
                           int64_t vectors, const uint64_t *x);

/* z := z op the expression, for each active iteration; op is AND, OR, XOR or
 * ANDN. */
cudaError_t gpu_loop_reduce(Gpu *gpu, const GpuLoop *iterations,
                            const GpuExpression *e, uint64_t *z, int op);

/* Mask := the active iterations whose expression has a 1. The mask is 0
 * before. */
cudaError_t gpu_loop_some(Gpu *gpu, const GpuLoop *iterations,
                          const GpuExpression *e, uint64_t *mask);

/* Adds the scalar of each active iteration to found->value. */
cudaError_t gpu_loop_sum(Gpu *gpu, const GpuLoop *iterations,
                         const GpuScalar *s, GpuFound *found);

/* Finds the minimum of the scalars, or the maximum if `max`, and the first
 * iteration that has it, or the last if `last`. `room`: GPU_LOOP_ROOM bytes. */
enum { GPU_LOOP_ROOM = 1 << 18 };
cudaError_t gpu_loop_best(Gpu *gpu, const GpuLoop *iterations,
                          const GpuScalar *s, bool max, bool last,
                          GpuFound *found, void *room);

/* Both use the iteration that gpu_loop_best has found, and do nothing if
 * there is none: gpu_loop_count adds the expression's ones to found->value,
 * which is 0; gpu_loop_bits sets z to the expression. */
cudaError_t gpu_loop_count(Gpu *gpu, const GpuExpression *e, GpuFound *found);
cudaError_t gpu_loop_bits(Gpu *gpu, const GpuExpression *e,
                          const GpuFound *found, uint64_t *z);

GPU_C_END

#endif
