/* SPDX-License-Identifier: MIT */
/* trace: a run as a page of HTML or as a film, and call --trace. */
#include "debug/trace.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/command.h"
#include "io/writer.h"
#include "message.h"
#include "stop.h"
#include "tools/docs/docs.h"
#include "tools/plot/film.h"
#include "tools/values/table_file.h"
#include "commands/trace_run.h"

enum { USUAL = 10000 };

/* What a run becomes: a page, or a film. */
typedef struct Taken {
    StarTrace *trace;
    Film *film;
} Taken;

static void to_writer(void *writer, const char *bytes, size_t length) {
    star_writer_bytes(writer, bytes, length);
}

static bool is_output(const char *page) {
    return strcmp(page, "-") == 0;
}

static bool begin(Taken *t, const Loaded *l, StarError *error) {
    const Options *o = l->options;
    if (o->gif != NULL)
        t->film = film_open(l->history, l->program, o->gif, error);
    else
        t->trace = star_trace_new(l->history, o->last ? o->last : USUAL, error);
    if (t->trace != NULL)
        star_trace_formulas(t->trace, docs_formula_in);
    return t->trace != NULL || t->film != NULL;
}

static StarStatus put(const Taken *t, StarSink *sink, void *context) {
    return t->film != NULL ? film_write(t->film, sink, context)
                           : star_trace_page(t->trace, sink, context);
}

static StarStatus save(const Taken *t, StarError *error, const char *page) {
    StarMem mem = {.error = error, .limit = SIZE_MAX};
    StarWriter w;
    if (is_output(page))
        return put(t, message_sink, stdout) == STAR_OK
                   ? STAR_OK
                   : star_raise(error, MSG_NO_MEMORY_FOR_PAGE());
    STAR_TRY(star_writer_open(&w, &mem, page));
    if (put(t, to_writer, &w) != STAR_OK)
        w.fault = ENOMEM; /* the file stays as it was */
    return star_writer_close(&w);
}

/* The error of the run is told after the page is written, which shows it. */
int trace_through(Loaded *l, const StarProc *proc, const StarCell *args,
                  const char *page, bool *ended) {
    const Options *o = l->options;
    StarError error = {0}, why;
    Taken t = {0};
    *ended = false;
    if (!begin(&t, l, &error))
        return message_error(o->style, &error);
    if (is_output(page))
        l->out = STDERR_FILENO;
    stop_begin(l->machine);
    StarStatus status = star_history_begin(l->history, l->program, proc, args);
    if (status == STAR_OK)
        status = t.film != NULL ? film_run(t.film, INT64_MAX)
                                : star_trace_run(t.trace);
    stop_end();
    StarReport cut = *star_machine_report(l->machine);
    cut.notes = 0;
    if (status == STAR_TIME)
        star_raise(&why, MSG_TIME_UP());
    else
        star_raise(&why, MSG_INTERRUPTED());
    cut.text = why.text;
    const bool empty = t.film != NULL && film_values(t.film) == 0;
    const StarStatus saved = empty ? STAR_OK : save(&t, &error, page);
    star_trace_free(t.trace);
    film_close(t.film);
    const StarStatus left = star_history_end(l->history);
    if (status == STAR_OK && left != STAR_OK)
        cut = *star_machine_report(l->machine);
    *ended = status == STAR_OK && left == STAR_OK;
    const int exit = *ended ? 0 : load_finish(l, &cut);
    if (empty)
        return message_usage("trace", MSG_GIF_EMPTY(o->gif, FILM_SIDE));
    return saved != STAR_OK ? message_error(o->style, &error) : exit;
}

static bool is_same(const char *page, const char *path) {
    struct stat a, b;
    return stat(page, &a) == 0 && S_ISREG(a.st_mode) && stat(path, &b) == 0 &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* An operand of call may be NAME=@FILE, with a layout behind it. */
int trace_check(const Options *o, const char *command, const char *page) {
    for (int k = 0; k < o->operands && !is_output(page); k++) {
        const char *at = strstr(o->operand[k], "=@");
        const char *path = at != NULL ? at + 2 : o->operand[k];
        if (is_same(page, path) || is_same(page, table_file(path).path))
            return message_usage(command, MSG_PAGE_REPLACES(path));
    }
    return 0;
}

static bool takes(const Loaded *l) {
    const Options *o = l->options;
    if (!load_takes(l, "trace"))
        return false;
    if (o->gif == NULL || film_knows(l->program, o->gif))
        return true;
    message_usage("trace", MSG_GIF_UNKNOWN(o->operand[0], o->gif));
    return false;
}

static int finish(const Loaded *l) {
    const StarReport well = {.status = STAR_OK};
    return load_finish(l, &well);
}

int cmd_trace(const Options *o) {
    Loaded l;
    bool ended = false;
    const char *page = o->output_file;
    if (page == NULL)
        return message_usage("trace", MSG_NO_PAGE());
    int status = trace_check(o, "trace", page);
    if (status != 0)
        return status;
    status = load_open(&l, o, "trace", o->operand[0]);
    if (status == 0)
        status = takes(&l) ? trace_through(&l, NULL, NULL, page, &ended)
                           : EXIT_USAGE;
    if (status == 0 && ended)
        status = finish(&l);
    load_close(&l);
    return status;
}
