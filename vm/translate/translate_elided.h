/* SPDX-License-Identifier: MIT */
/* Rows of tables that are not copied into a temporary first, as they are an
 * operand of the logical operation that follows: X := X and ROW(i, T). */
#ifndef STAR_TRANSLATE_ELIDED_H
#define STAR_TRANSLATE_ELIDED_H

#include "translate/translate_row.h"

/* The logical operation of two bit vectors, as built.h names it, or NULL. */
const char *elided_logic(unsigned op);

/* True if the instruction makes such a row, or is the operation behind it. */
bool elided_part(const Writer *writer, uint32_t number);

#endif
