/* SPDX-License-Identifier: MIT */
/* The engine of the site: STAR as WebAssembly, for the Worker of a page.
 *
 *     engine_input(text, length);
 *     status = engine_begin(ENGINE_RUN, "mine.star", text);
 *     while (status == 0 && engine_advance(steps))
 *         ... the Worker looks after its messages ...
 *     status = engine_end();
 *     ... engine_output, engine_messages ...
 *
 * There is one run at a time: of a program, of one that is stepped through, of
 * a solution of an exercise, or of an entry of the console, whose session
 * stays. Beginning another one ends it. Statuses are the exit statuses of the
 * command; answers are JSON, the engine's, and valid until the next call. */
#ifndef ENGINE_H
#define ENGINE_H

#include "buffer.h"

typedef enum EngineKind {
    ENGINE_RUN, /* a program, as fast as it goes */
    ENGINE_STEP /* a program, of which moments can be shown */
} EngineKind;

/* The library's version. */
const char *engine_version(void);

/* The form of messages: a StarReportForm; at first STAR_JSON. */
void engine_form(int form);

/* Limits of programs from now on, and of a session that is not open yet; 0:
 * none, 1 GiB of memory, 10,000 calls within calls. */
void engine_limits(double memory, double steps, double depth, double output);

/* The program's input from now on, which is copied. */
void engine_input(const char *text, int length);

/* Compiles a text, and begins to run it; what fails here has messages, and all
 * is done. */
int engine_begin(int kind, const char *path, const char *text);

/* Goes on by so many steps, roughly; true: there is more to do. */
int engine_advance(double steps);

/* Goes on for so long, roughly, or until there is much output: a primitive that
 * was begun is completed. */
int engine_advance_for(double milliseconds);

/* Ends the run, which is interrupted if there was more to do; but a program
 * that was stepped through stays, to be looked at. */
int engine_end(void);

/* Steps that the run has taken. */
double engine_steps(void);

/* The output since this was last forgotten, of so many bytes. */
const char *engine_output(void);
int engine_output_length(void);
void engine_output_forget(void);

/* The messages since the last beginning: one object a line. */
const char *engine_messages(void);

/* The variables of the program's block or of the session:
 * [{"name", "type", "kind", "value"}], values as vm/debug/trace.c describes
 * them; none of a program whose run was ended. */
const char *engine_variables(void);

/* ---- Stepping (engine_step.c) ---- */

/* The moment of the run: {"when", "statements", "steps", "file", "line"}. */
const char *engine_moment(void);

/* So many statements and conditions from number `first` on, as vm/debug/trace.c
 * describes them; the run is then behind them. "" without memory. */
const char *engine_trace(double first, double most);

/* The answer is a GIF of so many bytes: how a slice, word or table of the
 * program's block changes until so many statements were begun; 0: there is
 * none. The run is then behind them. */
int engine_film(const char *name, double statements);

/* ---- The console (engine_console.c) ---- */

/* Enters a text, to be run by engine_advance and engine_end; ENGINE_OPEN: it
 * lacks something that a next line could bring, and nothing has happened; that
 * is a mistake of one that is whole. */
enum { ENGINE_OPEN = -1 };
int engine_enter(const char *name, const char *text, int whole);

/* The value of the last entry as text: lines; "" if it has none. */
const char *engine_value(void);

/* Forgets the session. */
void engine_forget(void);

/* ---- Variables of the session (engine_values.c) ----
 *
 * As star.h has them, with the status in place of the code; its messages are
 * objects of JSON. */

/* The answer is what the name means. */
int engine_describe(const char *name);
int engine_get_string(const char *name);
const char *engine_answer(void);

/* size[0] rows and size[1] columns; the others as star_get_bits and so on. */
int engine_get_size(const char *name, int64_t size[2]);
int engine_get_bits(const char *name, double rows, double columns, void *bits,
                    int stride);
int engine_set_bits(const char *name, double rows, double columns,
                    const void *bits, int stride);
int engine_get_integer(const char *name, int64_t *out);
int engine_set_integer(const char *name, const int64_t *value);
int engine_get_real(const char *name, double *out);
int engine_set_real(const char *name, double value);
int engine_set_string(const char *name, const char *text, int length);
int engine_get_count(const char *name, size_t *count);
int engine_get_integers(const char *name, int64_t *out, int count);
int engine_set_integers(const char *name, const int64_t *value, int count);
int engine_get_reals(const char *name, double *out, int count);
int engine_set_reals(const char *name, const double *value, int count);

/* ---- Exercises (engine_lessons.c) ---- */

/* [{"number", "name", "title", "text", "group", "heading", "formula", "read",
 * "hint1", "hint2", "hint3"}]. */
const char *engine_lessons(void);

/* The same of an exercise of one's own, a unit of this path; "null": it is
 * none. */
const char *engine_lesson(const char *path, const char *text);

/* Begins to try a text as a solution of an exercise, by its name, for
 * engine_advance, which goes on by one input, and engine_end. With a unit the
 * exercise is that one, and the name its path. */
int engine_grade(const char *name, const char *unit, const char *path,
                 const char *text);

/* Behind engine_end: {"end", "solved", ..., "feedback"}, as grade_json has it,
 * and of an input on which it goes wrong {"program", "values": [{"name",
 * "kind", "var", "given", "wanted", "found"}]}; "" if it was stopped. */
const char *engine_graded(void);

/* ---- The language (engine_words.c) ---- */

/* The messages about a text, one object a line. It is compiled and no more,
 * and what runs is left alone. */
const char *engine_check(const char *path, const char *text);

/* {"heading", "start", "end"} of the call whose parentheses an offset in bytes
 * is in; bytes start..end of the heading are the parameter there, none if both
 * are 0. null: no call is known there. */
const char *engine_call(const char *path, const char *text, int offset);

/* {"words": [], "names": [{"name", "kind", "heading", "text", "unit",
 * "formula"}]}: the words of the grammar, and all that names mean. */
const char *engine_words(void);

/* The members of "names" for all that a name means, in units too. */
const char *engine_doc(const char *name);

/* {"code", "sentence", "explanation", "mistake", "correction"}, or null. */
const char *engine_explain(const char *code);

/* [{"kind", "start", "end"}]: the tokens of a text, by its bytes. */
const char *engine_tokens(const char *text);

#endif
