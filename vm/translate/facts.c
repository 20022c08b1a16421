/* SPDX-License-Identifier: MIT */
#include "translate/facts.h"

#include "translate/cells.h"

/* The constant that a cell gets in a row of instructions before another one. */
static bool constant_before(const StarProgram *p, const StarProc *proc,
                            uint32_t at, uint16_t cell, int64_t *value) {
    while (at-- > proc->entry) {
        const StarInstr in = p->code[at];
        const StarOpForm form = star_op_form(in.op);
        uint32_t to;
        if (form.operand[1].kind == STAR_OPERAND_LONG_SIGNED && in.a == cell) {
            *value = star_instr_jump(in);
            return form.operand[0].written;
        }
        if (cells_jump(p, at, &to) || star_ops[in.op].flow == STAR_FLOW_CALL)
            return false;
        for (int k = 0; k < form.count; k++)
            if (form.operand[k].kind == STAR_OPERAND_CELL &&
                form.operand[k].written && cells_operand(&in, k) == cell)
                return false;
    }
    return false;
}

FactShape facts_made(const StarProgram *p, const StarProc *proc, uint32_t at) {
    const StarInstr *in = &p->code[at];
    FactShape shape = {.known = in->c <= 2};
    for (int k = 0; k < in->c && shape.known; k++) {
        int64_t low = 0, high = 0;
        shape.known = constant_before(p, proc, at, cells_operand(in + 1, 2 * k),
                                      &low) &&
                      constant_before(p, proc, at,
                                      cells_operand(in + 1, 2 * k + 1), &high);
        shape.dim[k] = (StarDim){low, high - low + 1};
    }
    return shape;
}

/* True if an instruction may put another object into a cell. */
static bool changes(const StarInstr *in, uint16_t cell) {
    const StarOpForm form = star_op_form(in->op);
    const uint8_t flow = star_ops[in->op].flow;
    bool changed = false;
    for (int k = 0; k < form.count; k++)
        changed |= form.operand[k].kind == STAR_OPERAND_CELL &&
                   form.operand[k].written && cells_operand(in, k) == cell;
    return changed && flow != STAR_FLOW_ELEMENT && flow != STAR_FLOW_COPY;
}

FactShape facts_variable(const StarProgram *p, const StarProc *proc,
                         uint16_t cell) {
    FactShape shape = {.known = false};
    uint32_t to;
    bool straight = true;
    if (!proc->cell[cell].own)
        return shape;
    for (uint32_t at = proc->entry; at < proc->end; at = cells_next(p, at)) {
        const StarInstr *in = &p->code[at];
        if (changes(in, cell)) {
            if (shape.known || !straight ||
                star_ops[in->op].flow != STAR_FLOW_ARRAY)
                return (FactShape){.known = false};
            shape = facts_made(p, proc, at);
            if (!shape.known)
                return shape;
        }
        straight &= !cells_jump(p, at, &to) &&
                    star_ops[in->op].flow != STAR_FLOW_CALL;
    }
    return shape;
}
