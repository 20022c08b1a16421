#include <string.h>

#include "analysis/definite_assignment.h"
#include "syntax/parser.h"
#include "sema/sema.h"

void sema_init(Sema *s, Arena *arena, Diag *diag, Names *names) {
    *s = (Sema){.arena = arena, .diag = diag, .names = names};
    types_init(&s->types);
    scope_init(&s->scope, arena, names, &s->types);
}

/* A name means one thing in all of a block. */
static void other_meaning(Sema *s, const Decl *d, const Decl *outer) {
    StarReport *r = diag_error(s->diag, STAR_DUPLICATE, d->span,
                               "'%s' has another meaning above in this block: "
                               "it is declared before its first use",
                               d->spelled);
    diag_note(s->diag, r, outer->user->span, "it is used here");
}

static void declare(Sema *s, Decl *d) {
    const Decl *outer = scope_find(&s->scope, d->name);
    Decl *old = scope_add(&s->scope, d);
    d->level = s->level;
    d->owner = s->routine;
    d->entry = s->entry && s->level == 0;
    if (old == NULL) {
        if (outer != NULL && outer->use > s->uses_outside)
            other_meaning(s, d, outer);
        return;
    }
    d->used = old->used = true;
    if (old->undeclared)
        return;
    StarReport *r =
        diag_error(s->diag, STAR_DUPLICATE, d->span,
                   "'%s' is declared already in this block", d->spelled);
    sema_declared(s, r, old);
}

/* Types. */

Type *sema_new_type(Sema *s, int kind) {
    Type *t = arena_alloc(s->arena, 1, sizeof *t);
    t->kind = (uint8_t)kind;
    return t;
}

Type *sema_no_type(Sema *s, StarStatus status, const TypeExpr *x,
                   const char *text) {
    diag_error(s->diag, status, x->span, "%s", text);
    return &s->types.error;
}

Type *sema_nest(Sema *s, Type *t, const TypeExpr *x, int depth) {
    if (depth == PARSER_NESTING && s->too_deep)
        return &s->types.error;
    if (depth == PARSER_NESTING) {
        s->too_deep = true;
        return sema_no_type(s, STAR_NESTING, x,
                            "types are nested more than 256 deep");
    }
    t->depth = (uint16_t)(depth + 1);
    return t;
}

/* slice(T), word(T) with a table; slice(e), word(e), table(r, c). */
static Type *sized(Sema *s, const TypeExpr *x, Type *base, Expr *args) {
    int wanted = base->kind == STAR_TYPE_TABLE ? 2 : 1, found = 0;
    Type *t = sema_new_type(s, base->kind);
    if (!type_line(base) && base->kind != STAR_TYPE_TABLE)
        return sema_no_type(s, STAR_NOTSIZED, x,
                            "only slice, word and table have a size");
    for (Expr *a = args; a != NULL; a = a->next, found++) {
        sema_expr(s, a, NULL);
        if (a->type->kind != STAR_TYPE_TABLE || !type_line(base))
            sema_fit(s, a, &s->types.integer, "a size");
        sema_declared_size(s, a);
        if (found < 2)
            t->size[found] = a;
    }
    if (found != wanted) {
        diag_error(s->diag, STAR_SIZECOUNT, x->span,
                   "%s takes %d size%s, found %d", base->name, wanted,
                   wanted == 1 ? "" : "s", found);
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
        sema_declared(s,
                      diag_error(s->diag, STAR_NOTTYPE, name->span,
                                 "'%s' is not a type", name->text),
                      d);
    return &s->types.error;
}

static Type *named(Sema *s, const TypeExpr *x) {
    Expr *e = x->low;
    Expr *name = e->kind == EXPR_CALL ? e->left : e;
    if (name->kind != EXPR_NAME) {
        sema_no_type(s, STAR_NOTTYPE, x, "a type is needed here");
        sema_hint_type(s, s->diag->last, name);
        return &s->types.error;
    }
    if (s->library && strcmp(name->name, "number") == 0) {
        s->generic = true;
        return s->number;
    }
    Type *t = sema_type_name(s, name);
    return e->kind == EXPR_CALL && t->kind != TYPE_ERROR
               ? sized(s, x, t, e->args)
               : t;
}

static Type *range(Sema *s, const TypeExpr *x) {
    Expr *low = x->low, *high = x->high;
    sema_expr(s, low, NULL);
    sema_expr(s, high, NULL);
    if (low->type->kind == TYPE_ERROR || high->type->kind == TYPE_ERROR)
        return &s->types.error;
    Type *host = type_host(low->type);
    if (!type_ordinal(host) || host != type_host(high->type)) {
        diag_error(s->diag, STAR_BOUNDTYPES, x->span,
                   "the bounds are %s and %s: expected two of one ordinal "
                   "type",
                   type_name(s->arena, low->type),
                   type_name(s->arena, high->type));
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
        diag_error(s->diag, STAR_BOUNDS, x->span,
                   "the lower bound %lld is greater than the upper, %lld",
                   (long long)t->low, (long long)t->high);
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
        d->assigned = d->read = d->used = true;
        d->library = s->library;
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
                   : sema_no_type(s, STAR_INDEXTYPE, x->element,
                                  "an index type is ordinal");
    t = sema_new_type(s, of->kind);
    *t = *of;
    t->name = NULL;
    t->host = type_host(of);
    t->dynamic = true;
    t->bounds = x->names;
    for (Decl *d = x->names, *next; d != NULL; d = next) {
        next = d->next;
        d->type = of;
        d->used = d->assigned = d->read = true;
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
        return sema_no_type(s, STAR_INDEXTYPE, index,
                            "an index type is ordinal");
    if (t->index == &s->types.integer)
        return sema_no_type(s, STAR_NOBOUNDS, index,
                            "an index needs bounds, such as 1..10");
    t->element = index->next != NULL ? array(s, x, index->next)
                                     : sema_type(s, x->element);
    if (t->conformant && index->next == NULL &&
        x->element->kind != TYPEX_NAME && !t->element->conformant)
        extension_used(s->diag, EXTENSION_ELEMENTTYPE, x->element->span, NULL);
    if (t->index->kind == TYPE_ERROR || t->element->kind == TYPE_ERROR)
        return &s->types.error;
    if (type_dims(t, &element) > STAR_MAX_DIMS)
        return sema_no_type(s, STAR_DIMENSIONS, x,
                            "an array has at most 16 dimensions");
    if (element->dynamic && type_ordinal(element))
        return sema_no_type(s, STAR_VARIABLEBOUNDS, x,
                            "the bounds of an element must be constant");
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
        return sema_no_type(s, STAR_VARIABLEBOUNDS, x,
                            "the bounds of a variable must be constant");
    return t;
}

/* Routines. */

static bool same_heading(const Decl *d) {
    return d->params == NULL && d->typex == NULL;
}

/* The second part of a forward declaration completes the first. */
static Decl *complete_forward(Sema *s, Decl *d) {
    Decl *old = scope_find(&s->scope, d->name);
    if (old == NULL || old->kind != DECL_PROC || !old->forward ||
        old->level != s->level || d->forward)
        return NULL;
    old->forward = false;
    old->block = d->block;
    if (old->function != d->function) {
        StarReport *r =
            diag_error(s->diag, STAR_REPEATEDHEADING, d->span,
                       "'%s' was declared forward as a %s", d->spelled,
                       old->function ? "function" : "procedure");
        diag_note(s->diag, r, old->span, "here");
        old->assigned = true;
        return old;
    }
    if (!same_heading(d)) {
        StarReport *r = diag_error(
            s->diag, STAR_REPEATEDHEADING, d->span,
            "the heading of '%s' was given with 'forward': it is not "
            "repeated",
            d->spelled);
        diag_note(s->diag, r, old->span, "here");
    }
    return old;
}

/* The type of a parameter or a result has a name: what is written out is a
 * type of its own, which no argument has. */
static void check_named(Sema *s, const TypeExpr *x, const char *what) {
    StarReport *r;
    if (x->kind == TYPEX_NAME || x->type->kind == TYPE_ERROR ||
        x->type->conformant)
        return;
    r = diag_error(s->diag, STAR_TYPENAME, x->span,
                   "the type of a %s is a name", what);
    diag_hint(s->diag, r, "declare the type with a name before");
}

/* A heading's types may use the parameters before them: X: slice(T). */
static void heading(Sema *s, Decl *d) {
    uint32_t outer = scope_enter(&s->scope);
    Decl *routine = s->routine;
    uint32_t uses = s->uses_outside;
    bool generic = s->generic;
    const uint16_t changes = s->changes;
    s->changes = UINT16_MAX;
    s->uses_outside = UINT32_MAX; /* of a heading, anything goes */
    s->routine = d;
    s->level++;
    for (Decl *p = d->params; p != NULL; p = p->next) {
        if (p->formal)
            heading(s, p);
        else
            p->type = sema_value_type(s, p->typex);
        if (!p->formal && !p->joined)
            check_named(s, p->typex, "parameter");
        p->selects = s->generic && !generic;
        generic = s->generic;
        if (!p->formal && !p->var && type_has_file(p->type))
            p->type = sema_no_type(s, STAR_FILEVALUE, p->typex,
                                   "a file is a var parameter");
        declare(s, p);
    }
    s->level--;
    s->routine = routine;
    s->uses_outside = uses;
    d->type = NULL;
    if (d->function && d->typex == NULL)
        diag_error(s->diag, STAR_RESULTTYPE, d->span,
                   "a function needs the type of its result");
    if (d->typex != NULL)
        d->type = sema_value_type(s, d->typex);
    if (d->typex != NULL)
        check_named(s, d->typex, "result");
    if (d->type != NULL && type_has_file(d->type))
        d->type = sema_no_type(s, STAR_FILEVALUE, d->typex,
                               "a file cannot be a result");
    if (d->type != NULL &&
        (d->type->kind == STAR_TYPE_ARRAY ||
         d->type->kind == STAR_TYPE_RECORD || d->type->kind == STAR_TYPE_SET))
        extension_used(s->diag, EXTENSION_RESULT, d->typex->span, NULL);
    sema_pointers(s);
    d->alters = s->changes;
    s->changes = changes;
    scope_leave(&s->scope, outer);
    if (d->type == NULL)
        d->type = d->function ? &s->types.error : &s->types.none;
}

/* Lines and tables of a size start as zero, and others get a value from a
 * file of the command line. */
static bool starts_undefined(const Decl *d) {
    return d->external == 0 && !type_has(d->type, STAR_TYPE_SLICE) &&
           !type_has(d->type, STAR_TYPE_WORD) &&
           !type_has(d->type, STAR_TYPE_TABLE) && !type_has_file(d->type) &&
           d->type->kind != TYPE_ERROR &&
           (d->type->kind != STAR_TYPE_RECORD || d->type->cells > 0);
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
    DeclKind kind = d->formal ? DECL_PARAM : d->kind;
    if (d->name[0] == '_')
        return;
    if (!d->used) {
        diag_warn(s->diag, kinds[kind].status, d->span,
                  "the %s '%s' is never used",
                  d->function && !d->formal ? "function" : kinds[kind].name,
                  d->spelled);
    } else if (d->kind == DECL_VAR && d->assigned && !d->read) {
        diag_warn(s->diag, STAR_UNREAD, d->span,
                  "'%s' is assigned, but its value is never read", d->spelled);
    } else if (d->kind == DECL_VAR && d->read && !d->assigned &&
               starts_undefined(d)) {
        diag_warn(s->diag, STAR_UNASSIGNED, d->span,
                  "'%s' is read, but never gets a value", d->spelled);
    }
}

/* A parameter is known in the body, and so are the bounds that its section
 * declares. */
static void enter_param(Sema *s, Decl *p) {
    scope_add(&s->scope, p);
    for (Type *t = p->type; t->kind == STAR_TYPE_ARRAY && t->conformant &&
                            !p->joined && !p->formal;
         t = t->element)
        for (Decl *d = t->index->bounds; d != NULL; d = d->next)
            scope_add(&s->scope, d);
}

/* A procedure that an entry declares as an earlier one did is called in its
 * place from then on. */
static void renew(Sema *s, Decl *d) {
    Decl *old = scope_find(&s->scope, d->name);
    if (s->entry && s->level == 0 && old != NULL && old->entry &&
        old->kind == DECL_PROC && sema_same_heading(old, d))
        d->renewed = old;
}

static void routine(Sema *s, Decl *d) {
    Decl *first = complete_forward(s, d);
    if (s->level == 0) {
        s->generic = false;
        s->number = s->types.number[d->instance];
    }
    if (first != NULL) {
        d->name = ""; /* the first declaration stands for both */
        d->block = NULL;
        d = first;
    } else {
        heading(s, d);
        renew(s, d);
        if (d->instance == 0)
            declare(s, d);
        if (s->generic && s->level == 0)
            sema_next_instance(s, d);
    }
    if (s->library && s->level == 0)
        d->changes = 1; /* also while its body waits to be checked */
    if (d->directive != NULL && !s->library)
        diag_error(s->diag, STAR_DIRECTIVE, d->word,
                   "'%s' stands in the standard library only", d->directive);
    if (s->level == 0 && (s->lazy || d->instance > 0))
        sema_wait(s, d);
    else if (d->block != NULL)
        sema_body(s, d);
}

static void declaration(Sema *s, Decl *d) {
    switch (d->kind) {
    case DECL_CONST:
        sema_constant(s, d->value);
        d->type = d->value->type;
        d->assigned = true;
        declare(s, d);
        break;
    case DECL_TYPE:
        d->type = sema_type(s, d->typex);
        d->used = d->typex->kind == TYPEX_ENUM; /* by its constants */
        if (d->type->name == NULL && d->type->kind != TYPE_ERROR)
            d->type->name = d->spelled;
        declare(s, d);
        break;
    case DECL_VAR:
        d->type = sema_value_type(s, d->typex);
        d->wanted = s->session && s->level == 0;
        declare(s, d);
        break;
    case DECL_LABEL: declare(s, d); break;
    default: routine(s, d);
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
        if (d->kind == DECL_PROC && d->forward)
            diag_error(s->diag, STAR_FORWARD, d->span,
                       "'%s' is declared forward but has no body", d->spelled);
    if (b->body != NULL)
        sema_sequence(s, b->body->body, true);
    sema_labels(s, b);
    if (b->body == NULL || (s->session && s->level == 0))
        return;
    for (Decl *d = b->decls; d != NULL; d = d->next)
        if (d->name[0] != '\0' &&
            !(d->kind == DECL_PROC && s->level == 0 && s->called))
            unused(s, d);
}

void sema_body(Sema *s, Decl *d) {
    const int errors = s->diag->errors;
    const uint32_t uses = s->uses_outside;
    const uint16_t changes = s->changes;
    Decl *before = s->routine;
    if (s->level >= STAR_MAX_LEVEL) {
        diag_error(s->diag, STAR_NESTING, d->span,
                   "procedures are nested more than %d deep", STAR_MAX_LEVEL);
        return;
    }
    const uint32_t outer = scope_enter(&s->scope);
    s->uses_outside = s->uses;
    s->changes = d->alters;
    s->routine = d;
    s->level++;
    if (d->instance > 0)
        scope_add(&s->scope, d); /* its calls of itself are of this one */
    for (Decl *p = d->params; p != NULL; p = p->next)
        enter_param(s, p);
    block(s, d->block);
    if (s->diag->errors == 0)
        flow_block(s->arena, d, d->block, s->level);
    for (Decl *p = d->params; p != NULL; p = p->next)
        unused(s, p);
    if (d->function && !d->assigned && s->diag->errors == errors)
        diag_error(s->diag, STAR_NEVERRESULT, d->span,
                   "the function '%s' never gets a result: assign to its "
                   "name",
                   d->spelled);
    s->level--;
    d->changes = s->changes;
    s->changes = changes;
    s->routine = before;
    s->uses_outside = uses;
    scope_leave(&s->scope, outer);
}

/* The heading declares input and output. */
static void declared_again(Sema *s, const Decl *d, const Decl *p) {
    StarReport *r =
        diag_error(s->diag, STAR_DUPLICATE, d->span,
                   "'%s' is declared by the program's heading", d->spelled);
    diag_note(s->diag, r, p->span, "here");
}

/* What a pointer points to ends with the program. */
static void external(Sema *s, Decl *d, uint16_t number) {
    d->external = number;
    if (type_has(d->type->element, STAR_TYPE_POINTER))
        diag_error(s->diag, STAR_FILEPART, d->typex->span,
                   "a file of the command line cannot have pointers in it");
}

/* Each is a variable of the program; input and output need no declaration. */
static void program_params(Sema *s, Module *m) {
    for (const Decl *p = m->params; p != NULL; p = p->next) {
        Decl *d = scope_find(&s->scope, p->name);
        const Decl *same = m->params;
        bool standard =
            strcmp(p->name, "input") == 0 || strcmp(p->name, "output") == 0;
        while (same->name != p->name)
            same = same->next;
        if (same != p)
            diag_error(s->diag, STAR_DUPLICATE, p->span,
                       "'%s' is a parameter of the program already",
                       p->spelled);
        else if (standard && d->span.start > p->span.start)
            declared_again(s, d, p);
        else if (d != NULL && d->kind == DECL_VAR && d->typex != NULL &&
                 d->type->kind == STAR_TYPE_FILE)
            external(s, d, ++m->files);
        else if (d == NULL || d->kind != DECL_VAR)
            diag_error(s->diag, STAR_UNDECLARED, p->span,
                       "the program's parameter '%s' is not declared as a "
                       "variable",
                       p->spelled);
    }
}

static int lacks_unit(const Diag *d) {
    for (int i = 0; i < d->count; i++)
        if (d->report[i].status == STAR_UNIT)
            return 1;
    return 0;
}

void sema_module(Sema *s, Module *m) {
    s->routine = NULL;
    s->reach = NULL;
    s->pointers = NULL;
    s->level = 0;
    s->unknown = lacks_unit(s->diag); /* it might declare any name */
    s->dead = 0;
    s->generic = s->too_deep = false;
    s->uses_outside = s->uses;
    s->program = m->program ? m : NULL;
    if (!m->program)
        extension_used(s->diag, EXTENSION_UNIT,
                       m->block->decls ? m->block->decls->span : m->span, NULL);
    sema_enter(s, m);
    block(s, m->block);
    program_params(s, m);
    if (s->diag->errors == 0)
        flow_block(s->arena, NULL, m->block, 0);
}
