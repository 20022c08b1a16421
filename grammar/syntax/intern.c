/* SPDX-License-Identifier: MIT */
#include "syntax/intern.h"

#include <stddef.h>
#include <string.h>

/* A name is the text of one. */
typedef struct Entry {
    Decl *meaning;
    bool doubtful;
    char text[];
} Entry;

Decl **names_meaning(Name name) {
    const void *entry = name - offsetof(Entry, text);
    return &((Entry *)entry)->meaning;
}

bool *names_doubtful(Name name) {
    const void *entry = name - offsetof(Entry, text);
    return &((Entry *)entry)->doubtful;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static uint32_t hash(const char *text, size_t length) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)lower(text[i])) * 16777619u;
    return h;
}

static bool same(Name name, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (name[i] != lower(text[i]))
            return false;
    return name[length] == '\0';
}

static Name *find(const Names *n, const char *text, size_t length) {
    uint32_t i = hash(text, length);
    for (;; i++) {
        Name *slot = &n->slot[i & (n->capacity - 1)];
        if (*slot == NULL || same(*slot, text, length))
            return slot;
    }
}

static void grow(Names *n) {
    Names old = *n;
    uint32_t capacity = old.capacity ? 2 * old.capacity : 256;
    n->slot = arena_alloc(n->arena, capacity, sizeof *n->slot);
    n->capacity = capacity;
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.slot[i] != NULL)
            *find(n, old.slot[i], strlen(old.slot[i])) = old.slot[i];
}

Name names_find(const Names *n, const char *text, size_t length) {
    return n->capacity > 0 ? *find(n, text, length) : NULL;
}

Name names_intern(Names *n, const char *text, size_t length) {
    if (2 * n->count >= n->capacity)
        grow(n);
    Name *slot = find(n, text, length);
    if (*slot == NULL) {
        Entry *new = arena_alloc(n->arena, sizeof *new + length + 1, 1);
        for (size_t i = 0; i < length; i++)
            new->text[i] = lower(text[i]);
        *slot = new->text;
        n->count++;
    }
    return *slot;
}

/* The rows of the dynamic programme for the distance, three at a time. */
int names_distance(const char *a, const char *b, int most) {
    enum { MAX_CHARACTERS = 40 };
    int row[3][MAX_CHARACTERS + 1];
    int m = (int)strlen(a), n = (int)strlen(b);
    if (m > MAX_CHARACTERS || n > MAX_CHARACTERS || m - n > most ||
        n - m > most)
        return most + 1;
    for (int j = 0; j <= n; j++)
        row[0][j] = j;
    for (int i = 1; i <= m; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3];
        int *earlier = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= n; j++) {
            int best = before[j - 1] + (a[i - 1] != b[j - 1]);
            if (before[j] + 1 < best)
                best = before[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
                a[i - 2] == b[j - 1] && earlier[j - 2] + 1 < best)
                best = earlier[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[m % 3][n] > most ? most + 1 : row[m % 3][n];
}
