/* SPDX-License-Identifier: MIT */
/* Plain C that does what primitives do, compiled for this processor: what
 * they are measured beside. */
#ifndef STAR_BENCH_PEERS_H
#define STAR_BENCH_PEERS_H

#include "peers/bench_team.h"

/* On n words of x and y; a result in z or returned. */
typedef int64_t BenchPeer(uint64_t *z, const uint64_t *x, const uint64_t *y,
                          int64_t n);

/* What a loop works on: lines of a table, each of `words` words and `stride`
 * words after the one before; lines beside it; z and room are written. */
typedef struct BenchLines {
    const uint64_t *table;
    int64_t lines, stride, words;
    const uint64_t *key; /* a bit for each line of the table */
    const uint64_t *x;
    uint64_t *z, *room[2];
    const uint64_t *other; /* a table to be added, and the sum */
    uint64_t *sum;
    int64_t least; /* ones that a pair of lines shares at least, less 1 */
} BenchLines;

typedef int64_t BenchLoop(const BenchLines *a);

typedef int64_t BenchSums(int64_t times);

typedef struct BenchPeers {
    BenchPeer *band, *bor, *bxor, *bnot;
    /* The same past the caches: z, x and y lie at cache lines, n is a multiple
     * of 8. */
    BenchPeer *far_and, *far_or, *far_xor;
    BenchPeer *count; /* number of ones */
    BenchPeer *find;  /* ordinal number of the first 1, or 0 */
    /* Prefixes of x; bits of y where x is 1, packed, and back. */
    BenchPeer *prefix_or, *prefix_xor, *compress, *expand;
    /* A part of the transitive closure of n rows of `words` words. */
    void (*warshall)(uint64_t *p, int64_t n, int64_t words, BenchTeam *team,
                     int part);
    /* Column `column`, from 0, of `rows` rows. */
    void (*gather)(uint64_t *z, const uint64_t *x, int64_t rows, int64_t stride,
                   int64_t column);
    /* rows x cols bits to cols x rows. */
    void (*transpose)(uint64_t *z, int64_t zs, const uint64_t *x, int64_t xs,
                      int64_t rows, int64_t cols);
    /* On the rows of a graph: how many paths of two arcs have an arc from end
     * to end; what is reached from the vertices in x, and in how many steps. */
    BenchLoop *triangles, *search;
    BenchLoop *pairs;       /* that share more than so many ones */
    BenchLoop *sum;         /* of the numbers of the ones of x */
    BenchLoop *match, *min; /* of the rows in x: those equal to the key; the
                               least. The lines are columns. */
    BenchLoop *addv;        /* the sum of the rows of two such tables */
    /* So many times sums and their maxima in registers; how many of them. */
    BenchSums *float_sums, *double_sums;
} BenchPeers;

/* Compiled for the best instruction set that this processor has. */
const BenchPeers *bench_peers(void);

/* How many sums there are in a second, on one thread. */
double bench_rate(BenchSums *sums);

/* The closure a word at a time, without vectors. */
void bench_warshall_words(uint64_t *p, int64_t n, int64_t words);

#endif
