/* SPDX-License-Identifier: MIT */
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
 * Heavy items go in pairs from row to row. Where the choice is wanted, items stay in their order,
 * and each pass notes for its items and the cells that it makes whether the item made the cell
 * greater: a bit each, 32 cells a word. One warp then goes back from the capacity through all
 * items.
 *
 * As on the CPU, cells from the weight of all items so far
 * on hold their value, and are not kept; and cells that the items to come cannot lift to the
 * capacity are not made. Cells before a row are so small that they stay below 0. */
#include "solvers/knapsack/knapsack.h"

#include <algorithm>

namespace {

enum { THREADS = 1024, FUSED = 64 };

/* The items of a pass. */
template <class T> struct Items {
    int count;
    int weight[FUSED]; /* in pairs; behind the last one may be one without weight and value */
    T value[FUSED];
};

/* A pass computes cells from..to - 1 of `now`; in `old` all cells from `high` on are `all`. */
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

/* The notes of a pass: `words` words for each item, the first for the cells from p.from on,
 * which is then a multiple of 32, as is the halo. */
struct Notes {
    uint32_t *at;
    int64_t words;
};

/* Joins an item to this lane's cell; bit l of the result is set if the item made the cell of
 * lane l greater. */
template <class T> __device__ uint32_t taken(T &own, T before, T value, bool right) {
    const T with = better(own, before, value);
    const bool more = right && with > own;
    own = right ? with : own;
    return __ballot_sync(~0u, more);
}

/* Notes a word of item i and, if there is one, of the next. */
__device__ void note_pair(const Notes &notes, int i, int count, int64_t word,
                          const uint32_t ones[2]) {
    notes.at[i * notes.words + word] = ones[0];
    if (i + 1 < count)
        notes.at[(i + 1) * notes.words + word] = ones[1];
}

/* Cells of a tile whose operands lie before it are no longer right, and not made: those before
 * `wrong`, at last the halo. Lane e has the words of the warp's cells e. */
template <class T, int EACH, bool NOTED>
__global__ void __launch_bounds__(THREADS, 1)
    many_items(Pass<T> p, const __grid_constant__ Items<T> items, int halo, Notes notes) {
    extern __shared__ __align__(16) unsigned char memory[];
    T *tile = (T *)memory, own[EACH];
    const int64_t first = p.from + (int64_t)blockIdx.x * (EACH * THREADS - halo) - halo;
    const int warp = threadIdx.x & ~31, lane = threadIdx.x % 32;
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
        uint32_t ones[2] = {0, 0};
        wrong += wa + wb;
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int k = e * THREADS;
            const bool right = k + (int)threadIdx.x >= wrong;
            if constexpr (NOTED) {
                T a = 0, b = 0;
                if (right) {
                    a = at[k - wa];
                    b = better(at[k - wb], at[k - wa - wb], va);
                }
                const uint32_t one = taken(own[e], a, va, right);
                const uint32_t other = taken(own[e], b, vb, right);
                ones[0] = lane == e ? one : ones[0];
                ones[1] = lane == e ? other : ones[1];
            } else if (right) {
                const T a = at[k - wa], b = at[k - wb], both = at[k - wa - wb];
                own[e] = better(better(better(own[e], a, va), b, vb), both, va + vb);
            }
        }
        if constexpr (NOTED) {
            const int k = lane * THREADS + warp;
            const int64_t word = (first + k - p.from) / 32;
            if (lane < EACH && k >= halo && word < notes.words)
                note_pair(notes, i, items.count, word, ones);
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

/* All lanes of a warp stay together. */
template <class T, bool NOTED>
__global__ void two_items(Pass<T> p, int64_t wa, T va, int64_t wb, T vb, Notes notes) {
    const int lane = threadIdx.x % 32;
    for (int64_t at = p.from + blockIdx.x * (int64_t)blockDim.x + (threadIdx.x & ~31); at < p.to;
         at += (int64_t)gridDim.x * blockDim.x) {
        const int64_t j = min(at + lane, p.to - 1);
        const T a = cell(p, j - wa), b = cell(p, j - wb), both = cell(p, j - wa - wb);
        T now = cell(p, j);
        if constexpr (NOTED) {
            const uint32_t one = taken(now, a, va, true);
            const uint32_t other = taken(now, better(b, both, va), vb, true);
            const int64_t word = (at - p.from) / 32;
            if (lane == 0)
                notes.at[word] = one;
            if (lane == 1)
                notes.at[notes.words + word] = other;
        } else {
            now = better(better(better(now, a, va), b, vb), both, va + vb);
        }
        if (at + lane < p.to)
            p.now[j] = now;
    }
}

/* ---- Passes ---- */

/* The items that are left: those from the first one on weigh `left` together, those before
 * `high`. */
struct State {
    GpuItem *item;
    int64_t items, left, high, capacity;
    bool noted;
};

/* So many items by one kernel: EACH cells of a thread, 0 for a pair. They weigh `weight`, and make
 * cells from..to - 1: where they are noted, all that the way back through them may come to. */
struct Plan {
    int items, each;
    int64_t weight, from, to;
};

void take(Plan &plan, const State &s) {
    plan.weight += s.item[plan.items++].weight;
    plan.from = std::max(INT64_C(0), s.capacity - s.left + plan.weight);
    plan.to = std::min(s.capacity + 1, s.high + plan.weight);
    if (s.noted)
        plan.from = std::max(INT64_C(0), s.capacity - s.left) & ~INT64_C(31);
}

/* The cells that a block has at the left of those that it makes. */
int64_t halo_of(const Plan &plan, bool noted) {
    return noted ? (plan.weight + 31) / 32 * 32 : plan.weight;
}

/* The words for an item of a pass. */
int64_t words_of(const Plan &plan) {
    return std::max(INT64_C(0), (plan.to - plan.from + 31) / 32);
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
    const int bytes = s.noted ? 128 : 160; /* of shared memory for a thread */
    Plan best = {0, 0, 0, 0, 0};
    while (best.items < 2 && best.items < s.items)
        take(best, s);
    double least = cost_of_pair(best, size) / best.items;
    for (int each = 8; each * size <= bytes && each * THREADS * size < gpu->shared; each += 8) {
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

template <class T> using Many = void (*)(Pass<T>, Items<T>, int, Notes);

template <class T, bool NOTED> Many<T> kernel_of(int each) {
    switch (each) {
    case 8: return many_items<T, 8, NOTED>;
    case 16: return many_items<T, 16, NOTED>;
    default: break;
    }
    if constexpr (sizeof(T) == 4) {
        switch (each) {
        case 24: return many_items<T, 24, NOTED>;
        case 32: return many_items<T, 32, NOTED>;
        default: break;
        }
        if constexpr (!NOTED)
            return many_items<T, 40, NOTED>;
    }
    return nullptr;
}

/* The heaviest first, but in their order where they are noted. */
template <class T>
cudaError_t run_many(Gpu *gpu, const Pass<T> &p, const GpuItem *item, const Plan &plan,
                     const Notes &notes) {
    const bool noted = notes.at != NULL;
    const int bytes = plan.each * THREADS * (int)sizeof(T);
    const int64_t halo = halo_of(plan, noted), make = plan.each * THREADS - halo;
    const auto kernel = noted ? kernel_of<T, true>(plan.each) : kernel_of<T, false>(plan.each);
    Items<T> items = {plan.items, {0}, {0}};
    for (int k = 0; k < plan.items; k++) {
        const GpuItem &one = item[noted ? k : plan.items - 1 - k];
        items.weight[k] = (int)one.weight;
        items.value[k] = (T)one.value;
    }
    GPU_TRY(gpu, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    const unsigned blocks = (unsigned)((p.to - p.from + make - 1) / make);
    GPU_LAUNCH(gpu, kernel<<<blocks, THREADS, bytes, gpu->stream>>>(p, items, (int)halo, notes));
    return cudaSuccess;
}

template <class T>
cudaError_t run_two(Gpu *gpu, const Pass<T> &p, const GpuItem *item, const Plan &plan,
                    const Notes &notes) {
    const int64_t tiles = (p.to - p.from + THREADS - 1) / THREADS;
    const unsigned blocks = (unsigned)std::min(tiles, (int64_t)gpu->multiprocessors * 8);
    const GpuItem a = item[0], b = plan.items == 2 ? item[1] : GpuItem{};
    const auto kernel = notes.at != NULL ? two_items<T, true> : two_items<T, false>;
    GPU_LAUNCH(gpu, kernel<<<blocks, THREADS, 0, gpu->stream>>>(p, a.weight, (T)a.value, b.weight,
                                                                (T)b.value, notes));
    return cudaSuccess;
}

/* Removes the items of a pass. */
void pass_over(State &s, const Plan &plan) {
    s.item += plan.items;
    s.items -= plan.items;
    s.left -= plan.weight;
    s.high += plan.weight;
}

/* *last: where the cell of the capacity is, which is less than the weight of all. Notes follow each
 * other as the passes do; NULL: there are none. */
template <class T>
cudaError_t make_rows(Gpu *gpu, State s, T *row, uint32_t *notes, const T **last) {
    cudaError_t error = cudaSuccess;
    T *other = row + s.capacity + 1, all = 0;
    while (s.items > 0 && error == cudaSuccess) {
        const Plan plan = plan_pass(gpu, s, sizeof(T));
        const Pass<T> p = {row, other, plan.from, plan.to, s.high, all};
        const Notes own = {notes, words_of(plan)};
        if (plan.from < plan.to)
            error = plan.each > 0 ? run_many(gpu, p, s.item, plan, own)
                                  : run_two(gpu, p, s.item, plan, own);
        if (notes != NULL) /* a pair has room for two */
            notes += std::max(plan.items, 2) * own.words;
        std::swap(row, other);
        for (int k = 0; k < plan.items; k++)
            all += (T)s.item[k].value;
        pass_over(s, plan);
    }
    *last = row + s.capacity;
    return error;
}

/* With notes, rows have cells that are never made and that no result uses; they are cleared so
 * that no kernel reads unspecified memory. */
cudaError_t clear_rows(Gpu *gpu, const GpuBlock &rows) {
    GPU_TRY(gpu, cudaMemsetAsync(rows.at, 0, (size_t)rows.bytes, gpu->stream));
    return cudaSuccess;
}

template <class T> cudaError_t solve(Gpu *gpu, const State &s, uint32_t *notes, int64_t *best) {
    GpuBlock rows;
    const T *last = NULL;
    T value = 0;
    cudaError_t error = gpu_alloc(gpu, &rows, 2 * (s.capacity + 1) * (int64_t)sizeof(T));
    if (error == cudaSuccess && s.noted)
        error = clear_rows(gpu, rows);
    if (error == cudaSuccess)
        error = make_rows(gpu, s, (T *)rows.at, notes, &last);
    if (error == cudaSuccess)
        error = gpu_read(gpu, &value, last, sizeof value);
    *best += value;
    gpu_free(gpu, &rows);
    return error;
}

/* ---- The choice ---- */

/* Each decision depends on the one before, so one warp goes back through the items; it
 * prefetches the next 32. */
__global__ void go_back(const GpuItem *item, int64_t items, const uint32_t *notes, int64_t j,
                        uint8_t *chosen) {
    __shared__ GpuItem next[32];
    for (int64_t left = items; left > 0; left -= 32) {
        __syncwarp();
        if (threadIdx.x < left)
            next[threadIdx.x] = item[left - 1 - threadIdx.x];
        __syncwarp();
        for (int i = 0; i < 32 && i < left; i++) {
            const int64_t k = j - next[i].from;
            const bool takes = j >= next[i].high || notes[next[i].word + k / 32] >> k % 32 & 1;
            if (threadIdx.x == 0)
                chosen[left - 1 - i] = takes;
            j -= takes ? next[i].weight : 0;
        }
    }
}

/* Assigns the items their notes; returns the number of words. */
int64_t plan_notes(const Gpu *gpu, State s, int size) {
    int64_t words = 0;
    while (s.items > 0) {
        const Plan plan = plan_pass(gpu, s, size);
        for (int k = 0; k < plan.items; k++) {
            s.item[k].word = words + k * words_of(plan);
            s.item[k].from = plan.from;
            s.item[k].high = s.high + plan.weight;
        }
        words += std::max(plan.items, 2) * words_of(plan);
        pass_over(s, plan);
    }
    return words;
}

cudaError_t find_way(Gpu *gpu, const State &s, const GpuBlock &notes, const GpuBlock &way,
                     uint8_t *chosen) {
    const size_t bytes = (size_t)s.items * sizeof *s.item;
    uint8_t *const flags = (uint8_t *)way.at + bytes;
    GPU_TRY(gpu, cudaMemcpyAsync(way.at, s.item, bytes, cudaMemcpyHostToDevice, gpu->stream));
    GPU_LAUNCH(gpu, go_back<<<1, 32, 0, gpu->stream>>>((GpuItem *)way.at, s.items,
                                                       (uint32_t *)notes.at, s.capacity, flags));
    GPU_TRY(gpu,
            cudaMemcpyAsync(chosen, flags, (size_t)s.items, cudaMemcpyDeviceToHost, gpu->stream));
    return gpu_sync(gpu);
}

template <class T> cudaError_t choose(Gpu *gpu, const State &s, int64_t *best, uint8_t *chosen) {
    const int64_t words = plan_notes(gpu, s, sizeof(T));
    GpuBlock notes = {}, way = {};
    cudaError_t error = gpu_alloc(gpu, &notes, words * (int64_t)sizeof(uint32_t));
    if (error == cudaSuccess)
        error = gpu_alloc(gpu, &way, s.items * (int64_t)(sizeof *s.item + 1));
    if (error == cudaSuccess)
        error = solve<T>(gpu, s, (uint32_t *)notes.at, best);
    if (error == cudaSuccess)
        error = find_way(gpu, s, notes, way, chosen);
    gpu_free(gpu, &notes);
    gpu_free(gpu, &way);
    return error;
}

/* Lists the items that may be taken and sums their values; false if the sum or the capacity is
 * too great. */
bool list_items(const int64_t *weight, const int64_t *value, int64_t items, State &s, int64_t *all,
                int64_t *without) {
    *all = *without = 0;
    if (s.capacity > GPU_KNAPSACK_MOST)
        return false;
    for (int64_t i = 0; i < items; i++) {
        if (weight[i] > s.capacity || value[i] <= 0)
            continue;
        if (__builtin_add_overflow(*all, value[i], all))
            return false;
        if (weight[i] == 0) {
            *without += value[i];
            continue;
        }
        s.item[s.items++] = {weight[i], value[i], 0, 0, 0};
        s.left += weight[i];
    }
    return true;
}

template <class T> cudaError_t pack(Gpu *gpu, const State &s, int64_t *best, uint8_t *chosen) {
    if (s.noted)
        return choose<T>(gpu, s, best, chosen);
    std::sort(s.item, s.item + s.items,
              [](const GpuItem &a, const GpuItem &b) { return a.weight < b.weight; });
    return solve<T>(gpu, s, NULL, best);
}

/* Moves the choice of the listed items to their numbers among all. */
void spread(const int64_t *weight, const int64_t *value, int64_t items, const State &s,
            uint8_t *chosen) {
    for (int64_t i = items - 1, k = s.items; i >= 0; i--)
        if (weight[i] > s.capacity || value[i] <= 0)
            chosen[i] = 0;
        else
            chosen[i] = weight[i] == 0 ? 1 : chosen[--k];
}

} // namespace

/* Items without weight are all taken. */
cudaError_t gpu_knapsack(Gpu *gpu, const int64_t *weight, const int64_t *value, int64_t items,
                         int64_t capacity, GpuItem *room, int64_t *best, uint8_t *chosen,
                         bool *done) {
    State s = {room, 0, 0, 0, capacity, chosen != NULL};
    int64_t all;
    cudaError_t error = cudaSuccess;
    *done = list_items(weight, value, items, s, &all, best);
    if (!*done)
        return cudaSuccess;
    if (s.left <= capacity) {
        *best = all;
        if (chosen != NULL)
            std::fill_n(chosen, s.items, 1);
    } else {
        error = all <= INT32_MAX ? pack<int32_t>(gpu, s, best, chosen)
                                 : pack<int64_t>(gpu, s, best, chosen);
    }
    if (chosen != NULL)
        spread(weight, value, items, s, chosen);
    return error;
}
