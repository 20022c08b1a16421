/* SPDX-License-Identifier: MIT */
#include "backend.h"
#include "memory/spares.h"
#include "values/kinds.h"

#include <string.h>

StarString *star_string_new(StarBackend *be, StarSizing sizing) {
    StarString *string = star_spare_alloc(be->mem, 1, sizeof *string);
    if (string != NULL)
        string->head = (StarObject){STAR_STRING, (uint8_t)sizing};
    return string;
}

void star_string_free(StarBackend *be, StarString *string) {
    star_spare_free(be->mem, string->text, string->capacity, 1);
    star_spare_free(be->mem, string, 1, sizeof *string);
}

void star_string_reset(StarString *string) {
    string->head.sizing = STAR_UNSIZED;
    string->length = 0;
}

/* Gives the string more room, for a text that does not fit or its own. */
static StarStatus grow(StarBackend *be, StarString *string, const char *text,
                       size_t length, size_t capacity) {
    char *block = star_spare_alloc_raw(be->mem, capacity, 1);
    if (block == NULL)
        return STAR_MEMORY;
    const StarStatus status = star_mem_copy(be->mem, block, text, length);
    if (status != STAR_OK) {
        star_spare_free(be->mem, block, capacity, 1);
        return status;
    }
    star_spare_free(be->mem, string->text, string->capacity, 1);
    string->text = block;
    string->capacity = capacity;
    return STAR_OK;
}

/* Room for a text that does not fit, and half as much. */
static size_t room_for(size_t length) {
    size_t room;
    return star_size_add(length, length / 2, &room) ? room : length;
}

/* A string whose text is there. */
static StarStatus sized(StarString *string, int64_t length) {
    string->length = length;
    if (string->head.sizing == STAR_UNSIZED)
        string->head.sizing = STAR_FIXED;
    return STAR_OK;
}

StarStatus star_string_size(StarBackend *be, StarString *string,
                            int64_t length) {
    if ((uint64_t)length > string->capacity)
        STAR_TRY(grow(be, string, NULL, 0, room_for(star_size_of(length))));
    return sized(string, length);
}

StarStatus star_string_set(StarBackend *be, StarString *string,
                           const char *text, int64_t length) {
    if (length < 0)
        return star_raise(be->mem->error,
                          MSG_SIZE_NEGATIVE(length, "characters"));
    if ((uint64_t)length > string->capacity)
        STAR_TRY(grow(be, string, text, star_size_of(length),
                      room_for(star_size_of(length))));
    else if (length > 0)
        memmove(string->text, text, (size_t)length);
    return sized(string, length);
}

StarStatus star_string_join(StarBackend *be, StarString *to,
                            const StarString *a, const StarString *b) {
    const size_t first = star_size_of(a->length);
    const size_t second = star_size_of(b->length), length = first + second;
    if (length > to->capacity) {
        const size_t kept = to == a || to == b ? star_size_of(to->length) : 0;
        STAR_TRY(grow(be, to, to->text, kept, room_for(length)));
    }
    if (second > 0)
        memmove(to->text + first, b->text, second);
    if (first > 0 && to != a)
        memcpy(to->text, a->text, first);
    return sized(to, (int64_t)length);
}

StarStatus star_string_append(StarBackend *be, StarString *string, char byte) {
    if ((uint64_t)string->length == string->capacity) {
        const size_t old = string->capacity;
        const size_t more = old < 32 ? 64 : 2 * old;
        STAR_TRY(grow(be, string, string->text, old, more));
    }
    string->text[string->length] = byte;
    return sized(string, string->length + 1);
}

bool star_string_valid(const StarString *string) {
    return string->length >= 0 &&
           (uint64_t)string->length <= string->capacity &&
           (string->head.sizing != STAR_UNSIZED || string->length == 0);
}
