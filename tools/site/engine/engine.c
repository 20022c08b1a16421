/* SPDX-License-Identifier: MIT */
#include "engine_inside.h"
#include "tools/debug/debug.h"

#include <emscripten.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE = 256,         /* steps between two looks at the clock */
    MAX_OUTPUT = 1 << 18 /* bytes that are waited for */
};

Engine engine = {.form = STAR_JSON};

/* ---- What programs ask for ---- */

bool engine_take_output(void *unused, const char *text, size_t length) {
    (void)unused;
    buffer_add(&engine.output, text, length);
    return true;
}

size_t engine_give_input(void *unused, char *text, size_t most) {
    const size_t left = engine.input.length - engine.taken;
    const size_t length = most < left ? most : left;
    (void)unused;
    if (length > 0)
        memcpy(text, engine.input.bytes + engine.taken, length);
    engine.taken += length;
    return length;
}

StarStatus engine_find(void *unused, const char *name, const char *from,
                       StarUnitText *out) {
    static char path[300];
    char piece[4096];
    const char *slash = strrchr(from, '/');
    const int folder = slash != NULL ? (int)(slash - from + 1) : 0;
    (void)unused;
    snprintf(path, sizeof path, "%.*s%s.star", folder, from, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return STAR_UNIT;
    buffer_clear(&engine.unit);
    for (size_t n; (n = fread(piece, 1, sizeof piece, file)) > 0;)
        buffer_add(&engine.unit, piece, n);
    fclose(file);
    *out = (StarUnitText){path, buffer_bytes(&engine.unit), engine.unit.length,
                          NULL};
    return STAR_OK;
}

StarOptions engine_options(void) {
    const EngineLimits *l = &engine.limits;
    return (StarOptions){.max_memory =
                             l->memory > 0 ? (size_t)l->memory : ENGINE_MEMORY,
                         .max_steps = (int64_t)l->steps,
                         .max_depth = l->depth,
                         .max_output = (size_t)l->output,
                         .folder = engine.folder,
                         .warn = engine_message,
                         .write = engine_take_output,
                         .read = engine_give_input};
}

/* ---- Messages ---- */

void engine_message(void *to, const StarReport *report,
                    const StarSources *sources) {
    star_report_write(report, sources, (StarStyle){.form = engine.form},
                      buffer_add, to != NULL ? to : &engine.messages);
}

int engine_failed(const StarError *error) {
    const StarReport report = check_error(STAR_ERROR, error);
    engine_message(NULL, &report, NULL);
    return star_status_exit(error->status);
}

EMSCRIPTEN_KEEPALIVE void engine_limits(double memory, double steps,
                                        double depth, double output) {
    engine.limits = (EngineLimits){memory, steps, output, (uint32_t)depth};
}

EMSCRIPTEN_KEEPALIVE void engine_form(int form) {
    engine.form = (StarReportForm)form;
}

EMSCRIPTEN_KEEPALIVE const char *engine_messages(void) {
    return buffer_bytes(&engine.messages);
}

/* ---- Input and output ---- */

EMSCRIPTEN_KEEPALIVE void engine_input(const char *text, int length) {
    buffer_clear(&engine.input);
    buffer_add(&engine.input, text, (size_t)length);
    engine.taken = 0;
}

EMSCRIPTEN_KEEPALIVE const char *engine_output(void) {
    return buffer_bytes(&engine.output);
}

EMSCRIPTEN_KEEPALIVE int engine_output_length(void) {
    return (int)engine.output.length;
}

EMSCRIPTEN_KEEPALIVE void engine_output_forget(void) {
    buffer_clear(&engine.output);
}

/* ---- A run ---- */

void engine_close(void) {
    if (engine.begun)
        engine_end();
    star_program_free(engine.program);
    if (engine.graded)
        grade_close(&engine.grade);
    engine.graded = false;
    if (engine.history != NULL)
        star_history_free(engine.history);
    else if (engine.machine != engine.console)
        star_machine_free(engine.machine);
    engine.program = NULL;
    engine.history = NULL;
    engine.machine = NULL;
    engine.entry = false;
    buffer_clear(&engine.messages);
}

/* Files are looked for beside the program. */
static void set_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    const int length = slash != NULL ? (int)(slash - path + 1) : 0;
    snprintf(engine.folder, sizeof engine.folder, "%.*s", length, path);
}

/* The account that the program is compiled in. */
static StarMem *open_account(EngineKind kind) {
    const StarOptions options = engine_options();
    if (kind == ENGINE_STEP)
        engine_open_history();
    else
        engine.machine = star_machine_new(&options, &engine.error);
    return engine.machine != NULL ? star_machine_backend(engine.machine)->mem
                                  : NULL;
}

static int compile(StarMem *mem, EngineKind kind, const char *path,
                   const char *text) {
    const bool steps = kind == ENGINE_STEP;
    const StarCompileOptions options = {.find = engine_find,
                                        .plain = steps,
                                        .bodies = steps,
                                        .count = true,
                                        .watched = steps};
    engine.program = star_compile(mem, &options, path, text, strlen(text));
    if (engine.program == NULL)
        return engine_failed(mem->error);
    check_messages(engine.program, engine_message, NULL);
    return engine.program->errors > 0 ? star_status_exit(STAR_SYNTAX) : 0;
}

EMSCRIPTEN_KEEPALIVE int engine_begin(int kind, const char *path,
                                      const char *text) {
    engine_close();
    set_folder(path);
    StarMem *mem = open_account((EngineKind)kind);
    if (mem == NULL)
        return engine_failed(&engine.error);
    const int status = compile(mem, (EngineKind)kind, path, text);
    if (status != 0)
        return status;
    engine.begun = true;
    if (kind == ENGINE_STEP)
        return engine_begin_steps();
    star_machine_begin(engine.machine, engine.program, NULL, NULL);
    return 0;
}

EMSCRIPTEN_KEEPALIVE int engine_advance(double steps) {
    if (!engine.begun)
        return false;
    if (engine.graded)
        return engine.more = grade_advance(&engine.grade);
    return engine.history != NULL
               ? engine_advance_steps((int64_t)steps)
               : star_machine_advance(engine.machine, (int64_t)steps);
}

EMSCRIPTEN_KEEPALIVE int engine_advance_for(double milliseconds) {
    const double end = emscripten_get_now() + milliseconds;
    bool more = engine_advance(PIECE);
    while (more && engine.output.length < MAX_OUTPUT &&
           emscripten_get_now() < end)
        more = engine_advance(PIECE);
    return more;
}

EMSCRIPTEN_KEEPALIVE int engine_end(void) {
    if (!engine.begun)
        return 0;
    engine.begun = false;
    if (engine.graded)
        return engine_end_grade();
    if (engine.entry)
        return engine_end_entry();
    if (engine.history != NULL)
        return engine_end_steps();
    star_machine_end(engine.machine);
    const StarReport *report = star_machine_report(engine.machine);
    if (report->status != STAR_OK)
        engine_message(NULL, report, &engine.program->sources);
    return star_status_exit(report->status);
}

EMSCRIPTEN_KEEPALIVE double engine_steps(void) {
    return engine.machine == NULL ? 0
           : engine.history != NULL
               ? (double)star_history_now(engine.history)->steps
               : (double)star_machine_steps(engine.machine);
}

/* ---- Variables ---- */

static void put_variable(const Out *out, const StarVariable *v, bool first) {
    StarBackend *be = star_machine_backend(engine.machine);
    StarError error;
    StarMem mem = {.error = &error, .limit = SIZE_MAX};
    Buffer text = {0};
    error.status = STAR_OK;
    report_put(out, first ? "{\"name\":" : ",{\"name\":");
    report_string(out, v->name);
    star_type_write(v->type, buffer_add, &text);
    report_put(out, ",\"type\":");
    report_string(out, buffer_bytes(&text));
    report_put(out, ",\"kind\":\"%s\",\"value\":", star_trace_kind(v->type));
    const size_t length = engine.answer.length;
    if (star_trace_value(be, &mem, v, out->sink, out->context) != STAR_OK) {
        engine.answer.length = length;
        report_put(out, "null");
    }
    star_trace_names(v, out->sink, out->context);
    report_put(out, "}");
    free(text.bytes);
}

EMSCRIPTEN_KEEPALIVE const char *engine_variables(void) {
    const Out out = buffer_out(&engine.answer);
    const StarProgram *p =
        engine.entry ? star_session_program(engine.session) : engine.program;
    const bool there = engine.begun || engine.entry || engine.history != NULL;
    buffer_clear(&engine.answer);
    report_put(&out, "[");
    if (there && p != NULL && p->procs > 0) {
        const StarView view = {
            &p->proc[0], star_machine_globals(engine.machine), {0, 0, 0}};
        bool first = true;
        for (unsigned k = 0; k < view.proc->cells; k++) {
            StarVariable v;
            if (star_inspect_variable(&view, k, &v)) {
                put_variable(&out, &v, first);
                first = false;
            }
        }
    }
    report_put(&out, "]");
    return buffer_bytes(&engine.answer);
}
