/* SPDX-License-Identifier: MIT */
/* The one layout of programs and units: for star fmt and for editors.
 *
 *     Fmt f;
 *     if (fmt_text(mem, text, length, &f) == STAR_OK)
 *         fwrite(f.text, 1, f.length, file);
 *     fmt_free(&f);
 *
 * Blanks, ends of lines and the case of words change; names, numbers, literals
 * and comments stay as they are written, but for the blanks before and behind
 * the lines of a comment, and so does what a program does. What is laid out
 * once does not change again. docs/howto/format.md shows the layout.
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_FMT_H
#define STAR_TOOLS_FMT_H

#include "memory/arena.h"

/* A text that is laid out, which owns its memory. */
typedef struct Fmt {
    Arena arena;
    const char *text; /* `length` bytes with a 0 behind them */
    size_t length;
} Fmt;

/* Lays out a text with a 0 behind its `length` bytes. STAR_SYNTAX, not raised,
 * if it is broken: star_compile says where. STAR_SOURCE if it, or what becomes
 * of it, is longer than a source may be, and STAR_MEMORY, both raised in the
 * account. fmt_free is needed in any case. */
StarStatus fmt_text(StarMem *mem, const char *text, size_t length, Fmt *out);
void fmt_free(Fmt *fmt);

#endif
