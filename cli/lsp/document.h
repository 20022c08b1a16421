/* SPDX-License-Identifier: MIT */
/* Texts that an editor has open, and places in them as it counts: lines from
 * 0, and in a line units of UTF-16. */
#ifndef STAR_CLI_DOCUMENT_H
#define STAR_CLI_DOCUMENT_H

#include "files.h"
#include "tools/symbols/symbols.h"
#include "wire/json_value.h"

/* A text with the places where its lines begin. */
typedef struct Lines {
    const char *text;
    size_t length;
    uint32_t *start;
    size_t count; /* at least 1 */
} Lines;

/* Finds the lines of a text, which stays the caller's; false without memory.
 * They end with \n, \r or both. */
bool lines_open(Lines *lines, const char *text, size_t length);
void lines_close(Lines *lines);

/* Units of UTF-16 that a byte of UTF-8 begins: two for what needs four bytes,
 * none for a byte behind the first. */
static inline unsigned lines_units(char byte) {
    const unsigned char c = (unsigned char)byte;
    return (c & 0xC0) == 0x80 ? 0 : c >= 0xF0 ? 2 : 1;
}

/* The offset of a place; one that there is not is the nearest before it. */
uint32_t lines_offset(const Lines *lines, const json_t *position);

/* A place, and what is between two, as JSON. */
json_t *lines_position(const Lines *lines, uint32_t offset);
json_t *lines_range(const Lines *lines, StarSpan span);

typedef struct Document {
    struct Document *next;
    struct Documents *all;
    char *uri, *path;
    char *text; /* NUL-terminated */
    Lines lines;
    json_int_t version;
    bool stale; /* its messages are to be sent */
    StarError error;
    StarMem mem;
    Symbols *symbols; /* NULL: not known, or there is no memory */
} Document;

typedef struct Documents {
    const Options *options;
    Document *first;
} Documents;

/* Takes a text that an editor opens, in place of one with the same URI; NULL
 * without memory. */
Document *document_open(Documents *all, const char *uri, const char *text,
                        size_t length);
void document_close(Documents *all, Document *document);

/* One that is open, or NULL. */
Document *document_find(const Documents *all, const char *uri);
Document *document_at(const Documents *all, const char *path);

/* A document of a file that is not open, which document_free frees; NULL: it
 * cannot be read. */
Document *document_read(Documents *all, const char *path);
void document_free(Document *document);

/* What was compiled of it is gone; its messages are stale. */
void document_forget(Document *document);

/* Its text with another one in place of start..end-1, `more` bytes: to be
 * freed; NULL without memory. */
char *document_with(const Document *document, uint32_t start, uint32_t end,
                    const char *text, size_t more);

/* Makes one change of textDocument/didChange: a whole text, or a part of it;
 * false without memory. Whatever the text is a unit of is stale too. */
bool document_change(Document *document, const json_t *change);

/* Compiles the text unless that was done; NULL without memory, which the
 * document's error tells. */
const Symbols *document_symbols(Document *document);

/* Compiles another text in place of the document's; the caller closes it. */
Symbols *document_try(Document *document, const char *text, size_t length);

/* The URI of a path, or NULL. */
json_t *document_uri(const char *path);

/* Where a span of the document's compilation is: {uri, range}; NULL: nowhere
 * that an editor could go. */
json_t *document_location(Document *document, StarSpan span);

#endif
