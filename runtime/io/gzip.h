/* SPDX-License-Identifier: MIT */
/* Data compressed by gzip, RFC 1952, from and to a file. */
#ifndef STAR_IO_GZIP_H
#define STAR_IO_GZIP_H

#include "memory/mem.h"

/* Errors of the compressed bytes; others are the errno of the file, or ENOMEM.
 */
enum {
    STAR_GZIP_CUT = -1,     /* they end too early */
    STAR_GZIP_DAMAGED = -2, /* they are none, or their checksum is wrong */
    STAR_GZIP_MORE = -3     /* something else follows them */
};

typedef struct StarGunzip StarGunzip;
typedef struct StarGzip StarGzip;

/* Reads from a file of which `size` bytes, at most STAR_GZIP_BUFFER, have
 * been read already; NULL with STAR_MEMORY raised. */
enum { STAR_GZIP_BUFFER = 1 << 16 };
StarGunzip *star_gunzip_new(StarMem *mem, int fd, const unsigned char *bytes,
                            size_t size);
void star_gunzip_free(StarGunzip *g);

/* Up to `size` bytes to `to`, at least one; 0 at the end, also after a fault.
 * Several compressed files behind each other are read as one; zeros may
 * follow. */
size_t star_gunzip(StarGunzip *g, unsigned char *to, size_t size, int *fault);

/* Opens and frees a compressor; NULL with STAR_MEMORY raised. */
StarGzip *star_gzip_new(StarMem *mem);
void star_gzip_free(StarGzip *g);

/* Compresses some bytes into a file; `last` ends it. Returns errno, or 0. */
int star_gzip(StarGzip *g, int fd, const char *from, size_t size, bool last);

/* The CRC-32 of bytes that follow others, whose own is `sum`; 0: none do. */
uint32_t star_gzip_checksum(uint32_t sum, const void *bytes, size_t size);

#endif
