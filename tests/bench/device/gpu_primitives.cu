/* SPDX-License-Identifier: MIT */
/* What primitives and basic procedures take on a device.
 *
 *     bench_gpu_primitives [--quick] [--only PREFIX] [--rows ROWS] [--side SIDE] [bits ...]
 *
 * Lines have `bits` components, tables ROWS rows of 32 columns, or SIDE rows and columns. A line
 * of output says what was done, the median of the device's times, and the rate at which memory
 * moved what has to be moved. With STAR_GPU_SPREAD in the environment all devices do it. */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#include "gpu_test.h"

#include "kernels/basic.h"
#include "kernels/bitwise.h"
#include "kernels/search.h"
#include "kernels/tables.h"

static Gpu gpu;
static GpuBlock answer;
static int runs = 21;
static bool quick;
static const char *only = "";
static int wrong;

static void must(cudaError_t error) {
    gpu_must(&gpu, error);
}

/* Pseudo-random words, from the number of a bit vector and theirs. */
static __global__ void scramble(uint64_t *z, int64_t words, uint64_t seed) {
    const int64_t w = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= words)
        return;
    uint64_t x = seed + (uint64_t)w * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    z[w] = x ^ x >> 31;
}

/* Memory for vectors of so many words, and its end. */
static std::vector<GpuBlock> blocks;

static uint64_t *room(int64_t words, int64_t vectors = 1) {
    GpuBlock block;
    must(gpu_alloc_vectors(&gpu, &block, vectors * words * 8, words * 8));
    blocks.push_back(block);
    return (uint64_t *)block.at;
}

static void give(uint64_t *at) {
    for (GpuBlock &block : blocks)
        if (block.at == at)
            gpu_free(&gpu, &block);
}

static void randomize(uint64_t *z, int64_t words, uint64_t seed) {
    scramble<<<(unsigned)((words + 255) / 256), 256, 0, gpu.stream>>>(z, words, seed);
    must(cudaGetLastError());
}

/* Bit vectors of so many components. */
static void randomize_lines(uint64_t *z, int64_t stride, int64_t lines, int64_t length,
                            uint64_t seed) {
    randomize(z, stride * lines, seed);
    for (int64_t k = 0; k < lines; k++)
        must(gpu_cut(&gpu, z + k * stride, 1, length, z + k * stride, length));
}

/* The stride of an image, as runtime/values/table.c has it. */
static int64_t stride_for(int64_t length) {
    const int64_t words = star_words(length), lines = (words + 7) / 8;
    return length < 8192 ? words : 8 * (lines + (lines >= 32 && lines % 16 == 0));
}

static int64_t asked(void) {
    int64_t value;
    must(gpu_scalar_result(&gpu, &value));
    return value;
}

static int64_t ones(const uint64_t *y, int64_t words) {
    must(gpu_count(&gpu, answer, y, words));
    return asked();
}

static void check(bool right, const char *what) {
    if (!right) {
        printf("WRONG: %s\n", what);
        wrong++;
    }
}

/* Runs and prints the time; `bytes` is the memory traffic. */
static void row(const char *what, int64_t size, double bytes, double target,
                const std::function<void()> &work) {
    std::vector<float> ms;
    cudaEvent_t from, to;
    if (strncmp(what, only, strlen(only)) != 0)
        return;
    must(cudaEventCreate(&from));
    must(cudaEventCreate(&to));
    for (int k = 0; k < runs + 3; k++) {
        float time;
        must(cudaEventRecord(from, gpu.stream));
        work();
        must(cudaEventRecord(to, gpu.stream));
        must(cudaEventSynchronize(to));
        must(cudaEventElapsedTime(&time, from, to));
        if (k >= 3)
            ms.push_back(time);
    }
    std::sort(ms.begin(), ms.end());
    const float median = ms[ms.size() / 2];
    printf("%-26s %11lld %9.4f ms %8.1f GB/s", what, (long long)size, median, bytes / median / 1e6);
    if (target > 0)
        printf("  target %.3f ms", target);
    puts("");
    must(cudaEventDestroy(from));
    must(cudaEventDestroy(to));
}

/* The same for a scalar result, by the host's clock, until the host has it. */
static void answered(const char *what, int64_t size, const std::function<void()> &question) {
    typedef std::chrono::steady_clock Clock;
    std::vector<double> ms;
    if (strncmp(what, only, strlen(only)) != 0)
        return;
    for (int k = 0; k < runs; k++) {
        const Clock::time_point from = Clock::now();
        question();
        asked();
        ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - from).count());
    }
    std::sort(ms.begin(), ms.end());
    printf("%-26s %11lld %9.4f ms\n", what, (long long)size, ms[ms.size() / 2]);
}

/* ---- Bit vectors ---- */

enum { LINES = 8 };

static void fused(int operands, int64_t bits, uint64_t *z, uint64_t *const x[]) {
    const double bytes = (double)(star_words(bits) * 8);
    uint8_t code[64];
    const uint64_t *operand[16];
    char what[32];
    uint16_t length = 0;
    for (int k = 0; k < operands; k++) {
        operand[k] = x[k];
        code[length++] = (uint8_t)(STAR_FUSE_OPERAND + k);
        if (k > 0)
            code[length++] = (uint8_t)(k % 4);
    }
    const StarFuse fuse = {length, (uint16_t)operands, 2, code};
    snprintf(what, sizeof what, "fuse of %d", operands);
    row(what, bits, bytes * (operands + 1), 0,
        [&] { must(gpu_fuse(&gpu, z, operand, &fuse, bits)); });
}

static void lines(int64_t bits) {
    const int64_t words = star_words(bits);
    const double bytes = (double)words * 8, copy = 2 * bytes / 4.2e9 / 0.9;
    uint64_t *x[LINES], *z = room(words);
    for (int k = 0; k < LINES; k++) {
        x[k] = room(words);
        randomize_lines(x[k], words, 1, bits, (uint64_t)k << 40);
    }
    row("memcpy", bits, 2 * bytes, 0, [&] {
        must(cudaMemcpyAsync(z, x[0], (size_t)words * 8, cudaMemcpyDeviceToDevice, gpu.stream));
    });
    row("SET", bits, bytes, 0, [&] { must(gpu_fill(&gpu, z, 1, bits)); });
    row("copy", bits, 2 * bytes, copy,
        [&] { must(gpu_bits(&gpu, STAR_FUSE_OPERAND, z, x[0], NULL, bits)); });
    row("not", bits, 2 * bytes, copy,
        [&] { must(gpu_bits(&gpu, STAR_FUSE_NOT, z, x[0], NULL, bits)); });
    row("and", bits, 3 * bytes, 1.5 * copy,
        [&] { must(gpu_bits(&gpu, STAR_FUSE_AND, z, x[0], x[1], bits)); });
    const int64_t both = ones(z, words);
    must(gpu_bits(&gpu, STAR_FUSE_OR, z, x[0], x[1], bits));
    check(both + ones(z, words) == ones(x[0], words) + ones(x[1], words), "and, or");
    for (int k = 3; k <= 4; k++)
        fused(k, bits, z, x);
    row("MASK", bits, bytes, 0, [&] { must(gpu_mask(&gpu, z, 99, bits - 99, bits)); });
    row("SHIFT", bits, 2 * bytes, copy, [&] { must(gpu_shift(&gpu, z, x[0], 1, 1000003, bits)); });
    row("ROTATE", bits, 2 * bytes, copy,
        [&] { must(gpu_rotate(&gpu, z, x[0], 0, 1000003, bits)); });
    check(ones(z, words) == ones(x[0], words), "ROTATE");
    row("MIRROR", bits, 2 * bytes, copy, [&] { must(gpu_mirror(&gpu, z, x[0], bits)); });
    check(ones(z, words) == ones(x[0], words), "MIRROR");
    row("SHUFFLE", bits, 2 * bytes, copy, [&] { must(gpu_shuffle(&gpu, z, x[0], bits)); });
    check(bits % 2 != 0 || ones(z, words) == ones(x[0], words), "SHUFFLE");
    row("TRIM", bits, 2 * bytes, copy, [&] { must(gpu_cut(&gpu, z, 99, bits, x[0], bits)); });
    row("REP", bits, 2 * bytes, copy,
        [&] { must(gpu_replace(&gpu, z, 99, bits, x[0], x[1], bits)); });
    for (int k = 5; k <= LINES; k++)
        fused(k, bits, z, x);
    must(gpu_fill(&gpu, z, 0, bits));
    row("FND, none", bits, bytes, 0, [&] { must(gpu_find(&gpu, answer, z, 0, words, false)); });
    check(asked() == 0, "FND, none");
    row("FND, early", bits, 0, 0, [&] { must(gpu_find(&gpu, answer, x[0], 0, words, false)); });
    row("NUMB", bits, bytes, 0, [&] { must(gpu_count(&gpu, answer, x[0], words)); });
    check(asked() > bits / 2 - bits / 100 && asked() < bits / 2 + bits / 100, "NUMB");
    must(gpu_bits(&gpu, STAR_FUSE_OPERAND, z, x[0], NULL, bits));
    row("=", bits, 2 * bytes, 0, [&] { must(gpu_differ(&gpu, answer, x[0], z, words)); });
    check(asked() == 0, "=");
    row("=, early", bits, 0, 0, [&] { must(gpu_differ(&gpu, answer, x[0], x[1], words)); });
    answered("STEP, answered", bits, [&] { must(gpu_find(&gpu, answer, z, 0, words, true)); });
    for (int k = 0; k < LINES; k++)
        give(x[k]);
    give(z);
}

/* ---- Tables ---- */

enum { COLS = 32 };

static void basic(int64_t rows) {
    const int64_t words = star_words(rows), stride = stride_for(rows);
    const double column = (double)words * 8, table = column * COLS;
    const double share = (double)rows / 1e8;
    GpuTable t = {room(stride, COLS), stride, rows, COLS}, f = t, s = t;
    uint64_t *x = room(words), *z = room(words), *y = room(words), *w = room(1);
    f.word = room(stride, COLS);
    s.word = room(stride, COLS);
    randomize_lines(t.word, stride, COLS, rows, 1);
    randomize_lines(f.word, stride, COLS, rows, 2);
    randomize(w, 1, 3);
    must(gpu_fill(&gpu, x, 1, rows));
    row("MATCH", rows, table + 2 * column, 0.13 * share,
        [&] { must(gpu_compare(&gpu, &t, NULL, w, x, z, NULL, NULL)); });
    must(gpu_merge(&gpu, &s, NULL, w, x, false));
    row("MATCH, all rows", rows, table + 2 * column, 0.13 * share,
        [&] { must(gpu_compare(&gpu, &s, NULL, w, x, z, NULL, NULL)); });
    check(ones(z, words) == rows, "MATCH");
    row("GEL", rows, table + 2 * column, 0,
        [&] { must(gpu_compare(&gpu, &t, NULL, w, NULL, NULL, y, z)); });
    row("GEL, all rows", rows, table + 2 * column, 0,
        [&] { must(gpu_compare(&gpu, &s, NULL, w, NULL, NULL, y, z)); });
    row("MIN", rows, table + 2 * column, 0.25 * share,
        [&] { must(gpu_extreme(&gpu, answer, &t, x, false, z)); });
    must(gpu_compare(&gpu, &t, NULL, (uint64_t *)answer.at, x, NULL, y, NULL));
    check(ones(z, words) > 0 && ones(y, words) == 0, "MIN");
    row("MIN, all rows", rows, table + 2 * column, 0.25 * share,
        [&] { must(gpu_extreme(&gpu, answer, &s, x, false, z)); });
    check(ones(z, words) == rows, "MIN, all rows");
    row("SETMIN", rows, 2 * table + 2 * column, 0,
        [&] { must(gpu_compare(&gpu, &t, &f, NULL, x, NULL, z, NULL)); });
    row("HIT, all rows", rows, 2 * table + 2 * column, 0,
        [&] { must(gpu_compare(&gpu, &t, &t, NULL, x, z, NULL, NULL)); });
    row("WCOPY", rows, table + column, 0, [&] { must(gpu_merge(&gpu, &s, NULL, w, x, false)); });
    row("TMERGE", rows, 3 * table + column, 0,
        [&] { must(gpu_merge(&gpu, &s, &f, NULL, x, true)); });
    row("ADDV", rows, 3 * table + column, 0.33 * share,
        [&] { must(gpu_add(&gpu, answer, &s, &t, &f, NULL, x, false)); });
    must(gpu_add(&gpu, answer, &s, &s, &f, NULL, x, true));
    must(gpu_compare(&gpu, &s, &t, NULL, x, z, NULL, NULL));
    check(ones(z, words) == rows, "ADDV, SUBTV");
    /* A first column of zeros: nothing overflows. */
    must(gpu_fill(&gpu, t.word, 0, rows));
    must(gpu_fill(&gpu, f.word, 0, rows));
    row("ADDV, fits", rows, 3 * table + column, 0.33 * share,
        [&] { must(gpu_add(&gpu, answer, &s, &t, &f, NULL, x, false)); });
    check(asked() == 0, "ADDV");
    row("ADDC", rows, 2 * table + column, 0,
        [&] { must(gpu_add(&gpu, answer, &s, &t, NULL, w, x, false)); });
    give(t.word);
    give(f.word);
    give(s.word);
}

/* Images, each as one vector, of vectors of `length` components, their transposed image, and single
 * vectors. */
static void images(int64_t lines, int64_t length) {
    const int64_t x_stride = stride_for(length), z_stride = stride_for(lines);
    const double bytes = (double)(lines * star_words(length) + length * star_words(lines)) * 8;
    uint64_t *x = room(x_stride * lines), *z = room(z_stride * length);
    randomize(x, lines * x_stride, 1);
    row("transpose", lines, bytes, bytes / 4.2e9 / 0.9,
        [&] { must(gpu_transpose(&gpu, z, z_stride, x, x_stride, lines, length)); });
    row("transpose back", length, bytes, bytes / 4.2e9 / 0.9,
        [&] { must(gpu_transpose(&gpu, x, x_stride, z, z_stride, length, lines)); });
    give(x);
    give(z);
}

/* A thousand operations on small bit vectors: the time of a launch. */
static void single(int64_t side) {
    const int64_t times = quick ? 10 : 1000;
    const int64_t stride = stride_for(side);
    uint64_t *x = room(stride, side), *y = room(stride);
    randomize(x, side * stride, 1);
    row("ROW of rows, x1000", side, 0, 6, [&] {
        for (int64_t i = 0; i < times; i++)
            must(gpu_bits(&gpu, STAR_FUSE_OPERAND, y, x + i * stride, NULL, side));
    });
    row("ROW := of rows, x1000", side, 0, 6, [&] {
        for (int64_t i = 0; i < times; i++)
            must(gpu_bits(&gpu, STAR_FUSE_OPERAND, x + i * stride, y, NULL, side));
    });
    row("ROW of columns, x1000", side, 0, 6, [&] {
        for (int64_t i = 0; i < times; i++)
            must(gpu_gather(&gpu, y, x, stride, side, i));
    });
    row("ROW := of columns, x1000", side, 0, 6, [&] {
        for (int64_t i = 0; i < times; i++)
            must(gpu_scatter(&gpu, x, stride, side, i, y));
    });
    give(x);
    give(y);
}

int main(int argc, char **argv) {
    std::vector<int64_t> sizes;
    int64_t rows = 100000000, side = 65536;
    for (int k = 1; k < argc; k++)
        if (strcmp(argv[k], "--quick") == 0)
            runs = 5, quick = true;
        else if (strcmp(argv[k], "--only") == 0 && k + 1 < argc)
            only = argv[++k];
        else if (strcmp(argv[k], "--rows") == 0 && k + 1 < argc)
            rows = atoll(argv[++k]);
        else if (strcmp(argv[k], "--side") == 0 && k + 1 < argc)
            side = atoll(argv[++k]);
        else
            sizes.push_back(atoll(argv[k]));
    if (sizes.empty())
        sizes = {INT64_C(1) << 20, INT64_C(1) << 30, INT64_C(1) << 33};
    gpu_test_open(&gpu);
    must(gpu_scalar_result_open(&gpu, &answer));
    for (int64_t bits : sizes)
        lines(bits);
    basic(rows);
    images(side, side);
    images(rows, COLS);
    single(16384);
    gpu_close(&gpu);
    return wrong > 0;
}
