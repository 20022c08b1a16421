/* SPDX-License-Identifier: MIT */
#include "tools/values/table_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The length of the text before :NAME at the end of `length` bytes, or of all
 * of them. */
static size_t before(const char *text, size_t length, const char *name) {
    const size_t size = strlen(name) + 1;
    return length > size && text[length - size] == ':' &&
                   strncasecmp(text + length - size + 1, name, size - 1) == 0
               ? length - size
               : length;
}

TableFile table_file(const char *text) {
    TableFile file = {.layout = STAR_LAYOUT_ADJACENCY};
    const size_t whole = strlen(text);
    const size_t columns = before(text, whole, "columns");
    const size_t image = before(text, columns, "rows");
    const size_t all = before(text, image, "compact");
    snprintf(file.path, sizeof file.path, "%.*s", (int)all, text);
    file.compact = all < image;
    file.image = columns < whole ? STAR_COLUMNS + 1
                 : image < whole ? STAR_ROWS + 1
                                 : 0;
    const char *colon = strrchr(file.path, ':');
    const char *weights = star_layout_name(STAR_LAYOUT_WEIGHTS);
    size_t length = strlen(file.path), number = length;
    const size_t end = length;
    if (colon != NULL && colon[1] != '\0' &&
        strspn(colon + 1, "0123456789") == strlen(colon + 1))
        number = (size_t)(colon - file.path);
    if (number < end && before(file.path, number, weights) < number) {
        file.layout = STAR_LAYOUT_WEIGHTS;
        file.sized = true;
        file.bits = strtoll(colon + 1, NULL, 10);
        length = before(file.path, number, weights);
    }
    for (int k = 0; k < STAR_LAYOUT_COUNT && length == end; k++) {
        file.layout = (StarGraphLayout)k;
        length = before(file.path, end, star_layout_name(file.layout));
    }
    if (length == end)
        file.layout = STAR_LAYOUT_ADJACENCY;
    file.path[length] = '\0';
    return file;
}
