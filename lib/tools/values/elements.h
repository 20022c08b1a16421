/* SPDX-License-Identifier: MIT */
/* Arrays of a called procedure: from text to elements. */
#ifndef STAR_TOOLS_ELEMENTS_H
#define STAR_TOOLS_ELEMENTS_H

#include "bytecode/program.h"

/* The elements of an array that were read, before the array is made, which is
 * of integers or reals if they are numbers. */
typedef struct Elements {
    StarCell *cell;
    size_t count, room;
    StarDim dim[STAR_MAX_DIMS];
    bool real; /* these numbers are */
} Elements;

/* Takes the value of a parameter that is an array of scalars: 2,9,3; rows
 * with ; between them for two index ranges; @FILE; or, where the argument has
 * the bounds and gets its values from the procedure, 3x4, 0..9, 0..9x3. An
 * empty element has no value. STAR_INPUT, or STAR_FORMAT for a file, if the
 * text is none. */
StarStatus elements_read(Elements *elements, const StarParam *param,
                         const char *text, StarBackend *be);

/* Makes the array; its parameter's type may be another instance's. */
StarStatus elements_array(const Elements *elements, const StarParam *param,
                          StarBackend *be, StarArray **out);

/* An example of the size of an array that has as many open index ranges. */
const char *elements_size(const StarParam *param);

/* Frees what was read, and makes it nothing; the array that was made stays. */
void elements_free(Elements *elements, StarBackend *be);

/* ---- values.c ---- */

/* A scalar or an element; of a generic procedure's numbers all are real as
 * soon as one is. */
bool value_scalar(const StarParam *param, const char *text, size_t length,
                  StarCell *out, bool *real);

/* An integer becomes a real. */
void value_make_real(StarCell *value);

#endif
