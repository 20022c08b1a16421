/* SPDX-License-Identifier: MIT */
#include "papers/plot.h"

#include <math.h>
#include <stdarg.h>

/* The picture; the part that the axes bound. */
enum {
    WIDTH = 780,
    HEIGHT = 440,
    LEFT = 74,
    TOP = 48,
    RIGHT = 540,
    BOTTOM = 380,
    LEGEND = RIGHT + 24,
    MARKS = 16
};

void plot_begin(Plot *p, const char *x, const char *title, ...) {
    va_list args;
    va_start(args, title);
    vsnprintf(p->title, sizeof p->title, title, args);
    va_end(args);
    p->x = x;
    p->number = false;
    p->count = 0;
}

PlotSeries *plot_series(Plot *plot, PlotKind kind, const char *name) {
    PlotSeries *s = &plot->series[plot->count++];
    *s = (PlotSeries){.kind = kind};
    snprintf(s->name, sizeof s->name, "%s", name);
    return s;
}

void plot_point(PlotSeries *s, double x, double y) {
    s->x[s->points] = x;
    s->y[s->points++] = y;
}

/* ---- Axes ---- */

typedef struct Axis {
    double low, high; /* logarithms of the ends */
    double from, to;  /* their places */
} Axis;

static double place(const Axis *a, double value) {
    return a->from +
           (log10(value) - a->low) / (a->high - a->low) * (a->to - a->from);
}

/* From the decade that the least value is in, or 2 or 5 times its power of
 * ten, to such an end behind the greatest. */
static Axis axis(double least, double most, double from, double to) {
    static const double step[] = {1, 2, 5};
    Axis a = {floor(log10(least)), ceil(log10(most)), from, to};
    const double low = pow(10, a.low), high = pow(10, a.high);
    for (int k = 1; k < 3; k++) {
        if (low * step[k] <= least)
            a.low = log10(low * step[k]);
        if (high / step[k] >= most)
            a.high = log10(high / step[k]);
    }
    if (a.high <= a.low)
        a.high = a.low + log10(2);
    return a;
}

static void extent(const Plot *p, Axis *x, Axis *y) {
    double least[2] = {INFINITY, INFINITY}, most[2] = {0, 0};
    for (int s = 0; s < p->count; s++)
        for (int k = 0; k < p->series[s].points; k++) {
            const double at[] = {p->series[s].x[k], p->series[s].y[k]};
            for (int d = 0; d < 2; d++) {
                least[d] = fmin(least[d], at[d]);
                most[d] = fmax(most[d], at[d]);
            }
        }
    *x = axis(least[0], most[0], LEFT, RIGHT);
    *y = axis(least[1], most[1], BOTTOM, TOP);
}

typedef struct Label {
    char text[24];
} Label;

/* 1, 2 or 5 times a power of ten, as a number or as a time. */
static Label label(double value, bool time) {
    static const char *const unit[] = {"s", "ms", "us", "ns", "ps"};
    Label l;
    int k = 0;
    if (!time && value < 1e5)
        snprintf(l.text, sizeof l.text, "%g", value);
    else if (!time)
        snprintf(l.text, sizeof l.text, "%.0e", value);
    else {
        for (; k < 4 && value < 0.999; k++)
            value *= 1000;
        snprintf(l.text, sizeof l.text, "%.4g %s", value, unit[k]);
    }
    return l;
}

/* Lines across from an axis, the second or the first, and their labels; some
 * decades are left out if there are many. */
static void ticks(FILE *to, const Axis *a, bool second, bool time) {
    static const double step[] = {1, 2, 5};
    const double decades = a->high - a->low, slack = 1e-9;
    const int every = decades > 9 ? 2 : 1, steps = decades < 2.5 ? 3 : 1;
    for (int d = (int)floor(a->low); d <= (int)ceil(a->high); d += every)
        for (int k = 0; k < steps; k++) {
            const double value = pow(10, d) * step[k], at = place(a, value);
            if (log10(value) < a->low - slack || log10(value) > a->high + slack)
                continue;
            if (second)
                fprintf(to,
                        "<path class=\"grid\" d=\"M%d %.1fH%d\"/>"
                        "<text class=\"y\" x=\"%d\" y=\"%.1f\">%s</text>\n",
                        LEFT, at, RIGHT, LEFT - 8, at + 4,
                        label(value, time).text);
            else
                fprintf(to,
                        "<path class=\"grid\" d=\"M%.1f %dV%d\"/>"
                        "<text class=\"x\" x=\"%.1f\" y=\"%d\">%s</text>\n",
                        at, TOP, BOTTOM, at, BOTTOM + 20,
                        label(value, false).text);
        }
}

/* ---- Series ---- */

static void mark(FILE *to, const PlotSeries *s, double x, double y) {
    if (s->kind == PLOT_OURS)
        fprintf(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>", x, y);
    else if (s->kind == PLOT_PAPER)
        fprintf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"7\" height=\"7\"/>",
                x - 3.5, y - 3.5);
}

static void draw(FILE *to, const PlotSeries *s, int number, const Axis *x,
                 const Axis *y) {
    static const char *const kind[] = {"ours", "paper", "bound"};
    const double row = TOP + 12 + 22 * number;
    const int every = (s->points + MARKS - 1) / MARKS; /* point has a mark */
    fprintf(to, "<g class=\"%s s%d\"><path d=\"", kind[s->kind], number);
    for (int k = 0; k < s->points; k++)
        fprintf(to, "%s%.1f %.1f", k == 0 ? "M" : "L", place(x, s->x[k]),
                place(y, s->y[k]));
    fprintf(to, "M%d %.1fh26\"/>", LEGEND, row);
    for (int k = 0; k < s->points; k += every)
        mark(to, s, place(x, s->x[k]), place(y, s->y[k]));
    mark(to, s, LEGEND + 13, row);
    fprintf(to, "</g><text x=\"%d\" y=\"%.1f\">%s</text>\n", LEGEND + 34,
            row + 4, s->name);
}

/* ---- The picture ---- */

/* Without var(), which not all that shows pictures knows. */
static const char style[] =
    "<style>"
    "svg{background:#fff;font:13px system-ui,sans-serif}"
    "text{fill:#1f2328}.x{text-anchor:middle}.y{text-anchor:end}"
    ".title{font-size:15px;font-weight:600}"
    ".grid{stroke:#d8dee4;fill:none}"
    "g path{fill:none;stroke:currentColor;stroke-width:2}"
    "g circle{fill:currentColor}"
    "g rect{fill:#fff;stroke:currentColor;stroke-width:2}"
    ".paper path{stroke-dasharray:7 4}.bound path{stroke-dasharray:2 4}"
    ".s0{color:#0550ae}.s1{color:#bc4c00}.s2{color:#116329}.s3{color:#8250df}"
    ".s4{color:#a40e26}.s5{color:#0a7285}.s6{color:#7d4e00}.s7{color:#99286e}"
    "@media(prefers-color-scheme:dark){"
    "svg{background:#0d1117}text{fill:#e6edf3}.grid{stroke:#30363d}"
    "g rect{fill:#0d1117}"
    ".s0{color:#79c0ff}.s1{color:#ffa657}.s2{color:#7ee787}.s3{color:#d2a8ff}"
    ".s4{color:#ff7b72}.s5{color:#56d4dd}.s6{color:#e3b341}.s7{color:#ff9bce}"
    "}</style>\n";

void plot_write(const Plot *p, FILE *to) {
    Axis x, y;
    extent(p, &x, &y);
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "viewBox=\"0 0 %d %d\" role=\"img\">\n<title>%s</title>\n%s"
            "<text class=\"title\" x=\"%d\" y=\"26\">%s</text>\n"
            "<text class=\"x\" x=\"%d\" y=\"%d\">%s</text>\n",
            WIDTH, HEIGHT, p->title, style, LEFT, p->title, (LEFT + RIGHT) / 2,
            BOTTOM + 46, p->x);
    ticks(to, &x, false, false);
    ticks(to, &y, true, !p->number);
    for (int s = 0, drawn = 0; s < p->count; s++)
        if (p->series[s].points > 0)
            draw(to, &p->series[s], drawn++, &x, &y);
    fprintf(to, "</svg>\n");
}
