/* SPDX-License-Identifier: MIT */
/* Counts of a run: how often each instruction runs in each chain of calls, how
 * many operations of the STAR-machine that is, how many bits it moves, how long
 * it takes. Programs that are not profiled pay nothing.
 *
 * An operation of the STAR-machine takes one unit of time, however many rows
 * there are: each primitive of primitives.def is one, and so is each operator
 * of an expression that one instruction evaluates. LENGTH and SIZE are none:
 * the control unit knows sizes. An operation on whole tables goes through their
 * columns and counts one for each. A procedure of the library that has a
 * row counts what the row charges, whatever runs in it; of a loop that runs as
 * one operation only the last iteration counts, which its instructions run.
 *
 * The bits moved are those of all slices and words, rows and columns, whole
 * tables and single components that are an operation's operands or result.
 *
 * The time is that between two instructions by the processor's counter of
 * cycles, less what reading it takes. */
#ifndef STAR_PROFILE_H
#define STAR_PROFILE_H

#include "machine.h"
#include "primitives/primitives.h"

typedef struct StarCount {
    int64_t runs; /* instructions that were completed */
    int64_t operations;
    int64_t bits;
    int64_t ticks; /* of the clock, whose rate is found when the run ends */
} StarCount;

/* From now on, until it is turned off, the machine counts in each run, anew.
 * The counts stay until the next one begins. STAR_MEMORY is raised if there
 * is none for them. */
StarStatus star_machine_profile(StarMachine *machine, bool on);

/* All that was counted so far in this run, or in the last one; zeros if nothing
 * was. It may be looked at between the instructions of a run. */
StarCount star_machine_count(const StarMachine *machine);

/* How a profile is written: as tables for people, as an object of JSON, as
 * stacks for flame graphs; docs/howto/profiling.md. The last one has a line for
 * each procedure with a formula that counted anything. */
typedef enum StarProfileForm {
    STAR_PROFILE_TABLES,
    STAR_PROFILE_JSON,
    STAR_PROFILE_FOLDED,
    STAR_PROFILE_FORMULAS
} StarProfileForm;

enum { STAR_FORMULA_ROOM = 120 };

/* The operations of a call that are documented for a procedure in a file of
 * this text, such as "3 SIZE(T)", which may be in `room`; NULL: none. */
typedef const char *StarFormulaOf(const char *name, const char *file,
                                  char room[STAR_FORMULA_ROOM]);

/* Writes what the last run counted, after which the program is still there;
 * nothing if nothing was counted. `formula` may be NULL. STAR_MEMORY is raised
 * before anything is written. */
StarStatus star_profile_write(const StarMachine *machine, StarProfileForm form,
                              StarFormulaOf *formula, StarSink *sink,
                              void *context);

/* ---- By the sizes of operands ---- */

/* The operations of one kind and size, from which the cost on another machine
 * can be computed. Of bit vectors `rows` is their length and `columns` 1, of
 * ROW and COL both are the table's; an operation on a whole table counts as one
 * for each column, of `columns` 1. Of the control unit's instructions both are
 * 1. What kernels do that stand in for procedures is not among them. */
typedef struct StarShape {
    StarCost cost;
    StarPrim prim; /* STAR_PRIM_COUNT: none */
    int64_t rows, columns;
    int64_t count;
} StarShape;

/* What a line of the source did. */
typedef struct StarLineShapes {
    StarPlace place;
    int64_t ns; /* that it took in this run */
    const StarShape *shape;
    uint32_t shapes;
} StarLineShapes;

typedef void StarShapesTake(void *context, const StarLineShapes *line);

/* Gives the lines that ran in the last run, file by file, from the first on;
 * they are valid during the call alone. STAR_MEMORY is raised before the first
 * one. */
StarStatus star_profile_shapes(const StarMachine *machine, StarShapesTake *take,
                               void *context);

#endif
