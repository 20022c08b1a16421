/* A program that is looked at between its statements, forward and back: what
 * the files step*.c share. */
#ifndef STAR_CLI_STEP_H
#define STAR_CLI_STEP_H

#include "load.h"
#include "debug/inspect.h"
#include "report/value_format.h"

enum { STEP_BREAKS = 20, STEP_NAME = 100 };

/* A variable or a part of it: NAME, NAME(1), NAME[1, 2].FIELD ... */
typedef struct StepPlace {
    unsigned frame, cell;
    const char *rest; /* what follows the name */
} StepPlace;

typedef struct StepBreak {
    uint32_t file;
    int line;
    char condition[STEP_NAME]; /* empty: none */
} StepBreak;

/* The variables of a frame as they were last shown. */
typedef struct StepSeen {
    const StarProc *proc; /* NULL: none yet */
    unsigned frame;
    StarLook *look; /* one for each cell */
} StepSeen;

typedef struct Step {
    Loaded *loaded;
    StarHistory *history;
    StarMem mem;
    StarError error;
    bool colour;
    int width;
    StepSeen seen[2]; /* the program's block; the newest call */
    StepBreak point[STEP_BREAKS];
    int points;
    int64_t written; /* bytes of output when something was last shown */
} Step;

/* step_show.c: on standard output. */
void step_show(Step *s);           /* where it is, and what changed */
void step_list(Step *s, int line); /* 0: here */
void step_where(Step *s);
void step_variables(Step *s);
void step_memory(Step *s);
void step_print(Step *s, const char *name, const StarVariable *v);
void step_forget(Step *s); /* what was shown */

/* The place of the present statement, or of the last one. */
StarSpan step_span(const Step *s);

/* step_find.c. What is there now; false where it has gone, or has no such part:
 * then *wrong says so. */
bool step_value(const Step *s, const StepPlace *place, StarVariable *v,
                const char **wrong);

/* The place and value of a text that is a variable or a part of it and no
 * more; if it is not *wrong says so. */
bool step_find(const Step *s, const char *text, StepPlace *place,
               StarVariable *v, const char **wrong);

/* Whether a condition PLACE = CONSTANT, or with <>, <, <=, >, >=, holds; not if
 * it has no value or is not there. *wrong is as of step_fits. */
bool step_holds(const Step *s, const char *condition, const char **wrong);

/* Whether a condition fits the names and types that statements on a line know,
 * whatever is active; if it does not *wrong says why. */
bool step_fits(const Step *s, uint32_t file, int line, const char *condition,
               const char **wrong);

/* step_commands.c: does what a line says; false: the end. */
bool step_command(Step *s, const char *line);

/* cmd_step.c: lets the user go through a run of the program, or of a procedure
 * if there is one. Returns an exit status; whether the run has ended well. */
int step_through(Loaded *loaded, const StarProc *proc, const StarCell *args,
                 bool *ended);

#endif
