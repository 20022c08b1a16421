/* SPDX-License-Identifier: MIT */
#include "interp/interp_macros.h"
#include "translate/stencils/stencils.h"

/* Calls within calls of the processor: each takes 16 bytes of its stack. Where
 * there are more, the code is entered anew. */
enum { CALLS = 1024 };

typedef bool Begin(StarCell *R, StarMachine *m, StencilRun *r,
                   const void *code);

/* How deep a frame may be, how far it may begin. */
static void limit(StencilRun *r) {
    StarMachine *m = r->run.m;
    const uint32_t most = m->depth + CALLS;
    uint32_t *end = &m->jit.depth_end;
    r->cell_end = m->stack_end - m->frame_most;
    __atomic_store_n(end, m->depth_end < most ? m->depth_end : most,
                     __ATOMIC_SEQ_CST);
    if (star_stopped(&m->mem) != STAR_OK || m->be.resident > 0)
        __atomic_store_n(end, 0, __ATOMIC_SEQ_CST);
}

/* The row of an instruction that left. */
static void step(StencilRun *r, uint32_t number, StarCell *R) {
    const StarInstr *at = r->run.code + number;
    r->next = run_step[at->op](&r->run.built, number, (BuiltCell *)R);
}

/* Runs code from m->at on, until the interpreter shall go on there, or there is
 * an error. */
static void run(StencilRun *r) {
    StarMachine *m = r->run.m;
    const StencilCode *code = &m->jit.code;
    while (r->run.status == STAR_OK) {
        StarCell *R = m->frame[m->depth - 1].cell;
        const uint32_t at = code->at[m->at - r->run.code];
        limit(r);
        if (m->jit.depth_end == 0 || at == 0)
            return;
        if ((at & STENCIL_HOLDS) != 0) {
            step(r, (uint32_t)(m->at - r->run.code), R);
            if (r->run.status == STAR_OK)
                m->at = r->run.code + r->next;
            continue;
        }
        Begin *begin = (Begin *)(uintptr_t)(code->code + code->begin);
        if (begin(R, m, r, code->code + at)) {
            m->at = m->frame[m->depth].back;
        } else if (r->run.status == STAR_OK && r->next < 0) {
            m->at = r->run.code + ~r->next;
            if (m->jit.depth_end == 0 || m->at->op == STAR_OP_HALT)
                return;
            step(r, (uint32_t)~r->next, m->frame[m->depth - 1].cell);
            if (r->run.status == STAR_OK)
                m->at = r->run.code + r->next;
        } else if (r->run.status == STAR_OK) {
            m->at = r->run.code + r->next;
        }
    }
}

StarStatus exec_stencils(StarMachine *m) {
    StencilRun r = {.run = {.m = m, .code = m->program->code}};
    m->jit.cold = 0;
    if (m->jit.code.at == NULL &&
        !stencil_copy(&m->jit.code, m->program, m->run.wanted, &m->mem,
                      m->jit.when == STAR_JIT_LEAVES))
        return exec_run(m);
    if (m->depth == 0) {
        m->at = r.run.code + m->program->proc[0].entry;
        STAR_TRY(enter(m, &m->program->proc[0], m->stack, NULL));
    }
    __atomic_store_n(&m->run.depth_end, &m->jit.depth_end, __ATOMIC_SEQ_CST);
    run(&r);
    __atomic_store_n(&m->run.depth_end, NULL, __ATOMIC_SEQ_CST);
    return r.run.status != STAR_OK ? r.run.status : exec_run(m);
}
