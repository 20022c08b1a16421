/* SPDX-License-Identifier: MIT */
#include "peers/bench_graphblas.h"

#include <stddef.h>

#ifdef STAR_GRAPHBLAS

#include <GraphBLAS.h>
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define FUNCTIONS(f)                                                       \
    f(GrB_init) f(GrB_finalize) f(GxB_Global_Option_set) f(GrB_Matrix_new) \
        f(GrB_Matrix_dup) f(GrB_Matrix_free) f(GrB_Matrix_build_BOOL)      \
            f(GrB_Matrix_build_FP32) f(GrB_Matrix_extractTuples_BOOL)      \
                f(GrB_Matrix_extractTuples_FP32) f(GrB_Matrix_nvals)       \
                    f(GrB_Matrix_wait) f(GrB_Matrix_eWiseAdd_BinaryOp)     \
                        f(GrB_mxm)

#define VARIABLES(f)                                                        \
    f(GrB_BOOL) f(GrB_FP32) f(GrB_LOR) f(GrB_MAX_FP32) f(GxB_ANY_PAIR_BOOL) \
        f(GxB_MAX_PLUS_FP32) f(GrB_DESC_RSC)

/* What is used of the library: members have the names of its header. */
struct BenchGraphBLAS {
    void *handle;
#define FUNCTION(name) __typeof__(name) *name;
#define VARIABLE(name) __typeof__(name) *name;
    FUNCTIONS(FUNCTION)
    VARIABLES(VARIABLE)
};

#define STRING(x) #x
#define NAME(major) "libgraphblas.so." STRING(major)

static bool find(void *handle, const char *name, void *to) {
    void *symbol = dlsym(handle, name);
    memcpy(to, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool find_all(BenchGraphBLAS *g) {
#define FIND(name) found &= find(g->handle, #name, &g->name);
    bool found = true;
    FUNCTIONS(FIND)
    VARIABLES(FIND)
    return found && g->GrB_init(GrB_NONBLOCKING) == GrB_SUCCESS;
}

BenchGraphBLAS *bench_graphblas_open(void) {
    BenchGraphBLAS *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->handle = dlopen(NAME(GxB_IMPLEMENTATION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    if (g->handle != NULL && find_all(g))
        return g;
    if (g->handle != NULL)
        dlclose(g->handle);
    free(g);
    return NULL;
}

/* The threads that it has made stay: it is not unloaded. */
void bench_graphblas_close(BenchGraphBLAS *g) {
    if (g != NULL)
        g->GrB_finalize();
    free(g);
}

/* ---- Matrices ---- */

/* Entries of a matrix, or room for them. */
typedef struct Entries {
    GrB_Index count, *row, *column;
    bool *bit;     /* one of these */
    float *number; /* is not NULL */
} Entries;

static void release(Entries *e) {
    free(e->row);
    free(e->column);
    free(e->bit);
    free(e->number);
}

static bool make(Entries *e, int64_t n, bool bits) {
    const size_t most = (size_t)n * (size_t)n;
    *e = (Entries){.row = malloc(most * sizeof *e->row),
                   .column = malloc(most * sizeof *e->column)};
    if (bits)
        e->bit = malloc(most * sizeof *e->bit);
    else
        e->number = malloc(most * sizeof *e->number);
    return e->row != NULL && e->column != NULL &&
           (e->bit != NULL || e->number != NULL);
}

static void add(Entries *e, int64_t i, int64_t j, float number) {
    if (e->bit != NULL)
        e->bit[e->count] = true;
    else
        e->number[e->count] = number;
    e->row[e->count] = (GrB_Index)i;
    e->column[e->count++] = (GrB_Index)j;
}

static GrB_Matrix build(BenchGraphBLAS *g, int threads, int64_t n,
                        const Entries *e) {
    const GrB_Index size = (GrB_Index)n;
    GrB_Matrix a = NULL;
    GrB_Info info;
    g->GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads);
    g->GrB_Matrix_new(&a, e->bit != NULL ? *g->GrB_BOOL : *g->GrB_FP32, size,
                      size);
    info = e->bit != NULL
               ? g->GrB_Matrix_build_BOOL(a, e->row, e->column, e->bit,
                                          e->count, *g->GrB_LOR)
               : g->GrB_Matrix_build_FP32(a, e->row, e->column, e->number,
                                          e->count, *g->GrB_MAX_FP32);
    if (info == GrB_SUCCESS)
        info = g->GrB_Matrix_wait(a, GrB_MATERIALIZE);
    if (info != GrB_SUCCESS)
        g->GrB_Matrix_free(&a);
    return a;
}

/* ---- The closure ---- */

/* F<not C> = F A, C = C or F, until F has nothing. */
static GrB_Info close_up(BenchGraphBLAS *g, GrB_Matrix a, GrB_Matrix *c) {
    GrB_Matrix f = NULL;
    GrB_Index found = 1;
    GrB_Info info = g->GrB_Matrix_dup(c, a);
    if (info == GrB_SUCCESS)
        info = g->GrB_Matrix_dup(&f, a);
    while (info == GrB_SUCCESS && found > 0) {
        info = g->GrB_mxm(f, *c, NULL, *g->GxB_ANY_PAIR_BOOL, f, a,
                          *g->GrB_DESC_RSC);
        if (info == GrB_SUCCESS)
            info = g->GrB_Matrix_eWiseAdd_BinaryOp(*c, NULL, NULL, *g->GrB_LOR,
                                                   *c, f, NULL);
        if (info == GrB_SUCCESS)
            info = g->GrB_Matrix_nvals(&found, f);
    }
    g->GrB_Matrix_free(&f);
    return info == GrB_SUCCESS ? g->GrB_Matrix_wait(*c, GrB_MATERIALIZE) : info;
}

static bool has(const uint64_t *row, GrB_Index j) {
    return row[j / 64] >> j % 64 & 1;
}

/* Whether there are as many entries as ones, each of them a one. */
static bool is_closure(BenchGraphBLAS *g, GrB_Matrix c, Entries *e, int64_t n,
                       int64_t words, const uint64_t *closure) {
    int64_t ones = 0;
    for (int64_t k = 0; k < n * words; k++)
        ones += __builtin_popcountll(closure[k]);
    e->count = (GrB_Index)n * (GrB_Index)n;
    if (g->GrB_Matrix_extractTuples_BOOL(e->row, e->column, e->bit, &e->count,
                                         c) != GrB_SUCCESS ||
        e->count != (GrB_Index)ones)
        return false;
    for (GrB_Index k = 0; k < e->count; k++)
        if (!e->bit[k] ||
            !has(closure + (int64_t)e->row[k] * words, e->column[k]))
            return false;
    return true;
}

double bench_graphblas_closure(BenchGraphBLAS *g, int threads, int64_t n,
                               int64_t words, const uint64_t *arcs,
                               const uint64_t *closure) {
    GrB_Matrix a = NULL, c = NULL;
    Entries e;
    double time = -1;
    if (make(&e, n, true)) {
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++)
                if (has(arcs + i * words, (GrB_Index)j))
                    add(&e, i, j, 0);
        a = build(g, threads, n, &e);
    }
    if (a != NULL) {
        const double start = bench_now();
        const GrB_Info info = close_up(g, a, &c);
        time = bench_now() - start;
        if (info != GrB_SUCCESS || !is_closure(g, c, &e, n, words, closure))
            time = -1;
    }
    g->GrB_Matrix_free(&c);
    g->GrB_Matrix_free(&a);
    release(&e);
    return time;
}

/* ---- The star ---- */

/* The diagonal is 0, so that a power has all shorter paths too. */
static GrB_Info square(BenchGraphBLAS *g, GrB_Matrix a, int64_t n,
                       GrB_Matrix *c) {
    GrB_Info info = g->GrB_Matrix_dup(c, a);
    for (int64_t arcs = 1; arcs < n - 1 && info == GrB_SUCCESS; arcs *= 2)
        info = g->GrB_mxm(*c, NULL, NULL, *g->GxB_MAX_PLUS_FP32, *c, *c, NULL);
    return info == GrB_SUCCESS ? g->GrB_Matrix_wait(*c, GrB_MATERIALIZE) : info;
}

static bool is_star(BenchGraphBLAS *g, GrB_Matrix c, Entries *e, int64_t n,
                    const float *star) {
    GrB_Index paths = 0;
    for (int64_t k = 0; k < n * n; k++)
        paths += star[k] != -INFINITY;
    e->count = (GrB_Index)n * (GrB_Index)n;
    if (g->GrB_Matrix_extractTuples_FP32(e->row, e->column, e->number,
                                         &e->count, c) != GrB_SUCCESS ||
        e->count != paths)
        return false;
    for (GrB_Index k = 0; k < e->count; k++) {
        const float x = star[(int64_t)e->row[k] * n + (int64_t)e->column[k]];
        if (!(fabsf(e->number[k] - x) <= 1e-4f * (1 + fabsf(x))))
            return false;
    }
    return true;
}

double bench_graphblas_star(BenchGraphBLAS *g, int threads, int64_t n,
                            const float *arcs, const float *star) {
    GrB_Matrix a = NULL, c = NULL;
    Entries e;
    double time = -1;
    if (make(&e, n, false)) {
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++)
                if (i == j || arcs[i * n + j] != -INFINITY)
                    add(&e, i, j, i == j ? 0 : arcs[i * n + j]);
        a = build(g, threads, n, &e);
    }
    if (a != NULL) {
        const double start = bench_now();
        const GrB_Info info = square(g, a, n, &c);
        time = bench_now() - start;
        if (info != GrB_SUCCESS || !is_star(g, c, &e, n, star))
            time = -1;
    }
    g->GrB_Matrix_free(&c);
    g->GrB_Matrix_free(&a);
    release(&e);
    return time;
}

#else

BenchGraphBLAS *bench_graphblas_open(void) {
    return NULL;
}

void bench_graphblas_close(BenchGraphBLAS *g) {
    (void)g;
}

double bench_graphblas_closure(BenchGraphBLAS *g, int threads, int64_t n,
                               int64_t words, const uint64_t *arcs,
                               const uint64_t *closure) {
    (void)g, (void)threads, (void)n, (void)words, (void)arcs, (void)closure;
    return -1;
}

double bench_graphblas_star(BenchGraphBLAS *g, int threads, int64_t n,
                            const float *arcs, const float *star) {
    (void)g, (void)threads, (void)n, (void)arcs, (void)star;
    return -1;
}

#endif
