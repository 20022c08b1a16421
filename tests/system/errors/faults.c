/* SPDX-License-Identifier: MIT */
/* star_errors_faults LIST BASES/: compiles programs with one mistake each
 * (edits.h); the word of a row is the code of the first message. Fails if a
 * mistake is not found, or first with another code, or if there are fewer than
 * 300, or more than 1.2 messages on the average. */
#include <string.h>

#include "edits.h"
#include "example.h"

int main(int argc, char **argv) {
    static Edits edits;
    static Example e;
    int faults = 0, messages = 0, near = 0, failures = 0;
    if (argc != 3)
        return 2;
    edits_open(&edits, argv[1], argv[2]);
    for (; edits_next(&edits); faults++) {
        example_try(&e, edits.text, false);
        const int count = e.errors + e.warnings;
        messages += count;
        near += e.place.row >= edits.line && e.place.row <= edits.line + 1;
        if (count != 1 || strcmp(star_status_name(e.status), edits.word) != 0)
            printf("%s\n%d messages, the first is %s\n%s\n", edits.row, count,
                   star_status_name(e.status), e.said);
        failures +=
            count == 0 || strcmp(star_status_name(e.status), edits.word) != 0;
    }
    edits_close(&edits);
    printf("%d programs, %d messages, %d first ones on the line or the next, "
           "%d not as expected\n",
           faults, messages, near, failures);
    return failures > 0 || faults < 300 || 10 * messages > 12 * faults;
}
