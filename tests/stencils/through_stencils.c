/* SPDX-License-Identifier: MIT */
/* In the place of star_machine_new: programs run by stencils from their
 * beginning. */
#include <stdlib.h>

#include "machine.h"

StarMachine *__real_star_machine_new(const StarOptions *options,
                                     StarError *error);
StarMachine *__wrap_star_machine_new(const StarOptions *options,
                                     StarError *error);

StarMachine *__wrap_star_machine_new(const StarOptions *options,
                                     StarError *error) {
    StarOptions own = *options;
    own.jit = getenv("STAR_STENCILS_LEAVES") != NULL ? STAR_JIT_LEAVES
                                                     : STAR_JIT_ALWAYS;
    return __real_star_machine_new(&own, error);
}
