/* SPDX-License-Identifier: MIT */
/* The dispatch loop of the resident interpreter: the meaning of scalar opcodes
 * is that of op_scalar.h, of primitives that of primitives.cuh. */
#ifndef STAR_RESIDENT_INTERPRETER_CUH
#define STAR_RESIDENT_INTERPRETER_CUH

#include "resident/frames.cuh"
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
enum { OP_MASK = RESIDENT_LONGER - 1, HOT_MASK = 0xffff >> RESIDENT_HOT_SHIFT };

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
    int32_t base = (int32_t)s->base, calls = (int32_t)s->calls;
    int32_t ran = 0, quota = 0, left = 0, vectors = 0; /* left of a quota */
    int64_t fuel = s->fuel, statements = s->statements;
    const uint64_t *pc = job->code + s->pc, *behind; /* behind a primitive; */
    uint64_t call, more;                             /* its words, */
    int64_t *R = cell + base, *args;                 /* and the cells that they name */
#define CASE(name) case STAR_OP_##name:
#define HOT(name) case RESIDENT_HOT_##name:
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
/* The cell a := a value; all lanes have read the operands before. A result with
 * its check is left in r. */
#define SET(value)                  \
    {                               \
        const int64_t v_ = (value); \
        sync_warp();                \
        A = v_;                     \
        NEXT                        \
    }
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
#define VECTOR(call) \
    {                \
        TRY(call);   \
        vectors++;   \
        NEXT         \
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
        const unsigned low = (unsigned)in, high = (unsigned)(in >> 32), op = low & OP_MASK,
                       hot = low >> RESIDENT_HOT_SHIFT & HOT_MASK, a = low >> 16, b = high & 0xffff,
                       c = high >> 16;
        /* clang-format off */
        if (hot == RESIDENT_HOT_ANDL) { /* before the tree */
            const unsigned last = STAR_OP_COPYL; /* CONVERT copies too */
            const int table = LOGIC_TABLES >> 4 * ((op < last ? op : last) - STAR_OP_ANDL) & 15;
            const int64_t to = A, from = B, with = op < STAR_OP_NOTL ? C : B;
            TRY(short_logic(u, object, table, to, from, with) || logic(u, table, to, from, with));
            vectors++;
            pc++;
            continue;
        }
        switch (hot) {
        HOT(MOVE) SET(B)
        HOT(LOADI) SET(LONG)
        HOT(ADD) ORDINAL(op_add(B, C, &r))
        HOT(ADDK) ORDINAL(op_add(B, KC, &r))
        HOT(JMP) JUMP(LONG)
        HOT(JLE) JUMP_IF(A <= B)
        HOT(JLEK) JUMP_IF(A <= KB)
        HOT(FORUP) {
            const bool up = op == STAR_OP_FORUP;
            const int64_t v = A;
            const bool goes = up ? v < B : v > B;
            sync_warp();
            if (goes)
                A = up ? v + 1 : v - 1;
            JUMP_IF(goes)
        }
        HOT(JSOME) {
            ResidentObject *x = bits_of(u, A);
            TRY(x != NULL && !is_long(u, words_of(x->size[0]) / 4));
            vectors++;
            const bool some = find(u, x) > 0;
            JUMP_IF(some == (op == STAR_OP_JSOME))
        }
        HOT(FNDL) {
            ResidentObject *x = bits_of(u, B);
            TRY(x != NULL && !is_long(u, words_of(x->size[0]) / 4));
            vectors++;
            SET(op == STAR_OP_NUMBL  ? count(u, x)
                : op == STAR_OP_FNDL ? find(u, x)
                                     : find_and_clear(u, x))
        }
        HOT(PUTL) {
            ResidentObject *x = bits_of(u, A);
            TRY(x != NULL && (uint64_t)B - 1 < (uint64_t)x->size[0] && (uint64_t)C <= 1);
            put_bit(u, x, B, C);
            vectors++;
            NEXT
        }
        HOT(GETL) {
            ResidentObject *x = bits_of(u, B);
            TRY(x != NULL && (uint64_t)C - 1 < (uint64_t)x->size[0]);
            vectors++;
            SET(get_bit(u, x, C))
        }
        HOT(CALL) {
            const ResidentProc *p = &job->proc[(uint32_t)LONG];
            TRY(may_call(u, p, base + (int32_t)a, calls, s->depth + calls));
            if (p->kernel) {
                call = p->primitive[0];
                more = p->primitive[1];
                args = R + a;
                behind = pc + 1;
                goto primitive;
            }
            TRY(call_proc(u, p, base + (int32_t)a, pc + 1 - job->code, calls));
            calls++;
            base += (int32_t)a;
            R = cell + base;
            pc = job->code + p->entry;
            break;
        }
        HOT(RET) {
            TRY(calls > 0);
            const ResidentCall *from = &u->call[--calls];
            leave_proc(u, from);
            pc = job->code + from->back;
            base = calls > 0 ? u->call[calls - 1].base : s->base;
            R = cell + base;
            break;
        }
        HOT(ISINT) HOLDS(op_isint(A))
        HOT(GETU) {
            const int64_t frame = outward(u, base, (int)b);
            TRY(frame >= 0 && frame + c < job->cell_room);
            SET(op == STAR_OP_GETU ? cell[frame + c] : job->stack + (frame + c) * 8)
        }
        HOT(SETU) {
            const int64_t frame = outward(u, base, (int)b), v = A;
            TRY(frame >= 0 && frame + c < job->cell_room);
            sync_warp();
            cell[frame + c] = v;
            NEXT
        }
        HOT(MUL) ORDINAL(op_mul(B, C, &r))
        HOT(MOD) ORDINAL(op_mod(B, C, &r))
        HOT(MODK) ORDINAL(op_mod(B, KC, &r))
        HOT(JNEK) JUMP_IF(A != KB)
        HOT(JLTK) JUMP_IF(A < KB)
        HOT(GIVE) {
            const ResidentObject *x = object_of(u, B);
            TRY(has_size(x));
            const int64_t v = B;
            sync_warp();
            A = v;
            B = 0;
            NEXT
        }
        HOT(TAKE) {
            ResidentObject *x = object_of(u, B);
            TRY(x != NULL && x->kind == STAR_BIT_VECTOR);
            const int64_t v = B;
            free_object(u->pool, A);
            x->sizing = STAR_ELASTIC;
            sync_warp();
            A = v;
            NEXT
        }
        HOT(SIZEL) {
            ResidentObject *x = object_of(u, A);
            TRY(x != NULL && B > 0);
            if (x->sizing == STAR_UNSIZED) {
                TRY(fits(u, x, B));
                fill(u, x, false);
            } else
                TRY(x->size[0] == B && x->word[0] != NULL);
            if (op == STAR_OP_SIZEL) {
                x->first = 0;
                sync_warp();
            }
            NEXT
        }
        HOT(LDI) {
            int64_t v;
            TRY(load(u, (int)(op - STAR_OP_LDI), B, 1, C, 0, &v));
            SET(v)
        }
        HOT(STI) HOLDS(store(u, (int)(op - STAR_OP_STI), A, 1, B, 0, C))
        HOT(ROWT) VECTOR(get_vector(u, A, B, C, STAR_ROWS))
        HOT(SETROWT) VECTOR(set_vector(u, A, B, C, STAR_ROWS))
        HOT(NATIVE) {
            behind = op == STAR_OP_NATIVE ? pc + 2 : pc + 1;
            call = op == STAR_OP_NATIVE ? FETCH(pc + 1) : in;
            more = 0;
            if ((call & RESIDENT_LONGER) != 0)
                more = FETCH(behind++);
            args = R;
        primitive:
            TRY(run_primitive(u, (int)(call & OP_MASK) - STAR_OP_PRIM, args, call, more));
            vectors++;
            pc = behind;
            break;
        }

        default: switch (op) {
        CASE(LOADK) SET(CONSTANT(0))
        CASE(NOINT) SET(STAR_UNDEFINED_INT)
        CASE(NOREAL) SET((int64_t)STAR_UNDEFINED_REAL)
        CASE(RESREAL)
        CASE(ISREAL) HOLDS(op_isreal((uint64_t)A))
        CASE(GETG) SET(cell[b])
        CASE(SETG) {
            const int64_t v = A;
            sync_warp();
            cell[b] = v;
            NEXT
        }
        CASE(REFG) SET(job->stack + (int64_t)b * 8)
        CASE(REF) SET(job->stack + (base + b) * 8)
        CASE(LINK) {
            const int64_t frame = outward(u, base, (int)b);
            TRY(frame >= 0);
            SET(job->stack + frame * 8)
        }
        CASE(LOAD) {
            const int64_t from = cell_of(u, B);
            TRY(from >= 0);
            SET(cell[from])
        }
        CASE(STORE) {
            const int64_t to = cell_of(u, A), v = B;
            TRY(to >= 0);
            sync_warp();
            cell[to] = v;
            NEXT
        }

        CASE(SUB) ORDINAL(op_sub(B, C, &r))
        CASE(MULK) ORDINAL(op_mul(B, KC, &r))
        CASE(DIV) ORDINAL(op_div(B, C, &r))
        CASE(DIVK) ORDINAL(op_div(B, KC, &r))
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

        CASE(JT) JUMP_IF(A != 0)
        CASE(JF) JUMP_IF(A == 0)
        CASE(JEQ) JUMP_IF(A == B)
        CASE(JNE) JUMP_IF(A != B)
        CASE(JLT) JUMP_IF(A < B)
        CASE(JEQK) JUMP_IF(A == KB)
        CASE(JGTK) JUMP_IF(A > KB)
        CASE(JGEK) JUMP_IF(A >= KB)
        CASE(JFLT) JUMP_IF(real_of(A) < real_of(B))
        CASE(JFLE) JUMP_IF(real_of(A) <= real_of(B))
        CASE(JFEQ) JUMP_IF(real_of(A) == real_of(B))
        CASE(JFNLT) JUMP_IF(!(real_of(A) < real_of(B)))
        CASE(JFNLE) JUMP_IF(!(real_of(A) <= real_of(B)))
        CASE(JFNE) JUMP_IF(real_of(A) != real_of(B))

        CASE(LENDL)
        CASE(LENDT) HOLDS(has_size(object_of(u, A)))
        CASE(APART) {
            const ResidentObject *x = object_of(u, A);
            HOLDS(x != NULL && x->kind != STAR_ARRAY && object_of(u, C) != NULL && A != C)
        }
        CASE(FITT) {
            const ResidentObject *t = object_of(u, A);
            HOLDS(has_size(t) && t->size[0] == B && t->size[1] == C)
        }
        CASE(LAYOUT) {
            const ResidentObject *t = object_of(u, A);
            HOLDS(t != NULL && !t->layout)
        }
        CASE(LDI2)
        CASE(LDR2)
        CASE(LDB2)
        CASE(LDS2)
        CASE(LDL2)
        CASE(LDF2) {
            const int64_t j = R[FETCH(pc + 1) >> 16 & 0xffff];
            int64_t v;
            TRY(load(u, (int)(op - STAR_OP_LDI2), B, 2, C, j, &v));
            pc++;
            SET(v)
        }
        CASE(STI2)
        CASE(STR2)
        CASE(STB2)
        CASE(STS2)
        CASE(STL2)
        CASE(STF2)
            TRY(store(u, (int)(op - STAR_OP_STI2), A, 2, B, C,
                      R[FETCH(pc + 1) >> 16 & 0xffff]));
            pc += 2;
            break;
        CASE(PLAN) {
            const ResidentPlan *plan = &job->plan[b];
            if (plan->space != STAR_SPACE_NONE) {
                TRY(!runs_as_one(u, plan, A, C));
                NEXT
            }
            TRY(fuse(u, A, plan, base));
            vectors++;
            NEXT
        }
        CASE(STEPS)
            TRY(LONG <= fuel);
            fuel -= LONG;
            statements++;
            NEXT
        CASE(ARGS) NEXT

        default: LEAVE;
        }
        }
        /* clang-format on */
    }
leave:
    sync_warp();
    s->pc = pc - job->code;
    s->base = base;
    if (calls > 0) {
        const ResidentProc *p = u->call[calls - 1].proc;
        s->cells = base + p->cells + p->room;
    }
    s->calls = calls;
    s->objects = u->objects;
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
