/* SPDX-License-Identifier: MIT */
/* Values as text, in each mode. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "report/escape.h"
#include "report/value_format_out.h"
#include "tools/values/values_parts.h"

static const char *const names[] = {
#define MODE(id, name, sentence) #name,
#include "tools/values/modes.def"
#undef MODE
};

const char *value_mode_name(ValueMode mode) {
    return names[mode];
}

ValueMode value_mode_find(const char *name) {
    int k = 0;
    while (k < VALUE_MODES && strcasecmp(names[k], name) != 0)
        k++;
    return (ValueMode)k;
}

typedef struct Show {
    const Rows *rows;
    StarConsole *console;
    int64_t count; /* of rows, or lines, until now */
    int64_t last;  /* lines: the vertex that the line begins with, */
    int64_t width; /* how wide names are, */
    Elision down;  /* and which lines are shown */
} Show;

static StarStatus put(const Show *s, const char *text) {
    return star_write_text(s->console, text, (int64_t)strlen(text),
                           STAR_NO_WIDTH);
}

/* As it is, for other programs. */
static StarStatus put_bytes(const Show *s, const Field *f) {
    return star_write_text(s->console, field_text(f), (int64_t)f->length,
                           STAR_NO_WIDTH);
}

/* ---- Lines ---- */

/* With blanks up to the width of names. */
static StarStatus put_wide(const Show *s, const Field *f) {
    STAR_TRY(field_write(f, s->console));
    for (int64_t used = field_width(f); used < s->width; used++)
        STAR_TRY(put(s, " "));
    return STAR_OK;
}

/* A set is a list of names; what is joined to a vertex one behind its name. */
static bool is_list(const Show *s) {
    const int role = s->rows->argument->param->role;
    return role == STAR_ROLE_VERTICES || role == STAR_ROLE_ARCS ||
           role == STAR_ROLE_ARC;
}

static bool is_relation(const Show *s) {
    return s->rows->argument->param->role == STAR_ROLE_RELATION;
}

/* Names of a list, and lines, are elided. */
static StarStatus count_row(void *context, const Field *f) {
    Show *s = context;
    s->count += !is_relation(s) || f->vertex != s->last;
    s->last = f->vertex;
    return STAR_OK;
}

static StarStatus put_hidden(const Show *s) {
    char text[64];
    snprintf(text, sizeof text, "... %" PRId64 " more%s ...",
             elision_hidden(s->down), is_list(s) ? "" : " rows");
    STAR_TRY(put(s, text));
    return is_list(s) ? STAR_OK : star_write_newline(s->console);
}

static StarStatus list_row(const Show *s, const Field *f, bool first) {
    STAR_TRY(put(s, first ? "" : ", "));
    STAR_TRY(field_write(f, s->console));
    if (!s->rows->joins)
        return STAR_OK;
    STAR_TRY(put(s, " - "));
    return field_write(f + 1, s->console);
}

static StarStatus relation_row(const Show *s, const Field *f, bool first) {
    STAR_TRY(first ? put_wide(s, f) : put(s, ", "));
    return field_write(f + 1, s->console);
}

static StarStatus plain_row(const Show *s, const Field *f) {
    const int64_t last = s->rows->columns - 1;
    for (int64_t k = 0; k < last; k++)
        STAR_TRY(put_wide(s, f + k));
    STAR_TRY(field_write(f + last, s->console));
    return star_write_newline(s->console);
}

/* The end of the line of a relation comes with the next one. */
static StarStatus line_row(void *context, const Field *f) {
    Show *s = context;
    const bool more = is_relation(s) && f->vertex == s->last;
    const int64_t k = more ? s->count - 1 : s->count;
    const bool shown = elision_shows(s->down, k);
    s->count = k + 1;
    s->last = f->vertex;
    if (is_relation(s) && !more && k > 0 && elision_shows(s->down, k - 1))
        STAR_TRY(star_write_newline(s->console));
    if (!more && k > 0 && k == s->down.head) {
        STAR_TRY(put(s, is_list(s) ? ", " : ""));
        STAR_TRY(put_hidden(s));
    }
    if (!shown)
        return STAR_OK;
    return is_list(s)       ? list_row(s, f, k == 0)
           : is_relation(s) ? relation_row(s, f, !more)
                            : plain_row(s, f);
}

static StarStatus lines(Show *s, int64_t height) {
    const int role = s->rows->argument->param->role;
    if (s->rows->columns > 1 && !is_list(s))
        s->width = value_longest_name(s->rows) + 2;
    STAR_TRY(value_rows(s->rows, count_row, s));
    s->down = draw_elision(s->count, height);
    s->count = s->last = 0;
    STAR_TRY(value_rows(s->rows, line_row, s));
    const bool nothing =
        s->count == 0 && (is_list(s) || role == STAR_ROLE_ORDER);
    STAR_TRY(put(s, nothing ? "none" : ""));
    return nothing || is_list(s) || (is_relation(s) && s->count > 0)
               ? star_write_newline(s->console)
               : STAR_OK;
}

/* ---- CSV, Markdown, JSON ---- */

/* A vertex that is joined to none has no row in a list of those that are. */
static bool is_left_out(const Show *s, const Field *f) {
    return s->rows->argument->param->role == STAR_ROLE_RELATION &&
           s->rows->vertices && f[1].kind == FIELD_NONE;
}

static bool is_quoted(const char *text, size_t length) {
    for (size_t k = 0; k < length; k++)
        if (strchr(",;\"\t\r\n", text[k]) != NULL)
            return true;
    return length > 0 && (*text == ' ' || text[length - 1] == ' ' ||
                          *text == '#' || *text == '%');
}

/* In quotation marks, its own written twice. */
static StarStatus put_csv(const Show *s, const Field *f) {
    const char *text = field_text(f);
    if (f->kind == FIELD_NONE)
        return STAR_OK;
    if (!is_quoted(text, f->length))
        return put_bytes(s, f);
    STAR_TRY(put(s, "\""));
    for (size_t k = 0; k < f->length; k++) {
        STAR_TRY(put(s, text[k] == '"' ? "\"" : ""));
        STAR_TRY(star_write_text(s->console, text + k, 1, STAR_NO_WIDTH));
    }
    return put(s, "\"");
}

static StarStatus csv_row(void *context, const Field *f) {
    Show *s = context;
    for (int64_t k = 0; k < s->rows->columns && !is_left_out(s, f); k++) {
        STAR_TRY(put(s, k > 0 ? "," : ""));
        STAR_TRY(put_csv(s, f + k));
    }
    return is_left_out(s, f) ? STAR_OK : star_write_newline(s->console);
}

static StarStatus put_markdown(const Show *s, const Field *f) {
    const char *text = field_text(f);
    STAR_TRY(put(s, " "));
    for (size_t k = 0; k < f->length && f->kind != FIELD_NONE;) {
        if (memchr("|\\*_`<[]&", text[k], 9) != NULL)
            STAR_TRY(put(s, "\\"));
        STAR_TRY(field_put(f, &k, s->console));
    }
    return put(s, " |");
}

static StarStatus markdown_row(void *context, const Field *f) {
    Show *s = context;
    if (is_left_out(s, f))
        return STAR_OK;
    STAR_TRY(put(s, "|"));
    for (int64_t k = 0; k < s->rows->columns; k++)
        STAR_TRY(put_markdown(s, f + k));
    return star_write_newline(s->console);
}

/* JSON is UTF-8: U+FFFD stands for a byte that is none. */
static StarStatus put_string(const Show *s, const Field *f) {
    const char *text = field_text(f);
    int n;
    STAR_TRY(put(s, "\""));
    for (size_t k = 0; k < f->length; k += (size_t)(n > 0 ? n : 1)) {
        char out[8];
        uint32_t code = 0xfffd;
        n = star_escape_character(text + k, f->length - k, &code);
        if (n == 0 || code < ' ' || star_escape_controls(code))
            snprintf(out, sizeof out, "\\u%04x", (unsigned)code);
        else
            snprintf(out, sizeof out, "%s%.*s",
                     code == '"' || code == '\\' ? "\\" : "", n, text + k);
        STAR_TRY(put(s, out));
    }
    return put(s, "\"");
}

/* JSON has no infinite numbers, which end with a letter. */
static StarStatus put_json(const Show *s, const Field *f) {
    const bool number = f->kind == FIELD_NUMBER &&
                        isdigit((unsigned char)field_text(f)[f->length - 1]);
    return f->kind == FIELD_NAME ? put_string(s, f)
           : number              ? put_bytes(s, f)
                                 : put(s, "null");
}

static StarStatus json_row(void *context, const Field *f) {
    Show *s = context;
    if (is_left_out(s, f))
        return STAR_OK;
    STAR_TRY(put(s, s->count++ > 0 ? ",\n {" : "{"));
    for (int64_t k = 0; k < s->rows->columns; k++) {
        const Field head = value_rows_head(s->rows, k);
        STAR_TRY(put(s, k > 0 ? ", " : ""));
        STAR_TRY(put_string(s, &head));
        STAR_TRY(put(s, ": "));
        STAR_TRY(put_json(s, f + k));
    }
    return put(s, "}");
}

static StarStatus json(Show *s) {
    STAR_TRY(put(s, "["));
    STAR_TRY(value_rows(s->rows, json_row, s));
    STAR_TRY(put(s, "]"));
    return star_write_newline(s->console);
}

/* The headings as a row; fields and headings have the same columns. */
static StarStatus head(Show *s,
                       StarStatus (*put_head)(const Show *s, const Field *f),
                       const char *before, const char *between) {
    STAR_TRY(put(s, before));
    for (int64_t k = 0; k < s->rows->columns; k++) {
        const Field f = value_rows_head(s->rows, k);
        STAR_TRY(put(s, k > 0 ? between : ""));
        STAR_TRY(put_head(s, &f));
    }
    return star_write_newline(s->console);
}

static StarStatus markdown(Show *s) {
    STAR_TRY(head(s, put_markdown, "|", ""));
    STAR_TRY(put(s, "|"));
    for (int64_t k = 0; k < s->rows->columns; k++)
        STAR_TRY(put(s, " --- |"));
    STAR_TRY(star_write_newline(s->console));
    return value_rows(s->rows, markdown_row, s);
}

/* A row of a matrix, which has neither headings nor its number; a slice or word
 * is one row. */
static StarStatus matrix_row(void *context, const Field *f) {
    Show *s = context;
    const bool line = s->rows->argument->param->type->kind != STAR_TYPE_TABLE;
    for (int64_t k = 1; k < s->rows->columns; k++) {
        STAR_TRY(put(s, k > 1 || (line && s->count > 0) ? "," : ""));
        STAR_TRY(put_csv(s, f + k));
    }
    s->count++;
    return line ? STAR_OK : star_write_newline(s->console);
}

static StarStatus csv(Show *s) {
    const Argument *a = s->rows->argument;
    const StarTypeKind kind = a->param->type->kind;
    const bool line = kind == STAR_TYPE_SLICE || kind == STAR_TYPE_WORD;
    if (!s->rows->vertices && !line && kind != STAR_TYPE_TABLE)
        return value_write(a, s->rows->be, s->console);
    if (!s->rows->vertices) {
        STAR_TRY(value_rows(s->rows, matrix_row, s));
        return line ? star_write_newline(s->console) : STAR_OK;
    }
    STAR_TRY(head(s, put_csv, "", ","));
    return value_rows(s->rows, csv_row, s);
}

StarStatus value_show(const Argument *a, const Argument *all, unsigned count,
                      StarBackend *be, const ValuePage *page,
                      StarConsole *console) {
    Rows rows;
    Show s = {.rows = &rows, .console = console};
    if (page->mode == VALUE_BITS ||
        (page->mode == VALUE_LINES && !value_has_vertices(a, all, count)))
        return value_write(a, be, console);
    STAR_TRY(value_rows_open(&rows, a, all, count, be));
    switch (page->mode) {
    case VALUE_CSV: return csv(&s);
    case VALUE_JSON: return json(&s);
    case VALUE_MARKDOWN: return markdown(&s);
    case VALUE_TABLE: return value_write_box(&rows, page, console);
    default: return lines(&s, page->height);
    }
}
