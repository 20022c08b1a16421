/* SPDX-License-Identifier: MIT */
/* Threads for the peers. */
#ifndef STAR_BENCH_TEAM_H
#define STAR_BENCH_TEAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct BenchTeam {
    int threads; /* 1 or 2 */
    _Atomic int64_t arrived;
} BenchTeam;

/* Does part `part` of 0..threads-1 of a piece of work. */
typedef void BenchPart(void *context, int part);

/* Does all parts at the same time, part 0 on this thread; false if the system
 * has no thread. */
bool bench_team(BenchTeam *team, BenchPart *part, void *context);

/* Waits until all are here for this time, counted from 1. */
void bench_meet(BenchTeam *team, int64_t time);

/* Where a part of n things begins: they are cut between groups of 8, the
 * words of a cache line. */
int64_t bench_begin(const BenchTeam *team, int64_t n, int part);

#endif
