/* The procedures of stdlib/basic.star: finds the operands' places and calls
 * the kernels of basic.cu. */
#include "backend/cuda_internal.h"

#include "kernels/basic.h"

/* The columns of a table to read. */
static cudaError_t columns(Cuda *cuda, StarTable *t, GpuTable *g) {
    return cuda_image(cuda, t, STAR_COLUMNS, STAR_READ, g);
}

/* A line that is written. */
static cudaError_t result(Cuda *cuda, StarLine *line, uint64_t **at) {
    line->first = 0;
    return cuda_line(cuda, line, STAR_OVERWRITE, at);
}

/* ---- Comparison ---- */

typedef enum Side { EQUAL, LESS, GREATER } Side;

/* Rows x of t beside those of f, or beside w. */
static cudaError_t compare(Cuda *cuda, StarTable *t, StarTable *f,
                           const StarLine *w, const StarLine *x, StarLine *z,
                           Side side) {
    GpuTable g, h;
    uint64_t *word = NULL, *in, *out[3] = {NULL, NULL, NULL};
    CUDA_TRY(columns(cuda, t, &g));
    if (f != NULL)
        CUDA_TRY(columns(cuda, f, &h));
    else
        CUDA_TRY(cuda_line(cuda, w, STAR_READ, &word));
    CUDA_TRY(cuda_line(cuda, x, STAR_READ, &in));
    CUDA_TRY(result(cuda, z, &out[side]));
    return gpu_compare(&cuda->gpu, &g, f != NULL ? &h : NULL, word, in,
                       out[EQUAL], out[LESS], out[GREATER]);
}

#define WITH_WORD(name, side)                                              \
    cudaError_t cuda_prim_##name(Cuda *cuda, StarCell *arg,                \
                                 StarStatus *status) {                     \
        (void)status;                                                      \
        return compare(cuda, arg[0].table, NULL, arg[2].line, arg[1].line, \
                       arg[3].line, side);                                 \
    }
WITH_WORD(match, EQUAL)
WITH_WORD(less, LESS)
WITH_WORD(great, GREATER)

#define WITH_TABLE(name, side)                                              \
    cudaError_t cuda_prim_##name(Cuda *cuda, StarCell *arg,                 \
                                 StarStatus *status) {                      \
        (void)status;                                                       \
        return compare(cuda, arg[0].table, arg[1].table, NULL, arg[2].line, \
                       arg[3].line, side);                                  \
    }
WITH_TABLE(hit, EQUAL)
WITH_TABLE(setmin, LESS)
WITH_TABLE(setmax, GREATER)

cudaError_t cuda_prim_gel(Cuda *cuda, StarCell *arg, StarStatus *status) {
    GpuTable t;
    uint64_t *w, *greater, *smaller;
    if (arg[2].line == arg[3].line)
        return cuda_decline(status);
    CUDA_TRY(columns(cuda, arg[0].table, &t));
    CUDA_TRY(cuda_line(cuda, arg[1].line, STAR_READ, &w));
    CUDA_TRY(result(cuda, arg[2].line, &greater));
    CUDA_TRY(result(cuda, arg[3].line, &smaller));
    return gpu_compare(&cuda->gpu, &t, NULL, w, NULL, NULL, smaller, greater);
}

static cudaError_t extreme(Cuda *cuda, StarCell *arg, bool greatest) {
    GpuTable t;
    uint64_t *x, *z;
    CUDA_TRY(columns(cuda, arg[0].table, &t));
    CUDA_TRY(cuda_line(cuda, arg[1].line, STAR_READ, &x));
    CUDA_TRY(result(cuda, arg[2].line, &z));
    return gpu_extreme(&cuda->gpu, cuda->answer, &t, x, greatest, z);
}

cudaError_t cuda_prim_min(Cuda *cuda, StarCell *arg, StarStatus *status) {
    (void)status;
    return extreme(cuda, arg, false);
}

cudaError_t cuda_prim_max(Cuda *cuda, StarCell *arg, StarStatus *status) {
    (void)status;
    return extreme(cuda, arg, true);
}

/* ---- Copying ---- */

cudaError_t cuda_prim_tmerge(Cuda *cuda, StarCell *arg, StarStatus *status) {
    StarTable *to = arg[2].table;
    GpuTable t, f;
    uint64_t *x;
    (void)status;
    if (to == arg[0].table)
        return cudaSuccess;
    CUDA_TRY(columns(cuda, arg[0].table, &f));
    CUDA_TRY(cuda_line(cuda, arg[1].line, STAR_READ, &x));
    CUDA_TRY(cuda_image(cuda, to, STAR_COLUMNS, STAR_CHANGE, &t));
    return gpu_merge(&cuda->gpu, &t, &f, NULL, x, true);
}

static cudaError_t write_word(Cuda *cuda, StarCell *arg, bool keeps) {
    GpuTable t;
    uint64_t *w, *x;
    CUDA_TRY(cuda_line(cuda, arg[0].line, STAR_READ, &w));
    CUDA_TRY(cuda_line(cuda, arg[1].line, STAR_READ, &x));
    CUDA_TRY(cuda_image(cuda, arg[2].table, STAR_COLUMNS,
                        keeps ? STAR_CHANGE : STAR_OVERWRITE, &t));
    return gpu_merge(&cuda->gpu, &t, NULL, w, x, keeps);
}

cudaError_t cuda_prim_wmerge(Cuda *cuda, StarCell *arg, StarStatus *status) {
    (void)status;
    return write_word(cuda, arg, true);
}

cudaError_t cuda_prim_wcopy(Cuda *cuda, StarCell *arg, StarStatus *status) {
    (void)status;
    return write_word(cuda, arg, false);
}

/* ---- Arithmetic ---- */

/* A sum that does not fit is left to the body: an operand that was to be
 * replaced by it is then what it was. */
static cudaError_t add(Cuda *cuda, StarCell *arg, StarTable *other,
                       const StarLine *word, const StarLine *x, bool minus,
                       StarStatus *status) {
    StarTable *to = arg[3].table;
    const bool replaces = to == arg[0].table || to == other;
    GpuTable s, t, f;
    uint64_t *w = NULL, *in;
    int64_t row;
    CUDA_TRY(columns(cuda, arg[0].table, &t));
    if (other != NULL)
        CUDA_TRY(columns(cuda, other, &f));
    else
        CUDA_TRY(cuda_line(cuda, word, STAR_READ, &w));
    CUDA_TRY(cuda_line(cuda, x, STAR_READ, &in));
    if (replaces)
        CUDA_TRY(cuda_image_apart(cuda, to, &s));
    else
        CUDA_TRY(cuda_image(cuda, to, STAR_COLUMNS, STAR_OVERWRITE, &s));
    CUDA_TRY(gpu_add(&cuda->gpu, cuda->answer, &s, &t,
                     other != NULL ? &f : NULL, w, in, minus));
    CUDA_TRY(gpu_answer(&cuda->gpu, &row));
    if (row != 0)
        *status = STAR_DECLINED;
    else if (replaces && star_table_own(cuda->be, to, STAR_COLUMNS) != STAR_OK)
        return cudaErrorMemoryAllocation;
    return cudaSuccess;
}

cudaError_t cuda_prim_addv(Cuda *cuda, StarCell *arg, StarStatus *status) {
    return add(cuda, arg, arg[1].table, NULL, arg[2].line, false, status);
}

cudaError_t cuda_prim_subtv(Cuda *cuda, StarCell *arg, StarStatus *status) {
    return add(cuda, arg, arg[1].table, NULL, arg[2].line, true, status);
}

cudaError_t cuda_prim_addc(Cuda *cuda, StarCell *arg, StarStatus *status) {
    return add(cuda, arg, NULL, arg[1].line, arg[2].line, false, status);
}

cudaError_t cuda_prim_subtc(Cuda *cuda, StarCell *arg, StarStatus *status) {
    return add(cuda, arg, NULL, arg[2].line, arg[1].line, true, status);
}
