/* SPDX-License-Identifier: MIT */
/* Table images on the device against the reference kernels. */
#include "device.h"

#include "kernels/bitwise.h"
#include "kernels/tables.h"

static Device device;

/* ---- Kernels ---- */

typedef struct Image {
    uint64_t *word;
    int64_t stride, lines, length;
} Image;

/* A valid image, the columns rather than the rows, on the device. */
static Image lend_image(StarTable *t, int *dir) {
    *dir = t->image[STAR_COLUMNS].valid ? STAR_COLUMNS : STAR_ROWS;
    const StarImage *image = &t->image[*dir];
    const int64_t lines = star_table_vectors(t, *dir);
    return (Image){lend(&device, image->word, lines * image->stride),
                   image->stride, lines, star_table_length(t, *dir)};
}

/* The downloaded image is the table. */
static StarStatus fetch_image(StarBackend *be, StarTable *t, int dir,
                              const Image *from) {
    assert_int_equal(star_table_own(be, t, dir), STAR_OK);
    from_device(&device, t->image[dir].word, from->word,
                from->lines * from->stride);
    return settle(&device);
}

static StarStatus read_line(StarCell *arg, int dir) {
    int stored;
    const Image x = lend_image(arg[2].table, &stored);
    StarBits *z = arg[0].bits;
    uint64_t *at = lend_room(&device, star_words(z->length));
    const int64_t i = arg[1].i - 1;
    if (stored == dir)
        assert_gpu(&device, gpu_bits(&device.gpu, STAR_FUSE_OPERAND, at,
                                     x.word + i * x.stride, NULL, x.length));
    else
        assert_gpu(&device,
                   gpu_gather(&device.gpu, at, x.word, x.stride, x.lines, i));
    fetch_line(&device, z, at);
    return settle(&device);
}

static StarStatus write_line(StarBackend *be, StarCell *arg, int dir) {
    int stored;
    const Image x = lend_image(arg[0].table, &stored);
    const uint64_t *y = lend_line(&device, arg[2].bits);
    const int64_t i = arg[1].i - 1;
    if (stored == dir)
        assert_gpu(&device, gpu_bits(&device.gpu, STAR_FUSE_OPERAND,
                                     x.word + i * x.stride, y, NULL, x.length));
    else
        assert_gpu(&device,
                   gpu_scatter(&device.gpu, x.word, x.stride, x.lines, i, y));
    return fetch_image(be, arg[0].table, stored, &x);
}

static StarStatus row(StarBackend *be, StarCell *arg) {
    (void)be;
    return read_line(arg, STAR_ROWS);
}

static StarStatus col(StarBackend *be, StarCell *arg) {
    (void)be;
    return read_line(arg, STAR_COLUMNS);
}

static StarStatus setrow(StarBackend *be, StarCell *arg) {
    return write_line(be, arg, STAR_ROWS);
}

static StarStatus setcol(StarBackend *be, StarCell *arg) {
    return write_line(be, arg, STAR_COLUMNS);
}

/* A result's image, before it is written. */
static Image result(StarBackend *be, StarTable *t, int dir) {
    assert_int_equal(star_table_fresh(be, t, dir), STAR_OK);
    const StarImage *image = &t->image[dir];
    const int64_t lines = star_table_vectors(t, dir);
    Image z = {.stride = image->stride,
               .lines = lines,
               .length = star_table_length(t, dir)};
    z.word = lend_room(&device, lines * image->stride);
    return z;
}

/* Not in place: the table's other image is lost. */
static bool is_in_place(const StarCell *arg, int operand) {
    return arg[0].table == arg[operand].table;
}

/* The copy is the other image; the words behind its vectors are 0. */
static StarStatus tcopy(StarBackend *be, StarCell *arg) {
    int dir;
    if (is_in_place(arg, 1))
        return STAR_OK;
    const Image x = lend_image(arg[1].table, &dir);
    const Image z = result(be, arg[0].table, !dir);
    const int64_t words = z.lines * z.stride;
    assert_gpu(&device, gpu_fill(&device.gpu, z.word, 0, 64 * words));
    assert_gpu(&device, gpu_transpose(&device.gpu, z.word, z.stride, x.word,
                                      x.stride, x.lines, x.length));
    return fetch_image(be, arg[0].table, !dir, &z);
}

static StarStatus adj(StarBackend *be, StarCell *arg) {
    int dir;
    const Image x = lend_image(arg[2].table, &dir);
    const uint64_t *y = lend_line(&device, arg[1].bits);
    const Image z = result(be, arg[0].table, dir);
    assert_gpu(&device,
               gpu_fill(&device.gpu, z.word, 0, 64 * z.lines * z.stride));
    if (dir == STAR_ROWS) {
        assert_gpu(&device, gpu_adjoin(&device.gpu, z.word, z.stride, y, x.word,
                                       x.stride, x.lines, x.length));
    } else {
        assert_gpu(&device,
                   gpu_copy(&device.gpu, z.word, y, star_words(z.length), 1));
        assert_gpu(&device, gpu_copy(&device.gpu, z.word + z.stride, x.word,
                                     x.stride, x.lines));
    }
    return fetch_image(be, arg[0].table, dir, &z);
}

static StarKernel *const kernel[STAR_PRIM_COUNT] = {
    [STAR_PRIM_ROW] = row,       [STAR_PRIM_COL] = col,
    [STAR_PRIM_SETROW] = setrow, [STAR_PRIM_SETCOL] = setcol,
    [STAR_PRIM_TCOPY] = tcopy,   [STAR_PRIM_ADJ] = adj,
};

/* ---- Tests ---- */

TEST(test_primitives) {
    static const int64_t sides[] = {0,  1,   31,  32,  33,  63,  64,
                                    65, 255, 257, 511, 512, 513, 1025};
    enum { SIDES = sizeof sides / sizeof *sides };
    StarTest t, reference;
    walk_open(&t, &reference, kernel);
    for (int p = 0; p < STAR_PRIM_COUNT; p++)
        for (int i = 0; i < SIDES; i++)
            for (int j = 0; j < SIDES; j++)
                if (kernel[p] != NULL && gpu_takes(0, 0))
                    walk_size(&t, &reference, (StarPrim)p, 1, sides[i],
                              sides[j]);
    walk_close(&t, &reference);
}

/* Tables of few columns or rows have tiles of their own. */
TEST(test_thin) {
    static const int64_t high[] = {4095, 4096, 4097, 9000}, low[] = {1, 33, 64};
    StarTest t, reference;
    walk_open(&t, &reference, kernel);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) {
            walk_size(&t, &reference, STAR_PRIM_TCOPY, 1, high[i], low[j]);
            walk_size(&t, &reference, STAR_PRIM_TCOPY, 1, low[j], high[i]);
        }
    walk_close(&t, &reference);
}

/* The last column of such a table is `right`. */
static void huge_columns(uint64_t *x, int64_t stride, int64_t lines,
                         const uint64_t *right, int64_t length) {
    Gpu *gpu = &device.gpu;
    const int64_t words = star_words(lines);
    uint64_t *y = lend_room(&device, words), *zero = lend_room(&device, words);
    uint64_t *wide = lend_room(&device, lines * stride);
    uint64_t *got = malloc((size_t)words * sizeof *got);
    assert_non_null(got);
    assert_gpu(&device, gpu_fill(gpu, zero, 0, lines));
    assert_gpu(&device, gpu_gather(gpu, y, x, stride, lines, length - 1));
    from_device(&device, got, y, words);
    assert_memory_equal(got, right, (size_t)words * 8);
    assert_gpu(&device,
               gpu_adjoin(gpu, wide, stride, zero, x, stride, lines, length));
    assert_gpu(&device, gpu_gather(gpu, y, wide, stride, lines, length));
    from_device(&device, got, y, words);
    assert_memory_equal(got, right, (size_t)words * 8);
    assert_gpu(&device, gpu_scatter(gpu, x, stride, lines, length - 1, zero));
    assert_gpu(&device, gpu_gather(gpu, y, x, stride, lines, length - 1));
    from_device(&device, got, y, words);
    for (int64_t k = 0; k < words; k++)
        assert_int_equal(got[k], 0);
    free(got);
}

/* More than 2^31 components, a few of which are 1. */
TEST(test_huge) {
    if (gpu_small())
        return;
    const int64_t lines = 70000, length = 33000;
    const int64_t z_stride = star_words(lines), x_stride = star_words(length);
    uint64_t *x = calloc((size_t)(lines * x_stride), sizeof *x);
    uint64_t *z = calloc((size_t)(length * z_stride), sizeof *z);
    uint64_t seed = 5;
    assert_true(x != NULL && z != NULL);
    for (int k = 0; k < 1000; k++) {
        const int64_t i = (int64_t)(gpu_random(&seed) % (uint64_t)lines);
        const int64_t j =
            length - 1 -
            (int64_t)(gpu_random(&seed) % (uint64_t)length) * (k % 2);
        x[i * x_stride + j / 64] |= UINT64_C(1) << j % 64;
        z[j * z_stride + i / 64] |= UINT64_C(1) << i % 64;
    }
    uint64_t *x_at = lend(&device, x, lines * x_stride);
    uint64_t *z_at = lend_room(&device, length * z_stride);
    uint64_t *got = malloc((size_t)(length * z_stride) * sizeof *got);
    assert_non_null(got);
    assert_gpu(&device, gpu_transpose(&device.gpu, z_at, z_stride, x_at,
                                      x_stride, lines, length));
    from_device(&device, got, z_at, length * z_stride);
    assert_int_equal(memcmp(got, z, (size_t)(length * z_stride) * 8), 0);
    huge_columns(x_at, x_stride, lines, z + (length - 1) * z_stride, length);
    settle(&device);
    free(x);
    free(z);
    free(got);
}

TEST(test_failing_calls) {
    Gpu *gpu = &device.gpu;
    uint64_t *x = lend_room(&device, 64), *z = lend_room(&device, 64);
    assert_fails(gpu, gpu_gather(gpu, z, x, 1, 64, 3));
    assert_fails(gpu, gpu_scatter(gpu, x, 1, 64, 3, z));
    assert_fails(gpu, gpu_transpose(gpu, z, 1, x, 1, 64, 64));
    assert_fails(gpu, gpu_copy(gpu, z, x, 64, 1));
    assert_fails(gpu, gpu_adjoin(gpu, z, 1, x, x, 1, 10, 10));
    settle(&device);
}

int main(void) {
    device_open(&device);
    const int failed = tests_run(NULL, NULL);
    device_close(&device);
    return failed;
}
