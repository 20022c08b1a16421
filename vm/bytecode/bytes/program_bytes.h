/* SPDX-License-Identifier: MIT */
/* The byte form of a program: to be stored, or sent to another process. It
 * holds all that runs, its messages, disassembly and variables need, the texts
 * of the sources among it; what the compiler said is left out.
 *
 *     0        8         12        16       24         28
 *     ┌────────┬─────────┬─────────┬────────┬──────────┬─────────
 *     │STARPROG│ version │ tables  │ length │ checksum │ program
 *     └────────┴─────────┴─────────┴────────┴──────────┴─────────
 *
 * `tables` is the checksum of the names of opcodes, primitives and statuses:
 * instructions contain the numbers of those. `length` is that of the program's
 * bytes, `checksum` the CRC-32 of all before and behind it. Numbers are
 * little-endian. The version is that of the order of the program's bytes
 * (program_bytes.c, codec_types.c): a change of that order adds 1.
 *
 * Any bytes may be read. Bytes that are no program are an error; a program that
 * was read passes the verifier, and its tables refer only to themselves. What
 * the verifier believes (flow/flow.h) is as in any program of its source. */
#ifndef STAR_PROGRAM_BYTES_H
#define STAR_PROGRAM_BYTES_H

#include "bytecode/program.h"

enum { STAR_BYTES_VERSION = 2, STAR_BYTES_HEADER = 28 };

/* Types of parts of a type within one another, and records within records: more
 * than the compiler makes. */
enum { STAR_BYTES_DEPTH = 5000 };

/* Writes a program without errors that does not grow: *bytes are `*size` bytes
 * of memory from the account, which the caller frees by star_mem_free(mem,
 * *bytes, *size, 1). The same program gives the same bytes. STAR_MEMORY, or
 * STAR_BADPROGRAM for what has no byte form: *bytes is then NULL. */
StarStatus star_program_write(const StarProgram *program, StarMem *mem,
                              uint8_t **bytes, size_t *size);

/* Reads a program, of the account's memory, which the caller frees by
 * star_program_free. NULL with STAR_BADPROGRAM raised if the bytes are no such
 * program, and with STAR_MEMORY without memory. */
StarProgram *star_program_read(StarMem *mem, const uint8_t *bytes, size_t size);

#endif
