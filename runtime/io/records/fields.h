/* SPDX-License-Identifier: MIT */
/* Files of values of any kind, for arrays: commas, blanks or line ends stand
 * between them, and lines that begin with # or % are comments. */
#ifndef STAR_IO_FIELDS_H
#define STAR_IO_FIELDS_H

#include "memory/mem.h"

/* Takes a value: a text, with a NUL behind it. An error that it raises as
 * STAR_INPUT becomes STAR_FORMAT with the place in the file. */
typedef StarStatus StarTakeField(void *context, const char *text,
                                 size_t length);

/* Gives the values of a file, compressed or not, to `take`, one by one. *rows
 * are the lines that have any, *cols the values of each, or -1 if they have
 * not as many. STAR_OPEN, STAR_FORMAT, STAR_MEMORY or what `take` raised. */
StarStatus star_fields_read(StarMem *mem, const char *path, StarTakeField *take,
                            void *context, int64_t *rows, int64_t *cols);

#endif
