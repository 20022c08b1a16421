/* A matrix or graph on its way from a file to a table: readers add arcs, and
 * at the end they become the table in its layout. */
#ifndef STAR_IO_GRAPH_H
#define STAR_IO_GRAPH_H

#include "matrix.h"
#include "reader.h"
#include "table.h"

typedef struct StarArc {
    uint32_t from, to; /* from 0 */
    int64_t weight;
} StarArc;

typedef struct StarGraph {
    StarBackend *be;
    StarTable *table; /* the result */
    StarGraphLayout layout;
    bool weighted;      /* the layout has weights, */
    int64_t bits;       /* of so many bits; 0: as many as the largest needs */
    int64_t most;       /* the largest that fits */
    int64_t rows, cols; /* of the adjacency matrix */
    /* Arcs of an adjacency matrix that has its size are put into the table
     * at once, */
    StarImage *image;
    bool by_rows;
    /* others wait here. */
    StarArc *arc;
    int64_t arcs, largest; /* how many, the largest weight */
    size_t room;
    /* What tells whether an arc comes again: while all come row by row, or
     * column by column, the last key in that order; later a hash table of the
     * keys by rows. */
    bool in_order[2];
    uint64_t last[2];
    uint64_t *once;
    size_t once_room;
} StarGraph;

/* Begins with an empty matrix and a table without a size; `bits` is 0 or the
 * width of weights. */
void star_graph_open(StarGraph *g, StarBackend *be, StarTable *table,
                     StarGraphLayout layout, int64_t bits);

/* Makes the table if `status` is STAR_OK, and frees the rest. */
StarStatus star_graph_close(StarGraph *g, StarStatus status);

/* Gives the matrix its size, before or after the arcs. Before the first,
 * `dir` says in which order they are likely to come: an image of which they
 * fill a line at a time. */
StarStatus star_graph_size(StarGraph *g, int64_t rows, int64_t cols, int dir);

/* Adds an arc that waits; see star_graph_add. */
StarStatus star_graph_wait(StarGraph *g, int64_t from, int64_t to,
                           int64_t weight);

/* The word of an image where an arc belongs, and its bit there. */
static inline uint64_t *star_graph_word(const StarGraph *g, int64_t from,
                                        int64_t to, uint64_t *bit) {
    const int64_t line = g->by_rows ? from : to, at = g->by_rows ? to : from;
    *bit = UINT64_C(1) << at % 64;
    return g->image->word + line * g->image->stride + at / 64;
}

/* Adds an arc, from 0, within the size if there is one; layouts without
 * weights ignore its weight. */
static inline StarStatus star_graph_add(StarGraph *g, int64_t from, int64_t to,
                                        int64_t weight) {
    uint64_t bit;
    if (g->image == NULL)
        return star_graph_wait(g, from, to, weight);
    uint64_t *word = star_graph_word(g, from, to, &bit);
    *word |= bit;
    return STAR_OK;
}

/* Whether an arc that may come once only has come before: to be called for
 * each, before it is added. The matrix has its size; of a symmetric one only
 * entries with from >= to are asked for. */
StarStatus star_graph_again(StarGraph *g, int64_t from, int64_t to,
                            bool *again);

/* Takes the number that belongs to the next arc, if the layout has weights a
 * whole one that fits; *nonzero says if it is other than 0. */
StarStatus star_graph_value(StarGraph *g, StarReader *r, bool *nonzero,
                            int64_t *weight);

#endif
