/* SPDX-License-Identifier: MIT */
/* Sizes of variables and parameters, as their declarations say. */
#include "interp/cells.h"

/* True if a size of the library's is negative because of what was passed. */
static bool negative(StarMachine *m, const StarInstr *at, const StarCell *R,
                     uint16_t cell) {
    char room[EXEC_NAME];
    if (R[cell].i >= 0)
        return false;
    cell = exec_negative_factor(m, at, cell);
    const char *name = exec_argument_name(m, at, cell, room);
    if (name != NULL)
        star_raise(&m->error, MSG_NAMED_SIZE_NEGATIVE(name, R[cell].i));
    return name != NULL;
}

/* Sizes of declared variables. The instruction may run again, for another
 * call uses a new frame but a loop of calls the same cells. */
StarStatus exec_SIZEL(StarMachine *m, const StarInstr *at, StarCell *R) {
    return negative(m, at, R, at->b) ? STAR_FILESIZE
                                     : star_bits_size(&m->be, A.bits, B.i);
}

StarStatus exec_SIZET(StarMachine *m, const StarInstr *at, StarCell *R) {
    return negative(m, at, R, at->b) || negative(m, at, R, at->c)
               ? STAR_FILESIZE
               : star_table_size(&m->be, A.table, B.i, C.i);
}

StarStatus exec_FITL(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarBits *line = A.bits;
    if (line->length == B.i && line->head.sizing != STAR_UNSIZED)
        return STAR_OK;
    return negative(m, at, R, at->b) ? STAR_FILESIZE
           : line->head.sizing == STAR_UNSIZED
               ? star_bits_size(&m->be, line, B.i)
               : exec_no_fit_line(m, at, R);
}

StarStatus exec_FITT(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarTable *table = A.table;
    if (table->rows == B.i && table->cols == C.i &&
        table->head.sizing != STAR_UNSIZED)
        return STAR_OK;
    return negative(m, at, R, at->b) || negative(m, at, R, at->c)
               ? STAR_FILESIZE
           : table->head.sizing == STAR_UNSIZED
               ? star_table_size(&m->be, table, B.i, C.i)
               : exec_no_fit_table(m, at, R);
}
