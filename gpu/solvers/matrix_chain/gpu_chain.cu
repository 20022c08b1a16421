/* SPDX-License-Identifier: MIT */
/* The tables of the matrix chain by tiles (chain_tile.cuh): the order of the
 * work, and the splits. */
#include "solvers/matrix_chain/chain_between.cuh"
#include "solvers/matrix_chain/chain_close.cuh"
#include "solvers/matrix_chain/chain_diagonals.cuh"

namespace {

/* ---- Units of one tile ---- */

/* The content of an entry of s until the minimal k of block K is known. */
__host__ __device__ constexpr int64_t code(int64_t K) {
    return ~K;
}

/* Joins the unit's costs with those of the units of its tile that came before: the minimum, and
 * of equal ones that with the lesser K. */
template <typename T> __device__ void join(const Chain<T> &g, Shared<T> *shared) {
    constexpr int BATCH = 8; /* entries of a thread that are on their way at once */
    const Unit &u = shared->unit;
    T *tile = tile_at(g, u.I, u.J);
    const bool first = shared->came == 0, last = shared->came + 1 == u.of;
    for (int begin = threadIdx.x; begin < TILE; begin += BATCH * THREADS) {
        T other[BATCH];
        int64_t theirs[BATCH];
#pragma unroll
        for (int q = 0; q < BATCH; q++) {
            const int x = begin + q * THREADS;
            const int64_t at = entry(g, u.I * BLOCK + x / BLOCK, u.J * BLOCK + x % BLOCK);
            other[q] = first || at < 0 ? most<T>() : __ldcg(&tile[x]);
            theirs[q] = first || at < 0 ? 0 : __ldcg((const long long *)&g.s[at]);
        }
#pragma unroll
        for (int q = 0; q < BATCH; q++) {
            const int x = begin + q * THREADS;
            const int64_t at = entry(g, u.I * BLOCK + x / BLOCK, u.J * BLOCK + x % BLOCK);
            const int64_t mine = code(u.first + shared->from[x]);
            const T c = shared->c[x];
            if (other[q] < c || (other[q] == c && theirs[q] > mine))
                shared->c[x] = other[q];
            else if (at >= 0)
                g.s[at] = mine;
            if (!last)
                tile[x] = shared->c[x];
        }
    }
}

/* True if the unit is the last one of its tile; the tile's costs are in shared memory then. */
template <typename T> __device__ bool arrive(const Chain<T> &g, Shared<T> *shared) {
    const Unit &u = shared->unit;
    int32_t *state = &g.state[tile_number(g, u.I, u.J)];
    if (threadIdx.x == 0) {
        int old;
        while ((old = atomicOr(state, 1)) % 2 == 1)
            __nanosleep(100);
        __threadfence();
        shared->came = old / 2;
    }
    __syncthreads();
    if (u.last > u.first)
        join(g, shared);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(state, 2 * (shared->came + 1));
    return shared->came + 1 == u.of;
}

/* ---- All tiles ---- */

__device__ int acquire(const int32_t *x) {
    const int value = *(const volatile int32_t *)x;
    __threadfence();
    return value;
}

template <typename T> __device__ void await(const Chain<T> &g, int I, int J) {
    while (acquire(&g.done[I]) <= J - I && acquire(g.over) == 0)
        __nanosleep(100);
}

/* Of the units of a tile, those of K = I + 1 and J - 1 depend on the diagonal before, and have
 * one block each; the others depend on less. A wave of units is the latter of one diagonal, then
 * the former of the diagonal before. */
__device__ int inner_units(int diagonal) {
    return diagonal < 4 ? 0 : (diagonal - 3 + CHUNK - 1) / CHUNK;
}

__device__ int outer_units(int diagonal) {
    return diagonal < 3 ? 1 : 2;
}

__device__ int units_of_wave(int blocks, int wave) {
    return inner_units(wave + 1) * (blocks - wave - 1) + outer_units(wave) * (blocks - wave);
}

__device__ Unit inner_unit(int blocks, int diagonal, int number) {
    const int inner = inner_units(diagonal), I = number % (blocks - diagonal);
    /* From the middle outward. */
    const int rank = number / (blocks - diagonal);
    const int part = (inner - 1) / 2 + (rank % 2 == 1 ? (rank + 1) / 2 : -rank / 2);
    return {I, I + diagonal, I + 2 + (diagonal - 3) * part / inner,
            I + 2 + (diagonal - 3) * (part + 1) / inner, inner + 2};
}

__device__ Unit outer_unit(int blocks, int diagonal, int number) {
    const int I = number % (blocks - diagonal), J = I + diagonal;
    const int of = inner_units(diagonal) + outer_units(diagonal);
    const int K = number < blocks - diagonal ? I + 1 : J - 1;
    return {I, J, K, K < J ? K + 1 : K, of};
}

__device__ Unit unit_of(int blocks, int wave, int number) {
    const int inner = inner_units(wave + 1) * (blocks - wave - 1);
    return number < inner ? inner_unit(blocks, wave + 1, number)
                          : outer_unit(blocks, wave, number - inner);
}

/* Takes the next unit and waits for the tiles that it needs; I is -1 behind the last one. The
 * numbers that one thread takes increase. */
template <typename T> __device__ Unit take(const Chain<T> &g, int *wave, int *first) {
    const int number = atomicAdd(g.next, 1);
    while (*wave < g.blocks && number - *first >= units_of_wave(g.blocks, *wave)) {
        *first += units_of_wave(g.blocks, *wave);
        ++*wave;
    }
    if (*wave == g.blocks)
        return {-1};
    const Unit u = unit_of(g.blocks, *wave, number - *first);
    if (u.I < u.J) {
        await(g, u.I, u.last - 1);
        await(g, u.first, u.J);
    }
    return acquire(g.over) == 0 ? u : Unit{-1};
}

/* The costs from rows of block I and to columns of block J of the light
 * vertices of the unit's blocks. */
template <typename T> __device__ void load_lights(const Chain<T> &g, Shared<T> *shared) {
    const Unit &u = shared->unit;
    const int own = threadIdx.x % BLOCK;
    const bool row = threadIdx.x < BLOCK;
    T costs[CHUNK];
#pragma unroll
    for (int q = 0; q < CHUNK; q++) {
        const int K = u.first + q;
        if (K < u.last) {
            const int k = g.light[K] % BLOCK;
            costs[q] = __ldcg(row ? tile_at(g, u.I, K) + own * BLOCK + k
                                  : tile_at(g, K, u.J) + k * BLOCK + own);
        }
    }
#pragma unroll
    for (int q = 0; q < CHUNK; q++)
        if (u.first + q < u.last)
            shared->lights[q][threadIdx.x] = costs[q];
}

/* Costs by way of the light vertices. */
template <typename T> __device__ void begin(const Chain<T> &g, Shared<T> *shared, Entries &e) {
    const Unit &u = shared->unit;
    T c[ROWS][COLUMNS];
    if (threadIdx.x < BLOCK) {
        shared->p_i[threadIdx.x] = g.p[u.I * BLOCK + threadIdx.x];
        shared->p_j[threadIdx.x] = g.p[u.J * BLOCK + threadIdx.x];
    }
    load_lights(g, shared);
    e.note = 0;
    e.i = threadIdx.x / GROUPS * ROWS;
    e.j = threadIdx.x % GROUPS * 2;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int s = 0; s < COLUMNS; s++)
            c[r][s] = most<T>();
    for (int K = u.first; K < u.last; K++) {
        const T *costs = shared->lights[K - u.first];
        const T p_k = g.p[g.light[K]];
#pragma unroll
        for (int s = 0; s < COLUMNS; s++) {
            const T b = costs[BLOCK + column(e, s)], q = p_k * shared->p_j[column(e, s)];
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                const T cost = cost_of(costs[e.i + r], b, shared->p_i[e.i + r], q, e.note);
                if (cost < c[r][s]) {
                    c[r][s] = cost;
                    shared->from[place(e, r, s)] = (uint8_t)(K - u.first);
                }
            }
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int s = 0; s < COLUMNS; s++)
            shared->c[place(e, r, s)] = c[r][s];
    __syncthreads();
}

template <typename T> __global__ void __launch_bounds__(THREADS, 3) all_tiles(Chain<T> g) {
    extern __shared__ __align__(16) unsigned char memory[];
    Shared<T> *shared = (Shared<T> *)memory;
    int wave = 0, first = 0;
    for (;;) {
        Entries e;
        if (threadIdx.x == 0)
            shared->unit = take(g, &wave, &first);
        __syncthreads();
        if (shared->unit.I < 0)
            return;
        begin(g, shared, e);
        products(g, shared, e);
        if (arrive(g, shared))
            finish(g, shared, e.note);
        if (e.note < 0)
            atomicExch(g.over, 1);
        __syncthreads();
    }
}

/* ---- Splits ---- */

constexpr int SPLITTERS = 256; /* threads of a block */

/* The least k of block K that gives the cost of entry (i, j) of a tile. */
template <typename T>
__device__ int64_t find(const Chain<T> &g, int I, int K, int J, int i, int j) {
    const T *a = tile_at(g, I, K) + i * BLOCK, *b = tile_at(g, K, J) + j, *p = g.p + K * BLOCK;
    const T c = tile_at(g, I, J)[i * BLOCK + j], w = g.p[I * BLOCK + i] * g.p[J * BLOCK + j];
    int found = BLOCK;
    for (int k = 0; k < BLOCK && found == BLOCK; k += 4)
#pragma unroll
        for (int l = k + 3; l >= k; l--) {
            int64_t note = 0;
            const T cost = cost_of(a[l], b[l * BLOCK], w, p[l], note);
            found = cost == c ? l : found;
        }
    return (int64_t)K * BLOCK + found;
}

template <typename T> __global__ void __launch_bounds__(SPLITTERS) all_splits(Chain<T> g) {
    const int I = blockIdx.x, J = blockIdx.y;
    if (J <= I + 1 || *g.over != 0)
        return;
    for (int x = threadIdx.x; x < TILE; x += blockDim.x) {
        const int i = x / BLOCK, j = x % BLOCK;
        const int64_t at = entry(g, I * BLOCK + i, J * BLOCK + j);
        if (at >= 0 && g.s[at] < 0)
            g.s[at] = find(g, I, (int)code(g.s[at]), J, i, j);
    }
}

/* A thread for each vertex, a thread block for each block. */
template <typename T> __global__ void convert(Chain<T> g, const int64_t *p) {
    const int64_t first = blockIdx.x * BLOCK, x = first + threadIdx.x;
    const T value = x <= g.n ? (T)p[x] : 0;
    g.p[x] = value;
    g.low_p[x] = downward(value);
    if (threadIdx.x > 0)
        return;
    int64_t light = first;
    for (int64_t v = first; v < first + BLOCK && v <= g.n; v++)
        light = p[v] < p[light] ? v : light;
    g.light[blockIdx.x] = (int32_t)light;
}

/* ---- Launchers ---- */

/* The tiles, p, all that is rounded down, p as given, and sync. */
int64_t scratch_of(int64_t n) {
    const int64_t blocks = n / BLOCK + 1, tiles = blocks * (blocks + 1) / 2;
    return (tiles * TILE + blocks * BLOCK) * 12 + (n + 1) * 8 + (1 + 2 * blocks + tiles) * 4;
}

template <typename T> cudaError_t launch(Gpu *gpu, const Chain<T> &g, const int64_t *given) {
    const int bytes = (int)sizeof(Shared<T>);
    int blocks;
    GPU_TRY(gpu,
            cudaFuncSetAttribute(all_tiles<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    GPU_TRY(gpu,
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, all_tiles<T>, THREADS, bytes));
    GPU_LAUNCH(gpu, convert<<<g.blocks, BLOCK, 0, gpu->stream>>>(g, given));
    GPU_LAUNCH(gpu, all_tiles<<<blocks * gpu->multiprocessors, THREADS, bytes, gpu->stream>>>(g));
    GPU_LAUNCH(gpu, all_splits<<<dim3(g.blocks, g.blocks), SPLITTERS, 0, gpu->stream>>>(g));
    return cudaSuccess;
}

template <typename T>
cudaError_t run(Gpu *gpu, void *scratch, const int64_t *p, int64_t n, int64_t *m, int64_t *s,
                int32_t *over, bool sieve) {
    const int64_t blocks = n / BLOCK + 1, tiles = blocks * (blocks + 1) / 2;
    Chain<T> g;
    g.n = n;
    g.blocks = (int)blocks;
    g.m = m;
    g.s = s;
    g.over = over;
    g.sieve = sieve;
    g.tiles = (T *)scratch;
    g.low_tiles = (float *)(g.tiles + tiles * TILE);
    g.p = (T *)(g.low_tiles + tiles * TILE);
    g.low_p = (float *)(g.p + blocks * BLOCK);
    int64_t *given = (int64_t *)(g.low_p + blocks * BLOCK);
    g.light = (int32_t *)(given + n + 1);
    g.next = g.light + blocks;
    g.done = g.next + 1;
    g.state = g.done + blocks;
    GPU_TRY(gpu, cudaMemsetAsync(g.next, 0, (size_t)(1 + blocks + tiles) * 4, gpu->stream));
    GPU_TRY(gpu,
            cudaMemcpyAsync(given, p, (size_t)(n + 1) * 8, cudaMemcpyHostToDevice, gpu->stream));
    return launch(gpu, g, given);
}

/* One thread for each entry, for devices whose shared memory has no room for tiles. */
cudaError_t by_diagonals(Gpu *gpu, void *scratch, const int64_t *p, int64_t n, int64_t *m,
                         int64_t *s, int32_t *over) {
    const int threads = 64;
    uint64_t *costs = (uint64_t *)scratch;
    const Diagonals g = {n, (int64_t *)(costs + n * n), costs, m, s, over};
    GPU_TRY(gpu, cudaMemcpyAsync(g.p, p, (size_t)(n + 1) * 8, cudaMemcpyHostToDevice, gpu->stream));
    for (int64_t l = 1; l <= n; l++) {
        const unsigned blocks = (unsigned)((n - l + threads) / threads);
        if (l == 1)
            GPU_LAUNCH(gpu, single<<<blocks, threads, 0, gpu->stream>>>(g));
        else
            GPU_LAUNCH(gpu, thread_per_entry<<<blocks, threads, 0, gpu->stream>>>(g, l));
    }
    return cudaSuccess;
}

} // namespace

cudaError_t gpu_chain(Gpu *gpu, const int64_t *p, int64_t n, int64_t *m, int64_t *s,
                      int32_t *over) {
    const bool tiled = gpu->shared >= (int)sizeof(Shared<uint64_t>);
    GpuBlock scratch;
    int64_t product, bound;
    const bool overflows = !star_chain_product(p, n, &product);
    GPU_TRY(gpu, cudaMemsetAsync(over, overflows, sizeof *over, gpu->stream));
    if (overflows)
        return cudaSuccess;
    cudaError_t error = gpu_alloc(gpu, &scratch, tiled ? scratch_of(n) : 8 * (n * n + n + 1));
    if (error != cudaSuccess)
        return error;
    const bool bounded = chain_bound(p, n, &bound);
    if (!tiled)
        error = by_diagonals(gpu, scratch.at, p, n, m, s, over);
    else if (bounded && bound <= INT64_C(1) << 53)
        error = run<double>(gpu, scratch.at, p, n, m, s, over, true);
    else
        error = run<uint64_t>(gpu, scratch.at, p, n, m, s, over, bounded);
    gpu_free(gpu, &scratch);
    return error;
}
