/* SPDX-License-Identifier: MIT */
/* Several devices: which words each has, whose each page of their memory is,
 * and what happens where they have no links or a call fails. */
#include "fake.h"

#include "device/gpu.h"
#include "device/spread.h"

static Gpu gpu;

static void open_gpu(int devices) {
    fake = (Fake){.up = 0};
    gpu = (Gpu){.fail_at = -1};
    assert_int_equal(gpu_open(&gpu, 0), cudaSuccess);
    assert_int_equal(gpu_open_others(&gpu, devices), cudaSuccess);
}

static void close_gpu(void) {
    gpu_close(&gpu);
    assert_int_equal(fake.used, 0);
}

TEST(each_word_has_one_device) {
    open_gpu(3);
    gpu.spread_from = 8;
    for (int64_t words = 1; words < 200; words++) {
        int64_t next = 0;
        for (int k = 0; k < gpu_parts(&gpu, words); k++) {
            const GpuPart part = gpu_part(&gpu, words, k);
            assert_int_equal(part.device, k);
            assert_int_equal(part.from, next);
            assert_int_equal(part.from % 8, 0);
            assert_true(part.words > 0);
            next += part.words;
        }
        assert_int_equal(next, words);
    }
    close_gpu();
}

TEST(short_vectors_are_the_first_devices) {
    open_gpu(3);
    const int64_t least = 3 * (int64_t)GPU_PAGE / 8;
    assert_int_equal(gpu_parts(&gpu, least - 1), 1);
    assert_int_equal(gpu_parts(&gpu, least), 3);
    assert_int_equal(gpu_part(&gpu, least - 1, 0).words, least - 1);
    close_gpu();
    open_gpu(1);
    assert_int_equal(gpu_parts(&gpu, least), 1);
    close_gpu();
}

TEST(no_more_devices_than_there_are) {
    open_gpu(GPU_DEVICES);
    assert_int_equal(gpu.others, 2);
    close_gpu();
}

/* The fake device notes the owner of a page in its first byte. */
static void assert_owners(int64_t vector, int vectors, const char *owners) {
    GpuBlock block;
    assert_int_equal(gpu_alloc_vectors(&gpu, &block, vectors * vector, vector),
                     cudaSuccess);
    for (int64_t k = 0; k < (int64_t)strlen(owners); k++)
        assert_int_equal(((char *)block.at)[k * GPU_PAGE], owners[k] - '0');
    gpu_free(&gpu, &block);
    assert_int_equal(gpu_trim(&gpu), cudaSuccess);
}

TEST(pages_follow_the_words) {
    open_gpu(3);
    assert_owners(3 * (int64_t)GPU_PAGE, 2, "012012");
    assert_owners(6 * (int64_t)GPU_PAGE, 1, "001122");
    assert_owners(4 * (int64_t)GPU_PAGE, 2, "01120112");
    assert_owners(9 * (int64_t)GPU_PAGE / 2, 2, "011200122");
    close_gpu();
}

TEST(each_device_has_its_own) {
    GpuBlock block;
    int64_t each;
    open_gpu(3);
    assert_int_equal(gpu_alloc_each(&gpu, &block, 100, gpu.others + 1, &each),
                     cudaSuccess);
    assert_int_equal(each, GPU_PAGE);
    for (int k = 0; k < 3; k++)
        assert_int_equal(((char *)block.at)[k * each], k);
    gpu_free(&gpu, &block);
    close_gpu();
    open_gpu(1);
    assert_int_equal(gpu_alloc_each(&gpu, &block, 100, gpu.others + 1, &each),
                     cudaSuccess);
    assert_int_equal(each, 100);
    gpu_free(&gpu, &block);
    close_gpu();
}

TEST(without_links_it_is_an_error) {
    const StarCudaOptions options = {
        .always = true, .required = true, .devices = 3, .fail_at = -1};
    StarTest t;
    int current;
    fake = (Fake){.apart = true};
    t.error = (StarError){.status = STAR_OK};
    star_test_open(&t, STAR_ISA_BEST);
    assert_int_equal(star_cuda_attach(&t.be, &options), STAR_DEVICE);
    assert_non_null(strstr(t.error.text, "a link between each two devices"));
    assert_false(star_cuda_linked(0, 1));
    fake.apart = false;
    assert_true(star_cuda_linked(0, 1));
    assert_false(star_cuda_linked(1, 1));
    assert_int_equal(cudaGetDevice(&current), cudaSuccess);
    assert_int_equal(current, 0);
    star_test_close(&t);
    assert_int_equal(fake.used, 0);
}

static cudaError_t use_memory(void) {
    GpuBlock block = {.at = NULL};
    cudaError_t error = gpu_open(&gpu, 0);
    if (error == cudaSuccess)
        error = gpu_open_others(&gpu, 3);
    if (error == cudaSuccess)
        error = gpu_alloc_vectors(&gpu, &block, 6 * (int64_t)GPU_PAGE,
                                  3 * (int64_t)GPU_PAGE);
    gpu_free(&gpu, &block);
    gpu_close(&gpu);
    return error;
}

TEST(every_failing_call_is_told) {
    int64_t k = 0;
    for (;; k++) {
        fake = (Fake){.up = 0};
        gpu = (Gpu){.fail_at = k};
        if (use_memory() == cudaSuccess)
            break;
        assert_non_null(gpu.what);
        assert_int_equal(fake.used, 0);
    }
    assert_true(k > 10);
    assert_int_equal(fake.used, 0);
}

TEST_MAIN
