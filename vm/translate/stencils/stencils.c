/* SPDX-License-Identifier: MIT */
/* The rows of the dispatch loop as stencils: each becomes machine code with
 * holes for its operands, which extract.py takes out of the object file that
 * clang makes of this text. It is no part of libstar.
 *
 * A row is compiled twice: with its operands in memory, and, as in_NAME, with
 * them in registers, of which the result is stored too. extract.py takes the
 * second, unless that calls functions or needs memory of its own. */
#define EXEC_ONE                                                      \
    static inline __attribute__((always_inline)) Outcome exec_one(    \
        StarMachine *m, unsigned op, StencilRun *run, const Words *w, \
        StarCell *R, uint64_t *depth, StarCell **newest)
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
/* The first, in the place of a number: any address of 32 bits, 0 among them. */
#define SIGNED(name)                                           \
    ({                                                         \
        extern const char hole_##name[] __attribute__((weak)); \
        (int64_t)(intptr_t) hole_##name;                       \
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
#undef DEPTH
#undef CONSTANT
#undef BOUND
#undef JUMP
#undef JUMP_IF
#undef FAIL
#undef TRY
#undef DO
#undef NEXT
#define A (*w->a)
#define B (*w->b)
#define C (*w->c)
#define D (*w->d)
#define GB                                    \
    (*(StarCell *)({                          \
        extern const char hole_b[];           \
        (char *)m->stack + (uintptr_t)hole_b; \
    }))
#define KB SIGNED(kb)
#define KC SIGNED(kc)
#define DEPTH (*depth)
#define CONSTANT ((StarCell){.i = HOLE64(constant)})
#define BOUND(k) (k == 0 ? HOLE64(constant) : HOLE64(high))
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

/* The operands of a row. */
typedef struct Words {
    StarCell *a, *b, *c, *d;
} Words;

/* What a stencil passes on in registers: cells of the frame in the first ones,
 * p and f, where the copier has put them. Those without a value here are of no
 * use to what follows. The machine gets the depth where functions of C may ask
 * for it. */
#define TAKES                                                              \
    int64_t p0, int64_t p1, int64_t p2, int64_t p3, StarCell *R,           \
        StarMachine *m, StencilRun *run, uint64_t depth, int64_t p4,       \
        int64_t p5, double f0, double f1, double f2, double f3, double f4, \
        double f5, double f6, double f7
#define GIVES \
    p0, p1, p2, p3, R, m, run, depth, p4, p5, f0, f1, f2, f3, f4, f5, f6, f7
#define DROPS                                      \
    do {                                           \
        int64_t p;                                 \
        double f;                                  \
        p0 = p1 = p2 = p3 = p4 = p5 = p;           \
        f0 = f1 = f2 = f3 = f4 = f5 = f6 = f7 = f; \
    } while (0)

typedef __attribute__((preserve_none)) void Stencil(TAKES);
/* What follows the instruction, where it jumps to, where it leaves, where the
 * interpreter's function for it is called; where all ends. */
extern Stencil stencil_next, stencil_to, stencil_leave, stencil_slow,
    stencil_out;

/* Begins a frame, for which there is room. What it owns is made behind that. */
#define enter(m, proc, cell, back) begin(m, run, cell, depth)
static inline __attribute__((always_inline)) StarStatus
begin(StarMachine *m, StencilRun *run, StarCell *cell, uint64_t *depth) {
    if (__builtin_expect(*depth >= m->jit.depth_end, 0) ||
        __builtin_expect(cell > run->cell_end, 0))
        return STAR_DEPTH;
    m->frame[(*depth)++] =
        (Frame){(const StarInstr *)HOLE64(back), cell,
                (const StarProc *)HOLE64(proc), m->heap.holds, m->heap.pins};
    return STAR_OK;
}

#define exec_leave(m) ((void)0)
#include "interp/exec.c"

#define FUNCTION_OF(name) \
    __attribute__((preserve_none)) void stencil_##name(TAKES)
#define GO(to) __attribute__((musttail)) return stencil_##to(GIVES)

/* What follows a row. */
#define ROW_OF(name)                                                 \
    const Words in_frame = {&CELL(a), &CELL(b), &CELL(c), &CELL(d)}; \
    const Outcome outcome =                                          \
        exec_one(m, STAR_OP_##name, run, &in_frame, R, &depth, &R);  \
    DROPS;                                                           \
    if (outcome == STENCIL_JUMPS)                                    \
        GO(to);                                                      \
    if (__builtin_expect(outcome == STENCIL_LEAVES, 0)) {            \
        StarCell *none;                                              \
        R = none;                                                    \
        GO(leave);                                                   \
    }                                                                \
    if (__builtin_expect(outcome == STENCIL_STEPS, 0))               \
    GO(slow)

#define STENCIL(name)   \
    FUNCTION_OF(name) { \
        ROW_OF(name);   \
        GO(next);       \
    }

/* The letters of an opcode's operands. */
#define OP(name, letters, ...) static const char letters_##name[8] = letters;
#include "bytecode/opcodes.def"

/* An operand in a register. An address, and what is changed, are copied first:
 * some registers would need other code. */
static inline __attribute__((always_inline)) StarCell
word(char letter, bool changed, int64_t p, double f) {
    StarCell cell;
    if (letter == 'r' || letter == 'R') {
        cell.r = f;
    } else {
        if (changed || letter != 'i')
            __asm__("" : "+r"(p));
        cell.i = p;
    }
    return cell;
}

/* The result goes where operand a is only once all are read: it may be one of
 * them. */
#define IN_REGISTERS(name) REGISTERS_OF(in_##name, name)
#define REGISTERS_OF(own, name)                                        \
    FUNCTION_OF(own) {                                                 \
        const char *letter = letters_##name;                           \
        const bool writes = stencil_writes(STAR_OP_##name, letter[0]); \
        StarCell a = word(letter[0], writes, p0, f0),                  \
                 b = word(letter[1], false, p2, f1),                   \
                 c = word(letter[2], false, p4, f2),                   \
                 d = word(letter[3], false, p5, f3);                   \
        const Words words = {&a, &b, &c, &d};                          \
        const Outcome outcome =                                        \
            exec_one(m, STAR_OP_##name, run, &words, R, &depth, &R);   \
        if (__builtin_expect(outcome == STENCIL_LEAVES, 0))            \
            GO(leave);                                                 \
        if (writes) {                                                  \
            if (letter[0] == 'R') {                                    \
                __asm__("" : "+x"(a.r) : "x"(f0));                     \
                f0 = a.r;                                              \
            } else {                                                   \
                __asm__("" : "+r"(a.i) : "r"(p0));                     \
                p0 = a.i;                                              \
            }                                                          \
            CELL(a) = a;                                               \
        }                                                              \
        if (outcome == STENCIL_JUMPS)                                  \
            GO(to);                                                    \
        GO(next);                                                      \
    }

/* One that uses bit vectors or tables, which may be on a device. */
#define HOST_STENCIL(name)                           \
    FUNCTION_OF(name) {                              \
        if (__builtin_expect(m->be.resident > 0, 0)) \
            GO(slow);                                \
        ROW_OF(name);                                \
        GO(next);                                    \
    }

#define ROW(name, ...) STENCIL(name) IN_REGISTERS(name)
#define FAST_ROW(name, ...) HOST_STENCIL(name)
#include "translate/rows.def"
STENCIL(STEPS)
IN_REGISTERS(STEPS)

STENCIL(CALL)

/* The caller knows its frame. */
FUNCTION_OF(RET) {
    StarCell *const own = R;
    ROW_OF(RET);
    R = own;
    GO(next);
}

/* The same for operands of which something is known: extract.py takes those
 * that differ. */
#define op_add fact_add
#define op_sub fact_sub
#define op_mul fact_mul
#define op_div fact_div
#define op_mod fact_mod
#define exec_one exec_fact
#include "interp/exec.c"
#define ROW(name, ...) REGISTERS_OF(fact_##name, name)
#define FAST_ROW(name, ...)
#include "translate/rows.def"

#undef exec_leave

/* Any other opcode: the interpreter's function for it. */
FUNCTION_OF(step) {
    DROPS;
    m->depth = (uint32_t)depth;
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
    DROPS;
    m->depth = (uint32_t)depth;
    run->next = ~HOLE(at);
    GO(out);
}

FUNCTION_OF(border) {
    DROPS;
    m->depth = (uint32_t)depth;
    run->next = HOLE(behind);
    GO(out);
}

FUNCTION_OF(poll) {
    if (__builtin_expect(m->jit.depth_end == 0, 0))
        GO(leave);
    GO(next);
}

FUNCTION_OF(own) {
    DROPS;
    m->depth = (uint32_t)depth;
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
    DROPS;
    m->depth = (uint32_t)depth;
    void (*leave)(StarMachine *) = (void (*)(StarMachine *))HOLE64(disown);
    leave(m);
    GO(next);
}

/* bool begin(StarCell *R, StarMachine *m, StencilRun *run, const void *code):
 * true if the procedure returned where the code began with it. */
__attribute__((naked)) void stencil_begin(void) {
    __asm__("push %%rbx; push %%rbp; push %%r12; push %%r13; push %%r14;"
            "push %%r15; sub $8, %%rsp; mov %%rsp, %c0(%%rdx);"
            "mov %%rcx, %%rax; mov %c1(%%rsi), %%ecx; call *%%rax; mov %%ecx, "
            "%c1(%%rsi); mov $1, %%eax;"
            "add $8, %%rsp; pop %%r15; pop %%r14; pop %%r13; pop %%r12;"
            "pop %%rbp; pop %%rbx; ret" ::"i"(offsetof(StencilRun, stack)),
            "i"(offsetof(StarMachine, depth)));
}

__attribute__((naked)) void stencil_exit(void) {
    __asm__("mov %c0(%%rdx), %%rsp; xor %%eax, %%eax;"
            "add $8, %%rsp; pop %%r15; pop %%r14; pop %%r13; pop %%r12;"
            "pop %%rbp; pop %%rbx; ret" ::"i"(offsetof(StencilRun, stack)));
}

const uint64_t stencil_layout[] = {STENCIL_LAYOUT};
