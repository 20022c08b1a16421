/* SPDX-License-Identifier: MIT */
/* Row i of the product is the union of the rows k of the right factor for which
 * the left one has bit k of row i. A tile of the result is made at a time, 512
 * columns of so many rows as stay in the second cache, by 64 rows k after the
 * others: StarIsa.close unites them by tables, as it does the bit vectors of
 * the closure, the 64 having no arcs among themselves.
 *
 *     arcs  0 ... 0   word k / 64 of row 0, row 1, ... of the left factor
 *     bits  64 rows   row 0, row 1, ... of the tile
 *           k ...
 *
 * The right factor is there as columns, of which 512 are transposed. */
#include "cpu/boolean_product.h"

#include <string.h>

#include "cpu/cpu.h"
#include "cpu/simd/simd.h"

enum { STRIP = 8, COLUMNS = 64 * STRIP, BLOCK = 64, ROWS = 2048 };

typedef struct Job {
    StarBackend *be;
    const StarPairs *pairs;
    int64_t rows, columns, strips, panels, blocks;
    int64_t vectors; /* of a tile, at most */
    uint64_t *arcs;  /* of panel p, block k: (p * blocks + k) * vectors */
    uint64_t *room;  /* bits and tables of all parts */
    _Atomic int64_t next;
    _Atomic int status;
} Job;

/* Words of the bits and tables of a part. */
static size_t room_words(const Job *job) {
    return (size_t)(job->vectors * STRIP) + STAR_CLOSE_ROOM;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t rows_of(const Job *job, int64_t panel) {
    return smaller(ROWS, job->rows - panel * ROWS);
}

/* ---- Arcs ---- */

static void make_arcs(Job *job, int64_t panel) {
    const StarPairProduct *product = job->pairs->product;
    const int64_t rows = rows_of(job, panel);
    const uint64_t *x =
        product->x + (job->pairs->rows.from + panel * ROWS) * product->x_stride;
    uint64_t *arcs = job->arcs + panel * job->blocks * job->vectors;
    for (int64_t k = 0; k < job->blocks; k++)
        memset(arcs + k * job->vectors, 0, BLOCK * sizeof *arcs);
    for (int64_t from = 0; from < job->blocks; from += STRIP) {
        const int64_t to = smaller(job->blocks, from + STRIP);
        for (int64_t i = 0; i < rows; i++)
            for (int64_t k = from; k < to; k++)
                arcs[k * job->vectors + BLOCK + i] =
                    x[i * product->x_stride + k];
    }
}

static void arcs_part(void *context, int part, int parts) {
    Job *job = context;
    (void)part, (void)parts;
    for (int64_t panel;
         (panel = atomic_fetch_add(&job->next, 1)) < job->panels &&
         star_go_on(job->be->mem, &job->status);)
        make_arcs(job, panel);
}

/* ---- Tiles ---- */

static void make_tile(Job *job, int64_t panel, int64_t strip, uint64_t *bits) {
    const StarPairs *pairs = job->pairs;
    const StarPairProduct *product = pairs->product;
    const StarIsa *isa = job->be->isa;
    const int64_t rows = rows_of(job, panel), at = strip * COLUMNS;
    const int64_t width = smaller(COLUMNS, job->columns - at);
    const uint64_t *arcs = job->arcs + panel * job->blocks * job->vectors;
    const uint64_t *y =
        product->y + (pairs->columns.from + at) * product->y_stride;
    uint64_t *to = pairs->bits + panel * ROWS * pairs->bits_stride + at / 64;
    memset(bits, 0, (size_t)((BLOCK + rows) * STRIP) * sizeof *bits);
    for (int64_t k = 0; k < job->blocks; k++) {
        if (!star_go_on(job->be->mem, &job->status))
            return;
        isa->transpose(bits, STRIP, y + k, product->y_stride, width, BLOCK);
        isa->close(bits, arcs + k * job->vectors, 0, BLOCK + rows,
                   bits + job->vectors * STRIP);
    }
    for (int64_t i = 0; i < rows; i++)
        memcpy(to + i * pairs->bits_stride, bits + (BLOCK + i) * STRIP,
               (size_t)star_words(width) * sizeof *bits);
}

static void tiles_part(void *context, int part, int parts) {
    Job *job = context;
    const int64_t tiles = job->panels * job->strips;
    (void)parts;
    for (int64_t t; (t = atomic_fetch_add(&job->next, 1)) < tiles &&
                    star_go_on(job->be->mem, &job->status);)
        make_tile(job, t / job->strips, t % job->strips,
                  job->room + (size_t)part * room_words(job));
}

/* ---- The product ---- */

/* True if all pairs are to have a form that is a number of ones, and more than
 * 0. Fewer rows or columns are counted in less time. */
static bool is_boolean(const StarPairs *p) {
    enum { MIN_ROWS = 32, MIN_PAIRS = 1 << 12 };
    const int64_t rows = p->rows.to - p->rows.from;
    const int64_t columns = p->columns.to - p->columns.from;
    return (p->relation == STAR_PAIR_GREATER ||
            p->relation == STAR_PAIR_DIFFERENT) &&
           p->products == 1 && p->product[0].factor > 0 && p->constant == 0 &&
           p->row == NULL && p->column == NULL && p->mask == NULL &&
           p->bits != NULL && p->low == INT64_MIN && p->high == INT64_MAX &&
           rows >= MIN_ROWS && columns >= MIN_PAIRS / rows;
}

bool star_boolean_product(StarBackend *be, const StarPairs *p) {
    const int64_t words = p->product[0].words;
    const size_t parts = (size_t)be->threads.count;
    Job job = {.be = be,
               .pairs = p,
               .rows = p->rows.to - p->rows.from,
               .columns = p->columns.to - p->columns.from,
               .blocks = words};
    if (!is_boolean(p))
        return false;
    job.panels = (job.rows + ROWS - 1) / ROWS;
    job.strips = (job.columns + COLUMNS - 1) / COLUMNS;
    job.vectors = BLOCK + smaller(ROWS, job.rows);
    const size_t arcs = (size_t)(job.panels * job.blocks);
    const size_t vectors = (size_t)job.vectors, room = room_words(&job);
    const StarError before = *be->mem->error;
    job.arcs = star_mem_alloc_raw(be->mem, arcs, vectors * sizeof *job.arcs);
    job.room = star_mem_alloc_raw(be->mem, parts, room * sizeof *job.room);
    const bool done = job.arcs != NULL && job.room != NULL;
    if (done) {
        star_parallel(&be->threads, arcs_part, &job, job.rows * words);
        job.next = 0;
        star_parallel(&be->threads, tiles_part, &job,
                      job.rows * words * job.strips * STRIP);
    } else {
        *be->mem->error = before;
    }
    star_mem_free(be->mem, job.room, parts, room * sizeof *job.room);
    star_mem_free(be->mem, job.arcs, arcs, vectors * sizeof *job.arcs);
    return done;
}
