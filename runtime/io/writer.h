/* SPDX-License-Identifier: MIT */
/* A text file written as a whole or not at all: under a temporary name in
 * the same folder, flushed to the disk, then renamed. A path that
 * exists and is no regular file, such as a pipe, is written to directly. A path
 * that ends in .gz gets compressed data.
 *
 * The temporary name of FOLDER/NAME is FOLDER/.NAME.star0, or another number
 * if several are saving. One that a killed process has left behind is removed
 * when NAME is saved again; a lock tells it from one in use.
 *
 * The account of memory may bound what is written to all files together,
 * before it is compressed: STAR_OUTPUT.
 *
 * The first failure is kept and reported by star_writer_close; what is
 * written after it is dropped. */
#ifndef STAR_IO_WRITER_H
#define STAR_IO_WRITER_H

#include <limits.h>

#include "io/disk.h"
#include "io/gzip.h"

typedef struct StarWriter {
    StarMem *mem;
    const char *path;
    char *buffer;
    size_t used;    /* bytes in the buffer */
    StarGzip *gzip; /* NULL: not compressed */
    int fd;
    StarDisk disk;         /* the pieces on their way there */
    int fault;             /* errno of the first failure, another one, or 0 */
    char target[PATH_MAX]; /* path without symbolic links */
    char temp[PATH_MAX];   /* empty if path is written to directly, or by
                              another rank */
    bool shared;           /* see star_writer_share */
} StarWriter;

/* True if a path ends in .gz: the file is compressed. */
bool star_writer_gzips(const char *path);

/* Opens a file; `path` must live as long as the writer. STAR_WRITE with name
 * and reason if that is impossible, STAR_MEMORY. */
StarStatus star_writer_open(StarWriter *w, StarMem *mem, const char *path);

/* Puts the file in its place; an old one of that name keeps its permissions.
 * STAR_WRITE with name and reason on failure; the old file is then as it
 * was. */
StarStatus star_writer_close(StarWriter *w);

/* Writes a text as it is. No writing function fails: star_writer_close says
 * what went wrong. */
void star_writer_text(StarWriter *w, const char *text);
void star_writer_bytes(StarWriter *w, const char *text, size_t length);

/* The same for many bytes, past the buffer. */
void star_writer_block(StarWriter *w, const void *bytes, size_t length);

/* Where several ranks write a file: lets each write its part of so many bytes
 * in all, from the places that it seeks on. False if not all of them have the
 * temporary file, or the data are compressed. */
bool star_writer_share(StarWriter *w, size_t bytes);
void star_writer_seek(StarWriter *w, int64_t at);

/* Closes the file; of a `status` other than STAR_OK, which is raised, gives up:
 * the old file stays, and the error too. */
StarStatus star_writer_end(StarWriter *w, StarStatus status);

/* A whole number, not negative, and the character that follows it. */
void star_writer_number(StarWriter *w, int64_t value, char after);

/* `count` bits as characters 0 and 1, then a newline. */
void star_writer_bits(StarWriter *w, const uint64_t *word, int64_t count);

#endif
