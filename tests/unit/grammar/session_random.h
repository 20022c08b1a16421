/* SPDX-License-Identifier: MIT */
/* Entries for tests, at random: few names with many meanings. */
#ifndef STAR_SESSION_RANDOM_H
#define STAR_SESSION_RANDOM_H

#include "session_test.h"

typedef struct Random {
    uint64_t state;
    char text[1000]; /* of the last entry */
} Random;

/* A number below `most`. */
int random_any(Random *random, int most);

/* Makes an entry. */
void random_entry(Random *random);

#endif
