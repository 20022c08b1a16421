/* SPDX-License-Identifier: MIT */
/* The layout of star fmt. */
#include <string.h>

#include "lsp/lsp_parts.h"
#include "tools/fmt/fmt.h"

/* The edit that makes one text of another: what both begin with, and what they
 * end with, in whole lines, stays; none for equal texts. */
static json_t *difference(const Lines *old, const Fmt *f) {
    const size_t least = old->length < f->length ? old->length : f->length;
    size_t same = 0, start = 0, end = 0;
    while (same < least && old->text[same] == f->text[same])
        start = old->text[same++] == '\n' ? same : start;
    if (same == old->length && same == f->length)
        return json_array();
    for (same = 0; same < least - start && old->text[old->length - 1 - same] ==
                                               f->text[f->length - 1 - same];
         same++)
        end = old->text[old->length - 1 - same] == '\n' ? same : end;
    const StarSpan span = {0, (uint32_t)start, (uint32_t)(old->length - end)};
    return json_pack("[{soso}]", "range", lines_range(old, span), "newText",
                     wire_text(f->text + start, f->length - end - start));
}

json_t *lsp_format(Request *q) {
    Document *d = q->document;
    Fmt f = {0};
    json_t *edits = NULL;
    const StarStatus status = fmt_text(&d->mem, d->text, d->lines.length, &f);
    if (status == STAR_OK)
        edits = difference(&d->lines, &f);
    else
        q->wrong = status == STAR_SYNTAX ? "the text has mistakes"
                                         : "the text is too long";
    fmt_free(&f);
    return edits;
}
