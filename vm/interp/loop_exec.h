/* The rounds of a loop that run at once: what exec_loop.c, which decides
 * whether they may, and loop_exec.c, which runs them, share. */
#ifndef STAR_EXEC_STEPS_H
#define STAR_EXEC_STEPS_H

#include "interp/exec.h"

typedef struct Rounds {
    StarMachine *m;
    const StarLoop *loop;
    const StarCell *R;
    uint64_t *mask;  /* the rounds of now: a stack of masks, newest last */
    int64_t words;   /* of a mask */
    int64_t last;    /* the greatest number of a round */
    int64_t inner;   /* the greatest of an inner round, or 0 */
    int64_t outer;   /* in an inner step: the round around it, from 0 */
    uint64_t *line;  /* scratch for the stack of an expression */
    int64_t longest; /* words of the longest line */
    int64_t steps;   /* that the rounds take at most */
} Rounds;

/* The image that a use of a table is about. */
int rounds_direction(uint8_t use);

/* Length of an operand: of a line of a table, of a slice. -1 if the table
 * has too few lines for the rounds. */
int64_t rounds_length_of(const Rounds *rounds, uint8_t use, uint16_t cell);

/* The number, from 1, of the last 1 of some words, or 0. */
int64_t rounds_last(const uint64_t *x, int64_t words);

/* Runs all steps. The only failure left is memory. */
StarStatus rounds_run(Rounds *rounds, StarCell *R);

#endif
