/* SPDX-License-Identifier: MIT */
#include "emit/loop_lowering.h"

#include <string.h>

#include "analysis/loop_dependence.h"
#include "analysis/loop_invariant.h"
#include "analysis/ordered_loop.h"
#include "analysis/pairs/pair_loop.h"
#include "bytecode/plan_print.h"

/* ---- Responder loops ---- */

/* A text that grows in the arena. */
typedef struct NoteText {
    Arena *arena;
    char *text;
    uint32_t length, room;
} NoteText;

static void note_sink(void *context, const char *text, size_t length) {
    NoteText *n = context;
    for (size_t k = 0; k < length; k++) {
        n->text = arena_grow(n->arena, n->text, n->length, &n->room, 1);
        n->text[n->length++] = text[k];
    }
}

/* The names of a plan: its things by their numbers, then these. */
enum { NAME_INDEX = LOOPS_MAX_THINGS, NAME_SET, NAME_FIRST, NAME_LIMIT };

typedef struct NoteNames {
    const LoopPlan *plan;
    const Stmt *loop;
    const StarSources *sources;
} NoteNames;

/* A bound, whatever the layout of its text: constants, names, calls of them,
 * sums and differences; more is elided. */
static void put_bound(const NoteNames *n, const Out *out, const Expr *x) {
    if (x->constant && x->type->kind == STAR_TYPE_INTEGER) {
        report_put(out, "%lld", (long long)x->integer);
    } else if (x->kind == EXPR_NAME) {
        const StarPlace p = star_source_place(n->sources, x->span);
        report_put(out, "%.*s", (int)(x->span.end - x->span.start),
                   p.line + p.column - 1);
    } else if (x->kind == EXPR_CALL && x->left->kind == EXPR_NAME) {
        put_bound(n, out, x->left);
        for (const Expr *a = x->args; a != NULL; a = a->next) {
            report_put(out, a == x->args ? "(" : ", ");
            put_bound(n, out, a);
        }
        report_put(out, x->args != NULL ? ")" : "");
    } else if (x->kind == EXPR_BINARY &&
               (x->op == OP_PLUS || x->op == OP_MINUS)) {
        put_bound(n, out, x->left);
        report_put(out, x->op == OP_PLUS ? " + " : " - ");
        put_bound(n, out, x->right);
    } else {
        report_put(out, "...");
    }
}

static void put_name(const void *names, const Out *out, uint16_t number) {
    const NoteNames *n = names;
    const Stmt *loop = n->loop;
    if (number >= NAME_FIRST) {
        put_bound(n, out,
                  (number == NAME_FIRST) == loop->down ? loop->limit
                                                       : loop->value);
        return;
    }
    const LoopThing *t = &n->plan->thing[number];
    const Decl *d = number == NAME_INDEX ? n->plan->index
                    : number == NAME_SET ? n->plan->set
                                         : t->decl;
    if (d != NULL)
        report_put(out, "%s", d->spelled);
    else
        report_put(out, "'%.*s'", (int)t->literal->length, t->literal->text);
}

static const char *plan_text(Emit *e, const Stmt *loop, const LoopPlan *l) {
    NoteText n = {.arena = e->arena};
    const NoteNames names = {l, loop, &e->program->sources};
    const PlanText text = {{note_sink, &n}, 4, put_name, &names};
    plan_print(&text, &l->plan,
               &(PlanSpace){NAME_INDEX, NAME_FIRST,
                            l->set != NULL ? NAME_SET : NAME_LIMIT});
    note_sink(&n, "", 1);
    return n.text;
}

static void note_plan(Emit *e, const Stmt *loop, const LoopPlan *l) {
    StarProgram *p = e->program;
    const bool fused = l->why == LOOP_NO_REASON;
    p->note = arena_grow(e->lasting, p->note, p->notes, &e->note_room,
                         sizeof *p->note);
    p->note[p->notes++] = (StarLoopNote){.loop = loop->span,
                                         .at = fused ? loop->span : l->at,
                                         .fused = fused,
                                         .text = fused ? plan_text(e, loop, l)
                                                       : loops_reason(l->why)};
}

/* A scalar outside the frame is summed in a temporary and stored behind the
 * loop. */
static Cell load_far(Emit *e, const Decl *d) {
    Cell value;
    if (!d->var)
        return emit_variable(e, d);
    value = emit_temp(e, STAR_CELL_INT);
    emit(e, STAR_OP_LOAD, value, emit_variable(e, d), 0);
    return value;
}

static void store_far(Emit *e, const Decl *d, Cell value) {
    if (d->var)
        emit(e, STAR_OP_STORE, emit_variable(e, d), value, 0);
    else if (d->level == 0)
        emit(e, STAR_OP_SETG, value, d->cell, 0);
    else
        emit(e, STAR_OP_SETU, value, (Cell)(e->r->level - d->level), d->cell);
}

/* A field of an operation, by its letter in plan.def: from numbers of things to
 * cells. */
static void resolve_field(Emit *e, const Cell *cell, StarPlanOp *s,
                          char letter) {
    StarPlanOperand *o;
    uint8_t *code;
    switch (letter) {
    case 'L':
    case 'T':
    case 'I':
    case 'm':
    case 'w': s->target = cell[s->target]; break;
    case 'J':
        if (s->beside != STAR_NO_CELL)
            s->beside = cell[s->beside];
        break;
    case 'i':
        if (s->scalar != STAR_NO_CELL)
            s->scalar = cell[s->scalar];
        break;
    case 'e':
    case 'c':
    case 'x':
    case 's':
        o = arena_alloc(e->arena, s->fuse.operands, sizeof *o);
        for (int k = 0; k < s->fuse.operands; k++)
            o[k] =
                (StarPlanOperand){s->operand[k].use, cell[s->operand[k].cell]};
        code = arena_alloc(e->arena, s->fuse.length, 1);
        s->operand = o;
        s->fuse.code = s->fuse.length > 0
                           ? memcpy(code, s->fuse.code, s->fuse.length)
                           : NULL;
        break;
    default: break;
    }
}

static void resolve_bound(const Cell *cell, StarPlanBound *b) {
    if (b->cell != STAR_NO_CELL)
        b->cell = cell[b->cell];
}

/* Resolves the things of a plan to cells: variables of outer frames and
 * literals become temporaries. Returns the cell of the far scalar, if the
 * operations name one. */
static Cell resolve(Emit *e, const LoopPlan *l, StarPlan *plan) {
    Cell cell[LOOPS_MAX_THINGS];
    Cell far = STAR_NO_CELL;
    StarPlanOp *s = arena_alloc(e->arena, plan->ops, sizeof *s);
    for (int k = 0; k < l->things; k++)
        cell[k] =
            l->thing[k].literal != NULL ? emit_expr(e, l->thing[k].literal, ANY)
            : l->thing[k].decl == l->far ? far = load_far(e, l->far)
                                         : emit_variable(e, l->thing[k].decl);
    for (int k = 0; k < plan->ops; k++) {
        s[k] = plan->op[k];
        for (const char *c = star_plan_letters[s[k].op]; *c != '\0'; c++)
            resolve_field(e, cell, &s[k], *c);
    }
    plan->op = s;
    if (star_plan_is_pairs(plan->space) && plan->row != STAR_NO_CELL) {
        plan->row = cell[plan->row];
        plan->column = cell[plan->column];
        resolve_bound(cell, &plan->from);
        resolve_bound(cell, &plan->to);
    }
    return far;
}

/* Loops leave numbers of plans to fused expressions, which need one. */
enum { MAX_LOOPS = UINT16_MAX / 2 };

/* Returns the plan; without space if there are too many. */
static StarPlan write_loop(Emit *e, const LoopPlan *l, Cell limit) {
    StarPlan plan = l->plan;
    if (e->program->plans >= MAX_LOOPS)
        return (StarPlan){.space = STAR_SPACE_NONE};
    Cell far = resolve(e, l, &plan);
    Cell set = l->set != NULL ? emit_variable(e, l->set) : limit;
    emit_plan(e, plan, l->index->cell, set);
    if (far != STAR_NO_CELL)
        store_far(e, l->far, far);
    return plan;
}

void loops_emit(Emit *e, Stmt *loop, Cell limit) {
    const Stmt *inner = NULL;
    if (e->pairs.inner == loop)
        return;
    const ArenaMark mark = arena_mark(e->scratch);
    LoopPlan plan = loops_plan(e->scratch, loop, e->r->level, e->count);
    if (plan.why != LOOP_NO_REASON && loop->kind == STMT_FOR && !e->count) {
        LoopPlan pairs = pairs_plan(e->scratch, loop, e->r->level, &inner);
        if (pairs.why == LOOP_NO_REASON || pairs.effects > 0)
            plan = pairs;
        else
            order_plan(e->scratch, loop, e->r->level, &plan);
    }
    if (plan.why == LOOP_NO_REASON && e->optimize) {
        const StarPlan found = write_loop(e, &plan, limit);
        if (star_plan_is_pairs(plan.plan.space))
            e->pairs = (PairLoop){loop, inner, found};
    }
    if (e->loops)
        note_plan(e, loop, &plan);
    arena_release(e->scratch, mark);
}

void loops_emit_top(Emit *e, const Stmt *loop, Cell limit) {
    StarPlan plan = e->pairs.plan;
    if (plan.space != STAR_SPACE_FIND ||
        (loop != e->pairs.inner && loop != e->pairs.loop))
        return;
    plan.space =
        loop == e->pairs.inner ? STAR_SPACE_FIND_COLUMN : STAR_SPACE_FIND_ROW;
    emit_plan(e, plan, loop->lvalue->decl->cell, limit);
}

/* ---- Invariants ---- */

void hoist_loop(Emit *e, Stmt *loop) {
    Invariant *x = NULL;
    if (e->optimize)
        x = hoist_find(e->arena, loop, e->r->level);
    for (; x != NULL; x = x->next) {
        x->expr->emit.flag = emit_temp(e, STAR_CELL_INT);
        x->expr->emit.cell = emit_own_temp(e, STAR_CELL_BITS);
        emit_integer(e, x->expr->emit.flag, 0);
    }
}

/* The condition of a while statement is compiled twice; both places share
 * the flag and the cached bits. */
Cell hoist_value(Emit *e, Expr *x) {
    Label done = {0};
    Cell cached = x->emit.cell;
    emit_jump(e, &done, STAR_OP_JNEK, x->emit.flag, 0);
    x->analysis.hoisted = false;
    emit_bits(e, x, cached);
    x->analysis.hoisted = true;
    emit_integer(e, x->emit.flag, 1);
    emit_label(e, &done);
    return cached;
}
