/* SPDX-License-Identifier: MIT */
#include "memory/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "memory/map.h"
#include "memory/spares.h"

/* One cache line: what vector kernels like, from this size on. */
enum { LINE = 64 };

/* Asks for large pages for a large block. It stays where it is: blocks at
 * multiples of a large page would share lines of the caches. A rank, which has
 * pieces of blocks, would get the whole with them: see star_mem_enlarge. */
static void advise(const StarMem *mem, void *block, size_t bytes) {
#ifdef MADV_HUGEPAGE
    enum { PAGE = 4096, LARGE = 4 << 20 };
    const size_t skip = -(uintptr_t)block % PAGE;
    if (bytes >= LARGE)
        madvise((char *)block + skip, bytes - skip,
                mem->ranks == NULL ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#else
    (void)mem;
    (void)block;
    (void)bytes;
#endif
}

void star_mem_enlarge(void *from, size_t bytes) {
#ifdef MADV_HUGEPAGE
    enum { LARGE = 2 << 20, LEAST = 16 << 20 };
    const size_t skip = -(uintptr_t)from % LARGE;
    if (bytes >= LEAST)
        madvise((char *)from + skip, (bytes - skip) / LARGE * LARGE,
                MADV_HUGEPAGE);
#else
    (void)from;
    (void)bytes;
#endif
}

void star_mem_init(StarMem *mem, StarError *error, size_t limit) {
    *mem = (StarMem){.error = error, .limit = limit};
}

StarMem star_mem_beside(const StarMem *mem, StarError *error) {
    return (StarMem){
        .error = error, .allocator = mem->allocator, .limit = SIZE_MAX};
}

static bool is_to_fail(const StarMem *mem) {
    return mem->fail_on ? mem->count >= mem->fail_at
                        : mem->count == mem->fail_at;
}

static bool has_room(const StarMem *mem, size_t bytes) {
    size_t total;
    return star_size_add(mem->used, bytes, &total) && total <= mem->limit;
}

/* Accounts for bytes more; false if they are refused. What is kept for the next
 * object gives way to them. */
static bool charge(StarMem *mem, size_t bytes) {
    mem->count++;
    if (is_to_fail(mem))
        return false;
    if (!has_room(mem, bytes)) {
        star_spares_end(mem);
        if (!has_room(mem, bytes))
            return false;
    }
    mem->used += bytes;
    if (mem->used > mem->peak)
        mem->peak = mem->used;
    return true;
}

static void *refuse(StarMem *mem, size_t count, size_t size) {
    star_raise(mem->error,
               MSG_MEMORY_LIMIT(count, size, mem->used, mem->limit));
    return NULL;
}

StarStatus star_quota_refuse(StarError *error, const StarQuota *q) {
    return star_raise(error, MSG_OUTPUT_LIMIT(q->most, q->where));
}

bool star_mem_take(StarMem *mem, size_t bytes) {
    const bool taken = charge(mem, bytes);
    if (!taken)
        refuse(mem, bytes, 1);
    return taken;
}

void star_mem_give(StarMem *mem, size_t bytes) {
    mem->used -= bytes;
}

/* No block is empty. */
static size_t at_least_one(size_t bytes) {
    return bytes > 0 ? bytes : 1;
}

/* From here on a block is pages of its own, which the kernel makes 0 when they
 * are first touched, by whichever thread. The library would do as much for such
 * a block, but not say that it is 0. Debug builds ask it, for sanitizers know
 * its blocks. */
bool star_mem_is_pages(const StarMem *mem, size_t bytes) {
#if defined NDEBUG && defined __linux__
    enum { MAPPED = 32 << 20 };
    return mem->allocator == NULL && bytes >= MAPPED;
#else
    (void)mem;
    (void)bytes;
    return false;
#endif
}

/* The system need not have memory for all of a block where ranks have pieces.
 */
static void *map(const StarMem *mem, size_t bytes) {
    const int reserve = mem->ranks == NULL ? 0 : MAP_NORESERVE;
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | reserve, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
    advise(mem, block, bytes);
    return block;
}

void *star_mem_reserve(const StarMem *mem, size_t bytes) {
    return star_mem_is_pages(mem, bytes) ? map(mem, bytes) : NULL;
}

bool star_mem_vacate(StarMem *mem, void *block, size_t bytes) {
#ifdef __linux__
    if (!star_mem_is_pages(mem, bytes) || !star_map_clear(mem, block) ||
        madvise(block, bytes, MADV_DONTNEED) != 0)
        return false;
    mem->used -= bytes;
    return true;
#else
    (void)mem, (void)block, (void)bytes;
    return false;
#endif
}

void star_mem_taken(StarMem *mem, size_t bytes) {
    mem->used += bytes;
}

/* A block that begins a line, behind the address of what malloc gave. Where
 * posix_memalign of C libraries in use gives a block back, it does not take it
 * for one of the same size, so that a session's memory grew to the tenfold of
 * what was in use. Debug builds ask it, for sanitizers know its blocks. */
static void *line_from_library(size_t bytes) {
#ifdef NDEBUG
    size_t room;
    char *block = star_size_add(bytes, LINE, &room) ? malloc(room) : NULL;
    if (block == NULL)
        return NULL;
    char *line = block + LINE - (uintptr_t)block % LINE;
    memcpy(line - sizeof block, &block, sizeof block);
    return line;
#else
    void *line;
    return posix_memalign(&line, LINE, bytes) == 0 ? line : NULL;
#endif
}

static void *from_library(const StarMem *mem, size_t bytes) {
    if (bytes < LINE)
        return malloc(bytes);
    void *block = line_from_library(bytes);
    if (block != NULL)
        advise(mem, block, bytes);
    return block;
}

static void to_library(void *block, size_t bytes) {
#ifdef NDEBUG
    if (bytes >= LINE)
        memcpy(&block, (char *)block - sizeof block, sizeof block);
#else
    (void)bytes;
#endif
    free(block);
}

void *star_mem_alloc_raw(StarMem *mem, size_t count, size_t size) {
    const StarAllocator *from = mem->allocator;
    size_t bytes;
    void *block;
    if (!star_size_mul(count, size, &bytes) || !charge(mem, bytes))
        return refuse(mem, count, size);
    block = star_mem_is_pages(mem, bytes) ? map(mem, bytes)
            : from == NULL ? from_library(mem, at_least_one(bytes))
                           : from->allocate(from->context, at_least_one(bytes));
    if (block == NULL) {
        mem->used -= bytes;
        return refuse(mem, count, size);
    }
    return block;
}

/* Bytes between two checks of star_stopped. */
enum { PIECE = 1 << 22 };

void *star_mem_alloc(StarMem *mem, size_t count, size_t size) {
    char *block = star_mem_alloc_raw(mem, count, size);
    if (block == NULL)
        return NULL;
    const bool zero = star_mem_is_pages(mem, count * size);
    for (size_t at = 0, left = zero ? 0 : count * size; left > 0;) {
        const size_t bytes = left < PIECE ? left : PIECE;
        memset(block + at, 0, bytes);
        at += bytes;
        left -= bytes;
        if (left > 0 && star_stopped(mem) != STAR_OK) {
            star_mem_free(mem, block, count, size);
            return refuse(mem, count, size);
        }
    }
    return block;
}

StarStatus star_mem_copy(const StarMem *mem, void *to, const void *from,
                         size_t bytes) {
    for (size_t at = 0, some; at < bytes; at += some) {
        some = bytes - at < PIECE ? bytes - at : PIECE;
        memmove((char *)to + at, (const char *)from + at, some);
        if (bytes > PIECE)
            STAR_TRY(star_stopped(mem));
    }
    return STAR_OK;
}

void *star_mem_room(StarMem *mem, void *block, size_t *have, size_t count,
                    size_t size) {
    if (count <= *have)
        return block;
    star_mem_free(mem, block, *have, size);
    *have = 0;
    block = star_mem_alloc_raw(mem, count, size);
    if (block != NULL)
        *have = count;
    return block;
}

void *star_mem_move(StarMem *mem, void *block, size_t used, size_t count,
                    size_t more, size_t size) {
    void *moved = star_mem_alloc_raw(mem, more, size);
    if (moved == NULL)
        return NULL;
    if (star_mem_copy(mem, moved, block, used * size) != STAR_OK) {
        star_mem_free(mem, moved, more, size);
        return refuse(mem, more, size);
    }
    star_mem_free(mem, block, count, size);
    return moved;
}

void star_mem_free(StarMem *mem, void *block, size_t count, size_t size) {
    if (block == NULL)
        return;
    const StarAllocator *from = mem->allocator;
    mem->used -= count * size;
    if (star_mem_is_pages(mem, count * size)) {
        munmap(block, count * size);
        star_map_forget(mem, block);
    } else if (from == NULL)
        to_library(block, count * size);
    else
        from->release(from->context, block, at_least_one(count * size));
}
