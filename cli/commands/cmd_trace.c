/* SPDX-License-Identifier: MIT */
/* trace: a run as a page of HTML, and call --trace. */
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
#include "tools/values/table_file.h"
#include "commands/trace_run.h"

enum { USUAL = 10000 };

/* The writer takes texts; a page has no character 0. */
static void to_writer(void *writer, const char *text, size_t length) {
    char piece[4096];
    while (length > 0) {
        const size_t n = length < sizeof piece ? length : sizeof piece - 1;
        memcpy(piece, text, n);
        piece[n] = '\0';
        star_writer_text(writer, piece);
        text += n;
        length -= n;
    }
}

static bool is_output(const char *page) {
    return strcmp(page, "-") == 0;
}

static StarStatus save(StarTrace *t, StarError *error, const char *page) {
    StarMem mem = {.error = error, .limit = SIZE_MAX};
    StarWriter w;
    if (is_output(page))
        return star_trace_page(t, message_sink, stdout) == STAR_OK
                   ? STAR_OK
                   : star_raise(error, MSG_NO_MEMORY_FOR_PAGE());
    STAR_TRY(star_writer_open(&w, &mem, page));
    if (star_trace_page(t, to_writer, &w) != STAR_OK)
        w.fault = ENOMEM; /* the file stays as it was */
    return star_writer_close(&w);
}

/* The error of the run is told after the page is written, which shows it. */
int trace_through(Loaded *l, const StarProc *proc, const StarCell *args,
                  const char *page, bool *ended) {
    const Options *o = l->options;
    StarError error = {0}, why;
    StarTrace *t =
        star_trace_new(l->history, o->last ? o->last : USUAL, &error);
    *ended = false;
    if (t == NULL)
        return message_error(o->style, &error);
    star_trace_formulas(t, docs_formula_in);
    if (is_output(page))
        l->out = STDERR_FILENO;
    stop_begin(l->machine);
    StarStatus status = star_history_begin(l->history, l->program, proc, args);
    if (status == STAR_OK)
        status = star_trace_run(t);
    stop_end();
    StarReport cut = *star_machine_report(l->machine);
    cut.notes = 0;
    if (status == STAR_TIME)
        star_raise(&why, MSG_TIME_UP());
    else
        star_raise(&why, MSG_INTERRUPTED());
    cut.text = why.text;
    const StarStatus saved = save(t, &error, page);
    star_trace_free(t);
    const StarStatus left = star_history_end(l->history);
    if (status == STAR_OK && left != STAR_OK)
        cut = *star_machine_report(l->machine);
    *ended = status == STAR_OK && left == STAR_OK;
    const int exit = *ended ? 0 : load_finish(l, &cut);
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
        status = load_takes(&l, "trace")
                     ? trace_through(&l, NULL, NULL, page, &ended)
                     : EXIT_USAGE;
    if (status == 0 && ended)
        status = finish(&l);
    load_close(&l);
    return status;
}
