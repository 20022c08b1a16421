/* SPDX-License-Identifier: MIT */
#include "debug/snapshot_arena.h"

#ifdef __EMSCRIPTEN__
#include <stdlib.h>
#else
#include <sys/mman.h>
#endif

/* Blocks have 16, 32, 48, 64, 128, 192 or 256 bytes, and then four sizes
 * for each doubling. Those that were put back wait in a list of their size. */
enum { FINE = 16, LINE = 64, CLASSES = 256 };

typedef struct Block {
    struct Block *next;
} Block;

struct SnapshotArena {
    size_t size; /* reserved */
    size_t used; /* from the beginning on, this struct included */
    Block *free[CLASSES];
};

#ifdef __EMSCRIPTEN__
/* WebAssembly has no addresses without memory, but does not touch this. */
static SnapshotArena *reserve(size_t size) {
    return aligned_alloc(STAR_PAGE, size);
}

static void unreserve(SnapshotArena *r) {
    free(r);
}

enum { SHIFT = 28 };
#else
static SnapshotArena *reserve(size_t size) {
    SnapshotArena *r = mmap(NULL, size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return r == MAP_FAILED ? NULL : r;
}

static void unreserve(SnapshotArena *r) {
    munmap(r, r->size);
}

enum { SHIFT = 40 };
#endif

/* The most of 2^SHIFT bytes that there is, at least 2^26. */
SnapshotArena *snapshot_arena_new(void) {
    for (int shift = SHIFT; shift >= 26; shift--) {
        const size_t size = (size_t)1 << shift;
        SnapshotArena *r = reserve(size);
        if (r != NULL) {
            *r = (SnapshotArena){.size = size};
            r->used = (sizeof *r + LINE - 1) / LINE * LINE;
            return r;
        }
    }
    return NULL;
}

void snapshot_arena_free(SnapshotArena *r) {
    if (r != NULL)
        unreserve(r);
}

/* The size of a block for so many bytes, rounded up; its class. */
static unsigned round_up(size_t *bytes) {
    const size_t lines = (*bytes + LINE - 1) / LINE;
    unsigned shift;
    if (*bytes < LINE - FINE + 1) {
        *bytes = (*bytes + FINE - 1) / FINE * FINE;
        return (unsigned)(*bytes / FINE) - 1;
    }
    if (lines <= 4) {
        *bytes = lines * LINE;
        return 2 + (unsigned)lines;
    }
    shift = 61 - (unsigned)__builtin_clzll(lines - 1);
    const size_t quarters = ((lines - 1) >> shift) + 1; /* 5 to 8 */
    *bytes = (quarters << shift) * LINE;
    return 7 + 4 * shift + (unsigned)quarters - 5;
}

void *snapshot_arena_take(void *region, size_t bytes) {
    SnapshotArena *r = region;
    if (bytes > r->size)
        return NULL;
    const unsigned class = round_up(&bytes);
    Block *block = r->free[class];
    if (block != NULL) {
        r->free[class] = block->next;
        return block;
    }
    const size_t at =
        bytes < LINE ? r->used : (r->used + LINE - 1) / LINE * LINE;
    if (bytes > r->size - at)
        return NULL;
    r->used = at + bytes;
    return (char *)r + at;
}

void snapshot_arena_put(void *region, void *given, size_t bytes) {
    SnapshotArena *r = region;
    Block *block = given;
    const unsigned class = round_up(&bytes);
    block->next = r->free[class];
    r->free[class] = block;
}

size_t snapshot_arena_used(const SnapshotArena *r) {
    return (r->used + STAR_PAGE - 1) / STAR_PAGE * STAR_PAGE;
}
