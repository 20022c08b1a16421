/* SPDX-License-Identifier: MIT */
/* The simplified problem of the paper on p-fold pipelines:
 * runtime/cpu/solvers/pipeline.c on a device. */
#ifndef STAR_GPU_PIPELINE_H
#define STAR_GPU_PIPELINE_H

#include "device/gpu.h"

GPU_C_BEGIN

enum { GPU_SDP_MOST = 2000000000, GPU_SDP_OFFSETS = 1024 };

/* As STAR_SDP_ numbers them. */
typedef enum GpuSdpOp {
    GPU_SDP_MIN,
    GPU_SDP_MAX,
    GPU_SDP_ADD,
    GPU_SDP_MUL,
    GPU_SDP_AND,
    GPU_SDP_OR,
    GPU_SDP_XOR,
    GPU_SDP_GCD
} GpuSdpOp;

/* table[i] = table[i - a[0]] op table[i - a[1]] op ... op table[i - a[k - 1]],
 * for i from a[0] to n - 1. The offsets a, in the memory of the host, are
 * positive and fall; those before a[0] are given. */
typedef struct GpuSdp {
    void *table;
    int64_t n;
    bool wide; /* numbers of 64 bits, else 32 */
    const int64_t *a;
    int64_t k;
    GpuSdpOp op;
} GpuSdp;

/* *done false: a given number has no value, or is negative where bits are
 * combined, or a product or a part of it may not fit, or a number is so great
 * that the sum of k such may not, or n is more than GPU_SDP_MOST or k than
 * GPU_SDP_OFFSETS; then anything is behind a[0]. Waits for the device. */
cudaError_t gpu_sdp(Gpu *gpu, const GpuSdp *p, bool *done);

GPU_C_END
#endif
