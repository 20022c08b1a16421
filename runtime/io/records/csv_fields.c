/* SPDX-License-Identifier: MIT */
#include "io/records/csv_fields.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_FIELDS = 8, FIRST_BYTES = 256, EXCERPT = 24 };

static bool is_blank(const StarCsv *csv, int c) {
    return c == ' ' || (c == '\t' && csv->separator != '\t');
}

/* Takes blanks, but no tab that separates. */
static void skip_blanks(const StarCsv *csv) {
    int c;
    while (is_blank(csv, c = star_reader_peek(csv->r)))
        csv->r->at++;
}

/* True at a line end, or the end of the file; nothing is taken. */
static bool at_line_end(StarReader *r) {
    const int c = star_reader_peek(r);
    return c == -1 || c == '\n' ||
           (c == '\r' && star_reader_has(r, 2) && r->at[1] == '\n');
}

/* Behind a field: takes the separator; whether the record ends here. */
static StarStatus end_field(const StarCsv *csv, bool *last) {
    StarReader *r = csv->r;
    skip_blanks(csv);
    *last = at_line_end(r);
    if (*last || csv->separator == ' ')
        return STAR_OK;
    if (*r->at != csv->separator)
        return star_reader_expected(r, "a separator or the end of the line");
    r->at++;
    return STAR_OK;
}

/* ---- Quoted fields ---- */

/* Takes a byte of a quoted field, or -1 behind its last one. */
static StarStatus quoted_byte(const StarCsv *csv, int64_t line, int64_t column,
                              int *byte) {
    StarReader *r = csv->r;
    const int c = star_reader_peek(r);
    if (c == -1) {
        r->line = line;
        return star_reader_wrong(r, column, MSG_QUOTE_OPEN());
    }
    *byte = c;
    r->at++;
    if (c == '\n') {
        r->line++;
        r->shift = -(r->at - r->buffer);
    }
    if (c != '"')
        return STAR_OK;
    if (star_reader_peek(r) == '"')
        r->at++;
    else
        *byte = -1;
    return STAR_OK;
}

/* The text comes into csv->room; more than fits there is dropped if it does not
 * matter. */
static StarStatus read_quoted(StarCsv *csv, bool matters, StarCsvField *f) {
    StarReader *r = csv->r;
    int byte = -1;
    r->at++;
    f->quoted = true;
    f->text = csv->room;
    for (f->length = 0;; f->length++) {
        STAR_TRY(quoted_byte(csv, f->line, f->column, &byte));
        if (byte == -1)
            break;
        if (f->length + 1 < sizeof csv->room)
            csv->room[f->length] = (unsigned char)byte;
        else if (matters)
            return star_reader_wrong(r, f->column,
                                     MSG_VALUE_LENGTH(sizeof csv->room - 1));
    }
    if (matters)
        csv->room[f->length] = '\0';
    return end_field(csv, &f->last);
}

/* ---- Fields ---- */

/* The end of a field that is not quoted, within the window. */
static const unsigned char *field_end(const StarCsv *csv) {
    const StarReader *r = csv->r;
    const unsigned char separator = (unsigned char)csv->separator;
    const unsigned char *p = r->at;
    for (;; p++) {
        if (*p > ' ' && *p != separator)
            continue;
        if (*p == separator || *p == '\n' || (*p == '\r' && p[1] == '\n') ||
            (*p == '\0' && p == r->end) || (*p == '\t' && separator == ' '))
            return p;
    }
}

StarStatus star_csv_field(StarCsv *csv, StarCsvField *f) {
    StarReader *r = csv->r;
    skip_blanks(csv);
    star_reader_has(r, STAR_READER_WINDOW);
    f->line = r->line;
    f->column = star_reader_column(r);
    f->quoted = false;
    if (*r->at == '"')
        return read_quoted(csv, true, f);
    const unsigned char *end = field_end(csv);
    if (end - r->at >= STAR_READER_WINDOW)
        return star_reader_wrong(
            r, f->column, MSG_VALUE_LENGTH((size_t)STAR_READER_WINDOW - 1));
    f->text = r->at;
    r->at = end;
    while (end > f->text && is_blank(csv, end[-1]))
        end--;
    f->length = (size_t)(end - f->text);
    if (*r->at == csv->separator && csv->separator != ' ') {
        r->at++;
        f->last = false;
        return STAR_OK;
    }
    if (csv->separator == ' ') { /* blanks may be longer than the window */
        memcpy(csv->room, f->text, f->length);
        f->text = csv->room;
    }
    return end_field(csv, &f->last);
}

StarStatus star_csv_skip(StarCsv *csv, bool *last) {
    StarReader *r = csv->r;
    StarCsvField f;
    skip_blanks(csv);
    f.line = r->line;
    f.column = star_reader_column(r);
    if (star_reader_peek(r) == '"') {
        STAR_TRY(read_quoted(csv, false, &f));
        *last = f.last;
        return STAR_OK;
    }
    do {
        r->at = field_end(csv);
    } while (r->at == r->end && star_reader_has(r, 1));
    return end_field(csv, last);
}

StarStatus star_csv_expected(const StarCsv *csv, const StarCsvField *f,
                             const char *format, ...) {
    char what[STAR_ERROR_PART], there[4 * EXCERPT + 16];
    int used = 1;
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    there[0] = '\'';
    for (size_t k = 0; k < f->length && k <= EXCERPT; k++) {
        const unsigned char c = f->text[k];
        used += snprintf(there + used, sizeof there - (size_t)used,
                         k == EXCERPT           ? "..."
                         : c >= ' ' && c < 0x7f ? "%c"
                                                : "\\x%02x",
                         c);
    }
    snprintf(there + used, sizeof there - (size_t)used, "'");
    if (f->length == 0)
        snprintf(there, sizeof there, "nothing");
    csv->r->line = f->line;
    star_reader_wrong(csv->r, f->column, MSG_FILE_EXPECTED(what, there));
    star_expected(csv->r->mem->error, "%s", what);
    return star_found(csv->r->mem->error, "%s", there);
}

StarStatus star_csv_thousand(const StarCsv *csv, const StarCsvField *f) {
    star_csv_expected(csv, f, "a weight that can be read in one way");
    return star_hint(csv->r->mem->error,
                     "scale=1000 reads three decimals; thousands have no "
                     "point");
}

/* ---- The separator ---- */

static void take_comment(StarCsv *csv) {
    StarReader *r = csv->r;
    size_t length = 0;
    star_reader_has(r, STAR_READER_WINDOW);
    while (length + 1 < sizeof csv->comment && r->at + length < r->end &&
           r->at[length] != '\n' && r->at[length] != '\r')
        length++;
    while (r->at[length - 1] == ' ') /* the first one is none */
        length--;
    memcpy(csv->comment, r->at, length);
    csv->comment[length] = '\0';
    csv->comment_line = r->line;
    star_reader_skip_line(r);
}

/* Takes the reader to the first record. */
static bool skip_comments(StarCsv *csv) {
    csv->comment[0] = '\0';
    while (star_reader_content(csv->r, "")) {
        if (*csv->r->at != '#' && *csv->r->at != '%')
            return true;
        take_comment(csv);
    }
    return false;
}

bool star_csv_open(StarCsv *csv, StarReader *r) {
    static const char separators[] = "\t;,";
    int count[sizeof separators] = {0}, best = 0;
    bool quoted = false;
    csv->r = r;
    csv->separator = ' ';
    if (!skip_comments(csv))
        return false;
    star_reader_has(r, STAR_READER_WINDOW);
    for (const unsigned char *p = r->at;
         p < r->end && p - r->at < STAR_READER_WINDOW; p++) {
        const char *found = strchr(separators, *p); /* a 0 is the fourth */
        if (*p == '"' &&
            (quoted || p == r->at || strchr(" \t;,", p[-1]) != NULL))
            quoted = !quoted;
        if (*p == '\n' && !quoted)
            break;
        if (found != NULL && !quoted)
            count[found - separators]++;
    }
    for (int k = 0; k < 3; k++)
        if (count[k] > best) {
            best = count[k];
            csv->separator = separators[k];
        }
    return true;
}

bool star_csv_has_text(const StarCsv *csv, bool *number) {
    bool text = false;
    const StarReader *r = csv->r;
    star_reader_has(csv->r, STAR_READER_WINDOW);
    const unsigned char *p = r->at, *stop = r->at + STAR_READER_WINDOW;
    for (stop = r->end < stop ? r->end : stop; p < stop; p++) {
        while (p < stop && is_blank(csv, *p))
            p++;
        const bool quoted = *p == '"';
        const unsigned char *start = p += quoted;
        while (p < stop && *p != csv->separator && *p != '\n' &&
               (!quoted || *p != '"') && !is_blank(csv, *p) &&
               (*p != '\r' || p[1] != '\n'))
            p++;
        if (p == stop && !r->done)
            break;
        if (p > start && star_number_is_real(start, (size_t)(p - start)))
            *number = true;
        else
            text |= p > start;
        while (p < stop && *p != csv->separator && *p != '\n')
            p++;
        if (p == stop || *p == '\n')
            break;
    }
    return text;
}

/* ---- Whole records ---- */

static StarStatus keep(StarCsvRecord *to, const StarCsvField *f) {
    const size_t length = f->length + 1;
    size_t room = to->room, fields = to->fields;
    while (room - to->used < length)
        room = room > 0 ? 2 * room : FIRST_BYTES;
    if (room > to->room) {
        char *text =
            star_mem_move(to->mem, to->text, to->used, to->room, room, 1);
        if (text == NULL)
            return STAR_MEMORY;
        to->text = text;
        to->room = room;
    }
    if (to->count == fields) {
        fields = fields > 0 ? 2 * fields : FIRST_FIELDS;
        StarCsvField *field = star_mem_move(to->mem, to->field, to->count,
                                            to->fields, fields, sizeof *field);
        if (field == NULL)
            return STAR_MEMORY;
        to->field = field;
        to->fields = fields;
    }
    memcpy(to->text + to->used, f->text, f->length);
    to->text[to->used + f->length] = '\0';
    to->field[to->count++] = *f;
    to->used += length;
    return STAR_OK;
}

/* The texts have moved while others were kept. */
static void settle(const StarCsvRecord *to) {
    const unsigned char *text = (const unsigned char *)to->text;
    for (size_t k = 0; k < to->count; k++) {
        to->field[k].text = text;
        text += to->field[k].length + 1;
    }
}

StarStatus star_csv_record(StarCsv *csv, StarCsvRecord *to) {
    StarCsvField f;
    *to = (StarCsvRecord){.mem = csv->r->mem};
    do {
        STAR_TRY(star_csv_field(csv, &f));
        STAR_TRY(keep(to, &f));
    } while (!f.last);
    settle(to);
    return star_reader_end_line(csv->r);
}

StarStatus star_csv_comment(const StarCsv *csv, StarCsvRecord *to) {
    const char *p = csv->comment;
    const char ends[] = {(char)csv->separator,
                         csv->separator == ' ' ? '\t' : '\0', '\0'};
    *to = (StarCsvRecord){.mem = csv->r->mem};
    while (*p != '\0') {
        p += 1 + strspn(p + 1, csv->separator == '\t' ? " " : " \t");
        const size_t length = strcspn(p, ends);
        StarCsvField f = {.text = (const unsigned char *)p, .length = length};
        while (f.length > 0 && is_blank(csv, p[f.length - 1]))
            f.length--;
        STAR_TRY(keep(to, &f));
        p += length;
    }
    settle(to);
    return STAR_OK;
}

void star_csv_record_free(StarCsvRecord *record) {
    star_mem_free(record->mem, record->text, record->room, 1);
    star_mem_free(record->mem, record->field, record->fields,
                  sizeof *record->field);
    *record = (StarCsvRecord){.mem = record->mem};
}
