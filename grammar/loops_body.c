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
#include "loops_body.h"

#include <string.h>

bool loops_no(Loops *l, StarSpan at, const char *why) {
    if (l->why == NULL) {
        l->at = at;
        l->why = why;
    }
    return false;
}

static bool is_index(const Loops *l, const Expr *x) {
    return x->meaning == MEANS_VARIABLE && x->decl == l->index;
}

bool loops_local(const Loops *l, const Decl *d) {
    return d->level == l->e->r->level && !d->var;
}

/* Objects may be anywhere, the number of the round must have a cell in this
 * frame. Of the sums one may be elsewhere: two could be the same variable. */
bool loops_here(Loops *l, const Expr *x) {
    const Decl *d = x->decl;
    if (type_object(d->type) || loops_local(l, d) || l->far == d)
        return true;
    if (l->far == NULL && d != l->index) {
        l->far = d;
        return true;
    }
    return loops_no(l, x->span, "this scalar lives in another frame");
}

static uint16_t thing(Loops *l, const Decl *d, Expr *literal) {
    int k = 0;
    while (k < l->things && (d == NULL || l->thing[k].decl != d))
        k++;
    if (k == l->things && k < 2 * LOOPS_MOST)
        l->thing[l->things++] = (Thing){d, literal};
    if (k == 2 * LOOPS_MOST)
        loops_no(l, l->e->span, "the rounds name too many variables");
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
        return loops_no(l, target->span, "only variables may be assigned");
    if (!loops_here(l, base))
        return false;
    if (base->decl == l->index || base->decl == l->set)
        return loops_no(l, target->span, "the rounds themselves are changed");
    Written *w = find(l, base->decl);
    if (w == NULL && l->count == LOOPS_MOST)
        return loops_no(l, target->span, "too many variables are assigned");
    if (w == NULL) {
        w = &l->written[l->count++];
        *w = (Written){.decl = base->decl, .how = target->meaning,
                       .use = use};
    }
    if (w->how != target->meaning || w->use != use)
        return loops_no(l, target->span,
                  "the variable is written in two ways, such as by row and "
                  "by column");
    w->writes++;
    return true;
}

/* i := STEP(X) */
bool loops_is_step(const Stmt *st) {
    return st != NULL && st->kind == STMT_ASSIGN &&
           st->target->meaning == MEANS_VARIABLE &&
           st->value->meaning == MEANS_PRIM &&
           st->value->number == STAR_PRIM_STEP &&
           st->value->args->meaning == MEANS_VARIABLE;
}

/* The statements of a loop. */
Stmt *loops_statements(const Stmt *loop) {
    return loop->body->kind == STMT_BLOCK ? loop->body->body : loop->body;
}

/* while SOME(X) do begin i := STEP(X); ... end: what follows STEP. */
static const Stmt *rounds_within(const Stmt *loop) {
    const Stmt *list = loops_statements(loop);
    return loops_is_step(list) ? list->next : list;
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
    if (v->length == LOOPS_CODE)
        return loops_no(l, at, "the expression is too long");
    v->code[v->length++] = byte;
    return true;
}

static bool operand(Loops *l, Value *v, uint8_t use, uint16_t thing,
                    StarSpan at) {
    int k = 0;
    while (k < v->operands &&
           (v->operand[k].cell != thing || v->operand[k].use != use))
        k++;
    if (k == LOOPS_MOST)
        return loops_no(l, at, "the expression has too many operands");
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
        return loops_no(l, x->span,
                  "a line other than that of the round is read");
    if (table->meaning != MEANS_VARIABLE || !loops_here(l, table))
        return loops_no(l, x->span, "the table is no variable of this block");
    const Written *w = find(l, table->decl);
    if (w != NULL && (w->use != use || (l->outer != NULL && !around)))
        return loops_no(l, x->span,
                  "the table is written by line and read across");
    if (around)
        use = use_within(l, use);
    return operand(l, v, use, thing(l, table->decl, NULL), x->span);
}

static bool line_variable(Loops *l, const Expr *x, Value *v) {
    if (!loops_here(l, x))
        return false;
    if (x->decl == l->set)
        return loops_no(l, x->span, "the responders themselves are read");
    const Written *w = find(l, x->decl);
    if (w == NULL)
        return operand(l, v, STAR_LOOP_WHOLE, thing(l, x->decl, NULL),
                       x->span);
    if (w->known)
        return inline_value(l, v, &w->value, x->span);
    return loops_no(l, x->span,
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

static bool line_of(Loops *l, const Expr *x, Value *v);

/* An expression too long for its code is refused before it is walked. */
static bool line(Loops *l, const Expr *x, Value *v) {
    bool fine;
    if (l->nesting == LOOPS_CODE)
        return loops_no(l, x->span, "the expression is too long");
    l->nesting++;
    fine = line_of(l, x, v);
    l->nesting--;
    return fine;
}

static bool line_of(Loops *l, const Expr *x, Value *v) {
    if (x->kind == EXPR_TEXT && type_line(x->type))
        return operand(l, v, STAR_LOOP_WHOLE, thing(l, NULL, (Expr *)x),
                       x->span);
    if (x->meaning == MEANS_VARIABLE)
        return line_variable(l, x, v);
    if (x->meaning == MEANS_OPERATION)
        return line_operator(l, x, v);
    if (x->meaning == MEANS_PRIM && x->number == STAR_PRIM_CONVERT)
        return line(l, x->args, v); /* the same bits */
    if (x->meaning == MEANS_PRIM &&
        (x->number == STAR_PRIM_ROW || x->number == STAR_PRIM_COL))
        return table_line(l, x, v);
    return loops_no(l, x->span, "this expression has no form on whole tables");
}

/* Component i of a line, as an operand that stands for all rounds. */
static bool bit(Loops *l, const Expr *x, Value *v) {
    if (x->meaning != MEANS_COMPONENT || !is_index(l, x->args))
        return loops_no(l, x->span, "this is no component of the round");
    const Expr *y = x->left;
    if (y->meaning != MEANS_VARIABLE || !loops_here(l, y))
        return loops_no(l, x->span, "this is no component of a variable");
    if (y->decl == l->set)
        return loops_no(l, x->span, "the responders themselves are read");
    const Written *w = find(l, y->decl);
    if (w != NULL && w->how != MEANS_COMPONENT)
        return loops_no(l, x->span, "the whole line is written too");
    return operand(l, v, STAR_LOOP_WHOLE, thing(l, y->decl, NULL),
                   x->span);
}

/* ---- Steps ---- */

static bool step(Loops *l, StarLoopStep s, const Value *v, StarSpan at) {
    Arena *arena = l->e->arena;
    if (l->steps == LOOPS_MOST)
        return loops_no(l, at, "the body is too long");
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
        return loops_no(l, t->span,
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
        return loops_no(l, t->span,
                  "a component other than that of the round is written");
    if (st->value->constant) {
        s.value = st->value->integer;
        if (s.value != 0 && s.value != 1)
            return loops_no(l, st->value->span, "this is no component");
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
        return loops_no(l, st->span, "a scalar is assigned that is no sum");
    if (find(l, c->decl)->writes > 1)
        return loops_no(l, st->span, "the sum is changed in two places");
    s.value = x->op == OP_PLUS ? 1 : -1;
    if (term->constant) {
        s.op = STAR_LOOP_COUNT;
        if (term->integer > INT32_MAX || term->integer < -INT32_MAX)
            return loops_no(l, term->span, "this constant is too large");
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
    return loops_no(l, term->span, "this term has no form on whole tables");
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
                   ? loops_no(l, st->span, "a whole object is assigned")
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
        return loops_no(l, st->span,
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

static bool condition_of(Loops *l, const Expr *x, Value *v);

static bool condition(Loops *l, const Expr *x, Value *v) {
    bool fine;
    if (l->nesting == LOOPS_CODE)
        return loops_no(l, x->span, "the condition is too long");
    l->nesting++;
    fine = condition_of(l, x, v);
    l->nesting--;
    return fine;
}

/* Y(i) = 1, Y(i) = 0, Y(i) = Z(i), <> likewise, not, and, or. */
static bool condition_of(Loops *l, const Expr *x, Value *v) {
    if (x->kind == EXPR_UNARY && x->op == OP_NOT)
        return condition(l, x->left, v) &&
               code(l, v, STAR_FUSE_NOT, x->span);
    if (x->kind == EXPR_BINARY && (x->op == OP_AND || x->op == OP_OR))
        return condition(l, x->left, v) && condition(l, x->right, v) &&
               code(l, v,
                    x->op == OP_AND ? STAR_FUSE_AND : STAR_FUSE_OR,
                    x->span);
    if (x->kind != EXPR_BINARY || (x->op != OP_EQ && x->op != OP_NE))
        return loops_no(l, x->span,
                        "this condition has no form on whole slices");
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
    const Stmt *list = loops_statements(st);
    if (l->outer != NULL || c->meaning != MEANS_PRIM ||
        c->number != STAR_PRIM_SOME || !loops_is_step(list) ||
        c->args->meaning != MEANS_VARIABLE ||
        c->args->decl != list->value->args->decl)
        return loops_no(l, st->span,
                        "this inner loop is no loop over responders");
    if (l->down)
        return loops_no(l, st->span,
                        "rounds counted downward have no inner loops");
    const Decl *j = list->target->decl;
    Written *set = find(l, c->args->decl);
    if (!loops_local(l, j) || j == l->index || list->target->type->host ||
        find(l, j) != NULL)
        return loops_no(l, list->span,
                  "the number of the inner round is used elsewhere");
    if (set == NULL || !set->known)
        return loops_no(l, c->span,
                  "the inner responders are not found in each round");
    int at = l->steps;
    if (!step(l,
              (StarLoopStep){.op = STAR_LOOP_INNER,
                             .target = thing(l, j, NULL)},
              &set->value, c->span))
        return false;
    set->known = false;
    l->outer = l->index;
    l->index = j;
    for (list = list->next; list != NULL; list = list->next)
        if (list->kind != STMT_ASSIGN ||
            list->target->meaning != MEANS_VARIABLE ||
            type_object(list->target->type))
            return loops_no(l, list->span,
                            "an inner round may only add to sums");
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
        return loops_no(l, st->span,
                  "this statement has no form on whole slices");
    }
}

static bool body(Loops *l, const Stmt *st) {
    for (; st != NULL; st = st->next)
        if (!statement(l, st))
            return false;
    return true;
}

bool loops_rounds(Loops *l, const Stmt *rounds) {
    return collect(l, rounds) && body(l, rounds);
}
