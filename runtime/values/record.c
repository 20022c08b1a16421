/* SPDX-License-Identifier: MIT */
#include "backend.h"
#include "memory/spares.h"
#include "values/kinds.h"

bool star_layout_is_plain(const StarLayout *layout) {
    for (unsigned k = 0; k < layout->fields; k++)
        if (layout->field[k].kind >= STAR_FIELD_OBJECT)
            return false;
    return layout->parts == 0 && layout->fields > 0;
}

static size_t bytes(const StarLayout *layout) {
    return sizeof(StarRecord) + layout->fields * sizeof(StarCell);
}

void star_record_free(StarBackend *be, StarRecord *r) {
    const StarLayout *l = r->layout;
    for (unsigned k = 0; k < l->fields; k++)
        if (l->field[k].kind >= STAR_FIELD_OBJECT)
            star_object_free(be, r->cell[k].object);
    star_spare_free(be->mem, r, 1, bytes(l));
}

bool star_record_valid(const StarRecord *r) {
    const StarLayout *l = r->layout;
    for (unsigned k = 0; k < l->fields; k++)
        if (l->field[k].kind >= STAR_FIELD_OBJECT &&
            !star_object_valid(r->cell[k].object))
            return false;
    return true;
}

/* A record whose objects are NULL. */
static StarRecord *make(StarBackend *be, const StarLayout *layout) {
    StarRecord *r = star_spare_alloc(be->mem, 1, bytes(layout));
    if (r != NULL) {
        r->head = (StarObject){STAR_RECORD, STAR_FIXED};
        r->layout = layout;
    }
    return r;
}

/* Frees a record that could not be filled. */
static StarStatus finish(StarBackend *be, StarStatus status, StarRecord **out) {
    if (status != STAR_OK) {
        star_record_free(be, *out);
        *out = NULL;
    }
    return status;
}

static StarStatus begin_object(StarBackend *be, const StarField *field,
                               StarCell *cell) {
    switch ((StarObjectKind)(field->kind - STAR_FIELD_OBJECT)) {
    case STAR_BIT_VECTOR: cell->bits = star_bits_new(be, STAR_UNSIZED); break;
    case STAR_TABLE: cell->table = star_table_new(be, STAR_UNSIZED); break;
    case STAR_STRING: cell->string = star_string_new(be, STAR_UNSIZED); break;
    case STAR_SET: cell->set = star_set_new(be, STAR_UNSIZED); break;
    case STAR_FILE: cell->file = star_file_new(be); break;
    case STAR_ARRAY: cell->array = star_array_none(); break;
    case STAR_RECORD: star_record_new(be, field->layout, &cell->record); break;
    }
    return cell->object != NULL ? STAR_OK : STAR_MEMORY;
}

static void undefine(StarCell *cell, const StarField *field) {
    if (field->kind == STAR_FIELD_REAL)
        cell->raw = STAR_UNDEFINED_REAL;
    else
        cell->i = field->kind == STAR_FIELD_INT ? STAR_UNDEFINED_INT : 0;
}

static StarStatus fill(StarBackend *be, StarRecord *r) {
    for (unsigned k = 0; k < r->layout->fields; k++) {
        const StarField *field = &r->layout->field[k];
        if (field->kind < STAR_FIELD_OBJECT)
            undefine(&r->cell[k], field);
        else
            STAR_TRY(begin_object(be, field, &r->cell[k]));
    }
    return STAR_OK;
}

StarStatus star_record_new(StarBackend *be, const StarLayout *layout,
                           StarRecord **out) {
    *out = make(be, layout);
    return *out != NULL ? finish(be, fill(be, *out), out) : STAR_MEMORY;
}

void star_record_give(StarBackend *be, StarRecord *r, unsigned field,
                      StarArray *array) {
    star_object_free(be, r->cell[field].object);
    r->cell[field].array = array;
}

/* A count stays: nothing that is referred to is reset. */
static void reset(StarBackend *be, StarRecord *r, unsigned k) {
    const StarField *field = &r->layout->field[k];
    if (field->kind < STAR_FIELD_OBJECT)
        undefine(&r->cell[k], field);
    else
        star_object_reset(be, r->cell[k].object, field->sized);
}

void star_record_reset(StarBackend *be, StarRecord *r) {
    for (unsigned k = 0; k < r->layout->fields; k++)
        reset(be, r, k);
}

static bool is_defined(StarCell cell, unsigned kind) {
    if (kind >= STAR_FIELD_OBJECT)
        return star_object_defined(cell.object);
    return kind == STAR_FIELD_REAL ? cell.raw != STAR_UNDEFINED_REAL
                                   : cell.i != STAR_UNDEFINED_INT;
}

bool star_record_defined(const StarRecord *r) {
    unsigned named = 0;
    for (unsigned k = 0; k < r->layout->fields; k++) {
        const StarField *field = &r->layout->field[k];
        if (field->name == NULL)
            continue;
        if (is_defined(r->cell[k], field->kind))
            return true;
        named++;
    }
    return named == 0;
}

/* ---- Variants ---- */

static const char *type_of(const StarRecord *r) {
    return r->layout->name;
}

/* True if the fields with this membership are in active variants. */
static bool live(const StarRecord *r, unsigned part, unsigned variant) {
    while (part != STAR_NO_PART) {
        const StarVariantPart *p = &r->layout->part[part];
        if (r->cell[p->active].i != variant)
            return false;
        part = p->outer;
        variant = p->variant;
    }
    return true;
}

/* True if new settled the variant of a part. */
static bool is_tied(const StarRecord *r, const StarVariantPart *p) {
    unsigned depth = 1;
    while (p->outer != STAR_NO_PART) {
        p = &r->layout->part[p->outer];
        depth++;
    }
    return depth <= r->tied;
}

static StarStatus check_unused(StarBackend *be, const StarRecord *r,
                               const StarVariantPart *p) {
    if (r->cell[p->active + 1].i == 0)
        return STAR_OK;
    return star_raise(be->mem->error, MSG_VARIANT_IN_USE(type_of(r)));
}

/* Makes another variant active, which clears the fields of the old one. */
static StarStatus activate(StarBackend *be, StarRecord *r,
                           const StarVariantPart *p, int64_t variant) {
    int64_t old = r->cell[p->active].i;
    if (old == variant)
        return STAR_OK;
    STAR_TRY(check_unused(be, r, p));
    if (r->tied > 0 && is_tied(r, p))
        return star_raise(be->mem->error, MSG_TIED_OTHER_VARIANT(type_of(r)));
    if (old != STAR_UNDEFINED_INT)
        for (unsigned k = p->first[old]; k < p->first[old + 1]; k++)
            reset(be, r, k);
    r->cell[p->active].i = variant;
    return STAR_OK;
}

static StarStatus inactive(StarBackend *be, const StarRecord *r,
                           const StarVariantPart *p, unsigned field) {
    const char *name = r->layout->field[field].name;
    const char *tag = r->layout->field[p->active + 2].name;
    int64_t value = r->cell[p->active + 2].i;
    if (value == STAR_UNDEFINED_INT)
        return star_raise(be->mem->error,
                          MSG_TAG_WITHOUT_VALUE(name, type_of(r), tag));
    return star_raise(be->mem->error,
                      MSG_TAG_SELECTS_ANOTHER(name, type_of(r), tag));
}

/* From the outermost part inward. */
static StarStatus reach(StarBackend *be, StarRecord *r, unsigned part,
                        unsigned variant, unsigned field, bool alters) {
    const StarVariantPart *p = &r->layout->part[part];
    if (p->outer != STAR_NO_PART)
        STAR_TRY(reach(be, r, p->outer, p->variant, field, alters));
    const int64_t active = r->cell[p->active].i;
    if (active == variant)
        return STAR_OK;
    if (p->tagged)
        return inactive(be, r, p, field);
    if (!alters && active != STAR_UNDEFINED_INT)
        return star_raise(
            be->mem->error,
            MSG_ANOTHER_ASSIGNED(r->layout->field[field].name, type_of(r)));
    return activate(be, r, p, variant);
}

StarStatus star_record_access(StarBackend *be, StarRecord *r, unsigned field,
                              bool alters) {
    const StarField *f = &r->layout->field[field];
    if (live(r, f->part, f->variant))
        return STAR_OK;
    return reach(be, r, f->part, f->variant, field, alters);
}

StarStatus star_record_select(StarBackend *be, StarRecord *r, unsigned part,
                              int64_t value) {
    const StarVariantPart *p = &r->layout->part[part];
    const StarChoice *c = p->choice;
    while (value < c->low || value > c->high)
        c++;
    return activate(be, r, p, c->variant);
}

void star_record_refer(StarRecord *r, unsigned field, int by) {
    unsigned part = r->layout->field[field].part;
    while (part != STAR_NO_PART) {
        const StarVariantPart *p = &r->layout->part[part];
        r->cell[p->active + 1].i += by;
        part = p->outer;
    }
}

void star_record_tie(StarRecord *r, unsigned part, unsigned variant) {
    r->cell[r->layout->part[part].active].i = variant;
    r->tied++;
}

StarStatus star_record_tied(StarBackend *be, const StarRecord *r, unsigned part,
                            unsigned variant) {
    const StarVariantPart *p = &r->layout->part[part];
    if (is_tied(r, p) && r->cell[p->active].i == variant)
        return STAR_OK;
    return star_raise(be->mem->error, MSG_TIED_WITHOUT_VARIANT(type_of(r)));
}

StarStatus star_record_whole(StarBackend *be, const StarRecord *r) {
    if (r->tied == 0)
        return STAR_OK;
    return star_raise(be->mem->error, MSG_TIED_AS_WHOLE(type_of(r)));
}

/* ---- Copies ---- */

StarStatus star_record_clone(StarBackend *be, const StarRecord *from,
                             StarRecord **out) {
    const StarLayout *l = from->layout;
    StarStatus status = STAR_OK;
    *out = NULL;
    STAR_TRY(star_record_whole(be, from));
    *out = make(be, l);
    if (*out == NULL)
        return STAR_MEMORY;
    for (unsigned k = 0; k < l->fields && status == STAR_OK; k++) {
        StarObject *part;
        if (l->field[k].kind < STAR_FIELD_OBJECT) {
            if (l->field[k].kind != STAR_FIELD_COUNT)
                (*out)->cell[k] = from->cell[k];
            continue;
        }
        status = star_object_clone(be, from->cell[k].object, &part);
        (*out)->cell[k].object = part;
    }
    return finish(be, status, out);
}

/* Fields of variants that are not active in `from` are cleared. */
StarStatus star_record_copy(StarBackend *be, StarRecord *to,
                            const StarRecord *from) {
    const StarLayout *l = from->layout;
    STAR_TRY(star_record_whole(be, from));
    STAR_TRY(star_record_whole(be, to));
    for (unsigned k = 0; k < l->parts; k++)
        if (to->cell[l->part[k].active].i != from->cell[l->part[k].active].i)
            STAR_TRY(check_unused(be, to, &l->part[k]));
    for (unsigned k = 0; k < l->fields; k++) {
        const StarField *field = &l->field[k];
        if (field->kind == STAR_FIELD_COUNT)
            continue;
        if (field->kind < STAR_FIELD_OBJECT)
            to->cell[k] = from->cell[k];
        else if (live(from, field->part, field->variant))
            STAR_TRY(star_object_copy_part(be, to->cell[k].object,
                                           from->cell[k].object));
        else
            reset(be, to, k);
    }
    return STAR_OK;
}
