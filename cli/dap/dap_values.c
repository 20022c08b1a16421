/* SPDX-License-Identifier: MIT */
/* Variables, their parts, and expressions. A part has a short name in the view
 * of the editor, and a place, as debug_find_in takes it:
 *
 *     T            the table
 *       ROW 2      ROW(2, T)
 *         (3)      ROW(2, T)(3)
 *       columns
 *         COL 1    COL(1, T)
 *     a
 *       [2]        a[2]
 *         next     a[2].next
 *           ^      a[2].next^
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dap/dap_parts.h"
#include "message.h"

/* Columns of a value; parts where the editor does not say how many. */
enum { WIDTH = 120, MOST = 10000 };

/* ---- Values ---- */

static StarValueFormat format_of(const Dap *d) {
    return (StarValueFormat){.width = WIDTH,
                             .height = STAR_VALUE_FORMAT_HEIGHT,
                             .across = true,
                             .heap = star_history_heap(d->loaded.history)};
}

json_t *dap_value(Dap *d, const StarVariable *v) {
    const StarValueFormat how = format_of(d);
    DapString text = {0};
    star_value_format_short(star_machine_backend(d->loaded.machine), &how,
                            v->type, v->value, dap_add, &text);
    return dap_string(&text);
}

/* On as many lines as it takes, for the console. */
static json_t *drawn(Dap *d, const StarVariable *v) {
    const StarValueFormat how = format_of(d);
    DapString text = {0};
    star_value_format(star_machine_backend(d->loaded.machine), &how, v->type,
                      v->value, NULL, dap_add, &text);
    text.length -= text.length > 0; /* its newline */
    return dap_string(&text);
}

static json_t *type_of(const StarVariable *v) {
    DapString text = {0};
    star_type_write(v->type, dap_add, &text);
    return dap_string(&text);
}

/* ---- Parts ---- */

int dap_parts(Dap *d, unsigned frame, const char *place, bool columns) {
    if (d->part_count == d->part_room) {
        const int room = 2 * d->part_room + 16;
        DapParts *more = realloc(d->parts, (size_t)room * sizeof *more);
        if (more == NULL)
            return 0;
        d->parts = more;
        d->part_room = room;
    }
    d->parts[d->part_count++] =
        (DapParts){.frame = frame, .place = strdup(place), .columns = columns};
    return d->part_count;
}

const DapParts *dap_parts_at(const Dap *d, int64_t reference) {
    return reference > 0 && reference <= d->part_count &&
                   d->parts[reference - 1].place != NULL
               ? &d->parts[reference - 1]
               : NULL;
}

void dap_parts_free(Dap *d) {
    while (d->part_count > 0)
        free(d->parts[--d->part_count].place);
    free(d->parts);
    d->parts = NULL;
    d->part_room = 0;
}

char *dap_part_place(const DapParts *parts, const char *name) {
    const char *of = parts->place;
    const bool vector =
        strncmp(name, "ROW ", 4) == 0 || strncmp(name, "COL ", 4) == 0;
    const size_t room = strlen(of) + strlen(name) + 8;
    char *place = malloc(room);
    if (place == NULL)
        return NULL;
    if (*of != '\0' && vector)
        snprintf(place, room, "%.3s(%s, %s)", name, name + 4, of);
    else
        snprintf(place, room, "%s%s%s", of,
                 *of == '\0' || strchr("([^", *name) != NULL ? "" : ".", name);
    return place;
}

/* How many parts a value has that are numbered, and that have names. */
static void count_parts(const Dap *d, const StarVariable *v, int64_t *numbered,
                        int *named) {
    const StarCell x = v->value;
    const bool is_object = v->type->kind != STAR_TYPE_POINTER;
    *numbered = *named = 0;
    if (is_object && x.object == NULL)
        return;
    switch (v->type->kind) {
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD: *numbered = x.bits->length; break;
    case STAR_TYPE_TABLE:
        *numbered = x.table->rows;
        *named = x.table->rows > 0;
        break;
    case STAR_TYPE_ARRAY: *numbered = x.array->count; break;
    case STAR_TYPE_RECORD:
        for (unsigned k = 0; k < v->type->layout->fields; k++)
            *named += v->type->layout->field[k].name != NULL;
        break;
    case STAR_TYPE_POINTER:
        *named =
            x.i != STAR_NIL_POINTER && v->type->element != NULL &&
            star_heap_find(star_history_heap(d->loaded.history), x.i) != NULL;
        break;
    default: break;
    }
}

/* The members of a variable of the protocol that say what it is. */
static json_t *described(Dap *d, unsigned frame, const char *place,
                         const StarVariable *v) {
    int64_t numbered;
    int named;
    count_parts(d, v, &numbered, &named);
    const bool parts = place != NULL && numbered + named > 0;
    json_t *out = json_pack("{s:o, s:o, s:i}", "value", dap_value(d, v), "type",
                            type_of(v), "variablesReference",
                            parts ? dap_parts(d, frame, place, false) : 0);
    if (parts) {
        json_set(out, "indexedVariables", json_integer(numbered));
        json_set(out, "namedVariables", json_integer(named));
    }
    return out;
}

/* Which parts the editor wants: `start` from 0, and how many. */
typedef struct Wanted {
    Dap *dap;
    const DapParts *of;
    int64_t start, count;
    bool numbered, named;
    json_t *list;
} Wanted;

/* One part by its name; nothing if it is not there any more. */
static void add(Wanted *w, const char *name) {
    Dap *d = w->dap;
    char *place = dap_part_place(w->of, name);
    const char *wrong;
    DebugPlace found;
    StarVariable v;
    if (place != NULL &&
        debug_find_in(&d->debug, w->of->frame, place, &found, &v, &wrong)) {
        json_t *one = described(d, w->of->frame, place, &v);
        json_set(one, "name", json_string(name));
        json_set(one, "evaluateName", json_string(place));
        json_append(w->list, one);
    }
    free(place);
}

static void add_numbered(Wanted *w, const char *format, int64_t all) {
    char name[40];
    for (int64_t k = w->start; k < all && k - w->start < w->count; k++) {
        snprintf(name, sizeof name, format, k + 1);
        add(w, name);
    }
}

/* The indices of element k, from 0: [i, j]. */
static void add_elements(Wanted *w, const StarArray *a) {
    for (int64_t k = w->start; k < a->count && k - w->start < w->count; k++) {
        int64_t index[STAR_MAX_DIMS], rest = k;
        char name[24 * STAR_MAX_DIMS];
        size_t n = 0;
        for (int i = a->dims; i-- > 0; rest /= a->dim[i].count)
            index[i] = a->dim[i].low + rest % a->dim[i].count;
        for (int i = 0; i < a->dims; i++)
            n += (size_t)snprintf(name + n, sizeof name - n, "%s%" PRId64,
                                  i == 0 ? "[" : ", ", index[i]);
        snprintf(name + n, sizeof name - n, "]");
        add(w, name);
    }
}

static void add_columns(Wanted *w, const StarTable *t) {
    json_append(w->list,
                json_pack("{s:s, s:o, s:i, s:I}", "name", "columns", "value",
                          json_print("%" PRId64, t->cols), "variablesReference",
                          dap_parts(w->dap, w->of->frame, w->of->place, true),
                          "indexedVariables", (json_int_t)t->cols));
}

static void add_parts(Wanted *w, const StarVariable *v) {
    const StarType *t = v->type;
    if (t->kind == STAR_TYPE_TABLE && !w->of->columns && w->named)
        add_columns(w, v->value.table);
    if (t->kind == STAR_TYPE_TABLE && w->numbered)
        add_numbered(w, w->of->columns ? "COL %" PRId64 : "ROW %" PRId64,
                     w->of->columns ? v->value.table->cols
                                    : v->value.table->rows);
    if ((t->kind == STAR_TYPE_SLICE || t->kind == STAR_TYPE_WORD) &&
        w->numbered)
        add_numbered(w, "(%" PRId64 ")", v->value.bits->length);
    if (t->kind == STAR_TYPE_ARRAY && w->numbered)
        add_elements(w, v->value.array);
    if (t->kind == STAR_TYPE_POINTER && w->named)
        add(w, "^");
    for (unsigned k = 0;
         t->kind == STAR_TYPE_RECORD && w->named && k < t->layout->fields; k++)
        if (t->layout->field[k].name != NULL)
            add(w, t->layout->field[k].name);
}

static void add_frame(Wanted *w) {
    const StarHistory *h = w->dap->loaded.history;
    const unsigned frame = w->of->frame;
    if (frame >= star_history_depth(h))
        return;
    const StarView view = star_history_frame(h, frame);
    for (unsigned k = 0; k < view.proc->cells; k++) {
        StarVariable v;
        if (debug_variable(&view, k, &v))
            add(w, v.name);
    }
}

json_t *dap_variables(Dap *d, const json_t *arguments, const char **wrong) {
    const DapParts *found =
        dap_parts_at(d, dap_number(arguments, "variablesReference", 0));
    const char *filter = dap_text(arguments, "filter");
    const int64_t start = dap_number(arguments, "start", 0);
    const int64_t count = dap_number(arguments, "count", 0);
    const char *why;
    DebugPlace place;
    StarVariable v;
    if (found == NULL) {
        *wrong = MSG_NO_PARTS();
        return NULL;
    }
    /* The list grows and moves while parts are added. */
    const DapParts of = *found;
    Wanted w = {.dap = d,
                .of = &of,
                .start = start > 0 ? start : 0,
                .count = count > 0 ? count : MOST,
                .numbered = filter == NULL || strcmp(filter, "indexed") == 0,
                .named = filter == NULL || strcmp(filter, "named") == 0,
                .list = json_array()};
    if (*of.place == '\0')
        add_frame(&w);
    else if (debug_find_in(&d->debug, of.frame, of.place, &place, &v, &why))
        add_parts(&w, &v);
    return json_pack("{s:o}", "variables", w.list);
}

/* ---- Expressions ---- */

typedef struct Evaluated {
    Dap *dap;
    bool drawn;
    json_t *value, *type;
} Evaluated;

static void take(void *evaluated, const StarVariable *v) {
    Evaluated *e = evaluated;
    e->value = e->drawn ? drawn(e->dap, v) : dap_value(e->dap, v);
    e->type = type_of(v);
}

json_t *dap_expression(Dap *d, const char *text, bool *failed) {
    Evaluated e = {.dap = d};
    DebugPlace place;
    StarVariable v;
    const char *wrong;
    *failed = false;
    if (debug_find(&d->debug, text, &place, &v, &wrong))
        return dap_value(d, &v);
    *failed = !debug_evaluate(&d->debug, text, take, &e);
    json_decref(e.type);
    return *failed ? wire_text(d->debug.error.text, strlen(d->debug.error.text))
                   : e.value;
}

/* A variable or a part of it, in a call, if it is not -1, or around it. */
static bool find(Dap *d, int64_t frame, const char *text, DebugPlace *place,
                 StarVariable *v, const char **wrong) {
    return (frame >= 0 &&
            debug_find_in(&d->debug, (unsigned)frame, text, place, v, wrong)) ||
           debug_find(&d->debug, text, place, v, wrong);
}

json_t *dap_evaluate(Dap *d, const json_t *arguments, const char **wrong) {
    const char *text = dap_text(arguments, "expression");
    const char *context = dap_text(arguments, "context");
    Evaluated e = {.dap = d,
                   .drawn = context != NULL && strcmp(context, "repl") == 0};
    const char *why;
    DebugPlace place;
    StarVariable v;
    json_t *body;
    text = text != NULL ? text : "";
    if (find(d, dap_frame(d, arguments), text, &place, &v, &why)) {
        body = described(d, place.frame, text, &v);
        if (e.drawn)
            json_set(body, "value", drawn(d, &v));
        json_set(body, "result", json_incref(json_get(body, "value")));
        json_remove(body, "value");
        return body;
    }
    if (debug_evaluate(&d->debug, text, take, &e))
        return json_pack("{s:o, s:o, s:i}", "result", e.value, "type", e.type,
                         "variablesReference", 0);
    *wrong = debug_is_place(&d->debug, text) ? why : d->debug.error.text;
    return NULL;
}
