/* SPDX-License-Identifier: MIT */
#include "io/formats/rows.h"

#include <string.h>

enum { FIRST_CAPACITY = 1024 };

StarStatus star_rows_grow(StarRows *rows) {
    /* Twice what is there cannot overflow; the bytes are checked. */
    size_t capacity = rows->capacity > 0 ? 2 * rows->capacity : FIRST_CAPACITY;
    uint64_t *grown = star_mem_move(rows->mem, rows->word, rows->used,
                                    rows->capacity, capacity, 8);
    if (grown == NULL)
        return STAR_MEMORY;
    rows->word = grown;
    rows->capacity = capacity;
    return STAR_OK;
}

/* The rows as the table's, or arc by arc. */
static StarStatus add(const StarRows *rows, StarGraph *g, int64_t count,
                      int64_t cols) {
    const int64_t words = star_words(cols);
    STAR_TRY(star_graph_size(g, count, cols, STAR_ROWS));
    for (int64_t i = 0; i < count; i++) {
        const uint64_t *row = rows->word + i * words;
        STAR_TRY(star_stopped(rows->mem));
        if (g->image != NULL && g->by_rows) {
            memcpy(g->image->word + i * g->image->stride, row,
                   8 * (size_t)words);
            continue;
        }
        for (int64_t k = 0; k < words; k++)
            for (uint64_t rest = row[k]; rest != 0; rest &= rest - 1)
                STAR_TRY(
                    star_graph_add(g, i, 64 * k + __builtin_ctzll(rest), 1));
    }
    return STAR_OK;
}

static StarStatus ask(StarError *error) {
    return star_hint(error, "write :matrix or :arcs behind the name, in load "
                            "matrix or arcs");
}

/* A table of 0 and 1 alone may have any size; its diagonal tells a matrix from
 * arcs among two vertices. */
StarStatus star_rows_check(const StarRows *rows, const StarGraph *g,
                           const char *path, int64_t count, int64_t cols) {
    StarError *error = rows->mem->error;
    if (g->kind == STAR_TABLE_MATRIX || count == 0)
        return STAR_OK;
    if (count != cols) {
        if (!rows->others && g->layout == STAR_LAYOUT_ADJACENCY && !g->compact)
            return STAR_OK;
        star_raise(error, MSG_NOT_A_MATRIX(path, count, cols));
        return ask(error);
    }
    const bool plain = !rows->others && cols <= 3 &&
                       (rows->diagonal == 0 || rows->diagonal == count);
    if (rows->no_arcs || plain)
        return STAR_OK;
    star_raise(error, MSG_MATRIX_OR_ARCS(path, count, cols));
    return ask(error);
}

StarStatus star_rows_read(StarReader *r, StarGraph *g, StarRowsRead *read) {
    StarRows rows = {.mem = r->mem};
    int64_t count, cols = 0;
    StarStatus status = star_rows_read_part(r, g, read);
    if (status != STAR_DECLINED)
        return status;
    status = read(r, g, &rows, &count, &cols);
    if (status == STAR_OK)
        status = star_rows_check(&rows, g, r->path, count, cols);
    if (status == STAR_OK)
        status = add(&rows, g, count, cols);
    star_mem_free(rows.mem, rows.word, rows.capacity, 8);
    return status;
}
