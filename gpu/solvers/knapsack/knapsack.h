/* SPDX-License-Identifier: MIT */
/* The 0-1 knapsack and sums of subsets: runtime/cpu/solvers/knapsack.c on a
 * device. */
#ifndef STAR_GPU_KNAPSACK_H
#define STAR_GPU_KNAPSACK_H

#include "device/gpu.h"

GPU_C_BEGIN

#define GPU_KNAPSACK_MOST (INT64_C(1) << 36)

/* An item, and where it is noted which cells of its row took it: the first word
 * is for cells from..from + 31; all cells from `high` on did. */
typedef struct GpuItem {
    int64_t weight, value, word, from, high;
} GpuItem;

/* *best: the greatest value of items that weigh no more than the capacity
 * together. Weights, which are not negative, and values are in the memory of
 * the host, as is `room`, for as many items. `chosen` is NULL, or becomes
 * whether each item is: an item is if it makes the value greater that those
 * before it can have, from the last one on. *done false: the values of the
 * items that may be taken have too great a sum, or the capacity is more than
 * GPU_KNAPSACK_MOST; there is no *best. Waits for the device. Memory: two rows
 * of capacity + 1 numbers, of 32 bits if the sum of the values fits; with
 * `chosen` a bit for each item and cell that is made more. */
cudaError_t gpu_knapsack(Gpu *gpu, const int64_t *weight, const int64_t *value,
                         int64_t items, int64_t capacity, GpuItem *room,
                         int64_t *best, uint8_t *chosen, bool *done);

/* Marks beside the bits that are set in `marks`, on the device, those that are
 * a sum of some of the weights further, if they are less than length. Weights
 * are in the memory of the host, and not negative; `room` is for as many. Bits
 * of the last word behind the length are 0, and stay so. Memory: a copy of the
 * marks. */
cudaError_t gpu_subset_sums(Gpu *gpu, uint32_t *marks, int64_t length,
                            const int64_t *weight, int64_t items,
                            int64_t *room);

GPU_C_END
#endif
