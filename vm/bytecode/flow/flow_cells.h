/* SPDX-License-Identifier: MIT */
/* Reads and writes of the values in cells, for flow_apply.c. Each refuses, as
 * verify_refuse, what does not fit. */
#ifndef STAR_FLOW_CELLS_H
#define STAR_FLOW_CELLS_H

#include "bytecode/flow/flow.h"

/* An instruction, and its operands by their letters. */
typedef struct FlowStep {
    Flow *f;
    const StarInstr *in;
    StarOpForm form;
} FlowStep;

/* The procedure that is checked. */
static inline const StarProc *flow_proc(const Flow *f) {
    return f->v->proc;
}

/* True for a StarCellKind of numbers. */
static inline bool flow_is_scalar(unsigned kind) {
    return kind == STAR_CELL_INT || kind == STAR_CELL_REAL;
}

/* True if the frame frees the object in a cell. */
bool flow_owns(const Flow *f, uint32_t cell);

/* Says that a cell holds nothing, or another value than is needed. */
StarStatus flow_refuse_value(const Flow *f, uint32_t cell);

/* The value of a cell, of one of the kinds; a value that fits another one. */
StarStatus flow_read(const Flow *f, uint32_t cell, unsigned kinds,
                     FlowValue *value);
StarStatus flow_expect(const Flow *f, uint32_t cell, FlowValue wanted);

/* A cell gets a value: objects in variables stay there, a scalar's cell takes
 * one of its kind. */
StarStatus flow_write(Flow *f, uint32_t cell, FlowValue value);

/* The object of a cell is freed, and with it what lies within; the cell gets
 * another one, which it owns; the frame no longer owns it. */
void flow_forget(Flow *f, uint32_t cell);
StarStatus flow_make(Flow *f, uint32_t cell, FlowValue value);
StarStatus flow_lose(Flow *f, uint32_t cell);

/* The cell of operand k, which may stand in an ARGS word. */
uint16_t flow_cell_at(const FlowStep *s, int k);

/* Operand k; all from k on, with those of a list behind them. */
StarStatus flow_read_operand(const FlowStep *s, int k);
StarStatus flow_read_operands(const FlowStep *s, int k);

/* The scalars that the instruction writes get the value, each of its kind. */
StarStatus flow_write_operands(const FlowStep *s, FlowValue value);

#endif
