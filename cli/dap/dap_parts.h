/* SPDX-License-Identifier: MIT */
/* A session with an editor: what the files dap*.c share.
 *
 *     editor ── request ──> dap.c ──> a handler ──> body of the response
 *            <─ response ─┘   │
 *            <─ events ── dap_run.c: the way that the request asked for
 */
#ifndef STAR_CLI_DAP_PARTS_H
#define STAR_CLI_DAP_PARTS_H

#include "load.h"
#include "tools/debug/debug_inspect.h"
#include "wire/wire.h"

/* A way through the run, as debug_out and debug_back_out go it. */
typedef struct DapWay {
    bool wanted;
    bool stays; /* it is to be told where the run is */
    bool ends;  /* the run is at its end, and the editor is to know */
    bool back;
    unsigned depth;
    const char *reason; /* why it stops where no breakpoint is */
} DapWay;

/* What the editor says of a breakpoint beyond what Debug knows. */
typedef struct DapBreak {
    int id;
    bool procedure;  /* set by a procedure's name, not by its line */
    char *condition; /* an expression, or NULL */
    char *count;     /* of hits: 5, >= 5, % 5; or NULL */
    char *log;       /* to be written in place of a stop, or NULL */
    int64_t hits;
} DapBreak;

typedef struct DapData {
    int id;
    char *text; /* of its place */
} DapData;

/* Something with parts, by its number from 1, as variablesReference says. */
typedef struct DapParts {
    unsigned frame;
    char *place;  /* as debug_find_in takes it; empty: all of the frame */
    bool columns; /* of a table; else its rows */
} DapParts;

typedef struct Dap {
    const Options *options;
    Wire wire;
    int64_t sent;  /* messages */
    int base;      /* the number of the first line and column */
    bool unheard;  /* the editor reads no more */
    bool over;     /* the session is to end, */
    bool broken;   /* because no more messages can be found */
    bool launched; /* loaded and debug are open */
    bool finished; /* the run has ended, and the editor knows */
    bool on_entry, at_end, no_debug; /* where to stop, as it was launched */
    bool running;                    /* it goes a way, which */
    bool pausing;                    /* the editor wants to end */
    DapWay way;
    Options run; /* of the program: the operands are its file and arguments */
    LoadStreams streams;
    Loaded loaded;
    Debug debug;
    int input;    /* file of the program's input; -1: none */
    char rest[4]; /* the beginning of a character that was written */
    size_t rest_length;
    json_t *failure; /* the first error of a program that cannot run */
    int ids;         /* breakpoints so far */
    DapBreak at[DEBUG_BREAKS]; /* as debug.point */
    DapData data[DEBUG_DATA];  /* as debug.data */
    DapParts *parts;
    int part_count, part_room;
} Dap;

/* Answers a request with the body of its response, NULL being none; *wrong is
 * set where it cannot be met, to a text that stays until the next request. */
typedef json_t *DapHandler(Dap *dap, const json_t *arguments,
                           const char **wrong);

/* Text that is put together, as a StarSink. */
typedef struct DapString {
    char *text; /* without an end */
    size_t length, room;
} DapString;

/* dap.c: sends an event; the body may be NULL. */
void dap_event(Dap *dap, const char *name, json_t *body);
/* Handles the next message of the editor. */
void dap_serve_one(Dap *dap);
/* An argument as a text, NULL; a number, `other`; a truth, false, where it is
 * not there. */
const char *dap_text(const json_t *arguments, const char *name);
int64_t dap_number(const json_t *arguments, const char *name, int64_t other);
bool dap_truth(const json_t *arguments, const char *name);

/* dap_launch.c: opens and closes the program; tells of its output. */
DapHandler dap_initialize, dap_launch, dap_configured;
void dap_close(Dap *dap);
StarSink dap_add;
/* The text as a string of JSON; frees it. */
json_t *dap_string(DapString *string);
/* A text for the user, in a category of output events. */
void dap_say(Dap *dap, const char *category, const char *text, size_t length);
/* A message with its place, as the terminal would have it. */
void dap_report(Dap *dap, const StarReport *report);
/* Ends the run, and tells of it. */
void dap_finish(Dap *dap);

/* dap_run.c: ways through the run. */
DapHandler dap_continue, dap_next, dap_step_in, dap_step_out, dap_step_back,
    dap_reverse, dap_pause, dap_exception;
/* Goes the way that is wanted, and tells where it ended. */
void dap_go(Dap *dap);
/* dap_breaks.c: breakpoints. */
DapHandler dap_set_lines, dap_set_procedures, dap_data_info, dap_set_data;
/* True if the breakpoint where a way ended stops it: its condition holds and
 * its hits are enough; one that logs does so, and stops nothing. On a way back
 * hits are not counted. */
bool dap_breaks(Dap *dap, bool back);
void dap_breaks_free(Dap *dap);

/* dap_places.c: where the run is. */
DapHandler dap_threads, dap_stack, dap_scopes, dap_source;
/* The number from 0 of the call that the argument frameId means; -1: none. */
int64_t dap_frame(const Dap *dap, const json_t *arguments);
/* A file of the program as the protocol names it. */
json_t *dap_source_of(const Dap *dap, uint32_t file);

/* dap_values.c: variables and expressions. */
DapHandler dap_variables, dap_evaluate;
/* A number for something with parts, until the run goes on. */
int dap_parts(Dap *dap, unsigned frame, const char *place, bool columns);
const DapParts *dap_parts_at(const Dap *dap, int64_t reference);
void dap_parts_free(Dap *dap);
/* The place of a part by the name that the editor was given; to be freed. */
char *dap_part_place(const DapParts *parts, const char *name);
/* A value on a line. */
json_t *dap_value(Dap *dap, const StarVariable *variable);
/* The value of an expression on a line; a string where it has none, and then
 * *failed. */
json_t *dap_expression(Dap *dap, const char *text, bool *failed);

#endif
