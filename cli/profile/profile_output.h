/* SPDX-License-Identifier: MIT */
/* The options of a profile: what is counted, and how it is written. */
#ifndef STAR_CLI_PROFILE_OUTPUT_H
#define STAR_CLI_PROFILE_OUTPUT_H

#include "load.h"

/* True if the options, or the command, ask for a profile. */
bool profile_output_asked(const Options *options, const char *command);

/* Reads the model of --machine and begins to count; from then on the profile
 * alone goes to standard output. Returns 0, or an exit status after a
 * message. */
int profile_output_begin(Loaded *loaded, const char *command);

/* Writes the profile of the run. Returns 0, or an exit status after a
 * message. */
int profile_output_write(const Loaded *loaded);

#endif
