/* SPDX-License-Identifier: MIT */
#include "resident/region_program.h"

#include <string.h>

#include "kernels/tables.h"
#include "values/postfix.h"

/* The parts of the copy, one behind the other, and where each begins. */
typedef struct Layout {
    size_t code, constant, proc, own, plan, plan_code, plan_cell, end;
    size_t owns, plan_bytes, plan_cells;
} Layout;

static size_t part(size_t *at, size_t count, size_t size) {
    enum { ALIGN = 16 };
    const size_t from = *at;
    *at += (count * size + ALIGN - 1) / ALIGN * ALIGN;
    return from;
}

static Layout lay_out(const StarProgram *p) {
    Layout l = {.owns = 0};
    size_t at = 0;
    for (uint32_t k = 0; k < p->procs; k++)
        l.owns += p->proc[k].owned;
    for (uint32_t k = 0; k < p->plans; k++)
        if (p->plan[k].space == STAR_SPACE_NONE) {
            l.plan_bytes += p->plan[k].op->fuse.length;
            l.plan_cells += p->plan[k].op->fuse.operands;
        }
    l.code = part(&at, p->length + 2u, sizeof(uint64_t));
    l.constant = part(&at, p->constants + 1u, sizeof(int64_t));
    l.proc = part(&at, p->procs, sizeof(ResidentProc));
    l.own = part(&at, l.owns, sizeof(ResidentOwn));
    l.plan = part(&at, p->plans, sizeof(ResidentPlan));
    l.plan_code = part(&at, l.plan_bytes, 1);
    l.plan_cell = part(&at, l.plan_cells, sizeof(uint16_t));
    l.end = at;
    return l;
}

bool region_calls_unknown(const StarProgram *program, const StarProc *proc) {
    for (uint32_t at = proc->entry; at < proc->end; at++)
        if (program->code[at].op == STAR_OP_CALLP)
            return true;
    return false;
}

/* Describes an object that a frame owns, as the kernel makes it: bit vectors,
 * others only without a size. False: it makes none like this. */
static bool makes(const StarCellInfo *info, ResidentOwn *own) {
    static const uint8_t kind[] = {[STAR_CELL_BITS] = STAR_BIT_VECTOR,
                                   [STAR_CELL_TABLE] = STAR_TABLE,
                                   [STAR_CELL_ARRAY] = STAR_ARRAY,
                                   [STAR_CELL_STRING] = STAR_STRING};
    const bool known =
        info->kind == STAR_CELL_BITS || info->kind == STAR_CELL_TABLE ||
        info->kind == STAR_CELL_ARRAY || info->kind == STAR_CELL_STRING;
    own->kind = known ? kind[info->kind] : 0;
    own->none = info->kind == STAR_CELL_ARRAY && info->name == NULL;
    own->sizing = info->sizing;
    return known;
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

/* The number of an opcode in RESIDENT_HOT, or 0. */
static unsigned hot(unsigned op) {
#define HOT(name)             \
    if (op == STAR_OP_##name) \
        return RESIDENT_HOT_##name;
#define LIKE(name, other)     \
    if (op == STAR_OP_##name) \
        return RESIDENT_HOT_##other;
    RESIDENT_HOT(HOT)
    RESIDENT_HOT_LIKE(LIKE)
#undef HOT
#undef LIKE
    return op == STAR_OP_PRIM + STAR_PRIM_CONVERT ? RESIDENT_HOT_ANDL
           : op >= STAR_OP_PRIM                   ? RESIDENT_HOT_NATIVE
                                                  : RESIDENT_HOT_NONE;
}

_Static_assert((int)STAR_OP_COUNT <= (int)RESIDENT_LONGER,
               "an opcode has a bit more");
_Static_assert((int)RESIDENT_HOT_ANDL < 1 << (16 - RESIDENT_HOT_SHIFT),
               "31 at most");

/* True if instruction k is a procedure with a kernel that the host begins: it
 * charges, has a kernel other than a primitive, or checks a layout. */
static bool is_host_native(const StarProgram *p, uint32_t k) {
    const StarInstr in = p->code[k];
    const uint32_t behind = k + 1 + in.c;
    return in.op == STAR_OP_NATIVE &&
           (in.a != 0 || p->charges || behind >= p->length ||
            p->code[k + 1].op < STAR_OP_PRIM ||
            p->code[behind].op == STAR_OP_LAYOUT);
}

/* The opcode of instruction k as the device has it. */
static uint16_t opcode_of(const StarProgram *p, uint32_t k) {
    const unsigned op = p->code[k].op;
    const unsigned number = is_host_native(p, k) ? RESIDENT_HOT_NONE : hot(op);
    StarOperand operand[STAR_MAX_OPERANDS];
    const bool longer =
        op >= STAR_OP_PRIM &&
        star_signature(star_prims[op - STAR_OP_PRIM].signature, operand) > 3;
    return (uint16_t)(op | (longer ? RESIDENT_LONGER : 0) |
                      number << RESIDENT_HOT_SHIFT);
}

/* Instruction k as the device has it. */
static uint64_t instruction(const StarProgram *p, uint32_t k) {
    StarInstr in = p->code[k];
    uint64_t word;
    in.op = opcode_of(p, k);
    memcpy(&word, &in, sizeof word);
    return word;
}

/* A procedure that begins with NATIVE: whether it does no more, and what. */
static void copy_kernel(const StarProgram *p, uint32_t entry,
                        ResidentProc *to) {
    to->primitive[0] = instruction(p, entry + 1);
    const bool longer = (to->primitive[0] & RESIDENT_LONGER) != 0;
    to->primitive[1] = longer ? instruction(p, entry + 2) : 0;
    to->kernel = !is_host_native(p, entry) &&
                 p->code[entry + 2 + longer].op == STAR_OP_RET;
}

static void copy_procs(const StarProgram *p, ResidentProc *to,
                       ResidentOwn *own) {
    uint32_t owns = 0;
    for (uint32_t k = 0; k < p->procs; k++) {
        const StarProc *proc = &p->proc[k];
        const bool native = proc->entry < proc->end && !proc->function &&
                            p->code[proc->entry].op == STAR_OP_NATIVE;
        bool runs = k > 0 && proc->made == 0 && proc->entry < proc->end &&
                    !region_calls_unknown(p, proc);
        for (unsigned i = 0; i < proc->owned; i++) {
            own[owns + i].cell = proc->own[i];
            runs &= makes(&proc->cell[proc->own[i]], &own[owns + i]) || native;
        }
        to[k] = (ResidentProc){.entry = proc->entry,
                               .own = owns,
                               .cells = proc->cells,
                               .room = proc->arguments,
                               .owned = proc->owned,
                               .lasting = proc->lasting,
                               .runs = runs,
                               .native = native};
        if (native)
            copy_kernel(p, proc->entry, &to[k]);
        owns += proc->owned;
    }
}

static void fill(const StarProgram *p, const Layout *l, char *to) {
    memset(to, 0, l->end);
    for (uint32_t k = 0; k < p->length; k++)
        ((uint64_t *)(to + l->code))[k] = instruction(p, k);
    for (uint32_t k = 0; k < p->constants; k++)
        ((int64_t *)(to + l->constant))[k] = p->constant[k].cell.i;
    copy_procs(p, (ResidentProc *)(to + l->proc), (ResidentOwn *)(to + l->own));
    copy_plans(p, (ResidentPlan *)(to + l->plan),
               (uint8_t *)(to + l->plan_code), (uint16_t *)(to + l->plan_cell));
}

/* The copy on the host is not the program's memory. */
cudaError_t region_program(Cuda *cuda, const StarProgram *program,
                           GpuBlock *block, int64_t *each, ResidentJob *job) {
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
    job->code = (const uint64_t *)(at + l.code);
    job->constant = (const int64_t *)(at + l.constant);
    job->proc = (const ResidentProc *)(at + l.proc);
    job->own = (const ResidentOwn *)(at + l.own);
    job->plan = (const ResidentPlan *)(at + l.plan);
    job->plan_code = (const uint8_t *)(at + l.plan_code);
    job->plan_cell = (const uint16_t *)(at + l.plan_cell);
    return error;
}

static const void *moved(const void *at, int64_t bytes) {
    return (const char *)at + bytes;
}

void region_program_move(ResidentJob *job, int64_t bytes) {
    job->code = moved(job->code, bytes);
    job->constant = moved(job->constant, bytes);
    job->proc = moved(job->proc, bytes);
    job->own = moved(job->own, bytes);
    job->plan = moved(job->plan, bytes);
    job->plan_code = moved(job->plan_code, bytes);
    job->plan_cell = moved(job->plan_cell, bytes);
}
