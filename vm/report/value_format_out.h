/* SPDX-License-Identifier: MIT */
/* Shared by value_format.c and value_format_text.c: the text under way. */
#ifndef STAR_VALUE_FORMAT_OUT_H
#define STAR_VALUE_FORMAT_OUT_H

#include "report/value_format.h"

/* A value that is being written. */
typedef struct Drawing {
    StarBackend *be;
    const StarValueFormat *how;
    StarSink *sink;
    void *context;
    int width;  /* columns of a line */
    int column; /* of this line that are full */
    int blanks; /* that come before the next text unless it ends the line */
    bool gap;   /* a blank or a new line comes before the next text */
    bool inner; /* of a variable that a pointer points to */
    int left;   /* values that a text may still show */
    StarStatus status;
} Drawing;

/* Writes a formatted text, after the blanks that wait unless it begins a new
 * line. It has less than 1024 bytes. */
void draw(Drawing *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes a value as a text of lines that begin with blanks but the first. */
void draw_text(Drawing *d, const StarType *type, StarCell value,
               const StarCell *before);

/* The first `head` and the last `tail` of `count` items are shown. */
typedef struct Elision {
    int64_t head, tail, count;
} Elision;

/* Elides the middle of `count` items where there is room for `room` items, one
 * of which counts those left out; room 0: all are shown. */
Elision draw_elision(int64_t count, int64_t room);

/* Returns the number of items left out. */
static inline int64_t elision_hidden(Elision e) {
    return e.count - e.head - e.tail;
}

/* True if item k, from 0, is shown. */
static inline bool elision_shows(Elision e, int64_t k) {
    return k < e.head || k >= e.count - e.tail;
}

/* Returns the shown item after item k; items count from 0, and e.count ends
 * them. */
static inline int64_t elision_next(Elision e, int64_t k) {
    return k + 1 == e.head ? e.count - e.tail : k + 1;
}

#endif
