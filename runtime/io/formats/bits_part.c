/* SPDX-License-Identifier: MIT */
/* Files of bits that several ranks read and write together, each the words of
 * its rows:
 *
 *     columns   | rank 0 | rank 1 | rank 2 |    pieces of all lines
 *               | rank 0 | rank 1 | rank 2 |
 *     rows      | rank 0 ...                    lines that stand together
 *               | rank 1 ...
 *
 * The checksum of a block is the sum of those of its pieces, whatever ranks
 * have them: it crosses in two halves, whose sums fit. */
#include <errno.h>
#include <sys/stat.h>

#include "io/formats/bits.h"
#include "io/open.h"
#include "partition/ranks_io.h"
#include "partition/ranks.h"

enum { BLOCK = STAR_BITS_BLOCK };

/* The words of a rank. */
typedef struct Part {
    const StarBitsShape *all;
    StarBitsShape own;     /* of the lines, or their pieces, in memory */
    size_t first;          /* its first word of the lines */
    int64_t pieces, count; /* words of each; they begin a stride apart */
    int64_t *half;         /* two for each block */
} Part;

/* The last rank with rows has what is behind the last one. */
static Part part_of(const StarBitsShape *s, StarRowRange rows) {
    Part p = {.all = s, .own = *s};
    const int64_t low = rows.low / 64, words = star_words(rows.high) - low;
    p.own.rows = rows.high - rows.low;
    if (s->dir == STAR_ROWS) {
        p.own.lines = p.own.rows;
        p.first = (size_t)(rows.low * s->stride);
        p.pieces = 1;
        p.count = p.own.rows * s->stride;
    } else {
        p.own.length = p.own.rows;
        p.first = (size_t)low;
        p.pieces = p.own.rows > 0 ? s->cols : 0;
        p.count = rows.high < s->rows ? words : s->stride - low;
        p.own.held = p.count;
    }
    p.own.words = (size_t)(p.pieces * p.count);
    return p;
}

/* True if no two ranks have words of one group. */
static bool has_groups(const Part *p) {
    return p->first % STAR_BITS_GROUP == 0 &&
           (p->pieces <= 1 || p->all->stride % STAR_BITS_GROUP == 0);
}

/* The place in the file of word `at` of the lines. */
static int64_t place(size_t at) {
    return STAR_BITS_HEADER + 8 * (int64_t)at;
}

static void add_checksum(Part *p, const uint64_t *word, size_t count,
                         size_t at) {
    const uint64_t sum = star_bits_checksum(word, count, at);
    p->half[at / BLOCK * 2] += (int64_t)(sum >> 32);
    p->half[at / BLOCK * 2 + 1] += (int64_t)(sum & UINT32_MAX);
}

/* The words from `at` on that are in one block, of so many. */
static size_t in_block(size_t at, size_t count) {
    const size_t left = BLOCK - at % BLOCK;
    return count < left ? count : left;
}

/* The checksums of all ranks in place of the halves; false if a rank is lost.
 */
static bool join_checksums(const StarMem *mem, Part *p) {
    uint64_t *sum = (uint64_t *)p->half;
    if (!star_ranks_join(mem, STAR_REDUCE_SUM, p->half, 2 * p->all->blocks))
        return false;
    for (size_t b = 0; b < p->all->blocks; b++)
        sum[b] =
            ((uint64_t)p->half[2 * b] << 32) + (uint64_t)p->half[2 * b + 1];
    return true;
}

/* ---- Reading ---- */

static bool read_words(StarReader *r, Part *p, size_t at, size_t count,
                       uint64_t *to) {
    for (size_t some; count > 0; count -= some, at += some, to += some) {
        some = in_block(at, count);
        if (star_read_at(r->mem, r->fd, place(at), to, 8 * some) != 0)
            return false;
        star_work_add(r->mem, 8 * (int64_t)some);
        add_checksum(p, to, some, at);
    }
    return true;
}

static bool read_pieces(StarReader *r, Part *p, uint64_t *to) {
    const StarBitsShape *s = p->all;
    for (int64_t k = 0; k < p->pieces; k++)
        if (!read_words(r, p, p->first + (size_t)(k * s->stride),
                        (size_t)p->count, to + k * p->own.stride))
            return false;
    return star_bits_padded(&p->own, to) == 0;
}

/* Compares the checksums with those of the file; false if a rank cannot. */
static bool are_right(StarReader *r, Part *p, bool read) {
    const StarBitsShape *s = p->all;
    const uint64_t *sum = (const uint64_t *)p->half;
    bool right = join_checksums(r->mem, p) && read;
    for (size_t b = 0; b < s->blocks && right; b++) {
        uint64_t told = ~sum[b]; /* wrong if it cannot be read */
        star_read_at(r->mem, r->fd, place(s->words + b), &told, sizeof told);
        right = told == sum[b];
    }
    return star_ranks_all(r->mem, right);
}

static bool has_size(int fd, const StarBitsShape *s) {
    struct stat found;
    return fstat(fd, &found) == 0 &&
           found.st_size == place(s->words + s->blocks);
}

/* Reads the part into its place, or, for another stride or image, into
 * `apart`. */
static StarStatus read_to(StarReader *r, StarGraph *g, Part *p,
                          uint64_t *apart) {
    const int dir = g->by_rows ? STAR_ROWS : STAR_COLUMNS;
    StarTable part;
    STAR_TRY(star_ranks_view(g->be, g->table, dir, &part));
    const StarImage image = part.image[dir];
    const bool read = read_pieces(r, p, apart != NULL ? apart : image.word);
    if (!are_right(r, p, read))
        return STAR_DECLINED;
    if (apart != NULL && p->own.words > 0)
        STAR_TRY(star_bits_put(g->be, &image, g->by_rows, &p->own, apart));
    return star_ranks_divide(g->be, g->table);
}

/* With memory that all ranks have. */
static StarStatus read_part(StarReader *r, StarGraph *g, Part *p) {
    const StarBitsShape *s = p->all;
    const StarError before = *r->mem->error;
    const bool direct =
        star_bits_is_image(s, g->by_rows) && g->image->stride == s->stride;
    if (!direct)
        p->own.stride = p->own.held;
    const size_t words = direct ? 0 : p->own.words;
    uint64_t *apart =
        direct ? NULL : star_mem_alloc_raw(r->mem, words, sizeof *apart);
    p->half = star_mem_alloc(r->mem, 2 * s->blocks, sizeof *p->half);
    const bool ready = p->half != NULL && (direct || apart != NULL) &&
                       has_groups(p) && has_size(r->fd, s);
    *r->mem->error = before;
    const StarStatus status =
        star_ranks_all(r->mem, ready) ? read_to(r, g, p, apart) : STAR_DECLINED;
    star_mem_free(r->mem, p->half, 2 * s->blocks, sizeof *p->half);
    star_mem_free(r->mem, apart, words, sizeof *apart);
    return status;
}

StarStatus star_bits_read_part(StarReader *r, StarGraph *g,
                               const StarBitsShape *s) {
    StarRowRange rows;
    if (g->image == NULL || s->words == 0 ||
        !star_ranks_part(g->be, s->rows, s->cols, &rows) ||
        !star_reader_share(r))
        return STAR_DECLINED;
    Part p = part_of(s, rows);
    return read_part(r, g, &p);
}

/* ---- Writing ---- */

static void write_words(StarWriter *w, Part *p, size_t at, size_t count,
                        const uint64_t *from) {
    star_writer_seek(w, place(at));
    for (size_t some; count > 0; count -= some, at += some, from += some) {
        some = in_block(at, count);
        star_writer_block(w, from, 8 * some);
        add_checksum(p, from, some, at);
    }
}

/* Rank 0 has the header and the checksums of all. */
static void write_part(StarWriter *w, Part *p, const uint64_t *image) {
    const StarBitsShape *s = p->all;
    uint64_t header[STAR_BITS_HEADER / 8] = {0};
    star_bits_header(s, header);
    if (star_ranks_first(w->mem))
        star_writer_block(w, header, sizeof header);
    for (int64_t k = 0; k < p->pieces && w->fault == 0; k++) {
        const size_t at = p->first + (size_t)(k * s->stride);
        write_words(w, p, at, (size_t)p->count, image + at);
    }
    if (join_checksums(w->mem, p) && star_ranks_first(w->mem)) {
        star_writer_seek(w, place(s->words));
        star_writer_block(w, p->half, 8 * s->blocks);
    }
}

bool star_bits_write_part(StarBackend *be, StarWriter *w,
                          const StarTable *table) {
    const StarBitsShape s = star_bits_shape(table);
    StarRowRange rows;
    if (!star_ranks_own_rows(be, table, s.dir) ||
        !star_ranks_part(be, s.rows, s.cols, &rows))
        return false;
    Part p = part_of(&s, rows);
    if (!star_ranks_all(be->mem, has_groups(&p)) ||
        !star_writer_share(w, (size_t)place(s.words + s.blocks)))
        return false;
    p.half = star_mem_alloc(be->mem, 2 * s.blocks, sizeof *p.half);
    if (star_ranks_all(be->mem, p.half != NULL))
        write_part(w, &p, table->image[s.dir].word);
    else
        w->fault = ENOMEM;
    star_mem_free(be->mem, p.half, 2 * s.blocks, sizeof *p.half);
    return true;
}
