/* SPDX-License-Identifier: MIT */
/* call: one procedure, with values from the command line and files. These lie
 * in the machine's memory, so that its history holds them. */
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

#include "commands/command.h"
#include "io/writer.h"
#include "load.h"
#include "message.h"
#include "tools/values/values.h"
#include "tools/plot/plot.h"
#include "tools/similar.h"
#include "debugger/step.h"
#include "stop.h"
#include "wrap.h"
#include "commands/trace_run.h"

typedef struct Call {
    const Options *options;
    Loaded loaded;
    StarBackend *be;
    const StarProc *proc;
    Argument *argument; /* one for each parameter */
    StarCell *cell;     /* the same as the machine wants them */
} Call;

/* A usage error, with the heading of the procedure below. */
static int wrong(const Call *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int wrong(const Call *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    message_usage_v("call", format, args);
    va_end(args);
    if (message_for_people()) {
        fputs("  ", stderr);
        value_heading(c->proc, message_sink, stderr);
    }
    return EXIT_USAGE;
}

static int find_proc(Call *c, const char *name) {
    const StarProgram *p = c->loaded.program;
    Similar similar = similar_to(name, strlen(name));
    c->proc = star_program_find(p, name);
    if (c->proc != NULL && c->proc->function)
        return message_usage("call", MSG_NOT_A_PROCEDURE(c->proc->name));
    if (c->proc != NULL)
        return 0;
    for (uint32_t k = 0; k < p->procs; k++)
        if (p->proc[k].level == 1 && !p->proc[k].function)
            similar_consider(&similar, p->proc[k].name);
    return message_usage("call",
                         MSG_HAS_NO_PROCEDURE(p->sources.file[0].path, name,
                                              similar_text(&similar, "")));
}

/* The parameter that the `length` first bytes of a text name; NULL after a
 * message. */
static Argument *find_param(const Call *c, const char *name, size_t length) {
    Similar similar = similar_to(name, length);
    for (unsigned k = 0; k < c->proc->params; k++) {
        const char *param = c->proc->param[k].name;
        if (strlen(param) == length && strncasecmp(param, name, length) == 0)
            return &c->argument[k];
        similar_consider(&similar, param);
    }
    wrong(c, MSG_NO_SUCH_PARAMETER(length, name, similar_text(&similar, "")));
    return NULL;
}

static int allocate(Call *c) {
    size_t n = c->proc->params;
    c->argument = star_mem_alloc(c->be->mem, n, sizeof *c->argument);
    c->cell = star_mem_alloc(c->be->mem, n, sizeof *c->cell);
    if (c->argument == NULL || c->cell == NULL)
        return message_memory(c->options->style);
    for (size_t k = 0; k < n; k++)
        c->argument[k].param = &c->proc->param[k];
    return 0;
}

/* NAME=FILE.svg: the parameter; NULL after a message. */
static Argument *find_plot(const Call *c, const char *word, PlotKind *kind,
                           char path[PATH_MAX]) {
    const size_t length = strcspn(word, "=");
    Argument *a = find_param(c, word, length);
    if (a == NULL)
        return NULL;
    const char *file = word + length + (word[length] == '=');
    const size_t n = plot_parse(file, a->param, kind);
    if (n == 0 || n >= PATH_MAX) {
        wrong(c, MSG_PLOT_WITHOUT_FILE(word));
        return NULL;
    }
    snprintf(path, PATH_MAX, "%.*s", (int)n, file);
    if (plot_fits(a->param, *kind))
        return a;
    wrong(c, MSG_PLOT_UNFIT(a->param->name, plot_name(*kind)));
    return NULL;
}

/* NAME or NAME:MODE: the parameter; NULL after a message. */
static Argument *find_print(const Call *c, const char *word, ValueMode *mode) {
    const size_t length = strcspn(word, ":");
    *mode = c->options->mode;
    if (word[length] != '\0')
        *mode = value_mode_find(word + length + 1);
    if (*mode < VALUE_MODES)
        return find_param(c, word, length);
    wrong(c, MSG_NO_MODE(word + length + 1));
    return NULL;
}

/* Checks the names of --print, --plot and --out before the procedure runs. */
static int check_names(const Call *c) {
    const Options *o = c->options;
    char path[PATH_MAX];
    PlotKind kind;
    ValueMode mode;
    for (int i = 0; i < o->prints; i++)
        if (find_print(c, o->print[i], &mode) == NULL)
            return EXIT_USAGE;
    for (int i = 0; i < o->plots; i++)
        if (find_plot(c, o->plot[i], &kind, path) == NULL)
            return EXIT_USAGE;
    for (int i = 0; i < o->outs; i++) {
        size_t length = strcspn(o->out[i], "=");
        if (strlen(o->out[i]) < length + 2)
            return wrong(c, MSG_OUT_WITHOUT_FILE(o->out[i]));
        const Argument *a = find_param(c, o->out[i], length);
        if (a == NULL)
            return EXIT_USAGE;
        if (value_ending(a, c->be, o->out[i] + length + 1) != STAR_OK)
            return wrong(c, "%s", c->be->mem->error->text);
    }
    return 0;
}

/* The exit status of what values.h returned. */
static int set(const Call *c, StarStatus status) {
    const StarError *error = c->be->mem->error;
    if (status == STAR_OK)
        return 0;
    return status == STAR_INPUT ? wrong(c, "%s", error->text)
                                : message_error(c->options->style, error);
}

static int give(Call *c, const char *word) {
    size_t length = strcspn(word, "=");
    if (word[length] == '\0')
        return wrong(c, MSG_WORD_WITHOUT_VALUE(word));
    Argument *a = find_param(c, word, length);
    if (a == NULL)
        return EXIT_USAGE;
    if (a->given)
        return wrong(c, MSG_GIVEN_TWICE(a->param->name));
    const int status = set(c, value_read(a, word + length + 1, c->be));
    message_warning(c->options->style, &a->warning);
    return status;
}

/* Files come first, since vertices have their names. */
static int give_all(Call *c) {
    const Options *o = c->options;
    const StarNames *names = NULL;
    int status = 0, decimals;
    for (int files = 1; files >= 0 && status == 0; files--) {
        for (int i = 2; i < o->operands && status == 0; i++)
            if ((strstr(o->operand[i], "=@") != NULL) == files)
                status = give(c, o->operand[i]);
        if (status == 0 && files)
            status = set(
                c, value_names(c->argument, c->proc->params, c->be, &names));
        if (status == 0 && files)
            status = set(c, value_decimals(c->argument, c->proc->params, c->be,
                                           &decimals));
        for (unsigned k = 0; k < c->proc->params; k++)
            c->argument[k].names = names;
    }
    return status;
}

/* A generic procedure is that for integers unless a number is real. */
static const StarProc *instance(const Call *c) {
    for (unsigned k = 0; k < c->proc->params; k++)
        if (value_is_real(&c->argument[k]))
            return c->proc + 2;
    return c->proc;
}

/* The value of a number that the heading names as the size of what is given,
 * as n in P: table(n, n) and h in W: table(n, n * h). */
static void take_size(Call *c, unsigned number) {
    Argument *to = &c->argument[number];
    for (unsigned k = 0; k < c->proc->params && !to->given; k++) {
        const Argument *a = &c->argument[k];
        const bool table = a->param->type->kind == STAR_TYPE_TABLE;
        if (a->given && a->param->strips == number + 1 &&
            a->value.table->rows > 0) {
            to->value.i = a->value.table->cols / a->value.table->rows;
            to->given = true;
        }
        for (int i = 0; i < 2 && a->given && !to->given; i++)
            if (a->param->size[i] == number + 1) {
                to->value.i = !table   ? a->value.bits->length
                              : i == 0 ? a->value.table->rows
                                       : a->value.table->cols;
                to->given = true;
            }
    }
}

/* All values as the machine wants them. */
static int complete(Call *c) {
    int status = 0;
    const StarProc *proc = instance(c);
    for (unsigned k = 0; k < c->proc->params; k++)
        if (!c->argument[k].given && !c->argument[k].param->var &&
            c->argument[k].param->type->kind == STAR_TYPE_INTEGER)
            take_size(c, k);
    for (unsigned k = 0; k < c->proc->params && status == 0; k++) {
        Argument *a = &c->argument[k];
        if (!a->given && !a->param->var)
            return wrong(c, MSG_NOT_GIVEN(a->param->name));
        status = set(c, value_settle(a, &proc->param[k], c->be));
        if (a->param->var && !value_is_object(a->param))
            c->cell[k].ref = &a->value;
        else
            c->cell[k] = a->value;
    }
    c->proc = proc;
    return status;
}

static StarStatus print(Call *c) {
    const Options *o = c->options;
    StarConsole console = {
        .error = c->be->mem->error, .write = load_write, .context = &c->loaded};
    StarStatus status = STAR_OK;
    ValuePage page = wrap_page(o->safe);
    const int64_t height = page.height;
    for (int i = 0; i < o->prints && status == STAR_OK; i++) {
        const Argument *a = find_print(c, o->print[i], &page.mode);
        page.height = page.mode == VALUE_LINES ? 0 : height;
        status =
            value_show(a, c->argument, c->proc->params, c->be, &page, &console);
    }
    if (status != STAR_WRITE)
        STAR_TRY(star_console_flush(&console));
    return status;
}

static StarStatus save(Call *c) {
    const Options *o = c->options;
    for (int i = 0; i < o->outs; i++) {
        size_t length = strcspn(o->out[i], "=");
        const Argument *a = find_param(c, o->out[i], length);
        const char *path = o->out[i] + length + 1;
        STAR_TRY(value_save(a, c->argument, c->proc->params, c->be, path));
    }
    return STAR_OK;
}

static void to_writer(void *writer, const char *text, size_t length) {
    star_writer_bytes(writer, text, length);
}

StarStatus call_draw(const Argument *a, StarBackend *be, PlotKind kind,
                     const char *path) {
    StarWriter w;
    Plot p;
    StarStatus status = plot_open(&p, a, be, kind);
    if (status == STAR_OK)
        status = star_writer_open(&w, be->mem, path);
    if (status == STAR_OK) {
        plot_write(&p, to_writer, &w);
        status = star_writer_close(&w);
    }
    plot_close(&p);
    return status;
}

static int plot(Call *c) {
    const Options *o = c->options;
    char path[PATH_MAX];
    PlotKind kind;
    int status = 0;
    for (int i = 0; i < o->plots && status == 0; i++) {
        const Argument *a = find_plot(c, o->plot[i], &kind, path);
        status = set(c, call_draw(a, c->be, kind, path));
    }
    return status;
}

static int results(Call *c) {
    StarStatus status = print(c);
    if (status == STAR_OK)
        status = save(c);
    const StarReport report = {.status = status,
                               .text = c->be->mem->error->text};
    const int exit = load_finish(&c->loaded, &report);
    return exit != 0 ? exit : plot(c);
}

static int run(Call *c) {
    const Loaded *l = &c->loaded;
    stop_begin(l->machine);
    StarStatus status =
        star_machine_call(l->machine, l->program, c->proc, c->cell);
    stop_end();
    return status == STAR_OK ? results(c)
                             : load_finish(l, star_machine_report(l->machine));
}

/* A user who leaves before the end has no results. */
static int watch(Call *c) {
    const char *page = c->options->trace;
    bool ended;
    int status = page != NULL
                     ? trace_through(&c->loaded, c->proc, c->cell, page, &ended)
                     : step_through(&c->loaded, c->proc, c->cell, &ended);
    return status == 0 && ended ? results(c) : status;
}

static int check_options(const Options *o) {
    if (o->given & OPTION(LAST) && o->trace == NULL)
        return message_usage("call", MSG_LAST_WITHOUT_TRACE());
    if (o->given & OPTION(STEP) && o->trace != NULL)
        return message_usage("call", MSG_STEP_AND_TRACE());
    return o->trace != NULL ? trace_check(o, "call", o->trace) : 0;
}

static int call(Call *c) {
    const Options *o = c->options;
    int status = find_proc(c, o->operand[1]);
    if (status == 0)
        status = allocate(c);
    if (status == 0)
        status = check_names(c);
    if (status == 0)
        status = give_all(c);
    if (status == 0)
        status = complete(c);
    if (status != 0)
        return status;
    return c->loaded.watched ? watch(c) : run(c);
}

int cmd_call(const Options *o) {
    Call c = {.options = o};
    int status = check_options(o);
    if (status != 0)
        return status;
    status = load_open(&c.loaded, o, "call", o->operand[0]);
    if (status == 0) {
        c.be = star_machine_backend(c.loaded.machine);
        status = call(&c);
    }
    const unsigned n = c.proc != NULL ? c.proc->params : 0;
    for (unsigned k = 0; c.argument != NULL && k < n; k++)
        value_free(&c.argument[k], c.be);
    if (c.be != NULL) {
        star_mem_free(c.be->mem, c.argument, n, sizeof *c.argument);
        star_mem_free(c.be->mem, c.cell, n, sizeof *c.cell);
    }
    load_close(&c.loaded);
    return status;
}
