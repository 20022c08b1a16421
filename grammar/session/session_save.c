/* SPDX-License-Identifier: MIT */
/* A session as one program: what units the entries use, what they declare,
 * then their statements. The texts are kept in pieces, each as it stood in its
 * entry:
 *
 *     var n: integer; n := 3;         { session } program session;
 *     proc p; begin writeln(n) end    var n: integer;
 *     p; n + 1                        proc p; begin writeln(n) end;
 *                                     begin
 *                                       n := 3;
 *                                       p;
 *                                       writeln(n + 1);
 *                                     end.
 *
 * That is the same only if it does not matter that declarations come first,
 * and if every statement was run to its end. The first entry of which that is
 * not sure ends it: there is no program then. */
#include <string.h>

#include "session/session_inside.h"

/* ---- Pieces ---- */

static void add(StarSession *s, int part, const char *text) {
    Pieces *p = &s->noted.part[part];
    Piece *piece = arena_alloc(&s->c.program->arena, 1, sizeof *piece);
    *piece = (Piece){NULL, s->noted.entry, text};
    *(p->first != NULL ? &p->last->next : &p->first) = piece;
    p->last = piece;
}

/* A part of the entry's text, in a form with one %.*s. */
static void add_span(StarSession *s, int part, const char *form,
                     StarSpan span) {
    const char *text = s->c.program->sources.file[span.file].text;
    add(s, part,
        arena_printf(&s->c.program->arena, form, (int)(span.end - span.start),
                     text + span.start));
}

static bool is_used(const StarSession *s, const char *text) {
    const Piece *p = s->notes.part[PART_USES].first;
    while (p != NULL && strcmp(p->text, text) != 0)
        p = p->next;
    return p != NULL;
}

static void add_uses(StarSession *s, const Module *m) {
    for (const Decl *d = m->uses; d != NULL; d = d->next) {
        const char *text =
            arena_printf(&s->c.program->arena, "uses %s;\n", d->name);
        if (!is_used(s, text))
            add(s, PART_USES, text);
    }
}

/* Where a declaration ends, but for its ';', which an entry may lack; 0 of one
 * that gave its body to another. */
static uint32_t end_of(const Decl *d) {
    switch (d->kind) {
    case DECL_PROC:
        return d->routine.block != NULL ? d->routine.block->end.end : 0;
    case DECL_LABEL: return d->span.end;
    case DECL_CONST: return d->value->span.end;
    default: return d->typex->span.end;
    }
}

static void add_declarations(StarSession *s, const Module *m) {
    StarSpan all = {s->entry.file, m->declarations, 0};
    const char *text = s->c.program->sources.file[all.file].text;
    for (const Decl *d = m->block->decls; d != NULL; d = d->next)
        all.end = end_of(d) > all.end ? end_of(d) : all.end;
    all.start += (uint32_t)strspn(text + all.start, " \t\r\n");
    if (m->block->decls != NULL)
        add_span(s, PART_DECLARATIONS, "%.*s;\n", all);
}

/* ---- Values ---- */

static bool can_write(const Expr *x) {
    return x->type->kind == TYPE_TEXT || x->type->kind <= STAR_TYPE_TABLE;
}

/* Nothing is done to show such a value. */
static bool is_variable(const Expr *x) {
    return x->meaning == MEANS_VARIABLE;
}

static void add_statements(StarSession *s, const Block *b) {
    const Expr *x = s->entry.value;
    for (const Stmt *st = b->body != NULL ? b->body->body : NULL; st != NULL;
         st = st->next)
        if (st->kind != STMT_EMPTY)
            add_span(s, PART_STATEMENTS, "  %.*s;\n", st->span);
    if (x == NULL || !can_write(x))
        return;
    add_span(s, PART_VALUE,
             x->type->kind == STAR_TYPE_ENUM ? "  writeln(ord(%.*s));\n"
                                             : "  writeln(%.*s);\n",
             x->span);
}

/* ---- What no program does ---- */

static bool computes(const Type *t);

static Decl *computing(void *none, Decl *field) {
    (void)none;
    return computes(field->type) ? field : NULL;
}

/* True if a size or a bound is computed when the type is declared. */
static bool computes(const Type *t) {
    for (int k = 0; k < 2 && t->dynamic; k++)
        if (t->size[k] != NULL && !t->size[k]->constant)
            return true;
    switch ((int)t->kind) {
    case STAR_TYPE_ARRAY: return computes(t->index) || computes(t->element);
    case STAR_TYPE_FILE: return computes(t->element);
    case STAR_TYPE_RECORD: return type_each(t->fields, computing, NULL) != NULL;
    default: return false;
    }
}

/* A name that meant something else to the entries before. */
static const Decl *redeclared(const StarSession *s) {
    const Scope *scope = &s->c.sema.scope;
    for (uint32_t k = s->before.entries; k < scope->entries; k++)
        if (scope_outside(scope, scope->entered[k]) != NULL)
            return scope->entered[k];
    return NULL;
}

static const Decl *computed(const StarSession *s, const Block *b) {
    const Decl *d = b->decls;
    while (d != NULL && ((d->kind != DECL_VAR && d->kind != DECL_TYPE) ||
                         !computes(d->type)))
        d = d->next;
    return s->notes.part[PART_STATEMENTS].first != NULL ? d : NULL;
}

static const char *why_none(StarSession *s, const Module *m) {
    Arena *a = &s->c.program->arena;
    const Decl *own = m->block->decls, *again = redeclared(s),
               *sized = computed(s, m->block);
    const Expr *x = s->entry.value;
    if (m->files > 0)
        return "is a program with files of the command line";
    if (own != NULL && own->name[0] != '\0' && own->kind != DECL_LABEL &&
        !own->scope.entry)
        return "is a unit of the library";
    if (again != NULL)
        return arena_printf(a, "declares '%s', which meant something already",
                            again->spelled);
    if (sized != NULL)
        return arena_printf(a, "computes a size of '%s' behind statements",
                            sized->spelled);
    return x != NULL && !can_write(x) && !is_variable(x)
               ? "has a value that 'writeln' does not write"
               : NULL;
}

/* ---- Entries ---- */

void session_note(StarSession *s) {
    const Module *m = s->entry.module;
    const char *path = s->c.program->sources.file[s->entry.file].path;
    if (s->notes.why != NULL)
        return;
    s->noted =
        (Notes){.entry = arena_text(&s->c.program->arena, path, strlen(path))};
    s->noted.why = why_none(s, m);
    if (s->noted.why != NULL)
        return;
    add_uses(s, m);
    add_declarations(s, m);
    add_statements(s, m->block);
}

static void append(Pieces *to, const Pieces *more) {
    if (more->first == NULL)
        return;
    *(to->first != NULL ? &to->last->next : &to->first) = more->first;
    to->last = more->last;
}

void session_noted(StarSession *s, StarStatus status, bool known) {
    Notes *all = &s->notes, *n = &s->noted;
    if (all->why != NULL)
        return;
    if (n->why == NULL && status != STAR_OK)
        n->why = status == STAR_INTERRUPTED || status == STAR_TIME ||
                         status == STAR_STEPS
                     ? "was stopped"
                     : "failed while it ran";
    if (n->why == NULL && !known && !is_variable(s->entry.value))
        n->why = "has a value that is none";
    all->why = n->why;
    all->entry = n->entry;
    for (int k = 0; k < PARTS; k++)
        if (k < PART_VALUE || known)
            append(&all->part[k < PART_VALUE ? k : PART_STATEMENTS],
                   &n->part[k]);
}

/* ---- The program ---- */

typedef struct Save {
    StarSession *session;
    char *text;
    uint32_t length, room;
} Save;

static void put(Save *v, const char *text) {
    for (; *text != '\0'; text++) {
        v->text = arena_grow(&v->session->scratch, v->text, v->length, &v->room,
                             sizeof *v->text);
        v->text[v->length++] = *text;
    }
}

/* Writes the program. Up to `end` of its bytes; the entry that the last one is
 * of, or NULL. */
static const char *write(Save *v, uint32_t end) {
    static const char *const before[] = {"{ session } program session;\n", "",
                                         "begin\n"};
    const char *entry = NULL;
    for (int k = 0; k <= PART_STATEMENTS; k++) {
        put(v, before[k]);
        for (const Piece *p = v->session->notes.part[k].first;
             p != NULL && v->length <= end; p = p->next) {
            entry = p->entry;
            put(v, p->text);
        }
    }
    put(v, "end.\n");
    return entry;
}

/* The compiler has the last word: what it says of the program, or NULL. */
static const char *check(StarSession *s, const char *path, const Save *v) {
    StarProgram *p = star_compile(s->c.program->arena.mem, s->c.options, path,
                                  v->text, v->length);
    const StarReport *r = p != NULL ? p->report : NULL;
    const char *why = p != NULL ? NULL : "there is no memory for the program";
    while (p != NULL && p->errors > 0 && r->severity != STAR_ERROR)
        r++;
    if (p != NULL && p->errors > 0) {
        Save again = {.session = s};
        const char *entry = write(&again, r->span.start);
        why = arena_printf(&s->scratch, "%s does not fit a program: %s",
                           entry != NULL ? entry : path, r->text);
    }
    star_program_free(p);
    return why;
}

static const char *save(StarSession *s, const char *path, const char **why) {
    Save v = {.session = s};
    if (s->notes.why != NULL) {
        *why = arena_printf(&s->scratch, "%s %s", s->notes.entry, s->notes.why);
        return NULL;
    }
    write(&v, UINT32_MAX);
    *why = check(s, path, &v);
    return *why == NULL ? arena_text(&s->scratch, v.text, v.length) : NULL;
}

const char *star_session_save(StarSession *s, const char *path,
                              const char **why) {
    jmp_buf jump;
    arena_free(&s->scratch);
    session_guard(s, &jump);
    *why = "its entries were not kept";
    if (!s->saved)
        return NULL;
    *why = "there is no memory for the program";
    return setjmp(jump) == 0 ? save(s, path, why) : NULL;
}

bool star_session_ran(const StarSession *s) {
    return s->ran;
}
