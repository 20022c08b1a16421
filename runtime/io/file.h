/* SPDX-License-Identifier: MIT */
/* The files of Pascal: sequences of components that are read or written from
 * the beginning, with one component in a buffer. A file with a name is one of
 * the system; others are temporary. */
#ifndef STAR_FILE_H
#define STAR_FILE_H

#include <stdio.h>

#include "io/console.h"

typedef enum StarFileMode {
    STAR_FILE_NONE, /* before reset and rewrite */
    STAR_FILE_READ,
    STAR_FILE_WRITE
} StarFileMode;

/* The type of the components: a cell, a character, an object. */
typedef enum StarComponent {
    STAR_FILE_INT,
    STAR_FILE_REAL,
    STAR_FILE_CHAR,
    STAR_FILE_TEXT, /* a character of a text */
    STAR_FILE_OBJECT
} StarComponent;

struct StarFile {
    StarObject head;
    uint8_t element;      /* StarComponent */
    uint8_t mode;         /* StarFileMode */
    bool filled;          /* while reading: the buffer was read, */
    bool ended;           /* or there was nothing more to read */
    bool standard;        /* input or output: the console is the machine's */
    bool external;        /* has a name */
    bool unsized;         /* components take any size */
    uint32_t held;        /* references to the buffer that exist now */
    StarConsole *console; /* of a text */
    StarCell buffer;      /* a scalar, or an object that the file owns */
    const char *path;     /* it; NULL if none was given */
    FILE *stream;         /* reads and writes by open.h: */
    int fd;
    const StarMem *mem;
    char *room; /* its buffer */
};

/* Says what a new file's components are. Objects are like the prototype. */
StarStatus star_file_shape(StarBackend *be, StarFile *file, unsigned element,
                           const StarObject *prototype);

/* Makes a new file the input or the output. */
void star_file_standard(StarFile *file, StarConsole *console, bool input);

/* From now on reads from the beginning; writes anew. They do nothing with the
 * input and the output. */
StarStatus star_file_reset(StarBackend *be, StarFile *file);
StarStatus star_file_rewrite(StarBackend *be, StarFile *file);

/* The buffer goes to the end of the file; it goes on to the next one. */
StarStatus star_file_put(StarBackend *be, StarFile *file);
StarStatus star_file_get(StarBackend *be, StarFile *file);

/* Reads what belongs in the buffer, which is there, without a value, before the
 * file is read or written, too; `reads`: the file must be read. */
StarStatus star_file_buffer(StarBackend *be, StarFile *file, bool reads);

/* 1 if a file is written or its last component was read, else 0. STAR_FILEMODE
 * if it is not open; what reading raises. */
StarStatus star_file_eof(StarBackend *be, StarFile *file, int64_t *value);

/* The console of a text that is read or written; `inspects` is true for eoln,
 * which leaves the buffer as it is. STAR_FILEMODE if the text is not open in
 * that mode; unless it inspects, STAR_REFERENCED if the buffer is referred to.
 */
StarStatus star_file_text(StarBackend *be, StarFile *file, StarFileMode mode,
                          bool inspects, StarConsole **out);

/* Writes the buffered data and closes the file of the system. */
StarStatus star_file_close(StarBackend *be, StarFile *file);

/* Components that are objects, in a form of our own: 64-bit numbers as they
 * stand in memory, then what they count; elements of arrays as they stand in
 * memory, too. file_object.c */
StarStatus star_file_write_object(StarBackend *be, StarFile *to,
                                  const StarObject *object);
StarStatus star_file_read_object(StarBackend *be, StarFile *from,
                                 StarObject *object);

/* Raises what a call of the system for the file said, or that the last
 * component is cut off. */
StarStatus star_file_cannot_write(StarBackend *be, const StarFile *file);
StarStatus star_file_cannot_read(StarBackend *be, const StarFile *file);

#include "io/file_within.h"

#endif
