/* SPDX-License-Identifier: MIT */
/* A run that is inspected between its statements, forward and back: the engine
 * of a debugger, for any front end.
 *
 *     Debug d;
 *     debug_open(&d, history, program);        which star_history_begin began
 *     debug_break(&d, 0, 12, "i > 3", &why);
 *     told = debug_out(&d, 0);
 *     ...  star_history_now, star_history_frame, debug_variable, debug_changes
 *     debug_close(&d);
 *
 * debug_inspect.h has its variables; history.h, inspect.h, value_format.h and
 * trace.h are part of this: where the run is, its frames, values as text and
 * grids, traces of it.
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_DEBUG_H
#define STAR_TOOLS_DEBUG_H

#include "debug/inspect.h"
#include "debug/trace.h"
#include "report/value_format.h"

enum { DEBUG_BREAKS = 100, DEBUG_DATA = 20, DEBUG_CONDITION = 100 };

/* A variable or a part of it: NAME, NAME(1), NAME[1, 2].FIELD, NAME^ ...; or of
 * a table ROW(1, NAME), COL(1, NAME), and a component of these. */
typedef struct DebugPlace {
    unsigned frame, cell;
    bool column;
    int64_t vector;   /* number of a row or column; 0: none of these */
    const char *rest; /* behind the name, in the text that was given */
} DebugPlace;

typedef struct DebugBreak {
    StarSpan at; /* the bytes of the line */
    int line;
    char condition[DEBUG_CONDITION]; /* empty: none */
} DebugBreak;

/* A place, and a number that differs for different values of it; 0: it is not
 * there. */
typedef struct DebugData {
    DebugPlace place;
    const StarProc *proc; /* of its frame */
    uint64_t sum;
} DebugData;

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
    DebugData data[DEBUG_DATA];
    int datas;
    int hit;     /* where the last way ended: at breakpoint k, from 1, at data
                    breakpoint -k; 0: at none */
    StarMem mem; /* of what was seen, on an account of its own */
    StarBits vector; /* a copy of a row or column, the value of a place */
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
 * that is. All but debug_go and debug_back end at a breakpoint that comes
 * before, too: debug->hit. They return what is to be told of the way, a sum of
 * these. Those that go forward begin at a pause. star_machine_stop ends a way:
 * then debug_settle is to be called, at a time without a further stop. */
enum {
    DEBUG_MEMORY = 1,  /* none to go back any further */
    DEBUG_NOTHING = 2, /* nothing of the kind before: it is where it was */
    DEBUG_WALL = 4,    /* a file was used: it is as far back as it can be */
    DEBUG_GONE = 8     /* the variable is not there any more */
};

/* So many statements and conditions; the same over calls; to a line of the
 * present file. */
unsigned debug_step(Debug *debug, int64_t times);
unsigned debug_next(Debug *debug, int64_t times);
unsigned debug_to(Debug *debug, int line);

/* Forward, and back, to where there are no more than so many calls, the
 * program's block among them: one less than now is out of the newest, 0 is to
 * a breakpoint, else to the end or the beginning. */
unsigned debug_out(Debug *debug, unsigned depth);
unsigned debug_back_out(Debug *debug, unsigned depth);

/* Until a variable or a part of it has another value. */
unsigned debug_until(Debug *debug, const DebugPlace *place,
                     const StarVariable *variable);

/* To the last pause with no more than so many steps, forward or back. */
unsigned debug_go(Debug *debug, int64_t steps);

/* Back by so many statements and conditions: DEBUG_NOTHING at the first. */
unsigned debug_back(Debug *debug, int64_t times);

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

/* Sets a data breakpoint: where the value of a place changes, or the place
 * comes or goes. Forward the run ends behind the statement that does it,
 * backward before it. The text of the place stays the caller's. False: there
 * are too many; debug->datas = 0 deletes them. */
bool debug_break_data(Debug *debug, const DebugPlace *place);

/* Line and file where the statements of a procedure begin; 0: it has none. */
int debug_procedure(const Debug *debug, const char *name, uint32_t *file);

/* Deletes breakpoint k, 1..debug->points. */
void debug_delete(Debug *debug, int k);

#endif
