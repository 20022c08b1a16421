/* SPDX-License-Identifier: MIT */
/* A text file read as a stream of bytes that knows its line and column. One
 * that is compressed by gzip is read as what it was; a byte order mark of
 * UTF-8 at its beginning does not count.
 *
 * The buffered bytes that are not yet taken are at[0] .. end[-1], and end[0] is
 * 0, so that a scan stops there. The scanners below read STAR_READER_WINDOW
 * bytes at most, so that a file of one endless line needs no more memory than
 * any other. */
#ifndef STAR_IO_READER_H
#define STAR_IO_READER_H

#include "io/gzip.h"

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
    StarGunzip *gunzip;  /* NULL: the file is not compressed */
    int fault;           /* errno of a read that failed, or STAR_GZIP_...: the
                            file then seems to end */
    const char *strange; /* as in open.h */
    bool done;           /* the file has no bytes after end */
    bool part;           /* see star_reader_part: */
    int64_t next, stop;  /* the bytes of the file that are left */
    char comma;          /* ends numbers and words as a blank does */
} StarReader;

/* Opens a file; `path` must live as long as the reader; `strange` is as in
 * open.h. STAR_OPEN or STAR_FORBIDDEN with name and reason if it cannot be
 * opened, STAR_MEMORY. */
StarStatus star_reader_open(StarReader *r, StarMem *mem, const char *path,
                            const char *strange);

/* Closes it. Returns `status`, that of what was read, unless it could not
 * be read to its end: then STAR_OPEN is raised with name and reason,
 * STAR_FORMAT for compressed data with a mistake, STAR_MEMORY. */
StarStatus star_reader_close(StarReader *r, StarStatus status);

/* Reads on until `count` bytes, STAR_READER_WINDOW at most, are there; false
 * if the file ends before. */
bool star_reader_refill(StarReader *r, size_t count);

/* True if `count` bytes, STAR_READER_WINDOW at most, are in the buffer from
 * r->at on; reads more if needed. */
static inline bool star_reader_has(StarReader *r, size_t count) {
    return (size_t)(r->end - r->at) >= count || star_reader_refill(r, count);
}

/* The next byte, not taken, or -1 at the end of the file. */
static inline int star_reader_peek(StarReader *r) {
    return star_reader_has(r, 1) ? *r->at : -1;
}

/* Takes the next `size` bytes, past the window; returns how many there were
 * before the end of the file. */
size_t star_reader_bytes(StarReader *r, void *to, size_t size);

/* Takes up to `size` bytes in the way of star_map_file, into a block of that
 * size; returns how many. None of a file that a stranger's program names. */
size_t star_reader_map(StarReader *r, void *block, size_t size);

/* True if every rank may read r->fd by star_read_at. */
bool star_reader_share(StarReader *r);

/* A reader of the bytes from..stop-1 of such a file, for this rank alone; its
 * first line is 1. STAR_MEMORY. star_reader_leave ends it, and returns false if
 * not all could be read. */
StarStatus star_reader_part(StarReader *part, const StarReader *r, int64_t from,
                            int64_t stop);
bool star_reader_leave(StarReader *part);

/* The place in the file of the byte that comes next. */
static inline int64_t star_reader_place(const StarReader *part) {
    return part->next - (part->end - part->at);
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

/* Skips the rest of the line. */
void star_reader_skip_line(StarReader *r);

/* Takes the end of the line, or raises what else was found. */
StarStatus star_reader_end_line(StarReader *r);

/* Takes blanks, empty lines and lines that begin with one of the characters
 * of `comment`; false at the end of the file. */
bool star_reader_content(StarReader *r, const char *comment);

/* Takes blanks and then `word`, in letters of either case, if it is the
 * whole next word. */
bool star_reader_word(StarReader *r, const char *word);

/* The end of the number of at most 18 digits that comes next, all of which
 * is there and has a blank or line feed behind it; else NULL, which means
 * nothing. The way of nearly all numbers. */
static inline const unsigned char *star_reader_digits(const StarReader *r,
                                                      int64_t *out) {
    const unsigned char *p = r->at, *start;
    uint64_t value = 0;
    while (*p == ' ' || *p == '\t')
        p++;
    start = p;
    for (; *p >= '0' && *p <= '9'; p++)
        value = value * 10 + (uint64_t)(*p - '0');
    *out = (int64_t)value;
    if (p == start || p - start > 18 ||
        (*p != ' ' && *p != '\n' && *p != '\t' && *p != r->comma))
        return NULL;
    return p;
}

/* Takes blanks and a whole number within low..high, which is `what` in the
 * error message; star_reader_number_checked does it without haste. */
StarStatus star_reader_number_checked(StarReader *r, const char *what,
                                      int64_t low, int64_t high, int64_t *out);

/* star_reader_number_checked, with haste where digits and their end are in the
 * window. */
static inline StarStatus star_reader_number(StarReader *r, const char *what,
                                            int64_t low, int64_t high,
                                            int64_t *out) {
    const unsigned char *end = star_reader_digits(r, out);
    if (end == NULL || *out < low || *out > high)
        return star_reader_number_checked(r, what, low, high, out);
    r->at = end;
    return STAR_OK;
}

/* Takes blanks and a real number, also an infinite one or NaN; says if it is
 * other than 0. */
StarStatus star_reader_real(StarReader *r, bool *nonzero);

/* True if a text is such a number, and no more. The byte behind it is there,
 * and in no number. */
bool star_number_is_real(const unsigned char *text, size_t length);

/* Weights may have decimals, so many at most: they are read as numbers of their
 * last one, 46.5 with one decimal as 465. */
enum { STAR_MOST_DECIMALS = 9 };

/* The value of such a text as a weight: a whole number of at most 18 digits
 * then, however it is written. False if it is none. */
bool star_number_weight(const unsigned char *text, size_t length, int decimals,
                        int64_t *out);

/* True if it may be thousands with a point before the hundreds, as 1.500: it
 * has three decimals, and fewer are expected. */
bool star_number_is_thousand(const unsigned char *text, size_t length,
                             int decimals);

/* Takes blanks and a number that is whole then, however it is written, and
 * within 0..max, as a weight. */
StarStatus star_reader_weight(StarReader *r, int64_t max, int decimals,
                              int64_t *out);

/* Says what is expected: "a whole weight in 0..max". */
enum { STAR_WEIGHT_TEXT = 80, STAR_DECIMAL_TEXT = 32 };
void star_weight_text(int64_t max, int decimals, char text[STAR_WEIGHT_TEXT]);

/* Such a number as it was written, without zeros at its end. */
void star_decimal_text(int64_t value, int decimals,
                       char text[STAR_DECIMAL_TEXT]);

/* The column, from 1, of the next byte. */
static inline int64_t star_reader_column(const StarReader *r) {
    return r->at - r->buffer + r->shift + 1;
}

/* Raises STAR_FORMAT, "file:line:column: expected ..., found ...", with what
 * stands there. */
StarStatus star_reader_expected(StarReader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with the caller's message, for the word in `column`. */
StarStatus star_reader_wrong(StarReader *r, int64_t column, StarStatus status,
                             const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
