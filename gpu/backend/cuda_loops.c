/* Responder loops on the device: finds the places of what the steps name and
 * calls the kernels of loop_ops.cu, one step after the other. What is written
 * is made beside what was there, so a call that fails leaves all as it was;
 * what comes back of scalars comes once, at the end. */
#include <string.h>

#include "backend/cuda_internal.h"
#include "kernels/bitwise.h"
#include "kernels/loop_ops.h"
#include "kernels/row_update.h"
#include "kernels/tables.h"

enum {
    STEPS = 32,
    PLACES = 4 * STEPS,
    CODE = GPU_ROUNDS_CODE - 6, /* and what put and narrow add to it */
    DEPTH = STAR_LOOP_MAX_DEPTH - 2,
    OPERANDS = STAR_LOOP_MAX_OPERANDS - 2
};

/* A line, or an image of a table, on the device. */
typedef struct Place {
    StarObject *object;
    int dir;
    uint64_t *word;
    int64_t stride; /* 0 for a line */
    uint64_t *next; /* where it is to be made anew, or NULL */
} Place;

/* The rounds of now. */
typedef struct Level {
    GpuBlock block;
    GpuRounds rounds;
} Level;

typedef struct Job {
    Cuda *cuda;
    Gpu *gpu;
    const StarLoop *loop;
    StarCell *R;
    Place place[PLACES];
    int places;
    Level level[STEPS + 1], *now;
    const Level *around; /* in an inner loop: the rounds of the loop around */
    int64_t last;        /* numbers of rounds are no greater */
    GpuFound *found;     /* on the device, one for each step, */
    void *room;          /* of GPU_ROUNDS_ROOM */
} Job;

/* ---- What may run there ---- */

static bool has_words(const StarObject *object) {
    const StarLine *line = (const StarLine *)object;
    const StarTable *t = (const StarTable *)object;
    return object->kind == STAR_LINE ? line->capacity > 0 && line->length > 0
                                     : t->rows > 0 && t->cols > 0;
}

bool cuda_loop_can(const StarLoop *loop, const StarCell *R) {
    int names = 0;
    for (int k = 0; k < loop->steps; k++) {
        const StarLoopStep *s = &loop->step[k];
        if (s->fuse.length > CODE || s->fuse.depth > DEPTH ||
            s->fuse.operands > OPERANDS ||
            (star_loop_is_extreme(s) && s->charge > 0) ||
            (star_loop_writes_object(s) && !has_words(R[s->target].object)))
            return false;
        names += s->fuse.operands + 1;
        for (int i = 0; i < s->fuse.operands; i++)
            if (!has_words(R[s->operand[i].cell].object))
                return false;
    }
    return loop->steps <= STEPS && names <= PLACES;
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
                use == STAR_LOOP_WHOLE ? -1 : star_loop_direction(use));
}

/* The place of an object, which is valid there. */
static cudaError_t need(Job *j, uint8_t use, uint16_t cell, Place **place) {
    StarObject *object = j->R[cell].object;
    GpuTable image;
    *place = place_of(j, use, cell);
    if (*place != NULL)
        return cudaSuccess;
    Place *p = *place = &j->place[j->places];
    *p = (Place){.object = object, .dir = -1};
    if (use == STAR_LOOP_WHOLE) {
        CUDA_TRY(cuda_line(j->cuda, j->R[cell].line, STAR_READ, &p->word));
    } else {
        p->dir = star_loop_direction(use);
        CUDA_TRY(
            cuda_image(j->cuda, j->R[cell].table, p->dir, STAR_READ, &image));
        p->word = image.word;
        p->stride = image.stride;
    }
    j->places++;
    return cudaSuccess;
}

/* Where a step's target is to be made. Of a line all but the rounds stays. */
static cudaError_t renew(Job *j, const StarLoopStep *s) {
    const bool table = s->op == STAR_LOOP_SET;
    Place *p;
    CUDA_TRY(need(j, table ? s->use : STAR_LOOP_WHOLE, s->target, &p));
    if (p->next != NULL)
        return cudaSuccess;
    if (table) {
        const StarTable *t = j->R[s->target].table;
        return cuda_apart(j->cuda, t->image[p->dir].word,
                          star_table_lines(t, p->dir) * p->stride, &p->next);
    }
    StarLine *line = j->R[s->target].line;
    const uint64_t *old = p->word;
    CUDA_TRY(
        cuda_apart(j->cuda, line->word, (int64_t)line->capacity, &p->next));
    p->word = p->next;
    return gpu_copy(j->gpu, p->next, old, (int64_t)line->capacity);
}

static cudaError_t find_places(Job *j) {
    for (int k = 0; k < j->loop->steps; k++) {
        const StarLoopStep *s = &j->loop->step[k];
        Place *p;
        for (int i = 0; i < s->fuse.operands && s->op != STAR_LOOP_CHECK; i++)
            CUDA_TRY(need(j, s->operand[i].use, s->operand[i].cell, &p));
    }
    for (int k = 0; k < j->loop->steps; k++)
        if (star_loop_writes_object(&j->loop->step[k]))
            CUDA_TRY(renew(j, &j->loop->step[k]));
    return cudaSuccess;
}

/* ---- Expressions ---- */

/* A step's expression in each round of now; more code may follow it. */
typedef struct Code {
    GpuExpression e;
    uint8_t byte[GPU_ROUNDS_CODE];
} Code;

static void append(Code *c, int byte) {
    c->byte[c->e.fuse.length++] = (uint8_t)byte;
}

/* Another operand: its byte. */
static int operand(Code *c, const uint64_t *word, int64_t round) {
    const int byte = STAR_FUSE_OPERAND + c->e.fuse.operands;
    c->e.operand[c->e.fuse.operands++] = (GpuOperand){word, 0, round};
    c->e.fuse.depth++; /* is enough */
    append(c, byte);
    return byte;
}

static void expression(Job *j, const StarLoopStep *s, Code *c) {
    c->e.fuse = s->fuse;
    c->e.fuse.code = c->byte;
    if (s->fuse.length > 0)
        memcpy(c->byte, s->fuse.code, s->fuse.length);
    c->e.length = 0;
    for (int k = 0; k < s->fuse.operands; k++) {
        const StarLoopOperand *o = &s->operand[k];
        const Place *p = place_of(j, o->use, o->cell);
        c->e.operand[k] =
            (GpuOperand){p->word, star_loop_is_private(o->use) ? 0 : p->stride,
                         star_loop_is_private(o->use) ? p->stride : 0};
        c->e.length = star_loop_length(o, j->R);
    }
}

/* z := an expression on lines that are the same in all rounds. */
static cudaError_t whole(Job *j, const Code *c, uint64_t *z) {
    const uint64_t *x[STAR_LOOP_MAX_OPERANDS];
    for (int k = 0; k < c->e.fuse.operands; k++)
        x[k] = c->e.operand[k].word;
    return gpu_fuse(j->gpu, z, x, &c->e.fuse, 64 * j->now->rounds.words);
}

/* ---- The rounds of now ---- */

static int64_t words_of(const GpuRounds *r) {
    return r->groups * r->words;
}

static uint64_t *mask_of(const Level *l) {
    return l->block.at;
}

/* A level above the one of now, all 0. */
static cudaError_t push(Job *j, int64_t groups, int64_t words) {
    const int64_t bytes = groups * words * 8;
    Level *l = j->now + 1;
    CUDA_TRY(gpu_alloc(j->gpu, &l->block, bytes));
    j->now = l;
    l->rounds = (GpuRounds){l->block.at, groups, words};
    GPU_TRY(j->gpu,
            cudaMemsetAsync(l->block.at, 0, (size_t)bytes, j->gpu->stream));
    return cudaSuccess;
}

static void pop(Job *j) {
    gpu_free(j->gpu, &j->now->block);
    j->now--;
}

/* Where bit i of the expression is 1: in all groups alike. */
static cudaError_t narrow(Job *j, const StarLoopStep *s) {
    const Level *all = j->now;
    const GpuRounds r = all->rounds;
    Code c;
    CUDA_TRY(push(j, r.groups, r.words));
    expression(j, s, &c);
    operand(&c, r.mask, r.words);
    append(&c, STAR_FUSE_AND);
    if (j->around == NULL)
        return whole(j, &c, mask_of(j->now));
    c.e.length = 64 * r.words;
    return gpu_rounds_set(j->gpu, &j->around->rounds, &c.e, mask_of(j->now),
                          r.words, r.groups, NULL);
}

/* Where the expression has a one, or none. */
static cudaError_t narrow_some(Job *j, const StarLoopStep *s) {
    const GpuRounds r = j->now->rounds;
    uint64_t *z;
    Code c;
    CUDA_TRY(push(j, r.groups, r.words));
    z = mask_of(j->now);
    expression(j, s, &c);
    CUDA_TRY(gpu_rounds_some(j->gpu, &r, &c.e, z));
    return s->op == STAR_LOOP_IFSOME ? cudaSuccess
                                     : gpu_bits(j->gpu, STAR_FUSE_ANDN, z,
                                                r.mask, z, 64 * words_of(&r));
}

static cudaError_t others(Job *j) {
    return gpu_bits(j->gpu, STAR_FUSE_ANDN, mask_of(j->now),
                    j->now[-1].rounds.mask, mask_of(j->now),
                    64 * words_of(&j->now->rounds));
}

/* ---- Steps ---- */

static cudaError_t set(Job *j, const StarLoopStep *s) {
    Place *to = place_of(j, s->use, s->target);
    const StarTable *t = j->R[s->target].table;
    const uint64_t *old = to->word != to->next ? to->word : NULL;
    Code c;
    expression(j, s, &c);
    to->word = to->next;
    return gpu_rounds_set(j->gpu, &j->now->rounds, &c.e, to->next, to->stride,
                          star_table_lines(t, to->dir), old);
}

static cudaError_t put(Job *j, const StarLoopStep *s) {
    uint64_t *to = place_of(j, STAR_LOOP_WHOLE, s->target)->word;
    const uint64_t *mask = j->now->rounds.mask;
    Code c;
    if (s->fuse.length == 0)
        return gpu_bits(j->gpu, s->value ? STAR_FUSE_OR : STAR_FUSE_ANDN, to,
                        to, mask, 64 * j->now->rounds.words);
    expression(j, s, &c);
    const int within = operand(&c, mask, 0);
    append(&c, STAR_FUSE_AND);
    operand(&c, to, 0);
    append(&c, within);
    append(&c, STAR_FUSE_ANDN);
    append(&c, STAR_FUSE_OR);
    return whole(j, &c, to);
}

static GpuScalar scalar(Job *j, const StarLoopStep *s, Code *c) {
    expression(j, s, c);
    return (GpuScalar){(StarLoopTerm)s->term, s->value, c->e};
}

static cudaError_t find_last(Job *j, GpuFound *found) {
    const GpuScalar none = {.term = STAR_LOOP_CONSTANT};
    return gpu_rounds_best(j->gpu, &j->now->rounds, &none, true, true, found,
                           j->room);
}

static cudaError_t last(Job *j, const StarLoopStep *s, GpuFound *found) {
    Code c;
    CUDA_TRY(find_last(j, found));
    if (s->term != STAR_LOOP_ONES)
        return cudaSuccess;
    expression(j, s, &c);
    return gpu_rounds_count(j->gpu, &c.e, found);
}

static cudaError_t fold(Job *j, const StarLoopStep *s, GpuFound *found) {
    uint64_t *to = place_of(j, STAR_LOOP_WHOLE, s->target)->word;
    Code c;
    expression(j, s, &c);
    if (s->fold != STAR_FUSE_OPERAND)
        return gpu_rounds_fold(j->gpu, &j->now->rounds, &c.e, to, s->fold);
    CUDA_TRY(find_last(j, found));
    return gpu_rounds_line(j->gpu, &c.e, found, to);
}

static cudaError_t count_rounds(Job *j, const StarLoopStep *s,
                                GpuFound *found) {
    const GpuScalar rounds = {.term = STAR_LOOP_CONSTANT, .factor = s->value};
    return gpu_rounds_sum(j->gpu, &j->now->rounds, &rounds, found);
}

static cudaError_t run_steps(Job *j, const StarLoopStep *s, int64_t steps);

/* The rounds of an inner loop are the lines of its expression, a group each. */
static cudaError_t inner(Job *j, const StarLoopStep *s, GpuFound *found) {
    const GpuRounds r = j->now->rounds;
    Code c;
    expression(j, s, &c);
    j->around = j->now;
    CUDA_TRY(push(j, j->last, star_words(c.e.length)));
    CUDA_TRY(gpu_rounds_set(j->gpu, &r, &c.e, mask_of(j->now),
                            j->now->rounds.words, j->last, NULL));
    CUDA_TRY(find_last(j, found));
    CUDA_TRY(run_steps(j, s + 1, s->value));
    pop(j);
    j->around = NULL;
    return cudaSuccess;
}

static cudaError_t run_step(Job *j, const StarLoopStep *s) {
    GpuFound *found = j->found + (s - j->loop->step);
    GpuScalar x;
    Code c;
    switch ((StarLoopOp)s->op) {
    case STAR_LOOP_SET: return set(j, s);
    case STAR_LOOP_PUT: return put(j, s);
    case STAR_LOOP_SUM:
        x = scalar(j, s, &c);
        return gpu_rounds_sum(j->gpu, &j->now->rounds, &x, found);
    case STAR_LOOP_LAST: return last(j, s, found);
    case STAR_LOOP_LEAST:
    case STAR_LOOP_MOST:
        x = scalar(j, s, &c);
        return gpu_rounds_best(j->gpu, &j->now->rounds, &x,
                               s->op == STAR_LOOP_MOST, s->equal, found,
                               j->room);
    case STAR_LOOP_FOLD: return fold(j, s, found);
    case STAR_LOOP_INNER: return inner(j, s, found);
    case STAR_LOOP_CHECK: break;
    case STAR_LOOP_IF: return narrow(j, s);
    case STAR_LOOP_IFSOME:
    case STAR_LOOP_IFZERO: return narrow_some(j, s);
    case STAR_LOOP_ELSE: return others(j);
    case STAR_LOOP_END: pop(j); break;
    case STAR_LOOP_STEPS: return count_rounds(j, s, found);
    }
    return cudaSuccess;
}

static cudaError_t run_steps(Job *j, const StarLoopStep *s, int64_t steps) {
    for (const StarLoopStep *end = s + steps; s < end; s++) {
        CUDA_TRY(run_step(j, s));
        if (s->op == STAR_LOOP_INNER)
            s += s->value;
    }
    return cudaSuccess;
}

/* ---- Results ---- */

static int64_t term_of(const StarLoopStep *s, const GpuFound *f) {
    return s->term == STAR_LOOP_ONES     ? s->value * f->value
           : s->term == STAR_LOOP_NUMBER ? s->value * (f->round + 1)
                                         : s->value;
}

static void take_extreme(const StarLoopStep *s, const GpuFound *f,
                         StarCell *R) {
    const int64_t best = R[s->target].i;
    const bool better =
        s->op == STAR_LOOP_LEAST ? f->value < best : f->value > best;
    if (f->round < 0 || !(better || (s->equal && f->value == best)))
        return;
    R[s->target].i = f->value;
    if (s->also != STAR_NO_CELL)
        R[s->also].i = f->round + 1;
}

static void take(const StarLoopStep *s, const GpuFound *f, StarCell *R,
                 int64_t *fuel) {
    if (s->op == STAR_LOOP_SUM)
        R[s->target].i += f->value;
    else if (s->op == STAR_LOOP_STEPS)
        *fuel -= f->value;
    else if (star_loop_is_extreme(s))
        take_extreme(s, f, R);
    else if (s->op == STAR_LOOP_LAST && f->round >= 0)
        R[s->target].i = term_of(s, f);
    else if (s->op == STAR_LOOP_INNER && f->round >= 0)
        R[s->target].i = f->round + 1;
}

static bool has_scalar(const StarLoop *loop) {
    for (int k = 0; k < loop->steps; k++) {
        const StarLoopStep *s = &loop->step[k];
        if (s->op == STAR_LOOP_SUM || s->op == STAR_LOOP_LAST ||
            s->op == STAR_LOOP_INNER || s->op == STAR_LOOP_STEPS ||
            star_loop_is_extreme(s))
            return true;
    }
    return false;
}

/* From here on nothing fails. */
static void finish(Job *j, const GpuFound *found, int64_t *fuel) {
    for (int k = 0; k < j->loop->steps; k++) {
        const StarLoopStep *s = &j->loop->step[k];
        if (found != NULL)
            take(s, &found[k], j->R, fuel);
        if (s->op == STAR_LOOP_SET)
            star_table_own(j->cuda->be, j->R[s->target].table,
                           star_loop_direction(s->use));
        else if (star_loop_writes_object(s))
            j->R[s->target].line->first = 0;
    }
}

/* ---- The loop ---- */

/* The mask, what is found and the kernels' room are one block. */
static cudaError_t begin(Job *j, const uint64_t *mask, int64_t words) {
    const size_t found = (size_t)j->loop->steps * sizeof *j->found;
    const int64_t before = (words * 8 + 255) / 256 * 256;
    Level *l = j->now;
    CUDA_TRY(gpu_alloc(j->gpu, &l->block,
                       before + GPU_ROUNDS_ROOM + (int64_t)found));
    l->rounds = (GpuRounds){l->block.at, 1, words};
    j->room = (char *)l->block.at + before;
    j->found = (void *)((char *)j->room + GPU_ROUNDS_ROOM);
    GPU_TRY(j->gpu, cudaMemsetAsync(j->found, 0, found, j->gpu->stream));
    return cuda_upload(j->cuda, l->block.at, mask, words * 8);
}

/* The step that sets line i of a table to itself op a line, if that is all
 * that the loop does and to do it twice does no harm; else NULL. */
static const StarLoopStep *only_update(const StarLoop *loop) {
    const StarLoopStep *set = NULL;
    for (int k = 0; k < loop->steps; k++) {
        const StarLoopStep *s = &loop->step[k];
        if (s->op == STAR_LOOP_SET && set == NULL)
            set = s;
        else if (s->op != STAR_LOOP_CHECK)
            return NULL;
    }
    if (set == NULL || set->fuse.operands != 2 || set->fuse.length != 3 ||
        set->fuse.code[2] > STAR_FUSE_ANDN ||
        set->fuse.code[2] == STAR_FUSE_XOR)
        return NULL;
    const StarLoopOperand *x =
        &set->operand[set->fuse.code[0] - STAR_FUSE_OPERAND];
    const StarLoopOperand *y =
        &set->operand[set->fuse.code[1] - STAR_FUSE_OPERAND];
    return x->cell == set->target && x->use == set->use &&
                   y->use == STAR_LOOP_WHOLE
               ? set
               : NULL;
}

/* It is one launch, and changes the table in place. */
static cudaError_t update(Job *j, const StarLoopStep *s) {
    StarTable *t = j->R[s->target].table;
    const int dir = star_loop_direction(s->use);
    const StarLoopOperand *w = &s->operand[s->fuse.code[1] - STAR_FUSE_OPERAND];
    uint64_t *line;
    GpuTable g;
    CUDA_TRY(cuda_line(j->cuda, j->R[w->cell].line, STAR_READ, &line));
    CUDA_TRY(cuda_image(j->cuda, t, dir, STAR_CHANGE, &g));
    return gpu_lines(j->gpu, g.word, g.stride, j->last,
                     star_words(star_table_length(t, dir)), j->now->rounds.mask,
                     line, s->fuse.code[2]);
}

static cudaError_t run(Job *j, const uint64_t *mask, int64_t words,
                       int64_t *fuel) {
    const StarLoopStep *s = only_update(j->loop);
    GpuFound found[STEPS];
    const bool scalars = has_scalar(j->loop);
    CUDA_TRY(begin(j, mask, words));
    if (s != NULL)
        return update(j, s);
    CUDA_TRY(find_places(j));
    CUDA_TRY(run_steps(j, j->loop->step, j->loop->steps));
    if (scalars)
        CUDA_TRY(gpu_read(j->gpu, found, j->found,
                          j->loop->steps * (int64_t)sizeof *found));
    finish(j, scalars ? found : NULL, fuel);
    return cudaSuccess;
}

cudaError_t cuda_loop(Cuda *cuda, const StarLoop *loop, StarCell *R,
                      const uint64_t *mask, int64_t words, int64_t *fuel) {
    Job j = {.cuda = cuda, .gpu = &cuda->gpu, .loop = loop, .R = R};
    j.now = j.level;
    j.last = star_loop_last(mask, words);
    if (j.last == 0)
        return cudaSuccess;
    const cudaError_t error = run(&j, mask, words, fuel);
    while (j.now > j.level)
        pop(&j);
    gpu_free(&cuda->gpu, &j.level[0].block);
    return error;
}
