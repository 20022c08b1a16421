/* SPDX-License-Identifier: MIT */
/* Records: their layouts, fields and the with statement. */
#include "emit/emit.h"

/* True if the slices, words or tables within a type have a declared size. */
static bool sized(const Type *t) {
    while (t->kind == STAR_TYPE_ARRAY)
        t = t->element;
    return t->dynamic;
}

static uint8_t field_kind(const Type *t) {
    static const uint8_t object[] = {
        [STAR_CELL_BITS] = STAR_BIT_VECTOR, [STAR_CELL_TABLE] = STAR_TABLE,
        [STAR_CELL_ARRAY] = STAR_ARRAY,     [STAR_CELL_STRING] = STAR_STRING,
        [STAR_CELL_RECORD] = STAR_RECORD,   [STAR_CELL_SET] = STAR_SET,
        [STAR_CELL_FILE] = STAR_FILE};
    if (type_object(t))
        return (uint8_t)(STAR_FIELD_OBJECT + object[type_cell(t)]);
    return t->kind == STAR_TYPE_REAL ? STAR_FIELD_REAL : STAR_FIELD_INT;
}

typedef struct Build {
    Emit *e;
    StarField *field;
    StarVariantPart *part;
    uint16_t cells; /* so far */
} Build;

/* The next cell, in the variant that it stands in. */
static StarField *next_field(Build *b, const Variant *in) {
    StarField *f = &b->field[b->cells++];
    f->part = in ? in->part->number : STAR_NO_PART;
    f->variant = in ? in->number : 0;
    return f;
}

static void describe_field(Build *b, const Decl *d) {
    StarField *f = next_field(b, d->field.variant);
    f->name = d->spelled;
    f->kind = field_kind(d->type);
    f->sized = sized(d->type);
    Type *t = d->type;
    if (t->kind == STAR_TYPE_ARRAY) {
        f->element = (uint8_t)type_element(t);
        type_dims(t, &t);
        f->within = f->element == STAR_ELEM_OBJECT ? field_kind(t) : 0;
    }
    if (t->kind == STAR_TYPE_RECORD)
        f->layout = emit_layout(b->e, t);
}

static const StarChoice *choices(Emit *e, const VariantPart *p,
                                 uint32_t *count) {
    StarChoice *choice;
    uint32_t n = 0;
    for (const Variant *v = p->list; v != NULL; v = v->next)
        for (const CaseLabel *l = v->labels; l != NULL; l = l->next)
            n++;
    choice = arena_alloc(e->lasting, n, sizeof *choice);
    n = 0;
    for (const Variant *v = p->list; v != NULL; v = v->next)
        for (const CaseLabel *l = v->labels; l != NULL; l = l->next)
            choice[n++] =
                (StarChoice){l->low->integer,
                             (l->high ? l->high : l->low)->integer, v->number};
    *count = n;
    return choice;
}

static void describe_fields(Build *b, const FieldList *f);

static void describe_part(Build *b, const VariantPart *p) {
    const Variant *in = p->outer;
    StarVariantPart *part = &b->part[p->number];
    uint16_t *first =
        arena_alloc(b->e->lasting, p->variants + 1u, sizeof *first);
    *part = (StarVariantPart){.active = b->cells,
                              .outer = in ? in->part->number : STAR_NO_PART,
                              .variant = in ? in->number : 0,
                              .tagged = p->tagged,
                              .variants = p->variants,
                              .first = first};
    part->choice = choices(b->e, p, &part->choices);
    next_field(b, in);
    next_field(b, in)->kind = STAR_FIELD_COUNT;
    if (p->tagged)
        describe_field(b, p->tag);
    for (const Variant *v = p->list; v != NULL; v = v->next) {
        first[v->number] = b->cells;
        describe_fields(b, v->fields);
    }
    first[p->variants] = b->cells;
}

static void describe_fields(Build *b, const FieldList *f) {
    for (const Decl *d = f->fixed; d != NULL; d = d->next)
        describe_field(b, d);
    if (f->part != NULL)
        describe_part(b, f->part);
}

const StarLayout *emit_layout(Emit *e, Type *t) {
    StarProgram *p = e->program;
    Build b = {.e = e};
    StarLayout *layout;
    if (t->layout != NULL)
        return t->layout;
    layout = arena_alloc(e->lasting, 1, sizeof *layout);
    b.field = arena_alloc(e->lasting, t->cells, sizeof *b.field);
    b.part = arena_alloc(e->lasting, t->parts, sizeof *b.part);
    describe_fields(&b, t->fields);
    *layout = (StarLayout){.name = type_name(e->lasting, t),
                           .fields = t->cells,
                           .parts = t->parts,
                           .field = b.field,
                           .part = b.part};
    layout->plain = star_layout_is_plain(layout);
    p->layout = arena_grow(e->lasting, p->layout, p->layouts, &e->layout_room,
                           sizeof *p->layout);
    t->number = p->layouts;
    p->layout[p->layouts++] = layout;
    return t->layout = layout;
}

/* ---- Fields ---- */

/* The record and the number of a field, in a variant that is active; a
 * dynamic variable may be the only field of one. */
static Cell record(Emit *e, Expr *x, Cell *field) {
    Cell cell;
    if (x->meaning == MEANS_DEREF) {
        *field = 0;
        return emit_deref(e, x);
    }
    bool hold = e->hold;
    cell = emit_expr(e, x->left, ANY);
    *field = x->decl->cell;
    if (x->decl->field.variant != NULL) {
        if (hold)
            emit(e, STAR_OP_REFER, cell, *field, 0);
        else
            emit(e, STAR_OP_VARIANT, cell, *field, x->altered);
        e->r->holds += hold;
    }
    return cell;
}

Cell emit_field(Emit *e, Expr *x, Cell to) {
    Cell field, from = record(e, x, &field);
    bool object = type_object(x->type);
    if (to == ANY || object)
        to = emit_temp(e, type_cell(x->type));
    emit(e,
         object                            ? STAR_OP_LDFO
         : x->type->kind == STAR_TYPE_REAL ? STAR_OP_LDFR
         : emit_may_dangle(e, x)           ? STAR_OP_LDFP
                                           : STAR_OP_LDFI,
         to, from, field);
    return to;
}

void emit_field_address(Emit *e, Expr *x, Cell to) {
    Cell field, from = record(e, x, &field);
    emit(e, STAR_OP_ADRF, to, from, field);
}

/* The tag's value decides which variant is active. */
void emit_field_store(Emit *e, Expr *x, Cell value) {
    Cell field, to = record(e, x, &field);
    emit(e, x->type->kind == STAR_TYPE_REAL ? STAR_OP_STFR : STAR_OP_STFI, to,
         field, value);
    if (x->meaning == MEANS_FIELD && x->decl->field.tags != NULL)
        emit(e, STAR_OP_SELECT, to, x->decl->field.tags->number, value);
}

/* ---- Construction ---- */

typedef struct Part {
    Emit *e;
    Cell record;
} Part;

static Decl *complete(void *part, Decl *d) {
    Part *p = part;
    Emit *e = p->e;
    Type *t = d->type;
    Mark mark = emit_mark(e);
    Cell cell;
    if (t->kind == STAR_TYPE_ARRAY) {
        cell = emit_new_cell(e, STAR_CELL_ARRAY, true, NULL);
        emit_object(e, cell, t);
        emit(e, STAR_OP_GIVEF, p->record, d->cell, cell);
    } else if (t->kind == STAR_TYPE_RECORD || t->kind == STAR_TYPE_FILE ||
               (t->dynamic && type_object(t))) {
        cell = emit_temp(e, type_cell(t));
        emit(e, STAR_OP_LDFO, cell, p->record, d->cell);
        emit_object(e, cell, t);
    }
    emit_release(e, mark);
    return NULL;
}

void emit_complete_record(Emit *e, Cell cell, Type *t) {
    Part p = {e, cell};
    type_each(t->fields, complete, &p);
}

/* ---- with ---- */

/* Each record is found once and referred to until the end. */
void emit_with(Emit *e, Stmt *st) {
    uint16_t holds = e->r->holds;
    e->stays = !st->calls;
    for (Expr *x = st->value; x != NULL; x = x->next) {
        e->hold = true;
        x->emit.cell = emit_expr(e, x, ANY);
        e->hold = false;
    }
    e->stays = false;
    emit_statements(e, st->body);
    emit_keep(e, holds, e->r->pins);
}
