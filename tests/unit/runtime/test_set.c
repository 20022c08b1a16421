/* SPDX-License-Identifier: MIT */
#include "star_test.h"

/* A set beside a byte for each element that it may have. */
enum { LOW = -200, SPAN = 400, SETS = 3 };

typedef struct Naive {
    StarSet *set;
    bool has[SPAN];
} Naive;

static void assert_same(const Naive *n) {
    int64_t least = 0;
    bool any = false;
    assert_true(star_object_valid(&n->set->head));
    for (int i = SPAN - 1; i >= 0; i--) {
        assert_int_equal(star_set_has(n->set, LOW + i), n->has[i]);
        if (n->has[i])
            least = LOW + i;
        any = any || n->has[i];
    }
    int64_t found = 0;
    assert_int_equal(star_set_outside(n->set, 1, 0, &found), any);
    assert_true(found == least);
    assert_false(star_set_has(n->set, INT64_MAX));
    assert_false(star_set_has(n->set, -INT64_MAX));
}

static void change(StarTest *t, Naive *n) {
    int64_t low = star_random(t, SPAN), high = low - 2 + star_random(t, 90);
    bool add = star_random(t, 2) == 0;
    if (high >= SPAN)
        high = SPAN - 1;
    if (add)
        assert_ok(t, star_set_add(&t->be, n->set, LOW + low, LOW + high));
    else
        star_set_remove(n->set, LOW + low, LOW + high);
    for (int64_t i = low; i <= high; i++)
        n->has[i] = add;
}

typedef StarStatus Operation(StarBackend *be, StarSet *to, const StarSet *a,
                             const StarSet *b);

static bool naive(Operation *op, bool a, bool b) {
    return op == star_set_union    ? a || b
           : op == star_set_common ? a && b
                                   : a && !b;
}

/* The result may be one of the operands, or both. */
static void operate(StarTest *t, Naive *n) {
    static Operation *const ops[] = {star_set_union, star_set_common,
                                     star_set_minus};
    Operation *op = ops[star_random(t, 3)];
    Naive *to = &n[star_random(t, SETS)];
    const Naive *a = &n[star_random(t, SETS)], *b = &n[star_random(t, SETS)];
    assert_ok(t, op(&t->be, to->set, a->set, b->set));
    for (int i = 0; i < SPAN; i++)
        to->has[i] = naive(op, a->has[i], b->has[i]);
}

TEST(behaves_as_a_row_of_bytes) {
    star_test(t);
    Naive n[SETS] = {0};
    for (int k = 0; k < SETS; k++) {
        n[k].set = star_set_new(&t.be, STAR_UNSIZED);
        star_set_clear(n[k].set);
    }
    for (int trial = 0; trial < 5000; trial++) {
        Naive *x = &n[star_random(&t, SETS)];
        const Naive *y = &n[star_random(&t, SETS)];
        bool within = true;
        if (star_random(&t, 3) > 0)
            change(&t, x);
        else
            operate(&t, n);
        if (star_random(&t, 50) == 0) {
            star_set_clear(x->set);
            memset(x->has, 0, sizeof x->has);
        }
        for (int i = 0; i < SPAN; i++)
            within = within && (!x->has[i] || y->has[i]);
        assert_int_equal(star_set_within(x->set, y->set), within);
        for (int k = 0; k < SETS; k++)
            assert_same(&n[k]);
    }
    for (int k = 0; k < SETS; k++)
        star_free(&t, n[k].set);
}

TEST(an_undefined_set_is_no_value) {
    star_test(t);
    StarSet *a = star_set_new(&t.be, STAR_UNSIZED);
    StarSet *b = star_set_new(&t.be, STAR_UNSIZED);
    assert_raises(&t, star_object_copy(&t.be, &b->head, &a->head),
                  STAR_UNDEFINED, "the set has no value yet");
    assert_raises(&t, star_set_union(&t.be, b, a, b), STAR_UNDEFINED,
                  "the set has no value yet");
    star_free(&t, a);
    star_free(&t, b);
}

TEST(too_large_a_set_is_refused) {
    star_test(t);
    StarSet *a = star_set_new(&t.be, STAR_UNSIZED);
    star_set_clear(a);
    assert_ok(&t, star_set_add(&t.be, a, 5, 5));
    assert_int_equal(star_set_add(&t.be, a, -INT64_MAX, INT64_MAX),
                     STAR_MEMORY);
    assert_int_equal(star_set_add(&t.be, a, INT64_MAX, INT64_MAX), STAR_MEMORY);
    assert_true(star_set_has(a, 5));
    assert_false(star_set_has(a, 6));
    star_free(&t, a);
}

TEST_MAIN
