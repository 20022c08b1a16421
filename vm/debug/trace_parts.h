/* SPDX-License-Identifier: MIT */
/* A trace that is being made, for the files trace*.c. */
#ifndef STAR_TRACE_PARTS_H
#define STAR_TRACE_PARTS_H

#include "debug/inspect.h"
#include "report/report_out.h"
#include "debug/trace.h"

/* A text that grows. Where there is no memory for more, the error of `mem`
 * says so, and the text is of no use. */
typedef struct TraceText {
    StarMem *mem;
    size_t length, room;
    char *bytes;
} TraceText;

/* A variable: its value at the last stop, and its values so far. */
typedef struct TraceTrack {
    unsigned number; /* of its cell */
    bool seen;
    unsigned owner, cell; /* the outermost frame that knows the same slice,
                             word or table, and its cell there */
    StarInspection inspection;
    TraceText text;                /* of an array */
    const struct StarNames *names; /* of a table's rows, or NULL */
    bool renamed;                  /* its rows had other names before: none */
    TraceText values;
} TraceTrack;

typedef struct TraceCall {
    const StarProc *proc;
    StarSpan site; /* of the call */
    size_t number; /* of that span */
    int64_t from;
    TraceTrack *track;
    unsigned tracks;
} TraceCall;

struct StarTrace {
    StarMem mem;
    StarError error;
    StarHistory *history;
    StarFormulaOf *formula; /* may be NULL */
    int64_t most;
    int64_t stops, first;
    StarMoment last; /* the stop before */
    StarSpan *span;
    size_t spans, span_room;
    TraceCall *call;
    size_t calls, call_room;
    TraceTrack active;
    size_t bytes_of_many; /* of the values that take more than most do */
    TraceText at, steps, ended, touched, output;
    TraceText touch, named; /* by the statement of the last stop, the one
                               before */
};

/* trace_values.c. Appends to a TraceText; as something to write to; without
 * anything in it. */
void trace_add(void *text, const char *bytes, size_t length);
Out trace_out(TraceText *text);
void trace_drop(TraceText *text);

/* Begins one more element of a list. */
const Out *trace_next(const TraceText *text, const Out *out);

/* Returns the text, NUL-terminated. */
const char *trace_string(TraceText *text);

/* Notes a variable if it has changed since the last stop. */
StarStatus trace_follow(StarTrace *trace, TraceTrack *track,
                        const StarVariable *variable);

/* Writes the names of vertices as a member of an object; nothing for NULL. */
void trace_names(const Out *out, const struct StarNames *names);

/* trace_page.c: the page, and the data alone, when no call is open any more. */
void trace_write(const StarTrace *trace, const Out *out);
void trace_write_data(const StarTrace *trace, const Out *out);

#endif
