/* Who responds: the questions that a program asks of lines, in one pass over
 * device memory and one launch, which leave early where they can. */
#ifndef STAR_GPU_RESPOND_H
#define STAR_GPU_RESPOND_H

#include "backend/gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where an answer goes: its first device word has it. The rest belongs to the
 * kernels, which leave it as they find it. */
cudaError_t gpu_answer_open(Gpu *gpu, GpuBlock *answer);

/* Waits for the answer to the last question. */
cudaError_t gpu_answer(Gpu *gpu, int64_t *value);

/* FND(Y) for a line of so many words whose words before `first` are 0: the
 * number of the first 1, or 0, which answers SOME and ZERO too. STEP(Y) if it
 * `clears` that 1. */
cudaError_t gpu_find(Gpu *gpu, GpuBlock answer, uint64_t *y, int64_t first,
                     int64_t words, bool clears);

/* The number of the first component where x and y differ, or 0: = and <>. */
cudaError_t gpu_differ(Gpu *gpu, GpuBlock answer, const uint64_t *x,
                       const uint64_t *y, int64_t words);

/* The number of ones: NUMB and ONE. */
cudaError_t gpu_count(Gpu *gpu, GpuBlock answer, const uint64_t *y,
                      int64_t words);

#ifdef __cplusplus
}
#endif

#endif
