/* SPDX-License-Identifier: MIT */
/* SUMV and DOTV of stdlib/basic.star: ones counted in columns, or in pairs of
 * them, each with the weight of its digits. The rows that take part are a
 * table's only column in SUMV:
 *
 *     T      F     X         both rows X
 *     1 0    1     1         1 0    1
 *     1 1    1     1   ──>   1 1    1     4 NUMB(X and T1 and F1) + ...
 *     0 1    0     1         0 1    0
 *     1 1    1     0
 *
 * A tile of all columns stays in the second cache. */
#include <stdatomic.h>

#include "cpu/cpu.h"
#include "cpu/parallel.h"
#include "values/table.h"

enum { TILE = 512 };

typedef struct Job {
    const StarIsa *isa;
    const StarMem *mem;
    const uint64_t *t, *f, *x; /* columns, the first ones */
    int64_t t_stride, f_stride, t_cols, f_cols, words;
    _Atomic uint64_t sum;
} Job;

static uint64_t tile(const Job *job, int64_t at, int64_t n) {
    const uint64_t one = 1;
    uint64_t y[TILE], sum = 0;
    for (int64_t k = 0; k < job->f_cols; k++) {
        uint64_t of_k = 0;
        job->isa->and (y, job->x + at, job->f + k * job->f_stride + at, n);
        for (int64_t j = 0; j < job->t_cols; j++)
            of_k = 2 * of_k +
                   (uint64_t)job->isa->count_vectors(
                       job->t + j * job->t_stride + at, 0, &one, 1, y, n);
        sum = 2 * sum + of_k;
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
        sum += tile(job, at, left < TILE ? left : TILE);
    }
    atomic_fetch_add(&job->sum, sum);
}

bool star_sum_fits(int64_t rows, int64_t digits) {
    return digits < 63 && rows <= INT64_MAX >> digits;
}

/* *sum := that of the products of the numbers in rows x. */
static StarStatus run(StarBackend *be, StarTable *t, Job *job, StarCell *sum) {
    STAR_TRY(star_table_need(be, t, STAR_COLUMNS));
    job->isa = be->isa;
    job->mem = be->mem;
    job->t = t->image[STAR_COLUMNS].word;
    job->t_stride = t->image[STAR_COLUMNS].stride;
    job->t_cols = t->cols;
    job->words = star_words(t->rows);
    star_parallel(be, part, job, job->words * job->t_cols * job->f_cols);
    sum->i = (int64_t)job->sum;
    return STAR_OK;
}

StarStatus star_native_sumv(StarBackend *be, StarCell *arg) {
    StarTable *t = arg[1].table;
    const uint64_t *x = arg[2].bits->word;
    Job job = {.f = x, .f_cols = 1, .x = x};
    if (!star_sum_fits(t->rows, t->cols))
        return STAR_DECLINED;
    return run(be, t, &job, arg);
}

StarStatus star_native_dotv(StarBackend *be, StarCell *arg) {
    StarTable *t = arg[1].table, *f = arg[2].table;
    Job job = {.f_cols = f->cols, .x = arg[3].bits->word};
    if (!star_sum_fits(t->rows, t->cols + f->cols))
        return STAR_DECLINED;
    STAR_TRY(star_table_need(be, f, STAR_COLUMNS));
    job.f = f->image[STAR_COLUMNS].word;
    job.f_stride = f->image[STAR_COLUMNS].stride;
    return run(be, t, &job, arg);
}
