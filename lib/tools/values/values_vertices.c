/* SPDX-License-Identifier: MIT */
/* Values that tell of vertices, by the names of these. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/formats/matrix.h"
#include "tools/values/values_parts.h"
#include "values/table.h"

/* ---- Names ---- */

StarStatus value_names(const Argument *a, unsigned count, StarBackend *be,
                       const StarNames **names) {
    const char *first = NULL;
    *names = NULL;
    for (unsigned k = 0; k < count; k++) {
        if (!a[k].given || a[k].param->type->kind != STAR_TYPE_TABLE)
            continue;
        const StarNames *next = a[k].value.table->names;
        if (!star_names_agree(*names, next))
            return star_raise(be->mem->error,
                              MSG_OTHER_VERTICES(first, star_names_file(*names),
                                                 a[k].param->name,
                                                 star_names_file(next)));
        if (next == NULL || (*names != NULL && star_names_count(next) <=
                                                   star_names_count(*names)))
            continue;
        *names = next;
        first = a[k].param->name;
    }
    return STAR_OK;
}

/* ---- Numbers in rows ---- */

/* The number in row v, from 0, of a table, whose first column has the most
 * significant bits. */
static int64_t number(const StarTable *t, int64_t v) {
    const int dir = t->image[STAR_ROWS].valid ? STAR_ROWS : STAR_COLUMNS;
    const StarImage *image = &t->image[dir];
    int64_t value = 0;
    for (int64_t j = 0; j < t->cols; j++) {
        const int64_t vector = dir == STAR_ROWS ? v : j;
        const int64_t at = dir == STAR_ROWS ? j : v;
        const uint64_t word = image->word[vector * image->stride + at / 64];
        value = 2 * value + (int64_t)(word >> at % 64 & 1);
    }
    return value;
}

bool value_has_vertices(const Argument *a) {
    const StarTypeKind kind = a->param->type->kind;
    switch (a->param->role) {
    case STAR_ROLE_NUMBERS:
    case STAR_ROLE_DISTANCES:
    case STAR_ROLE_TREE:
        return kind == STAR_TYPE_TABLE &&
               a->value.table->cols <= STAR_WEIGHT_BITS;
    case STAR_ROLE_VERTICES:
    case STAR_ROLE_ARCS: return kind == STAR_TYPE_SLICE;
    default: return false;
    }
}

/* ---- Writing ---- */

typedef struct Vertices {
    const StarNames *names;
    StarConsole *console;
    bool csv; /* as a list of CSV, which has nothing where there is none */
} Vertices;

static StarStatus put(const Vertices *to, const char *text) {
    return star_write_text(to->console, text, (int64_t)strlen(text),
                           STAR_NO_WIDTH);
}

/* Characters of UTF-8. */
static int64_t width_of(const char *text, size_t length) {
    int64_t width = 0;
    for (size_t k = 0; k < length; k++)
        width += ((unsigned char)text[k] & 0xc0) != 0x80;
    return width;
}

static bool is_quoted(const Vertices *to, const char *text, size_t length) {
    for (size_t k = 0; k < length; k++)
        if (strchr(",;\"\t\r\n", text[k]) != NULL)
            return to->csv;
    return to->csv && length > 0 &&
           (*text == ' ' || text[length - 1] == ' ' || *text == '#' ||
            *text == '%');
}

/* In quotation marks, its own written twice. */
static StarStatus put_quoted(const Vertices *to, const char *text,
                             size_t length) {
    STAR_TRY(put(to, "\""));
    for (size_t k = 0; k < length; k++) {
        if (text[k] == '"')
            STAR_TRY(put(to, "\""));
        STAR_TRY(star_write_text(to->console, text + k, 1, STAR_NO_WIDTH));
    }
    return put(to, "\"");
}

/* The name of vertex v, from 1, and blanks up to a width. What is no vertex has
 * its number. */
static StarStatus put_vertex(const Vertices *to, int64_t v, int64_t width) {
    StarNameRoom room;
    size_t length;
    const char *text = room;
    if (to->names != NULL && v >= 1 && v <= star_names_count(to->names))
        text = star_names_get(to->names, v - 1, room, &length);
    else
        length = (size_t)snprintf(room, sizeof room, "%" PRId64, v);
    if (is_quoted(to, text, length))
        return put_quoted(to, text, length);
    STAR_TRY(
        star_write_text(to->console, text, (int64_t)length, STAR_NO_WIDTH));
    for (int64_t used = width_of(text, length); used < width; used++)
        STAR_TRY(put(to, " "));
    return STAR_OK;
}

static int64_t longest_name(const Vertices *to, int64_t n) {
    char digits[24];
    int64_t longest = snprintf(digits, sizeof digits, "%" PRId64, n);
    if (to->names == NULL)
        return longest;
    longest = 0;
    for (int64_t v = 0; v < star_names_count(to->names); v++) {
        StarNameRoom room;
        size_t length;
        const char *text = star_names_get(to->names, v, room, &length);
        const int64_t width = width_of(text, length);
        longest = width > longest ? width : longest;
    }
    return longest;
}

static StarStatus write_row(const Vertices *to, StarRole role, int64_t value,
                            int64_t none) {
    char digits[24];
    if (role == STAR_ROLE_TREE)
        return value > 0 ? put_vertex(to, value, 0)
                         : put(to, to->csv ? "" : "none");
    if (role == STAR_ROLE_DISTANCES && value == none)
        return put(to, to->csv ? "" : "not reached");
    snprintf(digits, sizeof digits, "%" PRId64, value);
    return put(to, digits);
}

/* A line for each vertex: its name and what it has. */
static StarStatus write_rows(const Vertices *to, StarRole role,
                             const StarTable *t) {
    const int64_t width = to->csv ? 0 : longest_name(to, t->rows) + 2;
    const int64_t none = ((int64_t)1 << t->cols) - 1;
    for (int64_t v = 0; v < t->rows; v++) {
        STAR_TRY(put_vertex(to, v + 1, width));
        STAR_TRY(put(to, to->csv ? "," : ""));
        STAR_TRY(write_row(to, role, number(t, v), none));
        STAR_TRY(star_write_newline(to->console));
    }
    return STAR_OK;
}

/* The table of some layout among the arguments, or NULL. */
static const StarTable *find_table(const Argument *all, unsigned count,
                                   int layout) {
    for (unsigned k = 0; k < count; k++)
        if (all[k].param->layout == layout + 1)
            return all[k].value.table;
    return NULL;
}

/* The ones of a slice, by a list of names, or of pairs of names; in CSV a line
 * each. */
static StarStatus write_set(const Vertices *to, const StarBits *x,
                            const StarTable *left, const StarTable *right) {
    bool any = false;
    for (int64_t k = 0; k < x->length; k++) {
        if ((x->word[k / 64] >> k % 64 & 1) == 0)
            continue;
        STAR_TRY(put(to, !any ? "" : to->csv ? "\n" : ", "));
        any = true;
        STAR_TRY(put_vertex(to, left != NULL ? number(left, k) : k + 1, 0));
        if (left == NULL)
            continue;
        STAR_TRY(put(to, to->csv ? "," : " - "));
        STAR_TRY(put_vertex(to, number(right, k), 0));
    }
    if (to->csv && !any)
        return STAR_OK;
    STAR_TRY(put(to, any ? "" : "none"));
    return star_write_newline(to->console);
}

/* The first line of a list of CSV. */
static StarStatus write_head(const Vertices *to, const Argument *a) {
    const bool set = a->param->role == STAR_ROLE_VERTICES;
    const bool arcs = a->param->role == STAR_ROLE_ARCS;
    STAR_TRY(put(to, arcs ? "from,to" : "vertex"));
    if (!arcs && !set) {
        STAR_TRY(put(to, ","));
        STAR_TRY(put(to, a->param->name));
    }
    return star_write_newline(to->console);
}

static StarStatus write_arcs(const Vertices *to, const Argument *a,
                             const Argument *all, unsigned count,
                             StarBackend *be) {
    const StarTable *left = find_table(all, count, STAR_LAYOUT_LEFT);
    const StarTable *right = find_table(all, count, STAR_LAYOUT_RIGHT);
    if (left == NULL || right == NULL || left->cols > STAR_WEIGHT_BITS ||
        right->cols > STAR_WEIGHT_BITS)
        return value_write(a, be, to->console);
    STAR_TRY(star_object_sync(be, (StarObject *)left, STAR_READ));
    STAR_TRY(star_object_sync(be, (StarObject *)right, STAR_READ));
    return write_set(to, a->value.bits, left, right);
}

StarStatus value_write_vertices(const Argument *a, const Argument *all,
                                unsigned count, StarBackend *be, bool csv,
                                StarConsole *console) {
    const Vertices to = {a->names, console, csv};
    const StarRole role = (StarRole)a->param->role;
    STAR_TRY(value_check(a, be));
    if (csv)
        STAR_TRY(write_head(&to, a));
    if (role == STAR_ROLE_ARCS)
        return write_arcs(&to, a, all, count, be);
    return role == STAR_ROLE_VERTICES
               ? write_set(&to, a->value.bits, NULL, NULL)
               : write_rows(&to, role, a->value.table);
}
