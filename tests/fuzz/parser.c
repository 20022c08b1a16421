/* SPDX-License-Identifier: MIT */
/* Target parser: any text becomes a verified program or has messages; one that
 * can be laid out is laid out for ever. */
#include <string.h>

#include "bytecode/disasm.h"
#include "fuzz.h"
#include "tools/fmt/fmt.h"

static void lay_out(StarMem *mem, const char *text, size_t size) {
    Fmt once = {0}, twice = {0};
    if (fmt_text(mem, text, size, &once) == STAR_OK &&
        fmt_text(mem, once.text, once.length, &twice) != STAR_MEMORY)
        FUZZ_CHECK(twice.length == once.length &&
                   memcmp(once.text, twice.text, once.length) == 0);
    fmt_free(&once);
    fmt_free(&twice);
}

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
    char *text = star_mem_alloc(be->mem, size + 1, 1);
    if (text != NULL && size > 0)
        memcpy(text, data, size);
    if (text != NULL)
        lay_out(be->mem, text, size);
    star_mem_free(be->mem, text, size + 1, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_frees(compile, data, size);
}
