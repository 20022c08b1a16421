/* SPDX-License-Identifier: MIT */
/* Constants of a program: plain data of its own, which does not change once it
 * is made, so that any number of machines may read it at the same time.
 *
 *     INT, REAL   the cell
 *     LINE        cell ──> StarBits ──> words      one block of memory, padded
 *     STRING      cell ──> StarString ──> bytes    as a backend's own are
 *
 * LOADK lends the object to a cell, which never writes to it. A device may
 * have a copy of the words, which belongs to the machine and ends with the
 * run. */
#ifndef STAR_CONSTANT_H
#define STAR_CONSTANT_H

#include "values/object.h"

typedef struct StarConstant {
    uint8_t kind;             /* StarCellKind: INT, REAL, LINE or STRING */
    uint8_t type;             /* StarTypeKind of the values that it bounds, */
    const char *const *names; /* and their names, NULL at the end, or NULL */
    StarCell cell;
} StarConstant;

/* Makes a bit vector of `length` zeros, which the caller then fills; a string.
 * NULL without memory, raised in the account. */
StarBits *star_constant_line(StarMem *mem, size_t length);
StarString *star_constant_string(StarMem *mem, const char *text, size_t length);

/* Frees the object of a constant, if it has one, in that account. */
void star_constant_free(StarMem *mem, const StarConstant *constant);

#endif
