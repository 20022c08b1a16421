/* SPDX-License-Identifier: MIT */
/* For O_PATH. */
#define _GNU_SOURCE
#include "io/open.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory/map.h"
#include "partition/ranks_io.h"

/* Milliseconds between two checks of star_stopped. */
enum { STOP_INTERVAL_MS = 10 };

/* The file that ranks without a file read and write. */
#define EMPTY "/dev/null"

/* None of them waits, nor gives a terminal to the process. */
enum { COMMON = O_NONBLOCK | O_NOCTTY | O_CLOEXEC };

static bool stopped(const StarMem *mem) {
    return star_stopped(mem) != STAR_OK;
}

/* ---- Beneath a folder ---- */

/* Opens a name in a folder, which is closed: neither a link nor, as the last
 * of a path, anything but a regular file. */
static int step(int folder, const char *name, bool last) {
    struct stat found;
    const int fd =
        openat(folder, name, O_NOFOLLOW | COMMON | (last ? O_RDONLY : O_PATH));
    int fault = fd < 0 ? errno : 0;
    close(folder);
    if (fd < 0) {
        errno = fault;
        return -1;
    }
    if (fstat(fd, &found) != 0)
        fault = errno;
    else if (S_ISLNK(found.st_mode))
        fault = ELOOP;
    else if (last && !S_ISREG(found.st_mode))
        fault = ENOTBLK;
    if (fault == 0)
        return fd;
    close(fd);
    errno = fault;
    return -1;
}

/* Copies the name that a path begins with; what follows it and its '/', or
 * NULL with errno. */
static const char *first_name(const char *path, char name[NAME_MAX + 1]) {
    const size_t length = strcspn(path, "/");
    if (length > NAME_MAX) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    memcpy(name, path, length);
    name[length] = '\0';
    path += length;
    return path + strspn(path, "/");
}

static int open_beneath(const char *path, const char *strange) {
    char name[NAME_MAX + 1], folder[PATH_MAX] = ".";
    const size_t length = (size_t)(strange - path);
    if (length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (length > 0)
        snprintf(folder, sizeof folder, "%.*s", (int)length, path);
    int fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    while (fd >= 0 && *strange != '\0') {
        const bool outside = *strange == '/';
        strange = outside ? strange : first_name(strange, name);
        if (outside || strange == NULL || strcmp(name, "..") == 0) {
            close(fd);
            errno = strange == NULL ? ENAMETOOLONG : EXDEV;
            return -1;
        }
        fd = step(fd, name, *strange == '\0');
    }
    return fd;
}

/* ---- Ranks ---- */

/* Files differ in one of these; numbers of devices are those of each host.
 * The greatest of all ranks, and the least by its negative. */
static bool is_same(const StarMem *mem, int fd) {
    enum { SIGNS = 5 };
    struct stat found;
    int64_t sign[2 * SIGNS] = {1};
    if (fstat(fd, &found) == 0 && S_ISREG(found.st_mode)) {
        sign[0] = 0;
        sign[1] = (int64_t)(found.st_ino & INT64_MAX);
        sign[2] = found.st_size;
        sign[3] = found.st_mtim.tv_sec;
        sign[4] = found.st_mtim.tv_nsec;
    }
    for (int k = 0; k < SIGNS; k++)
        sign[SIGNS + k] = -sign[k];
    if (!star_ranks_join(mem, STAR_REDUCE_MAX, sign, 2 * SIGNS))
        return false;
    bool same = sign[0] == 0;
    for (int k = 1; k < SIGNS; k++)
        same &= sign[k] == -sign[SIGNS + k];
    return same;
}

/* Returns a file that was opened, if all ranks have opened theirs; else -1 with
 * errno. */
static int opened(const StarMem *mem, int fd) {
    const int fault = star_ranks_fault(mem, fd < 0 ? errno : 0);
    if (fault != 0 && fd >= 0)
        close(fd);
    errno = fault;
    return fault == 0 ? fd : -1;
}

/* ---- Opening ---- */

static int open_read(const StarMem *mem, const char *path,
                     const char *strange) {
    int fd;
    do
        fd = strange != NULL ? open_beneath(path, strange)
                             : open(path, O_RDONLY | COMMON);
    while (fd < 0 && errno == EINTR && !stopped(mem));
    return fd;
}

int star_open_read(const StarMem *mem, const char *path, const char *strange) {
    return opened(mem, star_ranks_first(mem) ? open_read(mem, path, strange)
                                             : open_read(mem, EMPTY, NULL));
}

StarStatus star_open_fault(StarError *error, const char *path,
                           const char *strange) {
    const int fault = errno;
    switch (strange != NULL ? fault : 0) {
    case ELOOP: return star_raise(error, MSG_FORBIDDEN_LINK(path));
    case EXDEV: return star_raise(error, MSG_FORBIDDEN_PATH(path));
    case ENOTBLK: return star_raise(error, MSG_FORBIDDEN_KIND(path));
    default: return star_raise(error, MSG_CANNOT_OPEN(path, strerror(fault)));
    }
}

/* True if opening failed because the pipe has no reader yet. */
static bool is_early(int fault, const char *path) {
    struct stat file;
    return fault == ENXIO && stat(path, &file) == 0 && S_ISFIFO(file.st_mode);
}

/* Lets an open file change, which it may do from now on; `empties` it. Returns
 * it, or -1 with errno. */
static int begin_writing(StarMem *mem, int fd, bool empties) {
    struct stat file;
    int fault = fstat(fd, &file) != 0 ? errno : star_map_detach(mem, &file);
    while (fault == 0 && empties && S_ISREG(file.st_mode) &&
           ftruncate(fd, 0) != 0)
        if (errno != EINTR || stopped(mem))
            fault = errno;
    if (fault == 0)
        return fd;
    close(fd);
    errno = fault;
    return -1;
}

int star_open_write_alone(StarMem *mem, const char *path, int flags) {
    int fd, fault;
    const int how = O_WRONLY | COMMON | (flags & ~O_TRUNC);
    while ((fd = open(path, how, 0666)) < 0) {
        fault = errno;
        if (is_early(fault, path))
            poll(NULL, 0, STOP_INTERVAL_MS);
        else if (fault != EINTR)
            break;
        if (stopped(mem)) {
            fault = EINTR;
            break;
        }
    }
    if (fd >= 0)
        return begin_writing(mem, fd, (flags & O_TRUNC) != 0);
    errno = fault;
    return -1;
}

int star_open_write(StarMem *mem, const char *path, int flags) {
    return opened(mem, star_ranks_first(mem)
                           ? star_open_write_alone(mem, path, flags)
                           : star_open_write_alone(mem, EMPTY, 0));
}

bool star_share(const StarMem *mem, int *fd, const char *path,
                const char *strange, bool writes) {
    if (star_ranks_partition(mem).ranks == 1)
        return false;
    const int own = star_ranks_first(mem) ? *fd
                    : writes ? open(path, O_WRONLY | O_NOFOLLOW | COMMON)
                             : open_read(mem, path, strange);
    const bool same = is_same(mem, own);
    if (own >= 0 && own != *fd)
        close(same ? *fd : own);
    if (same)
        *fd = own;
    return same;
}

/* ---- Reading and writing ---- */

/* Waits until a file can be read or written; false if the run shall end. */
static bool wait_for(const StarMem *mem, int fd, short events) {
    struct pollfd wait = {.fd = fd, .events = events};
    for (;;) {
        const int ready = poll(&wait, 1, STOP_INTERVAL_MS);
        if (stopped(mem))
            return false;
        if (ready != 0) /* also after a fault, which the call itself says */
            return true;
    }
}

/* True if a read or write that failed shall be tried again. */
static bool again(void) {
    return errno == EINTR || errno == EAGAIN;
}

ssize_t star_read_alone(const StarMem *mem, int fd, void *to, size_t size) {
    ssize_t got;
    do {
        if (!wait_for(mem, fd, POLLIN)) {
            errno = EINTR;
            return -1;
        }
        got = read(fd, to, size);
    } while (got < 0 && again());
    return got;
}

ssize_t star_read(const StarMem *mem, int fd, void *to, size_t size) {
    int64_t got =
        star_ranks_first(mem) ? star_read_alone(mem, fd, to, size) : 0;
    got = star_ranks_number(mem, got < 0 ? -errno : got);
    if (got < 0)
        errno = (int)-got;
    else
        star_ranks_bytes(mem, to, (size_t)got);
    return got < 0 ? -1 : (ssize_t)got;
}

int star_read_at(const StarMem *mem, int fd, int64_t at, void *to,
                 size_t size) {
    for (size_t done = 0; done < size;) {
        if (stopped(mem))
            return EINTR;
        const ssize_t got =
            pread(fd, (char *)to + done, size - done, at + (off_t)done);
        if (got > 0)
            done += (size_t)got;
        else if (got == 0 || !again())
            return got == 0 ? EIO : errno;
    }
    return 0;
}

int star_write(const StarMem *mem, int fd, const void *from, size_t size) {
    const char *at = from;
    while (size > 0) {
        const ssize_t put = write(fd, at, size);
        if (put < 0 && !again())
            return errno;
        if (put < 0 && !wait_for(mem, fd, POLLOUT))
            return EINTR;
        if (put > 0) {
            at += put;
            size -= (size_t)put;
        }
    }
    return 0;
}
