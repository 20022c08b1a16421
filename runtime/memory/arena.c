/* SPDX-License-Identifier: MIT */
#include "memory/arena.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct ArenaBlock {
    struct ArenaBlock *next;
    size_t size;
    _Alignas(max_align_t) char data[];
} ArenaBlock;

enum { BLOCK = 16000, ALIGN = _Alignof(max_align_t) };

void *arena_alloc_raw(Arena *a, size_t count, size_t size) {
    size_t bytes, whole;
    if (!star_size_mul(count, size, &bytes) ||
        !star_size_add(bytes, ALIGN + sizeof(ArenaBlock), &whole))
        longjmp(*a->exhausted, 1);
    bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    if (a->block == NULL || a->block->size - a->used < bytes) {
        size_t room = bytes > BLOCK ? bytes : BLOCK;
        ArenaBlock *b = star_mem_alloc_raw(a->mem, sizeof *b + room, 1);
        if (b == NULL)
            longjmp(*a->exhausted, 1);
        b->next = a->block;
        b->size = room;
        a->block = b;
        a->used = 0;
    }
    void *p = a->block->data + a->used;
    a->used += bytes;
    return p;
}

void *arena_alloc(Arena *a, size_t count, size_t size) {
    void *p = arena_alloc_raw(a, count, size);
    return memset(p, 0, count * size);
}

char *arena_text(Arena *a, const char *text, size_t length) {
    char *copy = arena_alloc_raw(a, length + 1, 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *arena_printf(Arena *a, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    char *text = arena_alloc(a, (size_t)n + 1, 1);
    vsnprintf(text, (size_t)n + 1, format, again);
    va_end(args);
    va_end(again);
    return text;
}

void *arena_grow(Arena *a, void *array, uint32_t count, uint32_t *capacity,
                 size_t size) {
    if (count < *capacity)
        return array;
    uint32_t more = *capacity ? 2 * *capacity : 8;
    char *grown = arena_alloc_raw(a, more, size);
    const size_t old = count * size;
    if (old > 0)
        memcpy(grown, array, old);
    memset(grown + old, 0, more * size - old);
    *capacity = more;
    return grown;
}

static void free_newest(Arena *a) {
    ArenaBlock *b = a->block;
    a->block = b->next;
    star_mem_free(a->mem, b, sizeof *b + b->size, 1);
}

void arena_free(Arena *a) {
    while (a->block != NULL)
        free_newest(a);
}

ArenaMark arena_mark(const Arena *a) {
    return (ArenaMark){a->block, a->used};
}

void arena_release(Arena *a, ArenaMark mark) {
    while (a->block != mark.block)
        free_newest(a);
    a->used = mark.used;
}
