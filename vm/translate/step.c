/* SPDX-License-Identifier: MIT */
/* The rows of the dispatch loop, each as a function. */
#define EXEC_ONE                                                      \
    static inline __attribute__((always_inline)) StarStatus exec_one( \
        StarMachine *m, unsigned op, const StarInstr **next, StarCell *R)
#define EXEC_PC const StarInstr *pc = *next
#include "interp/exec.c"
#include "translate/run.h"

/* The number of the instruction behind one that was done. */
static int64_t behind(Run *r, const StarInstr *at, const StarInstr *next,
                      StarStatus status) {
    if (__builtin_expect(status == STAR_OK, 1))
        return next - r->code;
    r->m->at = at;
    run_raise(r, status);
    return -1;
}

/* With blocks on a device, which runs the instruction, or else its operands are
 * brought to the host. */
static __attribute__((noinline)) int64_t
on_device(BuiltRun *run, uint32_t number, BuiltCell *cell, BuiltStep *on_host) {
    Run *r = run_of(run);
    const StarInstr *at = r->code + number, *next = at;
    bool done = false;
    StarStatus status = STAR_OK;
    if (exec_touches(at->op))
        status = exec_device_sync(r->m, &next, (StarCell *)cell, &done);
    return done || status != STAR_OK ? behind(r, at, next, status)
                                     : on_host(run, number, cell);
}

#define STEP(name, call)                                            \
    static int64_t host_##name(BuiltRun *run, uint32_t number,      \
                               BuiltCell *cell) {                   \
        Run *r = run_of(run);                                       \
        StarMachine *m = r->m;                                      \
        StarCell *R = (StarCell *)cell;                             \
        const StarInstr *at = r->code + number, *next = at;         \
        const StarStatus status = call;                             \
        return behind(r, at, next, status);                         \
    }                                                               \
    static int64_t step_##name(BuiltRun *run, uint32_t number,      \
                               BuiltCell *cell) {                   \
        return __builtin_expect(run_of(run)->m->be.resident > 0, 0) \
                   ? on_device(run, number, cell, host_##name)      \
                   : host_##name(run, number, cell);                \
    }

#define OP(name, ...) STEP(name, exec_one(m, STAR_OP_##name, &next, R))
#define FUNCTION(name, ...) \
    STEP(name, (next++, exec_function(m, exec_##name(m, at, R))))
#include "bytecode/opcodes.def"
STEP(primitive, exec_one(m, STAR_OP_PRIM, &next, R))

BuiltStep *const run_step[STAR_OP_COUNT] = {
#define OP(name, ...) step_##name,
#include "bytecode/opcodes.def"
#define PRIM(id, name, class, cost, ranks, signature, sentence) step_primitive,
#include "primitives.def"
#undef PRIM
};
