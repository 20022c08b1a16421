/* SPDX-License-Identifier: MIT */
/* The stack of C for the calls of a program that was built. */
#ifndef STAR_TRANSLATE_STACK_H
#define STAR_TRANSLATE_STACK_H

#include "interp/exec.h"

/* Calls the function on a stack of its own: as many calls within calls as the
 * machine allows need more than a thread has. Memory that is not touched costs
 * nothing. The stack stays for the next run. STAR_MEMORY. */
StarStatus stack_run(StarMachine *m, void (*function)(void *context),
                     void *context);

/* Frees the stack that a machine has, if any. */
void stack_free(StarMachine *m);

#endif
