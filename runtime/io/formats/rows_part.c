/* SPDX-License-Identifier: MIT */
/* Files of rows that several ranks read and write together. A file is divided
 * twice, for where a row begins is not known before those in front of it are
 * counted:
 *
 *     bytes   | rank 0 | rank 1 | rank 2 |    each counts the rows that begin
 *                                             in its share, and finds in it
 *     rows    | rank 0   | rank 1 | rank 2 |  where the rows of ranks begin
 */
#include <sys/stat.h>

#include "cpu/simd/parallel.h"
#include "io/formats/rows.h"
#include "partition/ranks_io.h"
#include "partition/ranks.h"

typedef struct Parts {
    StarReader *r;
    StarGraph *g;
    StarPartition partition;
    int64_t size;   /* of the file */
    int64_t rows;   /* of the table */
    int64_t *count; /* rows in the share of each rank */
    int64_t *place; /* where the rows of each rank begin, and the size */
} Parts;

/* ---- The shares ---- */

/* Sets *place to where the first line begins at or behind byte `at`. */
static StarStatus line_place(const Parts *p, int64_t at, int64_t *place) {
    StarReader part;
    *place = at < p->size ? at : p->size;
    if (at == 0 || at >= p->size)
        return STAR_OK;
    STAR_TRY(star_reader_part(&part, p->r, at - 1, p->size));
    star_reader_skip_line(&part);
    *place = star_reader_place(&part);
    return star_reader_leave(&part) ? STAR_OK : STAR_OPEN;
}

static StarStatus share(const Parts *p, int64_t *from, int64_t *stop) {
    const int64_t bytes = p->size / p->partition.ranks + 1;
    STAR_TRY(line_place(p, bytes * p->partition.rank, from));
    return line_place(p, bytes * (p->partition.rank + 1), stop);
}

/* The row, from 0, that comes next is number i: notes where it begins, if it is
 * the first one of some rank from *k on. */
static void note_place(const Parts *p, int64_t i, int64_t place, int *k) {
    for (; *k < p->partition.ranks; ++*k) {
        const int64_t first = star_partition_first(&p->partition, p->rows, *k);
        if (first > i)
            return;
        if (first == i)
            p->place[*k] = place;
    }
}

/* Counts the rows from..stop-1, of which the first one is number `first`. */
static StarStatus scan(const Parts *p, int64_t from, int64_t stop,
                       int64_t first, int64_t *count) {
    StarReader part;
    int k = 0;
    STAR_TRY(star_reader_part(&part, p->r, from, stop));
    for (*count = 0; star_reader_content(&part, STAR_ROWS_COMMENT); ++*count) {
        if (p->rows > 0)
            note_place(p, first + *count, star_reader_place(&part), &k);
        star_reader_skip_line(&part);
    }
    return star_reader_leave(&part) ? STAR_OK : STAR_OPEN;
}

/* Adds up the numbers that each rank has of its own, 0 elsewhere; false if some
 * rank failed. */
static bool join(const Parts *p, int64_t *value, StarStatus status) {
    return star_ranks_all(p->r->mem, status == STAR_OK) &&
           star_ranks_join(p->r->mem, STAR_REDUCE_SUM, value,
                           (size_t)p->partition.ranks);
}

/* Finds out how many rows there are, and where those of each rank begin. */
static bool find_places(Parts *p) {
    const int rank = p->partition.rank;
    int64_t from = 0, stop = 0, first = 0, again;
    StarStatus status = share(p, &from, &stop);
    if (status == STAR_OK)
        status = scan(p, from, stop, 0, &p->count[rank]);
    if (!join(p, p->count, status))
        return false;
    for (int k = 0; k < p->partition.ranks; k++) {
        first += k < rank ? p->count[k] : 0;
        p->rows += p->count[k];
    }
    status = scan(p, from, stop, first, &again);
    if (!join(p, p->place, status))
        return false;
    for (int k = 0; k <= p->partition.ranks; k++)
        if (star_partition_first(&p->partition, p->rows, k) == p->rows)
            p->place[k] = p->size;
    return true;
}

/* ---- Reading ---- */

/* Gives the rows of this rank, which are all right, to the table. */
static StarStatus put(const Parts *p, StarRowRange own, const StarRows *rows,
                      int64_t cols) {
    StarGraph *g = p->g;
    const int64_t count = own.high - own.low, words = star_words(cols);
    StarTable part;
    g->by_parts = true;
    STAR_TRY(star_graph_size(g, p->rows, cols, STAR_ROWS));
    const int dir = g->by_rows ? STAR_ROWS : STAR_COLUMNS;
    STAR_TRY(star_ranks_view(g->be, g->table, dir, &part));
    const StarImage to = part.image[dir];
    if (g->by_rows)
        for (int64_t i = 0; i < count; i++)
            g->be->isa->copy(to.word + i * to.stride, rows->word + i * words,
                             words);
    else if (count > 0)
        star_parallel_transpose(g->be, to.word, to.stride, rows->word, words,
                                count, cols);
    STAR_TRY(star_stopped(g->be->mem));
    return star_ranks_divide(g->be, g->table);
}

/* True if all ranks have read what they should; *cols is that of all then. A
 * rank without rows has less than 0. */
static bool is_right(const Parts *p, bool right, int64_t *cols) {
    int64_t most[] = {*cols, *cols < 0 ? INT64_MIN : -*cols};
    if (!star_ranks_all(p->r->mem, right) ||
        !star_ranks_join(p->r->mem, STAR_REDUCE_MAX, most, 2))
        return false;
    *cols = most[0];
    return most[0] == -most[1];
}

/* Reads the rows of a rank; of n columns each takes at least n + 1 bytes. */
static bool read_rows(const Parts *p, int64_t count, StarRowsRead *read,
                      StarRows *rows, int64_t *cols) {
    const int64_t *place = p->place + p->partition.rank;
    const size_t room = (size_t)(count + (place[1] - place[0]) / 64);
    StarReader part;
    int64_t found;
    rows->word = star_mem_alloc_raw(rows->mem, room, 8);
    rows->capacity = rows->word != NULL ? room : 0;
    if (rows->word == NULL ||
        star_reader_part(&part, p->r, place[0], place[1]) != STAR_OK)
        return false;
    const StarStatus status = read(&part, p->g, rows, &found, cols);
    if (count == 0)
        *cols = -1;
    return star_reader_leave(&part) && status == STAR_OK && found == count;
}

static StarStatus read_part(Parts *p, StarRowsRead *read) {
    StarRows rows = {.mem = p->r->mem};
    StarRowRange own;
    struct stat found;
    int64_t cols = -1;
    const bool ready =
        p->count != NULL && p->place != NULL && fstat(p->r->fd, &found) == 0;
    if (!star_ranks_all(rows.mem, ready))
        return STAR_DECLINED;
    p->size = found.st_size;
    if (!find_places(p) || !star_ranks_part(p->g->be, p->rows, 0, &own))
        return STAR_DECLINED;
    const bool right = read_rows(p, own.high - own.low, read, &rows, &cols);
    const bool clear = p->g->kind == STAR_TABLE_MATRIX ||
                       (rows.no_arcs && (cols == p->rows || !rows.others));
    const StarStatus status = is_right(p, right && (clear || cols < 0), &cols)
                                  ? put(p, own, &rows, cols)
                                  : STAR_DECLINED;
    star_mem_free(rows.mem, rows.word, rows.capacity, 8);
    return status;
}

/* Where a mark of UTF-8 was taken, the column is not that of the buffer. */
StarStatus star_rows_read_part(StarReader *r, StarGraph *g,
                               StarRowsRead *read) {
    if (g->layout != STAR_LAYOUT_ADJACENCY || g->compact || r->shift != 0 ||
        !star_reader_share(r))
        return STAR_DECLINED;
    const StarError before = *r->mem->error;
    Parts p = {.r = r, .g = g, .partition = star_ranks_partition(r->mem)};
    const size_t parts = (size_t)p.partition.ranks + 1;
    p.count = star_mem_alloc(r->mem, parts, sizeof *p.count);
    p.place = star_mem_alloc(r->mem, parts, sizeof *p.place);
    const StarStatus status = read_part(&p, read);
    star_mem_free(r->mem, p.count, parts, sizeof *p.count);
    star_mem_free(r->mem, p.place, parts, sizeof *p.place);
    if (status == STAR_DECLINED)
        *r->mem->error = before;
    return status;
}

/* ---- Writing ---- */

bool star_rows_write_part(StarBackend *be, StarWriter *w,
                          const StarTable *table, int64_t bytes,
                          StarFormatWrite *write, uint64_t *scratch) {
    const int dir = table->image[STAR_ROWS].valid ? STAR_ROWS : STAR_COLUMNS;
    StarRowRange own;
    StarTable part;
    size_t all;
    if (!star_ranks_own_rows(be, table, dir) ||
        star_ranks_view(be, table, dir, &part) != STAR_OK ||
        !star_ranks_part(be, table->rows, table->cols, &own) ||
        !star_size_mul((uint64_t)table->rows, (uint64_t)bytes, &all) ||
        !star_writer_share(w, all))
        return false;
    star_writer_seek(w, own.low * bytes);
    write(be, w, &part, scratch);
    return true;
}
