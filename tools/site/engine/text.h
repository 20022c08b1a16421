/* SPDX-License-Identifier: MIT */
/* Texts that grow, and JSON in them. */
#ifndef ENGINE_TEXT_H
#define ENGINE_TEXT_H

#include "tools/json.h"

/* Bytes with a 0 behind them; of zeros it has none. The memory is C's; where
 * there is none the engine ends, and its Worker with it. */
typedef struct Text {
    char *bytes;
    size_t length, room;
} Text;

/* A StarSink whose context is a Text. */
void text_add(void *text, const char *bytes, size_t length);

/* Forgets its bytes. */
void text_clear(Text *text);

/* Its bytes, "" if there are none; valid until it changes. */
const char *text_bytes(const Text *text);

/* What is written there is appended. */
Out text_out(Text *text);

#endif
