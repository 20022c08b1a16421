/* SPDX-License-Identifier: MIT */
/* The units of the standard library, as they stand in this folder. */
#ifndef STAR_LIBRARY_H
#define STAR_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct StarUnit {
    const char *name; /* in lower case */
    const char *text;
    size_t length;
    const char *const *procedure; /* names of procedures and functions that
                                     programs use, up to NULL: those that
                                     begin with a capital */
    bool basic;                   /* its text has names of the unit basic */
} StarUnit;

extern const StarUnit star_units[]; /* up to one without a name */

/* The files of the folder exercises, in the order of their names: a comment
 * with title and text, a procedure that shows what is wanted, and INPUT, which
 * makes inputs for it. */
extern const StarUnit star_exercises[];

/* The files of the folder machines, models of machines in TOML: no units. */
extern const StarUnit star_machines[];

/* The procedures of the unit basic, which every program knows, up to NULL. */
extern const char *const *const star_basic;

#endif
