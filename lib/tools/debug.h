/* SPDX-License-Identifier: MIT */
/* A run that is inspected between its statements, forward and back: the engine
 * of a debugger, for any front end.
 *
 *     Debug d;
 *     debug_open(&d, history, program);        which star_history_begin began
 *     debug_break(&d, 0, 12, "i > 3", &why);
 *     told = debug_continue(&d);
 *     ...  star_history_now, star_history_frame, debug_variable, debug_changes
 *     debug_close(&d);
 *
 * history.h, inspect.h, value_format.h and trace.h are part of this: where the
 * run is, its frames, its variables, their values as text and grids,
 * traces of it.
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_DEBUG_H
#define STAR_TOOLS_DEBUG_H

#include "debug/inspect.h"
#include "debug/trace.h"
#include "report/value_format.h"

enum { DEBUG_BREAKS = 20, DEBUG_CONDITION = 100 };

/* A variable or a part of it: NAME, NAME(1), NAME[1, 2].FIELD ... */
typedef struct DebugPlace {
    unsigned frame, cell;
    const char *rest; /* behind the name, in the text that was given */
} DebugPlace;

typedef struct DebugBreak {
    uint32_t file;
    int line;
    char condition[DEBUG_CONDITION]; /* empty: none */
} DebugBreak;

/* The variables of a frame as they were when changes were last asked for. */
typedef struct DebugSeen {
    const StarProc *proc; /* NULL: none yet */
    unsigned frame;
    StarInspection *inspection; /* one for each cell */
} DebugSeen;

typedef struct Debug {
    StarHistory *history;
    const StarProgram *program;
    DebugBreak point[DEBUG_BREAKS];
    int points;
    StarMem mem; /* of what was seen, on an account of its own */
    StarError error;
    DebugSeen seen[2]; /* the program's block; the newest call */
} Debug;

/* Opens the run of a program that a history has begun; both stay the owner's.
 */
void debug_open(Debug *debug, StarHistory *history, const StarProgram *program);
void debug_close(Debug *debug);

/* The place of the present statement, or of the last one. */
StarSpan debug_span(const Debug *debug);

/* ---- To go on and back ----
 *
 * Each goes to a pause, or to the end of the run; star_history_now says where
 * that is. They return what is to be told of the way, a sum of these. Those
 * that go forward begin at a pause. star_machine_stop ends a way: then
 * debug_settle is to be called, at a time without a further stop. */
enum {
    DEBUG_MEMORY = 1,  /* none to go back any further */
    DEBUG_NOTHING = 2, /* nothing of the kind before: it is where it was */
    DEBUG_WALL = 4,    /* a file was used: it is as far back as it can be */
    DEBUG_GONE = 8     /* the variable is not there any more */
};

/* So many statements and conditions; the same over calls; out of a call; to a
 * breakpoint or to the end; to a line of the present file. */
unsigned debug_step(Debug *debug, int64_t times);
unsigned debug_next(Debug *debug, int64_t times);
unsigned debug_finish(Debug *debug);
unsigned debug_continue(Debug *debug);
unsigned debug_to(Debug *debug, int line);

/* Until a variable or a part of it has another value. */
unsigned debug_until(Debug *debug, const DebugPlace *place,
                     const StarVariable *variable);

/* To the last pause with no more than so many steps, forward or back. */
unsigned debug_go(Debug *debug, int64_t steps);

/* Back by so many statements and conditions: DEBUG_NOTHING at the first; over
 * calls, or out of this one; to a breakpoint or the beginning. */
unsigned debug_back(Debug *debug, int64_t times);
unsigned debug_back_over(Debug *debug);
unsigned debug_back_to_break(Debug *debug);

/* After a stop within a statement: goes to its beginning, and true. */
bool debug_settle(Debug *debug);

/* ---- Breakpoints ---- */

typedef enum DebugSet {
    DEBUG_SET,          /* number debug->points is new */
    DEBUG_NO_STATEMENT, /* none begins on that line or behind */
    DEBUG_NO_CONDITION, /* it does not fit: *wrong says why */
    DEBUG_FULL
} DebugSet;

/* Sets a breakpoint at the first statement from a line on, with a condition, or
 * NULL: PLACE = CONSTANT, or with <>, <, <=, >, >=; it does not hold where
 * PLACE is not there or has no value. */
DebugSet debug_break(Debug *debug, uint32_t file, int line,
                     const char *condition, const char **wrong);

/* Line and file where the statements of a procedure begin; 0: it has none. */
int debug_procedure(const Debug *debug, const char *name, uint32_t *file);

/* Deletes breakpoint k, 1..debug->points. */
void debug_delete(Debug *debug, int k);

/* A variable of a frame, as star_variable, but for the result of a function,
 * which has its name. */
bool debug_variable(const StarView *view, unsigned k, StarVariable *out);

/* The slices and tables of the newest call and of the program, each once, at
 * most so many; how many. */
int debug_memory(const Debug *debug, StarPanel panel[], int most);

/* Tells of what differs from the last time that changes were asked for, in the
 * newest call and in the program; of a new call of its parameters, with `was`
 * NULL. The inspections are valid until `changed` returns. */
typedef void DebugChanged(void *context, const StarVariable *variable,
                          const StarInspection *was, const StarInspection *now);
void debug_changes(Debug *debug, DebugChanged *changed, void *context);

/* The place and value of a text that is a variable or a part of it and no
 * more, of the newest call, the program or a call between; if it is not *wrong
 * says so. */
bool debug_find(const Debug *debug, const char *text, DebugPlace *place,
                StarVariable *variable, const char **wrong);

/* True if a text has the form of a name or of a part of a variable. */
bool debug_is_place(const Debug *debug, const char *text);

/* The value of an expression, with copies of those variables, valid until
 * `evaluated` returns. False: debug->error says why. */
typedef void DebugEvaluated(void *context, const StarVariable *value);
bool debug_evaluate(Debug *debug, const char *text, DebugEvaluated *evaluated,
                    void *context);

#endif
