/* SPDX-License-Identifier: MIT */
/* Device memory: what was freed is given out again, and all is given back. */
#include "gpu_test.h"
#include "star_test.h"

static Gpu gpu;

static void test_spare(void **state) {
    GpuBlock a, b, c;
    (void)state;
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

static void test_exhausted(void **state) {
    GpuBlock block;
    (void)state;
    assert_int_equal(gpu_alloc(&gpu, &block, INT64_C(1) << 50),
                     cudaErrorMemoryAllocation);
    assert_null(block.at);
    assert_int_equal(gpu_alloc(&gpu, &block, 1 << 20), cudaSuccess);
    gpu_free(&gpu, &block);
}

static void test_failing_call(void **state) {
    Gpu other = {.fail_at = 0};
    (void)state;
    for (int64_t k = 0; gpu_open(&other, 0) != cudaSuccess; k++) {
        assert_non_null(other.what);
        assert_null(other.stream);
        other.fail_at = k + 1;
    }
    assert_true(other.fail_at > 3);
    gpu_close(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spare),
        cmocka_unit_test(test_exhausted),
        cmocka_unit_test(test_failing_call),
    };
    gpu_test_open(&gpu);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    gpu_close(&gpu);
    return failed;
}
