/* SPDX-License-Identifier: MIT */
/* The inside of the translator: a procedure that is written. */
#ifndef STAR_TRANSLATE_ROW_H
#define STAR_TRANSLATE_ROW_H

#include "bytecode/flow/flow.h"
#include "report/report_out.h"
#include "translate/facts.h"

typedef struct Writer {
    Out out;
    const StarProgram *p;
    Cells *cells;
    const StarProc *proc;
    const TranslateProc *own; /* what is known of proc */
    Facts facts;              /* about proc */
    bool *object;             /* of each cell for arguments: an object was
                                 put there last */
} Writer;

/* True if a cell is a variable of C. */
static inline bool writer_is_variable(const Writer *w, uint16_t cell) {
    return (w->own->cell[cell] & CELL_IN_FRAME) == 0 &&
           !(cell >= w->proc->cells && w->object[cell]);
}

/* Writes the name of a cell; a number. */
void writer_cell(const Writer *w, uint16_t cell);
void writer_integer(const Writer *w, int64_t value);

/* Writes the row of an instruction with its operands; false if it cannot
 * fail. */
bool writer_row(const Writer *w, const char *row, uint32_t at);

/* Writes the label of a jump's target. */
void writer_target(const Writer *w, uint32_t at, uint32_t to);

#endif
