/* SPDX-License-Identifier: MIT */
#include "values/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_NAMES = 64, FIRST_BYTES = 1024, MAX_DIGITS = 18 };

/* Names that are fetched together. */
enum { AT_ONCE = 32 };

/* Names one behind the other, and a hash table of their numbers:
 *
 *     text   P a r i s L i l l e R o m e
 *     place  0         5         10      14
 *     slot   hash of 'Lille', 2 | 0 | hash of 'Paris', 1 | ...
 *
 * The slots are a power of two. One has the upper half of a name's hash above
 * its number plus 1; at most 3/4 of them are taken. */
struct StarNames {
    StarMem *mem;
    StarNames *next; /* in the list of a run */
    char *path;      /* of the file */
    int64_t first;   /* without a text: the number of the first one */
    char *text;      /* NULL: numbers that follow each other */
    size_t *place;
    uint64_t *slot;
    size_t room, places, slots; /* allocated */
    int64_t count;
    bool texts; /* some name is no number */
};

StarNames *star_names_count_up(StarMem *mem, const char *path, int64_t first,
                               int64_t count) {
    const size_t bytes = strlen(path) + 1;
    StarNames *n = star_mem_alloc(mem, 1, sizeof *n);
    if (n == NULL)
        return NULL;
    *n = (StarNames){.mem = mem, .first = first, .count = count};
    n->path = star_mem_alloc_raw(mem, bytes, 1);
    if (n->path == NULL) {
        star_names_free(n);
        return NULL;
    }
    memcpy(n->path, path, bytes);
    return n;
}

StarNames *star_names_new(StarMem *mem, const char *path) {
    StarNames *n = star_names_count_up(mem, path, 0, 0);
    if (n == NULL)
        return NULL;
    n->room = FIRST_BYTES;
    n->places = FIRST_NAMES;
    n->slots = 2 * FIRST_NAMES;
    n->text = star_mem_alloc_raw(mem, n->room, 1);
    n->place = star_mem_alloc(mem, n->places, sizeof *n->place);
    n->slot = star_mem_alloc(mem, n->slots, sizeof *n->slot);
    if (n->text != NULL && n->place != NULL && n->slot != NULL)
        return n;
    star_names_free(n);
    return NULL;
}

static void free_texts(StarNames *n) {
    star_mem_free(n->mem, n->text, n->room, 1);
    star_mem_free(n->mem, n->place, n->places, sizeof *n->place);
    star_mem_free(n->mem, n->slot, n->slots, sizeof *n->slot);
    n->text = NULL;
    n->place = NULL;
    n->slot = NULL;
    n->room = n->places = n->slots = 0;
}

void star_names_free(StarNames *n) {
    if (n == NULL)
        return;
    free_texts(n);
    if (n->path != NULL)
        star_mem_free(n->mem, n->path, strlen(n->path) + 1, 1);
    star_mem_free(n->mem, n, 1, sizeof *n);
}

int64_t star_names_count(const StarNames *n) {
    return n->count;
}

const char *star_names_file(const StarNames *n) {
    return n->path;
}

bool star_names_agree(const StarNames *a, const StarNames *b) {
    return a == NULL || b == NULL || a == b ||
           (a->text == NULL && b->text == NULL && a->first == b->first);
}

static const char *get(const StarNames *n, int64_t v, size_t *length) {
    *length = n->place[v + 1] - n->place[v];
    return n->text + n->place[v];
}

const char *star_names_get(const StarNames *n, int64_t v, StarNameRoom room,
                           size_t *length) {
    if (n->text != NULL)
        return get(n, v, length);
    *length =
        (size_t)snprintf(room, sizeof(StarNameRoom), "%" PRId64, n->first + v);
    return room;
}

/* ---- The hash table ---- */

static uint64_t eight(const unsigned char *p) {
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* Up to seven bytes. */
static uint64_t some(const unsigned char *p, size_t length) {
    uint32_t first, last;
    if (length < 4)
        return length == 0 ? 0
                           : p[0] | (uint64_t)p[length / 2] << 8 |
                                 (uint64_t)p[length - 1] << 16;
    memcpy(&first, p, 4);
    memcpy(&last, p + length - 4, 4);
    return first | (uint64_t)last << 32;
}

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint64_t hash_of(const unsigned char *p, size_t length) {
    uint64_t hash = length;
    if (length < 8)
        return mix(mix(hash, some(p, length)), 0);
    for (size_t k = 0; k + 8 < length; k += 8)
        hash = mix(hash, eight(p + k));
    return mix(mix(hash, eight(p + length - 8)), 0);
}

/* The slot of a name, or the free one where it belongs. */
static uint64_t *find_slot(const StarNames *n, const void *text, size_t length,
                           uint64_t hash) {
    const size_t mask = n->slots - 1;
    for (size_t k = hash & mask;; k = (k + 1) & mask) {
        uint64_t *slot = &n->slot[k];
        size_t other;
        if (*slot == 0)
            return slot;
        if ((*slot ^ hash) >> 32 != 0)
            continue;
        const char *name = get(n, (int64_t)(uint32_t)*slot - 1, &other);
        if (other == length && memcmp(name, text, length) == 0)
            return slot;
    }
}

/* Only the upper half of a hash is in its slot: the names are hashed again. */
static StarStatus widen(StarNames *n) {
    uint64_t *fresh = star_mem_alloc(n->mem, 2 * n->slots, sizeof *fresh);
    if (fresh == NULL)
        return STAR_MEMORY;
    star_mem_free(n->mem, n->slot, n->slots, sizeof *fresh);
    n->slot = fresh;
    n->slots *= 2;
    for (int64_t v = 0; v < n->count; v++) {
        size_t length, k;
        const char *name = get(n, v, &length);
        const uint64_t hash = hash_of((const unsigned char *)name, length);
        for (k = hash & (n->slots - 1); fresh[k] != 0;
             k = (k + 1) & (n->slots - 1))
            continue;
        fresh[k] = (hash >> 32 << 32) + (uint64_t)v + 1;
    }
    return STAR_OK;
}

/* ---- Adding ---- */

static bool is_number(const char *text, size_t length) {
    size_t k = 0;
    if (length == 0 || length > MAX_DIGITS || (*text == '0' && length > 1))
        return false;
    while (k < length && text[k] >= '0' && text[k] <= '9')
        k++;
    return k == length;
}

/* Makes room for a name of so many bytes. Twice what is there cannot overflow;
 * the bytes are checked. */
static StarStatus make_room(StarNames *n, size_t length) {
    const size_t used = n->place[n->count], count = (size_t)n->count;
    size_t room = n->room;
    while (room - used < length)
        room *= 2;
    if (room > n->room) {
        char *text = star_mem_move(n->mem, n->text, used, n->room, room, 1);
        if (text == NULL)
            return STAR_MEMORY;
        n->text = text;
        n->room = room;
    }
    if (count + 2 > n->places) {
        size_t *place = star_mem_move(n->mem, n->place, count + 1, n->places,
                                      2 * n->places, sizeof *place);
        if (place == NULL)
            return STAR_MEMORY;
        n->place = place;
        n->places *= 2;
    }
    return count < n->slots / 4 * 3 ? STAR_OK : widen(n);
}

static StarStatus add(StarNames *n, const char *text, size_t length,
                      uint64_t hash, uint32_t *v) {
    if (n->count == INT32_MAX)
        return star_raise(n->mem->error,
                          MSG_MATRIX_TOO_LARGE((int64_t)INT32_MAX));
    STAR_TRY(make_room(n, length));
    memcpy(n->text + n->place[n->count], text, length);
    *v = (uint32_t)n->count;
    n->place[n->count + 1] = n->place[n->count] + length;
    n->count++;
    n->texts |= !is_number(text, length);
    *find_slot(n, text, length, hash) = (hash >> 32 << 32) + (uint64_t)n->count;
    return STAR_OK;
}

StarStatus star_names_put(StarNames *n, const void *text, size_t length,
                          uint32_t *v) {
    const uint64_t hash = hash_of(text, length);
    const uint64_t slot = *find_slot(n, text, length, hash);
    if (slot == 0)
        return add(n, text, length, hash, v);
    *v = (uint32_t)slot - 1;
    return STAR_OK;
}

/* The number plus 1 of the name that may have this hash; 0: none has. */
static uint32_t candidate(const StarNames *n, uint64_t hash) {
    const uint64_t slot = n->slot[hash & (n->slots - 1)];
    return (slot ^ hash) >> 32 == 0 ? (uint32_t)slot : 0;
}

/* The slots, then the places, then the texts come to the caches. */
static void fetch(const StarNames *n, const StarNewName *name, size_t count) {
    uint64_t hash[AT_ONCE];
    for (size_t k = 0; k < count; k++) {
        hash[k] = hash_of(name[k].text, name[k].length);
        __builtin_prefetch(&n->slot[hash[k] & (n->slots - 1)]);
    }
    for (size_t k = 0; k < count; k++)
        __builtin_prefetch(&n->place[candidate(n, hash[k])]);
    for (size_t k = 0; k < count; k++) {
        const uint32_t v = candidate(n, hash[k]);
        if (v > 0)
            __builtin_prefetch(n->text + n->place[v - 1]);
    }
}

StarStatus star_names_put_all(StarNames *n, StarNewName *name, size_t count) {
    for (size_t k = 0; k < count; k++) {
        if (k % AT_ONCE == 0)
            fetch(n, name + k, count - k < AT_ONCE ? count - k : AT_ONCE);
        STAR_TRY(star_names_put(n, name[k].text, name[k].length, &name[k].v));
    }
    return STAR_OK;
}

static int64_t value_of(const char *text, size_t length) {
    int64_t value = 0;
    for (size_t k = 0; k < length; k++)
        value = value * 10 + (text[k] - '0');
    return value;
}

static int64_t find_number(const StarNames *n, const char *text,
                           size_t length) {
    if (!is_number(text, length))
        return -1;
    const int64_t v = value_of(text, length) - n->first;
    return v >= 0 && v < n->count ? v : -1;
}

int64_t star_names_find(const StarNames *n, const void *text, size_t length) {
    if (n->text == NULL)
        return find_number(n, text, length);
    const uint64_t slot = *find_slot(n, text, length, hash_of(text, length));
    return (int64_t)(uint32_t)slot - 1;
}

/* ---- Numbers ---- */

bool star_names_are_numbers(const StarNames *n) {
    return !n->texts;
}

bool star_names_is_number(const StarNames *n, int64_t v) {
    StarNameRoom room;
    size_t length;
    const char *text = star_names_get(n, v, room, &length);
    return is_number(text, length);
}

int64_t star_names_number(const StarNames *n, int64_t v) {
    size_t length;
    if (n->text == NULL)
        return n->first + v;
    const char *text = get(n, v, &length);
    return value_of(text, length);
}

/* ---- Names that are alike ---- */

static unsigned char lower(char c) {
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Name v without zeros in front of another digit. */
static const char *bare(const StarNames *n, int64_t v, size_t *length) {
    const char *text = get(n, v, length);
    for (; *length > 1 && *text == '0' && text[1] >= '0' && text[1] <= '9';
         text++)
        --*length;
    return text;
}

static uint64_t bare_hash(const char *text, size_t length) {
    uint64_t hash = length;
    for (size_t k = 0; k < length; k++)
        hash = hash * 31 + lower(text[k]);
    return mix(hash, 0);
}

static bool is_alike(const StarNames *n, int64_t v, const char *text,
                     size_t length) {
    size_t other, k = 0;
    const char *name = bare(n, v, &other);
    while (other == length && k < length && lower(name[k]) == lower(text[k]))
        k++;
    return other == length && k == length;
}

/* Looks for each name among those before it, by a hash table of their numbers
 * plus 1. */
static void look_for(const StarNames *n, uint32_t *slot, int64_t pair[2]) {
    const size_t mask = n->slots - 1;
    for (int64_t v = 0; v < n->count && pair[0] < 0; v++) {
        size_t length;
        const char *text = bare(n, v, &length);
        size_t k = bare_hash(text, length) & mask;
        for (; slot[k] != 0 && !is_alike(n, slot[k] - 1, text, length);
             k = (k + 1) & mask)
            continue;
        if (slot[k] != 0) {
            pair[0] = slot[k] - 1;
            pair[1] = v;
        }
        slot[k] = (uint32_t)v + 1;
    }
}

StarStatus star_names_alike(const StarNames *n, int64_t pair[2]) {
    pair[0] = pair[1] = -1;
    if (!n->texts || n->text == NULL)
        return STAR_OK;
    uint32_t *slot = star_mem_alloc(n->mem, n->slots, sizeof *slot);
    if (slot == NULL)
        return STAR_MEMORY;
    look_for(n, slot, pair);
    star_mem_free(n->mem, slot, n->slots, sizeof *slot);
    return STAR_OK;
}

/* True of numbers that follow each other in this order. */
static bool follow(const StarNames *n) {
    if (n->text == NULL)
        return true;
    const bool numbers = !n->texts && n->count > 0;
    const int64_t first = numbers ? star_names_number(n, 0) : 0;
    int64_t v = 0;
    while (numbers && v < n->count && star_names_number(n, v) == first + v)
        v++;
    return v == n->count;
}

bool star_names_are_indices(const StarNames *n) {
    return n->count == 0 || (follow(n) && star_names_number(n, 0) == 1);
}

/* Numbers that follow each other need no texts. */
static void shorten(StarNames *n) {
    if (n->text == NULL || !follow(n))
        return;
    n->first = n->count > 0 ? star_names_number(n, 0) : 1;
    free_texts(n);
}

typedef struct Numbered {
    int64_t number, v;
} Numbered;

static int compare(const void *a, const void *b) {
    const int64_t x = ((const Numbered *)a)->number;
    const int64_t y = ((const Numbered *)b)->number;
    return (x > y) - (x < y);
}

/* The same names in another order. */
static StarStatus rearrange(StarNames **names, const Numbered *order,
                            uint32_t *place) {
    StarNames *old = *names, *fresh = star_names_new(old->mem, old->path);
    StarStatus status = fresh != NULL ? STAR_OK : STAR_MEMORY;
    for (int64_t k = 0; k < old->count && status == STAR_OK; k++) {
        size_t length;
        const char *text = get(old, order[k].v, &length);
        status = star_names_put(fresh, text, length, &place[order[k].v]);
    }
    star_names_free(status == STAR_OK ? old : fresh);
    if (status == STAR_OK)
        *names = fresh;
    return status;
}

StarStatus star_names_sort(StarNames **names, uint32_t *place) {
    const StarNames *n = *names;
    bool ascending = true;
    const size_t count = (size_t)n->count;
    Numbered *order = star_mem_alloc_raw(n->mem, count, sizeof *order);
    if (order == NULL)
        return STAR_MEMORY;
    for (int64_t v = 0; v < n->count; v++) {
        order[v] = (Numbered){star_names_number(n, v), v};
        ascending &= v == 0 || order[v].number > order[v - 1].number;
        place[v] = (uint32_t)v;
    }
    StarMem *mem = n->mem;
    StarStatus status = STAR_OK;
    if (!ascending) {
        qsort(order, count, sizeof *order, compare);
        status = rearrange(names, order, place);
    }
    star_mem_free(mem, order, count, sizeof *order);
    return status;
}

/* ---- Those of a run ---- */

static bool find_places(const StarNames *in, const StarNames *n,
                        uint32_t *place) {
    for (int64_t v = 0; v < n->count; v++) {
        size_t length;
        const char *text = get(n, v, &length);
        const int64_t at = star_names_find(in, text, length);
        if (at < 0)
            return false;
        place[v] = (uint32_t)at;
    }
    return true;
}

/* The same names, those with texts in any order. */
static bool are_same(const StarNames *in, const StarNames *n, uint32_t *place) {
    if (in->count != n->count || (in->text == NULL) != (n->text == NULL))
        return false;
    return n->text == NULL ? in->first == n->first : find_places(in, n, place);
}

bool star_names_keep(StarNames **all, StarNames **names, uint32_t *place) {
    shorten(*names);
    for (StarNames *k = *all; k != NULL; k = k->next)
        if (are_same(k, *names, place)) {
            star_names_free(*names);
            *names = k;
            return true;
        }
    (*names)->next = *all;
    *all = *names;
    return false;
}

void star_names_drop(StarNames **all) {
    StarNames *last = *all;
    *all = last->next;
    star_names_free(last);
}

void star_names_free_all(StarNames *all) {
    while (all != NULL) {
        StarNames *next = all->next;
        star_names_free(all);
        all = next;
    }
}
