#include "reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    BUFFER = 1 << 16,
    MAX_DIGITS = 18, /* fit an int64_t */
    EXCERPT = 24     /* bytes of a file that a message shows */
};

StarStatus star_reader_open(StarReader *r, StarMem *mem, const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return star_raise(mem->error, STAR_OPEN, "cannot open %s: %s", path,
                          strerror(errno));
    *r = (StarReader){.mem = mem, .path = path, .line = 1, .fd = fd};
    r->buffer = star_mem_alloc_raw(mem, BUFFER + 1, 1);
    if (r->buffer == NULL) {
        close(fd);
        return STAR_MEMORY;
    }
    r->at = r->end = r->buffer;
    r->buffer[0] = 0;
    return STAR_OK;
}

StarStatus star_reader_close(StarReader *r, StarStatus status) {
    if (r->fault != 0)
        status = star_raise(r->mem->error, STAR_OPEN, "cannot read %s: %s",
                            r->path, strerror(r->fault));
    close(r->fd);
    star_mem_free(r->mem, r->buffer, BUFFER + 1, 1);
    return status;
}

bool star_reader_refill(StarReader *r, size_t count) {
    size_t have = (size_t)(r->end - r->at);
    if (r->done)
        return have >= count;
    r->shift += r->at - r->buffer;
    memmove(r->buffer, r->at, have);
    while (have < count && !r->done) {
        if (star_stopped(r->mem) != STAR_OK) {
            r->fault = EINTR;
            r->done = true;
            break;
        }
        ssize_t got = read(r->fd, r->buffer + have, BUFFER - have);
        if (got > 0) {
            have += (size_t)got;
        } else if (got == 0 || errno != EINTR) {
            r->fault = got < 0 ? errno : 0;
            r->done = true;
        }
    }
    r->at = r->buffer;
    r->end = r->buffer + have;
    r->buffer[have] = 0;
    return have >= count;
}

bool star_reader_at_end(StarReader *r) {
    star_reader_blanks(r);
    int c = star_reader_peek(r);
    return c == -1 || c == '\n' ||
           (c == '\r' && star_reader_has(r, 2) && r->at[1] == '\n');
}

void star_reader_skip_line(StarReader *r) {
    while (star_reader_has(r, 1)) {
        size_t have = (size_t)(r->end - r->at);
        const unsigned char *newline = memchr(r->at, '\n', have);
        if (newline != NULL) {
            r->at = newline + 1;
            r->line++;
            r->shift = -(r->at - r->buffer);
            return;
        }
        r->at = r->end;
    }
}

bool star_reader_content(StarReader *r, const char *comment) {
    for (;;) {
        bool end = star_reader_at_end(r);
        int c = star_reader_peek(r);
        if (c == -1)
            return false;
        if (!end && (c == 0 || strchr(comment, c) == NULL))
            return true;
        star_reader_skip_line(r);
    }
}

/* Whether a word or number ends before *p: a blank, or the end of the line,
 * of the file or of what was read. */
static bool boundary(const StarReader *r, const unsigned char *p) {
    return *p == ' ' || *p == '\t' || *p == '\n' || p == r->end ||
           (p[0] == '\r' && p[1] == '\n');
}

bool star_reader_word(StarReader *r, const char *word) {
    size_t length = strlen(word);
    star_reader_blanks(r);
    star_reader_has(r, length + 2);
    if ((size_t)(r->end - r->at) < length ||
        strncasecmp((const char *)r->at, word, length) != 0 ||
        !boundary(r, r->at + length))
        return false;
    r->at += length;
    return true;
}

StarStatus star_reader_number(StarReader *r, const char *what, int64_t low,
                              int64_t high, int64_t *out) {
    int64_t value = 0;
    star_reader_blanks(r);
    star_reader_has(r, MAX_DIGITS + 2);
    const unsigned char *p = r->at;
    for (; p - r->at < MAX_DIGITS && *p >= '0' && *p <= '9'; p++)
        value = value * 10 + (*p - '0');
    if (p == r->at || !boundary(r, p) || value < low || value > high)
        return star_reader_expected(r, "%s in %lld..%lld", what, (long long)low,
                                    (long long)high);
    r->at = p;
    *out = value;
    return STAR_OK;
}

static const unsigned char *digits(const unsigned char *p, bool *nonzero) {
    for (; *p >= '0' && *p <= '9'; p++)
        *nonzero |= *p != '0';
    return p;
}

/* The end of a number such as 12, -.5, 1. or 2.5e-3, or NULL. */
static const unsigned char *decimal(const unsigned char *p, bool *nonzero) {
    const unsigned char *start = p;
    bool any;
    p = digits(p, nonzero);
    any = p > start;
    if (*p == '.') {
        start = ++p;
        p = digits(p, nonzero);
        any |= p > start;
    }
    if (any && (*p == 'e' || *p == 'E')) {
        bool ignored = false;
        p++;
        start = p += *p == '+' || *p == '-';
        p = digits(p, &ignored);
        any = p > start;
    }
    return any ? p : NULL;
}

StarStatus star_reader_real(StarReader *r, bool *nonzero) {
    static const char *const names[] = {"inf", "infinity", "nan"};
    const unsigned char *p, *end;
    star_reader_blanks(r);
    star_reader_has(r, STAR_READER_WINDOW);
    p = r->at + (*r->at == '+' || *r->at == '-');
    *nonzero = false;
    end = decimal(p, nonzero);
    for (int i = 0; end == NULL && i < 3; i++) {
        size_t length = strlen(names[i]);
        if ((size_t)(r->end - p) >= length &&
            strncasecmp((const char *)p, names[i], length) == 0 &&
            boundary(r, p + length)) {
            *nonzero = true;
            end = p + length;
        }
    }
    if (end == NULL || !boundary(r, end) || (end == r->end && !r->done))
        return star_reader_expected(r, "a number");
    r->at = end;
    return STAR_OK;
}

/* Describes what stands at the reader: a word in quotes, bytes that a
 * terminal might act on as \xNN. */
static void excerpt(StarReader *r, char *text, size_t size) {
    int used = 1;
    if (star_reader_at_end(r)) {
        snprintf(text, size, "the end of the %s",
                 star_reader_peek(r) == -1 ? "file" : "line");
        return;
    }
    star_reader_has(r, EXCERPT + 1);
    text[0] = '\'';
    for (const unsigned char *p = r->at; !boundary(r, p); p++) {
        if (p - r->at == EXCERPT) {
            used += snprintf(text + used, size - (size_t)used, "...");
            break;
        }
        used += snprintf(text + used, size - (size_t)used,
                         *p >= ' ' && *p < 0x7f ? "%c" : "\\x%02x", *p);
    }
    snprintf(text + used, size - (size_t)used, "'");
}

StarStatus star_reader_expected(StarReader *r, const char *format, ...) {
    char what[160], there[4 * EXCERPT + 16];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    excerpt(r, there, sizeof there);
    return star_reader_wrong(r, star_reader_column(r), "expected %s, found %s",
                             what, there);
}

StarStatus star_reader_wrong(StarReader *r, int64_t column, const char *format,
                             ...) {
    char text[STAR_ERROR_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return star_raise(r->mem->error, STAR_FORMAT, "%s:%lld:%lld: %s", r->path,
                      (long long)r->line, (long long)column, text);
}
