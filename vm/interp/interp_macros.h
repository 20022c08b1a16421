/* SPDX-License-Identifier: MIT */
/* The macros of the dispatch loop, for exec_run() only, whose variables they
 * name: `at` is the instruction, `pc` the next one, R the frame's cells, m the
 * machine. */
#ifndef STAR_INTERP_MACROS_H
#define STAR_INTERP_MACROS_H

#include "interp/cells.h"
#include "interp/fast_paths.h"
#include "bytecode/op_scalar.h"

#define KB ((int16_t)at->b)
#define KC ((int16_t)at->c)
#define GB (G[at->b])
#define DEPTH (m->depth)
#define CONSTANT (constant[star_instr_bc(*at)].cell)
#define FIELDS 0
#define INPUT (&m->io.console)
#define SOURCE (m->io.from)

/* A fourth operand stands in the ARGS word behind the instruction. */
#define D (R[pc->a])

#define JUMP(distance)    \
    do {                  \
        pc += (distance); \
        POLL_INTERRUPT;   \
        NEXT;             \
    } while (0)

#define JUMP_IF(condition) \
    do {                   \
        if (condition)     \
            pc += KC;      \
        POLL_INTERRUPT;    \
        NEXT;              \
    } while (0)

/* A failure sets m->at; no other instruction has to store it. */
#define TRY(call)                \
    do {                         \
        status = (call);         \
        if (status != STAR_OK) { \
            m->at = at;          \
            return status;       \
        }                        \
    } while (0)

/* Runs a call that may fail and may give a device copies of blocks, and goes on
 * to the next instruction. */
#define DO(call)        \
    do {                \
        TRY(call);      \
        POLL_INTERRUPT; \
        NEXT;           \
    } while (0)

#define FAIL(call)     \
    do {               \
        m->at = at;    \
        return (call); \
    } while (0)

/* A check that the language asks for; STAR_CHECKS is 0 in the build that
 * measures what they cost. */
#define CHECK(fails, error)                              \
    do {                                                 \
        if (__builtin_expect((fails), 0) && STAR_CHECKS) \
            FAIL(error);                                 \
    } while (0)

/* A check, and a result with its check, by a function of op_scalar.h, which
 * leaves the result in r. The operands stay for the message. */
#define HOLDS(check)                                  \
    do {                                              \
        CHECK(!(check), exec_check_failed(m, at, R)); \
        NEXT;                                         \
    } while (0)

#define ORDINAL(check)                                \
    do {                                              \
        int64_t r;                                    \
        CHECK(!(check), exec_check_failed(m, at, R)); \
        A.i = r;                                      \
        NEXT;                                         \
    } while (0)

#define REAL(check)                                   \
    do {                                              \
        double r;                                     \
        CHECK(!(check), exec_check_failed(m, at, R)); \
        A.r = r;                                      \
        NEXT;                                         \
    } while (0)

/* The low or the high bound, which are constants. */
#define BOUND(k) (constant[star_instr_bc(*at) + (k)].cell.i)

/* Position k of an element of a one- or two-dimensional array. */
#define INDEX1(array, i)                                                  \
    int64_t k = (int64_t)((uint64_t)(i) - (uint64_t)(array)->dim[0].low); \
    CHECK((uint64_t)k >= (uint64_t)(array)->count,                        \
          exec_index(m, at, array, i, 0))

#define INDEX2(array, i, j)                                      \
    const StarDim *d_ = (array)->dim;                            \
    int64_t k = (int64_t)((uint64_t)(i) - (uint64_t)d_[0].low);  \
    int64_t l_ = (int64_t)((uint64_t)(j) - (uint64_t)d_[1].low); \
    CHECK((uint64_t)k >= (uint64_t)d_[0].count ||                \
              (uint64_t)l_ >= (uint64_t)d_[1].count,             \
          exec_index(m, at, array, i, j));                       \
    k = k * d_[1].count + l_

/* An element that is read: `bits` of it are `none` in one without value. */
#define PLAIN(value) (value)
#define REAL_BITS(value) (((StarCell){.r = (value)}).raw)
#define SINGLE_BITS(value) (single_bits(value))

#define READ(cell, member, bits, none)                        \
    CHECK(bits(member) == (none), exec_no_element(m, at, R)); \
    A.cell = (member);                                        \
    NEXT

#define LOAD1(cell, data, bits, none)        \
    {                                        \
        const StarArray *x_ = B.array;       \
        INDEX1(x_, C.i);                     \
        READ(cell, x_->data[k], bits, none); \
    }

#define LOAD2(cell, data, bits, none)        \
    {                                        \
        const StarArray *x_ = B.array;       \
        INDEX2(x_, C.i, D.i);                \
        pc++;                                \
        READ(cell, x_->data[k], bits, none); \
    }

#define OBJECT1()                      \
    {                                  \
        const StarArray *x_ = B.array; \
        INDEX1(x_, C.i);               \
        A.object = x_->objects[k];     \
        NEXT;                          \
    }

#define OBJECT2()                      \
    {                                  \
        const StarArray *x_ = B.array; \
        INDEX2(x_, C.i, D.i);          \
        pc++;                          \
        A.object = x_->objects[k];     \
        NEXT;                          \
    }

#define ADDRESS1()                        \
    {                                     \
        StarArray *x_ = B.array;          \
        INDEX1(x_, C.i);                  \
        A.ref = (StarCell *)&x_->ints[k]; \
        NEXT;                             \
    }

#define ADDRESS2()                        \
    {                                     \
        StarArray *x_ = B.array;          \
        INDEX2(x_, C.i, D.i);             \
        pc++;                             \
        A.ref = (StarCell *)&x_->ints[k]; \
        NEXT;                             \
    }

#define STORE1(data, type, value)    \
    {                                \
        StarArray *x_ = A.array;     \
        INDEX1(x_, B.i);             \
        x_->data[k] = (type)(value); \
        NEXT;                        \
    }

#define STORE2(data, type, value)    \
    {                                \
        StarArray *x_ = A.array;     \
        INDEX2(x_, B.i, C.i);        \
        x_->data[k] = (type)(value); \
        pc++;                        \
        NEXT;                        \
    }

/* The low or the high bound of a dimension, in turn. */
#define BOUND_OF(n)                                                \
    {                                                              \
        const StarDim *d = &B.array->dim[(n) / 2];                 \
        uint64_t high = (uint64_t)d->low + (uint64_t)d->count - 1; \
        A.i = (n) % 2 ? (int64_t)high : d->low;                    \
        NEXT;                                                      \
    }

/* A field that was read; `none` is the pattern of one without value. */
#define FIELD(number, none)                                            \
    {                                                                  \
        StarCell x_ = B.record->cell[number];                          \
        CHECK(x_.i == (none), exec_no_field(m, at, B.record->layout)); \
        A = x_;                                                        \
        NEXT;                                                          \
    }

/* Pointers: one that is nil or points to a variable; its variable; a field that
 * is one. */
#define HEAP (&m->heap)
#define LIVES(pointer)                                           \
    do {                                                         \
        if (__builtin_expect(!star_heap_live(HEAP, pointer), 0)) \
            FAIL(exec_pointer(m, at, at->a, pointer));           \
    } while (0)

#define VARIABLE(pointer)                                       \
    {                                                           \
        StarRecord *x_ = star_heap_find(HEAP, pointer);         \
        CHECK(x_ == NULL, exec_pointer(m, at, at->b, pointer)); \
        A.record = x_;                                          \
        NEXT;                                                   \
    }

#define LIVE_FIELD(number)                                    \
    {                                                         \
        const StarCell x_ = B.record->cell[number];           \
        if (__builtin_expect(x_.i == STAR_UNDEFINED_INT, 0))  \
            FAIL(exec_no_field(m, at, B.record->layout));     \
        if (__builtin_expect(!star_heap_live(HEAP, x_.i), 0)) \
            FAIL(exec_dangling_field(m, at, R));              \
        A = x_;                                               \
        NEXT;                                                 \
    }

/* The bits of a single. */
static inline int32_t single_bits(float value) {
    const union {
        float single;
        int32_t bits;
    } u = {value};
    return u.bits;
}

/* The k-th frame outward along the links, which stand in cell 0. */
static inline StarCell *outward(StarCell *frame, unsigned k) {
    for (; k > 0; k--)
        frame = frame->ref;
    return frame;
}

/* Begins the frame of a call at `cell`, which returns to `back`: accounts for
 * its memory and makes what the frame owns. STAR_DEPTH and STAR_MEMORY are
 * raised. */
static inline StarStatus enter(StarMachine *m, const StarProc *proc,
                               StarCell *cell, const StarInstr *back) {
    if (__builtin_expect(
            m->depth == m->depth_end || m->stack_end - cell < m->frame_most, 0))
        STAR_TRY(exec_more_stack(m, proc, cell));
    m->frame[m->depth++] =
        (Frame){back, cell, proc, m->heap.holds, m->heap.pins};
    return proc->owned > 0 ? exec_own(m, proc, cell) : STAR_OK;
}

/* A primitive with a fast path in fast_paths.h, and what does it else. */
#define FAST_PATH(done, slow)             \
    do {                                  \
        if (__builtin_expect(!(done), 0)) \
            DO(slow);                     \
        NEXT;                             \
    } while (0)

#define SIZED(object) \
    CHECK((object)->head.sizing == STAR_UNSIZED, exec_unsized(m, at))

/* Every loop and recursion jumps or calls, and polls there for an interrupt.
 * With a table of labels, polling loads the address of the table: to stop the
 * program, another table takes its place, which costs loops no time that could
 * be measured. (A test and a branch cost up to 8 %.) */
/* clang-format off */
#if defined(EXEC_ONE)
#define POLL_INTERRUPT ((void)0)
#define DISPATCH() switch (op)
#define CASE(name) case STAR_OP_##name: at = pc++;
#define PRIMITIVES default:
#define NEXT               \
    do {                   \
        *next = pc;        \
        return STAR_OK;    \
    } while (0)
#elif defined(__GNUC__) && !defined(STAR_SWITCH_DISPATCH)
#define POLL_INTERRUPT table = __atomic_load_n(&m->table, __ATOMIC_RELAXED)
#define DISPATCH() goto *table[pc->op];
#define CASE(name) L_##name: at = pc++;
#define PRIMITIVES primitive:
#define NEXT goto *table[pc->op]
#define HERE goto *label[pc->op]
#pragma GCC diagnostic ignored "-Wpedantic"
#else
#define POLL_INTERRUPT                                \
    do {                                    \
        if (star_stopped(&m->mem) != STAR_OK) \
            goto stopped;                   \
    } while (0)
#define DISPATCH()                              \
    next:                                       \
    if (m->debug.profile != NULL)               \
        goto counted;                           \
    if (m->debug.hashes != NULL && exec_tracks_writes(pc->op)) \
        goto watched;                           \
    if (be->resident > 0 && exec_touches(pc->op)) \
        goto device;                              \
    here:                                       \
    switch (pc->op)
#define CASE(name) case STAR_OP_##name: at = pc++;
#define PRIMITIVES default:
#define NEXT goto next
#define HERE goto here
#endif
/* clang-format on */

#endif
