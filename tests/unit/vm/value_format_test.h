/* SPDX-License-Identifier: MIT */
/* Formats the values that procedures leave in their var parameters. */
#ifndef STAR_TESTS_VALUE_FORMAT_TEST_H
#define STAR_TESTS_VALUE_FORMAT_TEST_H

#include "machine_test.h"
#include "report/value_format.h"

typedef struct ValueFormatTest {
    StarMachine *machine;
    StarBackend *be;
    StarProgram *program;
    StarTestText out;
} ValueFormatTest;

/* Compiles a text; value_format_close frees program and machine. */
void value_format_open(ValueFormatTest *f, const char *text);
void value_format_close(ValueFormatTest *f);

/* A value of a parameter's type, before anything was assigned to it. */
StarCell value_format_nothing(ValueFormatTest *f, const StarParam *p);

/* Calls a procedure with these values as its parameters. */
void value_format_call(ValueFormatTest *f, const char *name, StarCell *value);

/* Expects the formatted value that q leaves in its var parameter x; if there is
 * a procedure r, of what that makes of it, beside what it was before. `as` is
 * NULL or the text on one line. */
void value_format_expect(const char *text, StarValueFormat how,
                         const char *expected, const char *as);

#endif
