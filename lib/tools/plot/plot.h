/* SPDX-License-Identifier: MIT */
/* Values drawn as SVG, by `star call --plot`, or in characters.
 *
 *     Plot plot;
 *     status = plot_open(&plot, &argument, be, PLOT_MATRIX);
 *     if (status == STAR_OK)
 *         plot_write(&plot, sink, context);
 *     plot_close(&plot);
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_PLOT_H
#define STAR_TOOLS_PLOT_H

#include "tools/values/values.h"

typedef enum PlotKind {
    PLOT_MATRIX, /* a square for each bit or number, darker for more */
    PLOT_GRAPH,  /* the vertices and arcs of an adjacency matrix */
    PLOT_BARS,   /* a bar for each number; a table has a number in each row */
    PLOT_KINDS
} PlotKind;

/* What is drawn at most; of a matrix that is larger several elements share a
 * square, which shows their mean. */
enum { PLOT_SQUARES = 256, PLOT_VERTICES = 60, PLOT_BARS_MOST = 256 };

/* The numbers that are drawn, in rows and columns. */
typedef struct PlotGrid {
    int rows, cols;
    double *cell;     /* a row after the other; NAN: none */
    int64_t row, col; /* the indices of the first row and column, */
    int64_t step;     /* and what a row or a column adds to them */
    /* Of the vertices that rows and columns are; NULL: they are none. */
    const StarNames *row_names, *col_names;
} PlotGrid;

typedef struct Plot {
    const Argument *argument;
    StarBackend *be;
    PlotKind kind;
    int64_t rows, cols; /* of the value */
    PlotGrid grid;
} Plot;

/* Reads FILE.svg or FILE.svg:KIND, KIND being matrix, graph or bars; without
 * it arrays of one dimension are bars, other values a matrix. Returns the bytes
 * of FILE.svg; 0: the text is no such thing. */
size_t plot_parse(const char *text, const StarParam *param, PlotKind *kind);

/* True if values of this type can be drawn so. */
bool plot_fits(const StarParam *param, PlotKind kind);

/* "matrix" and so on; a static text. */
const char *plot_name(PlotKind kind);

/* Takes a value of such a type, which is not looked at any more afterwards.
 * STAR_INPUT if it has too many rows or, for a graph, is not square;
 * STAR_NOSIZE, STAR_MEMORY; of a device, what fetching it raises. */
StarStatus plot_open(Plot *plot, const Argument *argument, StarBackend *be,
                     PlotKind kind);

/* Writes a matrix in characters, of Braille or of ASCII, which take so many
 * columns at most: a dot for each square with a number greater than 0. */
void plot_dots(const Plot *plot, int width, bool utf8, StarSink *sink,
               void *context);

/* How a terminal takes pixels: Kitty's way, or iTerm2's. */
typedef enum PlotProtocol { PLOT_KITTY, PLOT_ITERM } PlotProtocol;

/* Writes a matrix in pixels to such a terminal, a square for each number;
 * STAR_MEMORY, raised. */
StarStatus plot_pixels(const Plot *plot, PlotProtocol protocol, StarSink *sink,
                       void *context);

/* Writes the file. */
void plot_write(const Plot *plot, StarSink *sink, void *context);

/* Frees what it has; a plot that could not be opened has nothing. */
void plot_close(Plot *plot);

#endif
