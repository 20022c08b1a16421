/* The values of a session's variables as statements, for sessions whose own
 * statements no program can repeat. What has no value yet gets none; a sized
 * line or table begins with zeros. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "values/heap.h"
#include "io/file.h"
#include "session/session_save.h"
#include "values/table.h"

static void write_value(Save *v, const Type *t, StarCell value,
                        const char *target);

static void refuse(Save *v, const char *target, const char *why) {
    if (v->why == NULL)
        v->why = arena_printf(v->arena, "%s %s", target, why);
}

/* A name of the language or of a unit, if it means that still. */
static const char *foreign(Save *v, const char *name) {
    const Name known = names_find(&v->session->c.names, name, strlen(name));
    const Decl *d =
        known != NULL ? scope_find(&v->session->c.sema.scope, known) : NULL;
    if (d == NULL || d->entry)
        refuse(v, name, "means something else since a later entry");
    return name;
}

/* ---- Scalars ---- */

static const Decl *constant_of(const Type *t, int64_t value) {
    const Decl *d = type_host((Type *)t)->names;
    while (value-- > 0)
        d = d->next;
    return d;
}

static const char *ordinal(Save *v, const Type *t, int64_t value) {
    switch ((int)t->kind) {
    case STAR_TYPE_BOOLEAN: return foreign(v, value ? "true" : "false");
    case STAR_TYPE_CHAR:
        if (value == '\'')
            return "''''";
        return value >= ' ' && value < 127
                   ? arena_printf(v->arena, "'%c'", (char)value)
                   : arena_printf(v->arena, "%s(%d)", foreign(v, "chr"),
                                  (int)value);
    case STAR_TYPE_ENUM: {
        const Decl *d = constant_of(t, value);
        return d->entry ? save_name(v, d) : foreign(v, d->spelled);
    }
    default: return arena_printf(v->arena, "%lld", (long long)value);
    }
}

/* With as few digits as tell it from all others. */
static const char *real(Save *v, double value) {
    for (int digits = DBL_DIG;; digits++) {
        const char *text = arena_printf(v->arena, "%.*g", digits, value);
        if (digits == DBL_DECIMAL_DIG || strtod(text, NULL) == value)
            return text;
    }
}

/* ---- Texts and bits ---- */

static void write_string(Save *v, const StarString *s) {
    bool quoted = true;
    save_put(v, "'", 1);
    for (int64_t k = 0; k < s->length; k++) {
        const unsigned char c = (unsigned char)s->text[k];
        const bool plain = c >= ' ' && c != 127;
        if (plain != quoted)
            save_put_text(v, plain ? " + '" : "'");
        quoted = plain;
        if (plain)
            save_put(v, c == '\'' ? "''" : s->text + k, 1 + (c == '\''));
        else
            save_put_text(
                v, arena_printf(v->arena, " + %s(%d)", foreign(v, "chr"), c));
    }
    if (quoted)
        save_put(v, "'", 1);
}

static void write_bits(Save *v, const uint64_t *word, int64_t length) {
    save_put(v, "'", 1);
    for (int64_t k = 0; k < length; k++)
        save_put(v, word[k / 64] >> k % 64 & 1 ? "1" : "0", 1);
    save_put(v, "'", 1);
}

static bool is_zero(const uint64_t *word, int64_t length) {
    int64_t k = 0;
    while (k < star_words(length) && word[k] == 0)
        k++;
    return k == star_words(length);
}

static void write_line(Save *v, const Type *t, const StarLine *line,
                       const char *target) {
    if (t->dynamic && is_zero(line->word, line->length))
        return;
    save_put_text(v, arena_printf(v->arena, "  %s := ", target));
    write_bits(v, line->word, line->length);
    save_put_text(v, ";\n");
}

static const char *sizer(Save *v) {
    if (v->sizer == NULL)
        v->sizer = save_fresh_name(v, "size");
    return v->sizer;
}

/* A table without a size gets one from a parameter. */
static void write_table(Save *v, const Type *t, StarTable *table,
                        const char *target) {
    StarBackend *be = v->session->c.program->be;
    if (star_table_need(be, table, STAR_ROWS) != STAR_OK) {
        refuse(v, target, "cannot be read: there is no memory");
        return;
    }
    if (!t->dynamic)
        save_put_text(v, arena_printf(v->arena, "  %s(%lld, %lld, %s);\n",
                                      sizer(v), (long long)table->rows,
                                      (long long)table->cols, target));
    for (int64_t k = 0; k < table->rows; k++) {
        const uint64_t *row = star_table_line(be, table, STAR_ROWS, k);
        if (is_zero(row, table->cols))
            continue;
        save_put_text(v, arena_printf(v->arena,
                                      "  %s(%lld, %s) := ", foreign(v, "row"),
                                      (long long)k + 1, target));
        write_bits(v, row, table->cols);
        save_put_text(v, ";\n");
    }
}

/* ---- Sets ---- */

static bool has(const Type *t, StarCell value, int64_t element) {
    return t->small ? value.bits >> element & 1
                    : star_set_has(value.set, element);
}

static void write_set(Save *v, const Type *t, StarCell value,
                      const char *target) {
    const int64_t from = t->small ? 0 : value.set->first * 64;
    const int64_t end =
        t->small ? STAR_SMALL_SET : from + value.set->words * 64;
    const char *before = "";
    save_put_text(v, arena_printf(v->arena, "  %s := [", target));
    for (int64_t k = from; k < end; k++) {
        int64_t last = k;
        if (!has(t, value, k))
            continue;
        while (last + 1 < end && has(t, value, last + 1))
            last++;
        save_put_text(v, before);
        save_put_text(v, ordinal(v, t->element, k));
        if (last > k)
            save_put_text(v, "..");
        if (last > k)
            save_put_text(v, ordinal(v, t->element, last));
        before = ", ";
        k = last;
    }
    save_put_text(v, "];\n");
}

/* ---- Arrays and records ---- */

/* The element's name: its indices, of all dimensions. */
static const char *element_name(Save *v, const Type *t, const StarArray *a,
                                int64_t k, const char *array) {
    int64_t index[STAR_MAX_DIMS];
    const char *name = array;
    for (int n = a->dims; n-- > 0; k /= a->dim[n].count)
        index[n] = a->dim[n].low + k % a->dim[n].count;
    for (int n = 0; n < a->dims; n++, t = t->element)
        name = arena_printf(v->arena, "%s[%s]", name,
                            ordinal(v, t->index, index[n]));
    return name;
}

static void write_array(Save *v, const Type *t, const StarArray *a,
                        const char *target) {
    Type *element;
    type_dims(t, &element);
    for (int64_t k = 0; k < a->count && v->why == NULL; k++) {
        const StarCell value = a->element == STAR_ELEM_OBJECT
                                   ? (StarCell){.object = a->objects[k]}
                                   : star_array_get(a, k);
        write_value(v, element, value, element_name(v, t, a, k, target));
    }
}

static void write_field(Save *v, const Decl *d, const StarRecord *r,
                        const char *target) {
    write_value(v, d->type, r->cell[d->cell],
                arena_printf(v->arena, "%s.%s", target, d->spelled));
}

/* The tag comes before what it selects. */
static void write_fields(Save *v, const FieldList *list, const StarRecord *r,
                         const char *target) {
    const VariantPart *part = list->part;
    for (const Decl *d = list->fixed; d != NULL; d = d->next)
        write_field(v, d, r, target);
    if (part == NULL)
        return;
    if (part->tagged)
        write_field(v, part->tag, r, target);
    for (const Variant *c = part->list; c != NULL; c = c->next)
        if (r->cell[part->cell].i == c->number)
            write_fields(v, c->fields, r, target);
}

/* ---- Values ---- */

static bool has_value(const Type *t, StarCell value) {
    if (!type_object(t))
        return t->kind == STAR_TYPE_REAL ? value.bits != STAR_UNDEFINED_REAL
                                         : value.i != STAR_UNDEFINED_INT;
    const StarObject *object = value.object;
    return object != NULL && object->sizing != STAR_UNSIZED;
}

static void assign(Save *v, const char *target, const char *value) {
    save_put_text(v, arena_printf(v->arena, "  %s := %s;\n", target, value));
}

static void write_scalar(Save *v, const Type *t, StarCell value,
                         const char *target) {
    if (t->kind == STAR_TYPE_REAL && isinf(value.r))
        refuse(v, target, "is infinite, which no statement is");
    else if (t->kind == STAR_TYPE_REAL)
        assign(v, target, real(v, value.r));
    else if (t->kind == STAR_TYPE_POINTER && value.i != STAR_NIL_POINTER)
        refuse(v, target, "points to a variable, which no statement names");
    else if (t->kind == STAR_TYPE_POINTER)
        assign(v, target, "nil");
    else
        assign(v, target, ordinal(v, t, value.i));
}

static void write_object(Save *v, const Type *t, StarCell value,
                         const char *target) {
    StarBackend *be = v->session->c.program->be;
    if (star_object_home(be, value.object, STAR_READ) != STAR_OK) {
        refuse(v, target, "cannot be read: there is no memory");
        return;
    }
    switch ((int)t->kind) {
    case STAR_TYPE_STRING:
        save_put_text(v, arena_printf(v->arena, "  %s := ", target));
        write_string(v, value.string);
        save_put_text(v, ";\n");
        break;
    case STAR_TYPE_TABLE: write_table(v, t, value.table, target); break;
    case STAR_TYPE_ARRAY: write_array(v, t, value.array, target); break;
    case STAR_TYPE_RECORD:
        write_fields(v, t->fields, value.record, target);
        break;
    case STAR_TYPE_FILE:
        if (value.file->mode != STAR_FILE_NONE)
            refuse(v, target, "is a file that was used");
        break;
    default: write_line(v, t, value.line, target);
    }
}

static void write_value(Save *v, const Type *t, StarCell value,
                        const char *target) {
    if (!has_value(t, value))
        return;
    if (t->kind == STAR_TYPE_SET)
        write_set(v, t, value, target);
    else if (type_object(t))
        write_object(v, t, value, target);
    else
        write_scalar(v, t, value, target);
}

/* ---- Variables ---- */

/* Of what is hidden, the variables that the program's procedures use. */
static bool is_used(const Save *v, const Decl *d) {
    if (d->kind != DECL_VAR || d->cell == STAR_NO_CELL)
        return false;
    return !d->entry || save_is_visible(v, d) || v->item[d->item].used;
}

/* Those of units are known by their own names. */
static void write_variable(Save *v, const Decl *d) {
    const StarCell *global = star_machine_globals(v->session->machine);
    const uint32_t before = v->length;
    write_value(v, d->type, global[d->cell],
                d->entry ? save_name(v, d) : d->spelled);
    if (v->length > before && !d->entry)
        foreign(v, d->spelled);
}

void save_put_values(Save *v) {
    const Sema *sema = &v->session->c.sema;
    for (uint32_t k = 0; k < sema->scope.entries; k++) {
        const Decl *d = sema->scope.entered[k];
        if (is_used(v, d) && d != sema->scope.standard[0] &&
            d != sema->scope.standard[1])
            write_variable(v, d);
    }
}
