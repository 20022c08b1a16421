/* SPDX-License-Identifier: MIT */
/* Objects as components of files. */
#include "io/file.h"
#include "values/kinds.h"

/* Nothing may stand nowhere. */
static StarStatus write_bytes(StarBackend *be, StarFile *to, const void *from,
                              size_t bytes) {
    return bytes == 0 || fwrite(from, 1, bytes, to->stream) == bytes
               ? STAR_OK
               : star_file_cannot_write(be, to);
}

static StarStatus read_bytes(StarBackend *be, StarFile *from, void *to,
                             size_t bytes) {
    return bytes == 0 || fread(to, 1, bytes, from->stream) == bytes
               ? STAR_OK
               : star_file_cannot_read(be, from);
}

static StarStatus write_words(StarBackend *be, StarFile *to, const void *words,
                              int64_t count) {
    return write_bytes(be, to, words, (size_t)count * sizeof(int64_t));
}

static StarStatus read_words(StarBackend *be, StarFile *from, void *words,
                             int64_t count) {
    return read_bytes(be, from, words, (size_t)count * sizeof(int64_t));
}

/* ---- Lines and tables: sizes, then rows ---- */

static StarStatus write_line(StarBackend *be, StarFile *to, const StarBits *x) {
    STAR_TRY(star_object_sync(be, (StarObject *)x, STAR_READ));
    STAR_TRY(write_words(be, to, &x->length, 1));
    return write_words(be, to, x->word, star_words(x->length));
}

static StarStatus read_line(StarBackend *be, StarFile *from, StarBits *x) {
    int64_t length;
    STAR_TRY(read_words(be, from, &length, 1));
    STAR_TRY(star_bits_size(be, x, length));
    STAR_TRY(star_object_sync(be, &x->head, STAR_OVERWRITE));
    x->first = 0;
    STAR_TRY(read_words(be, from, x->word, star_words(length)));
    if (length % 64 != 0)
        x->word[length / 64] &= star_last_mask(length);
    return STAR_OK;
}

static StarStatus write_rows(StarBackend *be, StarFile *to, StarTable *t,
                             StarBits *row) {
    for (int64_t i = 1; i <= t->rows; i++) {
        StarCell get[] = {{.bits = row}, {.i = i}, {.table = t}};
        STAR_TRY(star_prim_run(be, STAR_PRIM_ROW, get, NULL));
        STAR_TRY(star_object_sync(be, &row->head, STAR_READ));
        STAR_TRY(write_words(be, to, row->word, star_words(t->cols)));
    }
    return STAR_OK;
}

static StarStatus read_rows(StarBackend *be, StarFile *from, StarTable *t,
                            StarBits *row) {
    STAR_TRY(star_bits_size(be, row, t->cols));
    for (int64_t i = 1; i <= t->rows; i++) {
        StarCell set[] = {{.table = t}, {.i = i}, {.bits = row}};
        STAR_TRY(star_object_sync(be, &row->head, STAR_OVERWRITE));
        STAR_TRY(read_words(be, from, row->word, star_words(t->cols)));
        if (t->cols % 64 != 0)
            row->word[t->cols / 64] &= star_last_mask(t->cols);
        STAR_TRY(star_prim_run(be, STAR_PRIM_SETROW, set, NULL));
    }
    return STAR_OK;
}

static StarStatus table(StarBackend *be, StarFile *f, StarTable *t,
                        bool writes) {
    int64_t size[2] = {t->rows, t->cols};
    if (writes) {
        STAR_TRY(write_words(be, f, size, 2));
    } else {
        STAR_TRY(read_words(be, f, size, 2));
        STAR_TRY(star_table_size(be, t, size[0], size[1]));
    }
    StarBits *row = star_bits_new(be, STAR_ELASTIC);
    if (row == NULL)
        return STAR_MEMORY;
    const StarStatus status =
        writes ? write_rows(be, f, t, row) : read_rows(be, f, t, row);
    star_object_free(be, &row->head);
    return status;
}

/* ---- Strings: the length, then the characters ---- */

static StarStatus write_string(StarBackend *be, StarFile *to,
                               const StarString *s) {
    STAR_TRY(write_words(be, to, &s->length, 1));
    return write_bytes(be, to, s->text, (size_t)s->length);
}

/* Character by character: the length of a damaged file may be any. */
static StarStatus read_string(StarBackend *be, StarFile *from, StarString *s) {
    int64_t length;
    char c;
    STAR_TRY(read_words(be, from, &length, 1));
    STAR_TRY(star_string_set(be, s, "", 0));
    for (int64_t i = 0; i < length; i++) {
        STAR_TRY(read_bytes(be, from, &c, 1));
        STAR_TRY(star_string_append(be, s, c));
    }
    return STAR_OK;
}

/* ---- Sets: the number of their elements, then these ---- */

static StarStatus write_set(StarBackend *be, StarFile *to, const StarSet *s) {
    int64_t count = 0;
    for (int64_t k = 0; k < s->words; k++)
        count += __builtin_popcountll(s->word[k]);
    STAR_TRY(write_words(be, to, &count, 1));
    for (int64_t k = 0; k < s->words; k++)
        for (uint64_t w = s->word[k]; w != 0; w &= w - 1) {
            int64_t element = 64 * (s->first + k) + __builtin_ctzll(w);
            STAR_TRY(write_words(be, to, &element, 1));
        }
    return STAR_OK;
}

static StarStatus read_set(StarBackend *be, StarFile *from, StarSet *s) {
    int64_t count, element;
    STAR_TRY(read_words(be, from, &count, 1));
    star_set_clear(s);
    for (; count > 0; count--) {
        STAR_TRY(read_words(be, from, &element, 1));
        STAR_TRY(star_set_add(be, s, element, element));
    }
    return STAR_OK;
}

/* ---- Parts of others: whether they have a value, then this ---- */

static StarStatus write_part(StarBackend *be, StarFile *to,
                             const StarObject *x) {
    int64_t there = x->sizing != STAR_UNSIZED;
    STAR_TRY(write_words(be, to, &there, 1));
    return there ? star_file_write_object(be, to, x) : STAR_OK;
}

static StarStatus read_part(StarBackend *be, StarFile *from, StarObject *x) {
    int64_t there;
    STAR_TRY(read_words(be, from, &there, 1));
    if (there)
        return star_file_read_object(be, from, x);
    star_object_reset(be, x, false);
    return STAR_OK;
}

/* ---- Arrays: their elements, scalars as they stand in memory ---- */

static StarStatus write_array(StarBackend *be, StarFile *to,
                              const StarArray *a) {
    if (a->element != STAR_ELEM_OBJECT)
        return write_bytes(be, to, a->data, star_array_bytes(a));
    for (int64_t k = 0; k < a->count; k++)
        STAR_TRY(write_part(be, to, a->objects[k]));
    return STAR_OK;
}

static StarStatus read_array(StarBackend *be, StarFile *from, StarArray *a) {
    if (a->element != STAR_ELEM_OBJECT)
        return read_bytes(be, from, a->data, star_array_bytes(a));
    for (int64_t k = 0; k < a->count; k++)
        STAR_TRY(read_part(be, from, a->objects[k]));
    return STAR_OK;
}

/* ---- Records: their fields, and the numbers of active variants ---- */

static StarStatus write_record(StarBackend *be, StarFile *to,
                               const StarRecord *r) {
    for (unsigned k = 0; k < r->layout->fields; k++)
        if (r->layout->field[k].kind >= STAR_FIELD_OBJECT)
            STAR_TRY(write_part(be, to, r->cell[k].object));
        else
            STAR_TRY(write_words(be, to, &r->cell[k], 1));
    return STAR_OK;
}

static StarStatus read_record(StarBackend *be, StarFile *from, StarRecord *r) {
    const StarLayout *l = r->layout;
    for (unsigned k = 0; k < l->fields; k++)
        if (l->field[k].kind >= STAR_FIELD_OBJECT)
            STAR_TRY(read_part(be, from, r->cell[k].object));
        else
            STAR_TRY(read_words(be, from, &r->cell[k], 1));
    for (unsigned k = 0; k < l->parts; k++) {
        StarCell *active = &r->cell[l->part[k].active];
        if (active->i >= 0 && active->i < l->part[k].variants)
            continue;
        if (active->i != STAR_UNDEFINED_INT) {
            active->i = STAR_UNDEFINED_INT;
            return star_raise(be->mem->error, MSG_NO_SUCH_RECORD());
        }
    }
    return STAR_OK;
}

StarStatus star_file_write_object(StarBackend *be, StarFile *to,
                                  const StarObject *x) {
    switch ((StarObjectKind)x->kind) {
    case STAR_BIT_VECTOR: return write_line(be, to, (const StarBits *)x);
    case STAR_TABLE: return table(be, to, (StarTable *)x, true);
    case STAR_ARRAY: return write_array(be, to, (const StarArray *)x);
    case STAR_STRING: return write_string(be, to, (const StarString *)x);
    case STAR_RECORD: return write_record(be, to, (const StarRecord *)x);
    case STAR_SET: return write_set(be, to, (const StarSet *)x);
    case STAR_FILE: break;
    }
    return STAR_OK;
}

StarStatus star_file_read_object(StarBackend *be, StarFile *from,
                                 StarObject *x) {
    switch ((StarObjectKind)x->kind) {
    case STAR_BIT_VECTOR: return read_line(be, from, (StarBits *)x);
    case STAR_TABLE: return table(be, from, (StarTable *)x, false);
    case STAR_ARRAY: return read_array(be, from, (StarArray *)x);
    case STAR_STRING: return read_string(be, from, (StarString *)x);
    case STAR_RECORD: return read_record(be, from, (StarRecord *)x);
    case STAR_SET: return read_set(be, from, (StarSet *)x);
    case STAR_FILE: break;
    }
    return STAR_OK;
}
