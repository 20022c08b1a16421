/* SPDX-License-Identifier: MIT */
/* The cheapest order of a matrix chain in O(n log n), by Hu and Shing:
 * Computation of Matrix Chain Products, parts I and II, SIAM Journal on
 * Computing 11 (1982) and 13 (1984). stdlib/matchain.star explains it.
 *
 * For n >= 2 matrices of dimensions p[0..n] >= 1, where 2 n p[i] p[j] p[k] is
 * at most maxint for all i, j, k. Product k of 1..n - 1 in that order is
 * (matrices first[k - 1]..k) times (k + 1..last[k - 1]). Raises STAR_MEMORY, or
 * returns what star_stopped says. */
#ifndef STAR_HU_SHING_H
#define STAR_HU_SHING_H

#include "backend.h"

/* The greatest number of matrices: vertices, two more, have numbers of 32
 * bits. */
enum { STAR_HU_SHING_MAX = INT32_MAX - 2 };

/* True if there are no more, and 2 n times the greatest dimension to the power
 * of 3 is at most maxint. */
bool star_hu_shing_takes(const int64_t *p, int64_t n);

/* The least cost, and the products in their order; first and last have n - 1
 * elements. */
StarStatus star_hu_shing(StarBackend *be, const int64_t *p, int64_t n,
                         int64_t *cost, int64_t *first, int64_t *last);

#endif
