/* SPDX-License-Identifier: MIT */
/* Target programs: a text up to the first NUL; what follows is its input. It
 * runs within limits, twice: loops as one operation or as written, by the best
 * kernels or the plainest. Unless a limit ends it, both runs end alike. */
#include <string.h>

#include "fuzz.h"

static StarStatus try(FuzzRun *run, FuzzParts parts, bool plain) {
    const StarCompileOptions options = {.plain = plain, .count = true};
    StarMachine *machine =
        fuzz_machine(run, plain ? STAR_ISA_PORTABLE : STAR_ISA_BEST);
    StarProgram *p = fuzz_compile(star_machine_backend(machine), &options,
                                  parts.text, parts.length);
    StarStatus status = STAR_OK;
    run->in = parts.rest;
    run->left = parts.size;
    run->length = 0;
    if (p != NULL)
        status = fuzz_run(machine, p);
    star_program_free(p);
    return status;
}

static bool is_limit(StarStatus status) {
    return star_status_exit(status) == star_status_exit(STAR_MEMORY);
}

static void run_twice(const uint8_t *data, size_t size) {
    static FuzzRun run[2];
    const FuzzParts parts = fuzz_split(data, size);
    const StarStatus fused = try(&run[0], parts, false);
    const StarStatus plain = try(&run[1], parts, true);
    if (!is_limit(fused) && !is_limit(plain)) {
        FUZZ_CHECK(fused == plain);
        FUZZ_CHECK(run[0].length == run[1].length &&
                   memcmp(run[0].out, run[1].out, run[0].length) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_frees(run_twice, data, size);
}
