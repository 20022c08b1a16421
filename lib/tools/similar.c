/* SPDX-License-Identifier: MIT */
#include "tools/similar.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "syntax/intern.h"

static void lower(char *to, const char *from, size_t length) {
    for (size_t i = 0; i < length; i++)
        to[i] = (char)tolower((unsigned char)from[i]);
    to[length] = '\0';
}

/* Names that are longer than any of ours have none that is similar. */
Similar similar_to(const char *name, size_t length) {
    Similar s = {.distance = length < 3 ? 2 : 3};
    if (length <= SIMILAR_NAME)
        lower(s.name, name, length);
    return s;
}

void similar_consider(Similar *s, const char *candidate) {
    char name[SIMILAR_NAME + 1];
    size_t length = strlen(candidate);
    if (length > SIMILAR_NAME)
        return;
    lower(name, candidate, length);
    int distance = names_distance(s->name, name, s->distance);
    if (distance < s->distance && (size_t)distance < strlen(s->name)) {
        s->best = candidate;
        s->distance = distance;
    }
}

const char *similar_text(Similar *s, const char *prefix) {
    if (s->best != NULL)
        snprintf(s->text, sizeof s->text, ": did you mean '%s%s'?", prefix,
                 s->best);
    return s->text;
}
