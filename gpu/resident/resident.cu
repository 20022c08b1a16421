/* SPDX-License-Identifier: MIT */
/* Compiled twice: resident_spread.cu is the same for several devices, with
 * SPREAD. */
#include "resident/resident.h"

#define DEVICE static __device__ __forceinline__
#define DEVICE_CALL static __device__ __noinline__
#define THREAD ((int64_t)(blockIdx.x * blockDim.x + threadIdx.x))
#define THREADS ((int64_t)(gridDim.x * blockDim.x))
#define LOG_THREADS (31 - __clz((int)(gridDim.x * blockDim.x)))
#define LANE ((int)threadIdx.x % LANES)
#ifdef SPREAD
#define FIRST (spread.first)
#define BEHIND(n) min((int64_t)(n), spread.behind)
#define MOST(n) most_words(&spread, n)
#define DEVICES (spread.devices)
#define NUMBER (spread.device)
#define SCOPE "sys"
#define SLOTS_OF(device) (spread.slot[device])
#define LOST(spins) ((spins) % (1 << 16) == 0 && spread.flags[3] >= spread.launch)
#define LAUNCH gpu_resident_spread
#else
#define FIRST ((int64_t)0)
#define BEHIND(n) ((int64_t)(n))
#define MOST(n) ((int64_t)(n))
#define DEVICES 1
#define NUMBER 0
#define SCOPE "gpu"
#define SLOTS_OF(device) slot
#define LOST(spins) ((void)(spins), false)
#define LAUNCH gpu_resident
#endif
#define OP_INLINE DEVICE
#define FETCH(at) fetch(at)
#define ROLLED _Pragma("unroll 1")
#define ASSUME(x) __builtin_assume(x)
#define COUNT_ONES(x) __popcll(x)
#define COUNT_ZEROS(x) (__ffsll((long long)(x)) - 1)
enum { LANES = 32 };

/* A word of the program, which is never written: by the address as it is, of which the compiler
 * keeps one copy so. */
DEVICE uint64_t fetch(const uint64_t *at) {
    uint64_t word;
    asm("ld.global.nc.u64 %0, [%1];" : "=l"(word) : "l"(at));
    return word;
}

#ifdef SPREAD
static __shared__ ResidentSpread spread;

/* The last device has what is beyond the parts. */
DEVICE int64_t most_words(const ResidentSpread *s, int64_t words) {
    return max(min(words, s->chunk), words - (s->devices - 1) * s->chunk);
}
#endif

#include "resident/interpreter.cuh"

/* ---- A warp ---- */

static __device__ __forceinline__ void sync_warp(void) {
    __syncwarp();
}

static __device__ __forceinline__ uint64_t warp_or(uint64_t x) {
#if __CUDA_ARCH__ >= 800
    return (uint64_t)__reduce_or_sync(~0u, (uint32_t)(x >> 32)) << 32 |
           __reduce_or_sync(~0u, (uint32_t)x);
#else
    for (int other = LANES / 2; other > 0; other /= 2)
        x |= __shfl_xor_sync(~0u, x, other);
    return x;
#endif
}

static __device__ __forceinline__ bool agreed(bool x) {
    return __any_sync(~0u, x);
}

static __device__ __forceinline__ uint64_t combine(uint64_t x, uint64_t y, bool sum) {
    return sum ? x + y : min(x, y);
}

/* A sum of numbers below 2^26, and a minimum in two halves, by an instruction where there is one.
 */
static __device__ __forceinline__ uint64_t reduce_warp(uint64_t x, bool sum) {
#if __CUDA_ARCH__ >= 800
    if (!sum) {
        const uint32_t high = __reduce_min_sync(~0u, (uint32_t)(x >> 32));
        const uint32_t low = (uint32_t)(x >> 32) == high ? (uint32_t)x : ~0u;
        return (uint64_t)high << 32 | __reduce_min_sync(~0u, low);
    }
    if (!__any_sync(~0u, x >> 26 != 0))
        return __reduce_add_sync(~0u, (uint32_t)x);
#endif
    for (int other = LANES / 2; other > 0; other /= 2)
        x = combine(x, __shfl_xor_sync(~0u, x, other), sum);
    return x;
}

/* ---- All threads ----
 *
 * Each block writes its part into its slot, on every device, and reads the slots of all on its own.
 * A block is at most one exchange before another, so two sets of slots alternate. A slot has each
 * half of the value beside the number of the exchange, so that no fence is needed. If another
 * device is lost, the host says so, and the kernel ends as failed. */

static __device__ void put_slot(ResidentSlot *slot, uint64_t x, uint32_t number) {
    const uint64_t low = x << 32 | number, high = (x >> 32) << 32 | number;
    asm volatile("st.relaxed." SCOPE ".global.u64 [%0], %1;" ::"l"(&slot->low), "l"(low)
                 : "memory");
    asm volatile("st.relaxed." SCOPE ".global.u64 [%0], %1;" ::"l"(&slot->high), "l"(high)
                 : "memory");
}

static __device__ uint64_t get_slot(const ResidentSlot *slot, uint32_t number) {
    uint64_t low, high;
    int spins = 0;
    do {
        if (LOST(++spins))
            __trap();
        asm volatile("ld.relaxed." SCOPE ".global.u64 %0, [%1];"
                     : "=l"(low)
                     : "l"(&slot->low)
                     : "memory");
        asm volatile("ld.relaxed." SCOPE ".global.u64 %0, [%1];"
                     : "=l"(high)
                     : "l"(&slot->high)
                     : "memory");
    } while ((uint32_t)low != number || (uint32_t)high != number);
    return low >> 32 | (high >> 32) << 32;
}

static __device__ void fence(void) {
    asm volatile("fence.acq_rel." SCOPE ";" ::: "memory");
}

static __device__ __noinline__ uint64_t exchange(ResidentSlot *slot, uint64_t x, bool sum,
                                                 bool fences, uint32_t number) {
    __shared__ uint64_t part[2][LANES], whole[2];
    const int warp = (int)threadIdx.x / LANES, set = (int)(number & 1);
    const uint64_t none = sum ? 0 : ~UINT64_C(0);
    x = reduce_warp(x, sum);
    if (LANE == 0)
        part[set][warp] = x;
    __syncthreads();
    const bool alone = DEVICES == 1 && gridDim.x == 1;
    if (alone || warp == 0) {
        x = LANE < (int)blockDim.x / LANES ? part[set][LANE] : none;
        x = reduce_warp(x, sum);
    }
    if (alone)
        return x;
    if (warp == 0) {
        const int first = set * RESIDENT_BLOCKS, own = NUMBER * (int)gridDim.x + (int)blockIdx.x;
        if (fences)
            fence();
        if (LANE < DEVICES)
            put_slot(SLOTS_OF(LANE) + first + own, x, number);
        x = none;
        for (int b = LANE; b < DEVICES * (int)gridDim.x; b += LANES)
            x = combine(x, get_slot(slot + first + b, number), sum);
        if (fences)
            fence();
        x = reduce_warp(x, sum);
        if (LANE == 0)
            whole[set] = x;
    }
    __syncthreads();
    return whole[set];
}

/* ---- The kernel ---- */

static __device__ void copy_words(void *to, const void *from, int64_t bytes) {
    for (int64_t k = threadIdx.x % LANES; k < bytes / 8; k += LANES)
        ((volatile int64_t *)to)[k] = ((const int64_t *)from)[k];
}

#ifdef SPREAD
/* Waits until the host has launched all devices; false if it cannot, or does not for a second, as
 * where launches wait for each other's end. Blocks that did begin would wait for this one: they
 * are told (tests/models/launch.pml). */
static __device__ bool begins(const ResidentJob *job) {
    enum { PAUSE = 100, PAUSES = 1 << 20 };
    __shared__ bool all;
    if (threadIdx.x == 0) {
        spread = job->spread;
        all = false;
        for (int k = 0; k < PAUSES && !all && job->flags[3] < spread.launch; k++) {
            all = job->flags[2] >= spread.launch;
            __nanosleep(PAUSE);
        }
        if (!all)
            job->flags[3] = spread.launch;
    }
    __syncthreads();
    return all;
}
#endif

static __global__ void __launch_bounds__(RESIDENT_THREADS)
    run(const __grid_constant__ ResidentJob job) {
    extern __shared__ int64_t room[];
#ifdef SPREAD
    if (!begins(&job))
        return;
#endif
    ResidentState s = *job.state;
    /* By the shuffle the compiler sees that a warp has one address. */
    int64_t *cell =
        (int64_t *)((char *)room + __shfl_sync(~0u, threadIdx.x / LANES, 0) * job.warp_bytes);
    ResidentObject *object = (ResidentObject *)(cell + job.cells);
    Unit u = {.job = &job,
              .cell = cell,
              .object = object,
              .objects = (int)job.objects,
              .exchanges = job.exchanges,
              .budget = BUDGET};
    copy_words(cell, job.state + 1, job.warp_bytes);
    __syncwarp();
    interpret(&u, &job, cell, object, &s);
    if (THREAD >= LANES || NUMBER != 0)
        return;
    copy_words(job.out + 1, cell, job.warp_bytes);
    if (LANE == 0)
        *job.out = s;
    __threadfence_system();
    __syncwarp();
    if (LANE == 0)
        *job.flags = 1;
}

cudaError_t LAUNCH(Gpu *gpu, const ResidentJob *job, cudaStream_t stream) {
    void *arguments[] = {(void *)job};
    const int64_t shared = job->threads / LANES * job->warp_bytes;
    GPU_TRY(gpu,
            cudaFuncSetAttribute(run, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    GPU_TRY(gpu, cudaLaunchCooperativeKernel((const void *)run, dim3((unsigned)job->blocks),
                                             dim3((unsigned)job->threads), arguments,
                                             (size_t)shared, stream));
    return cudaSuccess;
}
