/* The line on a terminal that says how far a long piece of work is:
 *
 *     star: 43 %, 12 s, about 16 s left
 */
#ifndef STAR_CLI_PROGRESS_H
#define STAR_CLI_PROGRESS_H

#include "machine.h"
#include "options.h"

/* From now on, what the machine has worked at for two seconds is shown on
 * standard error, if that is a terminal, messages are for people and the
 * program is not a stranger's. */
void progress_begin(const StarMachine *machine, const Options *options);
void progress_end(void);

/* To be called before any other output, and after input: erases the line.
 * While output has left the terminal within a line, `open`, none is shown. */
void progress_hide(bool open);

/* Erases the line at once, from a signal handler that ends the process. */
void progress_abandon(void);

#endif
