/* SPDX-License-Identifier: MIT */
/* The ways through a procedure, and where they meet. */
#include "bytecode/flow/flow.h"

#include <string.h>

static const StarInstr *code_of(const Flow *f) {
    return f->v->program->code;
}

static void target(Flow *f, uint32_t at) {
    uint32_t *place = &f->place[at - f->v->proc->entry];
    if (*place == 0)
        *place = ++f->targets;
}

static void find_targets(Flow *f) {
    const StarProc *proc = f->v->proc;
    uint32_t to;
    for (uint32_t at = proc->entry; at < proc->end; at++) {
        if (star_instr_jumps(code_of(f), at, &to))
            target(f, to);
        if (f->goes_to != NULL && f->goes_to[at])
            target(f, at);
    }
}

static bool is_same(const FlowValue *x, const FlowValue *y) {
    return x->is == y->is && x->kind == y->kind && x->part == y->part &&
           x->object == y->object && x->fixed == y->fixed &&
           x->origin == y->origin && x->of == y->of;
}

/* What holds now holds at a target too, with what held there before; true if
 * that is less than before. */
static bool meet(Flow *f, uint32_t to) {
    const uint32_t number = f->place[to - f->v->proc->entry] - 1;
    FlowValue *there = &f->saved[(size_t)number * f->count];
    bool less = !f->reached[number];
    for (uint32_t k = 0; k < f->count; k++) {
        const FlowValue *here = &f->now[f->followed[k]];
        if (!f->reached[number]) {
            there[k] = *here;
        } else if (there[k].is != FLOW_NOTHING && !is_same(&there[k], here)) {
            there[k].is = FLOW_NOTHING;
            less = true;
        }
    }
    f->reached[number] = true;
    return less;
}

/* A way leads from the instruction to another one. */
static void go(Flow *f, uint32_t to) {
    if (meet(f, to) && to <= f->v->at)
        f->again = true;
}

static void arrive(Flow *f) {
    const uint32_t number = f->place[f->v->at - f->v->proc->entry];
    if (number == 0)
        return;
    if (f->live)
        meet(f, f->v->at);
    f->live = f->reached[number - 1];
    const FlowValue *here = &f->saved[(size_t)(number - 1) * f->count];
    for (uint32_t k = 0; k < f->count && f->live; k++)
        f->now[f->followed[k]] = here[k];
}

/* A goto of a procedure that is called here may lead to any label. */
static void leave_call(Flow *f) {
    const StarProc *proc = f->v->proc;
    for (uint32_t to = proc->entry; f->goes_to != NULL && to < proc->end; to++)
        if (f->goes_to[to])
            go(f, to);
}

static StarStatus step(Flow *f) {
    const StarInstr in = code_of(f)[f->v->at];
    const uint8_t flow = star_ops[in.op].flow;
    uint32_t to;
    STAR_TRY(flow_apply(f));
    if (flow == STAR_FLOW_CALL)
        leave_call(f);
    if (star_instr_jumps(code_of(f), f->v->at, &to))
        go(f, to);
    else if (star_op_has(in.op, STAR_OPERAND_GOTO) &&
             star_instr_bc(in) >= f->v->proc->entry &&
             star_instr_bc(in) < f->v->proc->end)
        go(f, star_instr_bc(in));
    if (flow == STAR_FLOW_END || flow == STAR_FLOW_RETURN ||
        flow == STAR_FLOW_HALT)
        f->live = false;
    return STAR_OK;
}

static StarStatus walk(Flow *f) {
    const StarProc *proc = f->v->proc;
    do {
        f->again = false;
        f->live = true;
        for (uint32_t k = 0; k < f->cells; k++)
            f->now[k] = flow_at_entry(f->v->program, proc, k);
        for (f->v->at = proc->entry; f->v->at < proc->end; f->v->at++) {
            arrive(f);
            if (f->live && code_of(f)[f->v->at].op != STAR_OP_ARGS)
                STAR_TRY(step(f));
        }
    } while (f->again);
    return STAR_OK;
}

bool flow_holds(const Flow *f, uint32_t cell) {
    return cell >= f->cells || f->now[cell].is == FLOW_VALUE;
}

static StarStatus verify(Flow *f) {
    const StarProc *proc = f->v->proc;
    f->now = star_mem_alloc(f->mem, f->cells, sizeof *f->now);
    f->followed = star_mem_alloc(f->mem, f->cells, sizeof *f->followed);
    f->place =
        star_mem_alloc(f->mem, proc->end - proc->entry, sizeof *f->place);
    if (f->now == NULL || f->followed == NULL || f->place == NULL)
        return STAR_MEMORY;
    for (uint32_t k = 0; k < f->cells; k++)
        if (flow_is_followed(proc, k))
            f->followed[f->count++] = (uint16_t)k;
    find_targets(f);
    f->saved = star_mem_alloc(f->mem, f->targets, f->count * sizeof *f->saved);
    f->reached = star_mem_alloc(f->mem, f->targets, sizeof *f->reached);
    return f->saved != NULL && f->reached != NULL ? walk(f) : STAR_MEMORY;
}

StarStatus flow_verify(Verify *v, StarMem *mem, const bool *goes_to) {
    Flow f = {.v = v,
              .mem = mem,
              .cells = (uint32_t)v->proc->cells + v->proc->arguments,
              .goes_to = goes_to};
    v->flow = &f;
    const StarStatus status = verify(&f);
    v->flow = NULL;
    star_mem_free(mem, f.now, f.cells, sizeof *f.now);
    star_mem_free(mem, f.followed, f.cells, sizeof *f.followed);
    star_mem_free(mem, f.place, v->proc->end - v->proc->entry, sizeof *f.place);
    star_mem_free(mem, f.saved, f.targets, f.count * sizeof *f.saved);
    star_mem_free(mem, f.reached, f.targets, sizeof *f.reached);
    return status;
}
