/* The rounds of a responder loop on the device, one step for all of them; what
 * the steps mean is said in loop.h. Rounds of an inner loop come in groups: a
 * group is a round of the loop around it. What a loop does there is
 *
 *     rounds      a mask, a line of bits for each group; a loop that is within
 *                 no other is one group
 *     expression  words of each round, of lines that it names by its number,
 *                 by its group's, or without either
 *     step        what becomes of these words
 *
 * All numbers are from 0. Sums are exact, and of many rounds the one that is
 * sought is found by its number, so results do not depend on the order in which
 * the rounds run. */
#ifndef STAR_GPU_ROUNDS_H
#define STAR_GPU_ROUNDS_H

#include "backend/gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "loop.h"

/* What an expression may need at most. */
enum { GPU_ROUNDS_CODE = 256 };

typedef struct GpuRounds {
    const uint64_t *mask; /* `words` words for each group */
    int64_t groups, words;
} GpuRounds;

/* In round r of group g, the words from word + g * group + r * round on. */
typedef struct GpuOperand {
    const uint64_t *word;
    int64_t group, round;
} GpuOperand;

/* Of lines with so many components; a scalar's may be without code, of no
 * lines. At most GPU_ROUNDS_CODE of code and STAR_LOOP_MAX_DEPTH of depth. */
typedef struct GpuExpression {
    StarFuse fuse;
    GpuOperand operand[STAR_LOOP_MAX_OPERANDS];
    int64_t length;
} GpuExpression;

/* A scalar of each round: factor times 1, the expression's ones or the round's
 * number, from 1. */
typedef struct GpuScalar {
    StarLoopTerm term;
    int64_t factor;
    GpuExpression of;
} GpuScalar;

/* What comes back, all 0 before; the kernels have the rest. */
typedef struct GpuFound {
    int64_t value;
    int64_t group, round; /* round -1: none */
    int64_t done;
} GpuFound;

/* Line r of z := the expression, `stride` words apart, their padding 0. The
 * others of `lines` lines := those of x; they stay if x is NULL. One group; an
 * operand that is z or x is line r of it. */
cudaError_t gpu_rounds_set(Gpu *gpu, const GpuRounds *rounds,
                           const GpuExpression *e, uint64_t *z, int64_t stride,
                           int64_t lines, const uint64_t *x);

/* z := z op the expression of each round; op is AND, OR, XOR or ANDN. */
cudaError_t gpu_rounds_fold(Gpu *gpu, const GpuRounds *rounds,
                            const GpuExpression *e, uint64_t *z, int op);

/* Mask := the rounds whose expression has a 1; it is 0 before. */
cudaError_t gpu_rounds_some(Gpu *gpu, const GpuRounds *rounds,
                            const GpuExpression *e, uint64_t *mask);

/* Adds the scalar of each round to found->value. */
cudaError_t gpu_rounds_sum(Gpu *gpu, const GpuRounds *rounds,
                           const GpuScalar *s, GpuFound *found);

/* The least scalar, or the greatest, and its first round, or its last. Room for
 * GPU_ROUNDS_ROOM bytes. */
enum { GPU_ROUNDS_ROOM = 1 << 18 };
cudaError_t gpu_rounds_best(Gpu *gpu, const GpuRounds *rounds,
                            const GpuScalar *s, bool most, bool last,
                            GpuFound *found, void *room);

/* In the round that was found, if any: adds the expression's ones to value,
 * which is 0, or z := the expression if z is not NULL. */
cudaError_t gpu_rounds_count(Gpu *gpu, const GpuExpression *e, GpuFound *found);
cudaError_t gpu_rounds_line(Gpu *gpu, const GpuExpression *e,
                            const GpuFound *found, uint64_t *z);

#ifdef __cplusplus
}
#endif

#endif
