/* SPDX-License-Identifier: MIT */
/* gpu_kleene [--quick] [n ...]: the star of the paper's graphs, arcs from each vertex to the next
 * and half of the others, numbers drawn at random. For each n, with numbers of 32 bits of both
 * kinds: the star of a matrix on the device, and with the matrix copied there from page-locked
 * memory and back; and one with as many arcs in all directions. Checked are all rows, or 64 of a
 * large matrix, against the sums. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "gpu_test.h"
#include "solvers/kleene/gpu_kleene.h"

static Gpu gpu;

static void must(cudaError_t error) {
    gpu_must(&gpu, error);
}

__device__ static uint64_t hash(uint64_t z) {
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

template <class T> struct Kind;
template <> struct Kind<float> {
    static constexpr GpuNumber number = GPU_SINGLE;
    static constexpr const char *name = "float";
    __host__ __device__ static float epsilon() {
        return -INFINITY;
    }
    __device__ static float weight(uint64_t bits) { /* near to a normal distribution */
        float sum = -8;
        for (int k = 0; k < 64; k += 16)
            sum += (float)(bits >> k & 0xffff) / 16384;
        return sum;
    }
};
template <> struct Kind<int32_t> {
    static constexpr GpuNumber number = GPU_LONG;
    static constexpr const char *name = "int32";
    __host__ __device__ static int32_t epsilon() {
        return -INT32_MAX;
    }
    __device__ static int32_t weight(uint64_t bits) {
        return (int32_t)(bits % 2001) - 1000;
    }
};

/* Vertex v is number label[v] in the order that arcs lead up in. */
template <class T> __global__ static void make(T *a, int n, const int *label, bool circuits) {
    for (int64_t k = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; k < (int64_t)n * n;
         k += (int64_t)gridDim.x * blockDim.x) {
        const int i = label[k / n], j = label[k % n];
        const uint64_t bits = hash((uint64_t)k);
        const bool arc = i == j + 1 || (i > j && (bits & 1));
        const T weight = Kind<T>::weight(hash(bits));
        a[k] = arc ? weight : Kind<T>::epsilon();
        if (circuits)
            a[k] = i == j || !(bits & 1) ? Kind<T>::epsilon() : weight > 0 ? -weight : weight;
    }
}

/* Row first + step * blockIdx.y of the star w, as a and w give it. */
template <class T>
__global__ static void check(const T *a, const T *w, int n, int step, unsigned long long *wrong) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t i = (int64_t)step * blockIdx.y;
    if (j >= n)
        return;
    T best = i == j ? 0 : Kind<T>::epsilon();
    for (int l = 0; l < n; l++) {
        const T x = a[i * n + l], y = w[(int64_t)l * n + j];
        if (x != Kind<T>::epsilon() && y != Kind<T>::epsilon())
            best = best > x + y ? best : x + y;
    }
    if (best != w[i * n + j])
        atomicAdd(wrong, 1ull);
}

template <class T> static void make_graph(T *a, int n, bool circuits) {
    std::vector<int> label(n);
    int *place;
    for (int i = 0; i < n; i++)
        label[i] = i;
    srand(1);
    for (int i = n - 1; i > 0; i--)
        std::swap(label[i], label[rand() % (i + 1)]);
    must(cudaMalloc(&place, n * sizeof(int)));
    must(cudaMemcpy(place, label.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    make<<<2048, 256>>>(a, n, place, circuits);
    must(cudaDeviceSynchronize());
    must(cudaFree(place));
}

template <class T> static unsigned long long count_wrong(const T *a, const T *w, int n) {
    const int rows = n <= 5000 ? n : 64;
    unsigned long long *wrong, count;
    must(cudaMalloc(&wrong, sizeof *wrong));
    must(cudaMemset(wrong, 0, sizeof *wrong));
    check<<<dim3((n + 255) / 256, rows), 256>>>(a, w, n, n / rows, wrong);
    must(cudaMemcpy(&count, wrong, sizeof count, cudaMemcpyDeviceToHost));
    must(cudaFree(wrong));
    return count;
}

/* Median ms of f, `before` not counted. */
template <class Before, class F> static float median(int times, Before before, F f) {
    std::vector<float> all;
    cudaEvent_t from, to;
    must(cudaEventCreate(&from));
    must(cudaEventCreate(&to));
    for (int k = 0; k <= times; k++) {
        float ms;
        before();
        must(cudaStreamSynchronize(gpu.stream));
        must(cudaEventRecord(from, gpu.stream));
        f();
        must(cudaEventRecord(to, gpu.stream));
        must(cudaEventSynchronize(to));
        must(cudaEventElapsedTime(&ms, from, to));
        if (k > 0)
            all.push_back(ms);
    }
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

static void print(const char *what, const char *kind, int n, float ms, const char *target) {
    printf("kleene %-12s %-6s n %-6d %10.3f ms  %6.2f T add-max/s%s\n", what, kind, n, ms,
           (double)n * n * n / 6 / ms / 1e9, target);
}

template <class T> static int measure(int n, int times) {
    const size_t bytes = (size_t)n * n * sizeof(T);
    T *a, *w, *host = NULL;
    int bad = 0;
    bool done = false;
    must(cudaMalloc(&a, bytes));
    must(cudaMalloc(&w, bytes));
    make_graph(a, n, false);
    auto copy = [&] { must(cudaMemcpyAsync(w, a, bytes, cudaMemcpyDefault, gpu.stream)); };
    auto star = [&] { must(gpu_kleene(&gpu, w, n, Kind<T>::number, GPU_MAXPLUS, &done)); };
    print("on device", Kind<T>::name, n, median(times, copy, star),
          n == 32768 ? "  (target 600)" : "");
    const unsigned long long wrong = done ? count_wrong(a, w, n) : 1;
    if (!done || wrong > 0) {
        printf("  WRONG: %s, %llu numbers\n", done ? "done" : "declined", wrong);
        bad = 1;
    }
    if (bytes < ((size_t)1 << 30)) {
        must(cudaMallocHost(&host, bytes));
        auto fill = [&] { must(cudaMemcpy(host, a, bytes, cudaMemcpyDeviceToHost)); };
        print("host to host", Kind<T>::name, n,
              median(times, fill,
                     [&] {
                         must(cudaMemcpyAsync(w, host, bytes, cudaMemcpyHostToDevice, gpu.stream));
                         star();
                         must(cudaMemcpyAsync(host, w, bytes, cudaMemcpyDeviceToHost, gpu.stream));
                     }),
              n == 4000 ? "  (target 12)" : "");
        must(cudaFreeHost(host));
    }
    must(cudaFree(w));
    must(cudaFree(a));
    must(gpu_trim(&gpu));
    return bad;
}

/* Numbers of 32 bits, whose sums are the same in every order, in a graph with circuits. */
static int measure_iterations(int n, int times) {
    const size_t bytes = (size_t)n * n * sizeof(int32_t);
    int32_t *a, *w;
    bool done = false;
    must(cudaMalloc(&a, bytes));
    must(cudaMalloc(&w, bytes));
    make_graph(a, n, true);
    const float ms = median(
        times, [&] { must(cudaMemcpyAsync(w, a, bytes, cudaMemcpyDefault, gpu.stream)); },
        [&] { must(gpu_kleene(&gpu, w, n, GPU_LONG, GPU_MAXPLUS, &done)); });
    printf("kleene circuits     int32  n %-6d %10.3f ms  %6.2f T add-max/s\n", n, ms,
           (double)n * n * n / ms / 1e9);
    const bool bad = !done || count_wrong(a, w, n) > 0;
    if (bad)
        puts("  WRONG");
    must(cudaFree(w));
    must(cudaFree(a));
    must(gpu_trim(&gpu));
    return bad;
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    std::vector<int> sizes;
    bool quick = false;
    int bad = 0;
    for (int k = 1; k < argc; k++)
        if (strcmp(argv[k], "--quick") == 0)
            quick = true;
        else
            sizes.push_back(atoi(argv[k]));
    if (sizes.empty())
        sizes =
            quick ? std::vector<int>{1000} : std::vector<int>{500, 1000, 2000, 4000, 8192, 32768};
    gpu_test_open(&gpu);
    for (int n : sizes) {
        bad |= measure<float>(n, n > 10000 ? 3 : 9);
        bad |= measure<int32_t>(n, n > 10000 ? 3 : 9);
        if (n <= 10000)
            bad |= measure_iterations(n, 3);
    }
    gpu_close(&gpu);
    return bad;
}
