/* SPDX-License-Identifier: MIT */
/* The rows that a rank has, of every slice and table with so many rows:
 *
 *     rows   0        chunk      2 chunk   rows
 *            +----------+----------+--------+
 *            |  rank 0  |  rank 1  | rank 2 |
 *            +----------+----------+--------+
 *
 * The chunk is a multiple of 64, so that no two ranks share a word; from 8192
 * rows on, where vectors of tables are padded to 512 too, of 512. See
 * docs/architecture/ranks.md. */
#ifndef STAR_PARTITION_H
#define STAR_PARTITION_H

#include <stdint.h>

typedef struct StarPartition {
    int rank, ranks;
} StarPartition;

/* Rows low..high-1, from 0. */
typedef struct StarRowRange {
    int64_t low, high;
} StarRowRange;

/* Rows that a rank has, but for the last ones that have some. */
static inline int64_t star_partition_chunk(const StarPartition *p,
                                           int64_t rows) {
    const int64_t unit = rows < 8192 ? 64 : 512;
    const int64_t units = rows / unit + (rows % unit != 0);
    return (units / p->ranks + (units % p->ranks != 0)) * unit;
}

/* The first row of a rank; of rank `ranks` it is the number of rows. */
static inline int64_t star_partition_first(const StarPartition *p, int64_t rows,
                                           int rank) {
    const int64_t chunk = star_partition_chunk(p, rows);
    return rank == 0 || rows / rank >= chunk ? chunk * rank : rows;
}

/* The rows of this rank. */
static inline StarRowRange star_partition_part(const StarPartition *p,
                                               int64_t rows) {
    return (StarRowRange){star_partition_first(p, rows, p->rank),
                          star_partition_first(p, rows, p->rank + 1)};
}

/* The rank that has a row, from 0. */
static inline int star_partition_owner(const StarPartition *p, int64_t rows,
                                       int64_t row) {
    return (int)(row / star_partition_chunk(p, rows));
}

#endif
