/* SPDX-License-Identifier: MIT */
/* star.h: calls of procedures. */
#include <string.h>

#include "handle.h"

typedef struct Call {
    Star *star;
    const StarProc *proc;
    StarValue *argument;
    StarCell *cell;  /* as the machine wants them, */
    StarCell *value; /* and what var parameters refer to */
} Call;

static StarCode cannot_be(const Call *c, const StarParam *p, const char *kind) {
    return handle_refuse(c->star, STAR_CODE_MISUSED,
                         MSG_CALL_KIND(c->proc->name, p->name, kind));
}

/* True of the same type; bit vectors, tables and strings may differ in size. */
static bool same(const StarType *a, const StarType *b) {
    return a == b || (a->kind == b->kind && a->kind >= STAR_TYPE_STRING &&
                      a->kind <= STAR_TYPE_TABLE);
}

/* True if an array conforms to a parameter with `open` index ranges. */
static bool conforms(const StarType *a, const StarType *p, unsigned open) {
    for (; open > 0 && a->kind == STAR_TYPE_ARRAY; open--) {
        if (a->packed != p->packed || a->index->kind != p->index->kind ||
            a->index->names != p->index->names)
            return false;
        a = a->element;
        p = p->element;
    }
    return same(a, p);
}

static StarCode integer(const Call *c, const StarParam *p, int64_t value,
                        StarCell *out) {
    const bool real = p->type->kind == STAR_TYPE_REAL;
    if (p->type->kind >= STAR_TYPE_STRING || (real && p->var))
        return cannot_be(c, p, "an integer");
    *out = real ? (StarCell){.r = (double)value} : (StarCell){.i = value};
    return handle_fit(c->star, p->name, p->type, out);
}

static StarCode real(const Call *c, const StarParam *p, double value,
                     StarCell *out) {
    if (p->type->kind != STAR_TYPE_REAL)
        return cannot_be(c, p, "a real");
    out->r = value;
    return handle_fit(c->star, p->name, p->type, out);
}

/* Of a value parameter, which the callee copies. */
static StarCode text(const Call *c, const StarParam *p, const char *value,
                     StarCell *out) {
    StarBackend *be = handle_backend(c->star);
    if (p->type->kind != STAR_TYPE_STRING || p->var)
        return cannot_be(c, p, "a text");
    out->string = star_string_new(be, STAR_ELASTIC);
    if (out->string == NULL)
        return handle_take(c->star, STAR_MEMORY);
    return handle_take(c->star, star_string_set(be, out->string, value,
                                                (int64_t)strlen(value)));
}

static StarCode variable(const Call *c, const StarParam *p, const char *name,
                         StarCell *out) {
    Place v;
    HANDLE_TRY(handle_find(c->star, name, true, &v));
    if (p->dims > 0 && p->open > 0 ? !conforms(v.type, p->type, p->open)
                                   : !same(v.type, p->type))
        return handle_refuse(c->star, STAR_CODE_MISUSED,
                             MSG_CALL_TYPE(c->proc->name, p->name));
    if (p->var && handle_is_scalar(p->type))
        out->ref = v.cell;
    else
        *out = *v.cell;
    if (!handle_is_scalar(p->type) || p->var || handle_defined(p->type, *out))
        return STAR_CODE_OK;
    return handle_refuse(
        c->star, STAR_CODE_FAILED,
        MSG_NO_VALUE_OF_ARGUMENT(c->proc->name, name, p->name));
}

static StarCode scalar(const Call *c, const StarParam *p, const StarValue *a,
                       StarCell *out) {
    switch (a->kind) {
    case STAR_VALUE_INTEGER: return integer(c, p, a->integer, out);
    case STAR_VALUE_REAL: return real(c, p, a->real, out);
    default:
        return handle_refuse(c->star, STAR_CODE_MISUSED,
                             MSG_CALL_NO_KIND(c->proc->name, p->name));
    }
}

static StarCode take(const Call *c, unsigned k) {
    const StarParam *p = &c->proc->param[k];
    const StarValue *a = &c->argument[k];
    StarCell *value = &c->value[k];
    const bool named = a->kind == STAR_VALUE_VARIABLE;
    if ((named || a->kind == STAR_VALUE_TEXT) && a->text == NULL)
        return handle_refuse(c->star, STAR_CODE_MISUSED,
                             MSG_CALL_NULL(c->proc->name, p->name));
    if (named)
        return variable(c, p, a->text, &c->cell[k]);
    HANDLE_TRY(a->kind == STAR_VALUE_TEXT ? text(c, p, a->text, value)
                                          : scalar(c, p, a, value));
    if (p->var)
        c->cell[k].ref = value;
    else
        c->cell[k] = *value;
    return STAR_CODE_OK;
}

/* The result of a var parameter of scalars. */
static void give(const Call *c, unsigned k) {
    StarValue *a = &c->argument[k];
    if (!c->proc->param[k].var)
        return;
    if (a->kind == STAR_VALUE_INTEGER)
        a->integer = c->value[k].i;
    if (a->kind == STAR_VALUE_REAL)
        a->real = c->value[k].r;
}

static StarCode run(const Call *c) {
    const unsigned params = c->proc->params;
    for (unsigned k = 0; k < params; k++)
        HANDLE_TRY(take(c, k));
    const locale_t theirs = uselocale(c->star->numbers);
    StarStatus status = star_session_call(c->star->session, c->proc, c->cell);
    uselocale(theirs);
    for (unsigned k = 0; k < params; k++)
        give(c, k);
    return handle_session(c->star, status);
}

static void free_texts(const Call *c) {
    for (unsigned k = 0; k < c->proc->params; k++)
        if (c->argument[k].kind == STAR_VALUE_TEXT)
            star_object_free(handle_backend(c->star), c->value[k].object);
}

static bool is_generic(const StarProc *p) {
    for (unsigned k = 0; k < p->params; k++)
        if (p->param[k].number)
            return true;
    return false;
}

/* A procedure that can be called with so many arguments. */
static StarCode find(Star *s, const char *name, size_t arguments,
                     const StarProc **out) {
    StarSymbol symbol;
    if (!star_session_find(s->session, name, &symbol) || symbol.proc == NULL)
        return handle_refuse(s, STAR_CODE_MISUSED, MSG_NO_PROCEDURE(name));
    *out = symbol.proc;
    if (symbol.proc->function || is_generic(symbol.proc))
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_CALL_IN_ENTRY(name, symbol.proc->function
                                                         ? "a function"
                                                         : "generic"));
    if (symbol.proc->params != arguments)
        return handle_refuse(
            s, STAR_CODE_MISUSED,
            MSG_CALL_COUNT(name, symbol.proc->params, arguments));
    return STAR_CODE_OK;
}

StarCode star_call(Star *s, const char *procedure, StarValue *argument,
                   size_t arguments) {
    Call c = {.star = s, .argument = argument};
    HANDLE_BEGIN(s, procedure != NULL && (argument != NULL || arguments == 0));
    StarMem *mem = handle_backend(s)->mem;
    HANDLE_TRY(find(s, procedure, arguments, &c.proc));
    c.cell = star_mem_alloc(mem, 2 * arguments, sizeof *c.cell);
    if (c.cell == NULL)
        return handle_take(s, STAR_MEMORY);
    c.value = c.cell + arguments;
    StarCode code = run(&c);
    free_texts(&c);
    star_mem_free(mem, c.cell, 2 * arguments, sizeof *c.cell);
    return code;
}
