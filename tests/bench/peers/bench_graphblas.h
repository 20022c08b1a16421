/* SPDX-License-Identifier: MIT */
/* SuiteSparse:GraphBLAS as a peer. It is loaded when a benchmark asks for it;
 * nothing else of star knows it, and a star built without its header finds
 * none. */
#ifndef STAR_BENCH_GRAPHBLAS_H
#define STAR_BENCH_GRAPHBLAS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct BenchGraphBLAS BenchGraphBLAS;

/* NULL if it is not there. */
BenchGraphBLAS *bench_graphblas_open(void);
void bench_graphblas_close(BenchGraphBLAS *g);

/* The time for the transitive closure of n rows of `words` words, from a matrix
 * of its own to another; negative if it failed or is not `closure`. Every
 * iteration multiplies the arcs found last by all arcs, but for those known. */
double bench_graphblas_closure(BenchGraphBLAS *g, int threads, int64_t n,
                               int64_t words, const uint64_t *arcs,
                               const uint64_t *closure);

/* The same for the star of an acyclic graph in max-plus algebra, whose longest
 * path has n - 1 arcs, by squaring; it is `star` but for rounding. */
double bench_graphblas_star(BenchGraphBLAS *g, int threads, int64_t n,
                            const float *arcs, const float *star);

#endif
