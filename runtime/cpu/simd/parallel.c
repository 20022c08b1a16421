/* SPDX-License-Identifier: MIT */
#include "cpu/simd/parallel.h"

#include <stdatomic.h>
#include <string.h>

/* Words of a cache line: parts begin at a multiple of them. */
enum { CACHE_LINE = 8 };

/* The first of n things that belongs to part `part`. */
static int64_t begin(int64_t n, int64_t unit, int part, int parts) {
    return part == parts ? n : n / unit * part / parts * unit;
}

/* ---- Component-wise ---- */

typedef struct Bits {
    const StarIsa *isa;
    const StarMem *mem;
    int op;
    bool streaming;
    uint64_t *z;
    const uint64_t *x, *y;
    int64_t n;
} Bits;

/* A piece takes less than a millisecond; then the program may end. */
static void bits_part(void *context, int part, int parts) {
    enum { PIECE = 1 << 18 };
    const Bits *b = context;
    const int64_t end = begin(b->n, CACHE_LINE, part + 1, parts);
    int64_t at = begin(b->n, CACHE_LINE, part, parts);
    while (at < end && star_stopped(b->mem) == STAR_OK) {
        const int64_t n = end - at < PIECE ? end - at : PIECE;
        if (b->streaming)
            b->isa->stream(b->z + at, b->x + at, b->y + at, n, b->op);
        else
            star_isa_bits(b->isa, b->op, b->z + at, b->x + at, b->y + at, n);
        at += n;
    }
    if (b->streaming)
        star_parallel_fence();
}

void star_parallel_bits(StarBackend *be, int op, uint64_t *z, const uint64_t *x,
                        const uint64_t *y, int64_t n) {
    Bits b = {be->isa, be->mem, op, star_is_streamed(z, n) && z != x && z != y,
              z,       x,       y,  n};
    star_parallel(&be->threads, bits_part, &b, 3 * n);
}

typedef struct Fill {
    const StarMem *mem;
    uint64_t *z;
    int byte;
    int64_t n;
} Fill;

static void fill_part(void *context, int part, int parts) {
    enum { PIECE = 1 << 18 };
    const Fill *f = context;
    const int64_t end = begin(f->n, CACHE_LINE, part + 1, parts);
    int64_t at = begin(f->n, CACHE_LINE, part, parts);
    for (int64_t n; at < end && star_stopped(f->mem) == STAR_OK; at += n) {
        n = end - at < PIECE ? end - at : PIECE;
        memset(f->z + at, f->byte, (size_t)n * sizeof *f->z);
    }
}

void star_parallel_fill(StarBackend *be, uint64_t *z, int byte, int64_t n) {
    Fill f = {be->mem, z, byte, n};
    star_parallel(&be->threads, fill_part, &f, n);
}

/* ---- Searches for ones ---- */

typedef struct Search {
    const StarIsa *isa;
    const uint64_t *x;
    int64_t from, n;
    _Atomic int64_t result;
} Search;

/* A thread that has found a 1 stops the threads that search later words, at the
 * end of their pieces. */
static void find_part(void *context, int part, int parts) {
    enum { PIECE = 1 << 14 };
    Search *s = context;
    const int64_t n = s->n - s->from;
    const int64_t end = s->from + begin(n, CACHE_LINE, part + 1, parts);
    int64_t at = s->from + begin(n, CACHE_LINE, part, parts);
    while (at < end && at < atomic_load(&s->result)) {
        const int64_t piece = end - at < PIECE ? end : at + PIECE;
        const int64_t i = s->isa->find(s->x, at, piece);
        int64_t first = atomic_load(&s->result);
        while (i < piece && i < first &&
               !atomic_compare_exchange_weak(&s->result, &first, i))
            ;
        at = i < piece ? end : piece;
    }
}

int64_t star_parallel_find(StarBackend *be, const uint64_t *x, int64_t from,
                           int64_t n) {
    const int64_t grain_end =
        n - from < be->threads.grain ? n : from + be->threads.grain;
    Search s = {be->isa, x, grain_end, n, n};
    const int64_t i = be->isa->find(x, from, grain_end);
    if (i < grain_end || grain_end == n)
        return i < grain_end ? i : n;
    star_parallel(&be->threads, find_part, &s, n - grain_end);
    return s.result;
}

static void count_part(void *context, int part, int parts) {
    Search *s = context;
    const int64_t at = begin(s->n, CACHE_LINE, part, parts);
    const int64_t end = begin(s->n, CACHE_LINE, part + 1, parts);
    atomic_fetch_add(&s->result, s->isa->count(s->x + at, end - at));
}

int64_t star_parallel_count(StarBackend *be, const uint64_t *x, int64_t n) {
    Search s = {be->isa, x, 0, n, 0};
    star_parallel(&be->threads, count_part, &s, n);
    return s.result;
}

/* ---- Vectors of tables ---- */

/* Some vectors of an image, and the arguments of simd.h for them. */
typedef struct Vectors {
    const StarIsa *isa;
    uint64_t *x;
    const uint64_t *read; /* x, where it is only read */
    int64_t stride, n;
    const uint64_t *mask;
    int64_t mask_words, ones;
    uint64_t *z;
    const uint64_t *w;
    int op;
    _Atomic int64_t result;
} Vectors;

static Vectors vectors_of(StarBackend *be, const uint64_t *x, int64_t stride,
                          const uint64_t *mask, int64_t mask_words, int64_t n) {
    return (Vectors){.isa = be->isa,
                     .read = x,
                     .stride = stride,
                     .n = n,
                     .mask = mask,
                     .mask_words = mask_words,
                     .ones = be->isa->count(mask, mask_words)};
}

/* The word of the mask where a part begins, so that all parts have as many
 * ones. */
static int64_t begin_by_ones(const Vectors *v, int part, int parts) {
    const int64_t before = v->ones * part / parts;
    int64_t k = 0;
    if (part == parts)
        return v->mask_words;
    for (int64_t ones = 0; ones < before; k++)
        ones += __builtin_popcountll(v->mask[k]);
    return k;
}

static void vectors_part(void *context, int part, int parts) {
    const Vectors *v = context;
    const int64_t k = begin_by_ones(v, part, parts);
    v->isa->vectors(v->x + 64 * k * v->stride, v->stride, v->mask + k,
                    begin_by_ones(v, part + 1, parts) - k, v->w, v->n, v->op);
}

void star_parallel_vectors(StarBackend *be, uint64_t *x, int64_t stride,
                           const uint64_t *mask, int64_t mask_words,
                           const uint64_t *w, int64_t n, int op) {
    if (!star_is_parallel(be, 64 * mask_words * n)) {
        be->isa->vectors(x, stride, mask, mask_words, w, n, op);
        return;
    }
    Vectors v = vectors_of(be, x, stride, mask, mask_words, n);
    v.x = x;
    v.w = w;
    v.op = op;
    star_parallel(&be->threads, vectors_part, &v, v.ones * n);
}

static void count_vectors_part(void *context, int part, int parts) {
    Vectors *v = context;
    const int64_t k = begin_by_ones(v, part, parts);
    const int64_t ones = v->isa->count_vectors(
        v->read + 64 * k * v->stride, v->stride, v->mask + k,
        begin_by_ones(v, part + 1, parts) - k, v->w, v->n);
    atomic_fetch_add(&v->result, ones);
}

int64_t star_parallel_count_vectors(StarBackend *be, const uint64_t *x,
                                    int64_t stride, const uint64_t *mask,
                                    int64_t mask_words, const uint64_t *w,
                                    int64_t n) {
    if (!star_is_parallel(be, 64 * mask_words * n))
        return be->isa->count_vectors(x, stride, mask, mask_words, w, n);
    Vectors v = vectors_of(be, x, stride, mask, mask_words, n);
    v.w = w;
    star_parallel(&be->threads, count_vectors_part, &v, v.ones * n);
    return v.result;
}

/* Each part does some words of all vectors. */
static void reduce_part(void *context, int part, int parts) {
    const Vectors *v = context;
    const int64_t at = begin(v->n, CACHE_LINE, part, parts);
    const int64_t n = begin(v->n, CACHE_LINE, part + 1, parts) - at;
    v->isa->reduce(v->z + at, v->read + at, v->stride, v->mask, v->mask_words,
                   n, v->op);
}

void star_parallel_reduce(StarBackend *be, uint64_t *z, const uint64_t *x,
                          int64_t stride, const uint64_t *mask,
                          int64_t mask_words, int64_t n, int op) {
    if (!star_is_parallel(be, 64 * mask_words * n)) {
        be->isa->reduce(z, x, stride, mask, mask_words, n, op);
        return;
    }
    Vectors v = vectors_of(be, x, stride, mask, mask_words, n);
    v.z = z;
    v.op = op;
    star_parallel(&be->threads, reduce_part, &v, v.ones * n);
}

/* ---- Row updates ---- */

typedef struct RowUpdate {
    const StarIsa *isa;
    uint64_t *x;
    int64_t stride, vectors, word;
    int bit;
    const uint64_t *w;
    int64_t n;
} RowUpdate;

static void row_update_part(void *context, int part, int parts) {
    const RowUpdate *s = context;
    const int64_t at = begin(s->vectors, CACHE_LINE, part, parts);
    const int64_t end = begin(s->vectors, CACHE_LINE, part + 1, parts);
    s->isa->row_update(s->x + at * s->stride, s->stride, end - at, s->word,
                       s->bit, s->w, s->n);
}

void star_parallel_row_update(StarBackend *be, uint64_t *x, int64_t stride,
                              int64_t vectors, int64_t word, int bit,
                              const uint64_t *w, int64_t n) {
    const int64_t work = vectors * (CACHE_LINE + n);
    RowUpdate s = {be->isa, x, stride, vectors, word, bit, w, n};
    if (star_is_parallel(be, work))
        star_parallel(&be->threads, row_update_part, &s, work);
    else
        be->isa->row_update(x, stride, vectors, word, bit, w, n);
}

typedef struct Gather {
    const StarIsa *isa;
    uint64_t *z;
    const uint64_t *x;
    int64_t vectors, stride, word;
    int bit;
} Gather;

static void gather_part(void *context, int part, int parts) {
    const Gather *g = context;
    const int64_t at = begin(g->vectors, 64 * CACHE_LINE, part, parts);
    const int64_t end = begin(g->vectors, 64 * CACHE_LINE, part + 1, parts);
    g->isa->gather(g->z + at / 64, g->x + at * g->stride, end - at, g->stride,
                   g->word, g->bit);
}

void star_parallel_gather(StarBackend *be, uint64_t *z, const uint64_t *x,
                          int64_t vectors, int64_t stride, int64_t word,
                          int bit) {
    if (!star_is_parallel(be, vectors * CACHE_LINE)) {
        be->isa->gather(z, x, vectors, stride, word, bit);
        return;
    }
    Gather g = {be->isa, z, x, vectors, stride, word, bit};
    star_parallel(&be->threads, gather_part, &g, vectors * CACHE_LINE);
}

/* ---- Transposition ---- */

typedef struct Tiles {
    const StarIsa *isa;
    const StarMem *mem;
    uint64_t *z;
    const uint64_t *x;
    int64_t zs, xs, vectors, length;
} Tiles;

static int64_t tiles(int64_t length) {
    return (length + STAR_TILE - 1) / STAR_TILE;
}

static int64_t tile_size(int64_t length, int64_t at) {
    return length - at < STAR_TILE ? length - at : STAR_TILE;
}

/* The vectors of a tile are read and written as whole cache lines, whatever the
 * strides. Successive tiles write the same vectors. */
static void transpose_part(void *context, int part, int parts) {
    const Tiles *t = context;
    const int64_t down = tiles(t->vectors), across = tiles(t->length);
    const int64_t end = begin(down * across, 1, part + 1, parts);
    for (int64_t k = begin(down * across, 1, part, parts);
         k < end && star_stopped(t->mem) == STAR_OK; k++) {
        const int64_t i = k % down * STAR_TILE, j = k / down * STAR_TILE;
        t->isa->transpose(t->z + j * t->zs + i / 64, t->zs,
                          t->x + i * t->xs + j / 64, t->xs,
                          tile_size(t->vectors, i), tile_size(t->length, j));
    }
}

void star_parallel_transpose(StarBackend *be, uint64_t *z, int64_t zs,
                             const uint64_t *x, int64_t xs, int64_t vectors,
                             int64_t length) {
    enum { WEIGHT = 8 }; /* words read or written in the time of one */
    Tiles t = {be->isa, be->mem, z, x, zs, xs, vectors, length};
    star_parallel(&be->threads, transpose_part, &t,
                  WEIGHT * vectors * (length / 64));
}
