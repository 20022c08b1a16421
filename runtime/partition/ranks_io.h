/* SPDX-License-Identifier: MIT */
/* Facts about files that all ranks must know or agree on. A process that has no
 * other ranks beside it is the first of one. */
#ifndef STAR_RANKS_IO_H
#define STAR_RANKS_IO_H

#include "memory/mem.h"
#include "partition/partition.h"
#include "partition/transport.h"

/* This rank and how many there are. */
StarPartition star_ranks_partition(const StarMem *mem);

/* True of rank 0. */
bool star_ranks_first(const StarMem *mem);

/* A number of rank 0, such as errno, for all ranks. */
int64_t star_ranks_number(const StarMem *mem, int64_t number);

/* The same of some bytes. If rank 0 is lost, the run ends at the next
 * message. */
void star_ranks_bytes(const StarMem *mem, void *bytes, size_t size);

/* The greatest errno of all ranks, so that none goes on alone; or 0. */
int star_ranks_fault(const StarMem *mem, int fault);

/* True if something is true of all ranks; false too if one is lost. */
bool star_ranks_all(const StarMem *mem, bool good);

/* value[k] := the sum, minimum, maximum or union of all ranks' value[k]; false
 * if one is lost. */
bool star_ranks_join(const StarMem *mem, StarReduction how, int64_t *value,
                     size_t count);

/* Raises STAR_RANKS: another rank is lost. */
StarStatus star_ranks_lost(const StarMem *mem);

#endif
