/* SPDX-License-Identifier: MIT */
/* A large file on its way to the disk. fsync cannot be interrupted, so it
 * shall find little to do: the transfer of each piece starts as soon as the
 * piece is written,
 *
 *     | on the disk ... | piece | ... | last piece | being written ...
 *                       waited for    on their way
 *
 * and the writer waits for the first of STAR_DISK_PIECES that are on their way:
 * with fewer a disk has pauses. A check between two of them is often enough to
 * end a run in time. */
#ifndef STAR_IO_DISK_H
#define STAR_IO_DISK_H

#include <sys/types.h>

#include "memory/mem.h"

enum { STAR_DISK_PIECE = 4 << 20 /* bytes */, STAR_DISK_PIECES = 16 };

typedef struct StarDisk {
    const StarMem *mem;
    int file;
    off_t begun; /* the bytes before are on their way */
} StarDisk;

/* To be called after some bytes were written behind those before. Returns 0
 * or errno. */
int star_disk_written(StarDisk *d);

/* Waits until the file is on the disk. Returns 0, errno, or EINTR if the run
 * shall end. */
int star_disk_sync(StarDisk *d);

/* Brings the names to the disk that were changed beside `path`. If that fails
 * they are old or new, so that it does not count. */
void star_disk_sync_folder(const char *path);

#endif
