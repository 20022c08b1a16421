/* SPDX-License-Identifier: MIT */
/* The Kleene star. Illegal or unusual matrices are left to the CPU; graphs without circuits are
 * solved in topological order, others by iterations. */
#include "solvers/kleene/kleene_job.cuh"

#include <cfloat>

namespace kleene {

namespace {

template <class T> Ring<T> ring_of(GpuRing ring, T infinite, T lowest, T least) {
    switch (ring) {
    case GPU_MAXPLUS: return {-infinite, lowest, least, 0, false, 0};
    case GPU_MINPLUS: return {infinite, lowest, least, 0, true, 0};
    default: return {-infinite, -infinite, -infinite, infinite, false, 0};
    }
}

template <class B, class T> B bits_of(T v) {
    B bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* As runtime/cpu/solvers/kleene_types.c has them. */
void set_ring(Ring<float> &to, GpuRing ring, int n) {
    const float infinite = INFINITY, most = FLT_MAX / 4 / (float)n;
    to = ring_of(ring, infinite, -infinite, -infinite);
    to.limit = bits_of<int32_t>(ring < GPU_MAXMIN ? most : infinite);
}

void set_ring(Ring<double> &to, GpuRing ring, int n) {
    const double infinite = INFINITY, most = DBL_MAX / 4 / (double)n;
    to = ring_of(ring, infinite, -infinite, -infinite);
    to.limit = bits_of<int64_t>(ring < GPU_MAXMIN ? most : infinite);
}

void set_ring(Ring<int32_t> &to, GpuRing ring, int n) {
    const int32_t infinite = INT32_MAX, lowest = -infinite / 2 - 1;
    to = ring_of(ring, infinite, lowest, lowest / 2);
    to.limit = ring < GPU_MAXMIN ? (INT32_C(1) << 29) / (2 * n) - 1 : infinite;
}

void set_ring(Ring<int64_t> &to, GpuRing ring, int n) {
    const int64_t infinite = INT64_MAX, lowest = -infinite / 2 - 1;
    to = ring_of(ring, infinite, lowest, lowest / 2);
    to.limit = ring < GPU_MAXMIN ? (INT64_C(1) << 61) / (2 * n) - 1 : infinite;
}
template <class T> cudaError_t star(Job<T> &job, bool *done) {
    Gpu *gpu = job.gpu;
    News news = {};
    cudaError_t error = find_order(job);
    if (error == cudaSuccess)
        error = gpu_read(gpu, &news, job.news, sizeof news);
    if (error != cudaSuccess || news.odd)
        return error;
    error = news.circuits ? solve_by_iterations(job) : solve_in_order(job);
    if (error == cudaSuccess)
        error = gpu_read(gpu, &news, job.news, sizeof news);
    *done = error == cudaSuccess && !news.diverges;
    return error;
}

template <class T> cudaError_t run(Gpu *gpu, void *a, int n, GpuRing ring, bool *done) {
    Job<T> job = {};
    job.gpu = gpu;
    job.a = (T *)a;
    job.n = n;
    job.plus = ring != GPU_MAXMIN;
    set_ring(job.ring, ring, n);
    const cudaError_t error = star(job, done);
    gpu_free(gpu, &job.tiles);
    gpu_free(gpu, &job.order_room);
    return error;
}

} // namespace

} // namespace kleene

cudaError_t gpu_kleene(Gpu *gpu, void *a, int64_t n, GpuNumber number, GpuRing ring, bool *done) {
    *done = n == 0;
    if (n == 0 || n > GPU_KLEENE_MOST)
        return cudaSuccess;
    switch (number) {
    case GPU_SINGLE: return kleene::run<float>(gpu, a, (int)n, ring, done);
    case GPU_REAL: return kleene::run<double>(gpu, a, (int)n, ring, done);
    case GPU_LONG: return kleene::run<int32_t>(gpu, a, (int)n, ring, done);
    default: return kleene::run<int64_t>(gpu, a, (int)n, ring, done);
    }
}