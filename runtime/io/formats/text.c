/* SPDX-License-Identifier: MIT */
/* Tables as text: rows of 0 and 1, one a line. */
#include <string.h>

#include "io/formats/rows.h"

static const char comment[] = STAR_ROWS_COMMENT;

/* Takes eight digits, 0 or 1 each, if they are there: bit k of *bits is digit
 * k. A product collects the lowest bits of all bytes in its highest byte. */
static bool eight(StarReader *r, uint64_t *bits) {
    uint64_t bytes;
    if (r->end - r->at < 8)
        return false;
    memcpy(&bytes, r->at, 8);
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        bytes = __builtin_bswap64(bytes);
    *bits =
        (bytes & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >>
        56;
    if ((bytes | UINT64_C(0x0101010101010101)) != UINT64_C(0x3131313131313131))
        return false;
    r->at += 8;
    return true;
}

/* True if a line that begins here may be an arc: two or three whole numbers. */
static bool may_be_arc(StarReader *r) {
    int numbers = 0;
    star_reader_has(r, STAR_READER_WINDOW);
    const unsigned char *p = r->at;
    while (numbers < 4) {
        while (*p == ' ' || *p == '\t')
            p++;
        const unsigned char *start = p;
        while (*p == '0' || *p == '1')
            p++;
        if (p == start)
            break;
        if (*start == '0' && p > start + 1)
            return false;
        numbers++;
    }
    return numbers == 2 || numbers == 3;
}

/* Takes the digits of a line, row i; *cols is how many they are. */
static StarStatus read_row(StarReader *r, StarRows *rows, int64_t i,
                           int64_t *cols) {
    uint64_t word = 0;
    int c;
    if (!rows->no_arcs)
        rows->no_arcs = !may_be_arc(r);
    *cols = 0;
    for (;; r->at++) {
        uint64_t bits;
        while (*cols % 8 == 0 && eight(r, &bits)) {
            word |= bits << *cols % 64;
            *cols += 8;
            if (*cols % 64 == 0) {
                STAR_TRY(star_rows_append(rows, word));
                word = 0;
            }
        }
        c = star_reader_peek(r);
        if (c == '0' || c == '1') {
            rows->diagonal += *cols == i && c == '1';
            word |= (uint64_t)(c - '0') << (*cols)++ % 64;
            if (*cols % 64 == 0) {
                STAR_TRY(star_rows_append(rows, word));
                word = 0;
            }
        } else if (c != ' ' && c != '\t') {
            break;
        }
    }
    if (!star_reader_at_end(r) && (c == 0 || strchr(comment, c) == NULL)) {
        star_reader_expected(r, "0 or 1");
        return i > 0 ? STAR_FORMAT
                     : star_hint(r->mem->error,
                                 "arcs(1,2,3) or arcs(1,2) behind the file's "
                                 "name reads lines of names as arcs");
    }
    return *cols % 64 == 0 ? STAR_OK : star_rows_append(rows, word);
}

static StarStatus read_rows(StarReader *r, StarGraph *g, StarRows *rows,
                            int64_t *count, int64_t *cols) {
    (void)g;
    for (*count = 0; star_reader_content(r, comment); ++*count) {
        int64_t here;
        STAR_TRY(read_row(r, rows, *count, &here));
        if (*count == 0)
            *cols = here;
        else if (here != *cols)
            return star_reader_wrong(r, star_reader_column(r),
                                     MSG_ROW_DIGITS(*cols, here));
    }
    return STAR_OK;
}

StarStatus star_text_read(StarReader *r, StarGraph *g) {
    return star_rows_read(r, g, read_rows);
}

void star_text_write(StarBackend *be, StarWriter *w, const StarTable *table,
                     uint64_t *scratch) {
    for (int64_t i = 0; i < table->rows && w->fault == 0; i++)
        star_writer_bits(w, star_format_row(be, table, i, scratch),
                         table->cols);
}
