/* SPDX-License-Identifier: MIT */
#include "resident/region_state.h"

#include <string.h>

/* ---- Objects ---- */

static int place_of(const void *object) {
    const uint64_t key =
        ((uintptr_t)object >> 4) * UINT64_C(0x9e3779b97f4a7c15);
    return (int)(key >> 40) & (REGION_PLACES - 1);
}

/* The number of an object, or 0. */
static int number_of(const Region *g, const void *object) {
    for (int k = place_of(object); g->place[k] != 0;
         k = (k + 1) % REGION_PLACES)
        if (g->object[g->place[k] - 1] == object)
            return g->place[k];
    return 0;
}

static void add(Region *g, StarObject *object, const ResidentObject *state) {
    int k = place_of(object);
    while (g->place[k] != 0)
        k = (k + 1) % REGION_PLACES;
    g->object[g->objects] = object;
    g->state[g->objects] = *state;
    g->state[g->objects].written = g->state[g->objects].read = -1;
    g->state[g->objects].kind = object->kind;
    g->state[g->objects].sizing = object->sizing;
    if (object->kind == STAR_BIT_VECTOR && state->word[0] != NULL &&
        object->sizing != STAR_UNSIZED)
        g->state[g->objects].length = state->size[0];
    g->place[k] = (int16_t)++g->objects;
}

static void longest(Region *g, int64_t length) {
    g->longest = length > g->longest ? length : g->longest;
}

static void add_bits(Region *g, StarBits *bits) {
    uint64_t *at =
        bits->capacity > 0 ? cuda_copy_of(g->cuda, bits->word) : NULL;
    if (at != NULL)
        longest(g, bits->length);
    add(g, &bits->head,
        &(ResidentObject){.word = {at, NULL},
                          .size = {bits->length, 0},
                          .stride = {(int64_t)bits->capacity, 0},
                          .first = bits->first,
                          .found = -1});
}

static void add_table(Region *g, StarTable *t) {
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
    add(g, &t->head, &o);
}

static size_t bytes_of(const StarArray *a) {
    static const size_t size[] = {8, 8, 1, 2, 4, 4};
    return (size_t)a->count * size[a->element];
}

/* Arrays have no copies between regions: their elements go with the state.
 * A part of another array is left to the host, and so is that. */
static void add_array(Region *g, StarArray *a) {
    char *to = (char *)g->own->in;
    const int64_t at = g->bytes;
    if (a->element == STAR_ELEM_OBJECT || a->dims > 2 || a->count == 0 ||
        bytes_of(a) > (size_t)(REGION_ARRAY_BYTES - at))
        return;
    memcpy(to + at, a->data, bytes_of(a));
    add(g, &a->head,
        &(ResidentObject){
            .word = {(uint64_t *)((char *)g->own->state.at + at), NULL},
            .size = {a->dim[0].count, a->dims > 1 ? a->dim[1].count : 0},
            .stride = {a->dim[0].low, a->dims > 1 ? a->dim[1].low : 0},
            .element = a->element});
    g->bytes += (int64_t)(bytes_of(a) + 15) / 16 * 16;
}

static void add_object(Region *g, StarObject *object, bool arrays) {
    if (object == NULL || g->objects == REGION_OBJECTS - REGION_NEW_OBJECTS ||
        (object->kind == STAR_ARRAY) != arrays || number_of(g, object) != 0)
        return;
    if (object->kind == STAR_BIT_VECTOR)
        add_bits(g, (StarBits *)object);
    else if (object->kind == STAR_TABLE)
        add_table(g, (StarTable *)object);
    else if (arrays)
        add_array(g, (StarArray *)object);
}

static bool may_be_resident(unsigned kind) {
    return kind == STAR_CELL_BITS || kind == STAR_CELL_TABLE ||
           kind == STAR_CELL_ARRAY || kind == STAR_CELL_STRING;
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
static void add_frame(Region *g, const StarFrame *f, bool arrays) {
    const StarProc *p = f->proc;
    const unsigned first = (p->level >= 2) + p->function;
    for (unsigned k = 0; k < p->owned; k++)
        if (may_be_resident(p->cell[p->own[k]].kind))
            add_object(g, f->cell[p->own[k]].object, arrays);
    for (unsigned k = first; k < first + p->params; k++)
        if (may_be_resident(p->cell[k].kind) && is_passed(p, k))
            add_object(g, f->cell[k].object, arrays);
}

/* Two arrays of which one is a part of the other cannot both be copied. */
static bool overlap(const Region *g) {
    for (int k = 0; k < g->objects; k++) {
        const StarArray *a = (const StarArray *)g->object[k];
        if (a->head.kind != STAR_ARRAY)
            continue;
        for (int i = 0; i < k; i++) {
            const StarArray *b = (const StarArray *)g->object[i];
            if (b->head.kind == STAR_ARRAY &&
                (char *)a->data < (char *)b->data + bytes_of(b) &&
                (char *)b->data < (char *)a->data + bytes_of(a))
                return true;
        }
    }
    return false;
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
    if (r->at->op == STAR_OP_TAKE && r->at->b >= newest->proc->cells)
        translate(g, newest->cell - r->stack + r->at->b);
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

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t top_of(const StarRegion *r) {
    const StarFrame *f = &r->frame[r->depth - 1];
    return f->cell - r->stack + f->proc->cells + f->proc->arguments;
}

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
    job->warp_bytes = resident_warp_bytes(job->cell_room, job->object_room);
    while (job->threads / 32 * job->warp_bytes > gpu->shared - 2048)
        if ((job->threads /= 2) < MIN_THREADS)
            return false;
    const int64_t blocks = (words + job->threads - 1) / job->threads;
    const int64_t most =
        least(gpu->multiprocessors, RESIDENT_BLOCKS / g->parts);
    job->blocks = (int)(blocks < 1 ? 1 : blocks < most ? blocks : most);
    return true;
}

bool region_describe(Region *g) {
    const StarRegion *r = g->r;
    const StarMem *mem = g->cuda->be->mem;
    ResidentJob *job = &g->own->job;
    ResidentState *s = g->own->in;
    const int64_t cells = top_of(r);
    if (cells > REGION_CELLS ||
        region_calls_unknown(r->program, r->frame[r->depth - 1].proc))
        return false;
    g->cell = (int64_t *)(s + 1);
    job->cell_room =
        least(REGION_CELLS + REGION_NEW_CELLS, cells + REGION_NEW_CELLS);
    g->state = (ResidentObject *)(g->cell + job->cell_room);
    for (uint32_t k = r->depth; k-- > 0;)
        add_frame(g, &r->frame[k], false);
    if (g->longest == 0)
        return false;
    g->bytes = (resident_bytes(job->cell_room, REGION_OBJECTS) + 15) / 16 * 16;
    for (uint32_t k = r->depth; k-- > 0 && g->own->arrays;)
        add_frame(g, &r->frame[k], true);
    if (overlap(g) || g->mixed)
        return false;
    memcpy(g->cell, r->stack, (size_t)cells * sizeof *g->cell);
    each_object_cell(g, to_number);
    *s = (ResidentState){.pc = r->at - r->program->code,
                         .base = r->frame[r->depth - 1].cell - r->stack,
                         .depth = r->depth,
                         .cells = cells,
                         .objects = g->objects,
                         .fuel = r->fuel,
                         .statements = r->statements};
    job->given = g->objects;
    job->object_room = g->objects + REGION_NEW_OBJECTS;
    job->stack = (int64_t)(intptr_t)r->stack;
    job->stack_room = r->stack_end - r->stack;
    job->frame_most = r->frame_most;
    job->depth_room = r->depth_end;
    /* Objects of calls are allocated when the region ends. */
    job->arena_words =
        least(REGION_ARENA_WORDS, (int64_t)((mem->limit - mem->used) / 64));
    job->ending = g->cuda->options.region > 0
                      ? (int32_t)least(g->cuda->options.region, REGION_RAN)
                      : REGION_RAN;
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
    bits->head.sizing = o->sizing;
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

static cudaError_t take_array(Region *g, StarArray *a,
                              const ResidentObject *o) {
    return o->changed ? cuda_download(g->cuda, a->data, o->word[0],
                                      (int64_t)bytes_of(a))
                      : cudaSuccess;
}

static cudaError_t take_given(Region *g) {
    for (int k = 0; k < g->own->job.given; k++) {
        StarObject *object = g->object[k];
        const ResidentObject *o = &g->state[k];
        if (o->freed)
            continue;
        CUDA_TRY(object->kind == STAR_BIT_VECTOR
                     ? take_bits(g, (StarBits *)object, o)
                 : object->kind == STAR_TABLE
                     ? take_table(g, (StarTable *)object, o)
                     : take_array(g, (StarArray *)object, o));
    }
    return cudaSuccess;
}

/* Makes an object of the host in the place of one of the kernel's. */
static cudaError_t make(Region *g, const ResidentObject *o, StarObject **made) {
    StarBackend *be = g->cuda->be;
    uint64_t *at;
    *made = o->kind == STAR_TABLE
                ? (StarObject *)star_table_new(be, (StarSizing)o->sizing)
            : o->kind == STAR_STRING
                ? (StarObject *)star_string_new(be, (StarSizing)o->sizing)
            : o->kind == STAR_ARRAY
                ? (StarObject *)star_array_view(be)
                : (StarObject *)star_bits_new(be, STAR_ELASTIC);
    if (*made == NULL || o->kind != STAR_BIT_VECTOR)
        return *made != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
    StarBits *bits = (StarBits *)*made;
    if (star_bits_size(be, bits, o->size[0]) != STAR_OK)
        return cudaErrorMemoryAllocation;
    bits->head.sizing = o->sizing;
    bits->first = o->first;
    if (o->size[0] == 0)
        return cudaSuccess;
    CUDA_TRY(cuda_bits_sync(g->cuda, bits, STAR_OVERWRITE, &at));
    GPU_TRY(&g->cuda->gpu,
            cudaMemcpyAsync(at, o->word[0],
                            (size_t)star_words(o->size[0]) * sizeof *at,
                            cudaMemcpyDeviceToDevice, g->cuda->gpu.stream));
    cuda_commit(g->cuda);
    return cudaSuccess;
}

static cudaError_t take_made(Region *g, int64_t objects) {
    for (int64_t k = g->own->job.given; k < objects; k++) {
        if (g->object[k] != NULL) /* made by a call before */
            star_object_free(g->cuda->be, g->object[k]);
        g->object[k] = NULL;
        if (!g->state[k].freed)
            CUDA_TRY(make(g, &g->state[k], &g->object[k]));
    }
    g->objects = (int)objects;
    return cudaSuccess;
}

static void take_frames(Region *g, const ResidentState *s,
                        const ResidentCall *call) {
    StarRegion *r = g->r;
    for (int64_t k = 0; k < s->calls; k++) {
        const StarProc *proc =
            &r->program->proc[call[k].proc - g->own->job.proc];
        StarCell *cell = r->stack + call[k].base;
        for (unsigned i = 0; i < proc->owned && call[k].owned == 0; i++)
            cell[proc->own[i]].object = NULL; /* not made yet */
        r->frame[r->depth++] = (StarFrame){r->program->code + call[k].back,
                                           cell, proc, r->holds, r->pins};
    }
    r->at = r->program->code + s->pc;
    r->fuel = s->fuel;
    r->statements = s->statements;
}

cudaError_t region_take(Region *g) {
    const ResidentState *s = g->own->out;
    const ResidentJob *job = &g->own->job;
    g->cell = (int64_t *)(s + 1);
    g->state = (ResidentObject *)(g->cell + job->cell_room);
    CUDA_TRY(take_given(g));
    CUDA_TRY(take_made(g, s->objects));
    memcpy(g->r->stack, g->cell, (size_t)s->cells * sizeof *g->cell);
    take_frames(g, s, (ResidentCall *)(g->state + job->object_room));
    each_object_cell(g, to_object);
    for (int k = 0; k < job->given; k++)
        if (g->state[k].freed)
            star_object_free(g->cuda->be, g->object[k]);
    return cudaSuccess;
}
