/* SPDX-License-Identifier: MIT */
/* Device memory: what was freed is given out again, and all is given back. */
#include "gpu_test.h"
#include "star_test.h"

static Gpu gpu;

TEST(test_spare) {
    GpuBlock a, b, c;
    assert_int_equal(gpu_alloc(&gpu, &a, 1000), cudaSuccess);
    assert_int_equal(a.bytes, 1024);
    void *was = a.at;
    gpu_free(&gpu, &a);
    assert_null(a.at);
    assert_int_equal(gpu_alloc(&gpu, &b, 600), cudaSuccess);
    assert_ptr_equal(b.at, was);
    assert_int_equal(gpu_alloc(&gpu, &c, 600), cudaSuccess);
    assert_ptr_not_equal(c.at, was);
    gpu_free(&gpu, &b);
    gpu_free(&gpu, &c);
    assert_int_equal(gpu_trim(&gpu), cudaSuccess);
    assert_int_equal(gpu.held, 0);
}

TEST(test_exhausted) {
    GpuBlock block;
    assert_int_equal(gpu_alloc(&gpu, &block, INT64_C(1) << 50),
                     cudaErrorMemoryAllocation);
    assert_null(block.at);
    assert_int_equal(gpu_alloc(&gpu, &block, 1 << 20), cudaSuccess);
    gpu_free(&gpu, &block);
}

TEST(test_failing_call) {
    Gpu other = {.fail_at = 0};
    for (int64_t k = 0; gpu_open(&other, 0) != cudaSuccess; k++) {
        assert_non_null(other.what);
        assert_null(other.stream);
        other.fail_at = k + 1;
    }
    assert_true(other.fail_at > 3);
    gpu_close(&other);
}

int main(void) {
    gpu_test_open(&gpu);
    const int failed = tests_run(NULL, NULL);
    gpu_close(&gpu);
    return failed;
}
