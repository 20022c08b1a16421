/* SPDX-License-Identifier: MIT */
/* SUMV and DOTV of stdlib/basic.star: ones counted in columns, or in pairs of
 * columns, each with the weight of its digits.
 *
 *     T      F     X         both in rows X
 *     1 0    1     1         1 0    1
 *     1 1    1     1   ──>   1 1    1     2 NUMB(T1 and F1) + NUMB(T2 and F1)
 *     0 1    0     1         0 1    0
 *     1 1    1     0
 *
 * A tile of each column is read once for STAR_WEIGHTS columns of F. */
#include <stdatomic.h>
#include <string.h>

#include "cpu/cpu.h"
#include "cpu/simd/parallel.h"
#include "values/table.h"

enum { TILE = STAR_TILE };

typedef struct Job Job;

/* The sum over words at..at + n, n at most TILE. */
typedef uint64_t Tile(const Job *job, int64_t at, int64_t n);

struct Job {
    const StarIsa *isa;
    const StarMem *mem;
    Tile *tile;
    const StarImage *t, *f; /* columns */
    const uint64_t *x;
    int64_t t_cols, f_cols, words;
    _Atomic uint64_t sum;
};

static const uint64_t *column(const StarImage *image, int64_t j, int64_t at) {
    return image->word + j * image->stride + at;
}

/* How many of so many columns come first, so that batches follow. */
static int first_batch(int64_t cols) {
    return (int)((cols - 1) % STAR_WEIGHTS) + 1;
}

static uint64_t sum_tile(const Job *job, int64_t at, int64_t n) {
    int batch = first_batch(job->t_cols);
    uint64_t sum = 0;
    for (int64_t j = 0; j < job->t_cols; j += batch, batch = STAR_WEIGHTS)
        sum =
            (sum << batch) + job->isa->weigh(job->x + at, column(job->t, j, at),
                                             job->t->stride, batch, n);
    return sum;
}

static uint64_t product_tile(const Job *job, int64_t at, int64_t n) {
    uint64_t y[STAR_WEIGHTS][TILE], sum = 0;
    int batch = first_batch(job->f_cols);
    for (int64_t k = 0; k < job->f_cols; k += batch, batch = STAR_WEIGHTS) {
        uint64_t part = 0;
        for (int b = 0; b < batch; b++)
            job->isa->and (y[b], job->x + at, column(job->f, k + b, at), n);
        for (int64_t j = 0; j < job->t_cols; j++)
            part = 2 * part +
                   job->isa->weigh(column(job->t, j, at), y[0], TILE, batch, n);
        sum = (sum << batch) + part;
    }
    return sum;
}

static void part(void *context, int number, int parts) {
    Job *job = context;
    const int64_t tiles = (job->words + TILE - 1) / TILE;
    const int64_t end = tiles * (number + 1) / parts;
    uint64_t sum = 0;
    for (int64_t k = tiles * number / parts;
         k < end && star_stopped(job->mem) == STAR_OK; k++) {
        const int64_t at = k * TILE, left = job->words - at;
        sum += job->tile(job, at, left < TILE ? left : TILE);
    }
    atomic_fetch_add(&job->sum, sum);
}

bool star_sum_fits(int64_t rows, int64_t digits) {
    return digits < 63 && rows <= INT64_MAX >> digits;
}

/* *sum := what the tiles make. */
static StarStatus run(StarBackend *be, StarTable *t, Job *job, StarCell *sum) {
    STAR_TRY(star_table_need(be, t, STAR_COLUMNS));
    job->isa = be->isa;
    job->mem = be->mem;
    job->t = &t->image[STAR_COLUMNS];
    job->t_cols = t->cols;
    job->words = star_words(t->rows);
    star_parallel(&be->threads, part, job,
                  job->words * job->t_cols * job->f_cols);
    sum->i = (int64_t)job->sum;
    return STAR_OK;
}

CPU_KERNEL(SUMV) {
    StarTable *t = arg[1].table;
    Job job = {.tile = sum_tile, .f_cols = 1, .x = arg[2].bits->word};
    if (!star_sum_fits(t->rows, t->cols))
        return STAR_DECLINED;
    return run(be, t, &job, arg);
}

CPU_KERNEL(DOTV) {
    StarTable *t = arg[1].table, *f = arg[2].table;
    Job job = {.tile = product_tile,
               .f = &f->image[STAR_COLUMNS],
               .f_cols = f->cols,
               .x = arg[3].bits->word};
    if (!star_sum_fits(t->rows, t->cols + f->cols))
        return STAR_DECLINED;
    STAR_TRY(star_table_need(be, f, STAR_COLUMNS));
    return run(be, t, &job, arg);
}
