/* SPDX-License-Identifier: MIT */
/* --ranks: this process is one of several that run a program together. Rank 0
 * reads and writes; what others print goes nowhere, but for what ends the run
 * for one of them alone. */
#ifndef STAR_CLI_RANKS_OPTION_H
#define STAR_CLI_RANKS_OPTION_H

#include "options.h"

/* Finds the other ranks, if the options ask for them, and changes the options
 * for this one. Returns 0, or an exit status after a message. */
int ranks_option_open(Options *options);

/* True of a run by ranks. */
bool ranks_option_on(void);

/* The device of its host that this rank takes, if it takes one. */
int ranks_option_device(void);

/* Puts the ranks above the backend of a machine. */
StarStatus ranks_option_attach(StarBackend *be);

/* What rank 0 reads by `read`, on all of them. */
size_t ranks_option_read(size_t (*read)(void *context, char *text, size_t most),
                         void *context, char *text, size_t most);

/* Compares what the ranks have done, if a run ended well by its own account;
 * returns the exit status after a message if it did not. */
int ranks_option_compare(const Options *options, StarBackend *be, int status);

/* Leaves the others. Returns the exit status of this process, if it returns:
 * where some do not come, all end. */
int ranks_option_close(int status);

#endif
