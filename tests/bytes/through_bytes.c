/* SPDX-License-Identifier: MIT */
/* In the place of star_compile: what is compiled becomes bytes, and a program
 * that is read from these runs. The messages of compiling are no part of the
 * byte form, so the program that they are of stays as long as the other. */
#include <stdio.h>
#include <stdlib.h>

#include "bytecode/bytes/program_bytes.h"
#include "compile.h"

StarProgram *__real_star_compile(StarMem *mem,
                                 const StarCompileOptions *options,
                                 const char *path, const char *text,
                                 size_t length);
StarProgram *__wrap_star_compile(StarMem *mem,
                                 const StarCompileOptions *options,
                                 const char *path, const char *text,
                                 size_t length);
void __real_star_program_free(StarProgram *program);
void __wrap_star_program_free(StarProgram *program);

/* The programs of the command: star exercise has two. */
enum { PROGRAMS = 8 };
static struct { StarProgram *compiled, *read; } program[PROGRAMS];

static void check(const StarMem *mem, bool done) {
    if (done || mem->error->status == STAR_MEMORY)
        return;
    fprintf(stderr, "through_bytes: %s\n", mem->error->text);
    exit(98);
}

static StarProgram *through_bytes(StarMem *mem, const StarProgram *p) {
    StarProgram *read = NULL;
    uint8_t *bytes;
    size_t size;
    check(mem, star_program_write(p, mem, &bytes, &size) == STAR_OK);
    if (bytes != NULL) {
        read = star_program_read(mem, bytes, size);
        check(mem, read != NULL);
    }
    star_mem_free(mem, bytes, size, 1);
    return read;
}

StarProgram *__wrap_star_compile(StarMem *mem,
                                 const StarCompileOptions *options,
                                 const char *path, const char *text,
                                 size_t length) {
    StarProgram *p = __real_star_compile(mem, options, path, text, length);
    StarProgram *read = NULL;
    int k = 0;
    if (p == NULL || p->errors > 0)
        return p;
    read = through_bytes(mem, p);
    while (program[k].compiled != NULL)
        k++;
    if (read == NULL) {
        star_program_free(p);
        return NULL;
    }
    read->report = p->report;
    read->reports = p->reports;
    read->warnings = p->warnings;
    program[k].compiled = p;
    program[k].read = read;
    return read;
}

void __wrap_star_program_free(StarProgram *p) {
    for (int k = 0; k < PROGRAMS && p != NULL; k++)
        if (program[k].read == p) {
            __real_star_program_free(program[k].compiled);
            program[k].compiled = program[k].read = NULL;
            break;
        }
    __real_star_program_free(p);
}
