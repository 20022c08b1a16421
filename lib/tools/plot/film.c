/* SPDX-License-Identifier: MIT */
/* A film: each value of a variable is kept, thinned out when there are many. */
#include "tools/plot/film.h"

#include <string.h>
#include <strings.h>

#include "debug/inspect.h"
#include "tools/plot/gif.h"
#include "values/object.h"

enum {
    WORDS = FILM_SIDE * FILM_SIDE / 64,
    CANVAS = 480,   /* pixels, roughly */
    MOST_CELL = 16, /* pixels of a component */
    GAP_FROM = 5,   /* a smaller one has no gap */
    LENGTH = 1000,  /* of a film in hundredths of a second, roughly */
    REST = 200,     /* of its last value */
    SLOW = 50,
    FAST = 4
};

enum { GROUND, ZERO, ONE, NEW_ONE, NEW_ZERO };

/* Those of the pages, which are light. */
static const uint32_t colours[GIF_COLOURS] = {0xffffff, 0xf1efe9, 0x27364a,
                                              0xc2410c, 0xf4c7ae};

struct Film {
    StarHistory *history;
    StarMem mem;
    unsigned cell;
    uint64_t sum;
    StarInspection value[FILM_VALUES];
    int values;
    int64_t until;       /* statements */
    int64_t seen, every; /* values; each of so many is kept */
    bool turned;         /* it is a slice, which stands */
    int64_t rows, cols;  /* the most of all values, as they are drawn */
};

static int find(const StarProgram *p, const char *name) {
    const StarProc *block = &p->proc[0];
    for (unsigned k = 0; k < block->cells; k++) {
        const StarVariable v = {block->cell[k].name, block->cell[k].type, {0}};
        if (star_is_variable(block, k) && star_variable_bits(&v) &&
            strcasecmp(v.name, name) == 0)
            return (int)k;
    }
    return -1;
}

bool film_knows(const StarProgram *program, const char *name) {
    return find(program, name) >= 0;
}

Film *film_open(StarHistory *history, const StarProgram *program,
                const char *name, StarError *error) {
    StarMem mem = {.error = error, .limit = SIZE_MAX};
    Film *film = star_mem_alloc(&mem, 1, sizeof *film);
    if (film == NULL)
        return NULL;
    film->history = history;
    film->mem = mem;
    film->cell = (unsigned)find(program, name);
    film->turned =
        program->proc[0].cell[film->cell].type->kind == STAR_TYPE_SLICE;
    film->every = 1;
    return film;
}

void film_close(Film *film) {
    if (film == NULL)
        return;
    StarMem mem = film->mem;
    for (int k = 0; k < film->values; k++)
        star_inspect_free(&film->mem, &film->value[k]);
    star_mem_free(&mem, film, 1, sizeof *film);
}

/* ---- What is seen ---- */

static StarVariable variable(const Film *film) {
    const StarView block = star_history_frame(film->history, 0);
    return star_variable_now(&block, film->cell);
}

static bool is_new(const Film *film) {
    const StarVariable v = variable(film);
    return star_variable_sum(film->history, &v) != film->sum;
}

static bool is_wanted(void *context) {
    const Film *film = context;
    return is_new(film) ||
           star_history_now(film->history)->statements >= film->until;
}

static void thin_out(Film *film) {
    int kept = 0;
    for (int k = 0; k < film->values; k++)
        if (k % 2 == 0)
            film->value[kept++] = film->value[k];
        else
            star_inspect_free(&film->mem, &film->value[k]);
    memset(film->value + kept, 0,
           (size_t)(film->values - kept) * sizeof *film->value);
    film->values = kept;
    film->every *= 2;
}

static StarStatus keep(Film *film) {
    const StarVariable v = variable(film);
    if (film->values == FILM_VALUES)
        thin_out(film);
    StarInspection *x = &film->value[film->values];
    STAR_TRY(star_inspect(film->history, &film->mem, &v, WORDS, x));
    const int64_t rows = film->turned ? x->cols : x->rows;
    const int64_t cols = film->turned ? x->rows : x->cols;
    if (x->bits == NULL || rows == 0 || cols == 0 || rows > FILM_SIDE ||
        cols > FILM_SIDE) {
        star_inspect_free(&film->mem, x);
        *x = (StarInspection){0};
        return STAR_OK;
    }
    film->rows = rows > film->rows ? rows : film->rows;
    film->cols = cols > film->cols ? cols : film->cols;
    film->values++;
    return STAR_OK;
}

/* A new value; whether it is kept. */
static StarStatus see(Film *film, bool *kept) {
    const StarVariable v = variable(film);
    film->sum = star_variable_sum(film->history, &v);
    *kept = film->seen++ % film->every == 0;
    return *kept ? keep(film) : STAR_OK;
}

StarStatus film_run(Film *film, int64_t statements) {
    const StarMoment *now = star_history_now(film->history);
    bool kept;
    film->until = statements;
    StarStatus status = see(film, &kept);
    while (status == STAR_OK && now->when == STAR_PAUSED &&
           now->statements < statements) {
        status = star_history_forward(film->history, is_wanted, film);
        if (is_new(film) && see(film, &kept) != STAR_OK)
            return STAR_MEMORY;
    }
    return kept || keep(film) == STAR_OK ? status : STAR_MEMORY;
}

/* ---- What is drawn ---- */

typedef struct Canvas {
    uint8_t *pixel, *before;
    int width, height, cell;
} Canvas;

static bool bit(const Film *film, const StarInspection *x, int64_t i,
                int64_t j) {
    const int64_t row = film->turned ? 0 : i, col = film->turned ? i : j;
    return x->bits[row * star_words(x->cols) + col / 64] >> col % 64 & 1;
}

static void paint(const Film *film, const Canvas *c, int k) {
    const StarInspection *x = &film->value[k], *was = k > 0 ? x - 1 : x;
    const int64_t rows = film->turned ? x->cols : x->rows;
    const int64_t cols = film->turned ? x->rows : x->cols;
    const bool alike = was->rows == x->rows && was->cols == x->cols;
    const int gap = c->cell >= GAP_FROM;
    memset(c->pixel, GROUND, (size_t)c->width * c->height);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < cols; j++) {
            const bool one = bit(film, x, i, j);
            const bool changed = alike && bit(film, was, i, j) != one;
            const int colour = one       ? changed ? NEW_ONE : ONE
                               : changed ? NEW_ZERO
                                         : ZERO;
            uint8_t *at = c->pixel + (i * c->width + j) * c->cell +
                          (int64_t)gap * (c->width + 1);
            for (int y = 0; y < c->cell - gap; y++)
                memset(at + (int64_t)y * c->width, colour,
                       (size_t)(c->cell - gap));
        }
}

/* The part that is not as before; of the first image all, and of one that is
 * the same a pixel. */
static GifPart difference(const Canvas *c, bool all) {
    int top = c->height, bottom = -1, left = c->width, right = -1;
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++) {
            const size_t at = (size_t)y * c->width + x;
            if (!all && c->pixel[at] == c->before[at])
                continue;
            top = y < top ? y : top;
            bottom = y;
            left = x < left ? x : left;
            right = x > right ? x : right;
        }
    return bottom < 0
               ? (GifPart){0, 0, 1, 1}
               : (GifPart){left, top, right - left + 1, bottom - top + 1};
}

static void write_values(const Film *film, Gif *gif, Canvas *c) {
    const int shown = LENGTH / film->values;
    const int time = shown > SLOW ? SLOW : shown < FAST ? FAST : shown;
    for (int k = 0; k < film->values; k++) {
        uint8_t *pixel = c->before;
        c->before = c->pixel;
        c->pixel = pixel;
        paint(film, c, k);
        gif_frame(gif, c->pixel, difference(c, k == 0),
                  k == film->values - 1 ? REST : time);
    }
}

int film_values(const Film *film) {
    return film->values;
}

StarStatus film_write(Film *film, StarSink *sink, void *context) {
    const int64_t longer = film->rows > film->cols ? film->rows : film->cols;
    Canvas c = {.cell = (int)(CANVAS / longer)};
    c.cell = c.cell > MOST_CELL ? MOST_CELL : c.cell < 1 ? 1 : c.cell;
    const int gap = c.cell >= GAP_FROM;
    c.width = (int)film->cols * c.cell + gap;
    c.height = (int)film->rows * c.cell + gap;
    const size_t pixels = (size_t)c.width * c.height;
    c.pixel = star_mem_alloc(&film->mem, pixels, 2);
    if (c.pixel == NULL)
        return STAR_MEMORY;
    uint8_t *both = c.pixel;
    c.before = c.pixel + pixels;
    Gif *gif = gif_begin(&film->mem, sink, context, colours, c.width, c.height);
    if (gif != NULL) {
        write_values(film, gif, &c);
        gif_end(gif);
    }
    star_mem_free(&film->mem, both, pixels, 2);
    return gif != NULL ? STAR_OK : STAR_MEMORY;
}
