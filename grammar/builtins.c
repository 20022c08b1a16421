/* SPDX-License-Identifier: MIT */
#include "builtins.h"

const BuiltinInfo builtins[BUILTIN_COUNT] = {
#define BUILTIN(id, name, sentence) {name, sentence},
#include "builtins.def"
#undef BUILTIN
};
