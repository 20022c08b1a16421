/* SPDX-License-Identifier: MIT */
#include "fake.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "solvers/closure/components.h"
#include "backend/cuda_internal.h"
#include "kernels/bitwise.h"
#include "plain_loop_ops.h"
#include "plain_pairs.h"
#include "kernels/random.h"
#include "kernels/loops/row_update.h"
#include "kernels/tables.h"
#include "solvers/pairs/gpu_pairs.h"

enum { MULTIPROCESSORS = 4, SHARED = 100 << 10 };

Fake fake;

/* ---- The runtime ---- */

static _Thread_local int current;

cudaError_t fake_call(void) {
    fake.strays += current != fake.device && !fake.linked;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count) {
    *count = FAKE_DEVICES;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device) {
    *device = current;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
    if (device >= FAKE_DEVICES)
        return cudaErrorInvalidDevice;
    current = device;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr what,
                                   int device) {
    fake.device = device;
    *value = what == cudaDevAttrMultiProcessorCount            ? MULTIPROCESSORS
             : what == cudaDevAttrMaxSharedMemoryPerBlockOptin ? SHARED
                                                               : 0;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version) {
    *version = fake.driver;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device) {
    *p = (struct cudaDeviceProp){.multiProcessorCount = MULTIPROCESSORS};
    strcpy(p->name, device == 0 ? "a device" : "another");
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void) {
    return cudaSuccess;
}

const char *cudaGetErrorString(cudaError_t error) {
    return error == cudaErrorMemoryAllocation ? "out of memory" : "an error";
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    const struct timespec slow = {.tv_nsec = fake.slow * 1000000L};
    (void)flags;
    nanosleep(&slow, NULL);
    *stream = (cudaStream_t)(void *)&fake;
    return fake_call();
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    (void)stream;
    return fake_call();
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    (void)stream;
    return fake_call();
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    (void)stream;
    return fake_call();
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    (void)flags;
    *event = (cudaEvent_t)(void *)&fake;
    return fake_call();
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    (void)event, (void)stream;
    return fake_call();
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    (void)event;
    return fake.behind-- > 0 ? cudaErrorNotReady : fake_call();
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    (void)event;
    return fake_call();
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    (void)event;
    return fake_call();
}

/* The size is stored before the memory. */
enum { HEAD = 64 };

cudaError_t cudaMalloc(void **at, size_t bytes) {
    char *block = malloc(bytes + HEAD);
    if (block == NULL)
        return cudaErrorMemoryAllocation;
    memset(block, 0xa5, bytes + HEAD);
    memcpy(block, &bytes, sizeof bytes);
    fake.used += (int64_t)bytes;
    *at = block + HEAD;
    return fake_call();
}

cudaError_t cudaFree(void *at) {
    size_t bytes;
    memcpy(&bytes, (char *)at - HEAD, sizeof bytes);
    fake.used -= (int64_t)bytes;
    free((char *)at - HEAD);
    return fake_call();
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total) {
    *total = SIZE_MAX / 2;
    *free_bytes = *total - (size_t)fake.used;
    return fake_call();
}

cudaError_t cudaMallocHost(void **at, size_t bytes) {
    *at = malloc(bytes);
    return *at != NULL ? fake_call() : cudaErrorMemoryAllocation;
}

cudaError_t cudaFreeHost(void *at) {
    free(at);
    return fake_call();
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                            enum cudaMemcpyKind kind, cudaStream_t stream) {
    (void)stream;
    if (kind == cudaMemcpyDeviceToHost && fake.broken)
        return cudaErrorUnknown;
    fake.up += kind == cudaMemcpyHostToDevice;
    fake.down += kind == cudaMemcpyDeviceToHost;
    fake.back += kind == cudaMemcpyDeviceToHost ? (int64_t)bytes : 0;
    memmove(to, from, bytes);
    return fake_call();
}

cudaError_t cudaMemsetAsync(void *at, int value, size_t bytes,
                            cudaStream_t stream) {
    (void)stream;
    memset(at, value, bytes);
    return fake_call();
}

/* ---- Kernels ---- */

static void launch(void) {
    fake.kernels++;
    fake.strays += current != fake.device && !fake.linked;
}

cudaError_t gpu_fill(Gpu *gpu, uint64_t *z, int value, int64_t length) {
    GPU_LAUNCH(gpu, launch());
    const int64_t words = star_words(length);
    memset(z, value ? 0xff : 0, (size_t)words * sizeof *z);
    z[words - 1] &= star_last_mask(length);
    return cudaSuccess;
}

static void bits(int op, uint64_t *z, const uint64_t *x, const uint64_t *y,
                 int64_t length) {
    const int64_t words = star_words(length);
    for (int64_t k = 0; k < words; k++)
        z[k] = op == STAR_FUSE_AND    ? x[k] & y[k]
               : op == STAR_FUSE_OR   ? x[k] | y[k]
               : op == STAR_FUSE_XOR  ? x[k] ^ y[k]
               : op == STAR_FUSE_ANDN ? x[k] & ~y[k]
               : op == STAR_FUSE_NOT  ? ~x[k]
                                      : x[k];
    z[words - 1] &= star_last_mask(length);
}

cudaError_t gpu_bits(Gpu *gpu, int op, uint64_t *z, const uint64_t *x,
                     const uint64_t *y, int64_t length) {
    GPU_LAUNCH(gpu, launch());
    bits(op, z, x, y, length);
    return cudaSuccess;
}

static void put(uint64_t *y, int64_t i, int b) {
    const uint64_t bit = UINT64_C(1) << (i - 1) % 64;
    uint64_t *word = &y[(i - 1) / 64];
    *word = b ? *word | bit : *word & ~bit;
}

cudaError_t gpu_put(Gpu *gpu, uint64_t *y, int64_t i, int b) {
    GPU_LAUNCH(gpu, launch());
    put(y, i, b);
    return cudaSuccess;
}

cudaError_t gpu_scalar_result_open(Gpu *gpu, GpuBlock *result) {
    return gpu_alloc(gpu, result, sizeof(int64_t));
}

static int64_t *result_of(Gpu *gpu) {
    return gpu->pinned;
}

cudaError_t gpu_scalar_result(Gpu *gpu, int64_t *value) {
    if (fake.unread > 0) {
        fake.unread--;
        return gpu_failed(gpu, cudaErrorUnknown, "scalar result", __FILE__,
                          __LINE__);
    }
    *value = *result_of(gpu);
    return fake_call();
}

cudaError_t gpu_count(Gpu *gpu, GpuBlock result, const uint64_t *y,
                      int64_t words) {
    GPU_LAUNCH(gpu, launch());
    (void)result;
    *result_of(gpu) = 0;
    for (int64_t k = 0; k < words; k++)
        *result_of(gpu) += __builtin_popcountll(y[k]);
    return cudaSuccess;
}

cudaError_t gpu_find(Gpu *gpu, GpuBlock result, uint64_t *y, int64_t first,
                     int64_t words, bool clears) {
    GPU_LAUNCH(gpu, launch());
    (void)result;
    while (first < words && y[first] == 0)
        first++;
    *result_of(gpu) =
        first < words ? 64 * first + __builtin_ctzll(y[first]) + 1 : 0;
    if (first < words && clears)
        y[first] &= y[first] - 1;
    return cudaSuccess;
}

cudaError_t gpu_copy(Gpu *gpu, uint64_t *z, const uint64_t *x, int64_t words,
                     int64_t vectors) {
    GPU_LAUNCH(gpu, launch());
    memmove(z, x, (size_t)(words * vectors) * sizeof *z);
    return cudaSuccess;
}

cudaError_t gpu_clear(Gpu *gpu, uint64_t *z, int64_t words, int64_t vectors) {
    GPU_TRY(gpu, cudaMemsetAsync(z, 0, (size_t)(words * vectors) * sizeof *z,
                                 gpu->stream));
    return cudaSuccess;
}

static void gather(uint64_t *z, const uint64_t *x, int64_t stride,
                   int64_t vectors, int64_t index) {
    memset(z, 0, (size_t)star_words(vectors) * sizeof *z);
    for (int64_t k = 0; k < vectors; k++)
        z[k / 64] |= (x[k * stride + index / 64] >> index % 64 & 1) << k % 64;
}

cudaError_t gpu_gather(Gpu *gpu, uint64_t *z, const uint64_t *x, int64_t stride,
                       int64_t vectors, int64_t index) {
    GPU_LAUNCH(gpu, launch());
    gather(z, x, stride, vectors, index);
    return cudaSuccess;
}

cudaError_t gpu_scatter(Gpu *gpu, uint64_t *x, int64_t stride, int64_t vectors,
                        int64_t index, const uint64_t *y) {
    GPU_LAUNCH(gpu, launch());
    for (int64_t k = 0; k < vectors; k++)
        put(x + k * stride, index + 1, (int)(y[k / 64] >> k % 64 & 1));
    return cudaSuccess;
}

cudaError_t gpu_transpose(Gpu *gpu, uint64_t *z, int64_t z_stride,
                          const uint64_t *x, int64_t x_stride, int64_t vectors,
                          int64_t length) {
    GPU_LAUNCH(gpu, launch());
    for (int64_t k = 0; k < length; k++)
        gather(z + k * z_stride, x, x_stride, vectors, k);
    return cudaSuccess;
}

cudaError_t gpu_vectors(Gpu *gpu, uint64_t *rows, int64_t stride,
                        int64_t vectors, int64_t words, const uint64_t *mask,
                        const uint64_t *w, int op) {
    GPU_LAUNCH(gpu, launch());
    for (int64_t k = 0; k < vectors; k++)
        if (mask[k / 64] >> k % 64 & 1)
            bits(op, rows + k * stride, rows + k * stride, w, 64 * words);
    return cudaSuccess;
}

cudaError_t gpu_fuse(Gpu *gpu, uint64_t *z, const uint64_t *const *operand,
                     const StarFuse *fuse, int64_t length) {
    GPU_LAUNCH(gpu, launch());
    const int64_t words = star_words(length);
    for (int64_t w = 0; w < words; w++) {
        uint64_t value[STAR_FUSE_MAX_OPERANDS];
        for (int k = 0; k < fuse->operands; k++)
            value[k] = operand[k][w];
        z[w] = plain_fuse(fuse, value);
    }
    z[words - 1] &= star_last_mask(length);
    return cudaSuccess;
}

cudaError_t gpu_loop_store(Gpu *gpu, const GpuLoop *iterations,
                           const GpuExpression *e, uint64_t *z, int64_t stride,
                           int64_t vectors, const uint64_t *x) {
    GPU_LAUNCH(gpu, launch());
    plain_store(iterations, e, z, stride, vectors, x);
    return cudaSuccess;
}

cudaError_t gpu_loop_reduce(Gpu *gpu, const GpuLoop *iterations,
                            const GpuExpression *e, uint64_t *z, int op) {
    GPU_LAUNCH(gpu, launch());
    plain_reduce(iterations, e, z, op);
    return cudaSuccess;
}

cudaError_t gpu_loop_some(Gpu *gpu, const GpuLoop *iterations,
                          const GpuExpression *e, uint64_t *mask) {
    GPU_LAUNCH(gpu, launch());
    plain_some(iterations, e, mask);
    return cudaSuccess;
}

cudaError_t gpu_loop_sum(Gpu *gpu, const GpuLoop *iterations,
                         const GpuScalar *s, GpuFound *found) {
    GPU_LAUNCH(gpu, launch());
    plain_sum(iterations, s, found);
    return cudaSuccess;
}

cudaError_t gpu_loop_best(Gpu *gpu, const GpuLoop *iterations,
                          const GpuScalar *s, bool most, bool last,
                          GpuFound *found, void *room) {
    GPU_LAUNCH(gpu, launch());
    memset(room, 0, GPU_LOOP_ROOM);
    plain_best(iterations, s, most, last, found);
    return cudaSuccess;
}

cudaError_t gpu_loop_count(Gpu *gpu, const GpuExpression *e, GpuFound *found) {
    GPU_LAUNCH(gpu, launch());
    plain_count(e, found);
    return cudaSuccess;
}

cudaError_t gpu_loop_bits(Gpu *gpu, const GpuExpression *e,
                          const GpuFound *found, uint64_t *z) {
    GPU_LAUNCH(gpu, launch());
    plain_bits(e, found, z);
    return cudaSuccess;
}

/* ---- Kernels by components ----
 *
 * Component i, from 1, of the result is a component of y, or 0. */

static bool bit_of(const uint64_t *y, int64_t i) {
    return y[(i - 1) / 64] >> (i - 1) % 64 & 1;
}

static void clear(uint64_t *z, int64_t length) {
    memset(z, 0, (size_t)star_words(length) * sizeof *z);
}

static void set_bit(uint64_t *z, int64_t i, bool one) {
    z[(i - 1) / 64] |= (uint64_t)one << (i - 1) % 64;
}

#define COMPONENTS(length, i, one)            \
    do {                                      \
        GPU_LAUNCH(gpu, launch());            \
        clear(z, length);                     \
        for (int64_t i = 1; i <= length; i++) \
            set_bit(z, i, one);               \
        return cudaSuccess;                   \
    } while (0)

cudaError_t gpu_mask(Gpu *gpu, uint64_t *z, int64_t first, int64_t last,
                     int64_t length) {
    COMPONENTS(length, i, i >= first && i <= last);
}

cudaError_t gpu_only(Gpu *gpu, uint64_t *z, const int64_t *at, int64_t length) {
    (void)at; /* the result is in the host's memory */
    COMPONENTS(length, i, i == *result_of(gpu));
}

cudaError_t gpu_shift(Gpu *gpu, uint64_t *z, const uint64_t *y, int down,
                      int64_t by, int64_t length) {
    by = by < length ? by : length;
    by = down ? -by : by;
    COMPONENTS(length, i, i + by >= 1 && i + by <= length && bit_of(y, i + by));
}

cudaError_t gpu_rotate(Gpu *gpu, uint64_t *z, const uint64_t *y, int down,
                       int64_t by, int64_t length) {
    by = down ? length - by % length : by % length;
    COMPONENTS(length, i, bit_of(y, (i - 1 + by) % length + 1));
}

cudaError_t gpu_mirror(Gpu *gpu, uint64_t *z, const uint64_t *y,
                       int64_t length) {
    COMPONENTS(length, i, bit_of(y, length + 1 - i));
}

cudaError_t gpu_shuffle(Gpu *gpu, uint64_t *z, const uint64_t *y,
                        int64_t length) {
    COMPONENTS(length, i, bit_of(y, i % 2 ? (i + 1) / 2 : length / 2 + i / 2));
}

cudaError_t gpu_cut(Gpu *gpu, uint64_t *z, int64_t first, int64_t last,
                    const uint64_t *y, int64_t length) {
    (void)length;
    COMPONENTS((last - first + 1), i, bit_of(y, first - 1 + i));
}

cudaError_t gpu_replace(Gpu *gpu, uint64_t *z, int64_t first, int64_t last,
                        const uint64_t *v, const uint64_t *y, int64_t length) {
    GPU_LAUNCH(gpu, launch());
    if (z != y)
        bits(STAR_FUSE_OPERAND, z, y, y, length);
    for (int64_t i = first; i <= last; i++)
        put(z, i, bit_of(v, i - first + 1));
    return cudaSuccess;
}

cudaError_t gpu_differ(Gpu *gpu, GpuBlock result, const uint64_t *x,
                       const uint64_t *y, int64_t words) {
    GPU_LAUNCH(gpu, launch());
    int64_t w = 0;
    (void)result;
    while (w < words && x[w] == y[w])
        w++;
    *result_of(gpu) = w < words ? 64 * w + __builtin_ctzll(x[w] ^ y[w]) + 1 : 0;
    return cudaSuccess;
}

cudaError_t gpu_adjoin(Gpu *gpu, uint64_t *z, int64_t z_stride,
                       const uint64_t *y, const uint64_t *x, int64_t x_stride,
                       int64_t rows, int64_t cols) {
    GPU_LAUNCH(gpu, launch());
    for (int64_t k = 0; k < rows; k++, z += z_stride, x += x_stride) {
        clear(z, cols + 1);
        set_bit(z, 1, bit_of(y, k + 1));
        for (int64_t i = 1; i <= cols; i++)
            set_bit(z, i + 1, bit_of(x, i));
    }
    return cudaSuccess;
}

cudaError_t gpu_pairs(Gpu *gpu, const StarPairs *pairs, StarPairsFound *found) {
    GPU_LAUNCH(gpu, launch());
    StarPairsFound unused = {0, 0};
    fake.pairs++;
    plain_pairs(pairs, found != NULL ? found : &unused);
    return cudaSuccess;
}

cudaError_t gpu_pair_ones(Gpu *gpu, const uint64_t *x, int64_t stride,
                          int64_t words, StarPairRange rows, int64_t factor,
                          int64_t *sum) {
    GPU_LAUNCH(gpu, launch());
    for (int64_t i = rows.from; i < rows.to; i++)
        for (int64_t w = 0; w < words; w++)
            sum[i] += factor * __builtin_popcountll(x[i * stride + w]);
    return cudaSuccess;
}

/* ---- Random numbers ---- */

static cudaError_t random_bits(Gpu *gpu, const GpuTable *t, StarPhilox philox,
                               int dir) {
    const int64_t vectors = dir == STAR_ROWS ? t->rows : t->cols;
    GPU_LAUNCH(gpu, launch());
    for (int64_t k = 0; k < vectors; k++)
        clear(t->word + k * t->stride, dir == STAR_ROWS ? t->cols : t->rows);
    for (int64_t j = 0; j < t->cols; j++)
        for (int64_t i = 0; i < t->rows; i++) {
            static uint32_t x[4];
            uint64_t *vector = t->word + (dir == STAR_ROWS ? i : j) * t->stride;
            if (i % STAR_PHILOX_ROWS == 0)
                star_philox_bits(philox, i / STAR_PHILOX_ROWS, j, x);
            put(vector, (dir == STAR_ROWS ? j : i) + 1,
                (int)(x[i % STAR_PHILOX_ROWS / 32] >> i % 32 & 1));
        }
    return cudaSuccess;
}

cudaError_t gpu_random_columns(Gpu *gpu, const GpuTable *t, StarPhilox philox) {
    return random_bits(gpu, t, philox, STAR_COLUMNS);
}

cudaError_t gpu_random_rows(Gpu *gpu, const GpuTable *t, StarPhilox philox) {
    return random_bits(gpu, t, philox, STAR_ROWS);
}

/* ---- The list of kernels ---- */

#ifdef FAKE_SOLVERS
#define FAKE_solvers(id, function) [STAR_PRIM_##id] = function,
#else
#define FAKE_solvers(id, function)

double cuda_work(StarPrim prim, const StarCell *arg) {
    (void)prim, (void)arg;
    return 0;
}
#endif
#ifdef FAKE_STRIPS
#define FAKE_strips(id, function) [STAR_PRIM_##id] = function,
#else
#define FAKE_strips(id, function)
#endif
#define FAKE_table_ops(id, function)
#define FAKE_numbers(id, function) [STAR_PRIM_##id] = function,
#define FAKE_tables(id, function) [STAR_PRIM_##id] = function,
#define FAKE_random(id, function) [STAR_PRIM_##id] = function,
#define FAKE_bits(id, function) [STAR_PRIM_##id] = function,

CudaKernel *const cuda_kernel[STAR_PRIM_COUNT] = {
#define KERNEL(id, function, file) FAKE_##file(id, function)
#include "backend/cuda_kernels.def"
#undef KERNEL
};
