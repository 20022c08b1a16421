/* SPDX-License-Identifier: MIT */
#include "resident/region_state.h"

#include <string.h>

/* ---- Objects ---- */

/* The number of an object, or 0. */
static int number_of(const Region *g, const void *object) {
    for (int k = 0; k < g->objects; k++)
        if (g->object[k] == object)
            return k + 1;
    return 0;
}

static void longest(Region *g, int64_t length) {
    g->longest = length > g->longest ? length : g->longest;
}

static ResidentObject describe_bits(Region *g, const StarBits *bits) {
    uint64_t *at =
        bits->capacity > 0 ? cuda_copy_of(g->cuda, bits->word) : NULL;
    const bool there = at != NULL && bits->head.sizing != STAR_UNSIZED;
    if (at != NULL)
        longest(g, bits->length);
    return (ResidentObject){.word = {at, NULL},
                            .size = {bits->length, 0},
                            .stride = {(int64_t)bits->capacity, 0},
                            .length = there ? bits->length : 0,
                            .first = bits->first,
                            .found = -1,
                            .elastic = bits->head.sizing == STAR_ELASTIC};
}

static ResidentObject describe_table(Region *g, const StarTable *t) {
    ResidentObject o = {.size = {t->rows, t->cols},
                        .layout = t->layout != 0 || t->names != NULL};
    g->mixed |= !star_names_agree(g->names, t->names);
    if (t->names != NULL)
        g->names = t->names;
    for (int d = STAR_COLUMNS; d <= STAR_ROWS; d++) {
        if (t->image[d].valid)
            o.word[d] = cuda_copy_of(g->cuda, t->image[d].word);
        o.stride[d] = t->image[d].stride;
        if (o.word[d] != NULL)
            longest(g, t->rows);
    }
    return o;
}

static bool may_be_resident(unsigned kind) {
    return kind == STAR_CELL_BITS || kind == STAR_CELL_TABLE;
}

/* Adds the object of cell `cell` of a frame. */
static void add(Region *g, const StarFrame *f, unsigned cell) {
    StarObject *object = f->cell[cell].object;
    if (!may_be_resident(f->proc->cell[cell].kind) || object == NULL ||
        g->objects == REGION_OBJECTS || number_of(g, object) != 0)
        return;
    ResidentObject *o = &g->state[g->objects];
    *o = object->kind == STAR_TABLE ? describe_table(g, (StarTable *)object)
                                    : describe_bits(g, (StarBits *)object);
    o->written = o->read = -1;
    g->object[g->objects++] = object;
}

/* True if a parameter's cell is the parameter: by value it may have another
 * cell with a copy, and the argument may be gone. */
static bool is_passed(const StarProc *p, unsigned cell) {
    for (unsigned k = 0; k < p->owned; k++)
        if (p->cell[p->own[k]].name == p->cell[cell].name)
            return false;
    return true;
}

/* The objects that a frame owns, and those that were passed to it: only those
 * cells certainly hold objects. */
static void add_frame(Region *g, const StarFrame *f) {
    const StarProc *p = f->proc;
    const unsigned first = (p->level >= 2) + p->function;
    for (unsigned k = 0; k < p->owned; k++)
        add(g, f, p->own[k]);
    for (unsigned k = first; k < first + p->params; k++)
        if (is_passed(p, k))
            add(g, f, k);
}

/* ---- Cells ---- */

/* The procedure that is called next from an instruction on, whose arguments
 * may be in their cells already; NULL if none is. */
static const StarProc *called_next(const StarRegion *r) {
    const StarProc *p = r->frame[r->depth - 1].proc;
    const StarInstr *end = r->program->code + p->end;
    for (const StarInstr *at = r->at; at < end; at++)
        if (at->op == STAR_OP_CALL)
            return &r->program->proc[star_instr_bc(*at)];
    return NULL;
}

typedef void Translate(Region *g, int64_t cell);

/* Calls a function for each cell that may hold an object. */
static void each_object_cell(Region *g, Translate *translate) {
    const StarRegion *r = g->r;
    const StarFrame *newest = &r->frame[r->depth - 1];
    const int64_t behind = newest->cell - r->stack + newest->proc->cells;
    const StarProc *next = called_next(r);
    for (uint32_t k = 0; k < r->depth; k++) {
        const StarProc *p = r->frame[k].proc;
        for (unsigned c = 0; c < p->cells; c++)
            if (may_be_resident(p->cell[c].kind))
                translate(g, r->frame[k].cell - r->stack + c);
    }
    for (unsigned c = 0; next != NULL && c < newest->proc->arguments; c++)
        if (c < next->cells && may_be_resident(next->cell[c].kind))
            translate(g, behind + c);
}

static void to_number(Region *g, int64_t cell) {
    const int number = number_of(g, g->r->stack[cell].object);
    g->cell[cell] = number > 0 ? number : g->cell[cell];
}

static void to_object(Region *g, int64_t cell) {
    StarCell *at = &g->r->stack[cell];
    if ((uint64_t)at->i - 1 < (uint64_t)g->objects)
        at->object = g->object[at->i - 1];
}

/* ---- There ---- */

/* The shape of the launch: a thread for each word of the longest vector, as
 * far as there are. */
static bool choose_shape(Region *g, ResidentJob *job) {
    enum { MIN_THREADS = 64 };
    const Gpu *gpu = &g->cuda->gpu;
    const int64_t vector = star_words(g->longest);
    const int64_t words = gpu_part(gpu, vector, 0).words;
    g->parts = gpu_parts(gpu, vector);
    job->threads = MIN_THREADS;
    while (job->threads < RESIDENT_THREADS && job->threads < words)
        job->threads *= 2;
    while (job->threads / 32 * job->warp_bytes > gpu->shared - 2048)
        if ((job->threads /= 2) < MIN_THREADS)
            return false;
    const int64_t blocks = (words + job->threads - 1) / job->threads;
    const int64_t most = gpu->multiprocessors < RESIDENT_BLOCKS / g->parts
                             ? gpu->multiprocessors
                             : RESIDENT_BLOCKS / g->parts;
    job->blocks = (int)(blocks < 1 ? 1 : blocks < most ? blocks : most);
    return true;
}

bool region_describe(Region *g) {
    const StarRegion *r = g->r;
    const StarFrame *newest = &r->frame[r->depth - 1];
    ResidentJob *job = &g->own->job;
    ResidentState *s = g->own->in;
    const int64_t limit = g->cuda->options.region;
    job->base = newest->cell - r->stack;
    job->cells = job->base + newest->proc->cells + newest->proc->arguments;
    if (job->cells > REGION_CELLS ||
        region_calls_unknown(r->program, newest->proc))
        return false;
    g->cell = (int64_t *)(s + 1);
    g->state = (ResidentObject *)(g->cell + job->cells);
    for (uint32_t k = r->depth; k-- > 0;)
        add_frame(g, &r->frame[k]);
    if (g->longest == 0 || g->mixed)
        return false;
    memcpy(g->cell, r->stack, (size_t)job->cells * sizeof *g->cell);
    each_object_cell(g, to_number);
    *s = (ResidentState){.pc = r->at - r->program->code,
                         .fuel = r->fuel,
                         .statements = r->statements};
    job->objects = g->objects;
    g->bytes = (size_t)((char *)(g->state + g->objects) - (char *)s);
    job->warp_bytes = (int64_t)(g->bytes - sizeof *s);
    job->stack = (int64_t)(intptr_t)r->stack;
    job->calls = r->calls;
    job->ending =
        (int32_t)(limit > 0 && limit < REGION_RAN ? limit : REGION_RAN);
    return choose_shape(g, job);
}

/* ---- And back ---- */

/* The device has the only valid copy of a block that the kernel wrote. */
static cudaError_t written(Cuda *cuda, uint64_t *block, int64_t words,
                           int64_t vector) {
    uint64_t *at;
    CUDA_TRY(cuda_use(cuda, block, words, vector, STAR_OVERWRITE, &at));
    cuda_commit(cuda);
    return cudaSuccess;
}

static cudaError_t take_bits(Region *g, StarBits *bits,
                             const ResidentObject *o) {
    bits->length = o->size[0];
    bits->first = o->first;
    const int64_t words = (int64_t)bits->capacity;
    return o->changed ? written(g->cuda, bits->word, words, words)
                      : cudaSuccess;
}

static cudaError_t take_table(Region *g, StarTable *t,
                              const ResidentObject *o) {
    const int d = o->changed >> STAR_ROWS & 1 ? STAR_ROWS : STAR_COLUMNS;
    if (!o->changed)
        return cudaSuccess;
    CUDA_TRY(written(g->cuda, t->image[d].word, cuda_image_words(t, d),
                     cuda_image_vector(t, d)));
    return star_table_own(g->cuda->be, t, d) == STAR_OK
               ? cudaSuccess
               : cudaErrorMemoryAllocation;
}

cudaError_t region_take(Region *g) {
    const ResidentState *s = g->own->out;
    const int64_t *cell = (const int64_t *)(s + 1);
    const ResidentObject *o =
        (const ResidentObject *)(cell + g->own->job.cells);
    for (int k = 0; k < g->objects; k++)
        CUDA_TRY(g->object[k]->kind == STAR_TABLE
                     ? take_table(g, (StarTable *)g->object[k], &o[k])
                     : take_bits(g, (StarBits *)g->object[k], &o[k]));
    memcpy(g->r->stack, cell, (size_t)g->own->job.cells * sizeof *cell);
    g->r->at = g->r->program->code + s->pc;
    g->r->fuel = s->fuel;
    g->r->statements = s->statements;
    each_object_cell(g, to_object);
    return cudaSuccess;
}
