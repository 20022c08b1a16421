/* Whether what an entry does may change something. */
#include "builtins.h"
#include "session/session_save.h"

/* A function of the library changes nothing but var arguments. */
static bool is_pure(const Decl *d) {
    const Decl *p = d->params;
    while (p != NULL && !p->var && !p->formal)
        p = p->next;
    return p == NULL && d->home != scope_program.home &&
           d->home != scope_units.home;
}

/* Whether an expression may change something. */
bool save_effect(const Expr *x) {
    bool found = false;
    for (; x != NULL && !found && x->meaning != MEANS_WITH; x = x->left) {
        found = (x->meaning == MEANS_CALL && !is_pure(x->decl)) ||
                (x->meaning == MEANS_PRIM && x->number == STAR_PRIM_STEP) ||
                save_effect(x->right) || save_effect(x->third);
        if (x->kind == EXPR_CALL || x->kind == EXPR_INDEX ||
            x->kind == EXPR_SET)
            for (const Expr *a = x->args; a != NULL && !found; a = a->next)
                found = save_effect(a);
    }
    return found;
}

static bool writes_output(const Expr *x) {
    const Decl *d = x->decl;
    return d != NULL && d->kind == DECL_BUILTIN &&
           (d->number == BUILTIN_WRITE || d->number == BUILTIN_WRITELN ||
            d->number == BUILTIN_PAGE) &&
           (x->args == NULL || x->args->type == NULL ||
            x->args->type->kind != STAR_TYPE_FILE) &&
           !save_effect(x);
}

/* Whether a statement changes no variable, whatever happens. */
bool save_harmless(const Stmt *st) {
    bool good = !save_effect(st->value);
    switch (st->kind) {
    case STMT_EMPTY:
    case STMT_GOTO: return true;
    case STMT_CALL: return writes_output(st->value);
    case STMT_CASE:
        for (const CaseArm *a = st->arms; a != NULL && good; a = a->next)
            good = save_harmless(a->body);
        return good && save_all_harmless(st->other);
    case STMT_BLOCK:
    case STMT_REPEAT: return good && save_all_harmless(st->body);
    case STMT_LABEL:
    case STMT_IF:
    case STMT_WHILE:
    case STMT_WITH:
        return good && save_harmless(st->body) &&
               (st->other == NULL || save_harmless(st->other));
    case STMT_ASSIGN:
    case STMT_FOR: break;
    }
    return false;
}

bool save_all_harmless(const Stmt *st) {
    while (st != NULL && save_harmless(st))
        st = st->next;
    return st == NULL;
}

static Decl *size_in_field(void *sizes, Decl *field) {
    return save_sizes(sizes, field->type) ? NULL : field;
}

bool save_sizes(const SaveSizes *s, const Type *t) {
    bool whole = true;
    if (t->kind == STAR_TYPE_ARRAY)
        whole = save_sizes(s, t->index);
    if (t->kind == STAR_TYPE_ARRAY || t->kind == STAR_TYPE_FILE)
        whole = whole && save_sizes(s, t->element);
    if (t->kind == STAR_TYPE_RECORD)
        whole = type_each(t->fields, size_in_field, (void *)s) == NULL;
    for (int k = 0; k < 2 && t->dynamic && whole; k++)
        whole = t->size[k] == NULL || t->size[k]->constant ||
                !s->visit(s->context, t, k);
    return whole;
}

static bool size_has_effect(void *none, const Type *t, int number) {
    (void)none;
    return save_effect(t->size[number]);
}

bool session_sizes_change(const Block *block) {
    const SaveSizes sizes = {size_has_effect, NULL};
    const Decl *d = block->decls;
    while (d != NULL && ((d->kind != DECL_VAR && d->kind != DECL_TYPE) ||
                         save_sizes(&sizes, d->type)))
        d = d->next;
    return d != NULL;
}
