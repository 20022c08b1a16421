/* SPDX-License-Identifier: MIT */
/* Formats values as text. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/escape.h"
#include "io/file.h"
#include "report/value_format_out.h"

/* Of the elements of a list, of all values, and of the components of a line or
 * the characters of a string so many are shown. */
enum { LIST = 20, VALUES = 200, BITS = 40, CHARACTERS = 200 };

static bool undefined(const StarType *t, StarCell v) {
    return t->kind == STAR_TYPE_REAL ? v.raw == STAR_UNDEFINED_REAL
                                     : v.i == STAR_UNDEFINED_INT;
}

static bool nothing(const StarObject *x) {
    return x == NULL || x->sizing == STAR_UNSIZED;
}

/* Writes a text that may not be broken, of so many columns. */
static void word(Drawing *d, const char *text, int columns, bool changed) {
    if (d->gap && d->column + 1 + columns > d->width) {
        draw(d, "\n  ");
        d->column = 2;
    } else if (d->gap) {
        draw(d, " ");
        d->column++;
    }
    d->gap = false;
    d->column += columns;
    if (changed && d->how->colour)
        draw(d, "\033[7m%s\033[0m", text);
    else
        draw(d, "%s%s", text, changed ? "*" : "");
}

static void put(Drawing *d, const char *text, bool changed) {
    word(d, text, (int)strlen(text), changed);
}

static const char *dots(const Drawing *d) {
    return d->how->utf8 ? "…" : "...";
}

static void more(Drawing *d, int64_t count) {
    char text[64];
    snprintf(text, sizeof text, "%s %" PRId64 " more%s", dots(d), count,
             d->how->utf8 ? " …" : " ...");
    word(d, text, (int)strlen(text) - (d->how->utf8 ? 4 : 0), false);
}

/* ---- Strings and lines ---- */

/* Each character may become four. */
typedef struct Quoted {
    char text[4 * CHARACTERS + 3];
    size_t length;
    int columns;
} Quoted;

static void quote(Quoted *q, const char *text, size_t length) {
    for (size_t k = 0; k < length; k++) {
        if (text[k] == '\'')
            q->text[q->length++] = '\'';
        q->text[q->length++] = text[k];
        q->columns += 1 + (text[k] == '\'') - ((text[k] & 0xc0) == 0x80);
    }
}

static void quote_codes(Quoted *q, const char *text, size_t length) {
    char code[8];
    for (size_t k = 0; k < length; k++) {
        snprintf(code, sizeof code, "\\x%02x", (unsigned char)text[k]);
        quote(q, code, 4);
    }
}

/* Only UTF-8 that is whole and wanted passes. */
static void string(Drawing *d, const char *text, int64_t length, bool changed) {
    Quoted q = {.text = "'", .length = 1, .columns = 2};
    int64_t shown = length > CHARACTERS ? CHARACTERS : length;
    while (shown < length && shown > 0 && (text[shown] & 0xc0) == 0x80)
        shown--;
    for (int64_t k = 0, n; k < shown; k += n) {
        uint32_t code = 0;
        n = star_escape_character(text + k, (size_t)(shown - k), &code);
        if (code >= ' ' && (code < 127 || d->how->utf8) &&
            !star_escape_controls(code))
            quote(&q, text + k, (size_t)n);
        else
            quote_codes(&q, text + k, (size_t)(n += n == 0));
    }
    memcpy(q.text + q.length, "'", 2);
    word(d, q.text, q.columns, changed);
    if (shown < length) {
        int64_t rest = 0;
        for (int64_t k = shown; k < length; k++)
            rest += !d->how->utf8 || (text[k] & 0xc0) != 0x80;
        d->gap = true;
        more(d, rest);
    }
}

static void line(Drawing *d, const StarBits *x, const StarBits *before) {
    char text[BITS + 60] = "'";
    int n = 1;
    const Elision f = draw_elision(x->length, BITS);
    const bool changed =
        before != NULL &&
        (x->length != before->length ||
         (x->length > 0 &&
          memcmp(x->word, before->word,
                 (size_t)star_words(x->length) * sizeof *x->word) != 0));
    for (int64_t k = 0; k < x->length; k = elision_next(f, k)) {
        if (k > 0 && k == x->length - f.tail && f.tail > 0)
            n += snprintf(text + n, sizeof text - (size_t)n, "...");
        text[n++] = (char)('0' + star_bits_get(x, k + 1));
    }
    snprintf(text + n, sizeof text - (size_t)n, "'");
    put(d, text, changed);
    if (f.tail > 0) {
        d->gap = true;
        snprintf(text, sizeof text, "(%" PRId64 ")", x->length);
        put(d, text, false);
    }
}

/* ---- Lists ---- */

static void value(Drawing *d, const StarType *t, StarCell v,
                  const StarCell *before);

static void element(Drawing *d, const StarType *t, const StarArray *a,
                    const StarArray *before, int64_t k) {
    StarCell old, now;
    if (a->element == STAR_ELEM_OBJECT) {
        now.object = a->objects[k];
        old.object = before != NULL ? before->objects[k] : NULL;
    } else {
        now = star_array_get(a, k);
        old = before != NULL ? star_array_get(before, k) : now;
    }
    value(d, t, now, before != NULL ? &old : NULL);
}

/* Dimension `dim`, whose first element is number `from`. */
static void dimension(Drawing *d, const StarType *t, const StarArray *a,
                      const StarArray *before, int dim, int64_t from) {
    const Elision f =
        draw_elision(a->dim[dim].count, d->how->height > 0 ? LIST : 0);
    int64_t step = 1;
    for (int k = dim + 1; k < a->dims; k++)
        step *= a->dim[k].count;
    put(d, "(", false);
    for (int64_t k = 0; k < f.count; k = elision_next(f, k)) {
        if (k > 0)
            draw(d, ",");
        d->gap = k > 0;
        d->column += k > 0;
        if (d->left <= 0 || (f.tail > 0 && k == f.count - f.tail)) {
            more(d, d->left <= 0 ? f.count - k : elision_hidden(f));
            if (d->left <= 0)
                break;
            draw(d, ",");
            d->column++;
            d->gap = true;
        }
        if (dim + 1 < a->dims)
            dimension(d, t->element, a, before, dim + 1, from + k * step);
        else
            element(d, t->element, a, before, from + k);
    }
    put(d, ")", false);
}

/* An array of characters shows as a string, up to those without a value. */
static void characters(Drawing *d, const StarArray *a,
                       const StarArray *before) {
    char text[CHARACTERS + 1];
    int64_t n = 0;
    bool changed = false;
    for (; n < a->count && n < CHARACTERS; n++) {
        const StarCell c = star_array_get(a, n);
        if (c.i < 0 || c.i > 255)
            break;
        text[n] = (char)c.i;
    }
    for (int64_t k = 0; k < a->count && before != NULL; k++)
        changed |= star_array_get(a, k).i != star_array_get(before, k).i;
    string(d, text, n, changed);
    if (n < a->count) {
        d->gap = true;
        more(d, a->count - n);
    }
}

static void array(Drawing *d, const StarType *t, const StarArray *a,
                  const StarArray *before) {
    if (before != NULL && before->count != a->count)
        before = NULL;
    if (a->dims == 1 && t->element->kind == STAR_TYPE_CHAR &&
        (a->count == 0 || star_object_defined(&a->head)))
        characters(d, a, before);
    else
        dimension(d, t, a, before, 0, 0);
}

/* A field is there if its variant is active; those of inner variants of
 * others have no value. */
static bool there(const StarRecord *r, unsigned k) {
    const StarField *f = &r->layout->field[k];
    return f->part == STAR_NO_PART ||
           r->cell[r->layout->part[f->part].active].i == f->variant;
}

static void record(Drawing *d, const StarType *t, const StarRecord *r,
                   const StarRecord *before) {
    const char *separator = "(";
    for (unsigned k = 0; k < t->layout->fields; k++) {
        if (t->field[k] == NULL || !there(r, k))
            continue;
        put(d, separator, false);
        d->gap = *separator == ',';
        if (d->left <= 0) {
            put(d, dots(d), false);
            break;
        }
        put(d, t->layout->field[k].name, false);
        put(d, ":", false);
        d->gap = true;
        value(d, t->field[k], r->cell[k],
              before != NULL ? &before->cell[k] : NULL);
        separator = ",";
    }
    if (*separator == '(')
        put(d, "(", false);
    put(d, ")", false);
}

/* ---- Sets ---- */

static bool has(const StarType *t, StarCell v, int64_t k) {
    return t->small ? k >= 0 && k < STAR_SMALL_SET && (v.raw >> k & 1)
                    : star_set_has(v.set, k);
}

static bool same_set(const StarType *t, StarCell a, StarCell b) {
    return t->small
               ? a.raw == b.raw
               : star_set_within(a.set, b.set) && star_set_within(b.set, a.set);
}

static void elements(Drawing *d, const StarType *t, int64_t first, int64_t last,
                     bool more_before) {
    char room[STAR_VALUE_ROOM], text[200];
    const StarCell low = {.i = first}, high = {.i = last};
    int n = snprintf(text, sizeof text, "%.80s",
                     star_value_text(t->element, low, room));
    if (last > first)
        snprintf(text + n, sizeof text - (size_t)n, "..%.80s",
                 star_value_text(t->element, high, room));
    if (more_before)
        put(d, ",", false);
    d->gap = more_before;
    put(d, text, false);
}

static void set(Drawing *d, const StarType *t, StarCell v,
                const StarCell *before) {
    const int64_t low = t->small ? 0 : v.set->first * 64;
    const int64_t end = t->small ? 64 : low + v.set->words * 64;
    const int64_t most = d->how->height > 0 ? LIST : INT64_MAX;
    int64_t shown = 0;
    put(d, "[", false);
    for (int64_t k = low; k < end && shown <= most; k++) {
        const int64_t first = k;
        if (!has(t, v, k))
            continue;
        while (k + 1 < end && has(t, v, k + 1))
            k++;
        if (shown == most) {
            put(d, ",", false);
            d->gap = true;
            put(d, dots(d), false);
        } else {
            elements(d, t, first, k, shown > 0);
        }
        shown++;
    }
    put(d, "]", before != NULL && !same_set(t, v, *before));
}

/* ---- Others ---- */

/* A variable that is no record is the only field of one. */
static void pointer(Drawing *d, const StarType *t, StarCell v, bool changed) {
    const StarHeap *heap = d->how->heap;
    StarRecord *r = heap ? star_heap_find(heap, v.i) : NULL;
    const StarType *to = t->element;
    if (v.i == STAR_NIL_POINTER || to == NULL) {
        put(d, "nil", changed);
    } else if (heap != NULL && r == NULL) {
        put(d, "dangling", changed);
    } else if (r == NULL || d->inner) {
        put(d, "^", false);
        put(d, to->name, changed);
    } else {
        d->inner = true;
        d->status = star_object_sync(d->be, (StarObject *)r, STAR_READ);
        put(d, "^", changed);
        value(d, to,
              to->kind == STAR_TYPE_RECORD ? (StarCell){.record = r}
                                           : r->cell[0],
              NULL);
        d->inner = false;
    }
}

static void file(Drawing *d, const StarFile *f) {
    static const char *const mode[] = {"not open", "being read",
                                       "being written"};
    if (f->path != NULL) {
        put(d, "file", false);
        d->gap = true;
        string(d, f->path, (int64_t)strlen(f->path), false);
    } else {
        put(d, f->standard ? "console" : "temporary file", false);
    }
    put(d, ",", false);
    d->gap = true;
    put(d, mode[f->mode], false);
}

static void scalar(Drawing *d, const StarType *t, StarCell v,
                   const StarCell *before) {
    const bool changed = before != NULL && v.raw != before->raw;
    char room[STAR_VALUE_ROOM];
    if (undefined(t, v))
        put(d, "?", changed);
    else if (t->kind == STAR_TYPE_POINTER)
        pointer(d, t, v, changed);
    else if (t->kind == STAR_TYPE_SET)
        set(d, t, v, before);
    else
        put(d, star_value_text(t, v, room), changed);
}

static void table(Drawing *d, const StarTable *x) {
    char text[64];
    snprintf(text, sizeof text, "table %" PRId64 " x %" PRId64, x->rows,
             x->cols);
    put(d, text, false);
}

static void object(Drawing *d, const StarType *t, StarCell v,
                   const StarCell *before) {
    const StarString *s = v.string;
    switch (t->kind) {
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD: line(d, v.bits, before ? before->bits : NULL); break;
    case STAR_TYPE_TABLE: table(d, v.table); break;
    case STAR_TYPE_ARRAY:
        array(d, t, v.array, before ? before->array : NULL);
        break;
    case STAR_TYPE_RECORD:
        record(d, t, v.record, before ? before->record : NULL);
        break;
    case STAR_TYPE_SET: set(d, t, v, before); break;
    case STAR_TYPE_FILE: file(d, v.file); break;
    default:
        string(d, s->text, s->length,
               before != NULL && (s->length != before->string->length ||
                                  memcmp(s->text, before->string->text,
                                         (size_t)s->length) != 0));
    }
}

/* Objects without a value are those without a size; what arrays, records and
 * files are without shows inside. */
static void value(Drawing *d, const StarType *t, StarCell v,
                  const StarCell *before) {
    const bool sized = t->kind == STAR_TYPE_ARRAY ||
                       t->kind == STAR_TYPE_RECORD || t->kind == STAR_TYPE_FILE;
    d->left--;
    if (t->kind == STAR_TYPE_ROUTINE)
        put(d, "procedure", false);
    else if (t->kind < STAR_TYPE_STRING || t->small ||
             t->kind == STAR_TYPE_POINTER)
        scalar(d, t, v, before);
    else if (v.object == NULL || (!sized && nothing(v.object)))
        put(d, "?", false);
    else
        object(d, t, v,
               before == NULL || before->object == NULL ||
                       (!sized && nothing(before->object))
                   ? NULL
                   : before);
}

void draw_text(Drawing *d, const StarType *t, StarCell v,
               const StarCell *before) {
    d->left = d->how->height > 0 ? VALUES : INT32_MAX;
    value(d, t, v, before);
}
