#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

/* The bytes of a stream into file->text; errno on failure. */
static int read_all(File *file, FILE *from) {
    size_t capacity = 0, got;
    do {
        if (capacity - file->length < 2) {
            capacity = capacity ? 2 * capacity : 1 << 14;
            char *text = realloc(file->text, capacity);
            if (text == NULL)
                return ENOMEM;
            file->text = text;
        }
        got = fread(file->text + file->length, 1, capacity - file->length - 1,
                    from);
        file->length += got;
        if (got == 0 && ferror(from))
            return errno;
    } while (got > 0 && file->length <= STAR_MAX_SOURCE);
    file->text[file->length] = '\0';
    return 0;
}

static int read_path(File *file, const char *path) {
    if (strcmp(path, "-") == 0)
        return read_all(file, stdin);
    FILE *from = fopen(path, "rb");
    if (from == NULL)
        return errno;
    int fault = read_all(file, from);
    fclose(from);
    return fault;
}

/* A unit of the library under the name by which messages know it. */
static const StarUnit *unit_at(const char *path) {
    const StarUnit *u = star_units;
    char name[64];
    for (; u->name != NULL; u++) {
        snprintf(name, sizeof name, "stdlib/%s.star", u->name);
        if (strcmp(path, name) == 0)
            return u;
    }
    return NULL;
}

static int read_unit(File *file, const StarUnit *u) {
    file->text = strdup(u->text);
    file->length = u->length;
    return file->text != NULL ? 0 : ENOMEM;
}

const File *files_read(Files *files, const char *path) {
    File *file = calloc(1, sizeof *file);
    if (file != NULL)
        file->path = strdup(strcmp(path, "-") == 0 ? "<stdin>" : path);
    if (file == NULL || file->path == NULL) {
        free(file);
        star_raise(&files->error, STAR_MEMORY, "no memory to read %s", path);
        return NULL;
    }
    file->next = files->first;
    files->first = file;
    int fault = read_path(file, path);
    const StarUnit *u = fault == ENOENT ? unit_at(path) : NULL;
    if (u != NULL)
        fault = read_unit(file, u);
    if (fault != 0)
        star_raise(&files->error, fault == ENOMEM ? STAR_MEMORY : STAR_OPEN,
                   "cannot read %s: %s", path, strerror(fault));
    else if (file->length > STAR_MAX_SOURCE)
        star_raise(&files->error, STAR_SOURCE, "%s has more than %d bytes",
                   path, STAR_MAX_SOURCE);
    else
        return file;
    return NULL;
}

void files_free(Files *files) {
    while (files->first != NULL) {
        File *file = files->first;
        files->first = file->next;
        free(file->path);
        free(file->text);
        free(file);
    }
}

size_t files_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash + 1 - path) : 0;
}

/* The folder's path without links, or NULL if there is none. */
static char *real_folder(const char *path) {
    size_t length = files_folder(path);
    char *folder = length > 0 ? strndup(path, length) : strdup(".");
    char *real = folder != NULL ? realpath(folder, NULL) : NULL;
    free(folder);
    return real;
}

bool files_same(const char *a, const char *b) {
    char *x = real_folder(a), *y = real_folder(b);
    bool same = x != NULL && y != NULL && strcmp(x, y) == 0 &&
                strcmp(a + files_folder(a), b + files_folder(b)) == 0;
    free(x);
    free(y);
    return same;
}

StarStatus files_find(void *context, const char *name, const char *from,
                      StarUnitText *out) {
    Files *files = context;
    size_t folder = files_folder(from);
    size_t size = folder + strlen(name) + sizeof ".star";
    char *path = malloc(size);
    if (path == NULL)
        return STAR_MEMORY;
    snprintf(path, size, "%.*s%s.star", (int)folder, from, name);
    const File *file = files_read(files, path);
    free(path);
    if (file == NULL)
        return files->error.status;
    *out = (StarUnitText){file->path, file->text, file->length};
    return STAR_OK;
}
