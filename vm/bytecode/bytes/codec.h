/* SPDX-License-Identifier: MIT */
/* Numbers and lists in bytes, in both directions: one function for each struct
 * says what its fields are, and writes them or reads them. Numbers are little-
 * endian and as wide as their type.
 *
 * An error in the bytes, and a lack of memory, is raised and then jumps to
 * where the arena says. Each index, count and enumeration that was read is in
 * range, and nothing is allocated that the bytes which are left cannot fill. */
#ifndef STAR_CODEC_H
#define STAR_CODEC_H

#include "bytecode/program.h"

/* Objects to which several pointers may lead. Each is written where it is met
 * first, and by its number, from 1, after that; 0 is NULL. */
typedef struct CodecShared {
    const void **item; /* the one with number k is item[k - 1] */
    uint32_t count, room;
    uint32_t *place; /* writing: numbers, by a hash of the address */
    uint32_t places; /* a power of 2, or 0 */
} CodecShared;

typedef struct Codec {
    bool reads;
    uint8_t *byte; /* from `at` on to be read, up to it written */
    size_t at, size;
    StarMem *mem; /* of the bytes that are written */
    Arena *arena; /* of what is read; writing: of numbers of what is shared */
    const StarSources *sources; /* of the spans */
    CodecShared texts, names, types, layouts;
} Codec;

/* Raises STAR_BADPROGRAM: `what` is wrong before the current place. Does not
 * return. */
_Noreturn void codec_refuse(const Codec *c, const char *what);

/* Refuses what was read if it is not as it should be. */
static inline void codec_check(const Codec *c, bool good, const char *what) {
    if (c->reads && !good)
        codec_refuse(c, what);
}

/* The number of so many bytes that is written, or read in its place. */
uint64_t codec_number(Codec *c, uint64_t number, unsigned bytes);

/* The same for a variable. */
static inline void codec_u8(Codec *c, uint8_t *x) {
    *x = (uint8_t)codec_number(c, *x, 1);
}
static inline void codec_u16(Codec *c, uint16_t *x) {
    *x = (uint16_t)codec_number(c, *x, 2);
}
static inline void codec_u32(Codec *c, uint32_t *x) {
    *x = (uint32_t)codec_number(c, *x, 4);
}
static inline void codec_i64(Codec *c, int64_t *x) {
    *x = (int64_t)codec_number(c, (uint64_t)*x, 8);
}
void codec_flag(Codec *c, bool *x);

/* A member of an enumeration, `most` the last one. */
void codec_kind(Codec *c, uint8_t *kind, unsigned most);

/* Reading: zeroed memory for a list whose items have `least` bytes or more
 * each. Writing: NULL. */
void *codec_room(Codec *c, size_t count, size_t size, size_t least);

/* Bytes as they are, `count` of them from *bytes on; reading: new ones. */
void codec_bytes(Codec *c, const void **bytes, size_t count);

/* Each item of a list of TYPE by a function (Codec *, TYPE *). */
#define CODEC_EACH(c, TYPE, list, count, least, fields)          \
    do {                                                         \
        TYPE *made_ = codec_room(c, count, sizeof(TYPE), least); \
        for (size_t k_ = 0; k_ < (size_t)(count); k_++) {        \
            TYPE item_ = made_ ? (TYPE){0} : (list)[k_];         \
            fields(c, &item_);                                   \
            if (made_)                                           \
                made_[k_] = item_;                               \
        }                                                        \
        if (made_)                                               \
            (list) = made_;                                      \
    } while (0)

/* A text that ends with a NUL, or NULL; a list of such that ends with NULL, or
 * NULL, and how many there are in one that was read. */
void codec_text(Codec *c, const char **text);
void codec_names(Codec *c, const char *const **names);
size_t codec_names_count(const char *const *names);

/* A place in the sources. */
void codec_span(Codec *c, StarSpan *span);

/* The number of what is shared, NULL or not; whether it is met here first. Then
 * reading has a number for it, and the caller the item: it is last. */
bool codec_share(Codec *c, CodecShared *s, const void **item);

/* codec_types.c: the list of the program's layouts, those of fields before
 * those of the records around them; one of them, or NULL; a type, or NULL; the
 * types themselves, behind all that leads to one. */
void codec_layouts(Codec *c, StarProgram *p);
void codec_layout(Codec *c, const StarLayout **layout);
void codec_type(Codec *c, const StarType **type);
void codec_types(Codec *c);

/* True if a cell of this kind may hold a value of the type, of which
 * codec_types was called. */
bool codec_cell_fits(uint8_t kind, const StarType *type);

#endif
