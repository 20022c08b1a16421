/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/console.h"

/* Sends the first `out` bytes, but for those that were. */
static bool send(StarConsole *c, size_t out) {
    const size_t length = out - c->sent;
    const bool done = length == 0 || c->write == NULL ||
                      c->write(c->context, c->out_text + c->sent, length);
    if (done)
        c->sent = out;
    return done;
}

StarStatus star_console_flush(StarConsole *c) {
    if (c->lock != NULL)
        pthread_mutex_lock(c->lock);
    const bool done = send(c, c->out);
    c->out = c->sent = 0;
    if (c->lock != NULL)
        pthread_mutex_unlock(c->lock);
    if (done)
        return STAR_OK;
    return c->name != NULL
               ? star_raise(c->error,
                            MSG_CANNOT_WRITE(c->name, strerror(errno)))
               : star_raise(c->error, MSG_CANNOT_WRITE_OUTPUT());
}

void star_console_show(StarConsole *c) {
    pthread_mutex_lock(c->lock);
    send(c, __atomic_load_n(&c->out, __ATOMIC_ACQUIRE));
    pthread_mutex_unlock(c->lock);
}

/* Sends what waits, unless the program shall end. */
static StarStatus make_room(StarConsole *c) {
    if (c->mem != NULL)
        STAR_TRY(star_stopped(c->mem));
    return star_console_flush(c);
}

/* Up to the limit everything is written. */
static StarStatus put(StarConsole *c, const char *text, size_t length) {
    c->after_table = false;
    if (length > 0)
        c->in_line = text[length - 1] != '\n';
    while (length > 0) {
        size_t n = STAR_CONSOLE_BUFFER - c->out;
        if (n == 0) {
            STAR_TRY(make_room(c));
            continue;
        }
        if (n > length)
            n = length;
        if (c->quota != NULL)
            n = star_quota_take(c->quota, n);
        if (n == 0)
            return star_quota_refuse(c->error, c->quota);
        memcpy(c->out_text + c->out, text, n);
        __atomic_store_n(&c->out, c->out + n, __ATOMIC_RELEASE);
        text += n;
        length -= n;
    }
    return STAR_OK;
}

/* A character so many times; none if they are below 0. */
static StarStatus repeat(StarConsole *c, char what, int64_t times) {
    char some[64];
    memset(some, what, sizeof some);
    for (int64_t n; times > 0; times -= n) {
        n = times < (int64_t)sizeof some ? times : (int64_t)sizeof some;
        STAR_TRY(put(c, some, (size_t)n));
    }
    return STAR_OK;
}

/* Fills up from `length` to `width` columns; no width is the least. */
static StarStatus blanks(StarConsole *c, int64_t length, int64_t width) {
    return length < width ? repeat(c, ' ', width - length) : STAR_OK;
}

static StarStatus check_width(StarConsole *c, int64_t width, const char *what) {
    if (width >= 1 || width == STAR_NO_WIDTH)
        return STAR_OK;
    return star_raise(c->error, MSG_WIDTH_BELOW_ONE(what, width));
}

static StarStatus padded(StarConsole *c, const char *text, int64_t length,
                         int64_t width) {
    STAR_TRY(check_width(c, width, "field width"));
    STAR_TRY(blanks(c, length, width));
    return put(c, text, (size_t)length);
}

StarStatus star_write_integer(StarConsole *c, int64_t value, int64_t width) {
    char text[24];
    int n = snprintf(text, sizeof text, "%lld", (long long)value);
    return padded(c, text, n, width);
}

/* No double has more decimals, nor more digits behind its first: zeros follow.
 * All digits and signs of one fit DIGITS. */
enum { MOST_DECIMALS = 1074, DIGITS = 1500 };

/* True if x lies in the middle between two numbers with so many decimals;
 * `format` has the form 'e' or 'f'. The next digit decides for most numbers. */
static bool is_middle(const char *format, int decimals, double x) {
    char text[DIGITS];
    snprintf(text, sizeof text, format, decimals + 1, x);
    size_t end = strcspn(text, "e");
    if (text[end - 1] != '5')
        return false;
    snprintf(text, sizeof text, format, MOST_DECIMALS + 2, x);
    return text[end + strspn(text + end, "0")] == 'e' ||
           text[end + strspn(text + end, "0")] == '\0';
}

/* Drops the last of several decimals and adds one to the digit before it. Where
 * all digits are 9 an exponent follows: no double ends in .95 or .995. */
static void round_up(char *text) {
    size_t end = strcspn(text, "e") - 1, k;
    memmove(text + end, text + end + 1, strlen(text + end));
    for (k = end; k > 0 && (text[k - 1] == '9' || text[k - 1] == '.'); k--)
        if (text[k - 1] == '9')
            text[k - 1] = '0';
    if (k > 0) {
        text[k - 1]++;
    } else {
        text[0] = '1';
        snprintf(text + end, DIGITS - end, "e%+03d", atoi(text + end + 1) + 1);
    }
}

/* The digits of a number without its sign, rounded to so many decimals, the
 * middle up, as ISO 7185 has it. */
static void digits(char *text, const char *format, int decimals, double x) {
    const bool middle = is_middle(format, decimals, x);
    snprintf(text, DIGITS, format, decimals + middle, fabs(x));
    if (middle)
        round_up(text);
}

/* True if a digit other than 0 stands before the exponent. */
static bool any(const char *text) {
    return strcspn(text, "123456789") < strcspn(text, "e");
}

/* A number whose text has zeros at byte `at`, where more digits were asked for
 * than it has. */
static StarStatus with_zeros(StarConsole *c, const char *text, size_t at,
                             int64_t zeros, int64_t width) {
    const int64_t length = (int64_t)strlen(text);
    STAR_TRY(blanks(c, zeros, width < length ? 0 : width - length));
    STAR_TRY(put(c, text, at));
    STAR_TRY(repeat(c, '0', zeros));
    return put(c, text + at, (size_t)length - at);
}

/* Floating form: a blank or minus, a digit, a point, decimals, e, a sign
 * and three digits. */
static StarStatus floating(StarConsole *c, double value, int64_t width) {
    enum { REST = 8 }; /* all but the decimals */
    char number[DIGITS], text[DIGITS + 20];
    int64_t columns = width == STAR_NO_WIDTH ? 24 : width;
    int64_t decimals = columns - REST < 1 ? 1 : columns - REST;
    const int n = (int)(decimals < MOST_DECIMALS ? decimals : MOST_DECIMALS);
    digits(number, "%.*e", n, value);
    char *e = strchr(number, 'e');
    int exponent = atoi(e + 1);
    snprintf(text, sizeof text, "%c%.*se%c%03d", value < 0 ? '-' : ' ',
             (int)(e - number), number, exponent < 0 ? '-' : '+',
             abs(exponent));
    return with_zeros(c, text, (size_t)(e - number) + 1, decimals - n, width);
}

static StarStatus fixed(StarConsole *c, double value, int64_t width,
                        int64_t decimals) {
    char number[DIGITS], text[DIGITS + 1];
    int n = (int)(decimals < MOST_DECIMALS ? decimals : MOST_DECIMALS);
    digits(number, "%.*f", n, value);
    snprintf(text, sizeof text, "%s%s", value < 0 && any(number) ? "-" : "",
             number);
    return with_zeros(c, text, strlen(text), decimals - n, width);
}

StarStatus star_write_real(StarConsole *c, double value, int64_t width,
                           int64_t decimals) {
    STAR_TRY(check_width(c, width, "field width"));
    STAR_TRY(check_width(c, decimals, "number of decimals"));
    if (!isfinite(value)) {
        const char *text = isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
        return padded(c, text, (int64_t)strlen(text),
                      width == STAR_NO_WIDTH ? 24 : width);
    }
    return decimals == STAR_NO_WIDTH ? floating(c, value, width)
                                     : fixed(c, value, width, decimals);
}

StarStatus star_write_text(StarConsole *c, const char *text, int64_t length,
                           int64_t width) {
    if (width != STAR_NO_WIDTH && width >= 1 && length > width)
        length = width;
    return padded(c, text, length, width);
}

StarStatus star_write_char(StarConsole *c, char text, int64_t width) {
    if (width != STAR_NO_WIDTH || c->out == STAR_CONSOLE_BUFFER ||
        (c->quota != NULL && star_quota_take(c->quota, 1) == 0))
        return star_write_text(c, &text, 1, width);
    c->after_table = false;
    c->in_line = text != '\n';
    c->out_text[c->out] = text;
    __atomic_store_n(&c->out, c->out + 1, __ATOMIC_RELEASE);
    return STAR_OK;
}

/* `length` bits as characters, component 1 first. */
static StarStatus bits(StarConsole *c, const uint64_t *word, int64_t length,
                       int64_t width) {
    STAR_TRY(check_width(c, width, "field width"));
    c->after_table = false;
    c->in_line = c->in_line || length > 0;
    STAR_TRY(blanks(c, length, width));
    for (int64_t i = 0; i < length; i += 64) {
        char text[64];
        int n = length - i < 64 ? (int)(length - i) : 64;
        for (int k = 0; k < n; k++)
            text[k] = (char)('0' + (word[i / 64] >> k & 1));
        STAR_TRY(put(c, text, (size_t)n));
    }
    return STAR_OK;
}

StarStatus star_write_line(StarConsole *c, const StarBits *line,
                           int64_t width) {
    if (line->head.sizing == STAR_UNSIZED)
        return star_raise(c->error, MSG_NO_SIZE("this variable"));
    return bits(c, line->word, line->length, width);
}

static StarStatus rows(StarConsole *c, StarBackend *be, StarTable *table,
                       StarBits *row, int64_t width) {
    for (int64_t i = 1; i <= table->rows; i++) {
        StarCell arg[] = {{.bits = row}, {.i = i}, {.table = table}};
        STAR_TRY(star_prim_run(be, STAR_PRIM_ROW, arg, NULL));
        STAR_TRY(star_object_sync(be, &row->head, STAR_READ));
        STAR_TRY(bits(c, row->word, row->length, width));
        STAR_TRY(put(c, "\n", 1));
    }
    return STAR_OK;
}

StarStatus star_write_table(StarConsole *c, StarBackend *be, StarTable *table,
                            int64_t width) {
    if (table->head.sizing == STAR_UNSIZED)
        return star_raise(c->error, MSG_NO_SIZE("this table"));
    STAR_TRY(check_width(c, width, "field width"));
    StarBits *row = star_bits_new(be, STAR_ELASTIC);
    if (row == NULL)
        return STAR_MEMORY;
    const StarStatus status = rows(c, be, table, row, width);
    star_object_free(be, &row->head);
    c->after_table = table->rows > 0;
    return status;
}

StarStatus star_write_newline(StarConsole *c) {
    if (!c->after_table)
        return put(c, "\n", 1);
    c->after_table = false;
    return STAR_OK;
}

StarStatus star_write_page(StarConsole *c) {
    if (c->in_line)
        STAR_TRY(put(c, "\n", 1));
    STAR_TRY(put(c, "\f", 1));
    c->in_line = false;
    return STAR_OK;
}
