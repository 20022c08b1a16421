/* SPDX-License-Identifier: MIT */
/* A folder of its own and a backend for every test of readers and
 * writers. */
#ifndef STAR_TESTS_IO_TEST_H
#define STAR_TESTS_IO_TEST_H

#include "test.h"

#include "backend.h"
#include "values/object.h"
#include "io/formats/matrix.h"
#include "temporary.h"

typedef struct IoTest {
    StarError error;
    StarMem mem;
    StarBackend be;
    StarTable *table;       /* what io_load read */
    StarGraphLayout layout; /* in which io_load reads, */
    int64_t bits;           /* with weights of this width, */
    int decimals;           /* and so many decimals, */
    StarTableKind kind;     /* from what is said to be this, */
    const char *columns;    /* with these columns, or NULL, */
    bool compact;           /* without vertices that have no arc, */
    int image;              /* as one image, plus 1; 0: any */
    StarError warning;      /* of the last one */
    int fd;                 /* the least free descriptor */
    char folder[TEMPORARY_PATH];
    char path[TEMPORARY_PATH + 64]; /* the file written last */
} IoTest;

/* Setup and teardown; the latter fails if memory, files or descriptors are
 * left over. */
int io_setup(void **state);
int io_teardown(void **state);

/* A test of what is in t. */
#define IO_TEST(name)                                                \
    static void name(IoTest *t);                                     \
    static void name##_of(void **state) {                            \
        name(*state);                                                \
    }                                                                \
    __attribute__((constructor)) static void test_add_##name(void) { \
        test_add(#name, name##_of, io_setup, io_teardown);           \
    }                                                                \
    static void name(IoTest *t)

/* Writes a file into the folder. */
void io_write(IoTest *t, const char *name, const char *text, size_t length);

/* The contents of a file of the folder; the caller frees them. */
char *io_read(IoTest *t, const char *name);

void io_remove(IoTest *t, const char *name);

/* Reads the file written last: how far that is is said, up to its end. */
void io_progress(IoTest *t);

/* Writes a file, loads it into a new t->table and removes it. */
StarStatus io_load(IoTest *t, const char *name, const char *text,
                   size_t length);

/* The file is read as these rows: "01 10". */
void io_good(IoTest *t, const char *name, const char *text, const char *rows);

/* The file is refused with this message, without the name of the file. */
void io_bad(IoTest *t, const char *name, const char *text, const char *message);

/* Component (i, j), from 1, of a table. */
int io_get(const StarTable *table, int64_t i, int64_t j);

/* A table with ones, one in 16, that look random. */
StarTable *io_random(IoTest *t, int64_t rows, int64_t cols);

/* Loads the file written last as io_load does. */
StarStatus io_load_again(IoTest *t);

/* Saves tables of many sizes under `name`, loads them again and compares. */
void io_round_trips(IoTest *t, const char *name);

/* Loads the file of this text with the first, the second ... allocation
 * failing, until none fails. */
void io_load_without_memory(IoTest *t, const char *name, const char *text);

#endif
