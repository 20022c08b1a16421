/* SPDX-License-Identifier: MIT */
#include "resident/region_program.h"

#include <string.h>

#include "kernels/tables.h"
#include "values/postfix.h"

/* The parts of the copy, one behind the other, and where each begins. */
typedef struct Layout {
    size_t code, constant, plan, plan_code, plan_cell, end;
} Layout;

static size_t part(size_t *at, size_t count, size_t size) {
    enum { ALIGN = 16 };
    const size_t from = *at;
    *at += (count * size + ALIGN - 1) / ALIGN * ALIGN;
    return from;
}

static Layout lay_out(const StarProgram *p) {
    Layout l;
    size_t at = 0, bytes = 0, cells = 0;
    for (uint32_t k = 0; k < p->plans; k++)
        if (p->plan[k].space == STAR_SPACE_NONE) {
            bytes += p->plan[k].op->fuse.length;
            cells += p->plan[k].op->fuse.operands;
        }
    l.code = part(&at, p->length, sizeof(uint64_t));
    l.constant = part(&at, p->constants, sizeof(int64_t));
    l.plan = part(&at, p->plans, sizeof(ResidentPlan));
    l.plan_code = part(&at, bytes, 1);
    l.plan_cell = part(&at, cells, sizeof(uint16_t));
    l.end = at;
    return l;
}

bool region_calls_unknown(const StarProgram *program, const StarProc *proc) {
    for (uint32_t at = proc->entry; at < proc->end; at++)
        if (program->code[at].op == STAR_OP_CALLP)
            return true;
    return false;
}

static void copy_plans(const StarProgram *p, ResidentPlan *to, uint8_t *code,
                       uint16_t *cell) {
    uint32_t bytes = 0, cells = 0;
    for (uint32_t k = 0; k < p->plans; k++) {
        const StarPlan *plan = &p->plan[k];
        to[k] = (ResidentPlan){.space = plan->space,
                               .long_vectors = cuda_loop_has_long(plan)};
        if (plan->space != STAR_SPACE_NONE)
            continue;
        const StarFuse *f = &plan->op->fuse;
        to[k].operands = f->operands;
        to[k].depth = f->depth;
        to[k].code = bytes;
        to[k].length = f->length;
        to[k].cell = cells;
        if (f->operands <= 4 && f->depth <= RESIDENT_DEPTH)
            to[k].table = star_fuse_table(f);
        memcpy(code + bytes, f->code, f->length);
        bytes += f->length;
        for (int i = 0; i < f->operands; i++)
            cell[cells++] = plan->op->operand[i].cell;
    }
}

/* The number of the primitive that a procedure is: it has a kernel, which does
 * not charge, nor look at layouts. 0: it is none. */
static uint32_t primitive_of(const StarProgram *p, const StarProc *proc) {
    const StarInstr *in = &p->code[proc->entry];
    if (proc->entry == proc->end || proc->function ||
        in->op != STAR_OP_NATIVE || in->a != 0 || p->charges ||
        in[1].op < STAR_OP_PRIM || in[1 + in->c].op == STAR_OP_LAYOUT)
        return 0;
    return in[in[2].op == STAR_OP_ARGS ? 3 : 2].op == STAR_OP_RET
               ? proc->entry + 1
               : 0;
}

_Static_assert(STAR_OP_SETROWT - STAR_OP_NUMBL == 6,
               "opcodes that are primitives stand in a row");

/* An instruction as the device has it. */
static StarInstr instruction(const StarProgram *p, StarInstr in) {
    const uint32_t prim = in.op == STAR_OP_CALL
                              ? primitive_of(p, &p->proc[star_instr_bc(in)])
                              : 0;
    if (prim > 0)
        in = (StarInstr){RESIDENT_CALL, in.a, (uint16_t)(prim >> 16),
                         (uint16_t)prim};
    else if (in.op >= STAR_OP_NUMBL && in.op <= STAR_OP_SETROWT)
        in.op = (uint16_t)(STAR_OP_PRIM + star_op_runs(in.op));
    else if (in.op == STAR_OP_PRIM + STAR_PRIM_CONVERT)
        in.op = STAR_OP_COPYL;
    return in;
}

static void fill(const StarProgram *p, const Layout *l, char *to) {
    memset(to, 0, l->end);
    for (uint32_t k = 0; k < p->length; k++)
        ((StarInstr *)(to + l->code))[k] = instruction(p, p->code[k]);
    for (uint32_t k = 0; k < p->constants; k++)
        ((int64_t *)(to + l->constant))[k] = p->constant[k].cell.i;
    copy_plans(p, (ResidentPlan *)(to + l->plan),
               (uint8_t *)(to + l->plan_code), (uint16_t *)(to + l->plan_cell));
}

/* The copy on the host is not the program's memory. */
cudaError_t region_program(Cuda *cuda, const StarProgram *program,
                           GpuBlock *block, int64_t *each) {
    Gpu *gpu = &cuda->gpu;
    const Layout l = lay_out(program);
    StarError ignored;
    StarMem own = star_mem_beside(cuda->be->mem, &ignored);
    char *copy = star_mem_alloc_raw(&own, l.end, 1);
    if (copy == NULL)
        return cudaErrorMemoryAllocation;
    fill(program, &l, copy);
    gpu_free(gpu, block);
    cudaError_t error =
        gpu_alloc_each(gpu, block, (int64_t)l.end, gpu->others + 1, each);
    if (error != cudaSuccess) {
        star_mem_free(&own, copy, l.end, 1);
        return error;
    }
    char *at = block->at;
    error = cuda_upload(cuda, block->at, copy, (int64_t)l.end);
    star_mem_free(&own, copy, l.end, 1);
    for (int k = 1; k <= gpu->others && error == cudaSuccess; k++)
        error = gpu_copy(gpu, (uint64_t *)(at + k * *each), (uint64_t *)at,
                         (int64_t)(l.end / 8), 1);
    return error;
}

void region_program_at(ResidentJob *job, const StarProgram *program, void *at) {
    const Layout l = lay_out(program);
    char *from = at;
    job->code = (const uint64_t *)(from + l.code);
    job->constant = (const int64_t *)(from + l.constant);
    job->plan = (const ResidentPlan *)(from + l.plan);
    job->plan_code = (const uint8_t *)(from + l.plan_code);
    job->plan_cell = (const uint16_t *)(from + l.plan_cell);
}
