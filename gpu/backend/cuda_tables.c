/* SPDX-License-Identifier: MIT */
/* Tables on the device: their images, and the primitives on them. */
#include "backend/cuda_internal.h"

#include "kernels/tables.h"

/* ---- Images ---- */

int cuda_direction(const Cuda *cuda, const StarTable *t) {
    const StarImage *image = t->image;
    if (image[STAR_ROWS].valid && image[STAR_COLUMNS].valid)
        return cuda_is_resident(cuda, image[STAR_ROWS].word) ? STAR_ROWS
                                                             : STAR_COLUMNS;
    return image[STAR_ROWS].valid ? STAR_ROWS : STAR_COLUMNS;
}

static GpuTable view(const StarTable *t, int dir, uint64_t *word) {
    return (GpuTable){word, t->image[dir].stride, t->rows, t->cols};
}

/* Prepares image `dir` for an access. A failure is one of the host's memory,
 * unless a dirty copy cannot be downloaded. */
static cudaError_t ready(Cuda *cuda, StarTable *t, int dir, StarAccess access) {
    StarBackend *be = cuda->be;
    cuda->overwrites = access == STAR_OVERWRITE;
    const StarStatus status = access == STAR_READ ? star_table_need(be, t, dir)
                              : access == STAR_CHANGE
                                  ? star_table_own(be, t, dir)
                                  : star_table_fresh(be, t, dir);
    cuda->overwrites = false;
    if (status == STAR_OK)
        return cudaSuccess;
    cuda->refused = status != STAR_DEVICE;
    return cudaErrorMemoryAllocation;
}

cudaError_t cuda_image(Cuda *cuda, StarTable *t, int dir, StarAccess access,
                       GpuTable *image) {
    uint64_t *word;
    cuda->images = true;
    const cudaError_t error = ready(cuda, t, dir, access);
    cuda->images = false;
    CUDA_TRY(error);
    CUDA_TRY(cuda_use(cuda, t->image[dir].word, cuda_image_words(t, dir),
                      cuda_image_vector(t, dir), access, &word));
    *image = view(t, dir, word);
    return access == STAR_OVERWRITE ? cuda_clean(cuda, t->image[dir].word)
                                    : cudaSuccess;
}

cudaError_t cuda_image_apart(Cuda *cuda, StarTable *t, GpuTable *image) {
    uint64_t *word;
    CUDA_TRY(ready(cuda, t, STAR_COLUMNS, STAR_READ));
    CUDA_TRY(cuda_apart(cuda, t->image[STAR_COLUMNS].word,
                        cuda_image_words(t, STAR_COLUMNS),
                        cuda_image_vector(t, STAR_COLUMNS), &word));
    *image = view(t, STAR_COLUMNS, word);
    return cuda_clean(cuda, t->image[STAR_COLUMNS].word);
}

/* Transposes on the device if one of its kernels needs the image and the
 * other image is resident. */
StarStatus cuda_transpose(StarBackend *be, StarTable *t, int dir) {
    Cuda *cuda = be->device;
    const StarImage *from = &t->image[!dir], *to = &t->image[dir];
    uint64_t *x, *z;
    if (cuda->images && cuda_is_resident(cuda, from->word)) {
        const int writes = cuda->memory.writes;
        cudaError_t error =
            cuda_use(cuda, from->word, cuda_image_words(t, !dir),
                     cuda_image_vector(t, !dir), STAR_READ, &x);
        if (error == cudaSuccess)
            error = cuda_use(cuda, to->word, cuda_image_words(t, dir),
                             cuda_image_vector(t, dir), STAR_OVERWRITE, &z);
        if (error == cudaSuccess)
            error = cuda_clean(cuda, to->word);
        if (error == cudaSuccess)
            error = gpu_transpose(&cuda->gpu, z, to->stride, x, from->stride,
                                  star_table_vectors(t, !dir),
                                  star_table_length(t, !dir));
        if (error == cudaSuccess)
            cuda_settle(cuda);
        cuda->memory.writes = writes;
        if (error == cudaSuccess)
            return STAR_OK;
    }
    STAR_TRY(be->ops.sync_to_host(be, from->word, STAR_READ));
    STAR_TRY(be->ops.sync_to_host(be, to->word, STAR_OVERWRITE));
    return cuda->overlay.ops.transpose(be, t, dir);
}

/* ---- Rows and columns ---- */

/* bits := vector `index`, from 0, of image `dir`: copied from that image if
 * it is valid, else gathered from the other. */
static cudaError_t read_vector(Cuda *cuda, StarTable *t, int dir, int64_t index,
                               StarBits *bits) {
    const bool along = t->image[dir].valid;
    uint64_t *z;
    GpuTable g;
    CUDA_TRY(cuda_image(cuda, t, along ? dir : !dir, STAR_READ, &g));
    CUDA_TRY(cuda_bits_sync(cuda, bits, STAR_OVERWRITE, &z));
    bits->first = 0;
    if (along)
        return gpu_copy(&cuda->gpu, z, g.word + index * g.stride,
                        star_words(bits->length), 1);
    return gpu_gather(&cuda->gpu, z, g.word, g.stride,
                      star_table_vectors(t, !dir), index);
}

static cudaError_t write_vector(Cuda *cuda, StarTable *t, int dir,
                                int64_t index, const StarBits *bits) {
    const int to = t->image[dir].valid ? dir : !dir;
    uint64_t *x;
    GpuTable g;
    CUDA_TRY(cuda_bits_sync(cuda, bits, STAR_READ, &x));
    CUDA_TRY(cuda_image(cuda, t, to, STAR_CHANGE, &g));
    if (to == dir)
        return gpu_copy(&cuda->gpu, g.word + index * g.stride, x,
                        star_words(bits->length), 1);
    return gpu_scatter(&cuda->gpu, g.word, g.stride,
                       star_table_vectors(t, !dir), index, x);
}

CUDA_CALL(row,
          read_vector(cuda, arg[2].table, STAR_ROWS, arg[1].i - 1, arg[0].bits))
CUDA_CALL(col, read_vector(cuda, arg[2].table, STAR_COLUMNS, arg[1].i - 1,
                           arg[0].bits))
CUDA_CALL(setrow, write_vector(cuda, arg[0].table, STAR_ROWS, arg[1].i - 1,
                               arg[2].bits))
CUDA_CALL(setcol, write_vector(cuda, arg[0].table, STAR_COLUMNS, arg[1].i - 1,
                               arg[2].bits))

/* ---- Whole tables ---- */

CUDA_PRIM(tcopy) {
    StarTable *to = arg[0].table, *from = arg[1].table;
    const int dir = cuda_direction(cuda, from);
    GpuTable z, x;
    if (to == from)
        return cudaSuccess;
    CUDA_TRY(cuda_image(cuda, from, dir, STAR_READ, &x));
    CUDA_TRY(cuda_image(cuda, to, dir, STAR_OVERWRITE, &z));
    star_table_mark_as(to, from);
    return gpu_copy(&cuda->gpu, z.word, x.word, cuda_image_vector(from, dir),
                    cuda_image_vectors(from, dir));
}

/* As columns, copies the slice and then the table; as rows, every row is
 * shifted. */
CUDA_PRIM(adj) {
    StarTable *to = arg[0].table, *from = arg[2].table;
    const int dir = cuda_direction(cuda, from);
    const int64_t words = star_words(to->rows);
    GpuTable z, x;
    uint64_t *y;
    CUDA_TRY(cuda_bits_sync(cuda, arg[1].bits, STAR_READ, &y));
    CUDA_TRY(cuda_image(cuda, from, dir, STAR_READ, &x));
    CUDA_TRY(cuda_image(cuda, to, dir, STAR_OVERWRITE, &z));
    if (dir == STAR_ROWS)
        return gpu_adjoin(&cuda->gpu, z.word, z.stride, y, x.word, x.stride,
                          from->rows, from->cols);
    CUDA_TRY(gpu_copy(&cuda->gpu, z.word, y, words, 1));
    return gpu_copy(&cuda->gpu, z.word + z.stride, x.word, x.stride,
                    from->cols);
}
