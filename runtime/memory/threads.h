/* SPDX-License-Identifier: MIT */
/* The threads of a backend. They are made when the first piece of work is
 * large enough for two, wait for more without sleeping for some tens of
 * microseconds, and end when the backend is closed.
 *
 * A backend is used by one thread of the program at a time; backends share
 * nothing, so that each of many threads may have its own. */
#ifndef STAR_THREADS_H
#define STAR_THREADS_H

#include <stdint.h>

typedef struct StarMem StarMem;

enum {
    STAR_MAX_THREADS = 64,
    /* The least work for a thread, in words of memory that pass through a
     * vector kernel while they are in the second cache: some 1.3 us. To share
     * work with threads that wait costs 0.2 us; two grains on two threads take
     * 0.7 of the time or less. */
    STAR_GRAIN = 1 << 15
};

typedef struct StarThreads {
    int count;             /* at most so many work, the caller among them: 1 at
                              first, STAR_MAX_THREADS at most */
    int64_t grain;         /* STAR_GRAIN; tests lower it */
    int64_t credit;        /* work done without them since the last wake-up */
    struct StarPool *pool; /* NULL until there is work for it */
    StarMem *mem;          /* the backend's; the pool is not counted there */
} StarThreads;

/* Does part `part` of 0..parts-1 of a piece of work. */
typedef void StarPart(void *context, int part, int parts);

/* Does a piece of work, so large in words of memory, in as many parts as are
 * worth it: calls function(context, part, parts) for each and returns their
 * number when all have returned. They run at the same time, as far as there
 * are threads. A part goes to the same thread every time, which may still
 * have its memory in a cache. A part must not call star_parallel. */
int star_parallel(StarThreads *t, StarPart *function, void *context,
                  int64_t work);

/* Ends the threads, if there are any. */
void star_threads_stop(StarThreads *t);

#endif
