/* SPDX-License-Identifier: MIT */
#include "emit/fused_row_update.h"

#include "analysis/loop_dependence.h"
#include "analysis/row_update_match.h"

static bool is_here(const Emit *e, const Expr *x) {
    return x->decl->level == e->r->level &&
           (type_object(x->type) || !x->decl->var);
}

uint32_t row_update_begin(Emit *e, const Stmt *x) {
    const Stmt *w = x->next;
    const Expr *k = x->value->args;
    if (!e->optimize || e->count || !is_here(e, x->lvalue) ||
        !is_here(e, w->lvalue) || !is_here(e, k) || !is_here(e, k->next) ||
        k->analysis.unproved)
        return 0;
    uint32_t at = emit(e, STAR_OP_SWEEP, 0, k->decl->cell, 0);
    emit_args(e, x->lvalue->decl->cell, w->lvalue->decl->cell,
              k->next->decl->cell);
    return at;
}

/* True if a loop operation is ROW(i, T) := ROW(i, T) op w, or COL. */
static bool is_update(const StarLoopOp *s, const StarInstr *args, uint8_t use) {
    const StarFuse *f = &s->fuse;
    bool fits = s->op == STAR_LOOP_STORE && s->use == use &&
                s->target == args->c && f->operands == 2 && f->length == 3 &&
                f->code[2] <= STAR_FUSE_XOR;
    for (int k = 0; k < 2 && fits; k++)
        fits = s->operand[k].cell == args->c ? s->operand[k].use == use
                                             : s->operand[k].cell == args->b;
    return fits;
}

/* Says so of the loop around, which is not one operation. */
static void note_update(Emit *e, const Stmt *x) {
    StarProgram *p = e->program;
    for (uint32_t k = p->notes; k-- > 0;) {
        StarLoopNote *n = &p->note[k];
        if (n->loop.start < x->span.start && n->loop.end >= x->span.end) {
            n->at = x->span;
            n->text = loops_reason(LOOP_NO_ROW_UPDATE);
            return;
        }
    }
}

/* The loop becomes part of the instruction if its only effect is an update and
 * if the code consists of the two reads, perhaps STEP, the condition and the
 * loop: the instruction would jump over other code. Else the instruction
 * becomes a jump to the next one. */
void row_update_end(Emit *e, const Stmt *x, uint32_t at) {
    /* SWEEP, ARGS, COL, ROW, perhaps STEP, the condition; then LOOP. */
    const uint32_t code = (uint32_t)row_update_length(x) + 2;
    StarProgram *p = e->program;
    const StarInstr *args = &p->code[at + 1];
    const StarInstr *in = &p->code[at + code];
    uint8_t use =
        x->value->number == STAR_PRIM_COL ? STAR_LOOP_ROW : STAR_LOOP_COLUMN;
    int updates = 0, others = 0;
    if (at + code < p->length && in->op == STAR_OP_LOOP) {
        const StarLoop *loop = &p->loop[in->a];
        for (int k = 0; k < loop->ops; k++)
            if (is_update(&loop->op[k], args, use))
                updates++;
            else if (loop->op[k].op != STAR_LOOP_CHECK)
                others++;
    }
    if (updates == 1 && others == 0) {
        p->code[at].a = in->a;
        p->code[at].c = (Cell)code;
        note_update(e, x);
    } else {
        p->code[at] = (StarInstr){STAR_OP_JMP, 0, 0, 0};
    }
}
