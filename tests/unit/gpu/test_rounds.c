/* The steps of responder loops on the device against plain C. */
#include "device.h"

#include "kernels/bitwise.h"
#include "plain_rounds.h"

static Device device;
static uint64_t seed = 1;

static int64_t below(int64_t n) {
    return (int64_t)(gpu_random(&seed) % (uint64_t)n);
}

/* ---- Loops ---- */

enum { MOST = 7, FOUND = (int)(sizeof(GpuFound) / 8) };

typedef enum Which { NONE, ALL, FIRST, LAST, SOME, FEW, WHICH } Which;

/* Rounds, an expression on them, and both again on the device. */
typedef struct Loop {
    int64_t groups, lines, length, stride;
    Which which;
    int operands;
    uint8_t code[GPU_ROUNDS_CODE];
    uint64_t *mask, *data[MOST], *target;
    GpuRounds rounds, there_rounds;
    GpuExpression e, there;
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
           (which == FEW && below(100) == 0);
}

static int64_t mask_words(const Loop *c) {
    return c->groups * star_words(c->lines);
}

static int64_t data_words(const Loop *c) {
    return (c->lines > c->groups ? c->lines : c->groups) * c->stride;
}

static uint64_t *words(int64_t n) {
    uint64_t *at = calloc((size_t)n + 1, sizeof *at);
    assert_non_null(at);
    return at;
}

/* Lines whose padding is 0, with ones of very different numbers. */
static uint64_t *make_lines(const Loop *c) {
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
    const int64_t mask = star_words(c->lines);
    c->mask = words(mask_words(c));
    for (int64_t g = 0; g < c->groups; g++)
        for (int64_t i = 0; i < c->lines; i++)
            if (in_mask(c->which, i, c->lines))
                c->mask[g * mask + i / 64] |= UINT64_C(1) << i % 64;
    make_code(c);
    c->e.length = c->length;
    c->there = c->e;
    c->rounds = (GpuRounds){c->mask, c->groups, mask};
    c->there_rounds =
        (GpuRounds){lend(&device, c->mask, mask_words(c)), c->groups, mask};
    for (int k = 0; k < c->operands; k++) {
        const int how =
            c->operands == 1 ? 0 : (int)below(c->groups > 1 ? 3 : 2);
        GpuOperand o = {NULL, how == 2 ? c->stride : 0,
                        how == 0 ? c->stride : 0};
        c->data[k] = make_lines(c);
        o.word = c->data[k];
        c->e.operand[k] = o;
        o.word = lend(&device, c->data[k], data_words(c));
        c->there.operand[k] = o;
    }
    c->target = make_lines(c);
}

static void end(Loop *c) {
    settle(&device);
    free(c->mask);
    free(c->target);
    for (int k = 0; k < c->operands; k++)
        free(c->data[k]);
}

/* ---- Steps ---- */

/* Words of the host's that become what the device has. */
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

static void check_set(Loop *c, bool apart) {
    Gpu *gpu = &device.gpu;
    const int64_t n = c->lines * c->stride;
    uint64_t *right = words(n), *old = lend(&device, c->target, n), *z = old;
    if (apart)
        z = lend_room(&device, n);
    memcpy(right, c->target, (size_t)n * 8);
    c->e.operand[0] = (GpuOperand){apart ? c->target : right, 0, c->stride};
    c->there.operand[0] = (GpuOperand){old, 0, c->stride};
    plain_rounds_set(&c->rounds, &c->e, right, c->stride, c->lines,
                     apart ? c->target : NULL);
    assert_gpu(&device,
               gpu_rounds_set(gpu, &c->there_rounds, &c->there, z, c->stride,
                              c->lines, apart ? old : NULL));
    assert_same(z, right, n);
    free(right);
}

static void check_fold(Loop *c, int op) {
    const int64_t n = star_words(c->length);
    uint64_t *right = words(n), *z = lend_room(&device, n);
    memcpy(right, c->target, (size_t)n * 8);
    to_device(&device, z, right, n);
    plain_rounds_fold(&c->rounds, &c->e, right, op);
    assert_gpu(&device, gpu_rounds_fold(&device.gpu, &c->there_rounds,
                                        &c->there, z, op));
    assert_same(z, right, n);
    free(right);
}

static void check_some(Loop *c) {
    const int64_t n = mask_words(c);
    uint64_t *right = words(n), *z = lend_room(&device, n);
    to_device(&device, z, right, n);
    plain_rounds_some(&c->rounds, &c->e, right);
    assert_gpu(&device,
               gpu_rounds_some(&device.gpu, &c->there_rounds, &c->there, z));
    assert_same(z, right, n);
    free(right);
}

static void assert_found(const GpuFound *at, const GpuFound *right) {
    GpuFound found;
    assert_gpu(&device, gpu_read(&device.gpu, &found, at, sizeof found));
    assert_int_equal(found.round, right->round);
    if (right->round >= 0)
        assert_int_equal(found.group, right->group);
    assert_int_equal(found.value, right->value);
}

static GpuFound *lend_found(void) {
    static const GpuFound none;
    uint64_t *at = lend_room(&device, FOUND);
    to_device(&device, at, &none, FOUND);
    return (GpuFound *)at;
}

static void check_scalars(Loop *c, StarLoopTerm term, int64_t factor) {
    const GpuScalar s = {term, factor, c->e}, there = {term, factor, c->there};
    GpuFound right = {.value = 0}, *found = lend_found();
    void *room = lend_room(&device, GPU_ROUNDS_ROOM / 8);
    plain_rounds_sum(&c->rounds, &s, &right);
    assert_gpu(&device,
               gpu_rounds_sum(&device.gpu, &c->there_rounds, &there, found));
    assert_found(found, &right);
    for (int k = 0; k < 4; k++) {
        const GpuFound none = {.value = 0};
        to_device(&device, found, &none, FOUND);
        plain_rounds_best(&c->rounds, &s, k & 1, k & 2, &right);
        assert_gpu(&device, gpu_rounds_best(&device.gpu, &c->there_rounds,
                                            &there, k & 1, k & 2, found, room));
        assert_found(found, &right);
    }
}

/* Rounds are counted without an expression. */
static void check_rounds(Loop *c) {
    const GpuScalar each = {.term = STAR_LOOP_CONSTANT, .factor = 7};
    GpuFound right = {.value = 0}, *found = lend_found();
    plain_rounds_sum(&c->rounds, &each, &right);
    assert_gpu(&device,
               gpu_rounds_sum(&device.gpu, &c->there_rounds, &each, found));
    assert_found(found, &right);
}

/* The round that was found last, with its value 0, as that of the last round
 * is when its ones are asked for. */
static void check_one_round(Loop *c) {
    const GpuScalar none = {.term = STAR_LOOP_CONSTANT};
    const int64_t n = star_words(c->length);
    GpuFound right, *found = lend_found();
    uint64_t *line = words(n), *z = lend_room(&device, n);
    void *room = lend_room(&device, GPU_ROUNDS_ROOM / 8);
    memcpy(line, c->target, (size_t)n * 8);
    to_device(&device, z, line, n);
    plain_rounds_best(&c->rounds, &none, true, true, &right);
    assert_gpu(&device, gpu_rounds_best(&device.gpu, &c->there_rounds, &none,
                                        true, true, found, room));
    plain_rounds_line(&c->e, &right, line);
    assert_gpu(&device, gpu_rounds_line(&device.gpu, &c->there, found, z));
    assert_same(z, line, n);
    plain_rounds_count(&c->e, &right);
    assert_gpu(&device, gpu_rounds_count(&device.gpu, &c->there, found));
    assert_found(found, &right);
    free(line);
}

static void check(Loop *c) {
    static const int ops[] = {STAR_FUSE_AND, STAR_FUSE_OR, STAR_FUSE_XOR,
                              STAR_FUSE_ANDN};
    begin(c);
    check_fold(c, ops[below(4)]);
    check_some(c);
    end(c);
    begin(c);
    check_scalars(c, STAR_LOOP_ONES, below(2) ? 1 : -3);
    check_one_round(c);
    end(c);
    begin(c);
    check_scalars(c, below(2) ? STAR_LOOP_NUMBER : STAR_LOOP_CONSTANT, -2);
    check_rounds(c);
    end(c);
    for (int apart = 0; apart < 2 && c->groups == 1; apart++) {
        begin(c);
        check_set(c, apart);
        end(c);
    }
}

/* ---- Tests ---- */

static const int64_t lengths[] = {1,    63,   64,   65,   127,  129,
                                  2047, 2049, 4097, 8191, 8193, 16385};
static const int64_t lines[] = {1, 2, 31, 33, 63, 64, 65, 255, 257, 1000};

enum {
    LENGTHS = sizeof lengths / sizeof *lengths,
    LINES = sizeof lines / sizeof *lines
};

static Loop random_loop(int64_t length, int64_t n, int64_t groups) {
    return (Loop){.groups = groups,
                  .lines = n,
                  .length = length,
                  .stride = star_words(length) + below(3),
                  .which = (Which)below(WHICH),
                  .operands = 1 + (int)below(MOST)};
}

static void one_group(void **state) {
    (void)state;
    for (int i = 0; i < LENGTHS; i++)
        for (int k = 0; k < LINES; k++)
            for (int which = 0; which < WHICH; which++) {
                Loop c = random_loop(lengths[i], lines[k], 1);
                c.which = (Which)which;
                if (gpu_takes_one_of(15, c.lines * c.stride, 4000))
                    check(&c);
            }
}

static void many_groups(void **state) {
    static const int64_t groups[] = {2, 3, 64, 65, 200};
    (void)state;
    for (int k = 0; k < 150; k++) {
        Loop c = random_loop(lengths[below(LENGTHS - 4)],
                             lines[below(LINES - 3)], groups[below(5)]);
        if (gpu_takes_one_of(40, c.groups * c.lines * c.stride, 4000))
            check(&c);
    }
}

/* Few long lines, which are cut. */
static void long_lines(void **state) {
    (void)state;
    for (int k = 0; k < 6 && !gpu_small(); k++) {
        Loop c = random_loop(1000003 + 64 * k, 1 + 3 * k, 1);
        c.which = k < 2 ? ALL : SOME;
        check(&c);
    }
}

/* A table of more than 2^31 ones. */
static void a_huge_table(void **state) {
    const int64_t n = 70000, stride = 520, words = n * stride;
    Gpu *gpu = &device.gpu;
    uint8_t code[] = {STAR_FUSE_OPERAND};
    (void)state;
    if (gpu_small())
        return;
    uint64_t *at = lend_room(&device, words);
    uint64_t *mask = lend_room(&device, star_words(n));
    GpuFound *found = lend_found();
    const GpuFound ones = {.value = n * stride * 64};
    const GpuRounds r = {mask, 1, star_words(n)};
    const GpuExpression e = {
        {1, 1, 1, code}, {{.word = at, .round = stride}}, 64 * stride};
    const GpuScalar s = {STAR_LOOP_ONES, 1, e};
    assert_gpu(&device, gpu_fill(gpu, at, 1, 64 * words));
    assert_gpu(&device, gpu_fill(gpu, mask, 1, n));
    assert_gpu(&device, gpu_rounds_sum(gpu, &r, &s, found));
    assert_found(found, &ones);
    settle(&device);
}

/* A fold and an extreme among equals, again and again. */
static void repetitions(void **state) {
    Loop c = {.groups = 3,
              .lines = gpu_small() ? 100 : 1000,
              .length = 700,
              .stride = 11,
              .which = SOME,
              .operands = 2};
    (void)state;
    begin(&c);
    for (int k = 0; k < (gpu_small() ? 3 : 100); k++) {
        check_fold(&c, STAR_FUSE_XOR);
        check_scalars(&c, STAR_LOOP_ONES, 1);
        check_scalars(&c, STAR_LOOP_CONSTANT, 5);
        for (; device.count > c.operands + 1; device.count--)
            gpu_free(&device.gpu, &device.lent[device.count - 1].block);
    }
    end(&c);
}

static void failing_calls(void **state) {
    Gpu *gpu = &device.gpu;
    Loop c = random_loop(65, 65, 1);
    GpuFound *found;
    void *room;
    uint64_t *z;
    (void)state;
    begin(&c);
    found = lend_found();
    room = lend_room(&device, GPU_ROUNDS_ROOM / 8);
    z = lend_room(&device, c.lines * c.stride);
    const GpuRounds *r = &c.there_rounds;
    const GpuScalar s = {STAR_LOOP_ONES, 1, c.there};
    assert_fails(gpu,
                 gpu_rounds_set(gpu, r, &c.there, z, c.stride, c.lines, NULL));
    assert_fails(gpu, gpu_rounds_fold(gpu, r, &c.there, z, STAR_FUSE_OR));
    assert_fails(gpu, gpu_rounds_some(gpu, r, &c.there, z));
    assert_fails(gpu, gpu_rounds_sum(gpu, r, &s, found));
    assert_fails(gpu, gpu_rounds_best(gpu, r, &s, true, true, found, room));
    assert_fails(gpu, gpu_rounds_count(gpu, &c.there, found));
    assert_fails(gpu, gpu_rounds_line(gpu, &c.there, found, z));
    end(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_group),   cmocka_unit_test(many_groups),
        cmocka_unit_test(long_lines),  cmocka_unit_test(a_huge_table),
        cmocka_unit_test(repetitions), cmocka_unit_test(failing_calls),
    };
    device_open(&device);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    device_close(&device);
    return failed;
}
