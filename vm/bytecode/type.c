/* SPDX-License-Identifier: MIT */
#include "bytecode/type.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report_out.h"

StarCellKind star_type_cell(StarTypeKind kind, bool small) {
    switch (kind) {
    case STAR_TYPE_REAL: return STAR_CELL_REAL;
    case STAR_TYPE_STRING: return STAR_CELL_STRING;
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD: return STAR_CELL_BITS;
    case STAR_TYPE_TABLE: return STAR_CELL_TABLE;
    case STAR_TYPE_ARRAY: return STAR_CELL_ARRAY;
    case STAR_TYPE_RECORD: return STAR_CELL_RECORD;
    case STAR_TYPE_SET: return small ? STAR_CELL_INT : STAR_CELL_SET;
    case STAR_TYPE_FILE: return STAR_CELL_FILE;
    default: return STAR_CELL_INT;
    }
}

/* Writes the fewest digits that read back as the same number, with a point or
 * an exponent. */
static void real(double x, bool single, char room[STAR_VALUE_ROOM]) {
    int digits = single ? 6 : 15;
    do
        snprintf(room, STAR_VALUE_ROOM, "%.*g", digits, x);
    while (digits++ < 17 &&
           (single ? strtof(room, NULL) != (float)x : strtod(room, NULL) != x));
    if (strspn(room, "-0123456789") == strlen(room))
        strcat(room, ".0");
}

const char *star_value_text(const StarType *t, StarCell value,
                            char room[STAR_VALUE_ROOM]) {
    const int64_t i = value.i;
    if (t->kind == STAR_TYPE_REAL)
        real(value.r, t->single, room);
    else if (t->names != NULL && i >= 0 && t->last >= i)
        return t->names[i];
    else if (t->kind != STAR_TYPE_CHAR)
        snprintf(room, STAR_VALUE_ROOM, "%" PRId64, i);
    else if (i == '\'')
        return "''''";
    else if (i >= ' ' && i < 127)
        snprintf(room, STAR_VALUE_ROOM, "'%c'", (char)i);
    else
        snprintf(room, STAR_VALUE_ROOM, "chr(%" PRId64 ")", i);
    return room;
}

static void ordinal(const Out *out, const StarType *t) {
    char room[STAR_VALUE_ROOM];
    if (t->kind == STAR_TYPE_ENUM && t->low == 0 && t->high == t->last) {
        for (int64_t k = 0; k <= t->high; k++)
            report_put(out, "%s%s", k == 0 ? "(" : ", ", t->names[k]);
        report_put(out, ")");
        return;
    }
    const StarCell low = {.i = t->low}, high = {.i = t->high};
    report_put(out, "%s..", star_value_text(t, low, room));
    report_put(out, "%s", star_value_text(t, high, room));
}

static void type(const Out *out, const StarType *t);

static void array(const Out *out, const StarType *t) {
    const char *before = "array [";
    const bool packed = t->packed;
    do {
        report_put(out, "%s", before);
        if (t->index->dynamic)
            report_put(out, "..");
        else
            type(out, t->index);
        before = ", ";
        t = t->element;
    } while (t->kind == STAR_TYPE_ARRAY && t->name == NULL &&
             t->packed == packed);
    report_put(out, "] of ");
    type(out, t);
}

/* The fields of all variants, as if there were no variants. */
static void record(const Out *out, const StarType *t) {
    const char *before = "record ";
    for (unsigned k = 0; k < t->layout->fields; k++)
        if (t->field[k] != NULL) {
            report_put(out, "%s%s: ", before, t->layout->field[k].name);
            type(out, t->field[k]);
            before = "; ";
        }
    report_put(out, " end");
}

static void type(const Out *out, const StarType *t) {
    if (t->name != NULL) {
        report_put(out, "%s", t->name);
        return;
    }
    if (t->packed)
        report_put(out, "packed ");
    switch (t->kind) {
    case STAR_TYPE_SLICE: report_put(out, "slice"); break;
    case STAR_TYPE_WORD: report_put(out, "word"); break;
    case STAR_TYPE_TABLE: report_put(out, "table"); break;
    case STAR_TYPE_ROUTINE: report_put(out, "procedure"); break;
    case STAR_TYPE_ARRAY: array(out, t); break;
    case STAR_TYPE_RECORD: record(out, t); break;
    case STAR_TYPE_POINTER:
        report_put(out, "^");
        type(out, t->element);
        break;
    case STAR_TYPE_SET:
    case STAR_TYPE_FILE:
        report_put(out, t->kind == STAR_TYPE_SET ? "set of " : "file of ");
        type(out, t->element);
        break;
    default: ordinal(out, t);
    }
}

void star_type_write(const StarType *t, StarSink *sink, void *context) {
    const Out out = {sink, context};
    type(&out, t);
}
