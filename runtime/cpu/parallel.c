#include "cpu/parallel.h"

#include <stdatomic.h>
#include <string.h>

/* Words of a cache line: where parts begin. */
enum { CACHE_LINE = 8 };

/* Where part `part` of n things begins. */
static int64_t begin(int64_t n, int64_t unit, int part, int parts) {
    return part == parts ? n : n / unit * part / parts * unit;
}

/* ---- Component-wise ---- */

typedef struct Bits {
    const StarIsa *isa;
    const StarMem *mem;
    int op;
    bool far;
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
        if (b->far)
            b->isa->stream(b->z + at, b->x + at, b->y + at, n, b->op);
        else
            star_isa_bits(b->isa, b->op, b->z + at, b->x + at, b->y + at, n);
        at += n;
    }
    if (b->far)
        star_wide_fence();
}

void star_wide_bits(StarBackend *be, int op, uint64_t *z, const uint64_t *x,
                    const uint64_t *y, int64_t n) {
    Bits b = {be->isa, be->mem, op, star_is_far(z, n) && z != x && z != y,
              z,       x,       y,  n};
    star_parallel(be, bits_part, &b, 3 * n);
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

void star_wide_fill(StarBackend *be, uint64_t *z, int byte, int64_t n) {
    Fill f = {be->mem, z, byte, n};
    star_parallel(be, fill_part, &f, n);
}

/* ---- Looking for ones ---- */

typedef struct Search {
    const StarIsa *isa;
    const uint64_t *x;
    int64_t from, n;
    _Atomic int64_t result;
} Search;

/* Whoever has found a 1 stops those who look at later words: they look at
 * so many words at a time. */
static void find_part(void *context, int part, int parts) {
    enum { PIECE = 1 << 14 };
    Search *s = context;
    const int64_t n = s->n - s->from;
    const int64_t end = s->from + begin(n, CACHE_LINE, part + 1, parts);
    int64_t at = s->from + begin(n, CACHE_LINE, part, parts);
    while (at < end && at < atomic_load(&s->result)) {
        const int64_t piece = end - at < PIECE ? end : at + PIECE;
        const int64_t i = s->isa->find(s->x, at, piece);
        int64_t least = atomic_load(&s->result);
        while (i < piece && i < least &&
               !atomic_compare_exchange_weak(&s->result, &least, i))
            ;
        at = i < piece ? end : piece;
    }
}

int64_t star_wide_find(StarBackend *be, const uint64_t *x, int64_t from,
                       int64_t n) {
    const int64_t near =
        n - from < be->threads.grain ? n : from + be->threads.grain;
    Search s = {be->isa, x, near, n, n};
    const int64_t i = be->isa->find(x, from, near);
    if (i < near || near == n)
        return i < near ? i : n;
    star_parallel(be, find_part, &s, n - near);
    return s.result;
}

static void count_part(void *context, int part, int parts) {
    Search *s = context;
    const int64_t at = begin(s->n, CACHE_LINE, part, parts);
    const int64_t end = begin(s->n, CACHE_LINE, part + 1, parts);
    atomic_fetch_add(&s->result, s->isa->count(s->x + at, end - at));
}

int64_t star_wide_count(StarBackend *be, const uint64_t *x, int64_t n) {
    Search s = {be->isa, x, 0, n, 0};
    star_parallel(be, count_part, &s, n);
    return s.result;
}

/* ---- Lines of tables ---- */

/* Some lines of an image, and the arguments of simd.h for them. */
typedef struct Lines {
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
} Lines;

static Lines lines_of(StarBackend *be, const uint64_t *x, int64_t stride,
                      const uint64_t *mask, int64_t mask_words, int64_t n) {
    return (Lines){.isa = be->isa,
                   .read = x,
                   .stride = stride,
                   .n = n,
                   .mask = mask,
                   .mask_words = mask_words,
                   .ones = be->isa->count(mask, mask_words)};
}

/* The word of the mask where a part begins, so that each has as many
 * ones. */
static int64_t begin_by_ones(const Lines *l, int part, int parts) {
    const int64_t before = l->ones * part / parts;
    int64_t k = 0;
    if (part == parts)
        return l->mask_words;
    for (int64_t ones = 0; ones < before; k++)
        ones += __builtin_popcountll(l->mask[k]);
    return k;
}

static void lines_part(void *context, int part, int parts) {
    const Lines *l = context;
    const int64_t k = begin_by_ones(l, part, parts);
    l->isa->lines(l->x + 64 * k * l->stride, l->stride, l->mask + k,
                  begin_by_ones(l, part + 1, parts) - k, l->w, l->n, l->op);
}

void star_wide_lines(StarBackend *be, uint64_t *x, int64_t stride,
                     const uint64_t *mask, int64_t mask_words,
                     const uint64_t *w, int64_t n, int op) {
    if (!star_is_wide(be, 64 * mask_words * n)) {
        be->isa->lines(x, stride, mask, mask_words, w, n, op);
        return;
    }
    Lines l = lines_of(be, x, stride, mask, mask_words, n);
    l.x = x;
    l.w = w;
    l.op = op;
    star_parallel(be, lines_part, &l, l.ones * n);
}

static void count_lines_part(void *context, int part, int parts) {
    Lines *l = context;
    const int64_t k = begin_by_ones(l, part, parts);
    const int64_t ones = l->isa->count_lines(
        l->read + 64 * k * l->stride, l->stride, l->mask + k,
        begin_by_ones(l, part + 1, parts) - k, l->w, l->n);
    atomic_fetch_add(&l->result, ones);
}

int64_t star_wide_count_lines(StarBackend *be, const uint64_t *x,
                              int64_t stride, const uint64_t *mask,
                              int64_t mask_words, const uint64_t *w,
                              int64_t n) {
    if (!star_is_wide(be, 64 * mask_words * n))
        return be->isa->count_lines(x, stride, mask, mask_words, w, n);
    Lines l = lines_of(be, x, stride, mask, mask_words, n);
    l.w = w;
    star_parallel(be, count_lines_part, &l, l.ones * n);
    return l.result;
}

/* Each part does some words of all lines. */
static void fold_part(void *context, int part, int parts) {
    const Lines *l = context;
    const int64_t at = begin(l->n, CACHE_LINE, part, parts);
    const int64_t n = begin(l->n, CACHE_LINE, part + 1, parts) - at;
    l->isa->fold(l->z + at, l->read + at, l->stride, l->mask, l->mask_words, n,
                 l->op);
}

void star_wide_fold(StarBackend *be, uint64_t *z, const uint64_t *x,
                    int64_t stride, const uint64_t *mask, int64_t mask_words,
                    int64_t n, int op) {
    if (!star_is_wide(be, 64 * mask_words * n)) {
        be->isa->fold(z, x, stride, mask, mask_words, n, op);
        return;
    }
    Lines l = lines_of(be, x, stride, mask, mask_words, n);
    l.z = z;
    l.op = op;
    star_parallel(be, fold_part, &l, l.ones * n);
}

/* ---- Sweeps ---- */

typedef struct Sweep {
    const StarIsa *isa;
    uint64_t *x;
    int64_t stride, lines, word;
    int bit;
    const uint64_t *w;
    int64_t n;
    int op;
    int64_t *left; /* the last line of each part, or -1 */
} Sweep;

static void sweep_part(void *context, int part, int parts) {
    Sweep *s = context;
    const int64_t at = begin(s->lines, CACHE_LINE, part, parts);
    const int64_t end = begin(s->lines, CACHE_LINE, part + 1, parts);
    const int64_t last =
        s->isa->sweep(s->x + at * s->stride, s->stride, end - at, s->word,
                      s->bit, s->w, s->n, s->op);
    s->left[part] = last < 0 ? -1 : at + last;
}

/* The last line of each part is left to do, unless it is the last of all. */
int64_t star_wide_sweep(StarBackend *be, uint64_t *x, int64_t stride,
                        int64_t lines, int64_t word, int bit, const uint64_t *w,
                        int64_t n, int op) {
    const int64_t work = lines * (CACHE_LINE + n);
    if (!star_is_wide(be, work))
        return be->isa->sweep(x, stride, lines, word, bit, w, n, op);
    int64_t left[STAR_MAX_THREADS], last = -1;
    Sweep s = {be->isa, x, stride, lines, word, bit, w, n, op, left};
    int part = star_parallel(be, sweep_part, &s, work);
    while (last < 0 && part-- > 0)
        last = left[part];
    while (part-- > 0)
        if (left[part] >= 0) {
            uint64_t *z = x + left[part] * stride;
            star_isa_bits(be->isa, op, z, z, w, n);
        }
    return last;
}

typedef struct Gather {
    const StarIsa *isa;
    uint64_t *z;
    const uint64_t *x;
    int64_t lines, stride, word;
    int bit;
} Gather;

static void gather_part(void *context, int part, int parts) {
    const Gather *g = context;
    const int64_t at = begin(g->lines, 64 * CACHE_LINE, part, parts);
    const int64_t end = begin(g->lines, 64 * CACHE_LINE, part + 1, parts);
    g->isa->gather(g->z + at / 64, g->x + at * g->stride, end - at, g->stride,
                   g->word, g->bit);
}

void star_wide_gather(StarBackend *be, uint64_t *z, const uint64_t *x,
                      int64_t lines, int64_t stride, int64_t word, int bit) {
    if (!star_is_wide(be, lines * CACHE_LINE)) {
        be->isa->gather(z, x, lines, stride, word, bit);
        return;
    }
    Gather g = {be->isa, z, x, lines, stride, word, bit};
    star_parallel(be, gather_part, &g, lines * CACHE_LINE);
}

/* ---- Transposition ---- */

typedef struct Tiles {
    const StarIsa *isa;
    const StarMem *mem;
    uint64_t *z;
    const uint64_t *x;
    int64_t zs, xs, lines, length;
} Tiles;

static int64_t tiles(int64_t length) {
    return (length + STAR_TILE - 1) / STAR_TILE;
}

static int64_t tile_size(int64_t length, int64_t at) {
    return length - at < STAR_TILE ? length - at : STAR_TILE;
}

/* A tile's lines are read and written as whole cache lines, whatever the
 * strides. Tiles that follow each other write the same lines. */
static void transpose_part(void *context, int part, int parts) {
    const Tiles *t = context;
    const int64_t down = tiles(t->lines), across = tiles(t->length);
    const int64_t end = begin(down * across, 1, part + 1, parts);
    for (int64_t k = begin(down * across, 1, part, parts);
         k < end && star_stopped(t->mem) == STAR_OK; k++) {
        const int64_t i = k % down * STAR_TILE, j = k / down * STAR_TILE;
        t->isa->transpose(t->z + j * t->zs + i / 64, t->zs,
                          t->x + i * t->xs + j / 64, t->xs,
                          tile_size(t->lines, i), tile_size(t->length, j));
    }
}

void star_wide_transpose(StarBackend *be, uint64_t *z, int64_t zs,
                         const uint64_t *x, int64_t xs, int64_t lines,
                         int64_t length) {
    enum { WEIGHT = 8 }; /* as long as so many words read or written */
    Tiles t = {be->isa, be->mem, z, x, zs, xs, lines, length};
    star_parallel(be, transpose_part, &t, WEIGHT * lines * (length / 64));
}
