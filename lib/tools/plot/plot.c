/* SPDX-License-Identifier: MIT */
#include "tools/plot/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "backend.h"
#include "io/formats/matrix.h"
#include "tools/plot/draw.h"
#include "values/table.h"

static const char *const names[] = {"matrix", "graph", "bars"};

const char *plot_name(PlotKind kind) {
    return names[kind];
}

static bool is_table(const StarParam *p) {
    return p->type->kind == STAR_TYPE_TABLE;
}

static bool is_line(const StarParam *p) {
    return p->type->kind == STAR_TYPE_SLICE || p->type->kind == STAR_TYPE_WORD;
}

/* True if it is an array of numbers with so many index ranges. */
static bool is_array(const StarParam *p, int dims) {
    return p->type->kind == STAR_TYPE_ARRAY && p->dims == dims &&
           (p->of->kind == STAR_TYPE_INTEGER || p->of->kind == STAR_TYPE_REAL);
}

static bool is_svg(const char *path, size_t length) {
    return length > 4 && memcmp(path + length - 4, ".svg", 4) == 0;
}

size_t plot_parse(const char *text, const StarParam *p, PlotKind *kind) {
    const char *colon = strrchr(text, ':');
    *kind = is_array(p, 1) ? PLOT_BARS : PLOT_MATRIX;
    if (is_svg(text, strlen(text)))
        return strlen(text);
    if (colon == NULL || !is_svg(text, (size_t)(colon - text)))
        return 0;
    for (int k = 0; k < PLOT_KINDS; k++)
        if (strcmp(colon + 1, names[k]) == 0) {
            *kind = (PlotKind)k;
            return (size_t)(colon - text);
        }
    return 0;
}

bool plot_fits(const StarParam *p, PlotKind kind) {
    switch (kind) {
    case PLOT_MATRIX: return is_table(p) || is_line(p) || is_array(p, 2);
    case PLOT_GRAPH: return is_table(p);
    default: return is_table(p) || is_array(p, 1);
    }
}

/* ---- Numbers ---- */

static bool bit(const uint64_t *word, int64_t k) {
    return word[k / 64] >> k % 64 & 1;
}

/* Element (i, j), from 0; NAN: it has no value. Row i of a table that is drawn
 * as bars is a number. */
static double element(const Plot *p, int64_t i, int64_t j) {
    const Argument *a = p->argument;
    const StarCell v = a->value;
    double number = 0;
    if (is_line(a->param))
        return bit(v.bits->word, i + j);
    if (is_table(a->param)) {
        const uint64_t *row = star_table_vector(p->be, v.table, STAR_ROWS, i);
        if (p->kind != PLOT_BARS)
            return bit(row, j);
        for (int64_t k = 0; k < v.table->cols; k++)
            number = 2 * number + bit(row, k);
        return number;
    }
    const StarCell cell = star_array_get(v.array, i * p->cols + j);
    if (a->param->of->kind == STAR_TYPE_REAL)
        return isfinite(cell.r) ? cell.r : NAN;
    return cell.i == STAR_UNDEFINED_INT ? NAN : (double)cell.i;
}

/* The mean of the elements that share a square. */
static double mean(const Plot *p, int64_t i, int64_t j) {
    const int64_t step = p->grid.step;
    double sum = 0, count = 0;
    for (int64_t r = i * step; r < (i + 1) * step && r < p->rows; r++)
        for (int64_t c = j * step; c < (j + 1) * step && c < p->cols; c++) {
            const double x = element(p, r, c);
            sum += isnan(x) ? 0 : x;
            count += !isnan(x);
        }
    return count > 0 ? sum / count : NAN;
}

/* Numbers of an array from 0 for the least to 1 for the greatest. */
static void normalise(PlotGrid *g) {
    double low = INFINITY, high = -INFINITY;
    for (int k = 0; k < g->rows * g->cols; k++) {
        low = fmin(low, g->cell[k]);
        high = fmax(high, g->cell[k]);
    }
    for (int k = 0; k < g->rows * g->cols; k++)
        if (!isnan(g->cell[k]))
            g->cell[k] = high > low ? (g->cell[k] - low) / (high - low) : 1;
}

/* The names, if a table or slice has a row or column for each vertex. */
static const StarNames *names_of(const Argument *a, int64_t count) {
    const bool arcs = a->param->layout == STAR_LAYOUT_LEFT + 1 ||
                      a->param->layout == STAR_LAYOUT_RIGHT + 1 ||
                      a->param->layout == STAR_LAYOUT_WEIGHT + 1 ||
                      a->param->role == STAR_ROLE_ARCS ||
                      a->param->role == STAR_ROLE_ORDER;
    return a->names != NULL && !arcs && star_names_count(a->names) == count
               ? a->names
               : NULL;
}

/* Its size, and the numbers of the first row and column. */
static void measure(Plot *p) {
    const Argument *a = p->argument;
    PlotGrid *g = &p->grid;
    g->row = g->col = 1;
    p->cols = 1;
    if (is_table(a->param)) {
        p->rows = a->value.table->rows;
        p->cols = p->kind == PLOT_BARS ? 1 : a->value.table->cols;
        g->row_names = names_of(a, p->rows);
        g->col_names = p->rows == p->cols ? g->row_names : NULL;
    } else if (is_line(a->param)) {
        const bool word = a->param->type->kind == STAR_TYPE_WORD;
        p->rows = word ? 1 : a->value.bits->length;
        p->cols = word ? a->value.bits->length : 1;
        g->row_names = word ? NULL : names_of(a, p->rows);
    } else {
        const StarDim *dim = a->value.array->dim;
        const int dims = a->param->dims;
        p->rows = dim[0].count;
        p->cols = dims == 2 ? dim[1].count : 1;
        g->row = dim[0].low;
        g->col = dims == 2 ? dim[1].low : 1;
    }
}

/* STAR_MEMORY, raised. */
static StarStatus fill(Plot *p) {
    const int64_t most = p->rows > p->cols ? p->rows : p->cols;
    PlotGrid *g = &p->grid;
    g->step = p->kind == PLOT_MATRIX && most > PLOT_SQUARES
                  ? (most + PLOT_SQUARES - 1) / PLOT_SQUARES
                  : 1;
    g->rows = (int)((p->rows + g->step - 1) / g->step);
    g->cols = (int)((p->cols + g->step - 1) / g->step);
    g->cell = star_mem_alloc_raw(p->be->mem, (size_t)(g->rows * g->cols),
                                 sizeof *g->cell);
    if (g->cell == NULL)
        return STAR_MEMORY;
    for (int i = 0; i < g->rows; i++)
        for (int j = 0; j < g->cols; j++)
            g->cell[i * g->cols + j] = mean(p, i, j);
    if (p->kind == PLOT_MATRIX && is_array(p->argument->param, 2))
        normalise(g);
    return STAR_OK;
}

/* ---- All ---- */

/* An unsized value, or one in the memory of a device. */
static StarStatus settle(const Plot *p) {
    const Argument *a = p->argument;
    StarObject *object = a->value.object;
    if (object->kind != STAR_ARRAY && object->sizing == STAR_UNSIZED)
        return star_raise(p->be->mem->error, MSG_NO_SIZE(a->param->name));
    STAR_TRY(star_object_sync(p->be, object, STAR_READ));
    return is_table(a->param)
               ? star_table_need(p->be, a->value.table, STAR_ROWS)
               : STAR_OK;
}

static StarStatus check_size(const Plot *p) {
    const char *name = p->argument->param->name;
    StarError *error = p->be->mem->error;
    if (p->kind == PLOT_GRAPH && p->rows != p->cols)
        return star_raise(error, MSG_PLOT_NOT_SQUARE(name, p->rows, p->cols));
    if (p->kind == PLOT_GRAPH && p->rows > PLOT_VERTICES)
        return star_raise(
            error, MSG_PLOT_MOST(name, PLOT_VERTICES, "vertices", p->rows));
    if (p->kind == PLOT_BARS && p->rows > PLOT_BARS_MOST)
        return star_raise(error,
                          MSG_PLOT_MOST(name, PLOT_BARS_MOST, "bars", p->rows));
    return STAR_OK;
}

StarStatus plot_open(Plot *p, const Argument *a, StarBackend *be,
                     PlotKind kind) {
    *p = (Plot){.argument = a, .be = be, .kind = kind};
    STAR_TRY(settle(p));
    measure(p);
    STAR_TRY(check_size(p));
    return fill(p);
}

void plot_write(const Plot *p, StarSink *sink, void *context) {
    static Draw *const draw[] = {draw_matrix, draw_graph, draw_bars};
    const Out out = {sink, context};
    char title[100];
    snprintf(title, sizeof title, p->cols > 1 ? "%s: %lld x %lld" : "%s: %lld",
             p->argument->param->name, (long long)p->rows, (long long)p->cols);
    draw[p->kind](&out, &p->grid, title);
}

void plot_close(Plot *p) {
    if (p->grid.cell != NULL)
        star_mem_free(p->be->mem, p->grid.cell,
                      (size_t)(p->grid.rows * p->grid.cols),
                      sizeof *p->grid.cell);
    p->grid.cell = NULL;
}
