/* SPDX-License-Identifier: MIT */
/* Memory that is freed all at once. Running out does not return: it jumps
 * to where the arena's user said. */
#ifndef STAR_ARENA_H
#define STAR_ARENA_H

#include <setjmp.h>

#include "memory/mem.h"

typedef struct Arena {
    StarMem *mem;
    struct ArenaBlock *block; /* the newest of a list */
    size_t used;              /* bytes of the newest */
    jmp_buf *exhausted;
} Arena;

/* Zeroed memory for count objects of size bytes, aligned for any. */
void *arena_alloc(Arena *arena, size_t count, size_t size);

/* The same of any contents: what is never used is never touched. */
void *arena_alloc_raw(Arena *arena, size_t count, size_t size);

/* A NUL-terminated copy of a text. */
char *arena_text(Arena *arena, const char *text, size_t length);

/* The formatted text. */
char *arena_printf(Arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An array that grows: makes room for one more of `size` bytes. */
void *arena_grow(Arena *arena, void *array, uint32_t count, uint32_t *capacity,
                 size_t size);

/* Frees all that was allocated. */
void arena_free(Arena *arena);

/* A position of an arena. A return to it frees all that was allocated since. */
typedef struct ArenaMark {
    struct ArenaBlock *block;
    size_t used;
} ArenaMark;

/* The place up to which memory is in use now, and the way back to it, which
 * frees what was allocated since. Marks are released in the opposite order. */
ArenaMark arena_mark(const Arena *arena);
void arena_release(Arena *arena, ArenaMark mark);

#endif
