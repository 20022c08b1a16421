/* SPDX-License-Identifier: MIT */
/* A run as a page: what trace and call --trace share. */
#ifndef STAR_CLI_TRACE_RUN_H
#define STAR_CLI_TRACE_RUN_H

#include "load.h"

/* Checks that a page, "-" being standard output, may be written: not over a
 * file that an operand names. Returns 0, or an exit status after a message. */
int trace_check(const Options *options, const char *command, const char *page);

/* Runs a program, or a procedure if there is one, and writes the page. Returns
 * an exit status after a message; whether the run has ended well: then
 * load_finish is to come. */
int trace_through(Loaded *loaded, const StarProc *proc, const StarCell *args,
                  const char *page, bool *ended);

#endif
