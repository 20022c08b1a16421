/* SPDX-License-Identifier: MIT */
#include "bytecode/constant.h"

#include <string.h>

#include "bytecode/program.h"

/* The words lie behind the header, as aligned as a backend has them. */
enum { HEAD = 64, WORDS = 8 };

_Static_assert(sizeof(StarBits) <= HEAD && sizeof(StarString) <= HEAD,
               "the header has its place");

/* The bytes of a block for so many of `size` bits; false: too many. */
static bool block_size(size_t count, size_t bits, size_t *bytes) {
    const size_t unit = WORDS * 64 / bits;
    return star_size_mul(count / unit + (count % unit != 0), WORDS * 8,
                         bytes) &&
           star_size_add(*bytes, HEAD, bytes);
}

static void *block(StarMem *mem, size_t count, size_t bits) {
    size_t bytes = SIZE_MAX;
    block_size(count, bits, &bytes);
    return star_mem_alloc(mem, bytes, 1);
}

StarBits *star_constant_line(StarMem *mem, size_t length) {
    StarBits *line = block(mem, length, 1);
    if (line != NULL)
        *line = (StarBits){.head = {STAR_BIT_VECTOR, STAR_FIXED},
                           .length = (int64_t)length,
                           .word = (uint64_t *)((char *)line + HEAD),
                           .capacity = (size_t)star_words((int64_t)length)};
    return line;
}

StarString *star_constant_string(StarMem *mem, const char *text,
                                 size_t length) {
    StarString *string = block(mem, length, 8);
    if (string == NULL)
        return NULL;
    *string = (StarString){.head = {STAR_STRING, STAR_FIXED},
                           .length = (int64_t)length,
                           .capacity = length,
                           .text = (char *)string + HEAD};
    if (length > 0)
        memcpy(string->text, text, length);
    return string;
}

void star_constant_free(StarMem *mem, const StarConstant *k) {
    const bool line = k->kind == STAR_CELL_BITS;
    size_t bytes = 0;
    if ((!line && k->kind != STAR_CELL_STRING) || k->cell.object == NULL)
        return;
    const int64_t length = line ? k->cell.bits->length : k->cell.string->length;
    block_size((size_t)length, line ? 1 : 8, &bytes);
    star_mem_free(mem, k->cell.object, bytes, 1);
}
