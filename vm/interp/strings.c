/* SPDX-License-Identifier: MIT */
/* Instructions on strings. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "interp/cells.h"

/* Character i, from 0; less than 0 without a value. */
static int64_t char_of(const StarArray *array, int64_t i) {
    return array->element == STAR_ELEM_SHORT ? array->shorts[i]
                                             : star_array_get(array, i).i;
}

static StarStatus check_chars(StarMachine *m, const StarInstr *at,
                              uint16_t cell, const StarArray *array) {
    for (int64_t i = 0; i < array->count; i++)
        if (char_of(array, i) < 0)
            return star_raise(
                &m->error, MSG_NO_VALUE_OF_CHARACTER(array->dim[0].low + i,
                                                     exec_name(m, at, cell)));
    return STAR_OK;
}

static StarStatus from_chars(StarMachine *m, const StarInstr *at,
                             StarString *to, const StarArray *from) {
    STAR_TRY(check_chars(m, at, at->b, from));
    STAR_TRY(star_string_size(&m->be, to, from->count));
    for (int64_t i = 0; i < from->count; i++)
        to->text[i] = (char)char_of(from, i);
    return STAR_OK;
}

static StarStatus to_chars(StarMachine *m, StarArray *to,
                           const StarString *from) {
    if (to->count != from->length)
        return star_raise(&m->error,
                          MSG_CHARACTERS_OF_TEXT(to->count, from->length));
    for (int64_t i = 0; i < to->count; i++) {
        const unsigned char c = (unsigned char)from->text[i];
        if (to->element == STAR_ELEM_SHORT)
            to->shorts[i] = c;
        else
            star_array_put(to, i, (StarCell){.i = c});
    }
    return STAR_OK;
}

StarStatus exec_check_string(StarMachine *m, const StarInstr *at, uint16_t cell,
                             const StarString *s) {
    if (s->head.sizing != STAR_UNSIZED)
        return STAR_OK;
    return exec_no_value(m, at, cell, "this string");
}

static int64_t compare(const StarString *a, const StarString *b) {
    int64_t n = a->length < b->length ? a->length : b->length;
    int order = n > 0 ? memcmp(a->text, b->text, (size_t)n) : 0;
    if (order == 0)
        return (a->length > b->length) - (a->length < b->length);
    return order < 0 ? -1 : 1;
}

static StarStatus check_position(StarMachine *m, const StarInstr *at,
                                 uint16_t cell, const StarString *s,
                                 int64_t i) {
    if (i >= 1 && i <= s->length)
        return STAR_OK;
    const char *name = exec_name(m, at, cell);
    star_raise(&m->error, MSG_INDEX_OF_TEXT(name, i, s->length));
    star_expected(&m->error, "1..%lld", (long long)s->length);
    star_found(&m->error, "%lld", (long long)i);
    return star_subject(&m->error, name, NULL);
}

StarStatus exec_SCOPY(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(exec_check_string(m, at, at->b, B.string));
    return star_string_set(&m->be, A.string, B.string->text, B.string->length);
}

StarStatus exec_SCHAR(StarMachine *m, const StarInstr *at, StarCell *R) {
    const char c = (char)B.i;
    return star_string_set(&m->be, A.string, &c, 1);
}

EXEC_CALL(SCHARS, from_chars(m, at, A.string, B.array))

StarStatus exec_ACHARS(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(exec_check_string(m, at, at->b, B.string));
    return to_chars(m, A.array, B.string);
}

StarStatus exec_SCAT(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(exec_check_string(m, at, at->b, B.string));
    STAR_TRY(exec_check_string(m, at, at->c, C.string));
    return star_string_join(&m->be, A.string, B.string, C.string);
}

StarStatus exec_SCMP(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(exec_check_string(m, at, at->b, B.string));
    STAR_TRY(exec_check_string(m, at, at->c, C.string));
    A.i = compare(B.string, C.string);
    return STAR_OK;
}

StarStatus exec_ACMP(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarArray *b = B.array, *c = C.array;
    int64_t i = 0;
    STAR_TRY(check_chars(m, at, at->b, b));
    STAR_TRY(check_chars(m, at, at->c, c));
    while (i < b->count && i < c->count && char_of(b, i) == char_of(c, i))
        i++;
    const int64_t x = i < b->count ? char_of(b, i) : -1;
    const int64_t y = i < c->count ? char_of(c, i) : -1;
    A.i = (x > y) - (x < y);
    return STAR_OK;
}

StarStatus exec_SLEN(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(exec_check_string(m, at, at->b, B.string));
    A.i = B.string->length;
    return STAR_OK;
}

StarStatus exec_SGET(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(exec_check_string(m, at, at->b, B.string));
    STAR_TRY(check_position(m, at, at->b, B.string, C.i));
    A.i = (unsigned char)B.string->text[C.i - 1];
    return STAR_OK;
}

StarStatus exec_SPUT(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(exec_check_string(m, at, at->a, A.string));
    STAR_TRY(check_position(m, at, at->a, A.string, B.i));
    A.string->text[B.i - 1] = (char)C.i;
    return STAR_OK;
}

/* ---- The names of vertices ---- */

/* A table without names has a vertex for each row, or for each column if these
 * are more. */
static int64_t vertices_of(const StarTable *t) {
    return t->names != NULL     ? star_names_count(t->names)
           : t->rows >= t->cols ? t->rows
                                : t->cols;
}

StarStatus exec_NAMEOF(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarTable *t = C.table;
    const int64_t v = B.i, count = vertices_of(t);
    StarNameRoom room;
    const char *name = room;
    size_t length;
    if (v < 1 || v > count)
        return star_raise(&m->error, MSG_VERTEX_OUTSIDE(v, count));
    if (t->names != NULL)
        name = star_names_get(t->names, v - 1, room, &length);
    else
        length = (size_t)snprintf(room, sizeof room, "%" PRId64, v);
    return star_string_set(&m->be, A.string, name, (int64_t)length);
}

StarStatus exec_NUMBEROF(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarTable *t = C.table;
    STAR_TRY(exec_check_string(m, at, at->b, B.string));
    const StarString *s = B.string;
    StarNames *rows = NULL;
    if (t->names == NULL) {
        rows = star_names_count_up(&m->mem, "", 1, vertices_of(t));
        if (rows == NULL)
            return STAR_MEMORY;
    }
    const StarNames *names = rows != NULL ? rows : t->names;
    A.i = star_names_find(names, s->text, (size_t)s->length) + 1;
    star_names_free(rows);
    return STAR_OK;
}
