/* SPDX-License-Identifier: MIT */
/* Fused row updates against the same in plain C. */
#include "gpu_test.h"
#include "star_test.h"
#include "kernels/loops/row_update.h"

static Gpu gpu;

typedef struct Case {
    int64_t lines, words, stride;
    uint64_t *rows, *expected, *mask, *w; /* on the host */
    GpuBlock on_device;                   /* rows, mask, w */
} Case;

static size_t row_bytes(const Case *c) {
    return (size_t)(c->lines * c->stride) * 8;
}

static uint64_t *random_words(int64_t count, uint64_t *seed) {
    uint64_t *word = malloc((size_t)count * 8 + 8);
    assert_non_null(word);
    for (int64_t k = 0; k < count; k++)
        word[k] = gpu_random(seed);
    return word;
}

static int64_t mask_words(const Case *c) {
    return (c->lines + 63) / 64;
}

static uint64_t *mask_at(const Case *c) {
    return (uint64_t *)c->on_device.at + c->lines * c->stride;
}

static void upload(uint64_t *to, const uint64_t *from, int64_t words) {
    gpu_must(&gpu, cudaMemcpyAsync(to, from, (size_t)words * 8,
                                   cudaMemcpyHostToDevice, gpu.stream));
}

static void open_case(Case *c, int64_t lines, int64_t words, uint64_t seed) {
    *c = (Case){.lines = lines, .words = words, .stride = words + 1};
    c->rows = random_words(lines * c->stride, &seed);
    c->expected = malloc(row_bytes(c) + 8);
    c->mask = random_words(mask_words(c), &seed);
    c->w = random_words(words, &seed);
    gpu_must(&gpu, gpu_alloc(&gpu, &c->on_device,
                             (lines * c->stride + mask_words(c) + words) * 8));
    upload(c->on_device.at, c->rows, lines * c->stride);
    upload(mask_at(c), c->mask, mask_words(c));
    upload(mask_at(c) + mask_words(c), c->w, words);
}

static void close_case(Case *c) {
    gpu_free(&gpu, &c->on_device);
    free(c->rows);
    free(c->expected);
    free(c->mask);
    free(c->w);
}

static void expect(Case *c, int op) {
    memcpy(c->expected, c->rows, row_bytes(c));
    for (int64_t i = 0; i < c->lines; i++) {
        uint64_t *row = c->expected + i * c->stride;
        if (!(c->mask[i / 64] >> i % 64 & 1))
            continue;
        for (int64_t k = 0; k < c->words; k++)
            switch (op) {
            case STAR_FUSE_AND: row[k] &= c->w[k]; break;
            case STAR_FUSE_OR: row[k] |= c->w[k]; break;
            case STAR_FUSE_XOR: row[k] ^= c->w[k]; break;
            default: row[k] &= ~c->w[k];
            }
    }
}

static cudaError_t run(Case *c, const uint64_t *w, int op) {
    return gpu_vectors(&gpu, c->on_device.at, c->stride, c->lines, c->words,
                       mask_at(c), w, op);
}

static void check(Case *c, const uint64_t *w, int op) {
    expect(c, op);
    gpu_must(&gpu, run(c, w, op));
    gpu_must(&gpu, gpu_sync(&gpu));
    gpu_must(&gpu, cudaMemcpy(c->rows, c->on_device.at, row_bytes(c),
                              cudaMemcpyDeviceToHost));
    assert_memory_equal(c->rows, c->expected, row_bytes(c));
}

TEST(test_sizes) {
    static const int64_t lines[] = {0, 1, 2, 7, 8, 9, 63, 64, 65, 1000};
    static const int64_t words[] = {1, 2, 31, 32, 33, 127, 128, 129, 300};
    static const int op[] = {STAR_FUSE_AND, STAR_FUSE_OR, STAR_FUSE_XOR,
                             STAR_FUSE_ANDN};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (size_t j = 0; j < sizeof words / sizeof *words; j++)
            for (size_t k = 0; k < sizeof op / sizeof *op; k++) {
                Case c;
                if (!gpu_takes(0, 0))
                    continue;
                open_case(&c, lines[i], words[j], 100 * i + 10 * j + k);
                check(&c, mask_at(&c) + mask_words(&c), op[k]);
                close_case(&c);
            }
}

/* The row that w is takes part, too, again and again. */
TEST(test_own_row) {
    for (int k = 0; k < (gpu_small() ? 3 : 100); k++) {
        Case c;
        (void)state;
        open_case(&c, 500, 40, (uint64_t)k);
        c.mask[0] |= 1 << 17;
        upload(mask_at(&c), c.mask, mask_words(&c));
        memcpy(c.w, c.rows + 17 * c.stride, (size_t)c.words * 8);
        check(&c, (uint64_t *)c.on_device.at + 17 * c.stride, STAR_FUSE_OR);
        close_case(&c);
    }
}

/* More than 2^31 bits, all of which become 0. */
TEST(test_huge) {
    const int64_t lines = 70000, words = 520, all = lines * words;
    const int64_t mask = (lines + 63) / 64;
    uint64_t last[2] = {1, 1};
    GpuBlock block;
    if (gpu_small())
        return;
    gpu_must(&gpu, gpu_alloc(&gpu, &block, (all + mask + words) * 8));
    uint64_t *rows = block.at, *w = rows + all + mask;
    gpu_must(&gpu,
             cudaMemsetAsync(rows, 0xff, (size_t)(all + mask) * 8, gpu.stream));
    gpu_must(&gpu, cudaMemsetAsync(w, 0, (size_t)words * 8, gpu.stream));
    gpu_must(&gpu, gpu_vectors(&gpu, rows, words, lines, words, rows + all, w,
                               STAR_FUSE_AND));
    gpu_must(&gpu, gpu_read(&gpu, last, rows + all - 1, sizeof last));
    assert_true(last[0] == 0 && last[1] == UINT64_MAX);
    gpu_free(&gpu, &block);
}

TEST(test_failing_calls) {
    Case c;
    open_case(&c, 10, 3, 1);
    gpu.fail_at = gpu.calls;
    assert_int_not_equal(run(&c, mask_at(&c), STAR_FUSE_OR), cudaSuccess);
    gpu.fail_at = -1;
    gpu.what = NULL;
    assert_int_equal(run(&c, mask_at(&c), STAR_FUSE_OR), cudaSuccess);
    close_case(&c);
}

int main(void) {
    gpu_test_open(&gpu);
    const int failed = tests_run(NULL, NULL);
    gpu_close(&gpu);
    return failed;
}
