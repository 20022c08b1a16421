/* SPDX-License-Identifier: MIT */
/* A run that goes forward and back, statement by statement.
 *
 * Its machine takes all memory from one region, of which snapshots are taken
 * every some thousand steps; they share the pages that did not change:
 *
 *     steps      0          10000         20000      now
 *     snapshot   A B C      A D C         A D E
 *     pages      A B C D E, each in memory once
 *
 * To go back, the nearest earlier snapshot is restored, and the run goes on
 * from there, with the input that was read then and without writing the output
 * again. Changes of files are not undone: a run that has passed a statement
 * that uses a file does not go back before it.
 *
 * The run pauses before each statement and each condition of a program that
 * was compiled to count its steps and to be watched, plainly and with the
 * bodies of procedures (StarCompileOptions). */
#ifndef STAR_HISTORY_H
#define STAR_HISTORY_H

#include "machine.h"

typedef struct StarHistory StarHistory;

/* A history with a new machine, which no one else may run; NULL with the
 * reason in *error. Its snapshots take `room` bytes at most: with fewer of
 * them it takes longer to go back. It uses no device and one thread. The
 * context of the options stays the caller's. */
StarHistory *star_history_new(const StarOptions *options, size_t room,
                              StarError *error);
void star_history_free(StarHistory *history);
StarMachine *star_history_machine(StarHistory *history);
const StarProgram *star_history_program(const StarHistory *history);

typedef enum StarWhen {
    STAR_PAUSED, /* before a statement or condition */
    STAR_CUT,    /* asked to stop, somewhere in one */
    STAR_FAILED, /* by an error or a limit: the machine has a report */
    STAR_ENDED   /* the frame of the program's block is still there */
} StarWhen;

/* A moment of a run. */
typedef struct StarMoment {
    StarWhen when;
    int64_t steps;      /* that were taken, as --max-steps counts them */
    int64_t statements; /* and conditions that were begun; the other steps
                           are operations on slices, words and tables */
    int64_t written;    /* bytes of output */
    int64_t read;       /* bytes of input that the machine has taken */
} StarMoment;

/* Returns the present moment of the run, valid until the next call. */
const StarMoment *star_history_now(const StarHistory *history);

/* Begins a program, or a procedure as star_machine_call does, and goes to its
 * first pause. Arguments that the program may change must come from the
 * machine's memory. Fails without memory only; a history has one run. */
StarStatus star_history_begin(StarHistory *history, const StarProgram *program,
                              const StarProc *proc, const StarCell *args);

/* The same of the run that the machine has begun, of a program that grows; what
 * ran on the machine before does not belong to the history. */
StarStatus star_history_take(StarHistory *history);

/* Goes to the last pause with no more than so many steps, before or after the
 * present moment; when the run ends first, to the end. Going back
 * stops at the earliest moment that can be reached. STAR_INTERRUPTED or
 * STAR_TIME, and the moment is STAR_CUT, if star_machine_stop was called;
 * STAR_MEMORY. */
StarStatus star_history_go(StarHistory *history, int64_t steps);

/* Goes to the first pause before which so many statements and conditions were
 * begun, as star_history_go does; when the run ends first, to the end. */
StarStatus star_history_statement(StarHistory *history, int64_t statements);

/* Goes forward, at least one pause, to the next one that is wanted, or to the
 * end; fails as star_history_go does. */
typedef bool StarWanted(void *context);
StarStatus star_history_forward(StarHistory *history, StarWanted *wanted,
                                void *context);

/* Goes back to the last pause that is wanted; if there is none *found is
 * false, and the moment as before. */
StarStatus star_history_back(StarHistory *history, StarWanted *wanted,
                             void *context, bool *found);

/* A row or column that a statement reads or writes as ROW(i, T), COL(i, T). */
typedef struct StarTouch {
    const StarTable *table;
    bool column;
    int64_t number; /* from 1; perhaps out of range */
} StarTouch;

/* Has `touched` told, before it happens, of each of them that is still to
 * come; NULL: of none. */
typedef void StarTouched(void *context, const StarTouch *touch);
void star_history_touched(StarHistory *history, StarTouched *touched,
                          void *context);

/* True if the program may use files, other than to load tables. */
bool star_history_outside(const StarHistory *history);

/* The least number of steps that can be gone back to. */
int64_t star_history_first(const StarHistory *history);

/* True if the run may not go on from this pause: the statement behind it used
 * a file when it failed. */
bool star_history_blocked(const StarHistory *history);

/* The last bytes of the output up to the present moment, at most `most`. */
size_t star_history_output(const StarHistory *history, size_t most,
                           const char **text);

/* Calls that have begun, and the program's block, which is number 0. */
unsigned star_history_depth(const StarHistory *history);

typedef struct StarView {
    const StarProc *proc;
    const StarCell *cell; /* as proc->cell describes them */
    StarSpan span;        /* of what is to be done next, or has failed; of a
                             call that has not returned */
} StarView;

/* A frame, by its number from 0, which is less than star_history_depth; valid
 * until the run goes on. */
StarView star_history_frame(const StarHistory *history, unsigned number);

/* Leaves all frames, which closes files and sends what was written. Returns
 * what star_machine_run would. */
StarStatus star_history_end(StarHistory *history);

#endif
