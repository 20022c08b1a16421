/* SPDX-License-Identifier: MIT */
/* Transitive closure. A depth-first search finds the strongly connected
 * components (Tarjan 1972), each after those that it leads to, so that
 *
 *     closure of C = C, if it has a cycle, + for each arc from C to a vertex
 *                    u of another component: u + closure of u
 *
 * is complete when C is found. The vertices u are taken from the component
 * found last to the first: a vertex that was reached through another one is
 * skipped. The others are heads of arcs of the transitive reduction, n of them
 * or a few times n in most graphs. Where they are many, the other components
 * are closed in strips: closure_strips.c. */
#include "cpu/solvers/closure.h"

#include <string.h>

#include "cpu/cpu.h"
#include "cpu/simd/simd.h"
#include "values/table.h"

typedef struct Search {
    StarBackend *be;
    const StarIsa *isa;
    uint64_t *p; /* the matrix */
    int64_t stride, words;
    StarComponents found;
    int64_t finished; /* vertices in components */
    uint32_t *seen;   /* when the search came to a vertex, from 1; or 0 */
    uint32_t *low;    /* the first vertex it leads back to, as in seen */
    uint32_t *word;   /* of the row, at which the search goes on */
    uint32_t *path;   /* from the root to where the search is */
    uint32_t *open;   /* vertices seen, not yet in a component */
    int64_t depth, opened;
    uint64_t *unseen, *is_open; /* vertices, as bit vectors */
    uint64_t *arcs;             /* the vertices that a component has arcs to */
    uint64_t *queue;            /* the same by their places in found.vertex */
    uint64_t *reach;            /* the row of its closure */
    uint32_t *place;            /* of a vertex in found.vertex */
    int64_t work; /* arcs that were inspected, a join counted as JOIN */
    bool by_rows; /* the closure is made as components are found */
    StarClosureWay way;
} Search;

static uint64_t *row_of(const Search *s, int64_t v) {
    return s->p + v * s->stride;
}

static bool has(const uint64_t *bits, int64_t i) {
    return bits[i / 64] >> i % 64 & 1;
}

static void set(uint64_t *bits, int64_t i) {
    bits[i / 64] |= UINT64_C(1) << i % 64;
}

static void clear(uint64_t *bits, int64_t i) {
    bits[i / 64] &= ~(UINT64_C(1) << i % 64);
}

/* ---- The closure of a component ---- */

enum { JOIN = 8 };

/* Adds u and its row to `reach`, unless u is there. */
static void join(Search *s, int64_t u) {
    s->work++;
    if (has(s->reach, u))
        return;
    s->isa->or (s->reach, s->reach, row_of(s, u), s->words);
    set(s->reach, u);
    s->work += JOIN - 1;
}

/* Joins the vertices of `arcs`, all in components. */
static void join_arcs(Search *s) {
    int64_t low = s->words, high = -1;
    for (int64_t k = s->isa->find(s->arcs, 0, s->words); k < s->words; k++)
        for (uint64_t left = s->arcs[k]; left != 0; left &= left - 1) {
            const int64_t place = s->place[64 * k + __builtin_ctzll(left)];
            set(s->queue, place);
            low = place / 64 < low ? place / 64 : low;
            high = place / 64 > high ? place / 64 : high;
        }
    for (int64_t k = high; k >= low; k--)
        while (s->queue[k] != 0) {
            const int bit = 63 - __builtin_clzll(s->queue[k]);
            clear(s->queue, 64 * k + bit);
            join(s, s->found.vertex[64 * k + bit]);
        }
}

/* Sets `arcs` to the members and the vertices that they have arcs to. There are
 * no more than the vertices that the search has finished: that is checked once
 * every CHECK rows. */
static void unite_arcs(Search *s, const uint32_t *member, int64_t members) {
    enum { CHECK = 64 };
    const size_t bytes = (size_t)s->words * sizeof *s->arcs;
    memcpy(s->arcs, row_of(s, member[0]), bytes);
    for (int64_t k = 0; k < members; k++)
        set(s->arcs, member[k]);
    for (int64_t k = 1; k < members; k++) {
        if (k % CHECK == 1 && s->isa->count(s->arcs, s->words) == s->finished)
            return;
        s->isa->or (s->arcs, s->arcs, row_of(s, member[k]), s->words);
    }
}

typedef struct Copies {
    const Search *search;
    const uint32_t *member;
    int64_t members;
} Copies;

static void copy_part(void *context, int part, int parts) {
    const Copies *c = context;
    const int64_t end = c->members * (part + 1) / parts;
    for (int64_t k = c->members * part / parts; k < end; k++)
        memcpy(row_of(c->search, c->member[k]), c->search->reach,
               (size_t)c->search->words * sizeof *c->search->reach);
}

static void close_component(Search *s, const uint32_t *member, int64_t members,
                            bool cycle) {
    Copies copies = {s, member, members};
    memset(s->reach, 0, (size_t)s->words * sizeof *s->reach);
    unite_arcs(s, member, members);
    for (int64_t k = 0; k < members; k++)
        clear(s->arcs, member[k]);
    if (cycle)
        for (int64_t k = 0; k < members; k++)
            set(s->reach, member[k]);
    join_arcs(s);
    star_parallel(&s->be->threads, copy_part, &copies, members * s->words);
}

/* ---- The search ---- */

static void enter(Search *s, int64_t v) {
    s->seen[v] = s->low[v] = (uint32_t)(s->finished + s->opened + 1);
    s->path[s->depth++] = s->open[s->opened++] = (uint32_t)v;
    clear(s->unseen, v);
    set(s->is_open, v);
}

/* The search leaves v: the first open vertex that it has an arc to. */
static uint32_t lowest(const Search *s, int64_t v) {
    const uint64_t *row = row_of(s, v);
    const uint32_t first = s->seen[s->open[0]];
    uint32_t low = s->low[v];
    for (int64_t k = 0; low > first; k++) {
        k = s->isa->common(row, s->is_open, k, s->words);
        if (k == s->words)
            break;
        for (uint64_t m = row[k] & s->is_open[k]; m != 0; m &= m - 1) {
            const uint32_t seen = s->seen[64 * k + __builtin_ctzll(m)];
            low = seen < low ? seen : low;
        }
    }
    return low;
}

/* The vertices that are open since the search came to v are a component. */
static void finish(Search *s, int64_t v) {
    StarComponents *found = &s->found;
    uint32_t *member = found->vertex + s->finished;
    int64_t members = 0, u;
    do {
        u = s->open[--s->opened];
        clear(s->is_open, u);
        member[members] = (uint32_t)u;
        s->place[u] = (uint32_t)(s->finished + members++);
        found->of[u] = (uint32_t)found->count;
    } while (u != v);
    s->finished += members;
    found->cycle[found->count] = members > 1 || has(row_of(s, v), v);
    if (s->by_rows)
        close_component(s, member, members, found->cycle[found->count]);
    found->start[++found->count] = (uint32_t)s->finished;
}

static void leave(Search *s) {
    const int64_t v = s->path[--s->depth];
    s->low[v] = lowest(s, v);
    if (s->depth > 0) {
        const int64_t u = s->path[s->depth - 1];
        s->low[u] = s->low[v] < s->low[u] ? s->low[v] : s->low[u];
    }
    if (s->low[v] == s->seen[v])
        finish(s, v);
}

/* True if strips are faster: measured, they take as long as some n / 5 of work
 * a row. The rows that were closed until then are arcs like others. */
static bool is_dense(const Search *s) {
    const int64_t n = s->found.n;
    return s->way == STAR_CLOSURE_STRIPS ||
           (s->way == STAR_CLOSURE_BEST &&
            s->work / (s->found.count + n / 16 + 1) > n / 5);
}

static StarStatus search(Search *s) {
    const int64_t n = s->found.n;
    for (int64_t first = 0; s->finished < n;) {
        if (s->depth == 0) {
            STAR_TRY(star_stopped(s->be->mem));
            first = s->isa->find(s->unseen, first, s->words);
            enter(s, 64 * first + __builtin_ctzll(s->unseen[first]));
        }
        const int64_t v = s->path[s->depth - 1];
        const uint64_t *row = row_of(s, v);
        const int64_t k = s->isa->common(row, s->unseen, s->word[v], s->words);
        s->word[v] = (uint32_t)k;
        if (k < s->words)
            enter(s, 64 * k + __builtin_ctzll(row[k] & s->unseen[k]));
        else {
            leave(s);
            s->by_rows = s->by_rows && !is_dense(s);
            star_work_at(s->be->mem, s->finished);
            STAR_TRY(star_stopped(s->be->mem));
        }
    }
    return STAR_OK;
}

/* ---- Memory ---- */

enum { NUMBERS = 10, VECTORS = 5 }; /* numbers for each vertex, bit vectors */

/* Divides the memory of the search among its arrays; `numbers` has n + 1 zeros
 * for each. */
static void divide(Search *s, uint32_t *numbers, uint64_t *vectors) {
    const int64_t n = s->found.n + 1;
    uint32_t **array[NUMBERS - 1] = {
        &s->seen,  &s->low,          &s->word,        &s->path,    &s->open,
        &s->place, &s->found.vertex, &s->found.start, &s->found.of};
    uint64_t **bits[VECTORS] = {&s->unseen, &s->is_open, &s->arcs, &s->queue,
                                &s->reach};
    for (int k = 0; k < NUMBERS - 1; k++)
        *array[k] = numbers + k * n;
    s->found.cycle = (uint8_t *)(numbers + (NUMBERS - 1) * n);
    for (int k = 0; k < VECTORS; k++)
        *bits[k] = vectors + k * s->words;
    memset(s->unseen, 0xff, (size_t)s->words * sizeof *vectors);
    s->unseen[s->words - 1] = star_last_mask(s->found.n);
}

StarStatus star_closure_by(StarBackend *be, uint64_t *p, int64_t stride,
                           int64_t n, StarClosureWay way) {
    Search s = {.be = be,
                .isa = be->isa,
                .p = p,
                .stride = stride,
                .words = star_words(n),
                .found.n = n,
                .by_rows = true,
                .way = way};
    const size_t numbers = (size_t)n + 1, words = (size_t)s.words;
    StarStatus status = STAR_MEMORY;
    if (n == 0)
        return STAR_OK;
    star_work(be->mem, n);
    uint32_t *number =
        star_mem_alloc(be->mem, numbers, NUMBERS * sizeof *number);
    uint64_t *bits = star_mem_alloc(be->mem, words, VECTORS * sizeof *bits);
    if (number != NULL && bits != NULL) {
        divide(&s, number, bits);
        s.by_rows = !is_dense(&s);
        status = search(&s);
    }
    if (status == STAR_OK && !s.by_rows)
        status = star_closure_strips(be, p, stride, &s.found);
    star_mem_free(be->mem, bits, words, VECTORS * sizeof *bits);
    star_mem_free(be->mem, number, numbers, NUMBERS * sizeof *number);
    return status;
}

StarStatus star_closure(StarBackend *be, uint64_t *p, int64_t stride,
                        int64_t n) {
    return star_closure_by(be, p, stride, n, STAR_CLOSURE_BEST);
}

/* The rows of either image do: the closure of the transpose is the transpose of
 * the closure. Without memory the body continues: P then has a part of the
 * closure, and its closure is the same. */
CPU_KERNEL(CLOSURE) {
    StarTable *p = arg[1].table;
    const int dir = p->image[STAR_ROWS].valid ? STAR_ROWS : STAR_COLUMNS;
    const StarImage *image = &p->image[dir];
    if (p->rows != arg[0].i || p->cols != arg[0].i)
        return STAR_DECLINED;
    STAR_TRY(star_table_own(be, p, dir));
    return star_native_done(
        be, star_closure(be, image->word, image->stride, p->rows));
}
