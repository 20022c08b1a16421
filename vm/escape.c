#include "escape.h"

#include <stdio.h>

/* C0 and DEL; C1, which UTF-8 writes as 0xc2 and a byte of 0x80..0x9f. */
static bool is_control(unsigned char last, unsigned char c) {
    return (c < 32 && c != '\n' && c != '\t') || c == 127 ||
           (last == 0xc2 && c >= 0x80 && c <= 0x9f);
}

void star_escape(void *context, const char *text, size_t length) {
    StarEscape *e = context;
    size_t begin = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (is_control(e->last, c)) {
            char code[8];
            int n = snprintf(code, sizeof code, "\\x%02x", c);
            if (i > begin)
                e->sink(e->context, text + begin, i - begin);
            e->sink(e->context, code, (size_t)n);
            begin = i + 1;
        }
        e->last = c;
    }
    if (length > begin)
        e->sink(e->context, text + begin, length - begin);
}
