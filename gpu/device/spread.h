/* SPDX-License-Identifier: MIT */
/* Several devices of one host. Long vectors, which are bit vectors and the
 * columns of tables, are spread over them; a table's image of rows is one
 * vector here, so that each device has whole rows.
 *
 *     words   0          chunk        2 chunk       words
 *             +------------+------------+-----------+
 *     vector  |  device 0  |  device 1  | device 2  |
 *             +------------+------------+-----------+
 *
 * Such memory has one address for all devices: its pages, of 2 MiB, belong to
 * the device that has the word in their middle, and every device reads and
 * writes all of them, its own at its memory's speed, the others' over their
 * links. An operation on words of their own runs on all devices, each with its
 * part; any other operation runs on the first device. In the order of the first
 * device's stream both begin after what came before, and end before what comes
 * after.
 *
 * With one device, and for shorter vectors, there is one part. A call that
 * fails on one of several devices may leave an operation done in part: then the
 * devices are not used again. */
#ifndef STAR_GPU_SPREAD_H
#define STAR_GPU_SPREAD_H

#include "device/gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GPU_PAGE = 2 << 20 };

/* Words from..from+words-1 of a vector: those of a device, 0 the first one. */
typedef struct GpuPart {
    int device;
    int64_t from, words;
    cudaStream_t stream;
} GpuPart;

/* True if device a, by its number, addresses the memory of b and counts there.
 */
bool gpu_linked(int a, int b);

/* Opens devices 1..devices-1, as far as there are, at most GPU_DEVICES, beside
 * the first, which is device 0. All must be of one kind, and each two linked:
 * else the error is cudaErrorPeerAccessUnsupported. */
cudaError_t gpu_open_others(Gpu *gpu, int devices);
void gpu_close_others(Gpu *gpu);

/* The parts of a vector, the k-th of them, and the words of all but the last.
 */
int gpu_parts(const Gpu *gpu, int64_t words);
GpuPart gpu_part(const Gpu *gpu, int64_t words, int k);
int64_t gpu_chunk(const Gpu *gpu, int64_t words);

/* The stream of device k; and makes it current, which gpu_enter undoes. */
cudaStream_t gpu_stream(const Gpu *gpu, int k);
cudaError_t gpu_enter_device(Gpu *gpu, int k);

/* The streams of the other devices wait for the first one's; and it for
 * theirs. */
cudaError_t gpu_fork(Gpu *gpu, int parts);
cudaError_t gpu_join(Gpu *gpu, int parts);

/* After an error: waits for all devices, and makes the first one current. */
void gpu_quiet(Gpu *gpu);

/* Memory for vectors, a multiple of GPU_PAGE bytes; and its end, when all
 * devices are quiet. */
cudaError_t gpu_map_vectors(Gpu *gpu, GpuBlock *block);
cudaError_t gpu_unmap_vectors(void *at, int64_t bytes);

/* Memory of `bytes` bytes for each of the first devices, its own, *each bytes
 * apart. */
cudaError_t gpu_alloc_each(Gpu *gpu, GpuBlock *block, int64_t bytes,
                           int devices, int64_t *each);

#ifdef __cplusplus
}

/* Calls launch(k) for so many parts, with the device of each current. */
template <typename Launch>
static inline cudaError_t gpu_each(Gpu *gpu, int parts, const Launch &launch) {
    if (parts == 1)
        return launch(0);
    cudaError_t error = gpu_fork(gpu, parts);
    for (int k = 0; k < parts && error == cudaSuccess; k++) {
        error = gpu_enter_device(gpu, k);
        if (error == cudaSuccess)
            error = launch(k);
    }
    if (error == cudaSuccess)
        error = gpu_join(gpu, parts);
    if (error != cudaSuccess)
        gpu_quiet(gpu);
    return error;
}

/* The same with launch(part) for vectors of so many words. */
template <typename Launch>
static inline cudaError_t gpu_spread(Gpu *gpu, int64_t words,
                                     const Launch &launch) {
    return gpu_each(gpu, gpu_parts(gpu, words),
                    [&](int k) { return launch(gpu_part(gpu, words, k)); });
}
#endif

#endif
