/* SPDX-License-Identifier: MIT */
/* The names of vertices as a file has them: vertex v, from 0, is what
 * star_names_get gives for v. A name is any bytes, also none.
 *
 * Those of a run are kept by its backend from the file to the end of the run;
 * tables refer to them. Names that are numbers which follow each other, as 1,
 * 2, ... or 0, 1, ..., take no memory there. */
#ifndef STAR_NAMES_H
#define STAR_NAMES_H

#include "memory/mem.h"

typedef struct StarNames StarNames;

/* The room that a name which is a number needs. */
typedef char StarNameRoom[24];

/* No names yet, of the vertices of a file; NULL with STAR_MEMORY raised. */
StarNames *star_names_new(StarMem *mem, const char *path);

/* The same with so many names: the numbers from `first` on. */
StarNames *star_names_count_up(StarMem *mem, const char *path, int64_t first,
                               int64_t count);

/* Frees names that no run has; NULL is allowed. */
void star_names_free(StarNames *names);

/* The number of names, and the file that had them first. */
int64_t star_names_count(const StarNames *names);
const char *star_names_file(const StarNames *names);

/* False if vertex v is one in the one and may be another in the other. NULL,
 * a table's that is of no vertices, agrees with all. */
bool star_names_agree(const StarNames *a, const StarNames *b);

/* The number of a name, which is added if it is not there: STAR_MEMORY, or
 * STAR_FORMAT beyond INT32_MAX names. */
StarStatus star_names_put(StarNames *names, const void *text, size_t length,
                          uint32_t *v);

/* A name that shall be put: its text is elsewhere. */
typedef struct StarNewName {
    const void *text;
    size_t length;
    uint32_t v; /* its number, from star_names_put_all */
} StarNewName;

/* The same for several, which takes less time: what they need from memory is
 * fetched for all at once. */
StarStatus star_names_put_all(StarNames *names, StarNewName *name,
                              size_t count);

/* The number of a name, or -1. */
int64_t star_names_find(const StarNames *names, const void *text,
                        size_t length);

/* Name v and its length; not terminated, and good until one is added, or as
 * long as the room is. */
const char *star_names_get(const StarNames *names, int64_t v, StarNameRoom room,
                           size_t *length);

/* True if every name, or name v, is a whole number of at most 18 digits,
 * written as short as can be. */
bool star_names_are_numbers(const StarNames *names);
bool star_names_is_number(const StarNames *names, int64_t v);

/* True if the names are 1, 2, ...: those of rows that have no others. */
bool star_names_are_indices(const StarNames *names);

/* The value of such a name. */
int64_t star_names_number(const StarNames *names, int64_t v);

/* Two names that are the same but for the case of letters of ASCII, or zeros in
 * front of digits; pair[0] is -1 if there are none. STAR_MEMORY. */
StarStatus star_names_alike(const StarNames *names, int64_t pair[2]);

/* Puts numbers in ascending order: *names become others, and place[v], of as
 * many as there are names, is where name v is. STAR_MEMORY, with nothing
 * changed. */
StarStatus star_names_sort(StarNames **names, uint32_t *place);

/* Gives names to a run, whose list is *all: if it has the same ones, in any
 * order, *names are freed and become those, and place[v] is where name v is,
 * which of numbers that follow each other is v. True if so. */
bool star_names_keep(StarNames **all, StarNames **names, uint32_t *place);

/* Frees the names that star_names_keep added last, which nothing uses. */
void star_names_drop(StarNames **all);

/* Frees a list. */
void star_names_free_all(StarNames *all);

#endif
