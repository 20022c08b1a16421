/* What value_format.c and value_format_text.c share. */
#ifndef STAR_PICTURE_OUT_H
#define STAR_PICTURE_OUT_H

#include "report/value_format.h"

/* A picture under way. */
typedef struct Drawing {
    StarBackend *be;
    const StarPicture *how;
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

/* Of `count` things in a row the first `head` and the last `tail` are shown. */
typedef struct Fold {
    int64_t head, tail, count;
} Fold;

/* What is shown if there is room for `most`, one of which says what is left
 * out; 0: all. */
Fold draw_fold(int64_t count, int64_t most);

/* How many are left out. */
static inline int64_t fold_hidden(Fold f) {
    return f.count - f.head - f.tail;
}

/* What comes behind the one shown; the first is 0, behind the last is
 * f.count. */
static inline int64_t fold_next(Fold f, int64_t k) {
    return k + 1 == f.head ? f.count - f.tail : k + 1;
}

#endif
