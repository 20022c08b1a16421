/* Tables as text: rows of 0 and 1, one a line. */
#include <string.h>

#include "format.h"
#include "table.h"

static const char comment[] = "#%";

/* The rows read so far, each from a word of its own on. */
typedef struct Rows {
    StarMem *mem;
    uint64_t *word;
    size_t used, capacity;
} Rows;

static StarStatus append(Rows *rows, uint64_t word) {
    if (rows->used == rows->capacity) {
        /* Twice what is there cannot overflow; the bytes are checked. */
        size_t capacity = rows->capacity > 0 ? 2 * rows->capacity : 1024;
        uint64_t *grown = star_mem_alloc_raw(rows->mem, capacity, 8);
        if (grown == NULL)
            return STAR_MEMORY;
        if (rows->used > 0)
            memcpy(grown, rows->word, 8 * rows->used);
        star_mem_free(rows->mem, rows->word, rows->capacity, 8);
        rows->word = grown;
        rows->capacity = capacity;
    }
    rows->word[rows->used++] = word;
    return STAR_OK;
}

/* Takes the digits of a line; *cols is how many they are. */
static StarStatus read_row(StarReader *r, Rows *rows, int64_t *cols) {
    uint64_t word = 0;
    int c;
    *cols = 0;
    for (;; r->at++) {
        c = star_reader_peek(r);
        if (c == '0' || c == '1') {
            word |= (uint64_t)(c - '0') << (*cols)++ % 64;
            if (*cols % 64 == 0) {
                STAR_TRY(append(rows, word));
                word = 0;
            }
        } else if (c != ' ' && c != '\t') {
            break;
        }
    }
    if (!star_reader_at_end(r) && (c == 0 || strchr(comment, c) == NULL))
        return star_reader_expected(r, "0 or 1");
    return *cols % 64 == 0 ? STAR_OK : append(rows, word);
}

static StarStatus read_rows(StarReader *r, Rows *rows, int64_t *count,
                            int64_t *cols) {
    for (*count = 0; star_reader_content(r, comment); ++*count) {
        int64_t here;
        STAR_TRY(read_row(r, rows, &here));
        if (*count == 0)
            *cols = here;
        else if (here != *cols)
            return star_reader_wrong(r, star_reader_column(r),
                                     "expected %lld digits, found %lld",
                                     (long long)*cols, (long long)here);
    }
    return STAR_OK;
}

static StarStatus fill(StarBackend *be, StarTable *table, const Rows *rows,
                       int64_t count, int64_t cols) {
    const size_t words = (size_t)star_words(cols);
    STAR_TRY(star_table_size(be, table, count, cols));
    STAR_TRY(star_table_fresh(be, table, STAR_ROWS));
    for (int64_t i = 0; i < count; i++)
        memcpy(star_table_line(be, table, STAR_ROWS, i),
               rows->word + (size_t)i * words, 8 * words);
    return STAR_OK;
}

StarStatus star_text_read(StarBackend *be, StarReader *r, StarTable *table) {
    Rows rows = {.mem = be->mem};
    int64_t count, cols = 0;
    StarStatus status = read_rows(r, &rows, &count, &cols);
    if (status == STAR_OK)
        status = fill(be, table, &rows, count, cols);
    star_mem_free(rows.mem, rows.word, rows.capacity, 8);
    return status;
}

void star_text_write(StarBackend *be, StarWriter *w, const StarTable *table,
                     uint64_t *scratch) {
    for (int64_t i = 0; i < table->rows && w->fault == 0; i++)
        star_writer_bits(w, star_format_row(be, table, i, scratch),
                         table->cols);
}
