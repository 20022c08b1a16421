/* SPDX-License-Identifier: MIT */
#include "tools/build/build.h"

#include <string.h>

#include "bytecode/bytes/program_bytes.h"
#include "tools/build/build_main.h"
#include "translate/translate.h"

StarStatus build_text(const StarProgram *program, StarMem *mem, StarSink *sink,
                      void *context) {
    uint8_t *bytes;
    size_t size;
    static const char first[] = "#define _GNU_SOURCE\n";
    STAR_TRY(star_program_write(program, mem, &bytes, &size));
    sink(context, first, sizeof first - 1);
    const StarStatus status =
        star_translate(program, mem, bytes, size, sink, context);
    star_mem_free(mem, bytes, size, 1);
    if (status == STAR_OK)
        sink(context, build_main, strlen(build_main));
    return status;
}

const char *const *build_options(void) {
    return star_translate_options;
}
