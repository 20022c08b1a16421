/* SPDX-License-Identifier: MIT */
/* The program of a session, from its launch to its end. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dap/dap_parts.h"
#include "message.h"

json_t *dap_initialize(Dap *d, const json_t *arguments, const char **wrong) {
    static const char *const can[] = {"supportsConfigurationDoneRequest",
                                      "supportsFunctionBreakpoints",
                                      "supportsConditionalBreakpoints",
                                      "supportsHitConditionalBreakpoints",
                                      "supportsLogPoints",
                                      "supportsDataBreakpoints",
                                      "supportsEvaluateForHovers",
                                      "supportsStepBack",
                                      "supportsExceptionInfoRequest",
                                      "supportsDelayedStackTraceLoading",
                                      "supportsTerminateRequest"};
    json_t *body = json_object();
    (void)wrong;
    d->base = json_is_false(json_get(arguments, "linesStartAt1")) ? 0 : 1;
    for (size_t k = 0; k < sizeof can / sizeof *can; k++)
        json_set(body, can[k], json_true());
    return body;
}

/* ---- Texts ---- */

void dap_add(void *context, const char *text, size_t length) {
    DapString *s = context;
    if (length > s->room - s->length) {
        const size_t room = 2 * s->room + length;
        char *more = realloc(s->text, room);
        if (more == NULL)
            return;
        s->text = more;
        s->room = room;
    }
    if (length > 0)
        memcpy(s->text + s->length, text, length);
    s->length += length;
}

json_t *dap_string(DapString *s) {
    json_t *string = wire_text(s->text, s->length);
    free(s->text);
    *s = (DapString){0};
    return string;
}

static void say(Dap *d, const char *category, json_t *text) {
    dap_event(d, "output",
              json_pack("{s:s, s:o}", "category", category, "output", text));
}

void dap_say(Dap *d, const char *category, const char *text, size_t length) {
    say(d, category, wire_text(text, length));
}

/* Bytes up to a character of which only the beginning is there. */
static size_t whole(const char *text, size_t length) {
    for (size_t k = 1; k <= 3 && k <= length; k++) {
        const unsigned char c = (unsigned char)text[length - k];
        const size_t wanted = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
        if (c >= 0xC0)
            return wanted > k ? length - k : length;
        if (c < 0x80)
            break;
    }
    return length;
}

/* What the program writes. */
static bool take_output(void *dap, const char *text, size_t length) {
    Dap *d = dap;
    DapString all = {0};
    dap_add(&all, d->rest, d->rest_length);
    dap_add(&all, text, length);
    const size_t told = whole(all.text, all.length);
    d->rest_length = all.length - told;
    memcpy(d->rest, all.text + told, d->rest_length);
    all.length = told;
    if (told > 0)
        say(d, "stdout", dap_string(&all));
    free(all.text);
    return !d->unheard;
}

static size_t give_input(void *dap, char *text, size_t most) {
    const Dap *d = dap;
    const ssize_t got = d->input >= 0 ? read(d->input, text, most) : 0;
    return got > 0 ? (size_t)got : 0;
}

static json_t *written(const StarReport *report, const StarSources *sources,
                       StarReportForm form) {
    DapString text = {0};
    star_report_write(report, sources, (StarStyle){.form = form}, dap_add,
                      &text);
    text.length -= form == STAR_SHORT && text.length > 0; /* its newline */
    return dap_string(&text);
}

/* A CheckTake: what the command would print. */
static void take_message(void *dap, const StarReport *report,
                         const StarSources *sources) {
    Dap *d = dap;
    if (d->failure == NULL && report->severity == STAR_ERROR)
        d->failure = written(report, sources, STAR_SHORT);
    say(d, "stderr", written(report, sources, STAR_FULL));
}

void dap_report(Dap *d, const StarReport *report) {
    say(d, "stderr", written(report, &d->loaded.program->sources, STAR_FULL));
}

/* ---- Launch ---- */

/* The words that the program would have behind star run: its file, by its
 * whole path, and its arguments. */
static bool take_words(Dap *d, const char *program, const json_t *arguments) {
    const json_t *list = json_get(arguments, "args");
    const size_t n = json_size(list);
    const char **word = calloc(n + 2, sizeof *word);
    char *path = realpath(program, NULL);
    d->run = *d->options;
    d->run.operand = word;
    if (word == NULL)
        return false;
    word[d->run.operands++] = path != NULL ? path : strdup(program);
    for (size_t k = 0; k < n; k++) {
        const char *text = json_string_value(json_at(list, k));
        if (text != NULL)
            word[d->run.operands++] = strdup(text);
    }
    return true;
}

static bool begin(Dap *d) {
    const LoadStreams streams = {take_output, give_input, d};
    Loaded *l = &d->loaded;
    d->streams = streams;
    message_divert(take_message, d);
    if (load_open_with(l, &d->run, "dap", d->run.operand[0], &d->streams) !=
            0 ||
        !load_takes(l, "dap"))
        return false;
    if (star_history_begin(l->history, l->program, NULL, NULL) != STAR_OK) {
        message_memory(d->options->style);
        star_history_end(l->history);
        return false;
    }
    debug_open(&d->debug, l->history, l->program);
    return true;
}

json_t *dap_launch(Dap *d, const json_t *arguments, const char **wrong) {
    const char *program = dap_text(arguments, "program");
    const char *folder = dap_text(arguments, "cwd");
    const char *input = dap_text(arguments, "input");
    if (d->run.operand != NULL)
        *wrong = MSG_LAUNCHED_ALREADY();
    else if (program == NULL)
        *wrong = MSG_LAUNCH_WITHOUT_PROGRAM();
    else if (folder != NULL && chdir(folder) != 0)
        *wrong = MSG_LAUNCH_NO_FOLDER();
    else if (input != NULL &&
             (d->input = open(input, O_RDONLY | O_CLOEXEC)) < 0)
        *wrong = MSG_LAUNCH_NO_INPUT();
    else if (!take_words(d, program, arguments))
        *wrong = MSG_LAUNCH_FAILED();
    if (*wrong != NULL)
        return NULL;
    d->no_debug = dap_truth(arguments, "noDebug");
    d->on_entry = dap_truth(arguments, "stopOnEntry") && !d->no_debug;
    d->at_end = dap_truth(arguments, "stopAtEnd") && !d->no_debug;
    d->launched = begin(d);
    if (!d->launched)
        *wrong = d->failure != NULL ? json_string_value(d->failure)
                                    : MSG_LAUNCH_FAILED();
    return NULL;
}

json_t *dap_configured(Dap *d, const json_t *arguments, const char **wrong) {
    (void)arguments, (void)wrong;
    if (d->no_debug)
        dap_breaks_free(d);
    d->way = (DapWay){
        .wanted = !d->finished, .stays = d->on_entry, .reason = "entry"};
    return NULL;
}

/* ---- The end ---- */

/* The exit status that the command would have. */
static int leave(Dap *d) {
    const StarWhen when = star_history_now(d->loaded.history)->when;
    const StarStatus status = star_history_end(d->loaded.history);
    if (when == STAR_ENDED && status != STAR_OK)
        dap_report(d, star_machine_report(d->loaded.machine));
    return when == STAR_PAUSED ? 0 : star_status_exit(status);
}

void dap_finish(Dap *d) {
    if (!d->launched || d->finished)
        return;
    d->finished = true;
    d->way.wanted = false;
    const int status = leave(d);
    if (d->rest_length > 0)
        dap_say(d, "stdout", d->rest, d->rest_length);
    dap_event(d, "exited", json_pack("{s:i}", "exitCode", status));
    dap_event(d, "terminated", NULL);
}

void dap_close(Dap *d) {
    if (d->launched && !d->finished)
        leave(d);
    if (d->launched) {
        dap_breaks_free(d);
        debug_close(&d->debug);
    }
    if (d->run.operand != NULL)
        load_close(&d->loaded);
    message_divert(NULL, NULL);
    for (int k = 0; k < d->run.operands; k++)
        free((char *)d->run.operand[k]);
    free(d->run.operand);
    dap_parts_free(d);
    json_decref(d->failure);
    if (d->input >= 0)
        close(d->input);
}
