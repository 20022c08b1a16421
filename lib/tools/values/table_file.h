/* SPDX-License-Identifier: MIT */
/* A file as the value of a table: FILE, FILE:LAYOUT or FILE:weights:H, perhaps
 * with :compact and :columns or :rows behind it. */
#ifndef STAR_TOOLS_TABLE_FILE_H
#define STAR_TOOLS_TABLE_FILE_H

#include <limits.h>

#include "io/formats/matrix.h"

typedef struct TableFile {
    char path[PATH_MAX];
    StarGraphLayout layout;
    bool sized;   /* there is an H, */
    int64_t bits; /* this one; else 0 */
    bool compact;
    int image; /* as in StarTableFile */
} TableFile;

/* Parses such a text. One without such an ending is a FILE; a path that is too
 * long is cut. */
TableFile table_file(const char *text);

#endif
