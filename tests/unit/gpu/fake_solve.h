/* SPDX-License-Identifier: MIT */
/* Solvers on the fake device, for test_solve.c. */
#ifndef STAR_GPU_FAKE_SOLVE_H
#define STAR_GPU_FAKE_SOLVE_H

#include <stdint.h>

/* What the device has solved. */
int64_t fake_solved(void);

/* From now on copies to the host fail. */
void fake_break(void);

/* 1 if memory of the device is left, or a call went to another one. */
int fake_end(void);

#endif
