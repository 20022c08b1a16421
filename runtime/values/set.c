/* SPDX-License-Identifier: MIT */
#include "backend.h"
#include "memory/spares.h"
#include "values/kinds.h"

#include <string.h>

StarSet *star_set_new(StarBackend *be, StarSizing sizing) {
    StarSet *set = star_spare_alloc(be->mem, 1, sizeof *set);
    if (set != NULL)
        set->head = (StarObject){STAR_SET, (uint8_t)sizing};
    return set;
}

void star_set_free(StarBackend *be, StarSet *set) {
    star_spare_free(be->mem, set->word, set->capacity, sizeof *set->word);
    star_spare_free(be->mem, set, 1, sizeof *set);
}

bool star_set_valid(const StarSet *set) {
    return set->words >= 0 && (uint64_t)set->words <= set->capacity &&
           (set->head.sizing != STAR_UNSIZED || set->words == 0);
}

void star_set_reset(StarSet *set) {
    set->head.sizing = STAR_UNSIZED;
    set->words = 0;
}

void star_set_clear(StarSet *set) {
    if (set->head.sizing == STAR_UNSIZED)
        set->head.sizing = STAR_FIXED;
    set->words = 0;
}

/* The number of the word that holds an element, toward minus infinity. */
static int64_t word_of(int64_t element) {
    return element >> 6;
}

static uint64_t bit_of(int64_t element) {
    return UINT64_C(1) << (element & 63);
}

/* Word number k of a set, whether it is stored or not. */
static uint64_t word_at(const StarSet *set, int64_t k) {
    return k >= set->first && k < set->first + set->words
               ? set->word[k - set->first]
               : 0;
}

/* Makes room for the words first..last; elements stay. */
static StarStatus cover(StarBackend *be, StarSet *set, int64_t first,
                        int64_t last) {
    const int64_t end = set->first + set->words;
    uint64_t *word;
    if (set->words > 0 && set->first < first)
        first = set->first;
    if (set->words > 0 && end - 1 > last)
        last = end - 1;
    const size_t words = (size_t)(last - first + 1);
    if ((int64_t)words == set->words)
        return STAR_OK;
    if (set->words == 0 && words <= set->capacity) {
        memset(set->word, 0, words * sizeof *word);
    } else {
        word = star_spare_alloc(be->mem, words, sizeof *word);
        if (word == NULL)
            return STAR_MEMORY;
        if (set->words > 0)
            memcpy(word + (set->first - first), set->word,
                   (size_t)set->words * sizeof *word);
        star_spare_free(be->mem, set->word, set->capacity, sizeof *word);
        set->word = word;
        set->capacity = words;
    }
    set->first = first;
    set->words = (int64_t)words;
    return STAR_OK;
}

/* The bits of word k that belong to elements low..high. */
static uint64_t mask(int64_t k, int64_t low, int64_t high) {
    uint64_t bits = ~UINT64_C(0);
    if (k == word_of(low))
        bits &= ~(bit_of(low) - 1);
    if (k == word_of(high))
        bits &= bit_of(high) | (bit_of(high) - 1);
    return bits;
}

StarStatus star_set_add(StarBackend *be, StarSet *set, int64_t low,
                        int64_t high) {
    if (low > high)
        return STAR_OK;
    STAR_TRY(cover(be, set, word_of(low), word_of(high)));
    for (int64_t k = word_of(low); k <= word_of(high); k++)
        set->word[k - set->first] |= mask(k, low, high);
    return STAR_OK;
}

void star_set_remove(StarSet *set, int64_t low, int64_t high) {
    const int64_t end = set->first + set->words;
    int64_t k = word_of(low), last = word_of(high);
    if (low > high)
        return;
    if (k < set->first)
        k = set->first;
    if (last >= end)
        last = end - 1;
    for (; k <= last; k++)
        set->word[k - set->first] &= ~mask(k, low, high);
}

bool star_set_has(const StarSet *set, int64_t element) {
    return (word_at(set, word_of(element)) & bit_of(element)) != 0;
}

StarStatus star_set_copy(StarBackend *be, StarSet *to, const StarSet *from) {
    if (from->head.sizing == STAR_UNSIZED)
        return star_raise(be->mem->error, MSG_NO_VALUE("the set"));
    if (to == from)
        return STAR_OK;
    star_set_clear(to);
    if (from->words == 0)
        return STAR_OK;
    STAR_TRY(cover(be, to, from->first, from->first + from->words - 1));
    memcpy(to->word, from->word, (size_t)from->words * sizeof *to->word);
    return STAR_OK;
}

StarStatus star_set_union(StarBackend *be, StarSet *to, const StarSet *a,
                          const StarSet *b) {
    if (to == b) {
        b = a;
        a = to;
    }
    STAR_TRY(star_set_copy(be, to, a));
    if (b->words > 0)
        STAR_TRY(cover(be, to, b->first, b->first + b->words - 1));
    for (int64_t i = 0; i < b->words; i++)
        to->word[b->first - to->first + i] |= b->word[i];
    return STAR_OK;
}

/* The elements of both sets are within the bounds of either. */
StarStatus star_set_common(StarBackend *be, StarSet *to, const StarSet *a,
                           const StarSet *b) {
    if (to == b) {
        b = a;
        a = to;
    }
    STAR_TRY(star_set_copy(be, to, a));
    for (int64_t i = 0; i < to->words; i++)
        to->word[i] &= word_at(b, to->first + i);
    return STAR_OK;
}

StarStatus star_set_minus(StarBackend *be, StarSet *to, const StarSet *a,
                          const StarSet *b) {
    if (to == b) {
        StarSet *copy = star_set_new(be, STAR_ELASTIC);
        StarStatus status = copy ? star_set_copy(be, copy, b) : STAR_MEMORY;
        if (status == STAR_OK)
            status = star_set_minus(be, to, a, copy);
        star_object_free(be, (StarObject *)copy);
        return status;
    }
    STAR_TRY(star_set_copy(be, to, a));
    for (int64_t i = 0; i < to->words; i++)
        to->word[i] &= ~word_at(b, to->first + i);
    return STAR_OK;
}

bool star_set_within(const StarSet *a, const StarSet *b) {
    for (int64_t i = 0; i < a->words; i++)
        if ((a->word[i] & ~word_at(b, a->first + i)) != 0)
            return false;
    return true;
}

bool star_set_outside(const StarSet *set, int64_t low, int64_t high,
                      int64_t *element) {
    for (int64_t i = 0; i < set->words; i++) {
        int64_t k = set->first + i;
        uint64_t bits = set->word[i];
        if (k >= word_of(low) && k <= word_of(high))
            bits &= ~mask(k, low, high);
        if (bits == 0)
            continue;
        *element = k * 64 + __builtin_ctzll(bits);
        return true;
    }
    return false;
}
