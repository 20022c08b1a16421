/* SPDX-License-Identifier: MIT */
/* The columns of a terminal that characters take. */
#ifndef STAR_COLUMNS_H
#define STAR_COLUMNS_H

#include <stddef.h>

/* The bytes of the character that a text of at least one byte begins with, and
 * its columns: 2 of the wide ones of East Asia and of most emoji; 0 of accents
 * and other marks over the character before, those of Latin, Greek, Cyrillic,
 * Hebrew, Arabic, Devanagari, Thai and kana; else 1. No locale is heeded. Of
 * what is no UTF-8 each byte is a character, with a column if it could be a
 * first byte. */
int columns_next(const char *text, size_t length, int *columns);

#endif
