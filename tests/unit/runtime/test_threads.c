/* SPDX-License-Identifier: MIT */
#include "star_test.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "cpu/bit_copy.h"
#include "cpu/cpu.h"
#include "cpu/simd/parallel.h"

/* A grain so small that a few words are shared, and work for any number of
 * threads, asleep or not. */
enum { GRAIN = 8, LARGE = 1000 * GRAIN };

static void open_with(StarTest *t, int threads) {
    star_test_open(t, STAR_ISA_BEST);
    t->be.threads.count = threads;
    t->be.threads.grain = GRAIN;
}

static void pause_for(long microseconds) {
    struct timespec t = {.tv_nsec = 1000 * microseconds};
    nanosleep(&t, NULL);
}

/* ---- Regions ---- */

typedef struct Count {
    int calls[STAR_MAX_THREADS]; /* of each part */
    int parts;
    pthread_t thread[STAR_MAX_THREADS];
    long slow; /* microseconds that a part takes */
} Count;

static void count_part(void *context, int part, int parts) {
    Count *c = context;
    c->calls[part]++;
    c->thread[part] = pthread_self();
    if (c->slow > 0)
        pause_for(c->slow);
    if (part == 0)
        c->parts = parts;
}

TEST(every_part_runs_once) {
    for (int threads = 1; threads <= 5; threads++) {
        StarTest t;
        open_with(&t, threads);
        for (int call = 0; call < 2000; call++) {
            Count c = {.slow = 0};
            if (call % 100 == 0)
                pause_for(call % 200); /* asleep by then, or about to be */
            star_parallel(&t.be.threads, count_part, &c, LARGE);
            assert_int_equal(c.parts, threads);
            for (int part = 0; part < STAR_MAX_THREADS; part++)
                assert_int_equal(c.calls[part], part < threads);
        }
        star_test_close(&t);
    }
}

/* A part is done by its own thread, or by the caller if that thread is slow to
 * begin; after some calls each thread has done a part. */
TEST(parts_have_threads_of_their_own) {
    enum { CALLS = 5000, PARTS = 3 };
    StarTest t;
    pthread_t own[PARTS] = {pthread_self(), pthread_self(), pthread_self()};
    int come = 0;
    open_with(&t, PARTS);
    for (int call = 0; call < CALLS && come < PARTS - 1; call++) {
        Count c = {.slow = 1000};
        star_parallel(&t.be.threads, count_part, &c, LARGE);
        assert_true(pthread_equal(c.thread[0], own[0]));
        for (int part = 1; part < PARTS; part++) {
            if (pthread_equal(c.thread[part], own[0]))
                continue;
            come += pthread_equal(own[part], own[0]) != 0;
            own[part] = c.thread[part];
        }
    }
    assert_int_equal(come, PARTS - 1);
    assert_false(pthread_equal(own[1], own[2]));
    for (int call = 0; call < 10; call++) {
        Count c = {.slow = 1000};
        star_parallel(&t.be.threads, count_part, &c, LARGE);
        for (int part = 1; part < PARTS; part++)
            assert_true(pthread_equal(c.thread[part], own[part]) ||
                        pthread_equal(c.thread[part], own[0]));
    }
    star_test_close(&t);
}

TEST(little_work_stays_with_the_caller) {
    StarTest t;
    open_with(&t, 4);
    Count c = {.slow = 0};
    star_parallel(&t.be.threads, count_part, &c, 2 * GRAIN - 1);
    assert_int_equal(c.parts, 1);
    assert_null(t.be.threads.pool);
    /* After some calls the credit wakes as many threads as there are grains. */
    for (int grains = 2; grains <= 4; grains++) {
        for (int call = 0; call < 1000 && c.parts < grains; call++)
            star_parallel(&t.be.threads, count_part, &c, grains * GRAIN);
        assert_int_equal(c.parts, grains);
    }
    star_test_close(&t);
}

TEST(one_thread_needs_no_pool) {
    star_test(t);
    Count c = {.slow = 0};
    assert_int_equal(t.be.threads.count, 1);
    star_parallel(&t.be.threads, count_part, &c, INT64_MAX / 2);
    assert_int_equal(c.calls[0], 1);
    assert_int_equal(c.parts, 1);
    assert_null(t.be.threads.pool);
}

/* The system as it is when it has no more threads: the linker sends calls
 * of pthread_create here. */
static atomic_int refused;
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument) {
    if (atomic_fetch_sub(&refused, 1) <= 0)
        return EAGAIN;
    return __real_pthread_create(thread, attributes, start, argument);
}

TEST(fewer_threads_do) {
    for (int allowed = 0; allowed < 3; allowed++) {
        StarTest t;
        open_with(&t, 4);
        refused = allowed;
        for (int call = 0; call < 3; call++) {
            Count c = {.slow = 0};
            star_parallel(&t.be.threads, count_part, &c, LARGE);
            assert_int_equal(c.parts, allowed + 1);
            for (int part = 0; part <= allowed; part++)
                assert_int_equal(c.calls[part], 1);
        }
        refused = INT32_MAX;
        star_test_close(&t);
    }
}

static void *no_memory(void *context, size_t bytes) {
    (void)context, (void)bytes;
    return NULL;
}

/* Without memory for a pool the caller does all. */
TEST(no_pool_does) {
    static const StarAllocator none = {.allocate = no_memory};
    StarTest t;
    Count c = {.slow = 0};
    open_with(&t, 4);
    t.mem.allocator = &none;
    star_parallel(&t.be.threads, count_part, &c, LARGE);
    t.mem.allocator = NULL;
    assert_int_equal(c.parts, 1);
    assert_null(t.be.threads.pool);
    star_test_close(&t);
}

/* ---- Kernels, against those of one thread in plain C ---- */

typedef struct Data {
    uint64_t *z, *x, *y, *mask;
} Data;

/* Lines as they are in a table: `lines` of `n` words, `stride` apart. */
typedef struct Shape {
    int64_t vectors, n, stride;
} Shape;

static const Shape shapes[] = {{1, 1, 1},     {64, 1, 1},     {65, 2, 2},
                               {130, 8, 8},   {200, 3, 3},    {512, 8, 8},
                               {700, 11, 16}, {1100, 17, 24}, {64, 40, 40}};

enum { SHAPES = sizeof shapes / sizeof *shapes, WORDS = 1200 * 24 };

static uint64_t *words_of(StarTest *t, StarFill fill) {
    uint64_t *x = t->be.ops.alloc(&t->be, WORDS, true);
    assert_non_null(x);
    star_fill(t, x, INT64_C(64) * WORDS, fill);
    return x;
}

static void fill_mask(StarTest *t, uint64_t *mask, int64_t vectors, int kind) {
    memset(mask, 0, WORDS * sizeof *mask);
    star_fill(t, mask, vectors, (StarFill)(kind % STAR_FILLS));
    if (kind == STAR_FILLS) /* all in one part of a kind of table */
        memset(mask + (vectors / 64 + 1) / 2, 0, (size_t)(vectors / 128) * 8);
}

/* Both backends start from the same contents. */
static void test_vectors(StarTest *t, const StarIsa *plain, Data *a, Data *b,
                         const Shape *s, int kind) {
    const size_t bytes = WORDS * sizeof *a->x;
    const int64_t words = star_words(s->vectors);
    const uint64_t *w = b->y;
    const int op = kind % 4;
    fill_mask(t, a->mask, s->vectors, kind);
    memcpy(b->x, a->x, bytes);
    memcpy(b->z, a->z, bytes);
    star_parallel_vectors(&t->be, a->x, s->stride, a->mask, words, w, s->n, op);
    plain->vectors(b->x, s->stride, a->mask, words, w, s->n, op);
    assert_memory_equal(a->x, b->x, bytes);
    star_parallel_reduce(&t->be, a->z, a->x, s->stride, a->mask, words, s->n,
                         op);
    plain->reduce(b->z, a->x, s->stride, a->mask, words, s->n, op);
    assert_memory_equal(a->z, b->z, bytes);
    w = kind % 2 ? w : NULL;
    assert_int_equal(
        star_parallel_count_vectors(&t->be, a->x, s->stride, a->mask, words, w,
                                    s->n),
        plain->count_vectors(a->x, s->stride, a->mask, words, w, s->n));
}

static void test_row_update(StarTest *t, const StarIsa *plain, Data *a, Data *b,
                            const Shape *s, int kind) {
    const int64_t word = star_random(t, s->n);
    const int bit = (int)star_random(t, 64);
    const uint64_t only = UINT64_C(1) << bit;
    fill_mask(t, a->mask, s->vectors, kind);
    for (int64_t i = 0; i < s->vectors; i++) {
        uint64_t *at = &a->x[i * s->stride + word];
        *at = a->mask[i / 64] >> i % 64 & 1 ? *at | only : *at & ~only;
    }
    memcpy(b->x, a->x, WORDS * sizeof *a->x);
    star_parallel_row_update(&t->be, a->x, s->stride, s->vectors, word, bit,
                             b->y, s->n);
    plain->row_update(b->x, s->stride, s->vectors, word, bit, b->y, s->n);
    assert_memory_equal(a->x, b->x, WORDS * sizeof *a->x);
}

static void test_images(StarTest *t, const StarIsa *plain, Data *a, Data *b,
                        const Shape *s) {
    const int64_t word = star_random(t, s->n), words = star_words(s->vectors);
    const int bit = (int)star_random(t, 64);
    const int64_t length = s->n * 64 - star_random(t, 64);
    uint64_t *back = a->mask;
    memset(a->z, 0, WORDS * sizeof *a->z);
    memset(b->z, 0, WORDS * sizeof *b->z);
    star_parallel_gather(&t->be, a->z, a->x, s->vectors, s->stride, word, bit);
    plain->gather(b->z, a->x, s->vectors, s->stride, word, bit);
    assert_memory_equal(a->z, b->z, WORDS * sizeof *a->z);
    memset(a->x, 0, WORDS * sizeof *a->x);
    memset(back, 0, WORDS * sizeof *back);
    for (int64_t i = 0; i < s->vectors; i++)
        star_fill(t, a->x + i * s->stride, length, STAR_FILL_RANDOM);
    star_parallel_transpose(&t->be, a->z, words, a->x, s->stride, s->vectors,
                            length);
    star_parallel_transpose(&t->be, back, s->stride, a->z, words, length,
                            s->vectors);
    assert_memory_equal(a->x, back, WORDS * sizeof *back);
    for (int64_t k = 0; k < 100; k++) {
        const int64_t i = star_random(t, s->vectors),
                      j = star_random(t, length);
        assert_int_equal(a->x[i * s->stride + j / 64] >> j % 64 & 1,
                         a->z[j * words + i / 64] >> i % 64 & 1);
    }
}

TEST(kernels_give_the_same) {
    for (int threads = 1; threads <= 3; threads++) {
        StarTest t;
        open_with(&t, threads);
        Data d[2];
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < 4; i++)
                (&d[k].z)[i] = words_of(&t, STAR_FILL_RANDOM);
        for (int s = 0; s < SHAPES; s++)
            for (int kind = 0; kind <= 2 * STAR_FILLS; kind++) {
                test_vectors(&t, &star_isa_portable, &d[0], &d[1], &shapes[s],
                             kind);
                test_row_update(&t, &star_isa_portable, &d[0], &d[1],
                                &shapes[s], kind);
                test_images(&t, &star_isa_portable, &d[0], &d[1], &shapes[s]);
            }
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < 4; i++)
                t.be.ops.release(&t.be, (&d[k].z)[i], WORDS);
        star_test_close(&t);
    }
}

/* Shifts into other memory and in place, within blocks and beyond them. */
static void shifts(StarTest *t, Data *a, int64_t n, int64_t by) {
    const size_t bytes = (size_t)n * sizeof *a->x;
    star_bit_copy_move(a->z, n, a->x, n, by);
    star_shift(&t->be, a->y, n, a->x, n, by);
    assert_memory_equal(a->y, a->z, bytes);
    if (by < 0)
        return;
    memcpy(a->y, a->x, bytes);
    star_shift(&t->be, a->y, n, a->y, n, by);
    assert_memory_equal(a->y, a->z, bytes);
}

TEST(bit_vectors_shift) {
    static const int64_t words[] = {1, 63, 64, 129, 1000, WORDS};
    static const int64_t by[] = {0,    1,     63,     64,      65,    127, 128,
                                 129,  700,   8000,   28700,   -1,    -64, -65,
                                 -700, 64000, 640000, 1843200, -64000};
    StarTest t;
    open_with(&t, 4);
    Data a = {words_of(&t, STAR_FILL_ZERO), words_of(&t, STAR_FILL_RANDOM),
              words_of(&t, STAR_FILL_ZERO), NULL};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (size_t k = 0; k < sizeof by / sizeof *by; k++)
            shifts(&t, &a, words[i], by[k]);
    assert_non_null(t.be.threads.pool);
    t.be.ops.release(&t.be, a.z, WORDS);
    t.be.ops.release(&t.be, a.x, WORDS);
    t.be.ops.release(&t.be, a.y, WORDS);
    star_test_close(&t);
}

TEST(finds_the_first_of_many) {
    StarTest t;
    enum { MANY = 300000 };
    open_with(&t, 3);
    uint64_t *x = t.be.ops.alloc(&t.be, MANY, true);
    assert_int_equal(star_parallel_find(&t.be, x, 0, MANY), MANY);
    for (int k = 0; k < 300; k++) {
        const int64_t first = star_random(&t, MANY);
        const int64_t from = star_random(&t, first + 1);
        x[first] = 1;
        x[first + star_random(&t, MANY - first)] = 1;
        x[MANY - 1] = 1;
        assert_int_equal(star_parallel_find(&t.be, x, from, MANY), first);
        memset(x, 0, MANY * sizeof *x);
    }
    t.be.ops.release(&t.be, x, MANY);
    star_test_close(&t);
}

/* ---- Backends side by side ---- */

/* A program of its own; returns what it has computed. */
static void *run_backend(void *argument) {
    const StarPrim logic[] = {STAR_PRIM_AND, STAR_PRIM_OR, STAR_PRIM_XOR};
    StarTest t;
    uint64_t *sum = argument;
    open_with(&t, 1 + (int)(*sum % 3));
    StarBits *z = star_line_random(&t, 100000, STAR_FILL_ONE);
    *sum = 0;
    for (int k = 0; k < 200; k++) {
        StarBits *x = star_line_random(&t, 100000, STAR_FILL_RANDOM);
        StarCell arg[] = {{.bits = z}, {.bits = z}, {.bits = x}};
        StarCell ones[] = {{.i = 0}, {.bits = z}};
        star_prim_run(&t.be, logic[k % 3], arg, NULL);
        star_prim_run(&t.be, STAR_PRIM_NUMB, ones, NULL);
        *sum = *sum * 31 + ones[0].raw;
        star_free(&t, x);
    }
    star_free(&t, z);
    t.be.ops.close(&t.be);
    return NULL;
}

TEST(many_backends_run_at_once) {
    enum { BACKENDS = 6 };
    pthread_t thread[BACKENDS];
    uint64_t sum[BACKENDS], expected = 0;
    run_backend(&expected);
    for (int k = 0; k < BACKENDS; k++) {
        sum[k] = (uint64_t)k;
        assert_int_equal(pthread_create(&thread[k], NULL, run_backend, &sum[k]),
                         0);
    }
    for (int k = 0; k < BACKENDS; k++) {
        pthread_join(thread[k], NULL);
        assert_int_equal(sum[k], expected);
    }
}

int main(void) {
    refused = INT32_MAX;
    return tests_run(NULL, NULL);
}
