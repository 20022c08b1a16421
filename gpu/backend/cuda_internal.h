/* The inside of the CUDA backend: the device's copies of the host's blocks,
 * and how primitives run on them. */
#ifndef STAR_CUDA_H
#define STAR_CUDA_H

#include <pthread.h>

#include "kernels/basic.h"
#include "backend/cuda_backend.h"
#include "backend/gpu.h"
#include "kernels/search.h"
#include "values/table.h"

/* A block of the host and its copy. At least one of the two is valid. */
typedef struct Mirror {
    uint64_t *host; /* NULL: an empty place */
    GpuBlock device;
    int64_t words;
    bool here, there;
    bool clean;    /* what no line uses of the copy is 0 */
    int64_t used;  /* when, by CudaMemory.clock */
    GpuBlock next; /* see cuda_apart */
} Mirror;

/* Who has `gpu` and what else an opening fills: up to CUDA_READY the thread. */
typedef enum CudaOpening { CUDA_CLOSED, CUDA_OPENING, CUDA_READY } CudaOpening;

enum { CUDA_WRITES = 64 }; /* blocks that one primitive or loop writes */

/* Bit k: operand k is such a one. Made of the letters, for they are asked for
 * at every primitive, however small. */
typedef struct CudaShape {
    uint8_t objects, results, lines, tables;
} CudaShape;

/* The processor's, which the device's stand in front of. cuda_backend.c */
typedef struct CudaHost {
    StarKernel *kernel[STAR_PRIM_COUNT];
    void (*close)(StarBackend *be);
    void (*release)(StarBackend *be, uint64_t *block, size_t words);
    StarStatus (*transpose)(StarBackend *be, StarTable *table, int dir);
    StarStatus (*run_loop)(StarBackend *be, const StarLoop *loop, StarCell *R,
                           const uint64_t *mask, int64_t words, int64_t *fuel);
} CudaHost;

/* Of each primitive, from its signature. cuda_backend.c, cuda_cost.c */
typedef struct CudaOperands {
    StarOperand operand[STAR_PRIM_COUNT][STAR_MAX_OPERANDS];
    CudaShape shape[STAR_PRIM_COUNT];
} CudaOperands;

/* Which blocks have copies, and the way between them. cuda_memory.c */
typedef struct CudaMemory {
    Mirror *mirror; /* a hash table, by linear probing */
    int64_t places, mirrors;
    int64_t clock;                  /* the primitives so far */
    uint64_t *written[CUDA_WRITES]; /* by the primitive, or loop, of now */
    int writes;
    void *staging[2]; /* page-locked, for what goes up and comes down */
    cudaEvent_t staged[2];
} CudaMemory;

/* Whether the device pays. cuda_cost.c; cuda_rates.c fills the rates. */
typedef struct CudaCost {
    StarCudaRates rates;
    bool guessed;  /* they are those of the file, perhaps of another device */
    double credit; /* seconds that the device would have saved so far, */
    double back_credit;  /* and the host, of operands that are on the device */
    double host, device; /* that the primitive of now is to take; host 0: no
                            matter */
    double pace[STAR_PRIM_COUNT]; /* times what is expected of the processor;
                                     0: it has not been seen at it */
} CudaCost;

/* The opening of the device by a thread. cuda_open.c */
typedef struct CudaStart {
    CudaOpening opening;
    cudaError_t error; /* how the thread ended, */
    double seconds;    /* and in what time */
    pthread_t thread;
    int threads; /* of the processor's, before it began */
} CudaStart;

typedef struct Cuda {
    Gpu gpu;
    StarBackend *be;
    StarCudaOptions options;
    bool open, failed; /* failed: never again */
    bool refused;      /* the host's memory was, not the device's: the
                          primitive of now is the processor's */
    bool images;       /* those that are asked for now are the device's */
    GpuBlock answer;   /* of search.cu */
    CudaHost host;
    CudaOperands operands;
    CudaMemory memory;
    CudaCost cost;
    CudaStart start;
} Cuda;

#define CUDA_TRY(call)                     \
    do {                                   \
        const cudaError_t error_ = (call); \
        if (error_ != cudaSuccess)         \
            return error_;                 \
    } while (0)

/* ---- cuda_memory.c ---- */

/* Device memory for a block of so many words: valid there for STAR_READ and
 * STAR_CHANGE. What is written counts only from cuda_commit on. */
cudaError_t cuda_use(Cuda *cuda, uint64_t *block, int64_t words,
                     StarAccess access, uint64_t **at);

/* The same for a whole result that must not be where the block is now, for
 * that is an operand too: cuda_commit puts it there. */
cudaError_t cuda_apart(Cuda *cuda, uint64_t *block, int64_t words,
                       uint64_t **at);

/* Makes what no line uses of a block, that was asked for, 0. */
cudaError_t cuda_clean(Cuda *cuda, const uint64_t *block);

/* What was asked for last is written: it is valid on the device alone. */
void cuda_settle(Cuda *cuda);

/* Ends a primitive: what it wrote is valid on the device alone; or nothing
 * was written. */
void cuda_commit(Cuda *cuda);
void cuda_forget(Cuda *cuda);

/* Between the device and memory of the host's that is no block. */
cudaError_t cuda_upload(Cuda *cuda, void *to, const void *from, int64_t bytes);
cudaError_t cuda_download(Cuda *cuda, void *to, const void *from,
                          int64_t bytes);

/* Makes the host's copy valid; see StarBackend.sync_to_host. */
cudaError_t cuda_home(Cuda *cuda, uint64_t *block, StarAccess access);
cudaError_t cuda_all_home(Cuda *cuda); /* for good */

/* The device's copy goes with the host's. */
void cuda_drop(Cuda *cuda, const uint64_t *block);

/* Whether the only valid copy, or a valid one, is the device's. */
bool cuda_is_away(const Cuda *cuda, const uint64_t *block);
bool cuda_is_there(const Cuda *cuda, const uint64_t *block);

/* Allocates what copying needs, once the device is open. What is there after
 * a failure goes with cuda_memory_close, as all device memory does: copies are
 * lost, so that cuda_all_home comes before. */
cudaError_t cuda_memory_open(Cuda *cuda);
void cuda_memory_close(Cuda *cuda);

/* ---- cuda_open.c ---- */

/* Opens the device, if it is not open; STAR_DEVICE if that fails or failed. */
StarStatus cuda_open(Cuda *cuda);

/* Begins to, in a thread; looks whether that is done. */
void cuda_open_soon(Cuda *cuda);
void cuda_open_look(Cuda *cuda);

/* Waits for the thread, if one opens the device, and closes it. */
void cuda_close(Cuda *cuda);

/* Raises STAR_DEVICE: what failed, in what, and why. The device is not used
 * again. */
StarStatus cuda_failure(Cuda *cuda, const char *what, cudaError_t error);

/* ---- cuda_rates.c ---- */

/* Seconds from some moment on. */
double cuda_now(void);

/* Fills cuda->cost.rates as the file has them, while the device is not known;
 * or, when it has been opened, as they are. */
void cuda_rates_guess(Cuda *cuda);
void cuda_rates_find(Cuda *cuda);

/* ---- cuda_loops.c ---- */

/* Whether a loop is one for cuda_loop: no more steps and operands than there
 * is room for, all with words, and no charge for each new extreme. */
bool cuda_loop_can(const StarLoop *loop, const StarCell *R);

/* Runs one on the device; see StarBackend.run_loop. */
cudaError_t cuda_loop(Cuda *cuda, const StarLoop *loop, StarCell *R,
                      const uint64_t *mask, int64_t words, int64_t *fuel);

/* ---- cuda_cost.c ---- */

typedef enum CudaChoice {
    CUDA_STAYS, /* the primitive is the processor's */
    CUDA_SOON,  /* and the device may pay later on */
    CUDA_GOES
} CudaChoice;

extern const StarCudaRates cuda_usual; /* rates, before any are known */

/* Where a primitive is to run; then what it took the processor, perhaps on
 * fresh memory, which says nothing of the next time. */
CudaChoice cuda_choose(Cuda *cuda, StarPrim prim, const StarCell *arg);
CudaChoice cuda_choose_loop(Cuda *cuda, const StarLoop *loop, const StarCell *R,
                            const uint64_t *mask, int64_t words);
void cuda_took(Cuda *cuda, StarPrim prim, double seconds, bool fresh);

/* ---- cuda_tables.c ---- */

/* See StarBackend.transpose. */
StarStatus cuda_transpose(StarBackend *be, StarTable *table, int dir);

/* An image of a table on the device, to be read, changed or written: the only
 * valid image of the table if it is not only read. */
cudaError_t cuda_image(Cuda *cuda, StarTable *t, int dir, StarAccess access,
                       GpuTable *image);

/* Its columns, to be written as a whole apart from where they are now. */
cudaError_t cuda_image_apart(Cuda *cuda, StarTable *t, GpuTable *image);

/* The valid image, one on the device if there is one. */
int cuda_direction(const Cuda *cuda, const StarTable *t);

/* ---- Kernels: cuda_{bits,tables,table_ops,solvers}.c ---- */

/* A line to be read, changed or written. */
static inline cudaError_t cuda_line(Cuda *cuda, const StarLine *line,
                                    StarAccess access, uint64_t **at) {
    return cuda_use(cuda, line->word, (int64_t)line->capacity, access, at);
}

/* The steps of a solver's kernel. */
double cuda_steps(StarPrim prim, const StarCell *arg);

/* Runs a primitive on the device; operands are checked and results have their
 * sizes. *status becomes STAR_DECLINED if it is left to the processor's kernel:
 * then nothing was changed. */
typedef cudaError_t CudaKernel(Cuda *cuda, StarCell *arg, StarStatus *status);

/* Leaves it to the processor. */
static inline cudaError_t cuda_decline(StarStatus *status) {
    *status = STAR_DECLINED;
    return cudaSuccess;
}

#define KERNEL(id, function, file) CudaKernel function;
#include "backend/cuda_kernels.def"
#undef KERNEL

/* Of all primitives, by cuda_kernels.def; NULL where there is none. */
extern CudaKernel *const cuda_kernel[STAR_PRIM_COUNT];

#endif
