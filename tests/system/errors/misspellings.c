/* SPDX-License-Identifier: MIT */
/* star_errors_misspellings LIST BASES/: compiles programs with one misspelled
 * name or word each (edits.h); the word of a row is the right one. Fails if
 * there are fewer than 200, or if fewer than 90 % of them are suggested by the
 * first message. */
#include <strings.h>

#include "edits.h"
#include "example.h"

int main(int argc, char **argv) {
    static Edits edits;
    static Example e;
    int misspellings = 0, right = 0, wrong = 0;
    if (argc != 3)
        return 2;
    edits_open(&edits, argv[1], argv[2]);
    for (; edits_next(&edits); misspellings++) {
        example_try(&e, edits.text, false);
        if (strcasecmp(e.suggestion, edits.word) == 0) {
            right++;
            continue;
        }
        wrong += e.suggestion[0] != '\0';
        printf("%s\nsuggested: '%s'\n%s\n", edits.row, e.suggestion, e.said);
    }
    edits_close(&edits);
    printf("%d misspellings, %d right suggestions, %d wrong ones\n",
           misspellings, right, wrong);
    return misspellings < 200 || 10 * right < 9 * misspellings;
}
