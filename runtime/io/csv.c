/* Comma separated values: rows of numbers, as many in each. */
#include "format.h"

static const char comment[] = "#%";

/* Takes a field, which may be empty, and the comma behind it; *more if there
 * was one. */
static StarStatus read_field(StarReader *r, StarGraph *g, bool *nonzero,
                             int64_t *weight, bool *more) {
    *nonzero = false;
    if (!star_reader_at_end(r) && *r->at != ',')
        STAR_TRY(star_graph_value(g, r, nonzero, weight));
    star_reader_blanks(r);
    *more = star_reader_peek(r) == ',';
    r->at += *more;
    return *more || star_reader_at_end(r)
               ? STAR_OK
               : star_reader_expected(r, "a comma or the end of the line");
}

static StarStatus read_row(StarReader *r, StarGraph *g, int64_t i,
                           int64_t *fields) {
    for (bool more = true; more; ++*fields) {
        bool nonzero;
        int64_t weight = 1;
        STAR_TRY(read_field(r, g, &nonzero, &weight, &more));
        if (nonzero)
            STAR_TRY(star_graph_add(g, i, *fields, weight));
    }
    return STAR_OK;
}

StarStatus star_csv_read(StarReader *r, StarGraph *g) {
    int64_t rows = 0, cols = 0;
    r->comma = ',';
    for (; star_reader_content(r, comment); rows++) {
        int64_t fields = 0;
        STAR_TRY(read_row(r, g, rows, &fields));
        if (rows > 0 && fields != cols)
            return star_reader_wrong(r, star_reader_column(r),
                                     "expected %lld fields, found %lld",
                                     (long long)cols, (long long)fields);
        cols = fields;
        STAR_TRY(star_reader_end_line(r));
    }
    g->rows = rows;
    g->cols = cols;
    return STAR_OK;
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
