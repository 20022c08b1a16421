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

static StarCode wrong(const Call *c, const StarParam *p, const char *why) {
    return handle_refuse(c->star, STAR_CODE_MISUSED, STAR_ARGUMENTS,
                         "%s: the argument for '%s' %s", c->proc->name, p->name,
                         why);
}

/* The same type; lines, tables and strings of any size are. */
static bool same(const StarType *a, const StarType *b) {
    return a == b || (a->kind == b->kind && a->kind >= STAR_TYPE_STRING &&
                      a->kind <= STAR_TYPE_TABLE);
}

/* Whether an array conforms to a parameter with `open` index ranges. */
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

static bool is_scalar(const StarType *t) {
    return t->kind < STAR_TYPE_STRING || t->kind == STAR_TYPE_POINTER ||
           (t->kind == STAR_TYPE_SET && t->small);
}

static StarCode integer(const Call *c, const StarParam *p, int64_t value,
                        StarCell *out) {
    const StarType *t = p->type;
    if (t->kind == STAR_TYPE_REAL && p->var)
        return wrong(c, p, "cannot be an integer");
    if (t->kind == STAR_TYPE_REAL)
        out->r = (double)value;
    else if (t->kind >= STAR_TYPE_STRING)
        return wrong(c, p, "cannot be an integer");
    else
        out->i = value;
    return t->kind == STAR_TYPE_REAL
               ? STAR_CODE_OK
               : handle_ordinal(c->star, p->name, t, value);
}

static StarCode real(const Call *c, const StarParam *p, double value,
                     StarCell *out) {
    if (p->type->kind != STAR_TYPE_REAL)
        return wrong(c, p, "cannot be a real");
    out->r = p->type->single ? (float)value : value;
    return handle_real(c->star, p->name, p->type, value);
}

/* Of a value parameter, which the callee copies. */
static StarCode text(const Call *c, const StarParam *p, const char *value,
                     StarCell *out) {
    StarBackend *be = handle_backend(c->star);
    if (p->type->kind != STAR_TYPE_STRING || p->var)
        return wrong(c, p, "cannot be a text");
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
        return wrong(c, p, "has another type");
    if (p->var && is_scalar(p->type))
        out->ref = v.cell;
    else
        *out = *v.cell;
    if (is_scalar(p->type) && !p->var &&
        (p->type->kind == STAR_TYPE_REAL ? out->bits == STAR_UNDEFINED_REAL
                                         : out->i == STAR_UNDEFINED_INT))
        return wrong(c, p, "has no value");
    return STAR_CODE_OK;
}

static StarCode take(const Call *c, unsigned k) {
    const StarParam *p = &c->proc->param[k];
    const StarValue *a = &c->argument[k];
    StarCell *value = &c->value[k];
    if (a->kind == STAR_VALUE_VARIABLE)
        return variable(c, p, a->text, &c->cell[k]);
    if (a->kind == STAR_VALUE_TEXT)
        HANDLE_TRY(text(c, p, a->text, value));
    else if (a->kind == STAR_VALUE_REAL)
        HANDLE_TRY(real(c, p, a->real, value));
    else
        HANDLE_TRY(integer(c, p, a->integer, value));
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
    HANDLE_TRY(handle_ready(s));
    if (!star_session_find(s->session, name, &symbol) || symbol.proc == NULL)
        return handle_refuse(s, STAR_CODE_MISUSED, STAR_UNDECLARED,
                             "there is no procedure '%s'", name);
    *out = symbol.proc;
    if (symbol.proc->function || is_generic(symbol.proc))
        return handle_refuse(s, STAR_CODE_MISUSED, STAR_ARGUMENTS,
                             "'%s' is %s: it is called in an entry", name,
                             symbol.proc->function ? "a function" : "generic");
    if (symbol.proc->params != arguments)
        return handle_refuse(s, STAR_CODE_MISUSED, STAR_ARGUMENTS,
                             "'%s' takes %u arguments, not %zu", name,
                             symbol.proc->params, arguments);
    return STAR_CODE_OK;
}

StarCode star_call(Star *s, const char *procedure, StarValue *argument,
                   size_t arguments) {
    StarMem *mem = handle_backend(s)->mem;
    Call c = {.star = s, .argument = argument};
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
