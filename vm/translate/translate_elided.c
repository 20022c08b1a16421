/* SPDX-License-Identifier: MIT */
#include "translate/translate_elided.h"

const char *elided_logic(unsigned op) {
    return op == STAR_OP_ANDL    ? "and"
           : op == STAR_OP_ORL   ? "or"
           : op == STAR_OP_XORL  ? "xor"
           : op == STAR_OP_ANDNL ? "andn"
                                 : NULL;
}

/* True if the row of a table at an instruction is operand c of the next one, an
 * operation. */
static bool is_operand(const Writer *w, uint32_t row) {
    const StarInstr *at = &w->p->code[row], *next = at + 1;
    return at->op == STAR_OP_ROWT && row + 1 < w->proc->end &&
           elided_logic(next->op) != NULL && next->c == at->a &&
           next->b != at->a && next->a != at->a && !w->cells->target[row + 1];
}

/* True if an operand of an instruction is a cell, or, in a list, may be. */
static bool names(const Writer *w, uint32_t number, uint16_t cell) {
    const StarInstr *at = &w->p->code[number];
    const StarOpForm form = star_op_form(at->op);
    const int words = (int)(cells_next(w->p, number) - number);
    bool found = false;
    for (int k = 0; k < form.count; k++)
        found |= form.operand[k].kind == STAR_OPERAND_CELL &&
                 cells_operand(at, k) == cell;
    for (int k = 3; k < 3 * words && form.list; k++)
        found |= cells_operand(at, k) == cell;
    return found;
}

/* True if the row is not made: its temporary is nothing else in the procedure.
 * Plans name cells elsewhere. */
static bool is_elided(const Writer *w, uint32_t row) {
    const StarProc *proc = w->proc;
    if (!is_operand(w, row))
        return false;
    const uint16_t cell = w->p->code[row].a;
    if (cell >= proc->cells || !proc->cell[cell].own ||
        proc->cell[cell].name != NULL)
        return false;
    for (uint32_t at = proc->entry, next; at < proc->end; at = next) {
        const StarInstr *in = &w->p->code[at];
        next = cells_next(w->p, at);
        if (is_operand(w, at) && in->a == cell)
            next = at + 2;
        else if (star_ops[in->op].flow == STAR_FLOW_PLAN || names(w, at, cell))
            return false;
    }
    return true;
}

bool elided_part(const Writer *w, uint32_t number) {
    return is_elided(w, number) ||
           (number > w->proc->entry && is_elided(w, number - 1));
}
