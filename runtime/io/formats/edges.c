/* SPDX-License-Identifier: MIT */
/* Edge lists as of SNAP, snap.stanford.edu/data:
 *
 *     # comments
 *     0	1              from and to, from 0, and perhaps a weight */
#include "io/formats/format.h"

static const char comment[] = "#%";

/* The arcs of a file have weights if the first one has. */
typedef struct Form {
    bool known, weights;
    int64_t least, largest; /* vertices */
} Form;

static StarStatus read_arc(StarReader *r, StarGraph *g, Form *form) {
    int64_t from, to, weight = 1;
    bool ignored;
    STAR_TRY(star_reader_number(r, "a vertex", 0, INT32_MAX - 1, &from));
    STAR_TRY(star_reader_number(r, "a vertex", 0, INT32_MAX - 1, &to));
    if (!form->known)
        *form = (Form){true, !star_reader_at_end(r), INT32_MAX, -1};
    if (form->weights)
        STAR_TRY(star_graph_value_checked(g, r, &ignored, &weight));
    const int64_t low = from < to ? from : to, high = from < to ? to : from;
    if (low < form->least)
        form->least = low;
    if (high > form->largest)
        form->largest = high;
    STAR_TRY(star_graph_add(g, from, to, weight));
    return star_reader_end_line(r);
}

StarStatus star_edges_read(StarReader *r, StarGraph *g) {
    Form form = {.largest = -1};
    int64_t lines = 0;
    g->base = 0;
    g->listed = g->numbered = true;
    for (; star_reader_content(r, comment); lines++) {
        const StarStatus status = read_arc(r, g, &form);
        if (status == STAR_FORMAT && !form.known)
            star_hint(r->mem->error,
                      "arcs(1,2,3) behind the file's name reads names; "
                      "comments begin with # or %%");
        STAR_TRY(status);
    }
    g->rows = g->cols = form.largest + 1;
    g->first_idle = form.least > 0;
    if (g->likely && form.weights && !g->compact &&
        g->layout != STAR_LAYOUT_NAMES && g->note != NULL)
        star_raise(g->note, MSG_LINES_FOUND(r->path));
    if (!g->likely || lines != (form.weights ? 3 : 2))
        return STAR_OK;
    star_raise(r->mem->error, MSG_MATRIX_OR_ARCS(r->path, lines, lines));
    return star_hint(r->mem->error, "write :matrix or :arcs behind the name, "
                                    "in load matrix or arcs");
}

bool star_edges_likely(StarReader *r) {
    star_reader_has(r, STAR_READER_WINDOW);
    const unsigned char *p = r->at, *end = p + STAR_READER_WINDOW;
    for (end = r->end < end ? r->end : end; p < end; p++) {
        int numbers = 0;
        bool others = false, no_bit = false;
        for (; p < end && *p != '\n'; p++) {
            const bool digit = *p >= '0' && *p <= '9';
            numbers += digit && (p[1] < '0' || p[1] > '9');
            no_bit |= digit && *p > '1';
            others |= !digit && *p != ' ' && *p != '\t' && *p != '\r';
        }
        if (no_bit && !others && (numbers == 2 || numbers == 3))
            return true;
    }
    return false;
}

void star_edges_write(StarBackend *be, StarWriter *w, const StarTable *table,
                      uint64_t *scratch) {
    star_writer_text(w, "# Directed graph\n# Nodes: ");
    star_writer_number(w, table->rows, ' ');
    star_writer_text(w, "Edges: ");
    star_writer_number(w, star_format_count(be, table), '\n');
    star_writer_text(w, "# FromNodeId\tToNodeId\n");
    star_format_arcs(be, w, table, scratch, "", 0, '\t', "\n");
}
