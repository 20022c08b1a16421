/* SPDX-License-Identifier: MIT */
/* Kernels for the procedures of stdlib/basic.star, whose bodies define them:
 * one pass over the columns, a tile of rows after the other, which stays in
 * the first cache. A row's result depends on that row alone, but for MIN and
 * MAX, so threads share the rows, and a result may be an operand too. */
#include <stdatomic.h>
#include <string.h>

#include "cpu/bit_copy.h"
#include "cpu/cpu.h"
#include "values/table.h"
#include "cpu/simd/parallel.h"

/* A tile is TILE words of each column, or LONG_TILE for kernels with at most
 * one bit vector of scratch memory. */
enum { TILE = 512, LONG_TILE = 2048 };

typedef struct Job Job;

/* Does words at..at + n of a job, n at most its `tile_words`. */
typedef void Tile(Job *job, int64_t at, int64_t n);

struct Job {
    const StarIsa *isa;
    const StarMem *mem;
    Tile *tile;
    const StarImage *t, *f; /* columns of the tables that are read */
    const StarImage *s;     /* and of the one that is written */
    const uint64_t *x, *w;
    uint64_t *z, *y;
    int64_t cols, words, tile_words;
    bool greater; /* selects the rows that are greater, not those less */
    StarAdder *adder;
    _Atomic bool some; /* a row stays, or a sum does not fit */
};

static const uint64_t *column(const StarImage *image, int64_t j, int64_t at) {
    return image->word + j * image->stride + at;
}

static uint64_t *target(const Job *job, int64_t j, int64_t at) {
    return job->s->word + j * job->s->stride + at;
}

static bool bit(const uint64_t *w, int64_t j) {
    return w[j / 64] >> j % 64 & 1;
}

static void part(void *context, int number, int parts) {
    Job *job = context;
    const int64_t cache_lines = (job->words + 7) / 8;
    const int64_t first = cache_lines * number / parts * 8;
    const int64_t end = cache_lines * (number + 1) / parts * 8;
    const int64_t last = end < job->words ? end : job->words;
    for (int64_t at = first; at < last && star_stopped(job->mem) == STAR_OK;
         at += job->tile_words)
        job->tile(job, at,
                  last - at < job->tile_words ? last - at : job->tile_words);
}

static void run(StarBackend *be, Job *job, Tile *tile) {
    job->isa = be->isa;
    job->mem = be->mem;
    if (job->tile_words == 0)
        job->tile_words = TILE;
    job->tile = tile;
    star_parallel(&be->threads, part, job, job->words * job->cols);
}

static StarStatus read_columns(StarBackend *be, StarTable *t, Job *job,
                               const StarImage **image) {
    STAR_TRY(star_table_need(be, t, STAR_COLUMNS));
    *image = &t->image[STAR_COLUMNS];
    job->cols = t->cols;
    job->words = star_words(t->rows);
    return STAR_OK;
}

/* ---- Comparison with a word ---- */

static void match_tile(Job *job, int64_t at, int64_t n) {
    job->isa->match(job->z + at, job->x + at, column(job->t, 0, at),
                    job->t->stride, job->cols, job->w, n);
}

CPU_KERNEL(MATCH) {
    StarBits *z = arg[3].bits;
    Job job = {.x = arg[1].bits->word,
               .w = arg[2].bits->word,
               .z = z->word,
               .tile_words = LONG_TILE};
    STAR_TRY(read_columns(be, arg[0].table, &job, &job.t));
    run(be, &job, match_tile);
    z->first = 0;
    return STAR_OK;
}

/* The rows on one side of w go to z, those on the other to y, if it is wanted.
 */
static void compare_tile(Job *job, int64_t at, int64_t n) {
    const StarIsa *isa = job->isa;
    uint64_t equal[TILE], side[TILE];
    isa->copy(equal, job->x + at, n);
    memset(side, 0, (size_t)n * sizeof *side);
    isa->order(side, equal, column(job->t, 0, at), job->t->stride, job->cols,
               job->w, n, job->greater);
    if (job->y != NULL) {
        isa->andn(equal, job->x + at, equal, n);
        isa->andn(job->y + at, equal, side, n);
    }
    isa->copy(job->z + at, side, n);
}

/* The columns up to the last one where a row may become greater than w, that
 * of its last 0, or less, that of its last 1. */
static int64_t decisive(const uint64_t *w, int64_t cols, bool greater) {
    while (cols > 0 && bit(w, cols - 1) == greater)
        cols--;
    return cols;
}

static StarStatus compare(StarBackend *be, StarCell *arg, bool greater) {
    StarBits *z = arg[3].bits;
    Job job = {.x = arg[1].bits->word,
               .w = arg[2].bits->word,
               .z = z->word,
               .greater = greater};
    STAR_TRY(read_columns(be, arg[0].table, &job, &job.t));
    job.cols = decisive(job.w, job.cols, greater);
    run(be, &job, compare_tile);
    z->first = 0;
    return STAR_OK;
}

CPU_CALL(LESS, compare(be, arg, false))
CPU_CALL(GREAT, compare(be, arg, true))

/* All rows take part: X begins as ones. */
CPU_KERNEL(GEL) {
    StarBits *x = arg[2].bits, *y = arg[3].bits;
    Job job = {.x = x->word,
               .w = arg[1].bits->word,
               .z = x->word,
               .y = y->word,
               .greater = true};
    if (x == y)
        return STAR_DECLINED;
    STAR_TRY(read_columns(be, arg[0].table, &job, &job.t));
    if (job.words > 0) {
        memset(x->word, 0xff, (size_t)job.words * sizeof *x->word);
        x->word[job.words - 1] = star_last_mask(x->length);
    }
    run(be, &job, compare_tile);
    x->first = y->first = 0;
    return STAR_OK;
}

/* ---- Comparison row by row ---- */

static void rows_tile(Job *job, int64_t at, int64_t n) {
    const StarIsa *isa = job->isa;
    uint64_t equal[TILE], side[TILE];
    bool some = true;
    isa->copy(equal, job->x + at, n);
    memset(side, 0, (size_t)n * sizeof *side);
    for (int64_t j = 0; j < job->cols && some; j++)
        some = isa->below(side, equal, column(job->t, j, at),
                          column(job->f, j, at), n);
    isa->copy(job->z + at, side, n);
}

static void hit_tile(Job *job, int64_t at, int64_t n) {
    const StarIsa *isa = job->isa;
    uint64_t differs[TILE], *z = job->z + at;
    isa->copy(z, job->x + at, n);
    for (int64_t j = 0; j < job->cols && isa->find(z, 0, n) < n; j++) {
        isa->xor (differs, column(job->t, j, at), column(job->f, j, at), n);
        isa->andn(z, z, differs, n);
    }
}

/* z: the rows of x where t is less than f, or as the tile has it. */
static StarStatus rows(StarBackend *be, StarTable *t, StarTable *f,
                       const StarCell *arg, Tile *tile) {
    StarBits *z = arg[3].bits;
    Job job = {.x = arg[2].bits->word, .z = z->word};
    STAR_TRY(read_columns(be, f, &job, &job.f));
    STAR_TRY(read_columns(be, t, &job, &job.t));
    run(be, &job, tile);
    z->first = 0;
    return STAR_OK;
}

CPU_CALL(SETMIN, rows(be, arg[0].table, arg[1].table, arg, rows_tile))
CPU_CALL(SETMAX, rows(be, arg[1].table, arg[0].table, arg, rows_tile))
CPU_CALL(HIT, rows(be, arg[0].table, arg[1].table, arg, hit_tile))

/* ---- The minimal and maximal rows ---- */

/* Sets `some` if a row of z stays active by this column. */
static void any_tile(Job *job, int64_t at, int64_t n) {
    uint64_t stays[TILE];
    if (atomic_load_explicit(&job->some, memory_order_relaxed))
        return;
    (job->greater ? job->isa->and : job->isa->andn)(stays, job->z + at,
                                                    column(job->t, 0, at), n);
    if (job->isa->find(stays, 0, n) < n)
        atomic_store_explicit(&job->some, true, memory_order_relaxed);
}

static StarStatus extreme(StarBackend *be, StarCell *arg, bool greater) {
    StarBits *x = arg[1].bits, *z = arg[2].bits;
    Job job = {.z = z->word, .greater = greater};
    const StarImage *t;
    STAR_TRY(read_columns(be, arg[0].table, &job, &t));
    const int64_t cols = job.cols;
    be->isa->copy(z->word, x->word, job.words);
    z->first = 0;
    job.cols = 1;
    for (int64_t j = 0; j < cols; j++) {
        StarImage one = *t;
        one.word += j * t->stride;
        job.t = &one;
        job.some = false;
        run(be, &job, any_tile);
        if (job.some)
            star_parallel_bits(be, greater ? STAR_FUSE_AND : STAR_FUSE_ANDN,
                               z->word, z->word, one.word, job.words);
    }
    return STAR_OK;
}

CPU_CALL(MIN, extreme(be, arg, false))
CPU_CALL(MAX, extreme(be, arg, true))

/* ---- Copying ---- */

static void tmerge_tile(Job *job, int64_t at, int64_t n) {
    for (int64_t j = 0; j < job->cols; j++)
        job->isa->merge(target(job, j, at), column(job->t, j, at), job->x + at,
                        n);
}

CPU_KERNEL(TMERGE) {
    StarTable *f = arg[2].table;
    Job job = {.x = arg[1].bits->word, .s = &f->image[STAR_COLUMNS]};
    if (f == arg[0].table)
        return STAR_OK;
    STAR_TRY(read_columns(be, arg[0].table, &job, &job.t));
    STAR_TRY(star_table_own(be, f, STAR_COLUMNS));
    run(be, &job, tmerge_tile);
    return STAR_OK;
}

static void wmerge_tile(Job *job, int64_t at, int64_t n) {
    for (int64_t j = 0; j < job->cols; j++) {
        uint64_t *to = target(job, j, at);
        (bit(job->w, j) ? job->isa->or : job->isa->andn)(to, to, job->x + at,
                                                         n);
    }
}

static void wcopy_tile(Job *job, int64_t at, int64_t n) {
    for (int64_t j = 0; j < job->cols; j++)
        if (bit(job->w, j))
            job->isa->copy(target(job, j, at), job->x + at, n);
        else
            memset(target(job, j, at), 0, (size_t)n * sizeof *job->x);
}

static void write_word(StarBackend *be, StarCell *arg, Tile *tile) {
    const StarTable *f = arg[2].table;
    Job job = {.x = arg[1].bits->word,
               .w = arg[0].bits->word,
               .s = &f->image[STAR_COLUMNS],
               .cols = f->cols,
               .words = star_words(f->rows)};
    run(be, &job, tile);
}

CPU_KERNEL(WMERGE) {
    STAR_TRY(star_table_own(be, arg[2].table, STAR_COLUMNS));
    write_word(be, arg, wmerge_tile);
    return STAR_OK;
}

CPU_KERNEL(WCOPY) {
    STAR_TRY(star_table_fresh(be, arg[2].table, STAR_COLUMNS));
    write_word(be, arg, wcopy_tile);
    return STAR_OK;
}

CPU_KERNEL(TCOPY1) {
    StarTable *t = arg[0].table, *f = arg[3].table;
    const int64_t j = arg[1].i, h = arg[2].i;
    if (t == f || h != f->cols || !star_has_strip(j, h, t->cols))
        return STAR_DECLINED;
    STAR_TRY(star_table_fresh(be, f, STAR_COLUMNS));
    for (int64_t i = 0; i < h; i++)
        STAR_TRY(star_table_read(be, t, STAR_COLUMNS, (j - 1) * h + i,
                                 star_table_vector(be, f, STAR_COLUMNS, i)));
    return STAR_OK;
}

CPU_KERNEL(TCOPY2) {
    StarTable *t = arg[0].table, *f = arg[3].table;
    const int64_t j = arg[1].i, h = arg[2].i;
    if (t == f || h > t->cols || !star_has_strip(j, h, f->cols))
        return STAR_DECLINED;
    STAR_TRY(star_table_need(be, t, STAR_COLUMNS));
    for (int64_t i = 0; i < h; i++)
        STAR_TRY(star_table_write(be, f, STAR_COLUMNS, (j - 1) * h + i,
                                  star_table_vector(be, t, STAR_COLUMNS, i)));
    return STAR_OK;
}

CPU_KERNEL(WTRANS) {
    const StarBits *w = arg[0].bits;
    StarTable *r = arg[2].table;
    const int64_t h = arg[1].i, n = star_words(w->length), m = star_words(h);
    if (h < 1 || h != r->cols || h * r->rows != w->length)
        return STAR_DECLINED;
    STAR_TRY(star_table_fresh(be, r, STAR_ROWS));
    for (int64_t j = 0; j < r->rows; j++) {
        uint64_t *row = star_table_vector(be, r, STAR_ROWS, j);
        star_bit_copy_move(row, m, w->word, n, j * h);
        row[m - 1] &= star_last_mask(h);
    }
    return STAR_OK;
}

/* ---- Arithmetic ----
 *
 * From the last column on, with the carries or borrows of a tile's rows. */
static void add_tile(Job *job, int64_t at, int64_t n) {
    const uint64_t *x = job->x + at;
    uint64_t c[LONG_TILE];
    const bool streaming =
        job->s->stride % 8 == 0 && at % 8 == 0 &&
        star_is_streamed(job->s->word, job->s->stride * job->cols);
    memset(c, 0, (size_t)n * sizeof *c);
    for (int64_t j = job->cols; j > 0;) {
        StarTerms sum[STAR_TERMS];
        int count = 0;
        while (count < STAR_TERMS && j-- > 0)
            sum[count++] =
                (StarTerms){target(job, j, at), column(job->t, j, at),
                            job->f != NULL   ? column(job->f, j, at)
                            : bit(job->w, j) ? x
                                             : NULL};
        job->adder(sum, count, c, x, n, streaming);
    }
    if (streaming)
        star_parallel_fence();
    if (job->isa->find(c, 0, n) < n)
        job->some = true;
}

static StarStatus run_add(StarBackend *be, Job *job) {
    job->tile_words = LONG_TILE;
    run(be, job, add_tile);
    return job->some ? STAR_DECLINED : STAR_OK;
}

/* A result that does not fit is left to the body, which finds the row: the
 * operands must then be what they were. */
static StarStatus add_to(StarBackend *be, Job *job, StarTable *s) {
    StarTable *result = star_table_new(be, STAR_ELASTIC);
    StarStatus status = STAR_MEMORY;
    if (result != NULL)
        status = star_table_size(be, result, s->rows, s->cols);
    if (status == STAR_OK)
        status = star_table_fresh(be, result, STAR_COLUMNS);
    if (status == STAR_OK) {
        job->s = &result->image[STAR_COLUMNS];
        status = run_add(be, job);
    }
    if (status == STAR_OK)
        for (int dir = 0; dir < 2; dir++) {
            StarImage image = s->image[dir];
            s->image[dir] = result->image[dir];
            result->image[dir] = image;
        }
    if (result != NULL)
        star_object_free(be, &result->head);
    return status;
}

static StarStatus add(StarBackend *be, StarCell *arg, StarTable *f,
                      const StarBits *w, const StarBits *x, StarAdder *adder) {
    StarTable *t = arg[0].table, *s = arg[3].table;
    Job job = {.x = x->word,
               .w = w != NULL ? w->word : NULL,
               .s = &s->image[STAR_COLUMNS],
               .adder = adder};
    if (f != NULL)
        STAR_TRY(read_columns(be, f, &job, &job.f));
    STAR_TRY(read_columns(be, t, &job, &job.t));
    if (s == t || s == f)
        return add_to(be, &job, s);
    STAR_TRY(star_table_fresh(be, s, STAR_COLUMNS));
    return run_add(be, &job);
}

CPU_CALL(ADDV, add(be, arg, arg[1].table, NULL, arg[2].bits, be->isa->plus))
CPU_CALL(SUBTV, add(be, arg, arg[1].table, NULL, arg[2].bits, be->isa->minus))
CPU_CALL(ADDC, add(be, arg, NULL, arg[1].bits, arg[2].bits, be->isa->plus))
CPU_CALL(SUBTC, add(be, arg, NULL, arg[2].bits, arg[1].bits, be->isa->minus))
