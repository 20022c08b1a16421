/* SPDX-License-Identifier: MIT */
/* Bit vectors on the device against the reference kernels. */
#include "device.h"

#include "kernels/bitwise.h"

static Device device;

/* ---- Kernels ---- */

/* The memory of the result: apart from the operands, or one of them where
 * that is allowed. */
static uint64_t *result(const StarBits *z, bool in_place) {
    if (in_place && z->length > 0)
        for (int k = 0; k < device.count; k++)
            if (device.lent[k].host == z->word)
                return device.lent[k].block.at;
    return lend_room(&device, star_words(z->length));
}

static StarStatus done(StarBits *z, const uint64_t *at) {
    fetch_line(&device, z, at);
    return settle(&device);
}

static StarStatus fill(StarBits *z, int value) {
    uint64_t *at = result(z, false);
    assert_gpu(&device, gpu_fill(&device.gpu, at, value, z->length));
    return done(z, at);
}

static StarStatus set(StarBackend *be, StarCell *arg) {
    (void)be;
    return fill(arg[0].bits, 1);
}

static StarStatus clear(StarBackend *be, StarCell *arg) {
    (void)be;
    return fill(arg[0].bits, 0);
}

static StarStatus bits(int op, StarBits *z, const StarBits *x,
                       const StarBits *y) {
    const uint64_t *x_at = lend_line(&device, x);
    const uint64_t *y_at = y != NULL ? lend_line(&device, y) : NULL;
    uint64_t *at = result(z, true);
    assert_gpu(&device, gpu_bits(&device.gpu, op, at, x_at, y_at, z->length));
    return done(z, at);
}

static StarStatus and_(StarBackend *be, StarCell *arg) {
    (void)be;
    return bits(STAR_FUSE_AND, arg[0].bits, arg[1].bits, arg[2].bits);
}

static StarStatus or_(StarBackend *be, StarCell *arg) {
    (void)be;
    return bits(STAR_FUSE_OR, arg[0].bits, arg[1].bits, arg[2].bits);
}

static StarStatus xor_(StarBackend *be, StarCell *arg) {
    (void)be;
    return bits(STAR_FUSE_XOR, arg[0].bits, arg[1].bits, arg[2].bits);
}

static StarStatus not_(StarBackend *be, StarCell *arg) {
    (void)be;
    return bits(STAR_FUSE_NOT, arg[0].bits, arg[1].bits, NULL);
}

static StarStatus copy(StarBackend *be, StarCell *arg) {
    (void)be;
    return bits(STAR_FUSE_OPERAND, arg[0].bits, arg[1].bits, NULL);
}

static StarStatus mask(StarBackend *be, StarCell *arg) {
    StarBits *z = arg[0].bits;
    uint64_t *at = result(z, false);
    (void)be;
    assert_gpu(&device,
               gpu_mask(&device.gpu, at, arg[2].i, arg[3].i, z->length));
    return done(z, at);
}

static StarStatus shift(StarBackend *be, StarCell *arg) {
    const uint64_t *y = lend_line(&device, arg[1].bits);
    uint64_t *at = result(arg[0].bits, false);
    (void)be;
    assert_gpu(&device, gpu_shift(&device.gpu, at, y, (int)arg[2].i, arg[3].i,
                                  arg[0].bits->length));
    return done(arg[0].bits, at);
}

static StarStatus rotate(StarBackend *be, StarCell *arg) {
    const uint64_t *y = lend_line(&device, arg[1].bits);
    uint64_t *at = result(arg[0].bits, false);
    (void)be;
    assert_gpu(&device, gpu_rotate(&device.gpu, at, y, (int)arg[2].i, arg[3].i,
                                   arg[0].bits->length));
    return done(arg[0].bits, at);
}

static StarStatus mirror(StarBackend *be, StarCell *arg) {
    const uint64_t *y = lend_line(&device, arg[1].bits);
    uint64_t *at = result(arg[0].bits, false);
    (void)be;
    assert_gpu(&device, gpu_mirror(&device.gpu, at, y, arg[0].bits->length));
    return done(arg[0].bits, at);
}

static StarStatus shuffle(StarBackend *be, StarCell *arg) {
    const uint64_t *y = lend_line(&device, arg[1].bits);
    uint64_t *at = result(arg[0].bits, false);
    (void)be;
    assert_gpu(&device, gpu_shuffle(&device.gpu, at, y, arg[0].bits->length));
    return done(arg[0].bits, at);
}

static StarStatus trim(StarBackend *be, StarCell *arg) {
    const uint64_t *y = lend_line(&device, arg[3].bits);
    uint64_t *at = result(arg[0].bits, false);
    (void)be;
    assert_gpu(&device, gpu_cut(&device.gpu, at, arg[1].i, arg[2].i, y,
                                arg[3].bits->length));
    return done(arg[0].bits, at);
}

static StarStatus replace(StarBackend *be, StarCell *arg) {
    const uint64_t *v = lend_line(&device, arg[3].bits);
    const uint64_t *y = lend_line(&device, arg[4].bits);
    uint64_t *at = result(arg[0].bits, arg[0].bits != arg[3].bits);
    (void)be;
    assert_gpu(&device, gpu_replace(&device.gpu, at, arg[1].i, arg[2].i, v, y,
                                    arg[0].bits->length));
    return done(arg[0].bits, at);
}

static StarStatus fuse(StarBackend *be, StarCell *arg) {
    const uint64_t *operand[OPERANDS];
    uint64_t *at;
    (void)be;
    for (int k = 0; k < arg[1].fuse->operands; k++)
        operand[k] = lend_line(&device, arg[2 + k].bits);
    at = result(arg[0].bits, true);
    assert_gpu(&device, gpu_fuse(&device.gpu, at, operand, arg[1].fuse,
                                 arg[0].bits->length));
    return done(arg[0].bits, at);
}

static StarKernel *const kernel[STAR_PRIM_COUNT] = {
    [STAR_PRIM_SET] = set,       [STAR_PRIM_CLR] = clear,
    [STAR_PRIM_AND] = and_,      [STAR_PRIM_OR] = or_,
    [STAR_PRIM_XOR] = xor_,      [STAR_PRIM_NOT] = not_,
    [STAR_PRIM_COPY] = copy,     [STAR_PRIM_MASK] = mask,
    [STAR_PRIM_SHIFT] = shift,   [STAR_PRIM_ROTATE] = rotate,
    [STAR_PRIM_MIRROR] = mirror, [STAR_PRIM_SHUFFLE] = shuffle,
    [STAR_PRIM_TRIM] = trim,     [STAR_PRIM_REP] = replace,
    [STAR_PRIM_FUSE] = fuse,
};

/* ---- Tests ---- */

TEST(test_primitives) {
    StarTest t, reference;
    walk_open(&t, &reference, kernel);
    walk_lines(&t, &reference, kernel);
    walk_close(&t, &reference);
}

TEST(test_expressions) {
    StarTest t, reference;
    walk_open(&t, &reference, kernel);
    for (int i = 0; i < EDGES; i++)
        for (int operands = 1; operands <= OPERANDS; operands++)
            for (int deep = 0; deep <= GPU_FUSE_DEPTH; deep += 32)
                if (gpu_takes(edges[i], 70000))
                    walk_fuse(&t, &reference,
                              &(FuseCase){
                                  .n = edges[i],
                                  .operands = operands,
                                  .deep = deep,
                                  .alias = (int)star_random(&t, operands + 1)});
    walk_close(&t, &reference);
}

TEST(test_expression_too_deep) {
    const uint8_t code[] = {STAR_FUSE_OPERAND};
    const uint64_t *operand[] = {NULL};
    assert_int_equal(gpu_fuse(&device.gpu, NULL, operand,
                              &(StarFuse){1, 1, GPU_FUSE_DEPTH + 1, code}, 1),
                     cudaErrorInvalidValue);
    assert_int_equal(gpu_fuse(&device.gpu, NULL, operand,
                              &(StarFuse){GPU_FUSE_CODE + 1, 1, 1, code}, 1),
                     cudaErrorInvalidValue);
}

/* Offsets of more than 31 bits: a bit vector that is all 0 but for the ends. */
TEST(test_huge) {
    if (gpu_small())
        return;
    enum { MORE = 77 };
    const int64_t n = (INT64_C(1) << 31) + MORE, words = star_words(n);
    Gpu *gpu = &device.gpu;
    uint64_t *y = lend_room(&device, words), *z = lend_room(&device, words);
    uint64_t got[2];
    assert_gpu(&device, gpu_mask(gpu, y, n - 1, n - 1, n));
    assert_gpu(&device, gpu_bits(gpu, STAR_FUSE_NOT, z, y, NULL, n));
    from_device(&device, got, z + words - 2, 2);
    assert_true(got[0] == UINT64_MAX);
    assert_true(got[1] == (star_last_mask(n) & ~(UINT64_C(1) << 11)));
    assert_gpu(&device, gpu_shift(gpu, z, y, 0, n - 3, n));
    from_device(&device, got, z, 2);
    assert_true(got[0] == 2 && got[1] == 0);
    assert_gpu(&device, gpu_rotate(gpu, z, y, 1, 3, n));
    from_device(&device, got, z, 2);
    assert_true(got[0] == 2 && got[1] == 0);
    assert_gpu(&device, gpu_mirror(gpu, z, y, n));
    from_device(&device, got, z, 2);
    assert_true(got[0] == 2 && got[1] == 0);
    settle(&device);
}

TEST(test_failing_calls) {
    static const uint8_t code[] = {
        STAR_FUSE_OPERAND,     STAR_FUSE_OPERAND + 1, STAR_FUSE_AND,
        STAR_FUSE_OPERAND + 2, STAR_FUSE_XOR,         STAR_FUSE_OPERAND + 3,
        STAR_FUSE_XOR,         STAR_FUSE_OPERAND + 4, STAR_FUSE_XOR};
    const StarFuse wide = {sizeof code, 5, 2, code}, narrow = {1, 1, 1, code};
    Gpu *gpu = &device.gpu;
    uint64_t *y = lend_room(&device, 2), *z = lend_room(&device, 2);
    const uint64_t *operand[] = {y, y, y, y, y};
    assert_fails(gpu, gpu_fuse(gpu, z, operand, &wide, 100));
    assert_fails(gpu, gpu_fuse(gpu, z, operand, &narrow, 100));
    assert_fails(gpu, gpu_fill(gpu, z, 1, 100));
    assert_fails(gpu, gpu_mirror(gpu, z, y, 100));
    settle(&device);
}

int main(void) {
    device_open(&device);
    const int failed = tests_run(NULL, NULL);
    device_close(&device);
    return failed;
}
