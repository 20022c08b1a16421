/* SPDX-License-Identifier: MIT */
/* The console: a session whose entries are run like programs. */
#include <emscripten.h>
#include <string.h>

#include "engine_inside.h"
#include "handle.h"
#include "report/value_format.h"

static const StarCompileOptions compile_options = {.find = engine_find,
                                                   .count = true};

static bool may_open(void *unused, const char *path) {
    (void)unused, (void)path;
    return true;
}

/* The session, if there is memory for one: that of a handle, whose functions
 * give its variables. */
static StarSession *open_session(void) {
    const StarOptions o = engine_options();
    const StarConfig config = {.write = o.write,
                               .read = o.read,
                               .may_open = may_open,
                               .folder = o.folder,
                               .max_memory = o.max_memory,
                               .max_steps = o.max_steps,
                               .max_depth = o.max_depth,
                               .max_output = o.max_output};
    if (engine.star != NULL)
        return engine.session;
    engine.star = star_open(&config);
    if (engine.star == NULL) {
        star_raise(&engine.error, MSG_NO_MEMORY());
        return NULL;
    }
    engine.star->options = compile_options;
    star_reset(engine.star);
    engine.console = engine.star->machine;
    return engine.session = engine.star->session;
}

/* The handle, with a session. */
Star *engine_star(void) {
    open_session();
    return engine.star;
}

static void put_reports(void) {
    int count;
    const StarReport *report = star_session_reports(engine.session, &count);
    const StarProgram *p = star_session_program(engine.session);
    for (int k = 0; k < engine.star->warnings; k++)
        engine_message(NULL, &engine.star->warning[k].report, NULL);
    engine.star->warnings = 0;
    for (int k = 0; k < count; k++)
        engine_message(NULL, &report[k], &p->sources);
}

static int status_of_reports(void) {
    int count;
    const StarReport *report = star_session_reports(engine.session, &count);
    for (int k = 0; k < count; k++)
        if (report[k].severity == STAR_ERROR)
            return star_status_exit(report[k].status);
    return 0;
}

EMSCRIPTEN_KEEPALIVE int engine_enter(const char *name, const char *text,
                                      int whole) {
    const size_t length = strlen(text);
    engine_close();
    if (open_session() == NULL)
        return engine_failed(&engine.error);
    if (!whole && star_session_open(engine.session, text, length))
        return ENGINE_OPEN;
    engine.machine = engine.console;
    engine.entry = true;
    if (star_session_begin(engine.session, name, text, length) == STAR_OK) {
        engine.begun = true;
        return 0;
    }
    put_reports();
    return status_of_reports();
}

int engine_end_entry(void) {
    star_session_end(engine.session);
    put_reports();
    return status_of_reports();
}

EMSCRIPTEN_KEEPALIVE const char *engine_value(void) {
    static const StarValueFormat how = {.width = 100, .height = 40};
    const StarType *type;
    StarCell value;
    buffer_clear(&engine.answer);
    if (engine.session != NULL && entry_value(engine.session, &type, &value))
        star_value_format(star_machine_backend(engine.console), &how, type,
                          value, NULL, buffer_add, &engine.answer);
    return buffer_bytes(&engine.answer);
}

EMSCRIPTEN_KEEPALIVE void engine_forget(void) {
    engine_close();
    star_close(engine.star);
    engine.star = NULL;
    engine.session = NULL;
    engine.console = NULL;
}
