/* SPDX-License-Identifier: MIT */
/* Text that cannot harm a terminal: characters that might control it are shown
 * as \xHH. */
#ifndef STAR_ESCAPE_H
#define STAR_ESCAPE_H

#include "report/report.h"

typedef struct StarEscape {
    StarSink *sink; /* where the text goes */
    void *context;
    uint32_t code;       /* of a character of UTF-8, so far; all 0 at first */
    uint8_t left;        /* bytes that it lacks, */
    uint8_t least, most; /* of which the next one lies between these */
} StarEscape;

/* True if a character controls a terminal or the direction of text: C0 other
 * than tab and newline, DEL, C1, marks of direction. */
bool star_escape_controls(uint32_t code);

/* The bytes of the character of UTF-8 that a text of so many bytes begins with,
 * and its code; 0 if there is none: overlong forms, surrogates and what lies
 * beyond U+10FFFF are none. */
int star_escape_character(const char *text, size_t length, uint32_t *code);

/* A StarSink whose context is a StarEscape: passes on all but control
 * characters and bytes that are no UTF-8. Of a control character of several
 * bytes the last one is shown, so that it is none. */
void star_escape(void *escape, const char *text, size_t length);

#endif
