/* SPDX-License-Identifier: MIT */
/* Closures of random graphs on the device, their vertices in random order: S two arcs a vertex; D
 * one of ten possible arcs; G eight layers, one of ten possible arcs to the next; Y some ten arcs
 * a vertex, none of them back; W one of ten of all arcs that do not lead back, so that no part of
 * the matrix gets full: the worst case; F the same in order. Some rows are checked by a search.
 *
 *     bench_gpu_closure [--quick] [KINDS [SIZE...]]     e.g. DW 5000 16384 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#include "solvers/closure/gpu_closure.h"
#include "gpu_test.h"
#include "values/object.h"
#include "kernels/loops/row_update.h"

namespace {

struct Graph {
    int64_t n, words;
    uint64_t *arcs, *rows;
    const int *vertex, *place; /* vertex[i] is the i-th of the order, place its inverse */
};

__host__ __device__ uint64_t mixed(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* One of ten, roughly: 26 of 256. */
__global__ void draw_dense(Graph g, char kind) {
    const int64_t i = blockIdx.x, w = int64_t(blockIdx.y) * blockDim.x + threadIdx.x;
    const int64_t layer = (g.n + 7) / 8;
    if (w >= g.words)
        return;
    uint64_t bits = 0, random = 0;
    for (int64_t j = 64 * w; j < 64 * w + 64 && j < g.n; j++) {
        random = j % 8 == 0 ? mixed(uint64_t(i * g.n + j) * UINT64_C(0x9e3779b97f4a7c15) + 1)
                            : random >> 8;
        const int a = kind == 'F' ? int(i) : g.place[i], b = kind == 'F' ? int(j) : g.place[j];
        const bool possible = kind == 'D' || (kind == 'G' ? b / layer == a / layer + 1 : b > a);
        if (possible && (random & 255) < 26)
            bits |= UINT64_C(1) << j % 64;
    }
    g.arcs[i * g.words + w] = bits;
}

__global__ void draw_sparse(Graph g, char kind) {
    const int64_t a = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (a >= g.n)
        return;
    for (int k = 0; k < (kind == 'S' ? 2 : 20); k++) {
        const int64_t b =
            int64_t(mixed(uint64_t(a * 20 + k + 1) * UINT64_C(0x9e3779b97f4a7c15)) % uint64_t(g.n));
        if (kind == 'S' || b > a)
            atomicOr(reinterpret_cast<unsigned *>(g.arcs + g.vertex[a] * g.words) +
                         g.vertex[b] / 32,
                     1u << g.vertex[b] % 32);
    }
}

void draw(Gpu *gpu, const Graph &g, char kind) {
    gpu_must(gpu, cudaMemsetAsync(g.arcs, 0, size_t(g.n * g.words) * 8, gpu->stream));
    if (kind == 'S' || kind == 'Y')
        draw_sparse<<<unsigned(g.n / 256 + 1), 256, 0, gpu->stream>>>(g, kind);
    else
        draw_dense<<<dim3(unsigned(g.n), unsigned(g.words / 128 + 1)), 128, 0, gpu->stream>>>(g,
                                                                                              kind);
    gpu_must(gpu, cudaGetLastError());
    gpu_must(gpu, gpu_sync(gpu));
}

/* What can be reached from i. */
std::vector<uint64_t> search(const Graph &g, const std::vector<uint64_t> &arcs, int64_t i) {
    std::vector<uint64_t> reached(&arcs[size_t(i * g.words)], &arcs[size_t((i + 1) * g.words)]);
    std::vector<uint64_t> open = reached;
    for (bool again = true; again;) {
        again = false;
        for (int64_t w = 0; w < g.words; w++)
            while (open[size_t(w)] != 0) {
                const int64_t k = 64 * w + __builtin_ctzll(open[size_t(w)]);
                open[size_t(w)] &= open[size_t(w)] - 1;
                again = true;
                for (int64_t v = 0; v < g.words; v++) {
                    const uint64_t news = arcs[size_t(k * g.words + v)] & ~reached[size_t(v)];
                    reached[size_t(v)] |= news;
                    open[size_t(v)] |= news;
                }
            }
    }
    return reached;
}

bool is_right(Gpu *gpu, const Graph &g) {
    std::vector<uint64_t> arcs(size_t(g.n * g.words)), row(static_cast<size_t>(g.words));
    gpu_must(gpu, cudaMemcpy(arcs.data(), g.arcs, arcs.size() * 8, cudaMemcpyDeviceToHost));
    const int checks = g.n > 20000 ? 2 : 10;
    for (int k = 0; k < checks; k++) {
        const int64_t i = int64_t(mixed(uint64_t(k) + 77) % uint64_t(g.n));
        gpu_must(gpu, cudaMemcpy(row.data(), g.rows + i * g.words, size_t(g.words) * 8,
                                 cudaMemcpyDeviceToHost));
        if (row != search(g, arcs, i))
            return false;
    }
    return true;
}

/* Median of the times of `call`, each on the arcs as they were. */
template <class Call> double median(Gpu *gpu, const Graph &g, int times, Call call) {
    std::vector<float> time;
    cudaEvent_t begin, end;
    gpu_must(gpu, cudaEventCreate(&begin));
    gpu_must(gpu, cudaEventCreate(&end));
    for (int k = 0; k <= times; k++) {
        float ms;
        gpu_must(gpu, cudaMemcpyAsync(g.rows, g.arcs, size_t(g.n * g.words) * 8,
                                      cudaMemcpyDeviceToDevice, gpu->stream));
        gpu_must(gpu, gpu_sync(gpu));
        gpu_must(gpu, cudaEventRecord(begin, gpu->stream));
        gpu_must(gpu, call());
        gpu_must(gpu, cudaEventRecord(end, gpu->stream));
        gpu_must(gpu, gpu_sync(gpu));
        gpu_must(gpu, cudaEventElapsedTime(&ms, begin, end));
        if (k > 0) /* the first one takes its memory */
            time.push_back(ms);
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    std::sort(time.begin(), time.end());
    return time[time.size() / 2];
}

const char *target(int64_t n, char kind) {
    if (kind != 'D' && kind != 'Y')
        return "";
    return n == 16384 ? "5" : n == 65536 ? "150" : n == 131072 ? "1000" : n == 5000 ? "30" : "";
}

void measure(Gpu *gpu, const Graph &g, const char *kinds, bool quick) {
    const double products = double(g.n) * double(g.n) * double(g.n);
    for (const char *kind = kinds; *kind; kind++) {
        draw(gpu, g, *kind);
        const double ms = median(gpu, g, quick || g.n > 40000 ? 3 : 9,
                                 [&] { return gpu_closure(gpu, g.rows, g.words, g.n); });
        printf("closure %c  n = %6lld  %9.3f ms  %6.0f T bit-MAC/s  target %4s ms  %s\n", *kind,
               static_cast<long long>(g.n), ms, products / ms / 1e9, target(g.n, *kind),
               is_right(gpu, g) ? "right" : "WRONG");
        fflush(stdout);
    }
    GpuBlock all;
    gpu_must(gpu, gpu_alloc(gpu, &all, g.words * 8));
    gpu_must(gpu, cudaMemsetAsync(all.at, 0xff, size_t(g.words) * 8, gpu->stream));
    const double ms = median(gpu, g, 9, [&] {
        return gpu_vectors(gpu, g.rows, g.words, g.n, g.words, static_cast<uint64_t *>(all.at),
                           g.arcs, STAR_FUSE_XOR);
    });
    printf("sweep all  n = %6lld  %9.4f ms  %6.0f GB/s\n", static_cast<long long>(g.n), ms,
           double(g.n) * double(g.words) * 16 / ms / 1e6);
    gpu_free(gpu, &all);
}

void measure(Gpu *gpu, int64_t n, const char *kinds, bool quick) {
    std::vector<int> order(size_t(2 * n));
    GpuBlock arcs, rows, on_device;
    Graph g = {};
    g.n = n;
    g.words = (n + 63) / 64;
    std::iota(order.begin(), order.begin() + n, 0);
    for (int64_t i = n - 1; i > 0; i--)
        std::swap(order[size_t(i)], order[mixed(uint64_t(i)) % uint64_t(i + 1)]);
    for (int64_t i = 0; i < n; i++)
        order[size_t(n + order[size_t(i)])] = int(i);
    gpu_must(gpu, gpu_alloc(gpu, &arcs, n * g.words * 8));
    gpu_must(gpu, gpu_alloc(gpu, &rows, n * g.words * 8));
    gpu_must(gpu, gpu_alloc(gpu, &on_device, 2 * n * int64_t(sizeof(int))));
    gpu_must(gpu, cudaMemcpyAsync(on_device.at, order.data(), size_t(2 * n) * sizeof(int),
                                  cudaMemcpyHostToDevice, gpu->stream));
    g.arcs = static_cast<uint64_t *>(arcs.at);
    g.rows = static_cast<uint64_t *>(rows.at);
    g.vertex = static_cast<int *>(on_device.at);
    g.place = g.vertex + n;
    measure(gpu, g, kinds, quick);
    gpu_free(gpu, &arcs);
    gpu_free(gpu, &rows);
    gpu_free(gpu, &on_device);
}

} // namespace

int main(int argc, char **argv) {
    Gpu gpu;
    int k = 1;
    const bool quick = k < argc && strcmp(argv[k], "--quick") == 0;
    k += quick;
    const char *kinds = k < argc ? argv[k++] : "SDGYWF";
    gpu_test_open(&gpu);
    if (k < argc)
        for (; k < argc; k++)
            measure(&gpu, atoll(argv[k]), kinds, quick);
    else
        for (const int64_t n : {1000, 4096, 5000, 16384, 65536, 131072})
            if (!quick || n < 20000)
                measure(&gpu, n, kinds, quick);
    gpu_close(&gpu);
}
