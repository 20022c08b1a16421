/* What runs on the device: whatever is done sooner there, the way of the
 * operands included. A program that comes back to the same operands pays the
 * way once, so what the device would have saved, had they been there, is
 * added up: when it would have paid the way, they go. */
#include <string.h>

#include "cuda.h"

/* Seconds for what takes long, and bytes or steps in a second. Measured:
 * docs/benchmarks.md. */
static const double first = 0.3;    /* opening the device */
static const double launch = 7e-6;  /* a kernel, in a row of them */
static const double answer = 13e-6; /* a kernel and a scalar from it */
static const double way = 8e9;      /* either way, through staging */
static const double near = 2.5e10;  /* the processor's memory, a thread of 8 */
static const double far = 3.5e12;   /* the device's */

/* Solvers: steps a second, on a thread and on the device. */
static const struct Solver {
    StarPrim prim;
    double host, device;
} solvers[] = {
    {STAR_PRIM_CLOSURE, 5e11, 1e15},    {STAR_PRIM_KLEENE, 4.5e10, 6e12},
    {STAR_PRIM_MATCHAIN, 2e10, 1.5e12}, {STAR_PRIM_SDP, 2e10, 3e9},
    {STAR_PRIM_SDP32, 3e10, 3e9},       {STAR_PRIM_KNAPSACK, 3.5e10, 1e12},
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
    for (int k = 0; k < STAR_MAX_OPERANDS && cuda->letter[prim][k] != 0; k++)
        if (strchr("lswtumvVLXSWT", cuda->letter[prim][k]) != NULL)
            add_object(cuda, arg[k].object,
                       strchr("LXSWT", cuda->letter[prim][k]) != NULL, &cost);
    return cost;
}

/* The seconds that a primitive takes on either side, its operands there. */
static void times(const Cuda *cuda, StarPrim prim, const StarCell *arg,
                  const Cost *cost, double *host, double *device) {
    const double bytes = touched(prim, arg, cost->bytes);
    const double threads = cuda->be->threads.count;
    *host = bytes / (near * (threads < 8 ? threads : 8));
    *device =
        (is_answer(cuda->letter[prim][0]) ? answer : launch) + bytes / far;
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++)
        if (solvers[k].prim == prim) {
            const double steps = cuda_steps(prim, arg);
            *host = steps / (solvers[k].host * threads);
            *device = 4 * answer + steps / solvers[k].device;
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
    for (int k = 0; k < STAR_MAX_OPERANDS; k++) {
        const char letter = cuda->letter[prim][k];
        if (letter == 0)
            break;
        if (strchr("lswuLXSW", letter) != NULL &&
            (arg[k].line->capacity == 0 || arg[k].line->length == 0))
            return false;
        if (strchr("tmT", letter) != NULL &&
            (arg[k].table->rows == 0 || arg[k].table->cols == 0))
            return false;
    }
    return true;
}

/* Less than this is not worth the question. */
enum { LITTLE = 1 << 15 };

bool cuda_wants(Cuda *cuda, StarPrim prim, const StarCell *arg) {
    double host, device;
    if (cuda_kernel(prim) == NULL || cuda->failed || !can(cuda, prim, arg))
        return false;
    if (cuda->options.always)
        return true;
    const Cost cost = cost_of(cuda, prim, arg);
    if (cost.bytes + cost.up < LITTLE && cost.down == 0)
        return false;
    times(cuda, prim, arg, &cost, &host, &device);
    const double up = cost.up / way + (cuda->open ? 0 : first);
    if (device + up < host + cost.down / way)
        return true;
    cuda->credit += host > device ? host - device : 0;
    if (host <= device || cuda->credit < up)
        return false;
    cuda->credit = 0;
    return true;
}
