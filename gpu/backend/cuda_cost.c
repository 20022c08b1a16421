/* SPDX-License-Identifier: MIT */
/* The cost model of --device auto. Before each operation it estimates the time
 * on both sides from the sizes of the operands and measured rates. The price of
 * moving is the transfer of the operands, and opening and closing the device if
 * it is not open. An operation that saves more than the price moves at once.
 * The savings of the others add up to a credit, which pays the price when it
 * reaches it (the ski-rental rule): a program takes at most about twice as long
 * as on the better side, whatever it does next. The same rule moves operands
 * back. */

#include "backend/cuda_internal.h"
#include "cpu/simd/simd.h"
#include "plan/cost.h"
#include "plan/pair_forms.h"

#include <math.h>

/* An H200's, rounded. */
const StarCudaRates cuda_usual = {.open = 0.3,
                                  .launch = 3e-6,
                                  .scalar = 13e-6,
                                  .up = 8e9,
                                  .down = 8e9,
                                  .memory = 3.5e12};

/* Bytes per second that a thread of 8 gets from the host's memory, before the
 * pace of a primitive has been measured. */
static const double host_bytes_per_s = 2.5e10;

/* Seconds that each thread waits at a barrier. */
static const double barrier_s = 4e-6;

/* The shortest operation that is timed. */
static const double min_timed_s = 1e-5;

/* Seconds of an operation in a region, and of one with a scalar result: see
 * docs/architecture/resident.md. */
static const double resident_s = 5e-7, resident_scalar_s = 2e-6;

/* Seconds that the driver takes to close the device after the process has
 * ended. */
static const double close_s = 0.09;

/* The part of the price for which a thread starts to open the device. */
static const double open_threshold = 0.4;

/* The credit, in seconds, from which on the file of rates is read. */
static const double min_load_s = 5e-3;

/* Solvers: elementary operations per second, of one thread and of the
 * device; see cuda_work. */
static const struct Solver {
    StarPrim prim;
    double host, device;
} solvers[] = {
    {STAR_PRIM_CLOSURE, 5e11, 1e15},
    {STAR_PRIM_KLEENE, 4.5e10, 6e12},
    {STAR_PRIM_MATCHAIN, 2e10, 1.5e12},
    {STAR_PRIM_SDP, 2e10, 3e9},
    {STAR_PRIM_SDP32, 3e10, 3e9},
    {STAR_PRIM_KNAPSACK, 3.5e10, 1e12},
    {STAR_PRIM_KNAPSACK_ITEMS, 2.5e10, 5e11},
};

typedef struct Cost {
    double bytes; /* that the operation touches */
    double up;    /* bytes to upload: operands that are not resident */
    double down;  /* bytes to download: operands that are dirty */
} Cost;

static void add_block(const Cuda *cuda, const uint64_t *block, double bytes,
                      bool result, Cost *cost) {
    if (cuda_is_dirty(cuda, block)) {
        cost->down += result ? 0 : bytes;
    } else if (!result && !cuda_is_resident(cuda, block)) {
        cost->up += bytes;
    }
}

static void add_object(const Cuda *cuda, const StarObject *object, bool result,
                       Cost *cost) {
    const StarBits *bits = (const StarBits *)object;
    const StarTable *t = (const StarTable *)object;
    if (object->kind == STAR_BIT_VECTOR) {
        const double bytes = 8.0 * (double)star_words(bits->length);
        cost->bytes += bytes;
        add_block(cuda, bits->word, bytes, result, cost);
    } else if (object->kind == STAR_TABLE) {
        const int dir = cuda_direction(cuda, t);
        const double bytes = (double)t->rows * (double)t->cols / 8;
        cost->bytes += bytes;
        add_block(cuda, t->image[dir].word, bytes, result, cost);
    } else if (object->kind == STAR_ARRAY) {
        const StarArray *a = (const StarArray *)object;
        cost->up += 2 * 8.0 * (double)a->count;
    }
}

/* Bytes of a row and a column, one read and one written. */
static double row(const StarTable *t) {
    return 16.0 * (double)star_words(t->cols);
}

static double column(const StarTable *t) {
    return 16.0 * (double)star_words(t->rows);
}

/* Bytes of the operands that a primitive touches: all, or one vector or
 * component of a table or bit vector. */
static double touched(StarPrim prim, const StarCell *arg, double all) {
    switch (prim) {
    case STAR_PRIM_GET:
    case STAR_PRIM_PUT:
    case STAR_PRIM_FND:
    case STAR_PRIM_STEP:
    case STAR_PRIM_SOME:
    case STAR_PRIM_ZERO: return 64;
    case STAR_PRIM_ROW: return row(arg[2].table);
    case STAR_PRIM_COL: return column(arg[2].table);
    case STAR_PRIM_SETROW: return row(arg[0].table);
    case STAR_PRIM_SETCOL: return column(arg[0].table);
    default: return all;
    }
}

static void add_operands(const Cuda *cuda, StarPrim prim, const StarCell *arg,
                         Cost *cost) {
    const CudaShape *shape = &cuda->shape[prim];
    const bool written = star_prim_overwrites(prim);
    for (int k = 0; shape->objects >> k != 0; k++)
        if (shape->objects >> k & 1)
            add_object(cuda, arg[k].object, written || shape->results >> k & 1,
                       cost);
}

static Cost cost_of(const Cuda *cuda, StarPrim prim, const StarCell *arg) {
    Cost cost = {.bytes = 0};
    if (prim == STAR_PRIM_FUSE) {
        for (int k = 0; k < arg[1].fuse->operands; k++)
            add_object(cuda, arg[2 + k].object, false, &cost);
        add_object(cuda, arg[0].object, true, &cost);
    } else {
        add_operands(cuda, prim, arg, &cost);
    }
    return cost;
}

/* Seconds in which the processor passes over so many bytes. */
static double pass(const Cuda *cuda, double bytes) {
    const double threads = cuda->be->threads.count;
    if (threads < 2 || bytes < 16.0 * STAR_GRAIN)
        return bytes / host_bytes_per_s;
    return bytes / (host_bytes_per_s * (threads < 8 ? threads : 8)) +
           barrier_s * threads;
}

/* The ratio of a primitive's time to one pass over its operands. Library
 * procedures pass over their tables more than once. */
static double pace(const Cuda *cuda, StarPrim prim) {
    return cuda->cost.pace[prim] > 0              ? cuda->cost.pace[prim]
           : star_prims[prim].kind == STAR_NATIVE ? 2
                                                  : 1;
}

/* The most seconds in which the processor closes a graph by components: a pass
 * over the table, and a row joined for each arc, by one thread. Arcs are
 * estimated from some of the rows; of a table that the host would have to
 * download, nothing is known. */
static double by_components(const Cuda *cuda, const StarTable *t) {
    enum { APART = 16 };
    const int dir = cuda_direction(cuda, t);
    const StarImage *image = &t->image[dir];
    const int64_t vectors = star_table_vectors(t, dir),
                  words = star_words(star_table_length(t, dir));
    int64_t ones = 0;
    if (cuda_is_dirty(cuda, image->word))
        return INFINITY;
    for (int64_t i = 0; i < vectors; i += APART)
        ones += cuda->be->isa->count(image->word + i * image->stride, words);
    return 8.0 * (double)words * (double)(vectors + APART * ones) /
           host_bytes_per_s;
}

/* Estimates the seconds on either side, with all operands there. */
static void times(const Cuda *cuda, StarPrim prim, const StarCell *arg,
                  const Cost *cost, double *host, double *device) {
    const double bytes = touched(prim, arg, cost->bytes);
    const double threads = cuda->be->threads.count;
    const StarCudaRates *r = &cuda->cost.rates;
    *host = pace(cuda, prim) * pass(cuda, bytes);
    const bool regions = cuda->cost.regions;
    *device = (star_operand_is_scalar_result(&cuda->overlay.operand[prim][0])
                   ? (regions ? resident_scalar_s : r->scalar)
                   : (regions ? resident_s : r->launch)) +
              bytes / r->memory;
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++)
        if (solvers[k].prim == prim) {
            const double work = cuda_work(prim, arg);
            *host = work / (solvers[k].host * threads);
            if (prim == STAR_PRIM_CLOSURE)
                *host = fmin(*host, by_components(cuda, arg[1].table));
            *device = 4 * r->scalar + work / solvers[k].device;
        }
}

/* True if a device kernel can take the operands. Views of other memory, and
 * empty objects, stay on the host. */
static bool can(const Cuda *cuda, StarPrim prim, const StarCell *arg) {
    const int fused = prim == STAR_PRIM_FUSE ? arg[1].fuse->operands : 0;
    for (int k = 0; k < fused; k++)
        if (arg[2 + k].bits->capacity == 0)
            return false;
    if (fused > 0)
        return arg[0].bits->capacity > 0;
    const CudaShape *shape = &cuda->shape[prim];
    for (int k = 0; shape->objects >> k != 0; k++) {
        if (shape->bits >> k & 1 &&
            (arg[k].bits->capacity == 0 || arg[k].bits->length == 0))
            return false;
        if (shape->tables >> k & 1 &&
            (arg[k].table->rows == 0 || arg[k].table->cols == 0))
            return false;
    }
    return true;
}

static bool is_solver(StarPrim prim) {
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++)
        if (solvers[k].prim == prim)
            return true;
    return false;
}

/* Adds a saving to a credit; true if the credit has reached the price, and
 * spends it. */
static bool pays(double *credit, double saving, double price) {
    *credit += saving;
    if (*credit < price)
        return false;
    *credit = 0;
    return true;
}

/* Decides by the estimated seconds of either side with the operands there,
 * and by transfers. `timed`: cuda_took will add the saving, from the
 * measured host time. */
static CudaChoice decide(Cuda *cuda, const Cost *cost, double host,
                         double device, bool timed) {
    const StarCudaRates *r = &cuda->cost.rates;
    const double saving = host - device, back = cost->down / r->down;
    const double price =
        cost->up / r->up + (cuda->open ? 0 : r->open + close_s);
    if (saving + back > price)
        return saving < 0 && pays(&cuda->cost.back_credit, -saving, back)
                   ? CUDA_STAYS
                   : CUDA_GOES;
    if (saving <= 0)
        return CUDA_STAYS;
    if (cuda->cost.credit + saving > min_load_s && !cuda->cost.loaded) {
        cuda->cost.loaded = true;
        cuda_rates_load(cuda);
    }
    if (pays(&cuda->cost.credit, 0, price))
        return CUDA_GOES;
    if (timed && host >= min_timed_s) {
        cuda->cost.host = host;
        cuda->cost.device = device;
    } else {
        cuda->cost.credit += saving;
    }
    return cuda->cost.credit >= open_threshold * price ? CUDA_SOON : CUDA_STAYS;
}

/* The fast exit of most primitives: no block is resident, and all operands
 * together are small. */
static bool is_small(const Cuda *cuda, StarPrim prim, const StarCell *arg) {
    const unsigned objects = cuda->shape[prim].objects;
    int64_t bits = 0;
    if (cuda->be->resident > 0 || prim == STAR_PRIM_FUSE)
        return false;
    for (int k = 0; objects >> k != 0; k++) {
        if ((objects >> k & 1) == 0)
            continue;
        if (arg[k].bits->head.kind == STAR_BIT_VECTOR)
            bits += arg[k].bits->length;
        else if (arg[k].bits->head.kind == STAR_TABLE)
            bits += arg[k].table->rows * arg[k].table->cols;
        else
            return false;
    }
    return bits < 4 * STAR_COST_DEVICE_BYTES;
}

CudaChoice cuda_choose(Cuda *cuda, StarPrim prim, const StarCell *arg) {
    double host, device;
    cuda->cost.host = 0;
    if (cuda_kernel[prim] == NULL || cuda->failed)
        return CUDA_STAYS;
    if (cuda->options.always)
        return can(cuda, prim, arg) ? CUDA_GOES : CUDA_STAYS;
    if (is_small(cuda, prim, arg))
        return CUDA_STAYS;
    const Cost cost = cost_of(cuda, prim, arg);
    if ((cost.bytes + cost.up < STAR_COST_DEVICE_BYTES && cost.down == 0) ||
        !can(cuda, prim, arg))
        return CUDA_STAYS;
    times(cuda, prim, arg, &cost, &host, &device);
    return decide(cuda, &cost, host, device, true);
}

void cuda_took(Cuda *cuda, StarPrim prim, double seconds, bool fresh) {
    enum { MAX_RATIO = 32 }; /* more: the process was suspended */
    const double times = seconds / cuda->cost.host;
    const double ratio = times < MAX_RATIO ? times : MAX_RATIO;
    double *pace = &cuda->cost.pace[prim];
    if (!is_solver(prim) && !fresh)
        *pace = *pace > 0 ? *pace * (1 + ratio) / 2 : ratio;
    cuda->cost.credit +=
        seconds > cuda->cost.device ? seconds - cuda->cost.device : 0;
    cuda->cost.host = 0;
}

/* ---- Responder loops ---- */

/* The average number of ones in a vector of an image: of a few sampled
 * active vectors, or an eighth of all components if the host would have to
 * download the image. */
static double ones_of(const Cuda *cuda, const StarTable *t, int dir,
                      const uint64_t *mask, int64_t words) {
    enum { SAMPLES = 8 };
    const StarImage *image = &t->image[dir];
    const int64_t length = star_table_length(t, dir), by = words / SAMPLES + 1;
    int64_t ones = 0, vectors = 0;
    if (!image->valid || cuda_is_dirty(cuda, image->word))
        return (double)length / 8;
    for (int64_t w = 0; w < words; w += by)
        if (mask[w] != 0) {
            const int64_t i = 64 * w + __builtin_ctzll(mask[w]);
            ones += cuda->be->isa->count(image->word + i * image->stride,
                                         star_words(length));
            vectors++;
        }
    return vectors > 0 ? (double)ones / (double)vectors : 0;
}

/* Bytes of an operand that each iteration reads; a bit vector that all
 * iterations share costs nothing. */
static double bits_bytes(const StarPlanOperand *o, const StarCell *R) {
    return star_plan_is_private(o->use)
               ? 8.0 * (double)star_words(star_plan_length(o, R))
               : 0;
}

/* True if no operation before number `ops` has this cell as an operand. */
static bool is_first(const StarPlan *loop, int ops, uint16_t cell) {
    for (int k = 0; k < ops; k++)
        for (int i = 0; i < loop->op[k].fuse.operands; i++)
            if (loop->op[k].operand[i].cell == cell)
                return false;
    return true;
}

/* The trip count of an inner loop, for each iteration of the loop around it;
 * without a mask, an upper bound. */
static double inner_iterations(const Cuda *cuda, const StarPlanOp *s,
                               const StarCell *R, const uint64_t *mask,
                               int64_t words) {
    const StarPlanOperand *o = star_plan_operand(s);
    const int64_t length = star_plan_length(s->operand, R);
    if (mask == NULL)
        return (double)length;
    return o == NULL || o->use == STAR_PLAN_WHOLE
               ? (double)length / 8
               : ones_of(cuda, R[o->cell].table, star_plan_direction(o->use),
                         mask, words);
}

/* True if the processor's threads share the work of a loop operation. */
static bool is_shared(const StarPlanOp *s) {
    return s->fuse.operands <= 2 &&
           (s->op == STAR_PLAN_SUM || s->op == STAR_PLAN_COUNT ||
            s->op == STAR_PLAN_REDUCE || s->op == STAR_PLAN_STORE ||
            star_plan_is_update(s));
}

/* Bytes that the loop operations touch in so many iterations; *serial: the
 * part that one thread does alone. */
static double loop_bytes(const Cuda *cuda, const StarPlan *loop,
                         const StarCell *R, double iterations,
                         const uint64_t *mask, int64_t words, double *serial) {
    double all = 0, times = iterations;
    int inner = 0; /* operations left of an inner loop */
    *serial = 0;
    for (int k = 0; k < loop->ops; k++, inner--) {
        const StarPlanOp *s = &loop->op[k];
        double bytes = 0;
        if (inner == 0)
            times = iterations;
        for (int i = 0; i < s->fuse.operands; i++)
            bytes += times * bits_bytes(&s->operand[i], R);
        all += bytes;
        *serial += inner > 0 || !is_shared(s) ? bytes : 0;
        if (star_plan_is_inner(s)) {
            times *= inner_iterations(cuda, s, R, mask, words);
            inner = s->body + 1;
        }
    }
    return all;
}

static Cost loop_cost(const Cuda *cuda, const StarPlan *loop,
                      const StarCell *R) {
    Cost cost = {.bytes = 0};
    for (int k = 0; k < loop->ops; k++)
        for (int i = 0; i < loop->op[k].fuse.operands; i++) {
            const uint16_t cell = loop->op[k].operand[i].cell;
            if (is_first(loop, k, cell))
                add_object(cuda, R[cell].object, false, &cost);
        }
    return cost;
}

/* A loop that is small even with all its iterations active stays on the host
 * without a closer estimate. */
CudaChoice cuda_choose_loop(Cuda *cuda, const StarPlan *loop, const StarCell *R,
                            const uint64_t *mask, int64_t words) {
    const StarCudaRates *r = &cuda->cost.rates;
    double serial;
    if (cuda->failed ||
        (!cuda->options.always && cuda->be->resident == 0 &&
         loop_bytes(cuda, loop, R, 64.0 * (double)words, NULL, 0, &serial) <
             STAR_COST_DEVICE_BYTES) ||
        !cuda_loop_can(loop, R))
        return CUDA_STAYS;
    if (cuda->options.always)
        return CUDA_GOES;
    const Cost cost = loop_cost(cuda, loop, R);
    const double bytes =
        loop_bytes(cuda, loop, R, (double)cuda->be->isa->count(mask, words),
                   mask, words, &serial);
    const double host = serial / host_bytes_per_s + pass(cuda, bytes - serial);
    const double device =
        r->scalar + 3 * loop->ops * r->launch + bytes / r->memory;
    if (host < min_timed_s && cost.down == 0)
        return CUDA_STAYS;
    return decide(cuda, &cost, host, device, false);
}

/* ---- Pair loops ---- */

/* Products of two bits a second: of one thread that counts, or unites, as
 * star_boolean_product does; of the device. */
static const double host_pairs = 7e11, host_unions = 1e13;
static const double device_pairs = 2.5e15;

static double greater(double a, double b) {
    return a > b ? a : b;
}

/* All sums may be of the same table, which is read once. */
CudaChoice cuda_choose_pairs(Cuda *cuda, const StarPlan *loop,
                             const StarCell *R, const StarPairArea *area) {
    const double rows = (double)(area->rows.to - area->rows.from);
    const double columns = (double)(area->columns.to - area->columns.from);
    double bits = 0, bytes = 0;
    bool unites = false;
    int forms = 0;
    for (int k = 0; k < loop->ops; k++) {
        const StarPlanOp *s = &loop->op[k];
        if (s->op == STAR_PLAN_PAIR_Y) {
            const double length = (double)star_pair_length(s, R);
            bits += length;
            bytes = greater(bytes, (rows + columns) * length / 8);
        }
        forms += star_plan_is_condition(s) || s->op == STAR_PLAN_PAIR_ADD;
        unites |= s->op == STAR_PLAN_PAIR_SHARE && area->total == NULL;
    }
    if (cuda->failed || !cuda_pairs_can(loop, R))
        return CUDA_STAYS;
    if (cuda->options.always)
        return CUDA_GOES;
    const Cost cost = loop_cost(cuda, loop, R);
    const double products = rows * columns * bits;
    const double pace =
        (unites ? host_unions : host_pairs) * (double)cuda->be->threads.count;
    const double host = greater(products / pace, pass(cuda, bytes));
    const double device =
        forms * 4 * cuda->cost.rates.scalar +
        greater(products / device_pairs, bytes / cuda->cost.rates.memory);
    if (host < min_timed_s && cost.down == 0)
        return CUDA_STAYS;
    return decide(cuda, &cost, host, device, false);
}
