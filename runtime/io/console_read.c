/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/console.h"

enum { END = -1 };

/* The next text, or the end. Output is sent first, so that the user sees a
 * question before the program waits for the reply. */
static StarStatus read_more(StarConsole *c) {
    STAR_TRY(star_console_flush(c));
    c->in = 0;
    const size_t got = c->read != NULL
                           ? c->read(c->context, c->in_text, sizeof c->in_text)
                           : 0;
    const bool fault = got == STAR_CONSOLE_FAULT;
    c->in_end = fault ? 0 : got;
    if (c->mem != NULL)
        STAR_TRY(star_stopped(c->mem));
    if (fault && c->name != NULL)
        return star_raise(c->error, MSG_CANNOT_READ(c->name, strerror(errno)));
    if (fault)
        return star_raise(c->error, MSG_CANNOT_READ_INPUT());
    c->ended = c->in_end == 0;
    return STAR_OK;
}

/* The next character without taking it, or END. */
static inline StarStatus peek(StarConsole *c, int *ch) {
    *ch = END;
    if (c->in == c->in_end && !c->ended)
        STAR_TRY(read_more(c));
    *ch = c->in < c->in_end ? (unsigned char)c->in_text[c->in]
          : c->line_open    ? '\n'
                            : END;
    if (*ch == '\r') /* of a line end of two characters */
        *ch = '\n';
    return STAR_OK;
}

/* The second character of a line's end, if there is one. */
static StarStatus take_second(StarConsole *c) {
    int ch;
    STAR_TRY(peek(c, &ch));
    if (ch == '\n' && c->in_text[c->in] == '\n')
        c->in++;
    return STAR_OK;
}

/* Takes the character that peek gave. */
static inline StarStatus take(StarConsole *c) {
    if (c->in == c->in_end) { /* the end of the last line */
        c->line_open = false;
        return STAR_OK;
    }
    const char taken = c->in_text[c->in++];
    c->line_open = taken != '\n' && taken != '\r';
    return taken == '\r' ? take_second(c) : STAR_OK;
}

static StarStatus skip_blanks(StarConsole *c, int *ch) {
    for (;;) {
        STAR_TRY(peek(c, ch));
        if (*ch != ' ' && *ch != '\t' && *ch != '\n')
            return STAR_OK;
        STAR_TRY(take(c));
    }
}

/* The word that was found is named up to its end or 20 bytes, and those of the
 * last one's character of UTF-8. */
static StarStatus expected(StarConsole *c, const char *what, int ch) {
    char word[23];
    int n = 0;
    if (ch == END)
        return star_raise(c->error, MSG_INPUT_ENDS(what));
    if (ch == '\n')
        return star_raise(c->error, MSG_INPUT_LINE_ENDS(what));
    while (ch > ' ' && ch != 127 &&
           (n < 20 || (n < (int)sizeof word && (ch & 0xc0) == 0x80))) {
        word[n++] = (char)ch;
        STAR_TRY(take(c));
        STAR_TRY(peek(c, &ch));
    }
    if (n == 0 && ch == ' ')
        return star_raise(c->error, MSG_INPUT_BLANK(what));
    if (n == 0)
        return star_raise(c->error, MSG_INPUT_CHARACTER(what, ch));
    return star_raise(c->error, MSG_INPUT_WORD(what, n, word));
}

static bool digit(int ch) {
    return ch >= '0' && ch <= '9';
}

StarStatus star_read_integer(StarConsole *c, int64_t *value) {
    int ch;
    bool negative, any = false;
    int64_t n = 0;
    STAR_TRY(skip_blanks(c, &ch));
    negative = ch == '-';
    if (ch == '-' || ch == '+') {
        STAR_TRY(take(c));
        STAR_TRY(peek(c, &ch));
    }
    for (; digit(ch); any = true) {
        if (__builtin_mul_overflow(n, 10, &n) ||
            __builtin_add_overflow(n, ch - '0', &n))
            return star_raise(c->error, MSG_INPUT_INTEGER_RANGE());
        STAR_TRY(take(c));
        STAR_TRY(peek(c, &ch));
    }
    if (!any)
        return expected(c, "an integer", ch);
    *value = negative ? -n : n;
    return STAR_OK;
}

enum { LONGEST = 400 }; /* characters of a real */

static StarStatus keep(StarConsole *c, char *text, int *n, int *ch) {
    if (*n == LONGEST)
        return star_raise(c->error, MSG_INPUT_NUMBER_LENGTH(LONGEST));
    text[(*n)++] = (char)*ch;
    text[*n] = '\0';
    STAR_TRY(take(c));
    return peek(c, ch);
}

static StarStatus keep_digits(StarConsole *c, char *text, int *n, int *ch) {
    if (!digit(*ch) && *n == 0)
        return expected(c, "a number", *ch);
    if (!digit(*ch))
        return star_raise(c->error, MSG_INPUT_WITHOUT_DIGIT(text));
    while (digit(*ch))
        STAR_TRY(keep(c, text, n, ch));
    return STAR_OK;
}

static StarStatus keep_sign(StarConsole *c, char *text, int *n, int *ch) {
    return *ch == '-' || *ch == '+' ? keep(c, text, n, ch) : STAR_OK;
}

static StarStatus read_infinity(StarConsole *c, bool negative, double *value) {
    int ch = 'i';
    for (const char *p = "inf"; *p != '\0'; p++) {
        if (ch != *p)
            return expected(c, "'inf'", ch);
        STAR_TRY(take(c));
        STAR_TRY(peek(c, &ch));
    }
    *value = negative ? -INFINITY : INFINITY;
    return STAR_OK;
}

/* The longest beginning of the input that is a number; infinities are read as
 * they are written. */
StarStatus star_read_real(StarConsole *c, double *value) {
    char text[LONGEST + 1];
    int n = 0, ch;
    text[0] = '\0';
    STAR_TRY(skip_blanks(c, &ch));
    STAR_TRY(keep_sign(c, text, &n, &ch));
    if (ch == 'i')
        return read_infinity(c, *text == '-', value);
    STAR_TRY(keep_digits(c, text, &n, &ch));
    if (ch == '.') {
        STAR_TRY(keep(c, text, &n, &ch));
        STAR_TRY(keep_digits(c, text, &n, &ch));
    }
    if (ch == 'e' || ch == 'E') {
        STAR_TRY(keep(c, text, &n, &ch));
        STAR_TRY(keep_sign(c, text, &n, &ch));
        STAR_TRY(keep_digits(c, text, &n, &ch));
    }
    *value = strtod(text, NULL);
    if (isfinite(*value))
        return STAR_OK;
    return star_raise(c->error, MSG_INPUT_REAL_RANGE(text));
}

/* The end of a line reads as a blank. */
StarStatus star_read_char(StarConsole *c, int64_t *value) {
    int ch;
    STAR_TRY(peek(c, &ch));
    if (ch == END)
        return expected(c, "a character", ch);
    *value = ch == '\n' ? ' ' : ch;
    return take(c);
}

StarStatus star_read_string(StarConsole *c, StarBackend *be,
                            StarString *string) {
    int ch;
    STAR_TRY(peek(c, &ch));
    if (ch == END)
        return expected(c, "a line", ch);
    string->length = 0;
    string->head.sizing = STAR_FIXED;
    while (ch != '\n') {
        STAR_TRY(star_string_append(be, string, (char)ch));
        STAR_TRY(take(c));
        STAR_TRY(peek(c, &ch));
    }
    return STAR_OK;
}

/* The run of 0 and 1 that comes next, as text. */
static StarStatus digits(StarConsole *c, StarBackend *be, StarString *text) {
    int ch;
    text->length = 0;
    STAR_TRY(peek(c, &ch));
    while (ch == '0' || ch == '1') {
        STAR_TRY(star_string_append(be, text, (char)ch));
        STAR_TRY(take(c));
        STAR_TRY(peek(c, &ch));
    }
    return STAR_OK;
}

static StarStatus set_bits(StarBackend *be, StarBits *line,
                           const StarString *text) {
    if (line->head.sizing == STAR_FIXED && line->length != text->length)
        return star_raise(be->mem->error,
                          MSG_SIZE_READ(line->length, text->length));
    STAR_TRY(star_bits_size(be, line, text->length));
    STAR_TRY(star_object_sync(be, &line->head, STAR_OVERWRITE));
    for (int64_t w = 0; w < star_words(line->length); w++)
        line->word[w] = 0;
    for (int64_t i = 0; i < text->length; i++)
        line->word[i / 64] |= (uint64_t)(text->text[i] == '1') << i % 64;
    return STAR_OK;
}

static StarStatus read_bits(StarConsole *c, StarBackend *be, StarBits *line,
                            StarString *text) {
    int ch;
    STAR_TRY(skip_blanks(c, &ch));
    STAR_TRY(digits(c, be, text));
    return text->length > 0 ? set_bits(be, line, text)
                            : expected(c, "0 or 1", ch);
}

StarStatus star_read_line(StarConsole *c, StarBackend *be, StarBits *line) {
    if (line->head.sizing == STAR_FIXED && line->length == 0)
        return STAR_OK; /* as it was written: nothing */
    StarString *text = star_string_new(be, STAR_ELASTIC);
    if (text == NULL)
        return STAR_MEMORY;
    const StarStatus status = read_bits(c, be, line, text);
    star_object_free(be, &text->head);
    return status;
}

/* Row after row into one text; `cols` is the first row's length. Rows without
 * columns are the ends of lines. */
static StarStatus rows(StarConsole *c, StarBackend *be, const StarTable *table,
                       StarString *row, StarString *all, int64_t *count,
                       int64_t *cols) {
    const bool fixed = table->head.sizing == STAR_FIXED;
    const bool empty = fixed && table->cols == 0;
    const int64_t most = fixed ? table->rows : -1;
    int ch;
    if (most != 0 && !empty)
        STAR_TRY(skip_blanks(c, &ch));
    for (*count = 0; *count != most; ++*count) {
        STAR_TRY(digits(c, be, row));
        STAR_TRY(peek(c, &ch));
        if (row->length == 0 && (!empty || ch == END))
            break;
        if (*count == 0)
            *cols = row->length;
        if (row->length != *cols)
            return star_raise(
                c->error, MSG_INPUT_ROW_SIZE(*count + 1, row->length, *cols));
        for (int64_t i = 0; i < row->length; i++)
            STAR_TRY(star_string_append(be, all, row->text[i]));
        STAR_TRY(star_read_newline(c));
    }
    return STAR_OK;
}

static StarStatus set_rows(StarBackend *be, StarTable *table,
                           const StarString *all, int64_t count, int64_t cols,
                           StarBits *line) {
    if (table->head.sizing == STAR_FIXED &&
        (table->rows != count || (count > 0 && table->cols != cols)))
        return star_raise(
            be->mem->error,
            MSG_TABLE_SIZE_READ(table->rows, table->cols, count, cols));
    if (table->head.sizing != STAR_FIXED)
        STAR_TRY(star_table_size(be, table, count, cols));
    for (int64_t i = 0; i < count; i++) {
        StarString row = {.length = cols,
                          .text = cols > 0 ? all->text + i * cols : NULL};
        StarCell arg[] = {{.table = table}, {.i = i + 1}, {.bits = line}};
        STAR_TRY(set_bits(be, line, &row));
        STAR_TRY(star_prim_run(be, STAR_PRIM_SETROW, arg, NULL));
    }
    return STAR_OK;
}

StarStatus star_read_table(StarConsole *c, StarBackend *be, StarTable *table) {
    StarString *row = star_string_new(be, STAR_ELASTIC);
    StarString *all = star_string_new(be, STAR_ELASTIC);
    StarBits *line = star_bits_new(be, STAR_ELASTIC);
    int64_t count = 0, cols = 0;
    StarStatus status = STAR_MEMORY;
    if (row != NULL && all != NULL && line != NULL)
        status = rows(c, be, table, row, all, &count, &cols);
    if (status == STAR_OK)
        status = set_rows(be, table, all, count, cols, line);
    star_object_free(be, (StarObject *)line);
    star_object_free(be, (StarObject *)all);
    star_object_free(be, (StarObject *)row);
    return status;
}

StarStatus star_read_newline(StarConsole *c) {
    int ch;
    for (;;) {
        STAR_TRY(peek(c, &ch));
        if (ch == END)
            return STAR_OK;
        STAR_TRY(take(c));
        if (ch == '\n')
            return STAR_OK;
    }
}

StarStatus star_read_peek(StarConsole *c, int64_t *value) {
    int ch;
    STAR_TRY(peek(c, &ch));
    *value = ch == '\n' ? ' ' : ch;
    return STAR_OK;
}

StarStatus star_read_eoln(StarConsole *c, int64_t *value) {
    int ch;
    STAR_TRY(peek(c, &ch));
    *value = ch == '\n';
    return ch != END ? STAR_OK : expected(c, "a line", ch);
}

StarStatus star_read_eof(StarConsole *c, int64_t *value) {
    int ch;
    STAR_TRY(peek(c, &ch));
    *value = ch == END;
    return STAR_OK;
}
