/* SPDX-License-Identifier: MIT */
/* Responder loops on resident tables: no loop operation downloads a table;
 * and the choice of a side for a loop. */
#include "fake.h"

#include <stdio.h>

#include "backend/cuda_internal.h"
#include "cpu/simd/simd.h"
#include "machine_test.h"
#include "kernels/loops/loop_ops.h"

/* ---- Programs ---- */

enum { SIDE = 256, TABLE = SIDE * SIDE / 8 };

static StarStatus attach(StarBackend *be, void *context) {
    static const StarCudaOptions required = {
        .always = true, .required = true, .fail_at = -1};
    (void)context;
    return star_cuda_attach(be, &required);
}

static void run(StarTestText *r, const char *text, bool device) {
    const StarOptions options = {.attach = device ? attach : NULL,
                                 .write = star_test_write,
                                 .context = r};
    const StarCompileOptions how = {.plain = false};
    StarTestRun f;
    star_test_start(&f, &options, &how, text);
    r->length = 0;
    assert_int_equal(star_machine_run(f.machine, f.program), STAR_OK);
    star_test_end(&f);
}

/* S and T are written on the device, as columns. */
#define HEAD                                                                \
    "program p; var S, T: table(256, 256); X, Y, Z: slice(256); "           \
    "v, w: word(256); i, j, k, c, d: integer; begin Y(1) := 1; Y(9) := 1; " \
    "v(3) := 1; c := 0; d := 0; k := 0; for i := 1 to 200 do begin "        \
    "Y := SHIFT(Y, down, 1); Y(i) := 1; COL(i, T) := Y; "                   \
    "COL(257 - i, S) := Y xor X; X := not Y end; SET(X); X(40) := 0; "

#define TAIL                                                                  \
    "writeln(c, ' ', d, ' ', k); writeln(v); writeln(Z); writeln(ROW(9, T)) " \
    "end."

#define LOOP(body) "while SOME(X) do begin i := STEP(X); " body " end; "

static const char *const loops[] = {
    LOOP("c := c + NUMB(ROW(i, T))"),
    LOOP("c := c - 2 * NUMB(ROW(i, T) and not ROW(i, S))"),
    LOOP("c := c + NUMB((ROW(i, T) or w) xor ROW(i, S) and not v and w)"),
    LOOP("c := c + NUMB(COL(i, T) and not Y); d := d + NUMB(ROW(i, T))"),
    LOOP("c := c + i; d := d + 2"),
    LOOP("v := v or ROW(i, T)"),
    LOOP("v := v and not ROW(i, T); Y := Y xor COL(i, S)"),
    LOOP("Z(i) := Y(i)"),
    LOOP("Z(i) := 1; c := c + NUMB(ROW(i, T) and w)"),
    LOOP("ROW(i, T) := ROW(i, T) xor w"),
    LOOP("ROW(i, T) := ROW(i, S) or w and not ROW(i, T)"),
    LOOP("ROW(i, T) := w; ROW(i, S) := ROW(i, T)"),
    LOOP("if NUMB(ROW(i, T)) > c then begin c := NUMB(ROW(i, T)); d := i end"),
    LOOP("if NUMB(ROW(i, S)) <= k then begin k := NUMB(ROW(i, S)); d := i end"),
    LOOP("if SOME(ROW(i, T)) then c := c + 1 else d := d + i"),
    LOOP("if Y(i) = '1' then v := v or ROW(i, T) else Z(i) := 1"),
    LOOP("if Y(i) = '1' then k := NUMB(ROW(i, T)); "
         "if ZERO(ROW(i, S) and w) then d := i"),
    "Z := Y; " LOOP("w := ROW(i, T); Y := COL(i, S); while SOME(Y) do begin "
                    "j := STEP(Y); c := c + NUMB(w and ROW(j, T)) end"),
    LOOP("Y := COL(i, S); while SOME(Y) do begin j := STEP(Y); "
         "v := v xor ROW(j, T); if SOME(ROW(j, S)) then k := j end"),
};

TEST(tables_stay_resident) {
    for (size_t k = 0; k < sizeof loops / sizeof *loops; k++) {
        char text[2048];
        StarTestText host, device;
        snprintf(text, sizeof text, "%s%s%s", HEAD, loops[k], TAIL);
        run(&host, text, false);
        fake = (Fake){.up = 0};
        run(&device, text, true);
        assert_int_equal(device.length, host.length);
        assert_memory_equal(device.text, host.text, host.length);
        if (fake.back >= TABLE)
            fail_msg("%s: %lld bytes were downloaded", loops[k],
                     (long long)fake.back);
        assert_int_equal(fake.used, 0);
    }
}

/* A sum over many pairs is a product of bit matrices, one over few is not. */
TEST(many_pairs_are_a_product) {
#define PAIRS(set)                                                            \
    HEAD "CLR(Z); Z(7) := 1; " LOOP("w := ROW(i, T); Y := " set               \
                                    "; while SOME(Y) do begin j := STEP(Y); " \
                                    "c := c - NUMB(w and ROW(j, T)) end") TAIL
    static const char *const sets[] = {PAIRS("COL(i, S)"),
                                       PAIRS("COL(i, S) and Z")};
    for (int k = 0; k < 2; k++) {
        StarTestText host, device;
        run(&host, sets[k], false);
        fake = (Fake){.up = 0};
        run(&device, sets[k], true);
        assert_int_equal(device.length, host.length);
        assert_memory_equal(device.text, host.text, host.length);
        assert_int_equal(fake.pairs, k == 0);
    }
#undef PAIRS
}

/* ---- The choice ---- */

/* c := c + NUMB(ROW(i, T)); or the same for the rows j of the ones of that
 * row. */
static const uint8_t code[] = {STAR_FUSE_OPERAND};
static const StarPlanOperand row = {STAR_PLAN_ROW, 0};
static const StarPlanOp ops[] = {
    {.op = STAR_PLAN_INNER,
     .target = 2,
     .body = 1,
     .fuse = {1, 1, 1, code},
     .operand = &row},
    {.op = STAR_PLAN_SUM,
     .term = STAR_PLAN_ONES,
     .target = 1,
     .factor = 1,
     .fuse = {1, 1, 1, code},
     .operand = &row},
};
static const StarPlan sum = {
    .space = STAR_SPACE_RANGE, .ops = 1, .op = ops + 1};
static const StarPlan sums = {.space = STAR_SPACE_RANGE, .ops = 2, .op = ops};

typedef struct Choice {
    StarTest t;
    Cuda *cuda;
    StarCell R[3];
    uint64_t mask[64];
    int64_t words;
} Choice;

/* All rows of a table of n rows and columns respond; the device is open. */
static void begin(Choice *c, int64_t n) {
    const StarCudaOptions options = {.fail_at = -1};
    fake_open(&c->t, &options);
    c->cuda = c->t.be.device;
    assert_ok(&c->t, cuda_open(c->cuda));
    c->cuda->cost.rates = cuda_usual;
    c->words = n / 64;
    memset(c->mask, 0xff, sizeof c->mask);
    c->R[0].table = star_table_new(&c->t.be, STAR_UNSIZED);
    assert_ok(&c->t,
              star_table_shape(&c->t.be, c->R[0].table, n, n, STAR_ROWS));
}

static CudaChoice choose(Choice *c, const StarPlan *loop) {
    return cuda_choose_loop(c->cuda, loop, c->R, c->mask, c->words);
}

static void end(Choice *c) {
    star_free(&c->t, c->R[0].object);
    fake_close(&c->t);
}

TEST(a_small_table_stays) {
    Choice c;
    begin(&c, 64);
    for (int k = 0; k < 1000; k++)
        assert_int_equal(choose(&c, &sum), CUDA_STAYS);
    end(&c);
}

/* The saved seconds add up to the price of the upload. */
TEST(a_large_table_goes_in_time) {
    Choice c;
    int decisions = 0;
    begin(&c, 4096);
    while (choose(&c, &sum) != CUDA_GOES)
        decisions++;
    assert_in_range(decisions, 2, 20);
    end(&c);
}

TEST(a_resident_table_goes) {
    Choice c;
    GpuTable image;
    begin(&c, 2048);
    assert_int_equal(choose(&c, &sum), CUDA_STAYS);
    assert_int_equal(
        cuda_image(c.cuda, c.R[0].table, STAR_ROWS, STAR_CHANGE, &image),
        cudaSuccess);
    cuda_commit(c.cuda);
    assert_int_equal(choose(&c, &sum), CUDA_GOES);
    end(&c);
}

/* The cost of an inner loop depends on the ones of its expression. */
TEST(short_and_long_inner_loops) {
    Choice c;
    begin(&c, 1024);
    StarImage *image = &c.R[0].table->image[STAR_ROWS];
    assert_int_not_equal(choose(&c, &sums), CUDA_GOES);
    memset(image->word, 0xff, (size_t)(1024 * image->stride) * 8);
    assert_int_equal(choose(&c, &sums), CUDA_GOES);
    end(&c);
}

/* Z(i) := the longest expression. Its code grows by six bytes on the device;
 * one byte more is too long. */
TEST(the_longest_expression) {
    enum { MAX_CODE = GPU_LOOP_CODE - 6 };
    static const StarPlanOperand bits = {STAR_PLAN_WHOLE, 1};
    uint8_t xors[MAX_CODE] = {STAR_FUSE_OPERAND};
    StarPlanOp store_bit = {.op = STAR_PLAN_STORE_BIT,
                            .target = 2,
                            .fuse = {MAX_CODE, 1, 2, xors},
                            .operand = &bits};
    const StarPlan loop = {
        .space = STAR_SPACE_RANGE, .ops = 1, .op = &store_bit};
    int64_t left = 0;
    Choice c;
    for (int k = 1; k < MAX_CODE - 1; k += 2) {
        xors[k] = STAR_FUSE_OPERAND;
        xors[k + 1] = STAR_FUSE_XOR;
    }
    xors[MAX_CODE - 1] = STAR_FUSE_NOT;
    begin(&c, 64);
    for (int k = 1; k < 3; k++) {
        c.R[k].bits = star_bits_new(&c.t.be, STAR_UNSIZED);
        assert_ok(&c.t, star_bits_size(&c.t.be, c.R[k].bits, 64));
    }
    *c.R[1].bits->word = 0x5a;
    assert_true(cuda_loop_can(&loop, c.R));
    assert_int_equal(cuda_loop(c.cuda, &loop, c.R, c.mask, 1, &left),
                     cudaSuccess);
    cuda_commit(c.cuda);
    assert_ok(&c.t, star_object_sync(&c.t.be, c.R[2].object, STAR_READ));
    assert_true(*c.R[2].bits->word == ~UINT64_C(0x5a));
    store_bit.fuse.length++;
    assert_false(cuda_loop_can(&loop, c.R));
    star_free(&c.t, c.R[1].object);
    star_free(&c.t, c.R[2].object);
    end(&c);
}

TEST_MAIN
