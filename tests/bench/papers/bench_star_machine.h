/* SPDX-License-Identifier: MIT */
/* The tables of the paper on the STAR-machine on a GPU. */
#ifndef STAR_BENCH_STAR_MACHINE_H
#define STAR_BENCH_STAR_MACHINE_H

#include "bench.h"

/* Prints its profile and its memory beside ours and adds its times to the
 * plot; returns an exit status. */
int bench_star_machine(const BenchOptions *options);

#endif
