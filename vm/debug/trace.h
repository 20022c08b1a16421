/* SPDX-License-Identifier: MIT */
/* The last statements of a run as one page of HTML that needs nothing else:
 * the program, the variables, the matrix memory and the output at each of
 * them. The page's script and style sheet are in page/; its data is an
 * object of JSON in it, described in trace.c. */
#ifndef STAR_TRACE_H
#define STAR_TRACE_H

#include "debug/history.h"
#include "debug/inspect.h"
#include "debug/profile.h"

typedef struct StarTrace StarTrace;

/* A trace of a history that has begun, of `most` statements and conditions;
 * NULL with the reason in *error. */
StarTrace *star_trace_new(StarHistory *history, int64_t most, StarError *error);
void star_trace_free(StarTrace *trace);

/* The data has the documented operations of procedures too, as `formula` says.
 */
void star_trace_formulas(StarTrace *trace, StarFormulaOf *formula);

/* Runs the program to its end; returns as star_history_go does. */
StarStatus star_trace_run(StarTrace *trace);

/* Writes the page, going back and to the end again; star_machine_stop must
 * not be called meanwhile. Of a program that uses files, which cannot be
 * repeated, the first statements are shown. STAR_MEMORY: nothing was written.
 */
StarStatus star_trace_page(StarTrace *trace, StarSink *sink, void *context);

/* Writes the data alone: of `most` statements and conditions from number
 * `first` on, from 0, or up to the last pause if the run was stopped before;
 * the run is then behind them. Where there is no way back, from the earliest
 * one that can be shown. A trace writes once. STAR_MEMORY: nothing was written.
 */
StarStatus star_trace_data(StarTrace *trace, int64_t first, StarSink *sink,
                           void *context);

/* Returns "slice", "word", "table", or "" of other types. */
const char *star_trace_kind(const StarType *type);

/* Writes the value of a variable as the data has it, whole, of a machine that
 * needs no history. STAR_MEMORY. */
StarStatus star_trace_value(StarBackend *backend, StarMem *mem,
                            const StarVariable *variable, StarSink *sink,
                            void *context);

/* Writes the member "names" of a table whose rows are vertices with names, and
 * nothing of others. */
void star_trace_names(const StarVariable *variable, StarSink *sink,
                      void *context);

#endif
