/* SPDX-License-Identifier: MIT */
/* A matrix in characters, several dots in each. */
#include "tools/plot/plot.h"

#include "report/report_out.h"

/* A dot stands for a square of so many cells; it is there if one of them is
 * more than 0. */
static bool dot(const PlotGrid *g, int row, int col, int side) {
    for (int i = row * side; i < (row + 1) * side && i < g->rows; i++)
        for (int j = col * side; j < (col + 1) * side && j < g->cols; j++)
            if (g->cell[i * g->cols + j] > 0)
                return true;
    return false;
}

/* The dots of a character of Braille are 2 x 4, with bits 0 to 2 and 6 in the
 * left column, 3 to 5 and 7 in the right one. */
static void braille(const Out *to, const PlotGrid *g, int row, int col,
                    int side) {
    static const int bit[4][2] = {{0, 3}, {1, 4}, {2, 5}, {6, 7}};
    unsigned dots = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            dots |= (unsigned)dot(g, 4 * row + i, 2 * col + j, side)
                    << bit[i][j];
    report_put(to, "\xe2%c%c", (int)(0xa0 + dots / 64),
               (int)(0x80 + dots % 64));
}

/* Two dots, one above the other. */
static void ascii(const Out *to, const PlotGrid *g, int row, int col,
                  int side) {
    report_put(to, "%c",
               " '.:"[dot(g, 2 * row, col, side) +
                      2 * dot(g, 2 * row + 1, col, side)]);
}

void plot_dots(const Plot *p, int width, bool utf8, StarSink *sink,
               void *context) {
    const Out to = {sink, context};
    const PlotGrid *g = &p->grid;
    const int down = utf8 ? 4 : 2, across = utf8 ? 2 : 1;
    const int side = (g->cols + width * across - 1) / (width * across);
    const int rows = side > 0 ? (g->rows + side - 1) / side : 0;
    const int cols = side > 0 ? (g->cols + side - 1) / side : 0;
    for (int i = 0; i < (rows + down - 1) / down; i++) {
        for (int j = 0; j < (cols + across - 1) / across; j++)
            (utf8 ? braille : ascii)(&to, g, i, j, side);
        report_put(&to, "\n");
    }
}
