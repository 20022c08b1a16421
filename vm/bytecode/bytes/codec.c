/* SPDX-License-Identifier: MIT */
#include "bytecode/bytes/codec.h"

#include <string.h>

/* At first there is room for so many bytes, and for numbers of so many shared
 * items. */
enum { BYTES = 1 << 12, PLACES = 64 };

static _Noreturn void jump(const Codec *c) {
    longjmp(*c->arena->exhausted, 1);
}

void codec_refuse(const Codec *c, const char *what) {
    star_raise(c->arena->mem->error, MSG_STORED_BYTE(c->at, what));
    jump(c);
}

/* ---- Numbers ---- */

/* Makes room to write so many bytes more. */
static void grow(Codec *c, size_t bytes) {
    size_t needed = SIZE_MAX, more = SIZE_MAX;
    star_size_add(c->at, bytes, &needed);
    if (!star_size_mul(c->size, 2, &more) || more < needed)
        more = needed < BYTES ? BYTES : needed;
    uint8_t *byte = star_mem_move(c->mem, c->byte, c->at, c->size, more, 1);
    if (byte == NULL)
        jump(c);
    c->byte = byte;
    c->size = more;
}

/* Where the next so many bytes are, or shall be. */
static uint8_t *next(Codec *c, size_t bytes) {
    if (bytes > c->size - c->at) {
        if (c->reads)
            codec_refuse(c, "more is expected than there is");
        grow(c, bytes);
    }
    c->at += bytes;
    return c->byte + c->at - bytes;
}

uint64_t codec_number(Codec *c, uint64_t number, unsigned bytes) {
    uint8_t *at = next(c, bytes);
    if (!c->reads) {
        for (unsigned k = 0; k < bytes; k++)
            at[k] = (uint8_t)(number >> 8 * k);
        return number;
    }
    number = 0;
    for (unsigned k = 0; k < bytes; k++)
        number |= (uint64_t)at[k] << 8 * k;
    return number;
}

void codec_kind(Codec *c, uint8_t *kind, unsigned most) {
    codec_u8(c, kind);
    codec_check(c, *kind <= most, "there is no such kind");
}

void codec_flag(Codec *c, bool *x) {
    uint8_t byte = *x;
    codec_kind(c, &byte, 1);
    *x = byte;
}

/* ---- Lists ---- */

void *codec_room(Codec *c, size_t count, size_t size, size_t least) {
    if (!c->reads)
        return NULL;
    codec_check(c, count <= (c->size - c->at) / least,
                "a list is longer than what is left");
    return arena_alloc(c->arena, count, size);
}

void codec_bytes(Codec *c, const void **bytes, size_t count) {
    void *made = codec_room(c, count, 1, 1);
    uint8_t *at = next(c, count);
    if (made == NULL && count > 0)
        memcpy(at, *bytes, count);
    if (made == NULL)
        return;
    memcpy(made, at, count);
    *bytes = made;
}

/* ---- What is shared ---- */

/* Where the number of an item is, or shall be. */
static uint32_t *place_of(const CodecShared *s, const void *item) {
    const uint64_t key = (uintptr_t)item * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t k = (uint32_t)(key >> 32) & (s->places - 1);
    while (s->place[k] != 0 && s->item[s->place[k] - 1] != item)
        k = (k + 1) & (s->places - 1);
    return &s->place[k];
}

static void grow_places(Codec *c, CodecShared *s) {
    s->places = s->places > 0 ? 2 * s->places : PLACES;
    s->place = arena_alloc(c->arena, s->places, sizeof *s->place);
    for (uint32_t k = 0; k < s->count; k++)
        *place_of(s, s->item[k]) = k + 1;
}

static void add(Codec *c, CodecShared *s, const void *item) {
    s->item =
        arena_grow(c->arena, s->item, s->count, &s->room, sizeof *s->item);
    s->item[s->count++] = item;
}

static bool write_number(Codec *c, CodecShared *s, const void *item) {
    uint32_t *number;
    if (item == NULL)
        return codec_number(c, 0, 4) != 0;
    if (2 * (s->count + 1) > s->places)
        grow_places(c, s);
    number = place_of(s, item);
    const bool first = *number == 0;
    if (first) {
        add(c, s, item);
        *number = s->count;
    }
    codec_u32(c, number);
    return first;
}

bool codec_share(Codec *c, CodecShared *s, const void **item) {
    if (!c->reads)
        return write_number(c, s, *item);
    const uint64_t number = codec_number(c, 0, 4);
    codec_check(c, number <= (uint64_t)s->count + 1,
                "a number stands before what it is of");
    if (number > s->count)
        add(c, s, NULL);
    else
        *item = number > 0 ? s->item[number - 1] : NULL;
    return number > 0 && s->item[number - 1] == NULL;
}

void codec_text(Codec *c, const char **text) {
    const void *item = *text;
    const bool first = codec_share(c, &c->texts, &item);
    if (first && !c->reads) {
        uint32_t length = (uint32_t)strlen(*text);
        codec_u32(c, &length);
        codec_bytes(c, &item, length);
    } else if (first) {
        const size_t length = codec_number(c, 0, 4);
        codec_check(c, length <= c->size - c->at,
                    "a text is longer than what is left");
        const char *at = (const char *)next(c, length);
        codec_check(c, memchr(at, '\0', length) == NULL, "a NUL in a text");
        c->texts.item[c->texts.count - 1] = item =
            arena_text(c->arena, at, length);
    }
    *text = item;
}

/* A list of names that was read. */
typedef struct Names {
    size_t count;
    const char *name[];
} Names;

size_t codec_names_count(const char *const *names) {
    const char *begin = (const char *)names - offsetof(Names, name);
    return ((const Names *)(const void *)begin)->count;
}

static const char *const *read_names(Codec *c, uint32_t count) {
    size_t bytes = 0;
    codec_check(c, count <= (c->size - c->at) / 4,
                "a list is longer than what is left");
    if (!star_size_mul((size_t)count + 1, sizeof(char *), &bytes) ||
        !star_size_add(bytes, sizeof(Names), &bytes))
        bytes = SIZE_MAX;
    Names *names = arena_alloc(c->arena, bytes, 1);
    names->count = count;
    for (uint32_t k = 0; k < count; k++) {
        codec_text(c, &names->name[k]);
        codec_check(c, names->name[k] != NULL, "a name is missing");
    }
    return names->name;
}

void codec_names(Codec *c, const char *const **names) {
    const void *item = *names;
    uint32_t count = 0;
    if (!codec_share(c, &c->names, &item)) {
        *names = item;
        return;
    }
    while (!c->reads && (*names)[count] != NULL)
        count++;
    codec_u32(c, &count);
    if (c->reads)
        c->names.item[c->names.count - 1] = *names = read_names(c, count);
    for (uint32_t k = 0; k < count && !c->reads; k++) {
        const char *name = (*names)[k];
        codec_text(c, &name);
    }
}

void codec_span(Codec *c, StarSpan *span) {
    codec_u32(c, &span->file);
    codec_u32(c, &span->start);
    codec_u32(c, &span->end);
    codec_check(c,
                span->file < c->sources->count && span->start <= span->end &&
                    span->end <= c->sources->file[span->file].length,
                "a place lies outside the sources");
}
