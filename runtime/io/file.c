/* SPDX-License-Identifier: MIT */
/* For fopencookie. */
#define _GNU_SOURCE
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/open.h"
#include "values/kinds.h"

/* ---- Streams ----
 *
 * The C library's own reads and writes give up when a signal comes, and so lose
 * the data that they had. */

static ssize_t stream_read(void *file, char *to, size_t size) {
    const StarFile *f = file;
    return f->external ? star_read(f->mem, f->fd, to, size)
                       : star_read_alone(f->mem, f->fd, to, size);
}

static ssize_t stream_write(void *file, const char *from, size_t size) {
    const StarFile *f = file;
    errno = star_write(f->mem, f->fd, from, size);
    return errno == 0 ? (ssize_t)size : 0;
}

static int stream_seek(void *file, off64_t *offset, int from) {
    const StarFile *f = file;
    *offset = lseek(f->fd, *offset, from);
    return *offset < 0 ? -1 : 0;
}

static int stream_close(void *file) {
    const StarFile *f = file;
    return close(f->fd);
}

static FILE *stream_open(StarFile *f, const char *mode) {
    static const cookie_io_functions_t how = {stream_read, stream_write,
                                              stream_seek, stream_close};
    FILE *stream = fopencookie(f, mode, how);
    if (stream == NULL)
        close(f->fd);
    return stream;
}

/* Of texts, without the stream's buffer when they are read. */
static bool write_text(void *file, const char *text, size_t length) {
    const StarFile *f = file;
    return fwrite(text, 1, length, f->stream) == length;
}

static size_t read_text(void *file, char *text, size_t most) {
    const ssize_t got = stream_read(file, text, most);
    return got < 0 ? STAR_CONSOLE_FAULT : (size_t)got;
}

/* ---- Objects ---- */

enum { ROOM = 16384 };

/* Closes the stream, if there is one; whether all that waited was written. */
static bool let_go(StarBackend *be, StarFile *f) {
    const bool closed = f->stream == NULL || fclose(f->stream) == 0;
    be->mem->outside |= f->stream != NULL;
    f->stream = NULL;
    star_mem_free(be->mem, f->room, ROOM, 1);
    f->room = NULL;
    return closed;
}

StarFile *star_file_new(StarBackend *be) {
    StarFile *f = star_mem_alloc(be->mem, 1, sizeof *f);
    if (f != NULL)
        f->head = (StarObject){STAR_FILE, STAR_FIXED};
    return f;
}

static void undefine(StarBackend *be, StarFile *f) {
    if (f->element == STAR_FILE_OBJECT && f->buffer.object != NULL)
        star_object_reset(be, f->buffer.object, !f->unsized);
    else if (f->element == STAR_FILE_REAL)
        f->buffer.raw = STAR_UNDEFINED_REAL;
    else if (f->element != STAR_FILE_OBJECT)
        f->buffer.i = STAR_UNDEFINED_INT;
}

StarStatus star_file_shape(StarBackend *be, StarFile *f, unsigned element,
                           const StarObject *prototype) {
    f->element = (uint8_t)element;
    undefine(be, f);
    if (element == STAR_FILE_OBJECT) {
        STAR_TRY(
            star_object_clone(be, prototype, (StarObject **)&f->buffer.object));
        StarObject *buffer = f->buffer.object;
        f->unsized = buffer->sizing == STAR_UNSIZED;
    }
    if (element != STAR_FILE_TEXT)
        return STAR_OK;
    f->console = star_mem_alloc(be->mem, 1, sizeof *f->console);
    return f->console != NULL ? STAR_OK : STAR_MEMORY;
}

void star_file_standard(StarFile *f, StarConsole *console, bool input) {
    f->element = STAR_FILE_TEXT;
    f->standard = true;
    f->console = console;
    f->mode = input ? STAR_FILE_READ : STAR_FILE_WRITE;
}

void star_file_free(StarBackend *be, StarFile *f) {
    if (!f->standard) {
        if (f->stream != NULL && f->mode == STAR_FILE_WRITE && f->console)
            star_console_flush(f->console);
        let_go(be, f);
        star_mem_free(be->mem, f->console, 1, sizeof *f->console);
    }
    if (f->element == STAR_FILE_OBJECT)
        star_object_free(be, f->buffer.object);
    star_mem_free(be->mem, f, 1, sizeof *f);
}

void star_file_reset_object(StarBackend *be, StarFile *f) {
    star_file_close(be, f);
}

StarStatus star_file_clone(StarBackend *be, const StarFile *from,
                           StarFile **out) {
    *out = star_file_new(be);
    if (*out == NULL)
        return STAR_MEMORY;
    StarStatus status =
        star_file_shape(be, *out, from->element, from->buffer.object);
    if (status != STAR_OK) {
        star_file_free(be, *out);
        *out = NULL;
    }
    return status;
}

/* ---- Opening and closing ---- */

static const char *name_of(const StarFile *f) {
    return f->external ? f->path : "a temporary file";
}

static StarStatus cannot_open(StarBackend *be, const StarFile *f) {
    if (errno == ENOMEM)
        return star_raise(be->mem->error, MSG_NO_MEMORY_TO_OPEN(name_of(f)));
    return star_raise(be->mem->error,
                      MSG_CANNOT_OPEN(name_of(f), strerror(errno)));
}

StarStatus star_file_cannot_read(StarBackend *be, const StarFile *f) {
    if (!ferror(f->stream))
        return star_raise(be->mem->error, MSG_COMPONENT_CUT(name_of(f)));
    return star_raise(be->mem->error,
                      MSG_CANNOT_READ(name_of(f), strerror(errno)));
}

StarStatus star_file_cannot_write(StarBackend *be, const StarFile *f) {
    return star_raise(be->mem->error,
                      MSG_CANNOT_WRITE(name_of(f), strerror(errno)));
}

/* A file without a name, open for reading and writing; -1 with errno. */
#ifdef __EMSCRIPTEN__
/* Its tmpfile makes a name of the clock, which does not go on between two. */
static int open_temporary(const StarFile *f) {
    char name[40];
    snprintf(name, sizeof name, "/tmp/star.%p", (const void *)f);
    const int fd = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd >= 0)
        unlink(name);
    return fd;
}
#else
static int open_temporary(const StarFile *f) {
    (void)f;
    FILE *file = tmpfile();
    if (file == NULL)
        return -1;
    const int fd = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0);
    fclose(file);
    return fd;
}
#endif

static StarStatus open_stream(StarBackend *be, StarFile *f, bool writes) {
    struct stat status;
    const char *mode = !f->external ? "w+b" : writes ? "wb" : "rb";
    let_go(be, f);
    f->mode = STAR_FILE_NONE;
    if (f->external && f->path == NULL)
        return star_raise(be->mem->error, MSG_FILE_WITHOUT_NAME());
    f->room = star_mem_alloc_raw(be->mem, ROOM, 1);
    if (f->room == NULL)
        return STAR_MEMORY;
    f->mem = be->mem;
    f->fd = !f->external ? open_temporary(f)
            : writes     ? star_open_write(be->mem, f->path, O_CREAT | O_TRUNC)
                         : star_open_read(f->mem, f->path, NULL);
    f->stream = f->fd >= 0 ? stream_open(f, mode) : NULL;
    if (f->stream == NULL)
        return cannot_open(be, f);
    setvbuf(f->stream, f->room, _IOFBF, ROOM);
    if (fstat(f->fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        let_go(be, f);
        errno = EISDIR;
        return cannot_open(be, f);
    }
    return STAR_OK;
}

/* Everything that was written arrives; a text ends with the end of a line. */
static StarStatus finish(StarBackend *be, StarFile *f) {
    if (f->mode != STAR_FILE_WRITE)
        return STAR_OK;
    if (f->console != NULL && f->console->in_line)
        STAR_TRY(star_write_newline(f->console));
    if (f->console != NULL)
        STAR_TRY(star_console_flush(f->console));
    return fflush(f->stream) == 0 ? STAR_OK : star_file_cannot_write(be, f);
}

static void begin(StarBackend *be, StarFile *f, StarFileMode mode) {
    StarConsole *c = f->console;
    f->mode = (uint8_t)mode;
    f->filled = f->ended = false;
    undefine(be, f);
    if (c == NULL)
        return;
    c->error = be->mem->error;
    c->name = name_of(f);
    c->write = write_text;
    c->read = read_text;
    c->context = f;
    c->mem = be->mem;
    c->quota = &be->mem->files;
    c->out = c->sent = c->in = c->in_end = 0;
    c->ended = c->after_table = c->in_line = c->line_open = false;
}

StarStatus star_file_close(StarBackend *be, StarFile *f) {
    STAR_TRY(finish(be, f));
    f->mode = STAR_FILE_NONE;
    return let_go(be, f) ? STAR_OK : star_file_cannot_write(be, f);
}

/* STAR_REFERENCED while a reference to the buffer exists: its component may not
 * change. */
static StarStatus check_unused(StarBackend *be, const StarFile *f) {
    if (f->held == 0)
        return STAR_OK;
    return star_raise(be->mem->error, MSG_BUFFER_IN_USE());
}

StarStatus star_file_reset(StarBackend *be, StarFile *f) {
    STAR_TRY(check_unused(be, f));
    if (f->standard)
        return f->mode == STAR_FILE_READ
                   ? STAR_OK
                   : star_raise(be->mem->error, MSG_OUTPUT_NOT_READABLE());
    if (f->mode == STAR_FILE_NONE && !f->external)
        return star_raise(be->mem->error, MSG_FILE_WITHOUT_CONTENTS());
    STAR_TRY(finish(be, f));
    if (f->external)
        STAR_TRY(open_stream(be, f, false));
    else if (fseek(f->stream, 0, SEEK_SET) != 0)
        return star_raise(be->mem->error,
                          MSG_CANNOT_READ(name_of(f), strerror(errno)));
    begin(be, f, STAR_FILE_READ);
    return STAR_OK;
}

StarStatus star_file_rewrite(StarBackend *be, StarFile *f) {
    STAR_TRY(check_unused(be, f));
    if (f->standard)
        return f->mode == STAR_FILE_WRITE
                   ? STAR_OK
                   : star_raise(be->mem->error, MSG_INPUT_NOT_WRITABLE());
    STAR_TRY(open_stream(be, f, true));
    begin(be, f, STAR_FILE_WRITE);
    return STAR_OK;
}

/* ---- Components ---- */

static StarStatus check_mode(StarBackend *be, const StarFile *f,
                             StarFileMode mode) {
    if (f->mode == mode)
        return STAR_OK;
    if (f->mode == STAR_FILE_NONE)
        return star_raise(be->mem->error, MSG_FILE_NOT_OPEN());
    return mode == STAR_FILE_READ
               ? star_raise(be->mem->error, MSG_FILE_NOT_READ())
               : star_raise(be->mem->error, MSG_FILE_NOT_WRITTEN());
}

/* The next component, or the end, comes into the buffer. */
static StarStatus fill(StarBackend *be, StarFile *f) {
    unsigned char c;
    int ch;
    if (f->filled)
        return STAR_OK;
    f->filled = true;
    if (f->unsized)
        undefine(be, f);
    if (f->element == STAR_FILE_TEXT)
        return star_read_peek(f->console, &f->buffer.i);
    ch = getc(f->stream);
    f->ended = ch == EOF;
    if (f->ended)
        return ferror(f->stream) ? star_file_cannot_read(be, f) : STAR_OK;
    ungetc(ch, f->stream);
    if (f->element == STAR_FILE_OBJECT)
        return star_file_read_object(be, f, f->buffer.object);
    if (f->element == STAR_FILE_CHAR) {
        ch = fread(&c, 1, 1, f->stream) == 1;
        f->buffer.i = c;
    } else {
        ch = fread(&f->buffer, sizeof f->buffer, 1, f->stream) == 1;
    }
    if (!ch)
        return star_file_cannot_read(be, f);
    if (f->element == STAR_FILE_REAL && !isfinite(f->buffer.r))
        return star_raise(be->mem->error, MSG_COMPONENT_NO_NUMBER(name_of(f)));
    return STAR_OK;
}

StarStatus star_file_eof(StarBackend *be, StarFile *f, int64_t *value) {
    *value = 1;
    if (f->mode == STAR_FILE_WRITE)
        return STAR_OK;
    STAR_TRY(check_mode(be, f, STAR_FILE_READ));
    if (f->element == STAR_FILE_TEXT)
        return star_read_eof(f->console, value);
    STAR_TRY(fill(be, f));
    *value = f->ended;
    return STAR_OK;
}

static StarStatus not_at_end(StarBackend *be, StarFile *f) {
    int64_t ended;
    STAR_TRY(star_file_eof(be, f, &ended));
    return ended ? star_raise(be->mem->error, MSG_FILE_AT_END()) : STAR_OK;
}

StarStatus star_file_get(StarBackend *be, StarFile *f) {
    int64_t c;
    if (f->element == STAR_FILE_TEXT && star_file_skip(f))
        return STAR_OK;
    STAR_TRY(check_unused(be, f));
    STAR_TRY(check_mode(be, f, STAR_FILE_READ));
    STAR_TRY(not_at_end(be, f));
    if (f->element == STAR_FILE_TEXT)
        STAR_TRY(star_read_char(f->console, &c));
    f->filled = false;
    return STAR_OK;
}

static StarStatus no_value(StarBackend *be) {
    return star_raise(be->mem->error, MSG_NO_VALUE("the buffer of this file"));
}

/* Counts bytes that were written; texts do it themselves. */
static StarStatus count(StarBackend *be, size_t bytes) {
    StarQuota *quota = &be->mem->files;
    return star_quota_take(quota, bytes) == bytes
               ? STAR_OK
               : star_quota_refuse(be->mem->error, quota);
}

/* Writes the bit vector or the table in the buffer. */
static StarStatus put_object(StarBackend *be, StarFile *f) {
    /* Each question is a system call. */
    const bool limited = be->mem->files.most > 0;
    const off_t before = limited ? ftello(f->stream) : 0;
    if (!star_object_defined(f->buffer.object))
        return no_value(be);
    STAR_TRY(star_file_write_object(be, f, f->buffer.object));
    undefine(be, f);
    return limited ? count(be, (size_t)(ftello(f->stream) - before)) : STAR_OK;
}

StarStatus star_file_put(StarBackend *be, StarFile *f) {
    const char c = (char)f->buffer.i;
    STAR_TRY(check_unused(be, f));
    STAR_TRY(check_mode(be, f, STAR_FILE_WRITE));
    if (f->element == STAR_FILE_OBJECT)
        return put_object(be, f);
    if (f->element == STAR_FILE_REAL ? f->buffer.raw == STAR_UNDEFINED_REAL
                                     : f->buffer.i == STAR_UNDEFINED_INT)
        return no_value(be);
    if (f->element == STAR_FILE_TEXT) {
        STAR_TRY(star_write_char(f->console, c, STAR_NO_WIDTH));
        undefine(be, f);
        return STAR_OK;
    }
    const void *from =
        f->element == STAR_FILE_CHAR ? (const void *)&c : &f->buffer;
    const size_t bytes = f->element == STAR_FILE_CHAR ? 1 : sizeof f->buffer;
    const bool written = fwrite(from, bytes, 1, f->stream) == 1;
    undefine(be, f);
    return written ? count(be, bytes) : star_file_cannot_write(be, f);
}

StarStatus star_file_buffer(StarBackend *be, StarFile *f, bool reads) {
    if (f->element == STAR_FILE_TEXT && star_file_peek(f))
        return STAR_OK;
    if (reads)
        STAR_TRY(check_mode(be, f, STAR_FILE_READ));
    if (f->mode != STAR_FILE_READ)
        return STAR_OK;
    STAR_TRY(not_at_end(be, f));
    return fill(be, f);
}

StarStatus star_file_text(StarBackend *be, StarFile *f, StarFileMode mode,
                          bool inspects, StarConsole **out) {
    if (!inspects)
        STAR_TRY(check_unused(be, f));
    STAR_TRY(check_mode(be, f, mode));
    f->filled = false;
    *out = f->console;
    return STAR_OK;
}

void star_file_refer(StarFile *f, int by) {
    f->held += (uint32_t)by;
}

bool star_file_valid(const StarFile *f) {
    return f->element <= STAR_FILE_OBJECT && f->mode <= STAR_FILE_WRITE;
}
