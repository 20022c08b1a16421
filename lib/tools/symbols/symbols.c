/* SPDX-License-Identifier: MIT */
#include "tools/symbols/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "sema/types.h"
#include "tools/symbols/symbols_parts.h"

static int by_place(const void *a, const void *b) {
    const StarSpan x = ((const XrefUse *)a)->span;
    const StarSpan y = ((const XrefUse *)b)->span;
    if (x.start != y.start)
        return x.start < y.start ? -1 : 1;
    return (x.end > y.end) - (x.end < y.end);
}

/* What is checked twice is noted twice; a declaration counts more than what
 * else stands in its place. */
static bool repeats(const SymbolUse *last, const XrefUse *use) {
    return last->span.start == use->span.start &&
           last->span.end == use->span.end;
}

/* False without memory. */
static bool sort(Symbols *s) {
    const uint32_t n = s->xref.uses;
    s->use = star_mem_alloc(s->mem, n, sizeof *s->use);
    s->record = star_mem_alloc(s->mem, n, sizeof *s->record);
    if (s->use == NULL || s->record == NULL)
        return false;
    if (n > 0)
        qsort(s->xref.use, n, sizeof *s->xref.use, by_place);
    for (uint32_t k = 0; k < n; k++) {
        const XrefUse *x = &s->xref.use[k];
        SymbolUse *last = s->uses > 0 ? &s->use[s->uses - 1] : NULL;
        if (last != NULL && repeats(last, x)) {
            last->declares |= x->declares;
            continue;
        }
        s->record[s->uses] = x->record;
        s->use[s->uses++] = (SymbolUse){.span = x->span,
                                        .symbol = x->decl,
                                        .unit = x->unit,
                                        .declares = x->declares};
    }
    return true;
}

Symbols *symbols_open(StarMem *mem, const StarCompileOptions *options,
                      const char *path, const char *text, size_t length) {
    Symbols *s = star_mem_alloc(mem, 1, sizeof *s);
    if (s == NULL)
        return NULL;
    StarCompileOptions own = *options;
    own.xref = &s->xref;
    s->mem = mem;
    s->program = star_compile(mem, &own, path, text, length);
    if (s->program != NULL && sort(s))
        return s;
    symbols_close(s);
    return NULL;
}

void symbols_close(Symbols *s) {
    if (s == NULL)
        return;
    star_mem_free(s->mem, s->use, s->xref.uses, sizeof *s->use);
    star_mem_free(s->mem, s->record, s->xref.uses, sizeof *s->record);
    star_program_free(s->program);
    star_mem_free(s->mem, s, 1, sizeof *s);
}

const StarProgram *symbols_program(const Symbols *s) {
    return s->program;
}

const SymbolUse *symbols_uses(const Symbols *s, uint32_t *count) {
    *count = s->uses;
    return s->use;
}

int symbols_index(const Symbols *s, uint32_t offset) {
    uint32_t low = 0, high = s->uses; /* the first that begins behind */
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (s->use[middle].span.start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && s->use[low - 1].span.end >= offset ? (int)low - 1 : -1;
}

const SymbolUse *symbols_at(const Symbols *s, uint32_t offset) {
    const int k = symbols_index(s, offset);
    return k >= 0 ? &s->use[k] : NULL;
}

bool symbols_same(const Symbols *of_a, const Symbol *a, const Symbols *of_b,
                  const Symbol *b) {
    if (a->span.end == 0 || b->span.end == 0)
        return a->span.end == b->span.end && strcmp(a->name, b->name) == 0;
    return a->span.start == b->span.start &&
           strcmp(of_a->program->sources.file[a->span.file].path,
                  of_b->program->sources.file[b->span.file].path) == 0;
}

const char *symbols_name(const Symbol *d) {
    return d->spelled;
}

StarSpan symbols_span(const Symbol *d) {
    return d->span;
}

SymbolKind symbols_kind(const Symbol *d) {
    switch (d->kind) {
    case DECL_CONST:
        return d->typex == NULL && d->type != NULL &&
                       d->type->kind == STAR_TYPE_ENUM && d->value != NULL &&
                       d->value->span.start == d->span.start
                   ? SYMBOL_MEMBER
                   : SYMBOL_CONSTANT;
    case DECL_TYPE: return SYMBOL_TYPE;
    case DECL_VAR: return SYMBOL_VARIABLE;
    case DECL_PARAM:
    case DECL_BOUND: return SYMBOL_PARAMETER;
    case DECL_FIELD: return SYMBOL_FIELD;
    case DECL_PROC:
        return d->param.formal       ? SYMBOL_PARAMETER
               : d->routine.function ? SYMBOL_FUNCTION
                                     : SYMBOL_PROCEDURE;
    case DECL_LABEL: return SYMBOL_LABEL;
    default: return SYMBOL_PREDECLARED;
    }
}
