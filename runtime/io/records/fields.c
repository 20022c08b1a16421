/* SPDX-License-Identifier: MIT */
#include "io/records/fields.h"

#include "io/reader.h"

typedef struct Fields {
    StarReader r;
    StarTakeField *take;
    void *context;
} Fields;

/* Takes what comes before a blank, a comma or the end of the line. */
static StarStatus read_field(Fields *f) {
    StarReader *r = &f->r;
    char text[STAR_READER_WINDOW];
    size_t length = 0;
    const int64_t column = star_reader_column(r);
    for (;;) {
        const int c = star_reader_peek(r);
        if (c == ' ' || c == '\t' || c == ',' || star_reader_at_end(r))
            break;
        if (length + 1 == sizeof text)
            return star_reader_wrong(r, column,
                                     MSG_VALUE_LENGTH(sizeof text - 1));
        text[length++] = (char)*r->at++;
    }
    text[length] = '\0';
    const StarStatus status = f->take(f->context, text, length);
    if (status != STAR_INPUT)
        return status;
    const StarError why = *r->mem->error;
    return star_raise(
        r->mem->error,
        MSG_PLACE_IN_FILE(STAR_FORMAT, r->path, r->line, column, why.text));
}

/* Takes the values of a line and counts them. A comma may end it. */
static StarStatus read_line(Fields *f, int64_t *count) {
    for (*count = 0; !star_reader_at_end(&f->r); ++*count) {
        STAR_TRY(read_field(f));
        star_reader_blanks(&f->r);
        f->r.at += star_reader_peek(&f->r) == ',';
    }
    return star_reader_end_line(&f->r);
}

static StarStatus read_lines(Fields *f, int64_t *rows, int64_t *cols) {
    *cols = 0;
    for (*rows = 0; star_reader_content(&f->r, "#%"); ++*rows) {
        int64_t count;
        STAR_TRY(read_line(f, &count));
        *cols = *rows == 0 || *cols == count ? count : -1;
    }
    return STAR_OK;
}

StarStatus star_fields_read(StarMem *mem, const char *path, StarTakeField *take,
                            void *context, int64_t *rows, int64_t *cols) {
    Fields f = {.take = take, .context = context};
    STAR_TRY(star_reader_open(&f.r, mem, path, NULL));
    f.r.comma = ',';
    return star_reader_close(&f.r, read_lines(&f, rows, cols));
}
