/* SPDX-License-Identifier: MIT */
#include "tools/plot/draw.h"

#include <math.h>
#include <stdbool.h>

/* Lengths in pixels; the title stands in the upper margin. */
enum { SIDE = 480, MARGIN = 48, GAP = 16, SHADES = 8 };

enum { LONGEST_NAME = 12 }; /* bytes */

static const char ink[] = "#1b1f27";

static void begin(const Out *to, const char *title, int width, int height) {
    width += 2 * MARGIN;
    height += 2 * MARGIN;
    report_put(to,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
               "height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "
               "font-family=\"sans-serif\" font-size=\"11\">\n"
               "<title>%s</title>\n",
               width, height, width, height, title);
    report_put(to,
               "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
               "<text x=\"%d\" y=\"18\" font-size=\"13\">%s</text>\n",
               MARGIN, title);
}

static void end(const Out *to) {
    report_put(to, "</svg>\n");
}

/* A number at a place; `anchor` is start, middle or end. */
static void label(const Out *to, double x, double y, const char *anchor,
                  double value) {
    report_put(to,
               "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%.6g</text>\n",
               x, y, anchor, value);
}

/* A name with what XML reserves, or that it has no place for, as it may stand
 * in a text; what is too long ends with dots. */
static void put_name(const Out *to, const char *text, size_t length) {
    const size_t most = length > LONGEST_NAME ? LONGEST_NAME - 2 : length;
    size_t end = most;
    while (end > 0 && end < length && ((unsigned char)text[end] & 0xc0) == 0x80)
        end--;
    for (size_t k = 0; k < end; k++)
        switch (text[k]) {
        case '<': report_put(to, "&lt;"); break;
        case '>': report_put(to, "&gt;"); break;
        case '&': report_put(to, "&amp;"); break;
        default:
            report_put(to, "%c", (unsigned char)text[k] < ' ' ? ' ' : text[k]);
        }
    report_put(to, "%s", end < length ? ".." : "");
}

/* The name of an index that is a vertex, from 1, or its number. */
static void index_label(const Out *to, double x, double y, const char *anchor,
                        const StarNames *names, int64_t index) {
    StarNameRoom room;
    size_t length;
    if (names == NULL) {
        label(to, x, y, anchor, (double)index);
        return;
    }
    const char *name = star_names_get(names, index - 1, room, &length);
    report_put(to, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y,
               anchor);
    put_name(to, name, length);
    report_put(to, "</text>\n");
}

/* Of places so many pixels apart, each how manieth has room for a number. */
static int every(double apart, int room) {
    int n = 1;
    for (int k = 0; n * apart < room; k++)
        n = n * (k % 3 == 1 ? 5 : 4) / 2; /* 1, 2, 5, 10, 20, 50 */
    return n;
}

/* ---- Matrix ---- */

static void frame(const Out *to, int width, int height) {
    report_put(to,
               "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
               "fill=\"none\" stroke=\"%s\"/>\n",
               MARGIN, MARGIN, width, height, ink);
}

static int shade(double cell) {
    return isnan(cell) ? 0 : (int)ceil(cell * SHADES - 1e-9);
}

/* The runs of a shade in the rows, as one path. */
static void squares(const Out *to, const PlotGrid *g, int size, int level) {
    bool begun = false;
    for (int i = 0; i < g->rows; i++)
        for (int j = 0, n; j < g->cols; j += n) {
            const double *cell = g->cell + (size_t)i * (size_t)g->cols;
            for (n = 1; j + n < g->cols; n++)
                if (shade(cell[j + n]) != shade(cell[j]))
                    break;
            if (shade(cell[j]) != level)
                continue;
            if (!begun)
                report_put(to, "<path fill=\"%s\" fill-opacity=\"%.3f\" d=\"",
                           ink, (double)level / SHADES);
            report_put(to, "M%d %dh%dv%dh-%dz", MARGIN + j * size,
                       MARGIN + i * size, n * size, size, n * size);
            begun = true;
        }
    if (begun)
        report_put(to, "\"/>\n");
}

void draw_matrix(const Out *to, const PlotGrid *g, const char *title) {
    enum { MIN_SIZE = 2, MAX_SIZE = 20, MIDDLE = 4 };
    const int most = g->rows > g->cols ? g->rows : g->cols;
    int size = most > 0 ? SIDE / most : MAX_SIZE;
    size = size < MIN_SIZE ? MIN_SIZE : size > MAX_SIZE ? MAX_SIZE : size;
    begin(to, title, g->cols * size, g->rows * size);
    for (int level = 1; level <= SHADES; level++)
        squares(to, g, size, level);
    for (int i = 0; i < g->rows; i += every(size, GAP))
        index_label(to, MARGIN - 4, MARGIN + (i + 0.5) * size + MIDDLE, "end",
                    g->row_names, g->row + i * g->step);
    for (int j = 0; j < g->cols; j += every(size, 2 * GAP))
        index_label(to, MARGIN + (j + 0.5) * size, MARGIN - 5, "middle",
                    g->col_names, g->col + j * g->step);
    frame(to, g->cols * size, g->rows * size);
    end(to);
}

/* ---- Graph ---- */

typedef struct Circle {
    double x, y;
} Circle;

/* Vertex k stands on a circle, the first one on top. */
static Circle vertex(const PlotGrid *g, int k, double radius) {
    const double pi = 3.14159265358979323846;
    const double angle = 2 * pi * k / g->rows - pi / 2;
    return (Circle){MARGIN + SIDE / 2 + radius * cos(angle),
                    MARGIN + SIDE / 2 + radius * sin(angle)};
}

static bool arc(const PlotGrid *g, int i, int j) {
    return g->cell[i * g->cols + j] > 0;
}

/* From the edge of one vertex to that of another; without an arrow if there is
 * an arc back too. */
static void draw_arc(const Out *to, const PlotGrid *g, int i, int j,
                     double size) {
    const Circle a = vertex(g, i, SIDE / 2), b = vertex(g, j, SIDE / 2);
    const double length = hypot(b.x - a.x, b.y - a.y);
    const double x = (b.x - a.x) / length * size,
                 y = (b.y - a.y) / length * size;
    report_put(to, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"%s/>\n",
               a.x + x, a.y + y, b.x - x, b.y - y, ink,
               arc(g, j, i) ? "" : " marker-end=\"url(#arrow)\"");
}

static void draw_vertex(const Out *to, const PlotGrid *g, int k, double size) {
    const Circle c = vertex(g, k, SIDE / 2);
    const Circle out = vertex(g, k, SIDE / 2 + 1.5 * size);
    if (arc(g, k, k))
        report_put(to,
                   "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" "
                   "stroke=\"%s\"/>\n",
                   out.x, out.y, size, ink);
    report_put(to,
               "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#fff\" "
               "stroke=\"%s\"/>\n",
               c.x, c.y, size, ink);
    index_label(to, c.x, c.y + 4, "middle", g->row_names, g->row + k);
}

void draw_graph(const Out *to, const PlotGrid *g, const char *title) {
    const double size = g->rows <= 24 ? 12 : 9;
    begin(to, title, SIDE, SIDE);
    report_put(to,
               "<marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" "
               "markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">"
               "<path d=\"M0 0L8 4L0 8z\" fill=\"%s\"/></marker>\n",
               ink);
    for (int i = 0; i < g->rows; i++)
        for (int j = 0; j < g->cols; j++)
            if (arc(g, i, j) && i != j && (i < j || !arc(g, j, i)))
                draw_arc(to, g, i, j, size);
    for (int k = 0; k < g->rows; k++)
        draw_vertex(to, g, k, size);
    end(to);
}

/* ---- Bars ---- */

void draw_bars(const Out *to, const PlotGrid *g, const char *title) {
    enum { MAX_WIDTH = 24 };
    double low = 0, high = 0;
    int width = g->rows > 0 ? 2 * SIDE / g->rows : MAX_WIDTH;
    for (int k = 0; k < g->rows; k++) {
        low = fmin(low, g->cell[k]);
        high = fmax(high, g->cell[k]);
    }
    width = width > MAX_WIDTH ? MAX_WIDTH : width;
    const double scale = high > low ? SIDE / 2 / (high - low) : 0;
    const double zero = MARGIN + high * scale;
    const int all = g->rows * width;
    begin(to, title, all, SIDE / 2);
    for (int k = 0; k < g->rows; k++)
        if (!isnan(g->cell[k]))
            report_put(to,
                       "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                       "height=\"%.1f\" fill=\"%s\"/>\n",
                       MARGIN + k * width + 0.1 * width,
                       zero - fmax(g->cell[k], 0) * scale, 0.8 * width,
                       fabs(g->cell[k]) * scale, ink);
    report_put(to, "<path d=\"M%d %.1fh%d\" stroke=\"%s\"/>\n", MARGIN, zero,
               all, ink);
    label(to, MARGIN - 4, zero + 4, "end", 0);
    if (high > 0)
        label(to, MARGIN - 4, MARGIN + 4, "end", high);
    if (low < 0)
        label(to, MARGIN - 4, MARGIN + SIDE / 2 + 4, "end", low);
    for (int k = 0; k < g->rows; k += every(width, 2 * GAP))
        index_label(to, MARGIN + (k + 0.5) * width, MARGIN + SIDE / 2 + GAP,
                    "middle", g->row_names, g->row + k * g->step);
    end(to);
}
