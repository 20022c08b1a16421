/* SPDX-License-Identifier: MIT */
/* The parts of the CPU backend. */
#ifndef STAR_CPU_H
#define STAR_CPU_H

#include <stdatomic.h>

#include "backend.h"
#include "plan/plan.h"
#include "plan/pairs.h"
#include "primitives/primitives.h"

/* The kernels of this backend: one for each row of primitives.def that is no
 * BODY. */
#define PRIM(id, name, class, cost, ranks, signature, sentence) \
    StarKernel star_cpu_##id;
#define NATIVE(id, name, ranks, signature, sentence) StarKernel star_cpu_##id;
#define BODY(id, name, signature, sentence)
#include "primitives.def"
#undef PRIM

/* The head of one, and one that is a single call. */
#define CPU_KERNEL(id) StarStatus star_cpu_##id(StarBackend *be, StarCell *arg)
#define CPU_CALL(id, call) \
    CPU_KERNEL(id) {       \
        return call;       \
    }

/* The status of a kernel whose body may need less memory: STAR_DECLINED, the
 * error cleared, for STAR_MEMORY. */
static inline StarStatus star_native_done(StarBackend *be, StarStatus status) {
    if (status != STAR_MEMORY)
        return status;
    *be->mem->error = (StarError){0};
    return STAR_DECLINED;
}

/* True if threads that share work may go on: none has failed, and the program
 * is not asked to stop. Writes the reason to *status if it is. */
static inline bool star_go_on(const StarMem *mem, _Atomic int *status) {
    const int why = star_stopped(mem);
    if (why != STAR_OK)
        atomic_store(status, why);
    return atomic_load(status) == STAR_OK;
}

/* True if a table of so many columns has a j-th strip of h. */
static inline bool star_has_strip(int64_t j, int64_t h, int64_t cols) {
    return j >= 1 && h >= 1 && j <= cols / h;
}

/* Gives the result of BINARY its size; STAR_DECLINED unless k has at most c
 * digits. */
StarStatus star_binary_size(StarBackend *be, StarCell *arg);

/* True if a sum of so many numbers of so many digits is at most maxint: kernels
 * leave other sums to the body. */
bool star_sum_fits(int64_t rows, int64_t digits);

/* True if kernels take the operands of SDP: an array of such elements, falling
 * offsets, defined first numbers, and a method whose result is the kernel's.
 * Writes the duration of that method, the last result of SDP, to *duration. */
bool star_sdp_takes(StarBackend *be, const StarCell *arg, StarElement element,
                    int64_t *duration);

/* star_bit_copy_move of bit_copy.h, by all threads, z apart from y or y itself
 * with k >= 0: shift.c. Without scratch memory one thread does it. */
void star_shift(StarBackend *be, uint64_t *z, int64_t m, const uint64_t *y,
                int64_t n, int64_t k);

/* Makes words first..end-1 of all columns of a random table, or one word before
 * if `first` is odd: random.c. */
void star_random_columns(StarBackend *be, const StarTable *table, int64_t first,
                         int64_t end, StarCell seed, StarCell p);

/* Buffers of 1 to 64 words come in sizes of 8, 16, ... 64 words, so that one
 * that was freed fits the next. */
enum { STAR_SMALL_WORDS = 64 };

/* The backend's own state. */
typedef struct StarCpu {
    uint64_t *scratch;   /* scratch memory of kernels, reused by each call */
    size_t words;        /* of it */
    uint64_t *loop_room; /* the same for run_loop.c, which calls kernels */
    size_t loop_words;
} StarCpu;

/* At least `words` words of scratch memory, aligned to 64 bytes, or NULL. */
uint64_t *star_cpu_scratch(StarBackend *be, size_t words);

/* Responder loops: run_loop.c. See StarBackend.run_loop. */
StarStatus star_cpu_run_loop(StarBackend *be, const StarPlan *loop, StarCell *R,
                             const uint64_t *mask, int64_t words,
                             int64_t *fuel);

/* Pair loops: run_pairs.c. See StarBackend.run_pairs. */
StarStatus star_cpu_run_pairs(StarBackend *be, const StarPlan *loop,
                              const StarCell *R, const StarPairArea *area);

#endif
