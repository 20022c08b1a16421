/* SPDX-License-Identifier: MIT */
/* A list of programs with one mistake each, as changes of programs without
 * any:
 *
 *     # a remark
 *     [BASE]                       the program bases/BASE.star
 *     WORD LINE|OLD|NEW            its line LINE with the first OLD made NEW
 */
#ifndef STAR_EDITS_H
#define STAR_EDITS_H

#include <stdio.h>

enum { EDITS_TEXT = 8192 };

typedef struct Edits {
    FILE *list;
    const char *folder;    /* of the bases, with its '/' */
    char base[EDITS_TEXT]; /* the program in use */
    char row[200];         /* of the list, without its end */
    char word[60];
    int line;
    char old[60], new[60];
    char text[EDITS_TEXT]; /* the changed program */
} Edits;

/* Opens the list; exits with a message if it cannot. */
void edits_open(Edits *edits, const char *list, const char *folder);

/* The next change, made; 0 at the end. Exits with a message if a row of the
 * list makes no sense. */
int edits_next(Edits *edits);

void edits_close(Edits *edits);

#endif
