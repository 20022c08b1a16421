/* SPDX-License-Identifier: MIT */
/* Expressions at a pause: a session on a machine of its own has copies of the
 * variables that they name, under their names. */
#include <stdio.h>
#include <string.h>

#include "tools/debug/debug_parts.h"
#include "tools/entries.h"
#include "tools/tokens.h"

/* An expression that never ends would hold the debugger. */
enum { MAX_STEPS = 10000000, MAX_NAME = 100, MAX_TYPE = 300 };

typedef struct Evaluation {
    Debug *debug;
    const char *text;
    StarSession *session;
    StarStatus status;
} Evaluation;

/* A StarSink: what does not fit is cut, which no type is then. */
typedef struct TypeText {
    char text[MAX_TYPE];
    size_t length;
} TypeText;

static void add(void *context, const char *text, size_t length) {
    TypeText *t = context;
    const size_t room = sizeof t->text - 1 - t->length;
    const size_t n = length < room ? length : room;
    memcpy(t->text + t->length, text, n);
    t->length += n;
}

static StarStatus enter(Evaluation *e, const char *text) {
    return star_session_enter(e->session, "expression", text, strlen(text));
}

/* Declares a variable of the same name and type, and copies its value. */
static StarStatus copy(Evaluation *e, StarMachine *m, const char *name,
                       const StarVariable *v) {
    TypeText type = {.length = 0};
    char text[MAX_NAME + MAX_TYPE + 10];
    StarSymbol symbol;
    star_type_write(v->type, add, &type);
    snprintf(text, sizeof text, "var %s: %s", name, type.text);
    STAR_TRY(enter(e, text));
    if (!star_session_find(e->session, name, &symbol) || symbol.cell < 0)
        return STAR_OK;
    StarCell *cell = &star_session_cells(e->session)[symbol.cell];
    if (star_session_program(e->session)->proc[0].cell[symbol.cell].kind <
        STAR_CELL_BITS)
        *cell = v->value;
    else if (v->value.object != NULL && cell->object != NULL)
        return star_object_copy(star_machine_backend(m), cell->object,
                                v->value.object);
    return STAR_OK;
}

typedef struct Names {
    Evaluation *evaluation;
    StarMachine *machine;
} Names;

/* A TokensTake: each name of a variable, once. */
static void take_name(void *context, const TokenSpan *token) {
    const Names *n = context;
    Evaluation *e = n->evaluation;
    const size_t length = token->end - token->start;
    char name[MAX_NAME];
    const char *wrong;
    DebugPlace place;
    StarVariable v;
    StarSymbol known;
    if (token->kind != TOKEN_NAME || e->status != STAR_OK ||
        length >= sizeof name)
        return;
    memcpy(name, e->text + token->start, length);
    name[length] = '\0';
    if (!debug_find(e->debug, name, &place, &v, &wrong) ||
        (star_session_find(e->session, name, &known) && known.own))
        return;
    e->status = copy(e, n->machine, name, &v);
}

/* Enters the variables, then the expression. */
static bool evaluate(Evaluation *e, StarMachine *m, StarVariable *out) {
    const Names names = {e, m};
    StarError *error = &e->debug->error;
    int count;
    if (e->session == NULL ||
        tokens_scan(&e->debug->mem, e->text, strlen(e->text), take_name,
                    (void *)&names) != STAR_OK)
        return false;
    if (e->status == STAR_OK)
        e->status = enter(e, e->text);
    if (e->status == STAR_OK &&
        entry_value(e->session, &out->type, &out->value))
        return true;
    const StarReport *report = star_session_reports(e->session, &count);
    for (int k = count; k-- > 0;)
        if (report[k].severity == STAR_ERROR)
            star_raise(error, MSG_OF_LIBRARY(report[k].status, report[k].text));
    if (e->status == STAR_OK)
        star_raise(error, MSG_NO_EXPRESSION());
    return false;
}

/* In a program that declares nothing only names are unknown: what else is wrong
 * is so everywhere. */
bool debug_may_hold(Debug *d, const char *text) {
    static const char before[] = "program p; begin if (",
                      behind[] = "\n) then end.";
    const StarCompileOptions options = {.plain = true};
    const size_t length = strlen(text),
                 room = length + sizeof before + sizeof behind;
    char *whole = star_mem_alloc(&d->mem, room, 1);
    if (whole == NULL)
        return false;
    snprintf(whole, room, "%s%s%s", before, text, behind);
    StarProgram *p =
        star_compile(&d->mem, &options, "condition", whole, strlen(whole));
    bool may = p != NULL;
    for (int k = 0; may && k < p->reports; k++) {
        const StarReport *r = &p->report[k];
        may = r->severity != STAR_ERROR || r->status == STAR_UNDECLARED;
        if (!may)
            star_raise(&d->error, MSG_OF_LIBRARY(r->status, r->text));
    }
    star_program_free(p);
    star_mem_free(&d->mem, whole, room, 1);
    return may;
}

/* What used a file could not be undone. */
static StarPermit no_files(void *context, const char *path) {
    (void)context, (void)path;
    return STAR_PERMIT_NONE;
}

bool debug_evaluate(Debug *d, const char *text, DebugEvaluated *evaluated,
                    void *context) {
    static const StarCompileOptions compile = {.count = true};
    const StarOptions options = {.max_steps = MAX_STEPS, .may_open = no_files};
    StarMachine *m = star_machine_new(&options, &d->error);
    StarVariable v = {.name = text};
    if (m == NULL)
        return false;
    Evaluation e = {.debug = d,
                    .text = text,
                    .session = star_session_new(m, &compile, false)};
    const bool done = evaluate(&e, m, &v);
    if (done)
        evaluated(context, &v);
    star_session_free(e.session);
    star_machine_free(m);
    return done;
}
