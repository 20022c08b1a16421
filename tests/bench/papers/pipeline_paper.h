/* SPDX-License-Identifier: MIT */
/* The simplified problem of the paper on p-fold pipelines by its methods. */
#ifndef STAR_PIPELINE_PAPER_H
#define STAR_PIPELINE_PAPER_H

#include "solvers/pipeline/pipeline.h"

GPU_C_BEGIN

/* One operation after the other (its
 * Figure 1); a tournament of the operands of a cell; p->k stages, fold times as
 * many threads (Figures 2, with fold 1, and 6), fold no more than a[s] / (k -
 * s) for s from 0; half as many stages of two operands. What does not fit is
 * not seen. */
typedef enum GpuSdpMethod {
    GPU_SDP_SEQUENTIAL,
    GPU_SDP_TOURNAMENT,
    GPU_SDP_PFOLD,
    GPU_SDP_TWO
} GpuSdpMethod;

/* p->k is at most GPU_SDP_OFFSETS. */
cudaError_t gpu_sdp_paper(Gpu *gpu, const GpuSdp *p, GpuSdpMethod method,
                          int64_t fold);

GPU_C_END

#endif
