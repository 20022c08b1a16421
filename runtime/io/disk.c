/* SPDX-License-Identifier: MIT */
/* For sync_file_range. */
#define _GNU_SOURCE
#include "io/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
enum { START = SYNC_FILE_RANGE_WRITE, WAIT = SYNC_FILE_RANGE_WAIT_BEFORE };
#else
enum { START, WAIT };
#endif

/* Starts a piece on its way, or waits for it; errno, or 0. A fault that is
 * told here fsync does not tell again; a file system that has no such call has
 * fsync. */
static int bring(const StarDisk *d, off_t from, unsigned how) {
#ifdef __linux__
    if (from < 0 || sync_file_range(d->file, from, STAR_DISK_PIECE, how) == 0)
        return 0;
    const bool none = errno == ENOSYS || errno == EINVAL || errno == ESPIPE ||
                      errno == EPERM || errno == EINTR;
    return none ? 0 : errno;
#else
    (void)d, (void)from, (void)how;
    return 0;
#endif
}

int star_disk_written(StarDisk *d) {
    const off_t end = lseek(d->file, 0, SEEK_CUR);
    int fault = 0;
    while (fault == 0 && end - d->begun >= STAR_DISK_PIECE) {
        fault = bring(d, d->begun, START);
        if (fault == 0)
            fault = bring(
                d, d->begun - (STAR_DISK_PIECES - 1) * STAR_DISK_PIECE, WAIT);
        d->begun += STAR_DISK_PIECE;
    }
    return fault;
}

int star_disk_sync(StarDisk *d) {
    int fault = bring(d, d->begun, START);
    for (int back = STAR_DISK_PIECES - 1; back >= 0 && fault == 0; back--)
        fault = star_stopped(d->mem) != STAR_OK
                    ? EINTR
                    : bring(d, d->begun - (off_t)back * STAR_DISK_PIECE, WAIT);
    if (fault == 0 && star_stopped(d->mem) != STAR_OK)
        fault = EINTR;
    while (fault == 0 && fsync(d->file) != 0)
        fault = errno == EINTR ? 0 : errno;
    return fault;
}

void star_disk_sync_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX] = ".";
    if (slash != NULL)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash + 1 - path), path);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (fsync(fd) != 0 && errno == EINTR)
        ;
    close(fd);
}
