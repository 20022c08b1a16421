/* SPDX-License-Identifier: MIT */
/* Instructions while blocks of bit vectors or tables are resident on a device.
 * An instruction that stands for a primitive runs as the primitive, wherever
 * its operands are; the operands of any other are synced to the host before. */
#include "interp/cells.h"

/* Replaces the current table of labels, unless the program shall end. */
static void change(StarMachine *m, const void *const *from,
                   const void *const *to) {
    __atomic_compare_exchange_n(&m->table, &from, to, false, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
}

void exec_device_begin(StarMachine *m) {
    uint32_t *end = m->run.depth_end;
    if (end != NULL)
        __atomic_store_n(end, 0, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&m->table, __ATOMIC_RELAXED) != m->labels.device)
        change(m, m->labels.host, m->labels.device);
}

static bool is_on_device(StarOpOperand o) {
    return star_operand_is(o, STAR_CELL_BITS) ||
           star_operand_is(o, STAR_CELL_TABLE);
}

bool exec_touches(unsigned op) {
    if (op >= STAR_OP_PRIM || star_ops[op].syncs)
        return false;
    const StarOpForm form = star_op_form(op);
    bool touches = false;
    for (int k = 0; k < form.count; k++)
        touches |= is_on_device(form.operand[k]);
    return touches;
}

static StarStatus sync_operands(StarMachine *m, const StarInstr *at,
                                StarCell *R) {
    const uint16_t cell[] = {at->a, at->b, at->c};
    const StarOpForm form = star_op_form(at->op);
    for (int k = 0; k < 3; k++)
        if (is_on_device(form.operand[k]))
            STAR_TRY(star_object_sync(&m->be, R[cell[k]].object,
                                      form.operand[k].written ? STAR_CHANGE
                                                              : STAR_READ));
    return STAR_OK;
}

/* Jumps if bit vector a has a 1, or for ZERO if it has none. */
static StarStatus test(StarMachine *m, StarPrim prim, const StarInstr **pc,
                       StarCell *R) {
    const StarInstr *at = *pc;
    StarCell arg[] = {{.i = 0}, A};
    if (A.bits->head.sizing == STAR_UNSIZED)
        return exec_unsized(m, at);
    m->at = at;
    STAR_TRY(star_prim_run(&m->be, prim, arg, NULL));
    *pc = at + 1 + (arg[0].i != 0 ? (int16_t)at->c : 0);
    return STAR_OK;
}

/* Has the device run a region from *pc on. True if it ran any instruction; a
 * history, a profile and stops at statements see each one, so there is none
 * with them. */
static bool run_region(StarMachine *m, const StarInstr **pc,
                       StarStatus *status) {
    const bool seen = m->debug.profile != NULL || m->debug.hashes != NULL ||
                      m->debug.unoptimised || m->debug.bodies ||
                      m->run.depth_end != NULL;
    if (m->be.ops.run_region == NULL || seen)
        return false;
    const StarFrame *newest = &m->frame[m->depth - 1];
    const StarCell *behind = newest->cell + newest->proc->cells;
    StarRegion r = {.program = m->program,
                    .at = *pc,
                    .stack = m->stack,
                    .frame = m->frame,
                    .depth = m->depth,
                    .calls = m->depth < m->depth_end &&
                             m->stack_end - behind >= m->frame_most,
                    .fuel = m->fuel.left,
                    .statements = m->debug.statements,
                    .run = m->run.number};
    m->at = *pc;
    *status = m->be.ops.run_region(&m->be, &r);
    if (*status == STAR_DECLINED)
        return false;
    *pc = r.at;
    m->fuel.left = r.fuel;
    m->debug.statements = r.statements;
    return true;
}

StarStatus exec_device_sync(StarMachine *m, const StarInstr **pc, StarCell *R,
                            bool *done) {
    const StarInstr *at = *pc;
    const StarPrim prim = star_op_runs(at->op);
    StarStatus status;
    *done = false;
    if (m->be.resident == 0) {
        change(m, m->labels.device, m->labels.host);
        return STAR_OK;
    }
    if (run_region(m, pc, &status)) {
        *done = true;
        return status;
    }
    if (prim == STAR_PRIM_COUNT)
        return sync_operands(m, at, R);
    *done = true;
    if (prim == STAR_PRIM_SOME || prim == STAR_PRIM_ZERO)
        return test(m, prim, pc, R);
    ++*pc;
    return prim == STAR_PRIM_FUSE ? exec_and_not(m, at, R)
                                  : exec_prim(m, prim, at, R);
}
