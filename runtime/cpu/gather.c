/* SPDX-License-Identifier: MIT */
/* GATHER and SCATTER of stdlib/basic.star. A tile of rows is transposed, so
 * that each number is a lane of 32 bits:
 *
 *     columns, the last one first        numbers
 *     bit of row   0 1 2 3 ..
 *     weight 1     1 0 1 1        ──>    1 2 3 5 ..
 *     weight 2     0 1 1 0
 *     weight 4     0 0 0 1
 *
 * The result is made in scratch memory: it may be an operand, which must be
 * what it was when a number is out of range and the body finds the row. */
#include <stdatomic.h>
#include <string.h>

#include "cpu/cpu.h"
#include "cpu/simd/parallel.h"
#include "values/table.h"

enum {
    TILE_WORDS = STAR_TILE / 64,
    /* Columns lie too far apart for the processor to foresee what is read:
     * four tiles later. */
    PREFETCH_WORDS = 4 * TILE_WORDS,
    /* A row takes the time of so many words that pass through a vector
     * kernel. */
    ROW_WORDS = 16
};

typedef struct Job Job;

/* Does so many rows, from word `at` on, whose numbers are given as
 * StarIsa.numbers does; false if one is out of range. */
typedef bool Tile(const Job *job, int64_t at, int64_t rows,
                  const uint32_t number[STAR_TILE]);

struct Job {
    const StarIsa *isa;
    const StarMem *mem;
    Tile *tile;
    const uint64_t *low; /* the last column */
    int64_t stride, cols, rows;
    const uint64_t *from; /* X, Y */
    uint64_t *to;         /* Z */
    uint64_t limit;       /* the greatest number */
    bool some;            /* rows without a 1 in `from` do not take part */
    _Atomic bool fails;
};

static void part(void *context, int index, int parts) {
    Job *job = context;
    const int64_t tiles = (job->rows + STAR_TILE - 1) / STAR_TILE;
    const int64_t end = tiles * (index + 1) / parts;
    _Alignas(64) uint32_t number[STAR_TILE];
    for (int64_t t = tiles * index / parts; t < end; t++) {
        const int64_t at = t * TILE_WORDS, left = job->rows - 64 * at;
        const int64_t rows = left < STAR_TILE ? left : STAR_TILE;
        if (star_stopped(job->mem) != STAR_OK || atomic_load(&job->fails))
            return;
        if (job->some && job->isa->find(job->from + at, 0, star_words(rows)) ==
                             star_words(rows))
            continue;
        for (int64_t j = 0; j < job->cols; j++)
            __builtin_prefetch(job->low + at + PREFETCH_WORDS -
                               j * job->stride);
        job->isa->numbers(number, job->low + at, -job->stride, job->cols,
                          star_words(rows));
        if (!job->tile(job, at, rows, number))
            atomic_store(&job->fails, true);
    }
}

static bool gather_tile(const Job *job, int64_t at, int64_t rows,
                        const uint32_t number[STAR_TILE]) {
    return job->isa->pick(job->to + at, job->from, job->limit, number, rows);
}

/* Threads may write to one word: most of the bits are 1 already. */
static bool scatter_tile(const Job *job, int64_t at, int64_t rows,
                         const uint32_t number[STAR_TILE]) {
    for (int64_t w = 0; w < star_words(rows); w++)
        for (uint64_t y = job->from[at + w]; y != 0; y &= y - 1) {
            const int row = __builtin_ctzll(y);
            const uint32_t z = number[16 * (row % 32) + 2 * w + row / 32] - 1;
            const uint64_t bit = UINT64_C(1) << z % 64;
            uint64_t *word;
            if (z >= job->limit)
                return false;
            word = job->to + z / 64;
            if ((__atomic_load_n(word, __ATOMIC_RELAXED) & bit) == 0)
                __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
        }
    return true;
}

/* z := what the tiles make of the numbers in t; it begins as it was. */
static StarStatus run(StarBackend *be, StarTable *t, StarBits *z, Job *job) {
    const size_t words = (size_t)star_words(z->length);
    if (t->cols < 1 || t->cols > 32 || job->limit == 0 ||
        job->limit > UINT32_MAX)
        return STAR_DECLINED;
    STAR_TRY(star_table_need(be, t, STAR_COLUMNS));
    if (t->rows == 0)
        return STAR_OK;
    job->to = star_cpu_scratch(be, words);
    if (job->to == NULL)
        return star_native_done(be, STAR_MEMORY);
    memcpy(job->to, z->word, words * sizeof *job->to);
    job->isa = be->isa;
    job->mem = be->mem;
    job->stride = t->image[STAR_COLUMNS].stride;
    job->cols = t->cols;
    job->rows = t->rows;
    job->low = star_table_vector(be, t, STAR_COLUMNS, t->cols - 1);
    star_parallel(&be->threads, part, job, t->rows * ROW_WORDS);
    if (job->fails)
        return STAR_DECLINED;
    memcpy(z->word, job->to, words * sizeof *job->to);
    z->first = 0;
    return STAR_OK;
}

CPU_KERNEL(GATHER) {
    const StarBits *x = arg[0].bits;
    Job job = {
        .tile = gather_tile, .from = x->word, .limit = (uint64_t)x->length};
    return run(be, arg[1].table, arg[2].bits, &job);
}

CPU_KERNEL(SCATTER) {
    StarBits *z = arg[2].bits;
    Job job = {.tile = scatter_tile,
               .from = arg[0].bits->word,
               .limit = (uint64_t)z->length,
               .some = true};
    return run(be, arg[1].table, z, &job);
}
