/* SPDX-License-Identifier: MIT */
#include "report/value_format_out.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "backend.h"
#include "report/columns.h"
#include "report/escape.h"
#include "values/names.h"

void draw(Drawing *d, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (; d->blanks > 0 && text[0] != '\n'; d->blanks--)
        d->sink(d->context, " ", 1);
    d->blanks = 0;
    d->sink(d->context, text,
            (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

Elision draw_elision(int64_t count, int64_t room) {
    if (room <= 0 || count <= room)
        return (Elision){count, 0, count};
    const int64_t tail = room < 4 ? 1 : (room - 1) / 3;
    const int64_t head = room < 3 ? 1 : room - 1 - tail;
    return head + tail < count ? (Elision){head, tail, count}
                               : (Elision){count, 0, count};
}

/* ---- A grid of cells ---- */

/* The columns of the widest page, for which ruler() has room. */
enum { MAX_PAGE_COLUMNS = 1000 };

/* Columns of the name of a row, and those beside it: blanks, dots. */
enum { NAME = 16, BESIDE_NAME = 4 };

/* A slice, a word, a table, or an array of two dimensions. */
typedef struct Grid {
    const char *name;          /* NULL: shown alone */
    const StarType *type, *of; /* of the value; of its cells, or NULL: bits */
    StarCell now;
    const StarCell *before; /* of the same size, or NULL */
    int64_t rows, cols;
    int field;      /* a cell is a number in so many columns, or 0 */
    int cell;       /* columns of the page for a cell */
    Elision across; /* of the columns */
    int width;      /* of all that is shown, with the name above */
    bool lies;      /* a line that is the only row */
} Grid;

static bool bits(const Grid *g) {
    return g->of == NULL && g->field == 0;
}

static int bit(const StarTable *t, int64_t i, int64_t j) {
    const StarImage *image = &t->image[STAR_ROWS];
    if (image->valid)
        return (int)(image->word[i * image->stride + j / 64] >> j % 64 & 1);
    image = &t->image[STAR_COLUMNS];
    return (int)(image->word[j * image->stride + i / 64] >> i % 64 & 1);
}

static uint64_t field(const StarTable *t, int64_t i, int64_t j, int width) {
    uint64_t value = 0;
    for (int64_t k = j * width; k < (j + 1) * width && k < t->cols; k++)
        value = value << 1 | (uint64_t)bit(t, i, k);
    return value;
}

/* The text of a cell, from 0. */
static const char *text_of(const Grid *g, StarCell from, int64_t i, int64_t j,
                           char room[STAR_VALUE_ROOM]) {
    if (g->of != NULL) {
        const StarCell v = star_array_get(from.array, i * g->cols + j);
        const bool none = g->of->kind == STAR_TYPE_REAL
                              ? v.raw == STAR_UNDEFINED_REAL
                              : v.i == STAR_UNDEFINED_INT;
        return none ? "?" : star_value_text(g->of, v, room);
    }
    if (g->field > 0) {
        snprintf(room, STAR_VALUE_ROOM, "%" PRIu64,
                 field(from.table, i, j, g->field));
        return room;
    }
    if (g->type->kind == STAR_TYPE_TABLE)
        return bit(from.table, i, j) ? "1" : "0";
    return star_bits_get(from.bits, i + j + 1) ? "1" : "0";
}

static bool changed(const Grid *g, int64_t i, int64_t j) {
    char now[STAR_VALUE_ROOM], then[STAR_VALUE_ROOM];
    return g->before != NULL && i < g->rows &&
           strcmp(text_of(g, g->now, i, j, now),
                  text_of(g, *g->before, i, j, then)) != 0;
}

/* The number of a row or a column, from 0, as a text. */
static const char *label(const Grid *g, int dim, int64_t k,
                         char room[STAR_VALUE_ROOM]) {
    if (g->of != NULL) {
        const StarType *index =
            dim == 0 ? g->type->index : g->type->element->index;
        const StarCell v = {.i = g->now.array->dim[dim].low + k};
        return star_value_text(index, v, room);
    }
    snprintf(room, STAR_VALUE_ROOM, "%" PRId64, k + 1);
    return room;
}

static int widest(int width, const char *text) {
    const size_t n = strlen(text);
    return n > (size_t)width ? (int)n : width;
}

/* Returns the width of the widest cell that is shown, and a blank. */
static int cell_width(const Grid *g, Elision rows, int room) {
    char text[STAR_VALUE_ROOM];
    int width = 1;
    if (bits(g))
        return 1;
    const Elision cols = draw_elision(g->cols, room);
    for (int64_t j = 0; j < g->cols; j = elision_next(cols, j)) {
        width = widest(width, label(g, 1, j, text));
        for (int64_t i = 0; i < g->rows; i = elision_next(rows, i))
            width = widest(width, text_of(g, g->now, i, j, text));
    }
    return width + 1;
}

enum { GAP = 5 }; /* " ... " */

/* Chooses the columns of a grid that fit in `room` columns of the page. */
static void fit(Grid *g, Elision rows, int room) {
    g->cell = cell_width(g, rows, room);
    g->across = draw_elision(g->cols, 0);
    if (g->cols <= room / g->cell) {
        g->width = (int)g->cols * g->cell;
    } else {
        int most = (room - GAP) / g->cell;
        most = most < 2 ? 2 : most;
        g->across.tail = most < 4 ? 1 : most / 3;
        g->across.head = most - g->across.tail;
        g->width = most * g->cell + GAP;
    }
    if (g->name != NULL && strlen(g->name) > (size_t)g->width)
        g->width = (int)strlen(g->name);
}

/* True of the first column behind the elided ones. */
static bool behind_gap(const Grid *g, int64_t j) {
    return g->across.tail > 0 && j == g->cols - g->across.tail;
}

/* ---- Lines of a grid ---- */

static const char plain[] = "", dim[] = "\033[2m", one[] = "\033[1;36m",
                  lit[] = "\033[7m";

/* Puts a text into a line of blanks so that it ends before column `end`, unless
 * it would touch another. */
static void place(char *to, int end, const char *text) {
    const int n = (int)strlen(text), from = end - n;
    for (int k = from > 0 ? from - 1 : 0; k < end; k++)
        if (to[k] != ' ')
            return;
    if (from >= 0)
        memcpy(to + from, text, (size_t)n);
}

/* The numbers of columns: of bits the last digits, above these the numbers of
 * every tenth and of the last. */
static void ruler(Drawing *d, const Grid *g, bool above) {
    char to[MAX_PAGE_COLUMNS + 1], room[STAR_VALUE_ROOM];
    int at = 0;
    memset(to, ' ', sizeof to);
    for (int64_t j = 0; j < g->cols; j = elision_next(g->across, j)) {
        const char *text = label(g, 1, j, room);
        at += g->cell + (behind_gap(g, j) ? GAP : 0);
        if (!bits(g) && !above)
            place(to, at, text);
        else if (bits(g) && g->cols > 1 && !above)
            to[at - 1] = text[strlen(text) - 1];
        else if (bits(g) && g->cols > 9 && above &&
                 ((j + 1) % 10 == 0 || j + 1 == g->cols))
            place(to, at, text);
    }
    while (at > 0 && to[at - 1] == ' ')
        at--;
    if (at > 0)
        draw(d, "%s%.*s%s", d->how->colour ? dim : "", at, to,
             d->how->colour ? "\033[0m" : "");
    d->blanks += g->width - at;
}

/* With colour, ones stand out from zeros, and what changed from both. */
static const char *style_of(const Drawing *d, const Grid *g, int64_t i,
                            int64_t j, const char *text) {
    if (!d->how->colour)
        return plain;
    if (changed(g, i, j))
        return lit;
    return !bits(g) ? plain : *text == '1' ? one : dim;
}

/* Begins to draw in a style, if it is another one. */
static const char *restyle(Drawing *d, const char *now, const char *style) {
    if (now != style || style == lit)
        draw(d, "%s%s", now == plain ? "" : "\033[0m", style);
    return style;
}

static void cells(Drawing *d, const Grid *g, int64_t i) {
    const char *style = plain;
    char room[STAR_VALUE_ROOM];
    int columns = 0;
    for (int64_t j = 0; j < g->cols && i < g->rows;
         j = elision_next(g->across, j)) {
        const char *text = text_of(g, g->now, i, j, room);
        if (behind_gap(g, j)) {
            style = restyle(d, style, plain);
            draw(d, d->how->utf8 ? "  …  " : " ... ");
            columns += GAP;
        }
        d->blanks += g->cell - (int)strlen(text);
        style = restyle(d, style, style_of(d, g, i, j, text));
        draw(d, "%s", text);
        columns += g->cell;
    }
    restyle(d, style, plain);
    d->blanks += g->width - columns;
}

/* Without colour, signs below the cells that changed. */
static void signs(Drawing *d, const Grid *g) {
    bool any = false;
    for (int64_t j = 0; j < g->cols; j = elision_next(g->across, j)) {
        d->blanks += g->cell - 1 + (behind_gap(g, j) ? GAP : 0);
        if (changed(g, 0, j)) {
            draw(d, "^");
            any = true;
        } else {
            d->blanks++;
        }
    }
    d->blanks = 0;
    if (any)
        draw(d, "\n");
}

/* ---- Several grids, row by row ---- */

typedef struct Sheet {
    Drawing *d;
    Grid *grid;
    int grids;
    const Grid *tall; /* the one with the most rows */
    Elision rows;
    int label; /* columns of the number of a row */
} Sheet;

static bool row_changed(const Sheet *s, int64_t i) {
    for (int k = 0; k < s->grids; k++)
        for (int64_t j = 0; j < s->grid[k].cols; j++)
            if (changed(&s->grid[k], i, j))
                return true;
    return false;
}

/* The mark, the number and, without colour, a sign where something changed. */
static void margin(const Sheet *s, int64_t i) {
    const StarValueFormat *how = s->d->how;
    const bool marked = how->mark != NULL && i < how->mark->length &&
                        star_bits_get(how->mark, i + 1);
    char room[STAR_VALUE_ROOM];
    if (marked)
        draw(s->d, "%s%s ", how->colour ? "\033[1;32m" : "",
             how->utf8 ? "▸" : ">");
    else
        s->d->blanks += how->mark != NULL ? 2 : 0;
    draw(s->d, "%s%*s%s", how->colour && !marked ? dim : "", s->label,
         label(s->tall, 0, i, room), how->colour ? "\033[0m" : "");
    if (!how->colour && row_changed(s, i))
        draw(s->d, "*");
    else
        s->d->blanks++;
}

static int margin_width(const Sheet *s) {
    return s->label + 1 + (s->d->how->mark != NULL ? 2 : 0);
}

/* One part of a line for each grid. */
static void heading(const Sheet *s, bool names, bool above) {
    s->d->blanks = s->label > 0 ? margin_width(s) : 0;
    for (int k = 0; k < s->grids; k++) {
        const Grid *g = &s->grid[k];
        s->d->blanks += k > 0 ? 2 : 0;
        if (names) {
            draw(s->d, "%s", g->name);
            s->d->blanks = g->width - (int)strlen(g->name);
        } else {
            ruler(s->d, g, above);
        }
    }
    draw(s->d, "\n");
}

/* The name of a row, as far as there is room, behind it. */
static void name_behind(Drawing *d, int64_t i) {
    StarEscape out = {.sink = d->sink, .context = d->context};
    StarNameRoom room;
    size_t length, end = 0;
    int used = 0, columns;
    const char *name = star_names_get(d->how->names, i, room, &length);
    while (end < length) {
        const int n = columns_next(name + end, length - end, &columns);
        if (used + columns > NAME)
            break;
        used += columns;
        end += (size_t)n;
    }
    draw(d, "  ");
    star_escape(&out, name, end);
    draw(d, end < length ? ".." : "");
}

static void row(const Sheet *s, int64_t i) {
    if (s->label > 0)
        margin(s, i);
    for (int k = 0; k < s->grids; k++) {
        s->d->blanks += k > 0 ? 2 : 0;
        cells(s->d, &s->grid[k], i);
    }
    if (s->d->how->names != NULL)
        name_behind(s->d, i);
    draw(s->d, "\n");
}

/* Says which columns are elided. */
static void foot(const Sheet *s, const Grid *g) {
    char first[STAR_VALUE_ROOM], last[STAR_VALUE_ROOM];
    if (g->across.tail == 0)
        return;
    draw(s->d, "%s ",
         g->type->kind == STAR_TYPE_TABLE && g->field > 0    ? "strips"
         : g->of != NULL || g->type->kind == STAR_TYPE_TABLE ? "columns"
                                                             : "components");
    draw(s->d, "%s..%s", label(g, 1, g->across.head, first),
         label(g, 1, g->cols - g->across.tail - 1, last));
    draw(s->d, "%s%s are not shown\n", g->name != NULL ? " of " : "",
         g->name != NULL ? g->name : "");
}

static void sheet(Sheet *s) {
    bool tens = false, units = false;
    for (int k = 0; k < s->grids; k++) {
        tens |= bits(&s->grid[k]) && s->grid[k].cols > 9;
        units |= !bits(&s->grid[k]) || s->grid[k].cols > 1;
    }
    if (s->grid->name != NULL)
        heading(s, true, false);
    if (tens)
        heading(s, false, true);
    if (units)
        heading(s, false, false);
    for (int64_t i = 0; i < s->rows.count; i = elision_next(s->rows, i)) {
        if (s->rows.tail > 0 && i == s->rows.count - s->rows.tail)
            draw(s->d,
                 s->d->how->utf8 ? "… %" PRId64 " more rows …\n"
                                 : "... %" PRId64 " more rows ...\n",
                 elision_hidden(s->rows));
        row(s, i);
    }
    for (int k = 0; k < s->grids; k++)
        foot(s, &s->grid[k]);
}

/* The tables share what the slices leave of a line. */
static void spread(Sheet *s) {
    const int room =
        s->d->width - (s->label > 0 ? margin_width(s) : 0) - 2 * (s->grids - 1);
    int64_t all = 0;
    int slices = 0, wide = 0;
    for (int k = 0; k < s->grids; k++) {
        fit(&s->grid[k], s->rows, MAX_PAGE_COLUMNS - GAP);
        all += s->grid[k].width;
        slices += s->grid[k].cols > 1 ? 0 : s->grid[k].width;
        wide += s->grid[k].cols > 1;
    }
    for (int k = 0; k < s->grids && all > room; k++)
        if (s->grid[k].cols > 1)
            fit(&s->grid[k], s->rows, (room - slices) / wide);
}

static void show(Drawing *d, Grid *grid, int grids) {
    Sheet s = {.d = d, .grid = grid, .grids = grids, .tall = grid};
    char room[STAR_VALUE_ROOM];
    for (int k = 1; k < grids; k++)
        if (grid[k].rows > s.tall->rows)
            s.tall = &grid[k];
    s.rows = draw_elision(s.tall->rows, d->how->height);
    const bool lies = grids == 1 && grid->lies;
    for (int64_t i = 0; i < s.rows.count && !lies;
         i = elision_next(s.rows, i)) {
        const size_t n = strlen(label(s.tall, 0, i, room));
        s.label = n > (size_t)s.label ? (int)n : s.label;
    }
    spread(&s);
    sheet(&s);
    if (lies && !d->how->colour)
        signs(d, grid);
}

/* ---- Values ---- */

static Drawing begin(StarBackend *be, const StarValueFormat *how,
                     StarSink *sink, void *context) {
    int width = how->width > 0 ? how->width : STAR_VALUE_FORMAT_WIDTH;
    if (width > MAX_PAGE_COLUMNS - GAP)
        width = MAX_PAGE_COLUMNS - GAP;
    if (how->names != NULL && width > 2 * (NAME + BESIDE_NAME))
        width -= NAME + BESIDE_NAME;
    return (Drawing){
        .be = be, .how = how, .sink = sink, .context = context, .width = width};
}

static StarStatus sync_to_host(StarBackend *be, const StarType *t,
                               StarCell value, const StarCell *before) {
    if (t->kind < STAR_TYPE_STRING || t->kind == STAR_TYPE_ROUTINE ||
        t->kind == STAR_TYPE_POINTER || t->small)
        return STAR_OK;
    STAR_TRY(star_object_sync(be, value.object, STAR_READ));
    return before != NULL ? star_object_sync(be, before->object, STAR_READ)
                          : STAR_OK;
}

static bool same_size(const StarType *t, StarCell a, const StarCell *b) {
    if (b == NULL || b->object == NULL)
        return false;
    if (t->kind == STAR_TYPE_TABLE)
        return a.table->rows == b->table->rows &&
               a.table->cols == b->table->cols;
    if (t->kind == STAR_TYPE_ARRAY)
        return a.array->dim[0].count == b->array->dim[0].count &&
               a.array->dim[1].count == b->array->dim[1].count;
    return a.bits->length == b->bits->length;
}

/* Describes the grid of a value; false if the value is written as a text. */
static bool grid_of(Grid *g, const StarValueFormat *how, const StarPanel *p) {
    const StarType *t = p->type;
    const StarCell v = p->value;
    *g = (Grid){.name = p->name, .type = t, .now = v};
    if (t->kind < STAR_TYPE_SLICE || t->kind > STAR_TYPE_ARRAY ||
        v.object == NULL)
        return false;
    if (t->kind == STAR_TYPE_SLICE || t->kind == STAR_TYPE_WORD) {
        g->lies = p->name == NULL && (how->across || t->kind == STAR_TYPE_WORD);
        g->rows = g->lies ? 1 : v.bits->length;
        g->cols = g->lies ? v.bits->length : 1;
    } else if (t->kind == STAR_TYPE_TABLE) {
        const int strip = how->field > 0 ? how->field : 1;
        g->field = how->field;
        g->rows = v.table->rows;
        g->cols = v.table->cols / strip + (v.table->cols % strip > 0);
    } else if (v.array->dims == 2 && v.array->element != STAR_ELEM_OBJECT) {
        g->of = t->element->element;
        g->rows = v.array->dim[0].count;
        g->cols = v.array->dim[1].count;
    }
    if (g->rows > 0 && g->cols > 0 && same_size(t, v, p->before))
        g->before = p->before;
    return g->rows > 0 && g->cols > 0;
}

StarStatus star_value_format(StarBackend *be, const StarValueFormat *how,
                             const StarType *t, StarCell value,
                             const StarCell *before, StarSink *sink,
                             void *context) {
    Drawing d = begin(be, how, sink, context);
    const StarPanel panel = {NULL, t, value, before};
    Grid grid;
    STAR_TRY(sync_to_host(be, t, value, before));
    if (grid_of(&grid, how, &panel)) {
        show(&d, &grid, 1);
        return STAR_OK;
    }
    draw_text(&d, t, value, before);
    draw(&d, "\n");
    return d.status;
}

StarStatus star_value_format_memory(StarBackend *be, const StarValueFormat *how,
                                    const StarPanel *panel, int panels,
                                    StarSink *sink, void *context) {
    Drawing d = begin(be, how, sink, context);
    Grid *grid = star_mem_alloc(be->mem, (size_t)panels, sizeof *grid);
    StarStatus status = grid != NULL ? STAR_OK : STAR_MEMORY;
    for (int k = 0; k < panels && status == STAR_OK; k++) {
        grid_of(&grid[k], how, &panel[k]);
        status =
            sync_to_host(be, panel[k].type, panel[k].value, panel[k].before);
    }
    if (status == STAR_OK && panels > 0)
        show(&d, grid, panels);
    star_mem_free(be->mem, grid, (size_t)panels, sizeof *grid);
    return status;
}

/* The first `room` columns of a text; `cut` bytes of it leave room for the
 * dots. */
typedef struct Cut {
    char text[4 * MAX_PAGE_COLUMNS];
    size_t length, cut;
    int columns, room, dots;
} Cut;

static void append(void *context, const char *text, size_t length) {
    Cut *c = context;
    for (size_t k = 0; k < length && c->columns <= c->room; k++) {
        c->columns += (text[k] & 0xc0) != 0x80;
        if (c->columns > c->room)
            break;
        c->text[c->length++] = text[k];
        if (c->columns <= c->room - c->dots)
            c->cut = c->length;
    }
}

StarStatus star_value_format_short(StarBackend *be, const StarValueFormat *how,
                                   const StarType *t, StarCell value,
                                   StarSink *sink, void *context) {
    StarValueFormat brief = *how;
    Cut c = {.dots = how->utf8 ? 1 : 3};
    Drawing d = begin(be, &brief, append, &c);
    c.room = d.width;
    d.width = INT_MAX;
    brief.height = STAR_VALUE_FORMAT_HEIGHT;
    STAR_TRY(sync_to_host(be, t, value, NULL));
    draw_text(&d, t, value, NULL);
    const bool whole = c.columns <= c.room;
    sink(context, c.text, whole ? c.length : c.cut);
    if (!whole)
        sink(context, how->utf8 ? "…" : "...", 3);
    return d.status;
}
