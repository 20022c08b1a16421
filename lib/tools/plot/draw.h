/* SPDX-License-Identifier: MIT */
/* Numbers in rows and columns as SVG; the title is of letters, digits and
 * blanks. */
#ifndef STAR_TOOLS_DRAW_H
#define STAR_TOOLS_DRAW_H

#include "report/report_out.h"
#include "tools/plot/plot.h"

typedef void Draw(const Out *out, const PlotGrid *grid, const char *title);

/* Cells from 0, white, to 1, black. */
Draw draw_matrix;

/* A square grid of 0 and 1: arcs from rows to columns. */
Draw draw_graph;

/* One column of numbers, each as a bar from 0 on. */
Draw draw_bars;

#endif
