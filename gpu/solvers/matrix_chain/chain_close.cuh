/* SPDX-License-Identifier: MIT */
/* The blocks of a tile themselves, when all between are done. */
#ifndef STAR_GPU_CHAIN_CLOSE_H
#define STAR_GPU_CHAIN_CLOSE_H

#include "solvers/matrix_chain/chain_tile.cuh"

namespace {

/* The splits of an entry from one side: costs a[0], a[da], ... and b[0],
 * b[db], ..., dimensions p[0], p[dk], ... and vertices k, k + dk, ... */
template <typename T> struct Splits {
    const T *a, *b, *p;
    int da, db, dk, count, k;
};

/* The least cost, and of equal ones the least k. Four at once: what takes long
 * is to wait for one comparison after the other. */
template <typename T> __device__ T least(const Splits<T> &x, T w, int *k, int64_t &note) {
    constexpr int BATCH = 4;
    const bool falling = x.dk < 0;
    T c = most<T>();
    for (int l = 0; l < x.count; l += BATCH) {
        T cost[BATCH];
        int at[BATCH];
#pragma unroll
        for (int q = 0; q < BATCH; q++) {
            at[q] = min(l + q, x.count - 1);
            cost[q] = cost_of(x.a[at[q] * x.da], x.b[at[q] * x.db], w, x.p[at[q] * x.dk], note);
        }
#pragma unroll
        for (int half = 1; half < BATCH; half *= 2)
#pragma unroll
            for (int q = 0; q < BATCH; q += 2 * half) {
                const bool later =
                    (cost[q + half] < cost[q]) | ((cost[q + half] == cost[q]) & falling);
                cost[q] = later ? cost[q + half] : cost[q];
                at[q] = later ? at[q + half] : at[q];
            }
        const bool better = (cost[0] < c) | ((cost[0] == c) & falling);
        c = better ? cost[0] : c;
        *k = better ? x.k + at[0] * x.dk : *k;
    }
    return c;
}

/* Makes entry (i, j) the least of what it is and two parts of its splits, the
 * lower k first, which are this thread's and its neighbour's. */
template <typename T>
__device__ void close(const Chain<T> &g, Shared<T> *shared, bool inside, int i, int j,
                      const Splits<T> &splits, int64_t &note) {
    const Unit &u = shared->unit;
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
        const Splits<T> splits = threadIdx.x % 2 == 0 ? Splits<T>{&c[i * BLOCK + i + 1],
                                                                  &c[(i + 1) * BLOCK + j],
                                                                  &p[i + 1],
                                                                  1,
                                                                  BLOCK,
                                                                  1,
                                                                  l / 2,
                                                                  k0 + i + 1}
                                                      : Splits<T>{&c[i * BLOCK + j - 1],
                                                                  &c[(j - 1) * BLOCK + j],
                                                                  &p[j - 1],
                                                                  -1,
                                                                  -BLOCK,
                                                                  -1,
                                                                  (l - 1) / 2,
                                                                  k0 + j - 1};
        close(g, shared, j < BLOCK, i, j, splits, note);
    }
}

/* Fills `sides` with the tiles on the diagonal to the left and below; the caller synchronizes. */
template <typename T> __device__ void load_sides(const Chain<T> &g, Shared<T> *shared) {
    const T *left = tile_at(g, shared->unit.I, shared->unit.I);
    const T *below = tile_at(g, shared->unit.J, shared->unit.J);
    for (int x = threadIdx.x; x < TILE; x += THREADS) {
        const int i = x / BLOCK, j = x % BLOCK;
        if (i < j) {
            shared->sides[i * SIDE + j] = __ldcg(&left[x]);
            shared->sides[j * SIDE + i] = __ldcg(&below[x]);
        }
    }
}

/* Joins the entries of part (u, v) with their splits in other parts of blocks
 * I and J, which are done; of those in I also if they cost the same. */
template <typename T>
__device__ void join_parts(const Chain<T> &g, Shared<T> *shared, int u, int v, int64_t &note) {
    constexpr int HIGH = 4, WIDE = 2; /* entries of a thread */
    const Unit &unit = shared->unit;
    const int i = u * PART + threadIdx.x % 32 / 8 * HIGH, j = v * PART + threadIdx.x % 8 * WIDE;
    T *c = shared->c, best[HIGH][WIDE];
    int from[HIGH][WIDE];
#pragma unroll
    for (int r = 0; r < HIGH; r++)
#pragma unroll
        for (int s = 0; s < WIDE; s++)
            best[r][s] = most<T>();
#pragma unroll 2
    for (int k = (u + 1) * PART; k < BLOCK; k++) {
#pragma unroll
        for (int s = 0; s < WIDE; s++) {
            const T b = c[k * BLOCK + j + s], q = shared->p_i[k] * shared->p_j[j + s];
#pragma unroll
            for (int r = 0; r < HIGH; r++) {
                const T cost =
                    cost_of(shared->sides[(i + r) * SIDE + k], b, shared->p_i[i + r], q, note);
                from[r][s] = cost < best[r][s] ? unit.I * BLOCK + k : from[r][s];
                best[r][s] = cost < best[r][s] ? cost : best[r][s];
            }
        }
    }
#pragma unroll
    for (int r = 0; r < HIGH; r++)
#pragma unroll
        for (int s = 0; s < WIDE; s++) {
            const T middle = c[(i + r) * BLOCK + j + s];
            from[r][s] = middle < best[r][s] || u == BLOCK / PART - 1 ? -1 : from[r][s];
            best[r][s] = middle < best[r][s] ? middle : best[r][s];
        }
#pragma unroll 2
    for (int k = 0; k < v * PART; k++) {
#pragma unroll
        for (int s = 0; s < WIDE; s++) {
            const T b = shared->sides[(j + s) * SIDE + k], q = shared->p_j[k] * shared->p_j[j + s];
#pragma unroll
            for (int r = 0; r < HIGH; r++) {
                const T cost = cost_of(c[(i + r) * BLOCK + k], b, shared->p_i[i + r], q, note);
                from[r][s] = cost < best[r][s] ? unit.J * BLOCK + k : from[r][s];
                best[r][s] = cost < best[r][s] ? cost : best[r][s];
            }
        }
    }
#pragma unroll
    for (int r = 0; r < HIGH; r++)
#pragma unroll
        for (int s = 0; s < WIDE; s++) {
            const int64_t at = entry(g, unit.I * BLOCK + i + r, unit.J * BLOCK + j + s);
            c[(i + r) * BLOCK + j + s] = best[r][s];
            if (at >= 0 && from[r][s] >= 0)
                g.s[at] = from[r][s];
        }
}

/* Closes part (u, v), by diagonals from its lower left corner. A thread has half
 * a column, and when a diagonal is done, all its entries try the splits at the
 * entries of the diagonal below and to the left. The k in I fall and those in J
 * rise, so of equal costs the last one in I and the first one in J is wanted. */
template <typename T>
__device__ void close_part(const Chain<T> &g, Shared<T> *shared, int u, int v, int64_t &note) {
    constexpr int HIGH = PART / 2;
    const Unit &unit = shared->unit;
    const T *sides = shared->sides;
    const int lane = threadIdx.x % 32, column = lane % PART, row = lane / PART * HIGH;
    const int i0 = u * PART, j0 = v * PART, j = j0 + column;
    T c[HIGH], w[HIGH];
    int split[HIGH];
#pragma unroll
    for (int r = 0; r < HIGH; r++) {
        c[r] = shared->c[(i0 + row + r) * BLOCK + j];
        w[r] = shared->p_i[i0 + row + r] * shared->p_j[j];
        split[r] = -1;
    }
    for (int l = 0; l < 2 * PART - 1; l++) {
        const int below = PART - 1 - l + column, k = i0 + min(max(below, 0), PART - 1);
#pragma unroll
        for (int r = 0; r < HIGH; r++)
            if (row + r == below)
                shared->c[k * BLOCK + j] = c[r];
        __syncwarp();
        const T b = shared->c[k * BLOCK + j], p_k = shared->p_i[k];
#pragma unroll
        for (int r = 0; r < HIGH; r++) {
            const int i = i0 + row + r, left = l - (PART - 1) + row + r;
            const int h = j0 + min(max(left, 0), PART - 1);
            const bool in_i = below > row + r && below < PART, in_j = left >= 0 && left < column;
            int64_t note_i = 0, note_j = 0;
            const T x = cost_of(sides[i * SIDE + k], b, w[r], p_k, note_i);
            const T y = cost_of(shared->c[i * BLOCK + h], sides[j * SIDE + h], w[r], shared->p_j[h],
                                note_j);
            const bool take_x = in_i & (x <= c[r]);
            c[r] = take_x ? x : c[r];
            split[r] = take_x ? unit.I * BLOCK + k : split[r];
            const bool take_y = in_j & (y < c[r]);
            c[r] = take_y ? y : c[r];
            split[r] = take_y ? unit.J * BLOCK + h : split[r];
            note |= (in_i ? note_i : 0) | (in_j ? note_j : 0);
        }
        __syncwarp();
    }
#pragma unroll
    for (int r = 0; r < HIGH; r++) {
        const int64_t at = entry(g, unit.I * BLOCK + i0 + row + r, unit.J * BLOCK + j);
        if (at >= 0 && split[r] >= 0)
            g.s[at] = split[r];
    }
}

/* A tile with I < J, whose blocks between are done: a warp for each part, by
 * diagonals of parts. */
template <typename T> __device__ void square(const Chain<T> &g, Shared<T> *shared, int64_t &note) {
    constexpr int PARTS = BLOCK / PART;
    static_assert(THREADS / 32 == PARTS, "a warp for each row of parts");
    const Unit &unit = shared->unit;
    const int u = threadIdx.x / 32;
    load_sides(g, shared);
    if (threadIdx.x == 0 && unit.J == unit.I + 1) {
        const int64_t at = entry(g, unit.J * BLOCK - 1, unit.J * BLOCK);
        shared->c[(BLOCK - 1) * BLOCK] = 0; /* one matrix */
        if (at >= 0)
            g.s[at] = 0;
    }
    for (int l = 0; l < 2 * PARTS - 1; l++) {
        const int v = l - (PARTS - 1 - u);
        __syncthreads();
        if (v >= 0 && v < PARTS) {
            join_parts(g, shared, u, v, note);
            __syncwarp();
            close_part(g, shared, u, v, note);
        }
    }
}

/* Closes the tile of the unit, whose blocks between are done, writes it to all tables and counts
 * it as done in its row. */
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
        g.low_tiles[tile_number(g, u.I, u.J) * TILE + x] = downward(shared->c[x]);
        if (at >= 0)
            g.m[at] = (int64_t)shared->c[x];
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(&g.done[u.I], u.J - u.I + 1);
}

} // namespace

#endif
