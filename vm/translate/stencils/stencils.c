/* SPDX-License-Identifier: MIT */
/* The rows of the dispatch loop as stencils: each becomes machine code with
 * holes for its operands, which extract.py takes out of the object file that
 * clang makes of this text. It is no part of libstar. */
#define EXEC_ONE                                                   \
    static inline __attribute__((always_inline)) Outcome exec_one( \
        StarMachine *m, unsigned op, StencilRun *run, StarCell *R, \
        StarCell **newest)
#define EXEC_PC                                                              \
    const StarInstr in = {.b = (uint16_t)HOLE(ub), .c = (uint16_t)HOLE(uc)}, \
                    *pc = &in
#include "interp/interp_macros.h"
#include "translate/stencils/stencils.h"

/* A hole is an address that a relocation fills in: of 32 bits, signed, and of
 * 64. */
#define HOLE(name)                                            \
    ({                                                        \
        extern const char hole_##name[];                      \
        int64_t n_;                                           \
        __asm__("movq %1, %0" : "=r"(n_) : "i"(hole_##name)); \
        n_;                                                   \
    })
#define HOLE64(name)                                             \
    ({                                                           \
        extern const char hole_##name[];                         \
        int64_t n_;                                              \
        __asm__("movabsq %1, %0" : "=r"(n_) : "i"(hole_##name)); \
        n_;                                                      \
    })
/* A distance in bytes, in an address. */
#define CELL(name)                          \
    (*(StarCell *)({                        \
        extern const char hole_##name[];    \
        (char *)R + (uintptr_t)hole_##name; \
    }))

/* The words of the rows, by holes. */
#undef A
#undef B
#undef C
#undef D
#undef KB
#undef KC
#undef GB
#undef CONSTANT
#undef BOUND
#undef JUMP
#undef JUMP_IF
#undef FAIL
#undef TRY
#undef DO
#undef NEXT
#define A CELL(a)
#define B CELL(b)
#define C CELL(c)
#define D CELL(d)
#define GB                                    \
    (*(StarCell *)({                          \
        extern const char hole_b[];           \
        (char *)m->stack + (uintptr_t)hole_b; \
    }))
#define KB HOLE(kb)
#define KC HOLE(kc)
#define CONSTANT ((StarCell){.i = HOLE64(constant)})
#define BOUND(k) (k == 0 ? HOLE64(low) : HOLE64(high))
#define star_instr_jump(in) HOLE(long)
#define star_instr_bc(in) HOLE(long)
#define JUMP(distance) return STENCIL_JUMPS
#define JUMP_IF(condition)        \
    do {                          \
        if (condition)            \
            return STENCIL_JUMPS; \
        NEXT;                     \
    } while (0)
#define FAIL(call) return STENCIL_LEAVES
#define TRY(call)                  \
    do {                           \
        if ((call) != STAR_OK)     \
            return STENCIL_LEAVES; \
    } while (0)
#define DO(call) return STENCIL_STEPS
#define NEXT                 \
    do {                     \
        *newest = R;         \
        return STENCIL_NEXT; \
    } while (0)

typedef enum Outcome {
    STENCIL_NEXT,
    STENCIL_JUMPS,
    STENCIL_LEAVES,
    STENCIL_STEPS
} Outcome;

/* Its depth is m->depth, for whose memory calls and returns would wait. */
typedef __attribute__((preserve_none)) void
Stencil(StarCell *R, StarMachine *m, StencilRun *run, uint64_t depth);
/* What follows the instruction, where it jumps to, where it leaves, where the
 * interpreter's function for it is called; where all ends. */
extern Stencil stencil_next, stencil_to, stencil_leave, stencil_slow,
    stencil_out;

/* Begins a frame, for which there is room. What it owns is made behind that. */
#define enter(m, proc, cell, back) begin(m, run, cell)
static inline __attribute__((always_inline)) StarStatus
begin(StarMachine *m, StencilRun *run, StarCell *cell) {
    const uint32_t depth = m->depth;
    if (__builtin_expect(depth >= m->jit.depth_end, 0) ||
        __builtin_expect(cell > run->cell_end, 0))
        return STAR_DEPTH;
    m->frame[depth] =
        (Frame){(const StarInstr *)HOLE64(back), cell,
                (const StarProc *)HOLE64(proc), m->heap.holds, m->heap.pins};
    m->depth = depth + 1;
    return STAR_OK;
}

#define exec_leave(m) ((void)0)
#include "interp/exec.c"

#define FUNCTION_OF(name)                               \
    __attribute__((preserve_none)) void stencil_##name( \
        StarCell *R, StarMachine *m, StencilRun *run, uint64_t depth)
#define GO(to) __attribute__((musttail)) return stencil_##to(R, m, run, depth)

/* What follows a row. */
#define ROW_OF(name)                                                 \
    const Outcome outcome = exec_one(m, STAR_OP_##name, run, R, &R); \
    if (outcome == STENCIL_JUMPS)                                    \
        GO(to);                                                      \
    if (__builtin_expect(outcome == STENCIL_LEAVES, 0))              \
        GO(leave);                                                   \
    if (__builtin_expect(outcome == STENCIL_STEPS, 0))               \
    GO(slow)

#define STENCIL(name)   \
    FUNCTION_OF(name) { \
        ROW_OF(name);   \
        GO(next);       \
    }

/* One that uses bit vectors or tables, which may be on a device. */
#define HOST_STENCIL(name)                           \
    FUNCTION_OF(name) {                              \
        if (__builtin_expect(m->be.resident > 0, 0)) \
            GO(slow);                                \
        ROW_OF(name);                                \
        GO(next);                                    \
    }

/* One that changes the depth, which is stored so that it need not be loaded. */
#define FRAME_STENCIL(name)         \
    FUNCTION_OF(name) {             \
        m->depth = (uint32_t)depth; \
        ROW_OF(name);               \
        depth = m->depth;           \
        GO(next);                   \
    }

#define ROW(name, ...) STENCIL(name)
#define FAST_ROW(name, ...) HOST_STENCIL(name)
#include "translate/rows.def"
FRAME_STENCIL(CALL)
FRAME_STENCIL(RET)
STENCIL(STEPS)

#undef exec_leave

/* Any other opcode: the interpreter's function for it. */
FUNCTION_OF(step) {
    BuiltStep *step = (BuiltStep *)HOLE64(step);
    const int64_t next =
        step(&run->run.built, (uint32_t)HOLE(at), (BuiltCell *)R);
    if (__builtin_expect(next == HOLE(behind), 1))
        GO(next);
    if (next == HOLE(target))
        GO(to);
    run->next = next;
    GO(out);
}

FUNCTION_OF(left) {
    run->next = ~HOLE(at);
    GO(out);
}

FUNCTION_OF(border) {
    run->next = HOLE(behind);
    GO(out);
}

FUNCTION_OF(poll) {
    if (__builtin_expect(m->jit.depth_end == 0, 0))
        GO(leave);
    GO(next);
}

FUNCTION_OF(own) {
    StarStatus (*own)(StarMachine *, const StarProc *, StarCell *) =
        (StarStatus(*)(StarMachine *, const StarProc *, StarCell *))HOLE64(own);
    run->run.status = own(m, (const StarProc *)HOLE64(proc), R);
    if (__builtin_expect(run->run.status == STAR_OK, 1))
        GO(next);
    m->at = (const StarInstr *)HOLE64(back) - 1;
    run->next = -1;
    GO(out);
}

FUNCTION_OF(disown) {
    void (*leave)(StarMachine *) = (void (*)(StarMachine *))HOLE64(disown);
    leave(m);
    GO(next);
}

/* bool begin(StarCell *R, StarMachine *m, StencilRun *run, const void *code):
 * true if the procedure returned where the code began with it. */
__attribute__((naked)) void stencil_begin(void) {
    __asm__("push %%rbx; push %%rbp; push %%r12; push %%r13; push %%r14;"
            "push %%r15; sub $8, %%rsp; mov %%rsp, %c0(%%rdx);"
            "mov %%rdi, %%r12; mov %%rsi, %%r13; mov %%rdx, %%r14;"
            "mov %c1(%%rsi), %%r15d; call *%%rcx; mov $1, %%eax;"
            "add $8, %%rsp; pop %%r15; pop %%r14; pop %%r13; pop %%r12;"
            "pop %%rbp; pop %%rbx; ret" ::"i"(offsetof(StencilRun, stack)),
            "i"(offsetof(StarMachine, depth)));
}

__attribute__((naked)) void stencil_exit(void) {
    __asm__("mov %c0(%%r14), %%rsp; xor %%eax, %%eax;"
            "add $8, %%rsp; pop %%r15; pop %%r14; pop %%r13; pop %%r12;"
            "pop %%rbp; pop %%rbx; ret" ::"i"(offsetof(StencilRun, stack)));
}

const uint64_t stencil_layout[] = {STENCIL_LAYOUT};
