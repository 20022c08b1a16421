/* SPDX-License-Identifier: MIT */
/* Several processes that run one program, each with the rows of
 * partition.h. All run the same instructions; docs/architecture/ranks.md says
 * what each primitive needs from other ranks. */
#ifndef STAR_RANKS_H
#define STAR_RANKS_H

#include "backend.h"
#include "partition/partition.h"
#include "partition/transport.h"

/* Slices and tables with fewer rows than this are not divided, by default:
 * their operations take less time than a message. */
enum { STAR_RANKS_FROM = 1 << 20 };

/* Divides slices and tables of at least `from` rows over the ranks of a
 * transport, which stays the caller's, and tables with 16384 times as many
 * components: every primitive of this backend, of the processor or with a
 * device, runs with the others from now on. */
StarStatus star_ranks_attach(StarBackend *be, const StarTransport *transport,
                             int64_t from);

/* This rank's rows of a table with so many, and so many columns, 0 if that is
 * not known; false unless ranks divide it. */
bool star_ranks_part(const StarBackend *be, int64_t rows, int64_t cols,
                     StarRowRange *part);

/* True if image `dir` of a table has the words of this rank's rows alone, and
 * the host has them. */
bool star_ranks_own_rows(StarBackend *be, const StarTable *table, int dir);

/* *view := this rank's rows of a table, in one image. STAR_MEMORY. */
StarStatus star_ranks_view(StarBackend *be, const StarTable *table, int dir,
                           StarTable *view);

/* All ranks have written their rows of a new table: it is divided.
 * STAR_MEMORY. */
StarStatus star_ranks_divide(StarBackend *be, const StarTable *table);

/* Compares what the ranks have done, at the end of a run: STAR_RANKS, raised,
 * if that differs. */
StarStatus star_ranks_compare(StarBackend *be);

#endif
