/* SPDX-License-Identifier: MIT */
#include "report/escape.h"

#include <stdio.h>

bool star_escape_controls(uint32_t c) {
    return (c < 32 && c != '\n' && c != '\t') || (c >= 127 && c < 160) ||
           c == 0x61c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* The first byte of a character of several bytes; false if it is none.
 * Overlong forms, surrogates and what lies beyond U+10FFFF are none. */
static bool begin(StarEscape *e, unsigned char c) {
    if (c < 0xc2 || c > 0xf4)
        return false;
    e->left = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
    e->code = c & (0x3fu >> e->left);
    e->least = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
    e->most = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    return true;
}

/* A byte that is no first one; false if the character lacks none such. */
static bool goes_on(StarEscape *e, unsigned char c) {
    if (e->left == 0 || c < e->least || c > e->most)
        return false;
    e->code = e->code << 6 | (c & 0x3f);
    e->least = 0x80;
    e->most = 0xbf;
    e->left--;
    return true;
}

int star_escape_character(const char *text, size_t length, uint32_t *code) {
    const unsigned char *c = (const unsigned char *)text;
    StarEscape e = {.code = length > 0 ? c[0] : 0};
    size_t n = 1;
    if (length == 0 || (c[0] >= 0x80 && !begin(&e, c[0])))
        return 0;
    for (; e.left > 0; n++)
        if (n == length || !goes_on(&e, c[n]))
            return 0;
    *code = e.code;
    return (int)n;
}

/* True if a byte may pass. */
static bool passes(StarEscape *e, unsigned char c) {
    if (goes_on(e, c))
        return e->left > 0 || !star_escape_controls(e->code);
    e->left = 0;
    return c < 0x80 ? !star_escape_controls(c) : begin(e, c);
}

void star_escape(void *context, const char *text, size_t length) {
    StarEscape *e = context;
    size_t from = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (passes(e, c))
            continue;
        char code[8];
        int n = snprintf(code, sizeof code, "\\x%02x", c);
        if (i > from)
            e->sink(e->context, text + from, i - from);
        e->sink(e->context, code, (size_t)n);
        from = i + 1;
    }
    if (length > from)
        e->sink(e->context, text + from, length - from);
}
