/* SPDX-License-Identifier: MIT */
#include "report/source.h"

#include <string.h>

static char *copy_text(StarMem *mem, const char *text, size_t length) {
    char *copy = star_mem_alloc_raw(mem, length + 1, 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

static StarStatus grow(StarSources *s) {
    uint32_t more = s->capacity ? 2 * s->capacity : 4;
    StarSource *file = star_mem_alloc(s->mem, more, sizeof *file);
    if (file == NULL)
        return STAR_MEMORY;
    if (s->count)
        memcpy(file, s->file, s->count * sizeof *file);
    star_mem_free(s->mem, s->file, s->capacity, sizeof *file);
    s->file = file;
    s->capacity = more;
    return STAR_OK;
}

StarStatus star_source_add(StarSources *s, const char *path, const char *text,
                           size_t length, uint32_t *number) {
    StarSource *f;
    if (length > STAR_MAX_SOURCE)
        return star_raise(s->mem->error,
                          MSG_SOURCE_BYTES(path, length, STAR_MAX_SOURCE));
    if (s->count == s->capacity)
        STAR_TRY(grow(s));
    f = &s->file[s->count];
    f->path = copy_text(s->mem, path, strlen(path));
    f->text = f->path ? copy_text(s->mem, text, length) : NULL;
    if (f->text == NULL) {
        if (f->path)
            star_mem_free(s->mem, f->path, strlen(path) + 1, 1);
        return STAR_MEMORY;
    }
    f->length = length;
    f->row = 1;
    f->library = false;
    *number = s->count++;
    return STAR_OK;
}

void star_source_cut(StarSources *s, uint32_t count) {
    while (s->count > count) {
        StarSource *f = &s->file[--s->count];
        star_mem_free(s->mem, f->path, strlen(f->path) + 1, 1);
        star_mem_free(s->mem, f->text, f->length + 1, 1);
    }
}

void star_source_free(StarSources *s) {
    star_source_cut(s, 0);
    star_mem_free(s->mem, s->file, s->capacity, sizeof *s->file);
    s->file = NULL;
    s->capacity = 0;
}

StarPlace star_source_place(const StarSources *s, StarSpan span) {
    const StarSource *f = &s->file[span.file];
    const char *at = f->text + span.start;
    const char *line = f->text;
    const char *end = f->text + f->length;
    StarPlace place = {.path = f->path, .row = f->row, .column = 1};
    for (const char *p = f->text; p < at; p++)
        if (*p == '\n') {
            place.row++;
            line = p + 1;
        }
    for (const char *p = line; p < at; p++)
        place.column += (*p & 0xc0) != 0x80;
    place.line = line;
    while (line < end && *line != '\n' && *line != '\r')
        line++;
    place.length = (int)(line - place.line);
    return place;
}

bool star_source_line(const StarSources *s, uint32_t file, int line,
                      StarSpan *span) {
    const StarSource *f = &s->file[file];
    const char *at = f->text;
    for (int k = f->row; k < line && at != NULL; k++) {
        at = strchr(at, '\n');
        at = at != NULL ? at + 1 : NULL;
    }
    if (at == NULL || *at == '\0' || line < f->row)
        return false;
    const size_t length = strcspn(at, "\n");
    span->file = file;
    span->start = (uint32_t)(at - f->text);
    span->end = span->start + (uint32_t)length + (at[length] == '\n');
    return true;
}

int star_source_text(const StarSources *s, StarSpan span, int most,
                     const char **text) {
    uint32_t length = span.end - span.start;
    *text = s->file[span.file].text + span.start;
    return length > (uint32_t)most ? most : (int)length;
}
