/* SPDX-License-Identifier: MIT */
/* In the place of what opens a machine and a backend. */
#include <stdio.h>
#include <stdlib.h>

#include "machine.h"

StarMachine *__wrap_star_machine_new(const StarOptions *options,
                                     StarError *error);
StarStatus __wrap_star_cpu_open(StarBackend *be, StarMem *mem,
                                StarIsaLevel level);

StarMachine *__wrap_star_machine_new(const StarOptions *options,
                                     StarError *error) {
    (void)options, (void)error;
    fprintf(stderr, "a machine is opened\n");
    exit(99);
}

StarStatus __wrap_star_cpu_open(StarBackend *be, StarMem *mem,
                                StarIsaLevel level) {
    (void)be, (void)mem, (void)level;
    fprintf(stderr, "a backend is opened\n");
    exit(99);
}
