/* SPDX-License-Identifier: MIT */
/* The matrix chain problem, tile by tile (cpu/simd/chain.h). */
#ifndef STAR_MATRIX_CHAIN_H
#define STAR_MATRIX_CHAIN_H

#include "backend.h"
#include "cpu/simd/chain.h"

/* Fills m and s, as chain.h says, for n >= 2 matrices of dimensions p[0..n] >=
 * 1, on the backend's threads. Raises STAR_OVERFLOW or STAR_MEMORY, or returns
 * what star_stopped says. */
StarStatus star_chain(StarBackend *be, const int64_t *p, int64_t n, int64_t *m,
                      int64_t *s);

#endif
