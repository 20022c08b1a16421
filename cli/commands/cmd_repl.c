/* SPDX-License-Identifier: MIT */
/* repl: the prompt. */
#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "repl/line.h"
#include "message.h"
#include "progress.h"
#include "repl/repl.h"
#include "stop.h"
#include "wrap.h"

static bool is_blank(const char *text, size_t length) {
    size_t k = 0;
    while (k < length &&
           (text[k] == ' ' || (text[k] >= '\t' && text[k] <= '\r')))
        k++;
    return k == length;
}

/* ---- What is shown ---- */

/* A line that a program has begun is ended before something else is said. */
static void end_line(Repl *r) {
    progress_hide(false);
    if (r->loaded.open)
        puts("");
    r->loaded.open = false;
    fflush(stdout);
}

void repl_failed(Repl *r, int status) {
    if (r->status == 0)
        r->status = status;
    r->failed |= status != 0;
}

static void say(Repl *r, StarSeverity severity, const char *format,
                va_list args) {
    char text[1000];
    const StarReport report = {.severity = severity, .text = text};
    vsnprintf(text, sizeof text, format, args);
    end_line(r);
    message_report(r->options.style, &report, NULL);
}

void repl_say(Repl *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(r, STAR_ERROR, format, args);
    va_end(args);
    repl_failed(r, EXIT_USAGE);
}

void repl_note(Repl *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say(r, STAR_NOTE, format, args);
    va_end(args);
}

void repl_reports(Repl *r) {
    int count;
    const StarReport *report = star_session_reports(r->session, &count);
    const StarProgram *p = star_session_program(r->session);
    if (r->loaded.fault == EPIPE) /* no one reads */
        return;
    if (count > 0)
        end_line(r);
    for (int k = 0; k < count; k++)
        if (!r->known || report[k].severity != STAR_WARNING)
            message_report(r->options.style, &report[k], &p->sources);
}

StarValueFormat repl_value_format(const Repl *r) {
    const ValuePage page = wrap_page(r->options.safe);
    return (StarValueFormat){.width = page.width,
                             .height = STAR_VALUE_FORMAT_HEIGHT,
                             .colour = r->options.colour,
                             .utf8 = page.utf8};
}

const Argument *repl_value(Repl *r, unsigned *count) {
    const int cell = star_session_value(r->session);
    const StarType *type;
    if (!entry_value(r->session, &type, &r->value.value))
        return NULL;
    const Meaning *m = meanings_find(&r->meanings, r->session, cell);
    const char *name =
        star_session_program(r->session)->proc[0].cell[cell].name;
    *count = m != NULL ? MEANING_ARGUMENTS : 1;
    r->value.param = &r->param;
    if (m != NULL)
        return m->argument;
    return value_param(&r->param, name != NULL ? name : "value", type)
               ? &r->value
               : NULL;
}

/* In a mode of its own, or with names; false: it has neither. */
static bool show_mode(Repl *r, StarStatus *status) {
    StarBackend *be = star_machine_backend(r->loaded.machine);
    StarConsole c = {
        .error = be->mem->error, .write = load_write, .context = &r->loaded};
    ValuePage page = wrap_page(r->options.safe);
    unsigned count;
    const Argument *a = repl_value(r, &count);
    page.mode = r->options.mode;
    if (page.mode == VALUE_LINES)
        page.height = STAR_VALUE_FORMAT_HEIGHT;
    if (a == NULL || page.mode == VALUE_BITS ||
        (page.mode == VALUE_LINES && !value_has_vertices(a, a, count)))
        return false;
    *status = value_show(a, a, count, be, &page, &c);
    if (*status == STAR_OK)
        *status = star_console_flush(&c);
    return *status != STAR_NOSIZE && *status != STAR_UNDEFINED;
}

static StarStatus show_value(Repl *r) {
    const StarValueFormat how = repl_value_format(r);
    const StarType *type;
    StarCell value;
    StarStatus status;
    if (!entry_value(r->session, &type, &value)) {
        if (r->drawing != NULL)
            repl_say(r, MSG_PLOT_NOTHING());
        return STAR_OK;
    }
    end_line(r);
    if (r->drawing != NULL)
        return repl_draw(r);
    if (show_mode(r, &status))
        return status;
    return star_value_format(star_machine_backend(r->loaded.machine), &how,
                             type, value, NULL, message_sink, stdout);
}

/* ---- Entries ---- */

/* By Ctrl-C: a terminal has shown ^C; on a pipe that is the end. */
static void interrupted(Repl *r) {
    if (line_prompts())
        r->loaded.open = true;
    else
        r->left = true;
}

/* What a file that is loaded reads and writes lies in its own folder. */
static StarStatus run_entry(Repl *r, const char *name, const char *text,
                            size_t length) {
    const size_t n = files_folder(name);
    char *folder = strndup(name, n > 1 ? n - 1 : n);
    if (folder == NULL)
        return STAR_MEMORY;
    star_machine_folder(r->loaded.machine, folder);
    const StarStatus status =
        star_session_enter(r->session, name, text, length);
    star_machine_folder(r->loaded.machine, NULL);
    free(folder);
    return status;
}

StarStatus repl_enter(Repl *r, const char *name, const char *text,
                      size_t length) {
    fflush(stdout);
    if (r->options.timeout > 0)
        stop_after(r->options.timeout);
    r->input.length = 0;
    StarStatus status = run_entry(r, name, text, length);
    files_free(&r->loaded.files);
    if (star_session_ran(r->session)) {
        repl_note_entry(r, name, text, length, status);
        meanings_forget(&r->meanings, r->session);
        if (status == STAR_OK)
            meanings_note(&r->meanings, r->session);
    }
    if (stop_again())
        interrupted(r);
    repl_reports(r);
    if (status == STAR_OK)
        status = show_value(r);
    repl_failed(r, star_status_exit(status));
    fflush(stdout);
    return status;
}

/* What was pasted is one entry to the user, also where it is taken apart. */
StarStatus repl_enter_next(Repl *r, const char *text, size_t length) {
    char name[24];
    r->number += !(r->pasted && r->numbered);
    r->numbered = true;
    snprintf(name, sizeof name, "entry %d", r->number);
    star_session_row(r->session, r->pasted ? r->row : 1);
    const StarStatus status = repl_enter(r, name, text, length);
    star_session_row(r->session, 1);
    return status;
}

/* For :edit. */
static void keep(Repl *r, const char *text) {
    free(r->last);
    r->last = strdup(text);
}

/* Recalled without the end of its last line. */
static void take(Repl *r, Entry *e) {
    e->text[e->length - 1] = '\0';
    if (strlen(e->text) == e->length - 1)
        repl_remember(r, e->text);
    e->text[e->length - 1] = '\n';
    if (e->text[0] == ':') {
        repl_command(r, e->text);
    } else {
        keep(r, e->text);
        repl_enter_next(r, e->text, e->length);
    }
    entry_clear(e);
}

/* True if a text with a new last line lacks something. */
static bool goes_on(Repl *r, const Entry *e) {
    const char *entry = e->text;
    if (*entry == ':')
        entry = repl_argument(entry, "ENTRY");
    return entry != NULL && entry_is_open(e, entry, r->session);
}

/* False without memory. */
static bool take_line(Repl *r, Entry *e, const char *text, size_t length) {
    if (e->length == 0 &&
        (is_blank(text, length) || repl_word(r, text, length)))
        return true;
    if (!entry_add(e, text, length))
        return false;
    if (!goes_on(r, e))
        take(r, e);
    return true;
}

/* Behind a failure, the lines from this row on are left out. */
static void leave_out(Repl *r, const char *text, size_t length, int row) {
    int last = row;
    while (length > 0 && is_blank(text + length - 1, 1))
        length--;
    if (length == 0)
        return;
    for (size_t k = 0; k < length; k++)
        last += text[k] == '\n';
    if (row == last)
        repl_note(r, "line %d was not entered", row);
    else
        repl_note(r, "lines %d to %d were not entered", row, last);
}

/* A text that was pasted, recalled or given may have several lines. */
static bool take_lines(Repl *r, Entry *e, const char *text, size_t length) {
    const char *end;
    int row = 1;
    while ((end = memchr(text, '\n', length)) != NULL) {
        if (r->left || !take_line(r, e, text, (size_t)(end - text)))
            return r->left;
        length -= (size_t)(end + 1 - text);
        text = end + 1;
        row++;
        r->row = e->length == 0 ? row : r->row;
        if (r->pasted && r->failed) {
            leave_out(r, text, length, row);
            return true;
        }
    }
    return take_line(r, e, text, length);
}

/* Takes what was read; pasted lines come at once where they are edited. */
static bool take_read(Repl *r, Entry *e, const char *text, size_t length) {
    r->pasted = line_edited() && memchr(text, '\n', length) != NULL;
    r->numbered = r->failed = false;
    r->row = 1;
    return take_lines(r, e, text, length);
}

/* Enters what lacks something still. */
static void take_rest(Repl *r, Entry *e) {
    if (e->length > 0 && !r->left)
        take(r, e);
    entry_free(e);
}

static void read_entries(Repl *r) {
    Entry e = {0};
    LineEnd end = LINE_READ;
    const char *text;
    size_t length;
    while (end != LINE_OVER && !r->left && r->loaded.fault == 0) {
        if (line_prompts())
            end_line(r);
        stop_again();
        progress_rest(true);
        end = line_read(e.length > 0 ? "    > " : "star> ", r->options.colour,
                        &text, &length);
        progress_rest(false);
        if (end == LINE_INTERRUPTED) {
            entry_clear(&e);
            r->left = !line_prompts();
            repl_failed(r, star_status_exit(STAR_INTERRUPTED));
        }
        if (end == LINE_READ && !take_read(r, &e, text, length))
            end = LINE_OVER;
    }
    take_rest(r, &e);
}

/* Enters the text of --eval: as if it were typed, but programs read standard
 * input. */
static void enter_text(Repl *r, const char *text) {
    Entry e = {0};
    take_lines(r, &e, text, strlen(text));
    take_rest(r, &e);
}

/* ---- The session ---- */

/* Who types a line at a terminal ends the one that the program has begun. */
static size_t take_input(Repl *r, char *text, size_t most) {
    Loaded *l = &r->loaded;
    const size_t got = line_take(text, most);
    if (line_prompts() && isatty(STDOUT_FILENO)) {
        l->open &= got == 0 || text[got - 1] != '\n';
        progress_hide(l->open);
    }
    return got;
}

/* Reads the input of an entry that is entered again. */
static size_t read_again(Repl *r, char *text, size_t most) {
    const char *from = r->again->input + r->taken;
    const size_t left = r->again->input_length - r->taken;
    most = left < most ? left : most;
    const char *line = most > 0 ? memchr(from, '\n', most) : NULL;
    const size_t got = line != NULL ? (size_t)(line + 1 - from) : most;
    memcpy(text, from, got);
    r->taken += got;
    return got;
}

static size_t read_input(void *context, char *text, size_t most) {
    Repl *r = (Repl *)((char *)context - offsetof(Repl, loaded));
    const size_t got = r->again != NULL ? read_again(r, text, most)
                                        : take_input(r, text, most);
    transcript_put(&r->input, text, got);
    return got;
}

static int begin(Repl *r) {
    int status = load_machine(&r->loaded, &r->options, "repl", read_input);
    if (status != 0)
        return status;
    r->options.max_memory = star_machine_backend(r->loaded.machine)->mem->limit;
    stop_after(0);
    r->compile = load_compile(&r->loaded, &r->options);
    r->compile.count = true;
    r->session = star_session_new(r->loaded.machine, &r->compile, true);
    if (r->session == NULL)
        return message_memory(r->options.style);
    stop_begin(r->loaded.machine);
    progress_begin(r->loaded.machine, &r->options);
    return 0;
}

static void end(Repl *r) {
    stop_end();
    progress_end();
    meanings_free(&r->meanings);
    star_session_free(r->session);
    load_close(&r->loaded);
    free(r->file);
    free(r->seen);
    free(r->last);
    free(r->history);
    free(r->transcript.text);
    free(r->input.text);
}

/* Enters what is read. */
static void converse(Repl *r) {
    line_open(repl_complete, r);
    if (line_prompts()) {
        setlocale(LC_CTYPE, "");
        printf("star " STAR_VERSION
               " (help for help, quit or Ctrl-D to leave)\n");
    }
    if (line_edited() && !r->options.safe)
        repl_recall(r);
    read_entries(r);
    line_close();
    if (line_fault() != 0) {
        repl_failed(r, star_status_exit(STAR_OPEN));
        repl_say(r, "standard input: %s", strerror(line_fault()));
    }
}

static int run(Repl *r) {
    if (r->options.eval != NULL)
        enter_text(r, r->options.eval);
    else
        converse(r);
    if (r->loaded.fault != 0)
        return star_status_exit(STAR_WRITE);
    return line_prompts() ? 0 : r->status;
}

int cmd_repl(const Options *o) {
    Repl r = {.options = *o};
    int status = begin(&r);
    if (status == 0)
        status = run(&r);
    end(&r);
    return status;
}

int cmd_session(const Options *o) {
    Repl r = {.options = *o};
    int status = begin(&r);
    if (status == 0) {
        repl_load(&r, o->operand[0], true);
        status = r.loaded.fault != 0 ? star_status_exit(STAR_WRITE) : r.status;
    }
    end(&r);
    return status;
}
