/* SPDX-License-Identifier: MIT */
/* Values of parameters as text, and back. */
#include <unistd.h>

#include "machine_test.h"
#include "temporary.h"
#include "tools/values/table_file.h"
#include "tools/values/values.h"

typedef struct Fixture {
    StarMachine *machine;
    StarBackend *be;
    StarProgram *program;
    const StarProc *proc;
    StarTestText text;
} Fixture;

static void begin(Fixture *f, const char *parameters) {
    char text[400];
    snprintf(text, sizeof text,
             "program p; type colour = (red, green); digit = 1..9; proc F(%s); "
             "begin end; "
             "begin end.",
             parameters);
    *f = (Fixture){.machine = star_test_machine(&(StarOptions){0})};
    f->be = star_machine_backend(f->machine);
    f->program = star_test_compile(f->be->mem,
                                   &(StarCompileOptions){.whole = true}, text);
    f->proc = star_program_find(f->program, "F");
    assert_non_null(f->proc);
}

static void end(Fixture *f) {
    star_program_free(f->program);
    star_machine_free(f->machine);
}

static const ValuePage bits = {.mode = VALUE_BITS};

/* Reads a text as a value of parameter k and writes it again. */
static void assert_reads(Fixture *f, unsigned k, const char *text,
                         const char *wanted) {
    Argument a = {.param = &f->proc->param[k]};
    f->text.length = 0;
    StarConsole c = {.error = f->be->mem->error,
                     .write = star_test_write,
                     .context = &f->text};
    assert_int_equal(value_read(&a, text, f->be), STAR_OK);
    assert_int_equal(value_settle(&a, a.param, f->be), STAR_OK);
    assert_int_equal(value_show(&a, &a, 1, f->be, &bits, &c), STAR_OK);
    assert_int_equal(star_console_flush(&c), STAR_OK);
    assert_string_equal(f->text.text, wanted);
    value_free(&a, f->be);
}

static void assert_refused(Fixture *f, unsigned k, const char *text,
                           StarStatus status, const char *why) {
    Argument a = {.param = &f->proc->param[k]};
    assert_int_equal(value_read(&a, text, f->be), status);
    if (strstr(f->be->mem->error->text, why) == NULL)
        fail_msg("expected '%s', found '%s'", why, f->be->mem->error->text);
    value_free(&a, f->be);
}

TEST(every_kind_is_read_and_written) {
    static const char *const pairs[][2] = {
        {"-34", "-34\n"},     {"TRUE", "true\n"},          {"'x'", "x\n"},
        {"GREEN", "green\n"}, {"0101", "0101\n"},          {"11", "11\n"},
        {"2,,9", "2,,9\n"},   {"some text", "some text\n"}};
    Fixture f;
    begin(&f, "i: integer; b: boolean; c: char; e: colour; X: slice; w: word; "
              "a: array[l..u: integer] of integer; s: string");
    for (unsigned k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        assert_reads(&f, k, pairs[k][0], pairs[k][1]);
        assert_int_equal(value_is_object(&f.proc->param[k]), k >= 4);
    }
    end(&f);
}

TEST(what_is_no_value_is_refused) {
    Fixture f;
    begin(&f, "i: integer; X: slice; T: table; j: digit; "
              "a: array[l..u: integer] of integer");
    assert_refused(&f, 0, "x", STAR_INPUT, "'x' is no value for i");
    assert_refused(&f, 1, "012", STAR_INPUT, "'012' is no value for X");
    assert_refused(&f, 2, "01", STAR_INPUT, "T=@FILE");
    assert_refused(&f, 2, "@/no/such/file.mtx", STAR_OPEN, "/no/such/file.mtx");
    assert_refused(&f, 3, "0", STAR_INPUT, "no value for j");
    assert_reads(&f, 3, "1", "1\n");
    assert_reads(&f, 3, "9", "9\n");
    assert_refused(&f, 3, "10", STAR_INPUT, "no value for j");
    assert_refused(&f, 4, "1,x", STAR_INPUT, "'x' is no value for an element");
    end(&f);
}

TEST(what_was_not_given_has_no_value) {
    Fixture f;
    begin(&f, "i: integer; var T: table");
    StarConsole c = {.error = f.be->mem->error};
    for (unsigned k = 0; k < 2; k++) {
        Argument a = {.param = &f.proc->param[k]};
        assert_int_equal(value_settle(&a, a.param, f.be), STAR_OK);
        assert_int_equal(value_show(&a, &a, 1, f.be, &bits, &c),
                         k == 0 ? STAR_UNDEFINED : STAR_NOSIZE);
        value_free(&a, f.be);
    }
    end(&f);
}

TEST(numbers_become_real_together) {
    StarCell value = {.i = 3};
    Fixture f;
    begin(&f, "r: real");
    Argument a = {.param = &f.proc->param[0]};
    assert_int_equal(value_read(&a, "2.5", f.be), STAR_OK);
    assert_true(a.value.r == 2.5);
    assert_false(value_is_real(&a)); /* of a procedure for any numbers only */
    value_make_real(&value);
    assert_true(value.r == 3.0);
    value = (StarCell){.i = STAR_UNDEFINED_INT};
    value_make_real(&value);
    assert_true(value.raw == STAR_UNDEFINED_REAL);
    end(&f);
}

TEST(saved_values_are_read_again) {
    Fixture f;
    char folder[TEMPORARY_PATH], path[TEMPORARY_PATH + 10], text[280];
    begin(&f, "X: slice; a: array[l..u: integer] of integer");
    Argument x = {.param = &f.proc->param[0]}, a = {.param = &f.proc->param[1]};
    assert_int_equal(value_read(&x, "10110", f.be), STAR_OK);
    assert_int_equal(value_read(&a, "4,5", f.be), STAR_OK);
    assert_int_equal(value_settle(&x, x.param, f.be), STAR_OK);
    assert_int_equal(value_settle(&a, a.param, f.be), STAR_OK);
    assert_int_equal(value_ending(&x, f.be, "x.nosuch"), STAR_WRITE);
    assert_int_equal(value_ending(&a, f.be, "a.mtx"), STAR_WRITE);
    assert_int_equal(value_ending(&a, f.be, "a.csv"), STAR_OK);
    temporary_path(folder, "star_values_XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.mtx", folder);
    assert_int_equal(value_save(&x, &x, 1, f.be, path), STAR_OK);
    snprintf(text, sizeof text, "@%s", path);
    assert_reads(&f, 0, text, "10110\n");
    unlink(path);
    snprintf(path, sizeof path, "%s/a.csv", folder);
    assert_int_equal(value_save(&a, &a, 1, f.be, path), STAR_OK);
    snprintf(text, sizeof text, "@%s", path);
    assert_reads(&f, 1, text, "4,5\n");
    unlink(path);
    rmdir(folder);
    value_free(&x, f.be);
    value_free(&a, f.be);
    end(&f);
}

/* Shows the first of some arguments in a mode. */
static void assert_shows(Fixture *f, const Argument *all, unsigned count,
                         ValueMode mode, const char *wanted) {
    const ValuePage page = {.mode = mode};
    f->text.length = 0;
    StarConsole c = {.error = f->be->mem->error,
                     .write = star_test_write,
                     .context = &f->text};
    assert_int_equal(value_show(all, all, count, f->be, &page, &c), STAR_OK);
    assert_int_equal(star_console_flush(&c), STAR_OK);
    assert_string_equal(f->text.text, wanted);
}

/* Whatever lies behind them. */
TEST(names_end_with_their_length) {
    Fixture f;
    size_t length;
    uint32_t v;
    StarNameRoom room;
    begin(&f, "X: slice");
    StarParam p = f.proc->param[0];
    Argument a = {.param = &p};
    p.role = STAR_ROLE_VERTICES;
    assert_int_equal(value_read(&a, "11", f.be), STAR_OK);
    assert_int_equal(value_settle(&a, &p, f.be), STAR_OK);
    StarNames *names = star_names_new(f.be->mem, "f");
    assert_int_equal(star_names_put(names, "10", 2, &v), STAR_OK);
    assert_int_equal(star_names_put(names, "35", 2, &v), STAR_OK);
    char *text = (char *)star_names_get(names, v, room, &length);
    memcpy(text + length, "nan", 4);
    a.names = names;
    assert_shows(&f, &a, 1, VALUE_JSON,
                 "[{\"vertex\": 10},\n {\"vertex\": 35}]\n");
    star_names_free(names);
    value_free(&a, f.be);
    end(&f);
}

/* A slice with more components than there are arcs. */
TEST(arcs_end_with_their_tables) {
    static const char *const text[] = {"111", "2x1", "2x1"};
    Fixture f;
    Argument a[3] = {0};
    StarParam p[3];
    begin(&f, "Z: slice; L, R: table");
    for (unsigned k = 0; k < 3; k++) {
        p[k] = f.proc->param[k];
        a[k].param = &p[k];
        assert_int_equal(value_read(&a[k], text[k], f.be), STAR_OK);
        assert_int_equal(value_settle(&a[k], &p[k], f.be), STAR_OK);
    }
    p[0].role = STAR_ROLE_ARCS;
    p[1].layout = STAR_LAYOUT_LEFT + 1;
    p[2].layout = STAR_LAYOUT_RIGHT + 1;
    assert_shows(&f, a, 3, VALUE_CSV, "from,to\n0,0\n0,0\n");
    for (unsigned k = 0; k < 3; k++)
        value_free(&a[k], f.be);
    end(&f);
}

TEST(headings_are_written) {
    Fixture f;
    begin(&f, "i: digit; var T: table; e: colour; "
              "a: array[l..u: integer] of real");
    value_heading(f.proc, star_test_sink, &f.text);
    assert_string_equal(f.text.text,
                        "proc F(i: 1..9; var T: table; e: (red, green); "
                        "a: array[..] of real)\n");
    end(&f);
}

TEST(files_have_layouts) {
    TableFile t = table_file("g.mtx:weights:17:compact");
    assert_string_equal(t.path, "g.mtx");
    assert_int_equal(t.layout, STAR_LAYOUT_WEIGHTS);
    assert_true(t.sized && t.bits == 17 && t.compact);
    t = table_file("g.mtx:left:compact:rows");
    assert_string_equal(t.path, "g.mtx");
    assert_int_equal(t.layout, STAR_LAYOUT_LEFT);
    assert_true(t.compact && t.image == STAR_ROWS + 1);
    t = table_file("g.mtx:columns");
    assert_string_equal(t.path, "g.mtx");
    assert_true(!t.compact && t.image == STAR_COLUMNS + 1);
    t = table_file("a:b");
    assert_string_equal(t.path, "a:b");
    assert_int_equal(t.layout, STAR_LAYOUT_ADJACENCY);
}

TEST_MAIN
