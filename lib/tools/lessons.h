/* SPDX-License-Identifier: MIT */
/* The exercises: what they ask for, and whether a solution does it.
 *
 *     Grade g;
 *     GradeEnd end = grade_open(&g, &lesson, &limits);
 *     if (end == GRADE_RIGHT)
 *         end = grade_take(&g, &compile, "mine.star", text, length);
 *     if (end == GRADE_RIGHT)
 *         end = grade_run(&g);
 *     ... what there is to say about g ...
 *     grade_close(&g);
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_LESSONS_H
#define STAR_TOOLS_LESSONS_H

#include "compile.h"
#include "tools/lessons/trial.h"

/* An exercise is a unit NN_NAME of stdlib/exercises, which begins with a
 * comment, title and text, and has the procedures NAME and INPUT. Texts are the
 * unit's, valid for ever; where a length stands beside one it has no 0 at its
 * end. */
typedef struct Lesson {
    int number;       /* from 1 */
    const char *name; /* of the procedure, in lower case */
    const char *title, *text;
    const char *heading; /* proc NAME(T: table; ...); */
    int title_length, text_length, heading_length;
    const char *path, *unit; /* its name and whole text, */
    size_t length;           /* of so many bytes */
} Lesson;

/* Exercise k, from 0, in the order of their numbers; that with a number as
 * text, "07" too. False: there is none. */
bool lesson_at(int k, Lesson *out);
bool lesson_find(const char *number, Lesson *out);

/* The steps that a call of a solution may take, unless the limits say other. */
enum { LESSON_STEPS = 1000000 };

typedef enum GradeEnd {
    GRADE_RIGHT,     /* as far as it was looked at */
    GRADE_DIFFERENT, /* it gives another result */
    GRADE_FAILED,    /* it ends with an error: the machine's report */
    GRADE_REFUSED,   /* it does not compile: g->own has the messages */
    GRADE_MISSING,   /* the text has no such procedure */
    GRADE_FUNCTION,  /* it is a function */
    GRADE_HEADING,   /* its parameters are others */
    GRADE_BROKEN     /* for lack of memory, or a fault: g->error */
} GradeEnd;

/* A solution while it is tried. */
typedef struct Grade {
    Lesson lesson;
    StarMachine *machine;
    StarProgram *model, *own; /* the exercise's; the solution, or NULL */
    Trial trial;    /* GRADE_DIFFERENT, _FAILED: the input and the results */
    bool open;      /* they are there */
    int64_t inputs; /* that were tried before this one */
    StarError error;
} Grade;

/* Opens a machine with these limits, which may open no file, and the exercise
 * on it. GRADE_RIGHT or GRADE_BROKEN; grade_close is needed in any case. */
GradeEnd grade_open(Grade *grade, const Lesson *lesson,
                    const StarOptions *limits);

/* Compiles a solution, to count its steps; messages name it `path`. The
 * program may have warnings whatever is returned. Not GRADE_DIFFERENT and
 * GRADE_FAILED. */
GradeEnd grade_take(Grade *grade, const StarCompileOptions *options,
                    const char *path, const char *text, size_t length);

/* Tries it on random inputs, small ones first, the same ones each time:
 * GRADE_RIGHT, _DIFFERENT, _FAILED or _BROKEN. */
GradeEnd grade_run(Grade *grade);

/* Frees all that a grade has, whatever grade_open returned. */
void grade_close(Grade *grade);

#endif
