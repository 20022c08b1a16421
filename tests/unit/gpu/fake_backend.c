/* SPDX-License-Identifier: MIT */
/* The backend before its kernels: threads, refused host memory, messages of
 * failures, and operands that other machines own. */
#include "fake.h"

#include "device/gpu.h"

#include <pthread.h>

#include "machine_test.h"

enum { LENGTH = 1000 };

static const StarCudaOptions required = {
    .always = true, .required = true, .fail_at = -1};

static StarCell line_of(StarTest *t) {
    StarCell line = {.bits = star_bits_new(&t->be, STAR_UNSIZED)};
    assert_ok(t, star_bits_size(&t->be, line.bits, LENGTH));
    return line;
}

static void set(StarTest *t, StarCell line) {
    assert_ok(t, star_prim_run(&t->be, STAR_PRIM_SET, &line, NULL));
}

/* The runtime keeps a device for each thread. */
static void *elsewhere(void *context) {
    StarTest *t = context;
    StarCell a = line_of(t), b = line_of(t);
    set(t, a);
    assert_ok(t, star_object_sync(&t->be, a.object, STAR_READ));
    assert_int_equal(star_bits_get(a.bits, LENGTH), 1);
    set(t, b);
    star_free(t, a.object);
    star_free(t, b.object);
    t->be.ops.close(&t->be);
    return NULL;
}

TEST(another_device_in_another_thread) {
    StarTest t;
    pthread_t thread;
    StarCudaOptions second = required;
    second.device = 1;
    fake_open(&t, &second);
    assert_int_equal(fake.device, 1);
    assert_int_equal(pthread_create(&thread, NULL, elsewhere, &t), 0);
    pthread_join(thread, NULL);
    assert_int_equal(fake.kernels, 2);
    assert_int_equal(fake.used, 0);
    assert_int_equal(fake.strays, 0);
}

/* A device that is required but cannot be opened leaves the processor as it
 * was; it may be asked for again. */
TEST(the_opening_fails) {
    StarTest t;
    StarCudaOptions fails = required;
    fails.fail_at = 0;
    fake = (Fake){.up = 0};
    t.error = (StarError){.status = STAR_OK};
    star_test_open(&t, STAR_ISA_BEST);
    StarCell line = line_of(&t);
    assert_int_equal(star_cuda_attach(&t.be, &fails), STAR_DEVICE);
    assert_int_equal(t.error.status, STAR_DEVICE);
    assert_null(t.be.device);
    set(&t, line);
    assert_int_equal(fake.kernels, 0);
    assert_ok(&t, star_cuda_attach(&t.be, &required));
    set(&t, line);
    assert_int_equal(fake.kernels, 1);
    star_free(&t, line.object);
    fake_close(&t);
}

/* The processor does what it can, and the device stays. */
TEST(the_host_has_no_memory) {
    StarTest t;
    fake_open(&t, &required);
    StarCell line = line_of(&t);
    t.mem.limit = t.mem.used;
    set(&t, line);
    assert_int_equal(t.error.status, STAR_OK);
    assert_int_equal(fake.kernels, 0);
    assert_int_equal(star_bits_get(line.bits, LENGTH), 1);
    t.mem.limit = SIZE_MAX;
    set(&t, line);
    assert_int_equal(fake.kernels, 1);
    star_free(&t, line.object);
    fake_close(&t);
}

/* A failed read of a scalar result is repeated, and leaves no error behind. */
TEST(the_call_that_failed_is_told) {
    StarTest t;
    fake_open(&t, &required);
    StarCell line = line_of(&t);
    StarCell numb[] = {{.i = 0}, line};
    fake.unread = 1;
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_NUMB, numb, NULL));
    set(&t, line);
    fake.broken = true;
    assert_raises(&t, star_object_sync(&t.be, line.object, STAR_READ),
                  STAR_DEVICE,
                  "what the device has cannot be read: an error: "
                  "cudaMemcpyAsync(cuda->memory.staging[buffer], from + at, "
                  "(size_t)piece(bytes - at), cudaMemcpyDeviceToHost, "
                  "gpu->stream)");
    star_free(&t, line.object);
    fake_close(&t);
}

/* ---- Programs ---- */

static StarStatus attach(StarBackend *be, void *context) {
    (void)context;
    return star_cuda_attach(be, &required);
}

static bool drop(void *context, const char *text, size_t length) {
    (void)context, (void)text, (void)length;
    return true;
}

/* Its literal is freed by the machine that compiled it. */
TEST(another_machine_compiled_it) {
    const StarOptions there = {.attach = attach, .write = drop};
    const StarOptions here = {.write = drop};
    const StarCompileOptions how = {.plain = false};
    fake = (Fake){.up = 0};
    StarMachine *a = star_test_machine(&here), *b = star_test_machine(&there);
    StarProgram *program = star_test_compile(
        star_machine_backend(a)->mem, &how,
        "program p; var X, Y: slice(70); begin SET(X);"
        " Y := X and '101100110101100110101100110101100110101100110101100110"
        "1011001101011001'; write(Y) end.");
    assert_int_equal(star_machine_run(b, program), STAR_OK);
    assert_true(fake.kernels > 1 && fake.up > 0);
    assert_int_equal(star_machine_backend(b)->resident, 0);
    star_program_free(program);
    star_machine_free(a);
    star_machine_free(b);
    assert_int_equal(fake.used, 0);
}

/* ---- Stopping ---- */

static bool stops(void *context) {
    return --*(int *)context < 0;
}

/* Each 8th launch waits for those 8 before it, and asks meanwhile. */
TEST(a_stop_is_heard_while_launches_wait) {
    Gpu gpu = {.fail_at = -1};
    int questions = 4;
    fake = (Fake){.behind = 3};
    assert_int_equal(gpu_open(&gpu, 0), cudaSuccess);
    gpu.stopped = stops;
    gpu.context = &questions;
    for (int k = 1; k < GPU_QUEUE; k++)
        assert_true(gpu_go_on(&gpu));
    assert_int_equal(questions, 4);
    assert_true(gpu_go_on(&gpu));
    assert_int_equal(fake.behind, -1);
    assert_int_equal(questions, 0);
    for (int k = 1; k < GPU_QUEUE; k++)
        assert_true(gpu_go_on(&gpu));
    assert_false(gpu_go_on(&gpu));
    gpu_close(&gpu);
}

TEST_MAIN
