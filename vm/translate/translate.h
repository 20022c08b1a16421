/* SPDX-License-Identifier: MIT */
/* A program as C text, which becomes an executable with libstar:
 * docs/architecture/translate.md. */
#ifndef STAR_TRANSLATE_H
#define STAR_TRANSLATE_H

#include "bytecode/program.h"

/* Writes the C text of a program that was verified and neither grows nor counts
 * steps: what built.h and op_scalar.h have, a function for each procedure, and
 * `const BuiltProgram star_built`. The same program gives the same text, which
 * has none of its names. `bytes` is its byte form, or NULL: who loads the text
 * has the program. Of a library all that translate_is_entry are there, and
 * star_built is static. STAR_MEMORY. */
StarStatus star_translate(const StarProgram *program, StarMem *mem,
                          const uint8_t *bytes, size_t size, bool library,
                          StarSink *sink, void *context);

/* True of a procedure that the file itself declares at its outermost level. */
static inline bool translate_is_entry(const StarProc *proc) {
    return proc->level == 1 && proc->span.file == 0;
}

/* Options of a C compiler for such a text, up to NULL, beside that of its
 * optimisation: reals are those of the interpreter, whose functions they are
 * computed by. */
extern const char *const star_translate_options[];

#endif
