/* The p-fold pipeline of the paper, Figure 6, as it is printed and with the
 * bound that it needs: for which p it is right, and how many steps it takes.
 * docs/errata.md has the results. */
#include "star_test.h"

enum { MOST_OFFSET = 12, MOST_STAGES = 4, MOST_CELLS = 120, GIVEN = 1 << 30 };

typedef struct Problem {
    int a[MOST_STAGES], k;
    int n;
    int64_t given[MOST_OFFSET];
} Problem;

/* Sums: an operation that notices what is added twice, or not at all. */
static void in_order(const Problem *q, int64_t *st) {
    for (int i = 0; i < q->n; i++) {
        st[i] = i < q->a[0] ? q->given[i] : 0;
        for (int s = 0; s < q->k && i >= q->a[0]; s++)
            st[i] += st[i - q->a[s]];
    }
}

/* Figure 6 up to a last head; all threads of a step read, then all write. */
static int figure6(const Problem *q, int p, int last, int64_t *st) {
    int steps = 0;
    memset(st, 0, MOST_CELLS * sizeof *st);
    memcpy(st, q->given, (size_t)q->a[0] * sizeof *st);
    for (int i = q->a[0] + (p - 1); i <= last; i += p, steps++) {
        int64_t next[MOST_CELLS];
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

static bool is_right(const Problem *q, const int64_t *st) {
    int64_t right[MOST_CELLS];
    in_order(q, right);
    return memcmp(st, right, (size_t)q->n * sizeof *st) == 0;
}

static int most_folds(const Problem *q) {
    int most = q->a[0];
    for (int s = 0; s < q->k; s++)
        if (q->a[s] / (q->k - s) < most)
            most = q->a[s] / (q->k - s);
    return most;
}

static void check_folds(const Problem *q) {
    for (int p = 1; p <= q->a[0] + 2; p++) {
        const int printed = q->n - 1 + (q->k - 1) * p, most = most_folds(q);
        const int rounds = (q->n - q->a[0] + p - 1) / p;
        int64_t st[MOST_CELLS];
        assert_int_equal(figure6(q, p, printed + p - 1, st),
                         rounds + q->k - 1);
        assert_int_equal(is_right(q, st), p <= most);
        figure6(q, p, printed, st);
        assert_int_equal(is_right(q, st),
                         p <= most && (q->n - q->a[0]) % p == 0);
    }
}

/* All sets of offsets, by their bits. */
static void folds_up_to_the_bound_are_right(void **state) {
    StarTest t = {.seed = 1};
    (void)state;
    for (unsigned set = 1; set < 1u << MOST_OFFSET; set++) {
        Problem q = {.k = 0};
        if (__builtin_popcount(set) > MOST_STAGES)
            continue;
        for (int a = MOST_OFFSET; a > 0; a--)
            if (set >> (a - 1) & 1)
                q.a[q.k++] = a;
        for (int i = 0; i < q.a[0]; i++)
            q.given[i] = star_random(&t, GIVEN);
        q.n = 6 * q.a[0] + 40;
        check_folds(&q);
    }
}

/* A table that is too small hides that p is too large. */
static void a_fold_too_many_shows_in_larger_tables(void **state) {
    Problem q = {.a = {10, 8, 5}, .k = 3, .n = 20};
    int64_t st[MOST_CELLS];
    (void)state;
    for (int i = 0; i < 10; i++)
        q.given[i] = 1 << i;
    figure6(&q, 4, MOST_CELLS, st);
    assert_true(is_right(&q, st));
    q.n = 21;
    figure6(&q, 4, MOST_CELLS, st);
    assert_false(is_right(&q, st));
    figure6(&q, 3, MOST_CELLS, st);
    assert_true(is_right(&q, st));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folds_up_to_the_bound_are_right),
        cmocka_unit_test(a_fold_too_many_shows_in_larger_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
