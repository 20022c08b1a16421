/* SPDX-License-Identifier: MIT */
/* The methods of the paper on pipelines, beside ours, over k, p and n. */
#ifndef STAR_BENCH_SDP_H
#define STAR_BENCH_SDP_H

#include "bench.h"

/* A table of n elements, its first a[0] given, the others the minimum of the
 * elements at k falling offsets. */
typedef struct BenchSdp {
    int64_t n, k;
    const int64_t *a;
    const int32_t *given;    /* n elements, of which the first count */
    const int32_t *expected; /* the table when it is full */
} BenchSdp;

typedef enum BenchMethod {
    BENCH_SEQUENTIAL,
    BENCH_TOURNAMENT,
    BENCH_PIPELINE, /* k stages */
    BENCH_PFOLD,
    BENCH_TWO, /* 2-by-2: half as many stages, each of two operands */
    BENCH_OURS,
    BENCH_METHODS
} BenchMethod;

/* Prints the tables and gives the plot its series; returns an exit status. */
int bench_sdp(const BenchOptions *options);

#endif
