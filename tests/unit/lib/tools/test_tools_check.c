/* SPDX-License-Identifier: MIT */
/* Messages about a text as data. */
#include <stdio.h>

#include "machine_test.h"
#include "tools/check.h"

typedef struct Seen {
    int errors, warnings, notes;
    char last[200];
} Seen;

static void take(void *context, const StarReport *r,
                 const StarSources *sources) {
    Seen *s = context;
    s->errors += r->severity == STAR_ERROR;
    s->warnings += r->severity == STAR_WARNING;
    s->notes += r->severity == STAR_NOTE;
    assert_int_equal(r->severity == STAR_NOTE, sources == NULL);
    assert_int_equal(r->severity == STAR_NOTE, r->status == STAR_OK);
    snprintf(s->last, sizeof s->last, "%s", r->text);
}

typedef struct Fixture {
    StarMachine *machine;
    StarProgram *program;
    Seen seen;
} Fixture;

static void begin(Fixture *f, const char *text) {
    *f = (Fixture){.machine = star_test_machine(&(StarOptions){0})};
    f->program =
        star_compile(star_machine_backend(f->machine)->mem,
                     &(StarCompileOptions){0}, "mine.star", text, strlen(text));
    assert_non_null(f->program);
    check_messages(f->program, take, &f->seen);
}

static void end(Fixture *f) {
    star_program_free(f->program);
    star_machine_free(f->machine);
}

TEST(all_messages_are_told) {
    Fixture f;
    begin(&f, "program p; var i: integer; begin i := q; i := r end.");
    assert_int_equal(f.seen.errors, 2);
    assert_int_equal(f.seen.notes, 0);
    end(&f);
    begin(&f, "program p; begin end.");
    assert_int_equal(f.seen.errors + f.seen.warnings + f.seen.notes, 0);
    assert_false(check_foretells_end(f.program));
    end(&f);
}

/* Of `count` errors; the list has room for 30. */
static void assert_more(int count, const char *wanted) {
    char text[4000] = "program p; var i: integer; begin i := 0";
    Fixture f;
    for (int k = 0; k < count; k++)
        sprintf(text + strlen(text), "; i := a%d_%c", k, 'a' + k % 26);
    strcat(text, " end.");
    begin(&f, text);
    assert_int_equal(f.seen.notes, wanted != NULL);
    if (wanted != NULL)
        assert_string_equal(f.seen.last, wanted);
    end(&f);
}

TEST(what_is_cut_is_counted) {
    assert_more(29, NULL);
    assert_more(30, NULL);
    assert_more(31, "and 1 more error");
    assert_more(32, "and 2 more errors");
}

/* The suggestion in place of the span is a text without the mistake. */
TEST(a_suggestion_is_a_correction) {
    static const char *const texts[] = {
        "program p; var count: integer; begin cuont := 1; writeln(count) end.",
        "program p; var X: slice(3); begin CLR(X); writeln(NUBM(X)) end.",
        "program p; var X: slic(3); begin CLR(X) end.",
        "program p; var r: record row: integer end; begin r.rwo := 1 end.",
        "program p; uses grph; begin end.",
        "program p; begni writeln(1) end."};
    int corrected = 0;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        char text[200];
        Fixture f;
        begin(&f, texts[k]);
        assert_int_equal(f.seen.errors, 1);
        const StarReport *r = &f.program->report[0];
        if (r->suggestion != NULL) {
            snprintf(text, sizeof text, "%.*s%s%s", (int)r->span.start,
                     texts[k], r->suggestion, texts[k] + r->span.end);
            end(&f);
            begin(&f, text);
            if (f.seen.errors > 0)
                fail_msg("%s: %s", text, f.seen.last);
            corrected++;
        }
        end(&f);
    }
    assert_true(corrected >= 5);
}

TEST(errors_without_a_place) {
    StarError error;
    star_raise(&error, STAR_OPEN, "cannot open %s", "x");
    const StarReport r = check_error(STAR_ERROR, &error);
    assert_int_equal(r.status, STAR_OPEN);
    assert_string_equal(r.text, "cannot open x");
    assert_false(r.placed);
    assert_null(r.expected);
    assert_null(r.hint);
}

TEST(an_end_is_foretold) {
    Fixture f;
    begin(&f, "program p; var X: slice(3); begin CLR(X); X(4) := 1 end.");
    assert_true(check_foretells_end(f.program));
    assert_true(f.seen.warnings > 0);
    end(&f);
}

TEST_MAIN
