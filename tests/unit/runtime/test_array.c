/* SPDX-License-Identifier: MIT */
#include "memory/spares.h"
#include "star_test.h"

static StarArray *array_of(StarTest *t, StarElement element, int dims,
                           const StarDim *dim, const void *prototype) {
    StarArray *array;
    assert_ok(t, star_array_new(&t->be, element, dims, dim, prototype, &array));
    assert_true(star_object_valid(&array->head));
    return array;
}

TEST(elements_start_undefined) {
    const StarDim dim[] = {{-1, 3}, {1, 5}};
    star_test(t);
    StarArray *ints = array_of(&t, STAR_ELEM_INT, 2, dim, NULL);
    StarArray *reals = array_of(&t, STAR_ELEM_REAL, 2, dim, NULL);
    StarArray *bytes = array_of(&t, STAR_ELEM_BYTE, 1, dim, NULL);
    StarArray *shorts = array_of(&t, STAR_ELEM_SHORT, 1, dim, NULL);
    StarArray *longs = array_of(&t, STAR_ELEM_LONG, 1, dim, NULL);
    assert_int_equal(ints->count, 15);
    for (int i = 0; i < 15; i++) {
        StarCell cell = {.r = reals->reals[i]};
        assert_true(ints->ints[i] == STAR_UNDEFINED_INT);
        assert_true(cell.raw == STAR_UNDEFINED_REAL);
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(bytes->bytes[i], 255);
        assert_int_equal(shorts->shorts[i], INT16_MIN);
        assert_int_equal(longs->longs[i], INT32_MIN);
        assert_true(star_array_get(bytes, i).i == STAR_UNDEFINED_INT);
        assert_true(star_array_get(shorts, i).i == STAR_UNDEFINED_INT);
        assert_true(star_array_get(longs, i).i == STAR_UNDEFINED_INT);
        assert_true(star_array_get(ints, i).i == STAR_UNDEFINED_INT);
    }
    star_free(&t, ints);
    star_free(&t, reals);
    star_free(&t, bytes);
    star_free(&t, shorts);
    star_free(&t, longs);
}

/* Large arrays only: whatever is small is soon done. */
TEST(the_run_may_end_while_arrays_are_filled) {
    const StarDim few[] = {{1, 1000}}, many[] = {{1, 1 << 20}};
    StarArray *x, *y, *z;
    star_test(t);
    x = array_of(&t, STAR_ELEM_INT, 1, many, NULL);
    y = array_of(&t, STAR_ELEM_INT, 1, many, NULL);
    star_stop(&t.mem, STAR_INTERRUPTED);
    assert_int_equal(star_object_copy(&t.be, &x->head, &y->head),
                     STAR_INTERRUPTED);
    assert_int_equal(star_array_new(&t.be, STAR_ELEM_BYTE, 1, many, NULL, &z),
                     STAR_INTERRUPTED);
    assert_null(z);
    z = array_of(&t, STAR_ELEM_INT, 1, few, NULL);
    star_free(&t, x);
    star_free(&t, y);
    star_free(&t, z);
}

TEST(objects_are_copies_of_the_prototype) {
    const StarDim dim[] = {{1, 4}};
    star_test(t);
    StarBits *sized = star_line_of(&t, "0110");
    StarBits *unsized = star_bits_new(&t.be, STAR_UNSIZED);
    StarArray *x = array_of(&t, STAR_ELEM_OBJECT, 1, dim, sized);
    StarArray *y = array_of(&t, STAR_ELEM_OBJECT, 1, dim, unsized);
    StarArray *z = array_of(&t, STAR_ELEM_OBJECT, 1, dim, x);
    for (int i = 0; i < 4; i++) {
        assert_line((StarBits *)x->objects[i], "0110");
        assert_int_equal(x->objects[i]->sizing, STAR_FIXED);
        assert_int_equal(y->objects[i]->sizing, STAR_UNSIZED);
        assert_int_equal(z->objects[i]->kind, STAR_ARRAY);
    }
    star_free(&t, sized);
    star_free(&t, unsized);
    star_free(&t, y);
    star_free(&t, x);
    star_free(&t, z);
}

TEST(a_copy_of_an_array_keeps_each_size) {
    const StarDim dim[] = {{1, 3}};
    star_test(t);
    StarBits *none = star_bits_new(&t.be, STAR_UNSIZED);
    StarArray *x = array_of(&t, STAR_ELEM_OBJECT, 1, dim, none), *y;
    StarArray *outer = array_of(&t, STAR_ELEM_OBJECT, 1, dim, x);
    y = (StarArray *)outer->objects[1];
    assert_ok(&t, star_bits_size(&t.be, (StarBits *)y->objects[0], 2));
    assert_ok(&t, star_bits_size(&t.be, (StarBits *)y->objects[1], 3));
    StarArray *again = array_of(&t, STAR_ELEM_OBJECT, 1, dim, outer);
    y = (StarArray *)((StarArray *)again->objects[2])->objects[1];
    assert_line((StarBits *)y->objects[0], "00");
    assert_line((StarBits *)y->objects[1], "000");
    assert_int_equal(y->objects[2]->sizing, STAR_UNSIZED);
    star_free(&t, none);
    star_free(&t, x);
    star_free(&t, outer);
    star_free(&t, again);
}

TEST(assignment_copies) {
    const StarDim dim[] = {{1, 3}}, other[] = {{5, 3}}, longer[] = {{1, 4}};
    star_test(t);
    StarArray *x = array_of(&t, STAR_ELEM_INT, 1, dim, NULL);
    StarArray *y = array_of(&t, STAR_ELEM_INT, 1, other, NULL);
    StarArray *z = array_of(&t, STAR_ELEM_INT, 1, longer, NULL);
    x->ints[0] = 7;
    assert_ok(&t, star_object_copy(&t.be, &y->head, &x->head));
    assert_int_equal(y->ints[0], 7);
    assert_true(y->ints[1] == STAR_UNDEFINED_INT);
    assert_raises(&t, star_object_copy(&t.be, &z->head, &x->head), STAR_LENGTHS,
                  "dimension 1 has 4 elements, the value's has 3");
    star_free(&t, x);
    star_free(&t, y);
    star_free(&t, z);
}

TEST(assignment_copies_objects) {
    const StarDim dim[] = {{1, 2}};
    star_test(t);
    StarString *none = star_string_new(&t.be, STAR_UNSIZED);
    StarBits *line = star_bits_new(&t.be, STAR_UNSIZED);
    StarArray *x = array_of(&t, STAR_ELEM_OBJECT, 1, dim, none);
    StarArray *y = array_of(&t, STAR_ELEM_OBJECT, 1, dim, none);
    StarArray *u = array_of(&t, STAR_ELEM_OBJECT, 1, dim, line);
    StarArray *v = array_of(&t, STAR_ELEM_OBJECT, 1, dim, line);
    StarString *set = (StarString *)x->objects[0];
    assert_ok(&t, star_string_set(&t.be, set, "ab", 2));
    assert_ok(&t, star_string_set(&t.be, (StarString *)y->objects[1], "c", 1));
    assert_ok(&t, star_object_copy(&t.be, &y->head, &x->head));
    assert_int_equal(((StarString *)y->objects[0])->length, 2);
    assert_int_equal(y->objects[1]->sizing, STAR_UNSIZED);
    assert_ok(&t, star_bits_size(&t.be, (StarBits *)u->objects[1], 4));
    assert_ok(&t, star_object_copy(&t.be, &v->head, &u->head));
    assert_int_equal(v->objects[0]->sizing, STAR_UNSIZED);
    assert_line((StarBits *)v->objects[1], "0000");
    assert_ok(&t, star_bits_size(&t.be, (StarBits *)v->objects[0], 1));
    assert_raises(&t, star_object_copy(&t.be, &v->head, &u->head), STAR_NOSIZE,
                  "the value has no size yet");
    star_free(&t, none);
    star_free(&t, line);
    star_free(&t, x);
    star_free(&t, y);
    star_free(&t, u);
    star_free(&t, v);
}

TEST(parts_are_views) {
    const StarDim dim[] = {{-1, 3}, {1, 4}, {0, 2}};
    StarArray row, cells;
    star_test(t);
    StarArray *x = array_of(&t, STAR_ELEM_INT, 3, dim, NULL);
    assert_ok(&t, star_array_part(&t.be, x, 1, &row));
    assert_int_equal(row.dims, 2);
    assert_int_equal(row.count, 8);
    assert_ok(&t, star_array_part(&t.be, &row, 4, &cells));
    assert_int_equal(cells.count, 2);
    assert_int_equal(cells.dim[0].low, 0);
    assert_ptr_equal(cells.ints, x->ints + 22);
    assert_false(cells.owner);
    assert_raises(&t, star_array_part(&t.be, x, 2, &row), STAR_INDEX,
                  "index 2 is outside -1..1");
    assert_int_equal(star_array_part(&t.be, x, INT64_MAX, &row), STAR_INDEX);
    assert_int_equal(star_array_part(&t.be, x, INT64_MIN, &row), STAR_INDEX);
    star_free(&t, x);
}

TEST(empty_arrays_are_legal) {
    const StarDim dim[] = {{1, 0}, {1, 3}};
    StarArray part;
    star_test(t);
    StarArray *x = array_of(&t, STAR_ELEM_INT, 2, dim, NULL);
    StarArray *y = array_of(&t, STAR_ELEM_INT, 2, dim, NULL);
    assert_int_equal(x->count, 0);
    assert_ok(&t, star_object_copy(&t.be, &x->head, &y->head));
    assert_raises(&t, star_array_part(&t.be, x, 1, &part), STAR_INDEX,
                  "index 1 is outside 1..0");
    star_free(&t, x);
    star_free(&t, y);
}

TEST(refuses_sizes_that_cannot_be) {
    const StarDim negative[] = {{1, 2}, {5, -1}};
    const StarDim huge[] = {{1, INT64_MAX}, {1, 2}};
    StarArray *x;
    star_test(t);
    assert_raises(&t,
                  star_array_new(&t.be, STAR_ELEM_INT, 2, negative, NULL, &x),
                  STAR_FILESIZE, "dimension 2 has -1 elements");
    assert_null(x);
    assert_raises(&t, star_array_new(&t.be, STAR_ELEM_INT, 2, huge, NULL, &x),
                  STAR_MEMORY,
                  "no memory: the array has over 9223372036854775807 "
                  "elements");
    assert_int_equal(star_array_new(&t.be, STAR_ELEM_INT, 1, huge, NULL, &x),
                     STAR_MEMORY);
}

/* Whichever allocation fails, nothing is lost. */
TEST(survives_failing_allocations) {
    const StarDim dim[] = {{1, 3}};
    StarStatus status = STAR_MEMORY;
    for (int64_t n = 1; status != STAR_OK; n++) {
        StarArray *x = NULL, *y = NULL;
        star_test(t);
        StarBits *line = star_line_of(&t, "101");
        t.mem.fail_at = t.mem.count + n;
        status =
            star_array_new(&t.be, STAR_ELEM_OBJECT, 1, dim, &line->head, &x);
        if (status == STAR_OK)
            status =
                star_array_new(&t.be, STAR_ELEM_OBJECT, 1, dim, &x->head, &y);
        star_free(&t, x);
        star_free(&t, y);
        star_free(&t, line);
        assert_in_range(n, 1, 100);
    }
}

/* A limit that has room for an array has it also when as much as possible of
 * what was freed is kept for objects of that size. */
TEST(kept_memory_leaves_the_limit_to_arrays) {
    enum { STRINGS = 40, COUNT = 1000 };
    static const char text[300] = {0};
    const StarDim dim = {1, COUNT};
    star_test(t);
    StarString *s[STRINGS];
    StarArray *a;
    star_free(&t, star_array_view(&t.be));
    star_spares_end(&t.mem);
    const size_t before = t.mem.used;
    assert_ok(&t, star_array_new(&t.be, STAR_ELEM_INT, 1, &dim, NULL, &a));
    const size_t needed = t.mem.used - before;
    for (int less = 0; less < 2; less++) {
        star_free(&t, a);
        t.mem.limit = SIZE_MAX;
        for (int k = 0; k < STRINGS; k++) {
            s[k] = star_string_new(&t.be, STAR_UNSIZED);
            assert_ok(&t, star_string_set(&t.be, s[k], text, sizeof text));
        }
        for (int k = 0; k < STRINGS; k++)
            star_free(&t, s[k]);
        t.mem.limit = before + needed - (size_t)less;
        assert_int_equal(
            star_array_new(&t.be, STAR_ELEM_INT, 1, &dim, NULL, &a),
            less == 0 ? STAR_OK : STAR_MEMORY);
    }
}

TEST_MAIN
