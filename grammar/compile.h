/* SPDX-License-Identifier: MIT */
/* From a text to a program: the compiler's front door. */
#ifndef STAR_COMPILE_H
#define STAR_COMPILE_H

#include "bytecode/program.h"

/* The text of a unit, valid until the compilation ends. */
typedef struct StarUnitText {
    const char *path; /* as messages show it */
    const char *text;
    size_t length;
    const char *why; /* there is one, but it cannot be used; else NULL */
} StarUnitText;

/* Finds the unit that the file at path `from` uses under `name`, in lower
 * case. STAR_MEMORY: it cannot be read for want of memory, which ends the
 * compilation; any other failure: there is none. */
typedef StarStatus StarFindUnit(void *context, const char *name,
                                const char *from, StarUnitText *out);

typedef struct StarCompileOptions {
    StarFindUnit *find; /* NULL: there are no units */
    void *context;
    struct Xref *xref; /* NULL, or gets what the names of the text mean, also
                          of one with mistakes; as the program lasts */
    bool plain;        /* no loop becomes one operation */
    bool bodies;       /* no kernel stands in for a procedure of the
                          library */
    bool strict;   /* extensions of ISO 7185 are errors; 'and' and 'or' always
                      evaluate both sides. Not for sessions */
    bool whole;    /* any procedure may be called: a program has all those of
                      the units of the library that it uses, as a unit has,
                      not only those that it needs, and none is unused */
    bool count;    /* the program counts its fuel, so that a machine
                      can bound them */
    bool profiled; /* and what procedures of the library charge, for a
                      profile */
    bool loops;    /* the program says how each of its loops runs: its notes,
                      which it has for an xref too */
    bool watched;  /* scalars without a value are marked as such also
                      where no statement reads them: for the display of
                      variables between statements */
} StarCompileOptions;

/* Compiles a text. The result always has the messages; it can be run if its
 * `errors` is 0. NULL only without memory, raised in the account, which all of
 * the program's memory is from. */
StarProgram *star_compile(StarMem *mem, const StarCompileOptions *options,
                          const char *path, const char *text, size_t length);

#endif
