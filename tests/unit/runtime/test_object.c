/* SPDX-License-Identifier: MIT */
/* The invariant of all lines, that bits past the end are zero, is looked for
 * in whatever holds a line. */
#include "star_test.h"

#include "io/file.h"

static const StarField field[] = {
    {.name = "n", .kind = STAR_FIELD_INT, .part = STAR_NO_PART},
    {.name = "x",
     .kind = STAR_FIELD_OBJECT + STAR_BIT_VECTOR,
     .part = STAR_NO_PART}};
static const StarLayout layout = {.name = "r", .fields = 2, .field = field};

TEST(bits_past_the_end_of_a_slice) {
    star_test(t);
    StarBits *x = star_line_random(&t, 70, STAR_FILL_ZERO);
    assert_true(star_object_valid(&x->head));
    x->word[1] = 1 << 6;
    assert_false(star_object_valid(&x->head));
    star_free(&t, x);
}

TEST(bits_past_the_end_of_a_tables_vectors) {
    star_test(t);
    StarTable *x = star_table_new(&t.be, STAR_UNSIZED);
    assert_ok(&t, star_table_size(&t.be, x, 70, 3));
    const StarImage *columns = &x->image[STAR_COLUMNS];
    assert_true(star_object_valid(&x->head));
    columns->word[2 * columns->stride + 1] = 1 << 6;
    assert_false(star_object_valid(&x->head));
    columns->word[2 * columns->stride + 1] = 0;
    assert_true(star_object_valid(&x->head));
    x->head.sizing = STAR_UNSIZED;
    assert_false(star_object_valid(&x->head));
    star_free(&t, x);
}

TEST(a_record_is_as_valid_as_its_fields) {
    StarRecord *r;
    star_test(t);
    StarBits *x = star_line_random(&t, 70, STAR_FILL_ZERO);
    assert_ok(&t, star_record_new(&t.be, &layout, &r));
    star_object_free(&t.be, r->cell[1].object);
    r->cell[1].bits = x;
    assert_true(star_object_valid(&r->head));
    x->word[1] = 1 << 6;
    assert_false(star_object_valid(&r->head));
    star_free(&t, r);
}

TEST(a_file_has_a_mode) {
    star_test(t);
    StarFile *f = star_file_new(&t.be);
    assert_true(star_object_valid(&f->head));
    f->mode = STAR_FILE_WRITE + 1;
    assert_false(star_object_valid(&f->head));
    f->mode = STAR_FILE_WRITE;
    f->element = STAR_FILE_OBJECT + 1;
    assert_false(star_object_valid(&f->head));
    f->element = STAR_FILE_TEXT;
    star_free(&t, f);
}

static StarStatus count_syncs(StarBackend *be, uint64_t *block,
                              StarAccess access) {
    int *blocks = be->device;
    (void)block, (void)access;
    ++*blocks;
    return STAR_OK;
}

TEST(all_that_an_array_owns_is_synchronised) {
    const StarDim dim = {1, 3};
    StarRecord *r;
    StarArray *a;
    int blocks = 0;
    star_test(t);
    assert_ok(&t, star_record_new(&t.be, &layout, &r));
    assert_ok(&t, star_bits_size(&t.be, r->cell[1].bits, 70));
    assert_ok(&t,
              star_array_new(&t.be, STAR_ELEM_OBJECT, 1, &dim, &r->head, &a));
    t.be.ops.sync_to_host = count_syncs;
    t.be.device = &blocks;
    assert_ok(&t, star_object_sync(&t.be, &a->head, STAR_READ));
    assert_int_equal(blocks, 3);
    t.be.ops.sync_to_host = NULL;
    star_free(&t, a);
    star_free(&t, r);
}

TEST_MAIN
