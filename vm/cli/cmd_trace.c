/* trace: a run as a page of HTML. */
#include "trace.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "io/writer.h"
#include "load.h"
#include "message.h"
#include "stop.h"

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

static StarStatus save(StarTrace *t, StarError *error, const char *path) {
    StarMem mem = {.error = error, .limit = SIZE_MAX};
    StarWriter w;
    STAR_TRY(star_writer_open(&w, &mem, path));
    if (star_trace_page(t, to_writer, &w) != STAR_OK)
        w.fault = ENOMEM; /* the file stays as it was */
    return star_writer_close(&w);
}

/* What ends the run is told after the page is written, which shows it. */
static int trace(Loaded *l, const Options *o) {
    StarError error = {0};
    StarTrace *t =
        star_trace_new(l->history, o->last ? o->last : USUAL, &error);
    if (t == NULL)
        return message_error(o->style, &error);
    stop_begin(l->machine);
    StarStatus status =
        star_history_begin(l->history, l->program, NULL, NULL);
    if (status == STAR_OK)
        status = star_trace_run(t);
    stop_end();
    StarReport cut = *star_machine_report(l->machine);
    cut.notes = 0;
    cut.text = status == STAR_TIME ? "the time for the program is up"
                                   : "the program was interrupted";
    const StarStatus saved = save(t, &error, o->output_file);
    star_trace_free(t);
    const StarStatus ended = star_history_end(l->history);
    if (status == STAR_OK && ended != STAR_OK)
        cut = *star_machine_report(l->machine);
    else if (status == STAR_OK)
        cut.status = STAR_OK;
    const int exit = load_finish(l, &cut);
    return saved != STAR_OK ? message_error(o->style, &error) : exit;
}

/* Whether the page would replace the program or a file that it uses. */
static bool replaces(const char *page, const char *path) {
    struct stat a, b;
    return stat(page, &a) == 0 && S_ISREG(a.st_mode) && stat(path, &b) == 0 &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

int cmd_trace(const Options *o) {
    Loaded l;
    if (o->output_file == NULL)
        return message_usage("trace", "-o FILE says where the page goes");
    for (int k = 0; k < o->operands; k++)
        if (replaces(o->output_file, o->operand[k]))
            return message_usage("trace", "the page would replace '%s'",
                                 o->operand[k]);
    int status = load_open(&l, o, "trace", o->operand[0]);
    if (status == 0)
        status = load_takes(&l, "trace") ? trace(&l, o) : EXIT_USAGE;
    load_close(&l);
    return status;
}
