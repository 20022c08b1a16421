/* SPDX-License-Identifier: MIT */
/* Entries that come line by line. */
#include "machine_test.h"
#include "tools/entries.h"

typedef struct Fixture {
    StarMachine *machine;
    StarCompileOptions options;
    StarSession *session;
    Entry entry;
} Fixture;

static void begin(Fixture *f) {
    *f = (Fixture){.machine = star_test_machine(&(StarOptions){0})};
    f->session = star_session_new(f->machine, &f->options, false);
    assert_non_null(f->session);
}

static void end(Fixture *f) {
    entry_free(&f->entry);
    assert_null(f->entry.text);
    star_session_free(f->session);
    star_machine_free(f->machine);
}

/* Adds a line; whether the entry lacks something. */
static bool opens(Fixture *f, const char *line) {
    assert_true(entry_add(&f->entry, line, strlen(line)));
    assert_int_equal(f->entry.last, strlen(line));
    return entry_is_open(&f->entry, f->entry.text, f->session);
}

static StarStatus enter(Fixture *f) {
    const StarStatus status =
        star_session_enter(f->session, "entry", f->entry.text, f->entry.length);
    entry_clear(&f->entry);
    return status;
}

TEST(lines_make_an_entry) {
    const StarType *type;
    StarCell value;
    Fixture f;
    begin(&f);
    assert_true(opens(&f, "proc TWICE(var n: integer);"));
    assert_true(opens(&f, "begin"));
    assert_true(opens(&f, "  n := 2 * n"));
    assert_false(opens(&f, "end;"));
    assert_string_equal(f.entry.text, "proc TWICE(var n: integer);\nbegin\n"
                                      "  n := 2 * n\nend;\n");
    assert_int_equal(f.entry.lines, 4);
    assert_int_equal(enter(&f), STAR_OK);
    assert_false(entry_value(f.session, &type, &value));
    assert_false(opens(&f, "var k: integer; k := 21; TWICE(k); k"));
    assert_int_equal(enter(&f), STAR_OK);
    assert_true(entry_value(f.session, &type, &value));
    assert_int_equal(type->kind, STAR_TYPE_INTEGER);
    assert_int_equal(value.i, 42);
    assert_false(opens(&f, "k := k div 0"));
    assert_int_equal(enter(&f), STAR_DIVISION);
    assert_false(entry_value(f.session, &type, &value));
    end(&f);
}

TEST(a_part_may_be_asked_for) {
    Fixture f;
    begin(&f);
    opens(&f, ":time begin");
    assert_true(entry_is_open(&f.entry, f.entry.text + 6, f.session));
    opens(&f, "end");
    assert_false(entry_is_open(&f.entry, f.entry.text + 6, f.session));
    end(&f);
}

/* From the hundredth line on only a line that may end an entry does. */
TEST(long_entries_end_where_they_may) {
    Fixture f;
    begin(&f);
    assert_false(opens(&f, "var n: integer;"));
    for (int k = 2; k < 100; k++)
        assert_false(opens(&f, "n := 1;"));
    assert_true(opens(&f, "n := 1;"));
    assert_false(opens(&f, "n := 1; { the end }"));
    entry_clear(&f.entry);
    assert_false(opens(&f, "1 + 1"));
    end(&f);
}

TEST_MAIN
