/* Responder loops: while SOME(X) do begin i := STEP(X); ... end, the same
 * with STEP at the end, and for i := a to b.
 *
 * Their rounds may run at once if no round touches what another writes:
 *
 * - every table that a round writes is reached, under its name, in line i
 *   only, rows or columns, never both;
 * - every slice or word that a round writes component by component is
 *   reached in component i only;
 * - X is reached by STEP only;
 * - every other line that is written is private, that is, written in each
 *   round before it is read, or collects a reduction v := v op e and is read
 *   nowhere else; every other scalar collects a sum c := c + e;
 * - everything else that is read is not written.
 *
 * Then a step on all lines i at once, statement after statement, gives what
 * the rounds one after the other give: two accesses of which one is a write
 * meet in the same line, hence in the same round, and keep their order.
 * (Sums and the reductions commute.) Private lines vanish: a use of one is
 * the expression that was assigned to it, unless that reads a table or slice
 * written since. Names that may be the same variable, sizes and the first
 * failing round are checked when the loop runs: exec_loop.c.
 */
#include "loops.h"

#include <string.h>

enum { MOST = 24, CODE = 96 };

/* The expression that a line stands for within a round. */
typedef struct Value {
    uint8_t code[CODE];
    uint8_t length, operands;
    StarLoopOperand operand[MOST]; /* cell: number of a thing */
} Value;

/* A variable or literal that the steps name; its cell comes last. */
typedef struct Thing {
    const Decl *decl;
    Expr *literal;
} Thing;

/* A variable that the body writes. */
typedef struct Written {
    const Decl *decl;
    uint8_t how;    /* Meaning of the target: variable, component, prim */
    uint8_t use;    /* of a table: StarLoopUse */
    uint8_t writes; /* how many statements */
    bool known;     /* private: value stands for it now */
    bool private;
    Value value;
} Written;

typedef struct Loops {
    Emit *e;
    const Decl *index; /* i; within an inner loop its own */
    const Decl *outer; /* within an inner loop the i around it */
    const Decl *set;   /* X, or NULL */
    Written written[MOST];
    int count;
    Thing thing[2 * MOST];
    int things;
    const Decl *far; /* a scalar that is no local variable */
    StarLoopStep step[MOST];
    int steps, effects;
    int lines; /* steps that touch a line or a table */
    int depth; /* of conditions */
    StarSpan at; /* what forbids the loop */
    const char *why;
} Loops;

static bool no(Loops *l, StarSpan at, const char *why) {
    if (l->why == NULL) {
        l->at = at;
        l->why = why;
    }
    return false;
}

static bool is_index(const Loops *l, const Expr *x) {
    return x->meaning == MEANS_VARIABLE && x->decl == l->index;
}

static bool is_local(const Loops *l, const Decl *d) {
    return d->level == l->e->r->level && !d->var;
}

/* Objects may be anywhere, the number of the round must have a cell in this
 * frame. Of the sums one may be elsewhere: two could be the same variable. */
static bool here(Loops *l, const Expr *x) {
    const Decl *d = x->decl;
    if (type_object(d->type) || is_local(l, d) || l->far == d)
        return true;
    if (l->far == NULL && d != l->index) {
        l->far = d;
        return true;
    }
    return no(l, x->span, "this scalar lives in another frame");
}

static uint16_t thing(Loops *l, const Decl *d, Expr *literal) {
    int k = 0;
    while (k < l->things && (d == NULL || l->thing[k].decl != d))
        k++;
    if (k == l->things && k < 2 * MOST)
        l->thing[l->things++] = (Thing){d, literal};
    if (k == 2 * MOST)
        no(l, l->e->span, "the rounds name too many variables");
    return (uint16_t)k;
}

static Written *find(Loops *l, const Decl *d) {
    for (int k = 0; k < l->count; k++)
        if (l->written[k].decl == d)
            return &l->written[k];
    return NULL;
}

/* ---- What the body writes ---- */

static bool note_write(Loops *l, const Expr *target) {
    const Expr *base = target;
    uint8_t use = STAR_LOOP_WHOLE;
    if (target->meaning == MEANS_COMPONENT) {
        base = target->left;
    } else if (target->meaning == MEANS_PRIM) {
        base = target->args->next;
        use = target->number == STAR_PRIM_ROW ? STAR_LOOP_ROW
                                              : STAR_LOOP_COLUMN;
    }
    if (base->meaning != MEANS_VARIABLE)
        return no(l, target->span, "only variables may be assigned");
    if (!here(l, base))
        return false;
    if (base->decl == l->index || base->decl == l->set)
        return no(l, target->span, "the rounds themselves are changed");
    Written *w = find(l, base->decl);
    if (w == NULL && l->count == MOST)
        return no(l, target->span, "too many variables are assigned");
    if (w == NULL) {
        w = &l->written[l->count++];
        *w = (Written){.decl = base->decl, .how = target->meaning,
                       .use = use};
    }
    if (w->how != target->meaning || w->use != use)
        return no(l, target->span,
                  "the variable is written in two ways, such as by row and "
                  "by column");
    w->writes++;
    return true;
}

/* i := STEP(X) */
static bool is_step(const Stmt *st) {
    return st != NULL && st->kind == STMT_ASSIGN &&
           st->target->meaning == MEANS_VARIABLE &&
           st->value->meaning == MEANS_PRIM &&
           st->value->number == STAR_PRIM_STEP &&
           st->value->args->meaning == MEANS_VARIABLE;
}

/* The statements of a loop. */
static Stmt *statements_of(const Stmt *loop) {
    return loop->body->kind == STMT_BLOCK ? loop->body->body : loop->body;
}

/* while SOME(X) do begin i := STEP(X); ... end: what follows STEP. */
static const Stmt *rounds_within(const Stmt *loop) {
    const Stmt *list = statements_of(loop);
    return is_step(list) ? list->next : list;
}

static bool collect(Loops *l, const Stmt *st) {
    for (; st != NULL; st = st->next) {
        if (st->kind == STMT_ASSIGN && !note_write(l, st->target))
            return false;
        if (st->kind == STMT_WHILE && !collect(l, rounds_within(st)))
            return false;
        if ((st->kind == STMT_BLOCK || st->kind == STMT_IF) &&
            !(collect(l, st->body) && collect(l, st->other)))
            return false;
    }
    return true;
}

/* ---- Values ---- */

static bool code(Loops *l, Value *v, uint8_t byte, StarSpan at) {
    if (v->length == CODE)
        return no(l, at, "the expression is too long");
    v->code[v->length++] = byte;
    return true;
}

static bool operand(Loops *l, Value *v, uint8_t use, uint16_t thing,
                    StarSpan at) {
    int k = 0;
    while (k < v->operands &&
           (v->operand[k].cell != thing || v->operand[k].use != use))
        k++;
    if (k == MOST)
        return no(l, at, "the expression has too many operands");
    if (k == v->operands)
        v->operand[v->operands++] = (StarLoopOperand){use, thing};
    return code(l, v, (uint8_t)(STAR_FUSE_OPERAND + k), at);
}

/* Line i of the round is, within an inner loop, that of the round around
 * it. */
static uint8_t use_within(const Loops *l, uint8_t use) {
    if (l->outer == NULL || use == STAR_LOOP_WHOLE)
        return use;
    return use == STAR_LOOP_ROW ? STAR_LOOP_OUTER_ROW
                                : STAR_LOOP_OUTER_COLUMN;
}

/* Appends the expression of a private line. */
static bool inline_value(Loops *l, Value *v, const Value *from,
                         StarSpan at) {
    for (int k = 0; k < from->length; k++) {
        uint8_t byte = from->code[k];
        int o = byte - STAR_FUSE_OPERAND;
        if (!(o < 0 ? code(l, v, byte, at)
                    : operand(l, v, use_within(l, from->operand[o].use),
                              from->operand[o].cell, at)))
            return false;
    }
    return true;
}

static bool line(Loops *l, const Expr *x, Value *v);

/* ROW(i, T) or COL(i, T). */
static bool table_line(Loops *l, const Expr *x, Value *v) {
    const Expr *table = x->args->next;
    uint8_t use = x->number == STAR_PRIM_ROW ? STAR_LOOP_ROW
                                             : STAR_LOOP_COLUMN;
    bool around = l->outer != NULL &&
                  x->args->meaning == MEANS_VARIABLE &&
                  x->args->decl == l->outer;
    if (!is_index(l, x->args) && !around)
        return no(l, x->span,
                  "a line other than that of the round is read");
    if (table->meaning != MEANS_VARIABLE || !here(l, table))
        return no(l, x->span, "the table is no variable of this block");
    const Written *w = find(l, table->decl);
    if (w != NULL && (w->use != use || (l->outer != NULL && !around)))
        return no(l, x->span,
                  "the table is written by line and read across");
    if (around)
        use = use_within(l, use);
    return operand(l, v, use, thing(l, table->decl, NULL), x->span);
}

static bool line_variable(Loops *l, const Expr *x, Value *v) {
    if (!here(l, x))
        return false;
    if (x->decl == l->set)
        return no(l, x->span, "the responders themselves are read");
    const Written *w = find(l, x->decl);
    if (w == NULL)
        return operand(l, v, STAR_LOOP_WHOLE, thing(l, x->decl, NULL),
                       x->span);
    if (w->known)
        return inline_value(l, v, &w->value, x->span);
    return no(l, x->span,
              w->private
                  ? "its value may come from before another assignment"
                  : "its value comes from an earlier round");
}

static bool line_operator(Loops *l, const Expr *x, Value *v) {
    static const uint8_t ops[] = {[OP_AND] = STAR_FUSE_AND,
                                  [OP_OR] = STAR_FUSE_OR,
                                  [OP_XOR] = STAR_FUSE_XOR};
    if (!line(l, x->left, v))
        return false;
    if (x->op == OP_NOT)
        return code(l, v, STAR_FUSE_NOT, x->span);
    return line(l, x->right, v) && code(l, v, ops[x->op], x->span);
}

static bool line(Loops *l, const Expr *x, Value *v) {
    if (x->kind == EXPR_TEXT && type_line(x->type))
        return operand(l, v, STAR_LOOP_WHOLE, thing(l, NULL, (Expr *)x),
                       x->span);
    if (x->meaning == MEANS_VARIABLE)
        return line_variable(l, x, v);
    if (x->meaning == MEANS_OPERATION)
        return line_operator(l, x, v);
    if (x->meaning == MEANS_PRIM &&
        (x->number == STAR_PRIM_ROW || x->number == STAR_PRIM_COL))
        return table_line(l, x, v);
    return no(l, x->span, "this expression has no form on whole tables");
}

/* Component i of a line, as an operand that stands for all rounds. */
static bool bit(Loops *l, const Expr *x, Value *v) {
    if (x->meaning != MEANS_COMPONENT || !is_index(l, x->args))
        return no(l, x->span, "this is no component of the round");
    const Expr *y = x->left;
    if (y->meaning != MEANS_VARIABLE || !here(l, y))
        return no(l, x->span, "this is no component of a variable");
    if (y->decl == l->set)
        return no(l, x->span, "the responders themselves are read");
    const Written *w = find(l, y->decl);
    if (w != NULL && w->how != MEANS_COMPONENT)
        return no(l, x->span, "the whole line is written too");
    return operand(l, v, STAR_LOOP_WHOLE, thing(l, y->decl, NULL),
                   x->span);
}

/* ---- Steps ---- */

static bool step(Loops *l, StarLoopStep s, const Value *v, StarSpan at) {
    Arena *arena = l->e->arena;
    if (l->steps == MOST)
        return no(l, at, "the body is too long");
    if (v != NULL) {
        uint8_t *bytes = arena_alloc(arena, v->length, 1);
        StarLoopOperand *o =
            arena_alloc(arena, v->operands, sizeof *o);
        int depth = 0, deepest = 0;
        memcpy(bytes, v->code, v->length);
        memcpy(o, v->operand, v->operands * sizeof *o);
        for (int k = 0; k < v->length; k++) {
            depth += v->code[k] >= STAR_FUSE_OPERAND ? 1
                     : v->code[k] == STAR_FUSE_NOT   ? 0
                                                     : -1;
            deepest = depth > deepest ? depth : deepest;
        }
        s.fuse = (StarFuse){.length = v->length,
                            .operands = v->operands,
                            .depth = (uint16_t)deepest,
                            .code = bytes};
        s.operand = o;
    }
    l->step[l->steps++] = s;
    l->effects += s.op < STAR_LOOP_CHECK;
    l->lines += v != NULL || s.op == STAR_LOOP_PUT;
    return true;
}

/* A write makes the expressions that read its variable stale. */
static void forget(Loops *l, uint16_t written) {
    for (int k = 0; k < l->count; k++)
        for (int o = 0; o < l->written[k].value.operands; o++)
            if (l->written[k].value.operand[o].cell == written)
                l->written[k].known = false;
}

static bool set_line(Loops *l, const Stmt *st) {
    const Expr *t = st->target;
    uint16_t table = thing(l, t->args->next->decl, NULL);
    Value v = {0};
    if (!is_index(l, t->args))
        return no(l, t->span,
                  "a line other than that of the round is written");
    if (!line(l, st->value, &v))
        return false;
    forget(l, table);
    return step(l,
                (StarLoopStep){.op = STAR_LOOP_SET,
                               .use = t->number == STAR_PRIM_ROW
                                          ? STAR_LOOP_ROW
                                          : STAR_LOOP_COLUMN,
                               .target = table},
                &v, st->span);
}

static bool set_component(Loops *l, const Stmt *st) {
    const Expr *t = st->target;
    Value v = {0};
    StarLoopStep s = {.op = STAR_LOOP_PUT,
                      .target = thing(l, t->left->decl, NULL)};
    if (!is_index(l, t->args))
        return no(l, t->span,
                  "a component other than that of the round is written");
    if (st->value->constant) {
        s.value = st->value->integer;
        if (s.value != 0 && s.value != 1)
            return no(l, st->value->span, "this is no component");
        return step(l, s, NULL, st->span);
    }
    return bit(l, st->value, &v) && step(l, s, &v, st->span);
}

/* c := c + e, c := c - e: e is a constant, i, or NUMB of a line. */
static bool sum(Loops *l, const Stmt *st) {
    const Expr *c = st->target, *x = st->value, *term = x->right;
    Value v = {0};
    StarLoopStep s = {.target = thing(l, c->decl, NULL)};
    if (c->type->kind != STAR_TYPE_INTEGER || c->type->host != NULL ||
        x->meaning != MEANS_OPERATION || x->kind != EXPR_BINARY ||
        (x->op != OP_PLUS && x->op != OP_MINUS) ||
        x->left->meaning != MEANS_VARIABLE || x->left->decl != c->decl)
        return no(l, st->span, "a scalar is assigned that is no sum");
    if (find(l, c->decl)->writes > 1)
        return no(l, st->span, "the sum is changed in two places");
    s.value = x->op == OP_PLUS ? 1 : -1;
    if (term->constant) {
        s.op = STAR_LOOP_COUNT;
        if (term->integer > INT32_MAX || term->integer < -INT32_MAX)
            return no(l, term->span, "this constant is too large");
        s.value *= term->integer;
        return step(l, s, NULL, st->span);
    }
    if (is_index(l, term)) {
        s.op = STAR_LOOP_INDEX;
        return step(l, s, NULL, st->span);
    }
    if (term->meaning == MEANS_PRIM && term->number == STAR_PRIM_NUMB) {
        s.op = STAR_LOOP_NUMB;
        return line(l, term->args, &v) && step(l, s, &v, st->span);
    }
    return no(l, term->span, "this term has no form on whole tables");
}

/* v := v op e, where v is not private: and, or, xor. */
static const Expr *fold_term(const Stmt *st) {
    const Expr *x = st->value;
    const Decl *v = st->target->decl;
    if (x->meaning != MEANS_OPERATION || x->kind != EXPR_BINARY)
        return NULL;
    if (x->left->meaning == MEANS_VARIABLE && x->left->decl == v)
        return x->right;
    if (x->right->meaning == MEANS_VARIABLE && x->right->decl == v)
        return x->left;
    return NULL;
}

static bool set_variable(Loops *l, const Stmt *st) {
    static const uint8_t ops[] = {[OP_AND] = STAR_FUSE_AND,
                                  [OP_OR] = STAR_FUSE_OR,
                                  [OP_XOR] = STAR_FUSE_XOR};
    Written *w = find(l, st->target->decl);
    const Expr *term = fold_term(st);
    Value v = {0};
    if (!type_line(st->target->type))
        return type_object(st->target->type)
                   ? no(l, st->span, "a whole object is assigned")
                   : sum(l, st);
    if (!w->private && w->writes == 1 && term != NULL) {
        if (!line(l, term, &v))
            return false;
        return step(l,
                    (StarLoopStep){.op = STAR_LOOP_FOLD,
                                   .fold = ops[st->value->op],
                                   .target = thing(l, w->decl, NULL)},
                    &v, st->span);
    }
    if (l->depth > 0)
        return no(l, st->span,
                  "its last value depends on a condition");
    if (!line(l, st->value, &v))
        return false;
    w->private = w->known = true;
    w->value = v;
    return step(l,
                (StarLoopStep){.op = STAR_LOOP_CHECK,
                               .target = thing(l, w->decl, NULL)},
                &v, st->span);
}

/* Y(i) = 1, Y(i) = 0, Y(i) = Z(i), <> likewise, not, and, or. */
static bool condition(Loops *l, const Expr *x, Value *v) {
    if (x->kind == EXPR_UNARY && x->op == OP_NOT)
        return condition(l, x->left, v) &&
               code(l, v, STAR_FUSE_NOT, x->span);
    if (x->kind == EXPR_BINARY && (x->op == OP_AND || x->op == OP_OR))
        return condition(l, x->left, v) && condition(l, x->right, v) &&
               code(l, v,
                    x->op == OP_AND ? STAR_FUSE_AND : STAR_FUSE_OR,
                    x->span);
    if (x->kind != EXPR_BINARY || (x->op != OP_EQ && x->op != OP_NE))
        return no(l, x->span, "this condition has no form on whole slices");
    bool equal = x->op == OP_EQ;
    if (!bit(l, x->left, v))
        return false;
    if (x->right->constant && (x->right->integer | 1) == 1)
        return (x->right->integer == 1) == equal ||
               code(l, v, STAR_FUSE_NOT, x->span);
    return bit(l, x->right, v) && code(l, v, STAR_FUSE_XOR, x->span) &&
           (!equal || code(l, v, STAR_FUSE_NOT, x->span));
}

/* SOME(e), ZERO(e), e = f, e <> f, of lines. */
static bool line_condition(Loops *l, const Expr *x, StarLoopStep *s,
                           Value *v) {
    if (x->meaning == MEANS_PRIM &&
        (x->number == STAR_PRIM_SOME || x->number == STAR_PRIM_ZERO)) {
        s->op = x->number == STAR_PRIM_SOME ? STAR_LOOP_IFSOME
                                            : STAR_LOOP_IFZERO;
        return line(l, x->args, v);
    }
    s->op = x->op == OP_NE ? STAR_LOOP_IFSOME : STAR_LOOP_IFZERO;
    return line(l, x->left, v) && line(l, x->right, v) &&
           code(l, v, STAR_FUSE_XOR, x->span);
}

static bool of_lines(const Expr *x) {
    return (x->meaning == MEANS_PRIM &&
            (x->number == STAR_PRIM_SOME || x->number == STAR_PRIM_ZERO)) ||
           (x->kind == EXPR_BINARY && type_line(x->left->type));
}

static bool body(Loops *l, const Stmt *st);

static bool if_statement(Loops *l, const Stmt *st) {
    StarLoopStep s = {.op = STAR_LOOP_IF};
    Value v = {0};
    if (!(of_lines(st->value) ? line_condition(l, st->value, &s, &v)
                              : condition(l, st->value, &v)) ||
        !step(l, s, &v, st->value->span))
        return false;
    l->depth++;
    if (!body(l, st->body))
        return false;
    if (st->other != NULL &&
        !(step(l, (StarLoopStep){.op = STAR_LOOP_ELSE}, NULL, st->span) &&
          body(l, st->other)))
        return false;
    l->depth--;
    return step(l, (StarLoopStep){.op = STAR_LOOP_END}, NULL, st->span);
}

/* An inner loop over the ones of a private line, whose rounds only add to
 * sums, is one step. Its line is used up by it. */
static bool inner_loop(Loops *l, const Stmt *st) {
    const Expr *c = st->value;
    const Stmt *list = statements_of(st);
    if (l->outer != NULL || c->meaning != MEANS_PRIM ||
        c->number != STAR_PRIM_SOME || !is_step(list) ||
        c->args->meaning != MEANS_VARIABLE ||
        c->args->decl != list->value->args->decl)
        return no(l, st->span, "this inner loop is no loop over responders");
    const Decl *j = list->target->decl;
    Written *set = find(l, c->args->decl);
    if (!is_local(l, j) || j == l->index || list->target->type->host ||
        find(l, j) != NULL)
        return no(l, list->span,
                  "the number of the inner round is used elsewhere");
    if (set == NULL || !set->known)
        return no(l, c->span,
                  "the inner responders are not found in each round");
    int at = l->steps;
    if (!step(l, (StarLoopStep){.op = STAR_LOOP_INNER}, &set->value,
              c->span))
        return false;
    set->known = false;
    l->outer = l->index;
    l->index = j;
    for (list = list->next; list != NULL; list = list->next)
        if (list->kind != STMT_ASSIGN ||
            list->target->meaning != MEANS_VARIABLE ||
            type_object(list->target->type))
            return no(l, list->span, "an inner round may only add to sums");
        else if (!sum(l, list))
            return false;
    l->index = l->outer;
    l->outer = NULL;
    l->step[at].value = l->steps - at - 1;
    return true;
}

static bool statement(Loops *l, const Stmt *st) {
    switch (st->kind) {
    case STMT_WHILE:
        return inner_loop(l, st);
    case STMT_EMPTY:
        return true;
    case STMT_BLOCK:
        return body(l, st->body);
    case STMT_IF:
        return if_statement(l, st);
    case STMT_ASSIGN:
        return st->target->meaning == MEANS_PRIM ? set_line(l, st)
               : st->target->meaning == MEANS_COMPONENT
                   ? set_component(l, st)
                   : set_variable(l, st);
    default:
        return no(l, st->span,
                  "this statement has no form on whole slices");
    }
}

static bool body(Loops *l, const Stmt *st) {
    for (; st != NULL; st = st->next)
        if (!statement(l, st))
            return false;
    return true;
}

/* ---- The loop's form ---- */

static bool rounds_of(Loops *l, const Stmt *step_statement) {
    const Expr *i = step_statement->target;
    const Expr *x = step_statement->value->args;
    l->index = i->decl;
    l->set = x->decl;
    if (!is_local(l, i->decl))
        return no(l, i->span,
                  "the number of the round is no local variable");
    return i->type->host == NULL ||
           no(l, i->span, "the number of the round is a subrange");
}

/* The statements of a body without its last one. */
static Stmt *without_last(Arena *arena, const Stmt *list) {
    Stmt *first = NULL, **next = &first;
    for (; list->next != NULL; list = list->next) {
        *next = arena_alloc(arena, 1, sizeof **next);
        **next = *list;
        next = &(*next)->next;
        *next = NULL;
    }
    return first;
}

static bool while_loop(Loops *l, Stmt *loop, StarLoop *out, Stmt **rounds) {
    const Expr *c = loop->value;
    Stmt *list = statements_of(loop);
    const Stmt *last = list;
    while (last != NULL && last->next != NULL)
        last = last->next;
    if (c->meaning == MEANS_PRIM && c->number == STAR_PRIM_SOME &&
        is_step(list) && c->args->meaning == MEANS_VARIABLE &&
        c->args->decl == list->value->args->decl) {
        out->form = STAR_LOOP_WHILE;
        *rounds = list->next;
        return rounds_of(l, list);
    }
    if (c->kind == EXPR_BINARY && (c->op == OP_GT || c->op == OP_NE) &&
        c->right->constant && c->right->integer == 0 && is_step(last) &&
        c->left->meaning == MEANS_VARIABLE &&
        c->left->decl == last->target->decl) {
        out->form = STAR_LOOP_STEP;
        *rounds = without_last(l->e->arena, list);
        return rounds_of(l, last);
    }
    return no(l, loop->span, "it does not go from responder to responder");
}

static bool for_loop(Loops *l, Stmt *loop, StarLoop *out, Stmt **rounds) {
    out->form = STAR_LOOP_FOR;
    *rounds = loop->body;
    l->index = loop->target->decl;
    return loop->target->type->kind == STAR_TYPE_INTEGER ||
           no(l, loop->target->span, "it does not count integers");
}

static void finding(Emit *e, const Stmt *loop, const Loops *l) {
    StarProgram *p = e->program;
    p->note = arena_grow(e->arena, p->note, p->notes, &e->note_room,
                         sizeof *p->note);
    p->note[p->notes++] = (StarLoopNote){
        .loop = loop->span,
        .at = l->why != NULL ? l->at : loop->span,
        .fused = l->why == NULL,
        .text = l->why != NULL ? l->why
                               : arena_printf(e->arena,
                                              "%d step%s on all lines at "
                                              "once",
                                              l->effects,
                                              l->effects == 1 ? "" : "s")};
}

/* A scalar elsewhere is summed up in a temporary and put back. */
static Cell fetch(Emit *e, const Decl *d) {
    Cell value;
    if (!d->var)
        return emit_variable(e, d);
    value = emit_temp(e, STAR_CELL_INT);
    emit(e, STAR_OP_LOAD, value, emit_variable(e, d), 0);
    return value;
}

static void put_back(Emit *e, const Decl *d, Cell value) {
    if (d->var)
        emit(e, STAR_OP_STORE, emit_variable(e, d), value, 0);
    else if (d->level == 0)
        emit(e, STAR_OP_SETG, value, d->cell, 0);
    else
        emit(e, STAR_OP_SETU, value, (Cell)(e->r->level - d->level),
             d->cell);
}

/* Brings what the steps name into cells: variables of outer frames and
 * literals into temporaries. Returns the cell of the far scalar. */
static Cell settle(Emit *e, const Loops *l, StarLoopStep *s) {
    Cell cell[2 * MOST];
    Cell far = 0;
    for (int k = 0; k < l->things; k++)
        cell[k] = l->thing[k].literal != NULL
                      ? emit_expr(e, l->thing[k].literal, ANY)
                  : l->thing[k].decl == l->far
                      ? far = fetch(e, l->far)
                      : emit_variable(e, l->thing[k].decl);
    for (int k = 0; k < l->steps; k++) {
        StarLoopOperand *o =
            arena_alloc(e->arena, s[k].fuse.operands, sizeof *o);
        for (int i = 0; i < s[k].fuse.operands; i++)
            o[i] = (StarLoopOperand){s[k].operand[i].use,
                                     cell[s[k].operand[i].cell]};
        s[k].operand = o;
        if (s[k].op <= STAR_LOOP_CHECK && s[k].op != STAR_LOOP_INNER)
            s[k].target = cell[s[k].target];
    }
    return far;
}

static void write_loop(Emit *e, const Loops *l, StarLoop loop, Cell limit) {
    StarProgram *p = e->program;
    StarLoopStep *s =
        arena_alloc(e->arena, (size_t)l->steps, sizeof *s);
    memcpy(s, l->step, (size_t)l->steps * sizeof *s);
    Cell far = settle(e, l, s);
    loop.steps = (uint16_t)l->steps;
    loop.step = s;
    if (p->loops >= UINT16_MAX)
        return;
    p->loop = arena_grow(e->arena, p->loop, p->loops, &e->loop_room,
                         sizeof *p->loop);
    p->loop[p->loops] = loop;
    Cell set = l->set != NULL ? emit_variable(e, l->set) : limit;
    e->loop_at =
        emit(e, STAR_OP_LOOP, (Cell)p->loops++, l->index->cell, set);
    if (l->far != NULL)
        put_back(e, l->far, far);
}

void loops_emit(Emit *e, Stmt *loop, Cell limit) {
    Loops *l = arena_alloc(e->arena, 1, sizeof *l);
    StarLoop out = {0};
    Stmt *rounds = NULL;
    l->e = e;
    if ((loop->kind == STMT_WHILE ? while_loop(l, loop, &out, &rounds)
                                  : for_loop(l, loop, &out, &rounds)) &&
        collect(l, rounds) && body(l, rounds) && l->effects == 0)
        no(l, loop->span, "its rounds do nothing that lasts");
    if (l->why == NULL && l->set == NULL && l->lines == 0)
        no(l, loop->span, "its rounds touch no row, column or component");
    if (l->why == NULL && e->optimize)
        write_loop(e, l, out, limit);
    finding(e, loop, l);
}

/* ---- Sweeps ---- */

/* v := ROW(k, T) or COL(k, T) of local variables. */
static bool reads_line(const Stmt *st, unsigned prim) {
    return st != NULL && st->kind == STMT_ASSIGN &&
           st->target->meaning == MEANS_VARIABLE &&
           st->value->meaning == MEANS_PRIM && st->value->number == prim &&
           st->value->args->meaning == MEANS_VARIABLE &&
           st->value->args->next->meaning == MEANS_VARIABLE;
}

bool loops_sweep(const Stmt *x) {
    const Stmt *w = x->next, *loop = w != NULL ? w->next : NULL;
    unsigned across, along;
    if (loop == NULL || loop->kind != STMT_WHILE ||
        loop->value->meaning != MEANS_PRIM ||
        loop->value->number != STAR_PRIM_SOME)
        return false;
    across = reads_line(x, STAR_PRIM_COL) ? STAR_PRIM_COL : STAR_PRIM_ROW;
    along = across == STAR_PRIM_COL ? STAR_PRIM_ROW : STAR_PRIM_COL;
    return reads_line(x, across) && reads_line(w, along) &&
           x->value->args->decl == w->value->args->decl &&
           x->value->args->next->decl == w->value->args->next->decl &&
           loop->value->args->decl == x->target->decl;
}

static bool is_here(const Emit *e, const Expr *x) {
    return x->decl->level == e->r->level &&
           (type_object(x->type) || !x->decl->var);
}

uint32_t loops_begin_sweep(Emit *e, const Stmt *x) {
    const Stmt *w = x->next;
    const Expr *k = x->value->args;
    if (!e->optimize || !is_here(e, x->target) || !is_here(e, w->target) ||
        !is_here(e, k) || !is_here(e, k->next) || k->unproved)
        return 0;
    uint32_t at = emit(e, STAR_OP_SWEEP, 0, k->decl->cell, 0);
    emit_args(e, x->target->decl->cell, w->target->decl->cell,
              k->next->decl->cell);
    e->loop_at = 0;
    return at;
}

/* Only a loop whose one step is ROW(i, T) := ROW(i, T) op w is taken up;
 * otherwise the instruction becomes a jump to the next. */
void loops_end_sweep(Emit *e, const Stmt *x, uint32_t at) {
    StarProgram *p = e->program;
    const StarInstr *args = &p->code[at + 1];
    const StarLoop *loop =
        e->loop_at ? &p->loop[p->code[e->loop_at].a] : NULL;
    const StarLoopStep *set = NULL;
    uint8_t use = x->value->number == STAR_PRIM_COL ? STAR_LOOP_ROW
                                                    : STAR_LOOP_COLUMN;
    for (int k = 0; loop != NULL && k < loop->steps; k++)
        if (loop->step[k].op != STAR_LOOP_CHECK)
            set = set == NULL ? &loop->step[k] : loop->step;
    bool fits = set != NULL && set->op == STAR_LOOP_SET &&
                set->use == use && set->target == args->c &&
                set->fuse.operands == 2 && set->fuse.length == 3 &&
                set->fuse.code[2] <= STAR_FUSE_XOR;
    for (int k = 0; k < 2 && fits; k++)
        fits = set->operand[k].cell == args->c
                   ? set->operand[k].use == use
                   : set->operand[k].cell == args->b;
    int64_t distance = (int64_t)e->loop_at - at;
    if (!fits || distance > INT16_MAX) {
        p->code[at] = (StarInstr){STAR_OP_JMP, 0, 0, 0};
        return;
    }
    p->code[at].a = p->code[e->loop_at].a;
    p->code[at].c = (Cell)distance;
}
