/* SPDX-License-Identifier: MIT */
/* kernels                         the names of the vector kernels
 * kernels ISA KERNEL WORDS TIMES  runs one so often, on slices of WORDS words,
 * a multiple of 8; what is counted in words is a table of 64 of them */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "cpu/simd/philox.h"
#include "cpu/simd/simd.h"
#include "memory/words.h"

enum { VECTORS = 64, ROWS = STAR_TILE };

typedef struct Work {
    const StarIsa *isa;
    int64_t n;
    uint64_t *z, *x, *y; /* slices of n words; x has no ones */
    uint64_t *table;     /* VECTORS of n words */
    uint32_t *number;    /* ROWS */
} Work;

static uint64_t mask = UINT64_MAX;
static int32_t ones[4 * 64];
static int64_t sum;

static void run_pair_ones(Work *w) {
    const uint64_t *x[4], *y[4];
    for (int k = 0; k < 4; k++) {
        x[k] = w->table + k * w->n;
        y[k] = w->table + (4 + k) * w->n;
    }
    w->isa->pair_ones(ones, x, y, w->n);
}

static void run_adder(Work *w, StarAdder *add) {
    StarTerms terms[STAR_TERMS];
    for (int k = 0; k < STAR_TERMS; k++)
        terms[k] = (StarTerms){w->table + k * w->n, w->table + (4 + k) * w->n,
                               w->table + (8 + k) * w->n};
    add(terms, STAR_TERMS, w->z, w->y, w->n, 0);
}

static void run_random(Work *w) {
    const StarPhilox philox = {.seed = 1, .digits = STAR_PHILOX_ALL / 3};
    w->isa->random(w->z, w->n, &philox, 0, 0);
}

#define TILE(kind, times)                                 \
    w->isa->tile[STAR_NUMBER_##kind][STAR_TIMES_##times]( \
        w->table, w->table + 256, w->table + 1024, 16)

/* Of a KERNEL(name, call) each. */
#define KERNELS                                                                \
    KERNEL(and, w->isa->and (w->z, w->x, w->y, w->n))                          \
    KERNEL(or, w->isa->or (w->z, w->x, w->y, w->n))                            \
    KERNEL(xor, w->isa->xor (w->z, w->x, w->y, w->n))                          \
    KERNEL(andn, w->isa->andn(w->z, w->x, w->y, w->n))                         \
    KERNEL(not, w->isa->not(w->z, w->x, w->n))                                 \
    KERNEL(copy, w->isa->copy(w->z, w->x, w->n))                               \
    KERNEL(find, sum += w->isa->find(w->x, 0, w->n))                           \
    KERNEL(common, sum += w->isa->common(w->x, w->y, 0, w->n))                 \
    KERNEL(count, sum += w->isa->count(w->y, w->n))                            \
    KERNEL(equal, sum += w->isa->equal(w->x, w->x + w->n, w->n))               \
    KERNEL(gather, w->isa->gather(w->z, w->table, VECTORS, w->n, 0, 3))        \
    KERNEL(scatter, w->isa->scatter(w->table, w->y, VECTORS, w->n, 0, 3))      \
    KERNEL(transpose,                                                          \
           w->isa->transpose(w->z, 1, w->table, w->n, VECTORS, VECTORS))       \
    KERNEL(numbers, w->isa->numbers(w->number, w->table, w->n, 16, 8))         \
    KERNEL(pick, sum += w->isa->pick(w->z, w->y, 1, w->number, VECTORS))       \
    KERNEL(vectors, w->isa->vectors(w->table, w->n, &mask, 1, w->y, w->n,      \
                                    STAR_FUSE_XOR))                            \
    KERNEL(row_update,                                                         \
           w->isa->row_update(w->table, w->n, VECTORS, 0, 0, w->y, w->n))      \
    KERNEL(reduce,                                                             \
           w->isa->reduce(w->z, w->table, w->n, &mask, 1, w->n, STAR_FUSE_OR)) \
    KERNEL(count_vectors,                                                      \
           sum += w->isa->count_vectors(w->table, w->n, &mask, 1, w->y, w->n)) \
    KERNEL(pair_ones, run_pair_ones(w))                                        \
    KERNEL(row_ones,                                                           \
           w->isa->row_ones(ones, w->y, w->table, w->n, VECTORS, w->n))        \
    KERNEL(weigh, sum += (int64_t)w->isa->weigh(w->y, w->table, w->n,          \
                                                STAR_WEIGHTS, w->n))           \
    KERNEL(match, w->isa->match(w->z, w->y, w->table, w->n, 8, w->x, w->n))    \
    KERNEL(order, w->isa->order(w->z, w->y, w->table, w->n, 8, w->x, w->n, 1)) \
    KERNEL(below, sum += w->isa->below(w->z, w->y, w->table, w->x, w->n))      \
    KERNEL(merge, w->isa->merge(w->z, w->x, w->y, w->n))                       \
    KERNEL(plus, run_adder(w, w->isa->plus))                                   \
    KERNEL(minus, run_adder(w, w->isa->minus))                                 \
    KERNEL(tile_single, TILE(SINGLE, PLUS))                                    \
    KERNEL(tile_real, TILE(REAL, PLUS))                                        \
    KERNEL(tile_long, TILE(LONG, PLUS))                                        \
    KERNEL(tile_int, TILE(INT, MIN))                                           \
    KERNEL(random, run_random(w))                                              \
    KERNEL(spread, w->isa->spread(w->y, 2, w->n, 65))

#define KERNEL(name, call)               \
    static void kernel_##name(Work *w) { \
        call;                            \
    }
KERNELS
#undef KERNEL

static const struct {
    const char *name;
    void (*run)(Work *);
} kernels[] = {
#define KERNEL(name, call) {#name, kernel_##name},
    KERNELS
#undef KERNEL
};

enum { COUNT = sizeof kernels / sizeof *kernels };

static void *allocate(size_t size) {
    void *room = aligned_alloc(64, (size + 63) / 64 * 64);
    if (room == NULL)
        abort();
    return memset(room, 0, size);
}

int main(int argc, char **argv) {
    StarError error = {0};
    StarMem mem;
    StarBackend be;
    StarIsaLevel level;
    int found = -1;
    for (int k = 0; k < COUNT && argc == 1; k++)
        puts(kernels[k].name);
    if (argc == 1)
        return 0;
    for (int k = 0; k < COUNT && argc == 5; k++)
        if (strcmp(kernels[k].name, argv[2]) == 0)
            found = k;
    if (found < 0 || !star_isa_parse(argv[1], &level))
        return 2;
    star_mem_init(&mem, &error, (size_t)1 << 30);
    if (star_cpu_open(&be, &mem, level) != STAR_OK)
        return 2;
    Work w = {.isa = be.isa, .n = atoll(argv[3])};
    const size_t bytes = (size_t)w.n * 8, tables = VECTORS * bytes + (1 << 16);
    w.z = allocate(bytes + 4096);
    w.x = allocate(2 * bytes);
    w.y = allocate(bytes);
    w.table = allocate(tables);
    w.number = allocate(ROWS * sizeof *w.number);
    memset(w.y, 0x55, bytes);
    memset(w.table, 1, VECTORS * bytes);
    for (int k = 0; k < ROWS; k++)
        w.number[k] = 1;
    for (int64_t k = atoll(argv[4]); k > 0; k--)
        kernels[found].run(&w);
    return 0; /* what it has the system frees */
}
