/* SPDX-License-Identifier: MIT */
/* The transitive closure of a graph on the rows of its adjacency matrix. */
#ifndef STAR_CLOSURE_H
#define STAR_CLOSURE_H

#include "backend.h"

/* Makes the n rows of p, of n bits, `stride` words apart, padding 0, those of
 * the closure: bit j of row i is 1 if a path of one arc or more leads from i
 * to j. The columns of a matrix become those of its closure. Fails without
 * memory or with what star_stopped says; p then has its arcs and a part of
 * the closure. */
StarStatus star_closure(StarBackend *be, uint64_t *p, int64_t stride,
                        int64_t n);

/* The method of a closure: the faster one by an estimate, always row by row as
 * components are found, or always in strips. */
typedef enum StarClosureWay {
    STAR_CLOSURE_BEST,
    STAR_CLOSURE_ROWS,
    STAR_CLOSURE_STRIPS
} StarClosureWay;

/* star_closure by a given method, for tests that compare them. */
StarStatus star_closure_by(StarBackend *be, uint64_t *p, int64_t stride,
                           int64_t n, StarClosureWay way);

/* The components of a graph, `count` of them: component c has the vertices
 * vertex[start[c]]..vertex[start[c + 1] - 1], an arc leads from it to itself
 * and those before it only. */
typedef struct StarComponents {
    int64_t n, count;
    uint32_t *vertex, *start;
    uint32_t *of;   /* the component of each vertex */
    uint8_t *cycle; /* 1 if an arc leads from component c to itself */
} StarComponents;

/* The closure of p by its components, a strip of 512 columns at a time: see
 * closure_strips.c. */
StarStatus star_closure_strips(StarBackend *be, uint64_t *p, int64_t stride,
                               const StarComponents *components);

#endif
