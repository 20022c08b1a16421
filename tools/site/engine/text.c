/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <stdlib.h>
#include <string.h>

void text_add(void *text, const char *bytes, size_t length) {
    Text *t = text;
    if (length >= t->room - t->length) {
        const size_t room = 2 * t->length + length + 1024;
        char *more = realloc(t->bytes, room);
        if (more == NULL)
            abort();
        t->bytes = more;
        t->room = room;
    }
    memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
    t->bytes[t->length] = '\0';
}

void text_clear(Text *t) {
    t->length = 0;
    if (t->bytes != NULL)
        t->bytes[0] = '\0';
}

const char *text_bytes(const Text *t) {
    return t->bytes != NULL ? t->bytes : "";
}

Out text_out(Text *t) {
    return (Out){text_add, t};
}
