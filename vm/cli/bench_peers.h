/* Plain C that does what primitives do, compiled for this processor: what
 * they are measured beside. */
#ifndef STAR_CLI_BENCH_PEERS_H
#define STAR_CLI_BENCH_PEERS_H

#include <stdint.h>

/* On n words of x and y; a result in z or returned. */
typedef int64_t BenchPeer(uint64_t *z, const uint64_t *x, const uint64_t *y,
                          int64_t n);

typedef struct BenchPeers {
    BenchPeer *band, *bor, *bxor, *bnot;
    BenchPeer *count; /* number of ones */
    BenchPeer *find;  /* ordinal number of the first 1, or 0 */
    /* The transitive closure of n rows of `words` words. */
    void (*warshall)(uint64_t *p, int64_t n, int64_t words);
    /* Column `column`, from 0, of `rows` rows. */
    void (*gather)(uint64_t *z, const uint64_t *x, int64_t rows, int64_t stride,
                   int64_t column);
    /* rows x cols bits to cols x rows. */
    void (*transpose)(uint64_t *z, int64_t zs, const uint64_t *x, int64_t xs,
                      int64_t rows, int64_t cols);
} BenchPeers;

/* Compiled for the best instruction set that this processor has. */
const BenchPeers *bench_peers(void);

/* The closure a word at a time, without vectors. */
void bench_warshall_words(uint64_t *p, int64_t n, int64_t words);

#endif
