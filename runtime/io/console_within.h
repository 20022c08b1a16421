/* SPDX-License-Identifier: MIT */
/* Characters within a line, for console.h and the text of programs that are
 * built. */
#ifndef STAR_CONSOLE_WITHIN_H
#define STAR_CONSOLE_WITHIN_H

/* True if the next character is there, within a line. */
static inline bool star_console_within(const StarConsole *c) {
    return c->in < c->in_end && c->in_text[c->in] != '\n' &&
           c->in_text[c->in] != '\r';
}

#endif
