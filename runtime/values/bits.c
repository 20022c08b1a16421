/* SPDX-License-Identifier: MIT */
#include "backend.h"
#include "memory/spares.h"
#include "values/kinds.h"

#include <string.h>

/* A few words stand behind the structure, in the block that it has. */
enum {
    WITHIN_BYTES = STAR_WITHIN * sizeof(uint64_t),
    BLOCK_BYTES = sizeof(StarBits) + WITHIN_BYTES
};

StarBits *star_bits_new(StarBackend *be, StarSizing sizing) {
    StarBits *bits = star_spare_alloc_raw(be->mem, 1, BLOCK_BYTES);
    if (bits != NULL)
        *bits = (StarBits){.head = {STAR_BIT_VECTOR, (uint8_t)sizing}};
    return bits;
}

/* Frees the words that a bit vector owns. */
static void free_words(StarBackend *be, const StarBits *bits) {
    if (bits->capacity > STAR_WITHIN)
        be->ops.release(be, bits->word, bits->capacity);
    else if (bits->capacity > 0 && be->ops.forget != NULL)
        be->ops.forget(be, bits->word);
}

static void empty(StarBits *bits) {
    bits->word = NULL;
    bits->capacity = 0;
    bits->length = 0;
}

static void release(StarBackend *be, StarBits *bits) {
    free_words(be, bits);
    empty(bits);
}

void star_bits_free(StarBackend *be, StarBits *bits) {
    free_words(be, bits);
    star_spare_free(be->mem, bits, 1, BLOCK_BYTES);
}

static bool make_room(StarBackend *be, StarBits *bits, size_t words,
                      bool zero) {
    const bool within = words <= STAR_WITHIN;
    bits->word = within ? memset(bits + 1, 0, WITHIN_BYTES)
                        : be->ops.alloc(be, words, zero);
    if (bits->word != NULL)
        bits->capacity = within ? STAR_WITHIN : words;
    return bits->word != NULL;
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
        if (!make_room(be, bits, words, unsized))
            return STAR_MEMORY;
    }
    if (unsized)
        bits->head.sizing = STAR_FIXED;
    else if (words > 0)
        bits->word[words - 1] = 0;
    bits->length = length;
    return STAR_OK;
}

StarStatus star_bits_move(StarBackend *be, StarBits *to, StarBits *from) {
    const bool within = from->capacity > 0 && from->capacity <= STAR_WITHIN;
    if (within)
        STAR_TRY(star_object_sync(be, &from->head, STAR_READ));
    free_words(be, to);
    *to = *from;
    if (within)
        to->word = memcpy(to + 1, from + 1, WITHIN_BYTES);
    else
        empty(from);
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
