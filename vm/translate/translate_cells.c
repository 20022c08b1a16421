/* SPDX-License-Identifier: MIT */
#include "translate/translate_cells.h"

#include <string.h>

#include "bytecode/flow/flow.h"

enum { OPS = STAR_OP_PRIM };
static const char *const rows[OPS] = {
#define ROW(name, ...) [STAR_OP_##name] = #__VA_ARGS__,
#define FAST_ROW(...)
#include "translate/rows.def"
};
static const char *const fast_rows[OPS] = {
#define ROW(...)
#define FAST_ROW(name, ...) [STAR_OP_##name] = #__VA_ARGS__,
#include "translate/rows.def"
};

const char *cells_row(const StarProgram *p, const StarInstr *at) {
    if (at->op >= STAR_OP_PRIM)
        return NULL;
    if (star_ops[at->op].flow == STAR_FLOW_CONSTANT &&
        !cells_is_scalar(p->constant[star_instr_bc(*at)].kind))
        return NULL;
    return rows[at->op];
}

const char *cells_fast_row(const StarInstr *at) {
    return at->op < STAR_OP_PRIM ? fast_rows[at->op] : NULL;
}

uint16_t cells_operand(const StarInstr *at, int k) {
    const StarInstr *word = at + k / 3;
    return k % 3 == 0 ? word->a : k % 3 == 1 ? word->b : word->c;
}

uint32_t cells_next(const StarProgram *p, uint32_t at) {
    do
        at++;
    while (at < p->length && p->code[at].op == STAR_OP_ARGS);
    return at;
}

/* ---- Cells ---- */

static void mark(Cells *c, const StarProc *proc, unsigned cell, unsigned as) {
    c->proc[proc - c->p->proc].cell[cell] |= as;
}

/* A cell that an instruction names in another frame, or whose address it takes.
 * Behind the number of a procedure stands the frame around that. */
static void elsewhere(Cells *c, const StarProc *proc, const StarInstr *at) {
    const StarOpForm form = star_op_form(at->op);
    const StarProc *of = form.operand[1].kind == STAR_OPERAND_GLOBAL
                             ? c->p->proc
                         : form.operand[1].kind == STAR_OPERAND_CELL
                             ? proc
                             : flow_around(c->p, proc, at->b);
    const uint16_t cell =
        form.operand[1].kind == STAR_OPERAND_UNSIGNED ? at->c : at->b;
    mark(c, of, cell, CELL_IN_FRAME);
    if (star_ops[at->op].flow == STAR_FLOW_ADDRESS && cell + 1 < of->cells &&
        of->cell[cell].kind == STAR_CELL_INT &&
        of->cell[cell + 1].kind == STAR_CELL_REF)
        mark(c, of, cell + 1u, CELL_IN_FRAME);
}

static void look_at(Cells *c, const StarProc *proc, uint32_t number) {
    const StarInstr *at = &c->p->code[number];
    const StarOpInfo *info = &star_ops[at->op];
    const StarOpForm form = star_op_form(at->op);
    uint32_t to;
    if (info->flow == STAR_FLOW_ADDRESS || info->flow == STAR_FLOW_GET ||
        info->flow == STAR_FLOW_PUT)
        elsewhere(c, proc, at);
    if (info->flow == STAR_FLOW_ELEMENT || info->flow == STAR_FLOW_OBJECT)
        mark(c, proc,
             star_operand_is(form.operand[0], STAR_CELL_ARRAY) ? at->a : at->b,
             CELL_VIEWED);
    for (int k = 0; k < form.count; k++)
        if (form.operand[k].kind == STAR_OPERAND_CELL &&
            !cells_may_be_scalar(form.operand[k]) &&
            cells_operand(at, k) < proc->cells)
            mark(c, proc, cells_operand(at, k), CELL_IN_FRAME);
    if (star_instr_jumps(c->p->code, number, &to))
        c->target[to] = true;
    if (at->op == STAR_OP_GOTO) {
        to = star_instr_bc(*at);
        c->target[to] = c->landing[to] = true;
    }
    if (info->flow == STAR_FLOW_NATIVE)
        c->target[cells_next(c->p, number + 1)] = true;
    if (info->flow == STAR_FLOW_NUMBER)
        c->proc[star_instr_bc(*at)].by_number = true;
}

static void look_at_all(Cells *c) {
    for (uint32_t k = 0; k < c->p->procs; k++) {
        const StarProc *proc = &c->p->proc[k];
        for (unsigned n = 0; n < proc->cells; n++)
            if (!cells_is_scalar(proc->cell[n].kind) ||
                (n == 0 && proc->level >= 2))
                mark(c, proc, n, CELL_IN_FRAME);
        for (uint32_t at = proc->entry; at < proc->end;
             at = cells_next(c->p, at))
            look_at(c, proc, at);
    }
}

/* ---- Procedures ---- */

/* The procedure that an instruction calls or names, or NULL. */
static TranslateProc *named(const Cells *c, const StarInstr *at) {
    const StarOpForm form = star_op_form(at->op);
    return form.operand[1].kind == STAR_OPERAND_PROC
               ? &c->proc[star_instr_bc(*at)]
               : NULL;
}

/* True for an instruction that needs the frame: a step of the interpreter, a
 * call of a procedure with a frame, or of any. */
static bool needs_frame(const Cells *c, const StarInstr *at) {
    const uint8_t flow = star_ops[at->op].flow;
    if (flow == STAR_FLOW_RETURN || flow == STAR_FLOW_END ||
        flow == STAR_FLOW_HALT)
        return false;
    if (flow == STAR_FLOW_CALL)
        return named(c, at) == NULL || named(c, at)->framed;
    return cells_row(c->p, at) == NULL;
}

static bool spread(Cells *c, const StarProc *proc) {
    TranslateProc *t = &c->proc[proc - c->p->proc];
    const bool framed = t->framed;
    bool more = false;
    for (uint32_t at = proc->entry; at < proc->end && t->reached;
         at = cells_next(c->p, at)) {
        const StarInstr *in = &c->p->code[at];
        TranslateProc *callee = named(c, in);
        if (callee != NULL && !callee->reached)
            callee->reached = more = true;
        t->framed |= proc->owned > 0 || needs_frame(c, in);
        c->keeps |= in->op == STAR_OP_RAISE;
    }
    return more || t->framed != framed;
}

StarStatus cells_find(Cells *c, const StarProgram *p, const StarProc *wanted,
                      bool library, StarMem *mem) {
    bool more = true;
    *c = (Cells){.p = p};
    for (uint32_t k = 0; k < p->procs; k++)
        c->count += (size_t)p->proc[k].cells + p->proc[k].arguments;
    c->proc = star_mem_alloc(mem, p->procs, sizeof *c->proc);
    c->all = star_mem_alloc(mem, c->count, sizeof *c->all);
    c->target = star_mem_alloc(mem, p->length + 1, sizeof *c->target);
    c->landing = star_mem_alloc(mem, p->length + 1, sizeof *c->landing);
    if (c->landing == NULL || c->proc == NULL || c->all == NULL ||
        c->target == NULL)
        return STAR_MEMORY;
    uint8_t *cell = c->all;
    for (uint32_t k = 0; k < p->procs; k++) {
        c->proc[k].cell = cell;
        cell += p->proc[k].cells + p->proc[k].arguments;
    }
    look_at_all(c);
    c->proc[0].reached = c->proc[0].framed = true;
    if (wanted != NULL)
        c->proc[wanted - p->proc].reached = true;
    for (uint32_t k = 0; k < p->procs && library; k++)
        if (translate_is_entry(&p->proc[k]))
            c->proc[k].reached = c->proc[k].by_number = true;
    while (more) {
        more = false;
        for (uint32_t k = 0; k < p->procs; k++)
            more |= spread(c, &p->proc[k]);
    }
    return STAR_OK;
}

void cells_free(Cells *c, StarMem *mem) {
    star_mem_free(mem, c->proc, c->p->procs, sizeof *c->proc);
    star_mem_free(mem, c->all, c->count, sizeof *c->all);
    star_mem_free(mem, c->target, c->p->length + 1, sizeof *c->target);
    star_mem_free(mem, c->landing, c->p->length + 1, sizeof *c->landing);
}
