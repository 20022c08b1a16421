/* SPDX-License-Identifier: MIT */
/* The text of an exercise: a unit with a comment and some procedures. */
#ifndef STAR_TOOLS_LESSON_H
#define STAR_TOOLS_LESSON_H

#include <stdbool.h>
#include <stddef.h>

/* A part of a text, without a 0 at its end; nothing where it is missing. */
typedef struct LessonText {
    const char *at;
    int length;
} LessonText;

enum { LESSON_HINTS = 3, LESSON_NAME = 64 };

/* docs/howto/exercises.md shows the form of the unit. All parts are of its
 * text, and valid as long as that. */
typedef struct Lesson {
    int number;             /* from 1; 0: a file of one's own */
    char name[LESSON_NAME]; /* of the procedure, in lower case */
    LessonText title, text, group, hint[LESSON_HINTS], read;
    LessonText heading;      /* proc NAME(T: table; ...); */
    LessonText uses;         /* "uses graph": units that the reference needs */
    LessonText solution;     /* the reference, and what it calls */
    LessonText formula;      /* the most operations, an expression of STAR */
    const char *path, *unit; /* the name and the whole text, */
    size_t length;           /* of so many bytes */
} Lesson;

/* Finds the parts of a text with a 0 at its end; false if it has no comment
 * or no such procedure: the name is that of the file, without a number before
 * it. */
bool lesson_read(const char *path, const char *text, size_t length,
                 Lesson *out);

#endif
