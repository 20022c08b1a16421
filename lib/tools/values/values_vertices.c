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

const StarNames *value_row_names(StarBackend *be, StarTable *t) {
    const uint8_t kept = t->layout;
    const int layout = star_table_layout(be, t);
    const StarNames *names = t->names;
    t->layout = kept;
    return names == NULL || star_names_count(names) != t->rows ||
                   (layout != STAR_LAYOUT_ADJACENCY &&
                    layout != STAR_LAYOUT_WEIGHTS) ||
                   star_names_are_indices(names)
               ? NULL
               : names;
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

/* The table of some layout among the arguments whose rows are vertices, or
 * NULL. */
static StarTable *find_ends(const Argument *all, unsigned count, int layout) {
    for (unsigned k = 0; k < count; k++)
        if (all[k].param->layout == layout + 1 &&
            all[k].value.table->cols <= STAR_WEIGHT_BITS)
            return all[k].value.table;
    return NULL;
}

static bool has_ends(const Argument *all, unsigned count) {
    return find_ends(all, count, STAR_LAYOUT_LEFT) != NULL &&
           find_ends(all, count, STAR_LAYOUT_RIGHT) != NULL;
}

bool value_has_vertices(const Argument *a, const Argument *all,
                        unsigned count) {
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
    case STAR_ROLE_VERTICES: return kind == STAR_TYPE_SLICE;
    case STAR_ROLE_ARCS: return kind == STAR_TYPE_SLICE && has_ends(all, count);
    case STAR_ROLE_ARC:
        return kind == STAR_TYPE_INTEGER && has_ends(all, count);
    default: return false;
    }
}

/* ---- Fields ---- */

/* The name of vertex v, from 1. What is no vertex has its number. */
static Field vertex(const Rows *r, int64_t v) {
    Field f = {.kind = r->numbered ? FIELD_NUMBER : FIELD_NAME, .vertex = v};
    if (r->names != NULL && v >= 1 && v <= star_names_count(r->names)) {
        f.text = star_names_get(r->names, v - 1, f.room, &f.length);
        f.text = f.text == f.room ? NULL : f.text;
    } else {
        f.length = (size_t)snprintf(f.room, sizeof f.room, "%" PRId64, v);
    }
    return f;
}

static Field count_of(const Rows *r, int64_t value) {
    Field f = {.kind = FIELD_NUMBER};
    star_decimal_text(value - r->bias, r->decimals, f.room);
    f.length = strlen(f.room);
    return f;
}

static Field none(const char *word) {
    return (Field){.kind = FIELD_NONE, .text = word, .length = strlen(word)};
}

static Field value_of(const Rows *r, int64_t value, int64_t all_ones) {
    const int role = r->argument->param->role;
    if (role == STAR_ROLE_TREE)
        return value > 0 ? vertex(r, value) : none("none");
    if (role == STAR_ROLE_DISTANCES && value == all_ones)
        return none("not reached");
    return count_of(r, value);
}

int64_t value_longest_name(const Rows *r) {
    char digits[24];
    if (r->names == NULL)
        return snprintf(digits, sizeof digits, "%" PRId64,
                        r->argument->value.table->rows);
    int64_t longest = 0;
    for (int64_t v = 1; v <= star_names_count(r->names); v++) {
        const Field f = vertex(r, v);
        const int64_t width = field_width(&f);
        longest = width > longest ? width : longest;
    }
    return longest;
}

/* ---- Rows ---- */

/* For each vertex: its name and what it has. */
static StarStatus numbers(const Rows *r, ValueRow *take, void *context) {
    const StarTable *t = r->argument->value.table;
    const int64_t all_ones = ((int64_t)1 << t->cols) - 1;
    for (int64_t v = 0; v < t->rows; v++) {
        const Field f[] = {vertex(r, v + 1),
                           value_of(r, number(t, v), all_ones)};
        STAR_TRY(take(context, f));
    }
    return STAR_OK;
}

/* For each row: the vertex in it. */
static StarStatus order(const Rows *r, ValueRow *take, void *context) {
    const StarTable *t = r->argument->value.table;
    for (int64_t k = 0; k < t->rows; k++) {
        const Field f = vertex(r, number(t, k));
        if (f.vertex > 0)
            STAR_TRY(take(context, &f));
    }
    return STAR_OK;
}

/* For each two vertices that are joined: both; for a vertex that is joined to
 * none, it and none. */
static StarStatus relation(const Rows *r, ValueRow *take, void *context) {
    const StarTable *t = r->argument->value.table;
    for (int64_t v = 0; v < t->rows; v++) {
        Field f[] = {vertex(r, v + 1), none("none")};
        for (int64_t w = 0; w < t->cols; w++)
            if (field(t, v, w, 1) != 0) {
                f[1] = vertex(r, w + 1);
                STAR_TRY(take(context, f));
            }
        if (f[1].kind == FIELD_NONE)
            STAR_TRY(take(context, f));
    }
    return STAR_OK;
}

/* For each two vertices with a number: strip k, row v has that of k and v. */
static StarStatus pairs(const Rows *r, ValueRow *take, void *context) {
    const StarTable *t = r->argument->value.table;
    const int64_t columns = strip(t), all_ones = ((int64_t)1 << columns) - 1;
    for (int64_t k = 0; k < t->rows; k++)
        for (int64_t v = 0; v < t->rows; v++) {
            const int64_t value = field(t, v, k * columns, columns);
            const Field f[] = {vertex(r, k + 1), vertex(r, v + 1),
                               count_of(r, value)};
            if (value != all_ones)
                STAR_TRY(take(context, f));
        }
    return STAR_OK;
}

/* The ends of arc k, from 0, if there is one. */
static StarStatus arc(const Rows *r, int64_t k, ValueRow *take, void *context) {
    if (k < 0 || k >= r->left->rows || k >= r->right->rows)
        return STAR_OK;
    const Field f[] = {vertex(r, number(r->left, k)),
                       vertex(r, number(r->right, k))};
    return take(context, f);
}

/* For each 1 of a slice: a vertex, or the two ends of an arc. */
static StarStatus set(const Rows *r, ValueRow *take, void *context) {
    const StarBits *x = r->argument->value.bits;
    const bool arcs = r->argument->param->role == STAR_ROLE_ARCS;
    for (int64_t k = 0; k < x->length; k++) {
        if ((x->word[k / 64] >> k % 64 & 1) == 0)
            continue;
        const Field f = arcs ? (Field){0} : vertex(r, k + 1);
        STAR_TRY(arcs ? arc(r, k, take, context) : take(context, &f));
    }
    return STAR_OK;
}

/* The arc with this number, from 1; 0: none. */
static StarStatus one_arc(const Rows *r, ValueRow *take, void *context) {
    return arc(r, r->argument->value.i - 1, take, context);
}

static int64_t bias_of(const Argument *all, unsigned count) {
    for (unsigned k = 0; k < count; k++)
        if (all[k].param->role == STAR_ROLE_BIAS)
            return all[k].value.i;
    return 0;
}

StarStatus value_vertices_open(Rows *r, const Argument *all, unsigned count,
                               StarBackend *be) {
    const Argument *a = r->argument;
    const StarRole role = (StarRole)a->param->role;
    r->names = a->names;
    r->numbered = a->names == NULL || star_names_are_numbers(a->names);
    r->bias = role == STAR_ROLE_DISTANCES ? bias_of(all, count) : 0;
    r->joins = role == STAR_ROLE_ARCS || role == STAR_ROLE_ARC ||
               role == STAR_ROLE_RELATION || role == STAR_ROLE_PAIRS;
    r->valued = role == STAR_ROLE_NUMBERS || role == STAR_ROLE_TREE ||
                role == STAR_ROLE_DISTANCES || role == STAR_ROLE_PAIRS;
    r->columns = 1 + r->joins + r->valued;
    STAR_TRY(value_decimals(all, count, be, &r->decimals));
    if (role != STAR_ROLE_ARC && role != STAR_ROLE_ARCS)
        return STAR_OK;
    r->left = find_ends(all, count, STAR_LAYOUT_LEFT);
    r->right = find_ends(all, count, STAR_LAYOUT_RIGHT);
    STAR_TRY(star_object_sync(be, &r->left->head, STAR_READ));
    return star_object_sync(be, &r->right->head, STAR_READ);
}

StarStatus value_vertices_rows(const Rows *r, ValueRow *take, void *context) {
    switch (r->argument->param->role) {
    case STAR_ROLE_ARC: return one_arc(r, take, context);
    case STAR_ROLE_ARCS:
    case STAR_ROLE_VERTICES: return set(r, take, context);
    case STAR_ROLE_ORDER: return order(r, take, context);
    case STAR_ROLE_RELATION: return relation(r, take, context);
    case STAR_ROLE_PAIRS: return pairs(r, take, context);
    default: return numbers(r, take, context);
    }
}
