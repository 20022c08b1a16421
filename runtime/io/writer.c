/* SPDX-License-Identifier: MIT */
#include "io/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/open.h"
#include "partition/ranks_io.h"

enum {
    BUFFER = 1 << 16,
    ROOM = 64, /* the most that is put at once */
    NAMES = 100,
    OVER = -1, /* faults: more than may be written, */
    LOST = -2  /* another rank is lost */
};

bool star_writer_gzips(const char *path) {
    const size_t length = strlen(path);
    return length > 3 && strcasecmp(path + length - 3, ".gz") == 0;
}

/* ---- The temporary file ---- */

/* True if an open file has this name and no other. */
static bool has_name(int fd, const char *path) {
    struct stat open_one, named;
    return fstat(fd, &open_one) == 0 && lstat(path, &named) == 0 &&
           S_ISREG(named.st_mode) && named.st_nlink == 1 &&
           named.st_ino == open_one.st_ino && named.st_dev == open_one.st_dev;
}

/* Removes a file that no process writes any more; true if it did. */
static bool remove_left(const char *path) {
    int fd = open(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool removed = flock(fd, LOCK_EX | LOCK_NB) == 0 && has_name(fd, path) &&
                   unlink(path) == 0;
    close(fd);
    return removed;
}

/* Locks a new file, if the file system has locks; false if another process
 * took it for left behind before. */
static bool keep(int fd, const char *path) {
    return (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
           has_name(fd, path);
}

/* Opens a new file, perhaps in the place of one that was left behind; -1 with
 * errno, EEXIST if the name is taken. */
static int create(StarMem *mem, const char *path) {
    const int flags = O_CREAT | O_EXCL;
    int fd = star_open_write_alone(mem, path, flags);
    if (fd >= 0 || errno != EEXIST)
        return fd;
    if (remove_left(path))
        return star_open_write_alone(mem, path, flags);
    errno = EEXIST;
    return -1;
}

/* The length of the part of a path that names its folder, '/' and all. */
static int folder(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (int)(slash + 1 - path) : 0;
}

/* Opens a new file beside the target; -1 with errno if there can be none. */
static int open_beside(StarWriter *w) {
    const int split = folder(w->target);
    for (int i = 0; i < NAMES; i++) {
        int length = snprintf(w->temp, PATH_MAX, "%.*s.%s.star%d", split,
                              w->target, w->target + split, i);
        if (length >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = create(w->mem, w->temp);
        if (fd < 0 && errno != EEXIST)
            return -1;
        if (fd >= 0 && keep(fd, w->temp))
            return fd;
        if (fd >= 0)
            close(fd);
    }
    errno = EEXIST;
    return -1;
}

/* The same for the path, directly or beside it. */
static int open_path(StarWriter *w) {
    struct stat old;
    bool exists = stat(w->path, &old) == 0;
    if (exists && !S_ISREG(old.st_mode))
        return star_open_write_alone(w->mem, w->path, 0);
    if (exists && access(w->path, W_OK) != 0)
        return -1;
    if (realpath(w->path, w->target) == NULL)
        snprintf(w->target, PATH_MAX, "%s", w->path);
    int fd = open_beside(w);
    if (fd >= 0 && exists && fchmod(fd, old.st_mode & 0777) != 0)
        w->fault = errno;
    return fd;
}

/* Gives the file its name, or removes it after a fault: then nothing has to
 * reach the disk. The lock, by which the temporary file was ours, ends with
 * it. What close says then does not count: all is on the disk, in its place. */
static void put_in_place(StarWriter *w) {
    if (w->fault == 0)
        w->fault = star_disk_sync(&w->disk);
    if (w->fault == 0 && rename(w->temp, w->target) != 0)
        w->fault = errno;
    if (w->fault != 0)
        unlink(w->temp);
    close(w->fd);
    if (w->fault == 0)
        star_disk_sync_folder(w->target);
}

/* ---- Opening and closing ---- */

static StarStatus cannot(const StarWriter *w, int reason) {
    if (reason == OVER)
        return star_quota_refuse(w->mem->error, &w->mem->files);
    if (reason == LOST)
        return star_ranks_lost(w->mem);
    return star_raise(w->mem->error,
                      MSG_CANNOT_WRITE(w->path, strerror(reason)));
}

static void release(StarWriter *w) {
    star_gzip_free(w->gzip);
    star_mem_free(w->mem, w->buffer, BUFFER, 1);
}

StarStatus star_writer_open(StarWriter *w, StarMem *mem, const char *path) {
    w->mem = mem;
    w->path = path;
    w->used = 0;
    w->fault = 0;
    w->gzip = NULL;
    w->shared = false;
    w->buffer = star_mem_alloc_raw(mem, BUFFER, 1);
    if (w->buffer == NULL)
        return STAR_MEMORY;
    if (star_writer_gzips(path)) {
        w->gzip = star_gzip_new(mem);
        if (w->gzip == NULL) {
            release(w);
            return mem->error->status;
        }
    }
    mem->outside = true;
    w->temp[0] = 0;
    w->fd = star_ranks_first(mem) ? open_path(w)
                                  : star_open_write_alone(mem, "/dev/null", 0);
    w->disk = (StarDisk){.mem = mem, .file = w->fd};
    const int reason = star_ranks_fault(mem, w->fd < 0 ? errno : 0);
    if (reason == 0)
        return STAR_OK;
    if (w->fd >= 0 && w->temp[0] != 0)
        unlink(w->temp);
    if (w->fd >= 0)
        close(w->fd);
    release(w);
    return cannot(w, reason);
}

/* Writes some bytes; `last` ends the file. */
static void put(StarWriter *w, const char *from, size_t size, bool last) {
    if (star_stopped(w->mem) != STAR_OK)
        w->fault = EINTR;
    if (w->fault == 0 && !w->shared &&
        star_quota_take(&w->mem->files, size) < size)
        w->fault = OVER;
    if (w->fault == 0)
        w->fault = w->gzip != NULL ? star_gzip(w->gzip, w->fd, from, size, last)
                                   : star_write(w->mem, w->fd, from, size);
    if (w->fault == 0 && (w->temp[0] != 0 || w->shared))
        w->fault = star_disk_written(&w->disk);
}

static void flush(StarWriter *w, bool last) {
    put(w, w->buffer, w->used, last);
    w->used = 0;
}

/* Each rank brings its part to the disk; one that fails fails them all. */
static void agree(StarWriter *w) {
    if (w->fault == 0)
        w->fault = star_disk_sync(&w->disk);
    int64_t fault = w->fault;
    w->fault =
        star_ranks_join(w->mem, STAR_REDUCE_MAX, &fault, 1) ? (int)fault : LOST;
}

StarStatus star_writer_close(StarWriter *w) {
    flush(w, true);
    if (w->shared)
        agree(w);
    if (w->temp[0] != 0)
        put_in_place(w);
    else if (close(w->fd) != 0 && w->fault == 0)
        w->fault = errno;
    w->fault = (int)star_ranks_number(w->mem, w->fault);
    release(w);
    return w->fault == 0 ? STAR_OK : cannot(w, w->fault);
}

/* Makes room for ROOM bytes; where they go. */
static char *room(StarWriter *w) {
    if (BUFFER - w->used < ROOM)
        flush(w, false);
    return w->buffer + w->used;
}

void star_writer_bytes(StarWriter *w, const char *text, size_t length) {
    for (size_t k = 0; k < length; k++, w->used++)
        *room(w) = text[k];
}

void star_writer_block(StarWriter *w, const void *bytes, size_t length) {
    flush(w, false);
    put(w, bytes, length, false);
}

/* The file has its size before the others open it: in front of what is written
 * behind the end that a host knows, NFS may write zeros over another's bytes.
 */
bool star_writer_share(StarWriter *w, size_t bytes) {
    char temp[PATH_MAX];
    if (w->gzip != NULL || star_ranks_partition(w->mem).ranks == 1)
        return false;
    memcpy(temp, w->temp, sizeof temp);
    if (temp[0] != '\0' && ftruncate(w->fd, (off_t)bytes) != 0)
        temp[0] = '\0';
    star_ranks_bytes(w->mem, temp, sizeof temp);
    w->shared = temp[0] != '\0' && star_share(w->mem, &w->fd, temp, NULL, true);
    if (!w->shared && w->temp[0] != '\0' && ftruncate(w->fd, 0) != 0)
        w->fault = errno;
    if (!w->shared)
        return false;
    w->disk.file = w->fd;
    if (star_quota_take(&w->mem->files, bytes) < bytes)
        w->fault = OVER;
    return true;
}

void star_writer_seek(StarWriter *w, int64_t at) {
    flush(w, false);
    if (w->fault == 0 && lseek(w->fd, at, SEEK_SET) < 0)
        w->fault = errno;
}

StarStatus star_writer_end(StarWriter *w, StarStatus status) {
    const StarError why = *w->mem->error;
    if (status == STAR_OK)
        return star_writer_close(w);
    w->fault = ECANCELED;
    star_writer_close(w);
    *w->mem->error = why;
    return status;
}

void star_writer_text(StarWriter *w, const char *text) {
    star_writer_bytes(w, text, strlen(text));
}

void star_writer_number(StarWriter *w, int64_t value, char after) {
    char digits[ROOM], *start = digits + ROOM;
    *--start = after;
    do
        *--start = (char)('0' + value % 10);
    while ((value /= 10) != 0);
    size_t length = (size_t)(digits + ROOM - start);
    memcpy(room(w), start, length);
    w->used += length;
}

void star_writer_bits(StarWriter *w, const uint64_t *word, int64_t count) {
    for (int64_t i = 0; i < count; i += 64) {
        int64_t some = count - i < 64 ? count - i : 64;
        char *to = room(w);
        for (int64_t k = 0; k < some; k++)
            to[k] = (char)('0' + (word[i / 64] >> k & 1));
        w->used += (size_t)some;
    }
    star_writer_text(w, "\n");
}
