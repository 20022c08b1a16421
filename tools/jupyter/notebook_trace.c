/* SPDX-License-Identifier: MIT */
/* Traces: a session on the machine of a history. */
#include <string.h>

#include "debug/trace.h"
#include "handle.h"
#include "notebook.h"
#include "tools/docs/docs.h"

/* Bytes for snapshots of the run. */
enum { SNAPSHOTS = 256 << 20 };

struct NotebookTrace {
    Star *star;
    StarError error;
    StarHistory *history;
    StarSession *session;
    StarCompileOptions options;
    const char *input;
    size_t left; /* bytes of it */
};

static size_t read_again(void *context, char *text, size_t most) {
    NotebookTrace *t = context;
    const size_t taken = most < t->left ? most : t->left;
    if (taken > 0)
        memcpy(text, t->input, taken);
    t->input += taken;
    t->left -= taken;
    return taken;
}

static StarPermit may_open(void *context, const char *path) {
    const NotebookTrace *t = context;
    const StarConfig *c = &t->star->config;
    return c->may_open != NULL && c->may_open(c->context, path)
               ? STAR_PERMIT_ANY
               : STAR_PERMIT_NONE;
}

static bool open(NotebookTrace *t) {
    const StarConfig *c = &t->star->config;
    const StarOptions options = {.max_memory = c->max_memory,
                                 .max_depth = c->max_depth,
                                 .max_output = c->max_output,
                                 .folder = c->folder,
                                 .may_open = may_open,
                                 .read = read_again,
                                 .context = t};
    t->options = t->star->options;
    t->options.plain = t->options.bodies = true;
    t->options.count = t->options.watched = true;
    t->history = star_history_new(&options, SNAPSHOTS, &t->error);
    if (t->history != NULL)
        t->session = star_session_new(star_history_machine(t->history),
                                      &t->options, false);
    return t->session != NULL;
}

NotebookTrace *notebook_trace_open(Star *star) {
    StarError error;
    StarMem mem = {.error = &error, .limit = SIZE_MAX};
    NotebookTrace *t = star_mem_alloc(&mem, 1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->star = star;
    if (open(t))
        return t;
    notebook_trace_close(t);
    return NULL;
}

void notebook_trace_close(NotebookTrace *t) {
    StarMem mem = {0};
    if (t == NULL)
        return;
    star_history_free(t->history); /* with all that its machine had */
    star_mem_free(&mem, t, 1, sizeof *t);
}

static StarCode code(StarStatus status) {
    return (StarCode)star_status_exit(status);
}

StarCode notebook_trace_enter(NotebookTrace *t, const char *name,
                              const char *text, size_t length,
                              const char *input, size_t given) {
    t->input = input;
    t->left = given;
    return code(star_session_enter(t->session, name, text, length));
}

/* The error of the run is on the page. */
static StarStatus run(NotebookTrace *t, StarTrace *trace, NotebookWrite *write,
                      void *context) {
    star_trace_formulas(trace, docs_formula_in);
    STAR_TRY(star_history_take(t->history));
    STAR_TRY(star_trace_run(trace));
    return star_trace_page(trace, write, context);
}

StarCode notebook_trace_page(NotebookTrace *t, const char *name,
                             const char *text, size_t length, const char *input,
                             size_t given, int64_t most, NotebookWrite *write,
                             void *context) {
    t->input = input;
    t->left = given;
    StarStatus status = star_session_begin(t->session, name, text, length);
    StarTrace *trace = NULL;
    if (status == STAR_OK) {
        trace = star_trace_new(t->history, most, &t->error);
        status =
            trace != NULL ? run(t, trace, write, context) : t->error.status;
        star_history_end(t->history);
    }
    star_trace_free(trace);
    return code(status);
}

void notebook_trace_stop(NotebookTrace *t) {
    star_machine_stop(star_history_machine(t->history), STAR_INTERRUPTED);
}
