/* SPDX-License-Identifier: MIT */
/* Hashes of the tables and arrays of a history's machine, and the rows and
 * columns that statements name. A hash is a sum of a number for each word, so
 * that a write to one row, column or element changes one part of the sum:
 *
 *     hash = part(0) + part(1) + ... + part(n - 1)
 *     write to row k: part(k) is subtracted before it, and added when the hash
 *     is asked for; until then the sum is `open` */
#ifndef STAR_TABLE_HASH_H
#define STAR_TABLE_HASH_H

#include "debug/history.h"
#include "cpu/simd/simd.h"

/* Tables and arrays whose hashes are cached. */
enum { STAR_TABLE_HASHES = 32 };

/* The hash of a table, or of the elements of an array, which is one row. */
typedef struct StarSum {
    const void *of;     /* the table, or the elements; NULL: none */
    size_t bytes;       /* of these; 0: a table, */
    int64_t rows, cols; /* of this size */
    uint64_t sum;
    bool open;    /* a part is not in the sum, as it changes: */
    bool columns; /* word number `part` of all rows, else row `part`; word
                     number `part` of an array */
    int64_t part; /* from 0 */
} StarSum;

typedef struct StarTableHash {
    StarTouched *touched; /* told of rows and columns; or NULL */
    void *context;
    unsigned next;           /* the sum that is replaced next */
    unsigned tables, arrays; /* have a sum */
    StarSum sum[STAR_TABLE_HASHES];
} StarTableHash;

/* Returns a 64-bit hash of the bits of a table, or of the elements of an array
 * of scalars. The hashes of large ones are cached, and exec_track_writes
 * updates them. */
uint64_t star_table_hash(StarTableHash *hashes, const StarIsa *isa,
                         const StarTable *table);
uint64_t star_table_hash_array(StarTableHash *hashes, const StarArray *array);

/* Empties the cache, after tables and arrays have changed in another way. */
void star_table_hash_forget(StarTableHash *hashes);

#endif
