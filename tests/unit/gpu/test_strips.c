/* SPDX-License-Identifier: MIT */
/* TCOPY1, TCOPY2, WTRANS, BINARY and VALUE on the device against the CPU's
 * kernels, which other tests hold to the bodies in stdlib/: from tables that
 * are stored as rows, as columns or as both, and on what the device has. */
#include "device.h"

#include "backend/cuda_backend.h"
#include "kernels/search.h"
#include "kernels/strips.h"

/* The device and the processor, with the same random numbers. */
typedef struct Sides {
    StarTest side[2];
} Sides;

static void open_sides(Sides *s) {
    const StarCudaOptions options = {
        .always = true, .required = true, .fail_at = -1};
    for (int b = 0; b < 2; b++) {
        s->side[b] = (StarTest){.seed = 9};
        star_test_open(&s->side[b], STAR_ISA_BEST);
    }
    assert_ok(&s->side[0], star_cuda_attach(&s->side[0].be, &options));
}

static void close_sides(Sides *s) {
    assert_true(star_cuda_calls(&s->side[0].be) > 100);
    star_test_close(&s->side[0]);
    star_test_close(&s->side[1]);
}

/* Runs a primitive on both sides; true unless the kernels decline. */
static bool run(Sides *s, StarPrim prim, StarCell arg[2][4]) {
    StarStatus status[2];
    for (int b = 0; b < 2; b++)
        status[b] = star_prim_run(&s->side[b].be, prim, arg[b], NULL);
    assert_int_equal(status[0], status[1]);
    return status[0] == STAR_OK;
}

static int64_t one_of(StarTest *t, const int64_t *of, int64_t count) {
    return of[star_random(t, count)];
}

static StarTable *table(StarTest *t, int64_t rows, int64_t cols) {
    const Case c = {.rows = rows, .cols = cols, .fill = STAR_FILL_RANDOM};
    return table_of(t, &c);
}

static void same_tables(Sides *s, StarTable *x, StarTable *y) {
    assert_ok(&s->side[0],
              star_object_sync(&s->side[0].be, &x->head, STAR_READ));
    assert_table_equal(&s->side[0], x, &s->side[1], y);
    star_free(&s->side[0], x);
    star_free(&s->side[1], y);
}

/* ---- Strips ---- */

static const int64_t heights[] = {1, 63, 64, 65, 130, 400, 8200};
static const int64_t widths[] = {1, 2, 7, 31, 32, 63, 64, 65, 130};

/* A table of strips, some columns and a strip; strips go to and fro. */
static int exchange(Sides *s) {
    StarTable *all[2], *strip[2];
    int64_t j[4], h = 0;
    int copied = 0;
    for (int b = 0; b < 2; b++) {
        StarTest *t = &s->side[b];
        const int64_t rows = one_of(t, heights, 7);
        const int64_t strips = 1 + star_random(t, 4);
        h = one_of(t, widths, 9);
        all[b] = table(t, rows, strips * h + star_random(t, 3));
        strip[b] = table(t, rows, h + (star_random(t, 8) == 0));
        for (int k = 0; k < 4; k++)
            j[k] = star_random(t, strips + 1) + (star_random(t, 8) > 0);
    }
    for (int k = 0; k < 4; k++) {
        StarCell arg[2][4];
        const bool out = (j[0] + k) % 2 == 0;
        for (int b = 0; b < 2; b++) {
            arg[b][0].table = out ? all[b] : strip[b];
            arg[b][1].i = j[k];
            arg[b][2].i = h;
            arg[b][3].table = out ? strip[b] : all[b];
        }
        copied += run(s, out ? STAR_PRIM_TCOPY1 : STAR_PRIM_TCOPY2, arg);
    }
    same_tables(s, all[0], all[1]);
    same_tables(s, strip[0], strip[1]);
    return copied;
}

TEST(strips) {
    const int cases = gpu_small() ? 40 : 400;
    int copied = 0;
    Sides s;
    open_sides(&s);
    for (int k = 0; k < cases; k++)
        copied += exchange(&s);
    assert_in_range(copied, cases, 4 * cases - 10);
    close_sides(&s);
}

static bool cut(Sides *s) {
    StarBits *w[2];
    StarTable *r[2];
    StarCell arg[2][4];
    for (int b = 0; b < 2; b++) {
        StarTest *t = &s->side[b];
        const int64_t rows = one_of(t, heights, 7), h = one_of(t, widths, 9);
        const int64_t more = star_random(t, 8) == 0;
        w[b] = star_line_random(t, rows * h + more, STAR_FILL_RANDOM);
        r[b] = table(t, rows, h);
        arg[b][0].bits = w[b];
        arg[b][1].i = h;
        arg[b][2].table = r[b];
    }
    const bool done = run(s, STAR_PRIM_WTRANS, arg);
    same_tables(s, r[0], r[1]);
    star_free(&s->side[0], w[0]);
    star_free(&s->side[1], w[1]);
    return done;
}

TEST(words_are_cut) {
    const int cases = gpu_small() ? 40 : 300;
    int done = 0;
    Sides s;
    open_sides(&s);
    for (int k = 0; k < cases; k++)
        done += cut(&s);
    assert_in_range(done, cases / 2, cases - 1);
    close_sides(&s);
}

/* ---- Numbers ---- */

/* BINARY of k, then VALUE of that; some results are there before. */
static bool there_and_back(Sides *s, int64_t k, int64_t c) {
    StarBits *w[2];
    StarCell arg[2][4], back[2][4];
    for (int b = 0; b < 2; b++) {
        w[b] =
            star_bits_new(&s->side[b].be, c % 2 ? STAR_ELASTIC : STAR_UNSIZED);
        if (c % 3 == 1)
            assert_ok(&s->side[b], star_bits_size(&s->side[b].be, w[b], c));
        arg[b][0].bits = back[b][1].bits = w[b];
        arg[b][1].i = k;
        arg[b][2].i = c;
    }
    const bool done = run(s, STAR_PRIM_BINARY, arg);
    if (done) {
        assert_true(run(s, STAR_PRIM_VALUE, back));
        assert_int_equal(back[0][0].i, k);
        assert_int_equal(back[1][0].i, k);
        assert_ok(&s->side[0],
                  star_object_sync(&s->side[0].be, &w[0]->head, STAR_READ));
        assert_line_equal(w[0], w[1]);
    }
    star_free(&s->side[0], w[0]);
    star_free(&s->side[1], w[1]);
    return done;
}

TEST(words_of_numbers) {
    StarTest random = {.seed = 3};
    int done = 0;
    Sides s;
    open_sides(&s);
    for (int64_t c = 0; c <= 200; c += c < 140 ? 1 : 20)
        for (int digits = 0; digits <= 64; digits += 8)
            done += there_and_back(
                &s,
                digits == 0 ? 0
                            : (int64_t)(star_random_bits(&random) >>
                                        (digits == 64 ? 1 : 64 - digits)),
                c);
    assert_true(there_and_back(&s, INT64_MAX, 300001));
    assert_false(there_and_back(&s, -1, 70));
    assert_in_range(done, 800, 1200);
    close_sides(&s);
}

/* VALUE of words of n components, zeros before component `first`. */
TEST(numbers_of_words) {
    int done = 0;
    Sides s;
    open_sides(&s);
    for (int64_t n = 1; n <= 200; n += n < 132 ? 1 : 17)
        for (int64_t first = n > 70 ? n - 70 : 0; first <= n; first += 3) {
            StarCell arg[2][4];
            for (int b = 0; b < 2; b++) {
                StarBits *w = star_line_random(&s.side[b], n, STAR_FILL_RANDOM);
                for (int64_t i = 0; i < first; i++)
                    w->word[i / 64] &= ~(UINT64_C(1) << i % 64);
                arg[b][1].bits = w;
            }
            const bool fits = run(&s, STAR_PRIM_VALUE, arg);
            if (fits)
                assert_int_equal(arg[0][0].i, arg[1][0].i);
            done += fits;
            star_free(&s.side[0], arg[0][1].object);
            star_free(&s.side[1], arg[1][1].object);
        }
    assert_in_range(done, 1500, 2800);
    close_sides(&s);
}

/* ---- Failing calls ---- */

TEST(failing_calls) {
    Device d = {.count = 0};
    device_open(&d);
    Gpu *gpu = &d.gpu;
    const GpuTable t = {lend_room(&d, 140), 2, 70, 70};
    GpuBlock answer = {.at = NULL};
    assert_fails(gpu, gpu_cut_columns(gpu, &t, t.word, 3, 64));
    assert_fails(gpu, gpu_put_strip(gpu, &t, 3, &t, 5));
    assert_fails(gpu, gpu_binary(gpu, t.word, 5, 100));
    assert_fails(gpu, gpu_scalar_result_open(gpu, &answer));
    assert_fails(gpu, gpu_value(gpu, answer, t.word, 70));
    gpu_free(gpu, &answer);
    settle(&d);
    device_close(&d);
}

int main(void) {
    Gpu gpu;
    gpu_test_open(&gpu);
    gpu_close(&gpu);
    return tests_run(NULL, NULL);
}
