/* SPDX-License-Identifier: MIT */
/* The inside of a handle of star.h. */
#ifndef STAR_LIB_HANDLE_H
#define STAR_LIB_HANDLE_H

#include <locale.h>

#include "session/session.h"
#include "star.h"
#include "values/table.h"

/* The longest message as a line, and the longest path of a unit. */
enum { HANDLE_MESSAGE = 1000, HANDLE_PATH = 200 };

/* Warnings of a run; more are not kept. */
enum { HANDLE_WARNINGS = 8 };

typedef struct HandleWarning {
    StarReport report;
    char text[STAR_ERROR_TEXT], hint[STAR_ERROR_PART];
} HandleWarning;

struct Star {
    StarConfig config;
    StarAllocator allocator;
    StarCompileOptions options;
    StarMachine *machine;
    locale_t numbers;     /* C's, in which they are read and written */
    _Atomic int inside;   /* functions of the embedder's that it waits for */
    StarSession *session; /* NULL: there was no memory for a new one */
    StarMachine *_Atomic built; /* of star_run_built, or NULL, */
    StarProgram *program;       /* and what it ran */
    const StarProc *called;     /* its procedure that was called, or NULL, */
    StarCell *value;            /* with these arguments and this result */
    enum { HANDLE_SILENT, HANDLE_OWN, HANDLE_SESSION, HANDLE_BUILT } says;
    HandleWarning warning[HANDLE_WARNINGS];
    int warnings;
    StarError error;        /* HANDLE_OWN: this, not what the session says */
    char path[HANDLE_PATH]; /* of the last unit */
    char message[HANDLE_MESSAGE];
    size_t length;
};

/* Before a function does anything else: there is a handle, which waits for no
 * function of its embedder; what must be `given` is; it has a session, and no
 * message. */
StarCode handle_begin(Star *star, const char *function, bool given);
#define HANDLE_BEGIN(star, given) \
    HANDLE_TRY(handle_begin(star, __func__, given))

/* A new machine as the handle's config has it; NULL with the reason in its
 * error. */
StarMachine *handle_machine(Star *star);

/* Has a machine and a program that was built in the handle; those that are
 * there, if they are this one's. The error is the handle's. */
StarStatus handle_open_built(Star *star, const struct BuiltProgram *program);

/* Frees what star_run_built, or the last call of a procedure, has left. */
void handle_forget_built(Star *star);
void handle_forget_call(Star *star);

/* The result of an entry or a call in the session; its messages are the
 * handle's. */
StarCode handle_session(Star *star, StarStatus status);

/* An error of a function itself, whose code is `code`; `status` names it. */
StarCode handle_refuse(Star *star, StarCode code, StarStatus status,
                       const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The code of an error that is in the handle. */
StarCode handle_fails(Star *star, StarStatus status);

/* The result of a function of the runtime; its message is the handle's. */
StarCode handle_take(Star *star, StarStatus status);

/* A warning of a function itself. */
void handle_warn(Star *star, const StarError *error);

/* The backend of the handle's machine, which owns it. */
static inline StarBackend *handle_backend(const Star *star) {
    return star_machine_backend(star->machine);
}

/* A variable: its type and its cell. */
typedef struct Place {
    const StarType *type;
    StarCell *cell;
    bool sized; /* slices, words and tables, by its declaration */
} Place;

/* The variable with this name, which is to be changed or not. */
StarCode handle_find(Star *star, const char *name, bool change, Place *out);

/* True if the cell has the value itself, no object. */
bool handle_is_scalar(const StarType *type);

/* Converts a value to an ordinal or real type; fails if the type does not have
 * it. */
StarCode handle_fit(Star *star, const char *name, const StarType *type,
                    StarCell *value);

/* True if a scalar, bit vector, table or string has a value; elements of arrays
 * are for themselves. */
bool handle_defined(const StarType *type, StarCell cell);

/* The bytes of a row of bits. */
static inline size_t handle_row_bytes(int64_t columns) {
    return (size_t)columns / 8 + (columns % 8 != 0);
}

/* Fails unless there can be such rows of bits; `name` is what has them. */
StarCode handle_check_rows(Star *star, const char *name, int64_t rows,
                           int64_t columns, size_t stride);

/* Copies rows of bits to a table without a size, or of this one; the rows of a
 * table to memory. Fails with the status of star_stopped, too. */
StarStatus handle_put_rows(StarBackend *be, StarTable *table, int64_t rows,
                           int64_t columns, const char *bits, size_t stride);
StarStatus handle_get_rows(StarBackend *be, StarTable *table, char *bits,
                           size_t stride);

/* The same of a slice or a word, which is one row. */
StarStatus handle_put_line(StarBackend *be, StarBits *line, int64_t columns,
                           const char *bits);
StarStatus handle_get_line(StarBackend *be, StarBits *line, char *bits);

/* Returns from the calling function if call failed. */
#define HANDLE_TRY(call)           \
    do {                           \
        StarCode code_ = (call);   \
        if (code_ != STAR_CODE_OK) \
            return code_;          \
    } while (0)

#endif
