/* SPDX-License-Identifier: MIT */
#include "tools/values/elements.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "io/records/fields.h"
#include "tools/values/values.h"

/* The array that is read. Of one that has two index ranges a text has rows. */
typedef struct Reading {
    Elements *to;
    const StarParam *param;
    StarBackend *be;
    int64_t rows, cols; /* cols: -1 if rows differ */
} Reading;

/* Why a text is no value; `file` stands before that unless it is NULL. */
static StarStatus wrong(const Reading *r, const char *file, const char *what,
                        int64_t expected, int64_t found) {
    return star_raise(
        r->be->mem->error,
        MSG_GIVEN_COUNT(file, r->param->name, expected, what, found));
}

static StarStatus append(Reading *r, StarCell value) {
    Elements *e = r->to;
    if (e->count == e->room) {
        StarMem *mem = r->be->mem;
        size_t room = e->room;
        if (room == 0)
            room = 64;
        else if (!star_size_mul(room, 2, &room))
            room = SIZE_MAX; /* refused */
        StarCell *cell = star_mem_alloc_raw(mem, room, sizeof *cell);
        if (cell == NULL)
            return STAR_MEMORY;
        if (e->count > 0)
            memcpy(cell, e->cell, e->count * sizeof *cell);
        star_mem_free(mem, e->cell, e->room, sizeof *cell);
        e->cell = cell;
        e->room = room;
    }
    e->cell[e->count++] = value;
    return STAR_OK;
}

static StarStatus take(void *context, const char *text, size_t length) {
    Reading *r = context;
    StarCell value = {.i = STAR_UNDEFINED_INT};
    const bool before = r->to->real;
    if (length > 0 &&
        !value_scalar(r->param, text, length, &value, &r->to->real))
        return star_raise(r->be->mem->error,
                          MSG_GIVEN_ELEMENT(length, text, r->param->name));
    if (length == 0 && (r->to->real || r->param->of->kind == STAR_TYPE_REAL))
        value.raw = STAR_UNDEFINED_REAL;
    for (size_t k = 0; k < r->to->count && r->to->real != before; k++)
        value_make_real(&r->to->cell[k]);
    return append(r, value);
}

static void end_row(Reading *r, int64_t count) {
    r->cols = r->rows == 0 || r->cols == count ? count : -1;
    r->rows++;
}

/* Values with a comma or blanks between them, rows with a semicolon. */
static StarStatus read_text(Reading *r, const char *text) {
    static const char blanks[] = " \t\r\n";
    const char *ends = r->param->dims == 1 ? ", \t\r\n" : ",; \t\r\n";
    int64_t count = 0;
    text += strspn(text, blanks);
    while (*text != '\0') {
        const size_t length = strcspn(text, ends);
        STAR_TRY(take(r, text, length));
        text += length;
        text += strspn(text, blanks);
        if (*text == ',')
            text += 1 + strspn(text + 1, blanks);
        count++;
        if (*text == ';' && r->param->dims > 1) {
            text += 1 + strspn(text + 1, blanks);
            end_row(r, count);
            count = 0;
        }
    }
    if (count > 0)
        end_row(r, count);
    return STAR_OK;
}

/* The index ranges of the values; those of the type are as they are. */
static StarStatus shape(Reading *r, const char *file) {
    static const char *const name[] = {"rows", "columns"};
    const StarParam *p = r->param;
    const int64_t one[] = {(int64_t)r->to->count};
    const int64_t two[] = {r->rows, r->cols};
    if (p->dims == 2 && r->cols < 0)
        return star_raise(r->be->mem->error, MSG_GIVEN_ROWS(file, p->name));
    for (int k = 0; k < p->dims; k++) {
        const int64_t count = p->dims == 1 ? one[k] : two[k];
        if (k >= p->open && count != p->dim[k].count)
            return wrong(r, file, p->dims == 1 ? "elements" : name[k],
                         p->dim[k].count, count);
        r->to->dim[k] = (StarDim){p->dim[k].low, count};
    }
    return STAR_OK;
}

/* True if a text looks like 3x4 or 0..9. */
static bool is_size(const StarParam *p, const char *text) {
    return p->var && p->open > 0 &&
           (isdigit((unsigned char)*text) || *text == '-') &&
           text[strspn(text, "-0123456789.x")] == '\0' &&
           (strchr(text, 'x') != NULL || strstr(text, "..") != NULL);
}

/* A number of indices, or low..high; what is behind it. */
static const char *read_range(const char *text, StarDim *dim) {
    char *end;
    errno = 0;
    const int64_t first = strtoll(text, &end, 10);
    if (end == text || first == INT64_MIN || errno != 0)
        return NULL;
    if (strncmp(end, "..", 2) != 0) {
        dim->count = first;
        return first >= 0 ? end : NULL;
    }
    text = end + 2;
    const int64_t last = strtoll(text, &end, 10);
    int64_t before;
    if (end == text || errno != 0 ||
        __builtin_sub_overflow(first, 1, &before) ||
        __builtin_sub_overflow(last, before, &dim->count) || dim->count < 0)
        return NULL;
    dim->low = first;
    return end;
}

const char *elements_size(const StarParam *p) {
    return p->open == 1 ? "1..9" : p->open == 2 ? "3x4" : "2x3x4";
}

static StarStatus read_size(Reading *r, const char *text) {
    const StarParam *p = r->param;
    const char *at = text;
    memcpy(r->to->dim, p->dim, p->dims * sizeof *p->dim);
    for (int k = 0; k < p->open && at != NULL; k++) {
        at = read_range(at, &r->to->dim[k]);
        if (at != NULL && *at++ != (k + 1 < p->open ? 'x' : '\0'))
            at = NULL;
    }
    if (at != NULL)
        return STAR_OK;
    return star_raise(r->be->mem->error,
                      MSG_GIVEN_SIZE(text, p->name, p->open, elements_size(p)));
}

StarStatus elements_read(Elements *e, const StarParam *p, const char *text,
                         StarBackend *be) {
    Reading r = {.to = e, .param = p, .be = be};
    const char *file = *text == '@' ? text + 1 : NULL;
    if (is_size(p, text))
        return read_size(&r, text);
    if (p->dims > 2)
        return star_raise(be->mem->error, MSG_GIVEN_RANGES(p->name, p->dims));
    STAR_TRY(file ? star_fields_read(be->mem, file, take, &r, &r.rows, &r.cols)
                  : read_text(&r, text));
    return shape(&r, file);
}

StarStatus elements_array(const Elements *e, const StarParam *p,
                          StarBackend *be, StarArray **out) {
    STAR_TRY(star_array_new(be, (StarElement)p->element, p->dims, e->dim, NULL,
                            out));
    for (size_t k = 0; k < e->count; k++) {
        StarCell value = e->cell[k];
        if (p->of->kind == STAR_TYPE_REAL && p->number && !e->real)
            value_make_real(&value);
        star_array_put(*out, (int64_t)k, value);
    }
    return STAR_OK;
}

void elements_free(Elements *e, StarBackend *be) {
    star_mem_free(be->mem, e->cell, e->room, sizeof *e->cell);
    *e = (Elements){0};
}
