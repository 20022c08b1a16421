/* SPDX-License-Identifier: MIT */
/* Formatted values of other types, and types. */
#include "value_format_test.h"

#include "io/file.h"

static void scalar(const char *type, const char *value, const char *expected) {
    char text[500], line[200];
    snprintf(text, sizeof text,
             "type colour = (red, green, blue); warm = red..green;\n"
             "proc q(var x: %s); begin x := %s end;",
             type, value);
    snprintf(line, sizeof line, "%s\n", expected);
    value_format_expect(text, (StarValueFormat){0}, line, expected);
}

TEST(scalars_are_as_a_program_has_them) {
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

TEST(nothing_is_a_question_mark) {
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
        value_format_expect(text, (StarValueFormat){0}, "?\n", "?");
    }
}

TEST(strings_cannot_harm_a_terminal) {
    static const char text[] =
        "proc q(var x: string);\n"
        "begin x := 'a\xc3\xa9' + chr(27) + chr(10) + chr(255) + 'z' end;";
    value_format_expect(text, (StarValueFormat){.utf8 = true},
                        "'a\xc3\xa9\\x1b\\x0a\\xffz'\n",
                        "'a\xc3\xa9\\x1b\\x0a\\xffz'");
    value_format_expect(text, (StarValueFormat){0},
                        "'a\\xc3\\xa9\\x1b\\x0a\\xffz'\n", NULL);
}

TEST(characters_stay_whole) {
    static const char text[] =
        "proc q(var x: string);\n"
        "begin x := 'a\xe2\x80\xa8\xe2\x82\xac' + chr(226) + chr(130) + 'z' +\n"
        "  chr(194) + chr(155) + chr(237) + chr(160) + chr(128) + chr(226) "
        "end;";
    value_format_expect(text, (StarValueFormat){.utf8 = true},
                        "'a\\xe2\\x80\\xa8\xe2\x82\xac\\xe2\\x82z"
                        "\\xc2\\x9b\\xed\\xa0\\x80\\xe2'\n",
                        NULL);
}

TEST(long_strings_are_cut) {
    value_format_expect(
        "proc q(var x: string); var i: integer;\n"
        "begin x := ''; for i := 1 to 1000 do x := x + 'a' end;",
        (StarValueFormat){.width = 40},
        "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        "aaaa'\n  ... 800 more ...\n",
        "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...");
}

TEST(characters_are_not_cut) {
    char expected[300] = "'";
    for (int k = 0; k < 66; k++)
        strcat(expected, "€");
    strcat(expected, "' … 34 more …\n");
    value_format_expect(
        "proc q(var x: string); var i: integer;\n"
        "begin x := ''; for i := 1 to 100 do x := x + '\xe2\x82\xac' end;",
        (StarValueFormat){.utf8 = true}, expected, NULL);
}

TEST(records_show_the_variant_that_is_active) {
    static const char type[] =
        "type shape = record name: string;\n"
        "  case solid: boolean of true: (r: real); false: (w, h: integer)\n"
        "  end;\n";
    char text[600];
    snprintf(text, sizeof text,
             "%sproc q(var x: shape); begin x.solid := true; x.r := 2 end;",
             type);
    value_format_expect(text, (StarValueFormat){0},
                        "(name: ?, solid: true, r: 2.0)\n",
                        "(name: ?, solid: true, r: 2.0)");
    snprintf(text, sizeof text,
             "%sproc q(var x: shape);\n"
             "begin x.name := 'box'; x.solid := false; x.w := 3 end;\n"
             "proc r(var x: shape); begin x.h := 4 end;",
             type);
    value_format_expect(text, (StarValueFormat){.width = 20},
                        "(name: 'box', solid:\n  false, w: 3, h: 4*)\n",
                        "(name: 'box', sol...");
}

TEST(records_hold_lines_tables_and_arrays) {
    value_format_expect(
        "type t = record x: slice; w: word; p: table; s: set of integer;\n"
        "  q: record end end;\n"
        "proc q(var x: t); var p: table(2, 3);\n"
        "begin x.x := '0110'; x.w := '001'; x.p := p;\n"
        "x.s := [1, 3..5, 100] end;",
        (StarValueFormat){0},
        "(x: '0110', w: '001', p: table 2 x 3, s: [1, 3..5, 100], q: ())\n",
        "(x: '0110', w: '001', p: table 2 x 3, s: [1, 3..5, 100], q: ())");
}

TEST(sets_show_ranges) {
    value_format_expect("type t = set of (a, b, c, d);\n"
                        "proc q(var x: t); begin x := [a, c, d] end;",
                        (StarValueFormat){0}, "[a, c..d]\n", "[a, c..d]");
    value_format_expect("type t = set of char;\n"
                        "proc q(var x: t); begin x := ['a'..'z', '0'] end;\n"
                        "proc r(var x: t); begin x := x + ['_'] end;",
                        (StarValueFormat){0}, "['0', '_', 'a'..'z']*\n",
                        "['0', '_', 'a'..'z']");
    value_format_expect(
        "type t = set of integer; proc q(var x: t); var i: integer;\n"
        "begin x := []; for i := -3 to 30 do x := x + [2 * i] end;",
        (StarValueFormat){.width = 40, .height = 9},
        "[-6, -4, -2, 0, 2, 4, 6, 8, 10, 12, 14,\n"
        "  16, 18, 20, 22, 24, 26, 28, 30, 32,\n  ...]\n",
        "[-6, -4, -2, 0, 2, 4, 6, 8, 10, 12, 1...");
    value_format_expect(
        "type t = set of integer; proc q(var x: t); begin x := [] end;",
        (StarValueFormat){0}, "[]\n", "[]");
}

TEST(arrays_of_one_dimension_are_lists) {
    value_format_expect("type t = array [1..5] of integer;\n"
                        "proc q(var x: t); begin x[2] := 7; x[5] := -1 end;\n"
                        "proc r(var x: t); begin x[3] := 0 end;",
                        (StarValueFormat){0}, "(?, 7, 0*, ?, -1)\n",
                        "(?, 7, 0, ?, -1)");
    value_format_expect("type t = array [1..5] of integer;\n"
                        "proc q(var x: t); begin x[2] := 7; x[5] := -1 end;\n"
                        "proc r(var x: t); begin x[3] := 0 end;",
                        (StarValueFormat){.colour = true},
                        "(?, 7, \033[7m0\033[0m, ?, -1)\n", NULL);
    value_format_expect("type t = packed array [1..4] of char;\n"
                        "proc q(var x: t); begin x := 'star' end;",
                        (StarValueFormat){0}, "'star'\n", "'star'");
    value_format_expect(
        "type t = array [1..1000] of integer; proc q(var x: t);\n"
        "var i: integer; begin for i := 1 to 1000 do x[i] := i end;",
        (StarValueFormat){.width = 40, .height = 10},
        "(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,\n"
        "  13, ... 981 more ..., 995, 996, 997,\n"
        "  998, 999, 1000)\n",
        NULL);
    value_format_expect(
        "type t = array [1..30] of boolean; proc q(var x: t);\n"
        "var i: integer; begin for i := 1 to 30 do x[i] := odd(i) end;",
        (StarValueFormat){.width = 200},
        "(true, false, true, false, true, false, true, false, true, false, "
        "true, false, true, false, true, false, true, false, true, false, "
        "true, false, true, false, true, false, true, false, true, false)\n",
        NULL);
    value_format_expect(
        "type t = array [1..2, 0..1, 5..6] of integer;\n"
        "proc q(var x: t); begin x[1, 0, 5] := 1; x[2, 1, 6] := 8 end;",
        (StarValueFormat){0}, "(((1, ?), (?, ?)), ((?, ?), (?, 8)))\n",
        "(((1, ?), (?, ?)), ((?, ?), (?, 8)))");
}

TEST(what_changed_within_is_marked) {
    value_format_expect(
        "type t = record x: slice; s: string; c: set of boolean\n"
        "  end;\n"
        "proc q(var x: t);\n"
        "begin x.x := '01'; x.s := 'a'; x.c := [true]; end;\n"
        "proc r(var x: t);\n"
        "begin x.x := '11'; x.s := 'b'; x.c := [false] end;",
        (StarValueFormat){0}, "(x: '11'*, s: 'b'*, c: [false]*)\n", NULL);
    value_format_expect("type t = packed array [1..3] of char;\n"
                        "proc q(var x: t); begin x := 'abc' end;\n"
                        "proc r(var x: t); begin x[2] := 'x' end;",
                        (StarValueFormat){0}, "'axc'*\n", NULL);
    value_format_expect("type t = packed array [1..3] of char;\n"
                        "proc q(var x: t); begin x[1] := 'a' end;",
                        (StarValueFormat){0}, "'a' ... 2 more ...\n", NULL);
    value_format_expect("type t = array [1..2] of slice;\n"
                        "proc q(var x: t); begin x[1] := '01' end;\n"
                        "proc r(var x: t); begin x[1] := '11' end;",
                        (StarValueFormat){0}, "('11'*, ?)\n", NULL);
}

/* Of a value with many parts so many are shown. */
TEST(values_have_an_end) {
    ValueFormatTest f;
    value_format_open(&f, "type t = array [1..20, 1..20, 1..20] of integer;\n"
                          "proc q(var x: t); var i, j, k: integer;\n"
                          "begin for i := 1 to 20 do for j := 1 to 20 do\n"
                          "for k := 1 to 20 do x[i, j, k] := 1 end;");
    const StarProc *q = star_program_find(f.program, "q");
    const StarValueFormat how = {.height = 10};
    StarCell value = value_format_nothing(&f, &q->param[0]);
    value_format_call(&f, "q", &value);
    assert_int_equal(star_value_format(f.be, &how, q->param[0].type, value,
                                       NULL, star_test_sink, &f.out),
                     STAR_OK);
    assert_true(f.out.length < 1000);
    assert_non_null(strstr(f.out.text, "... 10 more ...), ... 19 more ...)"));
    star_object_free(f.be, value.object);
    value_format_close(&f);
}

TEST(records_have_an_end) {
    char text[4000] = "type t = record ";
    for (int k = 0; k < 250; k++)
        sprintf(text + strlen(text), "%sf%d", k > 0 ? ", " : "", k);
    strcat(text, ": integer end; proc q(var x: t); begin end;");
    ValueFormatTest f;
    value_format_open(&f, text);
    const StarProc *q = star_program_find(f.program, "q");
    const StarValueFormat how = {.width = 900, .height = 10};
    StarCell value = value_format_nothing(&f, &q->param[0]);
    assert_int_equal(star_value_format(f.be, &how, q->param[0].type, value,
                                       NULL, star_test_sink, &f.out),
                     STAR_OK);
    assert_non_null(strstr(f.out.text, ", f198: ?, ...)\n"));
    star_object_free(f.be, value.object);
    value_format_close(&f);
}

/* The earlier value may have had another size. */
TEST(sizes_may_have_changed) {
    ValueFormatTest f;
    value_format_open(
        &f, "type t = array [1..3] of integer; u = array [1..2] of integer;\n"
            "proc q(var x: t; var y: u); begin x[1] := 1; y[1] := 2 end;");
    const StarProc *q = star_program_find(f.program, "q");
    const StarValueFormat how = {0};
    StarCell value[2];
    for (int k = 0; k < 2; k++)
        value[k] = value_format_nothing(&f, &q->param[k]);
    value_format_call(&f, "q", value);
    assert_int_equal(star_value_format(f.be, &how, q->param[0].type, value[0],
                                       &value[1], star_test_sink, &f.out),
                     STAR_OK);
    assert_string_equal(f.out.text, "(1, ?, ?)\n");
    for (int k = 0; k < 2; k++)
        star_object_free(f.be, value[k].object);
    value_format_close(&f);
}

TEST(files_show_their_state) {
    ValueFormatTest f;
    value_format_open(&f, "program p; begin end.");
    const StarType t = {.kind = STAR_TYPE_FILE},
                   r = {.kind = STAR_TYPE_ROUTINE};
    const StarValueFormat how = {0};
    StarFile *file = star_file_new(f.be);
    assert_non_null(file);
    for (int k = 0; k < 3; k++) {
        file->path = k == 0 ? "x.txt" : NULL;
        file->standard = k == 1;
        file->mode = (uint8_t)k;
        assert_int_equal(star_value_format(f.be, &how, &t,
                                           (StarCell){.file = file}, NULL,
                                           star_test_sink, &f.out),
                         STAR_OK);
    }
    assert_int_equal(star_value_format(f.be, &how, &r, (StarCell){.i = 0}, NULL,
                                       star_test_sink, &f.out),
                     STAR_OK);
    assert_string_equal(f.out.text, "file 'x.txt', not open\n"
                                    "console, being read\n"
                                    "temporary file, being written\n"
                                    "procedure\n");
    star_object_free(f.be, &file->head);
    value_format_close(&f);
}

TEST(pointers_are_followed_once) {
    ValueFormatTest f;
    value_format_open(&f,
                      "type p = ^node; node = record n: integer; next: p end;\n"
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
    const StarValueFormat how = {.heap = &heap}, plain = {0};
    assert_int_equal(
        star_value_format(f.be, &how, t, cell, NULL, star_test_sink, &f.out),
        STAR_OK);
    assert_int_equal(
        star_value_format(f.be, &plain, t, cell, NULL, star_test_sink, &f.out),
        STAR_OK);
    assert_int_equal(star_heap_dispose(f.be, &heap, cell.i, 0), STAR_OK);
    assert_int_equal(
        star_value_format(f.be, &how, t, cell, NULL, star_test_sink, &f.out),
        STAR_OK);
    cell.i = STAR_NIL_POINTER;
    assert_int_equal(
        star_value_format(f.be, &how, t, cell, NULL, star_test_sink, &f.out),
        STAR_OK);
    assert_string_equal(f.out.text,
                        "^(n: 1, next: ^node)\n^node\ndangling\nnil\n");
    star_heap_free(f.be, &heap);
    value_format_close(&f);
}

/* ---- Types ---- */

TEST(sizes_are_no_part_of_a_type) {
    ValueFormatTest f;
    value_format_open(
        &f, "proc q(n: integer; procedure r; var x: array [l..h: integer] of "
            "integer);\n"
            "var s: slice(n); w: word(n); t: table(n, n); begin end;");
    const StarProc *q = star_program_find(f.program, "q");
    for (int c = 0; c < q->cells; c++)
        if (q->cell[c].type != NULL) {
            star_type_write(q->cell[c].type, star_test_sink, &f.out);
            star_test_sink(&f.out, "; ", 2);
        }
    assert_string_equal(f.out.text,
                        "integer; procedure; array [..] of integer; "
                        "integer; integer; slice; word; table; ");
    value_format_close(&f);
}

TEST(types_show_as_they_are_declared) {
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
    ValueFormatTest f;
    for (int k = 0; k < TYPES; k++) {
        size_t n = strlen(text);
        snprintf(text + n, sizeof text - n, "v%d: %s;\n", k, types[k]);
    }
    strcat(text, "begin end.");
    value_format_open(&f, text);
    const StarProc *p = f.program->proc;
    for (int k = 0, c = 0; k < TYPES; k++, c++) {
        while (p->cell[c].name == NULL)
            c++;
        f.out.length = 0;
        star_type_write(p->cell[c].type, star_test_sink, &f.out);
        assert_string_equal(f.out.text, types[k]);
    }
    value_format_close(&f);
}

TEST_MAIN
