/* SPDX-License-Identifier: MIT */
/* Reads and writes of the values in cells, and those that an instruction's
 * letters say. */
#include "bytecode/flow/flow_cells.h"

bool flow_owns(const Flow *f, uint32_t cell) {
    return cell < flow_proc(f)->cells && flow_proc(f)->cell[cell].own;
}

StarStatus flow_refuse_value(const Flow *f, uint32_t cell) {
    return f->now[cell].is == FLOW_NOTHING
               ? verify_refuse(f->v, "cell %u holds nothing", cell)
               : verify_refuse(f->v, "cell %u holds another value", cell);
}

/* ---- Reads and writes of cells ---- */

/* The value of a cell, of one of the kinds. */
StarStatus flow_read(const Flow *f, uint32_t cell, unsigned kinds,
                     FlowValue *value) {
    *value = f->now[cell];
    if (value->is != FLOW_VALUE || !(kinds >> value->kind & 1))
        return flow_refuse_value(f, cell);
    return STAR_OK;
}

StarStatus flow_expect(const Flow *f, uint32_t cell, FlowValue wanted) {
    return flow_fits(f->now[cell], wanted) ? STAR_OK
                                           : flow_refuse_value(f, cell);
}

/* Objects in variables stay there; a scalar's cell takes one of its kind. */
StarStatus flow_write(Flow *f, uint32_t cell, FlowValue value) {
    const StarProc *proc = flow_proc(f);
    if (cell < proc->cells && proc->cell[cell].kind != value.kind)
        return verify_refuse(f->v, "cell %u gets another kind", cell);
    if (flow_is_scalar(value.kind) && value.part != FLOW_PAIR)
        value = flow_scalar((StarCellKind)value.kind);
    if (flow_is_followed(proc, cell) && !flow_owns(f, cell))
        f->now[cell] = value;
    else if (!flow_is_scalar(value.kind))
        return verify_refuse(f->v, "cell %u has an object of its own", cell);
    return STAR_OK;
}

/* The object of a cell is freed, and with it what lies within. */
void flow_forget(Flow *f, uint32_t cell) {
    for (uint32_t k = 0; k < f->count; k++) {
        FlowValue *value = &f->now[f->followed[k]];
        if (value->origin == cell && !flow_is_scalar(value->kind))
            value->is = FLOW_NOTHING;
    }
}

/* A cell gets another object, which it owns. */
StarStatus flow_make(Flow *f, uint32_t cell, FlowValue value) {
    const FlowValue before = f->now[cell];
    if (!flow_owns(f, cell) || flow_proc(f)->cell[cell].kind != value.kind)
        return verify_refuse(f->v, "cell %u owns no such object", cell);
    flow_forget(f, cell);
    if (flow_is_followed(flow_proc(f), cell)) {
        f->now[cell] = value;
        f->now[cell].fixed = false;
        f->now[cell].origin = (uint16_t)cell;
    } else if (!flow_fits(value, before)) {
        return verify_refuse(f->v, "cell %u owns another object", cell);
    }
    return STAR_OK;
}

/* An object that the frame no longer owns. */
StarStatus flow_lose(Flow *f, uint32_t cell) {
    if (!flow_owns(f, cell) || !flow_is_followed(flow_proc(f), cell))
        return verify_refuse(f->v, "cell %u keeps its object", cell);
    flow_forget(f, cell);
    f->now[cell].is = FLOW_NOTHING;
    return STAR_OK;
}

/* ---- Operands by their letters ---- */

uint16_t flow_cell_at(const FlowStep *s, int k) {
    const uint16_t *word = &s->in->a;
    const uint16_t first[] = {s->in->a, s->in->b, s->in->c};
    return k < 3 ? first[k] : word[4 * (k / 3) + k % 3];
}

StarStatus flow_read_operand(const FlowStep *s, int k) {
    const StarOpOperand o = s->form.operand[k];
    const uint16_t cell = flow_cell_at(s, k);
    FlowValue value;
    if (o.kind != STAR_OPERAND_CELL || (o.optional && cell == STAR_NO_CELL))
        return STAR_OK;
    if (o.written &&
        (o.cells & ~(1u << STAR_CELL_INT | 1u << STAR_CELL_REAL)) == 0)
        return STAR_OK; /* it is only written */
    STAR_TRY(flow_read(s->f, cell, o.cells, &value));
    if (o.written && value.fixed)
        return verify_refuse(s->f->v, "cell %u must not change", cell);
    return STAR_OK;
}

/* Operands from k on; the bounds of an array in the ARGS words of a list. */
StarStatus flow_read_operands(const FlowStep *s, int k) {
    FlowValue value;
    for (; k < s->form.count; k++)
        STAR_TRY(flow_read_operand(s, k));
    const unsigned bounds = s->form.list ? 2u * s->in->c : 0;
    for (unsigned i = 0; i < bounds; i++)
        STAR_TRY(flow_read(s->f, flow_cell_at(s, 3 + (int)i),
                           1u << STAR_CELL_INT, &value));
    return STAR_OK;
}

/* Scalars that an instruction writes. */
StarStatus flow_write_operands(const FlowStep *s, FlowValue value) {
    for (int k = 0; k < s->form.count; k++) {
        const StarOpOperand o = s->form.operand[k];
        for (unsigned kind = STAR_CELL_INT; kind <= STAR_CELL_REAL; kind++)
            if (o.kind == STAR_OPERAND_CELL && o.written &&
                star_operand_is(o, kind)) {
                value.kind = (uint8_t)kind;
                STAR_TRY(flow_write(s->f, flow_cell_at(s, k), value));
            }
    }
    return STAR_OK;
}
