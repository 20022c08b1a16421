/* SPDX-License-Identifier: MIT */
#include "edits.h"

#include <stdlib.h>
#include <string.h>

static void die(const char *what, const char *which) {
    fprintf(stderr, "%s: %s\n", which, what);
    exit(2);
}

static void read_base(Edits *e) {
    char path[1000];
    size_t length = strcspn(e->row + 1, "]");
    snprintf(path, sizeof path, "%s%.*s.star", e->folder, (int)length,
             e->row + 1);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        die("cannot be opened", path);
    length = fread(e->base, 1, sizeof e->base - 1, file);
    e->base[length] = '\0';
    fclose(file);
}

static const char *part(const char *from, char *to, size_t size) {
    size_t length = strcspn(from, "|");
    snprintf(to, size, "%.*s", (int)length, from);
    return from + length + (from[length] == '|');
}

static void change(Edits *e) {
    const char *at = e->base;
    for (int i = 1; i < e->line && *at != '\0'; i++)
        at += strcspn(at, "\n") + 1;
    const char *old = strstr(at, e->old);
    if (old == NULL || old > at + strcspn(at, "\n"))
        die("the line has no such text", e->row);
    snprintf(e->text, sizeof e->text, "%.*s%s%s", (int)(old - e->base), e->base,
             e->new, old + strlen(e->old));
}

void edits_open(Edits *e, const char *list, const char *folder) {
    *e = (Edits){.list = fopen(list, "rb"), .folder = folder};
    if (e->list == NULL)
        die("cannot be opened", list);
}

int edits_next(Edits *e) {
    while (fgets(e->row, sizeof e->row, e->list) != NULL) {
        int word = 0;
        e->row[strcspn(e->row, "\n")] = '\0';
        if (e->row[0] == '[')
            read_base(e);
        if (e->row[0] == '[' || e->row[0] == '#' || e->row[0] == '\0')
            continue;
        if (sscanf(e->row, "%59s %d|%n", e->word, &e->line, &word) != 2 ||
            word == 0)
            die("not WORD LINE|OLD|NEW", e->row);
        const char *rest = part(e->row + word, e->old, sizeof e->old);
        part(rest, e->new, sizeof e->new);
        change(e);
        return 1;
    }
    return 0;
}

void edits_close(Edits *e) {
    fclose(e->list);
}
