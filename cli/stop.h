/* SPDX-License-Identifier: MIT */
/* The end of a run from outside: Ctrl-C, the time, a file that is cut off. */
#ifndef STAR_CLI_STOP_H
#define STAR_CLI_STOP_H

#include "machine.h"
#include "report/report.h"

/* From now on the command may take so many seconds, unless they are 0: where
 * no program runs that could be ended, the command ends with a message. */
void stop_after(double seconds);

/* From now on Ctrl-C ends the run of this machine, and so does the time. A
 * second Ctrl-C, from half a second later on, ends the command at once, as
 * the first does where no program runs. */
void stop_begin(StarMachine *machine);
void stop_end(void);

/* From now on the command ends with a message where a file is lost that has
 * memory's place in this machine, see star_machine_mapped; NULL: no more. */
void stop_mapped(const StarMachine *machine, StarStyle style);

/* Resets the limit of time and Ctrl-C after a run has ended. True if Ctrl-C was
 * pressed. */
bool stop_again(void);

/* Waits until there is something to read; false if the run shall end. After
 * Ctrl-Z and fg, `resumed`, or NULL, shows the prompt again. */
bool stop_wait(int fd, void (*resumed)(void));

#endif
