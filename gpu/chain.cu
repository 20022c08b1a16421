/* The vertices 0..n of a chain of n matrices have its dimensions. The cost of
 * the product of matrices i + 1..j is cost(i, j):
 *
 *     cost(i, i + 1) = 0
 *     cost(i, j) = least over i < k < j of cost(i, k) + cost(k, j) +
 *                  p[i] p[k] p[j]
 *
 * Tile (I, J), I <= J, has the costs of the vertices of blocks I and J of
 * BLOCK vertices, row by row; it needs the tiles to its left and those below
 * it. Vertices past n have the dimension 0.
 *
 *          I        K        J
 *     I  sides      a       tile         a, b: K between I and J, most of the
 *     K                      b           work, in units of at most CHUNK K
 *     J                    sides         sides: when all units have come
 *
 * Units are numbered by diagonals, and each thread block takes the next one:
 * when it does, those that it must wait for have been taken before. The last
 * unit of a tile to come finishes it.
 *
 * Costs are double where that is exact, otherwise int64_t, with a note of
 * sums that are too large. For the splits it is noted which K improved a
 * cost; the least k of that block is looked for when the tables are done. */
#include "chain.h"

#include <cuda_pipeline.h>

namespace {

constexpr int BLOCK = 64, TILE = BLOCK * BLOCK;
constexpr int SLAB = 16, SLABS = BLOCK / SLAB; /* k at once in shared memory */
constexpr int CHUNK = 8;
constexpr int ROWS = 8, COLUMNS = 4; /* of a thread's entries */
constexpr int GROUPS = BLOCK / COLUMNS, THREADS = TILE / ROWS / COLUMNS;

template <typename T> struct Chain {
    int64_t n;
    int blocks;
    const T *p; /* of all blocks */
    T *tiles;   /* (0, 0), (0, 1), ... (1, 1), ... */
    int64_t *m, *s;
    int32_t *over;
    int32_t *next;  /* unit */
    int32_t *done;  /* how many tiles of each row are */
    int32_t *state; /* of each tile: twice the units that have come; 1: locked */
};

/* Units of one tile, blocks first..last - 1 each, or none if J <= I + 1. */
struct Unit {
    int I, J, first, last, of;
};

template <typename T> struct alignas(16) Pair {
    T x, y;
};

template <typename T> struct Slab {
    T a[BLOCK * SLAB], b[SLAB * BLOCK], p[SLAB];
};

template <typename T> struct Shared {
    T c[TILE];
    union {
        Slab<T> slab[2];
        T sides[TILE]; /* tile (I, I) above the diagonal, (J, J) mirrored below */
    };
    T p_i[BLOCK], p_j[BLOCK];
    Unit unit;
    int came;
};

/* ---- One step, in both kinds of numbers ---- */

__device__ void step(double &c, double a, double b, double w, double q, int64_t &) {
    const double cost = __fma_rn(w, q, b) + a;
    c = cost < c ? cost : c;
}

/* Two numbers below 2^63 have a sum below 2^64: bit 63 shows that it is too
 * large. If it is not, so does bit 63 of the sum with a third. */
__device__ void step(int64_t &c, int64_t a, int64_t b, int64_t w, int64_t q, int64_t &note) {
    const uint64_t sum = (uint64_t)b + (uint64_t)w * (uint64_t)q, cost = (uint64_t)a + sum;
    note |= (int64_t)(sum | cost);
    c = (int64_t)cost < c ? (int64_t)cost : c;
}

/* No cost is over this. */
template <typename T> __device__ T most();
template <> __device__ double most() {
    return 0x1p1000;
}
template <> __device__ int64_t most() {
    return INT64_MAX;
}

/* ---- Tiles ---- */

template <typename T> __device__ int64_t tile_number(const Chain<T> &g, int I, int J) {
    return (int64_t)I * g.blocks - (int64_t)I * (I - 1) / 2 + J - I;
}

template <typename T> __device__ T *tile_at(const Chain<T> &g, int I, int J) {
    return g.tiles + tile_number(g, I, J) * TILE;
}

/* Where the entry of vertices (i, j) is in m and s, or -1. */
template <typename T> __device__ int64_t entry(const Chain<T> &g, int64_t i, int64_t j) {
    return i < j && j <= g.n ? i * g.n + j - 1 : -1;
}

__device__ int acquire(const int32_t *x) {
    const int value = *(const volatile int32_t *)x;
    __threadfence();
    return value;
}

template <typename T> __device__ void await(const Chain<T> &g, int I, int J) {
    while (acquire(&g.done[I]) <= J - I && acquire(g.over) == 0)
        __nanosleep(100);
}

/* ---- The blocks between ---- */

template <typename T>
__device__ void fetch(const Chain<T> &g, const Unit &u, int part, Slab<T> *slab) {
    const int K = u.first + part / SLABS, k = part % SLABS * SLAB;
    const T *a = tile_at(g, u.I, K) + k, *b = tile_at(g, K, u.J) + k * BLOCK;
    constexpr int WIDTH = SLAB / 2; /* pairs of a row of a */
    for (int x = threadIdx.x; x < BLOCK * WIDTH; x += THREADS) {
        const int row = x / WIDTH, column = x % WIDTH * 2;
        __pipeline_memcpy_async(&slab->a[row * SLAB + column], a + row * BLOCK + column, 16);
        __pipeline_memcpy_async(&slab->b[2 * x], b + 2 * x, 16);
    }
    if (threadIdx.x < WIDTH)
        __pipeline_memcpy_async(&slab->p[2 * threadIdx.x],
                                g.p + K * BLOCK + k + 2 * threadIdx.x, 16);
    __pipeline_commit();
}

/* The entries of a thread: rows i.., columns j, j + 1, BLOCK / 2 + j and
 * BLOCK / 2 + j + 1. */
template <typename T> struct Entries {
    int i, j;
    T c[ROWS][COLUMNS], p_i[ROWS], p_j[COLUMNS];
    uint32_t from[ROWS]; /* a byte for each: which K of the unit */
    int64_t note;        /* below 0: a sum is too large */
};

template <typename T> __device__ int column(const Entries<T> &e, int s) {
    return e.j + s % 2 + s / 2 * (BLOCK / 2);
}

template <typename T> __device__ void multiply(Entries<T> &e, const Slab<T> &slab) {
#pragma unroll 2
    for (int k = 0; k < SLAB; k += 2) {
        Pair<T> a[ROWS];
        const Pair<T> p_k = *(const Pair<T> *)&slab.p[k];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            a[r] = *(const Pair<T> *)&slab.a[(e.i + r) * SLAB + k];
#pragma unroll
        for (int l = 0; l < 2; l++) {
            const T *row = &slab.b[(k + l) * BLOCK + e.j];
            const Pair<T> left = *(const Pair<T> *)row;
            const Pair<T> right = *(const Pair<T> *)(row + BLOCK / 2);
            const T b[COLUMNS] = {left.x, left.y, right.x, right.y};
#pragma unroll
            for (int s = 0; s < COLUMNS; s++) {
                const T q = (l == 0 ? p_k.x : p_k.y) * e.p_j[s];
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    step(e.c[r][s], l == 0 ? a[r].x : a[r].y, b[s], e.p_i[r], q, e.note);
            }
        }
    }
}

/* Notes which costs block K of the unit improved; `best` has those before. */
template <typename T> __device__ void compare(Entries<T> &e, T *best, uint32_t K) {
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int s = 0; s < COLUMNS; s++) {
            T *old = &best[(e.i + r) * BLOCK + column(e, s)];
            if (e.c[r][s] < *old)
                e.from[r] = (e.from[r] & ~(UINT32_C(255) << 8 * s)) | K << 8 * s;
            *old = e.c[r][s];
        }
}

template <typename T>
__device__ void products(const Chain<T> &g, Shared<T> *shared, Entries<T> &e) {
    const Unit &u = shared->unit;
    const int parts = (u.last - u.first) * SLABS;
    if (parts > 0)
        fetch(g, u, 0, &shared->slab[0]);
    for (int part = 0; part < parts; part++) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (part + 1 < parts)
            fetch(g, u, part + 1, &shared->slab[(part + 1) % 2]);
        multiply(e, shared->slab[part % 2]);
        if (part % SLABS == SLABS - 1)
            compare(e, shared->c, (uint32_t)(part / SLABS));
    }
}

/* ---- Units of one tile ---- */

/* What an entry of s says until the least k of block K is known. */
__host__ __device__ constexpr int64_t code(int64_t K) {
    return ~K;
}

/* Joins the unit's costs with those of the tile, of which the tile is to keep
 * the lesser and, of equal ones, those with the lesser K. */
template <typename T>
__device__ void join(const Chain<T> &g, const Unit &u, Entries<T> &e, bool first) {
    T *tile = tile_at(g, u.I, u.J);
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int s = 0; s < COLUMNS; s++) {
            const int i = e.i + r, j = column(e, s);
            const int64_t at = entry(g, u.I * BLOCK + i, u.J * BLOCK + j);
            const int64_t mine = code(u.first + (int)(e.from[r] >> 8 * s & 255));
            if (at < 0)
                continue;
            if (!first) {
                const T other = __ldcg(&tile[i * BLOCK + j]);
                const int64_t theirs = __ldcg((const long long *)&g.s[at]);
                if (other < e.c[r][s] || (other == e.c[r][s] && theirs > mine)) {
                    e.c[r][s] = other;
                    continue;
                }
            }
            g.s[at] = mine;
        }
}

template <typename T> __device__ void store(const Entries<T> &e, T *tile) {
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int s = 0; s < COLUMNS; s++)
            tile[(e.i + r) * BLOCK + column(e, s)] = e.c[r][s];
}

/* Whether the unit is the last one of its tile, whose costs are then in
 * shared memory. */
template <typename T>
__device__ bool arrive(const Chain<T> &g, Shared<T> *shared, Entries<T> &e) {
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
    const int came = shared->came;
    if (u.last > u.first)
        join(g, u, e, came == 0);
    store(e, came + 1 == u.of ? shared->c : tile_at(g, u.I, u.J));
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(state, 2 * (came + 1));
    return came + 1 == u.of;
}

/* ---- The blocks I and J themselves ---- */

/* The splits of an entry from one side: costs a[0], a[da], ... and b[0],
 * b[db], ..., dimensions p[0], p[dk], ... and vertices k, k + dk, ... */
template <typename T> struct Splits {
    const T *a, *b, *p;
    int da, db, dk, count, k;
};

/* The least cost, and of equal ones the least k. */
template <typename T>
__device__ T least(const Splits<T> &x, T w, int *k, int64_t &note) {
    T c = most<T>();
#pragma unroll 4
    for (int l = 0; l < x.count; l++) {
        T cost = most<T>();
        step(cost, x.a[l * x.da], x.b[l * x.db], w, x.p[l * x.dk], note);
        if (x.dk < 0 ? cost <= c : cost < c) {
            c = cost;
            *k = x.k + l * x.dk;
        }
    }
    return c;
}

/* Makes entry (i, j) the least of what it is and two parts of its splits, the
 * lower k first, which are this thread's and its neighbour's. */
template <typename T>
__device__ void close(const Chain<T> &g, Shared<T> *shared, int i, int j, const Splits<T> &splits,
                      int64_t &note) {
    const Unit &u = shared->unit;
    const bool inside = i >= 0 && i < BLOCK && j < BLOCK;
    int k = 0;
    T c = most<T>();
    if (inside)
        c = least(splits, shared->p_i[i] * shared->p_j[j], &k, note);
    const T upper = __shfl_down_sync(~0u, c, 1);
    const int upper_k = __shfl_down_sync(~0u, k, 1);
    if (!inside || threadIdx.x % 2 == 1)
        return;
    T *to = &shared->c[i * BLOCK + j];
    const int64_t at = entry(g, u.I * BLOCK + i, u.J * BLOCK + j);
    if (upper < *to && upper < c) {
        c = upper;
        k = upper_k;
    } else if (c > *to)
        return;
    *to = c;
    if (at >= 0)
        g.s[at] = k;
}

/* Tile (I, I), by diagonals. */
template <typename T>
__device__ void triangle(const Chain<T> &g, Shared<T> *shared, int64_t &note) {
    const T *c = shared->c, *p = shared->p_i;
    const int i = threadIdx.x / 2, k0 = shared->unit.I * BLOCK;
    if (threadIdx.x % 2 == 0 && i + 1 < BLOCK) {
        const int64_t at = entry(g, k0 + i, k0 + i + 1);
        shared->c[i * BLOCK + i + 1] = 0;
        if (at >= 0)
            g.s[at] = 0;
    }
    for (int l = 2; l < BLOCK; l++) {
        const int j = i + l;
        __syncthreads();
        const Splits<T> splits =
            threadIdx.x % 2 == 0
                ? Splits<T>{&c[i * BLOCK + i + 1], &c[(i + 1) * BLOCK + j], &p[i + 1], 1, BLOCK, 1,
                            l / 2, k0 + i + 1}
                : Splits<T>{&c[i * BLOCK + j - 1], &c[(j - 1) * BLOCK + j], &p[j - 1], -1, -BLOCK,
                            -1, (l - 1) / 2, k0 + j - 1};
        close(g, shared, i, j, splits, note);
    }
}

template <typename T> __device__ void load_sides(const Chain<T> &g, Shared<T> *shared) {
    const T *left = tile_at(g, shared->unit.I, shared->unit.I);
    const T *below = tile_at(g, shared->unit.J, shared->unit.J);
    for (int x = threadIdx.x; x < TILE; x += THREADS) {
        const int i = x / BLOCK, j = x % BLOCK;
        if (i < j) {
            shared->sides[x] = __ldcg(&left[x]);
            shared->sides[j * BLOCK + i] = __ldcg(&below[x]);
        }
    }
}

/* A tile with I < J, whose blocks between are done: by diagonals from its
 * lower left corner. */
template <typename T> __device__ void square(const Chain<T> &g, Shared<T> *shared, int64_t &note) {
    const Unit &u = shared->unit;
    const T *c = shared->c;
    const int j = threadIdx.x / 2;
    load_sides(g, shared);
    for (int l = 0; l < 2 * BLOCK - 1; l++) {
        const int i = BLOCK - 1 - l + j;
        __syncthreads();
        const Splits<T> splits =
            threadIdx.x % 2 == 0
                ? Splits<T>{&shared->sides[i * BLOCK + i + 1], &c[(i + 1) * BLOCK + j],
                            &shared->p_i[i + 1], 1, BLOCK, 1, BLOCK - 1 - i, u.I * BLOCK + i + 1}
                : Splits<T>{&c[i * BLOCK + j - 1], &shared->sides[j * BLOCK + j - 1],
                            &shared->p_j[j - 1], -1, -1, -1, j, u.J * BLOCK + j - 1};
        if (l > 0 || u.J > u.I + 1)
            close(g, shared, i, j, splits, note);
        else if (threadIdx.x == 0) {
            const int64_t at = entry(g, u.J * BLOCK - 1, u.J * BLOCK);
            shared->c[(BLOCK - 1) * BLOCK] = 0;
            if (at >= 0)
                g.s[at] = 0;
        }
    }
}

template <typename T> __device__ void finish(const Chain<T> &g, Shared<T> *shared, int64_t &note) {
    const Unit &u = shared->unit;
    T *tile = tile_at(g, u.I, u.J);
    if (u.I == u.J)
        triangle(g, shared, note);
    else
        square(g, shared, note);
    __syncthreads();
    for (int x = threadIdx.x; x < TILE; x += THREADS) {
        const int64_t at = entry(g, u.I * BLOCK + x / BLOCK, u.J * BLOCK + x % BLOCK);
        tile[x] = shared->c[x];
        if (at >= 0)
            g.m[at] = (int64_t)shared->c[x];
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(&g.done[u.I], u.J - u.I + 1);
}

/* ---- All tiles ---- */

/* How many units each tile of a diagonal has. */
__device__ int units_of(int diagonal) {
    return diagonal <= 1 ? 1 : (diagonal + CHUNK - 2) / CHUNK;
}

/* The unit of this number within a diagonal: of all tiles the unit in the
 * middle, then those beside it, which have to wait for younger tiles. */
__device__ Unit unit_of(int blocks, int diagonal, int number) {
    const int of = units_of(diagonal), I = number % (blocks - diagonal);
    const int turn = number / (blocks - diagonal);
    const int part = (of - 1) / 2 + (turn % 2 == 1 ? (turn + 1) / 2 : -turn / 2);
    const int between = diagonal > 1 ? diagonal - 1 : 0;
    return {I, I + diagonal, I + 1 + between * part / of, I + 1 + between * (part + 1) / of, of};
}

/* Takes the next unit and waits for what it needs; I is -1 behind the last
 * one. The numbers that one thread takes increase. */
template <typename T> __device__ Unit take(const Chain<T> &g, int *diagonal, int *first) {
    const int number = atomicAdd(g.next, 1);
    while (*diagonal < g.blocks &&
           number - *first >= units_of(*diagonal) * (g.blocks - *diagonal)) {
        *first += units_of(*diagonal) * (g.blocks - *diagonal);
        ++*diagonal;
    }
    if (*diagonal == g.blocks)
        return {-1};
    const Unit u = unit_of(g.blocks, *diagonal, number - *first);
    if (u.I < u.J) {
        await(g, u.I, u.last - 1);
        await(g, u.first, u.J);
    }
    return acquire(g.over) == 0 ? u : Unit{-1};
}

template <typename T>
__device__ void begin(const Chain<T> &g, Shared<T> *shared, Entries<T> &e) {
    const Unit &u = shared->unit;
    if (threadIdx.x < BLOCK) {
        shared->p_i[threadIdx.x] = g.p[u.I * BLOCK + threadIdx.x];
        shared->p_j[threadIdx.x] = g.p[u.J * BLOCK + threadIdx.x];
    }
    e.note = 0;
    e.i = threadIdx.x / GROUPS * ROWS;
    e.j = threadIdx.x % GROUPS * 2;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        e.p_i[r] = g.p[u.I * BLOCK + e.i + r];
        e.from[r] = 0;
#pragma unroll
        for (int s = 0; s < COLUMNS; s++)
            e.c[r][s] = most<T>();
    }
#pragma unroll
    for (int s = 0; s < COLUMNS; s++)
        e.p_j[s] = g.p[u.J * BLOCK + column(e, s)];
    store(e, shared->c);
}

template <typename T> __global__ void __launch_bounds__(THREADS, 3) all_tiles(Chain<T> g) {
    extern __shared__ __align__(16) unsigned char memory[];
    Shared<T> *shared = (Shared<T> *)memory;
    int diagonal = 0, first = 0;
    for (;;) {
        Entries<T> e;
        if (threadIdx.x == 0)
            shared->unit = take(g, &diagonal, &first);
        __syncthreads();
        if (shared->unit.I < 0)
            return;
        begin(g, shared, e);
        products(g, shared, e);
        if (arrive(g, shared, e))
            finish(g, shared, e.note);
        if (e.note < 0)
            atomicExch(g.over, 1);
        __syncthreads();
    }
}

/* ---- Splits ---- */

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
            T cost = most<T>();
            step(cost, a[l], b[l * BLOCK], w, p[l], note);
            found = cost == c ? l : found;
        }
    return (int64_t)K * BLOCK + found;
}

template <typename T> __global__ void __launch_bounds__(256) all_splits(Chain<T> g) {
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

template <typename T> __global__ void convert(const int64_t *p, T *to, int64_t vertices, int count) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < count)
        to[x] = x < vertices ? (T)p[x] : 0;
}

/* ---- The kernels of the paper ---- */

/* Products of l matrices are row l - 1 of `costs`, so that neighbours in a
 * diagonal of the table are neighbours in memory. */
struct Diagonals {
    int64_t n;
    const int64_t *p;
    int64_t *costs, *m, *s;
    int32_t *over;
    int64_t *part_cost; /* of each entry GPU_CHAIN_PARTS */
    int32_t *part_split;
};

/* A split after d matrices. */
struct Split {
    int64_t cost;
    int d;
};

__device__ Split lesser(Split x, Split y) {
    return y.cost < x.cost || (y.cost == x.cost && y.d < x.d) ? y : x;
}

/* The best of the splits first, first + by, ... before last of the product of
 * l matrices behind vertex i. */
__device__ Split scan(const Diagonals &g, int64_t l, int64_t i, int first, int last, int by) {
    Split best = {INT64_MAX, INT32_MAX};
    const int64_t w = g.p[i] * g.p[i + l];
    int64_t note = 0;
    for (int64_t d = first; d < last; d += by) {
        int64_t cost = INT64_MAX;
        step(cost, g.costs[(d - 1) * g.n + i], g.costs[(l - d - 1) * g.n + i + d], w, g.p[i + d],
             note);
        if (cost < best.cost)
            best = {cost, (int)d};
    }
    if (note < 0)
        atomicExch(g.over, 1);
    return best;
}

__device__ void put(const Diagonals &g, int64_t l, int64_t i, Split split) {
    g.costs[(l - 1) * g.n + i] = split.cost;
    g.m[i * g.n + i + l - 1] = split.cost;
    g.s[i * g.n + i + l - 1] = l == 1 ? 0 : i + split.d;
}

/* The best of all threads' splits, in thread 0. */
__device__ Split reduce(Split mine) {
    __shared__ Split splits[GPU_CHAIN_THREADS];
    splits[threadIdx.x] = mine;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            splits[threadIdx.x] = lesser(splits[threadIdx.x], splits[threadIdx.x + half]);
    }
    return splits[0];
}

__global__ void single(Diagonals g) {
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < g.n)
        put(g, 1, i, {0, 0});
}

__global__ void thread_per_entry(Diagonals g, int64_t l) {
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= g.n - l)
        put(g, l, i, scan(g, l, i, 1, (int)l, 1));
}

__global__ void block_per_entry(Diagonals g, int64_t l) {
    const int64_t i = blockIdx.x;
    const Split split = reduce(scan(g, l, i, 1 + (int)threadIdx.x, (int)l, blockDim.x));
    if (threadIdx.x == 0)
        put(g, l, i, split);
}

__global__ void blocks_per_entry(Diagonals g, int64_t l) {
    const int64_t i = blockIdx.y, at = i * GPU_CHAIN_PARTS + blockIdx.x;
    const int first = 1 + (int)((l - 1) * blockIdx.x / gridDim.x);
    const int last = 1 + (int)((l - 1) * (blockIdx.x + 1) / gridDim.x);
    const Split split = reduce(scan(g, l, i, first + (int)threadIdx.x, last, blockDim.x));
    if (threadIdx.x == 0) {
        g.part_cost[at] = split.cost;
        g.part_split[at] = split.d;
    }
}

__global__ void join_blocks(Diagonals g, int64_t l, int parts) {
    const int64_t i = blockIdx.x, at = i * GPU_CHAIN_PARTS + threadIdx.x;
    Split split = {INT64_MAX, INT32_MAX};
    if (threadIdx.x < parts)
        split = {g.part_cost[at], g.part_split[at]};
    split = reduce(split);
    if (threadIdx.x == 0)
        put(g, l, i, split);
}

/* ---- Launchers ---- */

constexpr int UNPACKERS = 256; /* threads of a block of the plain kernels */

int blocks_for(int64_t count, int threads) {
    return (int)((count + threads - 1) / threads);
}

/* The greatest product of three dimensions, or false: it is one of the sums
 * that must fit. */
bool most_product(const int64_t *p, int64_t n, int64_t *product) {
    int64_t most[3] = {0, 0, 0}; /* in order, the greatest first */
    for (int64_t i = 0; i <= n; i++) {
        int64_t x = p[i];
        for (int k = 0; k < 3; k++)
            if (x > most[k]) {
                const int64_t less = most[k];
                most[k] = x;
                x = less;
            }
    }
    return !__builtin_mul_overflow(most[0], most[1], product) &&
           !__builtin_mul_overflow(*product, most[2], product);
}

/* A cost is n - 1 products at most. */
bool is_exact(int64_t product, int64_t n) {
    int64_t all;
    return !__builtin_mul_overflow(product, n - 1, &all) && all <= INT64_C(1) << 53;
}

template <typename T> cudaError_t launch(Gpu *gpu, Chain<T> g, const int64_t *p) {
    const int bytes = (int)sizeof(Shared<T>), count = g.blocks * BLOCK;
    int blocks;
    GPU_TRY(gpu, cudaFuncSetAttribute(all_tiles<T>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      bytes));
    GPU_TRY(gpu, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, all_tiles<T>, THREADS,
                                                               bytes));
    convert<<<blocks_for(count, UNPACKERS), UNPACKERS, 0, gpu->stream>>>(p, (T *)g.p, g.n + 1,
                                                                         count);
    GPU_TRY(gpu, cudaGetLastError());
    all_tiles<<<blocks * gpu->multiprocessors, THREADS, bytes, gpu->stream>>>(g);
    GPU_TRY(gpu, cudaGetLastError());
    all_splits<<<dim3(g.blocks, g.blocks), UNPACKERS, 0, gpu->stream>>>(g);
    GPU_TRY(gpu, cudaGetLastError());
    return cudaSuccess;
}

struct Scratch {
    GpuBlock given, p, tiles, sync;
};

template <typename T>
cudaError_t tiled(Gpu *gpu, Scratch *scratch, const int64_t *p, int64_t n, int64_t *m, int64_t *s,
                  int32_t *over) {
    const int64_t blocks = n / BLOCK + 1, tiles = blocks * (blocks + 1) / 2;
    const int64_t words = 1 + blocks + tiles;
    const struct {
        GpuBlock *block;
        int64_t bytes;
    } need[] = {{&scratch->given, (n + 1) * 8},
                {&scratch->p, blocks * BLOCK * 8},
                {&scratch->tiles, tiles * TILE * 8},
                {&scratch->sync, words * 4}};
    for (const auto &one : need) {
        const cudaError_t error = gpu_alloc(gpu, one.block, one.bytes);
        if (error != cudaSuccess)
            return error;
    }
    int32_t *sync = (int32_t *)scratch->sync.at;
    GPU_TRY(gpu, cudaMemsetAsync(sync, 0, (size_t)words * 4, gpu->stream));
    GPU_TRY(gpu, cudaMemcpyAsync(scratch->given.at, p, (size_t)(n + 1) * 8, cudaMemcpyHostToDevice,
                                 gpu->stream));
    const Chain<T> g = {n,    (int)blocks, (T *)scratch->p.at, (T *)scratch->tiles.at, m, s,
                        over, sync,        sync + 1,           sync + 1 + blocks};
    return launch(gpu, g, (const int64_t *)scratch->given.at);
}

cudaError_t do_step(Gpu *gpu, const Diagonals &g, const GpuChainStep &step, int64_t l) {
    const int entries = (int)(g.n - l + 1);
    if (l == 1)
        single<<<blocks_for(g.n, step.threads), step.threads, 0, gpu->stream>>>(g);
    else if (step.kernel == GPU_CHAIN_THREAD)
        thread_per_entry<<<blocks_for(entries, step.threads), step.threads, 0, gpu->stream>>>(g, l);
    else if (step.kernel == GPU_CHAIN_BLOCK)
        block_per_entry<<<entries, step.threads, 0, gpu->stream>>>(g, l);
    else {
        blocks_per_entry<<<dim3(step.blocks, entries), step.threads, 0, gpu->stream>>>(g, l);
        GPU_TRY(gpu, cudaGetLastError());
        join_blocks<<<entries, 32, 0, gpu->stream>>>(g, l, step.blocks);
    }
    GPU_TRY(gpu, cudaGetLastError());
    return cudaSuccess;
}

cudaError_t by_diagonals(Gpu *gpu, Scratch *scratch, const int64_t *p, int64_t n, int64_t *m,
                         int64_t *s, int32_t *over, const GpuChainStep *steps, int count) {
    const struct {
        GpuBlock *block;
        int64_t bytes;
    } need[] = {{&scratch->p, (n + 1) * 8},
                {&scratch->tiles, n * n * 8},
                {&scratch->sync, n * GPU_CHAIN_PARTS * 12}};
    for (const auto &one : need) {
        const cudaError_t error = gpu_alloc(gpu, one.block, one.bytes);
        if (error != cudaSuccess)
            return error;
    }
    GPU_TRY(gpu, cudaMemcpyAsync(scratch->p.at, p, (size_t)(n + 1) * 8, cudaMemcpyHostToDevice,
                                 gpu->stream));
    int64_t *parts = (int64_t *)scratch->sync.at;
    const Diagonals g = {n, (const int64_t *)scratch->p.at, (int64_t *)scratch->tiles.at, m, s,
                         over, parts, (int32_t *)(parts + n * GPU_CHAIN_PARTS)};
    for (int64_t l = 1, k = 0; k < count; k++) {
        for (; l <= steps[k].last; l++) {
            const cudaError_t error = do_step(gpu, g, steps[k], l);
            if (error != cudaSuccess)
                return error;
        }
        if (steps[k].done != NULL)
            GPU_TRY(gpu, cudaEventRecord(steps[k].done, gpu->stream));
    }
    return cudaSuccess;
}

void release(Gpu *gpu, Scratch *scratch) {
    gpu_free(gpu, &scratch->given);
    gpu_free(gpu, &scratch->p);
    gpu_free(gpu, &scratch->tiles);
    gpu_free(gpu, &scratch->sync);
}

} // namespace

cudaError_t gpu_chain_variant(Gpu *gpu, const int64_t *p, int64_t n, int64_t *m, int64_t *s,
                              int32_t *over, const GpuChainStep *steps, int count) {
    Scratch scratch = {};
    int64_t product;
    const bool fits = most_product(p, n, &product);
    GPU_TRY(gpu, cudaMemsetAsync(over, !fits, sizeof *over, gpu->stream));
    if (!fits)
        return cudaSuccess;
    const cudaError_t error = by_diagonals(gpu, &scratch, p, n, m, s, over, steps, count);
    release(gpu, &scratch);
    return error;
}

cudaError_t gpu_chain(Gpu *gpu, const int64_t *p, int64_t n, int64_t *m, int64_t *s,
                      int32_t *over) {
    Scratch scratch = {};
    int64_t product;
    const GpuChainStep plain = {n, GPU_CHAIN_THREAD, 64, 1, NULL};
    if (gpu->shared < (int)sizeof(Shared<int64_t>))
        return gpu_chain_variant(gpu, p, n, m, s, over, &plain, 1);
    const bool fits = most_product(p, n, &product);
    GPU_TRY(gpu, cudaMemsetAsync(over, !fits, sizeof *over, gpu->stream));
    if (!fits)
        return cudaSuccess;
    const cudaError_t error =
        is_exact(product, n) ? tiled<double>(gpu, &scratch, p, n, m, s, over)
                             : tiled<int64_t>(gpu, &scratch, p, n, m, s, over);
    release(gpu, &scratch);
    return error;
}
