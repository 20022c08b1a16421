/* SPDX-License-Identifier: MIT */
/* Texts that grow, which JSON is written to. */
#ifndef ENGINE_BUFFER_H
#define ENGINE_BUFFER_H

#include "tools/json.h"

/* Bytes with a 0 behind them; of zeros it has none. The memory is C's; where
 * there is none the engine ends, and its Worker with it. */
typedef struct Buffer {
    char *bytes;
    size_t length, room;
} Buffer;

/* A StarSink whose context is a Buffer. */
void buffer_add(void *text, const char *bytes, size_t length);

/* Forgets its bytes. */
void buffer_clear(Buffer *text);

/* Its bytes, "" if there are none; valid until it changes. */
const char *buffer_bytes(const Buffer *text);

/* What is written there is appended. */
Out buffer_out(Buffer *text);

#endif
