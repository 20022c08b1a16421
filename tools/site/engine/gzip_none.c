/* SPDX-License-Identifier: MIT */
/* gzip.h without zlib, for the browser, whose own decompressor the site uses:
 * there are no compressed files. */
#include "io/gzip.h"

StarGunzip *star_gunzip_new(StarMem *mem, int fd, const unsigned char *bytes,
                            size_t size) {
    (void)fd, (void)bytes, (void)size;
    star_raise(mem->error, MSG_NO_GZIP());
    return NULL;
}

void star_gunzip_free(StarGunzip *g) {
    (void)g;
}

size_t star_gunzip(StarGunzip *g, unsigned char *to, size_t size, int *fault) {
    (void)g, (void)to, (void)size;
    *fault = STAR_GZIP_DAMAGED;
    return 0;
}

StarGzip *star_gzip_new(StarMem *mem) {
    star_raise(mem->error, MSG_NO_GZIP());
    return NULL;
}

void star_gzip_free(StarGzip *g) {
    (void)g;
}

int star_gzip(StarGzip *g, int fd, const char *from, size_t size, bool last) {
    (void)g, (void)fd, (void)from, (void)size, (void)last;
    return STAR_GZIP_DAMAGED;
}

/* Bit by bit: it is used for stored programs, which are short. */
uint32_t star_gzip_checksum(uint32_t sum, const void *bytes, size_t size) {
    const unsigned char *p = bytes;
    sum = ~sum;
    for (size_t k = 0; k < size; k++) {
        sum ^= p[k];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (0xedb88320U & -(sum & 1));
    }
    return ~sum;
}
