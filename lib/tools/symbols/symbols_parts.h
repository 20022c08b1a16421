/* SPDX-License-Identifier: MIT */
/* What symbols*.c share. */
#ifndef STAR_TOOLS_SYMBOLS_PARTS_H
#define STAR_TOOLS_SYMBOLS_PARTS_H

#include "tools/symbols/symbols.h"
#include "xref.h"

struct Symbols {
    StarMem *mem;
    StarProgram *program;
    Xref xref;
    SymbolUse *use; /* sorted */
    uint32_t uses;
    const Type **record; /* of each, as in XrefUse */
};

/* The text itself. */
static inline const StarSource *symbols_text(const Symbols *s) {
    return &s->program->sources.file[0];
}

/* The use that holds an offset or ends there, also an empty one: its number,
 * or -1. */
int symbols_index(const Symbols *symbols, uint32_t offset);

#endif
