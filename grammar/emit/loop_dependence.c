/* The forms of loops over responders, and what becomes of them. */
#include "emit/loop_dependence.h"

#include <string.h>

#include "emit/loop_lowering.h"
#include "emit/fuel.h"

static bool rounds_of(Loops *l, const Stmt *step_statement) {
    const Expr *i = step_statement->target;
    const Expr *x = step_statement->value->args;
    l->charge += steps_of(step_statement);
    l->index = i->decl;
    l->set = x->decl;
    if (!loops_local(l, i->decl))
        return loops_no(l, i->span,
                        "the number of the round is no local variable");
    return i->type->host == NULL ||
           loops_no(l, i->span, "the number of the round is a subrange");
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
    Stmt *list = loops_statements(loop);
    const Stmt *last = list;
    l->charge = steps_of_condition(c);
    while (last != NULL && last->next != NULL)
        last = last->next;
    if (c->meaning == MEANS_PRIM && c->number == STAR_PRIM_SOME &&
        loops_is_step(list) && c->args->meaning == MEANS_VARIABLE &&
        c->args->decl == list->value->args->decl) {
        out->form = STAR_LOOP_WHILE;
        *rounds = list->next;
        return rounds_of(l, list);
    }
    if (c->kind == EXPR_BINARY && (c->op == OP_GT || c->op == OP_NE) &&
        c->right->constant && c->right->integer == 0 && loops_is_step(last) &&
        c->left->meaning == MEANS_VARIABLE &&
        c->left->decl == last->target->decl) {
        out->form = STAR_LOOP_STEP;
        *rounds = without_last(l->e->arena, list);
        return rounds_of(l, last);
    }
    return loops_no(l, loop->span,
                    "it does not go from responder to responder");
}

static bool for_loop(Loops *l, Stmt *loop, StarLoop *out, Stmt **rounds) {
    out->form = STAR_LOOP_FOR;
    l->down = loop->down;
    l->charge = 1;
    *rounds = loop->body;
    l->index = loop->target->decl;
    return loop->target->type->kind == STAR_TYPE_INTEGER ||
           loops_no(l, loop->target->span, "it does not count integers");
}

static void finding(Emit *e, const Stmt *loop, const Loops *l) {
    StarProgram *p = e->program;
    p->note = arena_grow(e->lasting, p->note, p->notes, &e->note_room,
                         sizeof *p->note);
    p->note[p->notes++] = (StarLoopNote){
        .loop = loop->span,
        .at = l->why != NULL ? l->at : loop->span,
        .fused = l->why == NULL,
        .text = l->why != NULL
                    ? l->why
                    : arena_printf(e->arena,
                                   "%d step%s on all lines at "
                                   "once",
                                   l->effects, l->effects == 1 ? "" : "s")};
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
        emit(e, STAR_OP_SETU, value, (Cell)(e->r->level - d->level), d->cell);
}

/* Brings what the steps name into cells: variables of outer frames and
 * literals into temporaries. Returns the cell of the far scalar, if they name
 * one. */
static Cell settle(Emit *e, const Loops *l, StarLoopStep *s) {
    Cell cell[2 * LOOPS_MOST];
    Cell far = STAR_NO_CELL;
    for (int k = 0; k < l->things; k++)
        cell[k] =
            l->thing[k].literal != NULL ? emit_expr(e, l->thing[k].literal, ANY)
            : l->thing[k].decl == l->far ? far = fetch(e, l->far)
                                         : emit_variable(e, l->thing[k].decl);
    for (int k = 0; k < l->steps; k++) {
        StarLoopOperand *o =
            arena_alloc(e->arena, s[k].fuse.operands, sizeof *o);
        for (int i = 0; i < s[k].fuse.operands; i++)
            o[i] = (StarLoopOperand){s[k].operand[i].use,
                                     cell[s[k].operand[i].cell]};
        s[k].operand = o;
        if (s[k].op <= STAR_LOOP_CHECK && s[k].target != STAR_NO_CELL)
            s[k].target = cell[s[k].target];
        if (star_loop_is_extreme(&s[k]) && s[k].also != STAR_NO_CELL)
            s[k].also = cell[s[k].also];
    }
    return far;
}

static void write_loop(Emit *e, const Loops *l, StarLoop loop, Cell limit) {
    StarProgram *p = e->program;
    StarLoopStep *s = arena_alloc(e->arena, (size_t)l->steps, sizeof *s);
    memcpy(s, l->step, (size_t)l->steps * sizeof *s);
    Cell far = settle(e, l, s);
    loop.steps = (uint16_t)l->steps;
    loop.step = s;
    if (p->loops >= UINT16_MAX)
        return;
    p->loop = arena_grow(e->lasting, p->loop, p->loops, &e->loop_room,
                         sizeof *p->loop);
    p->loop[p->loops] = loop;
    Cell set = l->set != NULL ? emit_variable(e, l->set) : limit;
    emit(e, STAR_OP_LOOP, (Cell)p->loops++, l->index->cell, set);
    if (far != STAR_NO_CELL)
        put_back(e, l->far, far);
}

void loops_emit(Emit *e, Stmt *loop, Cell limit) {
    Loops *l = arena_alloc(e->arena, 1, sizeof *l);
    StarLoop out = {0};
    Stmt *rounds = NULL;
    l->e = e;
    if ((loop->kind == STMT_WHILE ? while_loop(l, loop, &out, &rounds)
                                  : for_loop(l, loop, &out, &rounds)) &&
        loops_rounds(l, rounds) && l->effects == 0)
        loops_no(l, loop->span, "its rounds do nothing that lasts");
    if (l->why == NULL && l->set == NULL && l->lines == 0)
        loops_no(l, loop->span, "its rounds touch no row, column or component");
    if (l->why == NULL && e->optimize)
        write_loop(e, l, out, limit);
    finding(e, loop, l);
}
