/* SPDX-License-Identifier: MIT */
/* Exercises and their grading, without the command. */
#include <stdio.h>

#include "library.h"
#include "machine_test.h"
#include "tools/lessons/lessons.h"

static const StarOptions no_limits;
static const StarCompileOptions usual;

/* Grades a text as a solution of an exercise. The grade is to be closed. */
static GradeEnd grade_lesson(Grade *g, const Lesson *l,
                             const StarOptions *limits,
                             const StarCompileOptions *how, const char *text) {
    grade_open(g, l, limits);
    grade_take(g, how, "mine.star", text, strlen(text));
    while (grade_advance(g))
        ;
    return g->end;
}

static GradeEnd grade(Grade *g, const char *number, const StarOptions *limits,
                      const char *text) {
    Lesson l;
    assert_true(lesson_find(number, &l));
    return grade_lesson(g, &l, limits, &usual, text);
}

static void assert_grade(const char *text, GradeEnd wanted) {
    Grade g;
    assert_int_equal(grade(&g, "2", &no_limits, text), wanted);
    grade_close(&g);
}

TEST(exercises_have_numbers_in_order) {
    Lesson l, same;
    int k = 0;
    for (; lesson_at(k, &l); k++) {
        char number[20];
        assert_int_equal(l.number, k + 1);
        assert_true(l.title.length > 0 && l.text.length > 0);
        assert_true(l.group.length > 0 && l.read.length > 0);
        assert_true(l.hint[2].length > 0 && l.formula.length > 0);
        assert_int_equal(strncmp(l.heading.at, "proc ", 5), 0);
        assert_int_equal(l.heading.at[l.heading.length - 1], ';');
        snprintf(number, sizeof number, "%02d", l.number);
        assert_true(lesson_find(number, &same));
        assert_ptr_equal(l.unit, same.unit);
        assert_true(lesson_find(l.name, &same));
        assert_int_equal(l.number, same.number);
    }
    assert_int_equal(k, 40);
    assert_false(lesson_find("0", &l));
    assert_false(lesson_find("99", &l));
    assert_false(lesson_find("2x", &l));
    assert_false(lesson_find("", &l));
}

static StarStatus find_random(void *context, const char *name, const char *from,
                              StarUnitText *out) {
    (void)context, (void)from;
    for (const StarUnit *u = star_exercises; u->name != NULL; u++)
        if (strcmp(u->name, name) == 0) {
            *out = (StarUnitText){u->name, u->text, u->length, NULL};
            return STAR_OK;
        }
    return STAR_OPEN;
}

/* The texts that show what is wanted are solutions. */
TEST(the_models_are_right) {
    const StarCompileOptions how = {.find = find_random};
    Lesson l;
    for (int k = 0; lesson_at(k, &l); k++) {
        Grade g;
        assert_int_equal(grade_lesson(&g, &l, &no_limits, &how, l.unit),
                         GRADE_RIGHT);
        assert_int_equal(g.inputs, 330);
        assert_int_equal(g.count.found, g.count.wanted);
        assert_true(g.count.found <= g.count.most);
        grade_close(&g);
    }
}

#define HEADING "proc LAST(X: slice; var i: integer); "
#define RIGHT                                                         \
    "begin X := MIRROR(X); i := 0; if SOME(X) then i := LENGTH(X) - " \
    "FND(X) + 1 end;"
#define OVER "begin i := 0; while SOME(X) do i := STEP(X) end;"
#define FIRST "begin i := FND(X) end;"

TEST(all_ends_of_a_grade) {
    assert_grade(HEADING RIGHT, GRADE_RIGHT);
    assert_grade(HEADING OVER, GRADE_OVER);
    assert_grade(HEADING FIRST, GRADE_DIFFERENT);
    assert_grade(HEADING "begin i := 0; i := 1 div i end;", GRADE_FAILED);
    assert_grade(HEADING "begin while true do end;", GRADE_FAILED);
    assert_grade(HEADING "begin i := Q end;", GRADE_REFUSED);
    assert_grade("proc LOST(X: slice); begin end;", GRADE_MISSING);
    assert_grade("function LAST(X: slice): integer; begin LAST := 1 end;",
                 GRADE_FUNCTION);
    assert_grade("proc LAST(X: slice); begin end;", GRADE_HEADING);
    assert_grade("proc LAST(X: slice; i: integer); begin end;", GRADE_HEADING);
    assert_grade("proc LAST(X: word; var i: integer); begin i := 0 end;",
                 GRADE_HEADING);
}

TEST(the_failing_input_is_there) {
    Grade g;
    assert_int_equal(grade(&g, "2", &no_limits, HEADING FIRST),
                     GRADE_DIFFERENT);
    const Trial *t = &g.trial;
    const StarBits *given = t->value[TRIAL_GIVEN][0].bits;
    const int64_t wanted = t->value[TRIAL_WANTED][1].i;
    const int64_t found = t->value[TRIAL_FOUND][1].i;
    assert_true(found > 0 && found < wanted && wanted <= given->length);
    assert_int_equal(star_bits_get(given, found), 1);
    assert_int_equal(star_bits_get(given, wanted), 1);
    int64_t column;
    assert_int_equal(trial_place(t, 1, &column), 0);
    assert_true(trial_same(t, 0));
    assert_false(trial_same(t, 1));
    static StarTestText program;
    char bits[100] = "  X := '";
    for (int64_t k = 1, at = (int64_t)strlen(bits); k <= given->length; k++)
        bits[at++] = star_bits_get(given, k) ? '1' : '0';
    program.length = 0;
    assert_int_equal(grade_program(&g, star_test_sink, &program), STAR_OK);
    assert_non_null(strstr(program.text, strcat(bits, "';\n")));
    assert_true(g.inputs < 330);
    grade_close(&g);
}

/* The exercise's own procedures are not bounded. */
TEST(a_budget_of_steps_is_kept) {
    static const char endless[] = HEADING "begin while true do end;";
    Grade g;
    assert_int_equal(
        grade(&g, "2", &(StarOptions){.max_steps = 1}, HEADING RIGHT),
        GRADE_FAILED);
    assert_int_equal(star_machine_report(g.machine)->status, STAR_STEPS);
    grade_close(&g);
    assert_int_equal(grade(&g, "2", &no_limits, endless), GRADE_FAILED);
    assert_int_equal(star_machine_report(g.machine)->status, STAR_STEPS);
    assert_int_equal(star_machine_steps(g.machine), LESSON_STEPS);
    grade_close(&g);
}

/* What a text is made of, also where parts are missing. */
TEST(a_text_has_parts) {
    static const char text[] =
        "{ Mine\n  Do it.\n  Hint: a\n  b\n  Read: that }\n"
        "uses graph, random;\n\n"
        "proc OWN(var i: integer);\nbegin\n  i := 1\nend;\n\n"
        "proc INPUT(size, seed: integer; var _i: integer);\nbegin\nend;\n";
    Lesson l;
    assert_true(lesson_read("folder/12_own.star", text, strlen(text), &l));
    assert_string_equal(l.name, "own");
    assert_int_equal(strncmp(l.title.at, "Mine", (size_t)l.title.length), 0);
    assert_int_equal(strncmp(l.text.at, "  Do it.", (size_t)l.text.length), 0);
    assert_int_equal(l.text.length, strlen("  Do it."));
    assert_int_equal(l.hint[0].length, strlen("a\n  b"));
    assert_int_equal(l.hint[1].length, 0);
    assert_int_equal(l.read.length, strlen("that"));
    assert_int_equal(l.uses.length, strlen("uses graph"));
    assert_int_equal(l.formula.length, 0);
    assert_int_equal(strncmp(l.solution.at, "proc OWN", 8), 0);
    assert_int_equal(strncmp(l.solution.at + l.solution.length - 4, "end;", 4),
                     0);
    static const char graph[] = "{ Mine }\nuses graph;\n\nproc OWN(i: word);";
    assert_true(lesson_read("own", graph, strlen(graph), &l));
    assert_int_equal(l.uses.length, strlen("uses graph"));
    assert_false(lesson_read("other.star", text, strlen(text), &l));
    assert_false(lesson_read("own.star", text + 1, strlen(text) - 1, &l));
    assert_false(lesson_read("own.star", "{ Mine", strlen("{ Mine"), &l));
    assert_true(lesson_of("\n{ a }\nprocedure Kth(T", &l));
    assert_string_equal(l.name, "kth");
    assert_false(lesson_of("proc KTHS(T: table)", &l));
}

/* An exercise that is none says what it lacks; one without a bound has none. */
TEST(exercises_of_ones_own) {
    static const struct {
        const char *rest;
        GradeEnd end;
        bool messages;
    } own[] = {
        {"proc INPUT(size, seed: integer; var _i: integer); begin end;\n",
         GRADE_RIGHT, false},
        {"proc INPUT(size, seed: integer; _i: integer); begin end;\n",
         GRADE_UNFIT, false},
        {"", GRADE_UNFIT, false},
        {"proc INPUT(size, seed: integer; var i: integer); begin q end;\n",
         GRADE_UNFIT, true},
        {"proc INPUT(size, _seed: integer; var i: integer);\n"
         "begin i := 1 div (size - 2) end;\n",
         GRADE_UNFIT, true},
        {"proc BOUND(var _i: integer); begin end;\n"
         "proc INPUT(size, seed: integer; var _i: integer); begin end;\n",
         GRADE_UNFIT, false},
    };
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
        char text[600];
        Lesson l;
        Grade g;
        snprintf(text, sizeof text,
                 "{ Mine }\n\nproc OWN(var i: integer); begin i := 1 end;\n%s",
                 own[k].rest);
        assert_true(lesson_read("own.star", text, strlen(text), &l));
        assert_int_equal(
            grade_lesson(&g, &l, &no_limits, &usual,
                         "proc OWN(var i: integer); begin i := 1 end;"),
            own[k].end);
        assert_int_equal(g.end == GRADE_UNFIT && g.unfit == NULL,
                         own[k].messages);
        assert_int_equal(g.count.most, 0);
        grade_close(&g);
    }
}

TEST(no_memory_is_said) {
    Grade g;
    assert_int_equal(
        grade(&g, "2", &(StarOptions){.max_memory = 1000}, HEADING RIGHT),
        GRADE_BROKEN);
    assert_int_equal(g.error.status, STAR_MEMORY);
    grade_close(&g);
}

TEST_MAIN
