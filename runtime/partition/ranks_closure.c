/* SPDX-License-Identifier: MIT */
/* CLOSURE of a matrix whose rows stay with their ranks; devices close it whole.
 *
 * First one component, that of a vertex v: searches from v and to v, a level of
 * which is a union of n bits over all ranks. Each row that leads to v gets all
 * that v leads to; paths through the component are complete then. The other
 * vertices are the pivots of Warshall's method, PANEL at a time:
 *
 *     panel := the rows of the pivots, from the ranks that have them
 *     panel := panel + closure of (panel, columns of the pivots) * panel
 *     row   := row + (row, columns of the pivots) * panel
 *
 * All ranks close the panel, which takes no longer than if one did. Products
 * are made in tiles, 512 columns of so many rows as stay in the second cache,
 * by 64 pivots after the others: StarIsa.close unites their rows by tables. */
#include "partition/ranks_internal.h"

#include <string.h>

#include "cpu/cpu.h"
#include "cpu/simd/parallel.h"
#include "cpu/solvers/closure.h"

enum {
    STRIP = 8, /* words */
    BLOCK = 64,
    BLOCKS = 8,
    PANEL = BLOCK * BLOCKS,
    ROWS = 4096, /* of a tile */
    VECTORS = BLOCK + ROWS,
    ROOM = VECTORS * STRIP + STAR_CLOSE_ROOM /* words of a thread */
};

typedef struct Closure {
    Ranks *r;
    const StarIsa *isa;
    StarRowRange part;
    uint64_t *row; /* this rank's */
    int64_t n, rows, stride, words;
    uint64_t *after;  /* the vertices that v leads to */
    uint64_t *before; /* and that lead to v, with it: their rows have these */
    uint64_t *front, *next; /* of a search: the last level, and this one */
    uint32_t *pivot;
    int64_t pivots;
    uint64_t *panel;  /* rows of pivots */
    uint64_t *square; /* their columns at pivots, BLOCKS words a row */
    /* The rows of tile t that are joined to others: count[t] of them, listed
     * from t ROWS on. For block b their arcs to its pivots stand from
     * (t BLOCKS + b) VECTORS on, behind 64 zeros. */
    uint32_t *listed;
    int64_t *count;
    uint64_t *arcs;
    uint64_t *room; /* ROOM words for each thread */
    _Atomic int64_t task;
    _Atomic int status;
} Closure;

static bool has(const uint64_t *bits, int64_t i) {
    return bits[i / 64] >> i % 64 & 1;
}

static void set(uint64_t *bits, int64_t i) {
    bits[i / 64] |= UINT64_C(1) << i % 64;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* ---- One component ---- */

/* Sets *v to that of some vertices which has the most arcs to it times arcs
 * from it, or to -1. */
static StarStatus choose(Closure *c, int64_t *v) {
    enum { SOME = 64 };
    int64_t to[2 * SOME] = {0}, *from = to + SOME, most = 0;
    for (int64_t i = 0; i < c->rows; i++)
        for (int64_t k = 0; k < SOME; k++)
            to[k] += has(c->row + i * c->stride, k * c->n / SOME);
    for (int64_t k = 0; k < SOME; k++) {
        const int64_t i = k * c->n / SOME - c->part.low;
        if (i >= 0 && i < c->rows)
            from[k] = c->isa->count(c->row + i * c->stride, c->words);
    }
    STAR_TRY(ranks_reduce(c->r, STAR_REDUCE_SUM, to, 2 * SOME));
    *v = -1;
    for (int64_t k = 0; k < SOME; k++)
        if (to[k] * from[k] > most) {
            most = to[k] * from[k];
            *v = k * c->n / SOME;
        }
    return STAR_OK;
}

/* The vertices with an arc from the front. */
static void go_after(Closure *c) {
    star_parallel_reduce(c->r->be, c->next, c->row, c->stride,
                         c->front + c->part.low / 64, star_words(c->rows),
                         c->words, STAR_FUSE_OR);
}

/* The vertices of some words, of this rank and not yet found, with an arc to
 * the front. */
static void before_part(void *context, int part, int parts) {
    Closure *c = context;
    const int64_t words = star_words(c->rows), low = c->part.low;
    const int64_t end = smaller(64 * (words * (part + 1) / parts), c->rows);
    for (int64_t i = 64 * (words * part / parts); i < end; i++)
        if (!has(c->before, low + i) &&
            c->isa->common(c->row + i * c->stride, c->front, 0, c->words) <
                c->words)
            set(c->next, low + i);
}

static void go_before(Closure *c) {
    star_parallel(&c->r->be->threads, before_part, c, c->rows * c->words);
}

/* Finds what v reaches by levels that `go` makes; *done is false if there are
 * too many. */
static StarStatus search(Closure *c, void (*go)(Closure *), int64_t v,
                         uint64_t *found, bool *done) {
    enum { LEVELS = 64 };
    const size_t bytes = (size_t)c->words * sizeof *found;
    memset(c->front, 0, bytes);
    set(c->front, v);
    for (int level = 0; level < LEVELS && !*done; level++) {
        STAR_TRY(star_stopped(c->r->be->mem));
        memset(c->next, 0, bytes);
        go(c);
        STAR_TRY(ranks_reduce(c->r, STAR_REDUCE_OR, (int64_t *)c->next,
                              (size_t)c->words));
        c->isa->andn(c->next, c->next, found, c->words);
        c->isa->or (found, found, c->next, c->words);
        memcpy(c->front, c->next, bytes);
        *done = c->isa->find(c->next, 0, c->words) == c->words;
    }
    return STAR_OK;
}

/* The vertices that are not of the component, which becomes complete, are
 * pivots. */
static StarStatus close_component(Closure *c) {
    bool after = false, before = false;
    int64_t v;
    STAR_TRY(choose(c, &v));
    if (v >= 0)
        STAR_TRY(search(c, go_after, v, c->after, &after));
    if (after)
        STAR_TRY(search(c, go_before, v, c->before, &before));
    if (!before)
        memset(c->before, 0, (size_t)c->words * sizeof *c->before);
    else
        set(c->before, v);
    star_parallel_vectors(c->r->be, c->row, c->stride,
                          c->before + c->part.low / 64, star_words(c->rows),
                          c->after, c->words, STAR_FUSE_OR);
    for (int64_t i = 0; i < c->n; i++)
        if (!has(c->before, i) || (!has(c->after, i) && i != v))
            c->pivot[c->pivots++] = (uint32_t)i;
    return STAR_OK;
}

/* ---- Products ---- */

/* to := to + arcs * panel, where row i has the bits of row i of `from` at the
 * numbers `pivot` as arcs. */
typedef struct Product {
    Closure *c;
    const uint64_t *from;
    const uint32_t *pivot;
    uint64_t *to;
    int64_t rows, from_stride, to_stride, pivots;
    const uint64_t *complete; /* rows that have c->after: they need no
                                 pivot that is there */
} Product;

/* The bits of a row for the pivots of block b: often those of 64 columns. */
static uint64_t pick(const Product *p, const uint64_t *row, int64_t b) {
    const uint32_t *pivot = p->pivot + BLOCK * b;
    const int64_t count = smaller(BLOCK, p->pivots - BLOCK * b);
    const int64_t w = pivot[0] / 64, by = pivot[0] % 64;
    uint64_t bits = 0;
    if (count == BLOCK && pivot[BLOCK - 1] - pivot[0] == BLOCK - 1)
        return by == 0 ? row[w] : row[w] >> by | row[w + 1] << (64 - by);
    for (int64_t k = 0; k < count; k++)
        bits |= (uint64_t)has(row, pivot[k]) << k;
    return bits;
}

static void list_rows(const Product *p, int64_t tile) {
    const Closure *c = p->c;
    const int64_t blocks = star_words(p->pivots);
    const int64_t end = smaller(p->rows, (tile + 1) * ROWS);
    uint64_t *arcs = c->arcs + tile * BLOCKS * VECTORS + BLOCK;
    uint64_t after[BLOCKS] = {0};
    int64_t count = 0;
    for (int64_t b = 0; p->complete != NULL && b < blocks; b++)
        after[b] = pick(p, c->after, b);
    for (int64_t i = tile * ROWS; i < end; i++) {
        const bool complete = p->complete != NULL && has(p->complete, i);
        uint64_t some = 0;
        for (int64_t b = 0; b < blocks; b++) {
            uint64_t bits = pick(p, p->from + i * p->from_stride, b);
            bits &= complete ? ~after[b] : UINT64_MAX;
            arcs[b * VECTORS + count] = bits;
            some |= bits;
        }
        c->listed[tile * ROWS + count] = (uint32_t)i;
        count += some != 0;
    }
    c->count[tile] = count;
}

static int64_t tiles_of(int64_t rows) {
    return (rows + ROWS - 1) / ROWS;
}

static void list_part(void *context, int part, int parts) {
    const Product *p = context;
    const int64_t tiles = tiles_of(p->rows);
    for (int64_t t = tiles * part / parts; t < tiles * (part + 1) / parts; t++)
        list_rows(p, t);
}

static void make_tile(const Product *p, int64_t tile, int64_t at,
                      uint64_t *bits) {
    const Closure *c = p->c;
    const int64_t rows = c->count[tile];
    const int64_t width = smaller(STRIP, c->words - at);
    const size_t bytes = (size_t)width * sizeof *bits;
    const uint32_t *row = c->listed + tile * ROWS;
    uint64_t *own = bits + BLOCK * STRIP;
    for (int64_t i = 0; i < rows; i++)
        memcpy(own + i * STRIP, p->to + row[i] * p->to_stride + at, bytes);
    for (int64_t b = 0; b < star_words(p->pivots) && rows > 0; b++) {
        for (int64_t i = 0; i < BLOCK; i++)
            memcpy(bits + i * STRIP, c->panel + (BLOCK * b + i) * c->words + at,
                   bytes);
        c->isa->close(bits, c->arcs + (tile * BLOCKS + b) * VECTORS, 0,
                      BLOCK + rows, own + ROWS * STRIP);
    }
    for (int64_t i = 0; i < rows; i++)
        memcpy(p->to + row[i] * p->to_stride + at, own + i * STRIP, bytes);
}

static void tiles_part(void *context, int part, int parts) {
    const Product *p = context;
    Closure *c = p->c;
    const int64_t strips = (c->words + STRIP - 1) / STRIP;
    const int64_t tiles = strips * tiles_of(p->rows);
    (void)parts;
    for (int64_t t; (t = atomic_fetch_add(&c->task, 1)) < tiles &&
                    star_go_on(c->r->be->mem, &c->status);)
        make_tile(p, t / strips, t % strips * STRIP,
                  c->room + (size_t)part * ROOM);
}

static StarStatus multiply(Product *p) {
    StarBackend *be = p->c->r->be;
    p->c->task = 0;
    star_parallel(&be->threads, list_part, p, p->rows * BLOCKS);
    star_parallel(&be->threads, tiles_part, p, p->rows * p->c->words * BLOCK);
    return (StarStatus)atomic_load(&p->c->status);
}

/* ---- Panels ---- */

/* All ranks get the rows of the pivots; behind them is 0. */
static StarStatus fetch(const Closure *c, const uint32_t *pivot,
                        int64_t count) {
    const StarPartition *partition = &c->r->partition;
    for (int64_t k = 0, end; k < count; k = end) {
        const int owner = star_partition_owner(partition, c->n, pivot[k]);
        const int64_t limit = star_partition_first(partition, c->n, owner + 1);
        for (end = k; end < count && pivot[end] < limit; end++)
            if (owner == partition->rank)
                memcpy(c->panel + end * c->words,
                       c->row + (pivot[end] - c->part.low) * c->stride,
                       (size_t)c->words * sizeof *c->panel);
        STAR_TRY(ranks_broadcast(c->r, c->panel + k * c->words,
                                 (end - k) * c->words, owner));
    }
    memset(c->panel + count * c->words, 0,
           (size_t)((PANEL - count) * c->words) * sizeof *c->panel);
    return STAR_OK;
}

static StarStatus close_panel(const Product *rows) {
    Closure *c = rows->c;
    uint32_t number[PANEL];
    Product p = {.c = c,
                 .from = c->square,
                 .pivot = number,
                 .to = c->panel,
                 .rows = rows->pivots,
                 .from_stride = BLOCKS,
                 .to_stride = c->words,
                 .pivots = rows->pivots};
    for (int64_t i = 0; i < PANEL; i++)
        number[i] = (uint32_t)i;
    for (int64_t i = 0; i < rows->pivots; i++)
        for (int64_t b = 0; b < BLOCKS; b++)
            c->square[i * BLOCKS + b] =
                BLOCK * b < rows->pivots
                    ? pick(rows, c->panel + i * c->words, b)
                    : 0;
    STAR_TRY(star_closure(c->r->be, c->square, BLOCKS, rows->pivots));
    return multiply(&p);
}

static StarStatus close_rows(Closure *c) {
    StarMem *mem = c->r->be->mem;
    STAR_TRY(close_component(c));
    for (int64_t at = 0; at < c->pivots; at += PANEL) {
        Product p = {.c = c,
                     .from = c->row,
                     .pivot = c->pivot + at,
                     .to = c->row,
                     .rows = c->rows,
                     .from_stride = c->stride,
                     .to_stride = c->stride,
                     .pivots = smaller(PANEL, c->pivots - at),
                     .complete = c->before + c->part.low / 64};
        STAR_TRY(star_stopped(mem));
        STAR_TRY(fetch(c, p.pivot, p.pivots));
        STAR_TRY(close_panel(&p));
        star_work(mem, c->pivots);
        star_work_at(mem, at);
        STAR_TRY(multiply(&p));
    }
    return STAR_OK;
}

/* ---- Memory ---- */

/* Divides the memory, of so many words for each, which are 0. */
static void divide(Closure *c, uint64_t *at, const int64_t *words,
                   int64_t tiles) {
    uint64_t **to[] = {&c->room,  &c->arcs,   &c->square, &c->panel,
                       &c->after, &c->before, &c->front,  &c->next};
    for (size_t k = 0; k < sizeof to / sizeof *to; at += words[k++])
        *to[k] = at;
    c->count = (int64_t *)at;
    c->listed = (uint32_t *)(c->count + tiles);
    c->pivot = c->listed + ROWS * tiles;
}

/* Without memory on some rank the body continues. */
static StarStatus run(Closure *c) {
    StarBackend *be = c->r->be;
    const int64_t tiles = tiles_of(c->rows) > 0 ? tiles_of(c->rows) : 1;
    const int64_t w = c->words, words[] = {(int64_t)ROOM * be->threads.count,
                                           tiles * BLOCKS * VECTORS,
                                           PANEL * BLOCKS,
                                           PANEL * w,
                                           w,
                                           w,
                                           w,
                                           w};
    int64_t all = tiles * (1 + ROWS / 2) + (c->n + 1) / 2;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        all += words[k];
    uint64_t *block = star_mem_alloc(be->mem, star_size_of(all), sizeof *block);
    StarStatus status = ranks_agree(
        c->r, star_native_done(be, block != NULL ? STAR_OK : STAR_MEMORY));
    if (status == STAR_OK) {
        divide(c, block, words, tiles);
        status = close_rows(c);
    }
    star_mem_free(be->mem, block, (size_t)all, sizeof *block);
    return status;
}

StarStatus ranks_closure(Ranks *r, StarPrim prim, StarCell *arg) {
    StarTable *p = arg[1].table;
    StarTable own;
    if (p->rows != arg[0].i || p->cols != arg[0].i)
        return STAR_DECLINED;
    if (r->apart)
        return ranks_reference(r, prim, arg);
    STAR_TRY(star_table_own(r->be, p, STAR_ROWS));
    STAR_TRY(ranks_table(r, p, STAR_ROWS, STAR_CHANGE, &own));
    Closure c = {.r = r,
                 .isa = r->be->isa,
                 .part = star_partition_part(&r->partition, p->rows),
                 .row = own.image[STAR_ROWS].word,
                 .n = p->rows,
                 .rows = own.rows,
                 .stride = own.image[STAR_ROWS].stride,
                 .words = star_words(p->cols)};
    STAR_TRY(run(&c));
    return ranks_divide_table(r, p);
}
