/* SPDX-License-Identifier: MIT */
/* How functions of the library report failure: a StarStatus for the kind, a
 * StarError for the message. No function prints, exits or aborts.
 *
 * STAR_DECLINED is the status of a kernel, or of a backend's run_loop, that
 * leaves the work to another one: nothing was changed. No run ends with it, so
 * it has no row, no name and no message. */
#ifndef STAR_STATUS_H
#define STAR_STATUS_H

typedef enum StarStatus {
#define STATUS(id, name, exit, sentence, explanation, mistake, correction) \
    STAR_##id,
#include "status/status.def"
#undef STATUS
    STAR_STATUS_COUNT,
    STAR_DECLINED = STAR_STATUS_COUNT
} StarStatus;

enum { STAR_ERROR_TEXT = 480, STAR_ERROR_PART = 80 };

/* The first error of a run: its kind and its message, one line of text
 * without the place. `expected` and `found` repeat apart what the message
 * says was needed and was there, `hint` says what to do; "" if there is
 * nothing to say. Texts that are too long are cut. `subject` are the names
 * of variables whose declarations explain the error, by their addresses, or
 * NULL; they are as short-lived as the program. `object` is one that the
 * message tells of without its name, which a caller may know, or NULL. */
typedef struct StarError {
    StarStatus status;
    char text[STAR_ERROR_TEXT];
    char expected[STAR_ERROR_PART], found[STAR_ERROR_PART];
    char hint[STAR_ERROR_PART];
    const char *subject[2];
    const void *object;
} StarError;

/* The name of a status as messages show it, such as "index-range". */
const char *star_status_name(StarStatus status);

/* The exit status of a command that ends with this status. */
int star_status_exit(StarStatus status);

/* The meaning of a status in one sentence, and its explanation or NULL. */
const char *star_status_sentence(StarStatus status);
const char *star_status_explanation(StarStatus status);

/* A program that ends with the status, and the same without the mistake;
 * both without their first line, "program p;". NULL if there is none. */
const char *star_status_mistake(StarStatus status);
const char *star_status_correction(StarStatus status);

/* The status with this name, or STAR_OK. */
StarStatus star_status_find(const char *name);

/* Stores status and message in *error and returns status, so that a failing
 * function can say `return star_raise(...)`. */
StarStatus star_raise(StarError *error, StarStatus status, const char *format,
                      ...) __attribute__((format(printf, 3, 4)));

/* Add their parts to the error that was raised last; they return its
 * status. */
StarStatus star_expected(StarError *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
StarStatus star_found(StarError *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
StarStatus star_hint(StarError *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
StarStatus star_subject(StarError *error, const char *name, const char *other);

/* Returns from the calling function if call failed. */
#define STAR_TRY(call)                 \
    do {                               \
        StarStatus star_try_ = (call); \
        if (star_try_ != STAR_OK)      \
            return star_try_;          \
    } while (0)

#endif
