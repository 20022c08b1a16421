/* SPDX-License-Identifier: MIT */
#include "message.h"

#include <stdio.h>
#include <string.h>

#include "report/escape.h"
#include "progress.h"

/* Mistakes in the command line come before its options are known. */
static bool as_json;

/* Where messages go, if not to standard error. */
static CheckTake *diverted;
static void *diverted_to;

void message_divert(CheckTake *take, void *context) {
    diverted = take;
    diverted_to = context;
}

void message_begin(int argc, char **argv) {
    static const char option[] = "--diagnostics";
    const size_t length = sizeof option - 1;
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], option, length) == 0)
            as_json = strcmp(argv[i] + length, "=json") == 0 ||
                      (argv[i][length] == '\0' && i + 1 < argc &&
                       strcmp(argv[i + 1], "json") == 0);
}

/* Texts of the command line may come from elsewhere. */
static void say(const char *command, const char *text) {
    StarEscape escape = {.sink = message_sink, .context = stderr};
    fprintf(stderr, "star%s%s: ", command ? " " : "", command ? command : "");
    star_escape(&escape, text, strlen(text));
    fputs("\n", stderr);
}

int message_usage_v(const char *command, const char *format, va_list args) {
    char text[1000];
    const StarReport report = {.text = text};
    vsnprintf(text, sizeof text, format, args);
    progress_hide(false);
    if (as_json || diverted != NULL)
        message_report((StarStyle){.form = STAR_JSON}, &report, NULL);
    else
        say(command, text);
    return EXIT_USAGE;
}

int message_usage(const char *command, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const int status = message_usage_v(command, format, args);
    va_end(args);
    return status;
}

bool message_for_people(void) {
    return !as_json;
}

void message_sink(void *context, const char *text, size_t length) {
    fwrite(text, 1, length, context);
}

void message_report(StarStyle style, const StarReport *report,
                    const StarSources *sources) {
    if (diverted != NULL) {
        diverted(diverted_to, report, sources);
        return;
    }
    progress_hide(false);
    star_report_write(report, sources, style, message_sink, stderr);
}

int message_error(StarStyle style, const StarError *error) {
    const StarReport report = check_error(STAR_ERROR, error);
    message_report(style, &report, NULL);
    return star_status_exit(error->status);
}

void message_warning(StarStyle style, const StarError *error) {
    const StarReport report = check_error(
        error->status == STAR_COLUMNSFOUND ? STAR_NOTE : STAR_WARNING, error);
    if (error->status != STAR_OK)
        message_report(style, &report, NULL);
}

int message_memory(StarStyle style) {
    StarError error;
    star_raise(&error, MSG_NO_MEMORY());
    return message_error(style, &error);
}

static void take(void *style, const StarReport *report,
                 const StarSources *sources) {
    message_report(*(const StarStyle *)style, report, sources);
}

void message_reports(StarStyle style, const StarProgram *p) {
    check_messages(p, take, &style);
}
