#include "backend.h"
#include "values/kinds.h"

#include <string.h>

StarLine *star_line_new(StarBackend *be, StarSizing sizing) {
    StarLine *line = be->common.spares > 0
                         ? be->common.spare[--be->common.spares]
                         : star_mem_alloc_raw(be->mem, 1, sizeof *line);
    if (line != NULL)
        *line = (StarLine){.head = {STAR_LINE, (uint8_t)sizing}};
    return line;
}

/* Gives back the words a line owns. */
static void release(StarBackend *be, StarLine *line) {
    if (line->capacity > 0)
        be->release(be, line->word, line->capacity);
    line->word = NULL;
    line->capacity = 0;
    line->length = 0;
}

void star_line_free(StarBackend *be, StarLine *line) {
    release(be, line);
    if (star_keeps(be->common.spares))
        be->common.spare[be->common.spares++] = line;
    else
        star_mem_free(be->mem, line, 1, sizeof *line);
}

StarStatus star_line_size(StarBackend *be, StarLine *line, int64_t length) {
    const size_t words = (size_t)star_words(length);
    const bool unsized = line->head.sizing == STAR_UNSIZED;
    if (length < 0)
        return star_raise(be->mem->error, STAR_FILESIZE,
                          "a size of %lld components is negative",
                          (long long)length);
    line->first = 0;
    if (length == line->length && !unsized)
        return STAR_OK;
    if (line->head.sizing == STAR_FIXED)
        return star_raise(be->mem->error, STAR_LENGTHS,
                          "the size is %lld components, not %lld",
                          (long long)line->length, (long long)length);
    if (words > line->capacity) {
        release(be, line);
        line->word = be->alloc(be, words, unsized);
        if (line->word == NULL)
            return STAR_MEMORY;
        line->capacity = words;
    }
    if (unsized)
        line->head.sizing = STAR_FIXED;
    else if (words > 0)
        line->word[words - 1] = 0;
    line->length = length;
    return STAR_OK;
}

void star_line_reset(StarBackend *be, StarLine *line, bool sized) {
    if (sized) {
        star_object_home(be, &line->head, STAR_OVERWRITE);
        if (line->length > 0)
            memset(line->word, 0,
                   (size_t)star_words(line->length) * sizeof *line->word);
    } else {
        release(be, line);
        line->head.sizing = STAR_UNSIZED;
    }
    line->first = 0;
}

bool star_line_valid(const StarLine *line) {
    const int64_t words = star_words(line->length);
    if (line->length < 0 || line->first < 0 || line->first > words ||
        (line->head.sizing == STAR_UNSIZED && line->length != 0) ||
        (line->capacity > 0 && (int64_t)line->capacity < words))
        return false;
    if (line->first > 0 && line->word[line->first - 1] != 0)
        return false;
    return words == 0 ||
           (line->word[words - 1] & ~star_last_mask(line->length)) == 0;
}
