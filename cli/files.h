/* SPDX-License-Identifier: MIT */
/* Files read whole: source texts and values. */
#ifndef STAR_CLI_FILES_H
#define STAR_CLI_FILES_H

#include "options.h"
#include "tools/check.h"

typedef struct File {
    struct File *next;
    char *path;       /* as messages show it */
    const char *text; /* NUL-terminated */
    size_t length;
    char *read; /* the text, if it was read, */
    size_t room;
} File;

/* All that were read, on one account of memory. */
typedef struct Files {
    StarMem *mem;
    const Options *options; /* whether they are --safe; NULL: no */
    File *first;
} Files;

/* Reads a file, "-" being standard input; stdlib/NAME.star, if there is no such
 * file, is a unit of the library. `strange` is as in io/open.h. It stays until
 * files_free. NULL with STAR_OPEN, STAR_FORBIDDEN, STAR_SOURCE (larger than a
 * source may be) or STAR_MEMORY raised in the account. */
const File *files_read(Files *files, const char *path, const char *strange);
void files_free(Files *files);

/* A StarFindUnit: NAME.star in the folder of the file that uses it. */
StarStatus files_find(void *files, const char *name, const char *from,
                      StarUnitText *out);

/* True if a file is named on the command line: behind the program's, as the
 * value of a parameter, or in --out. */
bool files_named(const Options *options, const char *path);

/* Makes an empty file in $TMPDIR or /tmp; its name has this ending. It is open,
 * or the result is -1 with errno, and *path is to be freed. */
int files_temporary(char **path, const char *ending);

/* The length of the part of a path that names its folder, '/' and all. */
size_t files_folder(const char *path);

#endif
