/* gpu_pipeline [--quick] [n]: the simplified problem with min on numbers of 32 bits, ours and the
 * two methods of the paper, those on a hundredth of the table. The first million numbers are
 * checked.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <vector>

#include "gpu_test.h"
#include "pipeline.h"

static Gpu gpu;

static void must(cudaError_t error) {
    gpu_must(&gpu, error);
}

static std::vector<int64_t> offsets(size_t k, int64_t least, int64_t most) {
    std::set<int64_t> a = {least};
    while (a.size() < k)
        a.insert(least + 1 + rand() % (most - least));
    return std::vector<int64_t>(a.rbegin(), a.rend());
}

/* By method `fold`, 0 for ours, on n numbers. */
static int measure(const char *method, int64_t n, const std::vector<int64_t> &a, int64_t fold,
                   int times) {
    const int64_t k = (int64_t)a.size();
    std::vector<int32_t> table(n), got(n);
    std::vector<float> all;
    GpuSdp p = {NULL, n, false, a.data(), k, GPU_SDP_MIN};
    cudaEvent_t from, to;
    bool done = true;
    for (int64_t i = 0; i < n; i++)
        table[i] = rand();
    must(cudaEventCreate(&from));
    must(cudaEventCreate(&to));
    must(cudaMalloc(&p.table, n * sizeof(int32_t)));
    for (int t = 0; t <= times; t++) {
        float ms;
        must(cudaMemcpy(p.table, table.data(), n * sizeof(int32_t), cudaMemcpyHostToDevice));
        must(cudaDeviceSynchronize());
        must(cudaEventRecord(from, gpu.stream));
        must(fold == 0 ? gpu_sdp(&gpu, &p, &done) : gpu_sdp_pfold(&gpu, &p, fold));
        must(cudaEventRecord(to, gpu.stream));
        must(cudaEventSynchronize(to));
        must(cudaEventElapsedTime(&ms, from, to));
        if (t > 0)
            all.push_back(ms);
    }
    std::sort(all.begin(), all.end());
    must(cudaMemcpy(got.data(), p.table, n * sizeof(int32_t), cudaMemcpyDeviceToHost));
    must(cudaFree(p.table));
    const float ms = all[all.size() / 2];
    printf("sdp %-9s n %-9ld k %-4ld offsets %ld..%-8ld fold %-5ld %10.3f ms %8.2f ns a number\n",
           method, (long)n, (long)k, (long)a[k - 1], (long)a[0], (long)fold, ms,
           ms * 1e6 / (n - a[0]));
    for (int64_t i = a[0]; i < std::min(n, a[0] + 1000000); i++) {
        int32_t v = table[i - a[0]];
        for (int64_t j = 1; j < k; j++)
            v = std::min(v, table[i - a[j]]);
        table[i] = v;
        if (v != got[i] || !done) {
            printf("  WRONG: number %ld\n", (long)i);
            return 1;
        }
    }
    return 0;
}

static int compare(int64_t n, const std::vector<int64_t> &a) {
    int64_t fold = a[0];
    const int64_t k = (int64_t)a.size(), part = a[0] + n / 100;
    for (int64_t s = 0; s < k; s++)
        fold = std::min(fold, a[s] / (k - s));
    int bad = measure("ours", n, a, 0, 5);
    bad |= measure("pipeline", part, a, 1, 1);
    if (fold > 1)
        bad |= measure("pfold", part, a, fold, 1);
    return bad;
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    const bool quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    const int64_t n = quick ? 100000 : argc > 1 ? atol(argv[1]) : 10000000;
    int bad = 0;
    gpu.fail_at = -1;
    must(gpu_open(&gpu, 0));
    srand(7);
    for (int64_t k : {16, 256}) {
        bad |= compare(n, offsets(k, 64, 4096));
        bad |= compare(n, offsets(k, 10000, quick ? 20000 : 1000000));
        std::vector<int64_t> consecutive;
        for (int64_t j = k; j > 0; j--)
            consecutive.push_back(j);
        bad |= compare(n, consecutive);
    }
    gpu_close(&gpu);
    return bad;
}
