/* SPDX-License-Identifier: MIT */
/* The table of opcodes in a form that C can walk. */
#ifndef STAR_OPCODES_H
#define STAR_OPCODES_H

#include <stdbool.h>
#include <stdint.h>

#include "plan/plan.h"
#include "primitives/primitives.h"
#include "values/object.h"

/* The opcodes of opcodes.def, then one for each primitive. */
typedef enum StarOp {
#define OP(name, ...) STAR_OP_##name,
#include "bytecode/opcodes.def"
    STAR_OP_PRIM,
    STAR_OP_COUNT = STAR_OP_PRIM + STAR_PRIM_COUNT
} StarOp;

/* One instruction, 8 bytes. A primitive has its operands in the order of
 * its signature, the fourth and further ones in an ARGS word. */
typedef struct StarInstr {
    uint16_t op, a, b, c;
} StarInstr;

/* The message of a check that fails: the cell has no value; the function no
 * result; the value is outside the bounds, or an element of the set; a result
 * is no integer; the divisor is wrong; a result is not finite; the operand has
 * no root, logarithm, exponential, single or integer. */
typedef enum StarOpFails {
    STAR_FAILS_NOT,
    STAR_FAILS_UNDEFINED,
    STAR_FAILS_RESULT,
    STAR_FAILS_RANGE,
    STAR_FAILS_ELEMENT,
    STAR_FAILS_OVERFLOW,
    STAR_FAILS_DIVISION,
    STAR_FAILS_REAL,
    STAR_FAILS_ROOT,
    STAR_FAILS_LOGARITHM,
    STAR_FAILS_EXP,
    STAR_FAILS_SINGLE,
    STAR_FAILS_INTEGER
} StarOpFails;

/* The data whose writes a history tracks and that an opcode changes beside
 * operand a. */
typedef enum StarOpChanges {
    STAR_CHANGES_NOTHING,
    STAR_CHANGES_ELEMENT,
    STAR_CHANGES_ARRAY,
    STAR_CHANGES_PARTS
} StarOpChanges;

/* How values go through an opcode, where its letters do not tell: a is b, in
 * this frame or another; an address, what it leads to; a call and what belongs
 * to it; objects that change their owner, are lent or made; parts of objects;
 * the cells of a plan; the ends of a row of instructions. ELSEWHERE: what a
 * pointer or a file leads to, of which the program does not say the type. */
typedef enum StarOpFlow {
    STAR_FLOW_PLAIN,
    STAR_FLOW_MOVE,
    STAR_FLOW_CONSTANT,
    STAR_FLOW_GET,
    STAR_FLOW_PUT,
    STAR_FLOW_ADDRESS,
    STAR_FLOW_LOAD,
    STAR_FLOW_STORE,
    STAR_FLOW_CALL,
    STAR_FLOW_NUMBER,
    STAR_FLOW_LINK,
    STAR_FLOW_RETURN,
    STAR_FLOW_GIVE,
    STAR_FLOW_TAKE,
    STAR_FLOW_LEND,
    STAR_FLOW_APART,
    STAR_FLOW_ARRAY,
    STAR_FLOW_CLONE,
    STAR_FLOW_COPY,
    STAR_FLOW_PART,
    STAR_FLOW_OBJECT,
    STAR_FLOW_ELEMENT,
    STAR_FLOW_RECORD,
    STAR_FLOW_FIELD,
    STAR_FLOW_GIVE_FIELD,
    STAR_FLOW_VARIANT,
    STAR_FLOW_NEW,
    STAR_FLOW_HELD,
    STAR_FLOW_ELSEWHERE,
    STAR_FLOW_NATIVE,
    STAR_FLOW_PLAN,
    STAR_FLOW_STEPS,
    STAR_FLOW_BODY,
    STAR_FLOW_HALT,
    STAR_FLOW_END
} StarOpFlow;

/* A row of opcodes.def, which explains the columns, or of a primitive. */
typedef struct StarOpInfo {
    const char *name;
    const char *operands; /* NULL: as the primitive's signature says */
    const char *sentence;
    const char *sign;
    uint8_t runs;    /* 1 + StarPrim, or 0 */
    uint8_t fails;   /* StarOpFails */
    uint8_t changes; /* StarOpChanges */
    uint8_t flow;    /* StarOpFlow */
    uint8_t element; /* 1 + StarElement, or 0 */
    bool syncs, checks, copies, lends, transfers;
} StarOpInfo;

extern const StarOpInfo star_ops[STAR_OP_COUNT];

/* The primitive that an opcode runs or stands for, or STAR_PRIM_COUNT. */
static inline StarPrim star_op_runs(unsigned op) {
    const unsigned runs = star_ops[op].runs;
    return runs > 0 ? (StarPrim)(runs - 1) : STAR_PRIM_COUNT;
}

/* The opcode for a primitive: its own, or a faster one. */
StarOp star_op_prim(StarPrim prim);

/* The kind of an operand of an instruction. Those from STAR_OPERAND_LONG_JUMP
 * on take b and c. */
typedef enum StarOperandKind {
    STAR_OPERAND_NONE,
    STAR_OPERAND_CELL,
    STAR_OPERAND_GLOBAL, /* cell of the program's frame */
    STAR_OPERAND_SIGNED,
    STAR_OPERAND_UNSIGNED,
    STAR_OPERAND_JUMP,
    STAR_OPERAND_PLAN,
    STAR_OPERAND_LONG_JUMP,
    STAR_OPERAND_GOTO,
    STAR_OPERAND_LONG_SIGNED,
    STAR_OPERAND_CONSTANT,
    STAR_OPERAND_BOUNDS,
    STAR_OPERAND_LAYOUT,
    STAR_OPERAND_PROC
} StarOperandKind;

/* An operand letter. Of a cell: the kinds that it may hold, as bits
 * 1 << StarCellKind; whether the instruction writes it, or changes the object
 * in it; whether there may be none, STAR_NO_CELL. */
typedef struct StarOpOperand {
    uint8_t kind; /* StarOperandKind */
    bool written, optional;
    uint16_t cells;
} StarOpOperand;

/* The operands of an opcode: always a, b and c, which may be NONE; `count` with
 * those in ARGS words. If `list`, there are more, of any kind, as many as the
 * instruction says. */
typedef struct StarOpForm {
    StarOpOperand operand[STAR_MAX_OPERANDS];
    uint8_t count;
    bool list;
} StarOpForm;

/* Parses the operand letters of an opcode, a primitive's from its signature. */
StarOpForm star_op_form(unsigned op);

/* True if an opcode that is no primitive has an operand of this kind. */
bool star_op_has(unsigned op, StarOperandKind kind);

/* True if an operand is a cell that holds nothing but this kind of object or
 * scalar, a StarCellKind. */
static inline bool star_operand_is(StarOpOperand operand, unsigned cell_kind) {
    return operand.cells == 1u << cell_kind;
}

/* The 32-bit number in b and c, unsigned and signed. */
static inline uint32_t star_instr_bc(StarInstr in) {
    return (uint32_t)in.b << 16 | in.c;
}
static inline int32_t star_instr_jump(StarInstr in) {
    return (int32_t)star_instr_bc(in);
}

/* True if instruction `at` of a code may jump, and then sets *to to where. */
bool star_instr_jumps(const StarInstr *code, uint32_t at, uint32_t *to);

#endif
