/* SPDX-License-Identifier: MIT */
/* The rows of the dispatch loop as a function that does one instruction. */
#define EXEC_ONE
#include "interp/exec.c"
