/* SPDX-License-Identifier: MIT */
/* Files in the place of memory: the first pages of a block are those of a
 * regular file, without a copy. What is written to the block does not reach
 * the file. Who touches a page that the file has no more gets SIGBUS: before
 * this process changes a file, it takes the pages out of it; of what others do
 * to the file, star_map_at says which one it was.
 *
 *     account --> map --> map      of this account; others are not known
 *                  |       |
 *                block   block     where its pages are
 */
#ifndef STAR_MAP_H
#define STAR_MAP_H

#include <sys/stat.h>

#include "memory/mem.h"

/* Puts the bytes of a regular file from `offset` on in the place of the first
 * ones of a block of `bytes` from star_mem_alloc, until that is freed: as many
 * as are whole pages. Returns how many, 0 if the account has no maps, the block
 * is too small, or not pages of its own, or the file has less than `bytes`.
 * `path` is copied. */
size_t star_map_file(StarMem *mem, void *block, size_t bytes, int file,
                     int64_t offset, const char *path);

/* Says that mapped bytes will be fetched soon. */
void star_map_expect(void *from, size_t bytes);

/* Reads mapped bytes from their file, so that they are there when they are
 * used; false if that is impossible. */
bool star_map_fetch(void *from, size_t bytes);

/* Gives the blocks that have pages of this file memory in their place, with
 * the same contents. Returns errno, or 0: ENOMEM, and EINTR as star_stopped
 * says; some of them then have the file's pages still. */
int star_map_detach(StarMem *mem, const struct stat *file);

/* Ends the map of a block, if it has one: star_map_clear puts zeroed pages
 * there, and returns false, and nothing is done, if the system has none; the
 * other is for a block that has gone. */
bool star_map_clear(StarMem *mem, void *block);
void star_map_forget(StarMem *mem, const void *block);

/* The path of the file whose pages stand at an address; NULL if there is none.
 * For signal handlers too. */
const char *star_map_at(const StarMem *mem, const void *address);

#endif
