/* SPDX-License-Identifier: MIT */
#include "backend.h"
#include "values/kinds.h"

void star_object_free(StarBackend *be, StarObject *object) {
    if (object == NULL)
        return;
    switch ((StarObjectKind)object->kind) {
    case STAR_BIT_VECTOR: star_bits_free(be, (StarBits *)object); break;
    case STAR_TABLE: star_table_free(be, (StarTable *)object); break;
    case STAR_ARRAY: star_array_free(be, (StarArray *)object); break;
    case STAR_STRING: star_string_free(be, (StarString *)object); break;
    case STAR_RECORD: star_record_free(be, (StarRecord *)object); break;
    case STAR_SET: star_set_free(be, (StarSet *)object); break;
    case STAR_FILE: star_file_free(be, (StarFile *)object); break;
    }
}

static StarStatus table_sync(StarBackend *be, StarTable *t, StarAccess access) {
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++)
        if (t->image[dir].valid)
            STAR_TRY(be->ops.sync_to_host(be, t->image[dir].word, access));
    return STAR_OK;
}

static StarStatus array_sync(StarBackend *be, StarArray *array,
                             StarAccess access) {
    for (int64_t k = 0; array->element == STAR_ELEM_OBJECT && k < array->count;
         k++)
        STAR_TRY(star_object_sync(be, array->objects[k], access));
    return STAR_OK;
}

static StarStatus record_sync(StarBackend *be, StarRecord *r,
                              StarAccess access) {
    for (uint16_t k = 0; k < r->layout->fields; k++)
        if (r->layout->field[k].kind >= STAR_FIELD_OBJECT)
            STAR_TRY(star_object_sync(be, r->cell[k].object, access));
    return STAR_OK;
}

/* Objects within objects are as deep as the program's types. */
StarStatus star_object_sync(StarBackend *be, StarObject *object,
                            StarAccess access) {
    StarBits *bits = (StarBits *)object;
    if (be->ops.sync_to_host == NULL || object == NULL)
        return STAR_OK;
    switch ((StarObjectKind)object->kind) {
    case STAR_BIT_VECTOR:
        return bits->capacity > 0 ? be->ops.sync_to_host(be, bits->word, access)
                                  : STAR_OK;
    case STAR_TABLE: return table_sync(be, (StarTable *)object, access);
    case STAR_ARRAY: return array_sync(be, (StarArray *)object, access);
    case STAR_RECORD: return record_sync(be, (StarRecord *)object, access);
    default: return STAR_OK;
    }
}

bool star_object_valid(const StarObject *object) {
    switch ((StarObjectKind)object->kind) {
    case STAR_BIT_VECTOR: return star_bits_valid((const StarBits *)object);
    case STAR_TABLE: return star_table_valid((const StarTable *)object);
    case STAR_ARRAY: return star_array_valid((const StarArray *)object);
    case STAR_STRING: return star_string_valid((const StarString *)object);
    case STAR_RECORD: return star_record_valid((const StarRecord *)object);
    case STAR_SET: return star_set_valid((const StarSet *)object);
    case STAR_FILE: return star_file_valid((const StarFile *)object);
    }
    return false;
}

bool star_object_defined(const StarObject *object) {
    if (object->kind == STAR_ARRAY)
        return star_array_defined((const StarArray *)object);
    if (object->kind == STAR_RECORD)
        return star_record_defined((const StarRecord *)object);
    return object->sizing != STAR_UNSIZED;
}

/* Bit vectors and tables are copied by the primitive of their kind. */
static StarStatus copy(StarBackend *be, StarPrim prim, StarObject *to,
                       const StarObject *from) {
    static const char *const name[] = {"the variable", "the value"};
    StarCell arg[] = {{.object = to}, {.object = (StarObject *)from}};
    return star_prim_run(be, prim, arg, name);
}

static StarStatus string_copy(StarBackend *be, StarString *to,
                              const StarString *from) {
    if (from->head.sizing == STAR_UNSIZED)
        return star_raise(be->mem->error, MSG_NO_VALUE("the string"));
    return star_string_set(be, to, from->text, from->length);
}

StarStatus star_object_copy(StarBackend *be, StarObject *to,
                            const StarObject *from) {
    switch ((StarObjectKind)from->kind) {
    case STAR_BIT_VECTOR: return copy(be, STAR_PRIM_COPY, to, from);
    case STAR_TABLE: return copy(be, STAR_PRIM_TCOPY, to, from);
    case STAR_ARRAY:
        return star_array_copy(be, (StarArray *)to, (const StarArray *)from);
    case STAR_STRING:
        return string_copy(be, (StarString *)to, (const StarString *)from);
    case STAR_RECORD:
        return star_record_copy(be, (StarRecord *)to, (const StarRecord *)from);
    case STAR_SET:
        return star_set_copy(be, (StarSet *)to, (const StarSet *)from);
    case STAR_FILE: break; /* has no value to be copied */
    }
    return STAR_OK;
}

StarStatus star_object_copy_part(StarBackend *be, StarObject *to,
                                 const StarObject *from) {
    const bool whole = from->kind == STAR_ARRAY || from->kind == STAR_RECORD;
    if (whole || from->sizing != STAR_UNSIZED)
        return star_object_copy(be, to, from);
    if (to->kind == STAR_STRING) {
        star_string_reset((StarString *)to);
        return STAR_OK;
    }
    if (to->kind == STAR_SET) {
        star_set_reset((StarSet *)to);
        return STAR_OK;
    }
    return to->sizing == STAR_UNSIZED ? STAR_OK
                                      : star_object_copy(be, to, from);
}

void star_object_reset(StarBackend *be, StarObject *object, bool sized) {
    switch ((StarObjectKind)object->kind) {
    case STAR_BIT_VECTOR: star_bits_reset(be, (StarBits *)object, sized); break;
    case STAR_TABLE: star_table_reset(be, (StarTable *)object, sized); break;
    case STAR_ARRAY: star_array_reset(be, (StarArray *)object, sized); break;
    case STAR_STRING: star_string_reset((StarString *)object); break;
    case STAR_RECORD: star_record_reset(be, (StarRecord *)object); break;
    case STAR_FILE: star_file_reset_object(be, (StarFile *)object); break;
    case STAR_SET: star_set_reset((StarSet *)object); break;
    }
}

/* A new object of the kind of another, without a size. */
static StarObject *like(StarBackend *be, const StarObject *object,
                        StarSizing sizing) {
    switch ((StarObjectKind)object->kind) {
    case STAR_BIT_VECTOR: return (StarObject *)star_bits_new(be, sizing);
    case STAR_TABLE: return (StarObject *)star_table_new(be, sizing);
    case STAR_STRING: return (StarObject *)star_string_new(be, sizing);
    case STAR_SET: return (StarObject *)star_set_new(be, sizing);
    case STAR_ARRAY:
    case STAR_RECORD:
    case STAR_FILE: break;
    }
    return NULL;
}

StarStatus star_object_clone(StarBackend *be, const StarObject *from,
                             StarObject **out) {
    StarSizing sizing = (StarSizing)from->sizing;
    StarStatus status;
    if (from->kind == STAR_ARRAY)
        return star_array_clone(be, (const StarArray *)from, (StarArray **)out);
    if (from->kind == STAR_RECORD)
        return star_record_clone(be, (const StarRecord *)from,
                                 (StarRecord **)out);
    if (from->kind == STAR_FILE)
        return star_file_clone(be, (const StarFile *)from, (StarFile **)out);
    *out = like(be, from, sizing == STAR_FIXED ? STAR_UNSIZED : sizing);
    if (*out == NULL)
        return STAR_MEMORY;
    if (sizing == STAR_UNSIZED)
        return STAR_OK;
    status = star_object_copy(be, *out, from);
    if (from->kind == STAR_TABLE)
        ((StarTable *)*out)->grows = ((const StarTable *)from)->grows;
    if (status != STAR_OK) {
        star_object_free(be, *out);
        *out = NULL;
    }
    return status;
}
