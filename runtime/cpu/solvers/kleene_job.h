/* SPDX-License-Identifier: MIT */
/* The data that the parts of the Kleene star share.
 *
 * Inside, plus is always max: the numbers of minplus change their sign. Epsilon
 * is -infinity, or so small an integer that no sum with it reaches `least`, so
 * that no iteration tests for it.
 *
 * W is stored in strips of STAR_TILE_WIDTH bytes: number j of row i is at
 * [j / width][i][j % width]. Rows form groups of STAR_TILE_ROWS; rows behind
 * the n-th are epsilon. The left factor X of W is packed: number (i, k) is at
 * [i / 6][k][i % 6].
 *
 *     W   strip 0   strip 1   ...        X   row i = 0 ... 5, column k
 *         row 0     row 0                    | group 0: k = 0, k = 1, ... |
 *         row 1     row 1                    | group 1: k = 0, k = 1, ... |
 *         ...       ...                      ...                           */
#ifndef STAR_KLEENE_JOB_H
#define STAR_KLEENE_JOB_H

#include <string.h>

#include "cpu/cpu.h"
#include "cpu/solvers/kleene.h"

typedef struct Job Job;

/* Does task i of a stage; `part` is the number of the thread. */
typedef void Task(Job *job, int64_t i, int part);

/* One for each type of numbers: kleene_template.h. */
typedef struct Stages {
    size_t size;                /* of a number */
    Task *inspect;              /* row i of the matrix */
    Task *pack;                 /* group i of the permuted matrix */
    Task *solve;                /* strip i of an acyclic star */
    Task *fill;                 /* row i of W */
    void (*diagonal)(Job *job); /* for the block of rows job->block */
    Task *panel;                /* group i of the strip of columns job->block */
    Task *update;               /* strip i by the block */
    bool (*diverges)(const Job *job);
    /* Finds, iteration by iteration, the first vertex `at` on a circuit better
     * than the unit, and the vertex `by` of that iteration. The path from j to
     * i goes to vertex first[i n + j] first. */
    bool (*find_circuit)(Job *job, uint32_t *first, int64_t *at, int64_t *by);
    Task *put; /* row i of the star */
    Task *put_bits;
} Stages;

extern const Stages star_kleene_stages[STAR_NUMBERS];
extern const Stages star_kleene_wide; /* of 32 bits outside, 64 inside */

/* Of 64-bit integers: epsilon inside, and the least number that is not
 * epsilon, twice as near to 0. */
#define STAR_KLEENE_LOWEST (-INT64_MAX / 2 - 1)
#define STAR_KLEENE_LEAST (STAR_KLEENE_LOWEST / 2)

/* The least and the greatest of some numbers that are not epsilon, and the
 * greatest epsilon. */
typedef struct Range {
    int64_t low, high, none;
} Range;

struct Job {
    StarBackend *be;
    const Stages *stages;
    StarTile *tile;
    StarRing ring;
    const StarTeam *team;         /* that divides the strips, or NULL */
    int64_t n, words;             /* of a row of bits */
    int64_t width;                /* of a strip, in numbers */
    int64_t strips, groups, rows; /* of W */
    void *a;
    uint64_t *arcs;          /* row i: the tails of the arcs to i */
    uint32_t *order, *place; /* vertices in the order of W, and its inverse */
    bool acyclic;
    void *w, *x;        /* W, and its left factor */
    void *room;         /* star_kleene_room bytes for each part */
    void *block_rows;   /* the rows of the diagonal block, each as it is before
                           its iteration */
    void *block_left;   /* of its rows by one another, packed */
    int64_t block;      /* its number */
    _Atomic bool great; /* sums of paths might overflow: they are checked, */
    int64_t max_sum;    /* and none may pass this; 0: no check */
    Range *ranges;      /* [strip][k]: of row k of the block, before its
                           iteration */
    _Atomic int64_t next;
    _Atomic int status;
};

/* Room of a part: a row of W at its whole length, or the rows of a block. */
static inline size_t star_kleene_room(const Job *job) {
    const int64_t row = job->strips * STAR_TILE_WIDTH;
    const int64_t block = (job->width + STAR_TILE_ROWS) * STAR_TILE_WIDTH;
    return (size_t)(row > block ? row : block);
}

/* The number of rows of the block. */
static inline int64_t star_kleene_block(const Job *job) {
    const int64_t left = job->n - job->block * job->width;
    return left < job->width ? left : job->width;
}

/* ---- Checks of sums, for numbers of 64 bits inside ---- */

/* Records the ranges of the rows of the block in strip s, each as it is before
 * its iteration. */
void star_kleene_note_rows(Job *job, int64_t s, const void *rows);

/* True if no sum of the iterations of the block overflows, neither in the body
 * nor in the kernel. */
bool star_kleene_fits(const Job *job);

/* Task: declines if a sum of an arc from vertex k of an acyclic graph and a
 * path to it overflows. */
void star_kleene_check(Job *job, int64_t k, int part);

/* The kernel declines. */
static inline void star_kleene_decline(Job *job) {
    atomic_store(&job->status, STAR_DECLINED);
}

/* False when the kernel has declined or failed, or is to stop: the status then
 * says why. */
static inline bool star_kleene_goes_on(Job *job) {
    return star_go_on(job->be->mem, &job->status);
}

/* 64 bytes, each 0 or 1, as bits. */
static inline uint64_t star_kleene_bits(const uint8_t *byte) {
    uint64_t bits = 0;
    for (int k = 0; k < 64; k += 8) {
        uint64_t eight;
        memcpy(&eight, byte + k, sizeof eight);
        bits |= (eight * UINT64_C(0x0102040810204080) >> 56) << k;
    }
    return bits;
}

#endif
