/* SPDX-License-Identifier: MIT */
/* The dispatch loop of the resident interpreter: the meaning of scalar opcodes
 * is that of op_scalar.h, of primitives that of primitives.cuh. */
#ifndef STAR_RESIDENT_INTERPRETER_CUH
#define STAR_RESIDENT_INTERPRETER_CUH

#include "resident/primitives.cuh"

#include "bytecode/op_scalar.h"
#include "plan/cost.h"

/* Work between two questions whether the host asks to end, some milliseconds;
 * instructions between two looks at it. */
enum { BUDGET = 1 << 13, QUOTA = 128 };

/* The tables of function_of for ANDL and the opcodes behind it, a digit each.
 */
#define LOGIC_TABLES                                                                   \
    (AND_TABLE | OR_TABLE << 4 | XOR_TABLE << 8 | ANDN_TABLE << 12 | NOT_TABLE << 16 | \
     LEFT_TABLE << 20)
typedef char LogicOpcodesInOrder[STAR_OP_ORL == STAR_OP_ANDL + 1 &&
                                         STAR_OP_XORL == STAR_OP_ANDL + 2 &&
                                         STAR_OP_ANDNL == STAR_OP_ANDL + 3 &&
                                         STAR_OP_NOTL == STAR_OP_ANDL + 4 &&
                                         STAR_OP_COPYL == STAR_OP_ANDL + 5
                                     ? 1
                                     : -1];

/* True if the host should rather run all iterations of a loop as one: there are
 * many. */
DEVICE bool runs_as_one(Unit *u, const ResidentPlan *plan, int64_t from, int64_t to) {
    if (plan->space >= STAR_SPACE_PAIRS)
        return true;
    if (DEVICES > 1 && plan->long_vectors)
        return false;
    if (plan->space >= STAR_SPACE_RANGE)
        return to - from >= STAR_COST_LAUNCHED_TRIPS || from - to >= STAR_COST_LAUNCHED_TRIPS;
    const ResidentObject *x = bits_of(u, to);
    return x == NULL || count(u, x) >= STAR_COST_LAUNCHED_TRIPS;
}

/* True if the host asks to end, which is looked at now and then. */
DEVICE bool asked_to_end(Unit *u, int32_t quota) {
    u->budget -= quota;
    if (u->budget >= 0)
        return false;
    u->budget = BUDGET;
    return host_asks(u);
}

/* A cell as a real, and a real as a cell. */
DEVICE double real_of(int64_t cell) {
    union {
        int64_t bits;
        double real;
    } x;
    x.bits = cell;
    return x.real;
}
DEVICE int64_t cell_of_real(double real) {
    union {
        int64_t bits;
        double real;
    } x;
    x.real = real;
    return x.bits;
}

/* ---- Frames ---- */

/* The number of the cell that a reference of the machine means, or -1. */
DEVICE int64_t cell_of(const Unit *u, int64_t reference) {
    const uint64_t at = (uint64_t)(reference - u->job->stack) / sizeof(int64_t);
    return at < (uint64_t)u->job->cells ? (int64_t)at : -1;
}

/* Cell c of the frame `levels` out from the newest one, or -1. */
DEVICE int64_t outward(const Unit *u, unsigned levels, unsigned c) {
    int64_t base = u->job->base;
    ROLLED for (; levels > 0 && base >= 0; levels--) base = cell_of(u, u->cell[base]);
    return base >= 0 && base + c < u->job->cells ? base + c : -1;
}

/* ---- Dispatch ---- */

/* The usual case of logic(): all three are here, have one length, and each
 * thread has a word at most. Their fields are read at the same time. */
DEVICE bool short_logic(Unit *u, ResidentObject *object, int table, int64_t to, int64_t left,
                        int64_t right) {
    const uint32_t objects = (uint32_t)u->objects;
    if (((uint64_t)(to | left | right) >> 32 != 0) | ((uint32_t)to - 1 >= objects) |
        ((uint32_t)left - 1 >= objects) | ((uint32_t)right - 1 >= objects))
        return false;
    ResidentObject *z = &object[to - 1];
    const ResidentObject *x = &object[left - 1], *y = &object[right - 1];
    const int64_t length = x->length, words = words_of(length), w = FIRST + THREAD;
    if ((length == 0) | (y->length != length) | (z->length != length) | (words > THREADS))
        return false;
    before_write(u, z);
    if (w < BEHIND(words)) {
        const uint64_t value = function_of(table, x->word[0][w], y->word[0][w]);
        z->word[0][w] = w == words - 1 ? value & last_mask(length) : value;
    }
    const bool copies = table == LEFT_TABLE;
    wrote_bits(u, z, copies ? x->first : 0, copies ? x->found : -1);
    return true;
}

/* Runs instructions until one is left to the host; the state is up to date
 * then. The job, the cells and the objects are those of the unit: here they are
 * seen to be constant, and shared. */
DEVICE void interpret(Unit *u, const ResidentJob *job, int64_t *cell, ResidentObject *object,
                      ResidentState *s) {
    int32_t ran = 0, quota = 0, left = 0, vectors = 0; /* left of a quota */
    int64_t fuel = s->fuel, statements = s->statements;
    const uint64_t *pc = job->code + s->pc;
    int64_t *R = cell + job->base;
#define CASE(name) case STAR_OP_##name:
#define A R[a]
#define B R[b]
#define C R[c]
#define KB ((int16_t)b)
#define KC ((int16_t)c)
#define LONG ((int32_t)((uint32_t)b << 16 | c))
#define CONSTANT(k) (job->constant[(uint32_t)LONG + (k)])
#define NEXT   \
    {          \
        pc++;  \
        break; \
    }
#define LEAVE goto leave
#define TRY(condition) \
    if (!(condition))  \
    LEAVE
/* Cell `to`, or the cell a, := a value; all lanes have read the operands before.
 * A result with its check is left in r. */
#define PUT(to, value)              \
    {                               \
        const int64_t v_ = (value); \
        sync_warp();                \
        cell[to] = v_;              \
        NEXT                        \
    }
#define SET(value) PUT(R - cell + a, value)
#define RESULT(type, check, value) \
    {                              \
        type r;                    \
        TRY(check);                \
        SET(value)                 \
    }
#define ORDINAL(check) RESULT(int64_t, check, r)
#define REAL(check) RESULT(double, check, cell_of_real(r))
#define HOLDS(check) \
    {                \
        TRY(check);  \
        NEXT         \
    }
#define JUMP(distance)        \
    {                         \
        pc += 1 + (distance); \
        break;                \
    }
#define JUMP_IF(condition)              \
    {                                   \
        pc += (condition) ? 1 + KC : 1; \
        break;                          \
    }
    for (;; left--) {
        sync_warp();
        if (agreed(left == 0)) {
            ran += quota;
            if (ran == job->ending || asked_to_end(u, quota)) {
                quota = 0;
                u->end = RESIDENT_STOPPED;
                break;
            }
            quota = left = job->ending - ran < QUOTA ? job->ending - ran : QUOTA;
        }
        const uint64_t in = FETCH(pc);
        const unsigned low = (unsigned)in, high = (unsigned)(in >> 32), op = low & 0xffff,
                       a = low >> 16, b = high & 0xffff, c = high >> 16;
        /* clang-format off */
        if (op - STAR_OP_ANDL <= STAR_OP_COPYL - STAR_OP_ANDL) { /* before the tree */
            const int table = LOGIC_TABLES >> 4 * (op - STAR_OP_ANDL) & 15;
            const int64_t to = A, from = B, with = op < STAR_OP_NOTL ? C : B;
            TRY(short_logic(u, object, table, to, from, with) || logic(u, table, to, from, with));
            vectors++;
            pc++;
            continue;
        }
        if (op >= STAR_OP_PRIM) {
            const bool called = op == RESIDENT_CALL;
            const uint64_t *at = called ? job->code + LONG : pc;
            const uint64_t prim = called ? FETCH(at) : in, more = FETCH(at + 1);
            TRY(!called || job->calls);
            TRY(run_primitive(u, called ? R + a : R, prim, more));
            vectors++;
            pc += called || (more & 0xffff) != STAR_OP_ARGS ? 1 : 2;
            continue;
        }
        switch (op) {
        CASE(MOVE) SET(B)
        CASE(LOADI) SET(LONG)
        CASE(LOADK) SET(CONSTANT(0))
        CASE(NOINT) SET(STAR_UNDEFINED_INT)
        CASE(NOREAL) SET((int64_t)STAR_UNDEFINED_REAL)
        CASE(ISINT) HOLDS(op_isint(A))
        CASE(ISREAL) HOLDS(op_isreal((uint64_t)A))
        CASE(GETG) SET(cell[b])
        CASE(SETG) PUT(b, A)
        CASE(GETU) {
            const int64_t from = outward(u, b, c);
            TRY(from >= 0);
            SET(cell[from])
        }
        CASE(SETU) {
            const int64_t to = outward(u, b, c);
            TRY(to >= 0);
            PUT(to, A)
        }
        CASE(LOAD) {
            const int64_t from = cell_of(u, B);
            TRY(from >= 0);
            SET(cell[from])
        }
        CASE(STORE) {
            const int64_t to = cell_of(u, A);
            TRY(to >= 0);
            PUT(to, B)
        }

        CASE(ADD) ORDINAL(op_add(B, C, &r))
        CASE(ADDK) ORDINAL(op_add(B, KC, &r))
        CASE(SUB) ORDINAL(op_sub(B, C, &r))
        CASE(MUL) ORDINAL(op_mul(B, C, &r))
        CASE(MULK) ORDINAL(op_mul(B, KC, &r))
        CASE(DIV) ORDINAL(op_div(B, C, &r))
        CASE(DIVK) ORDINAL(op_div(B, KC, &r))
        CASE(MOD) ORDINAL(op_mod(B, C, &r))
        CASE(MODK) ORDINAL(op_mod(B, KC, &r))
        CASE(NEG) ORDINAL(op_neg(B, &r))
        CASE(ABS) ORDINAL(op_abs(B, &r))
        CASE(ODD) ORDINAL(op_odd(B, &r))
        CASE(NOTB) ORDINAL(op_notb(B, &r))
        CASE(RANGE) HOLDS(op_range(A, CONSTANT(0), CONSTANT(1)))
        CASE(EQI) ORDINAL(op_eqi(B, C, &r))
        CASE(NEI) ORDINAL(op_nei(B, C, &r))
        CASE(OR) ORDINAL(op_or(B, C, &r))
        CASE(AND) ORDINAL(op_and(B, C, &r))
        CASE(ANDN) ORDINAL(op_andn(B, C, &r))
        CASE(IN) ORDINAL(op_in(B, C, &r))
        CASE(BITS) {
            int64_t r = A;
            TRY(op_bits(B, C, &r));
            SET(r)
        }
        CASE(BRANGE) HOLDS(op_brange(A, CONSTANT(0), CONSTANT(1)))

        CASE(FADD) REAL(op_fadd(real_of(B), real_of(C), &r))
        CASE(FSUB) REAL(op_fsub(real_of(B), real_of(C), &r))
        CASE(FMUL) REAL(op_fmul(real_of(B), real_of(C), &r))
        CASE(FDIV) REAL(op_fdiv(real_of(B), real_of(C), &r))
        CASE(XADD) REAL(op_xadd(real_of(B), real_of(C), &r))
        CASE(XSUB) REAL(op_xsub(real_of(B), real_of(C), &r))
        CASE(XMUL) REAL(op_xmul(real_of(B), real_of(C), &r))
        CASE(FNEG) REAL(op_fneg(real_of(B), &r))
        CASE(FABS) REAL(op_fabs(real_of(B), &r))
        CASE(SQRT) REAL(op_sqrt(real_of(B), &r))
        CASE(FLOAT) REAL(op_float(B, &r))
        CASE(SINGLE) REAL(op_single(real_of(B), &r))
        CASE(TRUNC) ORDINAL(op_trunc(real_of(B), &r))
        CASE(ROUND) ORDINAL(op_round(real_of(B), &r))

        CASE(JMP) JUMP(LONG)
        CASE(JT) JUMP_IF(A != 0)
        CASE(JF) JUMP_IF(A == 0)
        CASE(JEQ) JUMP_IF(A == B)
        CASE(JNE) JUMP_IF(A != B)
        CASE(JLT) JUMP_IF(A < B)
        CASE(JLE) JUMP_IF(A <= B)
        CASE(JEQK) JUMP_IF(A == KB)
        CASE(JNEK) JUMP_IF(A != KB)
        CASE(JLTK) JUMP_IF(A < KB)
        CASE(JLEK) JUMP_IF(A <= KB)
        CASE(JGTK) JUMP_IF(A > KB)
        CASE(JGEK) JUMP_IF(A >= KB)
        CASE(JFLT) JUMP_IF(real_of(A) < real_of(B))
        CASE(JFLE) JUMP_IF(real_of(A) <= real_of(B))
        CASE(JFEQ) JUMP_IF(real_of(A) == real_of(B))
        CASE(JFNLT) JUMP_IF(!(real_of(A) < real_of(B)))
        CASE(JFNLE) JUMP_IF(!(real_of(A) <= real_of(B)))
        CASE(JFNE) JUMP_IF(real_of(A) != real_of(B))

        CASE(FORUP)
        CASE(FORDOWN) {
            const bool up = op == STAR_OP_FORUP;
            const int64_t v = A;
            const bool goes = up ? v < B : v > B;
            sync_warp();
            if (goes)
                A = up ? v + 1 : v - 1;
            JUMP_IF(goes)
        }
        CASE(JSOME)
        CASE(JZERO) {
            ResidentObject *x = bits_of(u, A);
            TRY(x != NULL && !is_long(u, words_of(x->size[0]) / 4));
            vectors++;
            const bool some = find(u, x) > 0;
            JUMP_IF(some == (op == STAR_OP_JSOME))
        }

        CASE(PLAN) {
            const ResidentPlan *plan = &job->plan[b];
            if (plan->space != STAR_SPACE_NONE) {
                TRY(!runs_as_one(u, plan, A, C));
                NEXT
            }
            TRY(fuse(u, A, plan, R));
            vectors++;
            NEXT
        }
        CASE(STEPS)
            TRY(LONG <= fuel);
            fuel -= LONG;
            statements++;
            NEXT
        default: LEAVE;
        }
        /* clang-format on */
    }
leave:
    sync_warp();
    s->pc = pc - job->code;
    s->fuel = fuel;
    s->statements = statements;
    s->end = u->end;
    s->wanted[0] = u->wanted[0];
    s->wanted[1] = u->wanted[1];
    s->vectors = vectors;
    s->results = u->exchanges;
    s->ran = ran + quota - left;
}

#endif
