/* SPDX-License-Identifier: MIT */
/* DIMACS shortest paths, www.diag.uniroma1.it/challenge9/format.shtml:
 *
 *     c comments
 *     p sp 3353 4444      vertices, arcs
 *     a 1 2 803           from, to, both from 1, and the weight */
#include "io/formats/format.h"

/* Takes the reader to the next line that is no comment; false at the end. */
static bool next_line(StarReader *r) {
    while (star_reader_content(r, "")) {
        if (!star_reader_word(r, "c"))
            return true;
        star_reader_skip_line(r);
    }
    return false;
}

static StarStatus read_problem(StarReader *r, int64_t *n, int64_t *arcs) {
    next_line(r);
    if (!star_reader_word(r, "p"))
        return star_reader_expected(r, "a line 'p sp VERTICES ARCS'");
    if (!star_reader_word(r, "sp"))
        return star_reader_expected(r, "sp");
    STAR_TRY(star_reader_number(r, "a number of vertices", 0, INT32_MAX, n));
    STAR_TRY(star_reader_number(r, "a number of arcs", 0, INT64_MAX, arcs));
    return star_reader_end_line(r);
}

static StarStatus read_arc(StarReader *r, StarGraph *g) {
    int64_t from, to, weight = 1;
    bool ignored;
    STAR_TRY(star_reader_number(r, "a vertex", 1, g->rows, &from));
    STAR_TRY(star_reader_number(r, "a vertex", 1, g->rows, &to));
    STAR_TRY(star_graph_value(g, r, &ignored, &weight));
    STAR_TRY(star_graph_add(g, from - 1, to - 1, weight));
    return star_reader_end_line(r);
}

/* True if a line for an arc in its usual form comes next; `word` checks others.
 */
static bool at_arc(StarReader *r) {
    if (r->at[0] == 'a' && r->at[1] == ' ') {
        r->at++;
        return true;
    }
    return next_line(r) && star_reader_word(r, "a");
}

StarStatus star_gr_read(StarReader *r, StarGraph *g) {
    int64_t n, arcs;
    STAR_TRY(read_problem(r, &n, &arcs));
    g->listed = g->numbered = true;
    STAR_TRY(star_graph_size(g, n, n, STAR_ROWS));
    for (int64_t k = 1; k <= arcs; k++) {
        if (!at_arc(r))
            return star_reader_expected(r,
                                        "arc %lld of %lld, 'a FROM TO "
                                        "WEIGHT'",
                                        (long long)k, (long long)arcs);
        STAR_TRY(read_arc(r, g));
    }
    if (next_line(r))
        return star_reader_expected(r, "the end of the file after arc %lld",
                                    (long long)arcs);
    return STAR_OK;
}

void star_gr_write(StarBackend *be, StarWriter *w, const StarTable *table,
                   uint64_t *scratch) {
    star_writer_text(w, "p sp ");
    star_writer_number(w, table->rows, ' ');
    star_writer_number(w, star_format_count(be, table), '\n');
    star_format_arcs(be, w, table, scratch, "a ", 1, ' ', " 1\n");
}
