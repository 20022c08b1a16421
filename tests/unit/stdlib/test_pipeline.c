/* SPDX-License-Identifier: MIT */
/* The p-fold pipeline of the paper, Figure 6, as it is printed and with the
 * bound that it needs: for which p it is right, and how many steps it takes.
 * docs/explanation/errata.md has the results.
 *
 * Then the unit pipeline, its bodies and its kernels of every instruction set,
 * on one thread and on several, against loops on numbers. */
#include "machine_test.h"

enum { MAX_OFFSET = 12, MAX_STAGES = 4, MAX_CELLS = 120 };

typedef struct Problem {
    int a[MAX_OFFSET], k;
    int n;
    uint64_t given[MAX_OFFSET];
} Problem;

/* Sums modulo 2^64: they show what is added twice, or not at all. */
static void in_order(const Problem *q, uint64_t *st) {
    for (int i = 0; i < q->n; i++) {
        st[i] = i < q->a[0] ? q->given[i] : 0;
        for (int s = 0; s < q->k && i >= q->a[0]; s++)
            st[i] += st[i - q->a[s]];
    }
}

/* Figure 6 up to a last head; all threads of a step read, then all write. */
static int figure6(const Problem *q, int p, int last, uint64_t *st) {
    int steps = 0;
    memset(st, 0, MAX_CELLS * sizeof *st);
    memcpy(st, q->given, (size_t)q->a[0] * sizeof *st);
    for (int i = q->a[0] + (p - 1); i <= last; i += p, steps++) {
        uint64_t next[MAX_CELLS];
        memcpy(next, st, sizeof next);
        for (int j = 0; j < p * q->k; j++) {
            const int ij = i - j;
            if (q->a[0] <= ij && ij < q->n)
                next[ij] = st[ij - q->a[j / p]] + (j / p > 0 ? st[ij] : 0);
        }
        memcpy(st, next, sizeof next);
    }
    return steps;
}

static bool is_right(const Problem *q, const uint64_t *st) {
    uint64_t right[MAX_CELLS];
    in_order(q, right);
    return memcmp(st, right, (size_t)q->n * sizeof *st) == 0;
}

static int max_folds(const Problem *q) {
    int most = q->a[0];
    for (int s = 0; s < q->k; s++)
        if (q->a[s] / (q->k - s) < most)
            most = q->a[s] / (q->k - s);
    return most;
}

static void check_folds(const Problem *q) {
    for (int p = 1; p <= q->a[0] + 2; p++) {
        const int printed = q->n - 1 + (q->k - 1) * p, most = max_folds(q);
        const int fillings = (q->n - q->a[0] + p - 1) / p;
        uint64_t st[MAX_CELLS];
        assert_int_equal(figure6(q, p, printed + p - 1, st),
                         fillings + q->k - 1);
        assert_int_equal(is_right(q, st), p <= most);
        figure6(q, p, printed, st);
        assert_int_equal(is_right(q, st),
                         p <= most && (q->n - q->a[0]) % p == 0);
    }
}

/* Half as many stages, rounded up, of two operands, the one half a step after
 * the other. Of each half all threads read, then all write; *most: as many
 * threads read one element. Returns the halves. */
static int two_by_two(const Problem *q, uint64_t *st, int *most) {
    const int stages = (q->k + 1) / 2;
    int steps = 0;
    memset(st, 0, MAX_CELLS * sizeof *st);
    memcpy(st, q->given, (size_t)q->a[0] * sizeof *st);
    *most = 0;
    for (int head = q->a[0]; head < q->n - 1 + stages; head++)
        for (int half = 0; half < 2; half++, steps++) {
            uint64_t next[MAX_CELLS];
            int readers[MAX_CELLS] = {0};
            memcpy(next, st, sizeof next);
            for (int s = half, i = head; s < q->k; s += 2, i--) {
                if (i < q->a[0] || i >= q->n)
                    continue;
                next[i] = st[i - q->a[s]] + (s > 0 ? st[i] : 0);
                if (++readers[i - q->a[s]] > *most)
                    *most = readers[i - q->a[s]];
            }
            memcpy(st, next, sizeof next);
        }
    return steps;
}

/* With offsets in a row no element has two readers. */
static void check_two_by_two(const Problem *q) {
    uint64_t st[MAX_CELLS];
    int most;
    assert_int_equal(two_by_two(q, st, &most),
                     2 * (q->n - q->a[0] + (q->k + 1) / 2 - 1));
    assert_true(is_right(q, st));
    if (q->a[0] - q->a[q->k - 1] == q->k - 1)
        assert_int_equal(most, 1);
}

/* All sets of offsets, by their bits, up to so many offsets. */
static void check_all_offsets(int stages, void (*check)(const Problem *)) {
    StarTest t = {.seed = 1};
    for (unsigned set = 1; set < 1u << MAX_OFFSET; set++) {
        Problem q = {.k = 0};
        if (__builtin_popcount(set) > stages)
            continue;
        for (int a = MAX_OFFSET; a > 0; a--)
            if (set >> (a - 1) & 1)
                q.a[q.k++] = a;
        for (int i = 0; i < q.a[0]; i++)
            q.given[i] = star_random_bits(&t);
        q.n = 6 * q.a[0] + 40;
        check(&q);
    }
}

TEST(folds_up_to_the_bound_are_right) {
    check_all_offsets(MAX_STAGES, check_folds);
}

TEST(two_by_two_is_right_for_all_offsets) {
    check_all_offsets(MAX_OFFSET, check_two_by_two);
}

/* A table that is too small hides that p is too large. */
TEST(a_fold_too_many_shows_in_larger_tables) {
    Problem q = {.a = {10, 8, 5}, .k = 3, .n = 20};
    uint64_t st[MAX_CELLS];
    for (int i = 0; i < 10; i++)
        q.given[i] = 1u << i;
    figure6(&q, 4, MAX_CELLS, st);
    assert_true(is_right(&q, st));
    q.n = 21;
    figure6(&q, 4, MAX_CELLS, st);
    assert_false(is_right(&q, st));
    figure6(&q, 3, MAX_CELLS, st);
    assert_true(is_right(&q, st));
}

/* ---- Section 4.3: the rows of a knapsack, one behind the other ---- */

enum {
    ROWS = 24,
    MAX_CAPACITY = 11,
    ROW_CELLS = (ROWS + 1) * (MAX_CAPACITY + 1)
};

/* The p-fold pipeline of the operands that are c + 1 + w[r] and c + 1 before
 * an element of row r; the first is none where the item is too heavy. Sums in
 * place of maxima show each operand that was not finished. */
static void fold_rows(const int *w, int c, int p, uint64_t *st) {
    const int width = c + 1, n = (ROWS + 1) * width;
    for (int head = c + p; head < n + 2 * p - 1; head += p) {
        uint64_t next[ROW_CELLS];
        memcpy(next, st, sizeof next);
        for (int j = 0; j < 2 * p; j++) {
            const int i = head - j;
            if (i <= c || i >= n)
                continue;
            const int weight = w[i / width - 1];
            if (j >= p)
                next[i] = st[i] + st[i - width];
            else
                next[i] = i % width < weight ? 0 : st[i - width - weight];
        }
        memcpy(st, next, sizeof next);
    }
}

static bool rows_are_right(StarTest *t, const int *w, int c, int p) {
    const int width = c + 1, n = (ROWS + 1) * width;
    uint64_t st[ROW_CELLS] = {0}, right[ROW_CELLS] = {0};
    for (int i = 0; i <= c; i++)
        st[i] = right[i] = star_random_bits(t);
    for (int i = width; i < n; i++) {
        const int weight = w[i / width - 1];
        right[i] = right[i - width];
        if (i % width >= weight)
            right[i] += right[i - width - weight];
    }
    fold_rows(w, c, p, st);
    return memcmp(st, right, sizeof st) == 0;
}

/* Items of one weight show the bound; heavier ones among them do not harm. */
TEST(rows_of_a_knapsack_bound_p) {
    StarTest t = {.seed = 1};
    for (int c = 1; c <= MAX_CAPACITY; c++)
        for (int least = 0; least <= c; least++) {
            const int most = (c + 1 + least) / 2;
            int w[ROWS];
            for (int r = 0; r < ROWS; r++)
                w[r] = least;
            for (int p = 1; p <= c + 1; p++)
                assert_int_equal(rows_are_right(&t, w, c, p), p <= most);
            for (int r = 1; r < ROWS; r++)
                w[r] += (int)star_random(&t, c + 1);
            for (int p = 1; p <= most; p++)
                assert_true(rows_are_right(&t, w, c, p));
        }
}

/* ---- The unit ---- */

enum {
    GRAIN = 16,
    MAX_ELEMENTS = 700,
    MAX_ITEMS = 12,
    HEAVY = 200,
    CASES = 400
};

static void start(StarTestRun *f, StarIsaLevel isa, int threads, bool bodies) {
    static const char text[] = "uses pipeline; proc NOTHING; begin end;";
    const StarOptions options = {.isa = isa, .threads = (uint32_t)threads};
    const StarCompileOptions how = {.bodies = bodies};
    f->t = (StarTest){.seed = 1};
    star_test_start(f, &options, &how, text);
    f->be->threads.grain = GRAIN;
}

static StarArray *array_of(StarTestRun *f, StarElement element, int64_t low,
                           const int64_t *value, int64_t values, int64_t n) {
    const StarDim dim = {.low = low, .count = n};
    StarArray *a;
    assert_int_equal(star_array_new(f->be, element, 1, &dim, NULL, &a),
                     STAR_OK);
    for (int64_t i = 0; i < values; i++)
        star_array_put(a, i, (StarCell){.i = value[i]});
    return a;
}

/* ---- S-DP ---- */

typedef struct Sdp {
    int64_t a[64], k, n;
    int64_t st[MAX_ELEMENTS];
    int op, method;
    int64_t p;
} Sdp;

static int64_t gcd(int64_t x, int64_t y) {
    return y == 0 ? x < 0 ? -x : x : gcd(y, x % y);
}

/* x op y, or the least integer if that is none. */
static int64_t combine(int op, int64_t x, int64_t y) {
    int64_t z;
    switch (op) {
    case 0: return x < y ? x : y;
    case 1: return x > y ? x : y;
    case 2: return __builtin_add_overflow(x, y, &z) ? INT64_MIN : z;
    case 3: return __builtin_mul_overflow(x, y, &z) ? INT64_MIN : z;
    case 4: return x < 0 || y < 0 ? INT64_MIN : (x & y);
    case 5: return x < 0 || y < 0 ? INT64_MIN : (x | y);
    case 6: return x < 0 || y < 0 ? INT64_MIN : (x ^ y);
    default: return gcd(x, y);
    }
}

/* Offsets of some size, most often few and short. */
static void make_sdp(StarTest *t, Sdp *q) {
    static const int spread[] = {2, 3, 6, 15, 17, 31, 64, 80, 300};
    const int64_t most = spread[star_random(t, 9)];
    int64_t least = star_random(t, 3) == 0 ? 1 : 1 + star_random(t, most);
    int64_t next = most;
    q->k = 0;
    while (next >= least && q->k < 64) {
        q->a[q->k++] = next;
        next -= 1 + star_random(t, star_random(t, 2) == 0 ? 3 : most);
    }
    q->n = most + star_random(t, 3) * star_random(t, (MAX_ELEMENTS - most) / 2);
    q->op = (int)star_random(t, 8);
    q->method = (int)star_random(t, 5);
    q->p = q->a[0];
    for (int64_t s = 0; s < q->k; s++)
        if (q->a[s] / (q->k - s) < q->p)
            q->p = q->a[s] / (q->k - s);
    const int64_t size = star_random(t, 4);
    for (int64_t i = 0; i < most; i++)
        q->st[i] = size == 0   ? star_random(t, 3) - 1
                   : size == 1 ? star_random(t, 1000)
                   : size == 2 ? star_random(t, INT32_MAX)
                               : star_random(t, INT32_MAX) - (1 << 30);
}

/* The table, one operand after the other; false if a result does not fit. */
static bool solve_sdp(Sdp *q, bool small) {
    for (int64_t i = q->a[0]; i < q->n; i++) {
        q->st[i] = q->st[i - q->a[0]];
        for (int64_t s = 1; s < q->k; s++) {
            q->st[i] = combine(q->op, q->st[i], q->st[i - q->a[s]]);
            if (q->st[i] == INT64_MIN)
                return false;
        }
        if (small && (q->st[i] < -INT32_MAX || q->st[i] > INT32_MAX))
            return false;
    }
    return true;
}

static int64_t steps(const Sdp *q) {
    const int64_t n = q->n - q->a[0];
    int64_t levels = 0;
    for (int64_t d = 1; d < q->k; d *= 2)
        levels++;
    return n == 0           ? 0
           : q->method == 0 ? n * q->k
           : q->method == 1 ? n * (1 + levels)
           : q->method == 2 ? n + q->k - 1
           : q->method == 4 ? 2 * (n - 1 + (q->k + 1) / 2)
                            : (n + q->p - 1) / q->p + q->k - 1;
}

/* Sums and products of a tournament may fit where others do not. */
static void check_sdp(StarTestRun *f, Sdp *q, bool small) {
    const int64_t low = star_random(&f->t, 9) - 4;
    StarArray *st = array_of(f, small ? STAR_ELEM_LONG : STAR_ELEM_INT, low,
                             q->st, q->a[0], q->n);
    StarArray *a = array_of(f, STAR_ELEM_INT, 1, q->a, q->k, q->k);
    StarCell counted = {.i = -1};
    const StarCell arg[] = {{.array = st},    {.array = a}, {.i = q->op},
                            {.i = q->method}, {.i = q->p},  {.ref = &counted}};
    const bool fits = solve_sdp(q, small);
    const StarStatus status = star_test_call(f, small ? "SDP32" : "SDP", arg);
    if (fits || q->method != 1)
        assert_int_equal(status == STAR_OK, fits);
    if (status == STAR_OK)
        assert_int_equal(counted.i, steps(q));
    for (int64_t i = 0; i < q->n && fits; i++)
        if (star_array_get(st, i).i != q->st[i])
            fail_msg("op %d, method %d, offsets %d..%d: element %d of %d",
                     q->op, q->method, (int)q->a[0], (int)q->a[q->k - 1],
                     (int)i, (int)q->n);
    star_object_free(f->be, &st->head);
    star_object_free(f->be, &a->head);
}

/* ---- Knapsacks ---- */

typedef struct Items {
    int64_t w[MAX_ITEMS], v[MAX_ITEMS], n, capacity;
} Items;

static void make_items(StarTest *t, Items *q) {
    static const int64_t weights[] = {1, 3, 20, HEAVY};
    const int64_t heavy = weights[star_random(t, 4)];
    const int64_t dear = star_random(t, 3) == 0 ? INT64_C(1) << 40 : 9;
    q->n = star_random(t, MAX_ITEMS);
    q->capacity = star_random(t, 2) * star_random(t, q->n * heavy + 2);
    for (int64_t i = 0; i < q->n; i++) {
        q->w[i] = star_random(t, heavy + 1);
        q->v[i] = star_random(t, dear + 1) - dear / 8;
    }
}

/* The value of items 0..n-1 for a capacity, and their choice as defined: an
 * item where it is better. */
static int64_t pack(const Items *q, int64_t n, int64_t capacity,
                    unsigned *choice) {
    unsigned other;
    *choice = 0;
    if (n == 0)
        return 0;
    const int64_t without = pack(q, n - 1, capacity, choice);
    if (q->w[n - 1] > capacity)
        return without;
    const int64_t with =
        pack(q, n - 1, capacity - q->w[n - 1], &other) + q->v[n - 1];
    if (with > without)
        *choice = other | 1u << (n - 1);
    return with > without ? with : without;
}

static void check_knapsack(StarTestRun *f, const Items *q) {
    StarArray *w = array_of(f, STAR_ELEM_INT, 1, q->w, q->n, q->n);
    StarArray *v = array_of(f, STAR_ELEM_INT, 1, q->v, q->n, q->n);
    StarBits *x = star_bits_new(f->be, STAR_UNSIZED);
    StarCell best[2] = {{.i = -1}, {.i = -1}};
    const StarCell arg[] = {{.array = w},
                            {.array = v},
                            {.i = q->capacity},
                            {.ref = &best[0]},
                            {.bits = x}};
    unsigned choice;
    const int64_t right = pack(q, q->n, q->capacity, &choice);
    assert_int_equal(star_test_call(f, "KNAPSACK_ITEMS", arg), STAR_OK);
    assert_int_equal(best[0].i, right);
    assert_int_equal(x->length, q->n);
    for (int64_t i = 1; i <= q->n; i++)
        assert_int_equal(star_bits_get(x, i), choice >> (i - 1) & 1);
    assert_true(star_object_valid(&x->head));
    const StarCell value[] = {arg[0], arg[1], arg[2], {.ref = &best[1]}};
    assert_int_equal(star_test_call(f, "KNAPSACK", value), STAR_OK);
    assert_int_equal(best[1].i, right);
    star_object_free(f->be, &w->head);
    star_object_free(f->be, &v->head);
    star_object_free(f->be, &x->head);
}

/* Row i is the number v[i - 1]. */
static StarTable *numbers_of(StarTestRun *f, const int64_t *v, int64_t n,
                             int64_t cols) {
    StarTable *t = star_table_new(f->be, STAR_UNSIZED);
    assert_int_equal(star_table_size(f->be, t, n, cols), STAR_OK);
    for (int64_t i = 0; i < n; i++) {
        uint64_t row = 0;
        for (int64_t j = 0; j < cols; j++)
            row |= (uint64_t)(v[i] >> (cols - 1 - j) & 1) << j;
        assert_int_equal(star_table_write(f->be, t, STAR_ROWS, i, &row),
                         STAR_OK);
    }
    return t;
}

/* Beside all sets of up to 8 items, one after the other; item 1 is the first
 * digit of a set's number. */
static void check_all_sets(StarTestRun *f) {
    const int64_t n = 1 + star_random(&f->t, 8), h = 1 + star_random(&f->t, 6);
    int64_t w[8], v[8], capacity = star_random(&f->t, 1 << h);
    int64_t most = -1, sets = 0, first = 0;
    for (int64_t i = 0; i < n; i++) {
        w[i] = star_random(&f->t, 1 << h);
        v[i] = star_random(&f->t, 8);
    }
    for (int64_t set = 0; set < 1 << n; set++) {
        int64_t weight = 0, value = 0;
        for (int64_t i = 0; i < n; i++) {
            weight += set >> (n - 1 - i) & 1 ? w[i] : 0;
            value += set >> (n - 1 - i) & 1 ? v[i] : 0;
        }
        if (weight > capacity || value < most)
            continue;
        sets = value == most ? sets + 1 : 1;
        first = value == most ? first : set;
        most = value;
    }
    StarTable *weight = numbers_of(f, w, n, h), *worth = numbers_of(f, v, n, 3);
    StarBits *c = star_bits_new(f->be, STAR_UNSIZED);
    StarBits *x = star_bits_new(f->be, STAR_UNSIZED);
    StarCell best = {.i = -1}, count = {.i = -1};
    assert_int_equal(star_bits_size(f->be, c, h), STAR_OK);
    c->word[0] = 0;
    for (int64_t j = 0; j < h; j++)
        c->word[0] |= (uint64_t)(capacity >> (h - 1 - j) & 1) << j;
    const StarCell arg[] = {{.table = weight}, {.table = worth}, {.bits = c},
                            {.ref = &best},    {.ref = &count},  {.bits = x}};
    assert_int_equal(star_test_call(f, "KNAPSACK_ALL", arg), STAR_OK);
    assert_int_equal(best.i, most);
    assert_int_equal(count.i, sets);
    assert_int_equal(x->length, n);
    for (int64_t i = 0; i < n; i++)
        assert_int_equal(star_bits_get(x, i + 1), first >> (n - 1 - i) & 1);
    star_object_free(f->be, &weight->head);
    star_object_free(f->be, &worth->head);
    star_object_free(f->be, &c->head);
    star_object_free(f->be, &x->head);
}

/* All sums of parts, from one or two that are marked before. */
static void check_sums(StarTestRun *f, const Items *q) {
    const int64_t length = 1 + star_random(&f->t, 2 * q->capacity + 3);
    StarArray *w = array_of(f, STAR_ELEM_INT, 1, q->w, q->n, q->n);
    StarBits *r = star_bits_new(f->be, STAR_UNSIZED);
    const StarCell arg[] = {{.array = w}, {.bits = r}};
    const int64_t also = star_random(&f->t, length);
    bool right[2 * MAX_ITEMS * HEAVY + 8] = {false};
    assert_int_equal(star_bits_size(f->be, r, length), STAR_OK);
    r->word[0] = 1;
    r->word[also / 64] |= UINT64_C(1) << also % 64;
    for (unsigned set = 0; set < 1u << q->n; set++) {
        int64_t sum = 0;
        for (int64_t i = 0; i < q->n; i++)
            sum += set >> i & 1 ? q->w[i] : 0;
        if (sum < length)
            right[sum] = true;
        if (sum + also < length)
            right[sum + also] = true;
    }
    assert_int_equal(star_test_call(f, "SUBSETSUM", arg), STAR_OK);
    for (int64_t i = 0; i < length; i++)
        assert_int_equal(star_bits_get(r, i + 1), right[i]);
    assert_true(star_object_valid(&r->head));
    star_object_free(f->be, &w->head);
    star_object_free(f->be, &r->head);
}

/* ---- Coins, knapsacks without an end, chains ---- */

enum { MAX_CHAIN = 40 };

/* The least number of coins of values w[0..n-1] for a sum, or -1; and in how
 * many ways there are some. */
static int64_t fewest(const Items *q, int64_t n, int64_t sum, int64_t *ways) {
    int64_t best = -1, more;
    *ways = sum == 0;
    if (sum == 0 || n == 0)
        return sum == 0 ? 0 : -1;
    *ways = 0;
    for (int64_t k = 0; k * q->w[n - 1] <= sum; k++) {
        const int64_t few = fewest(q, n - 1, sum - k * q->w[n - 1], &more);
        *ways += more;
        if (few >= 0 && (best < 0 || few + k < best))
            best = few + k;
    }
    return best;
}

static int64_t dearest(const Items *q, int64_t n, int64_t capacity) {
    int64_t best = 0;
    for (int64_t k = 0; n > 0 && k * q->w[n - 1] <= capacity; k++) {
        const int64_t value =
            k * q->v[n - 1] + dearest(q, n - 1, capacity - k * q->w[n - 1]);
        if (value > best)
            best = value;
    }
    return best;
}

/* How often each item is taken makes the value, within the capacity. */
static void check_count(const Items *q, const StarArray *count, int64_t best,
                        int64_t weight, const int64_t *value) {
    int64_t sum = 0, taken = 0;
    for (int64_t i = 0; i < q->n; i++) {
        assert_true(count->ints[i] >= 0);
        taken += count->ints[i] * q->w[i];
        sum += count->ints[i] * (value != NULL ? value[i] : 1);
    }
    assert_int_equal(sum, best);
    assert_true(value != NULL ? taken <= weight : taken == weight);
}

static void check_coins(StarTestRun *f) {
    Items q = {.n = 1 + star_random(&f->t, 4),
               .capacity = star_random(&f->t, 30)};
    for (int64_t i = 0; i < q.n; i++) {
        q.w[i] = 1 + star_random(&f->t, 9);
        q.v[i] = star_random(&f->t, 12) - 3;
    }
    StarArray *w = array_of(f, STAR_ELEM_INT, 1, q.w, q.n, q.n);
    StarArray *v = array_of(f, STAR_ELEM_INT, 1, q.v, q.n, q.n);
    StarArray *count = array_of(f, STAR_ELEM_INT, 1, q.v, 0, q.n);
    StarCell out = {.i = 0};
    const StarCell coins[] = {
        {.array = w}, {.i = q.capacity}, {.ref = &out}, {.array = count}};
    const StarCell items[] = {{.array = w},
                              {.array = v},
                              {.i = q.capacity},
                              {.ref = &out},
                              {.array = count}};
    int64_t ways;
    const int64_t least = fewest(&q, q.n, q.capacity, &ways);
    assert_int_equal(star_test_call(f, "COIN_WAYS", coins), STAR_OK);
    assert_int_equal(out.i, ways);
    assert_int_equal(star_test_call(f, "COINS", coins), STAR_OK);
    assert_int_equal(out.i, least);
    if (least >= 0)
        check_count(&q, count, least, q.capacity, NULL);
    assert_int_equal(star_test_call(f, "UKNAPSACK", items), STAR_OK);
    assert_int_equal(out.i, dearest(&q, q.n, q.capacity));
    check_count(&q, count, out.i, q.capacity, q.v);
    star_object_free(f->be, &w->head);
    star_object_free(f->be, &v->head);
    star_object_free(f->be, &count->head);
}

/* The cost of matrices 1..n. */
static int64_t cheapest(const int64_t *p, int64_t n) {
    int64_t m[MAX_CHAIN + 1][MAX_CHAIN + 1] = {{0}};
    for (int64_t d = 1; d < n; d++)
        for (int64_t i = 1; i + d <= n; i++) {
            int64_t best = INT64_MAX;
            for (int64_t k = i; k < i + d; k++) {
                const int64_t cost =
                    m[i][k] + m[k + 1][i + d] + p[i - 1] * p[k] * p[i + d];
                best = cost < best ? cost : best;
            }
            m[i][i + d] = best;
        }
    return m[1][n];
}

static void check_chain(StarTestRun *f, int64_t n) {
    int64_t p[MAX_CHAIN + 1];
    for (int64_t i = 0; i <= n; i++)
        p[i] = 1 + star_random(&f->t, 9);
    StarArray *a = array_of(f, STAR_ELEM_INT, n - 3, p, n + 1, n + 1);
    StarCell cost = {.i = 0}, counted = {.i = 0};
    const StarCell arg[] = {{.array = a}, {.ref = &cost}, {.ref = &counted}};
    assert_int_equal(star_test_call(f, "CHAIN_PIPELINE", arg), STAR_OK);
    assert_int_equal(cost.i, cheapest(p, n));
    assert_int_equal(counted.i, n == 1 ? 0 : n * (n - 1) / 2 + n - 2);
    star_object_free(f->be, &a->head);
}

TEST(coins_and_chains) {
    StarTestRun f;
    start(&f, STAR_ISA_BEST, 1, false);
    for (int k = 0; k < CASES / 4; k++) {
        check_coins(&f);
        check_chain(&f, 1 + k % MAX_CHAIN);
    }
    star_test_end(&f);
}

/* ---- Runs ---- */

static void run_all(StarIsaLevel isa, int threads, bool bodies) {
    static Sdp q;
    StarTestRun f;
    Items items;
    if (!star_isa_available(isa))
        skip();
    start(&f, isa, threads, bodies);
    for (int k = 0; k < CASES; k++) {
        make_sdp(&f.t, &q);
        check_sdp(&f, &q, k % 2 == 0);
        make_items(&f.t, &items);
        check_knapsack(&f, &items);
        check_sums(&f, &items);
        check_all_sets(&f);
    }
    star_test_end(&f);
}

/* The kernel gives up while it reads its arrays, and leaves the end of the run
 * to the body: in the given elements, and in the offsets. */
TEST(a_run_that_ends_while_arrays_are_read) {
    enum { N = 600000 };
    const StarDim dim = {.low = 1, .count = N};
    StarArray *st, *a;
    StarCell n;
    star_test(t);
    assert_ok(&t, star_array_new(&t.be, STAR_ELEM_INT, 1, &dim, NULL, &st));
    assert_ok(&t, star_array_new(&t.be, STAR_ELEM_INT, 1, &dim, NULL, &a));
    StarCell arg[] = {{.array = st}, {.array = a}, {.i = 0},
                      {.i = 0},      {.i = 1},     {.ref = &n}};
    StarKernel *const kernel = t.be.ops.kernel[STAR_PRIM_SDP];
    for (int64_t i = 0; i < N; i++) {
        st->ints[i] = 1;
        a->ints[i] = N - i;
    }
    for (int offsets = 0; offsets < 2; offsets++) {
        a->count = offsets ? N : 1;
        n.i = -1;
        star_stop(&t.mem, STAR_INTERRUPTED);
        assert_int_not_equal(kernel(&t.be, arg), STAR_OK);
        star_stop(&t.mem, STAR_OK);
        assert_true(n.i == -1);
        assert_ok(&t, kernel(&t.be, arg));
        assert_true(n.i == 0);
    }
    a->count = N;
    star_object_free(&t.be, &st->head);
    star_object_free(&t.be, &a->head);
}

#define RUN(name, isa, threads, bodies) \
    TEST(name) {                        \
        run_all(isa, threads, bodies);  \
    }

RUN(bodies, STAR_ISA_BEST, 1, true)
RUN(kernels_in_plain_c, STAR_ISA_PORTABLE, 1, false)
RUN(kernels_with_neon, STAR_ISA_NEON, 2, false)
RUN(kernels_with_avx2, STAR_ISA_AVX2, 2, false)
RUN(kernels_with_avx512, STAR_ISA_AVX512, 1, false)
RUN(kernels_on_three_threads, STAR_ISA_BEST, 3, false)

/* The kernels say how far they are; what ran as a native has ended. */
TEST(progress_is_said) {
    enum { N = 20 };
    static const int64_t three[] = {3, 2, 1};
    StarTestRun f;
    StarCell out = {.i = 0};
    start(&f, STAR_ISA_BEST, 1, false);
    StarArray *st = array_of(&f, STAR_ELEM_INT, 1, three, 3, N);
    StarArray *a = array_of(&f, STAR_ELEM_INT, 1, three, 3, 3);
    StarBits *x = star_bits_new(f.be, STAR_UNSIZED);
    StarCell sdp[] = {{.array = st}, {.array = a}, {.i = 0},
                      {.i = 0},      {.i = 0},     {.ref = &out}};
    StarCell items[] = {
        {.array = a}, {.array = a}, {.i = 4}, {.ref = &out}, {.bits = x}};
    StarCell sums[] = {{.array = a}, {.bits = x}};
    assert_int_equal(star_prim_run(f.be, STAR_PRIM_SDP, sdp, NULL), STAR_OK);
    assert_worked(f.be->mem);
    assert_int_equal(star_prim_run(f.be, STAR_PRIM_KNAPSACK, items, NULL),
                     STAR_OK);
    assert_worked(f.be->mem);
    assert_int_equal(star_prim_run(f.be, STAR_PRIM_KNAPSACK_ITEMS, items, NULL),
                     STAR_OK);
    assert_worked(f.be->mem);
    assert_int_equal(star_prim_run(f.be, STAR_PRIM_SUBSETSUM, sums, NULL),
                     STAR_OK);
    assert_worked(f.be->mem);
    assert_int_equal(star_test_call(&f, "SUBSETSUM", sums), STAR_OK);
    assert_int_equal(star_machine_work(f.machine).total, 0);
    star_object_free(f.be, &st->head);
    star_object_free(f.be, &a->head);
    star_object_free(f.be, &x->head);
    star_test_end(&f);
}

TEST_MAIN
