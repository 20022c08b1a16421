/* One turn of a responder loop: an operation with the same line on many rows of
 * bits. */
#ifndef STAR_GPU_SWEEP_H
#define STAR_GPU_SWEEP_H

#include "backend/gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For each of `lines` rows, `words` words long and `stride` words apart, whose
 * bit in `mask`, a line of `lines` bits, is 1: row := row op w, where op is
 * STAR_FUSE_AND, OR, XOR or ANDN, row and not w. w is a line of `words` words
 * in device memory; it is none of the rows, unless op is AND or OR. Words that
 * do not change are not written. */
cudaError_t gpu_lines(Gpu *gpu, uint64_t *rows, int64_t stride, int64_t lines,
                      int64_t words, const uint64_t *mask, const uint64_t *w,
                      int op);

#ifdef __cplusplus
}
#endif

#endif
