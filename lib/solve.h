/* SPDX-License-Identifier: MIT */
/* What the solvers of star.h share. */
#ifndef STAR_LIB_SOLVE_H
#define STAR_LIB_SOLVE_H

#include "handle.h"

/* Runs a job on the backend of a handle, which star_interrupt ends: all that
 * takes longer for more numbers, checks of them too, is the job's. */
StarCode solve_run(Star *star, StarStatus (*work)(StarBackend *be, void *job),
                   void *job);

/* Rows of memory, `stride` bytes apart. */
typedef struct SolveArea {
    const void *at;
    int64_t rows;
    size_t stride, bytes; /* of a row */
} SolveArea;

/* False if no memory is so large. */
bool solve_is_possible(SolveArea area);

/* Fails if an area that a function sets overlaps another one. */
StarCode solve_apart(Star *star, const char *function, SolveArea set,
                     SolveArea given);

/* Fails unless there can be so many rows of numbers of `size` bytes at an
 * address. */
StarCode solve_check_numbers(Star *star, const char *function, const void *at,
                             int64_t rows, int64_t columns, size_t stride,
                             size_t size);

/* Fails unless there are numbers. */
StarCode solve_check_count(Star *star, const char *function, int64_t count);

/* Raises an error unless low <= value <= high, which is name[k], or name
 * if k is -1; fails with the status of star_stopped, too. */
StarStatus solve_check_value(StarBackend *be, const char *name, int64_t k,
                             int64_t value, int64_t low, int64_t high);

/* Copies rows of so many bytes. Fails with the status of star_stopped, and then
 * may have copied a part. */
StarStatus solve_copy(StarBackend *be, void *to, size_t to_stride,
                      SolveArea from);

/* The caller's numbers as an array: a vector, or a matrix of n rows if n is not
 * -1, its indices from 0. */
StarArray solve_array(StarElement element, const void *at, int64_t count,
                      int64_t n);

/* n rows of n numbers, and where kernels see them: there, or in a copy. */
typedef struct SolveSquare {
    int64_t n;
    char *at;
    size_t stride, size; /* of a row, of a number, in bytes */
    void *numbers;
} SolveSquare;

/* Sets `numbers`, if STAR_OK. Then the other one is called in the end: it
 * copies them back if `status` says that all went well, frees a copy, and
 * returns how all went. */
StarStatus solve_copy_in(StarBackend *be, SolveSquare *square);
StarStatus solve_copy_out(StarBackend *be, SolveSquare *square,
                          StarStatus status);

/* Runs the kernel of a procedure of the library. */
static inline StarStatus solve_kernel(StarBackend *be, StarPrim prim,
                                      StarCell *arg) {
    return be->ops.kernel[prim](be, arg);
}

/* The status of a kernel that declines for lack of memory only. */
static inline StarStatus solve_done(StarBackend *be, StarStatus status) {
    return status == STAR_DECLINED ? star_raise(be->mem->error, MSG_NO_MEMORY())
                                   : status;
}

#endif
