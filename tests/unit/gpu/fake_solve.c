/* SPDX-License-Identifier: MIT */
/* Plain solvers on the fake device, whose memory is the host's. */
#include "fake_solve.h"

#include <stdlib.h>

#include "backend/cuda_internal.h"
#include "fake.h"
#include "solvers/closure/gpu_closure.h"
#include "solvers/kleene/gpu_kleene.h"
#include "solvers/knapsack/knapsack.h"
#include "solvers/matrix_chain/gpu_chain.h"
#include "solvers/pipeline/pipeline.h"

static int64_t solved;

static cudaError_t count(void) {
    solved++;
    return cudaSuccess;
}

int64_t fake_solved(void) {
    return solved + fake.pairs;
}

void fake_break(void) {
    fake.broken = true;
}

int fake_end(void) {
    return fake.used != 0 || fake.strays != 0;
}

cudaError_t gpu_closure(Gpu *gpu, uint64_t *rows, int64_t stride, int64_t n) {
    (void)gpu;
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++)
            for (int64_t w = 0;
                 w < stride && rows[i * stride + k / 64] >> k % 64 & 1; w++)
                rows[i * stride + w] |= rows[k * stride + w];
    return count();
}

/* For minplus of integers; others are declined. */
cudaError_t gpu_kleene(Gpu *gpu, void *a, int64_t n, GpuNumber number,
                       GpuRing ring, bool *done) {
    int64_t *w = a;
    (void)gpu;
    *done = number == GPU_INT && ring == GPU_MINPLUS;
    if (!*done)
        return cudaSuccess;
    for (int64_t i = 0; i < n; i++)
        w[i * n + i] = 0;
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++) {
                const int64_t x = w[i * n + k], y = w[k * n + j];
                if (x != INT64_MAX && y != INT64_MAX && x + y < w[i * n + j])
                    w[i * n + j] = x + y;
            }
    return count();
}

cudaError_t gpu_chain(Gpu *gpu, const int64_t *p, int64_t n, int64_t *m,
                      int64_t *s, int32_t *over) {
    (void)gpu;
    *over = p[0] > 1 << 20;
    for (int64_t d = 0; d < n && !*over; d++)
        for (int64_t i = 0; i + d < n; i++) {
            int64_t *cost = &m[i * n + i + d], *split = &s[i * n + i + d];
            *cost = d == 0 ? 0 : INT64_MAX;
            *split = 0;
            for (int64_t k = i + 1; k <= i + d; k++) {
                const int64_t sum = m[i * n + k - 1] + m[k * n + i + d] +
                                    p[i] * p[k] * p[i + d + 1];
                *split = sum < *cost ? k : *split;
                *cost = sum < *cost ? sum : *cost;
            }
        }
    return *over ? cudaSuccess : count();
}

/* The minimum only. */
cudaError_t gpu_sdp(Gpu *gpu, const GpuSdp *p, bool *done) {
    int64_t *wide = p->table;
    int32_t *narrow = p->table;
    (void)gpu;
    *done = p->op == GPU_SDP_MIN;
    for (int64_t i = p->a[0]; i < p->n && *done; i++) {
        int64_t least = INT64_MAX;
        for (int64_t k = 0; k < p->k; k++) {
            const int64_t x = p->wide ? wide[i - p->a[k]] : narrow[i - p->a[k]];
            least = x < least ? x : least;
        }
        if (p->wide)
            wide[i] = least;
        else
            narrow[i] = (int32_t)least;
    }
    return *done ? count() : cudaSuccess;
}

/* A bit for each item and capacity says whether it is taken. */
cudaError_t gpu_knapsack(Gpu *gpu, const int64_t *weight, const int64_t *value,
                         int64_t items, int64_t capacity, GpuItem *room,
                         int64_t *best, uint8_t *chosen, bool *done) {
    const int64_t cells = capacity + 1;
    int64_t *row = calloc((size_t)cells, sizeof *row);
    uint8_t *took = calloc((size_t)(items * cells), 1);
    (void)gpu, (void)room;
    for (int64_t i = 0; i < items; i++)
        for (int64_t j = capacity; j >= weight[i]; j--)
            if (row[j - weight[i]] + value[i] > row[j]) {
                row[j] = row[j - weight[i]] + value[i];
                took[i * cells + j] = 1;
            }
    *best = row[capacity];
    for (int64_t i = items, j = capacity; chosen != NULL && i-- > 0;) {
        chosen[i] = took[i * cells + j];
        j -= chosen[i] ? weight[i] : 0;
    }
    free(row);
    free(took);
    *done = true;
    return count();
}

cudaError_t gpu_subset_sums(Gpu *gpu, uint32_t *marks, int64_t length,
                            const int64_t *weight, int64_t items,
                            int64_t *room) {
    (void)gpu, (void)marks, (void)length, (void)weight, (void)items, (void)room;
    return cudaErrorUnknown;
}
