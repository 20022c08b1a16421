/* SPDX-License-Identifier: MIT */
/* The inside of the CUDA backend: the device copies of the host's blocks,
 * and how primitives run on them. */
#ifndef STAR_CUDA_H
#define STAR_CUDA_H

#include <pthread.h>

#include "kernels/basic.h"
#include "backend/cuda_backend.h"
#include "device/gpu.h"
#include "kernels/loops/loop_ops.h"
#include "kernels/search.h"
#include "memory/blocks.h"
#include "overlay/overlay.h"
#include "values/table.h"

/* A block of the host and its device copy. At least one of the two is valid.
 *
 *     host memory   upload    device memory
 *     +----------+ -------->  +----------+
 *     |   host   |            |  device  |  what kernels read and write
 *     +----------+ <--------  +----------+
 *                  download   |   next   |  a result that replaces `device`
 *                             +----------+  when the primitive has ended
 *
 *     host_valid  device_valid
 *         1            0        not uploaded, or written by the host since
 *         1            1        resident: both sides may read
 *         0            1        dirty: a kernel has written it
 *
 * The host's memory of a vacant block is not counted: the block is dirty, or
 * new, all its bits being 0. Both count as resident.
 */
typedef struct Mirror {
    uint64_t *host; /* NULL: an empty slot of the hash table */
    GpuBlock device;
    int64_t words;
    bool host_valid, device_valid;
    bool vacant;
    bool clean;    /* the words behind the vectors of the copy are 0 */
    int64_t most;  /* see cuda_numbers_note; 0: nothing is known */
    int64_t used;  /* CudaMemory.clock at the last use, for eviction */
    GpuBlock next; /* see cuda_apart */
} Mirror;

/* Which thread owns `gpu` and all else that an opening fills: the opening
 * thread until CUDA_READY, the program's thread before and after. */
typedef enum CudaOpening { CUDA_CLOSED, CUDA_OPENING, CUDA_READY } CudaOpening;

enum { CUDA_WRITES = 64 }; /* blocks that one operation writes at most */

/* Bit k of a set: operand k is of this kind. The sets are computed once from
 * the signatures, since every primitive, however small, consults them. */
typedef struct CudaShape {
    uint8_t objects, results, bits, tables;
} CudaShape;

/* Residency: which blocks have copies, and the transfers. cuda_memory.c */
typedef struct CudaMemory {
    StarBlocks mirrors;             /* of Mirror */
    int64_t clock;                  /* primitives run on the device so far */
    uint64_t *written[CUDA_WRITES]; /* by the current primitive or loop */
    int writes;
    void *staging[2]; /* page-locked, for uploads and downloads */
    cudaEvent_t staged[2];
} CudaMemory;

/* The cost model. cuda_cost.c; cuda_rates.c measures the rates. */
typedef struct CudaCost {
    StarCudaRates rates;
    bool loaded;        /* the rates are the file's, perhaps another device's */
    double credit;      /* seconds that the device would have saved so far */
    double back_credit; /* seconds that the host would have saved on resident
                           operands */
    double host, device; /* estimated seconds of the current primitive; host 0:
                            it is not timed */
    bool regions;        /* the last region saved time */
    double pace[STAR_PRIM_COUNT]; /* measured host time over the estimate; 0:
                                     not measured yet */
} CudaCost;

/* The opening of the device by a thread. cuda_open.c */
typedef struct CudaStart {
    CudaOpening opening;
    cudaError_t error; /* the result of the opening thread */
    double seconds;    /* seconds that it took */
    pthread_t thread;
    int threads; /* threads of the processor before the opening */
} CudaStart;

typedef struct Cuda {
    StarOverlay overlay;
    Gpu gpu;
    StarBackend *be;
    StarCudaOptions options;
    bool open, failed; /* failed: the device is not used again */
    bool refused; /* an allocation of host memory failed, not one of the device,
                     or the program shall stop: the current primitive runs on
                     the processor */
    bool overwrites; /* one will overwrite the image that it is asking for */
    bool images; /* a device kernel is asking for the image: cuda_transpose may
                    stay on the device */
    GpuBlock scalar_result; /* of search.cu */
    CudaShape shape[STAR_PRIM_COUNT];
    CudaMemory memory;
    CudaCost cost;
    CudaStart start;
    struct CudaRegion *region; /* cuda_region.c; NULL before the first one */
} Cuda;

#define CUDA_TRY(call)                     \
    do {                                   \
        const cudaError_t error_ = (call); \
        if (error_ != cudaSuccess)         \
            return error_;                 \
    } while (0)

/* ---- cuda_memory.c ---- */

/* *at := the device copy of a block of `words` words in vectors of `vector`
 * words, uploaded for STAR_READ and STAR_CHANGE if it is not valid. A block
 * that is changed or overwritten becomes dirty at cuda_commit. Fails without
 * memory on either side. */
cudaError_t cuda_use(Cuda *cuda, uint64_t *block, int64_t words, int64_t vector,
                     StarAccess access, uint64_t **at);

/* Like cuda_use, for a result that is overwritten as a whole while the
 * device copy of its block is still an operand: *at is memory of its own,
 * which cuda_commit makes the device copy. */
cudaError_t cuda_apart(Cuda *cuda, uint64_t *block, int64_t words,
                       int64_t vector, uint64_t **at);

/* Clears a block that cuda_use or cuda_apart has provided, unless its
 * padding is 0 already: before a kernel that overwrites the vectors of an
 * image but not the words behind them. */
cudaError_t cuda_clean(Cuda *cuda, const uint64_t *block);

/* Notes that the numbers in the rows of the columns in a block are some of
 * 1..most; -1: that some are not. It holds until the block changes. The second
 * gives it back, or 0. */
void cuda_numbers_note(Cuda *cuda, const uint64_t *block, int64_t most);
int64_t cuda_numbers_known(const Cuda *cuda, const uint64_t *block);

/* Commits the last block asked for: only its device copy is valid. */
void cuda_settle(Cuda *cuda);

/* Ends a primitive. After cuda_commit the blocks that it wrote are valid on
 * the device alone; cuda_forget drops them as if nothing had been written. */
void cuda_commit(Cuda *cuda);
void cuda_forget(Cuda *cuda);

/* Copies between the device and host memory that is no block, through the
 * staging buffers. A download has ended when it returns. */
cudaError_t cuda_upload(Cuda *cuda, void *to, const void *from, int64_t bytes);
cudaError_t cuda_download(Cuda *cuda, void *to, const void *from,
                          int64_t bytes);

/* Takes memory of the host for a block that is vacant; false with STAR_MEMORY
 * raised if that is refused. */
bool cuda_occupy(Cuda *cuda, const uint64_t *block);
bool cuda_is_vacant(const Cuda *cuda, const uint64_t *block);

/* A new vacant block, if it is large; else NULL. */
uint64_t *cuda_reserve(Cuda *cuda, size_t words);

/* Makes the host copy valid; see StarBackend.sync_to_host. */
cudaError_t cuda_sync_to_host(Cuda *cuda, uint64_t *block, StarAccess access);

/* Downloads all dirty blocks; no device copy stays valid. */
cudaError_t cuda_sync_all(Cuda *cuda);

/* Frees the device copy of a block that the host releases. */
void cuda_drop(Cuda *cuda, const uint64_t *block);

/* True if only the device copy is valid (dirty), or if it is valid at all
 * (resident). */
bool cuda_is_dirty(const Cuda *cuda, const uint64_t *block);
bool cuda_is_resident(const Cuda *cuda, const uint64_t *block);

/* The device copy of a block, or NULL if it is not valid. */
uint64_t *cuda_copy_of(const Cuda *cuda, const uint64_t *block);

/* Allocates the staging buffers and the scalar result of an open device; and
 * frees them, the table of copies and all device copies, unsynced. */
cudaError_t cuda_memory_open(Cuda *cuda);
void cuda_memory_close(Cuda *cuda);

/* ---- cuda_open.c ---- */

/* Opens the device, if it is not open; raises STAR_DEVICE if that fails or
 * has failed before. */
StarStatus cuda_open(Cuda *cuda);

/* cuda_open_soon starts to open the device in a thread; cuda_open_poll takes
 * the device over when that thread has ended. */
void cuda_open_soon(Cuda *cuda);
void cuda_open_poll(Cuda *cuda);

/* Waits for an opening thread, then closes the device and frees all that it
 * has. */
void cuda_close(Cuda *cuda);

/* Raises STAR_DEVICE, with the operation `what`, the failed call and CUDA's
 * error. The device is not used again. */
StarStatus cuda_failure(Cuda *cuda, const char *what, cudaError_t error);

/* ---- cuda_rates.c ---- */

/* A monotonic clock, in seconds. */
double cuda_now(void);

/* cuda_rates_load sets cuda->cost.rates to those of the file, while the device
 * is not known; cuda_rates_find to those of the open device, measured if the
 * file lacks them. */
void cuda_rates_load(Cuda *cuda);
void cuda_rates_find(Cuda *cuda);

/* ---- cuda_loops.c ---- */

/* True if cuda_loop can run the loop: its operations and operands fit the
 * fixed arrays, every operand has words, and a new extreme charges no fuel. */
bool cuda_loop_can(const StarPlan *loop, const StarCell *R);

/* The same for the expression and operands of one operation. */
bool cuda_expression_can(const StarPlanOp *op, const StarCell *R);

/* True if iterations read whole slices or columns, not only rows and
 * components; and if one of these is spread over several devices, which
 * loop_ops.cu does not know: then the instructions are run. */
bool cuda_loop_has_long(const StarPlan *loop);
bool cuda_loop_is_spread(const Cuda *cuda, const StarPlan *loop,
                         const StarCell *R);

/* Runs a loop on the device; see StarBackend.run_loop. *fuel and the cells
 * are changed only on success. */
cudaError_t cuda_loop(Cuda *cuda, const StarPlan *loop, StarCell *R,
                      const uint64_t *mask, int64_t words, int64_t *fuel);

/* ---- cuda_pairs.c ---- */

/* Makes the sum of an INNER_COUNT as a product of bit matrices: found->value :=
 * `factor` times the ones of expression e in all iterations; it is 0 before.
 * Table T has `vectors` rows. `room`: GPU_LOOP_ROOM bytes on the device. *done
 * is false, and nothing was done, if so few pairs are active that each for
 * itself takes less time. */
cudaError_t cuda_sum_pairs(Cuda *cuda, const GpuLoop *iterations,
                           const GpuExpression *e, int64_t vectors,
                           int64_t factor, GpuFound *found, void *room,
                           bool *done);

/* True if cuda_pairs can run a pair loop; and finds or counts pairs on the
 * device, see StarBackend.run_pairs. Without an error *status is that of the
 * run; after one the area's results may hold anything. */
bool cuda_pairs_can(const StarPlan *loop, const StarCell *R);
cudaError_t cuda_pairs(Cuda *cuda, const StarPlan *loop, const StarCell *R,
                       const StarPairArea *area, StarStatus *status);

/* ---- cuda_cost.c ---- */

typedef enum CudaChoice {
    CUDA_STAYS, /* run on the processor */
    CUDA_SOON,  /* run on the processor, and start to open the device */
    CUDA_GOES
} CudaChoice;

extern const StarCudaRates cuda_usual; /* default rates, before any are known */

/* These say where an operation runs. cuda_took
 * reports the seconds that a primitive took the processor; `fresh`: on
 * memory never touched before, so that the time does not predict the next
 * one. */
CudaChoice cuda_choose(Cuda *cuda, StarPrim prim, const StarCell *arg);
CudaChoice cuda_choose_loop(Cuda *cuda, const StarPlan *loop, const StarCell *R,
                            const uint64_t *mask, int64_t words);
CudaChoice cuda_choose_pairs(Cuda *cuda, const StarPlan *loop,
                             const StarCell *R, const StarPairArea *area);
void cuda_took(Cuda *cuda, StarPrim prim, double seconds, bool fresh);

/* ---- resident/cuda_region.c ---- */

/* Runs instructions by the resident interpreter; see StarBackend.run_region.
 * After an error nothing was changed, and *status is STAR_DECLINED. */
cudaError_t cuda_region(Cuda *cuda, struct StarRegion *region,
                        StarStatus *status);

/* Frees what the regions of a machine share. */
void cuda_region_close(Cuda *cuda);

/* ---- cuda_tables.c ---- */

/* See StarBackend.transpose. An image with a resident copy is transposed on
 * the device. */
StarStatus cuda_transpose(StarBackend *be, StarTable *table, int dir);

/* *image := image `dir` of a table on the device, to be read, changed or
 * overwritten. It becomes the only valid image of the table unless it is
 * only read. */
cudaError_t cuda_image(Cuda *cuda, StarTable *t, int dir, StarAccess access,
                       GpuTable *image);

/* The columns of a table, to be overwritten apart from their current copy;
 * see cuda_apart. */
cudaError_t cuda_image_apart(Cuda *cuda, StarTable *t, GpuTable *image);

/* The words of image `dir` of a table, those of a vector of it, as spread.h has
 * them, and the number of vectors. */
static inline int64_t cuda_image_words(const StarTable *t, int dir) {
    return star_table_vectors(t, dir) * t->image[dir].stride;
}
static inline int64_t cuda_image_vector(const StarTable *t, int dir) {
    return dir == STAR_ROWS ? cuda_image_words(t, dir) : t->image[dir].stride;
}
static inline int64_t cuda_image_vectors(const StarTable *t, int dir) {
    return dir == STAR_ROWS ? 1 : t->cols;
}

/* The direction of a valid image, of the resident one if both are valid. */
int cuda_direction(const Cuda *cuda, const StarTable *t);

/* ---- Kernels: cuda_{bits,tables,table_ops,strips,numbers,random,solvers}.c
 * ---- */

/* *at := the device copy of the bits of a slice or word; see cuda_use. */
static inline cudaError_t cuda_bits_sync(Cuda *cuda, const StarBits *bits,
                                         StarAccess access, uint64_t **at) {
    const int64_t words = (int64_t)bits->capacity;
    return cuda_use(cuda, bits->word, words, words, access, at);
}

/* Elementary operations that a solver performs on these operands; 0 for
 * other primitives. */
double cuda_work(StarPrim prim, const StarCell *arg);

/* Runs a primitive on the device. Operands are checked and results have
 * their sizes. *status becomes STAR_DECLINED if the processor's kernel must
 * run instead: then nothing was changed. */
typedef cudaError_t CudaKernel(Cuda *cuda, StarCell *arg, StarStatus *status);

/* Leaves the primitive to the processor. */
static inline cudaError_t cuda_decline(StarStatus *status) {
    *status = STAR_DECLINED;
    return cudaSuccess;
}

/* The head of one, and one that is a single call. */
#define CUDA_PRIM(name)                                     \
    cudaError_t cuda_prim_##name(Cuda *cuda, StarCell *arg, \
                                 StarStatus *status __attribute__((unused)))
#define CUDA_CALL(name, call) \
    CUDA_PRIM(name) {         \
        return call;          \
    }

#define KERNEL(id, function, file) CudaKernel function;
#include "backend/cuda_kernels.def"
#undef KERNEL

/* One entry a primitive, from cuda_kernels.def; NULL where there is none. */
extern CudaKernel *const cuda_kernel[STAR_PRIM_COUNT];

#endif
