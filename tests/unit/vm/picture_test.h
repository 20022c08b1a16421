/* Pictures of what procedures leave in their var parameters. */
#ifndef STAR_TESTS_PICTURE_TEST_H
#define STAR_TESTS_PICTURE_TEST_H

#include "machine_test.h"
#include "report/value_format.h"

typedef struct PictureTest {
    StarMachine *machine;
    StarBackend *be;
    StarProgram *program;
    StarTestText out;
} PictureTest;

/* Compiles a text; picture_close frees program and machine. */
void picture_open(PictureTest *f, const char *text);
void picture_close(PictureTest *f);

/* A value of a parameter's type, before anything was assigned to it. */
StarCell picture_nothing(PictureTest *f, const StarParam *p);

/* Calls a procedure with these values as its parameters. */
void picture_call(PictureTest *f, const char *name, StarCell *value);

/* Expects the picture of what q leaves in its var parameter x; if there is a
 * procedure r, of what that makes of it, beside what it was before. `as` is
 * NULL or the text on one line. */
void picture_expect(const char *text, StarPicture how, const char *expected,
                    const char *as);

#endif
