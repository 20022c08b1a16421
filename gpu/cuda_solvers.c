/* The solvers: arrays go to the device and come back, tables stay there. */
#include "cuda.h"

#include "chain.h"
#include "closure.h"

/* The steps of a solver, by the sizes of its operands. */
double cuda_steps(StarPrim prim, const StarCell *arg) {
    double n;
    switch (prim) {
    case STAR_PRIM_CLOSURE: n = (double)arg[0].i; return n * n * n;
    case STAR_PRIM_KLEENE: n = (double)arg[0].i; return n * n * n / 6;
    case STAR_PRIM_MATCHAIN:
        n = (double)arg[0].array->count;
        return n * n * n / 6;
    default: return 0;
    }
}

static cudaError_t decline(StarStatus *status) {
    *status = STAR_BYTECODE;
    return cudaSuccess;
}

static cudaError_t closure(Cuda *cuda, StarCell *arg, StarStatus *status) {
    StarTable *p = arg[1].table;
    const int dir = cuda_direction(cuda, p);
    GpuTable g;
    if (p->rows != arg[0].i || p->cols != arg[0].i)
        return decline(status);
    CUDA_TRY(cuda_image(cuda, p, dir, STAR_CHANGE, &g));
    return gpu_closure(&cuda->gpu, g.word, g.stride, p->rows);
}

/* ---- Arrays ---- */

/* A copy of an array of numbers on the device. */
static cudaError_t send(Cuda *cuda, const StarArray *a, size_t size,
                        GpuBlock *block) {
    const int64_t bytes = a->count * (int64_t)size;
    CUDA_TRY(gpu_alloc(&cuda->gpu, block, bytes));
    return cuda_upload(cuda, block->at, a->data, bytes);
}

static cudaError_t fetch(Cuda *cuda, StarArray *a, size_t size,
                         const GpuBlock *block) {
    return cuda_download(cuda, a->data, block->at, a->count * (int64_t)size);
}

/* As star_native_matchain. */
static bool is_chain(const StarArray *p, const StarArray *m,
                     const StarArray *s) {
    const int64_t n = p->count - 1;
    bool fits = n >= 2 && m->data != s->data;
    for (int64_t i = 0; i <= n && fits; i++)
        fits = p->ints[i] >= 1;
    for (int d = 0; d < 2; d++)
        fits = fits && m->dim[d].low == 1 && m->dim[d].count == n &&
               s->dim[d].low == 1 && s->dim[d].count == n;
    return fits;
}

/* What stands below the diagonals stays as it is, so both tables go up. */
static cudaError_t matchain(Cuda *cuda, StarCell *arg, StarStatus *status) {
    const StarArray *p = arg[0].array;
    StarArray *m = arg[1].array, *s = arg[2].array;
    GpuBlock costs = {.at = NULL}, splits = {.at = NULL};
    int32_t over = 0;
    if (!is_chain(p, m, s))
        return decline(status);
    cudaError_t error = send(cuda, m, sizeof(int64_t), &costs);
    if (error == cudaSuccess)
        error = send(cuda, s, sizeof(int64_t), &splits);
    if (error == cudaSuccess)
        error = gpu_chain(&cuda->gpu, p->ints, p->count - 1, costs.at,
                          splits.at, cuda->answer.at);
    if (error == cudaSuccess)
        error = gpu_read(&cuda->gpu, &over, cuda->answer.at, sizeof over);
    if (error == cudaSuccess && over == 0)
        error = fetch(cuda, m, sizeof(int64_t), &costs);
    if (error == cudaSuccess && over == 0)
        error = fetch(cuda, s, sizeof(int64_t), &splits);
    gpu_free(&cuda->gpu, &costs);
    gpu_free(&cuda->gpu, &splits);
    return error == cudaSuccess && over != 0 ? decline(status) : error;
}

CudaKernel *const cuda_solvers[STAR_PRIM_COUNT] = {
    [STAR_PRIM_CLOSURE] = closure,
    [STAR_PRIM_MATCHAIN] = matchain,
};
