/* SPDX-License-Identifier: MIT */
/* An animated GIF of a few colours, which goes on for ever.
 *
 *     Gif *gif = gif_begin(mem, sink, context, colours, width, height);
 *     gif_frame(gif, pixels, part, 20);
 *     gif_end(gif);
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_GIF_H
#define STAR_TOOLS_GIF_H

#include <stdint.h>

#include "memory/mem.h"
#include "report/report.h"

enum { GIF_COLOURS = 8 };

/* A rectangle of an image. */
typedef struct GifPart {
    int x, y, width, height;
} GifPart;

typedef struct Gif Gif;

/* Begins a file with these colours, 0xRRGGBB each; NULL without memory. */
Gif *gif_begin(StarMem *mem, StarSink *sink, void *context,
               const uint32_t colour[GIF_COLOURS], int width, int height);

/* Replaces a part of what is seen for so many hundredths of a second: of an
 * image of the file's size, whose pixels are numbers of colours, the rows one
 * behind the other. */
void gif_frame(Gif *gif, const uint8_t *pixel, GifPart part, int hundredths);

/* Ends the file and frees what it has. */
void gif_end(Gif *gif);

#endif
