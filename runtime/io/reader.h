/* A text file read as a stream of bytes that knows its line and column.
 *
 * What is read and not yet taken is at[0] .. end[-1], and end[0] is 0, so
 * that a scan stops there. The scanners below look at STAR_READER_WINDOW
 * bytes at most, so that a file of one endless line needs no more memory
 * than any other. */
#ifndef STAR_IO_READER_H
#define STAR_IO_READER_H

#include "mem.h"

/* The longest number or word. */
enum { STAR_READER_WINDOW = 1024 };

typedef struct StarReader {
    StarMem *mem;
    const char *path;
    const unsigned char *at, *end;
    unsigned char *buffer;
    int64_t line;  /* from 1 */
    int64_t shift; /* column, from 0, of buffer[0] in that line */
    int fd;
    int fault; /* errno of a read that failed; the file then seems to end */
    bool done; /* the file has no bytes after end */
} StarReader;

/* Opens a file; `path` must live as long as the reader. STAR_OPEN with name
 * and reason if it cannot be opened, STAR_MEMORY. */
StarStatus star_reader_open(StarReader *r, StarMem *mem, const char *path);

/* Closes it. Returns `status`, that of what was read, unless it could not
 * be read to its end: then STAR_OPEN is raised with name and reason. */
StarStatus star_reader_close(StarReader *r, StarStatus status);

/* Reads on until `count` bytes, STAR_READER_WINDOW at most, are there; false
 * if the file ends before. */
bool star_reader_refill(StarReader *r, size_t count);

static inline bool star_reader_has(StarReader *r, size_t count) {
    return (size_t)(r->end - r->at) >= count || star_reader_refill(r, count);
}

/* The next byte, not taken, or -1 at the end of the file. */
static inline int star_reader_peek(StarReader *r) {
    return star_reader_has(r, 1) ? *r->at : -1;
}

/* Takes spaces and tabs. */
static inline void star_reader_blanks(StarReader *r) {
    int c;
    while ((c = star_reader_peek(r)) == ' ' || c == '\t')
        r->at++;
}

/* Takes blanks; whether a line, or the file, ends there. A carriage return
 * ends a line only before a newline. */
bool star_reader_at_end(StarReader *r);

/* Takes the rest of the line, whatever it is. */
void star_reader_skip_line(StarReader *r);

/* Takes blanks, empty lines and lines that begin with one of the characters
 * of `comment`; false at the end of the file. */
bool star_reader_content(StarReader *r, const char *comment);

/* Takes blanks and then `word`, in letters of either case, if it is the
 * whole next word. */
bool star_reader_word(StarReader *r, const char *word);

/* Takes blanks and a whole number within low..high, which is `what` in the
 * error message. */
StarStatus star_reader_number(StarReader *r, const char *what, int64_t low,
                              int64_t high, int64_t *out);

/* Takes blanks and a real number, also an infinite one or NaN; says if it is
 * other than 0. */
StarStatus star_reader_real(StarReader *r, bool *nonzero);

/* The column, from 1, of the next byte. */
static inline int64_t star_reader_column(const StarReader *r) {
    return r->at - r->buffer + r->shift + 1;
}

/* Raises STAR_FORMAT, "file:line:column: expected ..., found ...", with what
 * stands there. */
StarStatus star_reader_expected(StarReader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with a text of its own, about what stood in `column`. */
StarStatus star_reader_wrong(StarReader *r, int64_t column, const char *format,
                             ...) __attribute__((format(printf, 3, 4)));

#endif
