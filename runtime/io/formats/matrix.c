/* SPDX-License-Identifier: MIT */
#include "io/formats/matrix.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "io/formats/bits.h"
#include "io/formats/rows.h"
#include "cpu/simd/simd.h"
#include "values/table.h"

/* Indexed by StarFormat; AUTO has no row. */
static const struct {
    const char *name, *extension, *magic;
    bool graph;
    StarFormatRead *read;
    StarFormatWrite *write;
} formats[] = {
#define FORMAT(id, name, extension, magic, graph, sentence) \
    [STAR_FORMAT_##id] = {#name, extension,          magic, \
                          graph, star_##name##_read, star_##name##_write},
#include "io/formats/formats.def"
#undef FORMAT
};

static const char *const layouts[] = {
#define LAYOUT(id, name, sentence) [STAR_LAYOUT_##id] = #name,
#include "io/formats/layouts.def"
#undef LAYOUT
};

const char *star_layout_name(StarGraphLayout layout) {
    return layouts[layout];
}

const char *star_format_name(StarFormat format) {
    return formats[format].name;
}

const uint64_t *star_format_row(StarBackend *be, const StarTable *table,
                                int64_t i, uint64_t *row) {
    const StarImage *columns = &table->image[STAR_COLUMNS];
    const uint64_t *line = star_table_vector(be, table, STAR_ROWS, i);
    star_work_at(be->mem, i);
    if (line != NULL)
        return line;
    be->isa->gather(row, columns->word, table->cols, columns->stride, i / 64,
                    (int)(i % 64));
    return row;
}

int64_t star_format_count(StarBackend *be, const StarTable *table) {
    const int dir = table->image[STAR_COLUMNS].valid ? STAR_COLUMNS : STAR_ROWS;
    const StarImage *image = &table->image[dir];
    return be->isa->count(image->word,
                          image->stride * star_table_vectors(table, dir));
}

void star_format_arcs(StarBackend *be, StarWriter *w, const StarTable *table,
                      uint64_t *scratch, const char *before, int64_t first,
                      char between, const char *after) {
    for (int64_t i = 0; i < table->rows && w->fault == 0; i++) {
        const uint64_t *row = star_format_row(be, table, i, scratch);
        for (int64_t k = 0; k < star_words(table->cols); k++)
            for (uint64_t rest = row[k]; rest != 0; rest &= rest - 1) {
                const int64_t j = 64 * k + __builtin_ctzll(rest);
                star_writer_text(w, before);
                star_writer_number(w, i + first, between);
                star_writer_number(w, j + first, *after);
                star_writer_text(w, after + 1);
            }
    }
}

/* The extension of a path's name without .gz; its length is 0 if there is no
 * dot behind the first character. */
static const char *ending(const char *path, size_t *length) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *end = name + strlen(name) - (star_writer_gzips(name) ? 3 : 0);
    const char *start = end;
    while (start > name && start[-1] != '.')
        start--;
    *length = start > name + 1 ? (size_t)(end - start) : 0;
    return start;
}

/* The format that the extension of a path stands for, .gz aside, or AUTO. */
static StarFormat by_extension(const char *path) {
    size_t length;
    const char *last = ending(path, &length);
    for (int f = 1; f < STAR_FORMAT_COUNT; f++)
        if (length == strlen(formats[f].extension) &&
            strncasecmp(last, formats[f].extension, length) == 0)
            return (StarFormat)f;
    return STAR_FORMAT_AUTO;
}

/* The endings of all formats, as a list. */
static void list_endings(char known[STAR_ERROR_PART]) {
    size_t used = 0;
    for (int f = 1; f < STAR_FORMAT_COUNT; f++)
        used += (size_t)snprintf(known + used, STAR_ERROR_PART - used, "%s.%s",
                                 f == 1                       ? ""
                                 : f == STAR_FORMAT_COUNT - 1 ? " or "
                                                              : ", ",
                                 formats[f].extension);
}

StarStatus star_format_find(StarError *error, const char *path,
                            StarFormat *format) {
    char known[STAR_ERROR_PART];
    size_t length;
    const char *last = ending(path, &length);
    *format = by_extension(path);
    if (*format != STAR_FORMAT_AUTO)
        return STAR_OK;
    *format = STAR_FORMAT_TEXT;
    if (length == 0)
        return STAR_OK;
    list_endings(known);
    return star_raise(error, MSG_UNKNOWN_ENDING(path, length, last, known));
}

/* A file of numbers that is no table of a known format: lists of arcs are read
 * as CSV if its user says that it is one, and matrices that are not made of 0
 * and 1. */
static StarFormat by_digits(StarReader *r, StarGraph *g) {
    const bool edges = star_edges_likely(r);
    if (g->kind == STAR_TABLE_ARCS)
        return STAR_FORMAT_CSV;
    if (g->kind == STAR_TABLE_MATRIX)
        return edges ? STAR_FORMAT_CSV : STAR_FORMAT_TEXT;
    g->likely = edges;
    return edges ? STAR_FORMAT_EDGES : STAR_FORMAT_TEXT;
}

static StarFormat by_contents(StarReader *r, StarGraph *g) {
    for (int f = 1; f < STAR_FORMAT_COUNT; f++) {
        size_t length = strlen(formats[f].magic);
        if (length > 0 && star_reader_has(r, length) &&
            memcmp(r->at, formats[f].magic, length) == 0)
            return (StarFormat)f;
    }
    const StarFormat format = by_extension(r->path);
    if (format != STAR_FORMAT_AUTO && format != STAR_FORMAT_TEXT)
        return format;
    return by_digits(r, g);
}

/* A file must be of the kind that its user says; a list of arcs may have names
 * then. */
static StarStatus settle_kind(const StarGraph *g, const char *path,
                              StarFormat *format) {
    const bool arcs = g->kind == STAR_TABLE_ARCS;
    if (arcs && (*format == STAR_FORMAT_EDGES || *format == STAR_FORMAT_TEXT))
        *format = STAR_FORMAT_CSV;
    if (g->kind == STAR_TABLE_ANY || *format == STAR_FORMAT_CSV ||
        *format == STAR_FORMAT_TSV ||
        (arcs ? *format == STAR_FORMAT_GR && g->columns == NULL
              : *format != STAR_FORMAT_GR && *format != STAR_FORMAT_EDGES))
        return STAR_OK;
    return star_raise(
        g->be->mem->error,
        MSG_ONLY_TEXTS(path, formats[*format].name, arcs ? "arcs" : "matrix"));
}

/* Hints at the known endings: a file that is no text may be of another
 * format. */
static void hint_ending(StarError *error, const char *path) {
    char known[STAR_ERROR_PART];
    size_t length;
    const char *last = ending(path, &length);
    if (length == 0 || by_extension(path) != STAR_FORMAT_AUTO)
        return;
    list_endings(known);
    star_hint(error, "no format ends in .%.*s: known are %s",
              length < 12 ? (int)length : 12, last, known);
}

static StarStatus read_file(StarGraph *g, const StarTableFile *file) {
    StarReader r;
    STAR_TRY(star_reader_open(&r, g->be->mem, file->path, file->strange));
    StarFormat format =
        file->format == STAR_FORMAT_AUTO ? by_contents(&r, g) : file->format;
    StarStatus status = settle_kind(g, file->path, &format);
    g->plain = format == STAR_FORMAT_TEXT || format == STAR_FORMAT_CSV ||
               format == STAR_FORMAT_TSV || format == STAR_FORMAT_BITS;
    if (status == STAR_OK)
        status = formats[format].read(&r, g);
    status = star_reader_close(&r, status);
    if (status == STAR_FORMAT && format == STAR_FORMAT_TEXT &&
        file->format == STAR_FORMAT_AUTO)
        hint_ending(g->be->mem->error, file->path);
    return status;
}

/* A matrix of text or numbers may be any table, and only a square one is of a
 * graph. */
static bool is_laid_out(const StarTable *t, StarGraphLayout layout,
                        bool plain) {
    return layout != STAR_LAYOUT_ADJACENCY || (!plain && t->rows == t->cols);
}

/* Gives a table the value of a new one, which gets the old value. */
static StarStatus exchange(StarBackend *be, StarTable *table, StarTable *fresh,
                           const char *path) {
    StarTable old = *table;
    if (old.head.sizing == STAR_FIXED &&
        (old.rows != fresh->rows || old.cols != fresh->cols))
        return star_raise(be->mem->error,
                          MSG_TABLE_SIZE_LOADED(old.rows, old.cols, path,
                                                fresh->rows, fresh->cols));
    *table = *fresh;
    *fresh = old;
    table->grows = old.grows;
    if (old.head.sizing == STAR_ELASTIC)
        table->head.sizing = STAR_ELASTIC;
    return STAR_OK;
}

/* More than half of the vertices have no arc: their numbers, or n, are not what
 * the user thinks. One without arcs at all is meant to be so. */
static void warn(const StarGraph *g, const StarTableFile *file) {
    if (file->warning == NULL || file->compact ||
        file->layout == STAR_LAYOUT_NAMES)
        return;
    if (g->idle <= g->n / 2 || g->idle == g->n) {
        if (!g->first_idle)
            return;
        star_graph_note(file->warning, MSG_VERTEX_0_IDLE(file->path, g->rows));
        star_hint(file->warning, "if the numbers begin with 1, write arcs or "
                                 "compact behind the file's name");
        return;
    }
    star_graph_note(
        file->warning,
        MSG_VERTICES_WITHOUT_ARC(file->path, g->seen != NULL, g->idle, g->n));
    star_hint(file->warning,
              "compact leaves them out; names lists the numbers of the others");
}

StarStatus star_table_load(StarBackend *be, StarTable *table,
                           const StarTableFile *file) {
    StarTable *fresh = star_table_new(be, STAR_UNSIZED);
    StarGraph g;
    if (fresh == NULL)
        return STAR_MEMORY;
    star_graph_open(&g, be, fresh, file->layout, file->bits);
    g.path = file->path;
    g.compact = file->compact;
    g.decimals = file->decimals;
    g.counts_idle = file->warning != NULL;
    g.named = file->image;
    g.kind = file->columns != NULL ? STAR_TABLE_ARCS : file->kind;
    g.columns = file->columns;
    g.list_layout = file->list_layout;
    g.note = file->warning;
    StarStatus status = star_graph_close(&g, read_file(&g, file));
    if (status == STAR_OK && file->image > 0)
        status = star_table_only(be, fresh, file->image - 1);
    fresh->names = g.label;
    fresh->decimals = (uint8_t)file->decimals;
    if (status == STAR_OK)
        status = exchange(be, table, fresh, file->path);
    if (status == STAR_OK && is_laid_out(table, g.layout, g.plain))
        star_table_mark(be, table, (int)g.layout);
    if (status == STAR_OK)
        warn(&g, file);
    else if (g.label_new)
        star_names_drop(&be->names);
    star_object_free(be, &fresh->head);
    return status;
}

/* Writes a table, of which the host, or this rank, may not have all. */
static StarStatus write_file(StarBackend *be, StarWriter *w,
                             const StarTable *table, StarFormat format,
                             uint64_t *scratch) {
    const int64_t bytes =
        format == STAR_FORMAT_TEXT ? table->cols + 1
        : format == STAR_FORMAT_CSV || format == STAR_FORMAT_TSV
            ? 2 * table->cols
            : 0;
    if (format == STAR_FORMAT_BITS && star_bits_write_part(be, w, table))
        return STAR_OK;
    if (bytes > 0 && star_rows_write_part(be, w, table, bytes,
                                          formats[format].write, scratch))
        return STAR_OK;
    STAR_TRY(star_object_sync(be, (StarObject *)table, STAR_READ));
    formats[format].write(be, w, table, scratch);
    return STAR_OK;
}

StarStatus star_table_save(StarBackend *be, const StarTable *table,
                           const char *path, StarFormat format) {
    StarWriter w;
    size_t words = (size_t)star_words(table->cols);
    if (format == STAR_FORMAT_AUTO)
        STAR_TRY(star_format_find(be->mem->error, path, &format));
    if (formats[format].graph && table->rows != table->cols)
        return star_raise(be->mem->error,
                          MSG_TABLE_NOT_SQUARE(table->rows, table->cols,
                                               formats[format].name));
    uint64_t *scratch = star_mem_alloc_raw(be->mem, words, 8);
    if (scratch == NULL)
        return STAR_MEMORY;
    StarStatus status = star_writer_open(&w, be->mem, path);
    if (status == STAR_OK) {
        star_work(be->mem, table->rows);
        status = write_file(be, &w, table, format, scratch);
        star_work(be->mem, 0);
        status = star_writer_end(&w, status);
    }
    star_mem_free(be->mem, scratch, words, 8);
    return status;
}

/* As a table of one row. */
StarStatus star_bits_save(StarBackend *be, const StarBits *line,
                          const char *path) {
    StarTable *row = star_table_new(be, STAR_UNSIZED);
    if (row == NULL)
        return STAR_MEMORY;
    StarStatus status = star_table_shape(be, row, 1, line->length, STAR_ROWS);
    if (status == STAR_OK) {
        memcpy(row->image[STAR_ROWS].word, line->word,
               (size_t)star_words(line->length) * sizeof *line->word);
        status = star_table_save(be, row, path, STAR_FORMAT_AUTO);
    }
    star_object_free(be, &row->head);
    return status;
}
