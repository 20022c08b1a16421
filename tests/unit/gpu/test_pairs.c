/* SPDX-License-Identifier: MIT */
/* Products of bit matrices on the device, beside a loop over all pairs. */
#include "solvers/pairs/gpu_pairs.h"
#include "device.h"
#include "plain_pairs.h"

static Device device;
static uint64_t seed = 1;

static int64_t below(int64_t n) {
    return (int64_t)(gpu_random(&seed) % (uint64_t)n);
}

/* ---- Cases ---- */

/* A case, on the host and on the device. Matrices have MARGIN rows behind the
 * ranges, all ones: none of them may count. */
typedef struct Work {
    StarPairs host, device;
    int64_t down, across; /* pairs in the ranges */
    int64_t words[STAR_PAIR_PRODUCTS];
    bool wide; /* forms of more than 32 bits */
    StarPairsFound right, *found;
    uint64_t *room[4 * STAR_PAIR_PRODUCTS];
    int rooms;
} Work;

enum { MARGIN = 3 };

static uint64_t *words(Work *c, int64_t n) {
    uint64_t *at = calloc((size_t)n + 1, sizeof *at);
    assert_non_null(at);
    return c->room[c->rooms++] = at;
}

/* Rows of random bits; what is behind their words is all ones. */
static const uint64_t *make_matrix(Work *c, int64_t rows, int64_t n,
                                   int64_t stride) {
    uint64_t *at = words(c, (rows + MARGIN) * stride);
    memset(at, 0xff, (size_t)((rows + MARGIN) * stride) * 8);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t w = 0; w < n; w++)
            at[i * stride + w] = i % 5 == 3 ? 0 : gpu_random(&seed);
    return at;
}

static const int64_t *make_terms(Work *c, int64_t n, int64_t most) {
    uint64_t *at = words(c, n);
    for (int64_t i = 0; i < n; i++)
        at[i] = (uint64_t)(below(2 * most + 1) - most);
    return (const int64_t *)at;
}

/* Random products; every second one has y = x if it has the rows. Constants
 * and terms are such that forms are around 0. */
static void make_products(Work *c) {
    static const int64_t factor[] = {1, -1, 2, -3, 4, -6, 12, -8, 0, 37};
    StarPairs *p = &c->host;
    int64_t mean = 0;
    for (int f = 0; f < p->products; f++) {
        StarPairProduct *m = &p->product[f];
        const int64_t n = c->words[f];
        m->words = n;
        m->x_stride = n + below(3);
        m->y_stride = n + below(3);
        m->factor = p->products == 1
                        ? 1 + below(3)
                        : factor[below(10)] * (c->wide ? 1 << 28 : 1);
        m->x = make_matrix(c, p->rows.to, n, m->x_stride);
        if (f % 2 == 1 && p->columns.to <= p->rows.to)
            m->y = m->x, m->y_stride = m->x_stride;
        else
            m->y = make_matrix(c, p->columns.to, n, m->y_stride);
        mean += m->factor * n * 16;
    }
    p->constant = below(5) == 0 ? 0 : -mean;
    if (below(2))
        p->row = make_terms(c, p->rows.to, below(40));
    if (below(2))
        p->column = make_terms(c, p->columns.to, below(40));
}

static void make_output(Work *c, bool bits, bool masked, bool same) {
    StarPairs *p = &c->host;
    const int64_t n = star_words(c->across);
    if (bits) {
        p->bits_stride = n + below(3);
        p->bits = words(c, c->down * p->bits_stride);
        for (int64_t k = 0; k < c->down * p->bits_stride; k++)
            p->bits[k] = gpu_random(&seed);
    }
    if (masked && bits && same) {
        p->mask = p->bits;
        p->mask_stride = p->bits_stride;
    } else if (masked) {
        uint64_t *mask = words(c, c->down * (p->mask_stride = n + below(3)));
        const int64_t empty = below(3);
        for (int64_t k = 0; k < c->down * p->mask_stride; k++)
            mask[k] = empty == 0 || k / p->mask_stride / 128 % 2 == 0
                          ? gpu_random(&seed) & gpu_random(&seed)
                          : 0;
        p->mask = mask;
    }
}

static const uint64_t *lend_rows(const uint64_t *host, int64_t words) {
    return host == NULL ? NULL : lend(&device, host, words);
}

static void to_the_device(Work *c) {
    StarPairs *p = &c->device;
    *p = c->host;
    for (int f = 0; f < p->products; f++) {
        StarPairProduct *m = &p->product[f];
        m->x = lend_rows(m->x, (p->rows.to + MARGIN) * m->x_stride);
        m->y = lend_rows(m->y, (p->columns.to + MARGIN) * m->y_stride);
    }
    p->row = (const int64_t *)lend_rows((const uint64_t *)p->row, p->rows.to);
    p->column =
        (const int64_t *)lend_rows((const uint64_t *)p->column, p->columns.to);
    p->mask = lend_rows(p->mask, c->down * p->mask_stride);
    p->bits = (uint64_t *)lend_rows(p->bits, c->down * p->bits_stride);
    c->right = (StarPairsFound){7, -9};
    c->found = (StarPairsFound *)lend(&device, (uint64_t *)&c->right, 2);
}

static void assert_right(Work *c) {
    StarPairsFound found;
    const int64_t n = c->down * c->host.bits_stride;
    uint64_t *bits = words(c, n);
    from_device(&device, &found, c->found, 2);
    assert_int_equal(found.count, c->right.count);
    assert_int_equal(found.sum, c->right.sum);
    from_device(&device, bits, c->device.bits, n);
    if (n > 0)
        assert_memory_equal(bits, c->host.bits, (size_t)n * 8);
}

static void end(Work *c) {
    while (c->rooms > 0)
        free(c->room[--c->rooms]);
    settle(&device);
}

/* Runs a case whose ranges, products, words and relation are set. */
static void check(Work *c, bool bits, bool masked, bool same) {
    c->down = c->host.rows.to - c->host.rows.from;
    c->across = c->host.columns.to - c->host.columns.from;
    make_products(c);
    make_output(c, bits, masked, same);
    to_the_device(c);
    plain_pairs(&c->host, &c->right);
    assert_gpu(&device, gpu_pairs(&device.gpu, &c->device, c->found));
    assert_right(c);
    end(c);
}

static Work new_case(int64_t rows, int64_t columns, int64_t n, int products) {
    Work c = {.host = {.rows = {0, rows},
                       .columns = {0, columns},
                       .low = INT64_MIN,
                       .high = INT64_MAX,
                       .products = products,
                       .relation = STAR_PAIR_GREATER}};
    for (int f = 0; f < products; f++)
        c.words[f] = n;
    return c;
}

/* ---- Tests ---- */

TEST(test_sizes) {
    static const int64_t side[] = {0,   1,   2,   63,  64,  65,  127,
                                   128, 129, 255, 256, 257, 300, 515};
    static const int64_t long_rows[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 79};
    enum { SIDES = sizeof side / sizeof *side };
    for (int a = 0; a < SIDES; a++)
        for (int b = 0; b < SIDES; b++) {
            const int64_t n = long_rows[below(11)];
            Work c = new_case(side[a], side[b], n, 1 + (int)below(2));
            if (gpu_takes(side[a] * side[b], 70000))
                check(&c, true, false, false);
        }
    for (int k = 0; k < 11; k++)
        for (int products = 1; products <= 4; products += 3) {
            Work c = new_case(130, 257, long_rows[k], products);
            if (gpu_takes(0, 0))
                check(&c, true, false, false);
        }
}

/* All of it at random; `wide`: forms of more than 32 bits. */
static void random_cases(int cases, bool wide) {
    for (int k = 0; k < cases; k++) {
        Work c = new_case(0, 0, 0, (int)below(STAR_PAIR_PRODUCTS + 1));
        StarPairs *p = &c.host;
        const int64_t from = below(2) * below(70), left = below(2) * below(70);
        p->rows = (StarPairRange){from, from + 1 + below(below(3) ? 400 : 5)};
        p->columns = (StarPairRange){left, left + 1 + below(700)};
        c.wide = wide;
        for (int f = 0; f < p->products; f++)
            c.words[f] = below(20);
        if (below(3) == 0)
            p->low = below(300) - 100;
        if (below(3) == 0)
            p->high = (p->low > -1000 ? p->low : -300) + below(300) - 20;
        p->relation = (StarPairRelation)below(STAR_PAIR_ANY + 1);
        const bool bits = below(3) > 0, masked = below(2);
        if (gpu_takes(0, 0))
            check(&c, bits, masked, below(2));
    }
}

TEST(test_random) {
    random_cases(150, false);
}

TEST(test_wide) {
    random_cases(40, true);
}

/* A device of capability 9.0 has kernels of its own; here it takes those of
 * all others. */
TEST(test_portable) {
    const int capability = device.gpu.capability;
    device.gpu.capability = capability < 80 ? capability : 80;
    random_cases(100, false);
    device.gpu.capability = capability;
}

TEST(test_relations) {
    for (int r = 0; r <= STAR_PAIR_ANY; r++) {
        Work c = new_case(200, 300, 5, 2);
        c.host.relation = (StarPairRelation)r;
        check(&c, true, false, false);
    }
}

/* Long sums, more tiles than multiprocessors, and j > i. */
TEST(test_large) {
    Work c = new_case(1500, 2600, 33, 3);
    if (gpu_small())
        return;
    c.host.low = 1;
    check(&c, true, false, false);
    c = new_case(300, 300, 1100, 1);
    check(&c, true, true, true);
}

TEST(test_no_result) {
    Work c = new_case(200, 300, 5, 2);
    c.down = 200;
    c.across = 300;
    make_products(&c);
    make_output(&c, true, false, false);
    to_the_device(&c);
    StarPairsFound none = c.right;
    plain_pairs(&c.host, &none);
    assert_gpu(&device, gpu_pairs(&device.gpu, &c.device, NULL));
    assert_right(&c);
    end(&c);
}

TEST(test_failing_calls) {
    Work c = new_case(200, 300, 5, 2);
    c.down = 200;
    c.across = 300;
    make_products(&c);
    make_output(&c, true, false, false);
    to_the_device(&c);
    assert_fails(&device.gpu, gpu_pairs(&device.gpu, &c.device, NULL));
    StarPairsFound none = c.right;
    plain_pairs(&c.host, &none);
    assert_right(&c);
    end(&c);
}

/* ---- Ones of rows ---- */

static void check_ones(int64_t rows, int64_t n, int64_t stride) {
    Work c = {.rooms = 0};
    const StarPairRange range = {rows / 3, rows};
    const uint64_t *x = make_matrix(&c, rows, n, stride);
    int64_t *sum = (int64_t *)words(&c, rows);
    int64_t *found = (int64_t *)words(&c, rows);
    for (int64_t i = 0; i < rows; i++)
        sum[i] = i - 5;
    const uint64_t *there = lend(&device, x, rows * stride);
    int64_t *at = (int64_t *)lend(&device, (uint64_t *)sum, rows);
    for (int64_t i = range.from; i < range.to; i++)
        for (int64_t w = 0; w < n; w++)
            sum[i] -= 3 * __builtin_popcountll(x[i * stride + w]);
    assert_gpu(&device,
               gpu_pair_ones(&device.gpu, there, stride, n, range, -3, at));
    from_device(&device, found, at, rows);
    assert_memory_equal(found, sum, (size_t)rows * 8);
    end(&c);
}

TEST(test_ones) {
    static const int64_t rows[] = {1, 2, 31, 32, 33, 95, 96, 97, 1000};
    static const int64_t long_rows[] = {0, 1, 7, 8, 9, 79, 130};
    for (int a = 0; a < 9; a++)
        for (int b = 0; b < 7; b++)
            if (gpu_takes(0, 0))
                check_ones(rows[a], long_rows[b], long_rows[b] + below(3));
}

int main(void) {
    device_open(&device);
    const int failed = tests_run(NULL, NULL);
    device_close(&device);
    return failed;
}
