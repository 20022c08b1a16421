/* SPDX-License-Identifier: MIT */
#include "tools/values/table_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/reader.h"
#include "io/records/arc_columns.h"

/* The length of the text before :NAME at the end of `length` bytes, or of all
 * of them. */
static size_t before(const char *text, size_t length, const char *name) {
    const size_t size = strlen(name) + 1;
    return length > size && text[length - size] == ':' &&
                   strncasecmp(text + length - size + 1, name, size - 1) == 0
               ? length - size
               : length;
}

/* The parenthesis of the last :arcs( of a path, or NULL; columns may have
 * parentheses in their names. */
static const char *last_arcs(const char *path) {
    static const char arcs[] = ":arcs(";
    const size_t length = sizeof arcs - 1;
    const char *last = NULL;
    for (; *path != '\0'; path++)
        if (strncasecmp(path, arcs, length) == 0)
            last = path + length - 1;
    return last;
}

/* Takes :arcs(COLUMNS) off the end of a path. */
static bool take_columns(TableFile *file) {
    const size_t length = strlen(file->path);
    const char *open = last_arcs(file->path);
    if (open == NULL || file->path[length - 1] != ')')
        return false;
    const size_t size = (size_t)(file->path + length - open) - 2;
    const size_t whole = (size_t)(open - file->path);
    const size_t path = before(file->path, whole, "arcs");
    if (path == whole || size >= sizeof file->columns)
        return false;
    memcpy(file->columns, open + 1, size);
    file->columns[size] = '\0';
    file->named = true;
    file->path[path] = '\0';
    return true;
}

/* Takes what stands in front of a layout off the end of a path. */
static void take_kind(TableFile *file) {
    const size_t whole = strlen(file->path);
    const size_t arcs = before(file->path, whole, "arcs");
    const size_t matrix = before(file->path, arcs, "matrix");
    if (take_columns(file)) {
        file->kind = STAR_TABLE_ARCS;
        return;
    }
    file->kind = arcs < whole     ? STAR_TABLE_ARCS
                 : matrix < whole ? STAR_TABLE_MATRIX
                                  : STAR_TABLE_ANY;
    file->path[matrix] = '\0';
}

/* Takes a layout, and the width of weights, off the end of a path. */
static void take_layout(TableFile *file) {
    const char *colon = strrchr(file->path, ':');
    const char *weights = star_layout_name(STAR_LAYOUT_WEIGHTS);
    const size_t end = strlen(file->path);
    size_t length = end, number = end;
    if (colon != NULL && colon[1] != '\0' &&
        strspn(colon + 1, "0123456789") == strlen(colon + 1))
        number = (size_t)(colon - file->path);
    if (number < end && before(file->path, number, weights) < number) {
        file->layout = STAR_LAYOUT_WEIGHTS;
        file->sized = true;
        file->bits = strtoll(colon + 1, NULL, 10);
        length = before(file->path, number, weights);
    }
    for (int k = 0; k < STAR_LAYOUT_COUNT && length == end; k++) {
        file->layout = (StarGraphLayout)k;
        length = before(file->path, end, star_layout_name(file->layout));
    }
    file->laid_out = length < end;
    if (length == end)
        file->layout = STAR_LAYOUT_ADJACENCY;
    file->path[length] = '\0';
}

/* The decimals of a scale, 10, 100, ...; -1: it is none. */
static int decimals_of(const char *scale) {
    const size_t zeros = *scale == '1' ? strspn(scale + 1, "0") : 0;
    return scale[0] == '1' && scale[zeros + 1] == '\0' &&
                   zeros <= STAR_MOST_DECIMALS
               ? (int)zeros
               : -1;
}

/* The length of a text without :scale=NUMBER behind all else. */
static size_t take_scale(TableFile *file, const char *text) {
    static const char scale[] = ":scale=";
    const char *last = strrchr(text, ':');
    file->scaled =
        last != NULL && strncasecmp(last, scale, sizeof scale - 1) == 0;
    if (!file->scaled)
        return strlen(text);
    file->decimals = decimals_of(last + sizeof scale - 1);
    return (size_t)(last - text);
}

TableFile table_file(const char *text) {
    TableFile file = {.layout = STAR_LAYOUT_ADJACENCY};
    const size_t whole = take_scale(&file, text);
    const size_t columns = before(text, whole, "columns");
    const size_t image = before(text, columns, "rows");
    const size_t all = before(text, image, "compact");
    snprintf(file.path, sizeof file.path, "%.*s", (int)all, text);
    file.compact = all < image;
    file.image = columns < whole ? STAR_COLUMNS + 1
                 : image < whole ? STAR_ROWS + 1
                                 : 0;
    take_layout(&file);
    take_kind(&file);
    if (!file.laid_out && star_columns_count(file.columns) == STAR_COLUMN_ROLES)
        file.layout = STAR_LAYOUT_WEIGHTS;
    return file;
}
