/* SPDX-License-Identifier: MIT */
/* A program that is looked at between its statements, forward and back: what
 * the files step*.c share. */
#ifndef STAR_CLI_STEP_H
#define STAR_CLI_STEP_H

#include "load.h"
#include "tools/debug/debug_inspect.h"

typedef struct Step {
    Loaded *loaded;
    Debug debug;
    bool colour;
    int width;
    int64_t written; /* bytes of output when something was last shown */
} Step;

/* step_show.c: on standard output. */
void step_show(Step *s);           /* where it is, and what changed */
void step_list(Step *s, int line); /* 0: here */
void step_where(Step *s);
void step_variables(Step *s);
void step_memory(Step *s);
void step_print(Step *s, const char *name, const StarVariable *v);

/* step_commands.c: does what a line says; false: the end. */
bool step_command(Step *s, const char *line);

/* cmd_step.c: lets the user go through a run of the program, or of a procedure
 * if there is one. Returns an exit status; whether the run has ended well. */
int step_through(Loaded *loaded, const StarProc *proc, const StarCell *args,
                 bool *ended);

#endif
