/* SPDX-License-Identifier: MIT */
/* The data that the parts of the Kleene star share. Plus is always the maximum: minplus negates
 * all numbers. Epsilon is -infinity, or so small an integer that no sum with it exceeds `least`,
 * so that no operation tests for it. */
#ifndef STAR_GPU_KLEENE_JOB_H
#define STAR_GPU_KLEENE_JOB_H

#include "solvers/kleene/gpu_kleene.h"

namespace kleene {

template <class T> struct Bits;
template <> struct Bits<float> { using Type = int32_t; };
template <> struct Bits<double> { using Type = int64_t; };
template <> struct Bits<int32_t> { using Type = int32_t; };
template <> struct Bits<int64_t> { using Type = int64_t; };

template <class T> struct Ring {
    T epsilon; /* outside */
    T lowest;  /* inside */
    T least, unit;
    bool minus;                   /* numbers change their sign */
    typename Bits<T>::Type limit; /* of magnitudes */
};

/* Converts a number of the matrix, and back. 0 - v and v + 0 make no -0 of a zero. */
template <class T> __device__ T in(const Ring<T> &ring, T v) {
    const T own = ring.minus ? 0 - v : v + 0;
    return v == ring.epsilon ? ring.lowest : own;
}
template <class T> __device__ T out(const Ring<T> &ring, T v) {
    const T other = ring.minus ? 0 - v : v;
    return v < ring.least ? ring.epsilon : other;
}

/* Flags that the host reads. */
struct News {
    int odd;      /* a number that the CPU's kernel declines */
    int circuits; /* there are some, and no order; */
    int diverges; /* one is better than the unit */
};

template <class T> struct Job {
    Gpu *gpu;
    T *a;
    int n;
    Ring<T> ring;
    bool plus;                  /* times is a sum, else the minimum */
    GpuBlock order_room, tiles; /* memory */
    News *news;
    int *order, *place; /* the vertices in topological order, and its inverse */
};

/* Finds the topological order, or sets news->circuits, or news->odd if the device must not solve
 * it. */
template <class T> cudaError_t find_order(Job<T> &job);

/* a := its star: in topological order, or, if it has circuits, by iterations. A circuit better
 * than the unit sets news->diverges, and a stays as it was. */
template <class T> cudaError_t solve_in_order(Job<T> &job);
template <class T> cudaError_t solve_by_iterations(Job<T> &job);

} // namespace kleene

#endif
