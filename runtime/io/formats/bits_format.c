/* SPDX-License-Identifier: MIT */
/* Tables as memory has them: one image, line by line, in the words of the
 * machine.
 *
 *     0     header: 512 words, see the enumeration
 *     4096  lines, `stride` words each: columns or rows of the table
 *           a checksum for each block of the lines, 1 MiB but the last
 *
 * Nothing is transposed: what is saved is an image that is there, and it is
 * the one that is there after loading. */
#include <errno.h>
#include <string.h>

#include "cpu/simd/parallel.h"
#include "io/formats/bits.h"
#include "memory/map.h"

/* Words of the header; those not named are 0. */
enum {
    MAGIC,
    VERSION,
    ROWS,
    COLS,
    LINES, /* STAR_COLUMNS or STAR_ROWS */
    STRIDE,
    CHECKSUM = 511, /* of the words before */
    HEADER
};

enum { THIS_VERSION = 2, BLOCK = STAR_BITS_BLOCK };

/* So many words are on their way from the disk while others are summed up. */
enum { PREFETCH = 64 * BLOCK };

static const char magic[] = "STARbits";

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static uint64_t rotate(uint64_t x) {
    return x << 29 | x >> 35;
}

/* Each step is one-to-one, so that a single wrong word is always found. The
 * groups, whose steps do not wait for each other, are as fast as memory. */
uint64_t star_bits_checksum(const uint64_t *word, size_t count, size_t at) {
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t group = at / STAR_BITS_GROUP, sum = 0;
    for (; count >= STAR_BITS_GROUP; count -= STAR_BITS_GROUP, group++) {
        uint64_t x = group * factor;
        for (int k = 0; k < STAR_BITS_GROUP; k++)
            x = rotate((x ^ *word++) * factor);
        x *= factor;
        sum += x ^ x >> 32;
    }
    uint64_t x = group * factor;
    for (size_t k = 0; k < count; k++)
        x = rotate((x ^ word[k]) * factor);
    x *= factor;
    return count > 0 ? sum + (x ^ x >> 32) : sum;
}

/* Completes a shape; false if it is none of a table. */
static bool complete(StarBitsShape *s) {
    s->lines = s->dir == STAR_COLUMNS ? s->cols : s->rows;
    s->length = s->dir == STAR_COLUMNS ? s->rows : s->cols;
    if (s->rows < 0 || s->cols < 0 ||
        s->stride < s->length / 64 + (s->length % 64 != 0) ||
        !star_size_mul((uint64_t)s->lines, (uint64_t)s->stride, &s->words) ||
        s->words > SIZE_MAX / 16)
        return false;
    s->held = s->stride;
    s->blocks = s->words / BLOCK + (s->words % BLOCK != 0);
    return true;
}

/* ---- Reading ---- */

/* Takes some words; what is not there is an error. */
static StarStatus take(StarReader *r, uint64_t *word, size_t count) {
    if (star_reader_bytes(r, word, 8 * count) == 8 * count)
        return STAR_OK;
    return star_raise(r->mem->error, MSG_BITS_CUT(r->path));
}

static StarStatus read_header(StarReader *r, StarBitsShape *s) {
    uint64_t word[HEADER];
    if (!star_reader_has(r, sizeof magic - 1) ||
        memcmp(r->at, magic, sizeof magic - 1) != 0)
        return star_raise(r->mem->error, MSG_BITS_MAGIC(r->path, magic));
    STAR_TRY(take(r, word, HEADER));
    if (word[VERSION] != THIS_VERSION)
        return star_raise(
            r->mem->error,
            MSG_BITS_VERSION(r->path, word[VERSION], THIS_VERSION));
    if (word[CHECKSUM] != star_bits_checksum(word, CHECKSUM, 0))
        return star_raise(r->mem->error, MSG_BITS_HEADER(r->path));
    *s = (StarBitsShape){.rows = (int64_t)word[ROWS],
                         .cols = (int64_t)word[COLS],
                         .stride = (int64_t)word[STRIDE],
                         .dir = word[LINES] == STAR_COLUMNS ? STAR_COLUMNS
                                                            : STAR_ROWS};
    if (word[LINES] <= STAR_ROWS && complete(s))
        return STAR_OK;
    return star_raise(r->mem->error, MSG_BITS_SIZES(r->path, word[ROWS],
                                                    word[COLS], word[STRIDE]));
}

/* Compares the checksums of all blocks with those that follow the lines. */
static StarStatus compare(StarReader *r, const StarBitsShape *s,
                          const uint64_t *sum) {
    for (size_t b = 0; b < s->blocks; b++) {
        uint64_t told;
        STAR_TRY(take(r, &told, 1));
        if (told != sum[b])
            return star_raise(r->mem->error,
                              MSG_BITS_BLOCK(r->path, b + 1, s->blocks));
    }
    if (star_reader_has(r, 1))
        return star_raise(r->mem->error, MSG_BITS_MORE(r->path));
    return STAR_OK;
}

/* Reads the lines, mapped as far as they can be; `sum` has room for the
 * checksums. */
static StarStatus read_lines(StarReader *r, const StarBitsShape *s,
                             uint64_t *word, uint64_t *sum) {
    const size_t mapped = star_reader_map(r, word, 8 * s->words) / 8;
    size_t expected = 0;
    for (size_t at = 0; at < s->words; at += BLOCK) {
        const size_t some = smaller(s->words - at, BLOCK);
        const size_t there = mapped > at ? smaller(mapped - at, some) : 0;
        STAR_TRY(star_stopped(r->mem));
        for (; expected < mapped && expected < at + PREFETCH; expected += BLOCK)
            star_map_expect(word + expected,
                            8 * smaller(BLOCK, mapped - expected));
        if (there > 0 && !star_map_fetch(word + at, 8 * there)) {
            r->fault = EIO;
            return STAR_OPEN;
        }
        STAR_TRY(take(r, word + at + there, some - there));
        sum[at / BLOCK] = star_bits_checksum(word + at, some, at);
    }
    return compare(r, s, sum);
}

int64_t star_bits_padded(const StarBitsShape *s, const uint64_t *word) {
    const int64_t full = s->length / 64;
    for (int64_t k = 0; k < s->lines && s->held > 0; k++, word += s->stride) {
        uint64_t rest = 0;
        for (int64_t w = full; w < s->held; w++)
            rest |= w == full ? word[w] >> s->length % 64 : word[w];
        if (rest != 0)
            return k + 1;
    }
    return 0;
}

/* Checks that nothing but 0 stands behind the end of a line. */
static StarStatus check_padding(StarReader *r, const StarBitsShape *s,
                                const uint64_t *word) {
    const int64_t line = star_bits_padded(s, word);
    return line == 0
               ? STAR_OK
               : star_raise(r->mem->error, MSG_BITS_PADDING(r->path, line));
}

static StarStatus read_checked(StarReader *r, const StarBitsShape *s,
                               uint64_t *word) {
    uint64_t *sum = star_mem_alloc_raw(r->mem, s->blocks, sizeof *sum);
    if (sum == NULL)
        return STAR_MEMORY;
    StarStatus status = read_lines(r, s, word, sum);
    star_mem_free(r->mem, sum, s->blocks, sizeof *sum);
    return status == STAR_OK ? check_padding(r, s, word) : status;
}

bool star_bits_is_image(const StarBitsShape *s, bool by_rows) {
    return by_rows == (s->dir == STAR_ROWS);
}

StarStatus star_bits_put(StarBackend *be, const StarImage *image, bool by_rows,
                         const StarBitsShape *s, const uint64_t *word) {
    if (!star_bits_is_image(s, by_rows)) {
        star_parallel_transpose(be, image->word, image->stride, word, s->stride,
                                s->lines, s->length);
        return star_stopped(be->mem);
    }
    for (int64_t k = 0; k < s->lines; k++) {
        STAR_TRY(star_stopped(be->mem));
        memcpy(image->word + k * image->stride, word + k * s->stride,
               8 * (size_t)star_words(s->length));
    }
    return STAR_OK;
}

/* Gives the lines to the graph, arc by arc. */
static StarStatus list_arcs(StarGraph *g, const StarBitsShape *s,
                            const uint64_t *word) {
    for (int64_t k = 0; k < s->lines && s->words > 0; k++, word += s->stride) {
        STAR_TRY(star_stopped(g->be->mem));
        for (int64_t w = 0; w < star_words(s->length); w++)
            for (uint64_t rest = word[w]; rest != 0; rest &= rest - 1) {
                const int64_t i = 64 * w + __builtin_ctzll(rest);
                STAR_TRY(s->dir == STAR_ROWS ? star_graph_wait(g, k, i, 1)
                                             : star_graph_wait(g, i, k, 1));
            }
    }
    return STAR_OK;
}

/* Reads the lines into memory of their own, for another stride or image, or for
 * arcs. */
static StarStatus read_apart(StarReader *r, StarGraph *g,
                             const StarBitsShape *s) {
    uint64_t *word = star_mem_alloc_raw(r->mem, s->words, sizeof *word);
    if (word == NULL)
        return STAR_MEMORY;
    StarStatus status = read_checked(r, s, word);
    if (status == STAR_OK)
        status = g->image != NULL
                     ? star_bits_put(g->be, g->image, g->by_rows, s, word)
                     : list_arcs(g, s, word);
    star_mem_free(r->mem, word, s->words, sizeof *word);
    return status;
}

StarStatus star_bits_read(StarReader *r, StarGraph *g) {
    const int64_t most = (int64_t)INT32_MAX + 1;
    StarBitsShape s;
    STAR_TRY(read_header(r, &s));
    g->by_parts = true;
    STAR_TRY(star_graph_size(g, s.rows, s.cols, s.dir));
    if (g->image == NULL && (s.rows > most || s.cols > most))
        return star_raise(r->mem->error, MSG_BITS_VERTICES(r->path, most));
    const StarStatus status = star_bits_read_part(r, g, &s);
    if (status != STAR_DECLINED)
        return status;
    if (g->image != NULL)
        STAR_TRY(star_object_sync(g->be, &g->table->head, STAR_CHANGE));
    g->by_parts = false;
    return g->image != NULL && star_bits_is_image(&s, g->by_rows) &&
                   g->image->stride == s.stride
               ? read_checked(r, &s, g->image->word)
               : read_apart(r, g, &s);
}

/* ---- Writing ---- */

void star_bits_header(const StarBitsShape *s, uint64_t *header) {
    memcpy(header, magic, sizeof magic - 1);
    header[VERSION] = THIS_VERSION;
    header[ROWS] = (uint64_t)s->rows;
    header[COLS] = (uint64_t)s->cols;
    header[LINES] = (uint64_t)s->dir;
    header[STRIDE] = (uint64_t)s->stride;
    header[CHECKSUM] = star_bits_checksum(header, CHECKSUM, 0);
}

StarBitsShape star_bits_shape(const StarTable *table) {
    const int dir = table->image[STAR_COLUMNS].valid ? STAR_COLUMNS : STAR_ROWS;
    StarBitsShape s = {.rows = table->rows,
                       .cols = table->cols,
                       .stride = table->image[dir].stride,
                       .dir = dir};
    complete(&s);
    return s;
}

static void write_words(StarWriter *w, const StarBitsShape *s,
                        const uint64_t *word, uint64_t *sum) {
    uint64_t header[HEADER] = {0};
    star_bits_header(s, header);
    star_writer_block(w, header, sizeof header);
    for (size_t at = 0; at < s->words && w->fault == 0; at += BLOCK) {
        const size_t some = smaller(s->words - at, BLOCK);
        star_work_at(w->mem, (int64_t)(at / (s->words / (size_t)s->rows + 1)));
        sum[at / BLOCK] = star_bits_checksum(word + at, some, at);
        star_writer_block(w, word + at, 8 * some);
    }
    star_writer_block(w, sum, 8 * s->blocks);
}

void star_bits_write(StarBackend *be, StarWriter *w, const StarTable *table,
                     uint64_t *scratch) {
    const StarBitsShape s = star_bits_shape(table);
    (void)scratch;
    uint64_t *sum = star_mem_alloc_raw(be->mem, s.blocks, sizeof *sum);
    if (sum == NULL) {
        w->fault = ENOMEM;
        return;
    }
    write_words(w, &s, table->image[s.dir].word, sum);
    star_mem_free(be->mem, sum, s.blocks, sizeof *sum);
}
