/* SPDX-License-Identifier: MIT */
#include "tools/fmt/fmt.h"

#include <string.h>

#include "syntax/parser.h"
#include "tools/fmt/fmt_parts.h"

/* True if the compiler understands the form of a text. */
static bool is_whole(Arena *arena, const char *text, size_t length) {
    Diag diag = {.arena = arena};
    Names names = {.arena = arena};
    return parser_run(arena, &diag, &names, text,
                      (StarSpan){0, 0, (uint32_t)length}, NULL) != NULL;
}

/* True if the first line of a text ends with CR and LF. */
static bool ends_crlf(const char *text, size_t length) {
    const char *end = memchr(text, '\n', length);
    return end != NULL && end > text && end[-1] == '\r';
}

static StarStatus lay_out(Fmt *out, const char *text, size_t length) {
    FmtText f = {.arena = &out->arena, .text = text};
    const ArenaMark mark = arena_mark(&out->arena);
    if (length > STAR_MAX_SOURCE)
        return star_raise(out->arena.mem->error, MSG_TEXT_BYTES(length));
    if (!is_whole(&out->arena, text, length))
        return STAR_SYNTAX;
    f.crlf = ends_crlf(text, length);
    arena_release(&out->arena, mark);
    STAR_TRY(fmt_items(&f, length));
    fmt_file(&f);
    fmt_end(&f);
    out->text = f.out;
    out->length = f.length;
    return STAR_OK;
}

StarStatus fmt_text(StarMem *mem, const char *text, size_t length, Fmt *out) {
    jmp_buf exhausted;
    *out = (Fmt){.arena = {.mem = mem, .exhausted = &exhausted}};
    if (setjmp(exhausted) != 0)
        return mem->error->status;
    return lay_out(out, text, length);
}

void fmt_free(Fmt *fmt) {
    arena_free(&fmt->arena);
}
