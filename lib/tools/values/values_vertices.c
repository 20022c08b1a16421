/* SPDX-License-Identifier: MIT */
/* Values that tell of vertices, by the names of these. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/formats/matrix.h"
#include "io/reader.h"
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

StarStatus value_decimals(const Argument *a, unsigned count, StarBackend *be,
                          int *decimals) {
    const Argument *first = NULL;
    *decimals = 0;
    for (unsigned k = 0; k < count; k++) {
        if (!a[k].given || !a[k].weights)
            continue;
        if (first != NULL && first->decimals != a[k].decimals)
            return star_raise(
                be->mem->error,
                MSG_OTHER_SCALE(first->param->name, a[k].param->name));
        first = &a[k];
        *decimals = first->decimals;
    }
    return STAR_OK;
}

/* ---- Numbers in rows ---- */

/* The number in some columns, all from 0, of row v of a table: the first has
 * the most significant bit. */
static int64_t field(const StarTable *t, int64_t v, int64_t first,
                     int64_t columns) {
    const int dir = t->image[STAR_ROWS].valid ? STAR_ROWS : STAR_COLUMNS;
    const StarImage *image = &t->image[dir];
    int64_t value = 0;
    for (int64_t j = first; j < first + columns; j++) {
        const int64_t vector = dir == STAR_ROWS ? v : j;
        const int64_t at = dir == STAR_ROWS ? j : v;
        const uint64_t word = image->word[vector * image->stride + at / 64];
        value = 2 * value + (int64_t)(word >> at % 64 & 1);
    }
    return value;
}

static int64_t number(const StarTable *t, int64_t v) {
    return field(t, v, 0, t->cols);
}

/* The columns of a strip of a table of weights; 0: it is none. */
static int64_t strip(const StarTable *t) {
    const bool strips = t->rows > 0 && t->cols % t->rows == 0;
    const int64_t columns = strips ? t->cols / t->rows : 0;
    return columns <= STAR_WEIGHT_BITS ? columns : 0;
}

bool value_has_vertices(const Argument *a) {
    const StarTypeKind kind = a->param->type->kind;
    switch (a->param->role) {
    case STAR_ROLE_NUMBERS:
    case STAR_ROLE_DISTANCES:
    case STAR_ROLE_TREE:
    case STAR_ROLE_ORDER:
        return kind == STAR_TYPE_TABLE &&
               a->value.table->cols <= STAR_WEIGHT_BITS;
    case STAR_ROLE_PAIRS:
        return kind == STAR_TYPE_TABLE && strip(a->value.table) > 0;
    case STAR_ROLE_RELATION: return kind == STAR_TYPE_TABLE;
    case STAR_ROLE_VERTICES:
    case STAR_ROLE_ARCS: return kind == STAR_TYPE_SLICE;
    case STAR_ROLE_ARC: return kind == STAR_TYPE_INTEGER;
    default: return false;
    }
}

/* ---- Writing ---- */

typedef struct Vertices {
    const StarNames *names;
    StarConsole *console;
    bool csv;     /* as a list of CSV, which has nothing where there is none */
    int64_t bias; /* that numbers have too much */
    int decimals; /* of numbers */
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
    char digits[STAR_DECIMAL_TEXT];
    if (role == STAR_ROLE_TREE)
        return value > 0 ? put_vertex(to, value, 0)
                         : put(to, to->csv ? "" : "none");
    if (role == STAR_ROLE_DISTANCES && value == none)
        return put(to, to->csv ? "" : "not reached");
    star_decimal_text(value - to->bias, to->decimals, digits);
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

/* The vertices in the rows, a line each. */
static StarStatus write_order(const Vertices *to, const StarTable *t) {
    bool any = false;
    for (int64_t k = 0; k < t->rows; k++) {
        const int64_t v = number(t, k);
        any |= v > 0;
        if (v == 0)
            continue;
        STAR_TRY(put_vertex(to, v, 0));
        STAR_TRY(star_write_newline(to->console));
    }
    if (any || to->csv)
        return STAR_OK;
    STAR_TRY(put(to, "none"));
    return star_write_newline(to->console);
}

/* A line for each vertex with all those that it is joined to; in CSV one for
 * each of these. */
static StarStatus write_relation(const Vertices *to, const StarTable *t) {
    const int64_t width = to->csv ? 0 : longest_name(to, t->rows) + 2;
    for (int64_t v = 0; v < t->rows; v++) {
        bool any = false;
        for (int64_t w = 0; w < t->cols; w++) {
            if (field(t, v, w, 1) == 0)
                continue;
            if (to->csv || !any)
                STAR_TRY(put_vertex(to, v + 1, width));
            STAR_TRY(put(to, to->csv ? "," : any ? ", " : ""));
            STAR_TRY(put_vertex(to, w + 1, 0));
            STAR_TRY(to->csv ? star_write_newline(to->console) : STAR_OK);
            any = true;
        }
        if (to->csv)
            continue;
        if (!any) {
            STAR_TRY(put_vertex(to, v + 1, width));
            STAR_TRY(put(to, "none"));
        }
        STAR_TRY(star_write_newline(to->console));
    }
    return STAR_OK;
}

/* A line for each two vertices with a number: strip k, row v has that of k and
 * v. */
static StarStatus write_pairs(const Vertices *to, const StarTable *t) {
    const int64_t width = to->csv ? 0 : longest_name(to, t->rows) + 2;
    const int64_t columns = strip(t), none = ((int64_t)1 << columns) - 1;
    for (int64_t k = 0; k < t->rows; k++)
        for (int64_t v = 0; v < t->rows; v++) {
            const int64_t value = field(t, v, k * columns, columns);
            if (value == none)
                continue;
            STAR_TRY(put_vertex(to, k + 1, width));
            STAR_TRY(put(to, to->csv ? "," : ""));
            STAR_TRY(put_vertex(to, v + 1, width));
            STAR_TRY(put(to, to->csv ? "," : ""));
            STAR_TRY(write_row(to, STAR_ROLE_NUMBERS, value, none));
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
    const StarRole role = (StarRole)a->param->role;
    const bool two = role == STAR_ROLE_ARCS || role == STAR_ROLE_ARC ||
                     role == STAR_ROLE_RELATION || role == STAR_ROLE_PAIRS;
    const bool number = role == STAR_ROLE_NUMBERS || role == STAR_ROLE_TREE ||
                        role == STAR_ROLE_DISTANCES || role == STAR_ROLE_PAIRS;
    STAR_TRY(put(to, two ? "from,to" : "vertex"));
    STAR_TRY(put(to, number ? "," : ""));
    STAR_TRY(put(to, number ? a->param->name : ""));
    return star_write_newline(to->console);
}

/* The arc with a number, from 1; 0: none. */
static StarStatus write_arc(const Vertices *to, int64_t arc,
                            const StarTable *left, const StarTable *right) {
    if (arc < 1 || arc > left->rows || arc > right->rows) {
        STAR_TRY(put(to, to->csv ? "" : "none"));
        return to->csv ? STAR_OK : star_write_newline(to->console);
    }
    STAR_TRY(put_vertex(to, number(left, arc - 1), 0));
    STAR_TRY(put(to, to->csv ? "," : " - "));
    STAR_TRY(put_vertex(to, number(right, arc - 1), 0));
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
    return a->param->role == STAR_ROLE_ARC
               ? write_arc(to, a->value.i, left, right)
               : write_set(to, a->value.bits, left, right);
}

static int64_t bias_of(const Argument *all, unsigned count) {
    for (unsigned k = 0; k < count; k++)
        if (all[k].param->role == STAR_ROLE_BIAS)
            return all[k].value.i;
    return 0;
}

StarStatus value_write_vertices(const Argument *a, const Argument *all,
                                unsigned count, StarBackend *be, bool csv,
                                StarConsole *console) {
    const StarRole role = (StarRole)a->param->role;
    Vertices to = {.names = a->names, .console = console, .csv = csv};
    if (role == STAR_ROLE_DISTANCES)
        to.bias = bias_of(all, count);
    STAR_TRY(value_decimals(all, count, be, &to.decimals));
    STAR_TRY(value_check(a, be));
    if (csv)
        STAR_TRY(write_head(&to, a));
    switch (role) {
    case STAR_ROLE_ARC:
    case STAR_ROLE_ARCS: return write_arcs(&to, a, all, count, be);
    case STAR_ROLE_VERTICES: return write_set(&to, a->value.bits, NULL, NULL);
    case STAR_ROLE_ORDER: return write_order(&to, a->value.table);
    case STAR_ROLE_RELATION: return write_relation(&to, a->value.table);
    case STAR_ROLE_PAIRS: return write_pairs(&to, a->value.table);
    default: return write_rows(&to, role, a->value.table);
    }
}
