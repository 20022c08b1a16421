/* Files read whole: source texts and values. */
#ifndef STAR_CLI_FILES_H
#define STAR_CLI_FILES_H

#include "compile.h"

typedef struct File {
    struct File *next;
    char *path; /* as messages show it */
    char *text; /* NUL-terminated */
    size_t length;
} File;

/* All that were read, and why the last could not be. */
typedef struct Files {
    File *first;
    StarError error;
} Files;

/* Reads a file, "-" being standard input; stdlib/NAME.star, if there is no such
 * file, is a unit of the library. It stays until files_free. NULL
 * with STAR_OPEN, STAR_SOURCE (larger than a source may be) or STAR_MEMORY
 * in files->error. */
const File *files_read(Files *files, const char *path);
void files_free(Files *files);

/* A StarFindUnit: NAME.star in the folder of the file that uses it. */
StarStatus files_find(void *files, const char *name, const char *from,
                      StarUnitText *out);

/* Whether two paths, of files that need not be there, are the same name in
 * the same folder. */
bool files_same(const char *a, const char *b);

/* The length of the part of a path that names its folder, '/' and all. */
size_t files_folder(const char *path);

#endif
