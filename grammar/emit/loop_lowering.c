/* SPDX-License-Identifier: MIT */
#include "emit/loop_lowering.h"

#include <string.h>

#include "analysis/loop_dependence.h"
#include "analysis/loop_invariant.h"
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
    const StarLoop plan = {l->form, (uint16_t)l->ops, l->op};
    plan_print(&text, &plan,
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

/* Resolves the things of the loop operations to cells: variables of outer
 * frames and literals become temporaries. Returns the cell of the far scalar,
 * if the operations name one. */
static Cell resolve(Emit *e, const LoopPlan *l, StarLoopOp *s) {
    Cell cell[LOOPS_MAX_THINGS];
    Cell far = STAR_NO_CELL;
    for (int k = 0; k < l->things; k++)
        cell[k] =
            l->thing[k].literal != NULL ? emit_expr(e, l->thing[k].literal, ANY)
            : l->thing[k].decl == l->far ? far = load_far(e, l->far)
                                         : emit_variable(e, l->thing[k].decl);
    for (int k = 0; k < l->ops; k++) {
        StarLoopOperand *o =
            arena_alloc(e->arena, s[k].fuse.operands, sizeof *o);
        for (int i = 0; i < s[k].fuse.operands; i++)
            o[i] = (StarLoopOperand){s[k].operand[i].use,
                                     cell[s[k].operand[i].cell]};
        s[k].operand = o;
        if ((s[k].op <= STAR_LOOP_CHECK || s[k].op > STAR_LOOP_FUEL) &&
            s[k].target != STAR_NO_CELL)
            s[k].target = cell[s[k].target];
        if (star_loop_has_also(&s[k]))
            s[k].also = cell[s[k].also];
    }
    return far;
}

/* Returns the number of the loop; UINT16_MAX if there are too many. */
static uint16_t write_loop(Emit *e, const LoopPlan *l, Cell limit) {
    StarProgram *p = e->program;
    StarLoop loop = {.form = l->form};
    StarLoopOp *s = arena_alloc(e->arena, (size_t)l->ops, sizeof *s);
    memcpy(s, l->op, (size_t)l->ops * sizeof *s);
    Cell far = resolve(e, l, s);
    loop.ops = (uint16_t)l->ops;
    loop.op = s;
    if (p->loops >= UINT16_MAX)
        return UINT16_MAX;
    p->loop = arena_grow(e->lasting, p->loop, p->loops, &e->loop_room,
                         sizeof *p->loop);
    p->loop[p->loops] = loop;
    Cell set = l->set != NULL ? emit_variable(e, l->set) : limit;
    emit(e, STAR_OP_LOOP, (Cell)p->loops++, l->index->cell, set);
    if (far != STAR_NO_CELL)
        store_far(e, l->far, far);
    return (uint16_t)(p->loops - 1);
}

void loops_emit(Emit *e, Stmt *loop, Cell limit) {
    const Stmt *inner = NULL;
    if (e->pairs.inner == loop)
        return;
    const ArenaMark mark = arena_mark(e->arena);
    LoopPlan plan = loops_plan(e->arena, loop, e->r->level, e->count);
    if (plan.why != LOOP_NO_REASON && loop->kind == STMT_FOR && !e->count) {
        LoopPlan pairs = pairs_plan(e->arena, loop, e->r->level, &inner);
        if (pairs.why == LOOP_NO_REASON || pairs.effects > 0)
            plan = pairs;
    }
    if (plan.why != LOOP_NO_REASON)
        arena_release(e->arena, mark);
    if (plan.why == LOOP_NO_REASON && e->optimize) {
        const uint16_t number = write_loop(e, &plan, limit);
        if (star_loop_is_pairs(plan.form))
            e->pairs = (PairLoop){loop, inner, plan.form, number};
    }
    note_plan(e, loop, &plan);
}

void loops_emit_top(Emit *e, const Stmt *loop, Cell limit) {
    const PairLoop *p = &e->pairs;
    if (p->form != STAR_LOOP_FIND_PAIRS || p->number == UINT16_MAX)
        return;
    if (p->inner == loop)
        emit(e, STAR_OP_PAIRCOL, p->number, loop->lvalue->decl->cell, limit);
    else if (p->loop == loop)
        emit(e, STAR_OP_PAIRROW, p->number, loop->lvalue->decl->cell, limit);
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
