/* SPDX-License-Identifier: MIT */
#include "backend.h"
#include "memory/spares.h"
#include "values/kinds.h"

#include <string.h>

StarBits *star_bits_new(StarBackend *be, StarSizing sizing) {
    StarBits *bits = star_spare_alloc_raw(be->mem, 1, sizeof *bits);
    if (bits != NULL)
        *bits = (StarBits){.head = {STAR_BIT_VECTOR, (uint8_t)sizing}};
    return bits;
}

/* Frees the words that a bit vector owns. */
static void release(StarBackend *be, StarBits *bits) {
    if (bits->capacity > 0)
        be->ops.release(be, bits->word, bits->capacity);
    bits->word = NULL;
    bits->capacity = 0;
    bits->length = 0;
}

void star_bits_free(StarBackend *be, StarBits *bits) {
    release(be, bits);
    star_spare_free(be->mem, bits, 1, sizeof *bits);
}

StarStatus star_bits_size(StarBackend *be, StarBits *bits, int64_t length) {
    const size_t words = star_size_of(star_words(length));
    const bool unsized = bits->head.sizing == STAR_UNSIZED;
    if (length < 0)
        return star_raise(be->mem->error,
                          MSG_SIZE_NEGATIVE(length, "components"));
    bits->first = 0;
    if (length == bits->length && !unsized)
        return STAR_OK;
    if (bits->head.sizing == STAR_FIXED)
        return star_raise(be->mem->error, MSG_SIZE_FIXED(bits->length, length));
    if (words > bits->capacity) {
        release(be, bits);
        bits->word = be->ops.alloc(be, words, unsized);
        if (bits->word == NULL)
            return STAR_MEMORY;
        bits->capacity = words;
    }
    if (unsized)
        bits->head.sizing = STAR_FIXED;
    else if (words > 0)
        bits->word[words - 1] = 0;
    bits->length = length;
    return STAR_OK;
}

void star_bits_reset(StarBackend *be, StarBits *bits, bool sized) {
    if (sized) {
        star_object_sync(be, &bits->head, STAR_OVERWRITE);
        if (bits->length > 0)
            memset(bits->word, 0,
                   (size_t)star_words(bits->length) * sizeof *bits->word);
    } else {
        release(be, bits);
        bits->head.sizing = STAR_UNSIZED;
    }
    bits->first = 0;
}

bool star_bits_valid(const StarBits *bits) {
    const int64_t words = star_words(bits->length);
    if (bits->length < 0 || bits->first < 0 || bits->first > words ||
        (bits->head.sizing == STAR_UNSIZED && bits->length != 0) ||
        (bits->capacity > 0 && (int64_t)bits->capacity < words))
        return false;
    if (bits->first > 0 && bits->word[bits->first - 1] != 0)
        return false;
    return words == 0 ||
           (bits->word[words - 1] & ~star_last_mask(bits->length)) == 0;
}
