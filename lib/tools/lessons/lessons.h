/* SPDX-License-Identifier: MIT */
/* The exercises: what they ask for, and whether a solution does it.
 *
 *     Grade g;
 *     grade_open(&g, &lesson, &limits);
 *     grade_take(&g, &compile, "mine.star", text, length);
 *     while (grade_advance(&g))
 *         ;
 *     grade_reports(&g, take, context);
 *     grade_feedback(&g, sink, context);
 *     grade_close(&g);
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_LESSONS_H
#define STAR_TOOLS_LESSONS_H

#include "tools/check.h"
#include "tools/json.h"
#include "tools/lessons/lesson.h"
#include "tools/lessons/trial.h"

/* Exercise k, from 0, of stdlib/exercises, in the order of their numbers; that
 * with a number or a name as text, "07" too; that whose procedure a text
 * declares. False: there is none. */
bool lesson_at(int k, Lesson *out);
bool lesson_find(const char *word, Lesson *out);
bool lesson_of(const char *text, Lesson *out);

/* The steps that a call of a solution may take, unless the limits say other. */
enum { LESSON_STEPS = 1000000 };

typedef enum GradeEnd {
    GRADE_RIGHT,     /* as far as it was looked at */
    GRADE_OVER,      /* it takes more operations than are asked for */
    GRADE_DIFFERENT, /* it gives another result */
    GRADE_FAILED,    /* it ends with an error */
    GRADE_REFUSED,   /* it does not compile */
    GRADE_MISSING,   /* the text has no such procedure */
    GRADE_FUNCTION,  /* it is a function */
    GRADE_HEADING,   /* its parameters are others */
    GRADE_UNFIT,     /* the exercise itself is wrong */
    GRADE_BROKEN,    /* for lack of memory or time: g->error */
    GRADE_ENDS
} GradeEnd;

/* Operations of the STAR-machine on one input, as star profile counts them:
 * of the solution, of the reference, and the most that are asked for. */
typedef struct GradeCount {
    int64_t found, wanted, most; /* most is 0 where there is no bound */
    int64_t size;                /* of the input */
} GradeCount;

/* A solution while it is tried. */
typedef struct Grade {
    Lesson lesson;
    GradeEnd end; /* GRADE_RIGHT as long as it may be */
    StarMachine *machine;
    StarProgram *model, *own; /* the exercise's; the solution, or NULL */
    Trial trial;       /* GRADE_DIFFERENT, _FAILED: the input and the results */
    bool open;         /* they are there */
    int inputs;        /* that were tried before this one */
    bool over;         /* on one of them it took more than is asked for */
    GradeCount count;  /* on that of these, or of all, on which it took most */
    const char *unfit; /* what the exercise lacks; NULL: it has messages */
    StarError error;
} Grade;

/* Opens a machine with these limits, which may open no file, and the exercise
 * on it; grade_close is needed in any case. What follows does nothing once
 * grade->end is not GRADE_RIGHT. */
void grade_open(Grade *grade, const Lesson *lesson, const StarOptions *limits);

/* Compiles a solution, to count its steps; messages name it `path`. */
void grade_take(Grade *grade, const StarCompileOptions *options,
                const char *path, const char *text, size_t length);

/* Tries it on the next random input, small ones first, the same ones each time;
 * false: that was the last one, or there is none. */
bool grade_advance(Grade *grade);

/* Frees all that a grade has. */
void grade_close(Grade *grade);

/* ---- What there is to say ---- */

/* The messages about the solution's text, or the exercise's, and of the run
 * that failed. */
void grade_reports(const Grade *grade, CheckTake *take, void *context);

/* The result in words, for people: the input and what is wrong, drawn; or the
 * counts and the reference. Nothing for GRADE_REFUSED and GRADE_BROKEN. */
void grade_feedback(const Grade *grade, StarSink *sink, void *context);

/* Of GRADE_DIFFERENT and GRADE_FAILED: writes a program that calls the solution
 * on the input, to be stepped through. Its lines are those of the solution, the
 * first one begins with "program watch; ". STAR_MEMORY. */
StarStatus grade_program(const Grade *grade, StarSink *sink, void *context);

/* "right", "over" and so on; a static text. */
const char *grade_word(GradeEnd end);

/* The members of an object of JSON: "exercise", "end", "solved", "inputs", and
 * "operations", "reference", "most", "size", null where unknown. */
void grade_json(const Grade *grade, const Out *out);

#endif
