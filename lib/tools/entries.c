/* SPDX-License-Identifier: MIT */
/* For strcasestr. */
#define _GNU_SOURCE
#include "tools/entries.h"

#include <stdlib.h>
#include <string.h>

/* Longer than so many lines, an entry is looked at only where it may end. */
enum { MANY_LINES = 100 };

bool entry_add(Entry *e, const char *line, size_t length) {
    const size_t needed = e->length + length + 2;
    if (needed > e->room) {
        const size_t room = needed > 2 * e->room ? needed : 2 * e->room;
        char *more = realloc(e->text, room);
        if (more == NULL)
            return false;
        e->text = more;
        e->room = room;
    }
    memcpy(e->text + e->length, line, length);
    e->length += length;
    e->text[e->length++] = '\n';
    e->text[e->length] = '\0';
    e->last = length;
    e->lines++;
    return true;
}

/* True if the last line has a word that ends a block or a comment. */
static bool may_end(const Entry *e) {
    const char *line = e->text + e->length - 1 - e->last;
    return e->lines < MANY_LINES || strcasestr(line, "end") != NULL ||
           strchr(line, '}') != NULL || strstr(line, "*/") != NULL ||
           strstr(line, "*)") != NULL;
}

bool entry_is_open(const Entry *e, const char *from, StarSession *session) {
    return !may_end(e) || star_session_open(session, from, strlen(from));
}

void entry_clear(Entry *e) {
    e->length = 0;
    e->lines = 0;
}

void entry_free(Entry *e) {
    free(e->text);
    *e = (Entry){0};
}

bool entry_value(StarSession *session, const StarType **type, StarCell *value) {
    const int cell = star_session_value(session);
    if (cell < 0)
        return false;
    *type = star_session_program(session)->proc[0].cell[cell].type;
    *value = star_session_cells(session)[cell];
    return true;
}
