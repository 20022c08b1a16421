/* SPDX-License-Identifier: MIT */
/* The terminal while a program runs: output appears as it comes, and a line
 * shows the progress of a long piece of work:
 *
 *     star: 43 %, 12 s, about 16 s left
 */
#ifndef STAR_CLI_PROGRESS_H
#define STAR_CLI_PROGRESS_H

#include "machine.h"
#include "options.h"

/* From now on, what the machine has worked at for two seconds is shown on
 * standard error, if that is a terminal, messages are for people and the
 * program is not a stranger's; what it writes comes to standard output within
 * a tenth of a second, if that is a terminal. */
void progress_begin(StarMachine *machine, const Options *options);
void progress_end(void);

/* No program runs until this is called again with false. */
void progress_rest(bool rest);

/* To be called before any other output, and after input: erases the line.
 * While output has left the terminal within a line, `open`, none is shown. */
void progress_hide(bool open);

/* Erases the line at once, from a signal handler that ends the process. */
void progress_abandon(void);

#endif
