/* SPDX-License-Identifier: MIT */
#include "io/gzip.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* zlib may not change what it compresses. */
#define ZLIB_CONST
#include <zlib.h>

#include "io/open.h"

enum {
    GZIP_ONLY = 16 + MAX_WBITS, /* no other wrapping of compressed data */
    MAGIC = 0x1f
};

struct StarGunzip {
    StarMem *mem;
    z_stream z;
    int fd;
    bool inside; /* compressed data that have not ended */
    unsigned char in[STAR_GZIP_BUFFER];
};

struct StarGzip {
    StarMem *mem;
    z_stream z;
    unsigned char out[STAR_GZIP_BUFFER];
};

/* zlib's memory, pieces of some 100 KB at most, counts too. Each block begins
 * with its size. */
enum { HEAD = 64 };

static void *allocate(void *mem, unsigned count, unsigned size) {
    const size_t bytes = (size_t)count * size + HEAD;
    char *block = star_mem_alloc_raw(mem, bytes, 1);
    if (block == NULL)
        return NULL;
    memcpy(block, &bytes, sizeof bytes);
    return block + HEAD;
}

static void release(void *mem, void *address) {
    char *block = (char *)address - HEAD;
    size_t bytes;
    memcpy(&bytes, block, sizeof bytes);
    star_mem_free(mem, block, bytes, 1);
}

/* ---- Reading ---- */

StarGunzip *star_gunzip_new(StarMem *mem, int fd, const unsigned char *bytes,
                            size_t size) {
    StarGunzip *g = star_mem_alloc(mem, 1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->mem = mem;
    g->fd = fd;
    g->z.zalloc = allocate;
    g->z.zfree = release;
    g->z.opaque = mem;
    memcpy(g->in, bytes, size);
    g->z.next_in = g->in;
    g->z.avail_in = (unsigned)size;
    g->inside = true;
    if (inflateInit2(&g->z, GZIP_ONLY) == Z_OK)
        return g;
    star_mem_free(mem, g, 1, sizeof *g);
    return NULL;
}

void star_gunzip_free(StarGunzip *g) {
    if (g == NULL)
        return;
    inflateEnd(&g->z);
    star_mem_free(g->mem, g, 1, sizeof *g);
}

/* Reads more of the file; false at its end or after a fault. */
static bool fill(StarGunzip *g, int *fault) {
    const ssize_t got = star_read(g->mem, g->fd, g->in, STAR_GZIP_BUFFER);
    if (got < 0)
        *fault = errno;
    else if (got == 0 && g->inside)
        *fault = STAR_GZIP_CUT;
    g->z.next_in = g->in;
    g->z.avail_in = got > 0 ? (unsigned)got : 0;
    star_work_add(g->mem, g->z.avail_in);
    return got > 0;
}

/* After compressed data: zeros, the next ones, or what does not belong
 * there. */
static void between(StarGunzip *g, int *fault) {
    for (; g->z.avail_in > 0 && *g->z.next_in == 0; g->z.avail_in--)
        g->z.next_in++;
    if (g->z.avail_in == 0)
        return;
    if (*g->z.next_in != MAGIC)
        *fault = STAR_GZIP_MORE;
    g->inside = inflateReset(&g->z) == Z_OK;
}

size_t star_gunzip(StarGunzip *g, unsigned char *to, size_t size, int *fault) {
    g->z.next_out = to;
    g->z.avail_out = (unsigned)size;
    while (*fault == 0 && g->z.avail_out == size) {
        if (g->z.avail_in == 0 && !fill(g, fault))
            return 0;
        if (!g->inside) {
            between(g, fault);
            continue;
        }
        switch (inflate(&g->z, Z_NO_FLUSH)) {
        case Z_OK: break;
        case Z_STREAM_END: g->inside = false; break;
        case Z_MEM_ERROR: *fault = ENOMEM; break;
        default: *fault = STAR_GZIP_DAMAGED;
        }
    }
    return size - g->z.avail_out;
}

/* ---- Writing ---- */

StarGzip *star_gzip_new(StarMem *mem) {
    StarGzip *g = star_mem_alloc(mem, 1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->mem = mem;
    g->z.zalloc = allocate;
    g->z.zfree = release;
    g->z.opaque = mem;
    if (deflateInit2(&g->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_ONLY,
                     MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) == Z_OK)
        return g;
    star_mem_free(mem, g, 1, sizeof *g);
    return NULL;
}

void star_gzip_free(StarGzip *g) {
    if (g == NULL)
        return;
    deflateEnd(&g->z);
    star_mem_free(g->mem, g, 1, sizeof *g);
}

int star_gzip(StarGzip *g, int fd, const char *from, size_t size, bool last) {
    g->z.next_in = (const unsigned char *)from;
    g->z.avail_in = (unsigned)size;
    do {
        g->z.next_out = g->out;
        g->z.avail_out = STAR_GZIP_BUFFER;
        deflate(&g->z, last ? Z_FINISH : Z_NO_FLUSH);
        int fault =
            star_write(g->mem, fd, g->out, STAR_GZIP_BUFFER - g->z.avail_out);
        if (fault != 0)
            return fault;
    } while (g->z.avail_out == 0);
    return 0;
}

uint32_t star_gzip_checksum(uint32_t sum, const void *bytes, size_t size) {
    return (uint32_t)crc32_z(sum, bytes, size);
}
