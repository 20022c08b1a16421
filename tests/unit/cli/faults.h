/* SPDX-License-Identifier: MIT */
/* Memory that there is not, and calls of the system that fail. */
#ifndef STAR_TESTS_FAULTS_H
#define STAR_TESTS_FAULTS_H

#include <sys/types.h>

/* So many allocations from now on are made, then none; below 0: all. */
extern int faults_left;

/* What the next read or write does: 0: as the system does it; an error, or
 * PART: one byte. */
enum { FAULTS_PART = -1 };
extern int faults_next;

#endif
