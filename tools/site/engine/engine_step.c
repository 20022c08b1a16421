/* SPDX-License-Identifier: MIT */
/* A program that is stepped through: moments of its history. */
#include <emscripten.h>

#include "engine_inside.h"
#include "tools/debug/debug.h"
#include "tools/docs/docs.h"
#include "tools/plot/film.h"

/* Bytes for snapshots of the run. */
enum { SNAPSHOTS = 256 << 20 };

int engine_open_history(void) {
    const StarOptions options = engine_options();
    engine.history = star_history_new(&options, SNAPSHOTS, &engine.error);
    if (engine.history != NULL)
        engine.machine = star_history_machine(engine.history);
    return engine.history != NULL;
}

int engine_begin_steps(void) {
    const StarStatus status =
        star_history_begin(engine.history, engine.program, NULL, NULL);
    if (status == STAR_OK)
        return 0;
    engine.begun = false;
    return engine_failed(star_machine_backend(engine.machine)->mem->error);
}

int engine_advance_steps(int64_t steps) {
    const StarMoment *now = star_history_now(engine.history);
    star_history_go(engine.history, now->steps + steps);
    return now->when == STAR_PAUSED;
}

/* The history stays: its moments are still to be looked at. */
int engine_end_steps(void) {
    const StarReport *report = star_machine_report(engine.machine);
    if (star_history_now(engine.history)->when != STAR_FAILED)
        return 0;
    engine_message(NULL, report, &engine.program->sources);
    return star_status_exit(report->status);
}

EMSCRIPTEN_KEEPALIVE const char *engine_moment(void) {
    static const char *const when[] = {"paused", "cut", "failed", "ended"};
    const Out out = buffer_out(&engine.answer);
    buffer_clear(&engine.answer);
    if (engine.history == NULL)
        return "null";
    const StarMoment *now = star_history_now(engine.history);
    report_put(&out, "{\"when\":\"%s\",\"statements\":%lld,\"steps\":%lld",
               when[now->when], (long long)now->statements,
               (long long)now->steps);
    if (star_history_depth(engine.history) > 0) {
        const StarView view = star_history_frame(
            engine.history, star_history_depth(engine.history) - 1);
        const StarPlace at =
            star_source_place(&engine.program->sources, view.span);
        report_put(&out, ",\"file\":");
        report_string(&out, at.path);
        report_put(&out, ",\"line\":%d", at.row);
    }
    report_put(&out, "}");
    return buffer_bytes(&engine.answer);
}

EMSCRIPTEN_KEEPALIVE const char *engine_trace(double first, double most) {
    StarStatus status = STAR_MEMORY;
    buffer_clear(&engine.answer);
    if (engine.history == NULL)
        return "";
    StarTrace *t = star_trace_new(engine.history, (int64_t)most, &engine.error);
    if (t != NULL) {
        star_trace_formulas(t, docs_formula_in);
        status = star_trace_data(t, (int64_t)first, buffer_add, &engine.answer);
    }
    star_trace_free(t);
    return status == STAR_OK ? buffer_bytes(&engine.answer) : "";
}

EMSCRIPTEN_KEEPALIVE int engine_film(const char *name, double statements) {
    buffer_clear(&engine.answer);
    if (engine.history == NULL || !film_knows(engine.program, name))
        return 0;
    Film *film = film_open(engine.history, engine.program, name, &engine.error);
    if (film != NULL && star_history_go(engine.history, 0) == STAR_OK &&
        film_run(film, (int64_t)statements) == STAR_OK &&
        film_values(film) > 0 &&
        film_write(film, buffer_add, &engine.answer) != STAR_OK)
        buffer_clear(&engine.answer);
    film_close(film);
    return (int)engine.answer.length;
}
