/* SPDX-License-Identifier: MIT */
#include "repl/line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "repl/line_edit.h"
#include "stop.h"

/* The bytes read of standard input. */
static struct {
    bool edited, terminal;
    bool begun;           /* something was read */
    int fault;            /* errno of what could not be read */
    char *line;           /* the last one that was edited */
    char *text;           /* of standard input otherwise, */
    size_t room, at, end; /* of which this much was not taken yet */
} line;

void line_open(LineComplete *complete, void *context) {
    const char *kind = getenv("TERM");
    line.terminal = isatty(STDIN_FILENO);
    line.edited = line.terminal && isatty(STDOUT_FILENO) && kind != NULL &&
                  *kind != '\0' && strcmp(kind, "dumb") != 0;
    line.edited = line.edited && line_edit_open(complete, context);
}

void line_close(void) {
    free(line.line);
    free(line.text);
    line.line = line.text = NULL;
    line.room = line.at = line.end = 0;
}

int line_fault(void) {
    return line.fault;
}

bool line_edited(void) {
    return line.edited;
}

bool line_prompts(void) {
    return line.terminal;
}

/* Makes room behind what is there for a byte more and a NUL. */
static bool grow(void) {
    if (line.at > 0)
        memmove(line.text, line.text + line.at, line.end - line.at);
    line.end -= line.at;
    line.at = 0;
    if (line.room - line.end >= 2)
        return true;
    size_t room = line.room > 0 ? 2 * line.room : 1 << 12;
    char *text = realloc(line.text, room);
    if (text == NULL)
        return false;
    line.text = text;
    line.room = room;
    return true;
}

/* Reads more of standard input; false at its end. */
static bool more(bool *interrupted) {
    ssize_t got = -1;
    if (!grow())
        return false;
    while (!*interrupted && got < 0) {
        *interrupted = !stop_wait(STDIN_FILENO, NULL);
        if (!*interrupted)
            got = read(STDIN_FILENO, line.text + line.end,
                       line.room - line.end - 1);
        if (got < 0 && errno != EINTR)
            break;
    }
    if (!*interrupted && got < 0 && !line.terminal)
        line.fault = errno; /* one that is gone has ended */
    line.end += got > 0 ? (size_t)got : 0;
    return got > 0;
}

/* Some programs begin a text with a mark that it is UTF-8. */
static void skip_mark(const char **text, size_t *length) {
    const bool marked =
        !line.begun && *length >= 3 && memcmp(*text, "\xef\xbb\xbf", 3) == 0;
    line.begun = true;
    *text += marked ? 3 : 0;
    *length -= marked ? 3 : 0;
}

static LineEnd read_plain(const char **text, size_t *length) {
    bool interrupted = false;
    size_t from = line.at, looked = 0;
    char *end;
    if (line.text == NULL && !grow())
        return LINE_OVER;
    while ((end = memchr(line.text + from + looked, '\n',
                         line.end - from - looked)) == NULL) {
        looked = line.end - from;
        if (!more(&interrupted))
            break;
        from = line.at;
    }
    if (interrupted) {
        line.at = line.end;
        return LINE_INTERRUPTED;
    }
    if (end == NULL && line.at == line.end)
        return LINE_OVER;
    *text = line.text + line.at;
    *length = end != NULL ? (size_t)(end - *text) : line.end - line.at;
    line.at += *length + (end != NULL);
    line.text[line.at - (end != NULL)] = '\0';
    skip_mark(text, length);
    return LINE_READ;
}

LineEnd line_read(const char *prompt, bool colour, const char **text,
                  size_t *length) {
    if (!line.edited && line.terminal) {
        fputs(prompt, stdout);
        fflush(stdout);
    }
    if (!line.edited) {
        const LineEnd end = read_plain(text, length);
        if (end != LINE_READ && line.terminal)
            putchar('\n');
        return end;
    }
    free(line.line);
    const LineEnd end = line_edit_read(prompt, colour, &line.line);
    *text = line.line;
    *length = end == LINE_READ ? strlen(line.line) : 0;
    return end;
}

size_t line_take(char *text, size_t most) {
    bool interrupted = false;
    if (line.at == line.end && !more(&interrupted))
        return 0;
    const char *from = line.text + line.at;
    const char *end = memchr(from, '\n', line.end - line.at);
    size_t length = end != NULL ? (size_t)(end + 1 - from) : line.end - line.at;
    length = length < most ? length : most;
    memcpy(text, from, length);
    line.at += length;
    return length;
}
