/* SPDX-License-Identifier: MIT */
/* What a program that was built and libstar know of each other. The text of
 * this file, behind that of op_scalar.h, begins the C text of each such
 * program, which includes no other header of STAR. */
#ifndef STAR_BUILT_H
#define STAR_BUILT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The cells and objects of the machine, as values/object.h has them. */
typedef union BuiltCell {
    int64_t i;
    double r;
    uint64_t raw;
    union BuiltCell *ref;
    struct BuiltBits *bits;
    struct BuiltTable *table;
    struct BuiltArray *array;
    struct BuiltRecord *record;
    struct BuiltSet *set;
    struct BuiltFile *file;
    void *object;
} BuiltCell;

typedef struct BuiltConsole {
    size_t in, in_end;
    bool ended, line_open;
    char in_text[1 << 14];
} BuiltConsole;

typedef struct BuiltFile {
    uint8_t head[3], mode;
    bool filled, ended, standard, more[2];
    uint32_t held;
    BuiltConsole *console;
    BuiltCell buffer;
} BuiltFile;

typedef struct BuiltArray {
    uint8_t head[4];
    bool owner;
    int64_t count;
    void *data;
    struct {
        int64_t low, count;
    } dim[16];
} BuiltArray;

enum { BUILT_NO_PART = 65535 };

typedef struct BuiltField {
    const char *name;
    uint8_t more[4];
    uint16_t part, variant;
    const void *layout;
} BuiltField;

typedef struct BuiltPart {
    uint16_t active, outer, more[3];
    const void *first, *choice;
    uint32_t choices;
} BuiltPart;

typedef struct BuiltLayout {
    const char *name;
    uint16_t fields, parts;
    const BuiltField *field;
    const BuiltPart *part;
    bool plain;
} BuiltLayout;

typedef struct BuiltRecord {
    uint8_t head[4];
    const BuiltLayout *layout;
    BuiltCell cell[];
} BuiltRecord;

enum {
    BUILT_UNSIZED,
    BUILT_FIXED,
    BUILT_COLUMNS = 0,
    BUILT_ROWS,
    BUILT_READ = 1,
    BUILT_WITHIN = 4,
    BUILT_BITS = 1 << 18
};

typedef struct BuiltHead {
    uint8_t kind, sizing;
} BuiltHead;

typedef struct BuiltBits {
    BuiltHead head;
    int64_t length, first;
    uint64_t *word;
    size_t capacity;
} BuiltBits;

typedef struct BuiltSet {
    BuiltHead head;
    int64_t first, words;
    size_t capacity;
    uint64_t *word;
} BuiltSet;

typedef struct BuiltImage {
    uint64_t *word;
    int64_t stride;
    bool valid;
} BuiltImage;

typedef struct BuiltTable {
    BuiltHead head;
    uint8_t more[3];
    int64_t rows, cols;
    BuiltImage image[2];
    int64_t transpose_credit;
} BuiltTable;

typedef struct BuiltHeapSlot {
    BuiltRecord *record;
    uint32_t generation, more[2];
} BuiltHeapSlot;

typedef struct BuiltHeap {
    BuiltHeapSlot *slot;
    uint32_t slots, more[3];
    void *hold;
    uint32_t holds, pins;
} BuiltHeap;

/* A call. */
typedef struct BuiltFrame {
    const void *back;
    BuiltCell *cell;
    const void *proc;
    uint32_t holds, pins;
} BuiltFrame;

/* Kernels, as cpu/simd/simd.h has them. */
typedef void BuiltKernel(uint64_t *z, const uint64_t *x, const uint64_t *y,
                         int64_t n);
typedef struct BuiltIsa {
    /* clang-format off */
    BuiltKernel *and, *or, *xor, *andn;
    void (*not)(uint64_t *z, const uint64_t *x, int64_t n);
    /* clang-format on */
    void (*copy)(uint64_t *z, const uint64_t *x, int64_t n);
    int64_t (*count)(const uint64_t *x, int64_t n);
} BuiltIsa;

/* A run, for the functions of the program. Each procedure is one, of
 * its frame's cells R and the depth of its frame. Scalars whose address nothing
 * takes are variables of C; all else stands in R.
 *
 * What fails is never raised by them. A function stores the operands of the
 * instruction, says by `out` where it stands, and returns; so do its callers.
 * Then the interpreter, for which all frames are there, goes on with that
 * instruction: it is what raises the error. */
typedef struct BuiltRun BuiltRun;
typedef int64_t BuiltStep(BuiltRun *run, uint32_t at, BuiltCell *R);
struct BuiltRun {
    BuiltCell *globals;
    uint32_t depth_end; /* so deep the account of memory has room for frames,
                           wherever they begin */
    bool left;          /* the functions return */
    const int *stop;    /* not 0: the program shall end */
    const int64_t *resident; /* not 0: a device has blocks of objects */
    const BuiltHeap *heap;
    BuiltConsole *input, *const *from; /* the next instruction reads from */
    uint32_t *depth;                   /* of the machine's frames, */
    BuiltFrame *const *frames;         /* which are there, */
    const char *proc;                  /* of these procedures, */
    size_t proc_size;
    const uint64_t *code; /* and return there */
    BuiltIsa isa;
    int64_t (*find)(BuiltRun *run, const uint64_t *x, int64_t from, int64_t n);

    /* For each opcode a function that does such an instruction as the
     * interpreter does, in the frame R; the number of the next one, or -1 after
     * an error, which is raised. */
    BuiltStep *const *step;
    /* Makes room for a frame of the procedure; false: there is none. */
    bool (*more)(BuiltRun *run, uint32_t depth, uint32_t proc, BuiltCell *cell);
    /* Begins the frame of a procedure that is called at `at`; false after an
     * error. Ends the newest one. */
    bool (*enter)(BuiltRun *run, uint32_t at, uint32_t proc, BuiltCell *cell);
    void (*leave)(BuiltRun *run);
    /* CALLP with the frame at `cell`; BODY, after which the function with the
     * statements returns if a procedure was called in their place. False after
     * an error. */
    bool (*call)(BuiltRun *run, uint32_t at, BuiltCell *cell,
                 const BuiltCell *pair);
    bool (*body)(BuiltRun *run, uint32_t at, BuiltCell *cell, bool *called);
    /* A goto, at `at`, out of procedures into that frame: the functions return
     * up to its own, which goes on at `label`. False if that cannot be. */
    bool (*go)(BuiltRun *run, uint32_t at, BuiltCell *to);
    BuiltCell *to; /* NULL: no goto */
    uint32_t label;
    /* The instruction fails, in a frame of that depth. */
    void (*out)(BuiltRun *run, uint32_t at, uint32_t depth);
    /* It called a procedure without a frame of its own that returns for that
     * reason: this makes the frame. */
    void (*frame)(BuiltRun *run, uint32_t at, uint32_t depth, BuiltCell *R);
};

/* A procedure that is called by its number: its arguments and its result are in
 * the frame. */
typedef struct BuiltProc {
    bool (*run)(BuiltRun *run, BuiltCell *R, uint32_t depth);
    bool framed; /* it has a frame, which it ends */
} BuiltProc;

enum { BUILT_VERSION = 4 };

typedef struct BuiltProgram {
    uint32_t version;
    uint32_t procs;
    const BuiltProc *proc;
    const unsigned char *bytes; /* its byte form */
    size_t size;
} BuiltProgram;

#endif

/* ---- The rows of rows.def, as C ----
 *
 * Each macro gets the cells of the instruction, the label where it fails, and
 * the one to which it jumps. */
#ifdef BUILT_TEXT

#define STAR_UNDEFINED_INT INT64_MIN
#define STAR_UNDEFINED_REAL UINT64_C(0x7ff4737461720000)
#define STAR_UNDEFINED_SINGLE INT32_C(0x7fa47374)

/* What fast_paths.h has. */
typedef BuiltRun StarBackend;
typedef BuiltIsa StarIsa;
typedef BuiltBits StarBits;
typedef BuiltImage StarImage;
typedef BuiltTable StarTable;
typedef BuiltRecord StarRecord;
typedef BuiltSet StarSet;
typedef BuiltLayout StarLayout;
typedef BuiltField StarField;
typedef BuiltPart StarVariantPart;
typedef BuiltHeap StarHeap;
typedef BuiltCell StarCell;
typedef BuiltFile StarFile;
typedef BuiltConsole StarConsole;
#define STAR_UNSIZED BUILT_UNSIZED
#define STAR_FIXED BUILT_FIXED
#define STAR_WITHIN BUILT_WITHIN
#define STAR_COLUMNS BUILT_COLUMNS
#define STAR_FILE_READ BUILT_READ
#define STAR_ROWS BUILT_ROWS
#define STAR_NO_PART BUILT_NO_PART
#define STAR_COST_INLINE_BITS BUILT_BITS
#define star_find(be, x, from, n) ((be)->find(be, x, from, n))

#define NEXT ((void)0)
#define GO_IF(condition, to) \
    do {                     \
        if (condition)       \
            goto to;         \
    } while (0)
#define CHECKED(condition, fail) GO_IF(OP_RARELY(!(condition)), fail)

#define HOLDS(A, B, C, D, FAIL, TO, X, check) CHECKED(check, FAIL)
#define ORDINAL(A, B, C, D, FAIL, TO, X, check) \
    do {                                        \
        int64_t r;                              \
        CHECKED(check, FAIL);                   \
        A.i = r;                                \
    } while (0)
#define REAL(A, B, C, D, FAIL, TO, X, check) \
    do {                                     \
        double r;                            \
        CHECKED(check, FAIL);                \
        A.r = r;                             \
    } while (0)
#define SIZED(A, B, C, D, FAIL, TO, X, object) \
    CHECKED((object)->head.sizing != STAR_UNSIZED, FAIL)
#define FAST_PATH(A, B, C, D, FAIL, TO, X, done, other) slow = !(done)
#define JUMP(A, B, C, D, FAIL, TO, X, distance) goto TO
#define JUMP_IF(A, B, C, D, FAIL, TO, X, condition) GO_IF(condition, TO)

/* The elements of the array in cell X are data_X; its bounds are low_X,
 * count_X, low2_X, count2_X. */
#define INDEX1(X, I, FAIL)                                \
    const uint64_t k = (uint64_t)(I) - (uint64_t)low_##X; \
    CHECKED(k < (uint64_t)count_##X, FAIL)
#define INDEX2(X, I, J, FAIL)                               \
    const uint64_t k1 = (uint64_t)(I) - (uint64_t)low_##X;  \
    const uint64_t k2 = (uint64_t)(J) - (uint64_t)low2_##X; \
    CHECKED(k1 < (uint64_t)count_##X, FAIL);                \
    CHECKED(k2 < (uint64_t)count2_##X, FAIL);               \
    const uint64_t k = k1 * (uint64_t)count2_##X + k2

typedef int64_t built_ints;
typedef double built_reals;
typedef uint8_t built_bytes;
typedef int16_t built_shorts;
typedef int32_t built_longs;
typedef float built_singles;
typedef void *built_objects;

#define PLAIN(value) (value)
#define REAL_BITS(value) (((BuiltCell){.r = (value)}).raw)
#define SINGLE_BITS(value) (built_single_bits(value))
/* The bits of a single. */
OP_INLINE int32_t built_single_bits(float value) {
    const union {
        float single;
        int32_t bits;
    } u = {value};
    return u.bits;
}

#define AT(X, kind) (((built_##kind *)data_##X)[k])
#define READ(A, X, kind, cell, bits, none, FAIL) \
    const built_##kind x = AT(X, kind);          \
    CHECKED(bits(x) != (none), FAIL);            \
    A.cell = x
#define LOAD1(A, B, C, D, FAIL, TO, X, cell, kind, bits, none) \
    do {                                                       \
        INDEX1(X, C.i, FAIL);                                  \
        READ(A, X, kind, cell, bits, none, FAIL);              \
    } while (0)
#define LOAD2(A, B, C, D, FAIL, TO, X, cell, kind, bits, none) \
    do {                                                       \
        INDEX2(X, C.i, D.i, FAIL);                             \
        READ(A, X, kind, cell, bits, none, FAIL);              \
    } while (0)
#define OBJECT1(A, B, C, D, FAIL, TO, X) \
    do {                                 \
        INDEX1(X, C.i, FAIL);            \
        A.object = AT(X, objects);       \
    } while (0)
#define OBJECT2(A, B, C, D, FAIL, TO, X) \
    do {                                 \
        INDEX2(X, C.i, D.i, FAIL);       \
        A.object = AT(X, objects);       \
    } while (0)
#define ADDRESS1(A, B, C, D, FAIL, TO, X)  \
    do {                                   \
        INDEX1(X, C.i, FAIL);              \
        A.ref = (BuiltCell *)data_##X + k; \
    } while (0)
#define ADDRESS2(A, B, C, D, FAIL, TO, X)  \
    do {                                   \
        INDEX2(X, C.i, D.i, FAIL);         \
        A.ref = (BuiltCell *)data_##X + k; \
    } while (0)
#define STORE1(A, B, C, D, FAIL, TO, X, kind, type, value) \
    do {                                                   \
        INDEX1(X, B.i, FAIL);                              \
        AT(X, kind) = (type)(value);                       \
    } while (0)
#define STORE2(A, B, C, D, FAIL, TO, X, kind, type, value) \
    do {                                                   \
        INDEX2(X, B.i, C.i, FAIL);                         \
        AT(X, kind) = (type)(value);                       \
    } while (0)
#define BOUND_OF(A, B, C, D, FAIL, TO, X, n)                                  \
    do {                                                                      \
        const int64_t low = B.array->dim[(n) / 2].low,                        \
                      count = B.array->dim[(n) / 2].count;                    \
        A.i = (n) % 2 ? (int64_t)((uint64_t)low + (uint64_t)count - 1) : low; \
    } while (0)
#define FIELD(A, B, C, D, FAIL, TO, X, number, none) \
    do {                                             \
        const BuiltCell x = B.record->cell[number];  \
        CHECKED(x.i != (none), FAIL);                \
        A = x;                                       \
    } while (0)

#define INPUT (s->input)
#define SOURCE (*s->from)
#define HEAP heap
#define LIVES(A, B, C, D, FAIL, TO, X, pointer) \
    CHECKED(star_heap_live(HEAP, pointer), FAIL)
#define VARIABLE(A, B, C, D, FAIL, TO, X, pointer)            \
    do {                                                      \
        BuiltRecord *const x = star_heap_find(HEAP, pointer); \
        CHECKED(x != NULL, FAIL);                             \
        A.record = x;                                         \
    } while (0)
#define LIVE_FIELD(A, B, C, D, FAIL, TO, X, number) \
    do {                                            \
        const BuiltCell x = B.record->cell[number]; \
        CHECKED(x.i != STAR_UNDEFINED_INT, FAIL);   \
        CHECKED(star_heap_live(HEAP, x.i), FAIL);   \
        A = x;                                      \
    } while (0)

/* Takes the array in a cell for such instructions. */
#define VIEW(X)                                 \
    do {                                        \
        const BuiltArray *const x = R[X].array; \
        data_##X = x->data;                     \
        low_##X = x->dim[0].low;                \
        count_##X = x->dim[0].count;            \
        low2_##X = x->dim[1].low;               \
        count2_##X = x->dim[1].count;           \
    } while (0)
/* The same of one whose bounds are known. */
#define SHAPED(X, low, count, low2, count2) \
    do {                                    \
        data_##X = R[X].array->data;        \
        low_##X = low;                      \
        count_##X = count;                  \
        low2_##X = low2;                    \
        count2_##X = count2;                \
    } while (0)

/* The frame so many levels out. */
OP_INLINE BuiltCell *outward(BuiltCell *frame, unsigned levels) {
    for (; levels > 0; levels--)
        frame = frame->ref;
    return frame;
}

/* z := x op ROW(i, t) at once, if all is as the fast paths of both want it. A
 * word is stored by itself, as there. */
#define ROW_LOGIC(name, op)                                                \
    OP_INLINE bool row_##name(const StarIsa *isa, StarBits *z,             \
                              const StarBits *x, int64_t i,                \
                              const StarTable *t) {                        \
        enum { INLINE_WORDS = 4 };                                         \
        const StarImage *rows = &t->image[STAR_ROWS];                      \
        const uint64_t k = (uint64_t)i - 1;                                \
        const int64_t n = star_words(x->length);                           \
        if (OP_RARELY(k >= (uint64_t)t->rows) ||                           \
            OP_RARELY(x->length != t->cols) ||                             \
            OP_RARELY(z->length != t->cols) ||                             \
            OP_RARELY((uint64_t)x->length - 1 >= BUILT_BITS) ||            \
            OP_RARELY(!rows->valid) || OP_RARELY(t->transpose_credit < 0)) \
            return false;                                                  \
        const uint64_t *row = rows->word + (int64_t)k * rows->stride;      \
        z->first = 0;                                                      \
        if (n > INLINE_WORDS)                                              \
            isa->name(z->word, x->word, row, n);                           \
        else                                                               \
            for (int64_t j = 0; j < n; j++) {                              \
                uint64_t word = x->word[j] op row[j];                      \
                __asm__("" : "+r"(word));                                  \
                z->word[j] = word;                                         \
            }                                                              \
        return true;                                                       \
    }
/* clang-format off */
ROW_LOGIC(and, &)
ROW_LOGIC(or, |)
ROW_LOGIC(xor, ^)
ROW_LOGIC(andn, &~)
/* clang-format on */

/* Begins a frame of a procedure that owns nothing, and ends it. */
#define ENTER(number, procedure, at, fail)                                    \
    do {                                                                      \
        if (OP_RARELY(*s->depth >= s->depth_end)) {                           \
            GO_IF(!s->enter(s, number, procedure, at), fail);                 \
        } else {                                                              \
            (*s->frames)[(*s->depth)++] = (BuiltFrame){                       \
                s->code + number + 1, at, s->proc + procedure * s->proc_size, \
                heap->holds, heap->pins};                                     \
        }                                                                     \
    } while (0)
#define LEAVE() ((void)--*s->depth)

/* There is room for a frame at a cell. */
#define ROOM(proc, at, fail)                                               \
    CHECKED(OP_RARELY(depth >= s->depth_end) ? s->more(s, depth, proc, at) \
                                             : true,                       \
            fail)

/* The program shall end: polled where jumps go back. */
#define POLL(fail) \
    GO_IF(OP_RARELY(__atomic_load_n(stop, __ATOMIC_RELAXED) != 0), fail)

#define LOST_REAL (((BuiltCell){.raw = STAR_UNDEFINED_REAL}).r)

#endif
