/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf */
#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/open.h"
#include "library.h"
#include "tools/values/table_file.h"

/* Bytes that are read at once, at least. */
enum { PIECE = 1 << 14 };

/* Makes room for a piece and a NUL more. */
static StarStatus grow(StarMem *mem, File *f) {
    const size_t room = f->room > 0 ? 2 * f->room : 2 * PIECE;
    if (f->room - f->length > PIECE)
        return STAR_OK;
    char *text = star_mem_move(mem, f->read, f->length, f->room, room, 1);
    if (text == NULL)
        return STAR_MEMORY;
    f->read = text;
    f->room = room;
    return STAR_OK;
}

/* Reads all there is: what is charged before it is read. */
static StarStatus read_all(StarMem *mem, File *f, int fd) {
    ssize_t got;
    do {
        STAR_TRY(grow(mem, f));
        got = star_read(mem, fd, f->read + f->length, f->room - f->length - 1);
        if (got < 0)
            return star_raise(mem->error,
                              MSG_CANNOT_READ(f->path, strerror(errno)));
        f->length += (size_t)got;
        if (f->length > STAR_MAX_SOURCE)
            return star_raise(mem->error,
                              MSG_SOURCE_OVER(f->path, STAR_MAX_SOURCE));
    } while (got > 0);
    f->read[f->length] = '\0';
    f->text = f->read;
    return STAR_OK;
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

static StarStatus read_path(StarMem *mem, File *f, const char *path,
                            const char *strange) {
    if (strcmp(path, "-") == 0)
        return read_all(mem, f, STDIN_FILENO);
    const int fd = star_open_read(mem, path, strange);
    const StarUnit *u = fd < 0 && errno == ENOENT ? unit_at(path) : NULL;
    if (u != NULL) {
        f->text = u->text;
        f->length = u->length;
        return STAR_OK;
    }
    if (fd < 0)
        return star_open_fault(mem->error, path, strange);
    const StarStatus status = read_all(mem, f, fd);
    close(fd);
    return status;
}

const File *files_read(Files *files, const char *path, const char *strange) {
    StarMem *mem = files->mem;
    const char *shown = strcmp(path, "-") == 0 ? "<stdin>" : path;
    File *f = star_mem_alloc(mem, 1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->next = files->first;
    files->first = f;
    f->path = star_mem_alloc_raw(mem, strlen(shown) + 1, 1);
    if (f->path == NULL)
        return NULL;
    strcpy(f->path, shown);
    return read_path(mem, f, path, strange) == STAR_OK ? f : NULL;
}

void files_free(Files *files) {
    while (files->first != NULL) {
        File *f = files->first;
        files->first = f->next;
        if (f->path != NULL)
            star_mem_free(files->mem, f->path, strlen(f->path) + 1, 1);
        star_mem_free(files->mem, f->read, f->room, 1);
        star_mem_free(files->mem, f, 1, sizeof *f);
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

/* True if two paths, of files that need not be there, are the same name in the
 * same folder. */
static bool same(const char *a, const char *b) {
    char *x = real_folder(a), *y = real_folder(b);
    const bool one = x != NULL && y != NULL && strcmp(x, y) == 0 &&
                     strcmp(a + files_folder(a), b + files_folder(b)) == 0;
    free(x);
    free(y);
    return one;
}

bool files_named(const Options *o, const char *path) {
    for (int k = 1; k < o->operands; k++) {
        const char *at = strstr(o->operand[k], "=@");
        if (at != NULL
                ? same(at + 2, path) || same(table_file(at + 2).path, path)
                : same(o->operand[k], path))
            return true;
    }
    for (int k = 0; k < o->outs; k++)
        if (same(o->out[k] + strcspn(o->out[k], "=") + 1, path))
            return true;
    return false;
}

/* True if a path may lead anywhere though a program names the file. */
static bool is_trusted(const Files *files, const char *path) {
    const Options *o = files->options;
    return o == NULL || !o->safe || files_named(o, path);
}

StarStatus files_find(void *context, const char *name, const char *from,
                      StarUnitText *out) {
    Files *files = context;
    StarMem *mem = files->mem;
    const size_t folder = files_folder(from);
    const size_t size = folder + strlen(name) + sizeof ".star";
    char *path = star_mem_alloc_raw(mem, size, 1);
    if (path == NULL)
        return STAR_MEMORY;
    snprintf(path, size, "%.*s%s.star", (int)folder, from, name);
    errno = 0;
    const File *file =
        files_read(files, path, is_trusted(files, path) ? NULL : path + folder);
    const bool none = file == NULL && errno == ENOENT;
    star_mem_free(mem, path, size, 1);
    if (file == NULL) {
        out->why = none ? NULL : mem->error->text;
        return mem->error->status;
    }
    *out = (StarUnitText){file->path, file->text, file->length, NULL};
    return STAR_OK;
}

int files_temporary(char **path, const char *ending) {
    const char *folder = getenv("TMPDIR");
    if (asprintf(path, "%s/star-XXXXXX%s",
                 folder != NULL && *folder == '/' ? folder : "/tmp",
                 ending) < 0) {
        *path = NULL;
        return -1;
    }
    return mkstemps(*path, (int)strlen(ending));
}
