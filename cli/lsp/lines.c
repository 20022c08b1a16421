/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "lsp/document.h"

bool lines_open(Lines *l, const char *text, size_t length) {
    size_t room = 2;
    for (size_t k = 0; k < length; k++)
        room += text[k] == '\n' || text[k] == '\r';
    *l = (Lines){.text = text,
                 .length = length,
                 .start = malloc(room * sizeof *l->start)};
    if (l->start == NULL)
        return false;
    l->start[l->count++] = 0;
    for (size_t k = 0; k < length; k++)
        if (text[k] == '\n' ||
            (text[k] == '\r' && (k + 1 == length || text[k + 1] != '\n')))
            l->start[l->count++] = (uint32_t)k + 1;
    return true;
}

void lines_close(Lines *l) {
    free(l->start);
    *l = (Lines){0};
}

static json_int_t member(const json_t *position, const char *name) {
    const json_int_t n = json_integer_value(json_get(position, name));
    return n > 0 ? n : 0;
}

/* Bytes of a line without its end. */
static size_t line_length(const Lines *l, size_t line) {
    size_t end = line + 1 < l->count ? l->start[line + 1] : l->length;
    while (end > l->start[line] &&
           (l->text[end - 1] == '\n' || l->text[end - 1] == '\r'))
        end--;
    return end - l->start[line];
}

uint32_t lines_offset(const Lines *l, const json_t *position) {
    const json_int_t line = member(position, "line");
    json_int_t left = member(position, "character");
    if (line >= (json_int_t)l->count)
        return (uint32_t)l->length;
    const size_t length = line_length(l, (size_t)line);
    const char *text = l->text + l->start[line];
    size_t k = 0;
    while (k < length && left >= lines_units(text[k]) &&
           (left > 0 || lines_units(text[k]) == 0))
        left -= lines_units(text[k++]);
    return l->start[line] + (uint32_t)k;
}

json_t *lines_position(const Lines *l, uint32_t offset) {
    size_t low = 0, high = l->count;
    json_int_t character = 0;
    if (offset > l->length)
        offset = (uint32_t)l->length;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (l->start[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    for (size_t k = l->start[low]; k < offset; k++)
        character += lines_units(l->text[k]);
    return json_pack("{sIsI}", "line", (json_int_t)low, "character", character);
}

json_t *lines_range(const Lines *l, StarSpan span) {
    return json_pack("{soso}", "start", lines_position(l, span.start), "end",
                     lines_position(l, span.end));
}
