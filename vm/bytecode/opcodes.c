/* SPDX-License-Identifier: MIT */
#include "bytecode/opcodes.h"

#include "bytecode/program.h"

#define RUNS(primitive) .runs = 1 + STAR_PRIM_##primitive
#define FAILS(message) .fails = STAR_FAILS_##message
#define SIGN(text) .sign = text
#define CHANGES(what) .changes = STAR_CHANGES_##what
#define FLOW(kind) .flow = STAR_FLOW_##kind
#define ELEMENT(kind) .element = 1 + STAR_ELEM_##kind
#define SYNCS .syncs = true
#define CHECKS .checks = true
#define COPIES .copies = true
#define LENDS .lends = true
#define TRANSFERS .transfers = true

const StarOpInfo star_ops[STAR_OP_COUNT] = {
#define OP(id, letters, ...) \
    [STAR_OP_##              \
        id] = {.name = #id, .operands = letters, .sentence = __VA_ARGS__},
#include "bytecode/opcodes.def"
#define PRIM(id, text, class, cost, ranks, signature, what) \
    [STAR_OP_PRIM + STAR_PRIM_##                            \
        id] = {.name = text, .sentence = what, .runs = 1 + STAR_PRIM_##id},
#include "primitives.def"
#undef PRIM
};

StarOp star_op_prim(StarPrim prim) {
    static const uint16_t fast[STAR_PRIM_COUNT] = {
#define OP(...)
#define FAST(id, letters, sentence, primitive) \
    [STAR_PRIM_##primitive] = STAR_OP_##id,
#include "bytecode/opcodes.def"
    };
    return fast[prim] != 0 ? (StarOp)fast[prim]
                           : (StarOp)(STAR_OP_PRIM + (unsigned)prim);
}

/* ---- Operands ---- */

#define KIND(kind) (1u << STAR_CELL_##kind)
#define OBJECT                                                              \
    (KIND(BITS) | KIND(TABLE) | KIND(ARRAY) | KIND(STRING) | KIND(RECORD) | \
     KIND(SET))
#define READ(kinds) \
    { STAR_OPERAND_CELL, false, false, kinds }
#define WRITTEN(kinds) \
    { STAR_OPERAND_CELL, true, false, kinds }
#define OTHER(kind) \
    { STAR_OPERAND_##kind, false, false, 0 }

/* The letters of opcodes.def. */
static const StarOpOperand by_letter[128] = {
    ['I'] = WRITTEN(KIND(INT)),
    ['i'] = READ(KIND(INT)),
    ['R'] = WRITTEN(KIND(REAL)),
    ['r'] = READ(KIND(REAL)),
    ['P'] = WRITTEN(KIND(REF)),
    ['p'] = READ(KIND(REF)),
    ['C'] = WRITTEN(UINT16_MAX),
    ['c'] = READ(UINT16_MAX),
    ['L'] = WRITTEN(KIND(BITS)),
    ['l'] = READ(KIND(BITS)),
    ['T'] = WRITTEN(KIND(TABLE)),
    ['t'] = READ(KIND(TABLE)),
    ['A'] = WRITTEN(KIND(ARRAY)),
    ['a'] = READ(KIND(ARRAY)),
    ['S'] = WRITTEN(KIND(STRING)),
    ['s'] = READ(KIND(STRING)),
    ['D'] = WRITTEN(KIND(RECORD)),
    ['d'] = READ(KIND(RECORD)),
    ['E'] = WRITTEN(KIND(SET)),
    ['e'] = READ(KIND(SET)),
    ['O'] = WRITTEN(OBJECT),
    ['o'] = READ(OBJECT),
    ['f'] = WRITTEN(KIND(FILE)),
    ['w'] = {STAR_OPERAND_CELL, false, true, KIND(INT)},
    ['n'] = {STAR_OPERAND_CELL, false, true, UINT16_MAX},
    ['g'] = OTHER(GLOBAL),
    ['#'] = OTHER(SIGNED),
    ['u'] = OTHER(UNSIGNED),
    ['j'] = OTHER(JUMP),
    ['J'] = OTHER(LONG_JUMP),
    ['X'] = OTHER(GOTO),
    ['%'] = OTHER(LONG_SIGNED),
    ['K'] = OTHER(CONSTANT),
    ['B'] = OTHER(BOUNDS),
    ['G'] = OTHER(PLAN),
    ['y'] = OTHER(LAYOUT),
    ['F'] = OTHER(PROC)};

/* An operand of a primitive in a cell. */
static StarOpOperand of_signature(const StarOperand *o) {
    static const uint8_t cell[] = {[STAR_SIG_SCALAR] = STAR_CELL_INT,
                                   [STAR_SIG_REAL] = STAR_CELL_REAL,
                                   [STAR_SIG_BITS] = STAR_CELL_BITS,
                                   [STAR_SIG_TABLE] = STAR_CELL_TABLE,
                                   [STAR_SIG_ARRAY] = STAR_CELL_ARRAY,
                                   [STAR_SIG_VARIABLE] = STAR_CELL_REF};
    return (StarOpOperand){.kind = STAR_OPERAND_CELL,
                           .written = o->access != STAR_READ,
                           .cells = (uint16_t)(1u << cell[o->kind])};
}

StarOpForm star_op_form(unsigned op) {
    StarOpForm form = {.count = 0};
    if (op >= STAR_OP_PRIM) {
        StarOperand operand[STAR_MAX_OPERANDS];
        form.count = (uint8_t)star_signature(
            star_prims[op - STAR_OP_PRIM].signature, operand);
        for (int k = 0; k < form.count; k++)
            form.operand[k] = of_signature(&operand[k]);
        return form;
    }
    for (const char *s = star_ops[op].operands; *s != '\0'; s++)
        if (*s == '*')
            form.list = true;
        else
            form.operand[form.count++] = by_letter[(unsigned char)*s];
    return form;
}

bool star_op_has(unsigned op, StarOperandKind kind) {
    if (op >= STAR_OP_PRIM)
        return false;
    const char *s = star_ops[op].operands;
    while (*s != '\0' && by_letter[(unsigned char)*s].kind != kind)
        s++;
    return *s != '\0';
}

bool star_instr_jumps(const StarInstr *code, uint32_t at, uint32_t *to) {
    const StarInstr in = code[at];
    const bool jumps = star_op_has(in.op, STAR_OPERAND_JUMP);
    if (jumps)
        *to = at + 1 + (uint32_t)(int16_t)in.c;
    else if (star_op_has(in.op, STAR_OPERAND_LONG_JUMP))
        *to = at + 1 + (uint32_t)star_instr_jump(in);
    else
        return false;
    return true;
}
