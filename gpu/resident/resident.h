/* SPDX-License-Identifier: MIT */
/* The resident interpreter: one kernel that runs instructions of the virtual
 * machine on the device, from one on up to the first that it leaves to the
 * host.
 *
 * Control is replicated. Every warp has its own copy of the state below, in
 * shared memory, and executes all instructions; each thread owns the same words
 * of every bit vector and of every vector of an image:
 *
 *     word      0   1   2   3   4   5   6   7 ...
 *     thread    0   1   2   3   0   1   2   3 ...      (of 4 threads)
 *
 * So what stays within its word needs no barrier. Scalar results are reduced by
 * all threads, and a barrier comes before a thread reads words of others that
 * were written since the last one, or writes words that others have read.
 *
 * Of several devices, each has the words of its part of a vector (spread.h),
 * and its threads own those; scalar results go to all devices.
 *
 * An instruction is left to the host before it has changed anything. */
#ifndef STAR_RESIDENT_H
#define STAR_RESIDENT_H

#include "device/spread.h"

GPU_C_BEGIN

enum {
    RESIDENT_BLOCKS = 1024, /* of a launch, at most */
    RESIDENT_THREADS = 512, /* of a block, at most */
    RESIDENT_WORDS = 2048,  /* that a thread passes over for an instruction */
    RESIDENT_DEPTH = 16     /* values of an expression at a time */
};

/* A bit vector or a table, number 1 and on. What a cell holds of one that the
 * device has is its number. */
typedef struct ResidentObject {
    uint64_t *word[2]; /* a bit vector's words, the images of a table; NULL: the
                          device has none */
    int64_t size[2];   /* components; rows and columns */
    int64_t stride[2]; /* words: a bit vector's capacity; between the vectors
                          of an image */
    int64_t length;    /* a bit vector's; 0 unless the device has it */
    int64_t first;     /* its cursor */
    int64_t found;     /* number of its first 1; -1: not known */
    int32_t written;   /* barriers that came before the last write, */
    int32_t read;      /* and before the last read of others' words */
    bool elastic;      /* its length may change */
    bool layout;       /* of a table: it has one, or names of vertices */
    uint8_t changed;   /* bit d: image d, or all, was written */
    int32_t crossed[2]; /* vectors d read across the other image */
} ResidentObject;

/* In the device's copy of a program, the CALL of a procedure that is a
 * primitive: b and c are the number of that instruction. */
#define RESIDENT_CALL STAR_OP_COUNT

/* Why the kernel has ended. */
typedef enum ResidentEnd {
    RESIDENT_LEFT,   /* at an instruction that it does not run */
    RESIDENT_IMAGE,  /* which needs image `wanted[1]` of object `wanted[0]` */
    RESIDENT_STOPPED /* the host asked for it, or enough were run */
} ResidentEnd;

/* The state of a region, followed by the cells and the objects. */
typedef struct ResidentState {
    int64_t pc;         /* number of the next instruction */
    int64_t fuel;       /* that is left */
    int64_t statements; /* begun */
    int64_t end;        /* ResidentEnd */
    int64_t wanted[2];
    int64_t vectors; /* instructions on bit vectors that were run */
    int64_t results; /* reductions */
    int64_t ran;     /* instructions */
} ResidentState;

/* A plan. A fused expression has code; with up to four operands, a truth table.
 */
typedef struct ResidentPlan {
    uint8_t space;        /* StarPlanSpace */
    uint8_t long_vectors; /* iterations may have some: cuda_loop_is_spread */
    uint16_t operands, depth;
    uint32_t code, length; /* its first byte of code, and how many */
    uint32_t cell;         /* that of its first operand in all plans' cells */
    uint32_t table;
} ResidentPlan;

/* A value that blocks exchange: half of it in each, with the number of the
 * exchange. */
typedef struct ResidentSlot {
    uint64_t low, high;
} ResidentSlot;

/* Of several devices: the part of one. */
typedef struct ResidentSpread {
    int64_t first, behind; /* its words of each vector: so many, but */
    int64_t chunk;         /* the last one has the rest */
    ResidentSlot *slot[GPU_DEVICES]; /* the slots of each device */
    int64_t launch;                  /* its number, from 1 */
    volatile int64_t *flags;         /* as ResidentJob has them */
    int device, devices;
} ResidentSpread;

/* All that a launch needs; pointers are the device's but for the last two. */
typedef struct ResidentJob {
    const uint64_t *code; /* a StarInstr each */
    const int64_t *constant;
    const ResidentPlan *plan;
    const uint8_t *plan_code;
    const uint16_t *plan_cell;
    ResidentState *state;
    int64_t cells, objects; /* of all frames */
    int64_t warp_bytes;     /* of both, of which each warp has a copy */
    int64_t base;           /* the first cell of the newest frame */
    int64_t stack;          /* the host's address of cell 0 */
    ResidentSlot *slot;     /* two sets of RESIDENT_BLOCKS */
    int32_t ending;         /* instructions to run at most */
    int32_t exchanges;      /* that were made with these slots */
    int blocks, threads;
    bool calls; /* there is room for a call */
    ResidentSpread spread;
    ResidentState *out;      /* the host's: the state at the end, */
    volatile int64_t *flags; /* [0]: it is there; [1]: the host asks to end;
                                [2]: the last launch that all devices have
                                begun; [3]: the last one that was given up */
} ResidentJob;

/* Launches the interpreter on the current device. It sets out and flags[0] when
 * it ends. gpu_resident_spread is for several devices, each with a job of its
 * own, which run the same instructions: the first device's state is that of
 * all. */
cudaError_t gpu_resident(Gpu *gpu, const ResidentJob *job, cudaStream_t stream);
cudaError_t gpu_resident_spread(Gpu *gpu, const ResidentJob *job,
                                cudaStream_t stream);

GPU_C_END

#endif
