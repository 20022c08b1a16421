/* SPDX-License-Identifier: MIT */
/* GIF89a: codes of the method LZW, of 4 to 12 bits, in blocks of up to 255
 * bytes. A code stands for a row of pixels: one of those before, and one more.
 */
#include "tools/plot/gif.h"

enum {
    DEPTH = 3, /* bits of a colour */
    CLEAR = 1 << DEPTH,
    END,
    FIRST, /* of the codes for two pixels and more */
    CODES = 1 << 12
};

struct Gif {
    StarMem *mem;
    StarSink *sink;
    void *context;
    int width;
    uint16_t longer[CODES][GIF_COLOURS]; /* 0: none yet */
    int codes, size;                     /* of a code in bits */
    uint32_t held;                       /* bits that are no byte yet */
    int bits;
    uint8_t block[256]; /* its length, and so many bytes */
};

static void bytes(Gif *gif, const void *at, size_t length) {
    gif->sink(gif->context, at, length);
}

static void number(Gif *gif, int n) {
    const uint8_t low_high[2] = {n & 255, n >> 8 & 255};
    bytes(gif, low_high, 2);
}

Gif *gif_begin(StarMem *mem, StarSink *sink, void *context,
               const uint32_t colour[GIF_COLOURS], int width, int height) {
    Gif *gif = star_mem_alloc(mem, 1, sizeof *gif);
    if (gif == NULL)
        return NULL;
    gif->mem = mem;
    gif->sink = sink;
    gif->context = context;
    gif->width = width;
    bytes(gif, "GIF89a", 6);
    number(gif, width);
    number(gif, height);
    bytes(gif, (const uint8_t[]){0xf0 | (DEPTH - 1), 0, 0}, 3);
    for (int k = 0; k < GIF_COLOURS; k++)
        bytes(gif,
              (const uint8_t[]){colour[k] >> 16, colour[k] >> 8 & 255,
                                colour[k] & 255},
              3);
    bytes(gif, "!\xff\x0bNETSCAPE2.0\x03\x01\0\0", 19); /* for ever */
    return gif;
}

/* ---- Codes ---- */

static void flush_block(Gif *gif) {
    if (gif->block[0] > 0)
        bytes(gif, gif->block, (size_t)gif->block[0] + 1);
    gif->block[0] = 0;
}

static void put_byte(Gif *gif) {
    gif->block[++gif->block[0]] = gif->held & 255;
    gif->held >>= 8;
    gif->bits -= 8;
    if (gif->block[0] == 255)
        flush_block(gif);
}

static void put_code(Gif *gif, int code) {
    gif->held |= (uint32_t)code << gif->bits;
    for (gif->bits += gif->size; gif->bits >= 8;)
        put_byte(gif);
}

static void forget_codes(Gif *gif) {
    put_code(gif, CLEAR);
    for (int k = 0; k < CODES; k++)
        for (int c = 0; c < GIF_COLOURS; c++)
            gif->longer[k][c] = 0;
    gif->codes = FIRST;
    gif->size = DEPTH + 1;
}

/* Behind `code` comes a colour for which there is no longer code. */
static void learn(Gif *gif, int code, int colour) {
    put_code(gif, code);
    if (gif->codes == CODES) {
        forget_codes(gif);
        return;
    }
    gif->size += gif->codes == 1 << gif->size;
    gif->longer[code][colour] = gif->codes++;
}

void gif_frame(Gif *gif, const uint8_t *pixel, GifPart part, int hundredths) {
    int code = -1;
    bytes(gif, "!\xf9\x04\x04", 4); /* what was there stays */
    number(gif, hundredths);
    bytes(gif, "\0\0,", 3);
    number(gif, part.x);
    number(gif, part.y);
    number(gif, part.width);
    number(gif, part.height);
    bytes(gif, "\0\x03", 2);
    gif->size = DEPTH + 1;
    forget_codes(gif);
    for (int y = part.y; y < part.y + part.height; y++)
        for (int x = part.x; x < part.x + part.width; x++) {
            const int colour = pixel[(size_t)y * gif->width + x];
            const int more = code < 0 ? colour : gif->longer[code][colour];
            if (code >= 0 && more == 0) {
                learn(gif, code, colour);
                code = colour;
            } else {
                code = more;
            }
        }
    put_code(gif, code);
    gif->size += gif->codes == 1 << gif->size && gif->size < 12;
    put_code(gif, END);
    while (gif->bits > 0)
        put_byte(gif);
    gif->bits = 0;
    flush_block(gif);
    bytes(gif, "\0", 1);
}

void gif_end(Gif *gif) {
    bytes(gif, ";", 1);
    star_mem_free(gif->mem, gif, 1, sizeof *gif);
}
