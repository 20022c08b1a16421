/* SPDX-License-Identifier: MIT */
/* The state of a region: that of a machine, as the resident interpreter has it.
 *
 *     cell           scalar    as it is
 *     of an object   resident  its number, from 1       <-> StarObject *
 *                    other     the host's pointer, which no instruction there
 *                              takes for a number
 *     reference      the host's address of the cell
 */
#ifndef STAR_REGION_STATE_H
#define STAR_REGION_STATE_H

#include "resident/region_program.h"
#include "values/names.h"

enum {
    REGION_CELLS = 2048, /* of all frames */
    REGION_OBJECTS = 160,
    REGION_RAN =
        1 << 22 /* instructions, a second or so: then another region
                   begins, so that what the kernel counts stays small */
};

struct CudaRegion {
    const StarProgram *program; /* that the device has a copy of, */
    int64_t run;                /* in this run of the machine */
    GpuBlock copy, state, slots;
    int64_t copy_each, slots_each; /* bytes from a device's to the next one's */
    ResidentJob job;
    ResidentState *in, *out; /* page-locked */
    int64_t *flags;          /* page-locked */
    const StarInstr *left;   /* the instruction that the last region left */
    int64_t launches;        /* on several devices */
    uint8_t *skip;           /* of each instruction: how often no region begins
                                there; and, behind these, how often it did not
                                after the last loss */
    uint32_t skips;          /* instructions */
};

/* One region. */
typedef struct Region {
    Cuda *cuda;
    struct CudaRegion *own;
    StarRegion *r;
    StarObject *object[REGION_OBJECTS]; /* by number - 1 */
    int objects;
    int64_t *cell; /* the state's parts, */
    ResidentObject *state;
    size_t bytes;           /* and its size */
    const StarNames *names; /* of the vertices of some table; */
    bool mixed;             /* another one has other ones */
    int64_t longest;        /* bits of the longest bit vector or column */
    int parts;              /* of its words: the devices that run the region */
} Region;

/* Fills the state of a region from its machine's. False if it does not fit, or
 * nothing that it could use is resident. */
bool region_describe(Region *g);

/* Does to the machine what the kernel did to its state. May be called again
 * after an error. */
cudaError_t region_take(Region *g);

#endif
