/* What ends a run from outside: Ctrl-C and the time. */
#ifndef STAR_CLI_STOP_H
#define STAR_CLI_STOP_H

#include "machine.h"

/* From now on Ctrl-C ends the run of this machine; so does the end of
 * `seconds`, unless they are 0. A second Ctrl-C ends the command at once. */
void stop_begin(StarMachine *machine, double seconds);
void stop_end(void);

/* Waits until there is something to read; false if the run shall end. */
bool stop_wait(int fd);

#endif
