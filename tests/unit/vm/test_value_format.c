/* SPDX-License-Identifier: MIT */
/* Formatted slices and tables, which procedures leave in their var
 * parameters. */
#include "value_format_test.h"

TEST(slices_stand_and_words_lie) {
    value_format_expect("proc q(var x: slice); begin x := '011' end;",
                        (StarValueFormat){0}, "1 0\n2 1\n3 1\n", "'011'");
    value_format_expect("proc q(var x: slice); begin x := '011' end;",
                        (StarValueFormat){.across = true}, "123\n011\n",
                        "'011'");
    value_format_expect("proc q(var x: word); begin x := '01100' end;\n"
                        "proc r(var x: word); begin x := '01001' end;",
                        (StarValueFormat){0}, "12345\n01001\n  ^ ^\n",
                        "'01001'");
    value_format_expect("proc q(var x: word); begin x := '01100' end;\n"
                        "proc r(var x: word); begin x := '01001' end;",
                        (StarValueFormat){.colour = true},
                        "\033[2m12345\033[0m\n\033[2m0\033[0m\033[1;36m1\033[0m"
                        "\033[7m0\033[0m\033[2m0\033[0m\033[7m1\033[0m\n",
                        NULL);
    value_format_expect("proc q(var x: slice); begin x := '' end;",
                        (StarValueFormat){0}, "''\n", "''");
}

static const char long_slice[] = "proc q(var x: slice); var y: slice(1000);\n"
                                 "begin SET(y); x := MASK(y, 8, 999) end;";

TEST(long_slices_are_elided) {
    value_format_expect(
        long_slice, (StarValueFormat){.height = 13},
        "   1 0\n   2 0\n   3 0\n   4 0\n   5 0\n   6 0\n   7 0\n   8 1\n"
        "... 988 more rows ...\n"
        " 997 1\n 998 1\n 999 1\n1000 0\n",
        "'00000001111111111111111111...1111111111110' (1000)");
    value_format_expect(long_slice, (StarValueFormat){.height = 1},
                        "   1 0\n... 998 more rows ...\n1000 0\n", NULL);
    value_format_expect(long_slice,
                        (StarValueFormat){.across = true, .width = 40},
                        "        10        20       990      1000\n"
                        "123456789012345678901234     01234567890\n"
                        "000000011111111111111111 ... 11111111110\n"
                        "components 25..989 are not shown\n",
                        NULL);
    value_format_expect(
        long_slice,
        (StarValueFormat){.across = true, .width = 40, .utf8 = true},
        "        10        20       990      1000\n"
        "123456789012345678901234     01234567890\n"
        "000000011111111111111111  …  11111111110\n"
        "components 25..989 are not shown\n",
        "'00000001111111111111111111...111111111…");
}

/* Heights that just hold the rows, and one less. */
TEST(a_middle_that_does_not_fit_is_elided) {
    static const char text[] = "proc q(var x: slice); begin x := '01010' end;";
    value_format_expect(text, (StarValueFormat){.height = 5},
                        "1 0\n2 1\n3 0\n4 1\n5 0\n", NULL);
    value_format_expect(text, (StarValueFormat){.height = 4},
                        "1 0\n2 1\n... 2 more rows ...\n5 0\n", NULL);
    static const char table[] = "proc q(var x: table); var t: table(1, 12);\n"
                                "begin x := t end;";
    value_format_expect(table, (StarValueFormat){.width = 14},
                        "          10\n  123456789012\n1 000000000000\n", NULL);
    value_format_expect(table, (StarValueFormat){.width = 13},
                        "           12\n  1234     12\n1 0000 ... 00\n"
                        "columns 5..10 are not shown\n",
                        NULL);
    value_format_expect(table, (StarValueFormat){.width = 1},
                        "       12\n  1     2\n1 0 ... 0\n"
                        "columns 2..11 are not shown\n",
                        NULL);
}

static const char table[] =
    "proc q(var x: table); var t: table(11, 12); i: integer;\n"
    "begin for i := 1 to 11 do begin t := t; ROW(i, t) := MASK(ROW(i, t), i)\n"
    "end; x := t end;\n";

TEST(tables_have_rulers) {
    value_format_expect(table, (StarValueFormat){0},
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
    value_format_expect(
        "proc q(var x: table); var t: table(0, 5); begin x := t end;",
        (StarValueFormat){0}, "table 0 x 5\n", "table 0 x 5");
}

TEST(strips_show_as_numbers) {
    value_format_expect(table, (StarValueFormat){.field = 5, .height = 5},
                        "     1  2  3\n"
                        " 1  31 31  3\n"
                        " 2  15 31  3\n"
                        " 3   7 31  3\n"
                        "... 7 more rows ...\n"
                        "11   0  0  3\n",
                        NULL);
}

TEST(wide_tables_are_elided) {
    value_format_expect("proc q(var x: table); var t: table(2, 100000);\n"
                        "begin COL(99990, t) := '01'; x := t end;\n"
                        "proc r(var x: table); begin COL(3, x) := '10' end;",
                        (StarValueFormat){.width = 40},
                        "          10        20   99990    100000\n"
                        "  1234567890123456789012     01234567890\n"
                        "1*0010000000000000000000 ... 00000000000\n"
                        "2 0000000000000000000000 ... 10000000000\n"
                        "columns 23..99989 are not shown\n",
                        NULL);
}

TEST(arrays_of_two_dimensions_are_grids) {
    value_format_expect(
        "type c = (red, green); t = array [c, -1..1] of integer;\n"
        "proc q(var x: t); begin x[red, 0] := 1000; x[green, 1] := 5 end;\n"
        "proc r(var x: t); begin x[green, -1] := 2 end;",
        (StarValueFormat){0},
        "         -1    0    1\n"
        "  red     ? 1000    ?\n"
        "green*    2    ?    5\n",
        "((?, 1000, ?), (2, ?, 5))");
    value_format_expect(
        "type t = array [1..2, 1..500] of real; proc q(var x: t);\n"
        "var i: integer; begin for i := 1 to 500 do x[2, i] := i / 4 end;",
        (StarValueFormat){.width = 40},
        "        1      2      3         500\n"
        "1       ?      ?      ? ...       ?\n"
        "2    0.25    0.5   0.75 ...   125.0\n"
        "columns 4..499 are not shown\n",
        NULL);
}

/* ---- Several of them ---- */

/* Three columns of the matrix memory, of which the second is too wide. */
TEST(the_matrix_memory_stands_side_by_side) {
    ValueFormatTest f;
    value_format_open(
        &f, "proc q(var mask, y: slice; var t: table);\n"
            "var p: table(3, 40); begin y := '10'; mask := '010';\n"
            "COL(2, p) := '101'; t := p end;\n"
            "proc r(var mask, y: slice; var t: table); begin y := '11' end;");
    const StarProc *q = star_program_find(f.program, "q");
    StarCell value[3], before = {0};
    StarPanel panel[3];
    for (int k = 0; k < 3; k++)
        value[k] = value_format_nothing(&f, &q->param[k]);
    value_format_call(&f, "q", value);
    assert_int_equal(
        star_object_clone(f.be, value[1].object, (StarObject **)&before.object),
        STAR_OK);
    value_format_call(&f, "r", value);
    for (int k = 0; k < 3; k++)
        panel[k] = (StarPanel){q->param[k].name, q->param[k].type, value[k],
                               k == 1 ? &before : NULL};
    StarValueFormat how = {.width = 40, .mark = value[0].bits};
    assert_int_equal(
        star_value_format_memory(f.be, &how, panel, 3, star_test_sink, &f.out),
        STAR_OK);
    assert_string_equal(f.out.text, "    mask  y  t\n"
                                    "                     10               40\n"
                                    "             123456789012345     4567890\n"
                                    "  1 0     1  010000000000000 ... 0000000\n"
                                    "> 2*1     1  000000000000000 ... 0000000\n"
                                    "  3 0        010000000000000 ... 0000000\n"
                                    "columns 16..33 of t are not shown\n");
    how.colour = true;
    how.utf8 = true;
    f.out.length = 0;
    assert_int_equal(
        star_value_format_memory(f.be, &how, panel, 2, star_test_sink, &f.out),
        STAR_OK);
    assert_string_equal(f.out.text,
                        "    mask  y\n"
                        "  \033[2m1\033[0m \033[2m0\033[0m     "
                        "\033[1;36m1\033[0m\n"
                        "\033[1;32m▸ 2\033[0m \033[1;36m1\033[0m     "
                        "\033[7m1\033[0m\n"
                        "  \033[2m3\033[0m \033[2m0\033[0m\n");
    f.out.length = 0;
    how = (StarValueFormat){.width = 5000};
    panel[0] = panel[1]; /* a shorter one first */
    panel[1] = panel[2];
    assert_int_equal(
        star_value_format_memory(f.be, &how, panel, 2, star_test_sink, &f.out),
        STAR_OK);
    assert_non_null(strstr(f.out.text, "\n3    010000"));
    for (int k = 0; k < 3; k++)
        star_object_free(f.be, value[k].object);
    star_object_free(f.be, before.object);
    value_format_close(&f);
}

/* ---- On a device ---- */

static StarStatus fail_sync(StarBackend *be, uint64_t *block,
                            StarAccess access) {
    (void)block;
    assert_int_equal(access, STAR_READ);
    return star_raise(be->mem->error, STAR_DEVICE, "it is gone");
}

TEST(values_are_synced_first) {
    ValueFormatTest f;
    value_format_open(&f, "proc q(var x: slice); begin x := '01' end;");
    const StarProc *q = star_program_find(f.program, "q");
    const StarType *t = q->param[0].type;
    const StarValueFormat how = {0};
    StarCell value = value_format_nothing(&f, &q->param[0]);
    const StarPanel panel = {"x", t, value, NULL};
    value_format_call(&f, "q", &value);
    f.be->ops.sync_to_host = fail_sync;
    assert_int_equal(
        star_value_format(f.be, &how, t, value, NULL, star_test_sink, &f.out),
        STAR_DEVICE);
    assert_int_equal(
        star_value_format_short(f.be, &how, t, value, star_test_sink, &f.out),
        STAR_DEVICE);
    assert_int_equal(
        star_value_format_memory(f.be, &how, &panel, 1, star_test_sink, &f.out),
        STAR_DEVICE);
    assert_int_equal(f.out.length, 0);
    f.be->ops.sync_to_host = NULL;
    star_object_free(f.be, value.object);
    value_format_close(&f);
}

TEST_MAIN
