/* SPDX-License-Identifier: MIT */
/* Interned identifiers: equal names, whatever their case, are equal
 * pointers.
 *
 *     slot, by a hash of the text
 *     | | * | | * |         Name
 *         |                  v
 *         +----> | meaning | text, NUL | */
#ifndef STAR_NAMES_H
#define STAR_NAMES_H

#include "syntax/ast.h"

/* A name as the parser passes it: interned, and with the letters of the
 * text. */
typedef struct Ident {
    Name id;
    const char *spelled;
} Ident;

typedef struct Names {
    Arena *arena;
    Name *slot;        /* open addressing */
    uint32_t capacity; /* a power of two */
    uint32_t count;
} Names;

/* The one copy of a name, in lower case. */
Name names_intern(Names *names, const char *text, size_t length);

/* The same if it is there, else NULL. */
Name names_find(const Names *names, const char *text, size_t length);

/* The place for what an interned name means at present, NULL at first: it is
 * its scope's (sema/scope.h). */
Decl **names_meaning(Name name);

/* Whether the name is in doubt, false at first: syntax/recovery/doubt.c. */
bool *names_doubtful(Name name);

/* The edit distance of two names (insertion, deletion, change, exchange of
 * neighbours), or `most` + 1 if it is greater. */
int names_distance(const char *a, const char *b, int most);

#endif
