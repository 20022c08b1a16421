/* Text for a terminal that it cannot harm: control characters are shown as
 * \xHH. */
#ifndef STAR_ESCAPE_H
#define STAR_ESCAPE_H

#include "report.h"

typedef struct StarEscape {
    StarSink *sink; /* where the text goes */
    void *context;
    unsigned char last; /* the byte before; 0 at first */
} StarEscape;

/* A StarSink whose context is a StarEscape: passes on all but the control
 * characters of ASCII other than tab and newline, and those of UTF-8. */
void star_escape(void *escape, const char *text, size_t length);

#endif
