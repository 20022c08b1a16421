/* SPDX-License-Identifier: MIT */
/* The one narrow interface between the matrix memory and the kernels. A backend
 * owns the memory of bit vectors and table images and may have a kernel for
 * each primitive; where it has none, the CPU's reference kernel runs. */
#ifndef STAR_BACKEND_H
#define STAR_BACKEND_H

#include "backend_state.h"
#include "memory/mem.h"
#include "memory/threads.h"

typedef struct StarBackend StarBackend;
typedef union StarCell StarCell; /* values/object.h */
typedef struct StarObject StarObject;
typedef struct StarTable StarTable;
typedef struct StarPlan StarPlan;         /* plan/plan.h */
typedef struct StarPairArea StarPairArea; /* plan/pairs.h */

/* Runs one primitive. `arg` has the operands in the order of the row's
 * signature, results first: scalars in the cell, objects as pointers. All
 * indices and sizes have been checked and results have their sizes. A resulting
 * bit vector may be the same object as an operand of the same size. The only
 * failure left is memory. */
typedef StarStatus StarKernel(StarBackend *be, StarCell *arg);

struct StarRegion; /* bytecode/region.h */

/* The functions of a backend. A backend above another one has those of the one
 * below in its StarOverlay. */
typedef struct StarBackendOps {
    void (*close)(StarBackend *be);
    /* Memory for `words` 64-bit words, aligned to 64 bytes; `zero` asks for
     * zeroed memory. Raises STAR_MEMORY and gives NULL on failure. */
    uint64_t *(*alloc)(StarBackend *be, size_t words, bool zero);
    void (*release)(StarBackend *be, uint64_t *block, size_t words);
    /* NULL where all memory is the host's: ends the copies of words that are
     * not from alloc, but in an object, which ends. */
    void (*forget)(StarBackend *be, uint64_t *block);
    /* NULL where all memory is the host's. A device has copies of blocks, and
     * either copy may be out of date:
     *
     *     host copy     device copy
     *     valid         out of date   after STAR_CHANGE or STAR_OVERWRITE
     *     valid         valid         after STAR_READ
     *     out of date   valid         after a kernel of the device wrote it
     *
     * Before the host uses a block from alloc, this makes the host copy valid,
     * and the only valid one unless the access is STAR_READ. STAR_OVERWRITE
     * downloads nothing; nor does STAR_FORGET, after which the host does not
     * use the block yet. */
    StarStatus (*sync_to_host)(StarBackend *be, uint64_t *block,
                               StarAccess access);
    /* Fills image `dir` of a table, which has memory, from the other one. */
    StarStatus (*transpose)(StarBackend *be, StarTable *table, int dir);
    /* Runs all operations of a responder loop, for the ones of the mask of so
     * many words, which is in host memory; R are the loop's cells. Their fuel
     * is taken off *fuel. exec_loop.c has checked that nothing can fail but
     * memory; STAR_DECLINED: nothing was done, the bytecode of the loop runs.
     */
    StarStatus (*run_loop)(StarBackend *be, const StarPlan *loop, StarCell *R,
                           const uint64_t *mask, int64_t words, int64_t *fuel);
    /* Finds or counts pairs of a pair loop. exec_pairs.c has checked that
     * nothing can fail but memory; STAR_DECLINED: the bytecode runs. */
    StarStatus (*run_pairs)(StarBackend *be, const StarPlan *loop,
                            const StarCell *R, const StarPairArea *area);
    /* NULL, or runs instructions of the virtual machine while blocks are
     * resident, from the region's next one on up to one that it leaves to the
     * dispatch loop. STAR_DECLINED: none, and nothing was changed. */
    StarStatus (*run_region)(StarBackend *be, struct StarRegion *region);
    StarKernel *kernel[STAR_PRIM_COUNT]; /* NULL: the reference kernel */
} StarBackendOps;

struct StarBackend {
    StarBackendOps ops;
    void *device;     /* of gpu/: the state behind sync_to_host */
    int64_t resident; /* blocks of which the device has a valid copy; only
                         kernels and run_loop make it more */
    StarMem *mem;     /* the account of the host's memory; mem->error is
                         where everything is reported */
    const struct StarIsa *isa; /* the CPU's vector kernels */
    void *state;               /* the backend's own */
    StarThreads threads;       /* that may share its work */
    struct StarNames *names;   /* all those of the run */
    StarBackendState common;
};

/* Instruction sets of the CPU backend, from the plainest on. */
typedef enum StarIsaLevel {
    STAR_ISA_BEST, /* the best this processor has */
    STAR_ISA_PORTABLE,
    STAR_ISA_NEON,
    STAR_ISA_AVX2,
    STAR_ISA_AVX512
} StarIsaLevel;

/* Opens the CPU backend with an instruction set; STAR_DOMAIN is raised in
 * mem->error if this processor lacks it. */
StarStatus star_cpu_open(StarBackend *be, StarMem *mem, StarIsaLevel level);

/* The level a name such as "avx2" stands for; false if there is none. */
bool star_isa_parse(const char *name, StarIsaLevel *level);

/* The name of a level, and whether this processor has it; the best it has. */
const char *star_isa_name(StarIsaLevel level);
bool star_isa_available(StarIsaLevel level);
StarIsaLevel star_isa_best(void);

/* Makes the host copies of an object and of all that it owns valid, by
 * sync_to_host. The host calls it before it uses the object, after
 * star_prim_run too; star_prim_run synchronises its operands itself. Returns
 * the status of sync_to_host. */
StarStatus star_object_sync(StarBackend *be, StarObject *object,
                            StarAccess access);

/* Every backend calls these when it opens, and before it closes. The first
 * prepares the signatures for star_prim_run; the second ends the threads and
 * frees the spare headers. */
void star_backend_open(StarBackend *be);
void star_backend_close(StarBackend *be);

/* Runs a primitive by its row: checks indices and sizes of the operands,
 * gives the results their sizes, calls the kernel, and in debug builds
 * checks the results. Where a check fails nothing was done, and there is no
 * message until star_prim_explain makes it. Operands of FUSE: the result, the
 * StarFuse, then the lines that it numbers from 0. */
StarStatus star_prim_try(StarBackend *be, StarPrim prim, StarCell *arg);

/* Makes the message of the check that failed last in star_prim_try, if there
 * is one. It names operand k by name[k]; a NULL name, or names of NULL, say
 * "the left operand" and the like, and "" is not named if the other operand
 * is. */
void star_prim_explain(StarBackend *be, const StarCell *arg,
                       const char *const *name);

/* Both. */
StarStatus star_prim_run(StarBackend *be, StarPrim prim, StarCell *arg,
                         const char *const *name);

/* The status of a check that fails; the message of the fault of a primitive
 * with this form, its operands named as by star_prim_explain, in *error. */
StarStatus star_prim_status(StarPrimCheck check);
void star_prim_message(const StarPrimFault *fault, const StarForm *form,
                       const StarCell *arg, const char *const *name,
                       StarError *error);

/* The steps that a NATIVE or BODY row takes on these operands, whatever the
 * backend; INT64_MAX if they are more. */
int64_t star_prim_charge(StarPrim prim, const StarCell *arg);

#endif
