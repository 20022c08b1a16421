/* SPDX-License-Identifier: MIT */
/* Tiles in the order of their diagonals, each thread the next one: when a
 * thread takes a tile, those that it needs have been taken before. */
#include "cpu/solvers/matrix_chain.h"

#include <sched.h>
#include <stdatomic.h>

#include "cpu/solvers/chain_product.h"

typedef struct Job {
    const StarChain *chain;
    StarMem *mem;
    StarChainTile *tile;
    _Atomic int64_t next;  /* tile, in the order of diagonals */
    _Atomic int64_t *done; /* the last tile of each row that is done */
    _Atomic StarStatus status;
} Job;

static StarStatus status_of(Job *job) {
    return atomic_load_explicit(&job->status, memory_order_relaxed);
}

/* Waits until tile (I, J) is done, or the job has failed. */
static void await(Job *job, int64_t I, int64_t J) {
    while (atomic_load_explicit(&job->done[I], memory_order_acquire) < J &&
           status_of(job) == STAR_OK)
        sched_yield();
}

static void do_tile(Job *job, int64_t I, int64_t J) {
    StarStatus status;
    if (I < J) {
        await(job, I, J - 1);
        await(job, I + 1, J);
    }
    if (status_of(job) != STAR_OK)
        return;
    status = job->tile(job->chain, I, J);
    star_work_add(job->mem, J - I + 1);
    if (status != STAR_OK)
        atomic_store(&job->status, status);
    atomic_store_explicit(&job->done[I], J, memory_order_release);
}

static void part(void *context, int number, int parts) {
    Job *job = context;
    const int64_t blocks = job->chain->blocks;
    int64_t diagonal = 0, first = 0;
    (void)number, (void)parts;
    while (status_of(job) == STAR_OK) {
        const int64_t next = atomic_fetch_add(&job->next, 1);
        while (diagonal < blocks && next - first >= blocks - diagonal) {
            first += blocks - diagonal;
            diagonal++;
        }
        if (diagonal == blocks)
            return;
        do_tile(job, next - first, next - first + diagonal);
    }
}

/* True if all costs are exact in double; a cost is at most n - 1 products. */
static bool is_exact(int64_t product, int64_t n) {
    int64_t max;
    return !__builtin_mul_overflow(product, n - 1, &max) && max <= INT64_C(1)
                                                                       << 53;
}

static void copy_dimensions(StarChain *c, const int64_t *p, bool real) {
    for (int64_t i = 0; i < c->blocks * STAR_CHAIN; i++) {
        const int64_t x = i < c->vertices ? p[i] : 0;
        if (real)
            ((double *)c->p)[i] = (double)x;
        else
            ((int64_t *)c->p)[i] = x;
    }
}

static StarStatus run(StarBackend *be, StarChain *c, const int64_t *p,
                      bool real, _Atomic int64_t *done) {
    Job job = {.chain = c,
               .mem = be->mem,
               .tile = real ? be->isa->chain_real : be->isa->chain_whole,
               .done = done};
    const int64_t n = c->vertices - 1, blocks = c->blocks;
    star_work(be->mem, blocks * (blocks + 1) / 2 * (blocks + 2) / 3);
    for (int64_t I = 0; I < blocks; I++)
        atomic_init(&done[I], I - 1);
    copy_dimensions(c, p, real);
    star_parallel(&be->threads, part, &job, n / 6 * n / 8 * n);
    return status_of(&job);
}

StarStatus star_chain(StarBackend *be, const int64_t *p, int64_t n, int64_t *m,
                      int64_t *s) {
    StarMem *mem = be->mem;
    StarChain c = {.vertices = n + 1,
                   .blocks = n / STAR_CHAIN + 1,
                   .m = m,
                   .s = s,
                   .mem = mem};
    StarStatus status = STAR_OVERFLOW;
    int64_t product;
    const size_t blocks = (size_t)c.blocks;
    if (star_chain_product(p, n, &product)) {
        const size_t tiles = blocks * (blocks + 1) / 2;
        _Atomic int64_t *done = star_mem_alloc(mem, blocks, sizeof *done);
        c.p = star_mem_alloc(mem, blocks, STAR_CHAIN * sizeof *p);
        c.cost = star_mem_alloc_raw(mem, tiles, STAR_CHAIN_TILE * sizeof *p);
        status = done != NULL && c.p != NULL && c.cost != NULL
                     ? run(be, &c, p, is_exact(product, n), done)
                     : STAR_MEMORY;
        star_mem_free(mem, done, blocks, sizeof *done);
        star_mem_free(mem, c.p, blocks, STAR_CHAIN * sizeof *p);
        star_mem_free(mem, c.cost, tiles, STAR_CHAIN_TILE * sizeof *p);
    }
    if (status == STAR_OVERFLOW)
        return star_raise(mem->error, MSG_CHAIN_OVERFLOW(n));
    return status;
}
