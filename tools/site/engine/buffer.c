/* SPDX-License-Identifier: MIT */
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

void buffer_add(void *text, const char *bytes, size_t length) {
    Buffer *t = text;
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

void buffer_clear(Buffer *t) {
    t->length = 0;
    if (t->bytes != NULL)
        t->bytes[0] = '\0';
}

const char *buffer_bytes(const Buffer *t) {
    return t->bytes != NULL ? t->bytes : "";
}

Out buffer_out(Buffer *t) {
    return (Out){buffer_add, t};
}
