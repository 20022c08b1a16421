/* SPDX-License-Identifier: MIT */
/* Comma separated values, and those with semicolons or tabs: rows of numbers,
 * as many in each; or, where the first line has names, a list of arcs. */
#include <string.h>

#include "io/formats/list.h"
#include "io/formats/rows.h"

static const char comment[] = STAR_ROWS_COMMENT;

/* A field, and whether there is another one behind it. */
typedef struct Field {
    bool nonzero, more;
    bool whole; /* a whole number that a vertex may have */
    bool bit;   /* 0 or 1 */
    int64_t weight;
} Field;

static bool is_whole(const unsigned char *text, size_t length) {
    int64_t value;
    return star_number_weight(text, length, 0, &value) && value <= INT32_MAX;
}

/* A quoted number. */
static StarStatus quoted_value(StarCsv *csv, StarGraph *g, Field *f) {
    StarCsvField q;
    char what[STAR_WEIGHT_TEXT];
    bool fits = true;
    STAR_TRY(star_csv_field(csv, &q));
    f->more = !q.last;
    f->whole = is_whole(q.text, q.length);
    f->bit = q.length == 1 && (*q.text == '0' || *q.text == '1');
    if (g->weighted && star_number_is_thousand(q.text, q.length, g->decimals))
        return star_csv_thousand(csv, &q);
    if (q.length > 0 && g->weighted)
        fits = star_number_weight(q.text, q.length, g->decimals, &f->weight) &&
               f->weight <= g->max;
    else if (q.length > 0)
        fits = star_number_is_real(q.text, q.length);
    star_weight_text(g->max, g->decimals, what);
    if (!fits)
        return star_csv_expected(csv, &q, "%s",
                                 g->weighted ? what : "a number");
    for (size_t k = 0; k < q.length && q.text[k] != 'e' && q.text[k] != 'E';
         k++)
        f->nonzero |= q.text[k] != '0' && strchr("+-.", q.text[k]) == NULL;
    return STAR_OK;
}

/* Takes a field, which may be empty, and the separator behind it; `ends`: it
 * may be the end of an arc. */
static StarStatus read_field(StarCsv *csv, StarGraph *g, bool ends, Field *f) {
    StarReader *r = csv->r;
    const int digit = *r->at;
    *f = (Field){.weight = 1, .bit = true};
    if (digit >= '0' && digit <= '9' && !g->weighted &&
        r->at[1] == csv->separator && csv->separator != ' ') {
        r->at += 2;
        f->nonzero = digit != '0';
        f->bit = digit <= '1';
        f->whole = f->more = true;
        return STAR_OK;
    }
    for (int c; (c = star_reader_peek(r)) == ' ' ||
                (c == '\t' && csv->separator != '\t');)
        r->at++;
    if (*r->at == '"')
        return quoted_value(csv, g, f);
    if (*r->at != csv->separator && !star_reader_at_end(r)) {
        star_reader_has(r, STAR_READER_WINDOW);
        const unsigned char *from = r->at;
        STAR_TRY(star_graph_value_checked(g, r, &f->nonzero, &f->weight));
        f->bit = r->at - from == 1 && (*from == '0' || *from == '1');
        f->whole = ends && is_whole(from, (size_t)(r->at - from));
    }
    if (csv->separator == ' ') {
        f->more = !star_reader_at_end(r);
        return STAR_OK;
    }
    while (*r->at == ' ' || (*r->at == '\t' && csv->separator != '\t'))
        r->at++;
    f->more = star_reader_peek(r) == csv->separator;
    r->at += f->more;
    return f->more || star_reader_at_end(r)
               ? STAR_OK
               : star_reader_expected(r, "a comma or the end of the line");
}

/* Reads a row: into arcs if the graph has weights, else into bits. */
static StarStatus read_row(StarCsv *csv, StarGraph *g, StarRows *rows,
                           int64_t i, int64_t *fields) {
    Field f = {.more = true};
    uint64_t word = 0;
    for (*fields = 0; f.more; ++*fields) {
        if (*fields > 0 && *fields % 64 == 0) {
            STAR_TRY(star_rows_append(rows, word));
            word = 0;
        }
        const bool ends = *fields < 2 && !rows->no_arcs;
        const StarStatus status = read_field(csv, g, ends, &f);
        if (status == STAR_FORMAT && *fields == 0 && i == 0 && !g->weighted)
            star_hint(csv->r->mem->error,
                      "a matrix has no names in front of its rows");
        STAR_TRY(status);
        rows->no_arcs |= *fields < 2 && !f.whole;
        rows->others |= !f.bit;
        rows->diagonal += *fields == i && f.nonzero;
        if (g->weighted && f.nonzero)
            STAR_TRY(star_graph_add(g, i, *fields, f.weight));
        else
            word |= (uint64_t)f.nonzero << *fields % 64;
    }
    rows->no_arcs |= *fields < 2 || *fields > 3;
    return star_rows_append(rows, word);
}

static StarStatus read_rows(StarReader *r, StarGraph *g, StarRows *rows,
                            int64_t *count, int64_t *cols) {
    StarCsv csv = {.r = r, .separator = r->comma};
    for (*count = 0; star_reader_content(r, comment); ++*count) {
        int64_t fields;
        STAR_TRY(read_row(&csv, g, rows, *count, &fields));
        if (*count > 0 && fields != *cols)
            return star_reader_wrong(r, star_reader_column(r),
                                     MSG_ROW_FIELDS(*cols, fields));
        *cols = fields;
        STAR_TRY(star_reader_end_line(r));
    }
    return STAR_OK;
}

StarStatus star_csv_read(StarReader *r, StarGraph *g) {
    StarCsv csv;
    const bool any = star_csv_open(&csv, r);
    bool number = false;
    const bool named = any && star_csv_has_text(&csv, &number);
    if (any &&
        (g->kind == STAR_TABLE_ARCS || (named && g->kind == STAR_TABLE_ANY)))
        return star_list_read(&csv, g);
    if (named && !number) { /* else it is a row that is wrong */
        StarCsvRecord names;
        const StarStatus status = star_csv_record(&csv, &names);
        star_csv_record_free(&names);
        STAR_TRY(status);
    }
    r->comma = (char)csv.separator;
    return star_rows_read(r, g, read_rows);
}

static void write(StarBackend *be, StarWriter *w, const StarTable *table,
                  uint64_t *scratch, char separator) {
    for (int64_t i = 0; i < table->rows && w->fault == 0; i++) {
        const uint64_t *row = star_format_row(be, table, i, scratch);
        for (int64_t j = 0; j < table->cols; j++)
            star_writer_number(w, row[j / 64] >> j % 64 & 1,
                               j + 1 < table->cols ? separator : '\n');
    }
}

void star_csv_write(StarBackend *be, StarWriter *w, const StarTable *table,
                    uint64_t *scratch) {
    write(be, w, table, scratch, ',');
}

StarStatus star_tsv_read(StarReader *r, StarGraph *g) {
    return star_csv_read(r, g);
}

void star_tsv_write(StarBackend *be, StarWriter *w, const StarTable *table,
                    uint64_t *scratch) {
    write(be, w, table, scratch, '\t');
}
