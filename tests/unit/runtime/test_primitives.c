/* SPDX-License-Identifier: MIT */
/* The table of primitives, and what star_prim_run checks before a kernel
 * runs. What kernels compute is tested in tests/backends. */
#include "star_test.h"

#include "primitives/primitives.h"

/* Runs a primitive on operands of any kind; names may be NULL. */
static StarStatus run(StarTest *t, StarPrim prim, const char *const *name,
                      const StarCell *arg) {
    StarCell copy[STAR_MAX_OPERANDS] = {{.i = 0}};
    StarOperand operand[STAR_MAX_OPERANDS];
    const int n = star_signature(star_prims[prim].signature, operand);
    memcpy(copy, arg, (size_t)n * sizeof *arg);
    return star_prim_run(&t->be, prim, copy, name);
}

#define cells(...) ((const StarCell[]){__VA_ARGS__})
/* clang-format off */
#define I(value) {.i = value}
#define O(value) {.object = value}
/* clang-format on */
#define names(...) ((const char *const[]){__VA_ARGS__})

/* Asserts that a primitive fails as expected. */
#define assert_fails(prim, name, arg, expected, message) \
    assert_raises(&t, run(&t, STAR_PRIM_##prim, name, arg), expected, message)

/* ---- The table ---- */

TEST(signatures_are_taken_apart) {
    StarOperand o[STAR_MAX_OPERANDS];
    assert_int_equal(star_signature("*", o), 0);
    assert_int_equal(star_signature("T:r,c+ s:r a:n k", o), 4);
    assert_int_equal(o[0].letter, 'T');
    assert_int_equal(o[0].size[0], 'r');
    assert_int_equal(o[0].size[1], 'c');
    assert_int_equal(o[0].plus, 1);
    assert_int_equal(o[1].size[0], 'r');
    assert_int_equal(o[1].size[1], 0);
    assert_int_equal(o[2].letter, 'a');
    assert_int_equal(o[3].letter, 'k');
    assert_int_equal(o[3].size[0], 0);
}

/* Numbers, and letters of sizes that operands have, or of operands. */
TEST(procedures_say_what_they_charge) {
    for (int p = 0; p < STAR_PRIM_COUNT; p++) {
        const char *s = strchr(star_prims[p].signature, ';');
        StarOperand o[STAR_MAX_OPERANDS];
        const int n = star_signature(star_prims[p].signature, o);
        if (star_prims[p].kind < STAR_NATIVE) {
            assert_null(s);
            assert_null(star_prim_formula((StarPrim)p));
            continue;
        }
        assert_non_null(s);
        assert_int_equal(star_prim_procedure(star_prims[p].name), p);
        for (s += 2; *s != '\0'; s++) {
            if (strchr("0123456789 +/", *s) != NULL)
                continue;
            bool found = *s >= 'A' && *s < 'A' + n &&
                         strchr("ivV", o[*s - 'A'].letter) != NULL;
            for (int k = 0; k < n; k++)
                found |= o[k].size[0] == *s || o[k].size[1] == *s;
            assert_true(found);
        }
    }
}

TEST(charges_are_sums_of_products) {
    star_test(t);
    StarCell arg[STAR_MAX_OPERANDS] = {
        {.table = star_table_new(&t.be, STAR_UNSIZED)}};
    assert_ok(&t, star_table_size(&t.be, arg[0].table, 5, 7));
    assert_int_equal(star_prim_charge(STAR_PRIM_LESS, arg), 21);
    arg[1] = arg[0];
    arg[0].i = 7;
    assert_int_equal(star_prim_charge(STAR_PRIM_CLOSURE, arg), 98);
    assert_int_equal(star_prim_charge(STAR_PRIM_MULTC, &arg[1]), 301);
    StarBits word = {.length = 70};
    StarCell cut[] = {{.bits = &word}, {.i = 10}};
    assert_int_equal(star_prim_charge(STAR_PRIM_WTRANS, cut), 14);
    cut[1].i = 0;
    assert_int_equal(star_prim_charge(STAR_PRIM_WTRANS, cut), 0);
    cut[0].i = -7;
    assert_int_equal(star_prim_charge(STAR_PRIM_FIBONACCI, cut), 0);
    StarCell binary[] = {{.bits = NULL}, {.i = 5}, {.i = 9}};
    assert_int_equal(star_prim_charge(STAR_PRIM_BINARY, binary), 9);
    const int64_t cols = arg[1].table->cols;
    arg[1].table->cols = INT64_MAX / 2;
    assert_int_equal(star_prim_charge(STAR_PRIM_CLOSURE, arg), INT64_MAX);
    arg[1].table->cols = cols;
    star_object_free(&t.be, arg[1].object);
}

TEST(rows_are_well_formed) {
    StarOperand o[STAR_MAX_OPERANDS];
    for (int p = 0; p < STAR_PRIM_COUNT; p++) {
        const StarPrimInfo *info = &star_prims[p];
        const int n = star_signature(info->signature, o);
        assert_in_range(n, p == STAR_PRIM_FUSE ? 0 : 1, STAR_MAX_OPERANDS);
        for (int k = 0; k < n; k++) {
            assert_non_null(strchr("IBLXSWTlswtumiazkbdpvVr", o[k].letter));
            /* Results come first, the first of a range before its last. */
            if (strchr("IBLXSWT", o[k].letter) != NULL &&
                info->kind < STAR_NATIVE)
                assert_int_equal(k, 0);
            if (o[k].letter == 'z')
                assert_int_equal(o[k - 1].letter, 'a');
        }
        assert_int_equal(info->sentence[strlen(info->sentence) - 1], '.');
    }
}

/* ---- Errors ---- */

TEST(sizes_must_agree) {
    star_test(t);
    StarBits *x = star_line_of(&t, "01101"), *y = star_line_of(&t, "0110111");
    StarBits *one = star_line_of(&t, "1");
    StarBits *z = star_bits_new(&t.be, STAR_UNSIZED);
    assert_fails(AND, names("Z", "X", "Y"), cells(O(z), O(x), O(y)),
                 STAR_LENGTHS, "X has 5 components, Y has 7");
    assert_fails(AND, NULL, cells(O(z), O(x), O(one)), STAR_LENGTHS,
                 "the left operand has 5 components, the right operand "
                 "has 1");
    assert_fails(EQ, names(NULL, "X", NULL), cells(I(0), O(one), O(y)),
                 STAR_LENGTHS, "X has 1 component, the right operand has 7");
    assert_int_equal(z->head.sizing, STAR_UNSIZED);
    assert_fails(NOT, names("Z", "X"), cells(O(y), O(x)), STAR_LENGTHS,
                 "Z has 7 components, X has 5");
    assert_fails(NOT, NULL, cells(O(y), O(x)), STAR_LENGTHS,
                 "the result has 7 components, the operand has 5");
    assert_line(y, "0110111");
    star_free(&t, x);
    star_free(&t, y);
    star_free(&t, z);
    star_free(&t, one);
}

TEST(sizes_of_tables_must_agree) {
    star_test(t);
    StarTable *p = star_table_new(&t.be, STAR_UNSIZED);
    StarTable *q = star_table_new(&t.be, STAR_UNSIZED);
    StarBits *w = star_line_of(&t, "0110"), *s = star_line_of(&t, "01");
    assert_ok(&t, star_table_size(&t.be, p, 2, 3));
    assert_ok(&t, star_table_size(&t.be, q, 4, 3));
    assert_fails(SETROW, names("P", "i", "w"), cells(O(p), I(1), O(w)),
                 STAR_LENGTHS, "P has 3 columns, w has 4 components");
    assert_fails(SETCOL, NULL, cells(O(p), I(1), O(w)), STAR_LENGTHS,
                 "the table has 2 rows, the operand has 4 components");
    assert_fails(ROW, names("Z", "i", "P"), cells(O(w), I(1), O(p)),
                 STAR_LENGTHS, "Z has 4 components, P has 3 columns");
    assert_fails(TCOPY, names("Q", "P"), cells(O(q), O(p)), STAR_LENGTHS,
                 "Q has 4 rows, P has 2");
    assert_fails(ADJ, names("Z", "Y", "P"), cells(O(q), O(w), O(p)),
                 STAR_LENGTHS, "Y has 4 components, P has 2 rows");
    assert_fails(ADJ, names("P", "Y", "P"), cells(O(p), O(s), O(p)),
                 STAR_LENGTHS, "P has 3 columns, the result has 4");
    star_free(&t, p);
    star_free(&t, q);
    star_free(&t, w);
    star_free(&t, s);
}

TEST(operands_must_have_a_size) {
    star_test(t);
    StarBits *x = star_bits_new(&t.be, STAR_UNSIZED);
    StarBits *z = star_bits_new(&t.be, STAR_UNSIZED);
    StarBits *y = star_line_of(&t, "01");
    StarTable *p = star_table_new(&t.be, STAR_UNSIZED);
    const StarFuse fuse = {3, 2, 2, (const uint8_t[]){5, 6, STAR_FUSE_OR}};
    StarCell fused[] = {O(z), {.fuse = &fuse}, O(y), O(x)};
    assert_fails(AND, names("Z", "Y", "X"), cells(O(z), O(y), O(x)),
                 STAR_NOSIZE, "X has no size yet");
    assert_fails(FND, NULL, cells(I(0), O(x)), STAR_NOSIZE,
                 "the operand has no size yet");
    assert_fails(SET, names("X"), cells(O(x)), STAR_NOSIZE,
                 "X has no size yet");
    assert_fails(SETROW, names("P", "i", "w"), cells(O(p), I(1), O(x)),
                 STAR_NOSIZE, "P has no size yet");
    assert_fails(SETCOL, names("P", "i", "Y"), cells(O(p), I(1), O(y)),
                 STAR_NOSIZE, "P has no size yet");
    assert_fails(COL, NULL, cells(O(z), I(1), O(p)), STAR_NOSIZE,
                 "the table has no size yet");
    assert_raises(&t, star_prim_run(&t.be, STAR_PRIM_FUSE, fused, NULL),
                  STAR_NOSIZE, "another operand has no size yet");
    assert_raises(
        &t,
        star_prim_run(&t.be, STAR_PRIM_FUSE, fused, names("Z", NULL, "Y", "X")),
        STAR_NOSIZE, "X has no size yet");
    star_free(&t, x);
    star_free(&t, y);
    star_free(&t, z);
    star_free(&t, p);
}

TEST(operands_of_an_expression_must_agree) {
    const StarFuse fuse = {3, 2, 2, (const uint8_t[]){5, 6, STAR_FUSE_OR}};
    star_test(t);
    StarBits *x = star_line_of(&t, "011"), *y = star_line_of(&t, "01");
    StarCell one[] = {O(x), {.fuse = &fuse}, O(x), O(y)};
    StarCell two[] = {O(y), {.fuse = &fuse}, O(x), O(x)};
    assert_raises(&t, star_prim_run(&t.be, STAR_PRIM_FUSE, one, NULL),
                  STAR_LENGTHS,
                  "the first operand has 3 components, another operand "
                  "has 2");
    assert_raises(
        &t,
        star_prim_run(&t.be, STAR_PRIM_FUSE, two, names("Z", NULL, "X", "X")),
        STAR_LENGTHS, "Z has 2 components, X has 3");
    star_free(&t, x);
    star_free(&t, y);
}

TEST(indices_must_exist) {
    star_test(t);
    StarBits *x = star_line_of(&t, "01101"), *none = star_line_of(&t, "");
    StarBits *z = star_bits_new(&t.be, STAR_UNSIZED);
    StarTable *p = star_table_new(&t.be, STAR_UNSIZED);
    assert_ok(&t, star_table_size(&t.be, p, 2, 3));
    assert_fails(GET, NULL, cells(I(0), O(x), I(9)), STAR_INDEX,
                 "index 9 is outside 1..5");
    assert_fails(PUT, names("Y", "i", "b"), cells(O(x), I(0), I(1)), STAR_INDEX,
                 "Y: index 0 is outside 1..5");
    assert_fails(GET, NULL, cells(I(0), O(none), I(1)), STAR_INDEX,
                 "index 1 is outside 1..0");
    assert_fails(ROW, names("Z", "i", "P"), cells(O(z), I(3), O(p)), STAR_INDEX,
                 "P: row index 3 is outside 1..2");
    assert_fails(COL, NULL, cells(O(z), I(-1), O(p)), STAR_INDEX,
                 "column index -1 is outside 1..3");
    star_free(&t, x);
    star_free(&t, none);
    star_free(&t, z);
    star_free(&t, p);
}

TEST(ranges_must_exist) {
    static const int64_t wrong[][2] = {{3, 9},
                                       {0, 3},
                                       {0, -1},
                                       {4, 2},
                                       {7, 6},
                                       {5, INT64_MIN},
                                       {INT64_MAX, INT64_MAX}};
    star_test(t);
    StarBits *x = star_line_of(&t, "01101"), *v = star_line_of(&t, "11");
    StarBits *z = star_bits_new(&t.be, STAR_ELASTIC);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(run(&t, STAR_PRIM_TRIM, NULL,
                             cells(O(z), I(wrong[i][0]), I(wrong[i][1]), O(x))),
                         STAR_INDEX);
    assert_fails(MASK, names("Z", "Y", "i", "j"), cells(O(z), O(x), I(3), I(9)),
                 STAR_INDEX, "Y: components 3..9 are outside 1..5");
    assert_fails(REP, NULL, cells(O(z), I(2), I(4), O(v), O(x)), STAR_LENGTHS,
                 "the left operand has 2 components, the range 2..4 has 3");
    assert_fails(TRIM, names("Z", "i", "j", "w"), cells(O(v), I(2), I(4), O(x)),
                 STAR_LENGTHS, "Z has 2 components, the range 2..4 has 3");
    assert_ok(&t, run(&t, STAR_PRIM_TRIM, NULL, cells(O(z), I(6), I(5), O(x))));
    assert_line(z, "");
    assert_ok(&t, run(&t, STAR_PRIM_MASK, NULL, cells(O(z), O(x), I(6), I(5))));
    assert_line(z, "00000");
    star_free(&t, x);
    star_free(&t, v);
    star_free(&t, z);
}

TEST(scalars_must_be_in_range) {
    star_test(t);
    StarBits *x = star_line_of(&t, "01101"), *one = star_line_of(&t, "1");
    StarBits *z = star_bits_new(&t.be, STAR_UNSIZED);
    assert_fails(PUT, NULL, cells(O(x), I(1), I(2)), STAR_RANGE,
                 "the value 2 is not 0 or 1");
    assert_fails(SHIFT, NULL, cells(O(z), O(x), I(2), I(1)), STAR_RANGE,
                 "the value 2 is not 0 or 1");
    assert_fails(SHIFT, NULL, cells(O(z), O(x), I(0), I(-1)), STAR_DOMAIN,
                 "SHIFT by -1: the number must not be negative");
    assert_fails(SHUFFLE, names("Z", "Y"), cells(O(z), O(x)), STAR_ODDLENGTH,
                 "Y has 5 components: SHUFFLE needs an even number");
    assert_fails(SHUFFLE, NULL, cells(O(z), O(one)), STAR_ODDLENGTH,
                 "the operand has 1 component: SHUFFLE needs an even "
                 "number");
    star_free(&t, x);
    star_free(&t, one);
    star_free(&t, z);
}

/* ---- Results ---- */

TEST(results_take_their_size) {
    star_test(t);
    StarBits *x = star_line_of(&t, "01101");
    StarBits *z = star_bits_new(&t.be, STAR_UNSIZED);
    StarTable *p = star_table_new(&t.be, STAR_UNSIZED);
    StarTable *q = star_table_new(&t.be, STAR_UNSIZED);
    assert_ok(&t, run(&t, STAR_PRIM_NOT, NULL, cells(O(z), O(x))));
    assert_line(z, "10010");
    assert_int_equal(z->head.sizing, STAR_FIXED);
    assert_ok(&t, star_table_size(&t.be, p, 5, 0));
    assert_ok(&t, run(&t, STAR_PRIM_ADJ, NULL, cells(O(q), O(x), O(p))));
    assert_int_equal(q->rows, 5);
    assert_int_equal(q->cols, 1);
    star_free(&t, x);
    star_free(&t, z);
    star_free(&t, p);
    star_free(&t, q);
}

TEST(a_result_may_be_an_operand_of_another_size) {
    star_test(t);
    StarBits *w = star_line_of(&t, "01101"), *v = star_line_of(&t, "01");
    StarTable *p = star_table_new(&t.be, STAR_UNSIZED);
    w->head.sizing = v->head.sizing = STAR_ELASTIC;
    assert_ok(&t, run(&t, STAR_PRIM_TRIM, NULL, cells(O(w), I(2), I(4), O(w))));
    assert_line(w, "110");
    assert_ok(
        &t, run(&t, STAR_PRIM_REP, NULL, cells(O(v), I(2), I(3), O(v), O(w))));
    assert_line(v, "101");
    assert_ok(&t, star_table_size(&t.be, p, 3, 2));
    p->head.sizing = STAR_ELASTIC;
    assert_ok(&t, run(&t, STAR_PRIM_ADJ, NULL, cells(O(p), O(v), O(p))));
    assert_int_equal(p->cols, 3);
    assert_ok(&t, run(&t, STAR_PRIM_COL, NULL, cells(O(w), I(1), O(p))));
    assert_line(w, "101");
    assert_int_equal(p->head.sizing, STAR_ELASTIC);
    static const int64_t cut[][2] = {{600, 300}, {300, 200}, {150, 70}};
    for (int k = 0; k < 3; k++) {
        const int64_t length = cut[k][0], end = cut[k][1];
        assert_ok(&t, star_bits_size(&t.be, v, length));
        memset(v->word, 0, (size_t)star_words(length) * 8);
        v->word[0] = 16;
        assert_ok(
            &t, run(&t, STAR_PRIM_TRIM, NULL, cells(O(v), I(2), I(end), O(v))));
        assert_int_equal(v->length, end - 1);
        assert_int_equal(v->word[0], 8);
    }
    star_free(&t, w);
    star_free(&t, v);
    star_free(&t, p);
}

/* Whichever allocation fails, operands keep their value. */
TEST(survives_failing_allocations) {
    StarStatus status = STAR_MEMORY;
    for (int64_t n = 1; status != STAR_OK; n++) {
        star_test(t);
        StarBits *w = star_line_of(&t, "01101");
        w->head.sizing = STAR_ELASTIC;
        t.mem.fail_at = t.mem.count + n;
        status = run(&t, STAR_PRIM_TRIM, NULL, cells(O(w), I(2), I(4), O(w)));
        if (status == STAR_OK)
            status =
                run(&t, STAR_PRIM_ROTATE, NULL, cells(O(w), O(w), I(0), I(1)));
        else
            assert_line(w, "01101");
        star_free(&t, w);
        assert_in_range(n, 1, 10);
    }
}

/* ---- The cursor of STEP ---- */

TEST(step_visits_every_one) {
    star_test(t);
    StarBits *x = star_line_random(&t, 100000, STAR_FILL_SPARSE);
    StarBits *y = star_bits_new(&t.be, STAR_UNSIZED);
    StarCell arg[] = {I(1), O(x)};
    int64_t last = 0, count = 0;
    assert_ok(&t, star_object_copy(&t.be, &y->head, &x->head));
    while (arg[0].i != 0) {
        assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_STEP, arg, NULL));
        assert_true(arg[0].i == 0 || arg[0].i > last);
        if (arg[0].i != 0)
            assert_int_equal(star_bits_get(y, arg[0].i), 1);
        last = arg[0].i;
        count += arg[0].i != 0;
        assert_true(star_object_valid(&x->head));
    }
    arg[1].bits = y;
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_NUMB, arg, NULL));
    assert_int_equal(arg[0].i, count);
    star_free(&t, x);
    star_free(&t, y);
}

TEST(a_one_set_before_the_cursor_is_found) {
    star_test(t);
    StarBits *x = star_line_random(&t, 1000, STAR_FILL_ZERO);
    StarCell arg[] = {I(0), O(x)};
    assert_ok(&t, run(&t, STAR_PRIM_PUT, NULL, cells(O(x), I(900), I(1))));
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_FND, arg, NULL));
    assert_int_equal(arg[0].i, 900);
    assert_true(x->first > 0);
    assert_ok(&t, run(&t, STAR_PRIM_PUT, NULL, cells(O(x), I(70), I(1))));
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_STEP, arg, NULL));
    assert_int_equal(arg[0].i, 70);
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_STEP, arg, NULL));
    assert_int_equal(arg[0].i, 900);
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_SOME, arg, NULL));
    assert_int_equal(arg[0].i, 0);
    assert_ok(&t, run(&t, STAR_PRIM_NOT, NULL, cells(O(x), O(x))));
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_FND, arg, NULL));
    assert_int_equal(arg[0].i, 1);
    star_free(&t, x);
}

TEST_MAIN
