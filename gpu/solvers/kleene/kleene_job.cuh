/* What the parts of the Kleene star share. Plus is always the greater one: of minplus all numbers
 * change their sign. Epsilon is -infinity, or so small an integer that no sum with it passes
 * `least`, so that no step asks for it. */
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

/* From outside and back. 0 - v and v + 0 make no -0 of a zero. */
template <class T> __device__ T in(const Ring<T> &ring, T v) {
    const T own = ring.minus ? 0 - v : v + 0;
    return v == ring.epsilon ? ring.lowest : own;
}
template <class T> __device__ T out(const Ring<T> &ring, T v) {
    const T other = ring.minus ? 0 - v : v;
    return v < ring.least ? ring.epsilon : other;
}

/* What comes back. */
struct News {
    int odd;      /* a number that the CPU's kernel declines */
    int circuits; /* there are some, and no order; */
    int diverges; /* one is better than the unit */
    int next;     /* tile that nobody has taken */
};

template <class T> struct Job {
    Gpu *gpu;
    T *a;
    int n;
    Ring<T> ring;
    bool plus;                  /* is times, else the lesser one */
    GpuBlock order_room, tiles; /* memory */
    News *news;
    int *order, *place; /* the vertices in topological order, and its inverse */
};

/* Finds the order, or news->circuits, or news->odd if nothing is to be done. */
template <class T> cudaError_t find_order(Job<T> &job);

/* a := its star, by the order; by rounds, if it has circuits, unless one is better than the unit:
 * then news->diverges. */
template <class T> cudaError_t solve_in_order(Job<T> &job);
template <class T> cudaError_t solve_by_rounds(Job<T> &job);

} // namespace kleene

#endif
