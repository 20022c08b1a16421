/* SPDX-License-Identifier: MIT */
#include "repl/transcript.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = ':', TEXT = '>', INPUT = '<', STOPPED = '!', OPEN = '\\' };

/* ---- Writing ---- */

void transcript_put(Transcript *t, const char *text, size_t length) {
    if (t->lost || length == 0)
        return;
    if (t->room - t->length < length) {
        const size_t room = 2 * t->room + length;
        char *more = realloc(t->text, room);
        t->lost = more == NULL;
        if (t->lost)
            return;
        t->text = more;
        t->room = room;
    }
    memcpy(t->text + t->length, text, length);
    t->length += length;
}

static void put_lines(Transcript *t, char mark, const char *text,
                      size_t length) {
    const char before[] = {mark, ' '};
    for (const char *end = text + length, *next; text < end; text = next) {
        const char *line = memchr(text, '\n', (size_t)(end - text));
        next = line != NULL ? line + 1 : end;
        transcript_put(t, before, sizeof before);
        transcript_put(t, text, (size_t)(next - text));
        if (line == NULL)
            transcript_put(t, "\n\\\n", 3);
    }
}

void transcript_add(Transcript *t, const TranscriptEntry *e) {
    char stopped[60];
    const int length =
        snprintf(stopped, sizeof stopped, "! stopped after %" PRId64 " steps\n",
                 e->steps);
    transcript_put(t, ": ", 2);
    transcript_put(t, e->name, e->name_length);
    transcript_put(t, "\n", 1);
    put_lines(t, TEXT, e->text, e->length);
    put_lines(t, INPUT, e->input, e->input_length);
    if (e->steps > 0)
        transcript_put(t, stopped, (size_t)length);
}

/* ---- Reading ---- */

bool transcript_is(const char *text, size_t length) {
    const size_t heading = strlen(TRANSCRIPT_HEADING);
    return length > heading && memcmp(text, TRANSCRIPT_HEADING, heading) == 0 &&
           (text[heading] == ',' || text[heading] == '\n');
}

static char *line_end(char *at, char *end) {
    char *line = memchr(at, '\n', (size_t)(end - at));
    return line != NULL ? line + 1 : end;
}

/* Moves the lines with a mark together, without it. */
static char *take(char **at, char *end, char mark, size_t *length) {
    char *from = *at, *to = from, *text = from;
    while (end - from > 1 && from[0] == mark && from[1] == ' ') {
        char *next = line_end(from, end);
        memmove(to, from + 2, (size_t)(next - from - 2));
        to += next - from - 2;
        from = next;
        if (end - from > 1 && from[0] == OPEN && from[1] == '\n') {
            to--;
            from += 2;
            break;
        }
    }
    *length = (size_t)(to - text);
    *at = from;
    return text;
}

bool transcript_next(char **at, char *end, TranscriptEntry *e) {
    static char none[1];
    *e = (TranscriptEntry){.text = none};
    if (transcript_is(*at, (size_t)(end - *at)))
        *at = line_end(*at, end);
    if (end - *at < 3 || (*at)[0] != NAME || (*at)[1] != ' ')
        return false;
    e->name = *at + 2;
    *at = line_end(*at, end);
    e->name_length = (size_t)(*at - e->name) - 1;
    e->name[e->name_length] = '\0';
    e->text = take(at, end, TEXT, &e->length);
    if (e->length > 0)
        e->text[e->length] = '\0';
    else
        e->text = none;
    e->input = take(at, end, INPUT, &e->input_length);
    if (end - *at > 1 && **at == STOPPED) {
        sscanf(*at, "! stopped after %" SCNd64, &e->steps);
        *at = line_end(*at, end);
    }
    return true;
}
