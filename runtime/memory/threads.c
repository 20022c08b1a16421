/* SPDX-License-Identifier: MIT */
/* Each thread has its state in a cache line of its own. Transitions, and the
 * thread that makes them:
 *
 *     IDLE ----> ASLEEP        the thread, when it has waited for long
 *     IDLE, ASLEEP -> POSTED   the caller: there is a part to do
 *     POSTED -> TAKEN -> IDLE  the thread: does the part
 *     POSTED -> IDLE           the caller: does the part itself, because it
 *                              came before the thread
 *
 * So a thread that is slow to wake does not delay the caller. */
#include "memory/threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "memory/mem.h"

enum { IDLE, POSTED, TAKEN, ASLEEP, ENDED };

typedef struct Worker {
    _Alignas(64) _Atomic int state;
    int part, parts;    /* of POSTED work: written by the caller, in the */
    StarPart *function; /* same cache line, since one that comes from */
    void *context;      /* another processor takes 200 ns */
    pthread_t thread;
    pthread_mutex_t lock; /* with `wake`, for sleep */
    pthread_cond_t wake;
} Worker;

typedef struct StarPool {
    int workers;
    Worker worker[STAR_MAX_THREADS - 1]; /* worker k does part k + 1 */
} StarPool;

/* ---- Waiting ---- */

/* The time, in ns, that a thread spins before it sleeps, and the number of
 * spins between two readings of the clock. */
enum { SPIN_NS = 50000, SPINS = 256 };

static void pause_briefly(void) {
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
}

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int state_of(Worker *w) {
    return atomic_load_explicit(&w->state, memory_order_acquire);
}

/* Makes the state `to` if it is `from`. */
static bool moves(Worker *w, int from, int to) {
    return atomic_compare_exchange_strong(&w->state, &from, to);
}

static void sleep_until_posted(Worker *w) {
    pthread_mutex_lock(&w->lock);
    if (moves(w, IDLE, ASLEEP))
        while (state_of(w) == ASLEEP)
            pthread_cond_wait(&w->wake, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

static void wait_for_work(Worker *w) {
    const int64_t end = now() + SPIN_NS;
    do {
        for (int k = 0; k < SPINS; k++) {
            if (state_of(w) != IDLE)
                return;
            pause_briefly();
        }
        sched_yield();
    } while (now() < end);
    sleep_until_posted(w);
}

/* A thread that takes long may have lost its processor to the caller. */
static void wait_for_end(Worker *w) {
    for (int k = 0; state_of(w) == TAKEN; k++)
        if (k < SPINS)
            pause_briefly();
        else
            sched_yield();
}

/* ---- Threads ---- */

static void *work(void *argument) {
    Worker *w = argument;
    for (;;) {
        wait_for_work(w);
        if (state_of(w) == ENDED)
            return NULL;
        if (!moves(w, POSTED, TAKEN))
            continue;
        w->function(w->context, w->part, w->parts);
        atomic_store_explicit(&w->state, IDLE, memory_order_release);
    }
}

/* Signals are for the threads of the program. */
static bool start(Worker *w) {
    sigset_t all, old;
    bool started;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->wake, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    started = pthread_create(&w->thread, NULL, work, w) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (!started) {
        pthread_mutex_destroy(&w->lock);
        pthread_cond_destroy(&w->wake);
    }
    return started;
}

static void set(Worker *w, int state) {
    if (atomic_exchange(&w->state, state) != ASLEEP)
        return;
    pthread_mutex_lock(&w->lock);
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
}

static void post(Worker *w, StarPart *function, void *context, int part,
                 int parts) {
    w->function = function;
    w->context = context;
    w->part = part;
    w->parts = parts;
    set(w, POSTED);
}

/* ---- The pool ---- */

/* The pool's memory is not the program's: limits mean the same for any
 * number of threads. */
static StarPool *pool_of(StarThreads *t) {
    StarError unused;
    StarMem own = star_mem_beside(t->mem, &unused);
    if (t->pool == NULL)
        t->pool = star_mem_alloc(&own, 1, sizeof(StarPool));
    return t->pool;
}

/* Makes workers until there are so many; returns how many there are. If the
 * system refuses one, those that there are have to do. */
static int make_workers(StarThreads *t, int wanted) {
    StarPool *pool = pool_of(t);
    int have = pool != NULL ? pool->workers : 0;
    while (have < wanted && pool != NULL && start(&pool->worker[have]))
        pool->workers = ++have;
    if (have < wanted)
        t->count = have + 1;
    return have < wanted ? have : wanted;
}

/* True if threads that do not exist yet, or sleep, shall be woken. That takes
 * them 25 us and the caller 2 to 7, so the credit must reach work of some 50
 * us, in one piece or in many. */
static bool shall_wake(StarThreads *t, int64_t work) {
    enum { WAKE_GRAINS = 32 };
    t->credit += work;
    if (t->credit / t->grain < WAKE_GRAINS)
        return false;
    t->credit = 0;
    return true;
}

/* The number of workers that shall do a part each, apart from the caller. */
static int helpers_of(StarThreads *t, int64_t work) {
    StarPool *pool = t->pool;
    int64_t grains;
    int wanted;
    if (t->count == 1 || work < 2 * t->grain)
        return 0;
    grains = work / t->grain;
    wanted = (int)(grains < t->count ? grains : t->count) - 1;
    if (pool != NULL && pool->workers >= wanted &&
        state_of(&pool->worker[wanted - 1]) != ASLEEP)
        return wanted;
    return shall_wake(t, work) ? make_workers(t, wanted) : 0;
}

int star_parallel(StarThreads *t, StarPart *function, void *context,
                  int64_t work) {
    const int helpers = helpers_of(t, work);
    StarPool *pool = t->pool;
    for (int k = 0; k < helpers; k++)
        post(&pool->worker[k], function, context, k + 1, helpers + 1);
    function(context, 0, helpers + 1);
    for (int k = 0; k < helpers; k++)
        if (moves(&pool->worker[k], POSTED, IDLE))
            function(context, k + 1, helpers + 1);
    for (int k = 0; k < helpers; k++)
        wait_for_end(&pool->worker[k]);
    return helpers + 1;
}

void star_threads_stop(StarThreads *t) {
    StarPool *pool = t->pool;
    StarMem own = star_mem_beside(t->mem, NULL);
    if (pool == NULL)
        return;
    for (int k = 0; k < pool->workers; k++) {
        Worker *w = &pool->worker[k];
        set(w, ENDED);
        pthread_join(w->thread, NULL);
        pthread_mutex_destroy(&w->lock);
        pthread_cond_destroy(&w->wake);
    }
    star_mem_free(&own, pool, 1, sizeof *pool);
    t->pool = NULL;
}
