/* SPDX-License-Identifier: MIT */
/* The inside of a compilation, shared by what compiles a file at once and what
 * compiles a session, entry by entry. */
#ifndef STAR_COMPILER_H
#define STAR_COMPILER_H

#include "compile.h"
#include "emit/emit.h"
#include "sema/sema.h"

/* How deeply units may use one another. */
enum { COMPILER_DEPTH = 100 };

/* The state of the compilation of a program with the units that it uses. */
typedef struct Compiler {
    StarProgram *program;
    const StarCompileOptions *options;
    Arena *scratch; /* of what a statement's code needs while it is made */
    Diag diag;
    Names names;
    Block **block; /* of all modules, in order */
    uint32_t blocks, room;
    Name *unit; /* loaded already, or being loaded */
    uint32_t units, unit_room;
    Name opened[COMPILER_DEPTH]; /* units that are being loaded, */
    int depth;                   /* one of which uses the next */
    bool lazy; /* parts of the library that no call needs are left out */
    Sema sema;
    Emit emit;
} Compiler;

/* A new, empty program, which the caller owns; NULL without memory. The caller
 * sets the place that the arena jumps to when it is exhausted. */
StarProgram *compiler_program(StarMem *mem);

/* Begins to compile; only the program and the options are there yet. */
void compiler_open(Compiler *compiler);

/* Adds a source; its number. */
uint32_t compiler_source(Compiler *compiler, const char *path, const char *text,
                         size_t length);

/* Loads what the parsed file uses, and checks it. */
void compiler_check(Compiler *compiler, Module *module, uint32_t file);

/* Takes the options over to what emits. */
void compiler_emit(Compiler *compiler);

/* Warnings that errors may have caused go. */
void compiler_drop_guesses(Diag *diag);

#endif
