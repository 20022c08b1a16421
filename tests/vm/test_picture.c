/* Pictures of values: what procedures leave in their var parameters. */
#include <stdio.h>

#include "io/file.h"
#include "machine_test.h"
#include "picture.h"

enum { ROOM = 20000 };

typedef struct Fixture {
    StarMachine *machine;
    StarBackend *be;
    StarProgram *program;
    char out[ROOM];
    size_t length;
} Fixture;

static void write_out(void *context, const char *text, size_t length) {
    Fixture *f = context;
    assert_true(f->length + length < ROOM);
    memcpy(f->out + f->length, text, length);
    f->length += length;
    f->out[f->length] = '\0';
}

static void open(Fixture *f, const char *text) {
    const StarCompileOptions how = {0};
    const StarOptions options = {0};
    f->machine = star_test_machine(&options);
    f->be = star_machine_backend(f->machine);
    f->program = star_test_compile(f->be, &how, text);
    f->length = 0;
}

static void close(Fixture *f) {
    star_program_free(f->program);
    star_machine_free(f->machine);
}

/* Elements that are objects are slices. */
static void new_array(Fixture *f, const StarParam *p, StarArray **out) {
    StarLine *line = star_line_new(f->be, STAR_UNSIZED);
    assert_int_equal(
        star_array_new(f->be, p->element, p->dims, p->dim, &line->head, out),
        STAR_OK);
    star_object_free(f->be, &line->head);
}

/* A value of a parameter's type, before anything was assigned to it. */
static StarCell nothing(Fixture *f, const StarParam *p) {
    const StarType *t = p->type;
    StarCell v = {.i = STAR_UNDEFINED_INT};
    if (t->kind == STAR_TYPE_REAL)
        v.bits = STAR_UNDEFINED_REAL;
    else if (t->kind == STAR_TYPE_STRING)
        v.string = star_string_new(f->be, STAR_UNSIZED);
    else if (t->kind == STAR_TYPE_SLICE || t->kind == STAR_TYPE_WORD)
        v.line = star_line_new(f->be, STAR_UNSIZED);
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

/* Gives the parameters of a procedure to it. */
static void call(Fixture *f, const char *name, StarCell *value) {
    const StarProc *q = star_program_find(f->program, name);
    StarCell args[8];
    for (int k = 0; k < q->params; k++)
        args[k] =
            object(q->param[k].type) ? value[k] : (StarCell){.ref = &value[k]};
    if (star_machine_call(f->machine, f->program, q, args) != STAR_OK)
        fail_msg("%s", star_machine_report(f->machine)->text);
}

/* Expects the picture of what q leaves in its var parameter x; if there is a
 * procedure r, of what that makes of it, beside what it was before. `as` is
 * NULL or the text on one line. */
static void expect(const char *text, StarPicture how, const char *expected,
                   const char *as) {
    Fixture f;
    open(&f, text);
    const StarProc *q = star_program_find(f.program, "q");
    const StarType *t = q->param[0].type;
    StarCell value = nothing(&f, &q->param[0]), before = {0};
    const StarCell *then = NULL;
    call(&f, "q", &value);
    if (star_program_find(f.program, "r") != NULL) {
        before = value;
        if (object(t))
            assert_int_equal(star_object_clone(f.be, value.object,
                                               (StarObject **)&before.object),
                             STAR_OK);
        call(&f, "r", &value);
        then = &before;
    }
    assert_int_equal(star_picture(f.be, &how, t, value, then, write_out, &f),
                     STAR_OK);
    assert_string_equal(f.out, expected);
    f.length = 0;
    assert_int_equal(star_picture_short(f.be, &how, t, value, write_out, &f),
                     STAR_OK);
    if (as != NULL)
        assert_string_equal(f.out, as);
    if (object(t)) {
        star_object_free(f.be, value.object);
        star_object_free(f.be, before.object);
    }
    close(&f);
}

/* ---- Texts ---- */

static void scalar(const char *type, const char *value, const char *expected) {
    char text[500], line[200];
    snprintf(text, sizeof text,
             "type colour = (red, green, blue); warm = red..green;\n"
             "proc q(var x: %s); begin x := %s end;",
             type, value);
    snprintf(line, sizeof line, "%s\n", expected);
    expect(text, (StarPicture){0}, line, expected);
}

static void scalars_are_as_a_program_has_them(void **state) {
    (void)state;
    scalar("integer", "-maxint", "-9223372036854775807");
    scalar("real", "0.1", "0.1");
    scalar("real", "1", "1.0");
    scalar("real", "1e300 / 3", "3.3333333333333335e+299");
    scalar("single", "0.1", "0.1");
    scalar("single", "1 / 3", "0.33333334");
    scalar("boolean", "true", "true");
    scalar("char", "'x'", "'x'");
    scalar("char", "''''", "''''");
    scalar("char", "chr(10)", "chr(10)");
    scalar("colour", "blue", "blue");
    scalar("warm", "green", "green");
    scalar("string", "''", "''");
    scalar("string", "'it''s'", "'it''s'");
}

static void nothing_is_a_question_mark(void **state) {
    (void)state;
    static const char *const types[] = {
        "integer", "real",           "boolean", "char",
        "colour",  "string",         "slice",   "word",
        "table",   "set of integer", "^colour", "set of colour"};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        char text[300];
        snprintf(text, sizeof text,
                 "type colour = (red, green); t = %s;\n"
                 "proc q(var x: t); begin end;",
                 types[k]);
        expect(text, (StarPicture){0}, "?\n", "?");
    }
}

static void strings_cannot_harm_a_terminal(void **state) {
    (void)state;
    static const char text[] =
        "proc q(var x: string);\n"
        "begin x := 'a\xc3\xa9' + chr(27) + chr(10) + chr(255) + 'z' end;";
    expect(text, (StarPicture){.utf8 = true}, "'a\xc3\xa9\\x1b\\x0a\\xffz'\n",
           "'a\xc3\xa9\\x1b\\x0a\\xffz'");
    expect(text, (StarPicture){0}, "'a\\xc3\\xa9\\x1b\\x0a\\xffz'\n", NULL);
}

static void long_strings_are_cut(void **state) {
    (void)state;
    expect("proc q(var x: string); var i: integer;\n"
           "begin x := ''; for i := 1 to 1000 do x := x + 'a' end;",
           (StarPicture){.width = 40},
           "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
           "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
           "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
           "aaaa'\n  ... 800 more ...\n",
           "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...");
}

static void characters_are_not_cut(void **state) {
    (void)state;
    char expected[300] = "'";
    for (int k = 0; k < 66; k++)
        strcat(expected, "€");
    strcat(expected, "' … 34 more …\n");
    expect("proc q(var x: string); var i: integer;\n"
           "begin x := ''; for i := 1 to 100 do x := x + '\xe2\x82\xac' end;",
           (StarPicture){.utf8 = true}, expected, NULL);
}

static void records_show_the_variant_that_is_active(void **state) {
    (void)state;
    static const char type[] =
        "type shape = record name: string;\n"
        "  case round: boolean of true: (r: real); false: (w, h: integer)\n"
        "  end;\n";
    char text[600];
    snprintf(text, sizeof text,
             "%sproc q(var x: shape); begin x.round := true; x.r := 2 end;",
             type);
    expect(text, (StarPicture){0}, "(name: ?, round: true, r: 2.0)\n",
           "(name: ?, round: true, r: 2.0)");
    snprintf(text, sizeof text,
             "%sproc q(var x: shape);\n"
             "begin x.name := 'box'; x.round := false; x.w := 3 end;\n"
             "proc r(var x: shape); begin x.h := 4 end;",
             type);
    expect(text, (StarPicture){.width = 20},
           "(name: 'box', round:\n  false, w: 3, h: 4*)\n",
           "(name: 'box', rou...");
}

static void records_hold_lines_tables_and_arrays(void **state) {
    (void)state;
    expect("type t = record x: slice; w: word; p: table; s: set of integer;\n"
           "  q: record end end;\n"
           "proc q(var x: t); var p: table(2, 3);\n"
           "begin x.x := '0110'; x.w := '001'; x.p := p;\n"
           "x.s := [1, 3..5, 100] end;",
           (StarPicture){0},
           "(x: '0110', w: '001', p: table 2 x 3, s: [1, 3..5, 100], q: ())\n",
           "(x: '0110', w: '001', p: table 2 x 3, s: [1, 3..5, 100], q: ())");
}

static void sets_show_ranges(void **state) {
    (void)state;
    expect("type t = set of (a, b, c, d);\n"
           "proc q(var x: t); begin x := [a, c, d] end;",
           (StarPicture){0}, "[a, c..d]\n", "[a, c..d]");
    expect("type t = set of char;\n"
           "proc q(var x: t); begin x := ['a'..'z', '0'] end;\n"
           "proc r(var x: t); begin x := x + ['_'] end;",
           (StarPicture){0}, "['0', '_', 'a'..'z']*\n", "['0', '_', 'a'..'z']");
    expect("type t = set of integer; proc q(var x: t); var i: integer;\n"
           "begin x := []; for i := -3 to 30 do x := x + [2 * i] end;",
           (StarPicture){.width = 40, .height = 9},
           "[-6, -4, -2, 0, 2, 4, 6, 8, 10, 12, 14,\n"
           "  16, 18, 20, 22, 24, 26, 28, 30, 32,\n  ...]\n",
           "[-6, -4, -2, 0, 2, 4, 6, 8, 10, 12, 1...");
    expect("type t = set of integer; proc q(var x: t); begin x := [] end;",
           (StarPicture){0}, "[]\n", "[]");
}

static void arrays_of_one_dimension_are_lists(void **state) {
    (void)state;
    expect("type t = array [1..5] of integer;\n"
           "proc q(var x: t); begin x[2] := 7; x[5] := -1 end;\n"
           "proc r(var x: t); begin x[3] := 0 end;",
           (StarPicture){0}, "(?, 7, 0*, ?, -1)\n", "(?, 7, 0, ?, -1)");
    expect("type t = array [1..5] of integer;\n"
           "proc q(var x: t); begin x[2] := 7; x[5] := -1 end;\n"
           "proc r(var x: t); begin x[3] := 0 end;",
           (StarPicture){.colour = true}, "(?, 7, \033[7m0\033[0m, ?, -1)\n",
           NULL);
    expect("type t = packed array [1..4] of char;\n"
           "proc q(var x: t); begin x := 'star' end;",
           (StarPicture){0}, "'star'\n", "'star'");
    expect("type t = array [1..1000] of integer; proc q(var x: t);\n"
           "var i: integer; begin for i := 1 to 1000 do x[i] := i end;",
           (StarPicture){.width = 40, .height = 10},
           "(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,\n"
           "  13, ... 981 more ..., 995, 996, 997,\n"
           "  998, 999, 1000)\n",
           NULL);
    expect("type t = array [1..30] of boolean; proc q(var x: t);\n"
           "var i: integer; begin for i := 1 to 30 do x[i] := odd(i) end;",
           (StarPicture){.width = 200},
           "(true, false, true, false, true, false, true, false, true, false, "
           "true, false, true, false, true, false, true, false, true, false, "
           "true, false, true, false, true, false, true, false, true, false)\n",
           NULL);
    expect("type t = array [1..2, 0..1, 5..6] of integer;\n"
           "proc q(var x: t); begin x[1, 0, 5] := 1; x[2, 1, 6] := 8 end;",
           (StarPicture){0}, "(((1, ?), (?, ?)), ((?, ?), (?, 8)))\n",
           "(((1, ?), (?, ?)), ((?, ?), (?, 8)))");
}

static void what_changed_within_is_marked(void **state) {
    (void)state;
    expect("type t = record x: slice; s: string; c: set of boolean\n"
           "  end;\n"
           "proc q(var x: t);\n"
           "begin x.x := '01'; x.s := 'a'; x.c := [true]; end;\n"
           "proc r(var x: t);\n"
           "begin x.x := '11'; x.s := 'b'; x.c := [false] end;",
           (StarPicture){0}, "(x: '11'*, s: 'b'*, c: [false]*)\n", NULL);
    expect("type t = packed array [1..3] of char;\n"
           "proc q(var x: t); begin x := 'abc' end;\n"
           "proc r(var x: t); begin x[2] := 'x' end;",
           (StarPicture){0}, "'axc'*\n", NULL);
    expect("type t = packed array [1..3] of char;\n"
           "proc q(var x: t); begin x[1] := 'a' end;",
           (StarPicture){0}, "'a' ... 2 more ...\n", NULL);
    expect("type t = array [1..2] of slice;\n"
           "proc q(var x: t); begin x[1] := '01' end;\n"
           "proc r(var x: t); begin x[1] := '11' end;",
           (StarPicture){0}, "('11'*, ?)\n", NULL);
}

/* Of a value with many parts so many are shown. */
static void values_have_an_end(void **state) {
    (void)state;
    Fixture f;
    open(&f, "type t = array [1..20, 1..20, 1..20] of integer;\n"
             "proc q(var x: t); var i, j, k: integer;\n"
             "begin for i := 1 to 20 do for j := 1 to 20 do\n"
             "for k := 1 to 20 do x[i, j, k] := 1 end;");
    const StarProc *q = star_program_find(f.program, "q");
    const StarPicture how = {.height = 10};
    StarCell value = nothing(&f, &q->param[0]);
    call(&f, "q", &value);
    assert_int_equal(
        star_picture(f.be, &how, q->param[0].type, value, NULL, write_out, &f),
        STAR_OK);
    assert_true(f.length < 1000);
    assert_non_null(strstr(f.out, "... 10 more ...), ... 19 more ...)"));
    star_object_free(f.be, value.object);
    close(&f);
}

static void records_have_an_end(void **state) {
    (void)state;
    char text[4000] = "type t = record ";
    for (int k = 0; k < 250; k++)
        sprintf(text + strlen(text), "%sf%d", k > 0 ? ", " : "", k);
    strcat(text, ": integer end; proc q(var x: t); begin end;");
    Fixture f;
    open(&f, text);
    const StarProc *q = star_program_find(f.program, "q");
    const StarPicture how = {.width = 900, .height = 10};
    StarCell value = nothing(&f, &q->param[0]);
    assert_int_equal(
        star_picture(f.be, &how, q->param[0].type, value, NULL, write_out, &f),
        STAR_OK);
    assert_non_null(strstr(f.out, ", f198: ?, ...)\n"));
    star_object_free(f.be, value.object);
    close(&f);
}

/* What was there before may have had another size. */
static void sizes_may_have_changed(void **state) {
    (void)state;
    Fixture f;
    open(&f, "type t = array [1..3] of integer; u = array [1..2] of integer;\n"
             "proc q(var x: t; var y: u); begin x[1] := 1; y[1] := 2 end;");
    const StarProc *q = star_program_find(f.program, "q");
    const StarPicture how = {0};
    StarCell value[2];
    for (int k = 0; k < 2; k++)
        value[k] = nothing(&f, &q->param[k]);
    call(&f, "q", value);
    assert_int_equal(star_picture(f.be, &how, q->param[0].type, value[0],
                                  &value[1], write_out, &f),
                     STAR_OK);
    assert_string_equal(f.out, "(1, ?, ?)\n");
    for (int k = 0; k < 2; k++)
        star_object_free(f.be, value[k].object);
    close(&f);
}

static void files_show_their_state(void **state) {
    (void)state;
    Fixture f;
    open(&f, "program p; begin end.");
    const StarType t = {.kind = STAR_TYPE_FILE},
                   r = {.kind = STAR_TYPE_ROUTINE};
    const StarPicture how = {0};
    StarFile *file = star_file_new(f.be);
    assert_non_null(file);
    for (int k = 0; k < 3; k++) {
        file->path = k == 0 ? "x.txt" : NULL;
        file->standard = k == 1;
        file->mode = (uint8_t)k;
        assert_int_equal(star_picture(f.be, &how, &t, (StarCell){.file = file},
                                      NULL, write_out, &f),
                         STAR_OK);
    }
    assert_int_equal(
        star_picture(f.be, &how, &r, (StarCell){.i = 0}, NULL, write_out, &f),
        STAR_OK);
    assert_string_equal(f.out, "file 'x.txt', not open\n"
                               "console, being read\n"
                               "temporary file, being written\n"
                               "procedure\n");
    star_object_free(f.be, &file->head);
    close(&f);
}

static void pointers_are_followed_once(void **state) {
    (void)state;
    Fixture f;
    open(&f, "type p = ^node; node = record n: integer; next: p end;\n"
             "proc q(var x: p); begin end;");
    const StarProc *q = star_program_find(f.program, "q");
    const StarType *t = q->param[0].type, *node = t->element;
    StarHeap heap;
    StarRecord *r[2];
    StarCell cell;
    star_heap_init(&heap);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(star_record_new(f.be, node->layout, &r[k]), STAR_OK);
        assert_int_equal(star_heap_new(f.be, &heap, r[k], &cell.i), STAR_OK);
        r[k]->cell[0].i = k;
        r[k]->cell[1].i = k > 0 ? r[0]->cell[1].i : STAR_NIL_POINTER;
    }
    r[1]->cell[1] = cell;
    const StarPicture how = {.heap = &heap}, plain = {0};
    assert_int_equal(star_picture(f.be, &how, t, cell, NULL, write_out, &f),
                     STAR_OK);
    assert_int_equal(star_picture(f.be, &plain, t, cell, NULL, write_out, &f),
                     STAR_OK);
    assert_int_equal(star_heap_dispose(f.be, &heap, cell.i, 0), STAR_OK);
    assert_int_equal(star_picture(f.be, &how, t, cell, NULL, write_out, &f),
                     STAR_OK);
    cell.i = STAR_NIL_POINTER;
    assert_int_equal(star_picture(f.be, &how, t, cell, NULL, write_out, &f),
                     STAR_OK);
    assert_string_equal(f.out, "^(n: 1, next: ^node)\n^node\ndangling\nnil\n");
    star_heap_free(f.be, &heap);
    close(&f);
}

/* ---- Slices and tables ---- */

static void slices_stand_and_words_lie(void **state) {
    (void)state;
    expect("proc q(var x: slice); begin x := '011' end;", (StarPicture){0},
           "1 0\n2 1\n3 1\n", "'011'");
    expect("proc q(var x: slice); begin x := '011' end;",
           (StarPicture){.across = true}, "123\n011\n", "'011'");
    expect("proc q(var x: word); begin x := '01100' end;\n"
           "proc r(var x: word); begin x := '01001' end;",
           (StarPicture){0}, "12345\n01001\n  ^ ^\n", "'01001'");
    expect("proc q(var x: word); begin x := '01100' end;\n"
           "proc r(var x: word); begin x := '01001' end;",
           (StarPicture){.colour = true},
           "12345\n01\033[7m0\033[0m0\033[7m1\033[0m\n", NULL);
    expect("proc q(var x: slice); begin x := '' end;", (StarPicture){0}, "''\n",
           "''");
}

static const char long_slice[] = "proc q(var x: slice); var y: slice(1000);\n"
                                 "begin SET(y); x := MASK(y, 8, 999) end;";

static void long_slices_are_folded(void **state) {
    (void)state;
    expect(long_slice, (StarPicture){.height = 13},
           "   1 0\n   2 0\n   3 0\n   4 0\n   5 0\n   6 0\n   7 0\n   8 1\n"
           "... 988 more rows ...\n"
           " 997 1\n 998 1\n 999 1\n1000 0\n",
           "'00000001111111111111111111...1111111111110' (1000)");
    expect(long_slice, (StarPicture){.height = 1},
           "   1 0\n... 998 more rows ...\n1000 0\n", NULL);
    expect(long_slice, (StarPicture){.across = true, .width = 40},
           "        10        20       990      1000\n"
           "123456789012345678901234     01234567890\n"
           "000000011111111111111111 ... 11111111110\n"
           "components 25..989 are not shown\n",
           NULL);
    expect(long_slice, (StarPicture){.across = true, .width = 40, .utf8 = true},
           "        10        20       990      1000\n"
           "123456789012345678901234     01234567890\n"
           "000000011111111111111111  …  11111111110\n"
           "components 25..989 are not shown\n",
           "'00000001111111111111111111...111111111…");
}

/* Heights that just hold the rows, and one less. */
static void a_picture_is_folded_where_it_must_be(void **state) {
    (void)state;
    static const char text[] = "proc q(var x: slice); begin x := '01010' end;";
    expect(text, (StarPicture){.height = 5}, "1 0\n2 1\n3 0\n4 1\n5 0\n", NULL);
    expect(text, (StarPicture){.height = 4},
           "1 0\n2 1\n... 2 more rows ...\n5 0\n", NULL);
    static const char table[] = "proc q(var x: table); var t: table(1, 12);\n"
                                "begin x := t end;";
    expect(table, (StarPicture){.width = 14},
           "          10\n  123456789012\n1 000000000000\n", NULL);
    expect(table, (StarPicture){.width = 13},
           "           12\n  1234     12\n1 0000 ... 00\n"
           "columns 5..10 are not shown\n",
           NULL);
    expect(table, (StarPicture){.width = 1},
           "       12\n  1     2\n1 0 ... 0\n"
           "columns 2..11 are not shown\n",
           NULL);
}

static const char table[] =
    "proc q(var x: table); var t: table(11, 12); i: integer;\n"
    "begin for i := 1 to 11 do begin t := t; ROW(i, t) := MASK(ROW(i, t), i)\n"
    "end; x := t end;\n";

static void tables_have_rulers(void **state) {
    (void)state;
    expect(table, (StarPicture){0},
           "           10\n"
           "   123456789012\n"
           " 1 111111111111\n"
           " 2 011111111111\n"
           " 3 001111111111\n"
           " 4 000111111111\n"
           " 5 000011111111\n"
           " 6 000001111111\n"
           " 7 000000111111\n"
           " 8 000000011111\n"
           " 9 000000001111\n"
           "10 000000000111\n"
           "11 000000000011\n",
           "table 11 x 12");
    expect("proc q(var x: table); var t: table(0, 5); begin x := t end;",
           (StarPicture){0}, "table 0 x 5\n", "table 0 x 5");
}

static void strips_show_as_numbers(void **state) {
    (void)state;
    expect(table, (StarPicture){.field = 5, .height = 5},
           "     1  2  3\n"
           " 1  31 31  3\n"
           " 2  15 31  3\n"
           " 3   7 31  3\n"
           "... 7 more rows ...\n"
           "11   0  0  3\n",
           NULL);
}

static void wide_tables_are_folded(void **state) {
    (void)state;
    expect("proc q(var x: table); var t: table(2, 100000);\n"
           "begin COL(99990, t) := '01'; x := t end;\n"
           "proc r(var x: table); begin COL(3, x) := '10' end;",
           (StarPicture){.width = 40},
           "          10        20   99990    100000\n"
           "  1234567890123456789012     01234567890\n"
           "1*0010000000000000000000 ... 00000000000\n"
           "2 0000000000000000000000 ... 10000000000\n"
           "columns 23..99989 are not shown\n",
           NULL);
}

static void arrays_of_two_dimensions_are_grids(void **state) {
    (void)state;
    expect("type c = (red, green); t = array [c, -1..1] of integer;\n"
           "proc q(var x: t); begin x[red, 0] := 1000; x[green, 1] := 5 end;\n"
           "proc r(var x: t); begin x[green, -1] := 2 end;",
           (StarPicture){0},
           "         -1    0    1\n"
           "  red     ? 1000    ?\n"
           "green*    2    ?    5\n",
           "((?, 1000, ?), (2, ?, 5))");
    expect("type t = array [1..2, 1..500] of real; proc q(var x: t);\n"
           "var i: integer; begin for i := 1 to 500 do x[2, i] := i / 4 end;",
           (StarPicture){.width = 40},
           "        1      2      3         500\n"
           "1       ?      ?      ? ...       ?\n"
           "2    0.25    0.5   0.75 ...   125.0\n"
           "columns 4..499 are not shown\n",
           NULL);
}

/* ---- Several of them ---- */

/* Three columns of the matrix memory, of which the second is too wide. */
static void the_matrix_memory_stands_side_by_side(void **state) {
    (void)state;
    Fixture f;
    open(&f, "proc q(var mask, y: slice; var t: table);\n"
             "var p: table(3, 40); begin y := '10'; mask := '010';\n"
             "COL(2, p) := '101'; t := p end;\n"
             "proc r(var mask, y: slice; var t: table); begin y := '11' end;");
    const StarProc *q = star_program_find(f.program, "q");
    StarCell value[3], before = {0};
    StarPanel panel[3];
    for (int k = 0; k < 3; k++)
        value[k] = nothing(&f, &q->param[k]);
    call(&f, "q", value);
    assert_int_equal(
        star_object_clone(f.be, value[1].object, (StarObject **)&before.object),
        STAR_OK);
    call(&f, "r", value);
    for (int k = 0; k < 3; k++)
        panel[k] = (StarPanel){q->param[k].name, q->param[k].type, value[k],
                               k == 1 ? &before : NULL};
    StarPicture how = {.width = 40, .mark = value[0].line};
    assert_int_equal(star_picture_memory(f.be, &how, panel, 3, write_out, &f),
                     STAR_OK);
    assert_string_equal(f.out, "    mask  y  t\n"
                               "                     10               40\n"
                               "             123456789012345     4567890\n"
                               "  1 0     1  010000000000000 ... 0000000\n"
                               "> 2*1     1  000000000000000 ... 0000000\n"
                               "  3 0        010000000000000 ... 0000000\n"
                               "columns 16..33 of t are not shown\n");
    how.colour = true;
    how.utf8 = true;
    f.length = 0;
    assert_int_equal(star_picture_memory(f.be, &how, panel, 2, write_out, &f),
                     STAR_OK);
    assert_string_equal(f.out, "    mask  y\n"
                               "  1 0     1\n"
                               "\033[1;32m▸ 2\033[0m 1     \033[7m1\033[0m\n"
                               "  3 0\n");
    f.length = 0;
    how = (StarPicture){.width = 5000};
    panel[0] = panel[1]; /* a shorter one first */
    panel[1] = panel[2];
    assert_int_equal(star_picture_memory(f.be, &how, panel, 2, write_out, &f),
                     STAR_OK);
    assert_non_null(strstr(f.out, "\n3    010000"));
    for (int k = 0; k < 3; k++)
        star_object_free(f.be, value[k].object);
    star_object_free(f.be, before.object);
    close(&f);
}

/* ---- On a device ---- */

static StarStatus far_away(StarBackend *be, uint64_t *block,
                           StarAccess access) {
    (void)block;
    assert_int_equal(access, STAR_READ);
    return star_raise(be->mem->error, STAR_DEVICE, "it is gone");
}

static void values_come_home_first(void **state) {
    (void)state;
    Fixture f;
    open(&f, "proc q(var x: slice); begin x := '01' end;");
    const StarProc *q = star_program_find(f.program, "q");
    const StarType *t = q->param[0].type;
    const StarPicture how = {0};
    StarCell value = nothing(&f, &q->param[0]);
    const StarPanel panel = {"x", t, value, NULL};
    call(&f, "q", &value);
    f.be->home = far_away;
    assert_int_equal(star_picture(f.be, &how, t, value, NULL, write_out, &f),
                     STAR_DEVICE);
    assert_int_equal(star_picture_short(f.be, &how, t, value, write_out, &f),
                     STAR_DEVICE);
    assert_int_equal(star_picture_memory(f.be, &how, &panel, 1, write_out, &f),
                     STAR_DEVICE);
    assert_int_equal(f.length, 0);
    f.be->home = NULL;
    star_object_free(f.be, value.object);
    close(&f);
}

/* ---- Types ---- */

static void sizes_are_no_part_of_a_type(void **state) {
    (void)state;
    Fixture f;
    open(&f, "proc q(n: integer; procedure r; var x: array [l..h: integer] of "
             "integer);\n"
             "var s: slice(n); w: word(n); t: table(n, n); begin end;");
    const StarProc *q = star_program_find(f.program, "q");
    for (int c = 0; c < q->cells; c++)
        if (q->cell[c].type != NULL) {
            star_type_write(q->cell[c].type, write_out, &f);
            write_out(&f, "; ", 2);
        }
    assert_string_equal(f.out, "integer; procedure; array [..] of integer; "
                               "integer; integer; slice; word; table; ");
    close(&f);
}

static void types_show_as_they_are_declared(void **state) {
    (void)state;
    static const char *const types[] = {
        "integer",
        "-3..4",
        "'a'..'z'",
        "(red, green)",
        "array [1..2, boolean] of real",
        "packed array [1..2] of array [c] of char",
        "record x: integer; y: (up1, down1) end",
        "^node",
        "set of 1..5",
        "file of node",
        "slice",
        "b..c2",
        "set of boolean",
    };
    enum { TYPES = sizeof types / sizeof *types };
    char text[2000] = "program p; type c = (a, b, c2, d); "
                      "node = record end;\n var ";
    Fixture f;
    for (int k = 0; k < TYPES; k++) {
        size_t n = strlen(text);
        snprintf(text + n, sizeof text - n, "v%d: %s;\n", k, types[k]);
    }
    strcat(text, "begin end.");
    open(&f, text);
    const StarProc *p = f.program->proc;
    for (int k = 0, c = 0; k < TYPES; k++, c++) {
        while (p->cell[c].name == NULL)
            c++;
        f.length = 0;
        star_type_write(p->cell[c].type, write_out, &f);
        assert_string_equal(f.out, types[k]);
    }
    close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_are_as_a_program_has_them),
        cmocka_unit_test(nothing_is_a_question_mark),
        cmocka_unit_test(strings_cannot_harm_a_terminal),
        cmocka_unit_test(long_strings_are_cut),
        cmocka_unit_test(records_show_the_variant_that_is_active),
        cmocka_unit_test(records_hold_lines_tables_and_arrays),
        cmocka_unit_test(sets_show_ranges),
        cmocka_unit_test(arrays_of_one_dimension_are_lists),
        cmocka_unit_test(pointers_are_followed_once),
        cmocka_unit_test(slices_stand_and_words_lie),
        cmocka_unit_test(long_slices_are_folded),
        cmocka_unit_test(a_picture_is_folded_where_it_must_be),
        cmocka_unit_test(tables_have_rulers),
        cmocka_unit_test(strips_show_as_numbers),
        cmocka_unit_test(wide_tables_are_folded),
        cmocka_unit_test(arrays_of_two_dimensions_are_grids),
        cmocka_unit_test(the_matrix_memory_stands_side_by_side),
        cmocka_unit_test(values_come_home_first),
        cmocka_unit_test(characters_are_not_cut),
        cmocka_unit_test(what_changed_within_is_marked),
        cmocka_unit_test(values_have_an_end),
        cmocka_unit_test(records_have_an_end),
        cmocka_unit_test(sizes_may_have_changed),
        cmocka_unit_test(files_show_their_state),
        cmocka_unit_test(sizes_are_no_part_of_a_type),
        cmocka_unit_test(types_show_as_they_are_declared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
