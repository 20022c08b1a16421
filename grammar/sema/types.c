/* SPDX-License-Identifier: MIT */
#include "sema/types.h"

#include "sema/sema.h"
#include "syntax/parser.h"

static Type ordinal(int kind, const char *name, int64_t low, int64_t high) {
    return (Type){
        .kind = (uint8_t)kind, .name = name, .low = low, .high = high};
}

void types_init(Types *t) {
    *t = (Types){
        .integer = ordinal(STAR_TYPE_INTEGER, "integer", -INT64_MAX, INT64_MAX),
        .boolean = ordinal(STAR_TYPE_BOOLEAN, "boolean", 0, 1),
        .character = ordinal(STAR_TYPE_CHAR, "char", 0, 255),
        .direction = ordinal(STAR_TYPE_ENUM, "up or down", 0, 1),
        .component = ordinal(STAR_TYPE_INTEGER, "a component", 0, 1),
        .real = {.kind = STAR_TYPE_REAL, .name = "real"},
        .single = {.kind = STAR_TYPE_REAL, .name = "single"},
        .string = {.kind = STAR_TYPE_STRING, .name = "string"},
        .slice = {.kind = STAR_TYPE_SLICE, .name = "slice"},
        .word = {.kind = STAR_TYPE_WORD, .name = "word"},
        .table = {.kind = STAR_TYPE_TABLE, .name = "table"},
        .nil = {.kind = STAR_TYPE_POINTER, .name = "nil"},
        .empty = {.kind = STAR_TYPE_SET,
                  .name = "[]",
                  .small = true,
                  .either = true},
        .text = {.kind = TYPE_TEXT, .name = "a quoted literal"},
        .none = {.kind = TYPE_NONE, .name = "no value"},
        .error = {.kind = TYPE_ERROR, .name = "an error"}};
    t->integer32 = ordinal(STAR_TYPE_INTEGER, NULL, -INT32_MAX, INT32_MAX);
    t->integer32.host = &t->integer;
    t->number[0] = &t->integer;
    t->number[1] = &t->integer32;
    t->number[2] = &t->real;
    t->number[3] = &t->single;
    t->single.host = &t->real;
    t->component.host = &t->integer;
    t->empty.element = &t->none;
    t->textfile = (Type){
        .kind = STAR_TYPE_FILE, .name = "text", .element = &t->character};
}

bool type_ordinal(const Type *t) {
    return t->kind == STAR_TYPE_INTEGER || t->kind == STAR_TYPE_BOOLEAN ||
           t->kind == STAR_TYPE_CHAR || t->kind == STAR_TYPE_ENUM;
}

bool type_numeric(const Type *t) {
    return t->kind == STAR_TYPE_INTEGER || t->kind == STAR_TYPE_REAL;
}

bool type_bits(const Type *t) {
    return t->kind == STAR_TYPE_SLICE || t->kind == STAR_TYPE_WORD;
}

bool type_object(const Type *t) {
    return type_bits(t) || t->kind == STAR_TYPE_TABLE ||
           t->kind == STAR_TYPE_ARRAY || t->kind == STAR_TYPE_STRING ||
           t->kind == STAR_TYPE_RECORD || t->kind == STAR_TYPE_FILE ||
           (t->kind == STAR_TYPE_SET && !t->small);
}

static Decl *field_has(void *kind, Decl *field) {
    return type_has(field->type, *(int *)kind) ? field : NULL;
}

bool type_has(const Type *t, int kind) {
    while (t->kind == STAR_TYPE_ARRAY)
        t = t->element;
    return t->kind == kind || (t->kind == STAR_TYPE_RECORD &&
                               type_each(t->fields, field_has, &kind) != NULL);
}

bool type_has_file(const Type *t) {
    return type_has(t, STAR_TYPE_FILE);
}

static bool from_one(const Type *index) {
    if (index->dynamic && index->bounds == NULL)
        return index->size[0]->constant && index->size[0]->integer == 1;
    return index->dynamic || index->low == 1;
}

bool type_chars(const Type *t) {
    return t->kind == STAR_TYPE_ARRAY && t->packed &&
           t->element->kind == STAR_TYPE_CHAR && t->element->host == NULL &&
           t->index->kind == STAR_TYPE_INTEGER && from_one(t->index);
}

Type *type_host(Type *t) {
    return t->host != NULL ? t->host : t;
}

/* All sets of one enumeration have the same layout; integers have no greatest
 * set. */
bool type_small_set(const Type *element, int64_t low, int64_t high) {
    if (element->kind != STAR_TYPE_INTEGER) {
        low = 0;
        high = element->host ? element->host->high : element->high;
    }
    return low >= 0 && high < STAR_SMALL_SET;
}

static Decl *each_variant(const VariantPart *p, Decl *(*visit)(void *, Decl *),
                          void *context) {
    Decl *found = p->tagged ? visit(context, p->tag) : NULL;
    for (Variant *v = p->list; v != NULL && found == NULL; v = v->next)
        found = type_each(v->fields, visit, context);
    return found;
}

Decl *type_each(const FieldList *f, Decl *(*visit)(void *, Decl *),
                void *context) {
    Decl *found = NULL;
    for (Decl *d = f->fixed; d != NULL && found == NULL; d = d->next)
        found = visit(context, d);
    if (found == NULL && f->part != NULL)
        found = each_variant(f->part, visit, context);
    return found;
}

const char *type_name(Arena *arena, const Type *t) {
    if (t->name != NULL)
        return t->name;
    const char *packed = t->packed ? "packed " : "";
    if (t->kind == STAR_TYPE_ARRAY)
        return arena_printf(arena, "%sarray of %s", packed,
                            type_name(arena, t->element));
    if (t->kind == STAR_TYPE_FILE)
        return arena_printf(arena, "file of %s", type_name(arena, t->element));
    if (t->kind == STAR_TYPE_ENUM && t->host == NULL)
        return arena_printf(arena, "(%s, ...)", t->names->spelled);
    if (t->host != NULL)
        return arena_printf(arena, "a subrange of %s",
                            type_name(arena, t->host));
    if (t->kind == STAR_TYPE_RECORD)
        return t->packed ? "a packed record" : "a record";
    if (t->kind == STAR_TYPE_POINTER)
        return arena_printf(arena, "^%s", t->domain->text);
    if (t->kind == STAR_TYPE_SET)
        return arena_printf(arena, "%sset of %s", packed,
                            type_name(arena, type_host(t->element)));
    return t->kind == STAR_TYPE_SLICE  ? "slice"
           : t->kind == STAR_TYPE_WORD ? "word"
                                       : "table";
}

const char *type_value(Arena *arena, Type *t, int64_t value) {
    const Decl *d = type_host(t)->names;
    if (t->kind == STAR_TYPE_BOOLEAN)
        return value ? "true" : "false";
    if (t->kind == STAR_TYPE_ENUM) {
        for (; value > 0; value--)
            d = d->next;
        return d->spelled;
    }
    if (t->kind != STAR_TYPE_CHAR)
        return arena_printf(arena, "%lld", (long long)value);
    if (value > ' ' && value < 127 && value != '\'')
        return arena_printf(arena, "'%c'", (char)value);
    return arena_printf(arena, "chr(%lld)", (long long)value);
}

StarCellKind type_cell(const Type *t) {
    return star_type_cell((StarTypeKind)t->kind, t->small);
}

/* The array type that holds the elements themselves: of [1..2] of row, the
 * type row. All types of the same memory share it. */
static Type *stored(Type *array) {
    while (array->element->kind == STAR_TYPE_ARRAY)
        array = array->element;
    while (array->alike != NULL)
        array = array->alike;
    return array;
}

void type_join(Type *a, Type *b) {
    a = stored(a);
    b = stored(b);
    if (a == b)
        return;
    a->alike = b;
    b->wide |= a->wide;
}

void type_widen(Type *array) {
    stored(array)->wide = true;
}

/* The narrowest elements that leave a pattern for undefined ones. */
StarElement type_element(const Type *array) {
    Type *e;
    type_dims(array, &e);
    if (type_object(e))
        return STAR_ELEM_OBJECT;
    if (e->kind == STAR_TYPE_REAL)
        return e->host == NULL || stored((Type *)array)->wide
                   ? STAR_ELEM_REAL
                   : STAR_ELEM_SINGLE;
    if (stored((Type *)array)->wide || e->dynamic || !type_ordinal(e))
        return STAR_ELEM_INT;
    if (e->low >= 0 && e->high < UINT8_MAX)
        return STAR_ELEM_BYTE;
    if (e->low > INT16_MIN && e->high <= INT16_MAX)
        return STAR_ELEM_SHORT;
    return e->low > INT32_MIN && e->high <= INT32_MAX ? STAR_ELEM_LONG
                                                      : STAR_ELEM_INT;
}

int type_dims(const Type *array, Type **element) {
    int dims = 1;
    Type *e = array->element;
    for (; e->kind == STAR_TYPE_ARRAY; e = e->element)
        dims++;
    *element = e;
    return dims;
}

Type *sema_new_type(Sema *s, int kind) {
    Type *t = arena_alloc(s->arena, 1, sizeof *t);
    t->kind = (uint8_t)kind;
    return t;
}

Type *sema_nest(Sema *s, Type *t, const TypeExpr *x, int depth) {
    if (depth == PARSER_NESTING && s->found.too_deep)
        return &s->types.error;
    if (depth == PARSER_NESTING) {
        s->found.too_deep = true;
        return sema_no_type(s, x, MSG_TYPES_NESTED(PARSER_NESTING));
    }
    t->depth = (uint16_t)(depth + 1);
    return t;
}
