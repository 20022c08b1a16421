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
    RESIDENT_CALLS = 12,    /* that the kernel begins, at a time */
    RESIDENT_DEPTH = 16     /* values of an expression at a time */
};

/* A bit vector, a table or an array, number 1 and on. What a cell holds of one
 * that the device has is its number. */
typedef struct ResidentObject {
    uint64_t *word[2]; /* a bit vector's words, the images of a table, the
                          elements of an array; NULL: the device has none */
    int64_t size[2];   /* components; rows and columns; array: of each
                          dimension */
    int64_t stride[2]; /* words: a bit vector's capacity; between the vectors
                          of an image; array: the least index */
    int64_t length;    /* a bit vector's; 0 unless the device has it */
    int64_t first;     /* its cursor */
    int64_t found;     /* number of its first 1; -1: not known */
    int32_t written;   /* barriers that came before the last write, */
    int32_t read;      /* and before the last read of others' words */
    int16_t next;      /* a freed object: the next one */
    uint8_t kind;      /* StarObjectKind */
    uint8_t sizing;    /* StarSizing */
    uint8_t element;   /* StarElement */
    uint8_t layout;    /* of a table: it has one, or names of vertices */
    uint8_t changed;   /* bit d: image d, or all, was written */
    uint8_t freed;
    int32_t crossed[2]; /* vectors d read across the other image */
} ResidentObject;

/* A procedure, as far as calls need it. `own`: the number of its first
 * ResidentOwn. */
typedef struct ResidentProc {
    uint32_t entry, own;
    uint16_t cells, room, owned, lasting;
    uint8_t runs;   /* the kernel can begin a call of it, */
    uint8_t native; /* which begins with NATIVE, before the objects exist, */
    uint8_t kernel; /* and does no more: its CALL runs the primitive, */
    uint64_t
        primitive[2]; /* with these words; of the second, if there is one */
} ResidentProc;

/* A call that the kernel began. */
typedef struct ResidentCall {
    const ResidentProc *proc;
    int32_t back;  /* number of the instruction that it returns to */
    int32_t base;  /* its first cell */
    int32_t owned; /* objects that its frame owns, made by then */
} ResidentCall;

/* The opcodes that programs run most often, 31 of them: a switch over a few is
 * a shorter tree of branches. The device's copy of a program has the number of
 * one in the upper bits of its opcode. Others run as the one beside them, and
 * primitives as NATIVE; RESIDENT_LONGER is in the opcode of a primitive whose
 * operands are in two words. */
#define RESIDENT_HOT(X) \
    X(MOVE)             \
    X(LOADI)            \
    X(ADD)              \
    X(ADDK)             \
    X(MUL)              \
    X(MOD)              \
    X(MODK)             \
    X(ISINT)            \
    X(GETU)             \
    X(SETU)             \
    X(JMP)              \
    X(JLE)              \
    X(JLEK)             \
    X(JLTK)             \
    X(JNEK)             \
    X(FORUP)            \
    X(JSOME)            \
    X(FNDL)             \
    X(PUTL)             \
    X(GETL)             \
    X(SIZEL)            \
    X(ROWT)             \
    X(SETROWT)          \
    X(LDI)              \
    X(STI) X(GIVE) X(TAKE) X(CALL) X(RET) X(NATIVE) X(ANDL)
#define RESIDENT_HOT_LIKE(X) \
    X(ORL, ANDL)             \
    X(XORL, ANDL)            \
    X(ANDNL, ANDL)           \
    X(NOTL, ANDL)            \
    X(COPYL, ANDL)           \
    X(JZERO, JSOME)          \
    X(STEPL, FNDL)           \
    X(NUMBL, FNDL)           \
    X(FORDOWN, FORUP)        \
    X(RESINT, ISINT)         \
    X(REFU, GETU)            \
    X(FITL, SIZEL)           \
    X(LDR, LDI)              \
    X(LDB, LDI)              \
    X(LDS, LDI)              \
    X(LDL, LDI)              \
    X(LDF, LDI) X(STR, STI) X(STB, STI) X(STS, STI) X(STL, STI) X(STF, STI)
enum { RESIDENT_LONGER = 1 << 10, RESIDENT_HOT_SHIFT = 11 };
#define RESIDENT_HOT_NUMBER(name) RESIDENT_HOT_##name,
typedef enum ResidentHot {
    RESIDENT_HOT_NONE,
    RESIDENT_HOT(RESIDENT_HOT_NUMBER)
} ResidentHot;

/* Why the kernel has ended. */
typedef enum ResidentEnd {
    RESIDENT_LEFT,   /* at an instruction that it does not run */
    RESIDENT_ARRAY,  /* which needs an array */
    RESIDENT_IMAGE,  /* which needs image `wanted[1]` of object `wanted[0]` */
    RESIDENT_STOPPED /* the host asked for it, or enough were run */
} ResidentEnd;

/* The state of a region, followed by `cell_room` cells, `object_room` objects
 * and RESIDENT_CALLS calls. */
typedef struct ResidentState {
    int64_t pc;         /* number of the next instruction */
    int64_t base;       /* the first cell of its frame */
    int64_t depth;      /* calls of the machine, with those begun here: */
    int64_t calls;      /* so many */
    int64_t cells;      /* in use: up to the end of the newest frame */
    int64_t objects;    /* in use */
    int64_t fuel;       /* that is left */
    int64_t statements; /* begun */
    int64_t end;        /* ResidentEnd */
    int64_t wanted[2];
    int64_t vectors; /* instructions on bit vectors that were run */
    int64_t results; /* reductions */
    int64_t ran;     /* instructions */
} ResidentState;

/* An object that frames of a procedure own. */
typedef struct ResidentOwn {
    uint16_t cell;
    uint8_t kind, sizing; /* StarObjectKind, StarSizing */
    uint8_t none;         /* an instruction makes it later */
} ResidentOwn;

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
    const ResidentProc *proc;
    const ResidentOwn *own;
    const ResidentPlan *plan;
    const uint8_t *plan_code;
    const uint16_t *plan_cell;
    ResidentState *state;
    int64_t warp_bytes; /* of shared memory, for a warp's copy of the state */
    int64_t cell_room, object_room, given; /* `given` objects are the host's */
    int64_t stack;                         /* the host's address of cell 0 */
    int64_t stack_room;             /* cells that a machine's calls have, */
    int64_t frame_most, depth_room; /* as StarRegion has them */
    uint64_t *arena;                /* memory for what calls own, */
    int64_t arena_words;            /* so much */
    ResidentSlot *slot;             /* two sets of RESIDENT_BLOCKS */
    int32_t ending;                 /* instructions to run at most */
    int32_t exchanges;              /* that were made with these slots */
    int blocks, threads;
    ResidentSpread spread;
    ResidentState *out;      /* the host's: the state at the end, */
    volatile int64_t *flags; /* [0]: it is there; [1]: the host asks to end;
                                [2]: the last launch that all devices have
                                begun; [3]: the last one that was given up */
} ResidentJob;

/* Bytes of a state with so much room. */
static inline int64_t resident_bytes(int64_t cells, int64_t objects) {
    return (int64_t)sizeof(ResidentState) + cells * (int64_t)sizeof(int64_t) +
           objects * (int64_t)sizeof(ResidentObject) +
           RESIDENT_CALLS * (int64_t)sizeof(ResidentCall);
}

/* Bytes of shared memory that a warp needs for its copy: what is behind the
 * head of the state, and what it makes objects from. */
static inline int64_t resident_warp_bytes(int64_t cells, int64_t objects) {
    enum { POOL = 128 };
    return resident_bytes(cells, objects) - (int64_t)sizeof(ResidentState) +
           POOL;
}

/* Launches the interpreter on the current device. It sets out and flags[0] when
 * it ends. gpu_resident_spread is for several devices, each with a job of its
 * own, which run the same instructions: the first device's state is that of
 * all. */
cudaError_t gpu_resident(Gpu *gpu, const ResidentJob *job, cudaStream_t stream);
cudaError_t gpu_resident_spread(Gpu *gpu, const ResidentJob *job,
                                cudaStream_t stream);

GPU_C_END

#endif
