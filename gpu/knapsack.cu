/* The 0-1 knapsack by rows: cell j of a row is the greatest value of some of the items so far that
 * weigh no more than j,
 *
 *     now[j] = max( old[j], old[j - weight] + value )
 *
 * Two rows take turns. The order of the items does not matter, so light ones come first: then many
 * items make one pass over the row. A block keeps a tile in shared memory, with as many cells more
 * at its left as the items of the pass weigh together, and goes through the items there:
 *
 *     | halo | cells that the block makes |     shared memory, 2 accesses for a cell and an item
 *
 * Heavy items go in pairs from row to row. As on the CPU, cells from the weight of all items so far
 * on hold their value, and are not kept; and cells that the items to come cannot lift to the
 * capacity are not made. Cells before a row are so small that they stay below 0. */
#include "knapsack.h"

#include <algorithm>

namespace {

enum { THREADS = 1024, FUSED = 64 };

/* The items of a pass. */
template <class T> struct Items {
    int count;
    int weight[FUSED]; /* in pairs; behind the last one may be one without weight and value */
    T value[FUSED];
};

/* What a pass makes: cells from..to - 1 of `now`; in `old` all from `high` on are `all`. */
template <class T> struct Pass {
    const T *old;
    T *now;
    int64_t from, to, high;
    T all;
};

template <class T> __device__ T least();
template <> __device__ int32_t least() {
    return INT32_MIN;
}
template <> __device__ int64_t least() {
    return INT64_MIN;
}

__device__ int32_t better(int32_t sum, int32_t a, int32_t b) {
    return __viaddmax_s32(a, b, sum);
}

__device__ int64_t better(int64_t sum, int64_t a, int64_t b) {
    return a + b > sum ? a + b : sum;
}

template <class T> __device__ T cell(const Pass<T> &p, int64_t j) {
    if (j < 0)
        return least<T>();
    return j < p.high ? p.old[j] : p.all;
}

/* Cells of a tile whose operands lie before it are no longer right, and not made: those before
 * `wrong`, at last the halo. */
template <class T, int EACH>
__global__ void __launch_bounds__(THREADS, 1)
    many_items(Pass<T> p, const __grid_constant__ Items<T> items, int halo) {
    extern __shared__ __align__(16) unsigned char memory[];
    T *tile = (T *)memory, own[EACH];
    const int64_t first = p.from + (int64_t)blockIdx.x * (EACH * THREADS - halo) - halo;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        const int k = e * THREADS + threadIdx.x;
        own[e] = cell(p, min(first + k, p.to - 1));
        tile[k] = own[e];
    }
    __syncthreads();
    for (int i = 0, wrong = 0; i < items.count; i += 2) {
        const int wa = items.weight[i], wb = items.weight[i + 1];
        const T va = items.value[i], vb = items.value[i + 1];
        const T *at = tile + threadIdx.x;
        wrong += wa + wb;
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int k = e * THREADS;
            if (k + (int)threadIdx.x >= wrong) {
                const T a = at[k - wa], b = at[k - wb], both = at[k - wa - wb];
                own[e] = better(better(better(own[e], a, va), b, vb), both, va + vb);
            }
        }
        __syncthreads();
#pragma unroll
        for (int e = 0; e < EACH; e++)
            tile[e * THREADS + threadIdx.x] = own[e];
        __syncthreads();
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        const int k = e * THREADS + threadIdx.x;
        if (k >= halo && first + k < p.to)
            p.now[first + k] = own[e];
    }
}

template <class T> __global__ void two_items(Pass<T> p, int64_t wa, T va, int64_t wb, T vb) {
    for (int64_t j = p.from + blockIdx.x * (int64_t)blockDim.x + threadIdx.x; j < p.to;
         j += (int64_t)gridDim.x * blockDim.x) {
        const T a = cell(p, j - wa), b = cell(p, j - wb), both = cell(p, j - wa - wb);
        p.now[j] = better(better(better(cell(p, j), a, va), b, vb), both, va + vb);
    }
}

/* ---- Passes ---- */

/* What is left to do: the items from the first one on weigh `left` together, those before `high`.
 */
struct State {
    const GpuItem *item;
    int64_t items, left, high, capacity;
};

/* So many items by one kernel: EACH cells of a thread, 0 for a pair. They weigh `weight`, and make
 * cells from..to - 1. */
struct Plan {
    int items, each;
    int64_t weight, from, to;
};

void take(Plan &plan, const State &s) {
    plan.weight += s.item[plan.items++].weight;
    plan.from = std::max(INT64_C(0), s.capacity - s.left + plan.weight);
    plan.to = std::min(s.capacity + 1, s.high + plan.weight);
}

/* Cycles, roughly: a launch, then for each block of a multiprocessor in turn, its way through the
 * row and its items. */
double cost_of_many(const Gpu *gpu, const Plan &plan, int size) {
    enum { LAUNCH = 4000, BLOCK = 1500, ITEM = 150 };
    const int64_t make = plan.each * THREADS - plan.weight, cells = plan.to - plan.from;
    const int64_t blocks = cells > 0 ? (cells + make - 1) / make : 0;
    const int64_t turns = (blocks + gpu->multiprocessors - 1) / gpu->multiprocessors;
    const double each = (double)(plan.each * THREADS - plan.weight / 2) / THREADS;
    return LAUNCH +
           (double)turns * (BLOCK + plan.each * size * 50 + plan.items * (each * size * 16 + ITEM));
}

double cost_of_pair(const Plan &plan, int size) {
    enum { LAUNCH = 4000, BYTES = 2800 /* a cycle */ };
    return LAUNCH + 5.0 * size * (double)std::max(plan.to - plan.from, INT64_C(0)) / BYTES;
}

/* The plan with the least cost for an item. */
Plan plan_pass(const Gpu *gpu, const State &s, int size) {
    enum { BYTES = 160 }; /* of shared memory for a thread */
    Plan best = {0, 0, 0, 0, 0};
    while (best.items < 2 && best.items < s.items)
        take(best, s);
    double least = cost_of_pair(best, size) / best.items;
    for (int each = 8; each * size <= BYTES && each * THREADS * size < gpu->shared; each += 8) {
        Plan plan = {0, each, 0, 0, 0};
        while (plan.items < FUSED && plan.items < s.items &&
               plan.weight + s.item[plan.items].weight <= each * THREADS / 2) {
            take(plan, s);
            const double cost = cost_of_many(gpu, plan, size) / plan.items;
            if (cost < least) {
                least = cost;
                best = plan;
            }
        }
    }
    return best;
}

template <class T> using Many = void (*)(Pass<T>, Items<T>, int);

template <class T> Many<T> kernel_of(int each);

template <> Many<int32_t> kernel_of(int each) {
    switch (each) {
    case 8: return many_items<int32_t, 8>;
    case 16: return many_items<int32_t, 16>;
    case 24: return many_items<int32_t, 24>;
    case 32: return many_items<int32_t, 32>;
    default: return many_items<int32_t, 40>;
    }
}

template <> Many<int64_t> kernel_of(int each) {
    return each == 8 ? many_items<int64_t, 8> : many_items<int64_t, 16>;
}

template <class T>
cudaError_t run_many(Gpu *gpu, const Pass<T> &p, const GpuItem *item, const Plan &plan) {
    const int bytes = plan.each * THREADS * (int)sizeof(T);
    const int64_t make = plan.each * THREADS - plan.weight;
    const auto kernel = kernel_of<T>(plan.each);
    Items<T> items = {plan.items, {0}, {0}};
    for (int k = 0; k < plan.items; k++) { /* the heaviest first */
        items.weight[k] = (int)item[plan.items - 1 - k].weight;
        items.value[k] = (T)item[plan.items - 1 - k].value;
    }
    GPU_TRY(gpu, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    kernel<<<(unsigned)((p.to - p.from + make - 1) / make), THREADS, bytes, gpu->stream>>>(
        p, items, (int)plan.weight);
    GPU_TRY(gpu, cudaGetLastError());
    return cudaSuccess;
}

template <class T>
cudaError_t run_two(Gpu *gpu, const Pass<T> &p, const GpuItem *item, const Plan &plan) {
    const int64_t blocks = (p.to - p.from + THREADS - 1) / THREADS;
    const GpuItem a = item[0], b = plan.items == 2 ? item[1] : GpuItem{0, 0};
    two_items<<<(unsigned)std::min(blocks, (int64_t)gpu->multiprocessors * 8), THREADS, 0,
                gpu->stream>>>(p, a.weight, (T)a.value, b.weight, (T)b.value);
    GPU_TRY(gpu, cudaGetLastError());
    return cudaSuccess;
}

/* *last: where the cell of the capacity is, which is less than the weight of all. */
template <class T> cudaError_t make_rows(Gpu *gpu, State s, T *row, const T **last) {
    cudaError_t error = cudaSuccess;
    T *other = row + s.capacity + 1, all = 0;
    while (s.items > 0 && error == cudaSuccess) {
        const Plan plan = plan_pass(gpu, s, sizeof(T));
        const Pass<T> p = {row, other, plan.from, plan.to, s.high, all};
        if (plan.from < plan.to)
            error = plan.each > 0 ? run_many(gpu, p, s.item, plan) : run_two(gpu, p, s.item, plan);
        std::swap(row, other);
        for (int k = 0; k < plan.items; k++)
            all += (T)s.item[k].value;
        s.item += plan.items;
        s.items -= plan.items;
        s.left -= plan.weight;
        s.high += plan.weight;
    }
    *last = row + s.capacity;
    return error;
}

template <class T> cudaError_t solve(Gpu *gpu, const State &s, int64_t *best) {
    GpuBlock rows;
    const T *last = NULL;
    T value = 0;
    cudaError_t error = gpu_alloc(gpu, &rows, 2 * (s.capacity + 1) * (int64_t)sizeof(T));
    if (error == cudaSuccess)
        error = make_rows(gpu, s, (T *)rows.at, &last);
    if (error == cudaSuccess)
        error = gpu_read(gpu, &value, last, sizeof value);
    *best += value;
    gpu_free(gpu, &rows);
    return error;
}

} // namespace

/* Items without weight are all taken. */
cudaError_t gpu_knapsack(Gpu *gpu, const int64_t *weight, const int64_t *value, int64_t items,
                         int64_t capacity, GpuItem *room, int64_t *best, bool *done) {
    State s = {room, 0, 0, 0, capacity};
    int64_t all = 0;
    *best = 0;
    *done = capacity <= GPU_KNAPSACK_MOST;
    for (int64_t i = 0; i < items && *done; i++) {
        if (weight[i] > capacity || value[i] <= 0)
            continue;
        *done = !__builtin_add_overflow(all, value[i], &all);
        if (weight[i] == 0) {
            *best += value[i];
            continue;
        }
        room[s.items++] = {weight[i], value[i]};
        s.left += weight[i];
    }
    if (!*done)
        return cudaSuccess;
    if (s.left <= capacity) {
        *best = all;
        return cudaSuccess;
    }
    std::sort(room, room + s.items,
              [](const GpuItem &a, const GpuItem &b) { return a.weight < b.weight; });
    return all <= INT32_MAX ? solve<int32_t>(gpu, s, best) : solve<int64_t>(gpu, s, best);
}
