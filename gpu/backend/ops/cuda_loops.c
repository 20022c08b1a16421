/* SPDX-License-Identifier: MIT */
/* Responder loops on the device. The kernels of loop_ops.cu run one loop
 * operation after the other, each for all iterations at once. Results are
 * made apart from the operands, so a call that fails leaves everything as it
 * was. Scalars come back in one transfer at the end.
 *
 *     iterations   level[0]: the mask of the loop
 *                  level[1]: after IF, a narrower mask; after INNER, a mask for
 *                            each iteration of level[0]
 *                  current:  the level that operations run on; END pops it */
#include <string.h>

#include "backend/cuda_internal.h"
#include "device/spread.h"
#include "kernels/bitwise.h"
#include "kernels/loops/loop_ops.h"
#include "kernels/loops/row_update.h"
#include "kernels/tables.h"

enum {
    MAX_OPS = 32,
    MAX_PLACES = 4 * MAX_OPS,
    MAX_CODE = GPU_LOOP_CODE - 6, /* store_bit and narrow append to the code */
    MAX_DEPTH = STAR_PLAN_MAX_DEPTH - 2,
    MAX_OPERANDS = STAR_PLAN_MAX_OPERANDS - 2
};

/* A bit vector or a table image on the device. */
typedef struct Place {
    StarObject *object;
    int dir;
    uint64_t *word;
    int64_t stride; /* words between vectors; 0 for a bit vector */
    uint64_t *next; /* NULL, or the memory of the new value */
} Place;

/* A set of active iterations, on a stack of nested IFs and inner loops. */
typedef struct Level {
    GpuBlock block;
    GpuLoop iterations;
} Level;

typedef struct Job {
    Cuda *cuda;
    Gpu *gpu;
    const StarPlan *plan;
    StarCell *R;
    Place place[MAX_PLACES];
    int places;
    Level level[MAX_OPS + 1], *current;
    const Level *outer;     /* in an inner loop: the loop around it */
    int64_t last_iteration; /* the number of the last active one, from 1 */
    GpuFound *found;        /* on the device, one for each operation */
    void *room;             /* GPU_LOOP_ROOM bytes of work space for kernels */
} Job;

/* ---- Loops that fit ---- */

static bool has_words(const StarObject *object) {
    const StarBits *bits = (const StarBits *)object;
    const StarTable *t = (const StarTable *)object;
    return object->kind == STAR_BIT_VECTOR
               ? bits->capacity > 0 && bits->length > 0
               : t->rows > 0 && t->cols > 0;
}

bool cuda_expression_can(const StarPlanOp *s, const StarCell *R) {
    for (int i = 0; i < s->fuse.operands; i++)
        if (!has_words(R[s->operand[i].cell].object))
            return false;
    return s->fuse.length <= MAX_CODE && s->fuse.depth <= MAX_DEPTH &&
           s->fuse.operands <= MAX_OPERANDS;
}

bool cuda_loop_can(const StarPlan *plan, const StarCell *R) {
    int names = 0;
    for (int k = 0; k < plan->ops; k++) {
        const StarPlanOp *s = &plan->op[k];
        if (!cuda_expression_can(s, R) ||
            (star_plan_is_extreme(s) && s->fuel > 0) ||
            (star_plan_writes_object(s) && !has_words(R[s->target].object)))
            return false;
        names += s->fuse.operands + 1;
    }
    return plan->ops <= MAX_OPS && names <= MAX_PLACES;
}

/* True if an operand is a whole slice, or a column in each iteration. */
static bool is_long(const StarPlanOperand *o) {
    return o->use == STAR_PLAN_WHOLE ||
           star_plan_direction(o->use) == STAR_COLUMNS;
}

bool cuda_loop_has_long(const StarPlan *plan) {
    bool some = false;
    for (int k = 0; k < plan->ops; k++)
        for (int i = 0; i < plan->op[k].fuse.operands; i++)
            some |= is_long(&plan->op[k].operand[i]);
    return some;
}

static bool is_spread(const Gpu *gpu, const StarObject *object) {
    const int64_t length = object->kind == STAR_BIT_VECTOR
                               ? ((const StarBits *)object)->length
                               : ((const StarTable *)object)->rows;
    return gpu_parts(gpu, star_words(length)) > 1;
}

bool cuda_loop_is_spread(const Cuda *cuda, const StarPlan *plan,
                         const StarCell *R) {
    bool spread = false;
    for (int k = 0; k < plan->ops && cuda->gpu.others > 0; k++)
        for (int i = 0; i < plan->op[k].fuse.operands; i++) {
            const StarPlanOperand *o = &plan->op[k].operand[i];
            spread |= is_long(o) && is_spread(&cuda->gpu, R[o->cell].object);
        }
    return spread;
}

/* ---- Places ---- */

static Place *find(Job *j, const StarObject *object, int dir) {
    for (int k = 0; k < j->places; k++)
        if (j->place[k].object == object && j->place[k].dir == dir)
            return &j->place[k];
    return NULL;
}

static Place *place_of(Job *j, uint8_t use, uint16_t cell) {
    return find(j, j->R[cell].object,
                use == STAR_PLAN_WHOLE ? -1 : star_plan_direction(use));
}

/* Finds or makes the place of an object and has it uploaded. */
static cudaError_t need(Job *j, uint8_t use, uint16_t cell, Place **place) {
    StarObject *object = j->R[cell].object;
    GpuTable image;
    *place = place_of(j, use, cell);
    if (*place != NULL)
        return cudaSuccess;
    Place *p = *place = &j->place[j->places];
    *p = (Place){.object = object, .dir = -1};
    if (use == STAR_PLAN_WHOLE) {
        CUDA_TRY(cuda_bits_sync(j->cuda, j->R[cell].bits, STAR_READ, &p->word));
    } else {
        p->dir = star_plan_direction(use);
        CUDA_TRY(
            cuda_image(j->cuda, j->R[cell].table, p->dir, STAR_READ, &image));
        p->word = image.word;
        p->stride = image.stride;
    }
    j->places++;
    return cudaSuccess;
}

/* Provides memory for the new value of an operation's target. A bit vector
 * is copied there, since operations change only parts of it. */
static cudaError_t renew(Job *j, const StarPlanOp *s) {
    const bool table = star_plan_has(s, 'T');
    Place *p;
    CUDA_TRY(need(j, table ? s->use : STAR_PLAN_WHOLE, s->target, &p));
    if (p->next != NULL)
        return cudaSuccess;
    if (table) {
        const StarTable *t = j->R[s->target].table;
        return cuda_apart(j->cuda, t->image[p->dir].word,
                          cuda_image_words(t, p->dir),
                          cuda_image_vector(t, p->dir), &p->next);
    }
    StarBits *bits = j->R[s->target].bits;
    const uint64_t *old = p->word;
    const int64_t words = (int64_t)bits->capacity;
    CUDA_TRY(cuda_apart(j->cuda, bits->word, words, words, &p->next));
    p->word = p->next;
    return gpu_copy(j->gpu, p->next, old, words, 1);
}

static cudaError_t find_places(Job *j) {
    for (int k = 0; k < j->plan->ops; k++) {
        const StarPlanOp *s = &j->plan->op[k];
        Place *p;
        if (s->op == STAR_PLAN_CHECK || s->op == STAR_PLAN_CHECK_BITS ||
            s->op == STAR_PLAN_UPDATE_ONLY)
            continue;
        for (int i = 0; i < s->fuse.operands; i++)
            CUDA_TRY(need(j, s->operand[i].use, s->operand[i].cell, &p));
    }
    for (int k = 0; k < j->plan->ops; k++)
        if (star_plan_writes_object(&j->plan->op[k]) &&
            j->plan->op[k].op != STAR_PLAN_UPDATE_ONLY)
            CUDA_TRY(renew(j, &j->plan->op[k]));
    return cudaSuccess;
}

/* ---- Expressions ---- */

/* The expression of a loop operation, with room for more code. */
typedef struct Code {
    GpuExpression e;
    uint8_t byte[GPU_LOOP_CODE];
} Code;

static void append(Code *c, int byte) {
    c->byte[c->e.fuse.length++] = (uint8_t)byte;
}

/* Appends another operand; returns its byte of code. */
static int operand(Code *c, const uint64_t *word, int64_t iteration) {
    const int byte = STAR_FUSE_OPERAND + c->e.fuse.operands;
    c->e.operand[c->e.fuse.operands++] = (GpuOperand){word, 0, iteration};
    c->e.fuse.depth++; /* an upper bound */
    append(c, byte);
    return byte;
}

static void expression(Job *j, const StarPlanOp *s, Code *c) {
    c->e.fuse = s->fuse;
    c->e.fuse.code = c->byte;
    if (s->fuse.length > 0)
        memcpy(c->byte, s->fuse.code, s->fuse.length);
    c->e.length = 0;
    for (int k = 0; k < s->fuse.operands; k++) {
        const StarPlanOperand *o = &s->operand[k];
        const Place *p = place_of(j, o->use, o->cell);
        c->e.operand[k] =
            (GpuOperand){p->word, star_plan_is_private(o->use) ? 0 : p->stride,
                         star_plan_is_private(o->use) ? p->stride : 0};
        c->e.length = star_plan_length(o, j->R);
    }
}

/* z := an expression whose operands are the same in all iterations. */
static cudaError_t whole(Job *j, const Code *c, uint64_t *z) {
    const uint64_t *x[STAR_PLAN_MAX_OPERANDS];
    for (int k = 0; k < c->e.fuse.operands; k++)
        x[k] = c->e.operand[k].word;
    return gpu_fuse(j->gpu, z, x, &c->e.fuse,
                    64 * j->current->iterations.words);
}

/* ---- Active iterations ---- */

static int64_t words_of(const GpuLoop *r) {
    return r->groups * r->words;
}

static uint64_t *mask_of(const Level *l) {
    return l->block.at;
}

/* Pushes a level whose mask is all 0. */
static cudaError_t push(Job *j, int64_t groups, int64_t words) {
    const int64_t bytes = groups * words * 8;
    Level *l = j->current + 1;
    CUDA_TRY(gpu_alloc(j->gpu, &l->block, bytes));
    j->current = l;
    l->iterations = (GpuLoop){l->block.at, groups, words};
    GPU_TRY(j->gpu,
            cudaMemsetAsync(l->block.at, 0, (size_t)bytes, j->gpu->stream));
    return cudaSuccess;
}

static void pop(Job *j) {
    gpu_free(j->gpu, &j->current->block);
    j->current--;
}

/* Pushes the iterations i for which bit i of the expression is 1, the same
 * in all groups. */
static cudaError_t narrow(Job *j, const StarPlanOp *s) {
    const Level *all = j->current;
    const GpuLoop r = all->iterations;
    Code c;
    CUDA_TRY(push(j, r.groups, r.words));
    expression(j, s, &c);
    operand(&c, r.mask, r.words);
    append(&c, STAR_FUSE_AND);
    if (j->outer == NULL)
        return whole(j, &c, mask_of(j->current));
    c.e.length = 64 * r.words;
    return gpu_loop_store(j->gpu, &j->outer->iterations, &c.e,
                          mask_of(j->current), r.words, r.groups, NULL);
}

/* Pushes the iterations whose expression has a 1, or has none. */
static cudaError_t narrow_some(Job *j, const StarPlanOp *s) {
    const GpuLoop r = j->current->iterations;
    uint64_t *z;
    Code c;
    CUDA_TRY(push(j, r.groups, r.words));
    z = mask_of(j->current);
    expression(j, s, &c);
    CUDA_TRY(gpu_loop_some(j->gpu, &r, &c.e, z));
    return s->op == STAR_PLAN_IFSOME ? cudaSuccess
                                     : gpu_bits(j->gpu, STAR_FUSE_ANDN, z,
                                                r.mask, z, 64 * words_of(&r));
}

/* Replaces the mask of an IF by that of its ELSE. */
static cudaError_t invert(Job *j) {
    return gpu_bits(j->gpu, STAR_FUSE_ANDN, mask_of(j->current),
                    j->current[-1].iterations.mask, mask_of(j->current),
                    64 * words_of(&j->current->iterations));
}

/* ---- Loop operations ---- */

static cudaError_t store(Job *j, const StarPlanOp *s) {
    Place *to = place_of(j, s->use, s->target);
    const StarTable *t = j->R[s->target].table;
    const uint64_t *old = to->word != to->next ? to->word : NULL;
    Code c;
    expression(j, s, &c);
    to->word = to->next;
    return gpu_loop_store(j->gpu, &j->current->iterations, &c.e, to->next,
                          to->stride, star_table_vectors(t, to->dir), old);
}

/* One launch, in place. */
static cudaError_t update(Job *j, const StarPlanOp *s) {
    StarTable *t = j->R[s->target].table;
    const int dir = star_plan_direction(s->use);
    const StarPlanOperand *w = &s->operand[1];
    uint64_t *bits;
    GpuTable g;
    CUDA_TRY(cuda_bits_sync(j->cuda, j->R[w->cell].bits, STAR_READ, &bits));
    CUDA_TRY(cuda_image(j->cuda, t, dir, STAR_CHANGE, &g));
    return gpu_vectors(j->gpu, g.word, g.stride, j->last_iteration,
                       star_words(star_table_length(t, dir)),
                       j->current->iterations.mask, bits, s->apply);
}

static cudaError_t set_bit(Job *j, const StarPlanOp *s) {
    uint64_t *to = place_of(j, STAR_PLAN_WHOLE, s->target)->word;
    return gpu_bits(j->gpu, s->bit ? STAR_FUSE_OR : STAR_FUSE_ANDN, to, to,
                    j->current->iterations.mask,
                    64 * j->current->iterations.words);
}

static cudaError_t store_bit(Job *j, const StarPlanOp *s) {
    uint64_t *to = place_of(j, STAR_PLAN_WHOLE, s->target)->word;
    const uint64_t *mask = j->current->iterations.mask;
    Code c;
    expression(j, s, &c);
    const int within = operand(&c, mask, 0);
    append(&c, STAR_FUSE_AND);
    operand(&c, to, 0);
    append(&c, within);
    append(&c, STAR_FUSE_ANDN);
    append(&c, STAR_FUSE_OR);
    return whole(j, &c, to);
}

static GpuScalar scalar(Job *j, const StarPlanOp *s, Code *c) {
    expression(j, s, c);
    return (GpuScalar){(StarPlanTerm)s->term, s->factor, c->e};
}

static cudaError_t find_last(Job *j, GpuFound *found) {
    const GpuScalar none = {.term = STAR_PLAN_CONSTANT};
    return gpu_loop_best(j->gpu, &j->current->iterations, &none, true, true,
                         found, j->room);
}

static cudaError_t last_value(Job *j, const StarPlanOp *s, GpuFound *found) {
    Code c;
    CUDA_TRY(find_last(j, found));
    if (s->term != STAR_PLAN_ONES)
        return cudaSuccess;
    expression(j, s, &c);
    return gpu_loop_count(j->gpu, &c.e, found);
}

static cudaError_t reduce(Job *j, const StarPlanOp *s) {
    uint64_t *to = place_of(j, STAR_PLAN_WHOLE, s->target)->word;
    Code c;
    expression(j, s, &c);
    return gpu_loop_reduce(j->gpu, &j->current->iterations, &c.e, to, s->apply);
}

static cudaError_t last_bits(Job *j, const StarPlanOp *s, GpuFound *found) {
    uint64_t *to = place_of(j, STAR_PLAN_WHOLE, s->target)->word;
    Code c;
    expression(j, s, &c);
    CUDA_TRY(find_last(j, found));
    return gpu_loop_bits(j->gpu, &c.e, found, to);
}

static cudaError_t count_iterations(Job *j, const StarPlanOp *s,
                                    GpuFound *found) {
    const GpuScalar iterations = {.term = STAR_PLAN_CONSTANT,
                                  .factor = s->fuel};
    return gpu_loop_sum(j->gpu, &j->current->iterations, &iterations, found);
}

/* The only operation of such an inner loop; see cuda_sum_pairs. */
static cudaError_t sum_pairs(Job *j, const StarPlanOp *s, GpuFound *found,
                             bool *done) {
    const int64_t vectors = star_table_vectors(
        j->R[s->operand->cell].table, star_plan_direction(s->operand->use));
    Code c;
    expression(j, s, &c);
    return cuda_sum_pairs(j->cuda, &j->current->iterations, &c.e, vectors,
                          s->factor, found, j->room, done);
}

static cudaError_t run_ops(Job *j, const StarPlanOp *s, int64_t ops);

/* An inner loop iterates over the ones of its expression: a group of
 * iterations for each iteration of the loop around it. */
static cudaError_t inner(Job *j, const StarPlanOp *s, GpuFound *found) {
    const GpuLoop r = j->current->iterations;
    bool done = false;
    Code c;
    expression(j, s, &c);
    j->outer = j->current;
    CUDA_TRY(push(j, j->last_iteration, star_words(c.e.length)));
    CUDA_TRY(gpu_loop_store(j->gpu, &r, &c.e, mask_of(j->current),
                            j->current->iterations.words, j->last_iteration,
                            NULL));
    CUDA_TRY(find_last(j, found));
    if (s->op == STAR_PLAN_INNER_COUNT)
        CUDA_TRY(sum_pairs(j, s + 1, found + 1, &done));
    if (!done)
        CUDA_TRY(run_ops(j, s + 1, s->body));
    pop(j);
    j->outer = NULL;
    return cudaSuccess;
}

static cudaError_t run_op(Job *j, const StarPlanOp *s) {
    GpuFound *found = j->found + (s - j->plan->op);
    GpuScalar x;
    Code c;
    switch ((StarPlanOpcode)s->op) {
    case STAR_PLAN_STORE:
    case STAR_PLAN_UPDATE: return store(j, s);
    case STAR_PLAN_UPDATE_ONLY: return update(j, s);
    case STAR_PLAN_STORE_BIT: return store_bit(j, s);
    case STAR_PLAN_SET_BIT: return set_bit(j, s);
    case STAR_PLAN_SUM:
    case STAR_PLAN_COUNT:
        x = scalar(j, s, &c);
        return gpu_loop_sum(j->gpu, &j->current->iterations, &x, found);
    case STAR_PLAN_LAST_VALUE: return last_value(j, s, found);
    case STAR_PLAN_MIN:
    case STAR_PLAN_MAX:
        x = scalar(j, s, &c);
        return gpu_loop_best(j->gpu, &j->current->iterations, &x,
                             s->op == STAR_PLAN_MAX, s->last, found, j->room);
    case STAR_PLAN_REDUCE: return reduce(j, s);
    case STAR_PLAN_LAST_BITS: return last_bits(j, s, found);
    case STAR_PLAN_INNER:
    case STAR_PLAN_INNER_COUNT: return inner(j, s, found);
    case STAR_PLAN_IF: return narrow(j, s);
    case STAR_PLAN_IFSOME:
    case STAR_PLAN_IFZERO: return narrow_some(j, s);
    case STAR_PLAN_ELSE: return invert(j);
    case STAR_PLAN_END: pop(j); break;
    case STAR_PLAN_FUEL: return count_iterations(j, s, found);
    default: break; /* checks */
    }
    return cudaSuccess;
}

static cudaError_t run_ops(Job *j, const StarPlanOp *s, int64_t ops) {
    for (const StarPlanOp *end = s + ops; s < end; s++) {
        CUDA_TRY(run_op(j, s));
        if (star_plan_is_inner(s))
            s += s->body;
    }
    return cudaSuccess;
}

/* ---- Results ---- */

static int64_t term_of(const StarPlanOp *s, const GpuFound *f) {
    return s->term == STAR_PLAN_ONES     ? s->factor * f->value
           : s->term == STAR_PLAN_NUMBER ? s->factor * (f->iteration + 1)
                                         : s->factor;
}

static void take_extreme(const StarPlanOp *s, const GpuFound *f, StarCell *R) {
    const int64_t best = R[s->target].i;
    const bool better =
        s->op == STAR_PLAN_MIN ? f->value < best : f->value > best;
    if (f->iteration < 0 || !(better || (s->last && f->value == best)))
        return;
    R[s->target].i = f->value;
    if (s->beside != STAR_NO_CELL)
        R[s->beside].i = f->iteration + 1;
}

static void take(const StarPlanOp *s, const GpuFound *f, StarCell *R,
                 int64_t *fuel) {
    if (s->op == STAR_PLAN_SUM || s->op == STAR_PLAN_COUNT)
        R[s->target].i += f->value;
    else if (s->op == STAR_PLAN_FUEL)
        *fuel -= f->value;
    else if (star_plan_is_extreme(s))
        take_extreme(s, f, R);
    else if (s->op == STAR_PLAN_LAST_VALUE && f->iteration >= 0)
        R[s->target].i = term_of(s, f);
    else if (star_plan_is_inner(s) && f->iteration >= 0)
        R[s->target].i = f->iteration + 1;
}

static bool has_scalar(const StarPlan *plan) {
    for (int k = 0; k < plan->ops; k++)
        if (star_plan_has(&plan->op[k], 'I') ||
            plan->op[k].op == STAR_PLAN_FUEL)
            return true;
    return false;
}

/* Publishes the results; nothing fails from here on. */
static void finish(Job *j, const GpuFound *found, int64_t *fuel) {
    for (int k = 0; k < j->plan->ops; k++) {
        const StarPlanOp *s = &j->plan->op[k];
        if (found != NULL)
            take(s, &found[k], j->R, fuel);
        if (star_plan_has(s, 'T'))
            star_table_own(j->cuda->be, j->R[s->target].table,
                           star_plan_direction(s->use));
        else if (star_plan_writes_object(s))
            j->R[s->target].bits->first = 0;
    }
}

/* ---- The loop ---- */

/* Uploads the mask. Mask, found values and the kernels' work space are one
 * block. */
static cudaError_t begin(Job *j, const uint64_t *mask, int64_t words) {
    const size_t found = (size_t)j->plan->ops * sizeof *j->found;
    const int64_t before = (words * 8 + 255) / 256 * 256;
    Level *l = j->current;
    CUDA_TRY(
        gpu_alloc(j->gpu, &l->block, before + GPU_LOOP_ROOM + (int64_t)found));
    l->iterations = (GpuLoop){l->block.at, 1, words};
    j->room = (char *)l->block.at + before;
    j->found = (void *)((char *)j->room + GPU_LOOP_ROOM);
    GPU_TRY(j->gpu, cudaMemsetAsync(j->found, 0, found, j->gpu->stream));
    return cuda_upload(j->cuda, l->block.at, mask, words * 8);
}

static cudaError_t run(Job *j, const uint64_t *mask, int64_t words,
                       int64_t *fuel) {
    GpuFound found[MAX_OPS];
    const bool scalars = has_scalar(j->plan);
    CUDA_TRY(begin(j, mask, words));
    CUDA_TRY(find_places(j));
    CUDA_TRY(run_ops(j, j->plan->op, j->plan->ops));
    if (scalars)
        CUDA_TRY(gpu_read(j->gpu, found, j->found,
                          j->plan->ops * (int64_t)sizeof *found));
    finish(j, scalars ? found : NULL, fuel);
    return cudaSuccess;
}

cudaError_t cuda_loop(Cuda *cuda, const StarPlan *plan, StarCell *R,
                      const uint64_t *mask, int64_t words, int64_t *fuel) {
    Job j = {.cuda = cuda, .gpu = &cuda->gpu, .plan = plan, .R = R};
    j.current = j.level;
    j.last_iteration = star_plan_last(mask, words);
    if (j.last_iteration == 0)
        return cudaSuccess;
    const cudaError_t error = run(&j, mask, words, fuel);
    while (j.current > j.level)
        pop(&j);
    gpu_free(&cuda->gpu, &j.level[0].block);
    return error;
}
