/* SPDX-License-Identifier: MIT */
#include "tools/lessons/trial.h"

#include <string.h>

#include "debug/profile.h"
#include "tools/values/values.h"
#include "values/table.h"

/* A value of a type before anything is assigned to it. */
static bool nothing(StarBackend *be, const StarParam *p, StarCell *out) {
    switch (p->type->kind) {
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD: out->bits = star_bits_new(be, STAR_UNSIZED); break;
    case STAR_TYPE_TABLE: out->table = star_table_new(be, STAR_UNSIZED); break;
    default: out->i = STAR_UNDEFINED_INT; return true;
    }
    return out->object != NULL;
}

static bool copy(StarBackend *be, const StarParam *p, StarCell from,
                 StarCell *out) {
    StarObject *object;
    *out = from;
    if (!value_is_object(p))
        return true;
    const StarStatus status = star_object_clone(be, from.object, &object);
    out->object = status == STAR_OK ? object : NULL;
    return status == STAR_OK;
}

/* A reference to it, where the procedure may change a scalar. */
static StarCell argument(const StarParam *p, StarCell *value) {
    return p->var && !value_is_object(p) ? (StarCell){.ref = value} : *value;
}

static bool draw(Trial *t, int64_t size, int64_t seed) {
    StarCell arg[TRIAL_PARAMS + 2] = {{.i = size}, {.i = seed}};
    StarCell *given = t->value[TRIAL_GIVEN];
    for (unsigned k = 0; k < t->wanted->params; k++)
        arg[k + 2] = argument(&t->input->param[k + 2], &given[k]);
    return star_machine_call(t->machine, t->model, t->input, arg) == STAR_OK;
}

/* Values of nothing, for INPUT to fill in. */
static bool make(Trial *t) {
    StarBackend *be = star_machine_backend(t->machine);
    for (unsigned k = 0; k < t->wanted->params; k++)
        if (!nothing(be, &t->wanted->param[k], &t->value[TRIAL_GIVEN][k]))
            return false;
    return true;
}

static bool call(Trial *t, TrialValues which) {
    const bool found = which == TRIAL_FOUND;
    const StarProc *proc = found                  ? t->found
                           : which == TRIAL_BOUND ? t->bound
                                                  : t->wanted;
    StarCell arg[TRIAL_PARAMS + 1], most = {.i = STAR_UNDEFINED_INT};
    for (unsigned k = 0; k < t->wanted->params; k++)
        arg[k] = argument(&proc->param[k], &t->value[which][k]);
    arg[t->wanted->params].ref = &most;
    if (star_machine_call(t->machine, found ? t->own : t->model, proc, arg) !=
        STAR_OK)
        return false;
    t->operations[which] = which == TRIAL_BOUND
                               ? most.i
                               : star_machine_count(t->machine).operations;
    return true;
}

static bool copy_all(Trial *t, TrialValues to) {
    StarBackend *be = star_machine_backend(t->machine);
    for (unsigned k = 0; k < t->wanted->params; k++)
        if (!copy(be, &t->wanted->param[k], t->value[TRIAL_GIVEN][k],
                  &t->value[to][k]))
            return false;
    return true;
}

static bool same_line(StarBackend *be, StarBits *a, StarBits *b) {
    return b->head.sizing != STAR_UNSIZED && a->length == b->length &&
           star_object_sync(be, &a->head, STAR_READ) == STAR_OK &&
           star_object_sync(be, &b->head, STAR_READ) == STAR_OK &&
           (a->length == 0 ||
            memcmp(a->word, b->word,
                   (size_t)star_words(a->length) * sizeof *a->word) == 0);
}

static const uint64_t *row(StarTable *t, int64_t i) {
    const StarImage *rows = &t->image[STAR_ROWS];
    return rows->word + i * rows->stride;
}

static bool same_table(StarBackend *be, StarTable *a, StarTable *b) {
    const size_t bytes = (size_t)star_words(a->cols) * sizeof(uint64_t);
    if (b->head.sizing == STAR_UNSIZED || a->rows != b->rows ||
        a->cols != b->cols || star_table_need(be, a, STAR_ROWS) != STAR_OK ||
        star_table_need(be, b, STAR_ROWS) != STAR_OK ||
        star_object_sync(be, &a->head, STAR_READ) != STAR_OK ||
        star_object_sync(be, &b->head, STAR_READ) != STAR_OK)
        return false;
    for (int64_t i = 0; i < a->rows && bytes > 0; i++)
        if (memcmp(row(a, i), row(b, i), bytes) != 0)
            return false;
    return true;
}

bool trial_same(const Trial *t, unsigned k) {
    const StarCell a = t->value[TRIAL_WANTED][k], b = t->value[TRIAL_FOUND][k];
    StarBackend *be = star_machine_backend(t->machine);
    switch (t->wanted->param[k].type->kind) {
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD: return same_line(be, a.bits, b.bits);
    case STAR_TYPE_TABLE: return same_table(be, a.table, b.table);
    default: return a.i == b.i;
    }
}

/* The first component from 1 on in which two lines of one length differ. */
static int64_t first_of(const uint64_t *a, const uint64_t *b, int64_t length) {
    for (int64_t i = 0; i < length; i++)
        if (((a[i / 64] ^ b[i / 64]) >> i % 64 & 1) != 0)
            return i + 1;
    return 0;
}

int64_t trial_place(const Trial *t, unsigned k, int64_t *column) {
    const StarCell a = t->value[TRIAL_WANTED][k], b = t->value[TRIAL_FOUND][k];
    const StarTypeKind kind = (StarTypeKind)t->wanted->param[k].type->kind;
    *column = 0;
    const bool line = kind == STAR_TYPE_SLICE || kind == STAR_TYPE_WORD;
    if (line && b.bits->head.sizing != STAR_UNSIZED &&
        a.bits->length == b.bits->length)
        return first_of(a.bits->word, b.bits->word, a.bits->length);
    if (kind != STAR_TYPE_TABLE || b.table->head.sizing == STAR_UNSIZED ||
        a.table->rows != b.table->rows || a.table->cols != b.table->cols)
        return 0;
    for (int64_t i = 0; i < a.table->rows; i++) {
        *column = first_of(row(a.table, i), row(b.table, i), a.table->cols);
        if (*column > 0)
            return i + 1;
    }
    return 0;
}

int64_t trial_bits(const Trial *t) {
    int64_t bits = 0;
    for (unsigned k = 0; k < t->wanted->params; k++) {
        const StarParam *p = &t->wanted->param[k];
        const StarCell value = t->value[TRIAL_GIVEN][k];
        const StarObject *object = value.object;
        if (!value_is_object(p) || object->sizing == STAR_UNSIZED)
            continue;
        bits += p->type->kind == STAR_TYPE_TABLE
                    ? value.table->rows * value.table->cols
                    : value.bits->length;
    }
    return bits;
}

/* What the model lacks: memory, or it is wrong. */
static TrialEnd model_end(const Trial *t) {
    const StarStatus why = star_machine_report(t->machine)->status;
    return why == STAR_MEMORY || why == STAR_INTERRUPTED || why == STAR_TIME
               ? TRIAL_BROKEN
               : TRIAL_UNFIT;
}

TrialEnd trial_run(Trial *t, int64_t size, int64_t seed) {
    memset(t->value, 0, sizeof t->value);
    memset(t->operations, 0, sizeof t->operations);
    if (!make(t))
        return TRIAL_BROKEN;
    if (!draw(t, size, seed))
        return model_end(t);
    for (TrialValues v = TRIAL_WANTED; v < TRIAL_VALUES; v++)
        if (!copy_all(t, v))
            return TRIAL_BROKEN;
    if (!call(t, TRIAL_WANTED) || (t->bound != NULL && !call(t, TRIAL_BOUND)))
        return model_end(t);
    if (!call(t, TRIAL_FOUND))
        return TRIAL_FAILED;
    for (unsigned k = 0; k < t->wanted->params; k++)
        if (t->wanted->param[k].var && !trial_same(t, k))
            return TRIAL_DIFFERENT;
    return TRIAL_SAME;
}

void trial_free(Trial *t) {
    StarBackend *be = star_machine_backend(t->machine);
    for (int v = 0; v < TRIAL_VALUES; v++)
        for (unsigned k = 0; k < t->wanted->params; k++)
            if (value_is_object(&t->wanted->param[k]))
                star_object_free(be, t->value[v][k].object);
}
