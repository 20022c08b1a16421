/* The parameters of a called procedure: from text to values. */
#ifndef STAR_TOOLS_ARGS_H
#define STAR_TOOLS_ARGS_H

#include "tools/elements.h"

typedef struct Argument {
    const StarParam *param;
    StarCell value; /* a scalar, or an object, which is owned */
    Elements elements;
    bool given;
    StarError warning; /* STAR_OK, or what to know about what was read */
} Argument;

/* Whether the cell holds an object of the type rather than a scalar. */
bool args_object(const StarParam *param);

/* Takes the value that a text stands for: 34, true, a name of an enumeration,
 * 0101, 2,9,3 and what else elements.h says, @FILE or, for tables, what
 * table_file.h says behind the @, as the parameter's type says. STAR_INPUT if
 * the text is no value of the type, STAR_FORMAT if a file's is none, else what
 * reading the file raises. */
StarStatus args_read(Argument *argument, const char *text, StarBackend *be);

/* Whether it is a number, or has numbers, that are no integers. */
bool args_real(const Argument *argument);

/* Makes the value of what was read, for this parameter: a generic procedure's
 * may be another than that which was read for. What was not given gets no
 * value yet: an undefined scalar, an object without a size, an array of
 * undefined elements. STAR_INPUT if only a program can make objects of its
 * type. */
StarStatus args_settle(Argument *argument, const StarParam *param,
                       StarBackend *be);

/* A scalar or an element; of a generic procedure's numbers all are real as
 * soon as one is. */
bool args_scalar(const StarParam *param, const char *text, size_t length,
                 StarCell *out, bool *real);

/* An integer becomes a real. */
void args_make_real(StarCell *value);

/* Frees the value and the elements that were read; an argument of zeros has
 * none. */
void args_free(Argument *argument, StarBackend *be);

#endif
