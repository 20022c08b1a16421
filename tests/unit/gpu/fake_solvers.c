/* SPDX-License-Identifier: MIT */
/* Arrays that solvers change on the device: they are downloaded as a whole,
 * or stay as they were; and the choice of a side for a solver. */
#include "fake.h"

#include <math.h>

#include "solvers/matrix_chain/gpu_chain.h"
#include "solvers/closure/gpu_closure.h"
#include "backend/cuda_internal.h"
#include "solvers/kleene/gpu_kleene.h"
#include "solvers/knapsack/knapsack.h"
#include "solvers/pipeline/pipeline.h"

enum { N = 1030 }; /* its square has two pieces, in copies */

/* ---- Solvers ---- */

/* No star, so that it is seen whose a number is. */
cudaError_t gpu_kleene(Gpu *gpu, void *a, int64_t n, GpuNumber number,
                       GpuRing ring, bool *done) {
    double *x = a;
    (void)gpu, (void)number, (void)ring;
    for (int64_t k = 0; k < n * n; k++)
        x[k] = 7;
    *done = true;
    return cudaSuccess;
}

cudaError_t gpu_closure(Gpu *gpu, uint64_t *rows, int64_t stride, int64_t n) {
    (void)gpu, (void)rows, (void)stride, (void)n;
    return cudaErrorUnknown;
}

cudaError_t gpu_chain(Gpu *gpu, const int64_t *p, int64_t n, int64_t *m,
                      int64_t *s, int32_t *over) {
    (void)gpu, (void)p, (void)n, (void)m, (void)s, (void)over;
    return cudaErrorUnknown;
}

cudaError_t gpu_sdp(Gpu *gpu, const GpuSdp *p, bool *done) {
    (void)gpu, (void)p, (void)done;
    return cudaErrorUnknown;
}

cudaError_t gpu_knapsack(Gpu *gpu, const int64_t *weight, const int64_t *value,
                         int64_t items, int64_t capacity, GpuItem *room,
                         int64_t *best, uint8_t *chosen, bool *done) {
    (void)gpu, (void)weight, (void)value, (void)items, (void)capacity;
    (void)room, (void)best, (void)chosen, (void)done;
    return cudaErrorUnknown;
}

cudaError_t gpu_subset_sums(Gpu *gpu, uint32_t *marks, int64_t length,
                            const int64_t *weight, int64_t items,
                            int64_t *room) {
    (void)gpu, (void)marks, (void)length, (void)weight, (void)items, (void)room;
    return cudaErrorUnknown;
}

/* ---- Tests ---- */

/* A graph without arcs: its star by the processor is the unit matrix. */
static StarCell graph_of(StarTest *t) {
    const StarDim dim[] = {{1, N}, {1, N}};
    StarCell a = {.array = NULL};
    assert_ok(t,
              star_array_new(&t->be, STAR_ELEM_REAL, 2, dim, NULL, &a.array));
    for (int64_t k = 0; k < N * N; k++)
        a.array->reals[k] = -INFINITY;
    return a;
}

/* True if the k-th call fails. */
static bool fails(int64_t k) {
    const StarCudaOptions options = {.always = true, .fail_at = -1};
    StarTest t;
    fake_open(&t, &options);
    Cuda *cuda = t.be.device;
    assert_ok(&t, cuda_open(cuda));
    cuda->gpu.fail_at = cuda->gpu.calls + k;
    StarCell a = graph_of(&t);
    StarCell arg[] = {{.i = N}, a, {.i = GPU_MAXPLUS}};
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_KLEENE, arg, NULL));
    const bool failed = cuda->failed,
               reached = cuda->gpu.calls > cuda->gpu.fail_at;
    for (int64_t i = 0; i < N * N; i++)
        assert_true(a.array->reals[i] == (!failed            ? 7
                                          : i % (N + 1) == 0 ? 0
                                                             : -INFINITY));
    star_free(&t, a.object);
    fake_close(&t);
    return reached;
}

TEST(an_array_comes_back_as_a_whole) {
    int64_t k = 0;
    while (fails(k))
        k++;
    assert_true(k > 8);
}

/* ---- The choice of a side ---- */

/* The choice for the closure of a graph of `arcs` arcs from each vertex, where
 * the device is not open. */
static CudaChoice choice_for(int64_t n, int64_t arcs) {
    const StarCudaOptions options = {.fail_at = -1};
    StarTest t;
    fake_open(&t, &options);
    Cuda *cuda = t.be.device;
    cuda->cost.rates = cuda_usual;
    StarCell arg[] = {{.i = n}, {.table = star_table_new(&t.be, STAR_UNSIZED)}};
    assert_ok(&t, star_table_shape(&t.be, arg[1].table, n, n, STAR_ROWS));
    const StarImage *image = &arg[1].table->image[STAR_ROWS];
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 1; k <= arcs; k++) {
            const int64_t j = (i + 37 * k) % n;
            image->word[i * image->stride + j / 64] |= UINT64_C(1) << j % 64;
        }
    const CudaChoice choice = cuda_choose(cuda, STAR_PRIM_CLOSURE, arg);
    star_free(&t, arg[1].object);
    fake_close(&t);
    return choice;
}

/* The processor closes a sparse graph by components sooner than a device is
 * opened, but not one with many arcs. */
TEST(a_sparse_graph_stays) {
    enum { VERTICES = 16384 };
    assert_int_equal(choice_for(VERTICES, 0), CUDA_STAYS);
    assert_int_equal(choice_for(VERTICES, 8), CUDA_STAYS);
    assert_int_equal(choice_for(VERTICES, 4000), CUDA_GOES);
}

TEST_MAIN
