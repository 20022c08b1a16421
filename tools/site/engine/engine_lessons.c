/* SPDX-License-Identifier: MIT */
/* The exercises: what they ask for, and a run that tries a solution. */
#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

#include "engine_inside.h"
#include "tools/debug/debug.h"

/* ---- What they ask for ---- */

static void put_text(const Out *out, const char *name, LessonText text) {
    Buffer copy = {0};
    report_put(out, ",\"%s\":", name);
    buffer_add(&copy, text.length > 0 ? text.at : "", (size_t)text.length);
    report_string(out, buffer_bytes(&copy));
    free(copy.bytes);
}

static void put_lesson(const Out *out, const Lesson *l) {
    report_put(out, "{\"number\":%d,\"name\":\"%s\"", l->number, l->name);
    put_text(out, "title", l->title);
    put_text(out, "text", l->text);
    put_text(out, "group", l->group);
    put_text(out, "heading", l->heading);
    put_text(out, "formula", l->formula);
    put_text(out, "read", l->read);
    for (int k = 0; k < LESSON_HINTS; k++) {
        const char *const names[] = {"hint1", "hint2", "hint3"};
        put_text(out, names[k], l->hint[k]);
    }
    report_put(out, "}");
}

EMSCRIPTEN_KEEPALIVE const char *engine_lessons(void) {
    const Out out = buffer_out(&engine.answer);
    Lesson l;
    buffer_clear(&engine.answer);
    report_put(&out, "[");
    for (int k = 0; lesson_at(k, &l); k++) {
        report_put(&out, k > 0 ? ",\n" : "");
        put_lesson(&out, &l);
    }
    report_put(&out, "]");
    return buffer_bytes(&engine.answer);
}

/* An exercise of one's own, whose text is kept. */
static bool own_lesson(const char *path, const char *text, Lesson *out) {
    buffer_clear(&engine.lesson);
    buffer_add(&engine.lesson, text, strlen(text));
    return lesson_read(path, buffer_bytes(&engine.lesson), engine.lesson.length,
                       out);
}

EMSCRIPTEN_KEEPALIVE const char *engine_lesson(const char *path,
                                               const char *text) {
    const Out out = buffer_out(&engine.answer);
    Lesson l;
    engine_close(); /* a grade has a text too */
    buffer_clear(&engine.answer);
    if (!own_lesson(path, text, &l))
        return "null";
    put_lesson(&out, &l);
    return buffer_bytes(&engine.answer);
}

/* ---- A solution ---- */

EMSCRIPTEN_KEEPALIVE int engine_grade(const char *name, const char *unit,
                                      const char *path, const char *text) {
    const StarCompileOptions usual = {.find = engine_find};
    const StarOptions limits = {.max_memory = ENGINE_MEMORY};
    Lesson l;
    engine_close();
    buffer_clear(&engine.answer);
    if (!(unit[0] != '\0' ? own_lesson(name, unit, &l) : lesson_find(name, &l)))
        return ENGINE_USAGE;
    grade_open(&engine.grade, &l, &limits);
    grade_take(&engine.grade, &usual, path, text, strlen(text));
    engine.graded = engine.begun = engine.more = true;
    return 0;
}

/* The parameters of the trial, each with the value that was given and those
 * that were wanted and found. */
static StarStatus put_values(const Grade *g, const Out *out) {
    static const char *const names[] = {"given", "wanted", "found"};
    StarBackend *be = star_machine_backend(g->machine);
    const StarProc *proc = g->trial.wanted;
    StarError error = {0};
    StarMem mem = {.error = &error, .limit = SIZE_MAX};
    report_put(out, ",\"values\":[");
    for (unsigned k = 0; k < proc->params; k++) {
        const StarParam *p = &proc->param[k];
        report_put(out, "%s{\"name\":\"%s\",\"kind\":\"%s\",\"var\":%s",
                   k > 0 ? "," : "", p->name, star_trace_kind(p->type),
                   p->var ? "true" : "false");
        for (int j = TRIAL_GIVEN; j <= TRIAL_FOUND; j++) {
            const StarVariable v = {p->name, p->type, g->trial.value[j][k]};
            report_put(out, ",\"%s\":", names[j]);
            STAR_TRY(star_trace_value(be, &mem, &v, out->sink, out->context));
        }
        report_put(out, "}");
    }
    report_put(out, "]");
    return STAR_OK;
}

/* What came of it is the engine's answer; a program and values of what goes
 * wrong if there is memory for them. */
static void put_grade(const Grade *g) {
    const Out out = buffer_out(&engine.answer);
    Buffer text = {0};
    report_put(&out, "{");
    grade_json(g, &out);
    grade_feedback(g, buffer_add, &text);
    report_put(&out, ",\"feedback\":");
    report_string(&out, buffer_bytes(&text));
    buffer_clear(&text);
    const size_t length = engine.answer.length;
    if (g->open && (g->end == GRADE_DIFFERENT || g->end == GRADE_FAILED) &&
        grade_program(g, buffer_add, &text) == STAR_OK) {
        report_put(&out, ",\"program\":");
        report_string(&out, buffer_bytes(&text));
        if (put_values(g, &out) != STAR_OK)
            engine.answer.length = length;
    }
    report_put(&out, "}");
    free(text.bytes);
}

int engine_end_grade(void) {
    const Grade *g = &engine.grade;
    buffer_clear(&engine.answer);
    if (engine.more)
        return star_status_exit(STAR_INTERRUPTED);
    if (g->end == GRADE_BROKEN)
        return engine_failed(&g->error);
    grade_reports(g, engine_message, NULL);
    put_grade(g);
    return g->end != GRADE_RIGHT;
}

EMSCRIPTEN_KEEPALIVE const char *engine_graded(void) {
    return engine.graded && !engine.begun ? buffer_bytes(&engine.answer) : "";
}
