/* SPDX-License-Identifier: MIT */
/* The vector kernels on long bit vectors and big tables: shared among the
 * threads of a backend, with streaming stores where they pay. Arguments are
 * those of simd.h, results the same as there. */
#ifndef STAR_PARALLEL_H
#define STAR_PARALLEL_H

#include <stdbool.h>

#include "backend.h"
#include "cpu/simd/simd.h"
#include "memory/words.h"

/* True if n words are so many that a call of these functions may pay. */
static inline bool star_is_parallel(const StarBackend *be, int64_t n) {
    return n >= be->threads.grain / 4;
}

/* True if a result of n words is larger than the caches, so that StarIsa.stream
 * may write it, which needs star_parallel_fence in the end. 32 MB is the last
 * cache of many processors; from there on AND with streaming stores takes 0.75
 * of the time that it takes through the caches. */
static inline bool star_is_streamed(const uint64_t *z, int64_t n) {
    return n >= INT64_C(4) << 20 && (uintptr_t)z % 64 == 0;
}

/* Lets other threads see the results of streaming stores. */
static inline void star_parallel_fence(void) {
#ifdef __x86_64__
    __builtin_ia32_sfence();
#endif
}

/* z := x op y; `op` is a STAR_FUSE operator, NOT and OPERAND (a copy) of x
 * alone, y being the same. By this thread, and by all. */
static inline void star_isa_bits(const StarIsa *isa, int op, uint64_t *z,
                                 const uint64_t *x, const uint64_t *y,
                                 int64_t n) {
    switch (op) {
    case STAR_FUSE_AND: isa->and (z, x, y, n); break;
    case STAR_FUSE_OR: isa->or (z, x, y, n); break;
    case STAR_FUSE_XOR: isa->xor (z, x, y, n); break;
    case STAR_FUSE_ANDN: isa->andn(z, x, y, n); break;
    case STAR_FUSE_NOT: isa->not(z, x, n); break;
    default: isa->copy(z, x, n);
    }
}

/* star_isa_bits by all threads of the backend. If star_stopped says to stop, z
 * is made in part. */
void star_parallel_bits(StarBackend *be, int op, uint64_t *z, const uint64_t *x,
                        const uint64_t *y, int64_t n);

/* Every byte of z := byte. */
void star_parallel_fill(StarBackend *be, uint64_t *z, int byte, int64_t n);

/* The first i in from..n-1 with x[i] != 0, or n, by all threads. */
int64_t star_parallel_find(StarBackend *be, const uint64_t *x, int64_t from,
                           int64_t n);

/* The same for any number of words. */
static inline int64_t star_find(StarBackend *be, const uint64_t *x,
                                int64_t from, int64_t n) {
    return star_is_parallel(be, n - from) ? star_parallel_find(be, x, from, n)
                                          : be->isa->find(x, from, n);
}

/* The kernels of StarIsa of these names, each shared among the threads of the
 * backend: count, gather, vectors, count_vectors, reduce and row_update. */
int64_t star_parallel_count(StarBackend *be, const uint64_t *x, int64_t n);
void star_parallel_gather(StarBackend *be, uint64_t *z, const uint64_t *x,
                          int64_t vectors, int64_t stride, int64_t word,
                          int bit);
void star_parallel_vectors(StarBackend *be, uint64_t *x, int64_t stride,
                           const uint64_t *mask, int64_t mask_words,
                           const uint64_t *w, int64_t n, int op);
int64_t star_parallel_count_vectors(StarBackend *be, const uint64_t *x,
                                    int64_t stride, const uint64_t *mask,
                                    int64_t mask_words, const uint64_t *w,
                                    int64_t n);
void star_parallel_reduce(StarBackend *be, uint64_t *z, const uint64_t *x,
                          int64_t stride, const uint64_t *mask,
                          int64_t mask_words, int64_t n, int op);
void star_parallel_row_update(StarBackend *be, uint64_t *x, int64_t stride,
                              int64_t vectors, int64_t word, int bit,
                              const uint64_t *w, int64_t n);

/* Transposes `vectors` vectors of `length` bits, any numbers of them. */
void star_parallel_transpose(StarBackend *be, uint64_t *z, int64_t zs,
                             const uint64_t *x, int64_t xs, int64_t vectors,
                             int64_t length);

#endif
