/* SPDX-License-Identifier: MIT */
/* The symbols of a session. */
#include <string.h>

#include "session/session_inside.h"

/* A piece of a source on one line. */
static const char *source_text(StarSession *s, StarSpan span) {
    const char *text = s->c.program->sources.file[span.file].text;
    char *line = arena_alloc(&s->scratch, span.end - span.start + 1, 1);
    size_t n = 0;
    for (uint32_t k = span.start; k < span.end; k++)
        if ((unsigned char)text[k] > ' ')
            line[n++] = text[k];
        else if (n > 0 && line[n - 1] != ' ')
            line[n++] = ' ';
    while (n > 0 && (line[n - 1] == ' ' || line[n - 1] == ';'))
        n--;
    line[n] = '\0';
    return line;
}

static const char *type_text(StarSession *s, const Decl *d) {
    if (d->kind == DECL_PROC)
        return source_text(s, (StarSpan){d->span.file, d->routine.text.start,
                                         d->routine.body});
    if (d->typex != NULL)
        return source_text(s, d->typex->span);
    return d->type != NULL ? type_name(&s->scratch, d->type) : "";
}

/* Of an array, if its elements are. */
static bool is_sized(const Type *t) {
    while (t != NULL && t->kind == STAR_TYPE_ARRAY)
        t = t->element;
    return t != NULL && t->size[0] != NULL;
}

static void describe(StarSession *s, const Decl *d, StarSymbol *out) {
    static const StarSymbolKind kind[] = {
        [DECL_CONST] = STAR_SYMBOL_CONSTANT,
        [DECL_TYPE] = STAR_SYMBOL_TYPE,
        [DECL_VAR] = STAR_SYMBOL_VARIABLE,
        [DECL_PROC] = STAR_SYMBOL_PROCEDURE,
        [DECL_PRIM] = STAR_SYMBOL_PRIMITIVE,
        [DECL_BUILTIN] = STAR_SYMBOL_REQUIRED};
    const StarProgram *p = s->c.program;
    jmp_buf jump;
    *out = (StarSymbol){.name = d->spelled,
                        .kind = kind[d->kind],
                        .type = "",
                        .cell = d->kind == DECL_VAR ? d->cell : -1,
                        .proc = d->kind == DECL_PROC ? &p->proc[d->routine.proc]
                                                     : NULL,
                        .sized = is_sized(d->type),
                        .own = d->scope.entry,
                        .span = d->span};
    arena_free(&s->scratch);
    session_guard(s, &jump);
    if (setjmp(jump) == 0)
        out->type = type_text(s, d);
}

bool star_session_next(StarSession *s, uint32_t *at, StarSymbol *out) {
    const Scope *scope = &s->c.sema.scope;
    while (*at < scope->entries) {
        const Decl *d = scope->entered[scope->entries - 1 - (*at)++];
        if (d->kind != DECL_LABEL && scope_find(scope, d->name) == d) {
            describe(s, d, out);
            return true;
        }
    }
    return false;
}

bool star_session_find(StarSession *s, const char *name, StarSymbol *out) {
    const Name known = names_find(&s->c.names, name, strlen(name));
    const Decl *d = known != NULL ? scope_find(&s->c.sema.scope, known) : NULL;
    if (d != NULL)
        describe(s, d, out);
    return d != NULL;
}
