/* SPDX-License-Identifier: MIT */
/* The variables of a run between two statements, and their earlier values, for
 * front ends that show changes. */
#ifndef STAR_INSPECT_H
#define STAR_INSPECT_H

#include "debug/history.h"
#include "values/heap.h"

typedef struct StarVariable {
    const char *name;
    const StarType *type;
    StarCell value; /* an object may be NULL: there is none yet */
} StarVariable;

/* True if cell number k of a procedure's frames is a variable with a value of
 * its own or a parameter that stands for one; it in a frame; both. */
bool star_is_variable(const StarProc *proc, unsigned k);
StarVariable star_variable_now(const StarView *view, unsigned k);
bool star_inspect_variable(const StarView *view, unsigned k, StarVariable *out);

/* Returns the variables that pointers point to. */
const StarHeap *star_history_heap(const StarHistory *history);

/* True if a variable is a slice, a word or a table, sized or not. */
bool star_variable_bits(const StarVariable *variable);

/* A number that differs for different values, as good as always; what a
 * pointer points to does not count. */
uint64_t star_variable_sum(const StarHistory *history,
                           const StarVariable *variable);

/* An earlier value. The bits of a slice or word are one row; row k, from 0,
 * begins at bits[k * star_words(cols)], padded with zeros. */
typedef struct StarInspection {
    uint64_t sum;
    int64_t rows, cols;
    uint64_t *bits; /* NULL: other types, no size, none, or too many */
    size_t words;
} StarInspection;

/* Inspects a variable and replaces *out, the earlier inspection or zeros;
 * copies its bits if they take no more than `max_words` words. STAR_MEMORY. */
StarStatus star_inspect(const StarHistory *history, StarMem *mem,
                        const StarVariable *variable, size_t max_words,
                        StarInspection *out);

/* The same without the sum, of a machine that needs no history; the variable is
 * synced to the host. */
StarStatus star_inspect_bits(const StarBackend *be, StarMem *mem,
                             const StarVariable *variable, size_t max_words,
                             StarInspection *out);
void star_inspect_free(StarMem *mem, StarInspection *inspection);

/* The active rows before a statement that the machine pauses at: those of the
 * first slice passed by value, if the statement is a call, as of the mask X of
 * the library's procedures; else the ones of X in the innermost
 * loop `while SOME(X)` around it; else those of the first slice that
 * was passed by value to the procedure. NULL: there is no such slice. */
const StarBits *star_inspect_active(const StarHistory *history);

#endif
