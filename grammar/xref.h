/* SPDX-License-Identifier: MIT */
/* What the names of a text mean, place by place: for front ends that are asked
 * about a text while it is written. Nothing in the compiler reads it. All
 * memory is the program's. */
#ifndef STAR_XREF_H
#define STAR_XREF_H

#include "syntax/ast.h"

/* A name in the text that is compiled, not in its units. */
typedef struct XrefUse {
    StarSpan span;
    const Decl *decl;   /* NULL: of a unit, or a field that there is not */
    const Type *record; /* the type before the '.' of a field, else NULL */
    uint32_t unit;      /* of the name of a unit its file, else 0 */
    bool declares;
} XrefUse;

typedef struct Xref {
    Arena *arena;
    XrefUse *use; /* as they were found */
    uint32_t uses, room;
    const Module *module;   /* the text, where it or its correction was read */
    const Decl **visible;   /* the names around its statements, outer before */
    uint32_t visible_count; /* inner; some hide others */
} Xref;

/* Notes a name unless its span is of a unit or `xref` is NULL. Names that were
 * reported as unknown mean nothing. */
void xref_use(Xref *xref, StarSpan span, const Decl *decl, bool declares);
void xref_field(Xref *xref, StarSpan span, const Decl *field,
                const Type *record);
void xref_unit(Xref *xref, StarSpan span, uint32_t file);

#endif
