/* Elements of arrays and strings, and indices that no run can use. */
#include "sema/sema.h"

static void check_index(Sema *s, const Expr *e, int64_t low, int64_t high) {
    if (!e->constant || s->dead > 0 || e->type->kind == TYPE_ERROR ||
        (e->integer >= low && e->integer <= high))
        return;
    StarReport *r;
    const char *index = type_value(s->arena, e->type, e->integer);
    const char *first = type_value(s->arena, e->type, low);
    if (high == INT64_MAX)
        r = diag_warn(s->diag, STAR_CONSTANTINDEX, e->span,
                      "the index %s is less than %s", index, first);
    else {
        const char *bounds = arena_printf(s->arena, "%s..%s", first,
                                          type_value(s->arena, e->type, high));
        r = diag_warn(s->diag, STAR_CONSTANTINDEX, e->span,
                      "the index %s is outside %s", index, bounds);
        diag_expected(r, bounds, index);
    }
    diag_hint(s->diag, r, "the program ends here if it comes here");
}

int64_t sema_size_of(const Type *t, int k) {
    const Expr *size = t->size[k];
    if (size != NULL && size->type->kind == STAR_TYPE_TABLE)
        return sema_size_of(size->type, t->kind == STAR_TYPE_WORD);
    return size != NULL && size->constant ? size->integer : INT64_MAX;
}

void sema_check_component(Sema *s, const Expr *e, const Type *of, int k) {
    check_index(s, e, 1, sema_size_of(of, k));
}

static void index_string(Sema *s, Expr *e) {
    sema_integer(s, e->args);
    check_index(s, e->args, 1, INT64_MAX);
    if (e->args->next != NULL)
        diag_error(s->diag, STAR_NOTINDEXED, e->span, "a string has one index");
    e->type = &s->types.character;
}

/* a[i][j] and a[i, j] are the same: the indices are collected on one node as
 * far as the array's dimensions go. */
static void merge_indices(Expr *e) {
    Expr *inner = e->left, *last = inner->args;
    while (last->next != NULL)
        last = last->next;
    last->next = e->args;
    e->args = inner->args;
    e->left = inner->left;
}

void sema_index(Sema *s, Expr *e) {
    Type *type;
    sema_expr(s, e->left, NULL);
    sema_strict_part(s, e);
    type = e->left->type;
    e->meaning = MEANS_ELEMENT;
    e->type = &s->types.error;
    if (type->kind == STAR_TYPE_STRING) {
        index_string(s, e);
        return;
    }
    for (Expr *i = e->args; i != NULL; i = i->next) {
        if (type->kind != STAR_TYPE_ARRAY) {
            if (type->kind != TYPE_ERROR) {
                StarReport *r = diag_error(
                    s->diag, STAR_NOTINDEXED, e->left->span,
                    "%s cannot be indexed with [ ]", type_name(s->arena, type));
                sema_hint_index(s, r, e);
            }
            sema_expr(s, i, NULL);
            type = &s->types.error;
            continue;
        }
        sema_expr(s, i, type_host(type->index));
        if (sema_fit(s, i, type_host(type->index), "an index") &&
            !type->index->dynamic)
            check_index(s, i, type->index->low, type->index->high);
        type = type->element;
    }
    e->type = type;
    if (e->left->meaning == MEANS_ELEMENT &&
        e->left->type->kind == STAR_TYPE_ARRAY)
        merge_indices(e);
}
