/* SPDX-License-Identifier: MIT */
/* A program that was built, in the machine. */
#include "cpu/simd/parallel.h"
#include "interp/interp_macros.h"
#include "plan/cost.h"
#include "translate/built.h"
#include "translate/run.h"
#include "translate/stack.h"

/* What its text says of objects is so. */
_Static_assert(
    sizeof(BuiltCell) == sizeof(StarCell) &&
        offsetof(BuiltArray, count) == offsetof(StarArray, count) &&
        offsetof(BuiltArray, data) == offsetof(StarArray, data) &&
        offsetof(BuiltArray, dim) == offsetof(StarArray, dim) &&
        sizeof(BuiltArray) == sizeof(StarArray) &&
        offsetof(BuiltRecord, cell) == offsetof(StarRecord, cell) &&
        offsetof(BuiltRecord, layout) == offsetof(StarRecord, layout) &&
        offsetof(BuiltLayout, fields) == offsetof(StarLayout, fields) &&
        offsetof(BuiltLayout, field) == offsetof(StarLayout, field) &&
        offsetof(BuiltLayout, plain) == offsetof(StarLayout, plain) &&
        sizeof(BuiltField) == sizeof(StarField) &&
        offsetof(BuiltField, part) == offsetof(StarField, part) &&
        sizeof(BuiltPart) == sizeof(StarVariantPart) &&
        offsetof(BuiltPart, outer) == offsetof(StarVariantPart, outer) &&
        (int)BUILT_NO_PART == STAR_NO_PART &&
        offsetof(BuiltSet, first) == offsetof(StarSet, first) &&
        offsetof(BuiltSet, word) == offsetof(StarSet, word) &&
        offsetof(BuiltBits, length) == offsetof(StarBits, length) &&
        offsetof(BuiltBits, first) == offsetof(StarBits, first) &&
        offsetof(BuiltBits, word) == offsetof(StarBits, word) &&
        offsetof(BuiltBits, capacity) == offsetof(StarBits, capacity) &&
        sizeof(BuiltBits) == sizeof(StarBits) &&
        sizeof(BuiltHead) == sizeof(StarObject) &&
        sizeof(BuiltImage) == sizeof(StarImage) &&
        offsetof(BuiltImage, valid) == offsetof(StarImage, valid) &&
        offsetof(BuiltTable, rows) == offsetof(StarTable, rows) &&
        offsetof(BuiltTable, image) == offsetof(StarTable, image) &&
        offsetof(BuiltTable, transpose_credit) ==
            offsetof(StarTable, transpose_credit) &&
        sizeof(BuiltHeapSlot) == sizeof(StarHeapSlot) &&
        offsetof(BuiltHeapSlot, generation) ==
            offsetof(StarHeapSlot, generation) &&
        offsetof(BuiltHeap, slot) == offsetof(StarHeap, slot) &&
        offsetof(BuiltHeap, slots) == offsetof(StarHeap, slots) &&
        offsetof(BuiltHeap, pins) == offsetof(StarHeap, pins) &&
        offsetof(BuiltHeap, holds) == offsetof(StarHeap, holds) &&
        sizeof(BuiltFrame) == sizeof(Frame) &&
        offsetof(BuiltFrame, cell) == offsetof(Frame, cell) &&
        offsetof(BuiltFrame, proc) == offsetof(Frame, proc) &&
        offsetof(BuiltFrame, holds) == offsetof(Frame, holds) &&
        offsetof(BuiltFrame, pins) == offsetof(Frame, pins) &&
        sizeof(StarInstr) == sizeof(uint64_t) &&
        offsetof(BuiltConsole, in) == offsetof(StarConsole, in) &&
        offsetof(BuiltConsole, in_end) == offsetof(StarConsole, in_end) &&
        offsetof(BuiltConsole, line_open) == offsetof(StarConsole, line_open) &&
        offsetof(BuiltConsole, in_text) == offsetof(StarConsole, in_text) &&
        offsetof(BuiltFile, mode) == offsetof(StarFile, mode) &&
        offsetof(BuiltFile, filled) == offsetof(StarFile, filled) &&
        offsetof(BuiltFile, standard) == offsetof(StarFile, standard) &&
        offsetof(BuiltFile, held) == offsetof(StarFile, held) &&
        offsetof(BuiltFile, console) == offsetof(StarFile, console) &&
        offsetof(BuiltFile, buffer) == offsetof(StarFile, buffer) &&
        (int)BUILT_READ == STAR_FILE_READ &&
        (int)BUILT_UNSIZED == STAR_UNSIZED && (int)BUILT_FIXED == STAR_FIXED &&
        (int)BUILT_WITHIN == STAR_WITHIN &&
        (int)BUILT_COLUMNS == STAR_COLUMNS && (int)BUILT_ROWS == STAR_ROWS &&
        (int)BUILT_BITS == STAR_COST_INLINE_BITS,
    "a program that is built knows the machine's objects");

static StarCell *cells(BuiltCell *cell) {
    return (StarCell *)cell;
}

/* A frame of depth d begins at most d of the largest frames behind the stack's
 * beginning: so deep no frame needs to be looked at. */
static void limit(Run *r) {
    const StarMachine *m = r->m;
    const int64_t fit = (m->stack_end - m->stack) / (m->frame_most + 1) - 1;
    uint32_t end = m->depth_end;
    if (fit < end)
        end = fit > 0 ? (uint32_t)fit : 0;
    __atomic_store_n(&r->built.depth_end, end, __ATOMIC_SEQ_CST);
    if (star_stopped(&m->mem) != STAR_OK)
        __atomic_store_n(&r->built.depth_end, 0, __ATOMIC_SEQ_CST);
}

/* Has the account know the cells of some more frames, as far as there are any:
 * if not, frames are looked at one by one. */
static void take_cells(StarMachine *m, const StarProc *callee) {
    enum { FRAMES = 128 };
    const int64_t first = (int64_t)(m->depth + FRAMES) * (m->frame_most + 1);
    if (first + m->frame_most <= EXEC_STACK &&
        first + m->frame_most > m->stack_end - m->stack &&
        exec_more_stack(m, callee, m->stack + first) != STAR_OK)
        m->error = (StarError){.status = STAR_OK};
}

static bool more(BuiltRun *built, uint32_t depth, uint32_t proc,
                 BuiltCell *cell) {
    Run *r = run_of(built);
    StarMachine *m = r->m;
    const StarProc *callee = &m->program->proc[proc];
    const uint32_t framed = m->depth;
    StarStatus status = STAR_OK;
    m->depth = depth;
    if (depth == m->depth_end || m->stack_end - cells(cell) < m->frame_most)
        status = exec_more_stack(m, callee, cells(cell));
    if (status == STAR_OK)
        take_cells(m, callee);
    else
        m->error = (StarError){.status = STAR_OK};
    m->depth = framed;
    limit(r);
    return status == STAR_OK && star_stopped(&m->mem) == STAR_OK;
}

/* Begins a frame that returns to an instruction. */
static bool begin(Run *r, const StarInstr *at, const StarProc *proc,
                  BuiltCell *cell, const StarInstr *back) {
    StarMachine *m = r->m;
    const uint32_t known = m->depth_end;
    const StarCell *end = m->stack_end;
    m->at = at;
    const StarStatus stopped = star_stopped(&m->mem);
    const StarStatus status =
        stopped != STAR_OK ? stopped : enter(m, proc, cells(cell), back);
    if (status != STAR_OK)
        return run_raise(r, status);
    if (m->depth_end != known || m->stack_end != end)
        limit(r);
    return true;
}

static bool enter_frame(BuiltRun *built, uint32_t number, uint32_t proc,
                        BuiltCell *cell) {
    Run *r = run_of(built);
    const StarInstr *at = r->m->program->code + number;
    return begin(r, at, &r->m->program->proc[proc], cell, at + 1);
}

static void leave(BuiltRun *built) {
    StarMachine *m = run_of(built)->m;
    if (m->frame[m->depth - 1].proc->owned > 0 || built->to != NULL)
        exec_leave(m);
    m->depth--;
}

/* Calls a procedure by its number, in a frame that was begun. */
static bool call_number(Run *r, uint32_t number, BuiltCell *cell) {
    const BuiltProc *proc = &r->m->program->built->proc[number];
    const bool done = proc->run(&r->built, cell, r->m->depth);
    if ((done || r->built.to != NULL) && !proc->framed)
        r->m->depth--;
    return done;
}

static bool call(BuiltRun *built, uint32_t number, BuiltCell *cell,
                 const BuiltCell *pair) {
    Run *r = run_of(built);
    const StarInstr *at = r->m->program->code + number;
    const StarProc *callee = &r->m->program->proc[pair[0].i];
    if (callee->level >= 2)
        cell->ref = pair[1].ref;
    else
        cell++; /* it has no link */
    return begin(r, at, callee, cell, at + 1) &&
           call_number(r, (uint32_t)pair[0].i, cell);
}

static bool body(BuiltRun *built, uint32_t number, BuiltCell *cell,
                 bool *called) {
    Run *r = run_of(built);
    StarMachine *m = r->m;
    const StarProgram *p = m->program;
    const StarProc *wanted = m->run.wanted;
    *called = wanted != NULL;
    m->run.begun = true;
    if (wanted == NULL)
        return true;
    for (unsigned k = 0; k < wanted->params; k++)
        cells(cell)[k + wanted->function] = m->run.arguments[k];
    return begin(r, p->code + number, wanted, cell,
                 p->code + p->proc[0].end - 1) &&
           call_number(r, (uint32_t)(wanted - p->proc), cell);
}

static bool go(BuiltRun *built, uint32_t number, BuiltCell *to) {
    const StarMachine *m = run_of(built)->m;
    const StarInstr *at = m->program->code + number;
    if (at->a == 0 && !exec_has_statement(m, star_instr_bc(*at)))
        return false;
    built->label = star_instr_bc(*at);
    built->to = to;
    return built->left = true;
}

static void out(BuiltRun *built, uint32_t number, uint32_t depth) {
    StarMachine *m = run_of(built)->m;
    m->at = m->program->code + number;
    m->depth = depth;
    built->left = true;
}

static void frame(BuiltRun *built, uint32_t number, uint32_t depth,
                  BuiltCell *R) {
    StarMachine *m = run_of(built)->m;
    const StarInstr *at = m->program->code + number;
    m->frame[depth] =
        (Frame){at + 1, cells(R) + at->a, &m->program->proc[star_instr_bc(*at)],
                m->heap.holds, m->heap.pins};
}

static int64_t find(BuiltRun *built, const uint64_t *x, int64_t from,
                    int64_t n) {
    return star_find(&run_of(built)->m->be, x, from, n);
}

static void run(void *context) {
    Run *r = context;
    StarMachine *m = r->m;
    const BuiltProc *proc = m->program->built->proc;
    __atomic_store_n(&m->run.depth_end, &r->built.depth_end, __ATOMIC_SEQ_CST);
    limit(r);
    proc->run(&r->built, r->built.globals, 1);
    __atomic_store_n(&m->run.depth_end, NULL, __ATOMIC_SEQ_CST);
}

StarStatus exec_built(StarMachine *m) {
    const StarIsa *isa = m->be.isa;
    Run r = {.built = {.globals = (BuiltCell *)m->stack,
                       .stop = &m->mem.stop,
                       .resident = &m->be.resident,
                       .heap = (const BuiltHeap *)&m->heap,
                       .input = (BuiltConsole *)&m->io.console,
                       .from = (BuiltConsole *const *)&m->io.from,
                       .depth = &m->depth,
                       .frames = (BuiltFrame *const *)&m->frame,
                       .proc = (const char *)m->program->proc,
                       .proc_size = sizeof *m->program->proc,
                       .code = (const uint64_t *)m->program->code,
                       .isa = {isa->and, isa->or, isa->xor, isa->andn, isa->not,
                               isa->copy, isa->count},
                       .find = find,
                       .step = run_step,
                       .more = more,
                       .enter = enter_frame,
                       .leave = leave,
                       .call = call,
                       .body = body,
                       .go = go,
                       .out = out,
                       .frame = frame},
             .m = m,
             .code = m->program->code};
    const StarProc *program = m->program->proc;
    if (begin(&r, m->program->code + program->entry, program, r.built.globals,
              NULL))
        STAR_TRY(stack_run(m, run, &r));
    return !r.built.left || r.status != STAR_OK ? r.status : exec_run(m);
}
