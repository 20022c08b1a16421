/* SPDX-License-Identifier: MIT */
/* Layouts of records and types in bytes.
 *
 * Layouts hold layouts of records within, which stand before them. Types may
 * lead to themselves by pointers: they are met by their numbers, and follow in
 * the order of these. */
#include "bytecode/bytes/codec.h"
#include "bytecode/bytes/program_bytes.h"

/* The bytes of the least of them. */
enum { FIELD = 14, PART = 15, CHOICE = 18, LAYOUT = 12 };

/* ---- Layouts ---- */

/* A layout as it is read. */
typedef struct Laid {
    StarLayout layout;
    uint32_t depth; /* of records within it */
} Laid;

static uint32_t depth_of(const StarLayout *layout) {
    return layout != NULL ? ((const Laid *)(const void *)layout)->depth : 0;
}

void codec_layout(Codec *c, const StarLayout **layout) {
    const void *item = *layout;
    if (codec_share(c, &c->layouts, &item))
        codec_refuse(c, "a layout is none of the program's before this");
    *layout = item;
}

static void field(Codec *c, StarField *f) {
    codec_text(c, &f->name);
    codec_kind(c, &f->kind, STAR_FIELD_OBJECT + STAR_FILE);
    codec_kind(c, &f->element, STAR_ELEM_OBJECT);
    codec_kind(c, &f->within, STAR_FIELD_OBJECT + STAR_FILE);
    codec_flag(c, &f->sized);
    codec_u16(c, &f->part);
    codec_u16(c, &f->variant);
    codec_layout(c, &f->layout);
    const uint8_t record = STAR_FIELD_OBJECT + STAR_RECORD;
    codec_check(
        c, (f->kind == record || f->within == record) == (f->layout != NULL),
        "a record has a layout, another field none");
}

static void choice(Codec *c, StarChoice *x) {
    codec_i64(c, &x->low);
    codec_i64(c, &x->high);
    codec_u16(c, &x->variant);
}

static void part(Codec *c, StarVariantPart *p) {
    uint32_t firsts;
    codec_u16(c, &p->active);
    codec_u16(c, &p->outer);
    codec_u16(c, &p->variant);
    codec_flag(c, &p->tagged);
    codec_u16(c, &p->variants);
    firsts = p->variants + 1u;
    CODEC_EACH(c, uint16_t, p->first, firsts, 2, codec_u16);
    codec_u32(c, &p->choices);
    CODEC_EACH(c, StarChoice, p->choice, p->choices, CHOICE, choice);
}

/* A part stands in one before it, its cells and those of its variants among
 * the fields, its choices among the variants. */
static void check_part(const Codec *c, const StarLayout *l, unsigned number) {
    const StarVariantPart *p = &l->part[number];
    codec_check(c, p->active + 1u + p->tagged < l->fields,
                "a part lies outside its record");
    codec_check(
        c,
        p->outer == STAR_NO_PART ||
            (p->outer < number && p->variant < l->part[p->outer].variants),
        "a part stands in no variant");
    for (unsigned k = 0; k <= p->variants; k++)
        codec_check(c,
                    p->first[k] <= l->fields &&
                        (k == 0 || p->first[k - 1] <= p->first[k]),
                    "a variant lies outside its record");
    for (uint32_t k = 0; k < p->choices; k++)
        codec_check(c, p->choice[k].variant < p->variants,
                    "a tag selects no variant");
}

static uint32_t check_layout(const Codec *c, const StarLayout *l) {
    uint32_t depth = 0;
    codec_check(c, l->name != NULL, "a layout has no name");
    for (unsigned k = 0; k < l->parts; k++)
        check_part(c, l, k);
    for (unsigned k = 0; k < l->fields; k++) {
        const StarField *f = &l->field[k];
        codec_check(
            c,
            f->part == STAR_NO_PART ||
                (f->part < l->parts && f->variant < l->part[f->part].variants),
            "a field stands in no variant");
        if (depth_of(f->layout) > depth)
            depth = depth_of(f->layout);
    }
    codec_check(c, depth < STAR_BYTES_DEPTH, "records are too deep");
    return depth + 1;
}

static void layout_fields(Codec *c, StarLayout *l) {
    codec_text(c, &l->name);
    codec_u16(c, &l->fields);
    codec_u16(c, &l->parts);
    CODEC_EACH(c, StarField, l->field, l->fields, FIELD, field);
    CODEC_EACH(c, StarVariantPart, l->part, l->parts, PART, part);
}

/* In the program's list. A layout behind it has no number yet. */
static void layout(Codec *c, const StarLayout **place) {
    StarLayout l = c->reads ? (StarLayout){.name = NULL} : **place;
    const void *item = *place;
    layout_fields(c, &l);
    if (c->reads) {
        Laid *laid = arena_alloc(c->arena, 1, sizeof *laid);
        laid->layout = l;
        laid->layout.plain = star_layout_is_plain(&l);
        laid->depth = check_layout(c, &l);
        item = *place = &laid->layout;
    }
    codec_check(c, codec_share(c, &c->layouts, &item),
                "a layout has the number of another");
    c->layouts.item[c->layouts.count - 1] = *place;
}

void codec_layouts(Codec *c, StarProgram *p) {
    codec_u32(c, &p->layouts);
    CODEC_EACH(c, const StarLayout *, p->layout, p->layouts, LAYOUT, layout);
}

/* ---- Types ---- */

/* A type as it is read. */
typedef struct Described {
    StarType type;
    uint32_t fields;
    uint32_t users; /* types that it is a part of, not counted yet */
    uint32_t depth; /* of these */
} Described;

static Described *described(const StarType *type) {
    return (Described *)(void *)(uintptr_t)type;
}

void codec_type(Codec *c, const StarType **type) {
    const void *item = *type;
    if (codec_share(c, &c->types, &item) && c->reads) {
        Described *d = arena_alloc(c->arena, 1, sizeof *d);
        c->types.item[c->types.count - 1] = item = &d->type;
    }
    *type = item;
}

static bool is_ordinal(const StarType *t) {
    return t != NULL &&
           (t->kind == STAR_TYPE_INTEGER || t->kind == STAR_TYPE_BOOLEAN ||
            t->kind == STAR_TYPE_CHAR || t->kind == STAR_TYPE_ENUM);
}

/* Names of the values 0..last. */
static void check_names(const Codec *c, const StarType *t) {
    codec_check(c, t->kind != STAR_TYPE_ENUM || t->names != NULL,
                "an enumeration has no names");
    codec_check(c,
                t->names == NULL || t->last < 0 ||
                    (uint64_t)t->last < codec_names_count(t->names),
                "values of a type have no names");
    codec_check(c, t->kind != STAR_TYPE_ENUM || t->high <= t->last,
                "an enumeration has more values than names");
}

static void check_type(const Codec *c, const StarType *t) {
    const bool array = t->kind == STAR_TYPE_ARRAY;
    const bool record = t->kind == STAR_TYPE_RECORD;
    check_names(c, t);
    codec_check(c, array == (t->index != NULL),
                "an array has an index, another type none");
    codec_check(c,
                t->element != NULL || !(array || t->kind == STAR_TYPE_SET ||
                                        t->kind == STAR_TYPE_FILE),
                "a type has no elements");
    codec_check(c, record == (t->layout != NULL),
                "a record has a layout, another type none");
    codec_check(c, described(t)->fields == (record ? t->layout->fields : 0u),
                "a record has other fields than its layout");
}

static void type_fields(Codec *c, StarType *t, uint32_t *fields) {
    codec_kind(c, &t->kind, STAR_TYPE_FILE);
    codec_flag(c, &t->single);
    codec_flag(c, &t->small);
    codec_flag(c, &t->packed);
    codec_kind(c, &t->stored, STAR_ELEM_OBJECT);
    codec_flag(c, &t->dynamic);
    codec_i64(c, &t->low);
    codec_i64(c, &t->high);
    codec_text(c, &t->name);
    codec_names(c, &t->names);
    codec_i64(c, &t->last);
    codec_type(c, &t->index);
    codec_type(c, &t->element);
    codec_layout(c, &t->layout);
    *fields = !c->reads && t->layout != NULL ? t->layout->fields : 0;
    codec_u32(c, fields);
    if (!c->reads || *fields > 0)
        CODEC_EACH(c, const StarType *, t->field, *fields, 4, codec_type);
}

/* The next type that a value of a type has in it, from *k on; NULL: none is
 * left. The type that a pointer points to is not in it. */
static const StarType *next_part(const StarType *t, uint32_t *k) {
    const uint32_t parts = 2 + described(t)->fields;
    while (*k < parts) {
        const uint32_t at = (*k)++;
        const StarType *part = at == 0   ? t->index
                               : at == 1 ? t->element
                                         : t->field[at - 2];
        if (part != NULL && !(at == 1 && t->kind == STAR_TYPE_POINTER))
            return part;
    }
    return NULL;
}

/* From those that are part of none on; one that is a part of itself is never
 * reached. */
static void check_depth(const Codec *c) {
    const uint32_t count = c->types.count;
    const StarType **reached = arena_alloc(c->arena, count, sizeof *reached);
    const StarType *part;
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; (part = next_part(c->types.item[i], &k)) != NULL;)
            described(part)->users++;
    for (uint32_t i = 0; i < count; i++)
        if (described(c->types.item[i])->users == 0)
            reached[n++] = c->types.item[i];
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t depth = described(reached[i])->depth + 1;
        codec_check(c, depth <= STAR_BYTES_DEPTH, "types are too deep");
        for (uint32_t k = 0; (part = next_part(reached[i], &k)) != NULL;) {
            Described *d = described(part);
            d->depth = d->depth < depth ? depth : d->depth;
            if (--d->users == 0)
                reached[n++] = part;
        }
    }
    codec_check(c, n == count, "a type is a part of itself");
}

void codec_types(Codec *c) {
    uint32_t fields;
    for (uint32_t k = 0; k < c->types.count; k++) {
        const StarType *t = c->types.item[k];
        StarType copy = *t;
        type_fields(c, &copy, &fields);
        if (!c->reads)
            continue;
        described(t)->type = copy;
        described(t)->fields = fields;
    }
    if (!c->reads)
        return;
    for (uint32_t k = 0; k < c->types.count; k++) {
        const StarType *t = c->types.item[k];
        check_type(c, t);
        codec_check(c, t->index == NULL || is_ordinal(t->index),
                    "the index of an array is no ordinal");
    }
    check_depth(c);
}

bool codec_cell_fits(uint8_t kind, const StarType *type) {
    return type == NULL || kind == STAR_CELL_REF ||
           kind == star_type_cell((StarTypeKind)type->kind, type->small);
}
