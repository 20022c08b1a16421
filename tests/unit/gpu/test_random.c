/* SPDX-License-Identifier: MIT */
/* RANDOM on the device against the CPU's kernels: slices, words and tables by
 * both images, at sizes about those of blocks, tiles and parts. */
#include "device.h"

#include "backend/cuda_backend.h"
#include "kernels/random.h"

static const int64_t sizes[][2] = {
    {1, 1},   {63, 2},   {64, 3},   {65, 70},   {127, 255}, {128, 256},
    {129, 5}, {257, 31}, {513, 64}, {1000, 33}, {8200, 3},  {3, 8200}};

TEST(walk) {
    const StarCudaOptions options = {
        .always = true, .required = true, .fail_at = -1};
    StarTest device = {.seed = 5}, host = {.seed = 5};
    star_test_open(&device, STAR_ISA_BEST);
    star_test_open(&host, STAR_ISA_BEST);
    assert_ok(&device, star_cuda_attach(&device.be, &options));
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int again = 0; again < 3; again++) {
            walk_size(&device, &host, STAR_PRIM_RANDOM, sizes[k][0], 1, 1);
            walk_size(&device, &host, STAR_PRIM_TRANDOM, 1, sizes[k][0],
                      sizes[k][1]);
        }
    assert_true(star_cuda_calls(&device.be) > 300);
    star_test_close(&device);
    star_test_close(&host);
}

/* The kernels alone, on several devices if they are asked for: all words of the
 * vectors, and none behind. */
TEST(vectors) {
    static uint64_t found[1 << 16];
    Device d = {.count = 0};
    device_open(&d);
    for (size_t k = 0; k < 2 * sizeof sizes / sizeof *sizes; k++) {
        const int64_t rows = sizes[k / 2][0], cols = sizes[k / 2][1];
        const bool by_rows = k % 2 == 1;
        const int64_t lines = by_rows ? rows : cols;
        const int64_t length = by_rows ? cols : rows;
        const GpuTable t = {lend_room(&d, lines * star_words(length)),
                            star_words(length), rows, cols};
        const StarPhilox philox = star_philox_of((int64_t)k, 0.4);
        assert_gpu(&d, by_rows ? gpu_random_rows(&d.gpu, &t, philox)
                               : gpu_random_columns(&d.gpu, &t, philox));
        assert_true(lines * t.stride <= 1 << 16);
        from_device(&d, found, t.word, lines * t.stride);
        for (int64_t j = 0; j < cols; j++)
            for (int64_t i = 0; i < rows; i++) {
                static uint32_t x[4];
                const int64_t at = by_rows ? j : i, line = by_rows ? i : j;
                if (i % STAR_PHILOX_ROWS == 0)
                    star_philox_bits(philox, i / STAR_PHILOX_ROWS, j, x);
                assert_int_equal(found[line * t.stride + at / 64] >> at % 64 &
                                     1,
                                 x[i % STAR_PHILOX_ROWS / 32] >> i % 32 & 1);
            }
        for (int64_t line = 0; line < lines; line++)
            assert_int_equal(
                found[(line + 1) * t.stride - 1] & ~star_last_mask(length), 0);
        settle(&d);
    }
    device_close(&d);
}

TEST(failing_calls) {
    Device d = {.count = 0};
    device_open(&d);
    const StarPhilox philox = star_philox_of(1, 0.5);
    const GpuTable t = {lend_room(&d, 140), 2, 70, 70};
    const GpuTable none = {t.word, 0, 0, 70};
    assert_fails(&d.gpu, gpu_random_columns(&d.gpu, &t, philox));
    assert_fails(&d.gpu, gpu_random_rows(&d.gpu, &t, philox));
    assert_gpu(&d, gpu_random_columns(&d.gpu, &none, philox));
    assert_gpu(&d, gpu_random_rows(&d.gpu, &none, philox));
    settle(&d);
    device_close(&d);
}

int main(void) {
    Gpu gpu;
    gpu_test_open(&gpu);
    gpu_close(&gpu);
    return tests_run(NULL, NULL);
}
