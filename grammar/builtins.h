/* SPDX-License-Identifier: MIT */
/* The table of required procedures and functions. */
#ifndef STAR_BUILTINS_H
#define STAR_BUILTINS_H

typedef enum Builtin {
#define BUILTIN(id, name, sentence) BUILTIN_##id,
#include "builtins.def"
#undef BUILTIN
    BUILTIN_COUNT
} Builtin;

typedef struct BuiltinInfo {
    const char *name;
    const char *sentence;
} BuiltinInfo;

extern const BuiltinInfo builtins[BUILTIN_COUNT];

#endif
