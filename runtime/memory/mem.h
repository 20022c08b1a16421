/* SPDX-License-Identifier: MIT */
/* The only place that allocates. A StarMem counts what is in use, refuses
 * what passes its limit, and can be told to fail for tests. */
#ifndef STAR_MEM_H
#define STAR_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status/status.h"

/* The number of bytes that a program may write. */
typedef struct StarQuota {
    size_t most; /* 0: no limit */
    size_t written;
    const char *where; /* for the message: "", " to its files" */
} StarQuota;

/* The progress of a piece of work, in its own units. */
typedef struct StarWork {
    int64_t number; /* counts the pieces */
    int64_t done, total;
} StarWork;

/* An allocator in place of the C library's, called by the thread that uses the
 * account: `bytes` of them, at least 1, aligned to 16 bytes, to 64 from 64
 * bytes on; NULL if there is no memory. A block is freed with the same number
 * of bytes. */
typedef struct StarAllocator {
    void *(*allocate)(void *context, size_t bytes);
    void (*release)(void *context, void *block, size_t bytes);
    void *context;
} StarAllocator;

/* Blocks of one small size that are free, each with the address of the next:
 * see memory/spares.h. */
typedef struct StarSpare {
    void *first;
    int count;
} StarSpare;

enum { STAR_SPARE_SIZES = 32 };

typedef struct StarMem {
    StarError *error;               /* where a refusal is reported */
    const StarAllocator *allocator; /* NULL: the C library */
    size_t used;                    /* bytes in use */
    size_t peak;                    /* the most there ever were */
    size_t limit;                   /* refuse beyond this many bytes */
    int64_t fail_at;     /* fail the allocation with this number; 0 = never */
    bool fail_on;        /* and all after it; fail_at is then not 0 */
    int64_t count;       /* allocations so far */
    int stop;            /* see star_stopped */
    bool outside;        /* set when a file was read or written step by step,
                            or anew: what memory does not hold */
    StarQuota files;     /* of all files together */
    struct Ranks *ranks; /* NULL, or those that run the program together:
                            partition/ has all that is known of them */
    StarWork work;       /* see star_work */
    bool maps;           /* files may be mapped: see memory/map.h */
    struct StarMap *map; /* those that are */
    StarSpare spare[STAR_SPARE_SIZES]; /* of 16, 32, ... 512 bytes */
} StarMem;

/* An empty account that reports to *error and allows `limit` bytes, from the
 * C library. */
void star_mem_init(StarMem *mem, StarError *error, size_t limit);

/* An account beside another one: of memory from the same place that is not the
 * program's, without a limit. */
StarMem star_mem_beside(const StarMem *mem, StarError *error);

/* `count` objects of `size` bytes, zeroed, aligned to 64 bytes from 64 bytes
 * on; NULL with STAR_MEMORY raised if the product overflows, the limit is
 * passed or the system refuses, or, for large blocks, the program shall end.
 * Zero bytes give a pointer that may be released. */
void *star_mem_alloc(StarMem *mem, size_t count, size_t size);

/* The same without zeroing: for memory that is written at once. */
void *star_mem_alloc_raw(StarMem *mem, size_t count, size_t size);

/* The block, if it has `count` objects; else another one, of which nothing is
 * known, in place of it: *have is how many there are then, 0 with NULL. */
void *star_mem_room(StarMem *mem, void *block, size_t *have, size_t count,
                    size_t size);

/* Moves the first `used` of `count` objects to a new block of `more`, the rest
 * of which is not zeroed; if that gives NULL, as above, the old block stays. */
void *star_mem_move(StarMem *mem, void *block, size_t used, size_t count,
                    size_t more, size_t size);

/* Gives back what star_mem_alloc gave for the same count and size; NULL is
 * allowed. */
void star_mem_free(StarMem *mem, void *block, size_t count, size_t size);

/* True if a block of so many bytes is pages of its own. */
bool star_mem_is_pages(const StarMem *mem, size_t bytes);

/* Asks for large pages for those of a block's bytes that fill some, if they are
 * at least 16 MiB: a process may have some ten thousand such pieces. */
void star_mem_enlarge(void *from, size_t bytes);

/* Zeroed memory that is not counted, as after star_mem_vacate, if it can be
 * pages of its own; else NULL, and nothing is raised. */
void *star_mem_reserve(const StarMem *mem, size_t bytes);

/* Gives the pages of a block from star_mem_alloc to the system and its bytes to
 * the account: its contents are lost, and star_mem_take comes before it is used
 * again. False, and nothing done, unless it is pages of its own; before it is
 * freed star_mem_taken counts it again, whatever the limit. */
bool star_mem_vacate(StarMem *mem, void *block, size_t bytes);
void star_mem_taken(StarMem *mem, size_t bytes);

/* Accounts for memory from elsewhere, which counts as one allocation; false
 * with STAR_MEMORY raised if it is refused. */
bool star_mem_take(StarMem *mem, size_t bytes);
void star_mem_give(StarMem *mem, size_t bytes);

/* Counts bytes that shall be written; how many of them may be. */
static inline size_t star_quota_take(StarQuota *q, size_t bytes) {
    if (q->most > 0 && bytes > q->most - q->written)
        bytes = q->most - q->written;
    q->written += bytes;
    return bytes;
}

/* Raises STAR_OUTPUT. */
StarStatus star_quota_refuse(StarError *error, const StarQuota *quota);

/* STAR_OK, or the status with which the running program shall end. A function
 * that may take long checks it at intervals and then fails with this status.
 * Any thread or signal handler may set it, by star_stop. */
static inline StarStatus star_stopped(const StarMem *mem) {
    return (StarStatus)__atomic_load_n(&mem->stop, __ATOMIC_SEQ_CST);
}

/* Asks all work to stop with this status, or to go on, if it is STAR_OK. */
static inline void star_stop(StarMem *mem, StarStatus why) {
    __atomic_store_n(&mem->stop, (int)why, __ATOMIC_SEQ_CST);
}

/* Copies bytes between blocks that are apart, or the same. Fails with the
 * status of star_stopped, and then may have copied a part. */
StarStatus star_mem_copy(const StarMem *mem, void *to, const void *from,
                         size_t bytes);

/* Begins a piece of work of so many units that may take seconds, in place of
 * the last one; none if they are 0. Any thread may read its progress. */
static inline void star_work(StarMem *mem, int64_t total) {
    __atomic_store_n(&mem->work.total, total, __ATOMIC_RELAXED);
    __atomic_store_n(&mem->work.done, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&mem->work.number, mem->work.number + 1, __ATOMIC_RELAXED);
}

/* So many units are done: in all, as the only thread at work says; more, as
 * each of several does. */
static inline void star_work_at(StarMem *mem, int64_t done) {
    __atomic_store_n(&mem->work.done, done, __ATOMIC_RELAXED);
}
static inline void star_work_add(StarMem *mem, int64_t units) {
    __atomic_fetch_add(&mem->work.done, units, __ATOMIC_RELAXED);
}

/* The progress of the current piece of work; the three numbers may be of
 * different moments. */
static inline StarWork star_work_inspect(const StarMem *mem) {
    return (StarWork){__atomic_load_n(&mem->work.number, __ATOMIC_RELAXED),
                      __atomic_load_n(&mem->work.done, __ATOMIC_RELAXED),
                      __atomic_load_n(&mem->work.total, __ATOMIC_RELAXED)};
}

/* A number of objects as a size; more than that are SIZE_MAX, which no one can
 * allocate: where a size has 32 bits, a number may have 64. */
static inline size_t star_size_of(int64_t count) {
    return (uint64_t)count <= SIZE_MAX ? (size_t)count : SIZE_MAX;
}

/* a * b and a + b for sizes; false on overflow, *out is then unchanged. */
static inline bool star_size_mul(uint64_t a, uint64_t b, size_t *out) {
    size_t r;
    return !__builtin_mul_overflow(a, b, &r) && (*out = r, true);
}
static inline bool star_size_add(size_t a, size_t b, size_t *out) {
    size_t r;
    return !__builtin_add_overflow(a, b, &r) && (*out = r, true);
}

#endif
