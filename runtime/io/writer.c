#include "writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BUFFER = 1 << 16,
    ROOM = 64, /* the most that is put at once */
    NAMES = 1000
};

/* Opens a new file beside the target; -1 with errno if there can be none. */
static int open_beside(StarWriter *w) {
    for (int i = 0; i < NAMES; i++) {
        int length = snprintf(w->temp, PATH_MAX, "%s.tmp%d", w->target, i);
        if (length >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = open(w->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* The same for the path, directly or beside it. */
static int open_path(StarWriter *w) {
    struct stat old;
    bool exists = stat(w->path, &old) == 0;
    w->temp[0] = 0;
    if (exists && !S_ISREG(old.st_mode))
        return open(w->path, O_WRONLY | O_CLOEXEC);
    if (exists && access(w->path, W_OK) != 0)
        return -1;
    if (realpath(w->path, w->target) == NULL)
        snprintf(w->target, PATH_MAX, "%s", w->path);
    int fd = open_beside(w);
    if (fd >= 0 && exists && fchmod(fd, old.st_mode & 0777) != 0)
        w->fault = errno;
    return fd;
}

static StarStatus cannot(const StarWriter *w, int reason) {
    return star_raise(w->mem->error, STAR_WRITE, "cannot write %s: %s", w->path,
                      strerror(reason));
}

StarStatus star_writer_open(StarWriter *w, StarMem *mem, const char *path) {
    w->mem = mem;
    w->path = path;
    w->used = 0;
    w->fault = 0;
    w->buffer = star_mem_alloc_raw(mem, BUFFER, 1);
    if (w->buffer == NULL)
        return STAR_MEMORY;
    w->fd = open_path(w);
    if (w->fd >= 0)
        return STAR_OK;
    int reason = errno;
    star_mem_free(mem, w->buffer, BUFFER, 1);
    return cannot(w, reason);
}

static void flush(StarWriter *w) {
    if (star_stopped(w->mem) != STAR_OK)
        w->fault = EINTR;
    for (size_t done = 0; done < w->used && w->fault == 0;) {
        ssize_t put = write(w->fd, w->buffer + done, w->used - done);
        if (put >= 0)
            done += (size_t)put;
        else if (errno != EINTR)
            w->fault = errno;
    }
    w->used = 0;
}

StarStatus star_writer_close(StarWriter *w) {
    bool direct = w->temp[0] == 0;
    flush(w);
    if (w->fault == 0 && !direct && fsync(w->fd) != 0)
        w->fault = errno;
    if (close(w->fd) != 0 && w->fault == 0)
        w->fault = errno;
    if (w->fault == 0 && !direct && rename(w->temp, w->target) != 0)
        w->fault = errno;
    if (w->fault != 0 && !direct)
        unlink(w->temp);
    star_mem_free(w->mem, w->buffer, BUFFER, 1);
    return w->fault == 0 ? STAR_OK : cannot(w, w->fault);
}

/* Makes room for ROOM bytes; where they go. */
static char *room(StarWriter *w) {
    if (BUFFER - w->used < ROOM)
        flush(w);
    return w->buffer + w->used;
}

void star_writer_text(StarWriter *w, const char *text) {
    for (; *text != 0; text++, w->used++)
        *room(w) = *text;
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
