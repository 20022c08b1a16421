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

StarStatus star_rows_read(StarReader *r, StarGraph *g, StarRowsRead *read) {
    StarRows rows = {.mem = r->mem};
    int64_t count, cols = 0;
    StarStatus status = star_rows_read_part(r, g, read);
    if (status != STAR_DECLINED)
        return status;
    status = read(r, g, &rows, &count, &cols);
    if (status == STAR_OK)
        status = add(&rows, g, count, cols);
    star_mem_free(rows.mem, rows.word, rows.capacity, 8);
    return status;
}
