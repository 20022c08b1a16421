/* SPDX-License-Identifier: MIT */
/* Target parser: any text becomes a verified program or has messages. */
#include "bytecode/disasm.h"
#include "fuzz.h"

static void compile(const uint8_t *data, size_t size) {
    StarMachine *machine = fuzz_machine(NULL, STAR_ISA_BEST);
    StarBackend *be = star_machine_backend(machine);
    for (int plain = 0; plain < 2; plain++) {
        const StarCompileOptions options = {.plain = plain};
        StarProgram *p = fuzz_compile(be, &options, (const char *)data, size);
        if (p != NULL)
            star_disassemble(p, fuzz_sink, NULL);
        star_program_free(p);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_frees(compile, data, size);
}
