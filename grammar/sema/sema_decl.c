/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "syntax/parser.h"
#include "sema/sema.h"

void sema_init(Sema *s, Arena *arena, Diag *diag, Names *names) {
    *s = (Sema){.arena = arena, .diag = diag, .names = names};
    types_init(&s->types);
    scope_init(&s->scope, arena, names, &s->types);
}

/* A name means one thing in all of a block. */
static void other_meaning(Sema *s, const Decl *d, const Decl *outer) {
    StarReport *r =
        diag_error(s->diag, d->span, MSG_DECLARED_AFTER_USE(d->spelled));
    diag_note(s->diag, r, outer->uses.last->span, "it is used here");
}

static void declare(Sema *s, Decl *d) {
    const Decl *outer = scope_find(&s->scope, d->name);
    Decl *old = scope_add(&s->scope, d);
    d->level = s->body.level;
    d->owner = s->body.routine;
    d->scope.entry = s->module.entry && s->body.level == 0;
    xref_use(s->xref, d->span, d, true);
    if (old == NULL) {
        if (outer != NULL && outer->uses.order > s->module.uses_outside)
            other_meaning(s, d, outer);
        return;
    }
    d->uses.used = old->uses.used = true;
    if (old->uses.undeclared)
        return;
    StarReport *r =
        diag_error(s->diag, d->span, MSG_DECLARED_TWICE(d->spelled));
    sema_declared(s, r, old);
}

/* Types. */

/* slice(T), word(T) with a table; slice(e), word(e), table(r, c). */
static Type *sized(Sema *s, const TypeExpr *x, Type *base, Expr *args) {
    int wanted = base->kind == STAR_TYPE_TABLE ? 2 : 1, found = 0;
    Type *t = sema_new_type(s, base->kind);
    if (!type_bits(base) && base->kind != STAR_TYPE_TABLE)
        return sema_no_type(s, x, MSG_NOT_SIZED());
    for (Expr *a = args; a != NULL; a = a->next, found++) {
        sema_expr(s, a, NULL);
        if (a->type->kind != STAR_TYPE_TABLE || !type_bits(base))
            sema_fit(s, a, &s->types.integer, "a size");
        sema_declared_size(s, a);
        if (found < 2)
            t->size[found] = a;
    }
    if (found != wanted) {
        diag_error(s->diag, x->span, MSG_SIZE_COUNT(base->name, wanted, found));
        return &s->types.error;
    }
    t->dynamic = true;
    return t;
}

Type *sema_type_name(Sema *s, Expr *name) {
    Decl *d = scope_find(&s->scope, name->name);
    while (d != NULL && d->library) /* boolean is a semiring, and a type */
        d = scope_outside(&s->scope, d);
    if (d == NULL)
        d = sema_lookup(s, name, SCOPE_TYPE);
    sema_use(s, d, name);
    if (d->kind == DECL_TYPE)
        return d->type;
    if (d->type == NULL || d->type->kind != TYPE_ERROR)
        sema_declared(
            s, diag_error(s->diag, name->span, MSG_NOT_A_TYPE(name->text)), d);
    return &s->types.error;
}

/* slice{left}: a comment in Pascal, and in one paper the size. It is the size
 * if it names a parameter that can be one. */
static Type *braces(Sema *s, const TypeExpr *x, Type *base) {
    const Expr *e = x->low;
    const char *type = e->text;
    const char *name = s->module.text + e->span.start + strlen(type) + 1;
    const size_t length = e->span.end - e->span.start - strlen(type) - 2;
    StarSpan inside = e->span;
    inside.start += (uint32_t)strlen(type) + 1;
    inside.end--;
    Expr *size = ast_expr(s->arena, EXPR_NAME, inside);
    size->name = names_intern(s->names, name, length);
    size->text = arena_text(s->arena, name, length);
    const Decl *d = scope_find(&s->scope, size->name);
    const bool named = type_bits(base) && d != NULL && d->kind == DECL_PARAM &&
                       !d->param.formal &&
                       (d->type->kind == STAR_TYPE_TABLE ||
                        d->type->kind == STAR_TYPE_INTEGER);
    StarReport *r = named ? diag_warn(s->diag, e->span,
                                      MSG_BRACES_ARE_SIZE(type, size->text))
                          : diag_warn(s->diag, e->span,
                                      MSG_BRACES_ARE_COMMENT(size->text, type));
    const char *meant = arena_printf(s->arena, "%s(%s)", type, size->text);
    diag_hint(s->diag, r, "write %s", meant);
    diag_fix(r, e->span, meant);
    if (!named)
        return base;
    sema_declared(s, r, d);
    return sized(s, x, base, size);
}

static Type *named(Sema *s, const TypeExpr *x) {
    Expr *e = x->low;
    Expr *name = e->kind == EXPR_CALL ? e->left : e;
    if (name->kind != EXPR_NAME) {
        StarReport *r = diag_error(s->diag, x->span, MSG_TYPE_NEEDED());
        sema_hint_type(s, r, name);
        return &s->types.error;
    }
    if (s->module.library && strcmp(name->name, "number") == 0) {
        s->body.generic = true;
        return s->body.number;
    }
    Type *t = sema_type_name(s, name);
    if (t->kind == TYPE_ERROR)
        return t;
    if (e->kind == EXPR_CALL)
        return sized(s, x, t, e->args);
    return s->module.text[e->span.end - 1] == '}' ? braces(s, x, t) : t;
}

static Type *range(Sema *s, const TypeExpr *x) {
    Expr *low = x->low, *high = x->high;
    sema_expr(s, low, NULL);
    sema_expr(s, high, NULL);
    if (low->type->kind == TYPE_ERROR || high->type->kind == TYPE_ERROR)
        return &s->types.error;
    Type *host = type_host(low->type);
    if (!type_ordinal(host) || host != type_host(high->type)) {
        diag_error(s->diag, x->span,
                   MSG_BOUND_TYPES(type_name(s->arena, low->type),
                                   type_name(s->arena, high->type)));
        return &s->types.error;
    }
    Type *t = sema_new_type(s, host->kind);
    t->host = host;
    t->low = low->integer;
    t->high = high->integer;
    t->names = host->names;
    sema_strict_constant(s, low);
    sema_strict_constant(s, high);
    if (!low->constant || !high->constant) {
        t->dynamic = true;
        t->size[0] = low;
        t->size[1] = high;
    } else if (t->low > t->high) {
        diag_error(s->diag, x->span, MSG_BOUNDS_ORDER(t->low, t->high));
        return &s->types.error;
    }
    return t;
}

static Type *enumeration(Sema *s, const TypeExpr *x) {
    Type *t = sema_new_type(s, STAR_TYPE_ENUM);
    t->names = x->names;
    for (Decl *d = x->names, *next; d != NULL; d = next) {
        next = d->next;
        d->kind = DECL_CONST;
        d->type = t;
        d->value = ast_expr(s->arena, EXPR_INTEGER, d->span);
        d->value->integer = t->high++;
        d->value->type = t;
        d->value->constant = true;
        d->uses.assigned = d->uses.read = d->uses.used = true;
        d->library = s->module.library;
        declare(s, d);
    }
    t->high--;
    return t;
}

/* An index of a conformant array, whose bounds are names. */
static Type *dim(Sema *s, const TypeExpr *x) {
    Type *of = sema_type(s, x->element), *t;
    if (!type_ordinal(of))
        return of->kind == TYPE_ERROR
                   ? of
                   : sema_no_type(s, x->element, MSG_INDEX_TYPE());
    t = sema_new_type(s, of->kind);
    *t = *of;
    t->name = NULL;
    t->host = type_host(of);
    t->dynamic = true;
    t->bounds = x->names;
    for (Decl *d = x->names, *next; d != NULL; d = next) {
        next = d->next;
        d->type = of;
        d->uses.used = d->uses.assigned = d->uses.read = true;
        declare(s, d);
    }
    return t;
}

static Type *array(Sema *s, TypeExpr *x, TypeExpr *index) {
    Type *t = sema_new_type(s, STAR_TYPE_ARRAY), *element;
    t->packed = x->packed;
    t->wide = s->session && !x->packed; /* some entry may want addresses */
    t->conformant = index->kind == TYPEX_DIM;
    t->index = sema_type(s, index);
    if (t->index->kind != TYPE_ERROR && !type_ordinal(t->index))
        return sema_no_type(s, index, MSG_INDEX_TYPE());
    if (t->index == &s->types.integer)
        return sema_no_type(s, index, MSG_INDEX_WITHOUT_BOUNDS());
    t->element = index->next != NULL ? array(s, x, index->next)
                                     : sema_type(s, x->element);
    if (t->conformant && index->next == NULL &&
        x->element->kind != TYPEX_NAME && !t->element->conformant)
        extension_used(s->diag, EXTENSION_ELEMENTTYPE, x->element->span, NULL);
    if (t->index->kind == TYPE_ERROR || t->element->kind == TYPE_ERROR)
        return &s->types.error;
    if (type_dims(t, &element) > STAR_MAX_DIMS)
        return sema_no_type(s, x, MSG_TOO_MANY_DIMENSIONS(STAR_MAX_DIMS));
    if (element->dynamic && type_ordinal(element))
        return sema_no_type(s, x, MSG_ELEMENT_BOUNDS());
    return sema_nest(s, t, x, t->element->depth);
}

Type *sema_type(Sema *s, TypeExpr *x) {
    if (x->type != NULL)
        return x->type;
    switch (x->kind) {
    case TYPEX_NAME: x->type = named(s, x); break;
    case TYPEX_RANGE: x->type = range(s, x); break;
    case TYPEX_ENUM: x->type = enumeration(s, x); break;
    case TYPEX_ARRAY: x->type = array(s, x, x->index); break;
    case TYPEX_FILE: x->type = sema_file_type(s, x); break;
    case TYPEX_DIM: x->type = dim(s, x); break;
    case TYPEX_POINTER: x->type = sema_pointer_type(s, x); break;
    case TYPEX_SET: x->type = sema_set_type(s, x); break;
    case TYPEX_RECORD: x->type = sema_record(s, x); break;
    }
    if (x->kind != TYPEX_NAME && x->type->kind != TYPE_ERROR)
        x->type->span = x->span;
    return x->type;
}

Type *sema_value_type(Sema *s, TypeExpr *x) {
    Type *t = sema_type(s, x);
    if (type_ordinal(t) && t->dynamic)
        return sema_no_type(s, x, MSG_VARIABLE_BOUNDS());
    return t;
}

/* Routines. */

static bool same_heading(const Decl *d) {
    return d->routine.params == NULL && d->typex == NULL;
}

/* The second part of a forward declaration completes the first. */
static Decl *complete_forward(Sema *s, Decl *d) {
    Decl *old = scope_find(&s->scope, d->name);
    if (old == NULL || old->kind != DECL_PROC || !old->routine.forward ||
        old->level != s->body.level || d->routine.forward)
        return NULL;
    old->routine.forward = false;
    old->routine.block = d->routine.block;
    if (old->routine.function != d->routine.function) {
        StarReport *r =
            diag_error(s->diag, d->span,
                       MSG_FORWARD_KIND(d->spelled, old->routine.function));
        diag_note(s->diag, r, old->span, "here");
        old->uses.assigned = true;
        return old;
    }
    if (!same_heading(d)) {
        StarReport *r =
            diag_error(s->diag, d->span, MSG_HEADING_REPEATED(d->spelled));
        diag_note(s->diag, r, old->span, "here");
    }
    return old;
}

/* The type of a parameter or a result has a name: a type without one is new,
 * and no argument has it. */
static void check_named(Sema *s, const TypeExpr *x, const char *what) {
    StarReport *r;
    if (x->kind == TYPEX_NAME || x->type->kind == TYPE_ERROR ||
        x->type->conformant)
        return;
    r = diag_error(s->diag, x->span, MSG_TYPE_WITHOUT_NAME(what));
    diag_hint(s->diag, r, "declare the type with a name before");
}

/* A heading's types may use the parameters before them: X: slice(T). */
static void heading(Sema *s, Decl *d) {
    uint32_t outer = scope_enter(&s->scope);
    Decl *routine = s->body.routine;
    uint32_t uses = s->module.uses_outside;
    bool generic = s->body.generic;
    const uint16_t changes = s->body.changes;
    s->body.changes = UINT16_MAX;
    s->module.uses_outside = UINT32_MAX; /* of a heading, anything goes */
    s->body.routine = d;
    s->body.level++;
    for (Decl *p = d->routine.params; p != NULL; p = p->next) {
        if (p->param.formal)
            heading(s, p);
        else
            p->type = sema_value_type(s, p->typex);
        if (!p->param.formal && !p->param.joined)
            check_named(s, p->typex, "parameter");
        p->param.selects = s->body.generic && !generic;
        generic = s->body.generic;
        if (!p->param.formal && !p->var && type_has_file(p->type))
            p->type = sema_no_type(s, p->typex, MSG_FILE_BY_VALUE());
        declare(s, p);
    }
    s->body.level--;
    s->body.routine = routine;
    s->module.uses_outside = uses;
    d->type = NULL;
    if (d->routine.function && d->typex == NULL)
        diag_error(s->diag, d->span, MSG_RESULT_TYPE_MISSING());
    if (d->typex != NULL)
        d->type = sema_value_type(s, d->typex);
    if (d->typex != NULL)
        check_named(s, d->typex, "result");
    if (d->type != NULL && type_has_file(d->type))
        d->type = sema_no_type(s, d->typex, MSG_FILE_AS_RESULT());
    if (d->type != NULL &&
        (d->type->kind == STAR_TYPE_ARRAY ||
         d->type->kind == STAR_TYPE_RECORD || d->type->kind == STAR_TYPE_SET))
        extension_used(s->diag, EXTENSION_RESULT, d->typex->span, NULL);
    sema_pointers(s);
    d->routine.alters = s->body.changes;
    s->body.changes = changes;
    scope_leave(&s->scope, outer);
    if (d->type == NULL)
        d->type = d->routine.function ? &s->types.error : &s->types.none;
}

/* Slices, words and tables start as zero, and files of the command line have a
 * value. */
static bool starts_undefined(const Decl *d) {
    return d->external == 0 && !type_has(d->type, STAR_TYPE_SLICE) &&
           !type_has(d->type, STAR_TYPE_WORD) &&
           !type_has(d->type, STAR_TYPE_TABLE) && !type_has_file(d->type) &&
           d->type->kind != TYPE_ERROR &&
           (d->type->kind != STAR_TYPE_RECORD || d->type->cells > 0);
}

/* What the prompt has saved: there names need not be used. */
static bool is_session(const Sema *s) {
    static const char mark[] = "{ session }";
    return strncmp(s->module.text, mark, sizeof mark - 1) == 0;
}

static void unused(Sema *s, const Decl *d) {
    static const struct {
        StarStatus status;
        const char *name;
    } kinds[] = {[DECL_CONST] = {STAR_UNUSEDCONSTANT, "constant"},
                 [DECL_TYPE] = {STAR_UNUSEDTYPE, "type"},
                 [DECL_VAR] = {STAR_UNUSEDVARIABLE, "variable"},
                 [DECL_PARAM] = {STAR_UNUSEDPARAMETER, "parameter"},
                 [DECL_PROC] = {STAR_UNUSEDPROCEDURE, "procedure"},
                 [DECL_LABEL] = {STAR_UNUSEDLABEL, "label"}};
    DeclKind kind = d->param.formal ? DECL_PARAM : d->kind;
    if (d->name[0] == '_' || is_session(s))
        return;
    if (!d->uses.used) {
        diag_warn(s->diag, d->span,
                  MSG_NEVER_USED(kinds[kind].status,
                                 d->routine.function && !d->param.formal
                                     ? "function"
                                     : kinds[kind].name,
                                 d->spelled));
    } else if (d->kind == DECL_VAR && d->uses.assigned && !d->uses.read) {
        diag_warn(s->diag, d->span, MSG_NEVER_READ(d->spelled));
    } else if (d->kind == DECL_VAR && d->uses.read && !d->uses.assigned &&
               starts_undefined(d)) {
        diag_warn(s->diag, d->span, MSG_NEVER_ASSIGNED(d->spelled));
    }
}

/* A parameter is known in the body, and so are the bounds that its section
 * declares. */
static void enter_param(Sema *s, Decl *p) {
    scope_add(&s->scope, p);
    for (Type *t = p->type; t->kind == STAR_TYPE_ARRAY && t->conformant &&
                            !p->param.joined && !p->param.formal;
         t = t->element)
        for (Decl *d = t->index->bounds; d != NULL; d = d->next)
            scope_add(&s->scope, d);
}

/* A procedure that an entry declares as an earlier one did is called in its
 * place from then on. */
static void renew(Sema *s, Decl *d) {
    Decl *old = scope_find(&s->scope, d->name);
    if (s->module.entry && s->body.level == 0 && old != NULL &&
        old->scope.entry && old->kind == DECL_PROC && sema_same_heading(old, d))
        d->routine.renewed = old;
}

void sema_routine(Sema *s, Decl *d) {
    Decl *first = complete_forward(s, d);
    if (s->body.level == 0) {
        s->body.generic = false;
        s->body.number = s->types.number[d->routine.instance];
    }
    if (first != NULL) {
        xref_use(s->xref, d->span, first, true);
        d->name = names_intern(s->names, "", 0); /* `first` is both */
        d->routine.block = NULL;
        d = first;
    } else {
        heading(s, d);
        renew(s, d);
        if (d->routine.instance == 0 && d->scope.module == 0)
            declare(s, d);
        if (s->body.generic && s->body.level == 0)
            sema_next_instance(s, d);
    }
    if (s->module.library && s->body.level == 0)
        d->routine.changes =
            1; /* also while the check of its body is deferred */
    if (d->routine.directive != NULL && !s->module.library)
        diag_error(s->diag, d->routine.directive_at,
                   MSG_LIBRARY_DIRECTIVE(d->routine.directive));
    if (s->body.level == 0 && (s->module.lazy || d->routine.instance > 0))
        sema_defer(s, d);
    else if (d->routine.block != NULL)
        sema_body(s, d);
}

static void declaration(Sema *s, Decl *d) {
    switch (d->kind) {
    case DECL_CONST:
        sema_constant(s, d->value);
        d->type = d->value->type;
        d->uses.assigned = true;
        declare(s, d);
        break;
    case DECL_TYPE:
        d->type = sema_type(s, d->typex);
        d->uses.used = d->typex->kind == TYPEX_ENUM; /* by its constants */
        if (d->type->name == NULL && d->type->kind != TYPE_ERROR)
            d->type->name = d->spelled;
        declare(s, d);
        break;
    case DECL_VAR:
        d->type = sema_value_type(s, d->typex);
        d->analysis.wanted = s->session && s->body.level == 0;
        declare(s, d);
        break;
    case DECL_LABEL: declare(s, d); break;
    default:
        if (d->routine.named)
            declare(s, d);
        else
            sema_routine(s, d);
    }
}

static void block(Sema *s, Block *b) {
    sema_strict_order(s, b->decls);
    for (Decl *d = b->decls; d != NULL; d = d->next) {
        declaration(s, d);
        if (d->kind != DECL_TYPE || d->next == NULL ||
            d->next->kind != DECL_TYPE)
            sema_pointers(s);
    }
    for (Decl *d = b->decls; d != NULL; d = d->next)
        if (d->kind == DECL_PROC && d->routine.forward)
            diag_error(s->diag, d->span, MSG_FORWARD_WITHOUT_BODY(d->spelled));
    if (b->body != NULL)
        sema_sequence(s, b->body->body, true);
    sema_labels(s, b);
    if (b->body == NULL || (s->session && s->body.level == 0))
        return;
    for (Decl *d = b->decls; d != NULL; d = d->next)
        if (d->name[0] != '\0' &&
            !(d->kind == DECL_PROC && s->body.level == 0 && s->called))
            unused(s, d);
}

void sema_body(Sema *s, Decl *d) {
    const int errors = s->diag->errors;
    const uint32_t uses = s->module.uses_outside;
    const uint16_t changes = s->body.changes;
    Decl *before = s->body.routine;
    if (s->body.level >= STAR_MAX_LEVEL) {
        diag_error(s->diag, d->span, MSG_PROCEDURES_NESTED(STAR_MAX_LEVEL));
        return;
    }
    const uint32_t outer = scope_enter(&s->scope);
    s->module.uses_outside = s->module.uses;
    s->body.changes = d->routine.alters;
    s->body.routine = d;
    s->body.level++;
    if (d->routine.instance > 0)
        scope_add(&s->scope, d); /* its calls of itself are of this one */
    for (Decl *p = d->routine.params; p != NULL; p = p->next)
        enter_param(s, p);
    block(s, d->routine.block);
    sema_analyse(s, d, d->routine.block);
    for (Decl *p = d->routine.params; p != NULL; p = p->next)
        unused(s, p);
    if (d->routine.function && !d->uses.assigned && s->diag->errors == errors)
        diag_error(s->diag, d->span, MSG_RESULT_NEVER_ASSIGNED(d->spelled));
    s->body.level--;
    d->routine.changes = s->body.changes;
    s->body.changes = changes;
    s->body.routine = before;
    s->module.uses_outside = uses;
    scope_leave(&s->scope, outer);
}

/* The heading declares input and output. */
static void declared_again(Sema *s, const Decl *d, const Decl *p) {
    StarReport *r =
        diag_error(s->diag, d->span, MSG_DECLARED_BY_HEADING(d->spelled));
    diag_note(s->diag, r, p->span, "here");
}

/* A file of the command line holds no pointers: their variables end with the
 * program. */
static void external(Sema *s, Decl *d, uint16_t number) {
    d->external = number;
    if (type_has(d->type->element, STAR_TYPE_POINTER))
        diag_error(s->diag, d->typex->span, MSG_EXTERNAL_FILE_POINTERS());
}

/* Each is a variable of the program; input and output need no declaration. */
static void program_params(Sema *s, Module *m) {
    for (const Decl *p = m->params; p != NULL; p = p->next) {
        Decl *d = scope_find(&s->scope, p->name);
        const Decl *same = m->params;
        if (d != NULL && p->span.start != d->span.start)
            xref_use(s->xref, p->span, d, false);
        bool standard =
            strcmp(p->name, "input") == 0 || strcmp(p->name, "output") == 0;
        while (same->name != p->name)
            same = same->next;
        if (same != p)
            diag_error(s->diag, p->span,
                       MSG_PROGRAM_PARAMETER_TWICE(p->spelled));
        else if (standard && d->span.start > p->span.start)
            declared_again(s, d, p);
        else if (d != NULL && d->kind == DECL_VAR && d->typex != NULL &&
                 d->type->kind == STAR_TYPE_FILE)
            external(s, d, ++m->files);
        else if (d == NULL || d->kind != DECL_VAR)
            diag_error(s->diag, p->span,
                       MSG_PROGRAM_PARAMETER_UNKNOWN(p->spelled));
    }
}

static int lacks_unit(const Diag *d) {
    for (int i = 0; i < d->count; i++)
        if (d->report[i].status == STAR_UNIT)
            return 1;
    return 0;
}

void sema_module(Sema *s, Module *m) {
    s->body.routine = NULL;
    s->statement.reach = NULL;
    s->found.pointers = NULL;
    s->body.level = 0;
    s->statement.unknown = lacks_unit(s->diag); /* it might declare any name */
    s->statement.dead = 0;
    s->body.generic = s->found.too_deep = false;
    s->module.uses_outside = s->module.uses;
    s->module.program = m->program ? m : NULL;
    if (!m->program)
        extension_used(s->diag, EXTENSION_UNIT,
                       m->block->decls ? m->block->decls->span : m->span, NULL);
    sema_enter(s, m);
    block(s, m->block);
    program_params(s, m);
    sema_analyse(s, NULL, m->block);
}
