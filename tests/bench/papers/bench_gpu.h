/* SPDX-License-Identifier: MIT */
/* What the benchmarks of papers measure on a device; in a star with the GPU
 * part, cli/gpu. Each prints its tables and returns an exit status. */
#ifndef STAR_BENCH_GPU_H
#define STAR_BENCH_GPU_H

#include "papers/bench_sdp.h"

/* Tables I to III and Figure 7 of the paper on the matrix chain, for n
 * matrices; `cpu` is our time on the processor for as many, or 0. */
int bench_gpu_chain(const BenchOptions *options, int64_t n, double cpu);

/* Seconds of the operations of the paper on the STAR-machine by our kernels, a
 * launch for each, on lines of n components: ROW read and written in a table
 * of columns, the first 1 found, its number read by the host, one component
 * set, or. False after a message. */
enum { BENCH_GPU_OPERATIONS = 6 };

bool bench_gpu_machine(const BenchOptions *options, int64_t n,
                       double time[BENCH_GPU_OPERATIONS]);

typedef struct BenchGpu BenchGpu;

/* NULL after a message. */
BenchGpu *bench_gpu_open(void);
void bench_gpu_close(BenchGpu *gpu);

/* The time of a method in seconds, data on the device, or a negative number
 * after a message; p is 1 but for the p-fold pipeline. */
double bench_gpu_sdp(BenchGpu *gpu, const BenchSdp *sdp, BenchMethod method,
                     int64_t p);

#endif
