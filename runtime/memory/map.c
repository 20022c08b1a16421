/* SPDX-License-Identifier: MIT */
/* For mremap. */
#define _GNU_SOURCE
#include "memory/map.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* PIECE: what detaching needs beyond the block at a time; the system has some
 * ten thousand pieces of memory for a process. */
enum { PAGE = 4096, PIECE = 64 << 20 };

enum { MAY = PROT_READ | PROT_WRITE, OWN = MAP_PRIVATE | MAP_ANONYMOUS };

typedef struct StarMap StarMap;

struct StarMap {
    StarMap *next;
    char *block;
    size_t bytes; /* whole pages */
    dev_t device;
    ino_t inode;
    char path[]; /* ends with a 0 */
};

static size_t size_of(const char *path) {
    return sizeof(StarMap) + strlen(path) + 1;
}

/* A map is not the program's memory. */
static StarMap *new_map(StarMem *mem, const char *path) {
    StarError unused;
    StarMem own = star_mem_beside(mem, &unused);
    StarMap *m = star_mem_alloc(&own, 1, size_of(path));
    if (m != NULL)
        memcpy(m->path, path, strlen(path) + 1);
    return m;
}

static void free_map(StarMem *mem, StarMap *m) {
    StarMem own = star_mem_beside(mem, NULL);
    star_mem_free(&own, m, 1, size_of(m->path));
}

/* Any thread's handler may look at the list, between its changes: it has no
 * half of a map. */
static void link_to(StarMap **at, StarMap *m) {
    __atomic_store_n(at, m, __ATOMIC_SEQ_CST);
}

static void drop(StarMem *mem, StarMap **at) {
    StarMap *m = *at;
    link_to(at, m->next);
    free_map(mem, m);
}

/* Where the list has the map of a block, or its end. */
static StarMap **find(StarMem *mem, const void *block) {
    StarMap **at = &mem->map;
    while (*at != NULL && (*at)->block != block)
        at = &(*at)->next;
    return at;
}

size_t star_map_file(StarMem *mem, void *block, size_t bytes, int file,
                     int64_t offset, const char *path) {
    const size_t whole = bytes - bytes % PAGE;
    struct stat found;
    if (!mem->maps || !star_mem_is_pages(mem, bytes) ||
        fstat(file, &found) != 0 || !S_ISREG(found.st_mode) ||
        found.st_size < offset || (uint64_t)(found.st_size - offset) < bytes)
        return 0;
    StarMap *m = new_map(mem, path);
    if (m == NULL)
        return 0;
    m->next = mem->map;
    m->block = block;
    m->bytes = whole;
    m->device = found.st_dev;
    m->inode = found.st_ino;
    link_to(&mem->map, m);
    if (mmap(block, whole, MAY, MAP_PRIVATE | MAP_FIXED, file, offset) !=
        MAP_FAILED)
        return whole;
    mmap(block, whole, MAY, OWN | MAP_FIXED, -1, 0);
    drop(mem, &mem->map);
    return 0;
}

void star_map_expect(void *from, size_t bytes) {
    madvise(from, bytes, MADV_WILLNEED);
}

bool star_map_fetch(void *from, size_t bytes) {
#ifdef MADV_POPULATE_READ
    while (madvise(from, bytes, MADV_POPULATE_READ) != 0)
        if (errno != EINTR)
            return errno == EINVAL || errno == ENOSYS;
#else
    (void)from, (void)bytes;
#endif
    return true;
}

/* Puts memory with the same contents in the place of some pages, at once: a
 * thread that reads them sees no others. */
static int copy_pages(char *from, size_t bytes) {
#ifdef __linux__
    char *copy = mmap(NULL, bytes, MAY, OWN, -1, 0);
    if (copy == MAP_FAILED)
        return ENOMEM;
    memcpy(copy, from, bytes);
    if (mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, from) !=
        MAP_FAILED)
        return 0;
    munmap(copy, bytes);
#else
    (void)from, (void)bytes;
#endif
    return ENOMEM;
}

static int copy_block(const StarMem *mem, const StarMap *m) {
    for (size_t at = 0; at < m->bytes; at += PIECE) {
        const size_t left = m->bytes - at;
        const int fault =
            star_stopped(mem) != STAR_OK
                ? EINTR
                : copy_pages(m->block + at, left < PIECE ? left : PIECE);
        if (fault != 0)
            return fault;
    }
    return 0;
}

int star_map_detach(StarMem *mem, const struct stat *file) {
    for (StarMap **at = &mem->map; *at != NULL;) {
        const StarMap *m = *at;
        if (m->device != file->st_dev || m->inode != file->st_ino) {
            at = &(*at)->next;
            continue;
        }
        const int fault = copy_block(mem, m);
        if (fault != 0)
            return fault;
        drop(mem, at);
    }
    return 0;
}

bool star_map_clear(StarMem *mem, void *block) {
    const StarMap *m = *find(mem, block);
    if (m != NULL &&
        mmap(block, m->bytes, MAY, OWN | MAP_FIXED, -1, 0) == MAP_FAILED)
        return false;
    star_map_forget(mem, block);
    return true;
}

void star_map_forget(StarMem *mem, const void *block) {
    StarMap **at = find(mem, block);
    if (*at != NULL)
        drop(mem, at);
}

const char *star_map_at(const StarMem *mem, const void *address) {
    const uintptr_t place = (uintptr_t)address;
    const StarMap *m = __atomic_load_n(&mem->map, __ATOMIC_SEQ_CST);
    while (m != NULL && place - (uintptr_t)m->block >= m->bytes)
        m = __atomic_load_n(&m->next, __ATOMIC_SEQ_CST);
    return m != NULL ? m->path : NULL;
}
