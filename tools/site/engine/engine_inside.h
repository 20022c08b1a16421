/* SPDX-License-Identifier: MIT */
/* The inside of the engine, shared by its files. */
#ifndef ENGINE_INSIDE_H
#define ENGINE_INSIDE_H

#include "engine.h"
#include "tools/check.h"
#include "tools/entries.h"
#include "tools/lessons/lessons.h"

typedef struct Star Star;               /* handle.h */
typedef struct StarHistory StarHistory; /* debug/history.h */

/* 0: none, or as usual. */
typedef struct EngineLimits {
    double memory, steps, output;
    uint32_t depth;
} EngineLimits;

/* Bytes of what a program needs; a page has room for twice as many. */
enum { ENGINE_MEMORY = 1 << 30, ENGINE_USAGE = 2 };

typedef struct Engine {
    StarReportForm form;
    Buffer input, output, messages, answer, unit;
    size_t taken; /* bytes of the input */
    StarError error;
    StarMachine *machine; /* that runs; the history's, or the console's */
    StarHistory *history; /* NULL: the program is not stepped through */
    StarProgram *program;
    Star *star; /* the handle of the session, which stays, and of its */
    StarMachine *console;
    StarSession *session;
    EngineLimits limits; /* of the handle */
    Buffer lesson;       /* the text of an exercise of one's own */
    Grade grade;         /* of a solution that is tried, */
    bool graded;         /* if there is one; */
    bool more;           /* not on all inputs yet */
    char folder[200];    /* of the program */
    bool entry;          /* what runs is one */
    bool begun;          /* something runs */
} Engine;

extern Engine engine;

/* What programs write, and what they read. */
bool engine_take_output(void *unused, const char *text, size_t length);
size_t engine_give_input(void *unused, char *text, size_t most);

/* What machines get: output, input and files of the engine. */
StarOptions engine_options(void);

/* Finds units beside the program. */
StarFindUnit engine_find;

/* A CheckTake: writes a message in the form that is set, into a Buffer; NULL:
 * into those of the run. */
void engine_message(void *to, const StarReport *report,
                    const StarSources *sources);

/* An error that has no place; its exit status. */
int engine_failed(const StarError *error);

/* Ends and frees what runs. */
void engine_close(void);

/* engine_step.c: opens the history; begins its program; goes on; ends. */
int engine_open_history(void);
int engine_begin_steps(void);
int engine_advance_steps(int64_t steps);
int engine_end_steps(void);

/* The handle of the session, which it opens; NULL: there is no memory for it.
 */
Star *engine_star(void);

/* engine_console.c: ends an entry; engine_lessons.c: a grade. */
int engine_end_entry(void);
int engine_end_grade(void);

#endif
