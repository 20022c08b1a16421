/* The commands: each gets the options, its operands without its own name,
 * and returns the exit status. */
#ifndef STAR_CLI_COMMAND_H
#define STAR_CLI_COMMAND_H

#include "options.h"

int cmd_run(const Options *options);
int cmd_profile(const Options *options);
int cmd_repl(const Options *options);
int cmd_call(const Options *options);
int cmd_step(const Options *options);
int cmd_trace(const Options *options);
int cmd_check(const Options *options);
int cmd_dis(const Options *options);
int cmd_devices(const Options *options);
int cmd_doc(const Options *options);
int cmd_explain(const Options *options);
int cmd_exercise(const Options *options);

#endif
