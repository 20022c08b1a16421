/* SPDX-License-Identifier: MIT */
/* For memmem. */
#define _GNU_SOURCE
#include "wire/wire.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

void wire_open(Wire *w, int in, int out) {
    *w = (Wire){.in = in, .out = out, .wrong = ""};
}

void wire_close(Wire *w) {
    free(w->bytes);
    *w = (Wire){.in = -1, .out = -1, .wrong = ""};
}

static WireGot broken(Wire *w, const char *why) {
    w->wrong = why;
    return WIRE_BROKEN;
}

/* ---- To read ---- */

/* Makes room for `most` bytes that are not taken. */
static bool reserve(Wire *w, size_t most) {
    if (w->first > 0)
        memmove(w->bytes, w->bytes + w->first, w->length - w->first);
    w->length -= w->first;
    w->first = 0;
    if (most <= w->room)
        return true;
    char *bytes = realloc(w->bytes, most);
    if (bytes == NULL)
        return false;
    w->bytes = bytes;
    w->room = most;
    return true;
}

/* Reads until there are `least` bytes, or to the end; how many there are. */
static size_t fill(Wire *w, size_t least) {
    while (w->length - w->first < least) {
        const ssize_t got =
            read(w->in, w->bytes + w->length, w->room - w->length);
        if (got == 0 || (got < 0 && errno != EINTR))
            break;
        w->length += got > 0 ? (size_t)got : 0;
    }
    return w->length - w->first;
}

/* The number that is all of a text up to a '\r', behind blanks; -1: it is none.
 * What is larger than a message may be is one more than that. */
static long length_in(const char *at) {
    long length = 0;
    while (*at == ' ' || *at == '\t')
        at++;
    if (*at == '\r')
        return -1;
    for (; *at >= '0' && *at <= '9'; at++)
        length = length <= WIRE_MESSAGE_BYTES ? 10 * length + (*at - '0')
                                              : WIRE_MESSAGE_BYTES + 1;
    return *at == '\r' ? length : -1;
}

/* The number behind Content-Length in a header, whose lines, which may hold any
 * byte, all end with "\r\n"; -1: it has none. */
static long length_of(const char *header, const char *end) {
    static const char name[] = "Content-Length:";
    const size_t n = sizeof name - 1;
    for (const char *at = header; at < end;
         at = (const char *)memmem(at, (size_t)(end - at), "\r\n", 2) + 2)
        if ((size_t)(end - at) > n && strncasecmp(at, name, n) == 0)
            return length_in(at + n);
    return -1;
}

/* Takes the lines up to the empty one. */
static WireGot read_header(Wire *w, size_t *length) {
    static const char empty[] = "\r\n\r\n";
    const size_t n = sizeof empty - 1;
    size_t there = w->length - w->first;
    const char *end;
    if (!reserve(w, WIRE_HEADER_BYTES))
        return broken(w, "there is no memory");
    while ((end = memmem(w->bytes, there, empty, n)) == NULL) {
        if (there >= WIRE_HEADER_BYTES)
            return broken(w, "the header is too long");
        const size_t before = there;
        there = fill(w, there + 1);
        if (there == before)
            return there == 0 ? WIRE_END
                              : broken(w, "the input ends in a header");
    }
    const long found = length_of(w->bytes, end + 2);
    w->first = (size_t)(end - w->bytes) + n;
    if (found < 0)
        return broken(w, "the header has no Content-Length");
    if (found > WIRE_MESSAGE_BYTES)
        return broken(w, "the message is too long");
    *length = (size_t)found;
    return WIRE_MESSAGE;
}

WireGot wire_read(Wire *w, json_t **message) {
    size_t length;
    const WireGot got = read_header(w, &length);
    if (got != WIRE_MESSAGE)
        return got;
    if (!reserve(w, length))
        return broken(w, "there is no memory");
    if (fill(w, length) < length)
        return broken(w, "the input ends in a message");
    *message = json_read(w->bytes + w->first, length, &w->wrong);
    w->first += length;
    if (json_is_object(*message))
        return WIRE_MESSAGE;
    if (*message != NULL)
        w->wrong = "the message is no object";
    json_decref(*message);
    *message = NULL;
    return WIRE_NO_JSON;
}

bool wire_waits(const Wire *w) {
    if (w->length > w->first)
        return true;
#ifdef __EMSCRIPTEN__
    return false; /* poll says that all can be read */
#else
    struct pollfd in = {.fd = w->in, .events = POLLIN};
    return poll(&in, 1, 0) > 0;
#endif
}

/* ---- To write ---- */

static bool put(int to, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t n = write(to, bytes, length);
        if (n < 0 && errno != EINTR)
            return false;
        bytes += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool wire_write(Wire *w, json_t *message) {
    char header[40];
    char *text = json_text(message);
    json_decref(message);
    if (text == NULL)
        return false;
    const size_t length = strlen(text);
    snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", length);
    const bool sent =
        put(w->out, header, strlen(header)) && put(w->out, text, length);
    free(text);
    return sent;
}

json_t *wire_text(const char *text, size_t length) {
    static const char wrong[] = "\xEF\xBF\xBD"; /* U+FFFD */
    char *copy = malloc(3 * length + 1), *to = copy;
    for (size_t k = 0; k < length && copy != NULL;) {
        const size_t n = json_character(text + k, length - k);
        memcpy(to, n > 0 ? text + k : wrong, n > 0 ? n : 3);
        to += n > 0 ? n : 3;
        k += n > 0 ? n : 1;
    }
    json_t *string =
        copy != NULL ? json_string_of(copy, (size_t)(to - copy)) : NULL;
    free(copy);
    return string;
}
