/* SPDX-License-Identifier: MIT */
/* The same programs in STAR, Lua and C, each printing one number. */
#ifndef STAR_BENCH_PROGRAMS_H
#define STAR_BENCH_PROGRAMS_H

#include <stdbool.h>

typedef struct BenchProgram {
    const char *name;
    const char *size[2], *output[2]; /* in small: [1] */
    bool target;                     /* Lua is to be beaten */
    const char *star, *lua, *c;      /* with @ for the size */
} BenchProgram;

enum { BENCH_PROGRAMS = 6 };

extern const BenchProgram bench_programs[BENCH_PROGRAMS];

/* One that does nothing. */
extern const BenchProgram bench_empty;

#endif
