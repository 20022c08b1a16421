/* The table of opcodes in a form that C can walk. */
#ifndef STAR_OPCODES_H
#define STAR_OPCODES_H

#include <stdint.h>

#include "loop.h"
#include "primitives.h"

/* The opcodes of opcodes.def, then one for each primitive. */
typedef enum StarOp {
#define OP(name, operands, sentence) STAR_OP_##name,
#include "bytecode/opcodes.def"
#undef OP
    STAR_OP_PRIM,
    STAR_OP_COUNT = STAR_OP_PRIM + STAR_PRIM_COUNT
} StarOp;

/* One instruction, 8 bytes. A primitive has its operands in the order of
 * its signature, the fourth and further ones in an ARGS word. */
typedef struct StarInstr {
    uint16_t op, a, b, c;
} StarInstr;

typedef struct StarOpInfo {
    const char *name;
    const char *operands;
    const char *sentence;
} StarOpInfo;

/* Name, operand letters and sentence of an opcode. A primitive's letters
 * are derived from its signature into `letters`. */
StarOpInfo star_op_info(unsigned op, char letters[8]);

/* The opcode for a primitive: its own, or a faster one. */
StarOp star_op_prim(StarPrim prim);

/* The 32-bit number in b and c, unsigned and signed. */
static inline uint32_t star_instr_bc(StarInstr in) {
    return (uint32_t)in.b << 16 | in.c;
}
static inline int32_t star_instr_jump(StarInstr in) {
    return (int32_t)star_instr_bc(in);
}

#endif
