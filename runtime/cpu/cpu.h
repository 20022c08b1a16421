/* The parts of the CPU backend. */
#ifndef STAR_CPU_H
#define STAR_CPU_H

#include <stdatomic.h>

#include "backend.h"

/* The reference kernels: one for every primitive, obvious and slow. They
 * run on any backend whose memory the host can address. */
extern StarKernel *const star_reference[STAR_PRIM_COUNT];

/* The kernels that work a word or a vector at a time, where there are any. */
extern StarKernel *const star_fast[STAR_PRIM_COUNT];

/* Those that stand in for procedures of the library; the others are NULL. */
extern StarKernel *const star_natives[STAR_PRIM_COUNT];

/* The status of one whose body may do with less memory. */
static inline StarStatus star_native_done(StarBackend *be, StarStatus status) {
    if (status != STAR_MEMORY)
        return status;
    *be->mem->error = (StarError){0};
    return STAR_DECLINED;
}

/* Whether threads that share work may go on: none has failed, and the program
 * shall not end, which *status becomes. */
static inline bool star_go_on(const StarMem *mem, _Atomic int *status) {
    const int why = star_stopped(mem);
    if (why != STAR_OK)
        atomic_store(status, why);
    return atomic_load(status) == STAR_OK;
}

/* Those of them that have a file of their own. */
StarKernel star_native_kleene, star_native_closure;
StarKernel star_native_sdp, star_native_sdp32, star_native_knapsack,
    star_native_items, star_native_subsets;

/* Whether the operands of SDP are what kernels take: an array of such elements,
 * offsets, numbers that are given, a method that gives what they do. How many
 * steps that method has. */
bool star_sdp_takes(StarBackend *be, const StarCell *arg, StarElement element,
                    int64_t *steps);

/* star_bits_move of bit_copy.h, by all threads, z apart from y or y itself with
 * k >= 0: shift.c. Memory is refused without a word, and costs only time. */
void star_slide(StarBackend *be, uint64_t *z, int64_t m, const uint64_t *y,
                int64_t n, int64_t k);

/* Whole expressions on lines: fuse.c. */
StarKernel star_fuse;

/* Of stdlib/matchain.star: matchain.c. */
StarKernel star_native_matchain, star_native_matchain_cost;

/* Buffers of 1 to 64 words come in sizes of 8, 16, ... 64 words, so that one
 * that was freed fits the next. */
enum { STAR_SMALL_WORDS = 64, STAR_SMALL_SIZES = STAR_SMALL_WORDS / 8 };

/* The backend's own state. */
typedef struct StarCpu {
    uint64_t *scratch;   /* memory for kernels that need some, kept from one */
    size_t words;        /* call to the next */
    uint64_t *loop_room; /* the same for run_loop.c, whose steps use kernels */
    size_t loop_words;
    struct StarSpares {
        int count;
        uint64_t *block[STAR_SPARES];
    } spares[STAR_SMALL_SIZES];
} StarCpu;

/* At least `words` words of scratch memory, aligned to 64 bytes, or NULL. */
uint64_t *star_cpu_scratch(StarBackend *be, size_t words);

/* Responder loops: run_loop.c. See StarBackend.run_loop. */
StarStatus star_cpu_run_loop(StarBackend *be, const StarLoop *loop, StarCell *R,
                             const uint64_t *mask, int64_t words,
                             int64_t *fuel);

#endif
