/* SPDX-License-Identifier: MIT */
/* Texts with the same tokens and other blanks. */
#ifndef STAR_TESTS_LAYOUT_H
#define STAR_TESTS_LAYOUT_H

#include "memory/mem.h"

/* True if two texts have the same tokens, but for the case of words, and the
 * same comments, but for the blanks around their lines. */
bool layout_same_tokens(StarMem *mem, const char *a, const char *b);

/* The tokens and comments of a text with other blanks, ends of lines and cases
 * of words, and with more comments if `comments`; to be freed. */
char *layout_scramble(StarMem *mem, const char *text, uint64_t seed,
                      bool comments);

#endif
