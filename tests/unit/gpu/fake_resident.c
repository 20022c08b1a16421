/* SPDX-License-Identifier: MIT */
/* The resident interpreter on the host: a device is one thread that owns all
 * its words. */
#include "fake.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "fake_thread.h"
#include "resident/resident.h"

#define DEVICE static inline __attribute__((unused))
#define DEVICE_CALL DEVICE
#define THREAD ((int64_t)0)
#define THREADS ((int64_t)1)
#define LOG_THREADS 0
#define FIRST (mine.spread.first)
#define BEHIND(n) ((n) < mine.spread.behind ? (n) : mine.spread.behind)
#define MOST(n) (n)
#define DEVICES (mine.spread.devices)
#define LANE 0
#define FETCH(at) (*(at))
#define ROLLED
#define ASSUME(x) ((void)0)
#define COUNT_ONES(x) __builtin_popcountll(x)
#define COUNT_ZEROS(x) __builtin_ctzll(x)
enum { LANES = 1 };

static _Thread_local ResidentJob mine;

#include "resident/interpreter.cuh"

DEVICE void sync_warp(void) {
}

DEVICE uint64_t warp_or(uint64_t x) {
    return x;
}

DEVICE bool agreed(bool x) {
    return x;
}

/* What each device brings; two sets of it, as the kernel's slots. */
static struct {
    pthread_barrier_t met;
    uint64_t brought[2][GPU_DEVICES];
} meeting;

DEVICE_CALL uint64_t exchange(ResidentSlot *slot, uint64_t x, bool sum,
                              bool fences, uint32_t number) {
    uint64_t *brought = meeting.brought[number & 1], all = sum ? 0 : UINT64_MAX;
    (void)slot, (void)fences;
    if (DEVICES == 1)
        return x;
    brought[mine.spread.device] = x;
    pthread_barrier_wait(&meeting.met);
    for (int k = 0; k < DEVICES; k++)
        all = sum ? all + brought[k] : brought[k] < all ? brought[k] : all;
    return all;
}

static void run(const ResidentJob *job, ResidentState *out) {
    ResidentState s = *job->state;
    int64_t *cell = (int64_t *)(out + 1);
    ResidentObject *object = (ResidentObject *)(cell + job->cells);
    Unit u = {.job = job,
              .cell = cell,
              .object = object,
              .objects = (int)job->objects,
              .exchanges = job->exchanges,
              .budget = BUDGET};
    mine = *job;
    memcpy(cell, job->state + 1, (size_t)job->warp_bytes);
    interpret(&u, job, cell, object, &s);
    *out = s;
}

static void end(const ResidentJob *job) {
    fake.ran += job->out->ran;
    *job->flags = 1;
}

cudaError_t gpu_resident(Gpu *gpu, const ResidentJob *job,
                         cudaStream_t stream) {
    ResidentJob one = *job;
    (void)stream;
    GPU_LAUNCH(gpu, fake.kernels++);
    one.spread = (ResidentSpread){.behind = INT64_MAX, .devices = 1};
    run(&one, one.out);
    end(job);
    return cudaSuccess;
}

/* ---- Several devices ---- */

/* The first device's state is the result; the others have theirs apart. */
static void *work(void *context) {
    const ResidentJob *job = context;
    ResidentState *own = job->spread.device == 0
                             ? job->out
                             : malloc(sizeof *own + (size_t)job->warp_bytes);
    run(job, own);
    if (own != job->out)
        free(own);
    return NULL;
}

cudaError_t gpu_resident_spread(Gpu *gpu, const ResidentJob *job,
                                cudaStream_t stream) {
    static ResidentJob jobs[GPU_DEVICES];
    pthread_t thread[GPU_DEVICES];
    const int devices = job->spread.devices;
    (void)stream;
    GPU_LAUNCH(gpu, fake.kernels++);
    jobs[job->spread.device] = *job;
    if (job->spread.device < devices - 1)
        return cudaSuccess;
    pthread_barrier_init(&meeting.met, NULL, (unsigned)devices);
    for (int k = 0; k < devices; k++)
        pthread_create(&thread[k], NULL, work, &jobs[k]);
    for (int k = 0; k < devices; k++)
        pthread_join(thread[k], NULL);
    pthread_barrier_destroy(&meeting.met);
    end(job);
    return cudaSuccess;
}
