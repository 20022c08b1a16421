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

/* An H200's, rounded. */
const StarCudaRates cuda_usual = {.open = 0.3,
                                  .launch = 3e-6,
                                  .answer = 13e-6,
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

/* What the driver takes behind the process to close the device. */
static const double close_s = 0.09;

/* The part of the price for which a thread starts to open the device. */
static const double open_threshold = 0.4;

/* The credit from which on the file of rates is read. */
static const double min_guess_s = 5e-3;

/* Solvers: steps a second, on a thread and on the device. */
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
    double bytes; /* that the primitive touches */
    double up;    /* of operands that are not on the device, */
    double down;  /* and of those whose valid copy is there alone */
} Cost;

static void add_block(const Cuda *cuda, const uint64_t *block, double bytes,
                      bool result, Cost *cost) {
    if (cuda_is_away(cuda, block)) {
        cost->down += result ? 0 : bytes;
    } else if (!result && !cuda_is_there(cuda, block)) {
        cost->up += bytes;
    }
}

static void add_object(const Cuda *cuda, const StarObject *object, bool result,
                       Cost *cost) {
    const StarLine *line = (const StarLine *)object;
    const StarTable *t = (const StarTable *)object;
    if (object->kind == STAR_LINE) {
        const double bytes = 8.0 * (double)star_words(line->length);
        cost->bytes += bytes;
        add_block(cuda, line->word, bytes, result, cost);
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

static bool is_answer(const StarOperand *o) {
    return o->kind == STAR_SIG_SCALAR && o->access == STAR_OVERWRITE;
}

/* Of a row and a column, read or written beside as much. */
static double row(const StarTable *t) {
    return 16.0 * (double)star_words(t->cols);
}

static double column(const StarTable *t) {
    return 16.0 * (double)star_words(t->rows);
}

/* Primitives that use a line or a component of an operand, not all of it. */
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
    const CudaShape *shape = &cuda->operands.shape[prim];
    const bool written = prim == STAR_PRIM_SET || prim == STAR_PRIM_CLR;
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

/* The seconds of a pass of the processor over so many bytes. */
static double pass(const Cuda *cuda, double bytes) {
    const double threads = cuda->be->threads.count;
    if (threads < 2 || bytes < 16.0 * STAR_GRAIN)
        return bytes / host_bytes_per_s;
    return bytes / (host_bytes_per_s * (threads < 8 ? threads : 8)) +
           barrier_s * threads;
}

/* Kernels of the library go over their tables more than once. */
static double pace(const Cuda *cuda, StarPrim prim) {
    return cuda->cost.pace[prim] > 0               ? cuda->cost.pace[prim]
           : star_prims[prim].class == STAR_NATIVE ? 2
                                                   : 1;
}

/* The seconds that a primitive takes on either side, its operands there. */
static void times(const Cuda *cuda, StarPrim prim, const StarCell *arg,
                  const Cost *cost, double *host, double *device) {
    const double bytes = touched(prim, arg, cost->bytes);
    const double threads = cuda->be->threads.count;
    const StarCudaRates *r = &cuda->cost.rates;
    *host = pace(cuda, prim) * pass(cuda, bytes);
    *device =
        (is_answer(&cuda->operands.operand[prim][0]) ? r->answer : r->launch) +
        bytes / r->memory;
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++)
        if (solvers[k].prim == prim) {
            const double steps = cuda_steps(prim, arg);
            *host = steps / (solvers[k].host * threads);
            *device = 4 * r->answer + steps / solvers[k].device;
        }
}

/* Views of memory elsewhere, and what has no words, stay. */
static bool can(const Cuda *cuda, StarPrim prim, const StarCell *arg) {
    const int fused = prim == STAR_PRIM_FUSE ? arg[1].fuse->operands : 0;
    for (int k = 0; k < fused; k++)
        if (arg[2 + k].line->capacity == 0)
            return false;
    if (fused > 0)
        return arg[0].line->capacity > 0;
    const CudaShape *shape = &cuda->operands.shape[prim];
    for (int k = 0; shape->objects >> k != 0; k++) {
        if (shape->lines >> k & 1 &&
            (arg[k].line->capacity == 0 || arg[k].line->length == 0))
            return false;
        if (shape->tables >> k & 1 &&
            (arg[k].table->rows == 0 || arg[k].table->cols == 0))
            return false;
    }
    return true;
}

/* Bytes from which on an operation may run on the device. */
enum { MIN_BYTES = 1 << 15 };

static bool is_solver(StarPrim prim) {
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++)
        if (solvers[k].prim == prim)
            return true;
    return false;
}

/* Pays with a credit: whether it has reached the price, and is spent. */
static bool pays(double *credit, double saving, double price) {
    *credit += saving;
    if (*credit < price)
        return false;
    *credit = 0;
    return true;
}

/* Decides by the seconds of either side, operands there, and by transfers.
 * `timed`: cuda_took will say what the host took, and adds the saving then. */
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
    if (cuda->cost.credit + saving > min_guess_s && !cuda->cost.guessed) {
        cuda->cost.guessed = true;
        cuda_rates_guess(cuda);
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

/* The fast way out of most primitives: no block is on the device, and all
 * operands together are small. */
static bool is_small(const Cuda *cuda, StarPrim prim, const StarCell *arg) {
    const unsigned objects = cuda->operands.shape[prim].objects;
    int64_t bits = 0;
    if (cuda->be->resident > 0 || prim == STAR_PRIM_FUSE)
        return false;
    for (int k = 0; objects >> k != 0; k++) {
        if ((objects >> k & 1) == 0)
            continue;
        if (arg[k].line->head.kind == STAR_LINE)
            bits += arg[k].line->length;
        else if (arg[k].line->head.kind == STAR_TABLE)
            bits += arg[k].table->rows * arg[k].table->cols;
        else
            return false;
    }
    return bits < 4 * MIN_BYTES;
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
    if ((cost.bytes + cost.up < MIN_BYTES && cost.down == 0) ||
        !can(cuda, prim, arg))
        return CUDA_STAYS;
    times(cuda, prim, arg, &cost, &host, &device);
    return decide(cuda, &cost, host, device, true);
}

void cuda_took(Cuda *cuda, StarPrim prim, double seconds, bool fresh) {
    enum { MAX_RATIO = 32 }; /* more: the process was stopped meanwhile */
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

/* The ones of line i of a table, on the average: of a few rounds, or an eighth
 * of all where the host would have to fetch them. */
static double ones_of(const Cuda *cuda, const StarTable *t, int dir,
                      const uint64_t *mask, int64_t words) {
    enum { SAMPLES = 8 };
    const StarImage *image = &t->image[dir];
    const int64_t length = star_table_length(t, dir), by = words / SAMPLES + 1;
    int64_t ones = 0, lines = 0;
    if (!image->valid || cuda_is_away(cuda, image->word))
        return (double)length / 8;
    for (int64_t w = 0; w < words; w += by)
        if (mask[w] != 0) {
            const int64_t i = 64 * w + __builtin_ctzll(mask[w]);
            ones += cuda->be->isa->count(image->word + i * image->stride,
                                         star_words(length));
            lines++;
        }
    return lines > 0 ? (double)ones / (double)lines : 0;
}

/* Bytes that a round reads of an operand: none of what is the same for all. */
static double line_bytes(const StarLoopOperand *o, const StarCell *R) {
    return star_loop_is_private(o->use)
               ? 8.0 * (double)star_words(star_loop_length(o, R))
               : 0;
}

/* Whether a step names an object first. */
static bool is_first(const StarLoop *loop, int step, uint16_t cell) {
    for (int k = 0; k < step; k++)
        for (int i = 0; i < loop->step[k].fuse.operands; i++)
            if (loop->step[k].operand[i].cell == cell)
                return false;
    return true;
}

/* The rounds of an inner loop, for each round around it; without a mask, at
 * most. */
static double inner_rounds(const Cuda *cuda, const StarLoopStep *s,
                           const StarCell *R, const uint64_t *mask,
                           int64_t words) {
    const StarLoopOperand *o = s->operand;
    const int64_t length = star_loop_length(o, R);
    if (mask == NULL)
        return (double)length;
    return s->fuse.length > 1 || o->use == STAR_LOOP_WHOLE
               ? (double)length / 8
               : ones_of(cuda, R[o->cell].table, star_loop_direction(o->use),
                         mask, words);
}

/* Whether the processor's threads share a step. */
static bool is_shared(const StarLoopStep *s) {
    return s->fuse.operands <= 2 &&
           (s->op == STAR_LOOP_SUM || s->op == STAR_LOOP_FOLD ||
            s->op == STAR_LOOP_SET);
}

/* Bytes that the steps touch in so many rounds, and how many of them one thread
 * goes through alone. */
static double loop_bytes(const Cuda *cuda, const StarLoop *loop,
                         const StarCell *R, double rounds, const uint64_t *mask,
                         int64_t words, double *alone) {
    double all = 0, times = rounds;
    int inner = 0; /* steps that are left of an inner loop */
    *alone = 0;
    for (int k = 0; k < loop->steps; k++, inner--) {
        const StarLoopStep *s = &loop->step[k];
        double bytes = 0;
        if (inner == 0)
            times = rounds;
        for (int i = 0; i < s->fuse.operands; i++)
            bytes += times * line_bytes(&s->operand[i], R);
        all += bytes;
        *alone += inner > 0 || !is_shared(s) ? bytes : 0;
        if (s->op == STAR_LOOP_INNER) {
            times *= inner_rounds(cuda, s, R, mask, words);
            inner = (int)s->value + 1;
        }
    }
    return all;
}

static Cost loop_cost(const Cuda *cuda, const StarLoop *loop,
                      const StarCell *R) {
    Cost cost = {.bytes = 0};
    for (int k = 0; k < loop->steps; k++)
        for (int i = 0; i < loop->step[k].fuse.operands; i++) {
            const uint16_t cell = loop->step[k].operand[i].cell;
            if (is_first(loop, k, cell))
                add_object(cuda, R[cell].object, false, &cost);
        }
    return cost;
}

/* A loop that is small, however many rounds respond, is no question. */
CudaChoice cuda_choose_loop(Cuda *cuda, const StarLoop *loop, const StarCell *R,
                            const uint64_t *mask, int64_t words) {
    const StarCudaRates *r = &cuda->cost.rates;
    double alone;
    if (cuda->failed ||
        (!cuda->options.always && cuda->be->resident == 0 &&
         loop_bytes(cuda, loop, R, 64.0 * (double)words, NULL, 0, &alone) <
             MIN_BYTES) ||
        !cuda_loop_can(loop, R))
        return CUDA_STAYS;
    if (cuda->options.always)
        return CUDA_GOES;
    const Cost cost = loop_cost(cuda, loop, R);
    const double bytes =
        loop_bytes(cuda, loop, R, (double)cuda->be->isa->count(mask, words),
                   mask, words, &alone);
    const double host = alone / host_bytes_per_s + pass(cuda, bytes - alone);
    const double device =
        r->answer + 3 * loop->steps * r->launch + bytes / r->memory;
    if (host < min_timed_s && cost.down == 0)
        return CUDA_STAYS;
    return decide(cuda, &cost, host, device, false);
}
