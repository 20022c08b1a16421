/* SPDX-License-Identifier: MIT */
/* Record types, their fields, and the with statement; pointers: their types,
 * nil, p^, new and dispose. */
#include <string.h>

#include "sema/sema.h"
#include "syntax/recovery/foreign.h"

typedef struct Build {
    Sema *s;
    uint32_t cells, variants;
    uint16_t parts;
    uint16_t depth; /* of the fields */
} Build;

static void type_of(Build *b, Decl *field) {
    field->type = sema_value_type(b->s, field->typex);
    field->uses.used = field->uses.read = field->uses.assigned = true;
    if (field->type->depth > b->depth)
        b->depth = field->type->depth;
}

static void number(Build *b, Decl *field, Variant *in) {
    type_of(b, field);
    field->field.variant = in;
    field->cell = (uint16_t)b->cells++;
}

/* How a message shows a value of a tag. */
static const char *value_text(Sema *s, const Type *type, int64_t value) {
    const Decl *name = type->names;
    if (type->kind == STAR_TYPE_BOOLEAN)
        return value ? "true" : "false";
    for (; name != NULL && value > 0; value--)
        name = name->next;
    return name != NULL ? name->spelled
                        : arena_printf(s->arena, "%lld", (long long)value);
}

static bool label(Sema *s, Expr *e, Type *type) {
    return e == NULL ||
           (sema_constant(s, e) && sema_fit(s, e, type, "a variant's label"));
}

static bool labels(Sema *s, Labels *all, const CaseLabel *l, Type *type) {
    for (; l != NULL; l = l->next) {
        if (!label(s, l->low, type) || !label(s, l->high, type))
            return false;
        if (l->low->integer > sema_label_high(l)) {
            diag_error(s->diag, l->low->span, MSG_VARIANT_LABEL_BOUNDS());
            return false;
        }
        sema_add_label(s, all, l);
    }
    return true;
}

/* Every value of the tag's type selects one variant. */
static void check_labels(Sema *s, VariantPart *p) {
    Type *type = p->tag->type;
    int64_t value = type->low;
    Labels all = {0};
    if (type->kind == TYPE_ERROR)
        return;
    if (!type_ordinal(type)) {
        diag_error(s->diag, p->tag->typex->span,
                   MSG_TAG_TYPE(type_name(s->arena, type)));
        return;
    }
    for (Variant *v = p->list; v != NULL; v = v->next)
        if (!labels(s, &all, v->labels, type))
            return;
    if (sema_repeats(s, &all, true))
        return;
    for (uint32_t k = 0; k < all.count; k++) {
        if (all.label[k]->low->integer > value)
            break;
        if (sema_label_high(all.label[k]) == type->high)
            return;
        value = sema_label_high(all.label[k]) + 1;
    }
    diag_error(s->diag, p->tag->span,
               MSG_VARIANT_MISSING(value_text(s, type, value)));
}

static void number_fields(Build *b, FieldList *f, Variant *in);

/* The active variant's number, the count of references and the tag come
 * first, then the variants'
 * fields, one variant behind the other. */
static void number_part(Build *b, VariantPart *p, Variant *in) {
    p->outer = in;
    p->number = b->parts++;
    p->cell = (uint16_t)b->cells;
    b->cells += 2;
    b->s->found.heap = true;
    if (p->tagged) {
        number(b, p->tag, in);
        p->tag->field.tags = p;
    } else {
        type_of(b, p->tag);
    }
    if (p->tag->typex->kind != TYPEX_NAME)
        extension_used(b->s->diag, EXTENSION_TAGTYPE, p->tag->typex->span,
                       NULL);
    check_labels(b->s, p);
    for (Variant *v = p->list; v != NULL; v = v->next) {
        v->part = p;
        v->number = p->variants++;
        b->variants++;
        number_fields(b, v->fields, v);
    }
}

static void number_fields(Build *b, FieldList *f, Variant *in) {
    for (Decl *d = f->fixed; d != NULL; d = d->next)
        number(b, d, in);
    if (f->part != NULL)
        number_part(b, f->part, in);
}

static Decl *enter(void *sema, Decl *field) {
    Sema *s = sema;
    Decl *old = scope_add(&s->scope, field);
    xref_use(s->xref, field->span, field, true);
    if (old == NULL)
        return NULL;
    StarReport *r =
        diag_error(s->diag, field->span, MSG_FIELD_TWICE(field->spelled));
    diag_note(s->diag, r, old->span, "it is declared here");
    return NULL;
}

Type *sema_record(Sema *s, TypeExpr *x) {
    Build b = {.s = s};
    Type *t = sema_new_type(s, STAR_TYPE_RECORD);
    t->fields = x->fields;
    t->packed = x->packed;
    number_fields(&b, x->fields, NULL);
    if (b.cells + b.variants >= STAR_NO_PART)
        return sema_no_type(s, x, MSG_RECORD_TOO_LARGE());
    t->cells = (uint16_t)b.cells;
    t->parts = b.parts;
    uint32_t outer = scope_enter(&s->scope);
    type_each(x->fields, enter, s);
    scope_leave(&s->scope, outer);
    return sema_nest(s, t, x, b.depth);
}

/* ---- Fields ---- */

static Decl *named(void *name, Decl *field) {
    return field->name == *(Name *)name ? field : NULL;
}

typedef struct Similar {
    Name name;
    int most;
    Decl *best;
} Similar;

static Decl *compare(void *similar, Decl *field) {
    Similar *s = similar;
    int distance = names_distance(s->name, field->name, s->most);
    if (distance <= s->most && (size_t)distance < strlen(s->name)) {
        s->best = field;
        s->most = distance - 1;
    }
    return NULL;
}

/* A use of a field makes its variants active where no tag says which is. */
static void selected(Sema *s, const Decl *field) {
    for (const Variant *v = field->field.variant; v != NULL; v = v->part->outer)
        if (!v->part->tagged)
            sema_changes(s, 0);
}

void sema_field(Sema *s, Expr *e) {
    sema_expr(s, e->left, NULL);
    Type *type = e->left->type;
    Similar similar = {e->name, 2, NULL};
    e->meaning = MEANS_FIELD;
    e->type = &s->types.error;
    if (type->kind == TYPE_ERROR)
        return;
    if (type->kind != STAR_TYPE_RECORD) {
        StarReport *r =
            diag_error(s->diag, e->left->span,
                       MSG_TYPE_WITHOUT_FIELDS(type_name(s->arena, type)));
        if (type_bits(type) || type->kind == STAR_TYPE_TABLE)
            diag_hint(s->diag, r, "%s", foreign_word("len"));
        return;
    }
    e->decl = type_each(type->fields, named, &e->name);
    xref_field(s->xref, e->at, e->decl, type);
    if (e->decl != NULL) {
        sema_strict_part(s, e);
        e->type = e->decl->type;
        selected(s, e->decl);
        return;
    }
    StarReport *r = diag_error(
        s->diag, e->at, MSG_UNKNOWN_FIELD(type_name(s->arena, type), e->text));
    type_each(type->fields, compare, &similar);
    if (similar.best != NULL)
        diag_suggest(r, similar.best->spelled);
}

/* ---- with ---- */

typedef struct Opened {
    Sema *s;
    Expr *record;
} Opened;

/* A field's name alone stands for the field: a declaration of its own, for
 * the same field may be visible twice. */
static Decl *open(void *opened, Decl *field) {
    Opened *o = opened;
    Decl *d = ast_decl(o->s->arena, DECL_FIELD, field->name, field->span);
    *d = *field;
    d->value = o->record;
    scope_add(&o->s->scope, d);
    return NULL;
}

void sema_with(Sema *s, Stmt *st) {
    const uint32_t calls = s->statement.calls;
    size_t opened = 0;
    int unknown = 0;
    uint32_t *outer;
    for (const Expr *e = st->value; e != NULL; e = e->next)
        opened++;
    outer = arena_alloc(s->arena, opened, sizeof *outer);
    opened = 0;
    for (Expr *e = st->value; e != NULL; e = e->next) {
        sema_expr(s, e, NULL);
        Type *type = e->type;
        sema_is_variable(s, e);
        outer[opened++] = scope_enter(&s->scope);
        if (type->kind == STAR_TYPE_RECORD) { /* a variable or not */
            Expr *record = ast_expr(s->arena, EXPR_WITH, e->span);
            Opened o = {s, record};
            record->meaning = MEANS_WITH;
            record->left = e;
            record->type = type;
            type_each(type->fields, open, &o);
        } else {
            unknown++;
            if (e->type->kind != TYPE_ERROR)
                sema_mismatch(s, e, MSG_WITH_TYPE(type_name(s->arena, type)));
        }
    }
    s->statement.unknown += unknown;
    sema_alone(s, st->body);
    st->calls = s->statement.calls != calls;
    s->statement.unknown -= unknown;
    while (opened > 0)
        scope_leave(&s->scope, outer[--opened]);
}

/* ---- Pointers ---- */

/* The domain type of a pointer may be declared behind it in the same type
 * section. */
Type *sema_pointer_type(Sema *s, TypeExpr *x) {
    Type *t = sema_new_type(s, STAR_TYPE_POINTER);
    t->domain = x->low;
    t->element = &s->types.error;
    t->next = s->found.pointers;
    s->found.pointers = t;
    return t;
}

/* A dynamic variable is a record; one of another type is a record's only
 * field. */
static Type *variable_type(Sema *s, Type *element) {
    FieldList *fields;
    Decl *field;
    Type *t;
    if (element->kind == STAR_TYPE_RECORD)
        return element;
    fields = arena_alloc(s->arena, 1, sizeof *fields);
    field = ast_decl(s->arena, DECL_FIELD, names_intern(s->names, "", 0),
                     (StarSpan){0});
    field->spelled = NULL;
    field->type = element;
    fields->fixed = field;
    t = sema_new_type(s, STAR_TYPE_RECORD);
    t->fields = fields;
    t->cells = 1;
    return t;
}

static void resolve(Sema *s, Type *t) {
    Type *found = sema_type_name(s, t->domain);
    if (type_ordinal(found) && found->dynamic)
        diag_error(s->diag, t->domain->span, MSG_VARIABLE_BOUNDS());
    else
        t->element = found;
}

void sema_pointers(Sema *s) {
    for (; s->found.pointers != NULL;
         s->found.pointers = s->found.pointers->next) {
        resolve(s, s->found.pointers);
        s->found.pointers->variable =
            variable_type(s, s->found.pointers->element);
    }
}

void sema_nil(Sema *s, Expr *e) {
    e->type = &s->types.nil;
    e->meaning = MEANS_CONSTANT;
    e->constant = true;
}

void sema_deref(Sema *s, Expr *e) {
    sema_expr(s, e->left, NULL);
    sema_strict_part(s, e);
    Type *type = e->left->type;
    if (type->kind == STAR_TYPE_FILE) {
        e->meaning = MEANS_BUFFER;
        s->found.heap = true;
        e->type = type->element;
        return;
    }
    e->meaning = MEANS_DEREF;
    s->found.heap = true;
    e->type = &s->types.error;
    if (type->kind == STAR_TYPE_POINTER && type != &s->types.nil)
        e->type = type->element;
    else if (type->kind != TYPE_ERROR)
        diag_error(s->diag, e->left->span,
                   MSG_NOT_DEREFERENCED(type_name(s->arena, type)));
}

/* ---- new and dispose ---- */

/* The variant that a constant selects; it is left in the argument. */
static const Variant *variant(Sema *s, Expr *arg, const VariantPart *p) {
    if (!sema_constant(s, arg) || !sema_fit(s, arg, p->tag->type, "a variant"))
        return NULL;
    for (const Variant *v = p->list; v != NULL; v = v->next)
        for (const CaseLabel *l = v->labels; l != NULL; l = l->next)
            if (arg->integer >= l->low->integer &&
                arg->integer <= (l->high ? l->high : l->low)->integer) {
                arg->sema.tie = v;
                return v;
            }
    return NULL;
}

/* Of nil there is no record. */
static void variants(Sema *s, Expr *e, const Type *record) {
    const FieldList *f = record != NULL && record->kind == STAR_TYPE_RECORD
                             ? record->fields
                             : NULL;
    for (Expr *a = e->args->next; a != NULL; a = a->next) {
        const Variant *v;
        if (f == NULL || f->part == NULL) {
            diag_error(s->diag, a->span, MSG_VARIANT_PART_MISSING());
            return;
        }
        v = variant(s, a, f->part);
        if (v == NULL)
            return;
        f = v->fields;
    }
}

void sema_new(Sema *s, Expr *e, bool dispose) {
    Expr *p = e->kind == EXPR_CALL ? e->args : NULL;
    if (p == NULL) {
        diag_error(
            s->diag, e->span,
            MSG_ARGUMENTS_MISSING(dispose ? "dispose" : "new", "a pointer"));
        return;
    }
    s->found.dispose = s->found.dispose || dispose;
    if (dispose) {
        s->statement.calls++;
        sema_expr(s, p, NULL);
        sema_changes(s, 0);
    } else
        sema_lvalue(s, p);
    if (p->type->kind == TYPE_ERROR)
        return;
    if (p->type->kind != STAR_TYPE_POINTER)
        sema_mismatch(s, p,
                      MSG_POINTER_NEEDED(dispose ? "dispose" : "new",
                                         type_name(s->arena, p->type)));
    else
        variants(s, e, p->type->element);
}
