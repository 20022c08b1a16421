/* SPDX-License-Identifier: MIT */
#include "io/formats/list.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "io/records/arc_columns.h"

/* Arcs whose ends are no numbers yet. */
enum { ARCS = 16, TEXT = 4 * STAR_READER_WINDOW };

typedef struct List {
    StarCsv *csv;
    StarGraph *g;
    StarNames *names;
    StarColumns columns;
    StarCsvRecord top; /* the first record */
    /* The first record where columns are told by numbers: it may have names of
     * columns after all. */
    int64_t first; /* vertices in it; 0: it is an arc */
    int64_t line;
    StarNewName end[2 * ARCS]; /* of the arcs that wait, as they stand, */
    int64_t weight[ARCS];      /* their weights, */
    size_t arcs;               /* how many they are, */
    char text[TEXT];           /* and the texts of their ends */
    size_t used;
} List;

/* The text of a vertex moves when the next one is read. */
static StarStatus take_vertex(List *l, const StarCsvField *f,
                              StarNewName *end) {
    if (f->length == 0)
        return star_csv_expected(l->csv, f, "a vertex");
    char *text = l->text + l->used;
    memcpy(text, f->text, f->length);
    l->used += f->length;
    *end = (StarNewName){.text = text, .length = f->length};
    return STAR_OK;
}

static StarStatus take_weight(const List *l, const StarCsvField *f,
                              int64_t *weight) {
    const StarGraph *g = l->g;
    char what[STAR_WEIGHT_TEXT];
    int64_t whole;
    if (star_number_is_thousand(f->text, f->length, g->decimals))
        return star_csv_thousand(l->csv, f);
    if (star_number_weight(f->text, f->length, g->decimals, weight) &&
        *weight <= g->max)
        return STAR_OK;
    star_weight_text(g->max, g->decimals, what);
    star_csv_expected(l->csv, f, "%s", what);
    if (g->decimals == 0 &&
        !star_number_weight(f->text, f->length, 0, &whole) &&
        star_number_weight(f->text, f->length, STAR_MOST_DECIMALS, &whole))
        star_hint(l->csv->r->mem->error,
                  "scale=10 behind the file's name reads tenths, as 465 for "
                  "46.5");
    return STAR_FORMAT;
}

/* Vertices count in the order in which they stand in the file: 1 if an arc has
 * the end there that it enters. */
static int is_reversed(const List *l) {
    return l->columns.at[STAR_COLUMN_TO] < l->columns.at[STAR_COLUMN_FROM];
}

/* A field of the arc that is read. */
static StarStatus take_field(List *l, size_t column, const StarCsvField *f) {
    const int k = (int)column, *at = l->columns.at;
    StarNewName *end = &l->end[2 * l->arcs];
    if (k == at[STAR_COLUMN_FROM])
        STAR_TRY(take_vertex(l, f, &end[is_reversed(l)]));
    if (k == at[STAR_COLUMN_TO])
        STAR_TRY(take_vertex(l, f, &end[!is_reversed(l)]));
    if (k == at[STAR_COLUMN_WEIGHT] && l->g->weighted)
        STAR_TRY(take_weight(l, f, &l->weight[l->arcs]));
    return STAR_OK;
}

static bool is_wanted(const List *l, size_t column) {
    const int k = (int)column, *at = l->columns.at;
    return k == at[STAR_COLUMN_FROM] || k == at[STAR_COLUMN_TO] ||
           (k == at[STAR_COLUMN_WEIGHT] && l->g->weighted);
}

/* One of the vertices of the first record comes again: it is an arc. */
static void compare_first(List *l, const StarNewName end[2]) {
    for (int k = 0; k < 2; k++)
        if (end[k].v < l->first || !star_names_is_number(l->names, end[k].v))
            l->first = 0;
}

/* Gives the arcs that wait to the graph. */
static StarStatus add_arcs(List *l) {
    const int reversed = is_reversed(l);
    STAR_TRY(star_names_put_all(l->names, l->end, 2 * l->arcs));
    for (size_t k = 0; k < l->arcs; k++) {
        const StarNewName *end = &l->end[2 * k];
        if (l->first > 0)
            compare_first(l, end);
        STAR_TRY(star_graph_add(l->g, end[reversed].v, end[!reversed].v,
                                l->weight[k]));
    }
    l->arcs = l->used = 0;
    return STAR_OK;
}

static StarStatus wrong_count(const List *l, size_t count) {
    return star_reader_wrong(l->csv->r, star_reader_column(l->csv->r),
                             MSG_ROW_FIELDS(l->columns.count, count));
}

/* Comments stand above the first record, and names may begin like them. */
static StarStatus check_begin(const List *l) {
    StarReader *r = l->csv->r;
    const int c = star_reader_peek(r);
    if (c != '#' && c != '%')
        return STAR_OK;
    star_reader_wrong(r, star_reader_column(r), MSG_COMMENT_OR_NAME(c));
    return star_hint(r->mem->error,
                     "put the comment above the first line, or the name in "
                     "quotation marks");
}

/* The field of a column is the name of the column, in letters of either case,
 * and not in quotation marks unless that is. */
static bool is_name(const List *l, size_t column, const StarCsvField *f) {
    const StarCsvField *name = &l->top.field[column];
    return l->columns.named && (!f->quoted || name->quoted) &&
           f->length == name->length &&
           strncasecmp((const char *)f->text, (const char *)name->text,
                       f->length) == 0;
}

static StarStatus names_again(const List *l) {
    star_reader_wrong(l->csv->r, 1, MSG_COLUMNS_AGAIN());
    return star_hint(l->csv->r->mem->error,
                     "leave it out, or put names of vertices, not of columns, "
                     "in quotation marks");
}

static StarStatus read_arc(List *l) {
    bool last = false;
    size_t k = 0;
    int again = 0;
    l->weight[l->arcs] = 1;
    STAR_TRY(check_begin(l));
    for (; !last; k++) {
        StarCsvField f = {.last = false};
        if (k == l->columns.count)
            return wrong_count(l, k + 1);
        if (is_wanted(l, k)) {
            STAR_TRY(star_csv_field(l->csv, &f));
            again += is_name(l, k, &f);
            STAR_TRY(take_field(l, k, &f));
            last = f.last;
        } else {
            STAR_TRY(star_csv_skip(l->csv, &last));
        }
    }
    if (k < l->columns.count)
        return wrong_count(l, k);
    if (again == 2)
        return names_again(l);
    l->arcs++;
    if (l->arcs == ARCS || TEXT - l->used < 2 * STAR_READER_WINDOW)
        STAR_TRY(add_arcs(l));
    return star_reader_end_line(l->csv->r);
}

/* The first record, where it is an arc. */
static StarStatus add_first(List *l) {
    l->weight[0] = 1;
    for (size_t k = 0; k < l->top.count; k++)
        STAR_TRY(take_field(l, k, &l->top.field[k]));
    l->arcs = 1;
    STAR_TRY(add_arcs(l));
    if (!star_names_is_number(l->names, l->end[0].v) &&
        !star_names_is_number(l->names, l->end[1].v))
        l->first = star_names_count(l->names);
    l->line = l->top.field[0].line;
    return STAR_OK;
}

/* Says which columns were found, so that wrong ones are seen. */
static void say_columns(const List *l) {
    const int *at = l->columns.at, weight = at[STAR_COLUMN_WEIGHT];
    const StarCsvField *f = l->top.field;
    if (!l->columns.found || l->g->note == NULL)
        return;
    star_raise(l->g->note,
               MSG_COLUMNS_FOUND(
                   l->csv->r->path, (const char *)f[at[STAR_COLUMN_FROM]].text,
                   (const char *)f[at[STAR_COLUMN_TO]].text,
                   weight >= 0      ? ", their weights in "
                   : l->g->weighted ? ", each weight 1"
                                    : "",
                   weight >= 0 ? (const char *)f[weight].text : ""));
}

static StarStatus read_first(List *l) {
    STAR_TRY(star_csv_record(l->csv, &l->top));
    STAR_TRY(star_columns_find(&l->columns, l->csv, &l->top, l->g->columns,
                               l->g->weighted));
    say_columns(l);
    return l->columns.named ? STAR_OK : add_first(l);
}

/* Names that differ in case or zeros in front alone are told once. */
static StarStatus say_alike(const List *l) {
    const StarGraph *g = l->g;
    StarNameRoom room[2];
    char text[2][40];
    int64_t pair[2];
    if (!g->label_new || g->note == NULL)
        return STAR_OK;
    STAR_TRY(star_names_alike(g->label, pair));
    if (pair[0] < 0)
        return STAR_OK;
    for (int k = 0; k < 2; k++) {
        size_t length;
        const char *name = star_names_get(g->label, pair[k], room[k], &length);
        snprintf(text[k], sizeof text[k], "%.*s", (int)length, name);
    }
    star_graph_note(g->note,
                    MSG_NAMES_ALIKE(l->csv->r->path, text[0], text[1]));
    return STAR_OK;
}

/* Vertices in the order of their names if these are numbers, and the names of
 * the run. */
static StarStatus settle_names(List *l, uint32_t *place) {
    StarGraph *g = l->g;
    if (star_names_are_numbers(l->names)) {
        STAR_TRY(star_names_sort(&l->names, place));
        star_graph_move(g, place);
    }
    star_graph_label(g, l->names, place);
    if (!g->label_new && !star_names_are_numbers(g->label))
        star_graph_move(g, place);
    l->names = NULL;
    return say_alike(l);
}

static StarStatus finish(List *l) {
    const int64_t n = star_names_count(l->names);
    const size_t room = (size_t)n;
    StarMem *mem = l->csv->r->mem;
    if (l->first > 0 && n > l->first) {
        l->csv->r->line = l->line;
        star_reader_wrong(l->csv->r, 1,
                          MSG_COLUMNS_ARE_NAMES("the others have numbers"));
        return star_hint(mem->error,
                         "write :arcs(FROM,TO,WEIGHT) with names of columns");
    }
    uint32_t *place = star_mem_alloc_raw(mem, room, sizeof *place);
    if (place == NULL)
        return STAR_MEMORY;
    const StarStatus status = settle_names(l, place);
    star_mem_free(mem, place, room, sizeof *place);
    l->g->rows = l->g->cols = n;
    if (status == STAR_OK && l->g->layout == STAR_LAYOUT_NAMES &&
        !star_names_are_numbers(l->g->label))
        return star_raise(mem->error, MSG_NAMES_ARE_TEXTS(l->csv->r->path));
    return status;
}

static StarStatus read_list(List *l) {
    l->g->plain = false;
    if (l->g->list_layout > 0)
        star_graph_lay_out(l->g, (StarGraphLayout)(l->g->list_layout - 1));
    star_graph_keep_less(l->g);
    StarStatus status = read_first(l);
    while (status == STAR_OK && star_reader_content(l->csv->r, ""))
        status = read_arc(l);
    if (status == STAR_OK)
        status = add_arcs(l);
    return status == STAR_OK ? finish(l) : status;
}

StarStatus star_list_read(StarCsv *csv, StarGraph *g) {
    List l = {
        .csv = csv, .g = g, .names = star_names_new(csv->r->mem, csv->r->path)};
    if (l.names == NULL)
        return STAR_MEMORY;
    l.top.mem = csv->r->mem;
    const StarStatus status = read_list(&l);
    star_csv_record_free(&l.top);
    star_names_free(l.names);
    return status;
}
