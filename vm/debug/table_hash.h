/* What a history sees of the tables and arrays of its machine: the rows and
 * columns that statements name, and sums of the values, which need not be
 * counted anew where one line or element has changed. */
#ifndef STAR_TABLE_HASH_H
#define STAR_TABLE_HASH_H

#include "debug/history.h"
#include "cpu/simd/simd.h"

enum { STAR_TABLE_HASHES = 32 };

/* The sum of a table, or of the elements of an array, which is one row. */
typedef struct StarSum {
    const void *of;     /* the table, or the elements; NULL: none */
    size_t bytes;       /* of these; 0: a table, */
    int64_t rows, cols; /* of this size */
    uint64_t sum;
    bool open;    /* a part is not in the sum, because it changes: */
    bool columns; /* word number `part` of all rows, else row `part`; word
                     number `part` of an array */
    int64_t part; /* from 0 */
} StarSum;

typedef struct StarTableHash {
    StarTouched *touched; /* NULL: nobody asks */
    void *context;
    unsigned next;           /* the sum that is given up next */
    unsigned tables, arrays; /* have a sum */
    StarSum sum[STAR_TABLE_HASHES];
} StarTableHash;

/* A number that differs for tables with other bits, as good as always, and for
 * arrays of scalars with other elements. The sums of large ones are kept, and
 * what exec_track_writes sees of a run keeps them right. */
uint64_t star_table_hash(StarTableHash *watch, const StarIsa *isa,
                         const StarTable *table);
uint64_t star_table_hash_array(StarTableHash *watch, const StarArray *array);

/* They have changed, or gone, in another way. */
void star_table_hash_forget(StarTableHash *watch);

#endif
