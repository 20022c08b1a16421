/* SPDX-License-Identifier: MIT */
/* Transitive closure in strips of 512 columns, which stay in the second
 * cache. The arcs between components, numbered as they were found, are a
 * triangular matrix of bits:
 *
 *     arcs(c, d) = 1: an arc from component c to d < c
 *     bits c     = members of c + bits d for each such d
 *
 * A block of 64 components d at a time: first their own bit vectors, then, with
 * tables of the unions of each 8 of them (the four Russians' method), the bit
 * vectors behind them. Strips are independent; threads share them. */
#include "cpu/solvers/closure.h"

#include "cpu/cpu.h"
#include "cpu/simd/simd.h"

enum { STRIP = 8 }; /* words */

typedef struct Job {
    StarBackend *be;
    const StarComponents *components;
    uint64_t *p;
    int64_t stride, words; /* of a row of p */
    int64_t blocks;        /* of 64 components */
    uint64_t *arcs;        /* word c of block k, count words each: bit d is
                              arcs(c, 64 k + d); c / 64 < k has no use */
    uint64_t *room;        /* of all parts */
    size_t room_words;     /* of one */
    _Atomic int64_t next;  /* the first strip or row of arcs not yet begun */
    _Atomic int status;
} Job;

static bool goes_on(Job *job) {
    return star_go_on(job->be->mem, &job->status);
}

/* ---- Arcs ---- */

/* Row c of the arcs; `bits` is scratch memory of one bit for each component. */
static void add_arcs(const Job *job, int64_t c, uint64_t *bits) {
    const StarComponents *found = job->components;
    for (int64_t k = 0; k < job->blocks; k++)
        bits[k] = 0;
    for (uint32_t k = found->start[c]; k < found->start[c + 1]; k++) {
        const uint64_t *row = job->p + found->vertex[k] * job->stride;
        for (int64_t w = 0; w < job->words; w++)
            for (uint64_t left = row[w]; left != 0; left &= left - 1) {
                const uint32_t d = found->of[64 * w + __builtin_ctzll(left)];
                bits[d / 64] |= UINT64_C(1) << d % 64;
            }
    }
    bits[c / 64] &= ~(UINT64_C(1) << c % 64);
    for (int64_t k = 0; k <= c / 64; k++)
        job->arcs[k * found->count + c] = bits[k];
}

static void arcs_part(void *context, int part, int parts) {
    enum { SHARE = 64 };
    Job *job = context;
    const int64_t count = job->components->count;
    uint64_t *bits = job->room + (size_t)part * job->room_words;
    (void)parts;
    for (int64_t c;
         (c = atomic_fetch_add(&job->next, SHARE)) < count && goes_on(job);)
        for (int64_t end = c + SHARE; c < end && c < count; c++)
            add_arcs(job, c, bits);
}

/* ---- Strips ---- */

/* The bit vectors begin as the members of the components. */
static void begin(const Job *job, uint64_t *bits, int64_t at, int64_t width) {
    const StarComponents *found = job->components;
    const int64_t last = 64 * (at + width);
    for (int64_t k = 0; k < STRIP * found->count; k++)
        bits[k] = 0;
    for (int64_t v = 64 * at; v < last && v < found->n; v++)
        bits[STRIP * found->of[v] + v / 64 - at] |= UINT64_C(1) << v % 64;
}

/* Copies the bit vectors to the rows. A vertex of no cycle is in its own bit
 * vector, but reaches only others. */
static void end(const Job *job, const uint64_t *bits, int64_t at,
                int64_t width) {
    const StarComponents *found = job->components;
    for (int64_t v = 0; v < found->n; v++) {
        const uint32_t c = found->of[v];
        uint64_t *row = job->p + v * job->stride + at;
        for (int64_t k = 0; k < width; k++)
            row[k] = bits[STRIP * c + k];
        if (!found->cycle[c] && v / 64 >= at && v / 64 < at + width)
            row[v / 64 - at] &= ~(UINT64_C(1) << v % 64);
    }
}

static void close_strip(Job *job, uint64_t *room, int64_t at) {
    const int64_t count = job->components->count;
    const int64_t width = job->words - at < STRIP ? job->words - at : STRIP;
    uint64_t *table = room + STRIP * count;
    begin(job, room, at, width);
    for (int64_t k = 0; k < job->blocks; k++) {
        job->be->isa->close(room, job->arcs + k * count, 64 * k, count, table);
        star_work_add(job->be->mem, 1);
        if (!goes_on(job))
            return;
    }
    end(job, room, at, width);
}

static void strips_part(void *context, int part, int parts) {
    Job *job = context;
    (void)parts;
    for (int64_t at; (at = atomic_fetch_add(&job->next, STRIP)) < job->words &&
                     goes_on(job);)
        close_strip(job, job->room + (size_t)part * job->room_words, at);
}

StarStatus star_closure_strips(StarBackend *be, uint64_t *p, int64_t stride,
                               const StarComponents *components) {
    const int64_t count = components->count;
    Job job = {.be = be,
               .components = components,
               .p = p,
               .stride = stride,
               .words = star_words(components->n),
               .blocks = star_words(count)};
    const int64_t words = job.blocks * count;
    const size_t parts = (size_t)be->threads.count;
    job.room_words = (size_t)(STRIP * count) + STAR_CLOSE_ROOM;
    job.arcs = star_mem_alloc_raw(be->mem, (size_t)words, sizeof *job.arcs);
    job.room =
        star_mem_alloc_raw(be->mem, parts, job.room_words * sizeof *job.room);
    job.status = STAR_MEMORY;
    if (job.arcs != NULL && job.room != NULL) {
        job.status = STAR_OK;
        star_work(be->mem, (job.words + STRIP - 1) / STRIP * job.blocks);
        star_parallel(&be->threads, arcs_part, &job, words);
        job.next = 0;
        star_parallel(&be->threads, strips_part, &job, words * STRIP);
    }
    star_mem_free(be->mem, job.room, parts, job.room_words * sizeof *job.room);
    star_mem_free(be->mem, job.arcs, (size_t)words, sizeof *job.arcs);
    return (StarStatus)atomic_load(&job.status);
}
