/* SPDX-License-Identifier: MIT */
/* A table in a box. The rows and columns in the middle are left out where there
 * are too many. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/value_format_out.h"
#include "tools/values/values_parts.h"

/* The lines of a box, in ASCII and beyond. */
typedef struct Lines {
    const char *line, *bar, *dots;
    const char *corner[3][3]; /* top, middle, bottom: left, between, right */
} Lines;

static const Lines ascii = {
    "-", "|", "...", {{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}}};
static const Lines drawn = {
    "─", "│", "…", {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}}};

typedef struct Box {
    const Rows *rows;
    StarConsole *console;
    const Lines *lines;
    int64_t *width;       /* of each column, */
    bool *right;          /* whether it has numbers, on the right */
    int64_t count;        /* of rows */
    Elision down, across; /* rows and columns that are shown */
    int64_t row;          /* the next one */
} Box;

/* The wider a column, the fewer there are: so many are looked at. */
enum { MOST_COLUMNS = 500 };

/* The width of dots, in ASCII. */
enum { DOTS = 3 };

static StarStatus put(const Box *b, const char *text) {
    return star_write_text(b->console, text, (int64_t)strlen(text),
                           STAR_NO_WIDTH);
}

static StarStatus repeat(const Box *b, const char *text, int64_t count) {
    for (; count > 0; count--)
        STAR_TRY(put(b, text));
    return STAR_OK;
}

/* ---- Widths ---- */

static StarStatus count_row(void *context, const Field *f) {
    Box *b = context;
    (void)f;
    b->count++;
    return STAR_OK;
}

static void widen(Box *b, int64_t k, const Field *f) {
    const int64_t width = field_width(f);
    b->width[k] = width > b->width[k] ? width : b->width[k];
}

static StarStatus measure_row(void *context, const Field *f) {
    Box *b = context;
    if (elision_shows(b->down, b->row++))
        for (int64_t k = 0; k < b->rows->columns; k++) {
            widen(b, k, f + k);
            b->right[k] &= f[k].kind != FIELD_NAME;
        }
    return STAR_OK;
}

static int64_t width_of(const Box *b) {
    const Elision e = b->across;
    int64_t width = 1 + (elision_hidden(e) > 0 ? DOTS + 3 : 0);
    for (int64_t k = 0; k < e.count; k++)
        width += elision_shows(e, k) ? b->width[k] + 3 : 0;
    return width;
}

/* The first column stays. */
static void fit(Box *b, int width) {
    const int64_t columns = b->rows->columns;
    int64_t shown = columns < MOST_COLUMNS ? columns : MOST_COLUMNS;
    do
        b->across = draw_elision(columns, shown--);
    while (shown > 0 && width_of(b) > width);
}

static StarStatus measure(Box *b, const ValuePage *page) {
    STAR_TRY(value_rows(b->rows, count_row, b));
    b->down = draw_elision(b->count, page->height);
    const int64_t least = elision_hidden(b->down) > 0 ? DOTS : 0;
    for (int64_t k = 0; k < b->rows->columns; k++) {
        const Field head = value_rows_head(b->rows, k);
        b->right[k] = true;
        b->width[k] = least;
        widen(b, k, &head);
    }
    STAR_TRY(value_rows(b->rows, measure_row, b));
    b->row = 0;
    fit(b, page->width);
    return STAR_OK;
}

/* ---- Lines ---- */

static StarStatus rule(const Box *b, int which) {
    const char *const *corner = b->lines->corner[which];
    const Elision e = b->across;
    for (int64_t k = 0; k < e.count; k = elision_next(e, k)) {
        STAR_TRY(put(b, k == 0 ? corner[0] : corner[1]));
        if (e.tail > 0 && k == e.count - e.tail) {
            STAR_TRY(repeat(b, b->lines->line, DOTS + 2));
            STAR_TRY(put(b, corner[1]));
        }
        STAR_TRY(repeat(b, b->lines->line, b->width[k] + 2));
    }
    STAR_TRY(put(b, corner[2]));
    return star_write_newline(b->console);
}

static StarStatus cell(const Box *b, const Field *f, int64_t width,
                       bool right) {
    const int64_t blanks = width - field_width(f);
    STAR_TRY(put(b, " "));
    STAR_TRY(repeat(b, " ", right ? blanks : 0));
    STAR_TRY(field_write(f, b->console));
    STAR_TRY(repeat(b, " ", right ? 0 : blanks));
    STAR_TRY(put(b, " "));
    return put(b, b->lines->bar);
}

/* NULL: dots. */
static StarStatus show_row(const Box *b, const Field *f, bool heads) {
    const Field dots = {.text = b->lines->dots,
                        .length = strlen(b->lines->dots)};
    const Elision e = b->across;
    STAR_TRY(put(b, b->lines->bar));
    for (int64_t k = 0; k < e.count; k = elision_next(e, k)) {
        if (e.tail > 0 && k == e.count - e.tail)
            STAR_TRY(cell(b, &dots, DOTS, true));
        const Field head = heads ? value_rows_head(b->rows, k) : dots;
        STAR_TRY(cell(b, f != NULL ? f + k : &head, b->width[k], b->right[k]));
    }
    return star_write_newline(b->console);
}

static StarStatus draw_row(void *context, const Field *f) {
    Box *b = context;
    const int64_t k = b->row++;
    if (b->down.tail > 0 && k == b->count - b->down.tail)
        STAR_TRY(show_row(b, NULL, false));
    return elision_shows(b->down, k) ? show_row(b, f, false) : STAR_OK;
}

/* What is left out, in a line. */
static StarStatus rest(const Box *b) {
    char text[100];
    const int64_t rows = elision_hidden(b->down);
    const int64_t cols = elision_hidden(b->across);
    if (rows == 0 && cols == 0)
        return STAR_OK;
    if (cols == 0)
        snprintf(text, sizeof text, "%" PRId64 " more rows", rows);
    else if (rows == 0)
        snprintf(text, sizeof text, "%" PRId64 " more columns", cols);
    else
        snprintf(text, sizeof text,
                 "%" PRId64 " more rows, %" PRId64 " more columns", rows, cols);
    STAR_TRY(put(b, text));
    return star_write_newline(b->console);
}

static StarStatus draw_all(Box *b) {
    STAR_TRY(rule(b, 0));
    STAR_TRY(show_row(b, NULL, true));
    STAR_TRY(rule(b, 1));
    STAR_TRY(value_rows(b->rows, draw_row, b));
    STAR_TRY(rule(b, 2));
    return rest(b);
}

StarStatus value_write_box(const Rows *rows, const ValuePage *page,
                           StarConsole *console) {
    const size_t columns = (size_t)rows->columns;
    StarMem *mem = rows->be->mem;
    Box b = {.rows = rows,
             .console = console,
             .lines = page->utf8 ? &drawn : &ascii,
             .width = star_mem_alloc(mem, columns, sizeof *b.width),
             .right = star_mem_alloc(mem, columns, sizeof *b.right)};
    StarStatus status =
        b.width == NULL || b.right == NULL ? STAR_MEMORY : measure(&b, page);
    if (status == STAR_OK)
        status = draw_all(&b);
    star_mem_free(mem, b.width, columns, sizeof *b.width);
    star_mem_free(mem, b.right, columns, sizeof *b.right);
    return status;
}
