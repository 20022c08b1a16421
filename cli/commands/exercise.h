/* SPDX-License-Identifier: MIT */
/* The parts of star exercise. */
#ifndef STAR_CLI_EXERCISE_H
#define STAR_CLI_EXERCISE_H

#include "options.h"
#include "tools/lessons/lessons.h"

/* Tries a file, prints the result and, if it is a success, records it; returns
 * the exit status. */
int exercise_try(const Options *options, const Lesson *lesson,
                 const char *path);

/* The same whenever the file has changed; does not return. */
int exercise_watch(const Options *options, const Lesson *lesson,
                   const char *path);

/* Tries all files NAME.star of a folder; 0 if all of them are right. */
int exercise_folder(const Options *options, const Lesson *lesson,
                    const char *path);

/* ---- What was done (exercise_record.c) ---- */

/* What was solved and how many hints were seen, by names of exercises. */
bool record_solved(const Lesson *lesson);
int record_hints(const Lesson *lesson);
void record_solve(const Lesson *lesson);
void record_hint(const Lesson *lesson);

#endif
