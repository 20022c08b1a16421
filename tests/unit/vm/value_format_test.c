/* SPDX-License-Identifier: MIT */
#include "value_format_test.h"

void value_format_open(ValueFormatTest *f, const char *text) {
    const StarCompileOptions how = {0};
    const StarOptions options = {0};
    f->machine = star_test_machine(&options);
    f->be = star_machine_backend(f->machine);
    f->program = star_test_compile(f->be->mem, &how, text);
    f->out.length = 0;
}

void value_format_close(ValueFormatTest *f) {
    star_program_free(f->program);
    star_machine_free(f->machine);
}

/* Elements that are objects are slices. */
static void new_array(ValueFormatTest *f, const StarParam *p, StarArray **out) {
    StarBits *line = star_bits_new(f->be, STAR_UNSIZED);
    assert_int_equal(
        star_array_new(f->be, p->element, p->dims, p->dim, &line->head, out),
        STAR_OK);
    star_object_free(f->be, &line->head);
}

StarCell value_format_nothing(ValueFormatTest *f, const StarParam *p) {
    const StarType *t = p->type;
    StarCell v = {.i = STAR_UNDEFINED_INT};
    if (t->kind == STAR_TYPE_REAL)
        v.raw = STAR_UNDEFINED_REAL;
    else if (t->kind == STAR_TYPE_STRING)
        v.string = star_string_new(f->be, STAR_UNSIZED);
    else if (t->kind == STAR_TYPE_SLICE || t->kind == STAR_TYPE_WORD)
        v.bits = star_bits_new(f->be, STAR_UNSIZED);
    else if (t->kind == STAR_TYPE_TABLE)
        v.table = star_table_new(f->be, STAR_UNSIZED);
    else if (t->kind == STAR_TYPE_SET && !t->small)
        v.set = star_set_new(f->be, STAR_UNSIZED);
    else if (t->kind == STAR_TYPE_ARRAY)
        new_array(f, p, &v.array);
    else if (t->kind == STAR_TYPE_RECORD)
        assert_int_equal(star_record_new(f->be, t->layout, &v.record), STAR_OK);
    return v;
}

static bool object(const StarType *t) {
    return t->kind >= STAR_TYPE_STRING && !t->small &&
           t->kind != STAR_TYPE_POINTER;
}

void value_format_call(ValueFormatTest *f, const char *name, StarCell *value) {
    const StarProc *q = star_program_find(f->program, name);
    StarCell args[8];
    for (int k = 0; k < q->params; k++)
        args[k] =
            object(q->param[k].type) ? value[k] : (StarCell){.ref = &value[k]};
    if (star_machine_call(f->machine, f->program, q, args) != STAR_OK)
        fail_msg("%s", star_machine_report(f->machine)->text);
}

void value_format_expect(const char *text, StarValueFormat how,
                         const char *expected, const char *as) {
    ValueFormatTest f;
    value_format_open(&f, text);
    const StarProc *q = star_program_find(f.program, "q");
    const StarType *t = q->param[0].type;
    StarCell value = value_format_nothing(&f, &q->param[0]), before = {0};
    const StarCell *then = NULL;
    value_format_call(&f, "q", &value);
    if (star_program_find(f.program, "r") != NULL) {
        before = value;
        if (object(t))
            assert_int_equal(star_object_clone(f.be, value.object,
                                               (StarObject **)&before.object),
                             STAR_OK);
        value_format_call(&f, "r", &value);
        then = &before;
    }
    assert_int_equal(
        star_value_format(f.be, &how, t, value, then, star_test_sink, &f.out),
        STAR_OK);
    assert_string_equal(f.out.text, expected);
    f.out.length = 0;
    assert_int_equal(
        star_value_format_short(f.be, &how, t, value, star_test_sink, &f.out),
        STAR_OK);
    if (as != NULL)
        assert_string_equal(f.out.text, as);
    if (object(t)) {
        star_object_free(f.be, value.object);
        star_object_free(f.be, before.object);
    }
    value_format_close(&f);
}
