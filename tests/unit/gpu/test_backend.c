/* SPDX-License-Identifier: MIT */
/* Programs' primitives on a device against the processor's, as
 * tests/unit/runtime/cpu does for instruction sets; what happens when CUDA
 * calls fail; and that all device memory is given back. */
#include "backend/cuda_backend.h"
#include "gpu_test.h"
#include "walk.h"

static void open_cuda(StarTest *t, bool required, int64_t fail_at) {
    const StarCudaOptions options = {
        .always = true, .required = required, .fail_at = fail_at};
    star_test_open(t, STAR_ISA_BEST);
    assert_ok(t, star_cuda_attach(&t->be, &options));
}

/* Natives of solvers need more than their signature says. */
static bool is_walked(int p) {
    return p != STAR_PRIM_FUSE &&
           strpbrk(star_prims[p].signature, "vVr") == NULL;
}

static const int32_t lengths[] = {0,    1,    63,    64,    65,    127,
                                  128,  1023, 1024,  1025,  2047,  2049,
                                  8191, 8193, 65535, 65537, 262145};
static const int16_t sides[] = {0, 1, 31, 63, 64, 65, 130, 513};

enum {
    LENGTHS = sizeof lengths / sizeof *lengths,
    SIDES = sizeof sides / sizeof *sides
};

static void walk_prim(StarTest *t, StarTest *reference, StarPrim prim) {
    if (has_table(prim)) {
        for (int i = 0; i < SIDES; i++)
            for (int j = 0; j < SIDES; j++)
                if (gpu_takes(0, 0))
                    walk_size(t, reference, prim, 1, sides[i], sides[j]);
    } else {
        for (int i = 0; i < LENGTHS; i++)
            if (gpu_takes(0, 0))
                walk_size(t, reference, prim, lengths[i], 0, 0);
    }
}

TEST(primitives) {
    StarTest t, reference;
    open_cuda(&t, true, -1);
    star_test_open(&reference, STAR_ISA_BEST);
    for (int p = 0; p < STAR_PRIM_COUNT; p++)
        if (is_walked(p))
            walk_prim(&t, &reference, (StarPrim)p);
    for (int k = 0; k < (gpu_small() ? 40 : 300); k++) {
        const FuseCase c = {.n = lengths[k % LENGTHS],
                            .operands = 1 + k % OPERANDS,
                            .deep = k % 50 == 0 ? 300 : 0,
                            .alias = k % 3 == 0 ? 1 : 0};
        walk_fuse(&t, &reference, &c);
    }
    star_test_close(&t);
    star_test_close(&reference);
}

/* Lines of more than 2^31 components. */
TEST(huge_lines) {
    if (gpu_small())
        return;
    enum { EXTRA = 77 };
    const int64_t n = (INT64_C(1) << 31) + EXTRA;
    StarTest t;
    StarCell y, and[3], set;
    open_cuda(&t, true, -1);
    t.mem.limit = SIZE_MAX;
    set.bits = star_bits_new(&t.be, STAR_UNSIZED);
    y.bits = star_bits_new(&t.be, STAR_UNSIZED);
    assert_ok(&t, star_bits_size(&t.be, set.bits, n));
    assert_ok(&t, star_bits_size(&t.be, y.bits, n));
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_SET, &set, NULL));
    StarCell put[] = {y, {.i = n}, {.i = 1}};
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_PUT, put, NULL));
    and[0] = and[1] = set;
    and[2] = y;
    StarCell numb[] = {{.i = 0}, set}, first[] = {{.i = 0}, y};
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_NUMB, numb, NULL));
    assert_int_equal(numb[0].i, n);
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_FND, first, NULL));
    assert_int_equal(first[0].i, n);
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_AND, and, NULL));
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_NUMB, numb, NULL));
    assert_int_equal(numb[0].i, 1);
    assert_ok(&t, star_object_sync(&t.be, set.object, STAR_READ));
    assert_int_equal(star_bits_get(set.bits, n), 1);
    star_free(&t, set.object);
    star_free(&t, y.object);
    star_test_close(&t);
}

TEST(no_device_memory_is_lost) {
    StarTest t;
    int64_t held, peak;
    StarCell y;
    open_cuda(&t, true, -1);
    for (int k = 0; k < 100; k++) {
        y.bits = star_bits_new(&t.be, STAR_UNSIZED);
        assert_ok(&t, star_bits_size(&t.be, y.bits, 1 << 26));
        assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_SET, &y, NULL));
        star_free(&t, y.object);
    }
    star_cuda_memory(&t.be, &held, &peak);
    assert_true(held <= peak && peak < 64 << 20);
    star_test_close(&t);
}

int main(void) {
    Gpu gpu;
    gpu_test_open(&gpu);
    gpu_close(&gpu);
    return tests_run(NULL, NULL);
}
