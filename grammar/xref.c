/* SPDX-License-Identifier: MIT */
#include "xref.h"

static void add(Xref *x, XrefUse use) {
    if (x == NULL || use.span.file != 0)
        return;
    x->use = arena_grow(x->arena, x->use, x->uses, &x->room, sizeof *x->use);
    x->use[x->uses++] = use;
}

void xref_use(Xref *x, StarSpan span, const Decl *d, bool declares) {
    if (!d->uses.undeclared)
        add(x, (XrefUse){.span = span, .decl = d, .declares = declares});
}

void xref_field(Xref *x, StarSpan span, const Decl *field, const Type *record) {
    add(x, (XrefUse){.span = span, .decl = field, .record = record});
}

void xref_unit(Xref *x, StarSpan span, uint32_t file) {
    add(x, (XrefUse){.span = span, .unit = file});
}
