/* SPDX-License-Identifier: MIT */
#include "run_test.h"

static bool take(void *context, const char *text, size_t length) {
    RunTest *f = context;
    if (++f->calls == f->fail_at)
        return false;
    return star_test_write(&f->out, text, length);
}

static size_t give(void *context, char *text, size_t most) {
    RunTest *f = context;
    size_t length = strlen(f->in);
    length = length < most ? length : most;
    memcpy(text, f->in, length);
    f->in += length;
    return length;
}

static StarStatus find(void *context, const char *name, const char *from,
                       StarUnitText *out) {
    static const char unit[] =
        "proc twice(n: integer; var m: integer); begin m := 2 * n end;";
    (void)context;
    assert_string_equal(from, "p.star");
    *out = (StarUnitText){"unit.star", unit, sizeof unit - 1, NULL};
    return strcmp(name, "unit") == 0    ? STAR_OK
           : strcmp(name, "great") == 0 ? STAR_MEMORY
                                        : STAR_OPEN;
}

void run_open_with(RunTest *f, StarOptions options) {
    *f = (RunTest){.in = ""};
    options.write = take;
    options.read = give;
    options.context = f;
    f->machine = star_test_machine(&options);
}

void run_open(RunTest *f) {
    run_open_with(f, (StarOptions){0});
}

StarMem *run_mem(const RunTest *f) {
    return star_machine_backend(f->machine)->mem;
}

bool run_compile(RunTest *f, const char *text) {
    const StarCompileOptions options = {.find = find};
    f->program =
        star_compile(run_mem(f), &options, "p.star", text, strlen(text));
    return f->program != NULL;
}

void run_drop(RunTest *f) {
    star_program_free(f->program);
    f->program = NULL;
}

void run_close(RunTest *f) {
    run_drop(f);
    star_machine_free(f->machine);
}

StarStatus run_text(RunTest *f, const char *text) {
    run_drop(f);
    f->out = (StarTestText){.length = 0};
    assert_true(run_compile(f, text));
    if (f->program->errors > 0)
        fail_msg("%s", f->program->report[0].text);
    return star_machine_run(f->machine, f->program);
}

void run_prints(RunTest *f, const char *text, const char *out) {
    if (run_text(f, text) != STAR_OK)
        fail_msg("%s", star_machine_report(f->machine)->text);
    assert_string_equal(f->out.text, out);
}
