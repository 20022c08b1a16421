/* SPDX-License-Identifier: MIT */
#include "backend.h"
#include "values/kinds.h"

#include <string.h>

StarString *star_string_new(StarBackend *be, StarSizing sizing) {
    StarString *string = star_mem_alloc(be->mem, 1, sizeof *string);
    if (string != NULL)
        string->head = (StarObject){STAR_STRING, (uint8_t)sizing};
    return string;
}

void star_string_free(StarBackend *be, StarString *string) {
    star_mem_free(be->mem, string->text, string->capacity, 1);
    star_mem_free(be->mem, string, 1, sizeof *string);
}

void star_string_reset(StarString *string) {
    string->head.sizing = STAR_UNSIZED;
    string->length = 0;
}

/* Replaces the text by a new one that does not fit. */
static StarStatus grow(StarBackend *be, StarString *string, const char *text,
                       size_t length) {
    size_t capacity = length;
    char *block;
    if (!star_size_add(length, length / 2, &capacity))
        capacity = length;
    block = star_mem_alloc_raw(be->mem, capacity, 1);
    if (block == NULL)
        return STAR_MEMORY;
    star_mem_free(be->mem, string->text, string->capacity, 1);
    string->text = block;
    string->capacity = capacity;
    return star_mem_copy(be->mem, block, text, length);
}

StarStatus star_string_set(StarBackend *be, StarString *string,
                           const char *text, int64_t length) {
    if (length < 0)
        return star_raise(be->mem->error,
                          MSG_SIZE_NEGATIVE(length, "characters"));
    if ((uint64_t)length > string->capacity)
        STAR_TRY(grow(be, string, text, star_size_of(length)));
    else if (length > 0)
        memmove(string->text, text, (size_t)length);
    string->length = length;
    if (string->head.sizing == STAR_UNSIZED)
        string->head.sizing = STAR_FIXED;
    return STAR_OK;
}

StarStatus star_string_append(StarBackend *be, StarString *string, char byte) {
    if ((uint64_t)string->length == string->capacity) {
        const size_t old = string->capacity;
        const size_t more = old < 32 ? 64 : 2 * old;
        char *block = star_mem_move(be->mem, string->text, old, old, more, 1);
        if (block == NULL)
            return STAR_MEMORY;
        string->text = block;
        string->capacity = more;
    }
    string->text[string->length++] = byte;
    if (string->head.sizing == STAR_UNSIZED)
        string->head.sizing = STAR_FIXED;
    return STAR_OK;
}

bool star_string_valid(const StarString *string) {
    return string->length >= 0 &&
           (uint64_t)string->length <= string->capacity &&
           (string->head.sizing != STAR_UNSIZED || string->length == 0);
}
