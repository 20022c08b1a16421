/* SPDX-License-Identifier: MIT */
/* Comma separated values: rows of numbers, as many in each. */
#include "io/formats/rows.h"

static const char comment[] = STAR_ROWS_COMMENT;

/* A field, and whether there is another one behind it. */
typedef struct Field {
    bool nonzero, more;
    int64_t weight;
} Field;

/* Takes a field, which may be empty, and the comma behind it. */
static StarStatus read_field(StarReader *r, StarGraph *g, Field *f) {
    const int digit = *r->at;
    *f = (Field){.weight = 1};
    if (digit >= '0' && digit <= '9' && !g->weighted && r->at[1] == ',') {
        r->at += 2;
        f->nonzero = digit != '0';
        f->more = true;
        return STAR_OK;
    }
    if (!star_reader_at_end(r) && *r->at != ',')
        STAR_TRY(star_graph_value(g, r, &f->nonzero, &f->weight));
    star_reader_blanks(r);
    f->more = star_reader_peek(r) == ',';
    r->at += f->more;
    return f->more || star_reader_at_end(r)
               ? STAR_OK
               : star_reader_expected(r, "a comma or the end of the line");
}

/* Reads a row: into arcs if the graph has weights, else into bits. */
static StarStatus read_row(StarReader *r, StarGraph *g, StarRows *rows,
                           int64_t i, int64_t *fields) {
    Field f = {.more = true};
    uint64_t word = 0;
    for (*fields = 0; f.more; ++*fields) {
        if (*fields > 0 && *fields % 64 == 0) {
            STAR_TRY(star_rows_append(rows, word));
            word = 0;
        }
        STAR_TRY(read_field(r, g, &f));
        if (g->weighted && f.nonzero)
            STAR_TRY(star_graph_add(g, i, *fields, f.weight));
        else
            word |= (uint64_t)f.nonzero << *fields % 64;
    }
    return star_rows_append(rows, word);
}

static StarStatus read_rows(StarReader *r, StarGraph *g, StarRows *rows,
                            int64_t *count, int64_t *cols) {
    for (*count = 0; star_reader_content(r, comment); ++*count) {
        int64_t fields;
        const StarStatus status = read_row(r, g, rows, *count, &fields);
        if (status == STAR_FORMAT && *count == 0)
            star_hint(r->mem->error, "a line of names begins with #");
        STAR_TRY(status);
        if (*count > 0 && fields != *cols)
            return star_reader_wrong(r, star_reader_column(r),
                                     MSG_ROW_FIELDS(*cols, fields));
        *cols = fields;
        STAR_TRY(star_reader_end_line(r));
    }
    return STAR_OK;
}

StarStatus star_csv_read(StarReader *r, StarGraph *g) {
    r->comma = ',';
    return star_rows_read(r, g, read_rows);
}

void star_csv_write(StarBackend *be, StarWriter *w, const StarTable *table,
                    uint64_t *scratch) {
    for (int64_t i = 0; i < table->rows && w->fault == 0; i++) {
        const uint64_t *row = star_format_row(be, table, i, scratch);
        for (int64_t j = 0; j < table->cols; j++)
            star_writer_number(w, row[j / 64] >> j % 64 & 1,
                               j + 1 < table->cols ? ',' : '\n');
    }
}
