/* SPDX-License-Identifier: MIT */
/* Searches and counts on the device against the reference kernels. */
#include "device.h"

#include "kernels/bitwise.h"
#include "kernels/search.h"

static Device device;
static GpuBlock answer;

/* ---- Kernels ---- */

static int64_t answered(void) {
    int64_t value, word;
    assert_gpu(&device, gpu_scalar_result(&device.gpu, &value));
    assert_gpu(&device, gpu_read(&device.gpu, &word, answer.at, sizeof word));
    assert_int_equal(value, word);
    settle(&device);
    return value;
}

static int64_t find(const StarBits *y) {
    assert_gpu(&device, gpu_find(&device.gpu, answer, lend_line(&device, y),
                                 y->first, star_words(y->length), false));
    return answered();
}

static int64_t count(const StarBits *y) {
    assert_gpu(&device, gpu_count(&device.gpu, answer, lend_line(&device, y),
                                  star_words(y->length)));
    return answered();
}

static int64_t differ(const StarBits *x, const StarBits *y) {
    const uint64_t *at = lend_line(&device, x);
    assert_gpu(&device,
               gpu_differ(&device.gpu, answer, at, lend_line(&device, y),
                          star_words(y->length)));
    return answered();
}

#define KERNEL(name, value)                                  \
    static StarStatus name(StarBackend *be, StarCell *arg) { \
        (void)be;                                            \
        arg[0].i = value;                                    \
        return STAR_OK;                                      \
    }

KERNEL(fnd, find(arg[1].bits))
KERNEL(some, find(arg[1].bits) != 0)
KERNEL(zero, find(arg[1].bits) == 0)
KERNEL(numb, count(arg[1].bits))
KERNEL(one, count(arg[1].bits) == 1)
KERNEL(equal, differ(arg[1].bits, arg[2].bits) == 0)
KERNEL(unequal, differ(arg[1].bits, arg[2].bits) != 0)

static StarStatus step(StarBackend *be, StarCell *arg) {
    StarBits *y = arg[1].bits;
    uint64_t *at = lend_line(&device, y);
    (void)be;
    assert_gpu(&device, gpu_find(&device.gpu, answer, at, y->first,
                                 star_words(y->length), true));
    fetch_line(&device, y, at);
    arg[0].i = answered();
    return STAR_OK;
}

static StarStatus frst(StarBackend *be, StarCell *arg) {
    const StarBits *y = arg[1].bits;
    uint64_t *at = lend_line(&device, y);
    uint64_t *z = lend_room(&device, star_words(y->length));
    (void)be;
    assert_gpu(&device, gpu_find(&device.gpu, answer, at, y->first,
                                 star_words(y->length), false));
    assert_gpu(&device, gpu_only(&device.gpu, z, answer.at, y->length));
    fetch_line(&device, arg[0].bits, z);
    return settle(&device);
}

static StarKernel *const kernel[STAR_PRIM_COUNT] = {
    [STAR_PRIM_FND] = fnd,   [STAR_PRIM_STEP] = step,  [STAR_PRIM_NUMB] = numb,
    [STAR_PRIM_ZERO] = zero, [STAR_PRIM_SOME] = some,  [STAR_PRIM_ONE] = one,
    [STAR_PRIM_EQ] = equal,  [STAR_PRIM_NE] = unequal, [STAR_PRIM_FRST] = frst,
};

/* ---- Tests ---- */

TEST(test_primitives) {
    StarTest t, reference;
    walk_open(&t, &reference, kernel);
    walk_lines(&t, &reference, kernel);
    walk_close(&t, &reference);
}

/* Finds every 1 of a bit vector, with the same result each time, whichever
 * block sees it first. */
TEST(test_first_of_many) {
    enum { WORDS = 70000, STEPS = 100 };
    uint64_t *word = calloc(WORDS, sizeof *word), seed = 1;
    StarBits y = {.word = word, .length = 64 * WORDS};
    assert_non_null(word);
    for (int k = 0; k < STEPS; k++) {
        const int64_t at = (int64_t)(gpu_random(&seed) % (64 * WORDS));
        word[at / 64] |= UINT64_C(1) << at % 64;
    }
    for (int64_t w = 0; w < WORDS; w++)
        for (; word[w] != 0; word[w] &= word[w] - 1) {
            const int64_t first = 64 * w + __builtin_ctzll(word[w]) + 1;
            for (int again = 0; again < 3; again++)
                assert_int_equal(find(&y), first);
        }
    assert_int_equal(find(&y), 0);
    free(word);
}

/* Whichever block is the last one to be done. */
TEST(test_repeats) {
    enum { WORDS = 200000, FIRST = 150000, ONES = 40000 };
    const int times = gpu_small() ? 3 : 100;
    Gpu *gpu = &device.gpu;
    uint64_t *word = calloc(WORDS, sizeof *word), *zero;
    int64_t value;
    assert_non_null(word);
    for (int k = 0; k < ONES; k++)
        word[FIRST + k] = UINT64_C(1) << k % 64;
    uint64_t *at = lend(&device, word, WORDS);
    zero = lend_room(&device, WORDS);
    assert_gpu(&device, gpu_fill(gpu, zero, 0, 64 * WORDS));
    for (int k = 0; k < times; k++) {
        assert_gpu(&device, gpu_find(gpu, answer, at, 0, WORDS, false));
        assert_gpu(&device, gpu_scalar_result(gpu, &value));
        assert_int_equal(value, 64 * FIRST + 1);
        assert_gpu(&device, gpu_differ(gpu, answer, at, zero, WORDS));
        assert_gpu(&device, gpu_scalar_result(gpu, &value));
        assert_int_equal(value, 64 * FIRST + 1);
        assert_gpu(&device, gpu_count(gpu, answer, at, WORDS));
        assert_gpu(&device, gpu_scalar_result(gpu, &value));
        assert_int_equal(value, ONES);
    }
    settle(&device);
    free(word);
}

/* Words before the first are not read. */
TEST(test_from_a_word_on) {
    uint64_t word[40] = {0};
    StarBits y = {.word = word, .length = 64 * 40};
    word[0] = word[3] = word[39] = 1;
    for (y.first = 0; y.first <= 40; y.first++)
        assert_int_equal(find(&y), y.first == 0    ? 1
                                   : y.first <= 3  ? 193
                                   : y.first <= 39 ? 64 * 39 + 1
                                                   : 0);
}

TEST(test_huge) {
    if (gpu_small())
        return;
    const int64_t n = (INT64_C(1) << 31) + 77, words = star_words(n);
    Gpu *gpu = &device.gpu;
    int64_t value;
    uint64_t *y = lend_room(&device, words), *z = lend_room(&device, words);
    assert_gpu(&device, gpu_mask(gpu, y, n - 1, n, n));
    assert_gpu(&device, gpu_fill(gpu, z, 0, n));
    assert_gpu(&device, gpu_find(gpu, answer, y, 0, words, true));
    assert_gpu(&device, gpu_scalar_result(gpu, &value));
    assert_int_equal(value, n - 1);
    assert_gpu(&device, gpu_differ(gpu, answer, y, z, words));
    assert_gpu(&device, gpu_scalar_result(gpu, &value));
    assert_int_equal(value, n);
    assert_gpu(&device, gpu_bits(gpu, STAR_FUSE_NOT, z, y, NULL, n));
    assert_gpu(&device, gpu_count(gpu, answer, z, words));
    assert_gpu(&device, gpu_scalar_result(gpu, &value));
    assert_int_equal(value, n - 1);
    settle(&device);
}

TEST(test_failing_calls) {
    Gpu *gpu = &device.gpu;
    uint64_t *y = lend_room(&device, 2);
    GpuBlock other;
    int64_t value;
    assert_gpu(&device, gpu_fill(gpu, y, 0, 128));
    assert_fails(gpu, gpu_find(gpu, answer, y, 0, 2, false));
    assert_fails(gpu, gpu_differ(gpu, answer, y, y, 2));
    assert_fails(gpu, gpu_count(gpu, answer, y, 2));
    assert_fails(gpu, gpu_scalar_result(gpu, &value));
    assert_fails(gpu, gpu_scalar_result_open(gpu, &other));
    gpu_free(gpu, &other);
    settle(&device);
}

int main(void) {
    device_open(&device);
    gpu_must(&device.gpu, gpu_scalar_result_open(&device.gpu, &answer));
    const int failed = tests_run(NULL, NULL);
    gpu_free(&device.gpu, &answer);
    device_close(&device);
    return failed;
}
