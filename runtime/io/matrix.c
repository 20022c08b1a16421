#include "matrix.h"

#include <string.h>
#include <strings.h>

#include "format.h"
#include "isa.h"
#include "table.h"

/* Indexed by StarFormat; AUTO has no row. */
static const struct {
    const char *name, *extension, *magic, *sentence;
    StarFormatRead *read;
    StarFormatWrite *write;
} formats[] = {
#define FORMAT(id, name, extension, magic, sentence)           \
    [STAR_FORMAT_##id] = {#name,    extension,          magic, \
                          sentence, star_##name##_read, star_##name##_write},
#include "formats.def"
#undef FORMAT
};

bool star_format_find(const char *name, StarFormat *out) {
    for (int f = 1; f < STAR_FORMAT_COUNT; f++)
        if (strcasecmp(name, formats[f].name) == 0 ||
            strcasecmp(name, formats[f].extension) == 0) {
            *out = (StarFormat)f;
            return true;
        }
    return false;
}

const char *star_format_name(StarFormat format) {
    return formats[format].name;
}

const char *star_format_sentence(StarFormat format) {
    return formats[format].sentence;
}

const uint64_t *star_format_row(StarBackend *be, const StarTable *table,
                                int64_t i, uint64_t *row) {
    const StarImage *columns = &table->image[STAR_COLUMNS];
    const uint64_t *line = star_table_line(be, table, STAR_ROWS, i);
    if (line != NULL)
        return line;
    be->isa->gather(row, columns->word, table->cols, columns->stride, i / 64,
                    (int)(i % 64));
    return row;
}

/* The format that the extension of a path stands for, else text. */
static StarFormat by_extension(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    StarFormat format = STAR_FORMAT_TEXT;
    if (dot != NULL)
        star_format_find(dot + 1, &format);
    return format;
}

static StarFormat by_magic(StarReader *r) {
    for (int f = 1; f < STAR_FORMAT_COUNT; f++) {
        size_t length = strlen(formats[f].magic);
        if (length > 0 && star_reader_has(r, length) &&
            memcmp(r->at, formats[f].magic, length) == 0)
            return (StarFormat)f;
    }
    return by_extension(r->path);
}

static StarStatus read_file(StarBackend *be, StarTable *table, const char *path,
                            StarFormat format) {
    StarReader r;
    STAR_TRY(star_reader_open(&r, be->mem, path));
    if (format == STAR_FORMAT_AUTO)
        format = by_magic(&r);
    return star_reader_close(&r, formats[format].read(be, &r, table));
}

/* Gives a table the value of a new one, which gets the old value. */
static StarStatus exchange(StarBackend *be, StarTable *table, StarTable *fresh,
                           const char *path) {
    StarTable old = *table;
    if (old.head.sizing == STAR_FIXED &&
        (old.rows != fresh->rows || old.cols != fresh->cols))
        return star_raise(be->mem->error, STAR_LENGTHS,
                          "the table is %lld x %lld, %s is %lld x %lld",
                          (long long)old.rows, (long long)old.cols, path,
                          (long long)fresh->rows, (long long)fresh->cols);
    *table = *fresh;
    *fresh = old;
    if (old.head.sizing == STAR_ELASTIC)
        table->head.sizing = STAR_ELASTIC;
    return STAR_OK;
}

StarStatus star_table_load(StarBackend *be, StarTable *table, const char *path,
                           StarFormat format) {
    StarTable *fresh = star_table_new(be, STAR_UNSIZED);
    if (fresh == NULL)
        return STAR_MEMORY;
    StarStatus status = read_file(be, fresh, path, format);
    if (status == STAR_OK)
        status = exchange(be, table, fresh, path);
    star_object_free(be, &fresh->head);
    return status;
}

StarStatus star_table_save(StarBackend *be, const StarTable *table,
                           const char *path, StarFormat format) {
    StarWriter w;
    size_t words = (size_t)star_words(table->cols);
    uint64_t *scratch = star_mem_alloc_raw(be->mem, words, 8);
    if (scratch == NULL)
        return STAR_MEMORY;
    if (format == STAR_FORMAT_AUTO)
        format = by_extension(path);
    StarStatus status = star_writer_open(&w, be->mem, path);
    if (status == STAR_OK) {
        formats[format].write(be, &w, table, scratch);
        status = star_writer_close(&w);
    }
    star_mem_free(be->mem, scratch, words, 8);
    return status;
}

StarStatus star_line_save(StarBackend *be, const StarLine *line,
                          const char *path) {
    StarWriter w;
    STAR_TRY(star_writer_open(&w, be->mem, path));
    star_writer_bits(&w, line->word, line->length);
    return star_writer_close(&w);
}
