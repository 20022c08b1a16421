/* SPDX-License-Identifier: MIT */
/* The loop operations of responder loops on the device against plain C. */
#include "device.h"

#include "kernels/bitwise.h"
#include "plain_loop_ops.h"

static Device device;
static uint64_t seed = 1;

static int64_t below(int64_t n) {
    return (int64_t)(gpu_random(&seed) % (uint64_t)n);
}

/* ---- Loops ---- */

enum { MAX_OPERANDS = 7, FOUND = (int)(sizeof(GpuFound) / 8) };

typedef enum Which { NONE, ALL, FIRST, LAST, SOME, SPARSE, WHICH } Which;

/* Iterations and an expression on them, on the host and on the device. */
typedef struct Loop {
    int64_t groups, vectors, length, stride;
    Which which;
    int operands;
    uint8_t code[GPU_LOOP_CODE];
    uint64_t *mask, *data[MAX_OPERANDS], *target;
    GpuLoop iterations, device_iterations;
    GpuExpression e, on_device;
} Loop;

/* Postfix code of all operands with random operators. */
static void make_code(Loop *c) {
    StarFuse *f = &c->e.fuse;
    int stack = 0, next = 0;
    *f = (StarFuse){.operands = (uint16_t)c->operands, .code = c->code};
    while (next < c->operands || stack > 1) {
        if (next < c->operands && (stack < 2 || below(2))) {
            c->code[f->length++] = (uint8_t)(STAR_FUSE_OPERAND + next++);
            stack++;
        } else {
            c->code[f->length++] = (uint8_t)below(STAR_FUSE_NOT);
            stack--;
        }
        if (stack > f->depth)
            f->depth = (uint16_t)stack;
        if (below(4) == 0)
            c->code[f->length++] = STAR_FUSE_NOT;
    }
}

static bool in_mask(Which which, int64_t i, int64_t n) {
    return which == ALL || (which == FIRST && i == 0) ||
           (which == LAST && i == n - 1) || (which == SOME && below(2)) ||
           (which == SPARSE && below(100) == 0);
}

static int64_t mask_words(const Loop *c) {
    return c->groups * star_words(c->vectors);
}

static int64_t data_words(const Loop *c) {
    return (c->vectors > c->groups ? c->vectors : c->groups) * c->stride;
}

static uint64_t *words(int64_t n) {
    uint64_t *at = calloc((size_t)n + 1, sizeof *at);
    assert_non_null(at);
    return at;
}

/* Vectors whose padding is 0, with very different numbers of ones. */
static uint64_t *make_vectors(const Loop *c) {
    uint64_t *at = words(data_words(c));
    const int64_t n = star_words(c->length);
    for (int64_t k = 0; k < data_words(c) / c->stride; k++)
        for (int64_t w = 0; w < n && (k % 4 != 0 || c->which == ALL); w++) {
            uint64_t *x = &at[k * c->stride + w];
            *x = gpu_random(&seed) & gpu_random(&seed);
            if (k % 3 == 1)
                *x = *x == 0;
            if (w == n - 1)
                *x &= star_last_mask(c->length);
        }
    return at;
}

static void begin(Loop *c) {
    const int64_t mask = star_words(c->vectors);
    c->mask = words(mask_words(c));
    for (int64_t g = 0; g < c->groups; g++)
        for (int64_t i = 0; i < c->vectors; i++)
            if (in_mask(c->which, i, c->vectors))
                c->mask[g * mask + i / 64] |= UINT64_C(1) << i % 64;
    make_code(c);
    c->e.length = c->length;
    c->on_device = c->e;
    c->iterations = (GpuLoop){c->mask, c->groups, mask};
    c->device_iterations =
        (GpuLoop){lend(&device, c->mask, mask_words(c)), c->groups, mask};
    for (int k = 0; k < c->operands; k++) {
        const int how =
            c->operands == 1 ? 0 : (int)below(c->groups > 1 ? 3 : 2);
        GpuOperand o = {NULL, how == 2 ? c->stride : 0,
                        how == 0 ? c->stride : 0};
        c->data[k] = make_vectors(c);
        o.word = c->data[k];
        c->e.operand[k] = o;
        o.word = lend(&device, c->data[k], data_words(c));
        c->on_device.operand[k] = o;
    }
    c->target = make_vectors(c);
}

static void end(Loop *c) {
    settle(&device);
    free(c->mask);
    free(c->target);
    for (int k = 0; k < c->operands; k++)
        free(c->data[k]);
}

/* ---- Loop operations ---- */

/* A host copy of n device words; the caller frees it. */
static uint64_t *fetched(const uint64_t *at, int64_t n) {
    uint64_t *host = words(n);
    from_device(&device, host, at, n);
    return host;
}

static void assert_same(const uint64_t *at, const uint64_t *right, int64_t n) {
    uint64_t *host = fetched(at, n);
    assert_memory_equal(host, right, (size_t)n * 8);
    free(host);
}

static void check_store(Loop *c, bool apart) {
    Gpu *gpu = &device.gpu;
    const int64_t n = c->vectors * c->stride;
    uint64_t *right = words(n), *old = lend(&device, c->target, n), *z = old;
    if (apart)
        z = lend_room(&device, n);
    memcpy(right, c->target, (size_t)n * 8);
    c->e.operand[0] = (GpuOperand){apart ? c->target : right, 0, c->stride};
    c->on_device.operand[0] = (GpuOperand){old, 0, c->stride};
    plain_store(&c->iterations, &c->e, right, c->stride, c->vectors,
                apart ? c->target : NULL);
    assert_gpu(&device,
               gpu_loop_store(gpu, &c->device_iterations, &c->on_device, z,
                              c->stride, c->vectors, apart ? old : NULL));
    assert_same(z, right, n);
    free(right);
}

static void check_reduce(Loop *c, int op) {
    const int64_t n = star_words(c->length);
    uint64_t *right = words(n), *z = lend_room(&device, n);
    memcpy(right, c->target, (size_t)n * 8);
    to_device(&device, z, right, n);
    plain_reduce(&c->iterations, &c->e, right, op);
    assert_gpu(&device, gpu_loop_reduce(&device.gpu, &c->device_iterations,
                                        &c->on_device, z, op));
    assert_same(z, right, n);
    free(right);
}

static void check_some(Loop *c) {
    const int64_t n = mask_words(c);
    uint64_t *right = words(n), *z = lend_room(&device, n);
    to_device(&device, z, right, n);
    plain_some(&c->iterations, &c->e, right);
    assert_gpu(&device, gpu_loop_some(&device.gpu, &c->device_iterations,
                                      &c->on_device, z));
    assert_same(z, right, n);
    free(right);
}

static void assert_found(const GpuFound *at, const GpuFound *right) {
    GpuFound found;
    assert_gpu(&device, gpu_read(&device.gpu, &found, at, sizeof found));
    assert_int_equal(found.iteration, right->iteration);
    if (right->iteration >= 0)
        assert_int_equal(found.group, right->group);
    assert_int_equal(found.value, right->value);
}

static GpuFound *lend_found(void) {
    static const GpuFound none;
    uint64_t *at = lend_room(&device, FOUND);
    to_device(&device, at, &none, FOUND);
    return (GpuFound *)at;
}

static void check_scalars(Loop *c, StarPlanTerm term, int64_t factor) {
    const GpuScalar s = {term, factor, c->e},
                    on_device = {term, factor, c->on_device};
    GpuFound right = {.value = 0}, *found = lend_found();
    void *room = lend_room(&device, GPU_LOOP_ROOM / 8);
    plain_sum(&c->iterations, &s, &right);
    assert_gpu(&device, gpu_loop_sum(&device.gpu, &c->device_iterations,
                                     &on_device, found));
    assert_found(found, &right);
    for (int k = 0; k < 4; k++) {
        const GpuFound none = {.value = 0};
        to_device(&device, found, &none, FOUND);
        plain_best(&c->iterations, &s, k & 1, k & 2, &right);
        assert_gpu(&device,
                   gpu_loop_best(&device.gpu, &c->device_iterations, &on_device,
                                 k & 1, k & 2, found, room));
        assert_found(found, &right);
    }
}

/* A trip count has no expression. */
static void check_trip_count(Loop *c) {
    const GpuScalar each = {.term = STAR_PLAN_CONSTANT, .factor = 7};
    GpuFound right = {.value = 0}, *found = lend_found();
    plain_sum(&c->iterations, &each, &right);
    assert_gpu(&device,
               gpu_loop_sum(&device.gpu, &c->device_iterations, &each, found));
    assert_found(found, &right);
}

/* The last active iteration: gpu_loop_best finds it with value 0, to which
 * its ones are added. */
static void check_one_iteration(Loop *c) {
    const GpuScalar none = {.term = STAR_PLAN_CONSTANT};
    const int64_t n = star_words(c->length);
    GpuFound right, *found = lend_found();
    uint64_t *bits = words(n), *z = lend_room(&device, n);
    void *room = lend_room(&device, GPU_LOOP_ROOM / 8);
    memcpy(bits, c->target, (size_t)n * 8);
    to_device(&device, z, bits, n);
    plain_best(&c->iterations, &none, true, true, &right);
    assert_gpu(&device, gpu_loop_best(&device.gpu, &c->device_iterations, &none,
                                      true, true, found, room));
    plain_bits(&c->e, &right, bits);
    assert_gpu(&device, gpu_loop_bits(&device.gpu, &c->on_device, found, z));
    assert_same(z, bits, n);
    plain_count(&c->e, &right);
    assert_gpu(&device, gpu_loop_count(&device.gpu, &c->on_device, found));
    assert_found(found, &right);
    free(bits);
}

static void check(Loop *c) {
    static const int ops[] = {STAR_FUSE_AND, STAR_FUSE_OR, STAR_FUSE_XOR,
                              STAR_FUSE_ANDN};
    begin(c);
    check_reduce(c, ops[below(4)]);
    check_some(c);
    end(c);
    begin(c);
    check_scalars(c, STAR_PLAN_ONES, below(2) ? 1 : -3);
    check_one_iteration(c);
    end(c);
    begin(c);
    check_scalars(c, below(2) ? STAR_PLAN_NUMBER : STAR_PLAN_CONSTANT, -2);
    check_trip_count(c);
    end(c);
    for (int apart = 0; apart < 2 && c->groups == 1; apart++) {
        begin(c);
        check_store(c, apart);
        end(c);
    }
}

/* ---- Tests ---- */

static const int64_t lengths[] = {1,    63,   64,   65,   127,  129,
                                  2047, 2049, 4097, 8191, 8193, 16385};
static const int64_t vectors[] = {1, 2, 31, 33, 63, 64, 65, 255, 257, 1000};

enum {
    LENGTHS = sizeof lengths / sizeof *lengths,
    VECTORS = sizeof vectors / sizeof *vectors
};

static Loop random_loop(int64_t length, int64_t n, int64_t groups) {
    return (Loop){.groups = groups,
                  .vectors = n,
                  .length = length,
                  .stride = star_words(length) + below(3),
                  .which = (Which)below(WHICH),
                  .operands = 1 + (int)below(MAX_OPERANDS)};
}

TEST(one_group) {
    for (int i = 0; i < LENGTHS; i++)
        for (int k = 0; k < VECTORS; k++)
            for (int which = 0; which < WHICH; which++) {
                Loop c = random_loop(lengths[i], vectors[k], 1);
                c.which = (Which)which;
                if (gpu_takes_one_of(15, c.vectors * c.stride, 4000))
                    check(&c);
            }
}

TEST(many_groups) {
    static const int64_t groups[] = {2, 3, 64, 65, 200};
    for (int k = 0; k < 150; k++) {
        Loop c = random_loop(lengths[below(LENGTHS - 4)],
                             vectors[below(VECTORS - 3)], groups[below(5)]);
        if (gpu_takes_one_of(40, c.groups * c.vectors * c.stride, 4000))
            check(&c);
    }
}

/* A few long vectors, which are cut into pieces. */
TEST(long_vectors) {
    for (int k = 0; k < 6 && !gpu_small(); k++) {
        Loop c = random_loop(1000003 + 64 * k, 1 + 3 * k, 1);
        c.which = k < 2 ? ALL : SOME;
        check(&c);
    }
}

/* A table of more than 2^31 ones. */
TEST(a_huge_table) {
    const int64_t n = 70000, stride = 520, words = n * stride;
    Gpu *gpu = &device.gpu;
    uint8_t code[] = {STAR_FUSE_OPERAND};
    if (gpu_small())
        return;
    uint64_t *at = lend_room(&device, words);
    uint64_t *mask = lend_room(&device, star_words(n));
    GpuFound *found = lend_found();
    const GpuFound ones = {.value = n * stride * 64};
    const GpuLoop r = {mask, 1, star_words(n)};
    const GpuExpression e = {
        {1, 1, 1, code}, {{.word = at, .iteration = stride}}, 64 * stride};
    const GpuScalar s = {STAR_PLAN_ONES, 1, e};
    assert_gpu(&device, gpu_fill(gpu, at, 1, 64 * words));
    assert_gpu(&device, gpu_fill(gpu, mask, 1, n));
    assert_gpu(&device, gpu_loop_sum(gpu, &r, &s, found));
    assert_found(found, &ones);
    settle(&device);
}

/* A reduction and an extreme among equals, again and again. */
TEST(repetitions) {
    Loop c = {.groups = 3,
              .vectors = gpu_small() ? 100 : 1000,
              .length = 700,
              .stride = 11,
              .which = SOME,
              .operands = 2};
    begin(&c);
    for (int k = 0; k < (gpu_small() ? 3 : 100); k++) {
        check_reduce(&c, STAR_FUSE_XOR);
        check_scalars(&c, STAR_PLAN_ONES, 1);
        check_scalars(&c, STAR_PLAN_CONSTANT, 5);
        for (; device.count > c.operands + 1; device.count--)
            gpu_free(&device.gpu, &device.lent[device.count - 1].block);
    }
    end(&c);
}

TEST(failing_calls) {
    Gpu *gpu = &device.gpu;
    Loop c = random_loop(65, 65, 1);
    GpuFound *found;
    void *room;
    uint64_t *z;
    begin(&c);
    found = lend_found();
    room = lend_room(&device, GPU_LOOP_ROOM / 8);
    z = lend_room(&device, c.vectors * c.stride);
    const GpuLoop *r = &c.device_iterations;
    const GpuScalar s = {STAR_PLAN_ONES, 1, c.on_device};
    assert_fails(gpu, gpu_loop_store(gpu, r, &c.on_device, z, c.stride,
                                     c.vectors, NULL));
    assert_fails(gpu, gpu_loop_reduce(gpu, r, &c.on_device, z, STAR_FUSE_OR));
    assert_fails(gpu, gpu_loop_some(gpu, r, &c.on_device, z));
    assert_fails(gpu, gpu_loop_sum(gpu, r, &s, found));
    assert_fails(gpu, gpu_loop_best(gpu, r, &s, true, true, found, room));
    assert_fails(gpu, gpu_loop_count(gpu, &c.on_device, found));
    assert_fails(gpu, gpu_loop_bits(gpu, &c.on_device, found, z));
    end(&c);
}

int main(void) {
    device_open(&device);
    const int failed = tests_run(NULL, NULL);
    device_close(&device);
    return failed;
}
