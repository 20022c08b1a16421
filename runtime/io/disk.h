/* Waiting for the disk. Nothing can interrupt that: not fsync, and not what
 * frees a large file that has lost its name, on its last close or when the
 * last process that has it open ends. So, where the account of memory allows
 * it, a second process has large files open too and waits in our place; a run
 * that shall end does not wait for it. It does nothing else, and ends when the
 * disk has answered. */
#ifndef STAR_IO_DISK_H
#define STAR_IO_DISK_H

#include <sys/types.h>

#include "mem.h"

typedef struct StarDisk {
    const StarMem *mem;
    int file;     /* what was written, */
    int old;      /* what it will replace, or -1, */
    int folder;   /* and where both are, or -1 */
    int talk;     /* to the second process */
    pid_t second; /* -1: there is none */
} StarDisk;

/* Brings a file to the disk that shall get the name `target`, unless it is
 * given up. Returns 0, errno, or EINTR if the run shall end. */
int star_disk_begin(StarDisk *d, const StarMem *mem, int file,
                    const char *target, bool given_up);

/* Closes the file, and brings the names to the disk that were changed since.
 * If that fails they are old or new, so that it does not count. Returns the
 * errno of close, or 0. */
int star_disk_end(StarDisk *d);

#endif
