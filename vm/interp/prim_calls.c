/* SPDX-License-Identifier: MIT */
/* Primitives, fused expressions and the kernels of library procedures, as
 * instructions run them. */
#include "interp/cells.h"
#include "interp/fast_paths.h"
#include "values/table.h"

/* The message of a table that has no memory for an image gets its name. */
static StarStatus name_table(StarMachine *m, const StarInstr *at,
                             const StarCell *arg, const uint16_t *cell,
                             unsigned n, StarStatus status) {
    char room[EXEC_NAME];
    for (unsigned k = 0; m->error.object != NULL && k < n; k++) {
        if (arg[k].object != m->error.object)
            continue;
        const char *name = exec_argument_name(m, at, cell[k], room);
        star_table_lacks(&m->be, arg[k].table,
                         name != NULL ? name : exec_name(m, at, cell[k]));
        m->error.object = NULL;
    }
    return status;
}

/* Makes the message of a primitive that ended with `status`, if a check of its
 * operands failed; other failures have theirs. */
static StarStatus explain(StarMachine *m, const StarInstr *at,
                          const StarCell *arg, const uint16_t *cell, unsigned n,
                          StarStatus status) {
    const char *name[STAR_FUSE_MAX_OPERANDS + 2];
    char room[2][EXEC_NAME];
    if (m->be.common.fault.check == STAR_CHECK_NONE)
        return name_table(m, at, arg, cell, n, status);
    exec_operand_names(m, at, cell, n, name, room);
    star_prim_explain(&m->be, arg, name);
    return m->error.status;
}

static StarStatus run(StarMachine *m, StarPrim prim, const StarInstr *at,
                      StarCell *arg, const uint16_t *cell, unsigned n) {
    m->at = at;
    const StarStatus status = exec_try_prim(m, prim, arg);
    return status == STAR_OK ? star_stopped(&m->mem)
                             : explain(m, at, arg, cell, n, status);
}

StarStatus exec_prim_failed(StarMachine *m, StarPrim prim, const StarInstr *at,
                            const StarCell *R, StarStatus status) {
    uint16_t cell[STAR_MAX_OPERANDS];
    StarCell arg[STAR_MAX_OPERANDS];
    const unsigned n = m->prims.operands[prim];
    exec_operands(at, R, n, cell, arg);
    return explain(m, at, arg, cell, n, status);
}

/* Charges the steps of a primitive, unless the call of a procedure around it
 * was charged, or the program does not count steps. */
static StarStatus charge(StarMachine *m, StarPrim prim, const StarCell *arg) {
    if (!m->program->charges || m->fuel.charged != 0)
        return STAR_OK;
    int64_t steps = star_prim_charge(prim, arg);
    if (m->fuel.most == INT64_MAX && !m->fuel.pauses && steps > m->fuel.left)
        steps = m->fuel.left;
    if (steps > m->fuel.left)
        return exec_no_steps(m, steps);
    m->fuel.left -= steps;
    return STAR_OK;
}

/* STAR_DECLINED if there is no kernel, if it declined, or if sizes do not fit:
 * the body will find that too, and say where. It counts nothing more. */
StarStatus exec_native(StarMachine *m, const StarInstr *at, StarCell *R) {
    uint16_t cell[STAR_MAX_OPERANDS];
    StarCell arg[STAR_MAX_OPERANDS];
    const StarPrim prim = (StarPrim)(at[1].op - STAR_OP_PRIM);
    StarStatus status = STAR_DECLINED;
    if (m->debug.bodies)
        return status;
    for (const StarInstr *body = at + 1 + at->c; body->op == STAR_OP_LAYOUT;
         body++)
        STAR_TRY(exec_LAYOUT(m, body, R));
    exec_operands(at + 1, R, m->prims.operands[prim], cell, arg);
    STAR_TRY(charge(m, prim, arg));
    if (at->a == 0) {
        m->at = at + 1;
        status = exec_run_prim(m, prim, arg);
        star_work(&m->mem, 0);
    }
    if (status == STAR_OK && m->prims.scalar[prim])
        R[cell[0]] = arg[0];
    if (status == STAR_OK)
        return star_stopped(&m->mem);
    name_table(m, at + 1, arg, cell, m->prims.operands[prim], status);
    if (status == STAR_NOSIZE || status == STAR_LENGTHS) {
        m->error = (StarError){0};
        status = STAR_DECLINED;
    }
    if (status == STAR_DECLINED && m->program->charges &&
        m->fuel.charged == 0) {
        m->fuel.charged = m->depth;
        m->fuel.kept = m->fuel.left;
        m->fuel.left = INT64_MAX;
    }
    return status;
}

StarStatus exec_prim(StarMachine *m, StarPrim prim, const StarInstr *at,
                     StarCell *R) {
    uint16_t cell[STAR_MAX_OPERANDS];
    StarCell arg[STAR_MAX_OPERANDS];
    const unsigned n = m->prims.operands[prim];
    exec_operands(at, R, n, cell, arg);
    STAR_TRY(run(m, prim, at, arg, cell, n));
    if (m->prims.scalar[prim])
        A = arg[0];
    return STAR_OK;
}

StarStatus exec_copy(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarBits *z = A.bits;
    const StarBits *x = B.bits;
    if (z->head.sizing == STAR_FIXED || x->length == 0 ||
        x->length > STAR_COST_INLINE_BITS || m->be.resident > 0)
        return exec_prim(m, STAR_PRIM_COPY, at, R);
    m->at = at;
    STAR_TRY(star_bits_size(&m->be, z, x->length));
    fast_copy(m->be.isa, z, x);
    return star_stopped(&m->mem);
}

static StarStatus map(StarMachine *m, const StarPlanOp *s, const StarInstr *at,
                      StarCell *R) {
    uint16_t cell[STAR_FUSE_MAX_OPERANDS + 2];
    StarCell arg[STAR_FUSE_MAX_OPERANDS + 2];
    cell[0] = at->a;
    cell[1] = STAR_NO_CELL;
    arg[0] = A;
    arg[1].fuse = &s->fuse;
    for (unsigned k = 0; k < s->fuse.operands; k++) {
        cell[k + 2] = s->operand[k].cell;
        arg[k + 2] = R[cell[k + 2]];
    }
    return run(m, STAR_PRIM_FUSE, at, arg, cell, s->fuse.operands + 2u);
}

StarStatus exec_plan(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarPlan *plan = &m->program->plan[at->b];
    return plan->space == STAR_SPACE_NONE ? map(m, plan->op, at, R)
                                          : exec_loop(m, plan, at, R);
}

/* b and not c has no primitive of its own: it is the shortest fused
 * expression. */
static const StarFuse and_not = {
    .length = 3,
    .operands = 2,
    .depth = 2,
    .code = (const uint8_t[]){STAR_FUSE_OPERAND, STAR_FUSE_OPERAND + 1,
                              STAR_FUSE_ANDN}};

const StarFuse *exec_expression(const StarProgram *p, const StarInstr *at) {
    if (at->op == STAR_OP_ANDNL)
        return &and_not;
    return at->op == STAR_OP_PLAN && p->plan[at->b].space == STAR_SPACE_NONE
               ? &p->plan[at->b].op->fuse
               : NULL;
}

StarStatus exec_and_not(StarMachine *m, const StarInstr *at, StarCell *R) {
    const uint16_t cell[] = {at->a, STAR_NO_CELL, at->b, at->c};
    StarCell arg[] = {A, {.fuse = &and_not}, B, C};
    return run(m, STAR_PRIM_FUSE, at, arg, cell, 4);
}
