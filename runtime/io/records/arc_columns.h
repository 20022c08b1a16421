/* SPDX-License-Identifier: MIT */
/* Which columns of a list of arcs are what. A user may say it:
 *
 *     from,to,km      by the names in the first record,
 *     "a, b",to       quoted as in the file where a name needs it,
 *     2,3,5           or by their numbers, where the file has no such record
 *
 * Else those with usual names are taken. */
#ifndef STAR_IO_COLUMNS_H
#define STAR_IO_COLUMNS_H

#include "io/records/csv_fields.h"

enum {
    STAR_COLUMN_FROM,
    STAR_COLUMN_TO,
    STAR_COLUMN_WEIGHT,
    STAR_COLUMN_ROLES
};

typedef struct StarColumns {
    size_t count;              /* fields of each record */
    int at[STAR_COLUMN_ROLES]; /* the column of each, from 0; -1: there is none
                                */
    bool named;                /* the first record has the names */
    bool found;                /* by usual names: a user should hear of it */
} StarColumns;

/* The number of columns that a text names, two or three; 0 if it is none that
 * may stand above. */
int star_columns_count(const char *text);

/* Finds the columns of a list whose first record is `first`, which csv is
 * behind: as `text` says if it is not NULL. `weighted`: the weights are needed
 * too; where the file has none at = -1. STAR_FORMAT, and what to write, if they
 * cannot be told. */
StarStatus star_columns_find(StarColumns *columns, const StarCsv *csv,
                             const StarCsvRecord *first, const char *text,
                             bool weighted);

#endif
