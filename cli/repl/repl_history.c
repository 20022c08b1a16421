/* SPDX-License-Identifier: MIT */
/* The history, a file with an entry a line: in it \n stands for the end of a
 * line and \\ for \. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/writer.h"
#include "repl/line.h"
#include "repl/repl.h"
#include "state.h"

/* A longer entry is not stored; a longer file is cut to half of so much. */
enum { MAX_ENTRY_BYTES = 1 << 16, MAX_FILE_BYTES = 1 << 20 };

/* Reads the last MAX_FILE_BYTES bytes of the file; *more: it has more. */
static char *read_end(const char *path, bool *more) {
    FILE *from = fopen(path, "rb");
    struct stat about;
    char *text = NULL;
    size_t length = 0;
    *more = false;
    if (from == NULL)
        return NULL;
    if (fstat(fileno(from), &about) == 0 && S_ISREG(about.st_mode))
        text = malloc(MAX_FILE_BYTES + 1);
    if (text != NULL) {
        *more = about.st_size > MAX_FILE_BYTES;
        if (*more)
            fseeko(from, about.st_size - MAX_FILE_BYTES, SEEK_SET);
        length = fread(text, 1, MAX_FILE_BYTES, from);
        text[length] = '\0';
    }
    fclose(from);
    return text;
}

/* Keeps the second half of that, which begins with a whole line. */
static void cut(const char *path, const char *text) {
    const char *rest = strchr(text + strlen(text) / 2, '\n');
    StarError error;
    StarMem mem;
    StarWriter w;
    star_mem_init(&mem, &error, SIZE_MAX);
    if (rest == NULL || star_writer_open(&w, &mem, path) != STAR_OK)
        return;
    star_writer_text(&w, rest + 1);
    star_writer_close(&w); /* else it stays as it was */
}

/* From the form of the file to that of the entry, in place. */
static void decode(char *line) {
    char *to = line;
    for (; *line != '\0'; line++)
        if (line[0] == '\\' && line[1] != '\0')
            *to++ = *++line == 'n' ? '\n' : *line;
        else
            *to++ = *line;
    *to = '\0';
}

void repl_recall(Repl *r) {
    bool more;
    r->history = state_path("history");
    if (r->history == NULL)
        return;
    char *text = read_end(r->history, &more);
    if (text == NULL)
        return;
    char *first = more ? strchr(text, '\n') : text;
    if (more)
        cut(r->history, text);
    for (char *line = first != NULL ? first + more : text, *end;
         (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        decode(line);
        line_remember(line);
    }
    free(text);
}

void repl_remember(Repl *r, const char *entry) {
    const size_t length = strlen(entry);
    if (!line_edited() || length > MAX_ENTRY_BYTES || !line_remember(entry))
        return;
    char *line = r->history != NULL ? malloc(2 * length + 2) : NULL;
    if (line == NULL)
        return;
    size_t n = 0;
    for (const char *c = entry; *c != '\0'; c++) {
        if (*c == '\n' || *c == '\\')
            line[n++] = '\\';
        line[n++] = *c == '\n' ? 'n' : *c;
    }
    line[n++] = '\n';
    state_append(r->history, line, n);
    free(line);
}
