/* The labels of a case statement or a variant part. There may be many, so
 * they are sorted rather than compared with one another. */
#include <stdlib.h>

#include "sema/sema.h"

void sema_add_label(Sema *s, Labels *all, const CaseLabel *l) {
    all->label = arena_grow(s->arena, all->label, all->count, &all->room,
                            sizeof *all->label);
    all->label[all->count++] = l;
}

int64_t sema_label_high(const CaseLabel *l) {
    return (l->high != NULL ? l->high : l->low)->integer;
}

/* By their least values, and those that are equal as they stand. */
static int compare(const void *a, const void *b) {
    const Expr *x = (*(const CaseLabel *const *)a)->low;
    const Expr *y = (*(const CaseLabel *const *)b)->low;
    if (x->integer != y->integer)
        return x->integer < y->integer ? -1 : 1;
    return x->span.start < y->span.start ? -1 : 1;
}

bool sema_repeats(Sema *s, Labels *all, StarStatus status, const char *text) {
    const CaseLabel *widest, *last = NULL;
    if (all->count == 0)
        return false;
    qsort(all->label, all->count, sizeof *all->label, compare);
    widest = all->label[0];
    for (uint32_t k = 1; k < all->count; k++) {
        const CaseLabel *first = widest, *second = all->label[k];
        if (sema_label_high(second) > sema_label_high(widest))
            widest = second;
        if (second->low->integer > sema_label_high(first))
            continue;
        if (first->low->span.start > second->low->span.start) {
            second = first;
            first = all->label[k];
        }
        if (second == last) /* it repeats several */
            continue;
        last = second;
        StarReport *r =
            diag_error(s->diag, status, second->low->span, "%s", text);
        diag_note(s->diag, r, first->low->span, "it stands here already");
    }
    return last != NULL;
}
