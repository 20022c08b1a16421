/* SPDX-License-Identifier: MIT */
/* What the translator finds out of a program before it writes: where cells are
 * kept, which procedures have frames. */
#ifndef STAR_TRANSLATE_CELLS_H
#define STAR_TRANSLATE_CELLS_H

#include "bytecode/program.h"
#include "translate/translate.h"

/* Of a cell. */
enum {
    CELL_IN_FRAME = 1, /* it stands in R, and is no variable of C */
    CELL_VIEWED = 2    /* an array whose elements are read or written */
};

typedef struct TranslateProc {
    bool reached;
    bool framed;    /* its frame is one of the machine's while it runs */
    bool by_number; /* it is called by its number */
    uint8_t *cell;  /* CELL_... of each, arguments of calls among them */
} TranslateProc;

typedef struct Cells {
    const StarProgram *p;
    TranslateProc *proc;
    bool *target;  /* of each instruction: a jump leads to it */
    bool *landing; /* a goto out of a procedure leads to it */
    bool keeps;    /* the interpreter may go on after what fails, or reads
                      variables by their names: all of them are stored */
    uint8_t *all;  /* the memory of the cells, */
    size_t count;  /* so many */
} Cells;

/* Of what the program's statements reach, and `wanted`, which is called in
 * their place, or NULL; of a library all that translate_is_entry. STAR_MEMORY.
 */
StarStatus cells_find(Cells *c, const StarProgram *program,
                      const StarProc *wanted, bool library, StarMem *mem);
void cells_free(Cells *c, StarMem *mem);

/* The statement of rows.def for an opcode, or NULL: a step of the interpreter
 * does it. */
const char *cells_row(const StarProgram *program, const StarInstr *at);

/* The same of a FAST_ROW, behind which a step follows. */
const char *cells_fast_row(const StarInstr *at);

/* Operand k of an instruction, which may stand in an ARGS word. */
uint16_t cells_operand(const StarInstr *at, int k);

/* The next instruction, behind the ARGS words. */
uint32_t cells_next(const StarProgram *program, uint32_t at);

/* True for a StarCellKind of integers, reals, addresses. */
static inline bool cells_is_scalar(unsigned kind) {
    return kind == STAR_CELL_INT || kind == STAR_CELL_REAL ||
           kind == STAR_CELL_REF;
}

/* True if an operand is a cell that may hold such a value. */
static inline bool cells_may_be_scalar(StarOpOperand o) {
    return o.kind == STAR_OPERAND_CELL &&
           (o.cells & (1u << STAR_CELL_INT | 1u << STAR_CELL_REAL |
                       1u << STAR_CELL_REF)) != 0;
}

#endif
