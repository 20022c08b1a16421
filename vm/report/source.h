/* SPDX-License-Identifier: MIT */
/* Source texts and places in them. */
#ifndef STAR_SOURCE_H
#define STAR_SOURCE_H

#include "memory/mem.h"

/* Bytes start..end-1 of file number `file`. */
typedef struct StarSpan {
    uint32_t file;
    uint32_t start;
    uint32_t end;
} StarSpan;

/* One file: its path as messages show it and its text, both owned. */
typedef struct StarSource {
    char *path;
    char *text; /* NUL-terminated */
    size_t length;
    int row;      /* of its first line, from 1: it may be a part of a text */
    bool library; /* a unit of the library, which no user wrote */
} StarSource;

/* The files of a program, in the order in which they were read. */
typedef struct StarSources {
    StarMem *mem;
    StarSource *file;
    uint32_t count;
    uint32_t capacity;
} StarSources;

/* A place as people count: line and column from 1, and the line's bytes. */
typedef struct StarPlace {
    const char *path;
    const char *line; /* not NUL-terminated */
    int length;       /* of the line, without its end */
    int row;
    int column; /* characters of UTF-8, not bytes */
} StarPlace;

/* Sources are limited to 1 GiB so that a span fits 32 bits. */
enum { STAR_MAX_SOURCE = 1 << 30 };

/* Adds copies of path and text; *number is the new file's. */
StarStatus star_source_add(StarSources *sources, const char *path,
                           const char *text, size_t length, uint32_t *number);

/* Frees all files but the first `count`; all. */
void star_source_cut(StarSources *sources, uint32_t count);
void star_source_free(StarSources *sources);

/* Where the span begins. */
StarPlace star_source_place(const StarSources *sources, StarSpan span);

/* The bytes of a line of a file, from 1, with its end; false: there is none. */
bool star_source_line(const StarSources *sources, uint32_t file, int line,
                      StarSpan *span);

/* The text of a span as "%.*s" wants it: its length, at most `most`, and
 * its first byte. */
int star_source_text(const StarSources *sources, StarSpan span, int most,
                     const char **text);

#endif
