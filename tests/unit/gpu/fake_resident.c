/* SPDX-License-Identifier: MIT */
/* The resident interpreter on the host, with one thread that owns all words. */
#include "fake.h"

#include <string.h>

#include "cpu/bit_copy.h"
#include "resident/resident.h"

#define DEVICE static inline __attribute__((unused))
#define DEVICE_CALL DEVICE
#define THREAD ((int64_t)0)
#define THREADS ((int64_t)1)
#define LOG_THREADS 0
#define LANE 0
#define FETCH(at) (*(at))
#define COUNT_ONES(x) __builtin_popcountll(x)
#define COUNT_ZEROS(x) __builtin_ctzll(x)
#undef __device__
#define __device__ __attribute__((unused))
#define __brevll star_bit_copy_reverse
enum { LANES = 1 };

#include "resident/interpreter.cuh"

DEVICE void sync_warp(void) {
}

DEVICE uint64_t warp_or(uint64_t x) {
    return x;
}

DEVICE_CALL uint64_t exchange(ResidentSlot *slot, uint64_t x, bool sum,
                              bool fences, uint32_t number) {
    (void)slot, (void)sum, (void)fences, (void)number;
    return x;
}

static void run(const ResidentJob *job) {
    ResidentState s = *job->state;
    int64_t *cell = (int64_t *)(job->out + 1);
    ResidentObject *object = (ResidentObject *)(cell + job->cell_room);
    Pool pool = pool_of(job, object, s.objects);
    Unit u = {.job = job,
              .cell = cell,
              .object = object,
              .call = (ResidentCall *)(object + job->object_room),
              .pool = &pool,
              .objects = (int)s.objects,
              .exchanges = job->exchanges,
              .budget = BUDGET};
    memcpy(job->out, job->state,
           (size_t)((char *)(object + s.objects) - (char *)job->out));
    interpret(&u, job, cell, object, &s);
    *job->out = s;
    *job->flags = 1;
}

cudaError_t gpu_resident(Gpu *gpu, const ResidentJob *job) {
    GPU_LAUNCH(gpu, fake.kernels++);
    run(job);
    fake.ran += job->out->ran;
    return cudaSuccess;
}
