/* What runs on the device: whatever is done sooner there, the way of the
 * operands included. A program that comes back to the same operands pays the
 * way once. How often it will, `for` loops tell: what they promise is compared
 * with the price, of the way and of opening the device, which a thread does.
 * Elsewhere a program is expected to go on for as long as it did: what the
 * device would have saved so far, had they been there, is added up. */

#include "cuda.h"
#include "isa.h"

/* An H200's, rounded. */
const StarCudaRates cuda_usual = {.open = 0.3,
                                  .launch = 3e-6,
                                  .answer = 13e-6,
                                  .up = 8e9,
                                  .down = 8e9,
                                  .memory = 3.5e12};

/* The bytes that the processor's memory gives a thread of 8 in a second, at the
 * beginning: what primitives take is measured. */
static const double near = 2.5e10;

/* Seconds of the processor's that are worth a look at the clock. */
static const double noted = 3e-6;

/* And those worth the question what the loops promise. */
static const double asked = 2e-5;

/* The part of a price that is promised when it is paid. */
static const double sure = 1.25;

/* The part of a price, saved so far, for which the device begins to be opened,
 * where no loop is, and in a loop of which nobody knows how long it is. */
static const double early = 0.5, hurried = 0.25;

/* Seconds saved from which on the file's rates are worth a look. */
static const double curious = 5e-3;

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
    double up;    /* of operands that are not on the device */
    double down;  /* of operands whose valid copy is there alone */
} Cost;

static void add_block(const Cuda *cuda, const uint64_t *block, double bytes,
                      bool result, Cost *cost) {
    if (cuda_is_away(cuda, block))
        cost->down += result ? 0 : bytes;
    else if (!result && !cuda_is_there(cuda, block))
        cost->up += bytes;
}

static void add_object(const Cuda *cuda, const StarObject *object, bool result,
                       Cost *cost) {
    const StarLine *line = (const StarLine *)object;
    const StarTable *t = (const StarTable *)object;
    if (object->kind == STAR_LINE) {
        cost->bytes += 8.0 * (double)star_words(line->length);
        add_block(cuda, line->word, 8.0 * (double)star_words(line->length),
                  result, cost);
    } else if (object->kind == STAR_TABLE) {
        const int dir = t->image[STAR_ROWS].valid ? STAR_ROWS : STAR_COLUMNS;
        const double bytes = (double)t->rows * (double)t->cols / 8;
        cost->bytes += bytes;
        add_block(cuda, t->image[dir].word, bytes, result, cost);
    } else if (object->kind == STAR_ARRAY) {
        const StarArray *a = (const StarArray *)object;
        cost->up += 2 * 8.0 * (double)a->count;
    }
}

static bool is_answer(char letter) {
    return letter == 'I' || letter == 'B';
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
    case STAR_PRIM_ROW: return 16.0 * (double)star_words(arg[2].table->cols);
    case STAR_PRIM_COL: return 16.0 * (double)star_words(arg[2].table->rows);
    case STAR_PRIM_SETROW: return 16.0 * (double)star_words(arg[0].table->cols);
    case STAR_PRIM_SETCOL: return 16.0 * (double)star_words(arg[0].table->rows);
    default: return all;
    }
}

static void fuse_cost(const Cuda *cuda, const StarCell *arg, Cost *cost) {
    for (int k = 0; k < arg[1].fuse->operands; k++)
        add_object(cuda, arg[2 + k].object, false, cost);
    add_object(cuda, arg[0].object, true, cost);
}

static Cost cost_of(const Cuda *cuda, StarPrim prim, const StarCell *arg) {
    Cost cost = {0, 0, 0};
    if (prim == STAR_PRIM_FUSE) {
        fuse_cost(cuda, arg, &cost);
        return cost;
    }
    const CudaShape *shape = &cuda->shape[prim];
    const bool written = prim == STAR_PRIM_SET || prim == STAR_PRIM_CLR;
    for (int k = 0; shape->objects >> k != 0; k++)
        if (shape->objects >> k & 1)
            add_object(cuda, arg[k].object, written || shape->results >> k & 1,
                       &cost);
    return cost;
}

/* The seconds that a primitive takes on either side, its operands there. */
static void times(const Cuda *cuda, StarPrim prim, const StarCell *arg,
                  const Cost *cost, double *host, double *device) {
    const double bytes = touched(prim, arg, cost->bytes);
    const double threads = cuda->be->threads.count;
    const StarCudaRates *r = &cuda->rates;
    const double pace = cuda->pace[prim] > 0 ? cuda->pace[prim] : 1;
    *host = pace * bytes / (near * (threads < 8 ? threads : 8));
    *device = (is_answer(cuda->letter[prim][0]) ? r->answer : r->launch) +
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
    const CudaShape *shape = &cuda->shape[prim];
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

/* Less than this is not worth the question. */
enum { LITTLE = 1 << 15 };

static bool is_solver(StarPrim prim) {
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++)
        if (solvers[k].prim == prim)
            return true;
    return false;
}

/* What this round of the outermost loop, or the one before, promised for the
 * rounds to come, each of its primitives for itself, if they are run as seldom
 * as the first one was. */
static double promise(Cuda *cuda, double saved, StarAhead *ahead) {
    CudaPromise *p = &cuda->promise;
    if (cuda->be->ahead == NULL)
        return 0;
    *ahead = cuda->be->ahead(cuda->be->context);
    if (ahead->loop == NULL)
        return 0;
    if (ahead->loop != p->loop) {
        *p = (CudaPromise){.loop = ahead->loop, .first = ahead->at, .every = 1};
    } else if (ahead->at == p->first) {
        if (p->inner > ahead->inner)
            p->every = p->inner - ahead->inner;
        p->before = p->now;
        p->now = 0;
        p->again = true;
    }
    if (ahead->at == p->first)
        p->inner = ahead->inner;
    p->now += saved * ahead->rounds;
    return (p->before > p->now ? p->before : p->now) / p->every;
}

/* The seconds of either side and the way of the operands make the choice; what
 * the processor will take is `timed`, or taken for granted. */
static CudaChoice decide(Cuda *cuda, const Cost *cost, double host,
                         double device, bool timed) {
    const StarCudaRates *r = &cuda->rates;
    StarAhead ahead = {.loop = NULL};
    const double price = cost->up / r->up + (cuda->open ? 0 : r->open);
    const double saved = host > device ? host - device : 0;
    const double credit = cuda->credit + saved;
    const double promised =
        saved > 0 && host >= asked ? promise(cuda, saved, &ahead) : 0;
    const bool pays = promised >= sure * price;
    if (device + price < host + cost->down / r->down)
        return CUDA_GOES;
    if (cuda->open ? saved > 0 && (credit >= price || pays)
                   : pays && cuda->promise.again) {
        cuda->credit = 0;
        return CUDA_GOES;
    }
    if (timed && host >= noted) {
        cuda->host = host;
        cuda->device = device;
    } else {
        cuda->credit = credit;
    }
    if (credit + promised > curious && !cuda->guessed) {
        cuda->guessed = true;
        cuda_rates_guess(cuda);
    }
    const double part = ahead.more ? hurried : ahead.loop == NULL ? early : 1;
    return pays || credit - saved >= part * price ? CUDA_SOON : CUDA_STAYS;
}

CudaChoice cuda_choose(Cuda *cuda, StarPrim prim, const StarCell *arg) {
    double host, device;
    cuda->host = 0;
    if (cuda_kernel(prim) == NULL || cuda->failed)
        return CUDA_STAYS;
    if (cuda->options.always)
        return can(cuda, prim, arg) ? CUDA_GOES : CUDA_STAYS;
    const Cost cost = cost_of(cuda, prim, arg);
    if ((cost.bytes + cost.up < LITTLE && cost.down == 0) ||
        !can(cuda, prim, arg))
        return CUDA_STAYS;
    times(cuda, prim, arg, &cost, &host, &device);
    return decide(cuda, &cost, host, device, true);
}

void cuda_took(Cuda *cuda, StarPrim prim, double seconds) {
    enum { MOST = 32 }; /* else the process was stopped meanwhile */
    const double times = seconds / cuda->host;
    const double ratio = times < MOST ? times : MOST;
    double *pace = &cuda->pace[prim];
    if (!is_solver(prim))
        *pace = *pace > 0 ? *pace * (1 + ratio) / 2 : ratio;
    cuda->credit += seconds > cuda->device ? seconds - cuda->device : 0;
    cuda->host = 0;
}

/* ---- Responder loops ---- */

/* The ones of line i of a table, on the average: of a few rounds, or an eighth
 * of all where the host would have to fetch them. */
static double ones_of(const Cuda *cuda, const StarTable *t, int dir,
                      const uint64_t *mask, int64_t words) {
    enum { FEW = 8 };
    const StarImage *image = &t->image[dir];
    const int64_t length = star_table_length(t, dir), by = words / FEW + 1;
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
    if (o->use != STAR_LOOP_ROW && o->use != STAR_LOOP_COLUMN)
        return 0;
    return 8.0 * (double)star_words(star_table_length(
                     R[o->cell].table,
                     o->use == STAR_LOOP_ROW ? STAR_ROWS : STAR_COLUMNS));
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
    const int dir = o->use == STAR_LOOP_ROW ? STAR_ROWS : STAR_COLUMNS;
    const int64_t length = o->use == STAR_LOOP_WHOLE
                               ? R[o->cell].line->length
                               : star_table_length(R[o->cell].table, dir);
    if (mask == NULL)
        return (double)length;
    return s->fuse.length > 1 || o->use == STAR_LOOP_WHOLE
               ? (double)length / 8
               : ones_of(cuda, R[o->cell].table, dir, mask, words);
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
    Cost cost = {0, 0, 0};
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
    const StarCudaRates *r = &cuda->rates;
    const double threads = cuda->be->threads.count;
    double alone;
    if (cuda->failed ||
        (!cuda->options.always && cuda->be->away == 0 &&
         loop_bytes(cuda, loop, R, 64.0 * (double)words, NULL, 0, &alone) <
             LITTLE) ||
        !cuda_rounds_can(loop, R))
        return CUDA_STAYS;
    if (cuda->options.always)
        return CUDA_GOES;
    const Cost cost = loop_cost(cuda, loop, R);
    const double bytes =
        loop_bytes(cuda, loop, R, (double)cuda->be->isa->count(mask, words),
                   mask, words, &alone);
    const double host =
        (alone + (bytes - alone) / (threads < 8 ? threads : 8)) / near;
    const double device =
        r->answer + 3 * loop->steps * r->launch + bytes / r->memory;
    if (host < noted && cost.down == 0)
        return CUDA_STAYS;
    return decide(cuda, &cost, host, device, false);
}
