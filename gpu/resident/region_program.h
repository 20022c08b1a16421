/* SPDX-License-Identifier: MIT */
/* The device's copy of a program: what the resident interpreter reads of it. */
#ifndef STAR_REGION_PROGRAM_H
#define STAR_REGION_PROGRAM_H

#include "backend/cuda_internal.h"
#include "bytecode/region.h"
#include "resident/resident.h"

/* Makes the copy, in the place of another program's, for each device: *each
 * bytes apart. `block` then has it. */
cudaError_t region_program(Cuda *cuda, const StarProgram *program,
                           GpuBlock *block, int64_t *each);

/* Points a job to the copy at an address. */
void region_program_at(ResidentJob *job, const StarProgram *program, void *at);

/* True if procedures are called there by their numbers in cells: what is
 * pending for such a call is not known. */
bool region_calls_unknown(const StarProgram *program, const StarProc *proc);

#endif
