/* SPDX-License-Identifier: MIT */
#include "tools/build/build.h"

#include <string.h>

#include "bytecode/bytes/program_bytes.h"
#include "tools/build/build_parts.h"
#include "translate/translate.h"

StarStatus build_text(const StarProgram *program, StarMem *mem,
                      const char *prefix, StarSink *sink, void *context) {
    uint8_t *bytes;
    size_t size;
    static const char first[] = "#define _GNU_SOURCE\n";
    STAR_TRY(star_program_write(program, mem, &bytes, &size));
    sink(context, first, sizeof first - 1);
    const StarStatus status = star_translate(program, mem, bytes, size,
                                             prefix != NULL, sink, context);
    star_mem_free(mem, bytes, size, 1);
    if (status != STAR_OK)
        return status;
    sink(context, text_star, strlen(text_star));
    if (prefix != NULL)
        build_functions_text(program, prefix, sink, context);
    else
        sink(context, text_build_main, strlen(text_build_main));
    return STAR_OK;
}

const char *const *build_options(void) {
    return star_translate_options;
}
