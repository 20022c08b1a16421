/* SPDX-License-Identifier: MIT */
#include "bytecode/program.h"

#include <strings.h>

void star_program_free(StarProgram *p) {
    StarMem *mem;
    if (p == NULL)
        return;
    mem = p->arena.mem;
    for (uint32_t i = 0; i < p->constants; i++)
        star_constant_free(mem, &p->constant[i]);
    star_source_free(&p->sources);
    arena_free(&p->arena);
    star_mem_free(mem, p, 1, sizeof *p);
}

const StarProc *star_program_find(const StarProgram *p, const char *name) {
    for (uint32_t i = p->procs; i-- > 0;)
        if (p->proc[i].level == 1 && p->proc[i].instance == 0 &&
            strcasecmp(p->proc[i].name, name) == 0)
            return &p->proc[i];
    return NULL;
}
