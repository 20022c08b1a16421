/* SPDX-License-Identifier: MIT */
/* The commands: each gets the options, its operands without its own name,
 * and returns the exit status. */
#ifndef STAR_CLI_COMMAND_H
#define STAR_CLI_COMMAND_H

#include "options.h"
#include "tools/plot/plot.h"

/* Run a program; profile also prints where its steps and its time went. */
int cmd_run(const Options *options);
int cmd_profile(const Options *options);
/* Runs a program in several ways and says where they differ. */
int cmd_compare(const Options *options);
/* Reads and runs entries until :quit or the end of the input. */
int cmd_repl(const Options *options);
/* Replays a session that :save wrote: run --session. */
int cmd_session(const Options *options);
/* Calls one procedure of a file with the arguments of the command line and
 * prints what it returns and changes. */
int cmd_call(const Options *options);
/* Draws a value to a file, as call does; raises what is wrong. */
StarStatus call_draw(const Argument *argument, StarBackend *backend,
                     PlotKind kind, const char *path);
/* Debug a program: from a prompt, or as a page that --output names. */
int cmd_step(const Options *options);
int cmd_trace(const Options *options);
/* Serves an editor with what is wrong with a text, and what its names mean. */
int cmd_lsp(const Options *options);
/* Debugs a program for an editor, which speaks on standard input and output. */
int cmd_dap(const Options *options);
/* Compile without a run: print reports and, if asked, which loops are fused;
 * or the bytecode. */
int cmd_check(const Options *options);
int cmd_dis(const Options *options);
/* Makes an executable of a program. */
int cmd_build(const Options *options);
/* Lays out files, or names those that are not. */
int cmd_fmt(const Options *options);
/* Print the devices; what the library has of a name; a page of the errors'
 * reference, or all codes. */
int cmd_devices(const Options *options);
int cmd_doc(const Options *options);
int cmd_explain(const Options *options);
/* Lists the exercises, prints one or a hint, or grades solutions. */
int cmd_exercise(const Options *options);

#endif
