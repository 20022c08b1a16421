/* SPDX-License-Identifier: MIT */
/* For asprintf. */
#define _GNU_SOURCE
#include "lsp/document.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

/* Memory for the compilation of one text, where no option says another. */
static const size_t MEMORY = (size_t)1 << 30;

/* ---- Paths ---- */

static int digit(char c) {
    return isdigit((unsigned char)c) ? c - '0'
                                     : tolower((unsigned char)c) - 'a' + 10;
}

/* The path of a URI: of a file, or the URI itself. */
static char *path_of(const char *uri) {
    static const char file[] = "file://";
    const size_t n = sizeof file - 1;
    char *path = strdup(strncmp(uri, file, n) == 0 ? uri + n : uri), *to = path;
    for (const char *at = path; path != NULL && *at != '\0'; at++)
        if (*at == '%' && isxdigit((unsigned char)at[1]) &&
            isxdigit((unsigned char)at[2])) {
            *to++ = (char)(16 * digit(at[1]) + digit(at[2]));
            at += 2;
        } else {
            *to++ = *at;
        }
    if (path != NULL)
        *to = '\0';
    return path;
}

json_t *document_uri(const char *path) {
    static const char plain[] = "/-._~";
    char *uri = malloc(3 * strlen(path) + sizeof "file://"), *to = uri;
    if (uri == NULL)
        return NULL;
    to += sprintf(to, "%s", *path == '/' ? "file://" : "");
    for (const char *at = path; *at != '\0'; at++)
        if (isalnum((unsigned char)*at) || strchr(plain, *at) != NULL ||
            *path != '/')
            *to++ = *at;
        else
            to += sprintf(to, "%%%02X", (unsigned char)*at);
    *to = '\0';
    json_t *string = json_string(uri);
    free(uri);
    return string;
}

/* ---- Texts ---- */

void document_forget(Document *d) {
    symbols_close(d->symbols);
    d->symbols = NULL;
    d->stale = true;
}

static bool set_text(Document *d, char *text, size_t length) {
    Lines lines;
    if (text == NULL || !lines_open(&lines, text, length)) {
        free(text);
        return false;
    }
    document_forget(d);
    free(d->text);
    lines_close(&d->lines);
    d->text = text;
    d->lines = lines;
    return true;
}

char *document_with(const Document *d, uint32_t start, uint32_t end,
                    const char *text, size_t length) {
    const size_t rest = d->lines.length - end;
    char *all = malloc(start + length + rest + 1);
    if (all == NULL)
        return NULL;
    if (start > 0)
        memcpy(all, d->text, start);
    memcpy(all + start, text, length);
    memcpy(all + start + length, d->text + end, rest);
    all[start + length + rest] = '\0';
    return all;
}

static Document *make(Documents *all, const char *uri, char *path,
                      const char *text, size_t length) {
    const Options *o = all->options;
    Document *d = calloc(1, sizeof *d);
    if (d == NULL) {
        free(path);
        return NULL;
    }
    *d = (Document){
        .all = all, .uri = strdup(uri), .path = path, .text = strdup("")};
    star_mem_init(&d->mem, &d->error, o->max_memory ? o->max_memory : MEMORY);
    if (d->uri != NULL && d->path != NULL && d->text != NULL &&
        set_text(d, document_with(d, 0, 0, text, length), length))
        return d;
    document_free(d);
    return NULL;
}

void document_free(Document *d) {
    document_forget(d);
    lines_close(&d->lines);
    free(d->text);
    free(d->uri);
    free(d->path);
    free(d);
}

Document *document_find(const Documents *all, const char *uri) {
    Document *d = all->first;
    while (d != NULL && (uri == NULL || strcmp(d->uri, uri) != 0))
        d = d->next;
    return d;
}

Document *document_at(const Documents *all, const char *path) {
    Document *d = all->first;
    while (d != NULL && strcmp(d->path, path) != 0)
        d = d->next;
    return d;
}

/* True if a text was compiled with one at this path, or lacks a unit, which
 * that may be. */
static bool concerns(const StarProgram *p, const char *path) {
    for (uint32_t k = 1; k < p->sources.count; k++)
        if (strcmp(p->sources.file[k].path, path) == 0)
            return true;
    for (int k = 0; k < p->reports; k++)
        if (p->report[k].status == STAR_UNIT)
            return true;
    return false;
}

static void forget_users(Documents *all, const char *path) {
    for (Document *d = all->first; d != NULL; d = d->next)
        if (d->symbols != NULL && concerns(symbols_program(d->symbols), path))
            document_forget(d);
}

Document *document_open(Documents *all, const char *uri, const char *text,
                        size_t length) {
    Document *old = document_find(all, uri);
    if (old != NULL)
        document_close(all, old);
    Document *d = make(all, uri, path_of(uri), text, length);
    if (d == NULL)
        return NULL;
    d->next = all->first;
    all->first = d;
    forget_users(all, d->path);
    return d;
}

void document_close(Documents *all, Document *document) {
    Document **at = &all->first;
    while (*at != document)
        at = &(*at)->next;
    *at = document->next;
    forget_users(all, document->path);
    document_free(document);
}

Document *document_read(Documents *all, const char *path) {
    StarError error;
    StarMem mem;
    Document *d = NULL;
    star_mem_init(&mem, &error, MEMORY);
    Files files = {.mem = &mem};
    const File *file = files_read(&files, path, NULL);
    json_t *uri = document_uri(path);
    if (file != NULL && uri != NULL)
        d = make(all, json_string_value(uri), strdup(path), file->text,
                 file->length);
    json_decref(uri);
    files_free(&files);
    return d;
}

bool document_change(Document *d, const json_t *change) {
    const json_t *text = json_get(change, "text");
    const json_t *range = json_get(change, "range");
    const char *bytes = json_string_value(text);
    const size_t length = json_string_length(text);
    uint32_t start = 0, end = (uint32_t)d->lines.length;
    if (bytes == NULL)
        return true;
    if (json_is_object(range)) {
        start = lines_offset(&d->lines, json_get(range, "start"));
        end = lines_offset(&d->lines, json_get(range, "end"));
    }
    if (end < start)
        end = start;
    const size_t whole = start + length + (d->lines.length - end);
    if (whole > STAR_MAX_SOURCE ||
        !set_text(d, document_with(d, start, end, bytes, length), whole))
        return false;
    forget_users(d->all, d->path);
    return true;
}

/* ---- Compilation ---- */

typedef struct Finder {
    const Documents *all;
    Files files;
} Finder;

/* A StarFindUnit: what is open counts, not what is stored. */
static StarStatus find(void *context, const char *name, const char *from,
                       StarUnitText *out) {
    Finder *f = context;
    char *path;
    if (asprintf(&path, "%.*s%s.star", (int)files_folder(from), from, name) < 0)
        return STAR_MEMORY;
    const Document *d = document_at(f->all, path);
    free(path);
    if (d == NULL)
        return files_find(&f->files, name, from, out);
    *out = (StarUnitText){d->path, d->text, d->lines.length, NULL};
    return STAR_OK;
}

Symbols *document_try(Document *d, const char *text, size_t length) {
    Finder finder = {.all = d->all, .files = {.mem = &d->mem}};
    const StarCompileOptions options = {
        .find = find, .context = &finder, .strict = d->all->options->strict};
    Symbols *symbols = symbols_open(&d->mem, &options, d->path, text, length);
    files_free(&finder.files);
    return symbols;
}

const Symbols *document_symbols(Document *d) {
    if (d->symbols == NULL)
        d->symbols = document_try(d, d->text, d->lines.length);
    return d->symbols;
}

/* ---- Places ---- */

/* Units of the library have no files: an editor is shown a copy. */
static char *copy_of(const StarSource *source) {
    char *path = state_path(source->path);
    if (path != NULL && state_write(path, source->text, source->length))
        return path;
    free(path);
    return NULL;
}

json_t *document_location(Document *d, StarSpan span) {
    const StarSource *source =
        &symbols_program(d->symbols)->sources.file[span.file];
    const Document *open = document_at(d->all, source->path);
    Lines lines;
    if (span.file == 0 || open != NULL) {
        const Document *of = span.file == 0 ? d : open;
        return json_pack("{ssso}", "uri", of->uri, "range",
                         lines_range(&of->lines, span));
    }
    char *copy = source->library ? copy_of(source) : strdup(source->path);
    if (copy == NULL || !lines_open(&lines, source->text, source->length)) {
        free(copy);
        return NULL;
    }
    json_t *location = json_pack("{soso}", "uri", document_uri(copy), "range",
                                 lines_range(&lines, span));
    lines_close(&lines);
    free(copy);
    return location;
}
