/* SPDX-License-Identifier: MIT */
/* Lists of arcs in CSV: a record for each, with columns for its ends and
 * perhaps its weight. The ends are names, which become the run's:
 *
 *     from,to,km
 *     Paris,Lille,225        vertices 1 and 2 */
#ifndef STAR_IO_LIST_H
#define STAR_IO_LIST_H

#include "io/formats/format.h"
#include "io/records/csv_fields.h"

/* Reads a list from its first record on. */
StarStatus star_list_read(StarCsv *csv, StarGraph *g);

#endif
