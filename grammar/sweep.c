#include "sweep.h"

/* v := ROW(k, T) or COL(k, T) of local variables. */
static bool reads_line(const Stmt *st, unsigned prim) {
    return st != NULL && st->kind == STMT_ASSIGN &&
           st->target->meaning == MEANS_VARIABLE &&
           st->value->meaning == MEANS_PRIM && st->value->number == prim &&
           st->value->args->meaning == MEANS_VARIABLE &&
           st->value->args->next->meaning == MEANS_VARIABLE;
}

bool sweep_begins(const Stmt *x) {
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

uint32_t sweep_begin(Emit *e, const Stmt *x) {
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
void sweep_end(Emit *e, const Stmt *x, uint32_t at) {
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
