/* SPDX-License-Identifier: MIT */
/* star.h: procedures of a program that was built. */
#include <string.h>

#include "handle.h"
#include "translate/built.h"

typedef struct Call {
    Star *star;
    StarBackend *be;
    const StarProc *proc;
    StarCell *value; /* what it is called with, then the result */
    StarCell *cell;  /* the same, or addresses of it, as the machine wants it */
} Call;

/* ---- What a call leaves ---- */

static size_t cells(const StarProc *p) {
    return 2 * (size_t)p->params + 1;
}

static void forget(StarBackend *be, const StarProc *p, StarCell *value) {
    if (p == NULL)
        return;
    const StarType *result = star_proc_result(p);
    for (unsigned k = 0; k < p->params; k++)
        if (!handle_is_scalar(p->param[k].type))
            star_object_free(be, value[k].object);
    if (result != NULL && !handle_is_scalar(result))
        star_object_free(be, value[p->params].object);
    star_mem_free(be->mem, value, cells(p), sizeof *value);
}

void handle_forget_call(Star *s) {
    if (s->called != NULL)
        forget(star_machine_backend(s->built), s->called, s->value);
    s->called = NULL;
}

/* The result of a function of the runtime on the program's machine. */
static StarCode taken(const Call *c, StarStatus status) {
    if (status == STAR_OK)
        return STAR_CODE_OK;
    c->star->error = *c->be->mem->error;
    return handle_fails(c->star, status);
}

/* ---- Numbers, alone or in arrays ---- */

static StarCell fetch(const StarType *t, const void *from, int64_t k) {
    switch (t->kind) {
    case STAR_TYPE_REAL: return (StarCell){.r = ((const double *)from)[k]};
    case STAR_TYPE_BOOLEAN: return (StarCell){.i = ((const bool *)from)[k]};
    case STAR_TYPE_CHAR:
        return (StarCell){.i = ((const unsigned char *)from)[k]};
    default: return (StarCell){.i = ((const int64_t *)from)[k]};
    }
}

static void store(const StarType *t, void *to, int64_t k, StarCell value) {
    switch (t->kind) {
    case STAR_TYPE_REAL: ((double *)to)[k] = value.r; break;
    case STAR_TYPE_BOOLEAN: ((bool *)to)[k] = value.i != 0; break;
    case STAR_TYPE_CHAR:
        ((unsigned char *)to)[k] = (unsigned char)value.i;
        break;
    default: ((int64_t *)to)[k] = value.i;
    }
}

/* ---- Arguments ---- */

static StarCode text(const Call *c, const StarParam *p, const void *from,
                     StarCell *out) {
    const StarText *var = from;
    const char *value = p->var ? var->text : from;
    out->string = star_string_new(c->be, STAR_UNSIZED);
    if (out->string == NULL)
        return taken(c, STAR_MEMORY);
    if (value == NULL)
        return STAR_CODE_OK;
    const size_t length = p->var ? var->length : strlen(value);
    return taken(c,
                 star_string_set(c->be, out->string, value, (int64_t)length));
}

static StarCode matrix(const Call *c, const StarParam *p, const StarMatrix *x,
                       StarCell *out) {
    const bool table = p->type->kind == STAR_TYPE_TABLE;
    if (table)
        out->table = star_table_new(c->be, STAR_UNSIZED);
    else
        out->bits = star_bits_new(c->be, STAR_UNSIZED);
    if (out->object == NULL)
        return taken(c, STAR_MEMORY);
    if (x->bits == NULL)
        return STAR_CODE_OK;
    if (!table && x->rows != 1)
        return handle_refuse(c->star, STAR_CODE_MISUSED,
                             MSG_IMPOSSIBLE_ROWS(p->name, x->rows, x->columns));
    HANDLE_TRY(
        handle_check_rows(c->star, p->name, x->rows, x->columns, x->stride));
    return taken(
        c, table ? handle_put_rows(c->be, out->table, x->rows, x->columns,
                                   x->bits, x->stride)
                 : handle_put_line(c->be, out->bits, x->columns, x->bits));
}

/* An array with bounds that are known, or so many indices from the least on:
 * the procedure checks whether the index type has them. */
static StarCode array(const Call *c, const StarParam *p, void *const *from,
                      StarCell *out) {
    StarDim dim[STAR_MAX_DIMS];
    memcpy(dim, p->dim, p->dims * sizeof *dim);
    for (int k = 0; k < p->open; k++) {
        const int64_t *count = from[1 + k];
        const int64_t most = INT64_MAX - (dim[k].low > 0 ? dim[k].low : 0);
        if (*count < 1 || *count > most)
            return handle_refuse(c->star, STAR_CODE_MISUSED,
                                 MSG_IMPOSSIBLE_INDICES(p->name, *count));
        dim[k].count = *count;
    }
    HANDLE_TRY(taken(c, star_array_new(c->be, (StarElement)p->element, p->dims,
                                       dim, NULL, &out->array)));
    for (int64_t k = 0; k < out->array->count; k++) {
        StarCell element = fetch(p->of, from[0], k);
        HANDLE_TRY(handle_fit(c->star, p->name, p->of, &element));
        star_array_put(out->array, k, element);
    }
    return STAR_CODE_OK;
}

/* What the headers of libraries leave out is not passed either. */
static bool is_passed(const StarParam *p) {
    return p->type->kind == STAR_TYPE_ARRAY
               ? p->dims > 0 && p->of->kind < STAR_TYPE_STRING
               : p->type->kind <= STAR_TYPE_TABLE;
}

static StarCode take(const Call *c, const StarParam *p, void *const *from,
                     StarCell *out) {
    if (!is_passed(p))
        return handle_refuse(c->star, STAR_CODE_MISUSED,
                             MSG_CALL_TYPE(c->proc->name, p->name));
    for (int k = 0; k <= p->open; k++)
        if (from[k] == NULL)
            return handle_refuse(c->star, STAR_CODE_MISUSED,
                                 MSG_CALL_NULL(c->proc->name, p->name));
    switch (p->type->kind) {
    case STAR_TYPE_STRING: return text(c, p, from[0], out);
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD:
    case STAR_TYPE_TABLE: return matrix(c, p, from[0], out);
    case STAR_TYPE_ARRAY: return array(c, p, from, out);
    default:
        *out = fetch(p->type, from[0], 0);
        return handle_fit(c->star, p->name, p->type, out);
    }
}

/* ---- Results ---- */

/* What may fail before a result is given. */
static StarCode settle(const Call *c, const StarParam *p, StarCell x,
                       void *to) {
    (void)to;
    if (p->type->kind == STAR_TYPE_ARRAY)
        for (int64_t k = 0; k < x.array->count; k++)
            if (!handle_defined(p->of, star_array_get(x.array, k)))
                return handle_refuse(
                    c->star, STAR_CODE_FAILED,
                    MSG_NO_VALUE_OF_ELEMENT((size_t)k + 1, p->name));
    if (handle_is_scalar(p->type) || !star_object_defined(x.object) ||
        p->type->kind > STAR_TYPE_TABLE)
        return STAR_CODE_OK;
    HANDLE_TRY(taken(c, star_object_sync(c->be, x.object, STAR_READ)));
    return p->type->kind == STAR_TYPE_TABLE
               ? taken(c, star_table_need(c->be, x.table, STAR_ROWS))
               : STAR_CODE_OK;
}

/* The handle's own words, or the caller's if they have the size. */
static void give_matrix(const Call *c, bool table, StarCell x, StarMatrix *to,
                        bool in_place) {
    static uint64_t none; /* is never written: there is no bit */
    StarMatrix found = {0};
    if (!star_object_defined(x.object))
        table = in_place = false;
    else if (table)
        found = (StarMatrix){
            x.table->rows, x.table->cols, x.table->image[STAR_ROWS].word,
            (size_t)x.table->image[STAR_ROWS].stride * sizeof(uint64_t)};
    else
        found = (StarMatrix){1, x.bits->length, x.bits->word, 0};
    if (star_object_defined(x.object) && found.bits == NULL)
        found.bits = &none;
    if (!in_place || to->bits == NULL || to->rows != found.rows ||
        to->columns != found.columns)
        *to = found;
    else if (table)
        handle_get_rows(c->be, x.table, to->bits, to->stride);
    else
        handle_get_line(c->be, x.bits, to->bits);
}

static void give_text(const StarString *x, StarText *to) {
    const char *text = x->length > 0 ? x->text : "";
    *to = (StarText){star_object_defined(&x->head) ? text : NULL,
                     (size_t)x->length};
}

static StarCode give(const Call *c, const StarParam *p, StarCell x, void *to) {
    switch (p->type->kind) {
    case STAR_TYPE_STRING: give_text(x.string, to); break;
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD:
    case STAR_TYPE_TABLE:
        give_matrix(c, p->type->kind == STAR_TYPE_TABLE, x, to, p->var);
        break;
    case STAR_TYPE_ARRAY:
        for (int64_t k = 0; k < x.array->count; k++)
            store(p->of, to, k, star_array_get(x.array, k));
        break;
    default: store(p->type, to, 0, x);
    }
    return STAR_CODE_OK;
}

/* ---- The call ---- */

/* Behind the end of the run a result without an owner would be lost. */
static StarStatus run(const Call *c) {
    StarMachine *m = c->star->built;
    const StarProgram *p = c->star->program;
    const locale_t theirs = uselocale(c->star->numbers);
    star_machine_files(m, NULL, 0);
    star_machine_begin(m, p, c->proc, c->cell);
    star_machine_advance(m, INT64_MAX);
    if (c->proc->function && star_machine_report(m)->status == STAR_OK)
        c->value[c->proc->params] = star_machine_globals(m)[p->proc[0].cells];
    const StarStatus status = star_machine_end(m);
    uselocale(theirs);
    c->star->says = HANDLE_BUILT;
    return status;
}

/* What is set: var parameters, and the value of a function. */
static StarCode results(const Call *c, void *const *argument,
                        StarCode (*each)(const Call *c, const StarParam *p,
                                         StarCell x, void *to)) {
    const StarProc *proc = c->proc;
    for (unsigned k = 0; k < proc->params; k++) {
        if (proc->param[k].var)
            HANDLE_TRY(each(c, &proc->param[k], c->value[k], *argument));
        argument += 1 + proc->param[k].open;
    }
    const StarType *t = star_proc_result(proc);
    const StarParam result = {.name = "result", .type = t, .of = t};
    return t != NULL ? each(c, &result, c->value[proc->params], *argument)
                     : STAR_CODE_OK;
}

static StarCode take_all(const Call *c, void *const *from) {
    const StarProc *proc = c->proc;
    for (unsigned k = 0; k < proc->params; k++) {
        const StarParam *p = &proc->param[k];
        HANDLE_TRY(take(c, p, from, &c->value[k]));
        if (p->var && handle_is_scalar(p->type))
            c->cell[k].ref = &c->value[k];
        else
            c->cell[k] = c->value[k];
        from += 1 + p->open;
    }
    if (proc->function && star_proc_result(proc)->kind > STAR_TYPE_TABLE)
        return handle_refuse(c->star, STAR_CODE_MISUSED,
                             MSG_CALL_TYPE(proc->name, "result"));
    if (proc->function && *from == NULL)
        return handle_refuse(c->star, STAR_CODE_MISUSED,
                             MSG_CALL_NULL(proc->name, "result"));
    return STAR_CODE_OK;
}

/* The words that a matrix of a call has, or NULL. */
static const void *words_of(const StarProc *p, unsigned k, StarCell x) {
    const StarType *t = k < p->params ? p->param[k].type : star_proc_result(p);
    if (t == NULL || t->kind < STAR_TYPE_SLICE || t->kind > STAR_TYPE_TABLE ||
        x.object == NULL)
        return NULL;
    return t->kind == STAR_TYPE_TABLE ? x.table->image[STAR_ROWS].word
                                      : x.bits->word;
}

/* Words that are freed: no var parameter is changed in place there. */
static void leave(const StarProc *p, void *const *argument, const void *words) {
    for (unsigned k = 0; k < p->params; k++) {
        const uint8_t kind = p->param[k].type->kind;
        StarMatrix *x = *argument;
        if (words != NULL && p->param[k].var && kind >= STAR_TYPE_SLICE &&
            kind <= STAR_TYPE_TABLE && x != NULL && x->bits == words)
            x->bits = NULL;
        argument += 1 + p->param[k].open;
    }
}

static StarCode call(const Call *c, void *const *argument) {
    HANDLE_TRY((StarCode)star_status_exit(run(c)));
    HANDLE_TRY(results(c, argument, settle));
    return results(c, argument, give);
}

StarCode star_call_built(Star *s, const BuiltProgram *built, uint32_t number,
                         void *const *argument) {
    Call c = {.star = s};
    HANDLE_BEGIN(s, built != NULL && argument != NULL);
    const StarStatus status = handle_open_built(s, built);
    if (status != STAR_OK)
        return handle_fails(s, status);
    c.be = star_machine_backend(s->built);
    if (number >= built->procs || built->proc[number].run == NULL ||
        s->program->proc[number].level != 1)
        return handle_refuse(s, STAR_CODE_MISUSED, MSG_NO_NUMBER(number));
    c.proc = &s->program->proc[number];
    c.value = star_mem_alloc(c.be->mem, cells(c.proc), sizeof *c.value);
    if (c.value == NULL)
        return taken(&c, STAR_MEMORY);
    c.cell = c.value + c.proc->params + 1;
    /* Results of the last call may be arguments. */
    const StarProc *last = s->called;
    StarCell *last_value = s->value;
    s->called = c.proc;
    s->value = c.value;
    const StarCode code = take_all(&c, argument);
    for (unsigned k = 0; last != NULL && k <= last->params; k++)
        leave(c.proc, argument, words_of(last, k, last_value[k]));
    forget(c.be, last, last_value);
    return code == STAR_CODE_OK ? call(&c, argument) : code;
}
