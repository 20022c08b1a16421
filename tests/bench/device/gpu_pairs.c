/* SPDX-License-Identifier: MIT */
/* Products of bit matrices on a device: random matrices, half of their bits 1.
 *
 *     bench_gpu_pairs [ROW...]     rows of the table below, from 1; or all
 *
 * A row of output has the median of the device's times, the ones counted in all
 * products a second, and what part of 5,100 T these are. The count and the sum
 * of a row must be those of the kernels that all devices share. */
#include <string.h>

#include "gpu_test.h"

#include "solvers/pairs/gpu_pairs.h"
#include "values/object.h"

enum { LIMIT = 5100, SHARED_CAPABILITY = 80 };

typedef struct Row {
    const char *name;
    int64_t n, length,
        stride; /* rows, bits of each, words from one to the next */
    int products;
    StarPairRelation relation;
    int64_t low; /* of j - i, if it is not 0 */
    bool bits, masked;
} Row;

static const Row table[] = {
    {"one product", 16384, 16384, 264, 1, STAR_PAIR_GREATER, 0, false, false},
    {"one product", 65536, 16384, 264, 1, STAR_PAIR_GREATER, 0, false, false},
    {"one product, bits", 65536, 16384, 264, 1, STAR_PAIR_GREATER, 0, true,
     false},
    {"four products", 32768, 5000, 79, 4, STAR_PAIR_GREATER, 0, false, false},
    {"four products, bits", 32768, 5000, 79, 4, STAR_PAIR_GREATER, 0, true,
     false},
    {"four products, even stride", 32768, 5000, 80, 4, STAR_PAIR_GREATER, 0,
     false, false},
    {"four products, j > i", 32768, 5000, 79, 4, STAR_PAIR_GREATER, 1, false,
     false},
    {"one product of short rows", 65536, 1024, 16, 1, STAR_PAIR_GREATER, 0,
     false, false},
    {"triangles, half of all arcs", 16384, 16384, 264, 1, STAR_PAIR_ANY, 0,
     false, true},
};

enum { ROWS = sizeof table / sizeof *table };

static Gpu gpu;

static uint64_t *room(GpuBlock *block, int64_t words) {
    gpu_must(&gpu, gpu_alloc(&gpu, block, words * 8));
    return block->at;
}

/* A matrix of random bits; what is behind its rows' length is 0. */
static uint64_t *matrix(GpuBlock *block, const Row *row, uint64_t seed) {
    const int64_t words = star_words(row->length), all = row->n * row->stride;
    uint64_t *at = room(block, all), *host = calloc((size_t)all, 8);
    if (host == NULL)
        exit(1);
    for (int64_t i = 0; i < row->n; i++) {
        for (int64_t w = 0; w < words; w++)
            host[i * row->stride + w] = gpu_random(&seed);
        host[i * row->stride + words - 1] &= star_last_mask(row->length);
    }
    gpu_must(&gpu,
             cudaMemcpy(at, host, (size_t)all * 8, cudaMemcpyHostToDevice));
    free(host);
    return at;
}

/* A tenth of the pairs or so pass. */
static StarPairs pairs_of(const Row *row, GpuBlock block[4]) {
    static const int64_t factor[] = {4, -1, 3, -2};
    StarPairs p = {.rows = {0, row->n},
                   .columns = {0, row->n},
                   .low = row->low != 0 ? row->low : INT64_MIN,
                   .high = INT64_MAX,
                   .products = row->products,
                   .relation = row->relation};
    const uint64_t *x[2] = {matrix(&block[0], row, 1),
                            matrix(&block[1], row, 2)};
    for (int f = 0; f < row->products; f++) {
        const int64_t one = row->products == 1 ? 1 : factor[f];
        p.product[f] = (StarPairProduct){x[f / 2],
                                         x[f % 2],
                                         row->stride,
                                         row->stride,
                                         star_words(row->length),
                                         one};
        p.constant -= one * row->length / 4;
    }
    p.constant -= row->length / 64;
    if (row->masked) {
        p.mask = matrix(&block[2], row, 3);
        p.mask_stride = row->stride;
    }
    if (row->bits) {
        p.bits_stride = star_words(row->n);
        p.bits = room(&block[3], row->n * p.bits_stride);
    }
    return p;
}

static StarPairsFound run(const StarPairs *p, StarPairsFound *at) {
    StarPairsFound found;
    gpu_must(&gpu, cudaMemsetAsync(at, 0, sizeof *at, gpu.stream));
    gpu_must(&gpu, gpu_pairs(&gpu, p, at));
    gpu_must(&gpu, gpu_read(&gpu, &found, at, sizeof found));
    return found;
}

/* ---- Time ---- */

static int before(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double median(const StarPairs *p, StarPairsFound *at) {
    enum { RUNS = 9 };
    float ms[RUNS];
    cudaEvent_t from, to;
    gpu_must(&gpu, cudaEventCreate(&from));
    gpu_must(&gpu, cudaEventCreate(&to));
    for (int k = 0; k < RUNS; k++) {
        gpu_must(&gpu, cudaEventRecord(from, gpu.stream));
        gpu_must(&gpu, gpu_pairs(&gpu, p, at));
        gpu_must(&gpu, cudaEventRecord(to, gpu.stream));
        gpu_must(&gpu, cudaEventSynchronize(to));
        gpu_must(&gpu, cudaEventElapsedTime(&ms[k], from, to));
    }
    cudaEventDestroy(from);
    cudaEventDestroy(to);
    qsort(ms, RUNS, sizeof *ms, before);
    return ms[RUNS / 2];
}

/* The pairs in the band. */
static double pairs_in(const Row *row) {
    const double n = (double)row->n;
    return row->low > 0 ? n * (n - 1) / 2 : n * n;
}

static bool measure(const Row *row, StarPairsFound *at) {
    GpuBlock block[4] = {{.at = NULL}};
    const StarPairs p = pairs_of(row, block);
    const StarPairsFound found = run(&p, at);
    const double ms = median(&p, at);
    const double rate =
        pairs_in(row) * (double)row->length * row->products / ms / 1e9;
    const int capability = gpu.capability;
    gpu.capability =
        capability < SHARED_CAPABILITY ? capability : SHARED_CAPABILITY;
    const StarPairsFound other = run(&p, at);
    gpu.capability = capability;
    const bool right = found.count == other.count && found.sum == other.sum;
    printf("%-28s n = %6lld, %5lld bits %9.3f ms %6.0f T bit-MAC/s %3.0f %%  "
           "%5.1f %% pass  %s\n",
           row->name, (long long)row->n, (long long)row->length, ms, rate,
           100 * rate / LIMIT, 100 * (double)found.count / pairs_in(row),
           right ? "right" : "WRONG");
    fflush(stdout);
    for (int k = 0; k < 4; k++)
        if (block[k].at != NULL)
            gpu_free(&gpu, &block[k]);
    return right;
}

int main(int argc, char **argv) {
    GpuBlock found;
    bool right = true;
    gpu_test_open(&gpu);
    StarPairsFound *at = (StarPairsFound *)room(&found, 2);
    for (int k = 1; k < argc; k++) {
        const int row = atoi(argv[k]);
        if (row >= 1 && row <= ROWS)
            right &= measure(&table[row - 1], at);
    }
    for (int k = 0; k < ROWS && argc == 1; k++)
        right &= measure(&table[k], at);
    gpu_free(&gpu, &found);
    gpu_close(&gpu);
    return !right;
}
