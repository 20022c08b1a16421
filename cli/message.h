/* SPDX-License-Identifier: MIT */
/* Messages of the command on standard error, and its exit status. */
#ifndef STAR_CLI_MESSAGE_H
#define STAR_CLI_MESSAGE_H

#include <stdarg.h>

#include "options.h"
#include "tools/check.h"
#include "usage.h"

enum { EXIT_USAGE = 2, EXIT_GPU = 6 };

/* Looks whether the command line wants messages as JSON. */
void message_begin(int argc, char **argv);

/* From now on messages go there, not to standard error; NULL: no more. */
void message_divert(CheckTake *take, void *context);

/* "star COMMAND: ...", or "star: ..." if command is NULL; usage.h has the
 * texts. Returns EXIT_USAGE. */
int message_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int message_usage_v(const char *command, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* True if lines of advice may follow it: not in JSON. */
bool message_for_people(void);

/* An error that has no place in a program; returns its exit status. */
int message_error(StarStyle style, const StarError *error);

/* The same as a warning; nothing if its status is STAR_OK. */
void message_warning(StarStyle style, const StarError *error);

/* The command itself has no memory; returns the exit status. */
int message_memory(StarStyle style);

/* One message about a program; all that compiling it gave. */
void message_report(StarStyle style, const StarReport *report,
                    const StarSources *sources);
void message_reports(StarStyle style, const StarProgram *program);

/* Takes text for standard output or error, the context. */
void message_sink(void *context, const char *text, size_t length);

#endif
