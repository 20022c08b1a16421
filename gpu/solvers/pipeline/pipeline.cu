/* SPDX-License-Identifier: MIT */
/* The simplified problem. As many cells as the least offset are independent: a batch. If that is
 * few, one block of threads makes the table, and keeps the end of it in shared memory:
 *
 *     group 0         joins the results of the others, and operands within the batch
 *     the next ones   near operands of cells of this batch, if there are more than a few
 *     the others      far operands of cells of the next batch
 *
 * A far operand is two batches or more behind. Where operands are in the same batch of 32 cells,
 * each cell is made of what all of them have from before: `reach` says of which. If the least
 * offset is long, or offsets can be replaced by such, the cells of a batch are shared among all
 * multiprocessors, with a barrier behind it. */
#include <algorithm>

#include "solvers/pipeline/pipeline_op.cuh"

namespace {

enum { WARP = 32, THREADS = 1024, KEPT = 8 };

/* True if the sum of k such numbers might not fit in some order. */
template <int OP, class T> __device__ bool is_great(T x, int k) {
    return OP == GPU_SDP_ADD && (x > most<T>() / k || x < -(most<T>() / k));
}

struct Table {
    const int *a; /* a[0] > a[1] > ... */
    int first, n; /* cells from here on are to be made */
    int k, near;  /* how many, and the first near one */
    int nears;    /* groups for near ones */
    int *bad;
};

template <class T, int OP> __global__ void check_given(const T *table, Table t) {
    bool bad = false;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < t.first; i += gridDim.x * blockDim.x) {
        const T v = table[i];
        const bool bits = OP == GPU_SDP_AND || OP == GPU_SDP_OR || OP == GPU_SDP_XOR;
        bad |= v == -most<T>() - 1 || (bits && v < 0) || is_great<OP>(v, t.k);
    }
    if (bad)
        *t.bad = 1;
}

/* ---- One block ---- */

/* The flow among 32 consecutive cells: bit s of reach[l] is set if cell l depends on the part of
 * cell s from before. */
struct Reach {
    uint32_t of[WARP];
    uint32_t offsets; /* bit d: d is one */
};

/* The cell of a lane, from what each has from before. */
template <int OP, class T>
__device__ T within(T own, const Reach &reach, uint32_t mine, bool &bad) {
    T z = OP == GPU_SDP_ADD || OP == GPU_SDP_MUL ? own : neutral<T, OP>();
    const int lane = threadIdx.x % WARP;
#pragma unroll
    for (int s = 0; s < WARP; s++)
        if (OP == GPU_SDP_ADD || OP == GPU_SDP_MUL) {
            const T x = __shfl_sync(~0u, z, s);
            if (lane > s && (reach.offsets >> (lane - s) & 1))
                z = combined<OP>(z, x, bad);
        } else {
            const T x = __shfl_sync(~0u, own, s);
            if (mine >> s & 1)
                z = combined<OP>(z, x, bad);
        }
    return z;
}

/* The operands of a thread: offsets from, from + by, ... before `to`. The first ones are kept. */
struct Share {
    int kept[KEPT], from, to, by;
    uint32_t is_kept;
};

/* True if an operand is not a cell of this batch. */
__device__ bool is_before(int offset, int own, int cells) {
    return offset > own || offset >= cells;
}

__device__ Share share_of(const int *a, const Table &t, int group, int groups, int own, int cells) {
    Share s;
    const bool near = group < t.nears;
    s.from = near ? t.near + group : group - t.nears;
    s.to = near ? t.k : t.near;
    s.by = near ? t.nears : groups - t.nears;
    s.is_kept = 0;
    for (int m = 0; m < KEPT; m++) {
        const int j = s.from + m * s.by;
        const bool is_kept = j < s.to && is_before(a[j], own, cells);
        s.kept[m] = is_kept ? a[j] : a[0];
        s.is_kept |= (uint32_t)is_kept << m;
    }
    return s;
}

/* Combines a thread's operands of cell i; the kept ones are read at once. */
template <int OP, class T>
__device__ T operands(const T *window, int mask, const int *a, const Share &s, int i, int own,
                      int cells, bool &bad) {
    T x[KEPT], z = neutral<T, OP>();
#pragma unroll
    for (int m = 0; m < KEPT; m++)
        x[m] = s.is_kept >> m & 1 ? window[(i - s.kept[m]) & mask] : T(0);
#pragma unroll
    for (int m = 0; m < KEPT; m++)
        if (s.is_kept >> m & 1)
            z = combined<OP>(z, x[m], bad);
#pragma unroll 4
    for (int j = s.from + KEPT * s.by; j < s.to; j += s.by)
        if (is_before(a[j], own, cells))
            z = combined<OP>(z, window[(i - a[j]) & mask], bad);
    return z;
}

/* `cells` cells a batch, for each a thread of each group. The window has the cells at their
 * number & mask: a power of two of them, or it is the table itself. */
template <class T, int OP>
__global__ void __launch_bounds__(THREADS, 1)
    one_block(T *table, Table t, int cells, int mask, const __grid_constant__ Reach reach) {
    extern __shared__ __align__(16) unsigned char memory[];
    __shared__ T part[2][THREADS];
    __shared__ int a[GPU_SDP_OFFSETS];
    T *window = mask < 0 ? table : (T *)memory;
    const int group = threadIdx.x / cells, groups = blockDim.x / cells, own = threadIdx.x % cells;
    const uint32_t mine = reach.of[threadIdx.x % WARP];
    bool bad = false;
    for (int j = threadIdx.x; j < t.k; j += blockDim.x)
        a[j] = t.a[j];
    __syncthreads();
    const Share share = share_of(a, t, group, groups, own, cells);
    const bool far = group >= t.nears;
    for (int i = t.first - a[0] + threadIdx.x; i < t.first && mask >= 0; i += blockDim.x)
        window[i & mask] = table[i];
    __syncthreads();
    for (int batch = -1, i = t.first - cells + own; i - own < t.n; batch++, i += cells) {
        T z = neutral<T, OP>();
        if (far || batch >= 0)
            z = operands<OP>(window, mask, a, share, far ? i + cells : i, own, cells, bad);
        if (group > 0)
            part[(far ? batch : ~batch) & 1][threadIdx.x] = z;
        if (t.nears > 1)
            __syncthreads();
        if (group == 0 && batch >= 0) {
#pragma unroll 8
            for (int g = 1; g < groups; g++)
                z = combined<OP>(z, part[~batch & 1][g * cells + own], bad);
            if (reach.offsets != 0)
                z = within<OP>(z, reach, mine, bad);
            if (i < t.n) {
                bad |= is_great<OP>(z, t.k);
                table[i] = z;
                window[i & mask] = z;
                if (bad)
                    *t.bad = 1;
            }
        }
        __syncthreads();
    }
}

/* ---- All multiprocessors ---- */

/* As many cells a batch as the least offset. A block makes `cells` of them at a time, a thread
 * of each group some operands. */
template <class T, int OP>
__global__ void __launch_bounds__(THREADS, 1)
    all_blocks(T *table, Table t, int cells, unsigned *count) {
    __shared__ T part[THREADS];
    __shared__ int a[GPU_SDP_OFFSETS];
    const int group = threadIdx.x / cells, groups = blockDim.x / cells, own = threadIdx.x % cells;
    bool bad = false;
    for (int j = threadIdx.x; j < t.k; j += blockDim.x)
        a[j] = t.a[j];
    __syncthreads();
    const int least = a[t.k - 1];
    unsigned target = 0;
    for (int64_t from = t.first; from < t.n; from += least) {
        const int64_t to = min(from + least, (int64_t)t.n);
        for (int64_t at = from + (int64_t)blockIdx.x * cells; at < to;
             at += (int64_t)gridDim.x * cells) {
            const int64_t i = at + own;
            T z = neutral<T, OP>();
            if (i < to) {
#pragma unroll 8
                for (int j = group; j < t.k; j += groups)
                    z = combined<OP>(z, __ldcg(table + i - a[j]), bad);
            }
            if (groups > 1) {
                part[threadIdx.x] = z;
                __syncthreads();
                for (int g = 1; g < groups && group == 0; g++)
                    z = combined<OP>(z, part[g * cells + own], bad);
                __syncthreads();
            }
            if (group == 0 && i < to) {
                bad |= is_great<OP>(z, t.k);
                table[i] = z;
            }
        }
        target += gridDim.x;
        barrier(count, target);
    }
    if (bad)
        *t.bad = 1;
}

/* ---- Offsets ---- */

struct Offsets {
    int a[GPU_SDP_OFFSETS], k;
};

/* Estimated cycles of a cell: a batch of one block, or of all, and the operands. */
double cost_of_one(double k, double least) {
    const double cells = std::min(std::max(least, 32.0), (double)THREADS);
    return 600 / cells + k / 14;
}

double cost_of_all(double k, double least) {
    return 3200 / least + k / 300;
}

double cost(double k, double least) {
    return std::min(cost_of_one(k, least), cost_of_all(k, least));
}

/* A set of offsets, as bits. */
struct Set {
    enum { MAX_OFFSET = 1 << 14, WORDS = 2 * MAX_OFFSET / 64 + 1 };
    uint64_t word[WORDS];
};

void add_shifted(Set &set, const Set &own, int last, int by, bool cancel) {
    for (int k = 0; k <= last / 64; k++) {
        const uint64_t low = own.word[k] << by % 64, high = own.word[k] >> 1 >> (63 - by % 64);
        uint64_t *to = set.word + k + by / 64;
        to[0] = cancel ? to[0] ^ low : to[0] | low;
        to[1] = cancel ? to[1] ^ high : to[1] | high;
    }
}

int list(const Set &set, int from, int to, Offsets *out) {
    int count = 0;
    for (int d = to; d >= from; d--)
        if (set.word[d / 64] >> d % 64 & 1) {
            if (count < GPU_SDP_OFFSETS)
                out->a[count] = d;
            count++;
        }
    out->k = count;
    return count;
}

/* A cell of this table may stand for its operands where one may count twice, and where two cancel
 * each other: so all offsets become `far` ones, which serve cells from *from on. As far as pays. */
void find_far(const GpuSdp *p, const Offsets &near, Offsets *far, int *from) {
    const int last = near.a[0], least = near.a[near.k - 1];
    const bool cancel = p->op == GPU_SDP_XOR;
    const double cells = (double)(p->n - last);
    Set own = {{0}}, set;
    Offsets found;
    double best = cells * cost(near.k, least);
    *from = (int)p->n;
    if (p->op == GPU_SDP_ADD || p->op == GPU_SDP_MUL || near.k == 1 || last >= Set::MAX_OFFSET)
        return;
    for (int j = 0; j < near.k; j++)
        own.word[near.a[j] / 64] |= UINT64_C(1) << near.a[j] % 64;
    set = own;
    for (int d = 1; d < Set::MAX_OFFSET && d < cells; d++) {
        if (d > least && (d & (d - 1)) == 0) {
            const int k = list(set, d, d + last, &found);
            const double all = d * cost(near.k, least) + (cells - d) * cost(k, d);
            if (k > GPU_SDP_OFFSETS && !cancel) /* it gets no less */
                return;
            if (k > 0 && k <= GPU_SDP_OFFSETS && all < best) {
                best = all;
                *far = found;
                *from = last + d;
            }
        }
        if (set.word[d / 64] >> d % 64 & 1) {
            set.word[d / 64] ^= UINT64_C(1) << d % 64;
            add_shifted(set, own, last, d, cancel);
        }
    }
}

/* Which cells of 32 in a row have what a cell has from before: as often as not for xor. */
Reach reach_of(const Offsets &offsets, bool cancel) {
    Reach reach = {{0}, 0};
    for (int j = 0; j < offsets.k; j++)
        if (offsets.a[j] < WARP)
            reach.offsets |= 1u << offsets.a[j];
    for (int l = 0; l < WARP; l++) {
        reach.of[l] = 1u << l;
        for (int d = 1; d <= l; d++)
            if (reach.offsets >> d & 1)
                reach.of[l] =
                    cancel ? reach.of[l] ^ reach.of[l - d] : reach.of[l] | reach.of[l - d];
    }
    return reach;
}

/* ---- Launchers ---- */

/* The offsets that are given, and far ones, also on the device, behind `bad` and a count for a
 * barrier with each. */
struct Job {
    Gpu *gpu;
    const GpuSdp *p;
    Offsets offsets[2];
    int from; /* where the far ones begin to serve */
    GpuBlock ints;
};

enum { FRONT = 3, INTS = FRONT + 2 * GPU_SDP_OFFSETS };

Table table_of(const Job &job, int far, int first, int n) {
    int *at = (int *)job.ints.at;
    return {at + FRONT + far * GPU_SDP_OFFSETS, first, n, job.offsets[far].k, 0, 1, at};
}

cudaError_t open_job(Job &job) {
    Gpu *gpu = job.gpu;
    int ints[INTS] = {0};
    const cudaError_t error = gpu_alloc(gpu, &job.ints, sizeof ints);
    if (error != cudaSuccess)
        return error;
    job.offsets[0].k = (int)job.p->k;
    for (int j = 0; j < job.offsets[0].k; j++)
        job.offsets[0].a[j] = (int)job.p->a[j];
    find_far(job.p, job.offsets[0], &job.offsets[1], &job.from);
    for (int far = 0; far < 2; far++)
        std::copy_n(job.offsets[far].a, job.offsets[far].k, ints + FRONT + far * GPU_SDP_OFFSETS);
    GPU_TRY(gpu,
            cudaMemcpyAsync(job.ints.at, ints, sizeof ints, cudaMemcpyHostToDevice, gpu->stream));
    return cudaSuccess;
}

/* A product is made in the order of the offsets, so that parts of it do not fit as they do not
 * elsewhere: one group. */
template <class T, int OP> cudaError_t run_one_block(Job &job, int far, Table t) {
    enum { STATIC = 24 * 1024 }; /* no less than what the kernel has */
    Gpu *gpu = job.gpu;
    const int *a = job.offsets[far].a, k = t.k, least = a[k - 1];
    const int cells = least < WARP ? (int)WARP : std::min(least, (int)THREADS) / WARP * WARP;
    const int most = OP == GPU_SDP_MUL ? 1 : THREADS / cells;
    int64_t window = 1;
    while (most > 1 && t.near < k && a[t.near] >= 2 * cells)
        t.near++;
    t.nears = std::max(1, std::min((k - t.near + KEPT - 1) / KEPT, most / 2));
    const int groups = std::min(most, t.nears + (t.near + KEPT - 1) / KEPT);
    while (window < (int64_t)a[0] + 2 * cells)
        window *= 2;
    const int room = gpu->shared - STATIC; /* the same each time: other threads launch it, too */
    const bool fits = window * (int64_t)sizeof(T) <= room;
    const int bytes = fits ? (int)(window * (int64_t)sizeof(T)) : 0;
    const int mask = fits ? (int)window - 1 : -1;
    GPU_TRY(gpu, cudaFuncSetAttribute(one_block<T, OP>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      room));
    const Reach reach = reach_of(job.offsets[far], OP == GPU_SDP_XOR);
    GPU_LAUNCH(gpu, one_block<T, OP><<<1, cells * groups, bytes, gpu->stream>>>(
                        (T *)job.p->table, t, cells, mask, reach));
    return cudaSuccess;
}

template <class T, int OP> cudaError_t run_all_blocks(Job &job, int far, Table t) {
    Gpu *gpu = job.gpu;
    const int least = job.offsets[far].a[t.k - 1], blocks = gpu->multiprocessors;
    int cells = std::min((least + blocks - 1) / blocks, (int)THREADS);
    unsigned *count = (unsigned *)t.bad + 1 + far;
    cells = (cells + WARP - 1) / WARP * WARP;
    const int groups = OP == GPU_SDP_MUL ? 1 : std::min(THREADS / cells, t.k);
    T *table = (T *)job.p->table;
    void *arg[] = {&table, &t, &cells, &count};
    GPU_TRY(gpu, cudaLaunchCooperativeKernel((void *)all_blocks<T, OP>, blocks, cells * groups, arg,
                                             0, gpu->stream));
    return cudaSuccess;
}

/* Cells first..n - 1 by the given offsets or the far ones. */
template <class T, int OP> cudaError_t run_cells(Job &job, int far, int first, int n) {
    const Offsets &offsets = job.offsets[far];
    const double k = offsets.k, least = offsets.a[offsets.k - 1];
    const Table t = table_of(job, far, first, n);
    return cost_of_all(k, least) < cost_of_one(k, least) ? run_all_blocks<T, OP>(job, far, t)
                                                         : run_one_block<T, OP>(job, far, t);
}

template <class T, int OP> cudaError_t run(Job &job) {
    Gpu *gpu = job.gpu;
    const int n = (int)job.p->n, first = job.offsets[0].a[0];
    GPU_LAUNCH(gpu, check_given<T, OP><<<gpu->multiprocessors, THREADS, 0, gpu->stream>>>(
                        (T *)job.p->table, table_of(job, 0, first, n)));
    const cudaError_t error = run_cells<T, OP>(job, 0, first, job.from);
    return error == cudaSuccess && job.from < n ? run_cells<T, OP>(job, 1, job.from, n) : error;
}

/* With one operand there is no operation. */
template <class T> cudaError_t run_op(Job &job) {
    switch (job.p->k == 1 ? GPU_SDP_MIN : job.p->op) {
    case GPU_SDP_MIN: return run<T, GPU_SDP_MIN>(job);
    case GPU_SDP_MAX: return run<T, GPU_SDP_MAX>(job);
    case GPU_SDP_ADD: return run<T, GPU_SDP_ADD>(job);
    case GPU_SDP_MUL: return run<T, GPU_SDP_MUL>(job);
    case GPU_SDP_AND: return run<T, GPU_SDP_AND>(job);
    case GPU_SDP_OR: return run<T, GPU_SDP_OR>(job);
    case GPU_SDP_XOR: return run<T, GPU_SDP_XOR>(job);
    default: return run<T, GPU_SDP_GCD>(job);
    }
}

} // namespace

cudaError_t gpu_sdp(Gpu *gpu, const GpuSdp *p, bool *done) {
    Job job = {gpu, p, {}, 0, {}};
    int bad = 1;
    *done = false;
    if (p->k > GPU_SDP_OFFSETS || p->n > GPU_SDP_MOST)
        return cudaSuccess;
    cudaError_t error = open_job(job);
    if (error == cudaSuccess)
        error = p->wide ? run_op<int64_t>(job) : run_op<int32_t>(job);
    if (error == cudaSuccess)
        error = gpu_read(gpu, &bad, job.ints.at, sizeof bad);
    *done = error == cudaSuccess && bad == 0;
    gpu_free(gpu, &job.ints);
    return error;
}
