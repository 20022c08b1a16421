/* SPDX-License-Identifier: MIT */
/* Types, for those who show values when the program runs. */
#include "emit/emit.h"

const char *const *emit_names(Emit *e, Type *t) {
    static const char *const truth[] = {"false", "true", NULL};
    Type *host = type_host(t);
    int64_t k = 0;
    if (t->kind == STAR_TYPE_BOOLEAN)
        return truth;
    if (t->kind == STAR_TYPE_ENUM && host->texts == NULL && host->names) {
        host->texts = arena_alloc(e->lasting, (size_t)host->high + 2,
                                  sizeof *host->texts);
        for (const Decl *d = host->names; d != NULL; d = d->next)
            host->texts[k++] = d->spelled;
    }
    return host->texts;
}

static const StarType *describe(Emit *e, Type *t);

typedef struct Fields {
    Emit *e;
    const StarType **field;
} Fields;

static Decl *describe_field(void *fields, Decl *d) {
    Fields *f = fields;
    f->field[d->cell] = describe(f->e, d->type);
    return NULL;
}

/* A pointer's type may be a part of what it points to, and waits. */
static const StarType *describe(Emit *e, Type *t) {
    StarType *to = t->described;
    if (to != NULL)
        return to;
    to = arena_alloc(e->lasting, 1, sizeof *to);
    *to = (StarType){.kind = t->kind,
                     .single = t == &e->types->single,
                     .small = t->small,
                     .dynamic = t->dynamic,
                     .name = t->name,
                     .packed = t->packed,
                     .low = t->dynamic ? type_host(t)->low : t->low,
                     .high = t->dynamic ? type_host(t)->high : t->high,
                     .names = emit_names(e, t),
                     .last = type_host(t)->high};
    if (t->kind == STAR_TYPE_ARRAY) {
        to->index = describe(e, t->index);
        to->stored = (uint8_t)type_element(t);
    }
    if (t->kind == STAR_TYPE_ARRAY || t->kind == STAR_TYPE_SET ||
        t->kind == STAR_TYPE_FILE)
        to->element = describe(e, t->element);
    if (t->kind == STAR_TYPE_RECORD) {
        Fields f = {e, arena_alloc(e->lasting, t->cells, sizeof *f.field)};
        to->layout = emit_layout(e, t);
        to->field = f.field;
        type_each(t->fields, describe_field, &f);
    }
    if (t->kind == STAR_TYPE_POINTER && t->element != NULL) {
        t->next = e->pointers;
        e->pointers = t;
    }
    return t->described = to;
}

const StarType *emit_type(Emit *e, Type *t) {
    const StarType *type = describe(e, t);
    while (e->pointers != NULL) {
        Type *p = e->pointers;
        e->pointers = p->next;
        p->described->element = describe(e, p->element);
    }
    return type;
}

const StarType *emit_type_of(Emit *e, const Decl *d) {
    static const StarType routine = {.kind = STAR_TYPE_ROUTINE};
    return d->param.formal ? &routine : emit_type(e, d->type);
}
