/* STAR as a library: Pascal with slices, words and tables, in a C program.
 *
 *     Star *star = star_open(NULL);
 *     star_enter(star, "p", "proc TWICE(n: integer; var m: integer);"
 *                           "begin m := 2 * n end;", 0);
 *     StarValue argument[] = {star_integer(21), star_integer(0)};
 *     if (star_call(star, "TWICE", argument, 2) == STAR_CODE_OK)
 *         printf("%lld\n", (long long)argument[1].integer);
 *     else
 *         fprintf(stderr, "%s\n", star_message(star));
 *     star_close(star);
 *
 * A handle has a program that grows: whatever text is entered is compiled and
 * run, and what it declares stays. Handles share nothing: each may have a
 * thread of its own; one handle is used by one thread at a time. The library
 * prints nothing, ends nothing, reads no environment and heeds no locale: what
 * fails returns a code and leaves messages in the handle, which can be used
 * on. */
#ifndef STAR_H
#define STAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define STAR_API __attribute__((visibility("default")))
#else
#define STAR_API
#endif

/* The library's version, such as "0.1.0". Below 1.0 each minor version is an
 * interface of its own: a program built with 0.1.0 runs with any libstar.so.0.1
 * and finds no other. */
STAR_API const char *star_version(void);

/* How a call went; the numbers are the command's exit statuses. */
typedef enum StarCode {
    STAR_CODE_OK = 0,
    STAR_CODE_FAILED = 1,  /* an error in the running program */
    STAR_CODE_MISUSED = 2, /* of a function: no such name, another type */
    STAR_CODE_REFUSED = 3, /* the text does not compile */
    STAR_CODE_LIMIT = 4,   /* memory, steps, depth or output are used up */
    STAR_CODE_FILE = 5,    /* a file is bad, or cannot be read or written */
    STAR_CODE_DEVICE = 6,  /* a GPU's */
    STAR_CODE_FAULT = 70,  /* one of the library */
    STAR_CODE_STOPPED = 130 /* by star_interrupt */
} StarCode;

typedef struct Star Star;

/* All members may be 0. Functions get `context` and run in the thread that
 * called the library, in the locale "C"; they do not call it with the same
 * handle. */
typedef struct StarConfig {
    void *context;

    /* Takes what the program writes; false if it cannot. NULL: it is lost. */
    bool (*write)(void *context, const char *text, size_t length);
    /* Gives up to `most` bytes of input; 0 at its end. NULL: there is none. */
    size_t (*read)(void *context, char *text, size_t most);
    /* The text of unit NAME, in lower case, for `uses`; it stays the caller's
     * until the entry has run. NULL, or false: only the library's units are
     * there. */
    bool (*unit)(void *context, const char *name, const char **text,
                 size_t *length);
    /* Whether the program may open a file. NULL: none. A file is saved beside
     * its name, is brought to the disk, and then gets the name. */
    bool (*may_open)(void *context, const char *path);
    const char *folder; /* of relative paths; NULL: the current one */

    /* Both or none: where all memory comes from. Blocks of 64 bytes and more
     * are aligned to 64, smaller ones to 16; a block is given back with the
     * bytes that were asked for. A handle begins with 32 MB for calls, of which
     * it touches what they use; no limit counts the others. */
    void *(*allocate)(void *context, size_t bytes);
    void (*release)(void *context, void *block, size_t bytes);

    /* Limits; 0: none, or 10,000 calls. Steps and output are those of an
     * entry or a call. */
    size_t max_memory; /* bytes */
    int64_t max_steps;
    uint32_t max_depth; /* calls within calls */
    size_t max_output; /* bytes */
    uint32_t threads;  /* that large operations may share; 0: one */
} StarConfig;

/* A new handle; the config is not needed any more, but its `folder` and what
 * its functions use are. NULL: there is no memory. */
STAR_API Star *star_open(const StarConfig *config);
STAR_API void star_close(Star *star);

/* Forgets all that was entered. */
STAR_API StarCode star_reset(Star *star);

/* Compiles and runs a text: declarations, statements, both, an expression, a
 * unit's text, a program's; messages name it `name`. length 0: the text ends
 * with a 0. A name that is declared again hides the old one; a procedure with
 * the same heading takes its place. */
STAR_API StarCode star_enter(Star *star, const char *name, const char *text,
                             size_t length);

/* Makes what runs now end with STAR_CODE_STOPPED within milliseconds, or when
 * the disk has what is being saved; nothing, if nothing runs. For any thread
 * and for signal handlers. */
STAR_API void star_interrupt(Star *star);

/* ---- Messages of the last call ---- */

/* The first error as FILE:LINE:COLUMN: error: TEXT [NAME], or "". Valid until
 * the next call. */
STAR_API const char *star_message(Star *star);

/* Its name, such as "index-range", or "": docs/reference/errors.md. */
STAR_API const char *star_error(const Star *star);

typedef enum StarMessageForm {
    STAR_MESSAGES_FULL,  /* with the source line, a caret, hints */
    STAR_MESSAGES_SHORT, /* a line each */
    STAR_MESSAGES_JSON   /* an object a line */
} StarMessageForm;

/* Writes all messages, warnings too. */
STAR_API void star_messages(Star *star, StarMessageForm form,
                            void (*write)(void *context, const char *text,
                                          size_t length),
                            void *context);

/* ---- Variables ----
 *
 * `name` is one of a variable that was entered; "" is the value of the last
 * entry, if that was an expression. STAR_CODE_MISUSED: there is none, or its
 * type is another one; STAR_CODE_FAILED: it has no value, or cannot have this
 * one. */

/* Integers, booleans, characters and enumerations by their numbers; reals,
 * which take integers too. */
STAR_API StarCode star_get_integer(Star *star, const char *name, int64_t *out);
STAR_API StarCode star_set_integer(Star *star, const char *name,
                                   int64_t value);
STAR_API StarCode star_get_real(Star *star, const char *name, double *out);
STAR_API StarCode star_set_real(Star *star, const char *name, double value);

/* A string; *text has no 0 at its end, and is valid until the next call. */
STAR_API StarCode star_get_string(Star *star, const char *name,
                                  const char **text, size_t *length);
STAR_API StarCode star_set_string(Star *star, const char *name,
                                  const char *text, size_t length);

/* How many rows and columns: of a table; a slice or a word is one row. */
STAR_API StarCode star_get_size(Star *star, const char *name, int64_t *rows,
                                int64_t *columns);

/* Tables, slices and words as rows of bits: row k, from 0, begins `stride`
 * bytes behind row k - 1; its column c, from 0, is bit c mod 8 of byte c div 8,
 * and so bit c mod 64 of 64-bit word c div 64. Set gives an unsized variable
 * its size; of one that has another size it fails. Get writes the bytes of each
 * row up to its last column, the rest of the last one being 0, if the size is
 * `rows` x `columns`. */
STAR_API StarCode star_set_bits(Star *star, const char *name, int64_t rows,
                                int64_t columns, const void *bits,
                                size_t stride);
STAR_API StarCode star_get_bits(Star *star, const char *name, int64_t rows,
                                int64_t columns, void *bits, size_t stride);

/* The elements of an array of numbers of any dimensions, in row-major order;
 * `count` is how many it has. Ordinals are integers, reals are reals. */
STAR_API StarCode star_get_count(Star *star, const char *name, size_t *count);
STAR_API StarCode star_set_integers(Star *star, const char *name,
                                    const int64_t *value, size_t count);
STAR_API StarCode star_get_integers(Star *star, const char *name,
                                    int64_t *out, size_t count);
STAR_API StarCode star_set_reals(Star *star, const char *name,
                                 const double *value, size_t count);
STAR_API StarCode star_get_reals(Star *star, const char *name, double *out,
                                 size_t count);

/* ---- Calls ---- */

typedef enum StarValueKind {
    STAR_VALUE_INTEGER,
    STAR_VALUE_REAL,
    STAR_VALUE_TEXT,
    STAR_VALUE_VARIABLE
} StarValueKind;

/* An argument. */
typedef struct StarValue {
    StarValueKind kind;
    int64_t integer;
    double real;
    const char *text; /* a text, or a variable's name, with a 0 at its end */
} StarValue;

/* A scalar; for a var parameter it becomes the result. */
static inline StarValue star_integer(int64_t value) {
    StarValue v = {STAR_VALUE_INTEGER, value, 0, NULL};
    return v;
}

static inline StarValue star_real(double value) {
    StarValue v = {STAR_VALUE_REAL, 0, value, NULL};
    return v;
}

/* A string, for a value parameter. */
static inline StarValue star_text(const char *text) {
    StarValue v = {STAR_VALUE_TEXT, 0, 0, text};
    return v;
}

/* A variable that was entered, of any type, or input or output: it is not
 * copied for a var parameter. */
static inline StarValue star_variable(const char *name) {
    StarValue v = {STAR_VALUE_VARIABLE, 0, 0, name};
    return v;
}

/* Calls a procedure by its name, whatever its case. Nothing is compiled. For a
 * function's value, enter an expression. */
STAR_API StarCode star_call(Star *star, const char *procedure,
                            StarValue *argument, size_t arguments);

#ifdef __cplusplus
}
#endif

#endif
