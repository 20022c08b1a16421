/* The order of the vertices of a graph in which its arcs lead forward. */
#include "kleene_job.cuh"

namespace kleene {

namespace {

/* An integer that grows with the magnitude of v, as runtime/cpu/kleene_types.c has it. */
__device__ int32_t magnitude(float v) {
    return __float_as_int(v) & INT32_MAX;
}

__device__ int64_t magnitude(double v) {
    return __double_as_longlong(v) & INT64_MAX;
}

__device__ int32_t magnitude(int32_t v) {
    return v ^ (v >> 31);
}

__device__ int64_t magnitude(int64_t v) {
    return v ^ (v >> 63);
}

__device__ bool is_undefined(float) {
    return false;
}

__device__ bool is_undefined(double) {
    return false;
}

__device__ bool is_undefined(int32_t v) {
    return v == INT32_MIN;
}

__device__ bool is_undefined(int64_t v) {
    return v == INT64_MIN;
}

enum { WARP = 32, LOOK_WARPS = 8 };
/* Word i / 32 of row j of `heads` marks the heads i of the arcs from j; tails[i] counts those that
 * end at i. A block looks at 32 rows. */
template <class T>
__global__ void look(const T *a, int n, Ring<T> ring, uint32_t *heads, int stride, int *tails,
                     News *news) {
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, top = WARP * blockIdx.x;
    int count = 0;
    bool odd = false;
    for (int left = WARP * (blockIdx.y * LOOK_WARPS + warp); left < n;
         left += WARP * LOOK_WARPS * gridDim.y) {
        const int j = left + lane;
        uint32_t word = 0;
#pragma unroll 8
        for (int r = 0; r < WARP; r++) {
            const int i = top + r;
            const T v = i < n && j < n ? a[(int64_t)i * n + j] : ring.epsilon;
            const bool some = v != ring.epsilon;
            odd |= (some && magnitude(v) > ring.limit) || is_undefined(v) ||
                   (i == j && in(ring, v) > ring.unit);
            const uint32_t row = __ballot_sync(~0u, some && i != j);
            word |= (uint32_t)(some && i != j) << r;
            count += lane == r ? __popc(row) : 0;
        }
        if (j < n)
            heads[(int64_t)j * stride + blockIdx.x] = word;
    }
    if (top + lane < n)
        atomicAdd(&tails[top + lane], count);
    if (odd)
        news->odd = 1;
}

enum { SORT_THREADS = 1024, NONE = 0xffff };

struct Graph {
    const uint32_t *heads;
    const int *tails;
    int n, words, stride; /* of a row of heads */
};

/* 32 vertices: how many arcs each has from vertices that are not in the queue, one binary digit of
 * all counts in a plane. */
template <int PLANES> struct Counts {
    uint32_t plane[PLANES];
    uint32_t one; /* those with one such arc */
    uint32_t far; /* those that have had more than 3 so far */
};

template <int PLANES> __device__ void look_at_counts(Counts<PLANES> &c, uint32_t *few) {
    uint32_t many = 0;
#pragma unroll
    for (int p = 2; p < PLANES; p++)
        many |= c.plane[p];
    c.one = c.plane[0] & ~c.plane[1] & ~many;
    *few = c.far & ~many;
    c.far &= many;
}

template <int PLANES> __device__ void count_tails(Counts<PLANES> &c, const Graph &g, int first) {
    uint32_t few;
    for (int p = 0; p < PLANES; p++)
        c.plane[p] = 0;
    c.far = 0;
    for (int b = 0; b < WARP && first + b < g.n; b++) {
        const uint32_t count = (uint32_t)g.tails[first + b];
        c.far |= (uint32_t)(count > 3) << b;
#pragma unroll
        for (int p = 0; p < PLANES; p++)
            c.plane[p] |= (count >> p & 1) << b;
    }
    look_at_counts(c, &few);
}

/* Takes one from the counts that are marked, and fetches the rows of vertices whose turn will soon
 * come. */
template <int PLANES>
__device__ void count_down(Counts<PLANES> &c, const Graph &g, int first, uint32_t borrow) {
    uint32_t few;
#pragma unroll
    for (int p = 0; p < PLANES; p++) {
        const uint32_t digit = c.plane[p];
        c.plane[p] = digit ^ borrow;
        borrow &= ~digit;
    }
    look_at_counts(c, &few);
    for (; few != 0; few &= few - 1) {
        const uint32_t *row = g.heads + (int64_t)(first + __ffs(few) - 1) * g.stride;
        for (int k = 0; k < g.stride; k += WARP)
            asm volatile("prefetch.global.L1 [%0];" : : "l"(row + k));
    }
}

__device__ void enqueue(volatile uint16_t *queue, int *end, int first, uint32_t ready) {
    for (; ready != 0; ready &= ready - 1)
        queue[atomicAdd(end, 1)] = (uint16_t)(first + __ffs(ready) - 1);
}

/* One block: the vertices in a queue, each behind those with arcs to it. The warps read the queue
 * each at its own pace, and wait where there is no vertex yet. If all have read up to the end there
 * comes none: the others have a circuit before them. A thread has 32 EACH vertices. */
template <int EACH, int PLANES>
__global__ void __launch_bounds__(SORT_THREADS, 1)
    sort(Graph g, int *order, int *place, News *news) {
    extern __shared__ uint16_t room[];
    __shared__ volatile int read[WARP];
    __shared__ int end;
    volatile uint16_t *queue = room;
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
    Counts<PLANES> c[EACH];
    for (int q = threadIdx.x; q < g.n; q += blockDim.x)
        queue[q] = NONE;
    if (threadIdx.x < WARP)
        read[lane] = 0;
    if (threadIdx.x == 0)
        end = 0;
    __syncthreads();
    for (int v = threadIdx.x; v < g.n; v += blockDim.x)
        if (g.tails[v] == 0)
            queue[atomicAdd(&end, 1)] = (uint16_t)v;
    for (int e = 0; e < EACH; e++)
        count_tails(c[e], g, WARP * (int)(threadIdx.x + e * blockDim.x));
    __syncthreads();
    for (int at = 0, waits = 0; at < g.n;) {
        const int v = __shfl_sync(~0u, queue[at], 0); /* all see the same */
        if (v == NONE) {
            if (++waits % WARP != 0)
                continue;
            __threadfence_block();
            read[warp] = at;
            const bool all = __all_sync(~0u, lane >= warps || read[lane] == at);
            __threadfence_block();
            if (all && __shfl_sync(~0u, *(volatile int *)&end, 0) == at)
                break;
            continue;
        }
        uint32_t row[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int word = threadIdx.x + e * blockDim.x;
            row[e] = word < g.words ? g.heads[(int64_t)v * g.stride + word] : 0;
        }
#pragma unroll
        for (int e = 0; e < EACH; e++)
            enqueue(queue, &end, WARP * (int)(threadIdx.x + e * blockDim.x), c[e].one & row[e]);
#pragma unroll
        for (int e = 0; e < EACH; e++)
            count_down(c[e], g, WARP * (int)(threadIdx.x + e * blockDim.x), row[e]);
        at++;
    }
    __syncthreads();
    for (int q = threadIdx.x; q < end; q += blockDim.x) {
        order[q] = queue[q];
        place[queue[q]] = q;
    }
    if (threadIdx.x == 0)
        news->found = end;
}

} // namespace

template <class T> cudaError_t find_order(Job<T> &job) {
    enum { INTS = 64, LINE = 32 /* words */ };
    Gpu *gpu = job.gpu;
    const int n = job.n, words = (n + WARP - 1) / WARP;
    const int stride = (words + LINE - 1) / LINE * LINE;
    const int queue = (int)(n * sizeof(uint16_t));
    const int threads = min(stride, (int)SORT_THREADS);
    auto kernel = n <= 1 << 12 ? sort<1, 12> : n <= 1 << 15 ? sort<1, 15> : sort<2, 16>;
    const int across = (n + WARP * LOOK_WARPS - 1) / (WARP * LOOK_WARPS);
    const int64_t ints = (INTS + 3 * (int64_t)n + INTS - 1) / INTS * INTS;
    cudaError_t error =
        gpu_alloc(gpu, &job.order_room, (ints + (int64_t)n * stride) * (int64_t)sizeof(int));
    if (error != cudaSuccess)
        return error;
    job.news = (News *)job.order_room.at;
    job.order = (int *)job.order_room.at + INTS;
    job.place = job.order + n;
    int *tails = job.place + n;
    uint32_t *heads = (uint32_t *)job.order_room.at + ints;
    GPU_TRY(gpu, cudaMemsetAsync(job.news, 0, (size_t)ints * sizeof(int), gpu->stream));
    look<<<dim3(words, (across + 3) / 4), WARP * LOOK_WARPS, 0, gpu->stream>>>(
        job.a, n, job.ring, heads, stride, tails, job.news);
    GPU_TRY(gpu, cudaGetLastError());
    GPU_TRY(gpu, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, queue));
    kernel<<<1, threads, queue, gpu->stream>>>({heads, tails, n, words, stride}, job.order,
                                               job.place, job.news);
    GPU_TRY(gpu, cudaGetLastError());
    return cudaSuccess;
}

template cudaError_t find_order(Job<float> &);
template cudaError_t find_order(Job<double> &);
template cudaError_t find_order(Job<int32_t> &);
template cudaError_t find_order(Job<int64_t> &);

} // namespace kleene
