/* SPDX-License-Identifier: MIT */
/* RANDOM. Numbers belong to 128 rows of a column; so an image of rows is made
 * of tiles of columns, which are transposed:
 *
 *     columns, 1,024 rows of each          rows
 *     512 x |..........|                   1,024 x |.....|  512 components
 */
#include <string.h>

#include "cpu/cpu.h"
#include "cpu/simd/parallel.h"
#include "cpu/simd/philox.h"
#include "values/table.h"

enum {
    TILE_ROWS = 1024,
    TILE_WORDS = TILE_ROWS / 64,
    TILE_ROOM = STAR_TILE * TILE_WORDS, /* words */
    PIECE = 1 << 15,                    /* words of a column */
    WORDS = 16 /* a word takes the time of so many that are read or written */
};

typedef struct Job {
    const StarIsa *isa;
    const StarMem *mem;
    StarPhilox philox;
    uint64_t *z;
    int64_t stride, rows, cols;
    int64_t first, end; /* words of columns that are made; `first` is even */
    uint64_t *room;     /* TILE_ROOM words for each part */
} Job;

static int64_t pieces(int64_t n, int64_t piece) {
    return (n + piece - 1) / piece;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* z := words from..from+n-1 of a column; `from` is even. */
static void column(const Job *job, uint64_t *z, int64_t from, int64_t n,
                   int64_t number) {
    job->isa->random(z, n, &job->philox, from / 2, number);
    if (from + n == star_words(job->rows))
        z[n - 1] &= star_last_mask(job->rows);
}

static void columns_part(void *context, int part, int parts) {
    const Job *job = context;
    const int64_t words = job->end - job->first, down = pieces(words, PIECE);
    const int64_t all = down * job->cols, end = all * (part + 1) / parts;
    for (int64_t k = all * part / parts;
         k < end && star_stopped(job->mem) == STAR_OK; k++) {
        const int64_t at = job->first + k % down * PIECE;
        column(job, job->z + k / down * job->stride + at, at,
               smaller(PIECE, job->end - at), k / down);
    }
}

/* Rows from..from+TILE_ROWS-1 of up to STAR_TILE columns. */
static void tile(const Job *job, uint64_t *room, int64_t from, int64_t left) {
    const int64_t rows = smaller(TILE_ROWS, job->rows - from);
    const int64_t cols = smaller(STAR_TILE, job->cols - left);
    for (int64_t j = 0; j < cols; j++)
        column(job, room + j * TILE_WORDS, from / 64, star_words(rows),
               left + j);
    for (int64_t i = 0; i < rows; i += STAR_TILE)
        job->isa->transpose(job->z + (from + i) * job->stride + left / 64,
                            job->stride, room + i / 64, TILE_WORDS, cols,
                            smaller(STAR_TILE, rows - i));
}

static void rows_part(void *context, int part, int parts) {
    const Job *job = context;
    const int64_t down = pieces(job->rows, TILE_ROWS);
    const int64_t all = down * pieces(job->cols, STAR_TILE);
    const int64_t end = all * (part + 1) / parts;
    for (int64_t k = all * part / parts;
         k < end && star_stopped(job->mem) == STAR_OK; k++)
        tile(job, job->room + part * TILE_ROOM, k % down * TILE_ROWS,
             k / down * STAR_TILE);
}

static Job job_of(StarBackend *be, StarCell seed, StarCell p) {
    return (Job){
        .isa = be->isa, .mem = be->mem, .philox = star_philox_of(seed.i, p.r)};
}

void star_random_columns(StarBackend *be, const StarTable *t, int64_t first,
                         int64_t end, StarCell seed, StarCell p) {
    Job job = job_of(be, seed, p);
    job.z = t->image[STAR_COLUMNS].word;
    job.stride = t->image[STAR_COLUMNS].stride;
    job.rows = t->rows;
    job.cols = t->rows > 0 ? t->cols : 0;
    job.first = first - first % 2;
    job.end = end;
    star_parallel(&be->threads, columns_part, &job,
                  WORDS * (end - first) * job.cols);
}

CPU_KERNEL(RANDOM) {
    StarBits *y = arg[0].bits;
    const StarTable column = {
        .rows = y->length, .cols = 1, .image = {{.word = y->word}}};
    star_random_columns(be, &column, 0, star_words(y->length), arg[1], arg[2]);
    y->first = 0;
    return STAR_OK;
}

CPU_KERNEL(TRANDOM) {
    StarTable *t = arg[0].table;
    const int dir = arg[3].i != 0 ? STAR_ROWS : STAR_COLUMNS;
    const size_t room = (size_t)be->threads.count * TILE_ROOM;
    STAR_TRY(star_table_fresh_only(be, t, dir));
    if (dir == STAR_COLUMNS) {
        star_random_columns(be, t, 0, star_words(t->rows), arg[1], arg[2]);
        return STAR_OK;
    }
    Job job = job_of(be, arg[1], arg[2]);
    job.z = t->image[dir].word;
    job.stride = t->image[dir].stride;
    job.rows = t->rows;
    job.cols = t->rows > 0 ? t->cols : 0;
    job.room = star_cpu_scratch(be, room);
    if (job.room == NULL)
        return STAR_MEMORY;
    star_parallel(&be->threads, rows_part, &job,
                  WORDS * star_words(job.rows) * job.cols);
    return STAR_OK;
}
