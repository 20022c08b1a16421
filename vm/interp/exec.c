/* SPDX-License-Identifier: MIT */
/* The dispatch loop. One line for an instruction, made of what stands in
 * op_scalar.h, interp_macros.h and fast_paths.h; what takes more is a FUNCTION
 * of opcodes.def.
 *
 * With EXEC_ONE, the heading of a function, and EXEC_PC, which declares pc, it
 * does one instruction, of an opcode that is a constant: for translate/step.c
 * and translate/stencils/stencils.c. */
#include <string.h>

#include "interp/interp_macros.h"

#ifndef EXEC_ONE
/* Jumps and calls, while the machine is cold. */
static bool is_counted(unsigned op) {
    return op < STAR_OP_PRIM && strpbrk(star_ops[op].operands, "jJF") != NULL;
}
#endif

#ifdef EXEC_ONE
EXEC_ONE {
#else
StarStatus exec_run(StarMachine *m) {
#endif
#if defined(__GNUC__) && !defined(STAR_SWITCH_DISPATCH) && !defined(EXEC_ONE)
    static const void *const label[STAR_OP_COUNT] = {
#define OP(name, ...) &&L_##name,
#include "bytecode/opcodes.def"
#define PRIM(id, name, class, cost, ranks, signature, sentence) &&primitive,
#include "primitives.def"
#undef PRIM
    };
    static const void *const end[STAR_OP_COUNT] = {[0 ... STAR_OP_COUNT - 1] =
                                                       &&stopped};
    const void *const *table = label;
    if (m->labels.host ==
        NULL) /* once for a machine: a call may take less time */
        for (unsigned op = 0; op < STAR_OP_COUNT; op++)
            m->labels.device[op] =
                m->debug.profile != NULL                            ? &&counted
                : m->debug.hashes != NULL && exec_tracks_writes(op) ? &&watched
                : m->debug.hashes == NULL && exec_touches(op)       ? &&device
                                                                    : label[op];
    if (m->jit.cold > 0 && m->labels.cold[0] == NULL)
        for (unsigned op = 0; op < STAR_OP_COUNT; op++)
            m->labels.cold[op] = is_counted(op) ? &&cold : label[op];
    m->labels.host = m->debug.profile != NULL || m->debug.hashes != NULL
                         ? m->labels.device
                     : m->jit.cold > 0 ? m->labels.cold
                                       : label;
    __atomic_store_n(&m->labels.end, end, __ATOMIC_SEQ_CST);
    __atomic_store_n(&m->table,
                     m->be.resident > 0 ? m->labels.device : m->labels.host,
                     __ATOMIC_SEQ_CST);
#endif
    const StarProgram *program = m->program;
    const StarConstant *constant = program->constant;
    StarBackend *const be = &m->be;
    const StarIsa *isa = be->isa;
    StarCell *const G = m->stack;
    const StarInstr *at;
    StarStatus status;
#ifdef EXEC_ONE
    EXEC_PC;
#else
    const StarInstr *pc, *next;
    StarCell *R = m->stack;
    bool done;

    at = pc = m->depth > 0 ? m->at : program->code + program->proc[0].entry;
    TRY(star_stopped(&m->mem));
    if (m->depth > 0)
        R = m->frame[m->depth - 1].cell;
    else
        TRY(enter(m, &program->proc[0], R, NULL));

    POLL_INTERRUPT;
#endif
    /* Laid out by hand: an instruction a line. */
    /* clang-format off */
    DISPATCH() {
#define ROW(name, ...) CASE(name) __VA_ARGS__
#define FAST_ROW ROW
#include "translate/rows.def"
    CASE(NOCASE) FAIL(exec_no_case(m, A.i, star_instr_bc(*at)));

    CASE(CALL) {
        const StarProc *callee = &program->proc[star_instr_bc(*at)];
        StarCell *frame = &A;
        TRY(enter(m, callee, frame, pc));
        R = frame;
        pc = program->code + callee->entry;
        POLL_INTERRUPT;
        NEXT;
    }
    CASE(CALLP) {
        const StarCell *pair = B.ref;
        const StarProc *callee = &program->proc[pair[0].i];
        StarCell *frame = R + at->a;
        if (callee->level >= 2)
            frame->ref = pair[1].ref;
        else
            frame++; /* it has no link */
        TRY(enter(m, callee, frame, pc));
        R = frame;
        pc = program->code + callee->entry;
        POLL_INTERRUPT;
        NEXT;
    }
    CASE(RET) {
        const Frame *frame = &m->frame[DEPTH - 1];
        if (frame->proc->owned > 0)
            exec_leave(m);
        pc = frame->back;
        DEPTH--;
        R = frame[-1].cell;
        NEXT;
    }
    CASE(GIVE) {
        StarObject *object = B.object;
        CHECK(!star_object_defined(object), exec_no_result(m));
        A.object = object;
        B.object = NULL;
        NEXT;
    }
    CASE(TAKE) {
        StarObject *object = B.object;
        star_object_free(&m->be, A.object);
        if (object->kind != STAR_ARRAY)
            object->sizing = STAR_ELASTIC;
        A.object = object;
        NEXT;
    }
    CASE(GOTO) {
        const StarCell *to = at->a == 0 ? G : outward(R, at->a);
        if (at->a == 0 && !exec_has_statement(m, star_instr_bc(*at)))
            FAIL(exec_no_statements(m));
        for (; R != to; R = m->frame[m->depth - 1].cell) {
            exec_leave(m);
            m->depth--;
        }
        pc = program->code + star_instr_bc(*at);
        POLL_INTERRUPT;
        NEXT;
    }
    CASE(BODY)
        m->run.begun = true;
        if (m->run.wanted != NULL) {
            StarCell *frame = R + program->proc[0].cells;
            for (unsigned k = 0; k < m->run.wanted->params; k++)
                frame[k + m->run.wanted->function] = m->run.arguments[k];
            TRY(enter(m, m->run.wanted, frame,
                      program->code + program->proc[0].end - 1));
            R = frame;
            pc = program->code + m->run.wanted->entry;
        }
        NEXT;
    CASE(HALT) return STAR_OK;

    CASE(LENDO)
        CHECK(!star_object_defined(A.object), exec_undefined(m, at, at->a));
        NEXT;
    CASE(NEWARR)
        TRY(exec_function(m, exec_new_array(m, at, R)));
        pc += (2 * at->c + (at->b == STAR_ELEM_OBJECT) + 2) / 3;
        POLL_INTERRUPT;
        NEXT;
    CASE(FLOAD)
        TRY(exec_function(m, exec_load(m, at, R)));
        pc++;
        POLL_INTERRUPT;
        NEXT;
    CASE(GIVEF)
        star_record_give(&m->be, A.record, at->b, C.array);
        C.array = NULL;
        NEXT;
    CASE(REFER) DO(star_heap_refer(&m->be, &m->heap, A.record, at->b));
    CASE(SELECT) DO(star_record_select(&m->be, A.record, at->b, C.i));
    CASE(TIE) star_record_tie(A.record, at->b, at->c); NEXT;
    CASE(TIED) DO(star_record_tied(&m->be, A.record, at->b, at->c));
    CASE(WHOLE) DO(star_record_whole(&m->be, A.record));
    CASE(HELD) exec_held(m, at); NEXT;

    CASE(ECLEAR) star_set_clear(A.set); NEXT;
    CASE(EADD) DO(star_set_add(&m->be, A.set, B.i, C.i));
    CASE(EDEL) star_set_remove(A.set, B.i, C.i); NEXT;

    CASE(PAGE) DO(star_write_page(exec_to(m)));
    CASE(WRITELN) DO(star_write_newline(exec_to(m)));
    CASE(READLN) DO(star_read_newline(exec_from(m)));
    CASE(ARGS) NEXT;

    CASE(PLAN)
        TRY(exec_plan(m, at, R));
        POLL_INTERRUPT;
        NEXT;

    CASE(NATIVE)
        status = exec_native(m, at, R);
        if (status == STAR_OK)
            pc = at + 2 + (m->prims.operands[at[1].op - STAR_OP_PRIM] > 3);
        else if (status == STAR_DECLINED)
            status = exec_declined(m, R), pc += KC;
        if (status != STAR_OK)
            FAIL(status);
        POLL_INTERRUPT;
        NEXT;
    CASE(CHARGED)
        if (m->fuel.charged == m->depth) {
            m->fuel.left = m->fuel.kept;
            m->fuel.charged = 0;
        }
        NEXT;

    CASE(STEPS)
        if (star_instr_jump(*at) > m->fuel.left)
            FAIL(exec_no_steps(m, star_instr_jump(*at)));
        m->fuel.left -= star_instr_jump(*at);
        m->debug.statements++;
        NEXT;

#define OP(...)
#define FUNCTION(name, ...) CASE(name) DO(exec_function(m, exec_##name(m, at, R)));
#define FAST(...)
#include "bytecode/opcodes.def"

    PRIMITIVES
        at = pc++;
        {
            StarPrim prim = (StarPrim)(at->op - STAR_OP_PRIM);
            StarCell arg[] = {A, B, C};
            m->at = at;
            if (m->prims.operands[prim] > 3) {
                DO(exec_prim(m, prim, at, R));
            } else {
                const StarStatus tried = exec_try_prim(m, prim, arg);
                if (tried != STAR_OK)
                    DO(exec_prim_failed(m, prim, at, R, tried));
            }
            if (m->prims.scalar[prim])
                A = arg[0];
            POLL_INTERRUPT;
            NEXT;
        }
    }
    /* clang-format on */
#ifndef EXEC_ONE
counted:
    at = pc;
    TRY(exec_profile(m, pc, R));
    if (m->debug.hashes != NULL && exec_tracks_writes(pc->op))
        goto watched;
    if (be->resident == 0 || !exec_touches(pc->op))
        HERE;
device:
    at = next = pc; /* whose address would keep it out of a register */
    TRY(exec_device_sync(m, &next, R, &done));
    pc = next;
    if (!done)
        HERE;
    POLL_INTERRUPT;
    NEXT;
watched:
    exec_track_writes(m, pc, R);
    HERE;
stopped:
    m->at = pc;
    return star_stopped(&m->mem);
cold:
    if (--m->jit.cold > 0)
        HERE;
    m->at = pc;
    return STAR_DECLINED;
#endif
}
