#include "bytecode/opcodes.h"

static const StarOpInfo ops[STAR_OP_PRIM] = {
#define OP(name, operands, sentence) {#name, operands, sentence},
#include "bytecode/opcodes.def"
#undef OP
};

/* The operand letter of an opcode for one of a signature. */
static char letter_of(char operand) {
    switch (operand) {
    case 'I':
    case 'B': return 'I';
    case 'T':
    case 't':
    case 'm': return 't';
    case 'L':
    case 'X':
    case 'S':
    case 'W':
    case 'l':
    case 's':
    case 'w':
    case 'u': return 'l';
    case 'v':
    case 'V': return 'a';
    case 'r': return 'p';
    default: return 'i';
    }
}

StarOpInfo star_op_info(unsigned op, char letters[8]) {
    StarOperand operand[STAR_MAX_OPERANDS];
    const StarPrimInfo *prim;
    int n, k;
    if (op < STAR_OP_PRIM)
        return ops[op];
    prim = &star_prims[op - STAR_OP_PRIM];
    n = star_signature(prim->signature, operand);
    for (k = 0; k < n; k++)
        letters[k] = letter_of(operand[k].letter);
    for (; k < 3; k++)
        letters[k] = '-';
    letters[k] = '\0';
    return (StarOpInfo){prim->name, letters, prim->sentence};
}

StarOp star_op_prim(StarPrim prim) {
    switch (prim) {
    case STAR_PRIM_AND: return STAR_OP_ANDL;
    case STAR_PRIM_OR: return STAR_OP_ORL;
    case STAR_PRIM_XOR: return STAR_OP_XORL;
    case STAR_PRIM_NOT: return STAR_OP_NOTL;
    case STAR_PRIM_NUMB: return STAR_OP_NUMBL;
    case STAR_PRIM_FND: return STAR_OP_FNDL;
    case STAR_PRIM_PUT: return STAR_OP_PUTL;
    case STAR_PRIM_COPY: return STAR_OP_COPYL;
    case STAR_PRIM_GET: return STAR_OP_GETL;
    case STAR_PRIM_STEP: return STAR_OP_STEPL;
    case STAR_PRIM_ROW: return STAR_OP_ROWT;
    case STAR_PRIM_SETROW: return STAR_OP_SETROWT;
    default: return (StarOp)(STAR_OP_PRIM + prim);
    }
}
