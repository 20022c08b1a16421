/* SPDX-License-Identifier: MIT */
/* Plots: series of points over two logarithmic axes, as a picture in SVG for
 * light and dark pages. The second axis is time, in seconds, or a number. */
#ifndef STAR_PLOT_H
#define STAR_PLOT_H

#include <stdbool.h>
#include <stdio.h>

enum { PLOT_SERIES = 8, PLOT_POINTS = 64, PLOT_NAME = 32, PLOT_TITLE = 128 };

/* How a series looks: a line, dashes with open marks, a dotted line without
 * any. */
typedef enum PlotKind { PLOT_OURS, PLOT_PAPER, PLOT_BOUND } PlotKind;

typedef struct PlotSeries {
    char name[PLOT_NAME]; /* in the legend */
    PlotKind kind;
    int points;
    double x[PLOT_POINTS], y[PLOT_POINTS];
} PlotSeries;

typedef struct Plot {
    char title[PLOT_TITLE];
    const char *x; /* the first axis */
    bool number;   /* on the second one; false at the beginning */
    int count;
    PlotSeries series[PLOT_SERIES];
} Plot;

/* Forgets what there was. Texts have no characters that XML escapes. */
void plot_begin(Plot *plot, const char *x, const char *title, ...)
    __attribute__((format(printf, 3, 4)));

/* A new series, at most PLOT_SERIES; without points it is not drawn. */
PlotSeries *plot_series(Plot *plot, PlotKind kind, const char *name);

/* Adds a point, both numbers positive, at most PLOT_POINTS. */
void plot_point(PlotSeries *series, double x, double y);

/* Writes the picture; what fails is in `to`. There is a point. */
void plot_write(const Plot *plot, FILE *to);

#endif
