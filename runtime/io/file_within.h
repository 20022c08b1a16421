/* SPDX-License-Identifier: MIT */
/* Characters of a text within a line, for file.h and the text of programs that
 * are built. Nothing is changed where a function returns false. */
#ifndef STAR_FILE_WITHIN_H
#define STAR_FILE_WITHIN_H

/* True if the next character is there, within a line. */
static inline bool star_console_within(const StarConsole *c) {
    return c->in < c->in_end && c->in_text[c->in] != '\n' &&
           c->in_text[c->in] != '\r';
}

/* The buffer of a text gets such a character. */
static inline bool star_file_peek(StarFile *f) {
    const StarConsole *c = f->console;
    if (f->filled || f->mode != STAR_FILE_READ || !star_console_within(c))
        return false;
    f->buffer.i = (unsigned char)c->in_text[c->in];
    f->filled = true;
    return true;
}

/* The text goes on behind it, unless there is a reference to the buffer. */
static inline bool star_file_skip(StarFile *f) {
    StarConsole *c = f->console;
    if (f->held > 0 || f->mode != STAR_FILE_READ || !star_console_within(c))
        return false;
    c->in++;
    c->line_open = true;
    f->filled = false;
    return true;
}

#endif
