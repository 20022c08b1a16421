/* SPDX-License-Identifier: MIT */
/* Builds a table from the arcs of a file: readers add arcs, and in the end they
 * become the table in its layout. */
#ifndef STAR_IO_GRAPH_H
#define STAR_IO_GRAPH_H

#include "io/formats/matrix.h"
#include "io/reader.h"
#include "io/records/arc_list.h"
#include "values/names.h"
#include "values/table.h"

/* The length of the queue of pending arcs: while their words are prefetched,
 * the next lines of the file are read. */
enum { STAR_GRAPH_PENDING = 16 };

typedef struct StarPending {
    uint64_t *word;    /* of the image, or of the hash table */
    uint64_t bit;      /* its bit there; or the key */
    uint32_t from, to; /* as the file has them, but from 0 */
    int64_t line;      /* of the file, if the arc may come once only; or 0 */
    int64_t column;
} StarPending;

typedef struct StarGraph {
    StarBackend *be;
    StarTable *table; /* the result */
    StarGraphLayout layout;
    bool plain;         /* the file may be of any table, not of a graph */
    bool weighted;      /* the layout has weights, */
    int64_t bits;       /* of so many bits; 0: as many as the largest needs */
    int64_t max;        /* the largest that fits */
    int decimals;       /* as in StarTableFile */
    int64_t rows, cols; /* of the adjacency matrix */
    bool symmetric;     /* (i, j) is (j, i) too: only one of them may come */
    int64_t base;       /* the file's number of the first vertex */
    bool listed;        /* the file names the ends of its arcs: numbers that
                           none has may be no vertices */
    bool numbered;      /* its vertices are base, base + 1, ... */
    bool compact;       /* they are none: the others are 1, 2, ... */
    bool counts_idle;   /* counts the numbers without an arc: */
    int64_t idle, n;    /* at least `idle` of n; 0 if they are not counted */
    uint64_t *seen;     /* the vertices with an arc, a bit each; or NULL */
    /* Arcs of an adjacency matrix that has its size are put into the table
     * at once, */
    StarImage *image;
    bool by_rows;
    const char *path;       /* of the file */
    const char *columns;    /* as in StarTableFile */
    int list_layout;        /* as in StarTableFile */
    StarTableKind kind;     /* as in StarTableFile */
    StarError *note;        /* as in StarTableFile */
    const StarNames *label; /* the names of the vertices, of the run; NULL: the
                               file is a matrix, whose rows have none */
    bool label_new;         /* which are the run's since now */
    bool first_idle; /* no arc has vertex 0 of a list with numbers from 0 */
    bool likely;     /* that it lists arcs; nothing says so */
    bool by_parts;   /* ranks write parts of it: not yet all of it */
    int named;       /* the image that the table shall have, plus 1; 0: any */
    /* others are listed here. */
    StarArcList arcs;
    /* Detection of arcs that come again: while all come row by row, or column
     * by column, the last key in that order; later a hash table of the keys by
     * rows. */
    bool in_order[2];
    uint64_t last[2];
    uint64_t *once;
    size_t once_room;
    StarPending pending[STAR_GRAPH_PENDING];
    uint64_t pushed;   /* arcs so far: the number of the next one's place */
    uint64_t nothing;  /* the word of a place without an arc */
    StarPending again; /* the first that came twice, if its line is not 0 */
} StarGraph;

/* Begins with an empty matrix and a table without a size; `bits` is 0 or the
 * width of weights. */
void star_graph_open(StarGraph *g, StarBackend *be, StarTable *table,
                     StarGraphLayout layout, int64_t bits);

/* Makes the table if `status` is STAR_OK, and frees the rest. */
StarStatus star_graph_close(StarGraph *g, StarStatus status);

/* Gives the matrix its size, before or after the arcs. Before the first,
 * `dir` is the order in which they are likely to come: an image of which they
 * fill one vector after the other. It is the table's unless another is named.
 */
StarStatus star_graph_size(StarGraph *g, int64_t rows, int64_t cols, int dir);

/* Raises a note, in front of those that the load has raised before. */
void star_graph_note(StarError *note, StarStatus status, const char *format,
                     ...) __attribute__((format(printf, 3, 4)));

/* Changes the layout before anything is read. */
void star_graph_lay_out(StarGraph *g, StarGraphLayout layout);

/* Before anything is read: each vertex has an arc, and vertices get names. So
 * of the arcs only what the layout has is kept. */
void star_graph_keep_less(StarGraph *g);

/* Gives vertex v of all arcs the number place[v]. */
void star_graph_move(StarGraph *g, const uint32_t *place);

/* Gives the vertices names, which become the run's, or are freed if that has
 * the same; place[v], for as many as there are, is the number that vertex v has
 * then. */
void star_graph_label(StarGraph *g, StarNames *names, uint32_t *place);

/* Adds an arc to the list; see star_graph_add. */
StarStatus star_graph_wait(StarGraph *g, int64_t from, int64_t to,
                           int64_t weight);

/* The word of an image where an arc belongs, and its bit there. */
static inline uint64_t *star_graph_word(const StarGraph *g, int64_t from,
                                        int64_t to, uint64_t *bit) {
    const int64_t index = g->by_rows ? from : to, at = g->by_rows ? to : from;
    *bit = UINT64_C(1) << at % 64;
    return g->image->word + index * g->image->stride + at / 64;
}

/* Puts an arc into the image. */
static inline void star_graph_put(StarGraph *g, const StarPending *p) {
    if (p->line != 0 && (*p->word & p->bit) != 0 && g->again.line == 0)
        g->again = *p;
    *p->word |= p->bit;
}

/* Puts the oldest pending arc into the image, and prefetches the word of a new
 * one. */
static inline void star_graph_push(StarGraph *g, StarPending p) {
    StarPending *place = &g->pending[g->pushed++ % STAR_GRAPH_PENDING];
    __builtin_prefetch(p.word, 1);
    star_graph_put(g, place);
    *place = p;
}

/* Marks a vertex that has an arc. */
static inline void star_graph_see(StarGraph *g, int64_t v) {
    g->seen[v / 64] |= UINT64_C(1) << v % 64;
}

/* Adds an arc, from 0, within the size if there is one; layouts without
 * weights ignore its weight. */
static inline StarStatus star_graph_add(StarGraph *g, int64_t from, int64_t to,
                                        int64_t weight) {
    StarPending p = {.line = 0};
    if (g->image == NULL)
        return star_graph_wait(g, from, to, weight);
    if (g->seen != NULL) {
        star_graph_see(g, from);
        star_graph_see(g, to);
    }
    p.word = star_graph_word(g, from, to, &p.bit);
    star_graph_push(g, p);
    return STAR_OK;
}

/* Adds an arc that may come once only, from a place of the file, and its mirror
 * image if the matrix, which has its size, is symmetric. An arc that comes
 * again is recorded in g->again, at the latest by star_graph_settle. */
StarStatus star_graph_add_once(StarGraph *g, int64_t from, int64_t to,
                               int64_t weight, int64_t line, int64_t column);

/* Puts all pending arcs into the image or the hash table. */
void star_graph_settle(StarGraph *g);

/* Takes the number that belongs to the next arc, if the layout has weights a
 * whole one that fits; *nonzero says if it is other than 0. */
StarStatus star_graph_value(StarGraph *g, StarReader *r, bool *nonzero,
                            int64_t *weight);

/* The same, of a format that does not say how numbers are written: a weight
 * that may be thousands is refused. */
StarStatus star_graph_value_checked(StarGraph *g, StarReader *r, bool *nonzero,
                                    int64_t *weight);

#endif
