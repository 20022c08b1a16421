/* SPDX-License-Identifier: MIT */
/* Messages of editors, as the Language Server Protocol and the Debug Adapter
 * Protocol send them: JSON, with its length in bytes before it.
 *
 *     Content-Length: 16\r\n
 *     \r\n
 *     {"method":"...."}
 */
#ifndef STAR_CLI_WIRE_H
#define STAR_CLI_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "wire/json_value.h"

/* The most bytes of a message that is read, and of the lines before it. */
enum { WIRE_MESSAGE_BYTES = 1 << 26, WIRE_HEADER_BYTES = 1 << 12 };

typedef struct Wire {
    int in, out;                /* file descriptors, of the owner */
    char *bytes;                /* that were read */
    size_t first, length, room; /* those first..length are not taken */
    const char *wrong;          /* with what is not WIRE_MESSAGE */
} Wire;

/* A wire between two descriptors, which stay the owner's. */
void wire_open(Wire *wire, int in, int out);
void wire_close(Wire *wire);

typedef enum WireGot {
    WIRE_MESSAGE,
    WIRE_NO_JSON, /* the message has gone; others may come */
    WIRE_END,     /* of the input, between two messages */
    WIRE_BROKEN   /* no message can be found in what comes: wire->wrong */
} WireGot;

/* Waits for the next message: an object, which the caller releases by
 * json_decref. */
WireGot wire_read(Wire *wire, json_t **message);

/* True if wire_read would not wait for a message to begin. Calls nothing that a
 * handler of signals may not. */
bool wire_waits(const Wire *wire);

/* Sends a message and releases it. False: there is no memory, or no one reads
 * any more. */
bool wire_write(Wire *wire, json_t *message);

/* Returns a string of any bytes, with U+FFFD in place of those that are no
 * UTF-8; NULL without memory. */
json_t *wire_text(const char *text, size_t length);

#endif
