/* SPDX-License-Identifier: MIT */
/* For memfd_create and fallocate. */
#define _GNU_SOURCE
#include <math.h>
#include <string.h>

#include "cpu/simd/parallel.h"
#include "translate/stencils/copy.h"

#if defined(__x86_64__) && defined(__linux__) && defined(STENCILS_CURRENT)
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void (*StencilOutside)(void);

#include "translate/stencils/table.inc"

enum { OUTSIDE = sizeof stencil_outside / sizeof *stencil_outside };

/* A jump to a function outside, an address behind it. */
static const uint8_t far_jump[] = {0xff, 0x25, 0, 0, 0, 0};
enum { FAR = sizeof far_jump + sizeof(void *) };

/* The code begins with the constants, then the functions outside, then
 * stencils. */

/* A call keeps the stack at multiples of 16; then R, in rdi, is the caller's
 * again. */
static const uint8_t before_call[] = {0x48, 0x83, 0xec, 0x08, 0xe8},
                     behind_call[] = {0x48, 0x83, 0xc4, 0x08},
                     back[] = {0x48, 0x81, 0xef}, ret = 0xc3, jump = 0xe9;

void copy_put(Copy *c, const void *bytes, size_t size) {
    if (!c->sizes)
        memcpy(c->code->writes + c->end, bytes, size);
    c->end += size;
}

/* The place of an instruction's code. */
static uint32_t to(const Copy *c, uint32_t number) {
    uint32_t target = number;
    star_instr_jumps(c->p->code, number, &target);
    return target;
}

static uint32_t behind(const Copy *c, uint32_t number) {
    const bool native =
        star_ops[c->p->code[number].op].flow == STAR_FLOW_NATIVE;
    return cells_next(c->p, native ? number + 1 : number);
}

static int64_t operand(const Copy *c, uint32_t number, HoleValue value) {
    const StarInstr *at = &c->p->code[number];
    const int64_t cell = sizeof(StarCell);
    switch (value) {
    case HOLE_A: return at->a * cell;
    case HOLE_B: return at->b * cell;
    case HOLE_C: return at->c * cell;
    case HOLE_D: return at[1].a * cell;
    case HOLE_KB: return (int16_t)at->b;
    case HOLE_KC: return (int16_t)at->c;
    case HOLE_UB: return at->b;
    case HOLE_UC: return at->c;
    case HOLE_LONG: return star_instr_jump(*at);
    case HOLE_CONSTANT: return c->p->constant[star_instr_bc(*at)].cell.i;
    case HOLE_HIGH: return c->p->constant[star_instr_bc(*at) + 1].cell.i;
    case HOLE_BACK: return (intptr_t)(at + 1);
    case HOLE_PROC: return (intptr_t)&c->p->proc[star_instr_bc(*at)];
    case HOLE_STEP: return (intptr_t)run_step[at->op];
    case HOLE_OWN: return (intptr_t)exec_own;
    case HOLE_DISOWN: return (intptr_t)exec_leave;
    case HOLE_AT: return number;
    case HOLE_BEHIND: return behind(c, number);
    case HOLE_TARGET: return to(c, number);
    default: return 0;
    }
}

static uint32_t target(const Copy *c, uint32_t number) {
    const uint32_t other = to(c, number);
    return copy_in_loop(c, number) && other == c->from
               ? c->again
               : c->code->at[other] & ~STENCIL_HOLDS;
}

/* A place in the code. */
static size_t place(const Copy *c, uint32_t number, unsigned value) {
    return value >= HOLE_OUTSIDE
               ? sizeof stencil_data + (value - HOLE_OUTSIDE) * FAR
           : value == HOLE_DATA ? 0
           : value == HOLE_NEXT ? c->next
           : value == HOLE_TO   ? target(c, number)
           : value == HOLE_OUT  ? c->out
           : value == HOLE_SLOW ? c->slow
                                : c->leave;
}

/* Fills the holes of a stencil that begins there. */
static void fill(const Copy *c, uint32_t number, const Stencil *s,
                 size_t begin) {
    uint8_t *code = c->code->writes + begin;
    for (unsigned k = 0; k < s->holes; k++) {
        const StencilHole h = stencil_hole[s->hole + k];
        if (h.kind == HOLE_64) {
            const int64_t value = operand(c, number, h.value) + h.addend;
            memcpy(code + h.at, &value, sizeof value);
        } else {
            const int64_t target = h.kind == HOLE_32
                                       ? operand(c, number, h.value)
                                       : (int64_t)place(c, number, h.value) -
                                             (int64_t)(begin + h.at);
            const int32_t value = (int32_t)(target + h.addend);
            memcpy(code + h.at, &value, sizeof value);
        }
    }
}

/* The numbers of registers. */
static void fill_registers(const Copy *c, const Stencil *s, size_t begin) {
    for (unsigned k = 0; k < s->regs; k++) {
        const unsigned h = stencil_register[s->reg + k], shift = h % 2 * 3;
        uint8_t *byte = &c->code->writes[begin + h / 8];
        *byte =
            (uint8_t)((*byte & ~(7u << shift)) | c->reg[h / 2 % 4] << shift);
    }
}

static void append(Copy *c, uint32_t number, const Stencil *s) {
    const size_t begin = c->end;
    copy_put(c, stencil_code + s->code, s->size);
    c->next = (uint32_t)c->end;
    if (!c->sizes) {
        fill(c, number, s, begin);
        fill_registers(c, s, begin);
    }
}

void copy_stencil(Copy *c, uint32_t number, unsigned which) {
    append(c, number, &stencils[which]);
}

void copy_held(Copy *c, uint32_t number) {
    const StarInstr *at = &c->p->code[number];
    const Stencil *known = &stencil_facts[at->op];
    append(c, number,
           known->size > 0 && facts_apply(&c->facts, at) ? known
                                                         : &stencils[at->op]);
}

/* The same elsewhere; what follows is the end of the code. */
static void piece(Copy *c, uint32_t number, unsigned which, uint32_t at) {
    const Stencil *s = &stencils[which];
    c->rare += s->size;
    c->next = (uint32_t)c->end;
    if (!c->sizes) {
        memcpy(c->code->writes + at, stencil_code + s->code, s->size);
        fill(c, number, s, at);
    }
}

/* True if the opcode's stencil may call the interpreter's function. */
static bool may_be_slow(unsigned op) {
    if (op >= STAR_OP_PRIM)
        return false;
    const Stencil *s = &stencils[op];
    for (unsigned k = 0; k < s->holes; k++)
        if (stencil_hole[s->hole + k].value == HOLE_SLOW)
            return true;
    return false;
}

bool copy_holds(const StarInstr *at) {
    return at->op < STAR_OP_PRIM && stencils[at->op].holds;
}

static void call(Copy *c, const StarInstr *at, uint32_t entry) {
    copy_put(c, before_call, sizeof before_call);
    const int32_t distance =
        (int32_t)(c->code->at[entry] - (c->end + sizeof distance));
    copy_put(c, &distance, sizeof distance);
    copy_put(c, behind_call, sizeof behind_call);
    const int32_t frame = at->a * (int32_t)sizeof(StarCell);
    copy_put(c, back, sizeof back);
    copy_put(c, &frame, sizeof frame);
}

static void leave(Copy *c) {
    copy_put(c, &jump, sizeof jump);
    const int32_t distance = (int32_t)(c->leave - (c->end + sizeof distance));
    copy_put(c, &distance, sizeof distance);
}

/* Back edges ask if the code shall be left. */
static void poll(Copy *c, uint32_t number) {
    uint32_t target;
    if (star_instr_jumps(c->p->code, number, &target) && target <= number &&
        !facts_is_short(&c->facts, number, target))
        copy_stencil(c, number, STENCIL_POLL);
}

static void instruction(Copy *c, uint32_t number) {
    const StarInstr *at = &c->p->code[number];
    const uint8_t flow = star_ops[at->op].flow;
    if (at->op == STAR_OP_CALL) {
        const StarProc *callee = &c->p->proc[star_instr_bc(*at)];
        copy_stencil(c, number, STAR_OP_CALL);
        if (callee->owned > 0)
            copy_stencil(c, number, STENCIL_OWN);
        call(c, at, callee->entry);
    } else if (at->op == STAR_OP_RET) {
        if (c->proc->owned > 0)
            copy_stencil(c, number, STENCIL_DISOWN);
        copy_stencil(c, number, STAR_OP_RET);
        copy_put(c, &ret, sizeof ret);
    } else if (at->op < STAR_OP_PRIM && stencils[at->op].size > 0) {
        poll(c, number);
        if (at->op == STAR_OP_MOVE)
            copy_row_move(c, number);
        else if (copy_holds(at))
            copy_row(c, number);
        else
            copy_stencil(c, number, at->op);
    } else if (flow == STAR_FLOW_CALL || flow == STAR_FLOW_END ||
               flow == STAR_FLOW_BODY || flow == STAR_FLOW_HALT) {
        leave(c); /* it may change the frame */
    } else {
        poll(c, number);
        copy_stencil(c, number, STENCIL_STEP);
    }
    if (!copy_holds(at))
        held_forget(&c->held);
}

/* The code of a procedure; elsewhere, where each instruction leaves. */
static void procedure(Copy *c) {
    held_forget(&c->held);
    c->from = c->to = 0;
    facts_find(&c->facts, &c->cells, c->proc);
    for (uint32_t at = c->proc->entry; at < c->proc->end; at = behind(c, at)) {
        copy_row_meet(c, at);
        c->code->at[at] = (uint32_t)c->end;
        copy_row_loop(c, at);
        if (copy_holds(&c->p->code[at]) && held_any(&c->held) && at != c->from)
            c->code->at[at] |= STENCIL_HOLDS;
        c->leave = c->left + c->rare;
        c->slow = c->leave + stencils[STENCIL_LEFT].size;
        instruction(c, at);
        piece(c, at, STENCIL_LEFT, c->leave);
        if (may_be_slow(c->p->code[at].op))
            piece(c, at, STENCIL_STEP, c->slow);
        if (c->leaves)
            copy_stencil(c, at, STENCIL_BORDER);
    }
}

static void copy_all(Copy *c, bool sizes) {
    c->sizes = sizes;
    c->end = c->rare = 0;
    copy_put(c, stencil_data, sizeof stencil_data);
    for (unsigned k = 0; k < OUTSIDE; k++) {
        copy_put(c, far_jump, sizeof far_jump);
        copy_put(c, &stencil_outside[k], sizeof stencil_outside[k]);
    }
    c->code->begin = (uint32_t)c->end;
    copy_stencil(c, 0, STENCIL_BEGIN);
    c->out = (uint32_t)c->end;
    copy_stencil(c, 0, STENCIL_EXIT);
    for (uint32_t k = 0; k < c->p->procs; k++) {
        c->proc = &c->p->proc[k];
        if (c->cells.proc[k].reached)
            procedure(c);
    }
    c->left = (uint32_t)c->end;
    c->end += c->rare;
}

/* Memory that is written at one address and run at another. */
static bool map(StencilCode *code) {
    const int file = memfd_create("star", MFD_CLOEXEC);
    if (file < 0)
        return false;
    void *writes = MAP_FAILED, *runs = MAP_FAILED;
    if (fallocate(file, 0, 0, (off_t)code->size) == 0) { /* no SIGBUS later */
        writes =
            mmap(NULL, code->size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        runs =
            mmap(NULL, code->size, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
    }
    close(file);
    if (writes != MAP_FAILED)
        code->writes = writes;
    if (runs != MAP_FAILED)
        code->code = runs;
    return code->writes != NULL && code->code != NULL;
}

/* Code that is left drops its calls, which a shadow stack would not allow. */
static bool has_shadow_stack(void) {
    uint64_t stack = 0;
    __asm__("rdsspq %0" : "+r"(stack));
    return stack != 0;
}

bool stencil_fit(void) {
    static const uint64_t layout[] = {STENCIL_LAYOUT};
    return !has_shadow_stack() && sizeof layout == sizeof stencil_layout &&
           memcmp(layout, stencil_layout, sizeof layout) == 0;
}

/* Sizes first, then code. */
static bool copy_program(Copy *c) {
    held_jumps(c->p, c->jumps);
    copy_all(c, true);
    c->code->size = c->end;
    if (c->end > INT32_MAX || !map(c->code)) /* jumps reach so far */
        return false;
    copy_all(c, false);
    munmap(c->code->writes, c->code->size);
    c->code->writes = NULL;
    return true;
}

bool stencil_copy(StencilCode *code, const StarProgram *p,
                  const StarProc *wanted, StarMem *mem, bool leaves) {
    Copy c = {.code = code, .p = p, .leaves = leaves};
    StarError unused;
    StarMem own = star_mem_beside(mem, &unused); /* it is not the program's */
    *code = (StencilCode){.length = p->length};
    if (!stencil_fit())
        return false;
    StarStatus status = cells_find(&c.cells, p, wanted, false, &own);
    code->at = star_mem_alloc(&own, p->length, sizeof *code->at);
    c.jumps = star_mem_alloc(&own, p->length + 1, sizeof *c.jumps);
    c.facts.natural =
        star_mem_alloc(&own, c.cells.count, sizeof *c.facts.natural);
    if (code->at == NULL || c.jumps == NULL || c.facts.natural == NULL)
        status = STAR_MEMORY;
    const bool made = status == STAR_OK && copy_program(&c);
    star_mem_free(&own, c.facts.natural, c.cells.count,
                  sizeof *c.facts.natural);
    star_mem_free(&own, c.jumps, p->length + 1, sizeof *c.jumps);
    cells_free(&c.cells, &own);
    if (!made)
        stencil_free(code, mem);
    return made;
}

void stencil_free(StencilCode *code, StarMem *mem) {
    if (code->writes != NULL)
        munmap(code->writes, code->size);
    if (code->code != NULL)
        munmap(code->code, code->size);
    StarMem own = star_mem_beside(mem, NULL);
    star_mem_free(&own, code->at, code->length, sizeof *code->at);
    *code = (StencilCode){.size = 0};
}

#else

bool stencil_fit(void) {
    return false;
}

bool stencil_copy(StencilCode *code, const StarProgram *p,
                  const StarProc *wanted, StarMem *mem, bool leaves) {
    (void)code, (void)p, (void)wanted, (void)mem, (void)leaves;
    return false;
}

void stencil_free(StencilCode *code, StarMem *mem) {
    (void)code, (void)mem;
}

#endif
