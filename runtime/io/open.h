/* SPDX-License-Identifier: MIT */
/* Files of the system, as programs read and write them. No function here delays
 * the end of the run: a call that waits for the other end of a pipe, or for its
 * data, fails with EINTR when star_stopped says to stop. Other signals have no
 * effect.
 *
 * Where several ranks run a program, files are those of rank 0: it opens, reads
 * and writes them, and the others get what it reads, and its errors. */
#ifndef STAR_IO_OPEN_H
#define STAR_IO_OPEN_H

#include <sys/types.h>

#include "memory/mem.h"

/* Opens a file to be read; -1 with errno. A pipe without a writer is opened at
 * once; reading it waits for one.
 *
 * `strange` is the end of the path, behind a '/' or all of it, that a program
 * of a stranger gave: it must lead to a regular file, without symbolic links
 * and without "..". NULL: any file will do. */
int star_open_read(const StarMem *mem, const char *path, const char *strange);

/* Raises why it could not: STAR_FORBIDDEN if it is there, but not so, else
 * STAR_OPEN. */
StarStatus star_open_fault(StarError *error, const char *path,
                           const char *strange);

/* Opens a file to be written; `flags` may be O_CREAT, O_TRUNC. Blocks that have
 * pages of it get memory first, see star_map_detach. -1 with errno. The second
 * one is for this rank alone. */
int star_open_write(StarMem *mem, const char *path, int flags);
int star_open_write_alone(StarMem *mem, const char *path, int flags);

/* Reads at least a byte, unless it is the end: 0; -1 with errno. The second one
 * is for a file that each rank has. */
ssize_t star_read(const StarMem *mem, int fd, void *to, size_t size);
ssize_t star_read_alone(const StarMem *mem, int fd, void *to, size_t size);

/* Lets each rank read, or write, a regular file for itself that rank 0 has
 * open: *fd becomes the file of that name here. False, and nothing is changed,
 * where there are no others, or not all see the very same file. */
bool star_share(const StarMem *mem, int *fd, const char *path,
                const char *strange, bool writes);

/* Reads the bytes of a regular file from an offset on, for this rank alone;
 * returns errno, EIO if there are not so many, or 0. */
int star_read_at(const StarMem *mem, int fd, int64_t at, void *to, size_t size);

/* Writes all bytes; returns errno, or 0. */
int star_write(const StarMem *mem, int fd, const void *from, size_t size);

#endif
