/* What a history sees of the tables of its machine: the rows and columns that
 * statements name, and sums of the bits, which need not be counted anew where
 * one line has changed. */
#ifndef STAR_WATCH_H
#define STAR_WATCH_H

#include "history.h"
#include "isa.h"

enum { STAR_WATCH_TABLES = 32 };

/* The sum of a table. */
typedef struct StarSum {
    const StarTable *table; /* NULL: none */
    int64_t rows, cols;
    uint64_t sum;
    bool open;    /* a part is not in the sum, because it changes: */
    bool columns; /* word number `part` of all rows, else row `part` */
    int64_t part; /* from 0 */
} StarSum;

typedef struct StarWatch {
    StarTouched *touched; /* NULL: nobody asks */
    void *context;
    unsigned next; /* the sum that is given up next */
    StarSum sum[STAR_WATCH_TABLES];
} StarWatch;

/* A number that differs for tables with other bits, as good as always. The
 * sums of large tables are kept, and what exec_watch sees of a run keeps them
 * right. */
uint64_t star_watch_sum(StarWatch *watch, const StarIsa *isa,
                        const StarTable *table);

/* Tables have changed, or gone, in another way. */
void star_watch_forget(StarWatch *watch);

#endif
