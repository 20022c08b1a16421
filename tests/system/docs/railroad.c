/* SPDX-License-Identifier: MIT */
#include "syntax.h"

#include <string.h>

/* In pixels: a letter, the space around a text, half of a box's height,
 * between things side by side and one below the other, the radius of curves,
 * around all. */
enum {
    LETTER = 8,
    PAD = 10,
    HALF = 12,
    SIDE = 12,
    UNDER = 10,
    R = 8,
    EDGE = 8
};

static int greater(int a, int b) {
    return a > b ? a : b;
}

static bool is_box(const Syntax *s) {
    return s->kind <= SYNTAX_RULE;
}

/* ---- Sizes ---- */

static int letters(const char *text) {
    int n = 0;
    for (; *text != '\0'; text++)
        n += (*text & 0xc0) != 0x80;
    return n;
}

/* Parts of a choice stand one below the other, the first one on the line. */
static void measure(Syntax *s) {
    s->width = s->above = s->below = 0;
    for (int k = 0; k < s->parts; k++)
        measure(s->part[k]);
    if (is_box(s)) {
        s->width = letters(s->text) * LETTER + 2 * PAD;
        s->above = s->below = HALF;
    }
    for (int k = 0; k < s->parts; k++) {
        const Syntax *p = s->part[k];
        if (s->kind == SYNTAX_SEQUENCE) {
            s->width += p->width + (k > 0 ? SIDE : 0);
            s->above = greater(s->above, p->above);
            s->below = greater(s->below, p->below);
        } else {
            s->width = greater(s->width, p->width + 4 * R);
            s->below += k > 0 ? UNDER + p->above + p->below : p->below;
            s->above = k > 0 ? s->above : p->above;
        }
    }
    if (s->kind == SYNTAX_OPTION)
        s->above += UNDER;
    if (s->kind == SYNTAX_LOOP && s->parts == 1)
        s->below += UNDER;
}

/* ---- Lines ---- */

static void line(FILE *to, int x, int y, int width) {
    if (width > 0)
        fprintf(to, "<path d=\"M%d %dh%d\"/>\n", x, y, width);
}

/* From a point on the line to one `down` pixels below, 2 R to the right, and
 * back up at the other end of `width` pixels. */
static void detour(FILE *to, int x, int y, int width, int down) {
    const int r = down < 0 ? -R : R;
    fprintf(to,
            "<path d=\"M%d %dq%d 0 %d %dv%dq0 %d %d %dM%d %dq%d 0 %d %dv%dq0 "
            "%d %d %d\"/>\n",
            x, y, R, R, r, down - 2 * r, r, R, r, x + width - 2 * R, y + down,
            R, R, -r, -(down - 2 * r), -r, R, -r);
}

/* From the line's end back to its beginning, `down` pixels below. */
static void way_back(FILE *to, int x, int y, int width, int down) {
    fprintf(to,
            "<path d=\"M%d %dq%d 0 %d %dv%dq0 %d %d %dM%d %dq%d 0 %d %dv%dq0 "
            "%d %d %d\"/>\n",
            x + 2 * R, y, -R, -R, R, down - 2 * R, R, R, R, x + width - 2 * R,
            y + down, R, R, -R, -(down - 2 * R), -R, -R, -R);
}

static void draw(FILE *to, const Syntax *s, int x, int y);

static void draw_box(FILE *to, const Syntax *s, int x, int y) {
    static const char *const class[] = {"literal", "token", "rule"};
    fprintf(to,
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
            "rx=\"%d\"/><text class=\"%s\" x=\"%d\" y=\"%d\">",
            class[s->kind], x, y - HALF, s->width, 2 * HALF,
            s->kind == SYNTAX_RULE ? 0 : HALF, class[s->kind], x + s->width / 2,
            y + 5);
    for (const char *c = s->text; *c != '\0'; c++)
        if (strchr("<>&", *c) != NULL)
            fprintf(to, "&#%d;", *c);
        else
            fputc(*c, to);
    fputs("</text>\n", to);
}

static void draw_sequence(FILE *to, const Syntax *s, int x, int y) {
    for (int k = 0; k < s->parts; k++) {
        if (k > 0) {
            line(to, x, y, SIDE);
            x += SIDE;
        }
        draw(to, s->part[k], x, y);
        x += s->part[k]->width;
    }
}

/* A part in the middle, with lines to both sides. */
static void draw_middle(FILE *to, const Syntax *p, int x, int y, int width) {
    const int left = (width - p->width) / 2;
    line(to, x, y, left);
    draw(to, p, x + left, y);
    line(to, x + left + p->width, y, width - p->width - left);
}

static void draw_choice(FILE *to, const Syntax *s, int x, int y) {
    int down = 0;
    line(to, x, y, 2 * R);
    line(to, x + s->width - 2 * R, y, 2 * R);
    for (int k = 0; k < s->parts; k++) {
        const Syntax *p = s->part[k];
        if (k > 0) {
            down += UNDER + p->above;
            detour(to, x, y, s->width, down);
        }
        /* Alternatives begin at the left. */
        draw(to, p, x + 2 * R, y + down);
        line(to, x + 2 * R + p->width, y + down, s->width - 4 * R - p->width);
        down += p->below;
    }
}

static void draw_option(FILE *to, const Syntax *s, int x, int y) {
    const int up = s->above;
    draw_middle(to, s->part[0], x, y, s->width);
    detour(to, x, y, s->width, -up);
    line(to, x + 2 * R, y - up, s->width - 4 * R);
}

static void draw_loop(FILE *to, const Syntax *s, int x, int y) {
    const Syntax *p = s->part[0];
    const int above = s->parts > 1 ? s->part[1]->above : 0;
    const int down = p->below + UNDER + above;
    draw_middle(to, p, x, y, s->width);
    way_back(to, x, y, s->width, down);
    if (s->parts > 1)
        draw_middle(to, s->part[1], x + 2 * R, y + down, s->width - 4 * R);
    else
        line(to, x + 2 * R, y + down, s->width - 4 * R);
}

static void draw(FILE *to, const Syntax *s, int x, int y) {
    switch (s->kind) {
    case SYNTAX_SEQUENCE: draw_sequence(to, s, x, y); break;
    case SYNTAX_CHOICE: draw_choice(to, s, x, y); break;
    case SYNTAX_OPTION: draw_option(to, s, x, y); break;
    case SYNTAX_LOOP: draw_loop(to, s, x, y); break;
    default: draw_box(to, s, x, y);
    }
}

void railroad_draw(FILE *to, Syntax *s) {
    static const char style[] =
        "<style>\n"
        "path, rect { fill: none; stroke: #555; stroke-width: 1.5 }\n"
        "text { font: 14px monospace; text-anchor: middle; fill: #000 }\n"
        ".literal { font-weight: bold }\n"
        ".token { font-style: italic }\n"
        "rect.literal { fill: #dcecff }\n"
        "rect.token { fill: #fff3cf }\n"
        "rect.rule { fill: #fff }\n"
        "@media (prefers-color-scheme: dark) {\n"
        "path, rect { stroke: #aaa }\n"
        "text { fill: #fff }\n"
        "rect.literal { fill: #1d3b5c }\n"
        "rect.token { fill: #574500 }\n"
        "rect.rule { fill: #222 }\n"
        "}\n"
        "</style>\n";
    measure(s);
    const int width = s->width + 2 * EDGE + 2 * SIDE;
    const int y = s->above + EDGE;
    const int height = y + s->below + EDGE;
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
            "height=\"%d\" viewBox=\"0 0 %d %d\">\n%s",
            width, height, width, height, style);
    fprintf(to, "<path d=\"M%d %dv12M%d %dv12\"/>\n", EDGE, y - 6, width - EDGE,
            y - 6);
    line(to, EDGE, y, SIDE);
    draw(to, s, EDGE + SIDE, y);
    line(to, EDGE + SIDE + s->width, y, SIDE);
    fputs("</svg>\n", to);
}
