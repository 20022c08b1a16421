/* SPDX-License-Identifier: MIT */
/* Bytecode for people: one line an instruction, with the source beside
 * it. */
#ifndef STAR_DISASM_H
#define STAR_DISASM_H

#include "bytecode/program.h"

/* Writes all procedures. */
void star_disassemble(const StarProgram *program, StarSink *sink,
                      void *context);

/* Writes one of them. */
void star_disassemble_proc(const StarProgram *program, const StarProc *proc,
                           StarSink *sink, void *context);

#endif
