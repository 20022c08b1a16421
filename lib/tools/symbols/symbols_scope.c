/* SPDX-License-Identifier: MIT */
/* What stands around a place, and the outline. */
#include <string.h>
#include <strings.h>

#include "primitives/primitives.h"
#include "sema/types.h"
#include "tools/symbols/symbols_parts.h"
#include "tools/tokens.h"

/* ---- Procedures around a place ---- */

static bool holds(StarSpan span, uint32_t offset) {
    return span.start <= offset && offset <= span.end;
}

/* True if the body of a procedure, or its heading, is around an offset; the
 * body of one that was declared forward stands elsewhere. */
static bool is_around(const Decl *d, const Decl *list, uint32_t offset) {
    const Block *b = d->routine.block;
    if (d->kind != DECL_PROC)
        return false;
    if (holds(d->routine.text, offset))
        return true;
    for (const Decl *e = list; b != NULL && e != NULL; e = e->next)
        if (e->kind == DECL_PROC && e->name[0] == '\0' &&
            holds(e->routine.text, b->end.start))
            return holds(e->routine.text, offset);
    return false;
}

/* Declarations of a list, and of blocks that it has around the offset. */
typedef struct Around {
    uint32_t offset;
    SymbolsTake *take;
    void *context;
} Around;

static void bounds(const Around *a, const Decl *param) {
    for (const Type *t = param->type;
         t != NULL && t->kind == STAR_TYPE_ARRAY && t->conformant;
         t = t->element)
        for (const Decl *d = t->index->bounds; d != NULL; d = d->next)
            a->take(a->context, d);
}

static void locals(const Around *a, const Decl *routine) {
    const Block *b = routine->routine.block;
    for (const Decl *d = b != NULL ? b->decls : NULL; d != NULL; d = d->next)
        if (is_around(d, b->decls, a->offset))
            locals(a, d);
    for (const Decl *d = b != NULL ? b->decls : NULL; d != NULL; d = d->next)
        if (d->name[0] != '\0')
            a->take(a->context, d);
    for (const Decl *p = routine->routine.params; p != NULL; p = p->next) {
        a->take(a->context, p);
        bounds(a, p);
    }
}

/* ---- Names that can be seen ---- */

typedef struct Visible {
    const Decl **seen;
    uint32_t count, room;
    Arena arena;
    SymbolsTake *take;
    void *context;
} Visible;

/* The first one hides others of its name. */
static void see(void *visible, const Symbol *d) {
    Visible *v = visible;
    for (uint32_t k = 0; k < v->count; k++)
        if (v->seen[k]->name == d->name)
            return;
    v->seen =
        arena_grow(&v->arena, v->seen, v->count, &v->room, sizeof *v->seen);
    v->seen[v->count++] = d;
    v->take(v->context, d);
}

typedef struct Fields {
    SymbolsTake *take;
    void *context;
} Fields;

static Decl *field(void *fields, Decl *d) {
    const Fields *f = fields;
    if (d->spelled != NULL && *d->spelled != '\0')
        f->take(f->context, d);
    return NULL;
}

static void see_all(const Symbols *s, uint32_t offset, Visible *v) {
    const Module *m = s->xref.module;
    const Around a = {offset, see, v};
    jmp_buf exhausted;
    v->arena.exhausted = &exhausted;
    if (setjmp(exhausted) != 0)
        return;
    for (const Decl *d = m != NULL ? m->block->decls : NULL; d != NULL;
         d = d->next)
        if (is_around(d, m->block->decls, offset))
            locals(&a, d);
    for (uint32_t k = s->xref.visible_count; k > 0; k--) {
        const Decl *d = s->xref.visible[k - 1];
        if (d->spelled[0] != '\0' && !d->uses.undeclared)
            see(v, d);
    }
}

bool symbols_in_record(const Symbols *s, uint32_t offset) {
    const int k = symbols_index(s, offset);
    return k >= 0 && s->record[k] != NULL;
}

void symbols_visible(const Symbols *s, uint32_t offset, SymbolsTake *take,
                     void *context) {
    if (symbols_in_record(s, offset)) {
        Fields fields = {take, context};
        type_each(s->record[symbols_index(s, offset)]->fields, field, &fields);
        return;
    }
    Visible v = {.arena = {.mem = s->mem}, .take = take, .context = context};
    see_all(s, offset, &v);
    arena_free(&v.arena);
}

/* ---- Calls ---- */

enum { CALLS = 64 };

typedef struct Open {
    uint32_t name; /* where the name before the parenthesis ends; 0: none */
    int commas;
} Open;

/* The parentheses that are open before an offset. */
typedef struct Calls {
    const char *text;
    uint32_t offset, name; /* the end of the last token if it is a name */
    Open open[CALLS];
    int depth;
} Calls;

static void sign(Calls *c, char sign) {
    if (sign == '(' || sign == '[') {
        if (c->depth < CALLS)
            c->open[c->depth] = (Open){sign == '(' ? c->name : 0, 0};
        c->depth++;
    } else if ((sign == ')' || sign == ']') && c->depth > 0) {
        c->depth--;
    } else if (sign == ',' && c->depth > 0 && c->depth <= CALLS) {
        c->open[c->depth - 1].commas++;
    } else if (sign == ';') {
        c->depth = 0;
    }
}

/* Words of statements end what is open: a parenthesis may be missing. */
static void follow(void *calls, const TokenSpan *t) {
    static const char *const ends[] = {"begin", "end",    "then", "else",
                                       "do",    "repeat", "until"};
    Calls *c = calls;
    const uint32_t length = t->end - t->start;
    if (t->end > c->offset || t->kind == TOKEN_COMMENT)
        return;
    if (t->kind == TOKEN_SIGN && length == 1)
        sign(c, c->text[t->start]);
    for (size_t k = 0; t->kind == TOKEN_WORD && k < sizeof ends / sizeof *ends;
         k++)
        if (strlen(ends[k]) == length &&
            strncasecmp(c->text + t->start, ends[k], length) == 0)
            c->depth = 0;
    c->name = t->kind == TOKEN_NAME ? t->end : 0;
}

const Symbol *symbols_call(const Symbols *s, uint32_t offset, int *argument) {
    const StarSource *text = symbols_text(s);
    Calls c = {.text = text->text, .offset = offset};
    if (tokens_scan(s->mem, text->text, text->length, follow, &c) != STAR_OK ||
        c.depth == 0 || c.depth > CALLS || c.open[c.depth - 1].name == 0)
        return NULL;
    *argument = c.open[c.depth - 1].commas;
    const SymbolUse *use = symbols_at(s, c.open[c.depth - 1].name);
    return use != NULL ? use->symbol : NULL;
}

/* The kind of type that a primitive's operand has, by its letter. */
static bool fits_letter(const Type *t, char letter) {
    switch (letter) {
    case 'l':
    case 'u': return type_bits(t);
    case 's': return t->kind == STAR_TYPE_SLICE;
    case 'w': return t->kind == STAR_TYPE_WORD;
    case 't':
    case 'm': return t->kind == STAR_TYPE_TABLE;
    case 'i':
    case 'a':
    case 'z':
    case 'k': return t->kind == STAR_TYPE_INTEGER;
    case 'p': return type_numeric(t);
    default: return true;
    }
}

static bool fits_primitive(const Type *t, unsigned prim, int argument) {
    StarOperand operand[STAR_MAX_OPERANDS];
    const int n = star_signature(star_prims[prim].signature, operand);
    const int k = argument + (operand[0].access == STAR_OVERWRITE);
    return k >= n || fits_letter(t, operand[k].letter);
}

bool symbols_fits(const Symbol *d, const Symbol *call, int argument) {
    const Type *t =
        d->kind == DECL_PRIM || d->kind == DECL_BUILTIN || d->kind == DECL_TYPE
            ? NULL
            : d->type;
    if (call->kind != DECL_PROC && call->kind != DECL_PRIM)
        return true;
    if (t == NULL || t->kind == TYPE_NONE)
        return false;
    if (call->kind == DECL_PRIM)
        return fits_primitive(t, call->number, argument);
    const Decl *p = call->routine.params;
    while (p != NULL && argument-- > 0)
        p = p->next;
    return p != NULL && p->type != NULL && p->type->kind == t->kind;
}

/* ---- The outline ---- */

const Symbol *symbols_next(const Symbol *d) {
    do
        d = d->next;
    while (d != NULL && (d->spelled[0] == '\0' || d->name[0] == '\0' ||
                         d->routine.instance > 0));
    return d;
}

const Symbol *symbols_first(const Symbols *s, const Symbol *within) {
    const Module *m = s->xref.module;
    const Block *b = within != NULL ? within->routine.block
                     : m != NULL    ? m->block
                                    : NULL;
    const Decl *d = b != NULL ? b->decls : NULL;
    return d == NULL || (d->spelled[0] != '\0' && d->name[0] != '\0')
               ? d
               : symbols_next(d);
}
