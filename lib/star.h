/* SPDX-License-Identifier: MIT */
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
 * run, and what it declares stays. The library prints nothing, ends nothing,
 * forks nothing, handles no signals, reads no environment and heeds no locale.
 *
 * What fails returns a code and leaves messages in the handle, which can be
 * used on. It writes nothing through its pointers, and what it was to set stays
 * as it was; the solvers have exceptions. Any function may return
 * STAR_CODE_LIMIT, for lack of memory, and STAR_CODE_MISUSED with the error
 * "misuse", because
 *   - the handle is NULL, as star_open returns it,
 *   - another pointer that it needs is NULL: all but `argument`, and those to
 *     bits, numbers and a string's characters, where there are none of them,
 *   - the call comes from a function of StarConfig or one given to
 *     star_messages or star_describe while the handle waits for that: such a
 *     function may use other handles, and of its own star_interrupt,
 *     star_message, star_error.
 *
 * Handles share nothing: each may have a thread of its own. One handle is used
 * by one thread at a time; star_interrupt is for all. */
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

/* The library's version, such as "1.0.0-rc.1". Each major version is an
 * interface of its own: a program built with 1.0.0 runs with any libstar.so.1
 * and finds no other. */
STAR_API const char *star_version(void);

/* How a call went; the numbers are the command's exit statuses. Functions name
 * those that they return beside the two above. */
typedef enum StarCode {
    STAR_CODE_OK = 0,
    STAR_CODE_FAILED = 1,   /* an error in the running program */
    STAR_CODE_MISUSED = 2,  /* a function: no such name, another type */
    STAR_CODE_REFUSED = 3,  /* the text does not compile */
    STAR_CODE_LIMIT = 4,    /* memory, steps, depth or output are used up */
    STAR_CODE_FILE = 5,     /* a file is bad, or cannot be read or written */
    STAR_CODE_DEVICE = 6,   /* a GPU's */
    STAR_CODE_FAULT = 70,   /* one of the library */
    STAR_CODE_STOPPED = 130 /* by star_interrupt */
} StarCode;

typedef struct Star Star;

/* All members may be 0. Functions get `context` and are called by the thread
 * that called the library, whose locale may be "C" meanwhile; they return: no
 * longjmp and no exception leaves them. */
typedef struct StarConfig {
    void *context;

    /* Takes what the program writes, when some KB are there, before it reads,
     * and at the end of an entry or a call; false: it cannot, so that the run
     * ends with STAR_CODE_FILE. NULL: it is lost. */
    bool (*write)(void *context, const char *text, size_t length);
    /* Gives up to `most` bytes of input; 0 at its end. NULL: there is none. */
    size_t (*read)(void *context, char *text, size_t most);
    /* The text of unit NAME, in lower case, for `uses`; it stays the host's
     * and is needed until the entry has run. NULL, or false: there is none
     * but those of the library. */
    bool (*unit)(void *context, const char *name, const char **text,
                 size_t *length);
    /* Whether the program may open a file, by the path with `folder`. NULL:
     * none. What is saved gets its name when it is on the disk. Who lets it
     * write to a pipe expects SIGPIPE. */
    bool (*may_open)(void *context, const char *path);
    const char *folder; /* of relative paths; NULL: the current one */

    /* Both or none: where all memory comes from but that of threads and of a
     * device. Blocks of 64 bytes and more are aligned to 64, smaller ones to
     * 16; a block is given back with the bytes that were asked for. A handle
     * begins with 32 MB for calls and 32 bytes for each of max_depth, of which
     * it touches what they use; max_memory does not count the others. */
    void *(*allocate)(void *context, size_t bytes);
    void (*release)(void *context, void *block, size_t bytes);

    /* Limits; 0: none, or 10,000 calls. Steps and output are those of an
     * entry or a call. */
    size_t max_memory; /* bytes */
    int64_t max_steps;
    uint32_t max_depth; /* calls within calls */
    size_t max_output;  /* bytes */
    uint32_t threads;   /* that share large operations, up to 64; 0: one */

    /* Whether a file of bits of 32 MiB or more may be mapped in place of being
     * read, without `allocate` (docs/reference/formats.md). What the handle's
     * programs write to such a file is no danger; another handle or process
     * that cuts it off ends the host by SIGBUS where its table is used. */
    bool maps;

    /* Whether scalar code of programs that run for milliseconds may become
     * machine code, on x86-64 with Linux: in memory that memfd_create gives and
     * not `allocate`, mapped once to be written and once to be run. What
     * programs do is the same. */
    bool machine_code;

    /* Where libstar-cuda is, an absolute path, for a libstar whose part for
     * NVIDIA devices is a file of its own; NULL: beside libstar, or the program
     * that is linked with libstar.a, else where libraries were to be
     * installed. */
    const char *cuda_folder;
} StarConfig;

/* A new handle; NULL for the config is one of zeros. The config is not needed
 * any more, but its folders and what its functions use are. NULL: there is too
 * little memory, or one of `allocate` and `release` only. */
STAR_API Star *star_open(const StarConfig *config);

/* Frees a handle and all that it has. Does nothing with NULL, and where other
 * functions would be misused. */
STAR_API void star_close(Star *star);

/* Forgets all that was entered. */
STAR_API StarCode star_reset(Star *star);

typedef enum StarDevice {
    STAR_DEVICE_CPU,  /* the processor alone, as if this was not called */
    STAR_DEVICE_AUTO, /* an NVIDIA device too, where it gains by it */
    STAR_DEVICE_CUDA  /* such a device for whatever it can do */
} StarDevice;

/* Where the handle computes. With AUTO a thread opens the device when that may
 * pay, and star_close waits for it; if there is none or it fails, the processor
 * goes on alone; where there is a driver but no libstar-cuda of this build, a
 * warning says why. With CUDA it is opened at once: STAR_CODE_DEVICE if there
 * is none, it does not work, or the library has no part for it, which the
 * message says; then nothing has changed. A run in which it fails ends with
 * STAR_CODE_DEVICE. STAR_CODE_MISUSED: there is no such choice, or the handle
 * has a device. CUDA reads its own environment. */
STAR_API StarCode star_device(Star *star, StarDevice device);

/* Compiles and runs a text: declarations, statements, an expression, as far as
 * they are there, or a unit's text, or a program's; messages name it `name`.
 * length 0: the text ends with a 0. Both are copied. A name that is declared
 * again hides the old one; a procedure with the same heading takes its place.
 * What is hidden is freed, some entries later, unless a procedure uses it, and
 * an entry without declarations leaves nothing behind; each declaration keeps
 * some KB of what it was compiled from until star_reset. At a time a handle has
 * room for some 32,000 variables, of which an array is one; else
 * STAR_CODE_REFUSED, "too-big".
 *
 * STAR_CODE_REFUSED: it does not compile; all is as it was. What a run may end
 * with: _FAILED, _LIMIT, _FILE, _DEVICE, _STOPPED; what it declared and did
 * until then stays, unless it fails in its declarations. _FAULT would be a
 * mistake of the library's. */
STAR_API StarCode star_enter(Star *star, const char *name, const char *text,
                             size_t length);

/* Makes the entry or call that goes on end with STAR_CODE_STOPPED within
 * milliseconds, or when the disk has what is being saved; what is being
 * compiled will not run. Does nothing if none goes on, and with NULL. For any
 * thread and for signal handlers, as long as the handle is not closed. */
STAR_API void star_interrupt(Star *star);

/* ---- Messages ----
 *
 * They are those of the last function called that returns a StarCode: one
 * error or more exactly if it was not STAR_CODE_OK, perhaps warnings. */

/* The first error as FILE:LINE:COLUMN: error: TEXT [NAME], cut where that is
 * longer than some 1,000 bytes; or "". It is the handle's, and valid until any
 * call with it. Of NULL: that there is no handle. */
STAR_API const char *star_message(Star *star);

/* The name of the first error, such as "index-range", or "":
 * docs/reference/errors.md. It is valid for ever. */
STAR_API const char *star_error(const Star *star);

typedef enum StarMessageForm {
    STAR_MESSAGES_FULL,  /* with the source line, a caret, hints */
    STAR_MESSAGES_SHORT, /* a line each */
    STAR_MESSAGES_JSON,  /* an object a line */
    STAR_MESSAGES_COLOUR /* in full, with a terminal's colours */
} StarMessageForm;

/* Writes all messages, warnings too, in any number of pieces; none, if the
 * handle or `write` is NULL or there is no such form. */
STAR_API void star_messages(Star *star, StarMessageForm form,
                            void (*write)(void *context, const char *text,
                                          size_t length),
                            void *context);

/* ---- Variables ----
 *
 * `name` is one of a variable that was entered, whatever its case; "" is the
 * value of the last entry, to be read, if that ended with an expression and
 * nothing was called since. STAR_CODE_MISUSED: there is none, or its type is
 * another one; STAR_CODE_FAILED: it has no value, or cannot have this one. */

/* Integers, booleans, characters and enumerations by their numbers; reals,
 * which take integers too, and infinities. */
STAR_API StarCode star_get_integer(Star *star, const char *name, int64_t *out);
STAR_API StarCode star_set_integer(Star *star, const char *name, int64_t value);
STAR_API StarCode star_get_real(Star *star, const char *name, double *out);
STAR_API StarCode star_set_real(Star *star, const char *name, double value);

/* A string; *text is the handle's, has no 0 at its end, and is valid until the
 * next call with it, but star_message, star_error and star_interrupt. What is
 * set is copied. */
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
 * `rows` x `columns`. STAR_CODE_MISUSED also for sizes below 0, a slice or a
 * word with other than one row, and a stride that is less than a row of several
 * needs. */
STAR_API StarCode star_set_bits(Star *star, const char *name, int64_t rows,
                                int64_t columns, const void *bits,
                                size_t stride);
STAR_API StarCode star_get_bits(Star *star, const char *name, int64_t rows,
                                int64_t columns, void *bits, size_t stride);

/* The elements of an array of numbers of any dimensions, in row-major order;
 * `count` is how many it has. Ordinals are integers, reals are reals. All are
 * set, or none; all that is got has a value. */
STAR_API StarCode star_get_count(Star *star, const char *name, size_t *count);
STAR_API StarCode star_set_integers(Star *star, const char *name,
                                    const int64_t *value, size_t count);
STAR_API StarCode star_get_integers(Star *star, const char *name, int64_t *out,
                                    size_t count);
STAR_API StarCode star_set_reals(Star *star, const char *name,
                                 const double *value, size_t count);
STAR_API StarCode star_get_reals(Star *star, const char *name, double *out,
                                 size_t count);

/* Takes a variable's value from it: it is as its declaration made it, a slice,
 * a word or a table that was declared without a size has none. */
STAR_API StarCode star_clear(Star *star, const char *name);

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

/* A real, for a parameter of type real or single. */
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

/* Calls a procedure by its name, whatever its case: one that was entered, or of
 * a unit that is used; the basic ones are of the unit basic. Nothing is
 * compiled. For a function's value, enter an expression. STAR_CODE_MISUSED:
 * there is no such procedure, or it takes other arguments; STAR_CODE_FAILED
 * also if one has no value, or one that its parameter cannot have. Else as
 * star_enter; results are there after a run that failed, too. */
STAR_API StarCode star_call(Star *star, const char *procedure,
                            StarValue *argument, size_t arguments);

/* ---- Programs that were built ---- */

struct BuiltProgram; /* the text of `star build` defines one */

/* Runs a program that `star build` made, with the files that its heading
 * names. It shares the handle's config, but not what was entered. Codes and
 * messages, which star_messages writes, are those of `star run`.
 * STAR_CODE_MISUSED also for more files than the heading has; _FILE if another
 * version of STAR made the program. */
STAR_API StarCode star_run_built(Star *star, const struct BuiltProgram *program,
                                 const char *const *file, size_t files);

/* Rows of bits, as star_set_bits has them; a slice or a word is one row. */
typedef struct StarMatrix {
    int64_t rows, columns;
    void *bits; /* NULL: it has no size yet, whatever the numbers are */
    size_t stride;
} StarMatrix;

/* A string, without a 0 at its end. */
typedef struct StarText {
    const char *text; /* NULL: it has no value yet */
    size_t length;
} StarText;

/* Calls a procedure of a program that `star build --library` made, by its
 * number: the functions of the header beside it do so, and this says what they
 * do. The variables of the program are new in each call, and its statements do
 * not run. argument[k] points to the k-th of what the function takes:
 *   - a number, as int64_t or double, a bool or a char; enumerations are
 *     numbers from 0
 *   - the characters of a string, up to a 0; for a var parameter a StarText
 *   - a StarMatrix for a slice, word or table
 *   - the elements of an array, row before column, of those types of numbers,
 *     and then for each index range that is the argument's an int64_t, how many
 *     indices it has
 *   - behind all parameters, what the value of a function is put into: a
 *     number, bool, char, StarText or StarMatrix.
 * Var parameters have a value before. Results are there after STAR_CODE_OK
 * only: in a StarMatrix of a var parameter that has this size already, in its
 * bits; else its bits, and the characters of a StarText, are the handle's and
 * valid until the next such call, whose arguments they may be if it is of the
 * same program, or star_run_built. Codes and messages are
 * those of star_run_built, and of star_call for arguments. A call takes some
 * microseconds more than the procedure; the first one of a program on a handle,
 * and that behind another one's, up to a millisecond. */
STAR_API StarCode star_call_built(Star *star,
                                  const struct BuiltProgram *program,
                                  uint32_t procedure, void *const *argument);

/* ---- Names ---- */

/* Writes what a name means now, in any number of pieces: an object of JSON on a
 * line; of "" the value of the last entry, of NULL all names, the newest first,
 * a line each (docs/reference/names.md). STAR_CODE_MISUSED: it means nothing.
 */
STAR_API StarCode star_describe(Star *star, const char *name,
                                void (*write)(void *context, const char *text,
                                              size_t length),
                                void *context);

/* True if a text is the beginning of an entry that a next line could complete;
 * false of one with a mistake, and where other functions would be misused. The
 * handle's messages stay. length 0: it ends with a 0. */
STAR_API bool star_unfinished(Star *star, const char *text, size_t length);

/* ---- Solvers ----
 *
 * The kernels of the library of procedures on the caller's memory, in one call
 * without a program. Memory that they take, its limit, threads and the device
 * are the handle's, star_interrupt ends them, and their results have the same
 * bits as a program's wherever they are computed. They count no steps.
 *
 * A matrix of bits is rows as star_set_bits has them, here called whole if the
 * columns are a multiple of 64 and the address and the stride of 8. The
 * processor works on whole ones in place; of others, and of all if the handle
 * has a device, it makes one copy, which max_memory counts. Matrices of numbers
 * are rows, too, `stride` bytes apart; one whose rows follow each other without
 * a gap is never copied. Elements are numbered from 0, row before column.
 *
 * STAR_CODE_MISUSED: a size below 0, a stride that is less than a row of
 * several needs, a stride or an address that is no multiple of a number's size,
 * or what is to be set overlaps something else that is given.
 * STAR_CODE_FAILED with "overflow": a sum or a product does not fit its type.
 * Both, and "value-range", are found before anything is written, but "overflow"
 * as the function says. After _LIMIT, _DEVICE and _STOPPED there may be a part
 * of the result. */

/* Makes the n x n matrix of the arcs of a graph, bit j of row i for i -> j,
 * that of its closure: bit j of row i becomes 1 if a path of one arc or more
 * leads from i to j. A part of the result has the arcs still: the closure of it
 * is the same. From n^2 / 64 word operations for a few arcs up to n^3 / 512 for
 * many; memory for 12 n numbers of 32 bits, with many also for the matrix. */
STAR_API StarCode star_solve_closure(Star *star, int64_t n, void *bits,
                                     size_t stride);

/* out := the product of a, rows x inner, and b, inner x columns: bit j of row i
 * becomes 1 if some k has bit k of row i of a and bit j of row k of b.
 * Up to rows inner columns / 512 word operations of the processor; memory for a
 * and b once more and twice the result. */
STAR_API StarCode star_solve_product(Star *star, int64_t rows, int64_t inner,
                                     int64_t columns, const void *a,
                                     size_t a_stride, const void *b,
                                     size_t b_stride, void *out,
                                     size_t out_stride);

/* out, columns x rows := the transpose of a matrix, rows x columns. Always by
 * the processor, which takes less time than moving it to a device. */
STAR_API StarCode star_solve_transpose(Star *star, int64_t rows,
                                       int64_t columns, const void *bits,
                                       size_t stride, void *out,
                                       size_t out_stride);

/* The types of weights. INT64_MIN, INT32_MIN and NaN are none. */
typedef enum StarWeights {
    STAR_WEIGHTS_INT64,
    STAR_WEIGHTS_INT32,
    STAR_WEIGHTS_DOUBLE,
    STAR_WEIGHTS_FLOAT
} StarWeights;

/* The infinities of int64_t and int32_t, as INFINITY is that of the others. */
#define STAR_INFINITY64 INT64_MAX
#define STAR_INFINITY32 INT32_MAX

/* Rings of weights. `none` is the weight of an arc that is not there:
 *
 *                plus  times  none       unit
 *     MAXPLUS    max   +      -infinity  0
 *     MINPLUS    min   +      infinity   0
 *     MAXMIN     max   min    -infinity  infinity
 *     BOOLEAN    max   min    0          1
 */
typedef enum StarSemiring {
    STAR_SEMIRING_MAXPLUS,
    STAR_SEMIRING_MINPLUS,
    STAR_SEMIRING_MAXMIN,
    STAR_SEMIRING_BOOLEAN
} StarSemiring;

/* Makes the n x n matrix a its Kleene star e + a + a^2 + ...: element (i, j),
 * the weight of an arc from j to i, becomes the best weight of a path from j to
 * i, times along it and plus over all paths; that of no arcs, from i to i, is
 * the unit. n^3 / 6 sums for a graph without circuits, n^3 for another; memory
 * for up to two more matrices, of int64_t for int32_t.
 *
 * STAR_CODE_FAILED: "divergence", a circuit is better than the unit, and the
 * message names its vertices; "value-range", a weight is none of the ring: 0
 * and 1 alone are of the Boolean one, and of double and float the infinity
 * that is no `none` is no weight where times is +; "overflow", there, a sum of
 * weights along a path is no weight of the type, or `none`. a is then as it
 * was. KLEENE in a program has the same star, and fails where this does.
 * Weights near the bounds of their type take n^3 single sums of one thread: of
 * int64_t beyond 2^60 or sums beyond 2^61 - 1, of double and float beyond the
 * greatest divided by 4 n, whatever the sign, and where a sum may overflow. */
STAR_API StarCode star_solve_kleene(Star *star, StarSemiring ring,
                                    StarWeights weights, int64_t n, void *a,
                                    size_t stride);

/* A chain of n matrices, matrix i having p[i] rows and p[i + 1] columns, each 1
 * or more ("value-range"): both results are n rows of n numbers, of which those
 * with i <= j are set. costs (i, j) becomes the least number of multiplications
 * for the product of matrices i..j, and splits (i, j) the least k for which
 * i..k - 1 times k..j has it, 0 where i = j. "overflow": the number for some k
 * is over INT64_MAX; a part of both may be set. n^3 / 6 sums; memory for half a
 * matrix more. */
STAR_API StarCode star_solve_chain(Star *star, int64_t n, const int64_t *p,
                                   int64_t *costs, int64_t *splits,
                                   size_t stride);

/* The least cost of the product of all of them, n > 0, and an order that has
 * it: first and last have n elements, and first[k]..k - 1 times k..last[k] is
 * the k-th of its n - 1 products, k > 0. "overflow": 2 n times the greatest
 * dimension to the power of 3 is over INT64_MAX, or n over INT32_MAX - 2.
 * O(n log n) operations by Hu and Shing, always by the processor. */
STAR_API StarCode star_solve_chain_order(Star *star, int64_t n,
                                         const int64_t *p, int64_t *cost,
                                         int64_t *first, int64_t *last);

typedef enum StarReduction {
    STAR_REDUCTION_MIN,
    STAR_REDUCTION_MAX,
    STAR_REDUCTION_ADD,
    STAR_REDUCTION_MUL,
    STAR_REDUCTION_AND, /* bits of numbers that are not negative, */
    STAR_REDUCTION_OR,
    STAR_REDUCTION_XOR,
    STAR_REDUCTION_GCD
} StarReduction;

/* The simplified problem of dynamic programming, on `count` numbers of one of
 * the two types of integers, of which the first offset[0] are given:
 *
 *     table[i] := table[i - offset[0]] op ... op table[i - offset[last]]
 *
 * from left to right, for all other i in order. Offsets fall and are positive,
 * the first being at most `count` ("value-range"). "overflow": an element, or a
 * part of one of 64 bits, does not fit; elements from offset[0] on are then
 * unspecified. offsets (count - offset[0]) operations, no memory. */
STAR_API StarCode star_solve_sdp(Star *star, StarReduction op,
                                 StarWeights numbers, int64_t count,
                                 void *table, int64_t offsets,
                                 const int64_t *offset);

/* The 0-1 knapsack: *best becomes the greatest sum of values of items that
 * weigh at most `capacity` together, weights and capacity not being negative
 * ("value-range"); bit i of `chosen`, unless that is NULL, whether item i is
 * one of them. An item is taken only where that is better than any choice of
 * those before it. "overflow": the values above 0 of items that weigh at most
 * `capacity` have a sum over INT64_MAX. items (capacity + 1) operations; memory
 * for up to 6 (capacity + 1) numbers, of 32 bits if that sum has no more, and
 * with `chosen` for a bit for each of the operations. */
STAR_API StarCode star_solve_knapsack(Star *star, int64_t items,
                                      const int64_t *weight,
                                      const int64_t *value, int64_t capacity,
                                      int64_t *best, void *chosen);

#ifdef __cplusplus
}
#endif

#endif
