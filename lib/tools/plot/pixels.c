/* SPDX-License-Identifier: MIT */
/* A matrix in pixels, in the protocols of terminals that show these. */
#include <string.h>

#include "report/report_out.h"
#include "tools/plot/gif.h"
#include "tools/plot/plot.h"

enum {
    CANVAS = 480, /* pixels, at most */
    MOST_CELL = 16,
    CHUNK = 1024 /* pixels, 4 letters each, that Kitty takes at once */
};

/* From 0 to 1. */
static const uint32_t shades[GIF_COLOURS] = {0xffffff, 0xdfdfe0, 0xbebfc1,
                                             0x9e9fa3, 0x7c7f84, 0x5c5f65,
                                             0x3b3f46, 0x1b1f27};

typedef struct Pixels {
    uint8_t *pixel; /* numbers of shades */
    int width, height;
} Pixels;

/* Any number greater than 0 is seen. */
static int shade(double cell) {
    const int k = cell > 0 ? (int)(cell * (GIF_COLOURS - 1) + 0.5) : 0;
    return cell > 0 && k == 0 ? 1 : k;
}

static void paint(const PlotGrid *g, int side, Pixels *p) {
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            p->pixel[(size_t)y * p->width + x] =
                (uint8_t)shade(g->cell[y / side * g->cols + x / side]);
}

/* ---- Letters ---- */

/* Up to three bytes as four letters of base64. */
typedef struct Letters {
    Out to;
    uint32_t held;
    int bytes;
} Letters;

static void put_held(Letters *l) {
    static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    char text[] = "====";
    l->held <<= 8 * (3 - l->bytes);
    for (int k = 0; k <= l->bytes; k++)
        text[k] = letter[l->held >> (18 - 6 * k) & 63];
    l->to.sink(l->to.context, text, 4);
    l->held = 0;
    l->bytes = 0;
}

static void put_letters(void *context, const char *bytes, size_t length) {
    Letters *l = context;
    for (size_t k = 0; k < length; k++) {
        l->held = l->held << 8 | (uint8_t)bytes[k];
        if (++l->bytes == 3)
            put_held(l);
    }
}

/* ---- Protocols ---- */

/* Three bytes a pixel. The terminal is not to answer, q=2: it would type. */
static void kitty(const Pixels *p, const Out *to) {
    Letters l = {.to = *to};
    const int pixels = p->width * p->height;
    for (int from = 0; from < pixels; from += CHUNK) {
        const int end = from + CHUNK < pixels ? from + CHUNK : pixels;
        report_put(to, "\033_G");
        if (from == 0)
            report_put(to, "a=T,q=2,f=24,s=%d,v=%d,", p->width, p->height);
        report_put(to, "m=%d;", end < pixels);
        for (int k = from; k < end; k++) {
            l.held = shades[p->pixel[k]];
            l.bytes = 3;
            put_held(&l);
        }
        report_put(to, "\033\\");
    }
}

/* A file, of any format that browsers show. */
static StarStatus iterm(const Pixels *p, StarMem *mem, const Out *to) {
    const GifPart all = {0, 0, p->width, p->height};
    Letters l = {.to = *to};
    report_put(to, "\033]1337;File=inline=1:");
    Gif *gif = gif_begin(mem, put_letters, &l, shades, p->width, p->height);
    if (gif != NULL) {
        gif_frame(gif, p->pixel, all, 0);
        gif_end(gif);
    }
    if (l.bytes > 0)
        put_held(&l);
    report_put(to, "\a");
    return gif != NULL ? STAR_OK : STAR_MEMORY;
}

StarStatus plot_pixels(const Plot *plot, PlotProtocol protocol, StarSink *sink,
                       void *context) {
    const PlotGrid *g = &plot->grid;
    const Out to = {sink, context};
    const int longer = g->rows > g->cols ? g->rows : g->cols;
    if (g->rows == 0 || g->cols == 0)
        return STAR_OK;
    const int side = CANVAS / longer > MOST_CELL ? MOST_CELL : CANVAS / longer;
    Pixels p = {.width = g->cols * side, .height = g->rows * side};
    const size_t pixels = (size_t)p.width * p.height;
    p.pixel = star_mem_alloc_raw(plot->be->mem, pixels, 1);
    if (p.pixel == NULL)
        return STAR_MEMORY;
    paint(g, side, &p);
    StarStatus status = STAR_OK;
    if (protocol == PLOT_KITTY)
        kitty(&p, &to);
    else
        status = iterm(&p, plot->be->mem, &to);
    star_mem_free(plot->be->mem, p.pixel, pixels, 1);
    report_put(&to, "\n");
    return status;
}
