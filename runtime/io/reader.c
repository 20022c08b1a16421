/* SPDX-License-Identifier: MIT */
#include "io/reader.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/open.h"
#include "memory/map.h"

enum {
    BUFFER = 1 << 16,
    MAX_DIGITS = 18, /* fit an int64_t */
    EXCERPT = 24     /* bytes of a file that a message shows */
};

/* True if the file begins with these bytes. */
static bool begins(StarReader *r, const char *bytes, size_t length) {
    return star_reader_has(r, length) && memcmp(r->at, bytes, length) == 0;
}

static StarStatus uncompress(StarReader *r) {
    r->gunzip = star_gunzip_new(r->mem, r->fd, r->at, (size_t)(r->end - r->at));
    if (r->gunzip == NULL)
        return r->mem->error->status;
    r->at = r->end = r->buffer;
    r->done = false;
    return STAR_OK;
}

StarStatus star_reader_open(StarReader *r, StarMem *mem, const char *path,
                            const char *strange) {
    struct stat status;
    const int fd = star_open_read(mem, path, strange);
    if (fd < 0)
        return star_open_fault(mem->error, path, strange);
    *r = (StarReader){.mem = mem,
                      .path = path,
                      .line = 1,
                      .fd = fd,
                      .strange = strange,
                      .comma = ' '};
    r->buffer = star_mem_alloc_raw(mem, BUFFER + 1, 1);
    if (r->buffer == NULL) {
        close(fd);
        return STAR_MEMORY;
    }
    star_work(mem, fstat(fd, &status) == 0 ? status.st_size : 0);
    r->at = r->end = r->buffer;
    r->buffer[0] = 0;
    if (begins(r, "\x1f\x8b", 2) && uncompress(r) != STAR_OK)
        return star_reader_close(r, STAR_MEMORY);
    if (begins(r, "\xff\xfe", 2) || begins(r, "\xfe\xff", 2)) {
        star_raise(mem->error, MSG_UTF16(path));
        star_hint(mem->error, "save it as UTF-8");
        return star_reader_close(r, STAR_FORMAT);
    }
    if (begins(r, "\xef\xbb\xbf", 3)) {
        r->at += 3;
        r->shift = -3;
    }
    return STAR_OK;
}

/* Raises what kept the file from being read to its end. */
static StarStatus cannot_read(StarReader *r) {
    switch (r->fault) {
    case STAR_GZIP_CUT:
        return star_reader_wrong(r, star_reader_column(r),
                                 MSG_COMPRESSED_CUT());
    case STAR_GZIP_DAMAGED:
        return star_reader_wrong(r, star_reader_column(r),
                                 MSG_COMPRESSED_DAMAGED());
    case STAR_GZIP_MORE:
        return star_reader_wrong(r, star_reader_column(r),
                                 MSG_COMPRESSED_FOLLOWED());
    case ENOMEM:
        return star_raise(r->mem->error, MSG_NO_MEMORY_TO_READ(r->path));
    default:
        return star_raise(r->mem->error,
                          MSG_CANNOT_READ(r->path, strerror(r->fault)));
    }
}

StarStatus star_reader_close(StarReader *r, StarStatus status) {
    if (r->fault != 0)
        status = cannot_read(r);
    star_work(r->mem, 0);
    star_gunzip_free(r->gunzip);
    close(r->fd);
    star_mem_free(r->mem, r->buffer, BUFFER + 1, 1);
    return status;
}

static size_t part_bytes(StarReader *r, unsigned char *to, size_t size) {
    const int64_t left = r->stop - r->next;
    const size_t some = (uint64_t)left < size ? (size_t)left : size;
    r->fault = star_read_at(r->mem, r->fd, r->next, to, some);
    if (r->fault != 0)
        return 0;
    r->next += (int64_t)some;
    return some;
}

/* Some bytes more to `to`, at least one; 0 at the end, which a fault is
 * too. */
static size_t next_bytes(StarReader *r, unsigned char *to, size_t size) {
    ssize_t got;
    if (r->gunzip != NULL)
        return star_gunzip(r->gunzip, to, size, &r->fault);
    if (r->part)
        return part_bytes(r, to, size);
    got = star_read(r->mem, r->fd, to, size);
    r->fault = got < 0 ? errno : 0;
    if (got <= 0)
        return 0;
    star_work_add(r->mem, got);
    return (size_t)got;
}

bool star_reader_refill(StarReader *r, size_t count) {
    size_t have = (size_t)(r->end - r->at);
    if (r->done)
        return have >= count;
    r->shift += r->at - r->buffer;
    memmove(r->buffer, r->at, have);
    while (have < count && !r->done) {
        const size_t got = next_bytes(r, r->buffer + have, BUFFER - have);
        r->done = got == 0;
        have += got;
    }
    r->at = r->buffer;
    r->end = r->buffer + have;
    r->buffer[have] = 0;
    return have >= count;
}

size_t star_reader_bytes(StarReader *r, void *to, size_t size) {
    const size_t have = (size_t)(r->end - r->at);
    size_t taken = have < size ? have : size;
    memcpy(to, r->at, taken);
    r->at += taken;
    while (taken < size && !r->done) {
        const size_t got =
            next_bytes(r, (unsigned char *)to + taken, size - taken);
        r->done = got == 0;
        taken += got;
    }
    return taken;
}

size_t star_reader_map(StarReader *r, void *block, size_t size) {
    const off_t at = lseek(r->fd, 0, SEEK_CUR) - (r->end - r->at);
    if (r->gunzip != NULL || r->strange != NULL || at < 0)
        return 0;
    const size_t mapped =
        star_map_file(r->mem, block, size, r->fd, at, r->path);
    if (mapped > 0) {
        lseek(r->fd, at + (off_t)mapped, SEEK_SET);
        r->at = r->end = r->buffer;
        r->buffer[0] = 0;
        r->done = false;
        star_work_add(r->mem, (int64_t)mapped);
    }
    return mapped;
}

bool star_reader_share(StarReader *r) {
    return r->gunzip == NULL &&
           star_share(r->mem, &r->fd, r->path, r->strange, false);
}

StarStatus star_reader_part(StarReader *part, const StarReader *r, int64_t from,
                            int64_t stop) {
    *part = (StarReader){.mem = r->mem,
                         .path = r->path,
                         .line = 1,
                         .fd = r->fd,
                         .comma = r->comma,
                         .part = true,
                         .next = from,
                         .stop = stop};
    part->buffer = star_mem_alloc_raw(r->mem, BUFFER + 1, 1);
    if (part->buffer == NULL)
        return STAR_MEMORY;
    part->at = part->end = part->buffer;
    part->buffer[0] = 0;
    return STAR_OK;
}

bool star_reader_leave(StarReader *part) {
    star_mem_free(part->mem, part->buffer, BUFFER + 1, 1);
    return part->fault == 0;
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

StarStatus star_reader_end_line(StarReader *r) {
    if (*r->at != '\n') {
        if (!star_reader_at_end(r))
            return star_reader_expected(r, "the end of the line");
        r->at += *r->at == '\r';
    }
    if (*r->at == '\n') {
        r->at++;
        r->line++;
        r->shift = -(r->at - r->buffer);
    }
    return STAR_OK;
}

bool star_reader_content(StarReader *r, const char *comment) {
    while (*r->at < '0' || *r->at > '9') {
        bool end = star_reader_at_end(r);
        int c = star_reader_peek(r);
        if (c == -1)
            return false;
        if (!end && (c == 0 || strchr(comment, c) == NULL))
            return true;
        star_reader_skip_line(r);
    }
    return true;
}

/* True if a word or number ends before *p: at a blank, or at the end of the
 * line, of the file or of the buffer. */
static bool boundary(const StarReader *r, const unsigned char *p) {
    return *p == ' ' || *p == '\t' || *p == '\n' || *p == r->comma ||
           p == r->end || (p[0] == '\r' && p[1] == '\n');
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

StarStatus star_reader_number_checked(StarReader *r, const char *what,
                                      int64_t low, int64_t high, int64_t *out) {
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

static const char *const number_names[] = {"inf", "infinity", "nan"};

StarStatus star_reader_real(StarReader *r, bool *nonzero) {
    const unsigned char *p, *end;
    star_reader_blanks(r);
    star_reader_has(r, STAR_READER_WINDOW);
    p = r->at + (*r->at == '+' || *r->at == '-');
    *nonzero = false;
    end = decimal(p, nonzero);
    for (int i = 0; end == NULL && i < 3; i++) {
        size_t length = strlen(number_names[i]);
        if ((size_t)(r->end - p) >= length &&
            strncasecmp((const char *)p, number_names[i], length) == 0 &&
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

bool star_number_is_real(const unsigned char *text, size_t length) {
    const unsigned char *end = text + length;
    bool ignored = false;
    text += *text == '+' || *text == '-';
    if (decimal(text, &ignored) == end)
        return true;
    length = (size_t)(end - text);
    for (int i = 0; i < 3; i++)
        if (length == strlen(number_names[i]) &&
            strncasecmp((const char *)text, number_names[i], length) == 0)
            return true;
    return false;
}

/* Appends `zeros` zeros and a digit to a number; false if it passes 18
 * digits. */
static bool append_digit(int64_t *value, int64_t zeros, int digit) {
    const int64_t max = INT64_C(999999999999999999);
    for (; zeros > 0 && *value > 0; zeros--) {
        if (*value > max / 10)
            return false;
        *value *= 10;
    }
    if (*value > (max - digit) / 10)
        return false;
    *value = *value * 10 + digit;
    return true;
}

/* The value of the decimal number from p to end, its point moved behind so many
 * decimals, if it is whole then and has at most 18 digits. Zeros wait until
 * another digit or the end comes, so that only the exponent decides where the
 * point stands. */
static bool whole(const unsigned char *p, const unsigned char *end,
                  int decimals, int64_t *value) {
    int64_t zeros = 0, places = 0, exponent = 0;
    bool point = false;
    for (; p < end && *p != 'e' && *p != 'E'; p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        places += point;
        if (*p == '0')
            zeros++;
        else if (append_digit(value, zeros, *p - '0'))
            zeros = 0;
        else
            return false;
    }
    if (p < end) {
        const bool minus = p[1] == '-';
        for (p += 1 + (minus || p[1] == '+'); p < end; p++)
            if (exponent < 2 * STAR_READER_WINDOW)
                exponent = exponent * 10 + *p - '0';
        exponent = minus ? -exponent : exponent;
    }
    zeros += exponent - places + decimals;
    return *value == 0 ||
           (zeros == 0 || (zeros > 0 && append_digit(value, zeros - 1, 0)));
}

bool star_number_weight(const unsigned char *text, size_t length, int decimals,
                        int64_t *out) {
    const unsigned char *p = text, *end = text + length;
    bool nonzero = false;
    *out = 0;
    while (length <= MAX_DIGITS && p < end && *p >= '0' && *p <= '9')
        *out = *out * 10 + (*p++ - '0');
    if (p == end && length > 0 && decimals == 0)
        return true;
    p = text + (*text == '+' || *text == '-');
    *out = 0;
    return decimal(p, &nonzero) == end && whole(p, end, decimals, out) &&
           (*text != '-' || *out == 0);
}

bool star_number_is_thousand(const unsigned char *text, size_t length,
                             int decimals) {
    const bool sign = length > 0 && *text == '+';
    const size_t before = length - 4 - sign;
    if (decimals >= 3 || length < 5U + sign || before > 3 ||
        text[sign] == '0' || text[length - 4] != '.')
        return false;
    for (size_t k = sign; k < length; k++)
        if ((text[k] < '0' || text[k] > '9') && k != length - 4)
            return false;
    return true;
}

void star_weight_text(int64_t max, int decimals, char text[STAR_WEIGHT_TEXT]) {
    char most[STAR_DECIMAL_TEXT];
    star_decimal_text(max, decimals, most);
    if (decimals == 0)
        snprintf(text, STAR_WEIGHT_TEXT, "a whole weight in 0..%s", most);
    else
        snprintf(text, STAR_WEIGHT_TEXT,
                 "a weight in 0..%s, of at most %d decimal%s", most, decimals,
                 decimals == 1 ? "" : "s");
}

void star_decimal_text(int64_t value, int decimals,
                       char text[STAR_DECIMAL_TEXT]) {
    char digits[STAR_DECIMAL_TEXT];
    const bool minus = value < 0;
    uint64_t rest = minus ? -(uint64_t)value : (uint64_t)value;
    for (; decimals > 0 && rest % 10 == 0; decimals--)
        rest /= 10;
    char *p = digits + sizeof digits;
    *--p = '\0';
    for (int k = 0; k <= decimals || rest > 0; k++, rest /= 10) {
        if (decimals > 0 && k == decimals)
            *--p = '.';
        *--p = (char)('0' + rest % 10);
    }
    if (minus)
        *--p = '-';
    strcpy(text, p);
}

StarStatus star_reader_weight(StarReader *r, int64_t max, int decimals,
                              int64_t *out) {
    const unsigned char *end =
        decimals == 0 ? star_reader_digits(r, out) : NULL;
    const unsigned char *p;
    bool nonzero = false;
    if (end == NULL) {
        star_reader_blanks(r);
        star_reader_has(r, STAR_READER_WINDOW);
        p = r->at + (*r->at == '+' || *r->at == '-');
        *out = 0;
        end = decimal(p, &nonzero);
        if (end != NULL &&
            (!boundary(r, end) || (end == r->end && !r->done) ||
             !whole(p, end, decimals, out) || (*r->at == '-' && *out != 0)))
            end = NULL;
    }
    if (end == NULL || *out > max) {
        char what[STAR_WEIGHT_TEXT];
        star_weight_text(max, decimals, what);
        return star_reader_expected(r, "%s", what);
    }
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
    star_reader_wrong(r, star_reader_column(r), MSG_FILE_EXPECTED(what, there));
    star_expected(r->mem->error, "%s", what);
    return star_found(r->mem->error, "%s", there);
}

StarStatus star_reader_wrong(StarReader *r, int64_t column, StarStatus status,
                             const char *format, ...) {
    char text[STAR_ERROR_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return star_raise(r->mem->error, MSG_PLACE_IN_FILE(status, r->path, r->line,
                                                       column, text));
}
