/* SPDX-License-Identifier: MIT */
/* The solvers of star.h as they cannot be called, without memory, stopped, and
 * beside what a handle has. */
#include "solve_test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

/* ---- Every solver, on a problem of its own ---- */

enum { N = 100, ROW = 13 }; /* vertices; bytes of a row of bits */

typedef struct Problem {
    unsigned char a[N * ROW], b[N * ROW], out[N * ROW];
    int64_t number[N * N], split[N * N], p[N + 1], first[N], last[N], best;
    unsigned char chosen[ROW];
} Problem;

static const int64_t offset[] = {5, 3};

/* The same each time; nothing overflows. */
static void prepare(Problem *q) {
    memset(q, 0, sizeof *q);
    for (int i = 0; i + 1 < N; i++) {
        q->a[i * ROW + (i + 1) / 8] |= (unsigned char)(1 << (i + 1) % 8);
        q->b[i * ROW + i / 16] = 1;
    }
    for (int i = 0; i < N * N; i++)
        q->number[i] = -(i * 7 % 10);
    for (int i = 0; i <= N; i++)
        q->p[i] = 1 + i * 7 % 10;
}

static StarCode closure(Star *s, Problem *q) {
    return star_solve_closure(s, N, q->a, ROW);
}

static StarCode product(Star *s, Problem *q) {
    return star_solve_product(s, N, N, N, q->a, ROW, q->b, ROW, q->out, ROW);
}

static StarCode transpose(Star *s, Problem *q) {
    return star_solve_transpose(s, N, N, q->a, ROW, q->out, ROW);
}

static StarCode kleene(Star *s, Problem *q) {
    return star_solve_kleene(s, STAR_SEMIRING_MAXPLUS, STAR_WEIGHTS_INT64,
                             N - 1, q->number, N * sizeof *q->number);
}

/* By plain sums. */
static StarCode great_kleene(Star *s, Problem *q) {
    for (int i = 1; i < N; i++)
        q->number[i] = -(INT64_C(1) << 61);
    return kleene(s, q);
}

static StarCode chain(Star *s, Problem *q) {
    return star_solve_chain(s, N - 1, q->p, q->number, q->split,
                            N * sizeof *q->number);
}

static StarCode order(Star *s, Problem *q) {
    return star_solve_chain_order(s, N, q->p, &q->best, q->first, q->last);
}

static StarCode sdp(Star *s, Problem *q) {
    return star_solve_sdp(s, STAR_REDUCTION_MAX, STAR_WEIGHTS_INT64, N * N,
                          q->number, 2, offset);
}

static StarCode knapsack(Star *s, Problem *q) {
    return star_solve_knapsack(s, N, q->p, q->p + 1, 200, &q->best, q->chosen);
}

static StarCode (*const solvers[])(Star *, Problem *) = {
    closure, product, transpose, kleene,  great_kleene,
    chain,   order,   sdp,       knapsack};
enum { SOLVERS = sizeof solvers / sizeof *solvers };

/* ---- Memory ---- */

typedef struct Host {
    Star *star;
    int64_t calls, fail_at, stop_at; /* counted from 0; -1: never */
    size_t used;
} Host;

static void *take(void *context, size_t bytes) {
    Host *h = context;
    void *block;
    if (h->calls == h->stop_at)
        star_interrupt(h->star);
    if (h->calls++ == h->fail_at || posix_memalign(&block, 64, bytes) != 0)
        return NULL;
    h->used += bytes;
    return block;
}

static void give(void *context, void *block, size_t bytes) {
    ((Host *)context)->used -= bytes;
    free(block);
}

static Star *open_host(Host *h) {
    const StarConfig config = {.context = h, .allocate = take, .release = give};
    *h = (Host){.fail_at = -1, .stop_at = -1};
    h->star = star_open(&config);
    assert_non_null(h->star);
    return h->star;
}

/* Each allocation fails once: the result is right, or there is none. */
TEST(test_each_allocation_fails) {
    Problem *q = malloc(sizeof *q), *expected = malloc(sizeof *q);
    for (int k = 0; k < SOLVERS; k++) {
        bool reached = true;
        Host host;
        Star *s = open_host(&host);
        prepare(expected);
        assert_done(s, solvers[k](s, expected));
        star_close(s);
        for (int64_t n = 0; reached; n++) {
            s = open_host(&host);
            const size_t used = host.used;
            prepare(q);
            host.fail_at = host.calls + n;
            const StarCode code = solvers[k](s, q);
            reached = host.calls > host.fail_at;
            if (code == STAR_CODE_OK)
                assert_memory_equal(q, expected, sizeof *q);
            else
                assert_fails(s, code, STAR_CODE_LIMIT, "memory-limit",
                             "no memory");
            host.fail_at = -1;
            prepare(q);
            assert_done(s, solvers[k](s, q));
            assert_memory_equal(q, expected, sizeof *q);
            assert_true(host.used < used + (1 << 20));
            star_close(s);
            assert_int_equal(host.used, 0);
        }
    }
    free(q);
    free(expected);
}

/* Gives a table all of the handle's memory that is left, or less. */
static void use_up(Star *s, const unsigned char *bits, int64_t *bytes) {
    enum { STEP = 128 };
    assert_done(s, star_reset(s));
    enter(s, "var T: table;");
    while (star_set_bits(s, "T", 1, 8 * *bytes, bits, 0) == STAR_CODE_LIMIT)
        *bytes -= STEP;
    *bytes -= STEP; /* the next time */
}

/* The less memory is left, the sooner a solver is refused. */
TEST(test_a_limit_of_memory) {
    enum { MOST = 1 << 20 };
    const StarConfig config = {.max_memory = MOST};
    Problem *q = malloc(sizeof *q);
    unsigned char *bits = calloc(MOST, 1);
    for (int k = 0; k < SOLVERS; k++) {
        Star *s = star_open(&config);
        int64_t bytes = MOST, refused = 0;
        StarCode code = STAR_CODE_LIMIT;
        while (code != STAR_CODE_OK) {
            use_up(s, bits, &bytes);
            prepare(q);
            code = solvers[k](s, q);
            if (code == STAR_CODE_OK)
                break;
            assert_fails(s, code, STAR_CODE_LIMIT, "memory-limit", "no memory");
            refused++;
        }
        assert_int_equal(refused > 0, solvers[k] != sdp);
        star_close(s);
    }
    free(bits);
    free(q);
}

/* An interrupt ends any of them that allocates, and the next call goes on. */
TEST(test_interrupt) {
    Problem *q = malloc(sizeof *q);
    for (int k = 0; k < SOLVERS; k++) {
        Host host;
        Star *s = open_host(&host);
        prepare(q);
        const int64_t before = host.calls;
        assert_done(s, solvers[k](s, q));
        if (host.calls > before) {
            prepare(q);
            star_reset(s);
            host.stop_at = host.calls;
            assert_fails(s, solvers[k](s, q), STAR_CODE_STOPPED, "interrupted",
                         "interrupted");
        }
        host.stop_at = -1;
        star_interrupt(s); /* of nothing */
        prepare(q);
        assert_done(s, solvers[k](s, q));
        star_close(s);
    }
    free(q);
}

typedef struct Stopper {
    Star *star;
    atomic_bool ends;
} Stopper;

static void *stop(void *context) {
    const struct timespec pause = {.tv_nsec = 1000000};
    Stopper *stopper = context;
    while (!stopper->ends) {
        nanosleep(&pause, NULL);
        star_interrupt(stopper->star);
    }
    return NULL;
}

/* Seconds of work, which allocates nothing, end when a thread says so. */
TEST(test_interrupt_by_a_thread) {
    enum { COUNT = 1 << 22, OFFSETS = 100 };
    Stopper stopper = {.star = star_open(NULL)};
    int64_t *table = malloc(COUNT * sizeof *table), many[OFFSETS];
    pthread_t thread;
    for (int i = 0; i < OFFSETS; i++) {
        many[i] = OFFSETS - i;
        table[i] = 6 + i % 2 * 4;
    }
    assert_int_equal(pthread_create(&thread, NULL, stop, &stopper), 0);
    assert_fails(stopper.star,
                 star_solve_sdp(stopper.star, STAR_REDUCTION_GCD,
                                STAR_WEIGHTS_INT64, COUNT, table, OFFSETS,
                                many),
                 STAR_CODE_STOPPED, "interrupted", "interrupted");
    stopper.ends = true;
    pthread_join(thread, NULL);
    star_close(stopper.star);
    free(table);
}

/* Checks of many numbers end, too. */
TEST(test_interrupt_of_checks) {
    enum { ITEMS = 1 << 26 };
    Stopper stopper = {.star = star_open(NULL)};
    int64_t *zeros = calloc(ITEMS, sizeof *zeros), best = 7;
    pthread_t thread;
    zeros[ITEMS - 1] = -1; /* which would be found in the end */
    assert_int_equal(pthread_create(&thread, NULL, stop, &stopper), 0);
    assert_fails(
        stopper.star,
        star_solve_knapsack(stopper.star, ITEMS, zeros, zeros, 1, &best, NULL),
        STAR_CODE_STOPPED, "interrupted", "interrupted");
    stopper.ends = true;
    pthread_join(thread, NULL);
    assert_int_equal(best, 7);
    star_close(stopper.star);
    free(zeros);
}

/* ---- Misuse ---- */

TEST(test_no_handle) {
    Problem *q = malloc(sizeof *q);
    prepare(q);
    for (int k = 0; k < SOLVERS; k++)
        assert_int_equal(solvers[k](NULL, q), STAR_CODE_MISUSED);
    free(q);
}

#define NULLS(call) \
    assert_fails(s, call, STAR_CODE_MISUSED, "misuse", "an argument is NULL")
#define MISUSED(call, name, text) \
    assert_fails(s, call, STAR_CODE_MISUSED, name, text)

TEST(test_null) {
    HANDLE(s);
    int64_t x[4] = {1, 1, 1, 1};
    NULLS(star_solve_closure(s, 1, NULL, 8));
    NULLS(star_solve_product(s, 1, 1, 1, NULL, 8, x, 8, x, 8));
    NULLS(star_solve_product(s, 1, 1, 1, x, 8, NULL, 8, x, 8));
    NULLS(star_solve_product(s, 1, 1, 1, x, 8, x, 8, NULL, 8));
    NULLS(star_solve_transpose(s, 1, 1, NULL, 8, x, 8));
    NULLS(star_solve_transpose(s, 1, 1, x, 8, NULL, 8));
    NULLS(star_solve_kleene(s, STAR_SEMIRING_MAXPLUS, STAR_WEIGHTS_INT64, 1,
                            NULL, 8));
    NULLS(star_solve_chain(s, 1, NULL, x, x + 1, 8));
    NULLS(star_solve_chain(s, 1, x, NULL, x + 1, 8));
    NULLS(star_solve_chain(s, 1, x, x + 1, NULL, 8));
    NULLS(star_solve_chain_order(s, 1, NULL, x, x + 1, x + 2));
    NULLS(star_solve_chain_order(s, 1, x, NULL, x + 1, x + 2));
    NULLS(star_solve_chain_order(s, 1, x, x + 1, NULL, x + 2));
    NULLS(star_solve_chain_order(s, 1, x, x + 1, x + 2, NULL));
    NULLS(star_solve_sdp(s, STAR_REDUCTION_MIN, STAR_WEIGHTS_INT64, 1, NULL, 1,
                         x));
    NULLS(star_solve_sdp(s, STAR_REDUCTION_MIN, STAR_WEIGHTS_INT64, 1, x, 1,
                         NULL));
    NULLS(star_solve_knapsack(s, 1, NULL, x, 1, x + 1, NULL));
    NULLS(star_solve_knapsack(s, 1, x, NULL, 1, x + 1, NULL));
    NULLS(star_solve_knapsack(s, 1, x, x, 1, NULL, NULL));
    assert_done(s, star_solve_closure(s, 0, NULL, 0));
    assert_done(s, star_solve_product(s, 0, 5, 3, NULL, 0, x, 1, NULL, 0));
    assert_done(s, star_solve_transpose(s, 5, 0, NULL, 0, NULL, 0));
    assert_done(s, star_solve_kleene(s, STAR_SEMIRING_MAXPLUS,
                                     STAR_WEIGHTS_INT64, 0, NULL, 0));
    assert_done(s, star_solve_chain(s, 0, NULL, NULL, NULL, 0));
    assert_done(s, star_solve_knapsack(s, 0, NULL, NULL, 0, x, NULL));
    assert_int_equal(x[0], 0);
}

TEST(test_shapes) {
    HANDLE(s);
    int64_t x[64] = {1, 1, 1, 1};
    char *odd = (char *)x + 1;
    MISUSED(star_solve_closure(s, -1, x, 8), "size-mismatch",
            "'star_solve_closure' cannot have -1 rows");
    MISUSED(star_solve_closure(s, 70, x, 8), "size-mismatch",
            "more than 8 bytes");
    MISUSED(star_solve_closure(s, INT64_C(1) << 40, x, SIZE_MAX / 2),
            "size-mismatch", "cannot have");
    MISUSED(star_solve_product(s, 2, 9, 1, x, 1, x, 1, x + 9, 1),
            "size-mismatch", "rows of 9 bits");
    MISUSED(star_solve_product(s, 1, -1, 1, x, 1, x, 1, x + 9, 1),
            "size-mismatch", "cannot have");
    MISUSED(star_solve_product(s, 2, 1, 9, x, 1, x, 2, x + 9, 1),
            "size-mismatch", "rows of 9 bits");
    MISUSED(star_solve_transpose(s, 9, 2, x, 1, x + 9, 1), "size-mismatch",
            "rows of 9 bits");
    MISUSED(star_solve_kleene(s, STAR_SEMIRING_MAXPLUS, STAR_WEIGHTS_INT64, -2,
                              x, 8),
            "size-mismatch", "there cannot be -2 x -2 numbers");
    MISUSED(star_solve_kleene(s, STAR_SEMIRING_MAXPLUS, STAR_WEIGHTS_INT64, 2,
                              x, 8),
            "size-mismatch", "rows of 2 numbers need more than 8 bytes");
    MISUSED(star_solve_kleene(s, STAR_SEMIRING_MAXPLUS, STAR_WEIGHTS_INT64,
                              INT64_MAX, x, 8),
            "size-mismatch", "there cannot be");
    MISUSED(star_solve_kleene(s, STAR_SEMIRING_MAXPLUS, STAR_WEIGHTS_INT64, 2,
                              x, 17),
            "misuse", "numbers of 8 bytes are not aligned");
    MISUSED(star_solve_kleene(s, STAR_SEMIRING_MAXPLUS, STAR_WEIGHTS_INT32, 1,
                              odd, 4),
            "misuse", "numbers of 4 bytes are not aligned");
    MISUSED(star_solve_chain(s, 2, x, x + 8, x + 16, 8), "size-mismatch",
            "rows of 2 numbers");
    MISUSED(star_solve_chain_order(s, 0, x, x + 8, x + 9, x + 10),
            "size-mismatch", "there cannot be 1 x 0 numbers");
    MISUSED(star_solve_sdp(s, STAR_REDUCTION_MIN, STAR_WEIGHTS_INT64, -1, x, 1,
                           x + 9),
            "size-mismatch", "1 x -1 numbers");
    MISUSED(star_solve_sdp(s, STAR_REDUCTION_MIN, STAR_WEIGHTS_INT64, 1, x, 0,
                           x + 9),
            "size-mismatch", "1 x 0 numbers");
    MISUSED(star_solve_knapsack(s, -1, x, x, 1, x, NULL), "size-mismatch",
            "1 x -1 numbers");
}

/* Each pointer to numbers is one at a time between two of them. */
TEST(test_alignment) {
    static const char text[] = "numbers of 8 bytes are not aligned";
    HANDLE(s);
    int64_t x[64] = {1, 1, 1, 1};
    for (int k = 0; k < 11; k++) {
        int64_t *at[11];
        for (int j = 0; j < 11; j++)
            at[j] = (int64_t *)(void *)((char *)(x + 4 * j) + 4 * (j == k));
        if (k < 3)
            MISUSED(star_solve_chain(s, 1, at[0], at[1], at[2], 8), "misuse",
                    text);
        else if (k < 7)
            MISUSED(star_solve_chain_order(s, 1, at[3], at[4], at[5], at[6]),
                    "misuse", text);
        else if (k < 10)
            MISUSED(star_solve_knapsack(s, 1, at[7], at[8], 1, at[9], NULL),
                    "misuse", text);
        else
            MISUSED(star_solve_sdp(s, STAR_REDUCTION_MIN, STAR_WEIGHTS_INT64, 1,
                                   x, 1, at[10]),
                    "misuse", text);
    }
}

TEST(test_choices) {
    HANDLE(s);
    int64_t x[4] = {1, 1, 1, 1};
    MISUSED(star_solve_kleene(s, (StarSemiring)4, STAR_WEIGHTS_INT64, 1, x, 8),
            "misuse", "star_solve_kleene: there is no semiring 4");
    MISUSED(star_solve_kleene(s, STAR_SEMIRING_MAXMIN, (StarWeights)4, 1, x, 8),
            "misuse", "there is no type 4");
    MISUSED(
        star_solve_sdp(s, (StarReduction)8, STAR_WEIGHTS_INT64, 1, x, 1, x + 1),
        "misuse", "there is no operation 8");
    MISUSED(star_solve_sdp(s, STAR_REDUCTION_MIN, STAR_WEIGHTS_DOUBLE, 1, x, 1,
                           x + 1),
            "misuse", "there is no integer 2");
}

TEST(test_overlaps) {
    static const char text[] = "what it sets overlaps what it is given";
    HANDLE(s);
    int64_t x[20] = {1, 1, 1, 1};
    char *at = (char *)x;
    MISUSED(star_solve_product(s, 3, 3, 3, at, 1, at + 9, 1, at + 2, 1),
            "misuse", text);
    MISUSED(star_solve_product(s, 3, 3, 3, at + 9, 1, at, 1, at + 2, 1),
            "misuse", text);
    MISUSED(star_solve_transpose(s, 3, 3, at, 4, at + 8, 1), "misuse", text);
    assert_done(s, star_solve_transpose(s, 3, 3, at, 4, at + 9, 1));
    MISUSED(star_solve_chain(s, 2, x, x + 4, x + 5, 16), "misuse", text);
    MISUSED(star_solve_chain(s, 2, x, x + 2, x + 8, 16), "misuse", text);
    MISUSED(star_solve_chain_order(s, 2, x, x + 2, x + 5, x + 8), "misuse",
            text);
    MISUSED(star_solve_chain_order(s, 2, x, x + 9, x + 5, x + 6), "misuse",
            text);
    MISUSED(star_solve_sdp(s, STAR_REDUCTION_MIN, STAR_WEIGHTS_INT64, 4, x, 1,
                           x + 3),
            "misuse", text);
    MISUSED(star_solve_knapsack(s, 2, x, x + 2, 1, x + 1, NULL), "misuse",
            text);
    MISUSED(star_solve_knapsack(s, 2, x, x + 2, 1, x + 3, NULL), "misuse",
            text);
    MISUSED(star_solve_knapsack(s, 2, x, x + 2, 1, x + 8, at + 15), "misuse",
            text);
    MISUSED(star_solve_knapsack(s, 2, x, x + 2, 1, x + 8, at + 31), "misuse",
            text);
    MISUSED(star_solve_knapsack(s, 2, x, x + 2, 1, x + 8, at + 71), "misuse",
            text);
    assert_done(s, star_solve_knapsack(s, 2, x, x, 1, x + 8, at + 72));
}

/* What was entered stays, and its steps are its own. */
TEST(test_beside_a_program) {
    const StarConfig config = {.max_steps = 50};
    Star *s = star_open(&config);
    Problem *q = malloc(sizeof *q);
    int64_t ones = 0;
    enter(s, "var X: slice(70); SET(X)");
    for (int k = 0; k < SOLVERS; k++) {
        prepare(q);
        assert_done(s, solvers[k](s, q));
        assert_string_equal(star_message(s), "");
    }
    enter(s, "NUMB(X)");
    assert_done(s, star_get_integer(s, "", &ones));
    assert_int_equal(ones, 70);
    free(q);
    star_close(s);
}

TEST_MAIN
